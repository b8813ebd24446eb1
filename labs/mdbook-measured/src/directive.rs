//! Finding and reading directives in a chapter.
//!
//! A directive is `{{#name arguments}}`, read as mdBook reads its own: white
//! space may stand before the `#` and between the words. Ours are
//!
//! | directive | becomes |
//! |---|---|
//! | `{{#lab lab1}}` | the lab's card; the page's lab from there on |
//! | `{{#table pipeline}}` | a table with its provenance |
//! | `{{#table lines by bytes}}` | the same, in descending order |
//! | `{{#table pipeline vs encode_fresh}}` | with each variant's verdict against that one |
//! | `{{#table pipeline counts}}` | its exact columns only |
//! | `{{#table pipeline times}}`, `{{#table pipeline times vs encode_fresh}}` | its times only, and verdicts |
//! | `{{#chart pipeline bytes}}`, `{{#chart lines by blocks}}` | counts as bars from zero; with `by` in descending order |
//! | `{{#chart pipeline times}}` | each variant's time with its interval, per machine |
//! | `{{#table position}}`, `{{#table position vs insert_vec}}` | a grid; of times with the ratio to that row or column |
//! | `{{#chart position}}` | a grid: lines over rows that are numbers, else bars or dots |
//! | `{{#chart pipeline vs encode_fresh}}` | each variant's verdict against that one, as a ratio with its interval |
//! | `{{#predict How many? = pipeline/encode_fresh.blocks}}` | a question; the answer is any number that `number` shows |
//! | `{{#predict Which? = slowest of pipeline}}` | a choice among the rows: `most`, `least` (`blocks of`, `bytes of`), `slowest`, `fastest` |
//! | `{{#predict Which? \| encode_fresh \| encode_with = slowest of pipeline}}` | among these rows only |
//! | `{{#verdict pipeline/encode_with vs encode_fresh}}` | one verdict, with ratio and interval |
//! | `{{#verdict pipeline/encode_with vs encode_fresh expect faster}}` | the same; `cargo book check` fails where it is not `faster` (`slower`, `too close`) |
//! | `{{#number pipeline/encode_fresh.bytes}}` | one number, with its unit |
//! | `{{#number text bare}}` | the same without its unit |
//! | `{{#number lines/build_records.blocks of lines/total.blocks}}` | a share |
//! | `{{#number position/0.05.insert_vec}}` | a cell of a grid |
//! | `{{#number pair/8.lab6 over pair/8.slot}}` | how many times the one is the other; of times round by round, so in one grid |
//! | `{{#number go:chain}}` | of the Go column; this one is a list |
//! | `{{#number chain sum}}`, `{{#number chain count}}` | of a list |
//! | `{{#trace life}}` | a recorded run: pictures step by step, with a player |
//! | `{{#claim S000-03}}` | a mark that links to the claim in the audit |
//! | `{{#claim S000-03 claimed}}` | the claim's own figure, quoted |
//! | `{{#claims S000-01..S000-23}}` | a table of claims, to be opened |
//! | `{{#audit S000}}` | all claims of one text, whole |
//! | `{{#audit summary}}` | verdicts by text |
//! | `{{#calibration judge}}` | how often our judge is right |
//! | `{{#calibration peers}}` | how often it is beside its peers |
//!
//! mdBook's own (`include`, `rustdoc_include`, `playground`, `title`) are left
//! to mdBook. Code blocks, inline code and comments are left alone, and a
//! backslash before the braces prints a directive as it is.

use ledger::judge::Verdict;

mod parse;
mod predict;
mod scan;
mod value;

pub use parse::parse;
pub(crate) use parse::{field_name, no_field};
pub(crate) use predict::question_end;
pub use scan::{Found, scan};
pub(crate) use scan::{OPENING, code_ranges, markdown_options};
pub use value::{Field, Place, Shown, Value};

