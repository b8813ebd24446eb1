//! `{{#claim}}`, `{{#claims}}`, `{{#audit}}`: the Go texts and our verdicts.

use std::fmt::Write as _;

use crate::audits::Audits;
use crate::claims::{Claim, Text, Verdict};
use crate::directive::ClaimField;
use crate::fault::nearest;
use crate::project::Project;
use crate::render::{attribute, escaped, scrolling_table};

fn find<'a>(project: &'a Project, id: &str) -> Result<&'a Claim, String> {
    let ids = project.claims.iter().map(|claim| claim.id.as_str());
    project.claim(id).ok_or_else(|| format!("there is no claim {id:?}{}", nearest(id, ids)))
}

/// A mark that leads to the claim, or a quoted field of it.
pub(crate) fn claim(
    project: &Project,
    audits: &Audits,
    id: &str,
    field: Option<ClaimField>,
) -> Result<String, String> {
    let claim = find(project, id)?;
    let quoted = match field {
        None => return mark(claim, audits),
        Some(ClaimField::Claimed) => &claim.claimed,
        Some(ClaimField::Measured) => &claim.measured,
    };
    if quoted == "-" {
        return Err(format!("{id} has no such figure to quote"));
    }
    Ok(format!("<q class=\"claim-figure\">{}</q>", escaped(quoted)))
}

fn mark(claim: &Claim, audits: &Audits) -> Result<String, String> {
    let audit = audits.of(&claim.text())?;
    let (id, verdict) = (escaped(&claim.id), claim.verdict);
    Ok(format!(
        "<a class=\"claim-mark {}\" href=\"{audit}#{}\">{id} <i>{}</i></a>",
        verdict.class(),
        attribute(&claim.id),
        verdict.words()
    ))
}

/// A table of the claims from one to another of the same text.
pub(crate) fn claims(
    project: &Project,
    audits: &Audits,
    from: &str,
    to: &str,
) -> Result<String, String> {
    let (first, last) = (find(project, from)?, find(project, to)?);
    if first.source != last.source {
        return Err(format!("{from} and {to} are of different texts"));
    }
    let place = |id: &str| project.claims.iter().position(|claim| claim.id == id).unwrap_or(0);
    let (first, last) = (place(from), place(to));
    if first > last {
        return Err(format!("{from} stands behind {to}"));
    }
    let caption = format!("Claims {from} to {to}");
    let shown = &project.claims[first..=last];
    let all = match shown.len() {
        1 => "The claim, with our verdict".to_owned(),
        count => format!("All {count} claims, with our verdicts"),
    };
    let mut out = format!("<details class=\"all-claims\">\n<summary>{all}</summary>\n");
    out += &scrolling_table("claims", "", &caption);
    out.push_str("<thead><tr><th scope=\"col\">claim</th><th scope=\"col\">the text says</th><th scope=\"col\">why</th></tr></thead>\n<tbody>\n");
    for claim in shown {
        let claimed = match claim.claimed.as_str() {
            "-" => String::new(),
            figure => format!("<small>{}</small>", escaped(figure)),
        };
        let _ = writeln!(
            out,
            "<tr><th scope=\"row\">{}</th><td>{}{claimed}</td><td>{}</td></tr>",
            mark(claim, audits)?,
            escaped(&claim.claim),
            escaped(&claim.reason)
        );
    }
    out.push_str("</tbody>\n</table>\n</div>\n</figure>\n</details>");
    Ok(out)
}

/// All claims of one text (`S000`), or how many of each verdict (`summary`).
pub(crate) fn audit(project: &Project, audits: &Audits, what: &str) -> Result<String, String> {
    if what == "summary" {
        return Ok(summary(project));
    }
    let Some(text) = project.texts.iter().find(|text| text.id == what) else {
        let names = project.texts.iter().map(|text| text.id.as_str()).chain(["summary"]);
        return Err(format!("there is no text {what:?}{}", nearest(what, names)));
    };
    audits.shown_here(what)?;
    let chosen = project.claims.iter().filter(|claim| claim.text() == text.id);
    let mut out =
        format!("<div class=\"audit\" data-source=\"{}\">\n{}", attribute(what), citation(text));
    for claim in chosen {
        let id = attribute(&claim.id);
        let _ = writeln!(
            out,
            "<article class=\"claim {}\" id=\"{id}\" data-verdict=\"{}\">",
            claim.verdict.class(),
            claim.verdict.class()
        );
        let _ = writeln!(
            out,
            "<p class=\"claim-head\"><a href=\"#{id}\">{id}</a> <b class=\"verdict\">{}</b> <small>{}</small></p>\n<p>{}</p>\n<dl>",
            claim.verdict.words(),
            escaped(&claim.section),
            escaped(&claim.claim)
        );
        let go = if claim.go_version == "-" {
            String::new()
        } else {
            format!(" <small>Go {}</small>", escaped(&claim.go_version))
        };
        for (name, text, more) in [
            ("claimed", &claim.claimed, ""),
            ("measured", &claim.measured, go.as_str()),
            ("why", &claim.reason, ""),
        ] {
            if text != "-" {
                let _ = writeln!(out, "<dt>{name}</dt><dd>{}{more}</dd>", escaped(text));
            }
        }
        out.push_str("</dl>\n</article>\n");
    }
    out.push_str("</div>");
    Ok(out)
}

fn citation(text: &Text) -> String {
    let author = text
        .author
        .as_deref()
        .map_or("The text names no author.".into(), |name| format!("By {}.", escaped(name)));
    let links: Vec<String> = text
        .links
        .iter()
        .map(|link| format!("<a href=\"{}\">{}</a>", attribute(link), escaped(link)))
        .collect();
    let from = if links.is_empty() {
        "It names no address.".into()
    } else {
        format!("It names as its origin {}.", links.join(" and "))
    };
    format!(
        "<p class=\"citation\"><cite>{}</cite> ({}). {author} {from}</p>\n",
        escaped(&text.title),
        escaped(&text.english)
    )
}

fn summary(project: &Project) -> String {
    let sources: Vec<&str> =
        project.texts.iter().map(|text| text.id.trim_start_matches('S')).collect();
    let count = |verdict: Verdict, source: Option<&str>| {
        project
            .claims
            .iter()
            .filter(|claim| {
                claim.verdict == verdict && source.is_none_or(|source| claim.source == source)
            })
            .count()
    };
    let mut out = scrolling_table("claims summary", "", "Verdicts by text");
    out.push_str(
        "<thead><tr><th scope=\"col\">verdict</th><th scope=\"col\" class=\"count\">all</th>",
    );
    for source in &sources {
        let _ = write!(out, "<th scope=\"col\" class=\"count\">S{}</th>", escaped(source));
    }
    out.push_str("</tr></thead>\n<tbody>\n");
    for verdict in Verdict::ALL {
        let _ = write!(
            out,
            "<tr><th scope=\"row\">{}</th><td class=\"count\">{}</td>",
            verdict.words(),
            count(verdict, None)
        );
        for source in &sources {
            let _ = write!(out, "<td class=\"count\">{}</td>", count(verdict, Some(source)));
        }
        out.push_str("</tr>\n");
    }
    let _ = write!(
        out,
        "<tr><th scope=\"row\">all</th><td class=\"count\">{}</td>",
        project.claims.len()
    );
    for source in &sources {
        let of_source = project.claims.iter().filter(|claim| claim.source == *source).count();
        let _ = write!(out, "<td class=\"count\">{of_source}</td>");
    }
    out.push_str("</tr>\n</tbody>\n</table>\n</div>\n</figure>");
    out
}
