//! The runner as cargo, cargo-nextest and a learner's mistake meet it. The
//! program starts itself again as a small lab and reads what that says.

use std::process::{Command, ExitCode, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use labkit::Counted;
use labkit::Unit;
use labkit::heap::HeapLab;
use labkit::times::TimeLab;
use labkit::{Trace, TracePlace, TraceStep};
use libtest_mimic::{Arguments, Failed, Trial};

#[global_allocator]
static HEAP: labkit::CountingAllocator = labkit::CountingAllocator;

fn main() -> ExitCode {
    if let Ok(kind) = std::env::var("LABKIT_TEST_INNER") {
        return small_lab(&kind);
    }
    let trials = vec![
        Trial::test("a_listing_holds_names_and_nothing_else", listing),
        Trial::test("a_filter_runs_what_it_names", filter),
        Trial::test("a_filter_that_names_nothing_runs_nothing", empty_filter),
        Trial::test("a_flag_of_libtest_is_tolerated_and_a_misspelt_one_refused", flags),
        Trial::test("a_realloc_counts_as_one_more_block", pushes),
        Trial::test("a_wrong_count_fails_with_both_values", wrong_count),
        Trial::test("a_panic_fails_its_case_only", panic),
        Trial::test("a_grid_is_counted_row_by_row", grid),
        Trial::test("a_wrong_or_short_row_of_a_grid_fails_alone", wrong_grid),
        Trial::test("a_grid_of_times_has_every_cell_in_every_round", timed_grid),
        Trial::test("a_trace_is_held_against_what_was_derived", trace),
        Trial::test("a_lab_that_sleeps_is_stopped_and_named", || stopped("sleeps")),
        Trial::test("a_deadlock_with_the_profiler_is_stopped_and_named", || stopped("deadlocks")),
    ];
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

fn small_lab(kind: &str) -> ExitCode {
    let mut lab = HeapLab::new("lab0", env!("CARGO_MANIFEST_DIR"));
    match kind {
        "sleeps" => {
            lab.table("t").variant("v", Counted::default(), || {
                std::thread::sleep(Duration::from_secs(600));
            });
        }
        "deadlocks" => {
            // dhat prints to stderr while it holds its lock; this thread holds
            // stderr and then wants a block.
            println!("stdout has a buffer now");
            let calls = AtomicU32::new(0);
            lab.sites("v", Vec::new(), move || {
                // Relaxed: one thread counts its own calls.
                if calls.fetch_add(1, Ordering::Relaxed) == 1 {
                    let (started, wait) = std::sync::mpsc::channel();
                    std::thread::spawn(move || {
                        let _stderr = std::io::stderr().lock();
                        let _ = started.send(());
                        std::thread::sleep(Duration::from_millis(500));
                        std::hint::black_box(Box::new(1_u64));
                    });
                    let _ = wait.recv();
                }
            });
        }
        "pushes" => {
            // Four u64 first, then twice as many each time, up to 1024.
            let chain: Vec<u64> = (2..=10).map(|power| 8 << power).collect();
            let mut table = lab.table("t");
            table.variant("push", Counted::grown(&chain), || {
                let mut numbers = Vec::new();
                (0..1000_u64).for_each(|n| numbers.push(n));
                numbers
            });
            table.variant("with_capacity", Counted::grown(&[8000]), || {
                Vec::<u64>::with_capacity(1000)
            });
        }
        "grids" | "wrong grids" => {
            let first = if kind == "grids" { vec![1, 8] } else { vec![1, 9] };
            let second = if kind == "grids" { vec![2, 64] } else { vec![2] };
            lab.grid("growth", "elements", Unit::Bytes, &["len", "capacity"])
                .row("1", vec![1, 8], move || first.clone())
                .row("2", vec![2, 64], move || second.clone())
                .row("3", vec![3, 3], || vec![3, 3]);
        }
        "times" => {
            let mut lab = TimeLab::new("lab0");
            lab.grid("sum", "count")
                .cell("10", "iter", || (0..10_u64).map(std::hint::black_box).sum::<u64>())
                .cell("1000", "iter", || (0..1000_u64).map(std::hint::black_box).sum::<u64>())
                .timed("10", "slept", Duration::from_micros);
            return lab.run();
        }
        "wrong" => {
            lab.table("t").variant("v", Counted::all_held(2, 16), || Box::new(1_u64));
        }
        "panics" => {
            let explode = || -> u64 { panic!("in the lab's own code") };
            lab.table("t").variant("v", Counted::default(), explode).variant(
                "w",
                Counted::all_held(1, 8),
                || Box::new(1_u64),
            );
        }
        "traces" => {
            let step = |event: &str, cells| TraceStep {
                lane: 0,
                event: event.into(),
                times: 2,
                cells: vec![vec![cells]],
            };
            let place = TracePlace { name: "slot".into(), note: "n".into(), open: false };
            let run = move |second: Vec<u32>| Trace {
                name: String::new(),
                lanes: vec!["A".into()],
                places: vec![place.clone()],
                steps: vec![step("put", vec![1]), step("get", second)],
            };
            let derived = |lines: &[&str]| lines.iter().map(|line| (*line).to_owned()).collect();
            let lines = ["A put, 2 times", "A get, 2 times"];
            let (second, twice) = (run.clone(), run.clone());
            lab.trace("sound", derived(&lines), move || run(vec![]));
            lab.trace("short", derived(&lines[..1]), move || second(vec![]));
            lab.trace("twice", derived(&lines), move || twice(vec![1, 1]));
        }
        _ => {
            lab.table("t").variant("one", Counted::all_held(1, 8), || Box::new(1_u64)).variant(
                "two",
                Counted::all_held(1, 2),
                || Box::new(2_u16),
            );
        }
    }
    lab.run()
}

fn run(kind: &str, args: &[&str]) -> Result<Output, Failed> {
    let mut command = Command::new(std::env::current_exe()?);
    command.args(args).envs([("LABKIT_TEST_INNER", kind), ("LABKIT_TIMEOUT", "2")]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    // What must not hang gets no time to.
    let start = Instant::now();
    while child.try_wait()?.is_none() {
        if start.elapsed() > Duration::from_secs(30) {
            child.kill()?;
            return Err(format!("the lab that {kind} was not stopped").into());
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    Ok(child.wait_with_output()?)
}

/// Fails with what the inner run said, unless `condition`.
fn holds(condition: bool, output: &Output) -> Result<(), Failed> {
    let (stdout, stderr) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    if condition { Ok(()) } else { Err(format!("{:?}\n{stdout}\n{stderr}", output.status).into()) }
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn listing() -> Result<(), Failed> {
    let output = run("sound", &["--list", "--format", "terse"])?;
    let expected =
        "controls::one_block: test\ncontrols::no_block: test\nt::one: test\nt::two: test\n";
    holds(stdout(&output) == expected && output.status.success(), &output)?;
    let output = run("sound", &["--list", "--format", "terse", "--ignored"])?;
    holds(stdout(&output).is_empty() && output.status.success(), &output)
}

fn filter() -> Result<(), Failed> {
    let output = run("sound", &["--exact", "t::two", "--nocapture"])?;
    let text = stdout(&output);
    let table_first = text.find("t two") < text.find("test result: ok. 1 passed; 0 failed");
    holds(
        output.status.success()
            && table_first
            && text.contains("control one_block")
            && !text.contains("t one"),
        &output,
    )
}

fn empty_filter() -> Result<(), Failed> {
    let output = run("sound", &["no_such_case"])?;
    holds(output.status.success() && stdout(&output).contains("0 passed; 0 failed"), &output)
}

fn flags() -> Result<(), Failed> {
    let output = run("sound", &["--ingored"])?;
    holds(output.status.code() == Some(2), &output)?;
    let output = run("sound", &["--shuffle", "--report-time", "--test-threads", "8"])?;
    holds(output.status.success() && stdout(&output).contains("4 passed; 0 failed"), &output)
}

fn pushes() -> Result<(), Failed> {
    let output = run("pushes", &[])?;
    let text = stdout(&output);
    let row = text.lines().find(|line| line.starts_with("t push")).unwrap_or_default();
    // Nine blocks and 16,352 bytes requested for one block that ends at 8,192.
    let cells: Vec<&str> = row.split_whitespace().skip(2).collect();
    holds(output.status.success() && cells == ["9", "16,352", "8,192", "8,192"], &output)
}

fn wrong_count() -> Result<(), Failed> {
    let output = run("wrong", &[])?;
    let text = stdout(&output);
    let both = text.contains("counted 1 block / 8 B") && text.contains("derived 2 blocks / 16 B");
    holds(output.status.code() == Some(101) && both, &output)
}

fn panic() -> Result<(), Failed> {
    let output = run("panics", &[])?;
    let text = stdout(&output);
    holds(
        text.contains("panicked: in the lab's own code") && text.contains("3 passed; 1 failed"),
        &output,
    )
}

fn trace() -> Result<(), Failed> {
    let output = run("traces", &[])?;
    let text = stdout(&output);
    let told = text.contains("step 2\n recorded \"A get, 2 times\"\n derived the end")
        && text.contains("steps[1].cells[0]: value 1 lies in two places at once");
    holds(told && text.contains("3 passed; 2 failed"), &output)
}

fn grid() -> Result<(), Failed> {
    let output = run("grids", &[])?;
    let text = stdout(&output);
    let table = "elements  len  capacity\n1           1         8\n2           2        64\n";
    holds(output.status.success() && text.contains(table), &output)
}

fn wrong_grid() -> Result<(), Failed> {
    let output = run("wrong grids", &[])?;
    let text = stdout(&output);
    let wrong = text.contains("measured [1, 9]\n derived [1, 8]\n of len, capacity");
    let short = text.contains("1 values were measured for 2 columns");
    // The two controls and the third row are sound.
    holds(wrong && short && text.contains("3 passed; 2 failed"), &output)
}

fn timed_grid() -> Result<(), Failed> {
    let record = std::env::temp_dir().join(format!("labkit-grid-{}.json", std::process::id()));
    let mut command = Command::new(std::env::current_exe()?);
    command.env("LABKIT_TEST_INNER", "times").env("LABKIT_GRIDS", "3");
    let counted = command.output()?;
    holds(stdout(&counted).trim() == "3", &counted)?;
    let output = command.env("LABKIT_RECORD", &record).output()?;
    holds(output.status.success(), &output)?;
    let text = std::fs::read(&record)?;
    std::fs::remove_file(&record)?;
    let times = ledger::parse_record::<ledger::Times>(&record, &text)?.body;
    let grid = &times.grids[0];
    let slept = grid.value("10", "slept").map(|time| time.median);
    let (short, long) = (grid.value("10", "iter"), grid.value("1000", "iter"));
    let sound = grid.rounds() == 3
        && slept.is_some_and(|time| (time - 1000.0).abs() < 1e-6)
        && short.zip(long).is_some_and(|(short, long)| short.high < long.low)
        && grid.value("1000", "slept").is_none();
    if sound { Ok(()) } else { Err(format!("{times:?}").into()) }
}

fn stopped(kind: &str) -> Result<(), Failed> {
    let output = run(kind, &[])?;
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    holds(!output.status.success() && text.contains("::v: timed out"), &output)
}
