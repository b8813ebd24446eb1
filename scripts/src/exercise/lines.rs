//! The lines of a learner's file that allocate, as `heapview` reads the profile.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context as _, Result};
use heapview::{LocationId, MAX_UNPACKED, Profile};

use super::FILE;

/// A line that allocates, or asked for what does.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Line {
    /// Below the lab, or as the profile has it.
    pub(super) file: String,
    pub(super) line: u32,
    pub(super) blocks: u64,
    pub(super) bytes: u64,
    /// The line's text, in the learner's file.
    pub(super) source: String,
}

/// Lines by blocks. Each block counts at the innermost line of the learner's
/// own file on its stack, else where its stack begins outside the allocator.
pub(super) fn lines(profile: &Path, lab: &Path) -> Result<Vec<Line>> {
    let profile = heapview::read_file(profile, MAX_UNPACKED)?;
    let file = lab.join(FILE);
    let text = std::fs::read_to_string(&file).with_context(|| file.display().to_string())?;
    let sources: Vec<&str> = text.lines().map(str::trim).collect();
    let name = lab.file_name().unwrap_or_default().to_string_lossy();
    let own = format!("{name}/{FILE}");
    let mut sums: BTreeMap<(String, u32), (u64, u64)> = BTreeMap::new();
    for site in &profile.sites {
        let sum = sums.entry(place(&profile, profile.stack(site), &own)).or_default();
        *sum = (sum.0 + site.values.blocks, sum.1 + site.values.bytes);
    }
    let line = |((file, line), (blocks, bytes)): ((String, u32), (u64, u64))| {
        let source = (file == FILE).then(|| sources.get((line as usize).checked_sub(1)?)).flatten();
        let source = source.copied().unwrap_or_default().to_owned();
        Line { file, line, blocks, bytes, source }
    };
    let mut lines: Vec<Line> = sums.into_iter().map(line).filter(|line| line.blocks > 0).collect();
    lines.sort_by_key(|line| std::cmp::Reverse((line.blocks, line.bytes)));
    Ok(lines)
}

/// File and line where a stack counts.
fn place(profile: &Profile, stack: &[LocationId], own: &str) -> (String, u32) {
    let file = |id: LocationId| {
        let file = profile.locations[id as usize].file?;
        Some(profile.files[file as usize].as_str())
    };
    let line = |id: LocationId| profile.locations[id as usize].line;
    if let Some(&id) = stack.iter().find(|&&id| file(id) == Some(own)) {
        return (FILE.to_owned(), line(id));
    }
    let user = |&&id: &&LocationId| profile.locations[id as usize].layer == heapview::Layer::User;
    match stack.iter().find(user).or(stack.first()) {
        Some(&id) => (file(id).unwrap_or(profile.function_name(id)).to_owned(), line(id)),
        None => ("nowhere".to_owned(), 0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_count_at_the_learners_own_line() {
        let folder = tempfile::tempdir().unwrap();
        let lab = folder.path().join("lab7");
        std::fs::create_dir_all(lab.join("src")).unwrap();
        std::fs::write(lab.join(FILE), "fn f() {\n    let key = tag.to_string();\n}\n").unwrap();
        let profile = folder.path().join("p.json");
        std::fs::write(
            &profile,
            r#"{"dhatFileVersion":2,"mode":"rust-heap","verb":"Allocated","bklt":true,"bkacc":false,
            "tu":"µs","Mtu":"s","tuth":10,"cmd":"x","pid":1,"tg":1,"te":2,"pps":[
            {"tb":70,"tbk":7,"tl":0,"mb":0,"mbk":0,"gb":0,"gbk":0,"eb":0,"ebk":0,"fs":[1,2,3]},
            {"tb":30,"tbk":3,"tl":0,"mb":0,"mbk":0,"gb":0,"gbk":0,"eb":0,"ebk":0,"fs":[1,2]},
            {"tb":10,"tbk":9,"tl":0,"mb":0,"mbk":0,"gb":0,"gbk":0,"eb":0,"ebk":0,"fs":[1,4]}],
            "ftbl":["[root]","0x1: alloc::alloc::alloc (alloc/src/alloc.rs:1:1)",
            "0x2: lab7::exercise::f (lab7/src/exercise.rs:2:9)","0x3: lab7::main (lab7/src/exercise.rs:1:1)",
            "0x4: other::g (other/src/lib.rs:5:1)"]}"#,
        )
        .unwrap();
        let lines = lines(&profile, &lab).unwrap();
        let shown: Vec<_> =
            lines.iter().map(|l| (&*l.file, l.line, l.blocks, &*l.source)).collect();
        assert_eq!(
            shown,
            [(FILE, 2, 10, "let key = tag.to_string();"), ("other/src/lib.rs", 5, 9, "")]
        );
    }
}
