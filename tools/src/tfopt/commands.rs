//! The commands and options that only print something: help, lists, explanations.

use super::explain::{self, wrapped};
use super::known::Registered;
use super::options::OPTIONS;
use super::reference;
use crate::cli::{self, Arg, WIDTH};
use std::ffi::OsString;
use std::fmt::Write;
use std::path::Path;
use tf_ir::pass::PassInfo;
use tf_ir::registry::{Arity, AttrSpec, Count, OpInfo, Traits, ValueSpec};
use tf_ir::text::did_you_mean;

const COMMANDS: &[(&str, &str)] = &[
    (
        "passes [NAME …]",
        "List the passes with their options, or describe some; --markdown: the whole reference",
    ),
    (
        "ops [NAME …]",
        "List dialects and ops, or describe some; --markdown [TESTS]: the whole reference, with examples",
    ),
    ("rules [PREFIX …]", "List the rules and decisions that --disable-rule takes, with their effects"),
    (
        "explain NAME",
        "Explain the code of an error (E0105), a pass, a pipeline, an op, a dialect, a trait or an option",
    ),
];

/// Runs a command; returns its output, or `None` if the arguments are not a command.
pub(super) fn run(args: &[OsString], known: &Registered) -> Result<Option<String>, String> {
    let Some(command) = args.first().and_then(|a| a.to_str()) else { return Ok(None) };
    let names: Vec<String> = args[1..].iter().map(|a| a.to_string_lossy().into_owned()).collect();
    match command {
        "passes" if names == ["--markdown"] => Ok(Some(reference::passes(known))),
        "ops" if names.first().is_some_and(|name| name == "--markdown") => {
            reference::ops(known, names.get(1).map(Path::new)).map(Some)
        }
        "passes" if names.is_empty() => Ok(Some(passes(known))),
        "passes" => names.iter().map(|name| describe_pass(known, name)).collect::<Result<_, _>>().map(Some),
        "ops" if names.is_empty() => Ok(Some(ops(known))),
        "ops" => names.iter().map(|name| describe_ops(known, name)).collect::<Result<_, _>>().map(Some),
        "rules" => rules(known, &names).map(Some),
        "explain" => match &names[..] {
            [name] => explain::explain(known, name).map(Some),
            _ => Err("explain what? tfopt explain NAME".into()),
        },
        _ => Ok(None),
    }
}

/// The text for `--help` and similar options.
pub(super) fn informative(args: &[Arg], known: &Registered) -> Option<String> {
    match () {
        () if cli::switch(args, "help") => Some(help()),
        () if cli::switch(args, "version") => Some(format!("tfopt {}\n", env!("CARGO_PKG_VERSION"))),
        () if cli::switch(args, "list-passes") => Some(passes(known)),
        () if cli::switch(args, "show-dialects") => Some(dialects(known)),
        () => None,
    }
}

fn help() -> String {
    let mut out = String::from(
        "tfopt: runs passes on IR text\n\nUsage: tfopt [OPTION …] [FILE]      (no FILE or -: stdin; ./passes: a file \
         named like a command)\n\nCommands\n",
    );
    COMMANDS.iter().for_each(|(name, help)| out.push_str(&cli::entry(&format!("tfopt {name}"), help, WIDTH)));
    out + &cli::help(OPTIONS, WIDTH) + "\nAlso with the prefix --mlir-, and with one dash.\n"
}

/// The rules whose names begin with one of the prefixes; all, without one.
fn rules(known: &Registered, prefixes: &[String]) -> Result<String, String> {
    let mut all = known.passes.rules(&known.dialects);
    if let Some(prefix) =
        prefixes.iter().find(|prefix| !all.iter().any(|rule| rule.name.starts_with(&***prefix)))
    {
        let names: Vec<&str> = all.iter().map(|rule| rule.name.as_str()).collect();
        let groups = names.iter().filter_map(|name| name.split('.').next());
        let hint = did_you_mean(prefix, names.iter().copied().chain(groups));
        return Err(format!("there is no rule '{prefix}'{hint}"));
    }
    all.retain(|rule| prefixes.is_empty() || prefixes.iter().any(|prefix| rule.name.starts_with(&**prefix)));
    Ok(all.iter().map(|rule| cli::entry(&rule.name, &rule.help, WIDTH)).collect())
}

fn public_passes(known: &Registered) -> impl Iterator<Item = &'static PassInfo> + '_ {
    known.passes.passes().filter(|p| !p.name.starts_with("test-"))
}

fn passes(known: &Registered) -> String {
    let mut out = String::from("Passes\n");
    for info in public_passes(known) {
        out.push_str(&cli::entry(&format!("--{}", info.name), info.summary, WIDTH));
        for option in info.options {
            let name = format!("    {}={}", option.name, option.kind);
            out.push_str(&cli::entry(&name, &format!("{} [{}]", option.help, option.default), WIDTH));
        }
    }
    if known.passes.pipelines().next().is_some() {
        out.push_str("\nPipelines\n");
    }
    for info in known.passes.pipelines() {
        out.push_str(&cli::entry(&format!("--{}", info.name), info.summary, WIDTH));
    }
    out
}

