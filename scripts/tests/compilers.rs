//! What a chapter shows of compilers is what they say: `labs/lab2/recorded/*.txt`
//! are commands with what each prints, below the version of the program that they
//! ask. A program that is not here, or in another version, is skipped with a line
//! that says so. `LABS_RECORD=1 cargo test -p labs --test compilers` writes them
//! anew.
//!
//! Of a compiler's words only the first line of each warning or error is kept, so
//! that a page can show several compilers side by side.
#![expect(clippy::unwrap_used, reason = "a test may fail by panicking")]

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().canonicalize().unwrap()
}

fn lab() -> PathBuf {
    root().join("labs/lab2")
}

/// What these programs leave behind.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("compilers")
}

/// Runs it in `at`; nothing where there is no such program.
fn output(command: &mut Command, at: &Path) -> Option<Output> {
    // Plain quotation marks, and no lints but those that the command names.
    command.current_dir(at).env("LC_ALL", "C").env_remove("RUSTFLAGS").output().ok()
}

fn lines(text: &[u8], kept: impl Fn(&str) -> bool) -> String {
    let text = String::from_utf8_lossy(text);
    text.lines().filter(|line| kept(line)).map(|line| format!("{line}\n")).collect()
}

/// The first line of what `g++ --version` and the like print.
fn version(words: &[&str]) -> Option<String> {
    let output = output(Command::new(words[0]).args(&words[1..]), &lab())?;
    Some(format!("{}\n", String::from_utf8_lossy(&output.stdout).lines().next()?))
}

/// Compiles a program and runs it some times: what is undefined may differ.
fn compiled_and_run(compiler: &str, optimise: &str, source: &str) -> String {
    let program = folder().join("a.out");
    let mut command = Command::new(compiler);
    command.args([optimise, source, "-o"]).arg(&program);
    let compiled = output(&mut command, &lab()).unwrap();
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let runs: Vec<String> = (0..5).map(|_| run(&program)).collect();
    let same = runs.iter().all(|run| *run == runs[0]);
    lines(&compiled.stderr, |line| line.contains(": warning: "))
        + if same { &runs[0] } else { "another number in every run\n" }
}

fn run(program: &Path) -> String {
    let run = output(&mut Command::new(program), &folder()).unwrap();
    match run.status.code() {
        Some(0) => String::from_utf8(run.stdout).unwrap(),
        // Whether a core is left behind is the machine's own affair.
        _ => format!("{}\n", run.status).replace(" (core dumped)", ""),
    }
}

/// Whose frames the chapter compares, and what they call.
const FUNCTIONS: [&str; 5] =
    ["callback_boxed", "callback_boxed_empty", "callback_dyn", "by_arc", "by_clone"];

/// Of the assembly: each function's calls, and instructions that lock the bus.
fn calls(assembly: &str) -> String {
    let mut text = String::new();
    for function in FUNCTIONS {
        // A mangled path's part stands behind its length.
        let start = format!("{}{function}17h", function.len());
        let body = assembly.lines().skip_while(|line| {
            !(line.starts_with('_') && line.contains(&start) && line.ends_with(':'))
        });
        text += &format!("{function}:\n");
        for line in body.take_while(|line| !line.contains(".cfi_endproc")) {
            if let Some(said) = call(line.trim()) {
                text += &format!("    {said}\n");
            }
        }
    }
    text
}

/// `call walk_boxed` of a call or of a jump to another function.
fn call(line: &str) -> Option<String> {
    let (instruction, operands) = line.split_once('\t')?;
    if instruction == "lock" {
        return Some(line.replace('\t', " "));
    }
    let symbol = operands.trim_start_matches('*').strip_prefix('_')?;
    if !instruction.starts_with("call") && !instruction.starts_with("jmp") {
        return None;
    }
    let symbol = symbol.split('@').next()?;
    let known = ["__rust_alloc", "handle_alloc_error", "walk_boxed", "walk_dyn", "owned_len"];
    let name = known.iter().find(|name| symbol.contains(*name)).copied();
    let clone = symbol.contains("NodeStore$u20$as$u20$core..clone").then_some("NodeStore::clone");
    if symbol.contains("no_alloc_shim") {
        return None;
    }
    Some(format!("call {}", name.or(clone).unwrap_or(symbol)))
}

