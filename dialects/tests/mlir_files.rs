//! The files below `test/tensor`, `test/loop`, `test/mem` and `test/vector`, without the tools: what is valid goes
//! through both forms of text unchanged, and what is not gets exactly the errors and notes that its comments expect.

use std::path::{Path, PathBuf};

use tf_dialects::register_all;
use tf_ir::context::Context;
use tf_ir::diag::Diagnostic;
use tf_ir::location::Location;
use tf_ir::registry::Registry;
use tf_ir::text::{ParseOptions, PrintOptions, parse_module, print_module};
use tf_ir::verify::verify;

const FOLDERS: [&str; 4] = ["tensor", "loop", "mem", "vector"];

fn context() -> Context {
    let mut registry = Registry::new();
    register_all(&mut registry);
    Context::new(registry)
}

fn files(prefix: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../test");
    let mut found = Vec::new();
    for folder in FOLDERS {
        let entries = std::fs::read_dir(root.join(folder)).expect("the folder of tests is there");
        let paths = entries.map(|e| e.expect("a folder can be listed").path());
        found
            .extend(paths.filter(|p| p.file_name().is_some_and(|n| n.to_string_lossy().starts_with(prefix))));
    }
    found.sort();
    found
}

/// The parts of a file with the number of lines before each.
fn parts(text: &str) -> Vec<(usize, String)> {
    let mut parts = vec![(0, String::new())];
    for (i, line) in text.lines().enumerate() {
        if line.starts_with("// -----") {
            parts.push((i + 1, String::new()));
        } else if let Some((_, part)) = parts.last_mut() {
            part.push_str(line);
            part.push('\n');
        }
    }
    parts
}

/// Everything that is wrong with a text: line and message of errors and notes.
fn complaints(ctx: &Context, text: &str) -> Vec<(usize, String)> {
    let opts = ParseOptions { allow_unregistered: true, ..ParseOptions::default() };
    let errors = match parse_module(ctx, "part", text, &opts) {
        Ok(parsed) => verify(&parsed.body).err().unwrap_or_default(),
        Err(errors) => errors,
    };
    let line = |loc: Location| loc.anchor(ctx).map_or(0, |(_, line, _)| line as usize);
    let all = |e: &Diagnostic| {
        let mut found = vec![(line(e.loc), format!("error: {}", e.message))];
        found.extend(e.notes.iter().map(|(loc, message)| (line(*loc), format!("note: {message}"))));
        found
    };
    errors.iter().flat_map(all).collect()
}

/// `// expected-error @below {{text}}` and its kin: line, and what the message begins with and holds.
fn expectations(text: &str) -> Vec<(usize, String, String)> {
    let mut found = Vec::new();
    for (i, line) in text.lines().enumerate() {
        let Some((_, rest)) = line.split_once("// expected-") else { continue };
        let (severity, rest) = rest.split_once(" @below {{").expect("expectations look at the line below");
        let (message, _) = rest.split_once("}}").expect("an expectation ends with }}");
        // Notes and errors may be expected on one line, one after the other.
        let mut at = i + 1;
        while text.lines().nth(at).is_some_and(|l| l.trim_start().starts_with("//")) {
            at += 1;
        }
        found.push((at + 1, format!("{severity}: "), message.to_string()));
    }
    found
}

#[test]
fn invalid_programs_get_the_expected_errors() {
    let ctx = context();
    let (mut count, mut wrong) = (0, Vec::new());
    for file in files("invalid") {
        let text = std::fs::read_to_string(&file).expect("a test can be read");
        for (before, part) in parts(&text) {
            let place = format!("{}:{}", file.display(), before + 1);
            let mut found = complaints(&ctx, &part);
            for (line, severity, message) in expectations(&part) {
                let matches =
                    |c: &(usize, String)| c.0 == line && c.1.starts_with(&severity) && c.1.contains(&message);
                count += 1;
                match found.iter().position(matches) {
                    Some(i) => drop(found.remove(i)),
                    None => wrong.push(format!("{place}: missing in line {line}: {severity}{message}")),
                }
            }
            wrong.extend(
                found.iter().map(|(line, text)| format!("{place}: unexpected in line {line}: {text}")),
            );
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count > 100, "only {count} expectations");
}

#[test]
fn ops_survive_both_forms_of_text() {
    let ctx = context();
    let read = |text: &str| match parse_module(&ctx, "text", text, &ParseOptions::default()) {
        Ok(parsed) => parsed.body,
        Err(errors) => panic!("{:#?}\n{text}", errors.iter().map(|e| &e.message).collect::<Vec<_>>()),
    };
    let found = files("ops");
    assert_eq!(found.len(), FOLDERS.len());
    for file in found {
        let text = std::fs::read_to_string(&file).expect("a test can be read");
        let body = read(&text);
        assert!(complaints(&ctx, &text).is_empty(), "{}: {:#?}", file.display(), complaints(&ctx, &text));
        let custom = print_module(&body, &PrintOptions::default());
        let generic = print_module(&body, &PrintOptions { generic: true, ..PrintOptions::default() });
        assert_eq!(print_module(&read(&custom), &PrintOptions::default()), custom, "{}", file.display());
        assert_eq!(print_module(&read(&generic), &PrintOptions::default()), custom, "{}", file.display());
    }
}
