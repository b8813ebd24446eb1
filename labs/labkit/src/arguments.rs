//! Command-line arguments of the two runners.

use libtest_mimic::Arguments;

/// Flags that libtest-mimic takes, with whether a value follows.
const KNOWN: [(&str, bool); 13] = [
    ("--include-ignored", false),
    ("--ignored", false),
    ("--test", false),
    ("--bench", false),
    ("--list", false),
    ("--nocapture", false),
    ("--show-output", false),
    ("--exact", false),
    ("--quiet", false),
    ("--skip", true),
    ("--logfile", true),
    ("--color", true),
    ("--format", true),
];

/// Reads the arguments. What libtest knows and libtest-mimic does not
/// (`--shuffle`, `--report-time`, `--no-capture`, …) is left out, so that one
/// such flag on `cargo test --workspace -- …` does not fail a lab. One thread,
/// whatever was asked for: counts are taken on the main thread.
pub(crate) fn arguments() -> Arguments {
    let mut args = Arguments::from_iter(understood(std::env::args()));
    args.test_threads = Some(1);
    args
}

fn understood(args: impl Iterator<Item = String>) -> Vec<String> {
    let mut kept = Vec::new();
    let mut args = args.peekable();
    while let Some(arg) = args.next() {
        let (name, has_value) =
            arg.split_once('=').map_or((arg.as_str(), false), |(name, _)| (name, true));
        let known = KNOWN.iter().find(|(known, _)| *known == name);
        match known {
            Some((_, takes_value)) => {
                let value = if *takes_value && !has_value { args.next() } else { None };
                kept.push(arg);
                kept.extend(value);
            }
            None if name == "--help" || name == "--" || !name.starts_with("--") => kept.push(arg),
            None => {
                // `--shuffle-seed 5`, `--test-threads 4`: the number is its value, no filter.
                if !has_value {
                    let _ = args.next_if(|next| next.parse::<u64>().is_ok());
                }
            }
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    #[test]
    fn unknown_flags_are_left_out_with_their_value() {
        let args = "p --shuffle --shuffle-seed 5 --test-threads=4 --exact a::b --skip --x -q --format terse --no-capture";
        let kept = super::understood(args.split(' ').map(str::to_owned));
        assert_eq!(kept.join(" "), "p --exact a::b --skip --x -q --format terse");
    }
}