/// What a command prints now. Nothing where this machine cannot tell.
fn now(command: &str) -> Option<String> {
    let words: Vec<&str> = command.split_whitespace().collect();
    let target = folder().join("target");
    Some(match words[..] {
        [_, "--version"] | ["go", "version"] => version(&words)?,
        ["g++" | "clang++", optimise, source, "&&", "./a.out"] => {
            compiled_and_run(words[0], optimise, source)
        }
        ["rustc", .., _] => {
            let mut rustc = Command::new("rustc");
            rustc.args(&words[1..]).args(["--error-format", "short", "--out-dir"]).arg(folder());
            lines(&output(&mut rustc, &lab())?.stderr, |line| line.contains(": error["))
        }
        ["go", "build", ..] => {
            let mut go = Command::new("go");
            go.args(&words[1..words.len() - 1]).arg("-o").arg(folder().join("go-program")).arg(".");
            go.env("GOTOOLCHAIN", "local").env("GOPROXY", "off");
            lines(&output(&mut go, &lab().join("go"))?.stderr, |line| {
                let about = ["escapes to heap in ", "leaks to {"];
                // Not the wrappers that the compiler writes by itself.
                let methods = [
                    " (*small).listingPointer",
                    " small.listingValue",
                    " (*small).boxedPointer",
                    " small.boxedValue",
                ];
                about.iter().any(|part| line.contains(part))
                    && methods.iter().any(|part| line.contains(part))
                    && !line.contains(".func")
            })
        }
        [conf, "cargo", "clippy", ..] => {
            let (name, value) = conf.split_once('=')?;
            let mut cargo = Command::new("cargo");
            cargo.env(name, root().join(value)).env("CARGO_TARGET_DIR", target);
            cargo.args(["clippy", "--quiet", "--message-format", "short"]).args(&words[3..]);
            // Not the learner's own file.
            lines(&output(&mut cargo, &root())?.stderr, |line| {
                line.contains(": warning: ") && !line.contains("src/exercise.rs")
            })
        }
        ["cargo", "rustc", ..] if cfg!(all(target_os = "linux", target_arch = "x86_64")) => {
            let mut cargo = Command::new("cargo");
            let file = folder().join("lab2.s");
            cargo.env("CARGO_TARGET_DIR", target).args(&words[1..words.len() - 1]);
            let done = output(cargo.arg(format!("asm={}", file.display())), &root())?;
            assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
            calls(&fs::read_to_string(file).unwrap())
        }
        ["cargo", "rustc", ..] => return None,
        _ => panic!("no program for {command:?}"),
    })
}

#[test]
fn what_a_chapter_shows_of_compilers_is_what_they_say() {
    fs::create_dir_all(folder()).unwrap();
    let recording = std::env::var_os("LABS_RECORD").is_some();
    for entry in fs::read_dir(lab().join("recorded")).unwrap() {
        let path = entry.unwrap().path();
        let recorded = fs::read_to_string(&path).unwrap().replace("\r\n", "\n");
        let (mut text, mut known) = (String::new(), true);
        for section in recorded
            .split_inclusive('\n')
            .collect::<Vec<_>>()
            .chunk_by(|_, next| !next.starts_with("$ "))
        {
            let command = section[0].strip_prefix("$ ").unwrap().trim_end();
            let said = section[1..].concat();
            let is_version = command.ends_with("version");
            let heard = if known || is_version { now(command) } else { None };
            if is_version {
                known = recording && heard.is_some() || heard.as_ref() == Some(&said);
            }
            if !known || heard.is_none() {
                // Past libtest, which shows nothing of a test that passes.
                writeln!(std::io::stderr(), "skipped: {}: {command}", path.display()).unwrap();
            } else if !recording {
                assert_eq!(Some(&said), heard.as_ref(), "{}: {command}", path.display());
            }
            let kept = if known { heard.unwrap_or(said) } else { said };
            text += &format!("$ {command}\n{kept}");
        }
        if recording {
            fs::write(&path, text).unwrap();
        }
    }
}
