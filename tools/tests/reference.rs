//! The generated references in `docs/` are up to date.

use std::path::Path;
use std::process::Command;

#[track_caller]
fn up_to_date(file: &str, args: &[&str]) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let output =
        Command::new(env!("CARGO_BIN_EXE_tfopt")).current_dir(&root).args(args).output().expect("tfopt runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let made = String::from_utf8(output.stdout).expect("references are text");
    let there = std::fs::read_to_string(root.join(file)).unwrap_or_default();
    let line = made.lines().zip(there.lines()).position(|(a, b)| a != b);
    let line = line.unwrap_or_else(|| made.lines().count().min(there.lines().count())) + 1;
    assert!(made == there, "{file} is not up to date from line {line}: ./x reference");
}

#[test]
fn ops() {
    up_to_date("docs/reference/ops.md", &["ops", "--markdown", "test"]);
}

/// The page about schedules has a row for each step, and names its options.
#[test]
fn schedules() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let page = std::fs::read_to_string(root.join("docs/reference/schedule.md")).expect("the page is there");
    for spec in tf_dialects::tensor::schedule::Step::SPECS {
        let row = format!("| `{}(", spec.word);
        assert!(page.contains(&row), "docs/reference/schedule.md has no row for the step {}", spec.word);
        for option in spec.args.iter().filter(|arg| arg.is_option) {
            let text = format!("{} = ", option.name);
            assert!(
                page.contains(&text),
                "docs/reference/schedule.md has no {} of {}",
                option.name,
                spec.word
            );
        }
    }
}

#[test]
fn passes() {
    up_to_date("docs/reference/passes.md", &["passes", "--markdown"]);
}
