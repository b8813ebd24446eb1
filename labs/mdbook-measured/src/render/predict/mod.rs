//! `{{#predict}}`: a question that the reader answers before the book does.
//!
//! The answer comes from a ledger and stands in a `<details>`; a field for the
//! guess stands before it. That works without a script. With `theme/predict.js`
//! the answer stays shut until there is a guess, and the guess is set beside it.

use std::fmt::Write as _;

use crate::directive::{Answer, Extreme, Name, Part, Place};
use crate::project::Project;
use crate::render::number::{answer, lab_of};
use crate::render::table::{Known, Wanted};
use crate::render::{attribute, escaped, slug};
use crate::shown::Shown;

mod choice;

use choice::{Choice, Standing};

/// The prediction as a block of HTML; `page` is the page's lab.
pub(crate) fn predict(
    project: &Project,
    shown: &mut Shown,
    page: Option<&str>,
    question: &str,
    options: &[String],
    answer: &Answer,
) -> Result<String, String> {
    let id: String = slug(&format!("predict {question}")).chars().take(60).collect();
    match answer {
        Answer::Number { value, shown: how } => {
            let known = self::answer(project, page, value, how)?;
            let lab = lab_of(project, page, value.lab.as_deref())?;
            let link = match &value.place {
                Place::Row { table, .. } | Place::Cell { table, .. } => {
                    link(shown, &lab.name, table, Part::Counts)
                }
                Place::Fact(_) => String::new(),
            };
            let stale = if known.stale { STALE } else { "" };
            let said = format!(
                "<p><span class=\"number\">{}</span>{stale}. {link}</p>",
                escaped(&known.text)
            );
            let id = shown.id(id);
            let guess = format!(
                "<p class=\"predict-question\"><label for=\"{id}-guess\"><b>Predict</b> {}</label></p>\n\
                 <p class=\"predict-guess\"><input id=\"{id}-guess\" type=\"text\" inputmode=\"decimal\" autocomplete=\"off\" size=\"12\" aria-describedby=\"{id}-unit\"> <span id=\"{id}-unit\">{}</span> {COMMIT}</p>",
                words(question),
                known.unit
            );
            let data = format!(
                " data-answer=\"{}\" data-text=\"{}\"",
                known.value,
                attribute(&known.text)
            );
            Ok(block(&id, &data, &guess, &said))
        }
        Answer::Row { table, extreme } => {
            let choice = choose(project, page, options, table, *extreme)?;
            let lab = lab_of(project, page, table.lab.as_deref())?;
            let part = match extreme {
                Extreme::Most(_) | Extreme::Least(_) => Part::Counts,
                Extreme::Slowest | Extreme::Fastest => Part::Times,
            };
            let link = link(shown, &lab.name, &table.name, part);
            let id = shown.id(id);
            let mut guess =
                format!("<fieldset>\n<legend><b>Predict</b> {}</legend>\n", words(question));
            for (name, standing) in &choice.options {
                let _ = writeln!(
                    guess,
                    "<label><input type=\"radio\" name=\"{id}\" value=\"{0}\" data-said=\"{1}\"> <code>{2}</code></label>",
                    attribute(name),
                    said(*standing),
                    escaped(name)
                );
            }
            let _ = write!(guess, "{COMMIT}\n</fieldset>");
            let mut answer = String::new();
            for sentence in &choice.sentences {
                let stale = if sentence.stale { STALE } else { "" };
                let _ = writeln!(answer, "<p>{}{stale}</p>", words(&sentence.text));
            }
            let _ = write!(answer, "<p>{link}</p>");
            Ok(block(&id, "", &guess, &answer))
        }
    }
}

const STALE: &str = " <strong class=\"stale\">stale</strong>";

/// For the script; it is here and not there so that nothing moves when it comes.
const COMMIT: &str = "<button type=\"button\" class=\"widget-button needs-js\">Commit</button>";

fn block(id: &str, data: &str, guess: &str, answer: &str) -> String {
    format!(
        "<div class=\"predict\" id=\"{id}\"{data}>\n{guess}\n<output></output>\n<details>\n<summary>The answer</summary>\n{answer}\n</details>\n</div>"
    )
}

/// What a guess comes to, before `You said x.`
fn said(standing: Standing) -> &'static str {
    match standing {
        Standing::Right => "Right.",
        Standing::Wrong => "No.",
        Standing::Open => "It may be: the judge cannot tell.",
        Standing::Depends => "It depends on the machine.",
    }
}

/// To the table that has the answer.
fn link(shown: &Shown, lab: &str, table: &str, part: Part) -> String {
    let id = shown.table(lab, table, Wanted { part, by: None, vs: None });
    id.map_or(String::new(), |id| format!("<a href=\"#{id}\">The table has the rest.</a>"))
}

/// Text in which backticks hold code.
fn words(text: &str) -> String {
    if text.matches('`').count() % 2 == 1 {
        return escaped(text);
    }
    let piece = |(i, piece): (usize, &str)| match i % 2 {
        0 => escaped(piece),
        _ => format!("<code>{}</code>", escaped(piece)),
    };
    text.split('`').enumerate().map(piece).collect()
}

fn choose(
    project: &Project,
    page: Option<&str>,
    options: &[String],
    name: &Name,
    extreme: Extreme,
) -> Result<Choice, String> {
    let lab = lab_of(project, page, name.lab.as_deref())?;
    let numbers = project.numbers(lab);
    let known = Known::of(lab, numbers, &name.name)?;
    project.note_use(lab, &name.name);
    let stale = numbers.counts.as_ref().is_some_and(|counts| counts.stale);
    match (extreme, known) {
        (Extreme::Most(column), known) => choice::by_count(known, options, column, true, stale),
        (Extreme::Least(column), known) => choice::by_count(known, options, column, false, stale),
        (Extreme::Slowest, Known::Variants(table)) => {
            choice::by_verdict(lab, numbers, table, options, true)
        }
        (Extreme::Fastest, Known::Variants(table)) => {
            choice::by_verdict(lab, numbers, table, options, false)
        }
        (_, Known::Lines(_)) => {
            Err("lines that allocate have no times; ask for `most` or `least`".into())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_stands_between_backticks_and_nothing_is_markup() {
        assert_eq!(words("Is `a<b>` *it*?"), "Is <code>a&#60;b&#62;</code> &#42;it&#42;?");
        assert_eq!(words("one ` alone"), "one &#96; alone");
    }
}
