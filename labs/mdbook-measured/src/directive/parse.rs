//! Reading one directive.

use ledger::judge::Verdict;

use super::predict::parse_predict;
use super::{
    By, Calibrated, ClaimField, Directive, Drawn, Field, MDBOOKS, Name, OURS, Part, Place, Shown,
    Value,
};
use crate::fault::nearest;

/// Reads a directive of ours.
///
/// # Errors
///
/// What is wrong with it, with the form that is right.
pub fn parse(name: &str, arguments: &str) -> Result<Directive, String> {
    let words: Vec<&str> = arguments.split_whitespace().collect();
    match (name, words.as_slice()) {
        ("lab", [lab]) => Ok(Directive::Lab { lab: (*lab).to_owned() }),
        ("table", [name, rest @ ..]) => parse_table(name, rest),
        ("verdict", [pair, "vs", against]) => parse_verdict(pair, against, None),
        ("verdict", [pair, "vs", against, "expect", expected @ ..]) => {
            parse_verdict(pair, against, Some(parse_expected(expected)?))
        }
        ("chart", [name, "vs", variant]) => {
            let drawn = Drawn::Ratios { vs: (*variant).to_owned() };
            Ok(Directive::Chart { name: parse_name(name), drawn })
        }
        ("chart", [name, "by", column]) => {
            let drawn = Drawn::Counts { column: parse_by(column)?, sorted: true };
            Ok(Directive::Chart { name: parse_name(name), drawn })
        }
        ("chart", [name]) => Ok(Directive::Chart { name: parse_name(name), drawn: Drawn::Grid }),
        ("chart", [name, what]) => {
            Ok(Directive::Chart { name: parse_name(name), drawn: parse_drawn(what)? })
        }
        ("trace", [name]) => Ok(Directive::Trace { name: parse_name(name) }),
        ("predict", [_, ..]) => parse_predict(arguments),
        ("number", words) if !words.is_empty() => {
            let (value, shown) = parse_number(words)?;
            Ok(Directive::Number { value, shown })
        }
        ("claim", [id]) => Ok(Directive::Claim { id: (*id).to_owned(), field: None }),
        ("claim", [id, field]) => {
            Ok(Directive::Claim { id: (*id).to_owned(), field: Some(parse_claim_field(field)?) })
        }
        ("claims", [range]) => match range.split_once("..") {
            Some((from, to)) => Ok(Directive::Claims { from: from.to_owned(), to: to.to_owned() }),
            None => Err("a range is needed, as S000-01..S000-23".into()),
        },
        ("calibration", ["judge"]) => Ok(Directive::Calibration { what: Calibrated::Judge }),
        ("calibration", ["peers"]) => Ok(Directive::Calibration { what: Calibrated::Peers }),
        ("audit", [what]) => Ok(Directive::Audit { what: (*what).to_owned() }),
        (name, _) if OURS.contains(&name) => Err(format!("its form is {}", form(name))),
        (name, _) => Err(format!(
            "there is no such directive{}",
            nearest(name, OURS.into_iter().chain(MDBOOKS))
        )),
    }
}

/// A table's name, and what may stand after it.
fn parse_table(name: &str, rest: &[&str]) -> Result<Directive, String> {
    let name = parse_name(name);
    let of = |part, vs: Option<&str>| (part, None, vs.map(str::to_owned));
    let (part, by, vs) = match rest {
        [] => of(Part::Whole, None),
        ["counts"] => of(Part::Counts, None),
        ["times"] => of(Part::Times, None),
        ["vs", variant] => of(Part::Whole, Some(variant)),
        ["times", "vs", variant] => of(Part::Times, Some(variant)),
        ["by", column] => (Part::Whole, Some(parse_by(column)?), None),
        [part] => {
            let near = nearest(part, ["counts", "times"].into_iter());
            return Err(format!("a table has no part {part:?}{near}"));
        }
        _ => return Err(format!("its form is {}", form("table"))),
    };
    Ok(Directive::Table { name, part, by, vs })
}

/// `table/row.field`, `fact`, and what may stand after it.
pub(super) fn parse_number(words: &[&str]) -> Result<(Value, Shown), String> {
    let shown = match words {
        [_] => Shown::Full,
        [_, "bare"] => Shown::Bare,
        [_, "sum"] => Shown::Sum,
        [_, "count"] => Shown::Count,
        [_, "of", whole] => Shown::Of(parse_value(whole)?),
        [_, "over", other] => Shown::Over(parse_value(other)?),
        _ => return Err(format!("its form is {}", form("number"))),
    };
    Ok((parse_value(words[0])?, shown))
}

