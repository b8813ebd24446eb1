//! The command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use heapview::{Filter, Format, MAX_UNPACKED, Metric};
use regex::Regex;

#[derive(Debug, Parser)]
#[command(
    name = "heapview",
    version,
    about = "Reads heap profiles in the terminal, to the line",
    long_about = "Reads heap profiles in the terminal, to the line: dhat-rs (heap and ad hoc), \
                  Valgrind's DHAT, pprof (Go, jemalloc; also gzipped). The format is told by \
                  content; `-` is standard input.\n\nThe frame that counts is the first of your \
                  own: frames of the allocator, alloc, core, std, hashbrown and dhat are folded \
                  away unless --all-frames is given.\n\nExit codes: 0 done, 1 a finding (diff \
                  --fail-over, advise --fail), 2 trouble.",
    after_help = "Examples:\n  heapview top                              the largest functions of dhat-heap.json\n  \
                  heapview top --by bytes,blocks FILE       two orders side by side\n  \
                  heapview list build_records FILE          source lines with what they allocate\n  \
                  heapview diff before.json after.json --fail-over 5%\n  \
                  heapview export --to pprof FILE | go tool pprof -top -"
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
    /// Print JSON
    #[arg(long, global = true, help_heading = "Output")]
    pub(crate) json: bool,
    /// Colour: only on a terminal, unless said otherwise
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto, help_heading = "Output")]
    pub(crate) color: Color,
    /// Cut lines to this many characters (a terminal's width is found by itself)
    #[arg(long, global = true, value_name = "CHARACTERS", help_heading = "Output")]
    pub(crate) width: Option<usize>,
    /// Refuse a gzipped profile that unpacks to more bytes than this
    #[arg(long, global = true, value_name = "BYTES", default_value_t = MAX_UNPACKED, help_heading = "Output")]
    pub(crate) max_unpacked: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    Auto,
    Always,
    Never,
}

/// A profile, and what of it to look at.
#[derive(Debug, Args)]
pub(crate) struct Input {
    /// The profile; several of one kind are added up; `-` is standard input
    #[arg(value_name = "FILE", default_value = "dhat-heap.json")]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) filter: FilterArgs,
}

#[derive(Debug, Args)]
pub(crate) struct FilterArgs {
    /// Only sites with a frame whose function or file matches
    #[arg(long, value_name = "REGEX", help_heading = "Filter")]
    focus: Option<Regex>,
    /// Without sites with a frame whose function or file matches
    #[arg(long, value_name = "REGEX", help_heading = "Filter")]
    ignore: Option<Regex>,
    /// Fold nothing away: show the frames of the allocator and std too
    #[arg(long, help_heading = "Filter")]
    all_frames: bool,
}

