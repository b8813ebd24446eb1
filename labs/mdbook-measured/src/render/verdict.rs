//! `{{#verdict}}` and the verdict column of a table: what the judge says.

use ledger::TimeTable;
use ledger::judge::{Comparison, Refusal, Verdict, compare};

use crate::directive::Name;
use crate::fault::nearest;
use crate::project::Project;
use crate::render::escaped;
use crate::render::number::{lab_of, no_times, timed_table};
use crate::render::provenance::machine;

/// The verdict as inline HTML, one per machine that has timed the table.
pub(crate) fn verdict(
    project: &Project,
    page: Option<&str>,
    name: &Name,
    variant: &str,
    against: &str,
) -> Result<String, String> {
    let lab = lab_of(project, page, name.lab.as_deref())?;
    let numbers = project.numbers(lab);
    if numbers.times.is_empty() {
        return Err(no_times(lab));
    }
    project.note_use(lab, &name.name);
    let mut said = Vec::new();
    for dated in &numbers.times {
        let table = timed_table(lab, dated, &name.name)?;
        let variants = || table.variants.iter().map(String::as_str);
        let comparison = judge(table, variant, against).map_err(|refusal| match &refusal {
            Refusal::Unknown(name) => format!("{refusal}{}", nearest(name, variants())),
            _ => format!(
                "{refusal}; `cargo labs measure {} --only times --reference` makes them",
                lab.name
            ),
        })?;
        let words = sentence(&comparison);
        let stale = if dated.stale { " <strong class=\"stale\">stale</strong>" } else { "" };
        let on = match numbers.times.len() {
            1 => String::new(),
            _ => format!(" on {}", machine(&dated.ledger.provenance.machine)),
        };
        let class = class(comparison.verdict);
        said.push(format!(
            "<span class=\"verdict-time {class}\">{}</span>{stale}",
            escaped(&format!("{words}{on}"))
        ));
    }
    Ok(said.join("; "))
}

/// As one of the comparisons of all other variants with one.
pub(crate) fn judge(
    table: &TimeTable,
    variant: &str,
    against: &str,
) -> Result<Comparison, Refusal> {
    compare(table, variant, against, table.variants.len().saturating_sub(1))
}

/// `slower, 1.10 × (1.05 to 1.17)`.
fn sentence(comparison: &Comparison) -> String {
    format!("{}, {}", comparison.verdict, ratio(comparison))
}

/// `1.10 × (1.05 to 1.17)`.
pub(crate) fn ratio(comparison: &Comparison) -> String {
    let Comparison { ratio, low, high, .. } = comparison;
    format!("{ratio:.2} × ({low:.2} to {high:.2})")
}

/// For the style sheet.
pub(crate) fn class(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Faster => "faster",
        Verdict::Slower => "slower",
        Verdict::TooClose => "too-close",
    }
}
