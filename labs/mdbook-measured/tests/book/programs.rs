//! The two programs and the server, as they are run.

use std::collections::HashMap;
use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use mdbook_driver::MDBook;
use mdbook_driver::config::Config;

use crate::fixture::Workspace;

fn book(workspace: &Workspace, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_book"))
        .args(args)
        .current_dir(workspace.root().join("src"))
        .env_remove("CARGO_TARGET_DIR")
        .output()
        .unwrap()
}

#[test]
fn build_and_check_end_with_0_or_2() {
    let workspace = Workspace::new();
    let output = book(&workspace, &["build"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert_eq!(
        String::from_utf8_lossy(&output.stdout).replace('\\', "/"),
        "built: target/book/index.html\n"
    );
    assert_eq!(book(&workspace, &["check"]).status.code(), Some(0));
    assert_eq!(book(&workspace, &["check", "--publish"]).status.code(), Some(0));
    workspace.chapter("It takes 5 ns.");
    assert_eq!(book(&workspace, &["build"]).status.code(), Some(0));
    let output = book(&workspace, &["check"]);
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(
        text.contains("fault: one.md:5: 5 ns")
            && text.contains("1 fault; the pages that were there stay"),
        "{text}"
    );
    assert!(!text.contains("panicked") && !text.contains("backtrace"), "{text}");
}

#[test]
fn outside_a_book_the_message_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_book"))
        .arg("build")
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(
        String::from_utf8_lossy(&output.stderr).contains("there is no book.toml at or above"),
        "{output:?}"
    );
}

fn preprocessor(args: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_mdbook-measured"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

#[test]
fn supports_is_always_a_yes_and_reads_nothing() {
    assert_eq!(preprocessor(&["supports", "html"], b"").status.code(), Some(0));
    assert_eq!(preprocessor(&["supports", "anything"], b"garbage").status.code(), Some(0));
}

#[test]
fn what_is_no_book_is_refused_without_a_panic() {
    let output = preprocessor(&[], b"garbage");
    assert_eq!(output.status.code(), Some(2));
    assert!(
        String::from_utf8_lossy(&output.stderr).contains("mdBook sends a book as JSON on stdin"),
        "{output:?}"
    );
    let output = preprocessor(&["--build"], b"");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("cargo book"), "{output:?}");
}

/// The repository's own book, by the command that stands in its `book.toml`,
/// as `mdbook build` runs it.
#[test]
fn the_command_in_book_toml_makes_the_same_pages() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
    let scratch = tempfile::tempdir().unwrap();
    let mut config = Config::from_disk(root.join("book.toml")).unwrap();
    config.build.build_dir = scratch.path().join("command");
    let by_command = MDBook::load_with_config(root, config.clone()).unwrap().build();

    config.build.build_dir = scratch.path().join("process");
    let mut in_process = MDBook::load_with_config(root, config).unwrap();
    let target = ledger::target_dir(root);
    let findings =
        std::rc::Rc::<std::cell::RefCell<mdbook_measured::preprocess::Findings>>::default();
    in_process.with_preprocessor(mdbook_measured::preprocess::Measured::new(
        &target,
        mdbook_measured::preprocess::Strictness::BUILD,
        std::rc::Rc::clone(&findings),
    ));
    in_process.build().unwrap();
    // In a working folder whose lab was edited the counts are stale, and both say so.
    assert_eq!(by_command.is_ok(), findings.borrow().faults.is_empty(), "{by_command:?}");
    if by_command.is_err() {
        return;
    }
    let pages = |folder: &str| -> HashMap<String, String> {
        let folder = scratch.path().join(folder);
        let pages = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.extension().is_some_and(|e| e == "html"));
        pages
            .map(|path| {
                (
                    path.file_name().unwrap().to_string_lossy().into_owned(),
                    fs::read_to_string(path).unwrap(),
                )
            })
            .collect()
    };
    let (by_command, by_process) = (pages("command"), pages("process"));
    assert!(by_command["hotspots.html"].contains("class=\"measured\""));
    assert!(by_command.len() > 5 && by_command == by_process);
}

#[test]
fn by_command_a_fault_fails_mdbook() {
    let workspace = Workspace::new();
    workspace.chapter("{{#table nope}}");
    let command = env!("CARGO_BIN_EXE_mdbook-measured").replace('\\', "/");
    let config = format!(
        "[book]\ntitle = \"T\"\n[build]\nbuild-dir = \"target/book\"\n[preprocessor.measured]\ncommand = '\"{command}\"'\nbefore = [\"links\"]\n"
    );
    workspace.put("book.toml", &config);
    assert!(MDBook::load(workspace.root()).unwrap().build().is_err());
    assert!(!workspace.root().join("target/book/one.html").exists());
    workspace.chapter("{{#table pipeline}}");
    MDBook::load(workspace.root()).unwrap().build().unwrap();
    assert!(workspace.page("one.html").contains("32,760"));
}

/// A running `cargo book`, ended when dropped.
struct Serving {
    child: Child,
    address: String,
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn serve(workspace: &Workspace) -> Serving {
    let mut child = Command::new(env!("CARGO_BIN_EXE_book"))
        .args(["--port", "0"])
        .current_dir(workspace.root())
        .env_remove("CARGO_TARGET_DIR")
        .stdout(Stdio::piped())
        .stderr(Stdio::from(fs::File::create(workspace.root().join("log")).unwrap()))
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line
        .split("http://")
        .nth(1)
        .unwrap_or_else(|| panic!("no address in {line:?}"))
        .split('/')
        .next()
        .unwrap()
        .to_owned();
    Serving { child, address }
}

fn get(address: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").unwrap();
    let mut text = Vec::new();
    stream.read_to_end(&mut text).unwrap();
    String::from_utf8_lossy(&text).into_owned()
}

#[test]
fn one_edit_is_one_rebuild_and_a_fault_keeps_the_old_pages() {
    let workspace = Workspace::new();
    let serving = serve(&workspace);
    assert!(serving.address.starts_with("127.0.0.1:"), "{}", serving.address);
    let log = || fs::read_to_string(workspace.root().join("log")).unwrap();
    let wait_for = |what: &dyn Fn() -> bool| {
        let start = Instant::now();
        while !what() {
            assert!(
                start.elapsed() < Duration::from_secs(20),
                "waited too long; the log says {}",
                log()
            );
            std::thread::sleep(Duration::from_millis(50));
        }
    };
    assert!(get(&serving.address, "/one.html").contains("32,760"));
    assert!(get(&serving.address, "/nowhere.html").starts_with("HTTP/1.1 404"));
    workspace.chapter("edited {{#number chain}}");
    wait_for(&|| log().contains("built again"));
    assert!(get(&serving.address, "/one.html").contains("edited"));
    std::thread::sleep(Duration::from_secs(3));
    assert_eq!(log().matches("changed:").count(), 1, "{}", log());
    workspace.chapter("{{#table nope}}");
    wait_for(&|| log().contains("fault: one.md:5"));
    assert!(get(&serving.address, "/one.html").contains("edited"));
}

#[test]
fn a_taken_port_is_told_with_the_cure() {
    let workspace = Workspace::new();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let output = book(&workspace, &["--port", &port]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        String::from_utf8_lossy(&output.stderr).contains("`--port 0` takes any free one"),
        "{output:?}"
    );
}
