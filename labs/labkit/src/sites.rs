//! Which line allocates: dhat's profile, folded to the lab's own lines.
//!
//! A profile names for every allocation a stack of frames, innermost first.
//! On current Rust five to thirteen of them belong to the allocator and to std
//! before the first line of the program's own comes. This module takes, per
//! stack, the first frame whose file lies in the lab's `src`, and sums by that
//! line. `heapview` will read a profile in full; this is what one lab needs.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use ledger::{Blocks, Bytes, Level, Site};
use serde::Deserialize;

/// A profile as dhat 0.3.3 writes it, as far as it is used here.
#[derive(Debug, Deserialize)]
struct Profile {
    pps: Vec<Point>,
    ftbl: Vec<String>,
}

/// One stack. `tb` and `tbk` are total bytes and total blocks.
#[derive(Debug, Deserialize)]
struct Point {
    tb: u64,
    tbk: u64,
    fs: Vec<usize>,
}

/// Runs `f` twice, the second time under a profiler that writes its profile to
/// `profile`, and returns the lines below `lab_dir/src` that allocated, by
/// file and line, and the sum of what no frame of the lab asked for. dhat prints
/// its summary to stderr meanwhile.
///
/// An older file at `profile` is removed first, so what is read was written by
/// this run.
///
/// # Errors
///
/// The profile was not written (the path is a folder, the disk is full), is no
/// profile, or names a line that is not in the sources.
pub(crate) fn record_sites<R>(
    lab_dir: &Path,
    profile: &Path,
    f: &mut dyn FnMut() -> R,
) -> Result<(Vec<Site>, Level), String> {
    let fault =
        |what: &str, e: &dyn std::fmt::Display| format!("{}: {what}: {e}", profile.display());
    if let Some(folder) = profile.parent() {
        fs::create_dir_all(folder).map_err(|e| fault("making its folder failed", &e))?;
    }
    match fs::remove_file(profile) {
        Err(e) if e.kind() != std::io::ErrorKind::NotFound => {
            return Err(fault("removing the profile of an earlier run failed", &e));
        }
        _ => {}
    }
    drop(std::hint::black_box(f()));
    // By default dhat keeps ten frames, and a nested `format!` has more of std's
    // own above the lab's line.
    let builder = dhat::Profiler::builder().file_name(profile);
    let profiler = builder.trim_backtraces(Some(usize::MAX)).build();
    drop(std::hint::black_box(f()));
    drop(profiler);
    let text = fs::read(profile).map_err(|e| fault("dhat wrote no profile", &e))?;
    sites_of(lab_dir, &text).map_err(|e| fault("reading the profile failed", &e))
}

/// Folds a profile to lines below `lab_dir/src`, and the rest to one sum.
fn sites_of(lab_dir: &Path, profile: &[u8]) -> Result<(Vec<Site>, Level), String> {
    let profile: Profile = serde_json::from_slice(profile).map_err(|e| e.to_string())?;
    let lab =
        lab_dir.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let frames: Vec<Option<Frame>> =
        profile.ftbl.iter().map(|text| Frame::of_lab(text, &lab, lab_dir)).collect();
    let mut sums: BTreeMap<Frame, (u64, u64)> = BTreeMap::new();
    let mut elsewhere = Level::default();
    for point in &profile.pps {
        let own = point.fs.iter().find_map(|&index| frames.get(index)?.clone());
        match own {
            Some(frame) => {
                let sum = sums.entry(frame).or_default();
                sum.0 += point.tbk;
                sum.1 += point.tb;
            }
            None => {
                elsewhere.blocks.0 += point.tbk;
                elsewhere.bytes.0 += point.tb;
            }
        }
    }
    let mut sources: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut sites = Vec::new();
    for (frame, (blocks, bytes)) in sums {
        let lines = match sources.get(&frame.file) {
            Some(lines) => lines,
            None => {
                let text = fs::read_to_string(lab_dir.join(&frame.file))
                    .map_err(|e| format!("{}: {e}", frame.file))?;
                sources
                    .entry(frame.file.clone())
                    .or_insert(text.lines().map(|line| line.trim().to_owned()).collect())
            }
        };
        let source = lines.get(frame.line.saturating_sub(1) as usize).cloned();
        let source = source.ok_or_else(|| {
            format!(
                "{} has no line {}: is the program older than its source?",
                frame.file, frame.line
            )
        })?;
        let Frame { file, line, function } = frame;
        sites.push(Site {
            function,
            file,
            line,
            source,
            blocks: Blocks(blocks),
            bytes: Bytes(bytes),
        });
    }
    Ok((sites, elsewhere))
}

/// A frame of the lab's own code.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Frame {
    /// Below the lab's folder, with `/`.
    file: String,
    line: u32,
    /// Without its path and without closures.
    function: String,
}

