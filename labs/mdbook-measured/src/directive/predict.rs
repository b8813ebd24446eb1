//! Reading a prediction: `question | option | option = answer`.

use super::parse::{form, parse_by, parse_name, parse_number};
use super::{Answer, Directive, Extreme};
use crate::fault::near;

/// The words that ask for a row.
const EXTREMES: [&str; 4] = ["most", "least", "slowest", "fastest"];

/// Where the question ends in a prediction's arguments: what stands before is
/// prose.
pub(crate) fn question_end(arguments: &str) -> usize {
    let answer = equals(arguments).unwrap_or(arguments.len());
    alone(&arguments[..answer], "|").next().unwrap_or(answer)
}

/// The last `=`: a question may hold others.
fn equals(arguments: &str) -> Option<usize> {
    alone(arguments, "=").last()
}

/// Where a sign stands with white space on both sides.
fn alone<'a>(text: &'a str, sign: &'a str) -> impl Iterator<Item = usize> + 'a {
    text.match_indices(sign).map(|(at, _)| at).filter(move |at| {
        let after = text[at + sign.len()..].chars().next().is_none_or(char::is_whitespace);
        after && text[..*at].chars().next_back().is_none_or(char::is_whitespace)
    })
}

/// Reads what stands between `{{#predict` and `}}`.
pub(super) fn parse_predict(arguments: &str) -> Result<Directive, String> {
    let Some(equals) = equals(arguments) else {
        return Err(format!("it has no answer; its form is {}", form("predict")));
    };
    let (asked, answer) = (&arguments[..equals], &arguments[equals + 1..]);
    let words: Vec<&str> = asked.split_whitespace().collect();
    let mut asked = words.split(|word| *word == "|").map(|words| words.join(" "));
    let question = asked.next().unwrap_or_default();
    if question.is_empty() {
        return Err(format!("it asks nothing; its form is {}", form("predict")));
    }
    let options: Vec<String> = asked.collect();
    if options.len() == 1 || options.iter().any(String::is_empty) {
        return Err("a choice needs two options or more, as `| a | b`".into());
    }
    let twice = |(i, option): &(usize, &String)| options[..*i].contains(option);
    if let Some((_, option)) = options.iter().enumerate().find(twice) {
        return Err(format!("the option {option:?} stands there twice"));
    }
    let answer = parse_answer(&answer.split_whitespace().collect::<Vec<_>>())?;
    if matches!(answer, Answer::Number { .. }) && !options.is_empty() {
        return Err("a number is no choice: leave the options out, or ask for `most`, `least`, `slowest` or `fastest`".into());
    }
    Ok(Directive::Predict { question, options, answer })
}

fn parse_answer(words: &[&str]) -> Result<Answer, String> {
    let (extreme, table) = match words {
        ["most", column, "of", table] => (Extreme::Most(parse_by(column)?), table),
        ["least", column, "of", table] => (Extreme::Least(parse_by(column)?), table),
        ["slowest", "of", table] => (Extreme::Slowest, table),
        ["fastest", "of", table] => (Extreme::Fastest, table),
        [] => return Err(format!("it has no answer; its form is {}", form("predict"))),
        [word @ ("most" | "least"), ..] => {
            return Err(format!("the form is `{word} blocks of table` or `{word} bytes of table`"));
        }
        [word @ ("slowest" | "fastest"), ..] => {
            return Err(format!("the form is `{word} of table`"));
        }
        // One word alone can be a fact's name.
        [first, _, ..] if !first.contains('/') && near(first, EXTREMES.into_iter()).is_some() => {
            let meant = near(first, EXTREMES.into_iter()).unwrap_or_default();
            return Err(format!("{first:?} asks for nothing{meant}"));
        }
        _ => {
            let (value, shown) = parse_number(words)?;
            return Ok(Answer::Number { value, shown });
        }
    };
    Ok(Answer::Row { table: parse_name(table), extreme })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::directive::By;

    #[test]
    fn a_question_has_its_options_and_its_answer() {
        let read = parse_predict("Is a = b?\n  Which | x y | z = most blocks of lab2/t").unwrap();
        let Directive::Predict { question, options, answer } = read else { panic!("{read:?}") };
        assert_eq!(
            (question.as_str(), options),
            ("Is a = b? Which", vec!["x y".into(), "z".into()])
        );
        let table = parse_name("lab2/t");
        assert_eq!(answer, Answer::Row { table, extreme: Extreme::Most(By::Blocks) });
        let read = parse_predict("How long is it? = chain sum").unwrap();
        assert!(
            matches!(&read, Directive::Predict { answer: Answer::Number { .. }, options, .. } if options.is_empty()),
            "{read:?}"
        );
    }

    #[test]
    fn what_a_prediction_lacks_is_told() {
        for (arguments, part) in [
            ("How many?", "it has no answer; its form is"),
            ("How many? = ", "it has no answer; its form is"),
            (" = t/r.blocks", "it asks nothing"),
            ("Which? | a = most blocks of t", "a choice needs two options"),
            ("Which? | a | | b = most blocks of t", "a choice needs two options"),
            ("Which? | a | a = most blocks of t", "\"a\" stands there twice"),
            ("Which? | a | b = t/a.blocks", "a number is no choice"),
            ("Which? = most of t", "the form is `most blocks of table`"),
            ("Which? = most block of t", "did you mean `blocks`"),
            ("Which? = slowest t", "the form is `slowest of table`"),
            ("Which? = slowst of t", "did you mean `slowest`"),
        ] {
            let message = parse_predict(arguments).unwrap_err();
            assert!(message.contains(part), "{arguments}: {message}");
        }
    }
}
