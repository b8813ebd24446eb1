//! A small workspace with one lab and one chapter.

use std::fs;
use std::path::{Path, PathBuf};

use ledger::{
    Blocks, Build, Bytes, CountRow, CountTable, Counts, Estimate, FORMAT, Fact, Ledger, Level,
    Machine, Nanos, Provenance, Round, Site, SiteTable, Sources, TimeTable, Times, Unit,
};
use mdbook_measured::build::build;
use mdbook_measured::preprocess::{Findings, Strictness};

pub(crate) struct Workspace {
    folder: tempfile::TempDir,
}

/// A sound chapter's first lines; a directive after them is on line 5.
pub(crate) const HEAD: &str = "# One\n\n{{#lab lab1}}\n\n";

impl Workspace {
    pub(crate) fn new() -> Workspace {
        let workspace = Workspace { folder: tempfile::tempdir().unwrap() };
        workspace.put("book.toml", "[book]\ntitle = \"T\"\n[build]\nbuild-dir = \"target/book\"\ncreate-missing = false\n[preprocessor.measured]\nbefore = [\"links\"]\n[output.html]\nsmart-punctuation = false\n");
        workspace.put("src/SUMMARY.md", "# Summary\n\n- [One](one.md)\n- [Audit](audit.md)\n");
        workspace.put("src/one.md", &format!("{HEAD}{{{{#table pipeline}}}}\n"));
        workspace.put("src/audit.md", "# Audit\n\n{{#audit S000}}\n");
        workspace.put(
            "src/claims.json",
            r#"{"texts": [{"id": "S000", "title": "T", "english": "T", "author": null, "links": []}], "claims": [{"id": "S000-01", "source": "000", "section": "1", "claim": "It is *fast*.", "claimed": "10 ns", "measured": "20 ns", "go_version": "1.27.0", "verdict": "refuted", "reason": "It is not."},
                {"id": "S000-02", "source": "000", "section": "1", "claim": "It is small.", "claimed": "-", "measured": "-", "go_version": "-", "verdict": "reproduced", "reason": "It is."}]}"#,
        );
        workspace.put("Cargo.toml", "[workspace]\n");
        workspace
            .put("Cargo.lock", "version = 4\n[[package]]\nname = \"lab1\"\nversion = \"0.1.0\"\n");
        workspace.put(
            "labs/lab1/Cargo.toml",
            "[package]\nname = \"lab1\"\ndescription = \"Which line allocates?\"\n[package.metadata.lab]\ntitle = \"T\"\nchapter = \"one.md\"\nminutes = 30\nclaims = \"S000-01..S000-02\"\n[package.metadata.lab.exercise]\ntask = \"T\"\nminutes = 9\nhints = [\"a\", \"b\"]\n",
        );
        workspace.put("labs/lab1/src/lib.rs", "// ANCHOR: f\nfn f() {}\n// ANCHOR_END: f\n");
        workspace.write("labs/lab1/ledger/counts.json", &workspace.counts());
        workspace
    }

    pub(crate) fn root(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn put(&self, file: &str, text: &str) {
        let path = self.root().join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// The chapter's text after [`HEAD`].
    pub(crate) fn chapter(&self, text: &str) {
        self.put("src/one.md", &format!("{HEAD}{text}\n"));
    }

    pub(crate) fn write<B: ledger::Body>(&self, file: &str, ledger: &Ledger<B>) {
        ledger::write(&self.root().join(file), ledger).unwrap();
    }

    /// A ledger text with `from` replaced, past every check of the writer.
    pub(crate) fn spoil(&self, file: &str, from: &str, to: &str) {
        let path = self.root().join(file);
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains(from), "{from} is not in {text}");
        fs::write(path, text.replacen(from, to, 1)).unwrap();
    }

    pub(crate) fn provenance(&self) -> Provenance {
        Provenance {
            date: "2026-11-30T12:00:00Z".into(),
            commit: "0123456789abcdef0123456789abcdef01234567".into(),
            modified: false,
            build: Build { toolchain: toolchain(), target: "x86_64".into(), profile: "dev".into() },
            allocator: "dhat".into(),
            machine: Machine {
                os: "linux".into(),
                arch: "x86_64".into(),
                cpu: "Test CPU".into(),
                cores: 2,
                memory: None,
            },
            key: Sources::read(self.root()).unwrap().key_of_lab("lab1").unwrap(),
            command: "cargo labs measure lab1".into(),
            findings: Vec::new(),
        }
    }

    pub(crate) fn counts(&self) -> Ledger<Counts> {
        let row = |variant: &str, blocks, bytes| {
            let peak = Level { blocks: Blocks(1), bytes: Bytes(bytes / 2) };
            CountRow {
                variant: variant.into(),
                calls: 1,
                blocks: Blocks(blocks),
                bytes: Bytes(bytes),
                peak: Some(peak),
                held: Some(peak),
            }
        };
        let site = |function: &str, line, blocks, bytes| Site {
            function: function.into(),
            file: "src/lib.rs".into(),
            line,
            source: format!("line {line}"),
            blocks: Blocks(blocks),
            bytes: Bytes(bytes),
        };
        let body = Counts {
            tables: vec![CountTable {
                name: "pipeline".into(),
                rows: vec![row("encode_fresh", 12, 32_760), row("encode_exact", 1, 10_890)],
            }],
            sites: vec![SiteTable {
                name: "lines".into(),
                rows: vec![site("many", 1, 3000, 1000), site("large", 2, 1, 9000)],
            }],
            facts: vec![Fact {
                name: "chain".into(),
                unit: Unit::Bytes,
                values: vec![8, 16, 1024],
                calls: 1,
            }],
            grids: Vec::new(),
            traces: Vec::new(),
        };
        Ledger { format: FORMAT, lab: "lab1".into(), provenance: self.provenance(), body }
    }

    pub(crate) fn times(&self) -> Ledger<Times> {
        let nanos = |n| Nanos::new(n).unwrap();
        let estimate = |variant: &str, n| Estimate {
            variant: variant.into(),
            time: nanos(n),
            low: nanos(n * 0.9),
            high: nanos(n * 1.1),
            confidence: 0.95,
            samples: 100,
        };
        let table = TimeTable {
            name: "pipeline".into(),
            variants: vec!["encode_fresh".into(), "encode_exact".into()],
            estimates: vec![estimate("encode_fresh", 6110.0), estimate("encode_exact", 6500.0)],
            // Nine placements of six rounds; fresh takes 0.9 of exact in each.
            rounds: (0..54)
                .map(|i| Round {
                    process: i / 6,
                    placement: i / 6,
                    round: i % 6,
                    control: Some(nanos(400.0)),
                    times: vec![nanos(900.0 + f64::from(i)), nanos(1000.0 + f64::from(i) / 0.9)],
                })
                .collect(),
            instructions: Vec::new(),
        };
        Ledger {
            format: FORMAT,
            lab: "lab1".into(),
            provenance: self.provenance(),
            body: Times { tables: vec![table], ..Times::default() },
        }
    }

    /// Builds; the reader's results are those of this workspace.
    pub(crate) fn build(&self, strictness: Strictness) -> Findings {
        build(self.root(), &self.root().join("target"), strictness).unwrap().findings
    }

    /// Builds a sound book.
    pub(crate) fn built(&self) {
        let findings = self.build(Strictness::BUILD);
        assert_eq!(findings.faults, []);
    }

    /// The faults of a build, as they are printed.
    pub(crate) fn faults(&self, strictness: Strictness) -> Vec<String> {
        self.build(strictness).faults.iter().map(ToString::to_string).collect()
    }

    /// The one fault of a chapter of this text, which says `part`.
    pub(crate) fn refuses(&self, chapter: &str, part: &str) -> String {
        self.chapter(chapter);
        let mut faults = self.faults(Strictness::BUILD);
        assert!(faults.len() == 1 && faults[0].contains(part), "{chapter}, {part}: {faults:?}");
        faults.remove(0)
    }

    pub(crate) fn page(&self, name: &str) -> String {
        fs::read_to_string(self.root().join("target/book").join(name)).unwrap()
    }
}

/// Every file below a folder with its text.
pub(crate) fn contents(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(contents(&path));
        } else {
            found.push((path.clone(), fs::read(path).unwrap()));
        }
    }
    found.sort();
    found
}

/// What builds this test, which is what a fresh result was measured with.
pub(crate) fn toolchain() -> String {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = std::process::Command::new(rustc).arg("-V").output().unwrap();
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}