impl FilterArgs {
    pub(crate) fn filter(&self) -> Filter {
        Filter {
            focus: self.focus.clone(),
            ignore: self.ignore.clone(),
            all_frames: self.all_frames,
        }
    }
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Who allocates most: flat (itself) and cum (with what it calls)
    #[command(
        after_help = "Examples:\n  heapview top --by peak --lines FILE\n  heapview top --by bytes,blocks FILE\n  \
                      heapview top --cum -n 5 --focus 'codec::' FILE"
    )]
    Top {
        #[command(flatten)]
        input: Input,
        /// What to sort by; several are shown side by side
        #[arg(long, value_enum, value_delimiter = ',')]
        by: Vec<Metric>,
        /// Sort by the cumulative value
        #[arg(long)]
        cum: bool,
        /// Lines instead of functions
        #[arg(long)]
        lines: bool,
        /// How many rows
        #[arg(short = 'n', long, default_value_t = 20)]
        rows: usize,
    },
    /// Source lines of the functions that match, with what each allocates
    #[command(
        after_help = "Examples:\n  heapview list build_records FILE\n  heapview list '^app::codec::' --source-path ../app FILE"
    )]
    List {
        /// Functions, as a regular expression
        #[arg(value_name = "REGEX")]
        functions: Regex,
        #[command(flatten)]
        input: Input,
        /// Look for sources below this folder (may be given several times)
        #[arg(long, value_name = "FOLDER")]
        source_path: Vec<PathBuf>,
    },
    /// Callers and callees of the functions that match
    #[command(after_help = "Example:\n  heapview peek encode --by blocks FILE")]
    Peek {
        /// Functions, as a regular expression
        #[arg(value_name = "REGEX")]
        functions: Regex,
        #[command(flatten)]
        input: Input,
        /// What to sum
        #[arg(long, value_enum)]
        by: Option<Metric>,
    },
    /// The calls from main down
    #[command(after_help = "Example:\n  heapview tree --depth 6 --min-share 2% FILE")]
    Tree {
        #[command(flatten)]
        input: Input,
        /// What to sum
        #[arg(long, value_enum)]
        by: Option<Metric>,
        /// Sum deeper calls into their caller
        #[arg(long, default_value_t = 12, value_parser = clap::value_parser!(u16).range(1..=1000))]
        depth: u16,
        /// Leave out calls with a smaller share
        #[arg(long, value_name = "SHARE", default_value = "1%", value_parser = parse_share)]
        min_share: f64,
        /// Lines instead of functions
        #[arg(long)]
        lines: bool,
    },
    /// Allocation sites: block size, count, mean lifetime, stack
    #[command(after_help = "Example:\n  heapview sites --by blocks -n 3 --depth 8 FILE")]
    Sites {
        #[command(flatten)]
        input: Input,
        /// What to sort by
        #[arg(long, value_enum)]
        by: Option<Metric>,
        /// How many sites
        #[arg(short = 'n', long, default_value_t = 10)]
        rows: usize,
        /// How many frames of each
        #[arg(long, default_value_t = 4)]
        depth: usize,
    },
    /// What changed between two profiles, matched by function and line
    #[command(
        after_help = "Examples:\n  heapview diff before.json after.json\n  heapview diff before.json after.json --by blocks --fail-over 5%"
    )]
    Diff {
        /// The profile to compare with
        base: PathBuf,
        #[command(flatten)]
        input: Input,
        /// What to compare
        #[arg(long, value_enum)]
        by: Option<Metric>,
        /// Functions instead of lines
        #[arg(long)]
        functions: bool,
        /// Compare cumulative values
        #[arg(long)]
        cum: bool,
        /// How many rows
        #[arg(short = 'n', long, default_value_t = 20)]
        rows: usize,
        /// Exit with 1 if the sum grew by more than this share of the base
        #[arg(long, value_name = "SHARE", value_parser = parse_share)]
        fail_over: Option<f64>,
    },
    /// What to do about it: growth chains, short lives, tiny boxes, what stays live
    #[command(
        after_help = "Examples:\n  heapview advise FILE\n  heapview advise --fail FILE    exit with 1 if any rule speaks"
    )]
    Advise {
        #[command(flatten)]
        input: Input,
        /// Exit with 1 if any rule speaks
        #[arg(long)]
        fail: bool,
    },
    /// Write the profile for another program
    #[command(
        after_help = "Examples:\n  heapview export --to folded FILE | inferno-flamegraph > flame.svg\n  \
                      heapview export --to pprof FILE > heap.pb.gz; go tool pprof -top heap.pb.gz\n  \
                      heapview export --to speedscope FILE > heap.speedscope.json"
    )]
    Export {
        #[command(flatten)]
        input: Input,
        /// For whom
        #[arg(long, value_enum)]
        to: Format,
        /// What folded stacks are weighed by
        #[arg(long, value_enum)]
        by: Option<Metric>,
    },
    /// Print a shell's completions
    #[command(
        after_help = "Example:\n  heapview completions bash > ~/.local/share/bash-completion/completions/heapview"
    )]
    Completions {
        /// Which shell
        shell: clap_complete::Shell,
    },
}

/// `5%`, `0.05`: a share of one.
pub(crate) fn parse_share(text: &str) -> Result<f64, String> {
    let (number, divisor) = match text.strip_suffix('%') {
        Some(number) => (number, 100.0),
        None => (text, 1.0),
    };
    match number.trim().parse::<f64>() {
        Ok(share) if share.is_finite() && share >= 0.0 => Ok(share / divisor),
        _ => Err("not a share: write 5% or 0.05".to_owned()),
    }
}
