//! Names with versions, from what this program was locked to when built.

use anyhow::{Context as _, Result};

/// `criterion 0.8.2`: the package with its version in our own lock file.
pub(crate) fn named(package: &str) -> Result<String> {
    let version = version(include_str!("../Cargo.lock"), package)
        .with_context(|| format!("scripts/peers/Cargo.lock has no {package}; build it again"))?;
    Ok(format!("{package} {version}"))
}

fn version<'a>(lock: &'a str, package: &str) -> Option<&'a str> {
    let after = lock.split_once(&format!("name = \"{package}\"\nversion = \""))?.1;
    Some(after.split_once('"')?.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_is_that_of_the_package_itself() {
        let lock = "name = \"tango-bench-extras\"\nversion = \"1.0.0\"\n\n\
                    [[package]]\nname = \"tango-bench\"\nversion = \"0.9.0\"\n";
        assert_eq!(version(lock, "tango-bench"), Some("0.9.0"));
        assert_eq!(version(lock, "tango"), None);
    }

    #[test]
    fn every_peer_is_in_the_lock() {
        for package in ["criterion", "tango-bench", "zenbench"] {
            assert!(named(package).unwrap().starts_with(&format!("{package} ")));
        }
    }
}
