//! What one page shows, known before its first directive is replaced.

use std::collections::HashMap;

use crate::directive::{self, Directive, Found};
use crate::project::Project;
use crate::render::{counts_of, lab_of, table_id};

/// The tables of a page, and the ids that are taken.
#[derive(Debug, Default)]
pub(crate) struct Shown {
    /// Lab and table, with the id of the figure: the first of each.
    tables: HashMap<(String, String), String>,
    ids: HashMap<String, usize>,
}

impl Shown {
    /// Looks ahead: a chart may stand before its table. What is wrong with a
    /// directive is told when it is replaced.
    pub(crate) fn of(project: &Project, found: &[Found<'_>]) -> Shown {
        let mut shown = Shown::default();
        let mut page: Option<String> = None;
        for found in found.iter().filter(|found| !found.in_code && !found.escaped) {
            if !matches!(found.name, "lab" | "table") {
                continue;
            }
            match directive::parse(found.name, found.arguments) {
                Ok(Directive::Lab { lab }) if project.lab(&lab).is_some() => page = Some(lab),
                Ok(Directive::Table { name, by, .. }) => {
                    let Ok(lab) = lab_of(project, page.as_deref(), name.lab.as_deref()) else {
                        continue;
                    };
                    let Ok(counts) = counts_of(lab, project.numbers(lab), false) else { continue };
                    if let Ok(id) = table_id(lab, counts, &name.name, by) {
                        shown.tables.entry((lab.name.clone(), name.name)).or_insert(id);
                    }
                }
                _ => {}
            }
        }
        shown
    }

    /// A table that no directive of its own shows.
    pub(crate) fn add_table(&mut self, lab: &str, table: &str, id: String) {
        self.tables.insert((lab.to_owned(), table.to_owned()), id);
    }

    /// The id of the table's figure, if the page has one.
    pub(crate) fn table(&self, lab: &str, table: &str) -> Option<&str> {
        self.tables.get(&(lab.to_owned(), table.to_owned())).map(String::as_str)
    }

    /// This id, or with a number after it where the page has that already.
    pub(crate) fn id(&mut self, wanted: String) -> String {
        let count = self.ids.entry(wanted.clone()).or_default();
        *count += 1;
        match *count {
            1 => wanted,
            n => format!("{wanted}-{n}"),
        }
    }
}