pub(super) fn form(name: &str) -> &'static str {
    match name {
        "chart" => {
            "`{{#chart table bytes}}`, `blocks` or `times`, `{{#chart table by bytes}}` or `{{#chart table vs variant}}`; of a grid `{{#chart grid}}`"
        }
        "predict" => {
            "`{{#predict How many? = table/row.field}}` or `{{#predict Which? | a | b = most blocks of table}}`; after `=` stands what `number` shows, or `most`, `least`, `slowest` or `fastest`"
        }
        "calibration" => "`{{#calibration judge}}` or `{{#calibration peers}}`",
        "lab" => "`{{#lab lab1}}`",
        "trace" => "`{{#trace name}}`",
        "table" => {
            "`{{#table name}}`, `{{#table name counts}}`, `{{#table name times}}`, `{{#table name times vs variant}}`, `{{#table name vs variant}}` or `{{#table name by bytes}}`"
        }
        "verdict" => {
            "`{{#verdict table/variant vs variant}}`, with `expect faster`, `expect slower` or `expect too close` after it"
        }
        "number" => {
            "`{{#number table/row.field}}` or `{{#number fact}}`, with `bare`, `sum`, `count`, `of other/row.field` or `over other/row.field` after it"
        }
        "claim" => "`{{#claim S000-03}}` or `{{#claim S000-03 claimed}}`",
        "claims" => "`{{#claims S000-01..S000-23}}`",
        _ => "`{{#audit S000}}` or `{{#audit summary}}`",
    }
}

/// `table/a` against `a` or `table/a`.
fn parse_verdict(
    pair: &str,
    against: &str,
    expected: Option<Verdict>,
) -> Result<Directive, String> {
    let (table, variant) =
        pair.rsplit_once('/').ok_or_else(|| format!("its form is {}", form("verdict")))?;
    let against = match against.rsplit_once('/') {
        Some((other, against)) if other == table => against,
        Some(_) => return Err("a verdict compares two variants of one table".into()),
        None => against,
    };
    let table = parse_name(table);
    let (variant, against) = (variant.to_owned(), against.to_owned());
    Ok(Directive::Verdict { table, variant, against, expected })
}

/// `faster`, `slower` or `too close`.
fn parse_expected(words: &[&str]) -> Result<Verdict, String> {
    match words {
        ["faster"] => Ok(Verdict::Faster),
        ["slower"] => Ok(Verdict::Slower),
        ["too", "close"] => Ok(Verdict::TooClose),
        words => {
            let words = words.join(" ");
            let near = nearest(&words, ["faster", "slower", "too close"].into_iter());
            Err(format!("no verdict is {words:?}{near}"))
        }
    }
}

pub(super) fn parse_name(text: &str) -> Name {
    match text.split_once('/') {
        Some((lab, name)) => Name { lab: Some(lab.to_owned()), name: name.to_owned() },
        None => Name { lab: None, name: text.to_owned() },
    }
}

pub(super) fn parse_by(text: &str) -> Result<By, String> {
    match text {
        "blocks" => Ok(By::Blocks),
        "bytes" => Ok(By::Bytes),
        other => Err(format!(
            "a table has no order {other:?}{}",
            nearest(other, ["blocks", "bytes"].into_iter())
        )),
    }
}

fn parse_drawn(text: &str) -> Result<Drawn, String> {
    match text {
        "blocks" => Ok(Drawn::Counts { column: By::Blocks, sorted: false }),
        "bytes" => Ok(Drawn::Counts { column: By::Bytes, sorted: false }),
        "times" => Ok(Drawn::Times),
        other => Err(format!(
            "a chart draws no {other:?}{}",
            nearest(other, ["blocks", "bytes", "times"].into_iter())
        )),
    }
}

fn parse_claim_field(text: &str) -> Result<ClaimField, String> {
    match text {
        "claimed" => Ok(ClaimField::Claimed),
        "measured" => Ok(ClaimField::Measured),
        other => Err(format!(
            "a claim has no field {other:?}{}",
            nearest(other, ["claimed", "measured"].into_iter())
        )),
    }
}

/// What to say of a row's field that there is none of.
pub(crate) fn no_field(field: &str) -> String {
    let known = nearest(field, FIELDS.iter().map(|(name, _)| *name));
    format!("a row has no field {field:?}{known}")
}

