//! Writing SVG: a handful of shapes, one a line, no empty line.
//!
//! Across, a place is a share of the width in per cent; down, it is in pixels.
//! So a chart fills any width, its height is known before it is drawn, and its
//! text has the page's size on a telephone and on paper alike. (A `viewBox`
//! would scale the text with the picture: readable at one width only.)

use std::fmt::Write as _;

use crate::render::attribute;

/// The narrowest chart that is meant to be read, in pixels: a page of 360 less
/// its margins.
pub(super) const NARROWEST: f64 = 310.0;

/// A letter's width at the charts' text size; a little more than the average.
const LETTER: f64 = 7.2;

/// How wide a text is, in per cent of the narrowest chart. Letters of scripts
/// with wide ones are reckoned as two.
pub(super) fn width(text: &str) -> f64 {
    let letters: usize = text.chars().map(|c| if c.len_utf8() <= 2 { 1 } else { 2 }).sum();
    letters as f64 * LETTER / NARROWEST * 100.0
}

/// The text, or its beginning with `…`, in at most this width.
pub(super) fn fitted(text: &str, room: f64) -> String {
    if width(text) <= room {
        return text.to_owned();
    }
    let mut out = String::new();
    for c in text.chars() {
        if width(&out) + width(c.encode_utf8(&mut [0; 4])) + width("…") > room {
            break;
        }
        out.push(c);
    }
    out.truncate(out.trim_end().len());
    out + "…"
}

/// Where a text stands from its place on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// A drawing under way.
pub(super) struct Svg {
    body: String,
    /// In pixels.
    pub(super) height: f64,
}

impl Svg {
    pub(super) fn new() -> Svg {
        Svg { body: String::new(), height: 0.0 }
    }

    /// A text with its foot at `y`, `dx` pixels right of `x` per cent.
    pub(super) fn text(
        &mut self,
        class: &str,
        x: f64,
        dx: i32,
        y: f64,
        anchor: Anchor,
        text: &str,
    ) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let _ = writeln!(
            self.body,
            "<text class=\"{class}\" x=\"{x:.2}%\" dx=\"{dx}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{}</text>",
            text_of(text)
        );
    }

    pub(super) fn rect(&mut self, class: &str, x: f64, width: f64, y: f64, height: f64) {
        let _ = writeln!(
            self.body,
            "<rect class=\"{class}\" x=\"{x:.2}%\" y=\"{y:.1}\" width=\"{width:.2}%\" height=\"{height:.1}\"></rect>"
        );
    }

    pub(super) fn line(&mut self, class: &str, (x1, y1): (f64, f64), (x2, y2): (f64, f64)) {
        let _ = writeln!(
            self.body,
            "<line class=\"{class}\" x1=\"{x1:.2}%\" y1=\"{y1:.1}\" x2=\"{x2:.2}%\" y2=\"{y2:.1}\"></line>"
        );
    }

    /// A line of the n-th series through points in a box of its own (left and
    /// width in per cent, top and height in pixels); a point is in per cent of the
    /// box across and in pixels down.
    pub(super) fn polyline(
        &mut self,
        series: usize,
        (x, y, width, height): (f64, f64, f64, f64),
        points: &[(f64, f64)],
    ) {
        let points: Vec<String> = points.iter().map(|(x, y)| format!("{x:.2},{y:.1}")).collect();
        // A picture in the picture: its units may be stretched, which a line's
        // width and dashes are not.
        let _ = writeln!(
            self.body,
            "<svg aria-hidden=\"true\" x=\"{x:.2}%\" y=\"{y:.1}\" width=\"{width:.2}%\" height=\"{height:.1}\" viewBox=\"0 0 100 {height:.1}\" preserveAspectRatio=\"none\"><polyline class=\"series series-{}\" vector-effect=\"non-scaling-stroke\" points=\"{}\"></polyline></svg>",
            series % 6,
            points.join(" ")
        );
    }

    /// The mark of the n-th series: full or hollow, round or square, so that four
    /// are told apart without colour.
    pub(super) fn mark(&mut self, class: &str, series: usize, x: f64, dx: i32, y: f64) {
        let class = format!("{class} {}", if series.is_multiple_of(2) { "full" } else { "hollow" });
        let _ = match series / 2 % 2 {
            0 => writeln!(
                self.body,
                "<circle class=\"{class}\" cx=\"{x:.2}%\" cy=\"{y:.1}\" r=\"4.5\" transform=\"translate({dx})\"></circle>"
            ),
            _ => writeln!(
                self.body,
                "<rect class=\"{class}\" x=\"{x:.2}%\" y=\"{:.1}\" width=\"8\" height=\"8\" transform=\"translate({})\"></rect>",
                y - 4.0,
                f64::from(dx) - 4.0
            ),
        };
    }

    /// The whole element. Its name and description are its first children, and
    /// are what a screen reader says.
    pub(super) fn html(&self, id: &str, title: &str, description: &str) -> String {
        format!(
            "<svg class=\"plot\" role=\"img\" aria-labelledby=\"{id}-title\" aria-describedby=\"{id}-desc\" width=\"100%\" height=\"{:.0}\">\n\
             <title id=\"{id}-title\">{}</title>\n<desc id=\"{id}-desc\">{}</desc>\n{}</svg>\n",
            self.height.ceil(),
            said(title),
            said(description),
            self.body
        )
    }
}

/// Text inside a shape: as everywhere, but what parts two braces is an element
/// of SVG.
pub(in crate::render) fn text_of(text: &str) -> String {
    attribute(text).replace("&#123;", "<tspan>&#123;</tspan>")
}

/// Text where no element can stand: what parts two braces has no width.
pub(in crate::render) fn said(text: &str) -> String {
    attribute(&text.replace("{{", "{\u{2060}{"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_is_too_long_says_so() {
        assert_eq!(fitted("short", 50.0), "short");
        let long = fitted(&"encode fresh ".repeat(9), 50.0);
        assert!(
            long.ends_with('…') && long.starts_with("encode") && width(&long) <= 50.0,
            "{long}"
        );
        assert!(width(&fitted(&"ü漢".repeat(40), 30.0)) <= 30.0);
        assert_eq!(fitted("x", 0.0), "…");
    }
}
