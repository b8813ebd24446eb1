//! `{{#calibration}}`: how often the judge of times is right, and its peers.

use std::fmt::Write as _;

use ledger::{Calibration, Case, Copies, Tally};

use crate::directive::Calibrated;
use crate::project::{Calibrations, Dated, Project};
use crate::render::provenance::{calibrated, machine};
use crate::render::{attribute, escaped, scrolling_table, slug};

/// One table per machine that was calibrated, the reader's own at the end.
pub(crate) fn calibration(project: &Project, what: Calibrated) -> Result<String, String> {
    let all = project.calibrations();
    if let Some((file, message)) = all.faults.first() {
        return Err(format!("{file}: {message}"));
    }
    let (shown, flag) = match what {
        Calibrated::Judge => (&all.judge, ""),
        Calibrated::Peers => (&all.peers, " --peers"),
    };
    if shown.is_empty() {
        return Err(format!(
            "nobody has calibrated yet; `cargo labs calibrate{flag} --reference` does"
        ));
    }
    Ok(match what {
        Calibrated::Judge => {
            let ours = all.judge.iter().map(|dated| judge(dated, "Calibrated"));
            ours.chain(all.yours.iter().map(|dated| judge(dated, "Your machine"))).collect()
        }
        Calibrated::Peers => all.peers.iter().map(|dated| peers(all, dated)).collect(),
    })
}

/// The truth in words, and what we want of a judge.
fn row_head(case: Case) -> (&'static str, &'static str) {
    match case {
        Case::Same => ("the very same code", "called different in at most 2 %"),
        Case::TableOfEight => ("a table of eight, all the same code", "any verdict in at most 5 %"),
        Case::Copies => ("identical copies at other addresses", "called different in at most 5 %"),
        Case::Slower2 => ("2 % slower", ""),
        Case::Slower5 => ("5 % slower", "found in 85 % where copies agree"),
        Case::Slower10 => ("10 % slower", "found in 95 % where copies agree"),
        Case::Slower25 => ("25 % slower", "found in 95 % everywhere"),
        Case::Runs => ("the same program, measured again", "called different in at most 5 %"),
        Case::RunsSlower10 => ("10 % slower, measured again", ""),
    }
}

/// Our judge on one machine: a row per case, a column per function.
fn judge(dated: &Dated<Calibration>, what: &str) -> String {
    let body = &dated.ledger.body;
    let mut functions: Vec<&str> = body.tallies.iter().map(|t| t.function.as_str()).collect();
    functions.sort_unstable();
    functions.dedup();
    let on = machine(&dated.ledger.provenance.machine);
    let title = format!("{what}: how often the judge is right, on {on}");
    let id = attribute(&slug(&format!("calibration {what} {on}")));
    let mut out = scrolling_table("measured calibration", &format!(" id=\"{id}\""), &title);
    out.push_str("<thead><tr><th scope=\"col\">the truth</th><th scope=\"col\" class=\"rate\">all functions</th>");
    for function in &functions {
        let function = escaped(function);
        let _ = write!(out, "<th scope=\"col\" class=\"rate\"><code>{function}</code></th>");
    }
    out.push_str("</tr></thead>\n<tbody>\n");
    for case in Case::ALL {
        let of_case: Vec<&Tally> = body.tallies.iter().filter(|t| t.case == case).collect();
        if of_case.is_empty() {
            continue;
        }
        let (truth, wanted) = row_head(case);
        let _ = write!(
            out,
            "<tr><th scope=\"row\">{}<small>{}</small></th>{}",
            escaped(truth),
            escaped(wanted),
            cell(case, Sum::of(of_case.iter().copied()), true)
        );
        for function in &functions {
            let of_function = of_case.iter().filter(|t| t.function == *function);
            out += &cell(case, Sum::of(of_function.copied()), false);
        }
        out.push_str("</tr>\n");
    }
    out += &copies(&body.copies, &functions);
    let _ = write!(out, "</tbody>\n</table>\n</div>\n{}</figure>\n", calibrated(&[dated]));
    out
}

/// How far the linker alone moves each function.
fn copies(copies: &[Copies], functions: &[&str]) -> String {
    let mut out = String::from(
        "<tr><th scope=\"row\">a copy over its twin<small>half of all placements</small></th><td class=\"rate\"></td>",
    );
    for function in functions {
        let of_function = copies.iter().find(|copies| copies.function == *function);
        let text = of_function.map_or(String::new(), |c| {
            let half = format!("{:.3} to {:.3}", c.half_low, c.half_high);
            let nine = format!("nine of ten: {:.2} to {:.2}", c.low, c.high);
            format!("{}<small>{}</small>", escaped(&half), escaped(&nine))
        });
        let _ = write!(out, "<td class=\"rate\">{text}</td>");
    }
    out + "</tr>\n"
}