/// The name of a field.
pub(crate) fn field_name(field: Field) -> &'static str {
    FIELDS.iter().find(|(_, known)| *known == field).map_or("", |(name, _)| name)
}

/// The fields by name.
const FIELDS: [(&str, Field); 7] = [
    ("blocks", Field::Blocks),
    ("bytes", Field::Bytes),
    ("peak_blocks", Field::PeakBlocks),
    ("peak_bytes", Field::PeakBytes),
    ("held_blocks", Field::HeldBlocks),
    ("held_bytes", Field::HeldBytes),
    ("time", Field::Time),
];

/// `[go:][lab/]table/row.field` or `[go:][lab/]fact`.
fn parse_value(text: &str) -> Result<Value, String> {
    let (go, rest) = text.strip_prefix("go:").map_or((false, text), |rest| (true, rest));
    let parts: Vec<&str> = rest.split('/').collect();
    let row = |table: &str, last: &str| -> Result<Place, String> {
        let (row, field) = last
            .rsplit_once('.')
            .ok_or_else(|| format!("{last:?} needs a field, as `{last}.bytes`"))?;
        let (table, row, column) = (table.to_owned(), row.to_owned(), field.to_owned());
        Ok(match FIELDS.iter().find(|(name, _)| *name == field) {
            Some((_, field)) => Place::Row { table, row, field: *field },
            None => Place::Cell { table, row, column },
        })
    };
    let (lab, place) = match parts.as_slice() {
        [fact] => (None, Place::Fact((*fact).to_owned())),
        // `lab1/text` is a fact of lab1; a row always has a field.
        [lab, fact] if !fact.contains('.') => {
            (Some((*lab).to_owned()), Place::Fact((*fact).to_owned()))
        }
        [table, last] => (None, row(table, last)?),
        [lab, table, last] => (Some((*lab).to_owned()), row(table, last)?),
        _ => {
            return Err(format!("{text:?} is no value; the form is `table/row.field` or `fact`"));
        }
    };
    Ok(Value { go, lab, place })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_in_all_their_forms() {
        let value = |text: &str| parse_value(text).unwrap();
        assert_eq!(
            value("text"),
            Value { go: false, lab: None, place: Place::Fact("text".into()) }
        );
        assert_eq!(
            value("go:lab2/chain"),
            Value { go: true, lab: Some("lab2".into()), place: Place::Fact("chain".into()) }
        );
        let (table, cell) = ("g".to_owned(), ("0.05".to_owned(), "insert_vec".to_owned()));
        let cell = Place::Cell { table, row: cell.0, column: cell.1 };
        assert_eq!(value("g/0.05.insert_vec").place, cell);
        let row = Place::Row { table: "t".into(), row: "r".into(), field: Field::PeakBytes };
        assert_eq!(value("t/r.peak_bytes"), Value { go: false, lab: None, place: row.clone() });
        assert_eq!(
            value("lab3/t/r.peak_bytes"),
            Value { go: false, lab: Some("lab3".into()), place: row }
        );
    }

    #[test]
    fn a_wrong_directive_is_told_its_form_or_the_nearest_name() {
        for (name, arguments, part) in [
            ("tabel", "x", "did you mean `table`"),
            ("table", "", "its form is `{{#table name}}`"),
            ("table", "x by byte", "did you mean `bytes`"),
            ("table", "x time", "did you mean `times`"),
            ("table", "x counts vs y", "its form is `{{#table name}}`, `{{#table name counts}}`"),
            ("number", "a/b/c/d", "is no value"),
            ("trace", "", "its form is `{{#trace name}}`"),
            ("trace", "x by bytes", "its form is `{{#trace name}}`"),
            ("chart", "", "its form is `{{#chart table bytes}}`"),
            ("chart", "x time", "a chart draws no \"time\"; did you mean `times`"),
            ("chart", "x by times", "a table has no order \"times\""),
            ("verdict", "t/a vs b expect slow", "no verdict is \"slow\"; did you mean `slower`"),
            ("verdict", "t/a vs b slower", "its form is `{{#verdict table/variant vs variant}}`"),
            ("claim", "S000-01 claim", "did you mean `claimed`"),
            ("claims", "S000-01", "a range is needed"),
        ] {
            let message = parse(name, arguments).unwrap_err();
            assert!(message.contains(part), "{name} {arguments}: {message}");
        }
    }
}
