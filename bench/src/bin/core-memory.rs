//! The memory of a module, stage by stage: `core-memory FILE…`.
//!
//! Prints bytes per operation: the text, the records of the bodies, and the growth of this process's resident
//! memory after reading, parsing, verifying and printing (to nowhere), with the peak. One process per file
//! measures best. Linux only: it reads /proc.

use std::fs;
use std::process::ExitCode;
use tensorforge_bench::memory::resident;
use tf_ir::body::Body;
use tf_ir::context::Context;
use tf_ir::registry::Registry;
use tf_ir::text::{ParseOptions, PrintOptions, parse_module, print_parsed_to};
use tf_ir::verify::verify;

/// Ops, and bytes of records, in a body and its nested bodies.
fn census(body: &Body) -> (usize, usize) {
    let own = (tf_ir::walk::preorder(body).len(), body.used_bytes());
    body.child_ops()
        .into_iter()
        .filter_map(|op| body.child(op))
        .map(census)
        .fold(own, |(ops, bytes), (o, b)| (ops + o, bytes + b))
}

fn measure(path: &str) -> Result<(), String> {
    let start = resident()?;
    let text = fs::read(path).map_err(|e| format!("{path}: {e}"))?;
    let bytes = text.len();
    let read = resident()?;
    let mut registry = Registry::new();
    tf_dialects::register_all(&mut registry);
    let ctx = Context::new(registry);
    let parsed =
        parse_module(&ctx, path, &text, &ParseOptions::default()).map_err(|e| e[0].message.clone())?;
    let after_parse = resident()?;
    drop(text);
    let dropped = resident()?;
    verify(&parsed.body).map_err(|e| e[0].message.clone())?;
    let verified = resident()?;
    print_parsed_to(&parsed, &PrintOptions::default(), &mut std::io::sink()).map_err(|e| e.to_string())?;
    let printed = resident()?;
    let (ops, records) = census(&parsed.body);
    let per_op = |bytes: usize| bytes as f64 / ops as f64;
    println!("{path}: {ops} ops, {:.1} bytes of text each, {:.1} of records", per_op(bytes), per_op(records));
    println!("| stage | resident, bytes/op | peak |\n|---|---:|---:|");
    let stages = [
        ("read", read),
        ("parse", after_parse),
        ("drop the text", dropped),
        ("verify", verified),
        ("print", printed),
    ];
    for (name, memory) in stages {
        let grown = |now: usize, base: usize| per_op(now.saturating_sub(base));
        println!("| {name} | {:.1} | {:.1} |", grown(memory.now, start.now), grown(memory.peak, start.now));
    }
    Ok(())
}

fn main() -> ExitCode {
    let files: Vec<String> = std::env::args().skip(1).collect();
    if files.is_empty() {
        eprintln!("usage: core-memory FILE…");
        return ExitCode::FAILURE;
    }
    for file in files {
        if let Err(message) = measure(&file) {
            eprintln!("core-memory: {message}");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}
