//! What the parser and the verifier refuse, and in which words: the parts of the files `invalid.mlir`, each with
//! `// expected-error @+N {{text}}` (also `expected-note`) for every message.

use std::path::Path;

use tf_dialects::register_all;
use tf_ir::context::Context;
use tf_ir::diag::Diagnostic;
use tf_ir::location::Location;
use tf_ir::registry::Registry;
use tf_ir::text::{ParseOptions, parse_module};
use tf_ir::verify::verify;

/// A message: its kind, the line it is at (from 1), and its text.
type Message = (&'static str, u32, String);

fn expected(part: &str) -> Vec<Message> {
    let mut messages = Vec::new();
    for (line, text) in (1u32..).zip(part.lines()) {
        for kind in ["error", "note"] {
            let Some((_, rest)) = text.split_once(&format!("// expected-{kind} ")) else { continue };
            let (place, rest) = rest.split_once("{{").expect("{{text}} follows the place");
            let text = rest.split_once("}}").expect("}} ends the text").0.to_string();
            let at = match place.trim().strip_prefix('@') {
                None => line,
                Some("below") => line + 1,
                Some("above") => line - 1,
                Some(offset) => line.saturating_add_signed(offset.parse().expect("@+N or @-N")),
            };
            messages.push((kind, at, text));
        }
    }
    messages
}

fn line(ctx: &Context, loc: Location) -> u32 {
    loc.anchor(ctx).map_or(0, |(_, line, _)| line)
}

fn found(part: &str) -> Vec<Message> {
    let mut registry = Registry::new();
    register_all(&mut registry);
    let ctx = Context::new(registry);
    let opts = ParseOptions { allow_unregistered: true, ..ParseOptions::default() };
    let errors: Vec<Diagnostic> = match parse_module(&ctx, "part", part, &opts) {
        Err(errors) => errors,
        Ok(parsed) => verify(&parsed.body).err().unwrap_or_default(),
    };
    let mut messages = Vec::new();
    for error in errors {
        messages.push(("error", line(&ctx, error.loc), error.message.clone()));
        messages.extend(error.notes.iter().map(|(loc, text)| ("note", line(&ctx, *loc), text.clone())));
    }
    messages
}

fn check(dialect: &str) {
    check_file(&format!("{dialect}/invalid.mlir"));
}

fn check_file(name: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../test").join(name);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let mut wrong = Vec::new();
    for part in text.split("// -----\n") {
        let (mut want, mut have) = (expected(part), found(part));
        assert!(!want.is_empty(), "a part expects nothing:\n{part}");
        want.retain(|(kind, line, text)| {
            let met = have.iter().position(|(k, l, t)| k == kind && l == line && t.contains(text.as_str()));
            met.map(|i| have.remove(i)).is_none()
        });
        have.retain(|(kind, ..)| *kind == "error");
        if !want.is_empty() || !have.is_empty() {
            wrong.push(format!("{part}not met: {want:#?}\nunexpected: {have:#?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn arith() {
    check("arith");
}

#[test]
fn math() {
    check("math");
}

#[test]
fn func() {
    check("func");
}

#[test]
fn tensor() {
    check("tensor");
    check_file("tensor/invalid-syntax.mlir");
}

#[test]
fn loops() {
    check("loop");
}

#[test]
fn mem() {
    check("mem");
}

#[test]
fn vector() {
    check("vector");
}
