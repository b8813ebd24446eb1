//! `{{#table}}`: variants side by side, or the lines that allocate.

use ledger::{CountRow, CountTable, SiteTable};

use crate::directive::{By, Name, Part};
use crate::fault::nearest;
use crate::project::{Lab, Numbers, Project};
use crate::render::grid::{self, Gridded};
use crate::render::lines::lines;
use crate::render::number::{counts_of, lab_of};
use crate::render::slug;
use crate::render::variants::variants;
use crate::shown::Shown;

/// What of a table is asked for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Wanted<'a> {
    pub(crate) part: Part,
    /// In descending order.
    pub(crate) by: Option<By>,
    /// With verdicts against this variant.
    pub(crate) vs: Option<&'a str>,
}

/// The table as a block of HTML; `page` is the page's lab.
pub(crate) fn table(
    project: &Project,
    shown: &mut Shown,
    page: Option<&str>,
    name: &Name,
    wanted: Wanted<'_>,
) -> Result<String, String> {
    let lab = lab_of(project, page, name.lab.as_deref())?;
    let numbers = project.numbers(lab);
    if let Some(grid) = Gridded::of(numbers, &name.name) {
        project.note_use(lab, &name.name);
        let id = shown.id(grid.id(lab));
        return grid.html(lab, numbers, &id, wanted);
    }
    let known = Known::of(lab, numbers, &name.name)?;
    project.note_use(lab, &name.name);
    known.html(project, lab, &shown.id(known.id(lab, wanted)), wanted)
}

/// The id of that table's figure.
pub(crate) fn table_id(
    lab: &Lab,
    numbers: &Numbers,
    name: &str,
    wanted: Wanted<'_>,
) -> Result<String, String> {
    match Gridded::of(numbers, name) {
        Some(grid) => Ok(grid.id(lab)),
        None => Ok(Known::of(lab, numbers, name)?.id(lab, wanted)),
    }
}

/// A table of either kind.
#[derive(Clone, Copy)]
pub(super) enum Known<'a> {
    Variants(&'a CountTable),
    Lines(&'a SiteTable),
}

impl<'a> Known<'a> {
    /// The lab's table of this name.
    pub(super) fn of(lab: &Lab, numbers: &'a Numbers, name: &str) -> Result<Known<'a>, String> {
        let counts = counts_of(lab, numbers, false)?;
        let variants = counts.tables.iter().find(|table| table.name == name);
        let lines = || counts.sites.iter().find(|table| table.name == name).map(Known::Lines);
        variants.map(Known::Variants).or_else(lines).ok_or_else(|| {
            let names = counts.tables.iter().map(|t| t.name.as_str());
            let names = names.chain(counts.sites.iter().map(|t| t.name.as_str()));
            let names = names.chain(grid::names(numbers));
            format!("{} has no table {name:?}{}", lab.name, nearest(name, names))
        })
    }

    /// The block of HTML, with this id.
    pub(super) fn html(
        self,
        project: &Project,
        lab: &Lab,
        id: &str,
        wanted: Wanted<'_>,
    ) -> Result<String, String> {
        let numbers = project.numbers(lab);
        match self {
            Known::Variants(table) => {
                if let Some(vs) = wanted.vs {
                    variant(table, vs)?;
                }
                variants(lab, numbers, table, id, wanted)
            }
            Known::Lines(_) if wanted.vs.is_some() => {
                Err("lines that allocate have no times to judge".into())
            }
            Known::Lines(table) if wanted.part != Part::Whole => Err(format!(
                "{0:?} is a table of lines that allocate, which have counts only: `{{{{#table {0}}}}}`",
                table.name
            )),
            Known::Lines(table) => Ok(lines(project, lab, table, id, wanted.by)),
        }
    }

    /// The id of its figure: two parts of one table, and two orders of one table
    /// of lines, are two figures.
    pub(super) fn id(self, lab: &Lab, wanted: Wanted<'_>) -> String {
        match self {
            Known::Variants(table) => {
                let part = match wanted.part {
                    Part::Whole => "",
                    Part::Counts => " counts",
                    Part::Times => " times",
                };
                slug(&format!("table {} {}{part}", lab.name, table.name))
            }
            Known::Lines(table) => {
                let order = match wanted.by {
                    Some(By::Blocks) => " by blocks",
                    Some(By::Bytes) => " by bytes",
                    None => "",
                };
                slug(&format!("table {} {}{order}", lab.name, table.name))
            }
        }
    }
}

/// The variant's row.
pub(super) fn variant<'a>(table: &'a CountTable, name: &str) -> Result<&'a CountRow, String> {
    let names = table.rows.iter().map(|row| row.variant.as_str());
    table.rows.iter().find(|row| row.variant == name).ok_or_else(|| {
        format!("table {:?} has no row {name:?}{}", table.name, nearest(name, names))
    })
}
