//! What one page shows, known before its first directive is replaced.

use std::collections::HashMap;

use crate::directive::{self, Directive, Found, Part};
use crate::project::Project;
use crate::render::{Wanted, lab_of, table_id};

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
    /// Which of its columns it has.
    part: Part,
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
                Ok(Directive::Table { name, part, by, vs }) => {
                    let Ok(lab) = lab_of(project, page.as_deref(), name.lab.as_deref()) else {
                        continue;
                    };
                    let wanted = Wanted { part, by, vs: vs.as_deref() };
                    if let Ok(id) = table_id(lab, project.numbers(lab), &name.name, wanted) {
                        let id = ahead.id(id);
                        ahead.add_table(&lab.name, &name.name, wanted, id);
                    }
                }
                _ => {}
            }
        }
        Shown { tables: ahead.tables, ids: HashMap::new() }
    }

    pub(crate) fn add_table(&mut self, lab: &str, name: &str, wanted: Wanted<'_>, id: String) {
        let (lab, name, vs) = (lab.to_owned(), name.to_owned(), wanted.vs.map(str::to_owned));
        self.tables.push(ShownTable { lab, name, part: wanted.part, vs, id });
    }

    /// The id of the first table's figure that has what is wanted: a whole table
    /// has every part; with verdicts against `vs` if that is asked for.
    pub(crate) fn table(&self, lab: &str, name: &str, wanted: Wanted<'_>) -> Option<&str> {
        let is_it = |table: &&ShownTable| {
            (table.lab.as_str(), table.name.as_str()) == (lab, name)
                && (table.part == Part::Whole || table.part == wanted.part)
                && (wanted.vs.is_none() || table.vs.as_deref() == wanted.vs)
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
