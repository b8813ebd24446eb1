//! What a lab's peers observe: other pools, other allocators, other languages.
//!
//! They are a package of their own beside the lab, `labs/lab6-peers`, outside
//! the workspace, since no learner should have to build them. Called with
//! `--record` the program prints a record of times; how many rounds it makes is
//! its own business unless `--rounds` says so.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use ledger::{LabManifest as Lab, PEERS, Record, Sources, Times, target_dir};

use super::{QUICK_ROUNDS, Session};
use crate::steps::{Progress, Step, Steps};

impl Session<'_> {
    /// Runs them and keeps what they say; nothing where the lab has none, unless
    /// it was named.
    pub(super) fn peers(&self, lab: &Lab, sources: &Sources, steps: Steps) -> Result<()> {
        let dir = ledger::peers_dir(&lab.dir);
        let manifest = dir.join("Cargo.toml");
        if !manifest.is_file() {
            // Where labs are named, only those are measured.
            if !self.options.labs.is_empty() {
                bail!("it has no peers: there is no labs/{}-peers", lab.name);
            }
            return Ok(());
        }
        let cargo = |what: &str| {
            let mut command = crate::cargo::program();
            command.args([what, "--release", "--manifest-path"]).arg(&manifest);
            // Not the workspace's folder: its lock and profile are others.
            command.env_remove("CARGO_TARGET_DIR");
            command
        };
        let built = cargo("build").status().context("cargo cannot be started")?;
        if !built.success() {
            bail!("labs/{}-peers does not build; see above", lab.name);
        }
        let mut command = cargo("run");
        command.args(["--quiet", "--", "--record"]).current_dir(&dir);
        let rounds = self.options.rounds.or(self.options.quick.then_some(QUICK_ROUNDS));
        if let Some(rounds) = rounds {
            command.args(["--rounds", &rounds.to_string()]);
        }
        let name = rounds.map_or("peers".into(), |rounds| format!("peers-{rounds}"));
        let planned = Duration::from_secs(120);
        let progress = Progress::new(&lab.name, planned);
        let step = Step { name: name.clone(), command, planned };
        let record: Record<Times> = steps.record(step, true, &progress)?;
        let file = format!("{PEERS}-{}.json", self.machine.slug());
        let path = self.out(lab).join(file);
        let key = sources.key_of_peers(&lab.name)?;
        let written = self.keep(lab, &path, record, key, "as each row or column says", PEERS)?;
        progress.finish();
        steps.clear(&[name]);
        self.say_written(lab, &[written]);
        Ok(())
    }

    /// Where this measurement is kept.
    pub(super) fn out(&self, lab: &Lab) -> PathBuf {
        match self.options.reference {
            true => lab.dir.join("ledger"),
            false => target_dir(self.root).join("labs").join(&lab.name),
        }
    }
}
