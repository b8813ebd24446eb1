//! `{{#lab}}`: what a lab asks and how it is run.

use std::fmt::Write as _;

use crate::audits::Audits;
use crate::project::{Lab, Project};
use crate::render::{attribute, escaped};

/// The card as a block of HTML. `audits` lead to the claims. Below it stands what
/// `theme/results.js` needs; without scripts it is not shown.
pub(crate) fn card(project: &Project, lab: &Lab, audits: &Audits) -> String {
    let name = escaped(&lab.name);
    let mut out = format!("<aside class=\"lab-card\" aria-label=\"{}\">\n", attribute(&lab.name));
    let _ =
        writeln!(out, "<p class=\"question\"><b>{name}</b> {}</p>\n<dl>", escaped(&lab.question));
    for (what, command) in [
        ("Count", format!("cargo test -p {}", lab.name)),
        ("Time", format!("cargo bench -p {}", lab.name)),
        ("Put your machine beside ours", format!("cargo labs measure {}", lab.name)),
        ("Exercise", format!("cargo labs try {}", lab.name)),
    ] {
        let _ = writeln!(out, "<dt>{what}</dt><dd><code>{}</code></dd>", escaped(&command));
    }
    let (read, exercise) = (lab.minutes, lab.exercise.minutes);
    let _ = writeln!(
        out,
        "<dt>Takes</dt><dd>about {read} minutes, and {exercise} for the exercise</dd>"
    );
    let claims: Vec<String> = lab.claims.iter().filter_map(|range| linked(range, audits)).collect();
    if !claims.is_empty() {
        let _ = writeln!(out, "<dt>Claims</dt><dd>{}</dd>", claims.join(", "));
    }
    let source = format!("labs/{}", lab.name);
    match &project.repository {
        Some(url) => {
            let url = format!("{}/tree/HEAD/{source}", url.trim_end_matches('/'));
            let _ = writeln!(
                out,
                "<dt>Source</dt><dd><a href=\"{}\">{}</a></dd>",
                attribute(&url),
                escaped(&source)
            );
        }
        None => {
            let _ = writeln!(out, "<dt>Source</dt><dd><code>{}</code></dd>", escaped(&source));
        }
    }
    out.push_str("</dl>\n</aside>\n");
    let _ = write!(
        out,
        "<div class=\"own-results needs-js\">\n\
         <p><label>Your own results beside ours: <input type=\"file\" accept=\".json,application/json\"></label></p>\n\
         <p>Or drop the files onto this page: those that <code>cargo labs measure {name}</code> left in <code>target/labs/{name}</code>. They stay in this browser; nothing is sent.</p>\n\
         <output></output>\n</div>"
    );
    out
}

/// A range of claims, its ends as links; `None` where no page shows that text.
fn linked((from, to): &(String, String), audits: &Audits) -> Option<String> {
    let audit = audits.of(from.split('-').next().unwrap_or(from)).ok()?;
    let link = |id: &str| format!("<a href=\"{audit}#{}\">{}</a>", attribute(id), escaped(id));
    Some(match from == to {
        true => link(from),
        false => format!("{} to {}", link(from), link(to)),
    })
}
