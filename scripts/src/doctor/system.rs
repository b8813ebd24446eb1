//! What the system says of itself. Files are read below `root`, so that a test can
//! bring its own.

use std::fs;
use std::path::Path;
use std::process::Command;

use ledger::Machine;

use super::{Check, State};

/// All of them.
pub(super) fn all(root: &Path, machine: &Machine) -> Vec<Check> {
    let load = (!cfg!(windows)).then(|| sysinfo::System::load_average().one);
    let check = |name, state| Check { name, state };
    vec![
        check("cores", cores(machine.cores)),
        check("load", self::load(load, machine.cores)),
        check("governor", governor(root)),
        check("battery", battery(root)),
        check("virtual", virtual_machine(root)),
        check("quota", quota(root, machine.cores)),
    ]
}

fn cores(cores: u32) -> State {
    match cores {
        1 => State::poor(
            "one logical processor: whatever else runs takes it away",
            "measure on a machine with two or more",
        ),
        cores => State::fine(format!("{cores} logical processors")),
    }
}

fn load(load: Option<f64>, cores: u32) -> State {
    let Some(load) = load else {
        return State::unknown("this system keeps no load average");
    };
    let what = format!("load {load:.1} on {cores} logical processors over the last minute");
    // One processor measures; the others may be busy, less a half for us.
    if load > f64::from(cores) - 0.5 {
        State::poor(what, "close what runs, or measure later")
    } else {
        State::fine(what)
    }
}

fn governor(root: &Path) -> State {
    let path = root.join("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
    match read(&path).as_deref() {
        None => State::unknown("nothing here chooses the clock speed, or it does not say"),
        Some("performance") => State::fine("the governor is performance"),
        Some(other) => State::poor(
            format!("the governor is {other}: the clock follows the load"),
            "sudo cpupower frequency-set --governor performance",
        ),
    }
}

fn battery(root: &Path) -> State {
    let cure = "plug it in: on battery the clock is held down";
    if cfg!(target_os = "macos") {
        return match said("pmset", &["-g", "batt"]) {
            Some(text) if text.contains("Battery Power") => State::poor("on battery", cure),
            Some(_) => State::fine("on mains"),
            None => State::unknown("pmset does not say"),
        };
    }
    let supplies = root.join("sys/class/power_supply");
    let Ok(entries) = fs::read_dir(supplies) else {
        return State::unknown("this system does not say where its power comes from");
    };
    let status = entries.flatten().filter_map(|entry| read(&entry.path().join("status")));
    match status.into_iter().any(|status| status == "Discharging") {
        true => State::poor("on battery", cure),
        false => State::fine("no battery is discharging"),
    }
}

fn virtual_machine(root: &Path) -> State {
    let poor = || {
        State::poor(
            "a virtual machine: neighbours share its processors unseen",
            "nothing to be done here; a machine of your own judges better",
        )
    };
    if cfg!(target_os = "macos") {
        return match said("sysctl", &["-n", "kern.hv_vmm_present"]).as_deref() {
            Some("1") => poor(),
            Some(_) => State::fine("no virtual machine"),
            None => State::unknown("sysctl does not say"),
        };
    }
    let Some(info) = read(&root.join("proc/cpuinfo")) else {
        return State::unknown("this system does not say whether it is a virtual machine");
    };
    let flags = info.lines().find(|line| line.starts_with("flags"));
    match flags {
        Some(flags) if flags.split_whitespace().any(|flag| flag == "hypervisor") => poor(),
        Some(_) => State::fine("no virtual machine"),
        None => State::unknown("this processor does not say whether it is a virtual one"),
    }
}

/// A container's share of the processors, in cgroup v2 and v1.
fn quota(root: &Path, cores: u32) -> State {
    let cgroup = root.join("sys/fs/cgroup");
    let limit = match read(&cgroup.join("cpu.max")) {
        Some(text) => share(text.split_whitespace()),
        None => {
            let part = |name: &str| read(&cgroup.join("cpu").join(name));
            let (quota, period) = (part("cpu.cfs_quota_us"), part("cpu.cfs_period_us"));
            share(quota.iter().chain(&period).map(String::as_str))
        }
    };
    match limit {
        Some(limit) if limit < f64::from(cores) => State::poor(
            format!(
                "the container may use {limit:.1} of {cores} logical processors, then it is stopped for a while"
            ),
            "run it without a CPU quota",
        ),
        _ => State::fine("no CPU quota below the processors"),
    }
}

/// Quota over period, as `150000 100000`; `None` for `max`, -1, or nothing.
fn share<'a>(mut words: impl Iterator<Item = &'a str>) -> Option<f64> {
    let quota: f64 = words.next()?.parse().ok()?;
    let period: f64 = words.next()?.parse().ok()?;
    (quota > 0.0 && period > 0.0).then(|| quota / period)
}

fn read(path: &Path) -> Option<String> {
    fs::read_to_string(path).ok().map(|text| text.trim().to_owned())
}

fn said(program: &str, args: &[&str]) -> Option<String> {
    let output = Command::new(program).args(args).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests {
    use super::*;

    /// A system of these files.
    fn system(files: &[(&str, &str)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        folder
    }

    fn is_poor(state: &State) -> bool {
        matches!(state, State::Poor { .. })
    }

    #[test]
    fn a_laptop_on_battery_in_powersave_is_poor() {
        let laptop = system(&[
            ("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "powersave\n"),
            ("sys/class/power_supply/AC/online", "0\n"),
            ("sys/class/power_supply/BAT0/status", "Discharging\n"),
            ("proc/cpuinfo", "processor: 0\nflags\t\t: fpu sse2\n"),
        ]);
        assert!(is_poor(&governor(laptop.path())) && is_poor(&battery(laptop.path())));
        assert_eq!(virtual_machine(laptop.path()), State::fine("no virtual machine"));
    }

    #[test]
    fn a_machine_in_a_rack_is_fine() {
        let rack = system(&[
            ("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "performance\n"),
            ("sys/class/power_supply/BAT0/status", "Full\n"),
            ("sys/fs/cgroup/cpu.max", "max 100000\n"),
        ]);
        for state in [governor(rack.path()), battery(rack.path()), quota(rack.path(), 8)] {
            assert!(matches!(state, State::Fine(_)), "{state:?}");
        }
    }

    #[test]
    fn a_small_container_in_a_virtual_machine_is_poor_twice() {
        let v2 = system(&[
            ("proc/cpuinfo", "flags : fpu hypervisor sse2\n"),
            ("sys/fs/cgroup/cpu.max", "150000 100000\n"),
        ]);
        assert!(is_poor(&virtual_machine(v2.path())) && is_poor(&quota(v2.path(), 2)));
        let v1 = system(&[
            ("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1\n"),
            ("sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n"),
        ]);
        assert!(!is_poor(&quota(v1.path(), 2)));
    }

    #[test]
    fn load_is_held_against_the_processors() {
        assert!(is_poor(&load(Some(1.8), 2)) && !is_poor(&load(Some(1.2), 2)));
        assert!(is_poor(&cores(1)) && !is_poor(&cores(2)));
        assert!(matches!(load(None, 2), State::Unknown(_)));
    }

    #[test]
    fn a_system_that_says_nothing_is_unknown_not_fine() {
        let bare = system(&[]);
        for state in [governor(bare.path()), battery(bare.path()), virtual_machine(bare.path())] {
            assert!(matches!(state, State::Unknown(_)), "{state:?}");
        }
    }
}
