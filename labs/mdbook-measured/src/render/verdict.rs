//! `{{#verdict}}` and the verdict column of a table: what the judge says.

use ledger::TimeTable;
use ledger::judge::{Comparison, Refusal, Verdict, compare};

use crate::directive::Name;
use crate::fault::nearest;
use crate::project::Project;
use crate::render::escaped;
use crate::render::number::{lab_of, no_times, timed_table};
use crate::render::provenance::machine;

/// A pair of variants of a table, and what the text says of the one against the
/// other.
pub(crate) struct Judged<'a> {
    pub(crate) table: &'a Name,
    pub(crate) variant: &'a str,
    pub(crate) against: &'a str,
    pub(crate) expected: Option<Verdict>,
}

/// The verdict as inline HTML, one per machine that has timed the table; and
/// whatever the text around it must no longer say.
pub(crate) fn verdict(
    project: &Project,
    page: Option<&str>,
    judged: &Judged<'_>,
) -> Result<(String, Option<String>), String> {
    let Judged { table: name, variant, against, expected } = *judged;
    let lab = lab_of(project, page, name.lab.as_deref())?;
    let numbers = project.numbers(lab);
    if numbers.times.is_empty() {
        return Err(no_times(lab));
    }
    project.note_use(lab, &name.name);
    let (mut said, mut unexpected) = (Vec::new(), Vec::new());
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
        if expected.is_some_and(|expected| expected != comparison.verdict) {
            unexpected.push(format!("{}{on}", comparison.verdict));
        }
        let class = class(comparison.verdict);
        said.push(format!(
            "<span class=\"verdict-time {class}\">{}</span>{stale}",
            escaped(&format!("{words}{on}"))
        ));
    }
    let other = expected.filter(|_| !unexpected.is_empty()).map(|expected| {
        let now = unexpected.join(" and ");
        format!("the text expects {expected}, and it is {now} now: change the text")
    });
    Ok((said.join("; "), other))
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
