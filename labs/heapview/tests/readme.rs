//! What the README shows is what the program prints.

use std::process::Command;

#[test]
fn the_readmes_examples_are_real() {
    let folder = env!("CARGO_MANIFEST_DIR");
    let readme = std::fs::read_to_string(format!("{folder}/README.md")).unwrap();
    let mut examples = 0;
    for block in readme.split("```console\n").skip(1) {
        let block = block.split("```").next().unwrap();
        let (command, shown) = block.split_once('\n').unwrap();
        let arguments = command.strip_prefix("$ heapview ").unwrap().split(' ');
        let run = Command::new(env!("CARGO_BIN_EXE_heapview"))
            .args(arguments)
            .current_dir(folder)
            .output()
            .unwrap();
        let printed = without_age(&String::from_utf8(run.stdout).unwrap());
        assert_eq!(printed, shown, "{command} prints:\n{printed}");
        examples += 1;
    }
    assert_eq!(examples, 2);
}

/// Without `, 5 minutes old`, which is another every time.
fn without_age(text: &str) -> String {
    let cut = |line: &str| match line.split_once(", ") {
        Some((heading, age)) if age.ends_with(" old") => heading.to_owned(),
        _ => line.to_owned(),
    };
    text.lines().map(|line| cut(line) + "\n").collect()
}
