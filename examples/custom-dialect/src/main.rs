//! `fixed-opt`: runs passes on IR text with the dialect `fixed` and Tensorforge's dialects.
//!
//! `fixed-opt FILE [--pass-pipeline=…]`

use std::process::ExitCode;
use tf_ir::builtin::Module;
use tf_ir::context::Context;
use tf_ir::diag::{Diagnostic, Sources};
use tf_ir::pass::{Event, PassManager, PassRegistry, Pipeline};
use tf_ir::registry::Registry;
use tf_ir::text::{ParseOptions, PrintOptions, parse_module, print_module};
use tf_ir::verify::verify;

fn main() -> ExitCode {
    match run() {
        Ok(text) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

/// The module of the file after the pipeline, as text.
fn run() -> Result<String, String> {
    let (mut file, mut pipeline) = (None, String::new());
    for arg in std::env::args().skip(1) {
        match arg.strip_prefix("--pass-pipeline=") {
            Some(text) => pipeline = text.to_string(),
            None if arg.starts_with('-') => return Err(format!("fixed-opt: unknown option '{arg}'")),
            None => file = Some(arg),
        }
    }
    let file = file.ok_or("usage: fixed-opt FILE [--pass-pipeline=PIPELINE]")?;
    let text = std::fs::read_to_string(&file).map_err(|error| format!("{file}: {error}"))?;

    let mut dialects = Registry::new();
    tf_dialects::register_all(&mut dialects);
    fixed_dialect::register(&mut dialects);
    let mut passes = PassRegistry::new();
    tf_passes::register_all(&mut passes);
    fixed_dialect::register_passes(&mut passes);

    let ctx = Context::new(dialects);
    let mut sources = Sources::default();
    sources.add(file.as_str(), text.as_str());
    sources.add("<pipeline>", pipeline.as_str());
    let render = |errors: &[Diagnostic]| {
        errors.iter().map(|error| sources.render(&ctx, error)).collect::<Vec<_>>().join("\n")
    };
    let mut module =
        parse_module(&ctx, &file, &text, &ParseOptions::default()).map_err(|errors| render(&errors))?.body;
    verify(&module).map_err(|errors| render(&errors))?;
    if !pipeline.is_empty() {
        let parsed = Pipeline::parse(&ctx, &passes, Module::NAME, &pipeline, "<pipeline>");
        let manager = PassManager::new(parsed.map_err(|errors| render(&errors))?);
        let mut said = Vec::new();
        let report = manager.run(&mut module, &mut |event| {
            if let Event::Diagnostic(diagnostic) = event {
                said.push(diagnostic);
            }
        });
        if !report.ok {
            return Err(render(&said));
        }
    }
    Ok(print_module(&module, &PrintOptions::default()))
}
