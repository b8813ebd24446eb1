//! `{{#trace}}`: a recorded run, step by step.
//!
//! A step is an item of a list: what happened, in words, and a picture of where
//! everything lay then. Without a script, and on paper, that is a strip: every
//! step in words, and a picture where something happens for the first time. With
//! `theme/trace.js` one step is shown, and buttons, a slider and keys lead to
//! the others.

use std::fmt::Write as _;

use ledger::{Trace, TraceStep};

use crate::directive::Name;
use crate::fault::nearest;
use crate::project::Project;
use crate::render::number::{counts_of, lab_of};
use crate::render::provenance::{Origins, provenance};
use crate::render::{attribute, escaped, slug};
use crate::shown::Shown;

mod frame;
mod moves;

use frame::Stage;
use moves::{Move, moves, ranges};

/// The trace as a block of HTML; `page` is the page's lab.
pub(crate) fn trace(
    project: &Project,
    shown: &mut Shown,
    page: Option<&str>,
    name: &Name,
) -> Result<String, String> {
    let lab = lab_of(project, page, name.lab.as_deref())?;
    let numbers = project.numbers(lab);
    let traces = &counts_of(lab, numbers, false)?.traces;
    let trace = traces.iter().find(|trace| trace.name == name.name).ok_or_else(|| {
        let names = traces.iter().map(|trace| trace.name.as_str());
        format!("{} has no trace {:?}{}", lab.name, name.name, nearest(&name.name, names))
    })?;
    let id = shown.id(slug(&format!("trace {} {}", lab.name, trace.name)));
    let title = format!("{}, {}: a recorded run, step by step", lab.name, trace.name);
    let foot = provenance(lab, numbers, &trace.name, Origins::COUNTS);
    Ok(figure(&id, &title, trace, &foot))
}

fn figure(id: &str, title: &str, trace: &Trace, foot: &str) -> String {
    let stage = Stage::of(trace);
    let mut out = format!(
        "<figure class=\"trace\" id=\"{id}\">\n<p class=\"table-title\">{}</p>\n",
        escaped(title)
    );
    out += &bar(title, trace.steps.len());
    out += &stage.shapes(id);
    out += "<div class=\"trace-view\">\n<ol>\n";
    let mut before: Option<&TraceStep> = None;
    for (i, step) in trace.steps.iter().enumerate() {
        let moves = moves(before, step);
        let first = !trace.steps[..i].iter().any(|other| other.event == step.event);
        let class = match (i, first) {
            (0, _) => "key current",
            (_, true) => "key",
            (_, false) => "between",
        };
        let said = said(trace, i, &moves);
        let picture = stage.frame(id, i, &moves, before, &described(trace, step));
        let _ = writeln!(out, "<li class=\"{class}\">\n<p>{said}</p>\n{picture}</li>");
        before = Some(step);
    }
    let _ =
        writeln!(out, "</ol>\n</div>\n<p class=\"trace-key\">{}</p>\n{foot}</figure>", key(trace));
    out
}

/// The player's controls, for the script. They are here and not there so that
/// nothing moves when it comes.
fn bar(title: &str, steps: usize) -> String {
    let mut out = format!(
        "<div class=\"trace-bar needs-js\" role=\"group\" aria-label=\"{}\">\n",
        attribute(&format!("Player: {title}"))
    );
    for name in ["First", "Back", "Play", "Next"] {
        let _ = writeln!(out, "<button type=\"button\" class=\"widget-button\">{name}</button>");
    }
    let _ = writeln!(
        out,
        "<input type=\"range\" min=\"1\" max=\"{steps}\" value=\"1\" autocomplete=\"off\" aria-label=\"Step\">\n</div>"
    );
    out
}

/// What happened in a step, in words.
fn said(trace: &Trace, i: usize, moves: &[Move]) -> String {
    let step = &trace.steps[i];
    let mut out = format!(
        "<b>{} of {}</b> <strong>{}</strong> {}",
        i + 1,
        trace.steps.len(),
        escaped(&trace.lanes[step.lane]),
        escaped(&step.event)
    );
    if step.times > 1 {
        let _ = write!(out, ", {} times", step.times);
    }
    let moved: Vec<String> = moves.iter().map(|moved| moved.words(trace)).collect();
    let moved = if moved.is_empty() { "nothing moves".to_owned() } else { moved.join("; ") };
    let _ = write!(out, " <small>{}</small>", escaped(&moved));
    out
}

/// Where everything lies after a step, for someone who does not see it.
fn described(trace: &Trace, step: &TraceStep) -> String {
    let lane = |(name, cells): (&String, &Vec<Vec<u32>>)| {
        let cells = trace.places.iter().zip(cells).filter(|(_, cell)| !cell.is_empty());
        let cells = cells.map(|(place, cell)| format!("{} {}", place.name, ranges(cell)));
        let cells: Vec<String> = cells.collect();
        match cells.is_empty() {
            true => format!("{name}: nothing."),
            false => format!("{name}: {}.", cells.join("; ")),
        }
    };
    trace.lanes.iter().zip(&step.cells).map(lane).collect::<Vec<_>>().join(" ")
}

/// What the places are, and how the picture is read.
fn key(trace: &Trace) -> String {
    let mut out = String::new();
    for place in &trace.places {
        let _ = write!(out, "<b>{}</b> {}. ", escaped(&place.name), escaped(&place.note));
    }
    if trace.places.iter().any(|place| place.open) {
        out += "A dashed box is open to the others. ";
    }
    out + "A mark at the left says whose step it is. A full disc has moved in it, a crossed one is gone."
}
