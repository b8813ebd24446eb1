//! Text for the terminal: figures, names cut to the width, aligned columns.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};

/// Of a heading.
pub(crate) const BOLD: Style = Style::new().bold();
/// Of what is said beside the figures.
pub(crate) const DIM: Style = Style::new().dimmed();
/// Of more than before, and of warnings.
pub(crate) const RED: Style = AnsiColor::Red.on_default();
/// Of less than before.
pub(crate) const GREEN: Style = AnsiColor::Green.on_default();

/// `text` in a style; whoever prints it strips that where it is no terminal.
pub(crate) fn styled(style: Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}

/// `1,234,567`.
pub(crate) fn commas(number: impl Into<i128>) -> String {
    let number: i128 = number.into();
    let digits = number.unsigned_abs().to_string();
    let mut text = String::from(if number < 0 { "-" } else { "" });
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `12.3%`; `-` of nothing.
pub(crate) fn percent(part: u64, whole: u64) -> String {
    if whole == 0 { "-".to_owned() } else { format!("{:.1}%", share(part, whole) * 100.0) }
}

/// A part of a whole, zero of nothing.
pub(crate) fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

/// A time in the profile's unit: microseconds as people say them, others as
/// they are.
pub(crate) fn time(value: f64, unit: &str) -> String {
    if unit != "µs" {
        return format!("{} {unit}", commas(value.round() as i128));
    }
    match value {
        v if v < 9.95 => format!("{v:.1} µs"),
        v if v < 1e3 => format!("{v:.0} µs"),
        v if v < 1e6 => format!("{:.1} ms", v / 1e3),
        v => format!("{:.1} s", v / 1e6),
    }
}

/// A count with its word: `1 block`, `2 blocks`.
pub(crate) fn counted(number: u64, words: &str) -> String {
    let word = if number == 1 { words.strip_suffix('s').unwrap_or(words) } else { words };
    format!("{} {word}", commas(number))
}

/// Cut in the middle, where names differ least.
pub(crate) fn cut(text: &str, width: usize) -> String {
    let length = text.chars().count();
    if length <= width {
        return text.to_owned();
    }
    let kept = width.saturating_sub(1);
    let (head, tail) = (kept / 3, kept - kept / 3);
    let mut out: String = text.chars().take(head).collect();
    out.push('…');
    out.extend(text.chars().skip(length - tail));
    out
}

/// Broken at spaces, indented by three.
pub(crate) fn wrapped(text: &str, width: Option<usize>) -> String {
    let width = width.map_or(usize::MAX, |width| width.max(24) - 3);
    let (mut out, mut line) = (String::new(), String::new());
    for word in text.split(' ') {
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > width {
            let _ = writeln!(out, "   {line}");
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    let _ = writeln!(out, "   {line}");
    out
}

/// Figures on the right, the last column on the left and cut to the width.
#[derive(Debug)]
pub(crate) struct Table {
    titles: Vec<&'static str>,
    rows: Vec<Vec<String>>,
}

impl Table {
    pub(crate) fn new(titles: &[&'static str]) -> Self {
        Self { titles: titles.to_vec(), rows: Vec::new() }
    }

    /// As many cells as titles.
    pub(crate) fn row(&mut self, cells: Vec<String>) {
        debug_assert_eq!(cells.len(), self.titles.len());
        self.rows.push(cells);
    }

    /// Without a limit where `width` is `None`.
    pub(crate) fn render(&self, width: Option<usize>) -> String {
        let figures = self.titles.len().saturating_sub(1);
        let length = |text: &str| text.chars().count();
        let widths: Vec<usize> = (0..figures)
            .map(|column| {
                let cells = self.rows.iter().filter_map(|row| row.get(column));
                let widest = cells.map(|cell| length(cell)).max().unwrap_or_default();
                widest.max(length(self.titles[column]))
            })
            .collect();
        let used: usize = widths.iter().map(|width| width + 2).sum();
        let rest = width.map_or(usize::MAX, |width| width.saturating_sub(used).max(12));
        let mut out = String::new();
        let mut line = |cells: &[&str], style: Style| {
            let mut text = String::new();
            for (cell, width) in cells.iter().zip(&widths) {
                let _ = write!(text, "{cell:>width$}  ");
            }
            text.push_str(&cut(cells.last().copied().unwrap_or_default(), rest));
            let _ = writeln!(out, "{style}{}{style:#}", text.trim_end());
        };
        line(&self.titles, BOLD);
        for row in &self.rows {
            line(&row.iter().map(String::as_str).collect::<Vec<_>>(), Style::new());
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_read_as_people_write_them() {
        assert_eq!(commas(0_u64), "0");
        assert_eq!(commas(999_u64), "999");
        assert_eq!(commas(1000_u64), "1,000");
        assert_eq!(commas(-1_234_567_i64), "-1,234,567");
        assert_eq!(commas(u64::MAX), "18,446,744,073,709,551,615");
        assert_eq!((percent(1, 3), percent(0, 0)), ("33.3%".to_owned(), "-".to_owned()));
        assert_eq!(counted(1, "blocks"), "1 block");
        assert_eq!(time(4693.4, "µs"), "4.7 ms");
        assert_eq!(time(4693.4, "instrs"), "4,693 instrs");
    }

    #[test]
    fn a_table_keeps_to_its_width() {
        let mut table = Table::new(&["bytes", "function"]);
        table.row(vec!["1,000".to_owned(), "app::a_long_module::a_long_function".to_owned()]);
        for width in [20, 30, 60] {
            for line in anstream::adapter::strip_str(&table.render(Some(width))).to_string().lines()
            {
                assert!(line.chars().count() <= width, "{line}");
            }
        }
        assert!(table.render(None).contains("app::a_long_module::a_long_function"));
        assert_eq!(cut("abcdefgh", 4), "a…gh");
        assert_eq!(cut("éééé", 2), "…é");
    }
}
