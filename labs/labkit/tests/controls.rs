//! A runner that cannot count must say so. This program installs no counting
//! allocator, so the control that must count one block counts none: every case,
//! and an exercise that would meet any budget, has to fail with the words that
//! name the cause. The program starts itself again for that.

use std::process::{Command, ExitCode};

use labkit::budget::{Budget, Exercise};
use libtest_mimic::{Arguments, Trial};

fn main() -> ExitCode {
    match std::env::var("LABKIT_TEST_INNER").as_deref() {
        Ok("lab") => {
            let mut lab = labkit::heap::HeapLab::new("lab0", env!("CARGO_MANIFEST_DIR"));
            lab.table("t").variant("v", labkit::Counted::default(), || ());
            return lab.run();
        }
        Ok("exercise") => {
            let budget = Budget { blocks: 9, bytes: 999, peak: 999 };
            let exercise = Exercise::new("labkit", env!("CARGO_MANIFEST_DIR"), budget, &1);
            return exercise.solution(|| 1).run(|| 1);
        }
        _ => {}
    }
    let trials = vec![
        Trial::test("a_lab_without_its_allocator_is_broken", || broken("lab", 3)),
        Trial::test("an_exercise_without_its_allocator_is_broken", || broken("exercise", 2)),
    ];
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

fn broken(kind: &str, times: usize) -> Result<(), libtest_mimic::Failed> {
    let program = std::env::current_exe()?;
    let output = Command::new(program).env("LABKIT_TEST_INNER", kind).output()?;
    let text = String::from_utf8_lossy(&output.stdout);
    if output.status.code() != Some(101)
        || text.matches("the instrument is broken").count() != times
    {
        return Err(format!("{:?}\n{text}", output.status).into());
    }
    Ok(())
}