pub(super) fn describe_pass(known: &Registered, name: &str) -> Result<String, String> {
    if let Some(info) = known.passes.find_pipeline(name) {
        return Ok(format!("{}: {}\n\n  {}\n", info.name, info.summary, info.text));
    }
    let Some(info) = known.passes.find(name) else {
        if let Some(present) = known.passes.present_name(name) {
            return Err(format!("the pass '{name}' is called '{present}' now"));
        }
        let names = known.passes.passes().map(|p| p.name);
        return Err(format!("there is no pass '{name}'{}", did_you_mean(name, names)));
    };
    let mut out = format!("{}: {}\n\n", info.name, info.summary);
    out.push_str(&wrapped(info.docs));
    let _ = match info.anchor {
        tf_ir::pass::Anchor::Any => writeln!(out, "\nRuns on any isolated op."),
        tf_ir::pass::Anchor::Op(op) => writeln!(out, "\nRuns on '{op}'."),
        tf_ir::pass::Anchor::SymbolTable => writeln!(out, "\nRuns on modules."),
    };
    if !info.options.is_empty() {
        out.push_str("\nOptions\n");
    }
    for option in info.options {
        let name = format!("{}={}", option.name, option.kind);
        out.push_str(&cli::entry(&name, &format!("{} [{}]", option.help, option.default), WIDTH));
    }
    if !info.statistics.is_empty() {
        out.push_str("\nStatistics\n");
    }
    info.statistics.iter().for_each(|s| out.push_str(&cli::entry(s.name, s.help, WIDTH)));
    if !info.rules.is_empty() {
        out.push_str("\nRules (--disable-rule)\n");
    }
    for rule in info.rules {
        out.push_str(&cli::entry(&format!("{}.{}", info.name, rule.name), rule.help, WIDTH));
    }
    Ok(out)
}

fn dialects(known: &Registered) -> String {
    let mut names: Vec<&str> = known.dialects.dialects().iter().map(|d| d.name).collect();
    names.sort_unstable();
    format!("Available Dialects: {}\n", names.join(", "))
}

fn ops(known: &Registered) -> String {
    let mut out = String::new();
    for dialect in known.dialects.dialects() {
        let _ = writeln!(out, "{}: {}", dialect.name, dialect.summary);
        for op in dialect_ops(known, dialect.name) {
            out.push_str(&cli::entry(&op.name, &op.summary, WIDTH));
        }
        out.push('\n');
    }
    out
}

fn dialect_ops<'k>(known: &'k Registered, dialect: &'k str) -> impl Iterator<Item = &'k OpInfo> + 'k {
    let mut ops: Vec<&OpInfo> = known.dialects.ops().iter().filter(|o| o.dialect() == dialect).collect();
    ops.sort_by(|a, b| a.name.cmp(&b.name));
    ops.into_iter()
}

pub(super) fn describe_ops(known: &Registered, name: &str) -> Result<String, String> {
    if let Some(dialect) = known.dialects.find_dialect(name) {
        let mut out = format!("{}: {}\n", dialect.name, dialect.summary);
        dialect_ops(known, name).for_each(|op| out.push_str(&cli::entry(&op.name, &op.summary, WIDTH)));
        return Ok(out);
    }
    match known.dialects.ops().iter().find(|o| o.name == name) {
        Some(op) => Ok(describe_op(op)),
        None => {
            let names = known.dialects.ops().iter().map(|o| &*o.name);
            Err(format!("there is no op or dialect '{name}'{}", did_you_mean(name, names)))
        }
    }
}

fn describe_op(op: &OpInfo) -> String {
    let mut out = format!("{}: {}\n", op.name, op.summary);
    if !op.docs.is_empty() {
        out.push('\n');
        out.push_str(&wrapped(&op.docs));
    }
    let traits: Vec<&str> = Traits::NAMES.iter().filter(|(t, _)| op.has(*t)).map(|(_, name)| *name).collect();
    if !traits.is_empty() {
        let _ = writeln!(out, "\nTraits: {}", traits.join(", "));
    }
    values("Operands", op.operands.as_deref(), &mut out);
    values("Results", op.results.as_deref(), &mut out);
    attributes(&op.attrs, &mut out);
    let mut count = |what: &str, n: Count| {
        let _ = match n {
            Count::Exactly(0) => Ok(()),
            Count::Exactly(n) => writeln!(out, "\n{what}: {n}"),
            Count::AtLeast(n) => writeln!(out, "\n{what}: {n} or more"),
        };
    };
    count("Regions", op.regions);
    count("Successors", op.successors);
    out
}

fn values(title: &str, specs: Option<&[ValueSpec]>, out: &mut String) {
    let Some(specs) = specs.filter(|s| !s.is_empty()) else { return };
    let _ = writeln!(out, "\n{title}");
    for spec in specs {
        let arity = match spec.arity {
            Arity::One => "",
            Arity::Optional => " (optional)",
            Arity::Variadic => " (any number)",
        };
        out.push_str(&cli::entry(spec.name, &format!("{}{arity}", spec.constraint.summary), WIDTH));
    }
}

fn attributes(attrs: &[AttrSpec], out: &mut String) {
    if !attrs.is_empty() {
        out.push_str("\nAttributes\n");
    }
    for spec in attrs {
        let optional = if spec.optional || spec.default.is_some() { " (optional)" } else { "" };
        out.push_str(&cli::entry(spec.name, &format!("{}{optional}", spec.constraint.summary), WIDTH));
    }
}
