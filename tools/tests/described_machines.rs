//! Tests of decisions (loops, tiles, buffers) compile for a described machine, so that they have the same
//! result on every processor; tests of answers run on the host machine.

use crate::import_rules::tokens::{self, Token};
use std::path::{Path, PathBuf};

/// Folders of tests in Rust that may look at decisions.
const TESTS: [&str; 4] = ["embed/tests", "examples/tests", "passes/tests", "tools/tests"];

/// Functions that show decisions.
const SHOWN_BY: [&str; 2] = ["explain", "stages"];

/// Names that describe a machine; a test of decisions has one of them.
const DESCRIBED_BY: [&str; 2] = ["machine", "describe_all"];

/// Tests whose decisions are not compared with anything that depends on a machine, with the reason.
const EXCEPTIONS: [(&str, &str); 2] = [
    ("embed/tests/cache.rs", "compares two compilations on one machine"),
    ("embed/tests/tuning.rs", "measures on this machine and compares what the same machine is told"),
];

/// Pass names and options in `RUN:` lines that describe the host machine.
const OF_THIS_MACHINE: [&str; 3] = ["--cpu", "set-target", "--set-target"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The files below a folder with an ending, by path from the root.
fn files(folder: &str, ending: &str) -> Vec<(String, String)> {
    let (mut found, mut folders) = (Vec::new(), vec![root().join(folder)]);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("folders are readable") {
            let path = entry.expect("entries are readable").path();
            match path.is_dir() {
                true => folders.push(path),
                false if path.extension().is_some_and(|found| found == ending) => {
                    let name = path.strip_prefix(root()).expect("it is below the root").display().to_string();
                    found.push((name, std::fs::read_to_string(&path).expect("files are text")));
                }
                false => {}
            }
        }
    }
    found.sort();
    found
}

/// The commands of a test's `RUN:` and `GOLDEN:` lines, those over several lines as one.
fn commands(text: &str) -> Vec<String> {
    let (mut found, mut open) = (Vec::new(), false);
    for line in text.lines() {
        let Some(at) = ["RUN:", "GOLDEN:"].iter().find_map(|word| Some(line.find(word)? + word.len())) else {
            continue;
        };
        let command = line[at..].trim();
        let part = command.trim_end_matches('\\');
        match found.last_mut() {
            Some(last) if open => *last = format!("{last} {part}"),
            _ => found.push(part.to_string()),
        }
        open = command.ends_with('\\');
    }
    found
}

/// True for a command whose expected output depends on the host machine.
fn shows_this_machine(text: &str, command: &str) -> bool {
    let words: Vec<&str> = command.split([' ', '(', ')', ',', '\'', '"', '|']).collect();
    // Answers are compared on the host machine.
    let of_answers = ["--check-semantics", "--bisect"].iter().any(|option| command.contains(option));
    let is_compared = !of_answers && (command.contains("FileCheck") || text.contains("GOLDEN:"));
    let is_described = text.contains("tf.target =")
        || words.iter().any(|word| word.starts_with("--target=") && *word != "--target=host");
    command.contains("tfopt")
        && is_compared
        && !is_described
        && words.iter().any(|word| OF_THIS_MACHINE.contains(word))
}

/// True for a test in Rust that looks at decisions and describes no machine.
fn looks_at_this_machine(source: &str) -> bool {
    let tokens = tokens::read(source).expect("sources are Rust").tokens;
    let calls = |names: &[&str]| {
        tokens.windows(3).any(|three| is_method_call(three) && names.contains(&three[1].text.as_str()))
    };
    calls(&SHOWN_BY) && !calls(&DESCRIBED_BY)
}

fn is_method_call(three: &[Token]) -> bool {
    three[0].text == "." && three[1].ident && three[2].text == "("
}

#[test]
fn expected_outputs_are_those_of_a_described_machine() {
    let mut wrong = Vec::new();
    for (name, text) in files("test", "mlir") {
        let found = commands(&text).into_iter().filter(|command| shows_this_machine(&text, command));
        wrong.extend(found.map(|command| format!("{name}: {command}")));
    }
    assert!(wrong.is_empty(), "these need --target=FAMILY or --target=LEVEL:\n{}", wrong.join("\n"));
}

#[test]
fn decisions_are_looked_at_on_a_described_machine() {
    let sources = TESTS.iter().flat_map(|folder| files(folder, "rs"));
    let excused = |name: &str| EXCEPTIONS.iter().any(|(file, _)| *file == name);
    let wrong: Vec<String> = sources
        .filter(|(name, source)| !excused(name) && looks_at_this_machine(source))
        .map(|(name, _)| name)
        .collect();
    assert!(wrong.is_empty(), "these need Session::builder().machine(…):\n{}", wrong.join("\n"));
}

#[test]
fn violations_are_found() {
    let bad = "// RUN: tfopt %s --cpu \\\n// RUN:   | FileCheck %s";
    let [command] = &commands(bad)[..] else { panic!("one command") };
    assert!(shows_this_machine(bad, command));
    for good in [
        "// RUN: tfopt %s --cpu --target=znver4 | FileCheck %s",
        "// RUN: tfopt %s --cpu --check-semantics -o /dev/null",
        "// RUN: tfopt %s --cse | FileCheck %s",
    ] {
        assert!(!commands(good).iter().any(|command| shows_this_machine(good, command)), "{good}");
    }
    let asks = "fn f() { session.explain(&program, &Device::cpu()); }";
    assert!(looks_at_this_machine(asks));
    let told = "fn f() { Session::builder().machine(family, 2); session.explain(&program, &Device::cpu()); }";
    assert!(!looks_at_this_machine(told));
    let answers = "fn f() { session.compile(&program, Device::cpu()); }";
    assert!(!looks_at_this_machine(answers));
}