/// The directives that this crate replaces.
pub const OURS: [&str; 11] = [
    "audit",
    "calibration",
    "chart",
    "claim",
    "claims",
    "lab",
    "number",
    "predict",
    "table",
    "trace",
    "verdict",
];

/// The directives that mdBook replaces.
pub const MDBOOKS: [&str; 5] = ["include", "playground", "playpen", "rustdoc_include", "title"];

/// A directive of ours, read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Directive {
    /// A lab's card.
    Lab {
        /// The lab's name.
        lab: String,
    },
    /// A table.
    Table {
        /// `lab1/pipeline`, or `pipeline` of the page's lab.
        name: Name,
        /// Which of its columns.
        part: Part,
        /// Descending by this column.
        by: Option<By>,
        /// Judge the times of all others against this variant's.
        vs: Option<String>,
    },
    /// How often a judge is right.
    Calibration {
        /// Ours alone, or beside its peers.
        what: Calibrated,
    },
    /// A picture of a table.
    Chart {
        /// The table.
        name: Name,
        /// What of it.
        drawn: Drawn,
    },
    /// A question that the reader answers before the book does.
    Predict {
        /// In words; `code` between backticks.
        question: String,
        /// The rows to choose from; none where the table's are all meant.
        options: Vec<String>,
        /// Where the answer comes from.
        answer: Answer,
    },
    /// A recorded run.
    Trace {
        /// Which.
        name: Name,
    },
    /// One variant's times against another's.
    Verdict {
        /// The table.
        table: Name,
        /// Who is judged.
        variant: String,
        /// Against whom.
        against: String,
        /// What the text around it says.
        expected: Option<Verdict>,
    },
    /// One number.
    Number {
        /// Which.
        value: Value,
        /// How it is shown.
        shown: Shown,
    },
    /// A claim's mark, or a quoted field of it.
    Claim {
        /// `S000-03`.
        id: String,
        /// Quote this field instead.
        field: Option<ClaimField>,
    },
    /// A table of claims, from one to another of the same text.
    Claims {
        /// First.
        from: String,
        /// Last.
        to: String,
    },
    /// The claims of one text (`S000`) or the summary.
    Audit {
        /// `S000`, or `summary`.
        what: String,
    },
}

/// What is shown of a calibration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Calibrated {
    /// Our judge, by function.
    Judge,
    /// Our judge beside its peers.
    Peers,
}

/// A name, with its lab where it is not the page's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name {
    /// The lab, if named.
    pub lab: Option<String>,
    /// What of it.
    pub name: String,
}

/// A column of counts: what a table is ordered by, what a chart draws.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum By {
    /// Blocks.
    Blocks,
    /// Bytes.
    Bytes,
}

/// Which columns of a table of variants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// All of them.
    Whole,
    /// What was counted.
    Counts,
    /// What was timed, and the judge's verdicts.
    Times,
}

/// What a chart draws.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Drawn {
    /// Counts, as bars from zero.
    Counts {
        /// Which.
        column: By,
        /// In descending order instead of the table's.
        sorted: bool,
    },
    /// criterion's times, each with its interval.
    Times,
    /// All of a grid.
    Grid,
    /// Judged ratios, each with its interval, against this variant.
    Ratios {
        /// The variant.
        vs: String,
    },
}

/// Where a prediction's answer comes from: always from a ledger.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// A number, as [`Directive::Number`] has it.
    Number {
        /// Which.
        value: Value,
        /// How it is shown.
        shown: Shown,
    },
    /// A row of a table.
    Row {
        /// The table.
        table: Name,
        /// Which row.
        extreme: Extreme,
    },
}

/// The row that a prediction asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extreme {
    /// With the most blocks or bytes.
    Most(By),
    /// With the fewest.
    Least(By),
    /// The one that the judge of times calls slower than all others.
    Slowest,
    /// The one that it calls faster than all others.
    Fastest,
}

/// The fields of a claim that can be quoted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClaimField {
    /// The text's figure.
    Claimed,
    /// Ours.
    Measured,
}
