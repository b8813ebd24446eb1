//! Command-line arguments of the two runners.

use libtest_mimic::Arguments;

/// Flags that libtest takes and libtest-mimic does not, or that mean nothing
/// here, with whether a value follows.
const LIBTESTS: [(&str, bool); 9] = [
    ("--no-capture", false),
    ("--shuffle", false),
    ("--shuffle-seed", true),
    ("--report-time", false),
    ("--ensure-time", false),
    ("--fail-fast", false),
    ("--exclude-should-panic", false),
    ("--force-run-in-process", false),
    ("--test-threads", true),
];

/// Reads the arguments. What only libtest knows is left out, so that one such
/// flag on `cargo test --workspace -- …` does not fail a lab; a flag that nobody
/// knows is refused. One thread, whatever was asked for: counts are taken on the
/// main thread.
pub(crate) fn arguments() -> Arguments {
    let mut args = Arguments::from_iter(understood(std::env::args()));
    args.test_threads = Some(1);
    args
}

fn understood(mut args: impl Iterator<Item = String>) -> Vec<String> {
    let mut kept = Vec::new();
    while let Some(arg) = args.next() {
        let (name, has_value) =
            arg.split_once('=').map_or((&*arg, false), |(name, _)| (name, true));
        match LIBTESTS.iter().find(|(known, _)| *known == name) {
            Some((_, true)) if !has_value => drop(args.next()),
            Some(_) => {}
            None => kept.push(arg),
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    #[test]
    fn libtests_own_flags_are_left_out_with_their_value() {
        let args = "p --shuffle --shuffle-seed 5 --test-threads=4 --exact a::b --skip --x -q --format terse --no-capture";
        let kept = super::understood(args.split(' ').map(str::to_owned));
        assert_eq!(kept.join(" "), "p --exact a::b --skip --x -q --format terse");
    }
}
