//! The stages that README.md shows are those of the program that it names. (Its Rust code is compiled and run as a documentation
//! test of the crate.)

use std::path::Path;
use tensorforge::{Level, Session};
use tf_ir::text::{PrintOptions, print_module};

fn read(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// What stands between two marks, and the text behind it.
fn between<'a>(text: &'a str, before: &str, after: &str) -> (&'a str, &'a str) {
    let start = text.find(before).unwrap_or_else(|| panic!("README.md has {before}")) + before.len();
    let length = text[start..].find(after).unwrap_or_else(|| panic!("README.md has {after} behind {before}"));
    (&text[start..start + length], &text[start + length..])
}

/// The lines are in the output, in order; where there are three dots, lines are left out.
fn assert_shown(shown: &str, output: &str) {
    let mut rest = output.lines().map(str::trim);
    let mut skips = true;
    for line in shown.lines().map(str::trim).filter(|line| !line.is_empty()) {
        if line == "..." {
            skips = true;
            continue;
        }
        let found = if skips { rest.any(|l| l == line) } else { rest.next() == Some(line) };
        assert!(found, "README.md shows the line\n{line}\nwhich is not there in\n{output}");
        skips = false;
    }
}

#[test]
fn the_stages_in_the_readme_are_those_of_the_program() {
    let readme = read("README.md");
    let (_, stages) = between(&readme, "## The same program as text", "```sh");
    let (file, rest) = between(stages, "tfopt ", " --pass-pipeline='");
    let (first, rest) = between(rest, " --pass-pipeline='", "'");
    let (fused, rest) = between(rest, "```mlir", "```");
    let (second, rest) = between(rest, "and with `", "`");
    let (vectors, _) = between(rest, "```mlir", "```");
    let session = Session::new().unwrap();
    let text = read(file);
    for (pipeline, shown) in [(first.to_string(), fused), (format!("{first},{second}"), vectors)] {
        let mut module = session.parse(file, &text).unwrap_or_else(|error| panic!("{error}"));
        // What README.md shows is the same on every machine.
        Level::V4.target().describe_all(&mut module);
        session.run_passes(&mut module, &pipeline).unwrap_or_else(|error| panic!("{error}"));
        assert_shown(shown, &print_module(&module, &PrintOptions::default()));
    }
}
