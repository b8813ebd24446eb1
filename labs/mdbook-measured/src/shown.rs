//! What one page shows, known before its first directive is replaced.

use std::collections::HashMap;

use crate::directive::{self, Directive, Found};
use crate::project::Project;
use crate::render::{lab_of, table_id};

/// The tables of a page, and the ids that are taken.
#[derive(Debug, Default)]
pub(crate) struct Shown {
    tables: Vec<ShownTable>,
    ids: HashMap<String, usize>,
}

/// A table that a directive, or a chart, puts on the page.
#[derive(Debug)]
struct ShownTable {
    lab: String,
    name: String,
    /// Which variant its verdicts are against.
    vs: Option<String>,
    /// Of its figure.
    id: String,
}

impl Shown {
    /// Looks ahead: a chart may stand before its table. What is wrong with a
    /// directive is told when it is replaced.
    pub(crate) fn of(project: &Project, found: &[Found<'_>]) -> Shown {
        // Tables take their ids in this order when they are replaced, too.
        let mut ahead = Shown::default();
        let mut page: Option<String> = None;
        for found in found.iter().filter(|found| !found.in_code && !found.escaped) {
            if !matches!(found.name, "lab" | "table") {
                continue;
            }
            match directive::parse(found.name, found.arguments) {
                Ok(Directive::Lab { lab }) if project.lab(&lab).is_some() => page = Some(lab),
                Ok(Directive::Table { name, by, vs }) => {
                    let Ok(lab) = lab_of(project, page.as_deref(), name.lab.as_deref()) else {
                        continue;
                    };
                    if let Ok(id) = table_id(lab, project.numbers(lab), &name.name, by) {
                        let id = ahead.id(id);
                        ahead.add_table(&lab.name, &name.name, vs.as_deref(), id);
                    }
                }
                _ => {}
            }
        }
        Shown { tables: ahead.tables, ids: HashMap::new() }
    }

    pub(crate) fn add_table(&mut self, lab: &str, name: &str, vs: Option<&str>, id: String) {
        let (lab, name, vs) = (lab.to_owned(), name.to_owned(), vs.map(str::to_owned));
        self.tables.push(ShownTable { lab, name, vs, id });
    }

    /// The id of the first such table's figure, with verdicts against `vs` if that
    /// is asked for.
    pub(crate) fn table(&self, lab: &str, name: &str, vs: Option<&str>) -> Option<&str> {
        let is_it = |table: &&ShownTable| {
            (table.lab.as_str(), table.name.as_str()) == (lab, name)
                && (vs.is_none() || table.vs.as_deref() == vs)
        };
        self.tables.iter().find(is_it).map(|table| table.id.as_str())
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