/// One machine's peers, below our judge where it was calibrated there too.
fn peers(all: &Calibrations, peers: &Dated<Calibration>) -> String {
    const CASES: [Case; 6] =
        [Case::Same, Case::Copies, Case::Slower2, Case::Slower5, Case::Slower10, Case::Slower25];
    let here = &peers.ledger.provenance.machine;
    let ours =
        all.judge.iter().filter(|dated| dated.ledger.provenance.machine.slug() == here.slug());
    let shown: Vec<&Dated<Calibration>> = ours.chain([peers]).collect();
    let title = format!("The same functions, asked of other judges, on {}", machine(here));
    let id = attribute(&slug(&format!("peers {}", machine(here))));
    let mut out = scrolling_table("measured calibration", &format!(" id=\"{id}\""), &title);
    out.push_str("<thead><tr><th scope=\"col\">judge</th>");
    for case in CASES {
        let _ = write!(out, "<th scope=\"col\" class=\"rate\">{}</th>", escaped(row_head(case).0));
    }
    out.push_str("</tr></thead>\n<tbody>\n");
    for method in shown.iter().flat_map(|dated| &dated.ledger.body.method) {
        let (name, rule) = (escaped(&method.judge), escaped(&method.rule));
        let _ = write!(out, "<tr><th scope=\"row\">{name}<small>{rule}</small></th>");
        let tallies = shown.iter().flat_map(|dated| &dated.ledger.body.tallies);
        let tallies: Vec<&Tally> = tallies.filter(|tally| tally.judge == method.judge).collect();
        for case in CASES {
            let of_case = tallies.iter().copied().filter(|tally| tally.case == case);
            out += &cell(case, Sum::of(of_case), true);
        }
        out.push_str("</tr>\n");
    }
    let _ = write!(out, "</tbody>\n</table>\n</div>\n{}</figure>\n", calibrated(&shown));
    out
}

/// Tallies of one case, added up.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Sum {
    judged: u64,
    faster: u64,
    slower: u64,
    refused: u64,
}

impl Sum {
    fn of<'a>(tallies: impl IntoIterator<Item = &'a Tally>) -> Sum {
        tallies.into_iter().fold(Sum::default(), |sum, tally| Sum {
            judged: sum.judged + tally.judged,
            faster: sum.faster + tally.faster,
            slower: sum.slower + tally.slower,
            refused: sum.refused + tally.refused,
        })
    }
}

/// `3 %`, and below it `6 of 200`, with the interval of the rate where it is
/// `whole`, and with what went to the wrong side.
fn cell(case: Case, sum: Sum, whole: bool) -> String {
    let Sum { judged, faster, slower, refused } = sum;
    if judged == 0 {
        return "<td class=\"rate\"></td>".into();
    }
    let said = if case.is_slower() { slower } else { faster + slower };
    let mut small = format!("{said} of {judged}");
    if whole {
        let (low, high) = wilson(said, judged);
        let _ = write!(small, "\n{:.1} to {:.1} %", low * 100.0, high * 100.0);
    }
    if case.is_slower() && faster > 0 {
        let _ = write!(small, "\n{faster} called faster");
    }
    if refused > 0 {
        let _ = write!(small, "\n{refused} refused");
    }
    let rate = format!("{} %", said * 100 / judged);
    let rate = if said * 100 % judged == 0 {
        rate
    } else {
        format!("{:.1} %", said as f64 * 100.0 / judged as f64)
    };
    let small: String =
        small.lines().map(|line| format!("<small>{}</small>", escaped(line))).collect();
    format!("<td class=\"rate\">{}{small}</td>", escaped(&rate))
}

/// The rates that go with so many of so many at the 95 % level: Wilson's score
/// interval, which stays between 0 and 1 and has a width also for none of many.
fn wilson(hits: u64, trials: u64) -> (f64, f64) {
    const Z: f64 = 1.959_964;
    let (n, p) = (trials as f64, hits as f64 / trials as f64);
    let middle = (p + Z * Z / (2.0 * n)) / (1.0 + Z * Z / n);
    let half = Z / (1.0 + Z * Z / n) * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
    ((middle - half).max(0.0), (middle + half).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rate_of_none_still_has_an_interval() {
        // From a printed table: 0 of 100 is 0 to 3.7 %, 50 of 100 40.4 to 59.6 %.
        let (low, high) = wilson(0, 100);
        assert!(low == 0.0 && (high - 0.037).abs() < 0.0005, "{low} {high}");
        let (low, high) = wilson(50, 100);
        assert!((low - 0.404).abs() < 0.0005 && (high - 0.596).abs() < 0.0005, "{low} {high}");
        assert!(wilson(100, 100).1 <= 1.0);
    }

    #[test]
    fn right_and_wrong_are_told_apart() {
        let sum = Sum { judged: 200, faster: 3, slower: 190, refused: 1 };
        let text = cell(Case::Slower10, sum, false);
        assert!(
            text.contains(
                "95 %<small>190 of 200</small><small>3 called faster</small><small>1 refused<"
            ),
            "{text}"
        );
        let text = cell(Case::Copies, sum, true);
        assert!(text.contains("96.5 %<small>193 of 200</small><small>93"), "{text}");
        assert_eq!(cell(Case::Same, Sum::default(), true), "<td class=\"rate\"></td>");
    }
}