impl Frame {
    /// Reads `0xADDR: SYMBOL (PATH:LINE:COL)`, where dhat has cut PATH to its
    /// last three parts. `None` for a frame of any other crate.
    fn of_lab(text: &str, lab: &str, lab_dir: &Path) -> Option<Frame> {
        let (_, text) = text.split_once(": ")?;
        let (symbol, place) = text.strip_suffix(')')?.rsplit_once(" (")?;
        let mut parts = place.rsplitn(3, ':');
        let (_column, line, path) = (parts.next()?, parts.next()?, parts.next()?);
        let path = path.replace('\\', "/");
        // `lab1/src/pipeline.rs`; or `src/deep/module.rs`, whose crate is cut
        // away, so that only the symbol can tell it.
        let file = match path.strip_prefix(&format!("{lab}/")) {
            Some(file) => file,
            None if symbol
                .trim_start_matches('<')
                .starts_with(&format!("{}::", lab.replace('-', "_"))) =>
            {
                &path
            }
            None => return None,
        };
        if !file.starts_with("src/") || !lab_dir.join(file).is_file() {
            return None;
        }
        Some(Frame {
            file: file.to_owned(),
            line: line.parse().ok()?,
            function: function_name(symbol).to_owned(),
        })
    }
}

/// `build_records` of `lab1::pipeline::build_records::{{closure}}` and of
/// `build_records<T>`: an inlined frame has no path in a build with line tables
/// only, and a profile must read alike in every build.
fn function_name(symbol: &str) -> &str {
    let parts = symbol.split("::").filter(|part| !part.contains("{closure"));
    let name = parts.last().unwrap_or(symbol);
    name.split_once('<').map_or(name, |(name, _)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lab() -> std::path::PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
    }

    #[test]
    fn a_frame_of_the_lab_is_told_from_every_other() {
        let own = "0x55d0c0ffee00: labkit::sites::grow::{{closure}} (labkit/src/sites.rs:12:9)";
        let frame = Frame::of_lab(own, "labkit", &lab()).unwrap();
        assert_eq!(
            (frame.file.as_str(), frame.line, frame.function.as_str()),
            ("src/sites.rs", 12, "grow")
        );
        let inlined = "0x1: grow<u8> (labkit/src/sites.rs:12:9)";
        assert_eq!(Frame::of_lab(inlined, "labkit", &lab()), Some(frame));
        let windows = "0x1: labkit::sites::f (labkit\\src\\sites.rs:1:2)";
        assert_eq!(Frame::of_lab(windows, "labkit", &lab()).unwrap().file, "src/sites.rs");
        for other in [
            "[root]",
            "0x1: ??? (???:0:0)",
            "0x1: alloc::vec::Vec<T,A>::push (src/vec/mod.rs:2442:9)",
            "0x1: other::f (other/src/sites.rs:1:2)",
            "0x1: labkit::gone (labkit/src/gone.rs:1:2)",
            "0x1: main (in /lib/x.so)",
        ] {
            assert_eq!(Frame::of_lab(other, "labkit", &lab()), None, "{other}");
        }
    }

    #[test]
    fn stacks_fold_to_the_first_own_line_and_sum() {
        let profile = br#"{"pps": [
            {"tb": 10, "tbk": 1, "fs": [1, 2, 3]},
            {"tb": 5, "tbk": 2, "fs": [2]},
            {"tb": 7, "tbk": 7, "fs": [1]},
            {"tb": 1, "tbk": 1, "fs": [99]}],
            "ftbl": ["[root]", "0x1: std::f (src/a.rs:1:1)", "0x2: labkit::sites::f (labkit/src/sites.rs:1:1)",
                     "0x3: labkit::sites::g (labkit/src/sites.rs:2:1)"]}"#;
        let (sites, elsewhere) = sites_of(&lab(), profile).unwrap();
        assert_eq!((elsewhere.blocks, elsewhere.bytes), (Blocks(8), Bytes(8)));
        assert_eq!(sites.len(), 1);
        assert_eq!((sites[0].blocks, sites[0].bytes), (Blocks(3), Bytes(15)));
        assert!(sites[0].source.starts_with("//! Which line allocates"), "{}", sites[0].source);
    }

    #[test]
    fn a_profile_that_cannot_be_written_is_an_error() {
        let folder = std::env::temp_dir().join(format!("labkit-sites-{}", std::process::id()));
        fs::create_dir_all(folder.join("inside")).unwrap();
        let error = record_sites(&lab(), &folder, &mut || ()).unwrap_err();
        assert!(error.contains("removing the profile of an earlier run failed"), "{error}");
        fs::remove_dir_all(folder).unwrap();
    }
}
