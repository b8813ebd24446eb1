//! Writing replaces whole files; the key follows what can change a number.
#![cfg(feature = "store")]
#![expect(clippy::unwrap_used, reason = "a test may fail by panicking")]

use std::fs;
use std::path::Path;

use ledger::{Error, Key, Sources, key_of_go, write_bytes};

fn put(root: &Path, file: &str, text: &str) {
    let path = root.join(file);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

/// A workspace with lab0, which uses kit, which uses a locked `dep`.
fn workspace() -> tempfile::TempDir {
    let root = tempfile::tempdir().unwrap();
    put(
        root.path(),
        "Cargo.lock",
        r#"
version = 4
[[package]]
name = "lab0"
version = "0.1.0"
dependencies = ["kit"]
[[package]]
name = "kit"
version = "0.1.0"
dependencies = ["dep 1.0.0"]
[[package]]
name = "dep"
version = "1.0.0"
checksum = "11"
[[package]]
name = "dep"
version = "2.0.0"
checksum = "22"
"#,
    );
    put(root.path(), "Cargo.toml", "[workspace]\n[profile.dev]\nopt-level = 0\n");
    for package in ["lab0", "kit"] {
        put(
            root.path(),
            &format!("labs/{package}/Cargo.toml"),
            &format!("[package]\nname = \"{package}\"\ndescription = \"d\"\n"),
        );
        put(root.path(), &format!("labs/{package}/src/lib.rs"), "fn f() {}\n");
    }
    put(root.path(), "labs/lab0/src/exercise.rs", "fn g() {}\n");
    put(root.path(), "labs/lab0/tests/heap.rs", "fn main() {}\n");
    put(root.path(), "labs/kit/tests/own.rs", "fn main() {}\n");
    root
}

fn key_of_lab(root: &Path, lab: &str) -> Result<Key, Error> {
    Sources::read(root)?.key_of_lab(lab)
}

#[test]
fn the_key_changes_with_what_can_change_a_number_and_with_nothing_else() {
    let root = workspace();
    let key = key_of_lab(root.path(), "lab0").unwrap();
    for (file, text) in [
        ("labs/lab0/src/exercise.rs", "fn solved() {}\n"),
        ("labs/lab0/README.md", "words"),
        ("labs/lab0/ledger/counts.json", "{}"),
        ("labs/kit/tests/own.rs", "fn other() {}\n"),
        ("labs/lab0/src/lib.rs", "fn f() {}\r\n"),
        (
            "labs/lab0/Cargo.toml",
            "[package]\nname = \"lab0\"\ndescription = \"other\"\n[package.metadata.lab]\nminutes = 3\n",
        ),
    ] {
        put(root.path(), file, text);
        assert_eq!(key_of_lab(root.path(), "lab0").unwrap(), key, "{file}");
    }
    let mut seen = vec![key.sources];
    for (file, text) in [
        ("labs/lab0/src/lib.rs", "fn f() { }\n"),
        ("labs/lab0/tests/heap.rs", "fn main() { }\n"),
        ("labs/lab0/benches/time.rs", "fn main() {}\n"),
        ("labs/kit/src/lib.rs", "fn f() { }\n"),
        ("labs/kit/build.rs", "fn main() {}\n"),
        ("labs/kit/Cargo.toml", "[package]\nname = \"kit\"\nedition = \"2024\"\n"),
        ("Cargo.toml", "[workspace]\n[profile.dev]\nopt-level = 1\n"),
        (
            "Cargo.toml",
            "[workspace]\n[workspace.package]\nedition = \"2024\"\n[profile.dev]\nopt-level = 1\n",
        ),
        (
            "labs/kit/Cargo.toml",
            "[package]\nname = \"kit\"\n[dependencies]\ndep.workspace = true\n",
        ),
        (
            "Cargo.toml",
            "[workspace]\n[workspace.dependencies]\ndep = { version = \"1\", features = [\"x\"] }\n",
        ),
    ] {
        put(root.path(), file, text);
        let sources = key_of_lab(root.path(), "lab0").unwrap().sources;
        assert!(!seen.contains(&sources), "{file} changes no key");
        seen.push(sources);
    }
}

#[test]
fn the_key_follows_the_locked_version_that_is_used() {
    let root = workspace();
    let lock = fs::read_to_string(root.path().join("Cargo.lock")).unwrap();
    let before = key_of_lab(root.path(), "lab0").unwrap();
    put(root.path(), "Cargo.lock", &lock.replace("\"22\"", "\"23\""));
    assert_eq!(key_of_lab(root.path(), "lab0").unwrap(), before, "lab0 does not use dep 2");
    put(root.path(), "Cargo.lock", &lock.replace("\"11\"", "\"12\""));
    assert_ne!(key_of_lab(root.path(), "lab0").unwrap().dependencies, before.dependencies);
}

#[test]
fn an_unknown_lab_is_an_error_that_names_the_lock_file() {
    let root = workspace();
    let error = key_of_lab(root.path(), "lab9").unwrap_err().to_string();
    assert!(error.contains("Cargo.lock") && error.contains("lab9"), "{error}");
    let error = key_of_lab(&root.path().join("nowhere"), "lab0").unwrap_err();
    assert!(matches!(error, Error::Io { .. }), "{error}");
}

#[test]
fn the_key_of_the_go_column_is_that_of_its_files() {
    let root = workspace();
    let lab = root.path().join("labs/lab0");
    put(&lab, "go/go.mod", "module lab0\n");
    put(&lab, "go/main.go", "package main\n");
    let key = key_of_go(&lab).unwrap();
    put(&lab, "go/main_test.go", "package main\n");
    assert_eq!(key_of_go(&lab).unwrap(), key);
    put(&lab, "go/main.go", "package main \n");
    assert_ne!(key_of_go(&lab).unwrap(), key);
}

#[test]
fn the_key_of_the_go_column_follows_what_stands_in_a_modules_place() {
    let root = workspace();
    let lab = root.path().join("labs/lab0");
    put(&lab, "go/go.mod", "module lab0\n\nreplace kit => ../../gokit\n");
    let error = key_of_go(&lab).unwrap_err().to_string();
    assert!(error.contains("gokit"), "{error}");
    put(root.path(), "labs/gokit/kit.go", "package kit\n");
    let key = key_of_go(&lab).unwrap();
    put(root.path(), "labs/gokit/kit.go", "package kit \n");
    assert_ne!(key_of_go(&lab).unwrap(), key);
}

#[test]
fn the_key_of_the_calibration_follows_the_profiles_of_a_bench_alone() {
    let root = workspace();
    let key = || Sources::read(root.path()).unwrap().key_of_calibration(false).unwrap();
    let manifest = |profiles: &str| {
        put(root.path(), "Cargo.toml", &format!("[workspace]\n{profiles}\n"));
        key()
    };
    let before = manifest("[profile.dev]\nopt-level = 0");
    assert_eq!(manifest("[profile.dev.package.dep]\nopt-level = 3"), before);
    let bench = manifest("[profile.bench]\nopt-level = 1");
    let release = manifest("[profile.release]\nopt-level = 1");
    assert!(bench != before && release != before && bench != release);
}

#[test]
fn writing_replaces_the_file_or_leaves_it() {
    let root = tempfile::tempdir().unwrap();
    let path = root.path().join("deep/ledger.json");
    write_bytes(&path, b"one").unwrap();
    write_bytes(&path, b"two").unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"two");
    let too_large = vec![0; usize::try_from(ledger::MAX_FILE).unwrap() + 1];
    assert!(matches!(write_bytes(&path, &too_large), Err(Error::TooLarge { .. })));
    assert_eq!(fs::read(&path).unwrap(), b"two");
    assert_eq!(
        fs::read_dir(path.parent().unwrap()).unwrap().count(),
        1,
        "a temporary file was left behind"
    );
    // A folder stands where the file should be.
    let blocked = root.path().join("blocked");
    fs::create_dir_all(blocked.join("inside")).unwrap();
    assert!(matches!(write_bytes(&blocked, b"x"), Err(Error::Io { .. })));
    assert_eq!(fs::read_dir(root.path()).unwrap().count(), 2, "a temporary file was left behind");
}
