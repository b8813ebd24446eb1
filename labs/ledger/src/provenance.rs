//! Where a number comes from.

use serde::{Deserialize, Serialize};

use crate::{Bytes, read::Checker};

/// What the book prints under every table, and what decides whether two
/// ledgers may be compared. What could not be found out is the word `unknown`,
/// never a guess.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Provenance {
    /// When measuring ended, RFC 3339 in UTC.
    pub date: String,
    /// The commit of the working folder, 40 hexadecimal digits, or `unknown`.
    pub commit: String,
    /// Whether the sources differed from that commit.
    pub modified: bool,
    /// Compiler, target and profile of the measured program.
    pub build: Build,
    /// Who served the blocks: `dhat 0.3.3 over system`, `system (glibc 2.36)`.
    pub allocator: String,
    /// The machine.
    pub machine: Machine,
    /// What the number depends on; see [`Key`].
    pub key: Key,
    /// The one command that measures this again.
    pub command: String,
    /// What made the machine a poor judge of times, as `cargo labs doctor` says
    /// it; empty for counts, which do not mind.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub findings: Vec<String>,
}

/// How the measured program was compiled.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Build {
    /// First line of `rustc -V` or `go version`.
    pub toolchain: String,
    /// Target triple, or Go's `linux/amd64`.
    pub target: String,
    /// Cargo's profile: `dev`, `release`, `bench`; for Go its settings.
    pub profile: String,
}

/// A machine, told apart coarsely: what a reboot changes is not in it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Machine {
    /// `linux`, `macos`, `windows`.
    pub os: String,
    /// `x86_64`, `aarch64`.
    pub arch: String,
    /// The processor's own name.
    pub cpu: String,
    /// Logical processors that the program may use.
    pub cores: u32,
    /// Main memory; absent where the system does not say.
    pub memory: Option<Bytes>,
}

impl Machine {
    /// A file name's worth of identity: `linux-x86_64-intel-xeon-2-cores`.
    pub fn slug(&self) -> String {
        let text = format!("{} {} {} {} cores", self.os, self.arch, self.cpu, self.cores);
        let words: Vec<String> = text
            .split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
            .filter(|word| !word.is_empty())
            .map(str::to_ascii_lowercase)
            .collect();
        words.join("-").chars().take(80).collect()
    }
}

/// Hashes of what can change a number, besides [`Build`]. Equal keys: the
/// number is fresh. Different keys: it is stale, whatever the date says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Key {
    /// Sources of the lab, of the workspace crates it uses, and the profiles.
    pub sources: String,
    /// Names, versions and checksums of the locked dependencies.
    pub dependencies: String,
}

impl Provenance {
    pub(crate) fn check(&self, check: &mut Checker) {
        for (field, value) in [
            ("commit", &self.commit),
            ("build.toolchain", &self.build.toolchain),
            ("build.target", &self.build.target),
            ("build.profile", &self.build.profile),
            ("allocator", &self.allocator),
            ("machine.os", &self.machine.os),
            ("machine.arch", &self.machine.arch),
            ("machine.cpu", &self.machine.cpu),
            ("key.sources", &self.key.sources),
            ("key.dependencies", &self.key.dependencies),
            ("command", &self.command),
        ] {
            check.name(format_args!("provenance.{field}"), value);
        }
        check.unique("provenance.findings", self.findings.iter());
        let looks_like_a_date = self.date.len() >= 10
            && self
                .date
                .bytes()
                .take(10)
                .enumerate()
                .all(|(i, b)| if i == 4 || i == 7 { b == b'-' } else { b.is_ascii_digit() });
        check.holds(
            looks_like_a_date,
            "provenance.date",
            "a date as 2026-11-30T12:00:00Z is needed",
        );
        check.name("provenance.date", &self.date);
        check.holds(
            self.machine.cores > 0,
            "provenance.machine.cores",
            "a machine has at least one core",
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slug_is_a_file_name_on_every_system() {
        let machine = Machine {
            os: "linux".into(),
            arch: "x86_64".into(),
            cpu: "Intel(R) Xeon(R) CPU @ 2.20GHz / <x>".into(),
            cores: 2,
            memory: None,
        };
        assert_eq!(machine.slug(), "linux-x86_64-intel-r-xeon-r-cpu-2-20ghz-x-2-cores");
    }
}
