//! A listing as text: figures in the margin, as `pprof -list` has them.

use std::fmt::Write as _;

use super::{Line, Listing, Routine};
use crate::model::{Metric, Values};
use crate::text::{BOLD, DIM, RED, commas, percent, styled};

/// A column of the margin: what, and whether the line's own or with what it called.
type Column = (Metric, bool);

impl Listing {
    /// As text, cut to the width.
    pub fn render(&self, width: Option<usize>) -> String {
        let mut out = String::new();
        for (at, routine) in self.functions.iter().enumerate() {
            if at > 0 {
                out.push('\n');
            }
            self.routine(routine, width, &mut out);
        }
        out
    }

    fn routine(&self, routine: &Routine, width: Option<usize>, out: &mut String) {
        let file = routine.source.as_deref().or(routine.file.as_deref()).unwrap_or("no file");
        let _ = writeln!(out, "{}  {}", styled(BOLD, &routine.function), styled(DIM, file));
        if let Some(note) = &routine.note {
            let _ = writeln!(out, "{}", styled(RED, &format!("note: {note}")));
        }
        let columns = self.columns(routine);
        let rows: Vec<Vec<String>> = routine.lines.iter().map(|l| cells(l, &columns)).collect();
        let sum = Line { flat: routine.flat, cum: routine.cum, ..Line::default() };
        let (sum, titles) = (cells(&sum, &columns), self.titles(&columns));
        let widest = |column: usize| {
            let cells = rows.iter().chain([&sum, &titles]).map(|row| row[column].chars().count());
            cells.max().unwrap_or_default()
        };
        let widths: Vec<usize> = (0..columns.len()).map(widest).collect();
        let margin = |cells: &[String]| {
            let cells = cells.iter().zip(&widths);
            cells.map(|(cell, width)| format!("{cell:>width$}  ")).collect::<String>()
        };
        let _ = writeln!(out, "{}", styled(BOLD, &format!("{}  line", margin(&titles))));
        for (line, row) in routine.lines.iter().zip(&rows) {
            let margin = format!("{}{:>6}", margin(row), number(line.line));
            let used = margin.chars().count() + 2;
            let rest = width.map_or(usize::MAX, |width| width.saturating_sub(used).max(12));
            let text = format!("{margin}  {}", cut_end(line.text.as_deref().unwrap_or(""), rest));
            let own = line.flat != Values::default();
            let style = if own { BOLD } else { anstyle::Style::new() };
            let _ = writeln!(out, "{}", styled(style, text.trim_end()));
        }
        let first = columns.first().map_or(Metric::Bytes, |column| column.0);
        let share = |values: &Values| percent(values.get(first), self.total.get(first));
        let mut note = format!("   sum, {} of the profile", share(&routine.flat));
        if routine.flat != routine.cum {
            note += &format!(", {} with what it calls", share(&routine.cum));
        }
        let note = styled(DIM, &note);
        let _ = writeln!(out, "{}{note}", margin(&sum));
    }

    /// Flat values; and cumulative ones where the function calls what allocates.
    fn columns(&self, routine: &Routine) -> Vec<Column> {
        let calls = routine.lines.iter().any(|line| line.flat != line.cum);
        let of = |cum: bool| self.columns.iter().map(move |&(metric, _)| (metric, cum));
        of(false).chain(of(true).filter(|_| calls)).collect()
    }

    fn titles(&self, columns: &[Column]) -> Vec<String> {
        let title = |metric| self.columns.iter().find(|c| c.0 == metric).map_or("", |c| c.1);
        let title = |&(metric, cum): &Column| match cum {
            true => format!("cum {}", title(metric)),
            false => title(metric).to_owned(),
        };
        columns.iter().map(title).collect()
    }
}

fn cells(line: &Line, columns: &[Column]) -> Vec<String> {
    let cell = |&(metric, cum): &Column| match if cum { &line.cum } else { &line.flat }.get(metric)
    {
        0 => ".".to_owned(),
        value => commas(value),
    };
    columns.iter().map(cell).collect()
}

fn number(line: u32) -> String {
    if line == 0 { "?".to_owned() } else { line.to_string() }
}

/// A source line is cut at its end.
fn cut_end(text: &str, width: usize) -> String {
    let text = text.replace('\t', "    ");
    if text.chars().count() <= width {
        return text;
    }
    text.chars().take(width.saturating_sub(1)).chain(['…']).collect()
}
