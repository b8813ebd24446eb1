//! The rooms and arrows of ARCHITECTURE.md, held against cargo's own view.
#![expect(clippy::unwrap_used, reason = "a test may fail by panicking")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use cargo_metadata::{DependencyKind, Metadata, MetadataCommand, Package, PackageId};

fn metadata() -> Metadata {
    MetadataCommand::new()
        .manifest_path(concat!(env!("CARGO_MANIFEST_DIR"), "/../Cargo.toml"))
        .exec()
        .unwrap()
}

/// `3` of `lab3`.
fn lab_number(name: &str) -> Option<u32> {
    name.strip_prefix("lab")?.parse().ok()
}

/// The workspace crates that a package names, with the kinds of dependency.
fn ours<'a>(metadata: &'a Metadata, package: &'a Package) -> BTreeMap<&'a str, BTreeSet<bool>> {
    let members: BTreeSet<&str> =
        metadata.workspace_packages().iter().map(|p| p.name.as_str()).collect();
    let mut found: BTreeMap<&str, BTreeSet<bool>> = BTreeMap::new();
    for dependency in &package.dependencies {
        if members.contains(dependency.name.as_str()) {
            found
                .entry(&dependency.name)
                .or_default()
                .insert(dependency.kind == DependencyKind::Development);
        }
    }
    found
}

#[test]
fn every_arrow_is_one_that_the_design_allows() {
    let metadata = metadata();
    for package in metadata.workspace_packages() {
        for (to, kinds) in ours(&metadata, package) {
            let only_dev = kinds == BTreeSet::from([true]);
            let from = package.name.as_str();
            let allowed = match (lab_number(from), lab_number(to)) {
                (Some(from), Some(to)) => to < from,
                (Some(_), None) => to == "labkit" && only_dev,
                (None, _) => {
                    matches!(
                        (from, to),
                        ("labkit" | "mdbook-measured" | "labs", "ledger") | ("labs", "heapview")
                    ) || ((from, to) == ("calibration", "labkit") && only_dev)
                }
            };
            assert!(
                allowed,
                "{from} -> {to} (only for tests: {only_dev}) is no arrow of the design"
            );
        }
    }
}

#[test]
fn what_a_learner_compiles_reaches_no_mdbook() {
    let metadata = metadata();
    let names: BTreeMap<&PackageId, &str> =
        metadata.packages.iter().map(|p| (&p.id, p.name.as_str())).collect();
    let resolve = metadata.resolve.as_ref().unwrap();
    let nodes: BTreeMap<&PackageId, _> =
        resolve.nodes.iter().map(|node| (&node.id, node)).collect();
    for package in metadata.workspace_packages() {
        let name = package.name.as_str();
        if lab_number(name).is_none()
            && !["calibration", "labkit", "ledger", "heapview", "labs"].contains(&name)
        {
            continue;
        }
        let (mut open, mut seen) = (vec![&package.id], BTreeSet::new());
        while let Some(id) = open.pop() {
            if seen.insert(id) {
                assert!(!names[id].starts_with("mdbook"), "{name} reaches {}", names[id]);
                // Tests of a dependency are not built, those of the package itself are.
                let built = |dep: &&cargo_metadata::NodeDep| {
                    *id == package.id
                        || dep.dep_kinds.iter().any(|kind| kind.kind != DependencyKind::Development)
                };
                open.extend(nodes[id].deps.iter().filter(built).map(|dep| &dep.pkg));
            }
        }
        assert!(seen.len() > 1, "{name} depends on nothing, which cannot be");
    }
}

#[test]
fn a_folder_is_named_after_its_package() {
    for package in metadata().workspace_packages() {
        let folder = package.manifest_path.parent().unwrap();
        let expected =
            if package.name.as_str() == "labs" { "scripts" } else { package.name.as_str() };
        assert_eq!(folder.file_name(), Some(expected));
    }
}

/// A library with a global allocator would force it on everybody who uses it,
/// and two of them do not link.
#[test]
fn no_library_installs_an_allocator() {
    fn rust_files(folder: &Path, found: &mut Vec<String>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                rust_files(&path, found);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                found.push(path.to_string_lossy().into_owned());
            }
        }
    }
    let mut files = Vec::new();
    for package in metadata().workspace_packages() {
        rust_files(package.manifest_path.parent().unwrap().join("src").as_std_path(), &mut files);
    }
    assert!(files.len() > 10);
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        assert!(
            !text.lines().any(|line| line.trim_start().starts_with("#[global_allocator]")),
            "{file}"
        );
    }
}
