//! References in Markdown, generated from the registry: `tfopt ops --markdown`, `tfopt passes --markdown`.

use super::known::Registered;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use tf_dialects::differentiate::{Derivative, derivative};
use tf_ir::pass::{Anchor, Growth, PassInfo};
use tf_ir::registry::{Arity, AttrSpec, Count, OpInfo, Traits, ValueSpec};

/// The line that begins the generated files.
fn head(title: &str, command: &str) -> String {
    format!("# {title}\n\nMade by `{command}` from the definitions; a test keeps it up to date.\n\n")
}

/// The reference of all ops. Examples come from the files below `tests`, if given: for each op its first use,
/// preferably from files called `ops.mlir`.
///
/// # Errors
/// If the files cannot be read.
pub(super) fn ops(known: &Registered, tests: Option<&Path>) -> Result<String, String> {
    let examples = tests.map_or_else(|| Ok(BTreeMap::new()), |folder| examples(known, folder))?;
    let mut out = head("Operations", "tfopt ops --markdown test");
    for dialect in known.dialects.dialects() {
        let _ = writeln!(out, "- [`{0}`](#{0}): {1}", dialect.name, dialect.summary);
    }
    out.push_str(
        "\nDerivatives are formulas for each pair of a result and an operand. They use the operands `a`, \
         `b`, `c` and the results `y`, `z`, and are linear in `g`: the cotangent of the result in reverse \
         mode, the tangent of the operand in forward mode (docs/explanation/autodiff.md).\n",
    );
    for dialect in known.dialects.dialects() {
        let _ = writeln!(out, "\n## {}\n\n{}.", dialect.name, dialect.summary);
        let mut ops: Vec<&OpInfo> =
            known.dialects.ops().iter().filter(|op| op.dialect() == dialect.name).collect();
        ops.sort_by(|a, b| a.name.cmp(&b.name));
        for op in ops {
            describe(op, examples.get(&*op.name).map(String::as_str), &mut out);
        }
    }
    Ok(out)
}

fn describe(op: &OpInfo, example: Option<&str>, out: &mut String) {
    let _ = writeln!(out, "\n### {}\n", op.name);
    let docs = if op.docs.trim().is_empty() { &op.summary } else { &op.docs };
    let summary = op.summary.trim();
    if !docs.starts_with(summary) {
        let _ = writeln!(out, "{}.\n", summary.trim_end_matches('.'));
    }
    let _ = writeln!(out, "{}", docs.trim_end());
    if let Some(form) = op.assembly.as_ref().and_then(|assembly| assembly.describe()) {
        let _ = writeln!(out, "\nForm: `` {} {} ``", op.name, form.trim());
    } else {
        let form = if op.assembly.is_some() { "custom, see the example" } else { "generic" };
        let _ = writeln!(out, "\nForm: {form}");
    }
    if let Some(example) = example {
        let _ = writeln!(out, "\n```mlir\n{example}\n```");
    }
    let mut rows = Vec::new();
    values("operand", op.operands.as_deref(), &mut rows);
    attributes(&op.attrs, &mut rows);
    values("result", op.results.as_deref(), &mut rows);
    if !rows.is_empty() {
        let _ = writeln!(out, "\n| | name | what |\n|---|---|---|\n{}", rows.join("\n"));
    }
    let traits: Vec<&str> = Traits::NAMES.iter().filter(|(t, _)| op.has(*t)).map(|(_, name)| *name).collect();
    let mut facts = Vec::new();
    facts.extend((!traits.is_empty()).then(|| format!("Traits: {}", traits.join(", "))));
    facts.extend(count("Regions", op.regions));
    facts.extend(count("Successors", op.successors));
    facts.extend(derivative_of(op));
    if !facts.is_empty() {
        let _ = writeln!(out, "\n{}", facts.join(". "));
    }
}

/// The derivative rule of an op, if it can occur in differentiated code.
fn derivative_of(op: &OpInfo) -> Option<String> {
    if !["arith", "math", "tensor", "loop"].contains(&op.dialect()) {
        return None;
    }
    let words = match derivative(op)? {
        Derivative::Formulas(formulas) => {
            let cells = formulas.iter().map(|of_result| {
                let cells: Vec<String> = of_result.iter().map(|formula| format!("`{formula}`")).collect();
                cells.join(", ")
            });
            cells.collect::<Vec<_>>().join("; ")
        }
        Derivative::Rule => "a custom rule".to_string(),
        Derivative::Decomposed => "by decomposition".to_string(),
        Derivative::Pass => "by `autodiff`, with the enclosing code".to_string(),
        Derivative::NoFloats => "none: no float operand or result".to_string(),
        Derivative::None(why) => format!("none: {why}"),
    };
    Some(format!("Derivative: {words}"))
}

fn count(what: &str, count: Count) -> Option<String> {
    match count {
        Count::Exactly(0) => None,
        Count::Exactly(n) => Some(format!("{what}: {n}")),
        Count::AtLeast(n) => Some(format!("{what}: {n} or more")),
    }
}

/// Escapes text for a cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

fn values(kind: &str, specs: Option<&[ValueSpec]>, rows: &mut Vec<String>) {
    let Some(specs) = specs else { return rows.push(format!("| {kind}s | | any |")) };
    for spec in specs {
        let arity = match spec.arity {
            Arity::One => "",
            Arity::Optional => ", optional",
            Arity::Variadic => ", variadic",
        };
        rows.push(format!("| {kind}{arity} | `{}` | {} |", spec.name, cell(spec.constraint.summary)));
    }
}

fn attributes(specs: &[AttrSpec], rows: &mut Vec<String>) {
    for spec in specs {
        let may = match (spec.optional, spec.default.is_some()) {
            (_, true) => ", with default",
            (true, false) => ", optional",
            (false, false) => "",
        };
        rows.push(format!("| attribute{may} | `{}` | {} |", spec.name, cell(spec.constraint.summary)));
    }
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            files(&path, found)?;
        } else if path.extension().is_some_and(|e| e == "mlir") {
            found.push(path);
        }
    }
    Ok(())
}

/// For each op the first use in custom form.
fn examples(known: &Registered, folder: &Path) -> Result<BTreeMap<String, String>, String> {
    let failed = |e: std::io::Error| format!("cannot read '{}': {e}", folder.display());
    let mut paths = Vec::new();
    files(folder, &mut paths).map_err(failed)?;
    // Files named `ops.mlir` come first.
    paths.sort_by_key(|path| (path.file_name().is_none_or(|name| name != "ops.mlir"), path.clone()));
    let mut found = BTreeMap::new();
    // Examples exclude programs that are refused and tests of passes.
    let is_example =
        |path: &&PathBuf| ["invalid", "golden"].iter().all(|no| !path.to_string_lossy().contains(no));
    for path in paths.iter().filter(is_example) {
        let text = std::fs::read_to_string(path).map_err(failed)?;
        let lines: Vec<&str> = text.lines().collect();
        for (at, line) in lines.iter().enumerate() {
            let Some(word) = custom_name(line) else { continue };
            // Functions and modules omit the dialect's name.
            let full = [word.to_string(), format!("func.{word}"), format!("builtin.{word}")];
            let op = known.dialects.ops().iter().find(|op| full.iter().any(|name| *name == op.name));
            if let Some(op) = op.filter(|op| !found.contains_key(&*op.name)) {
                found.insert(op.name.to_string(), snippet(&lines[at..]));
            }
        }
    }
    Ok(found)
}

/// The op that a line in custom form begins.
fn custom_name(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let rest = match line.strip_prefix('%') {
        Some(rest) => rest.split_once(" = ")?.1,
        None => line,
    };
    let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || "._".contains(c))).unwrap_or(rest.len());
    (end > 0).then_some(&rest[..end])
}

/// The op at the start of the lines, to the end of its regions, without indentation and test comments.
fn snippet(lines: &[&str]) -> String {
    const MOST: usize = 12;
    let indent = lines[0].len() - lines[0].trim_start().len();
    let mut depth = 0i64;
    let mut out = Vec::new();
    for line in lines.iter().filter(|line| !line.trim_start().starts_with("//")) {
        let line = line.split(" // ").next().unwrap_or(line).trim_end();
        out.push(line.get(indent..).unwrap_or_else(|| line.trim_start()));
        let opens = line.matches('{').count() as i64;
        depth += opens - line.matches('}').count() as i64;
        if depth <= 0 {
            break;
        }
        if out.len() == MOST {
            out.push("  …");
            break;
        }
    }
    out.join("\n")
}

/// The reference of all passes and named pipelines.
pub(super) fn passes(known: &Registered) -> String {
    let mut out = head("Passes", "tfopt passes --markdown");
    let public = || known.passes.passes().filter(|pass| !pass.name.starts_with("test-"));
    for pass in public() {
        let _ = writeln!(out, "- [`{0}`](#{0}): {1}", pass.name, pass.summary);
    }
    for pass in public() {
        describe_pass(pass, &mut out);
    }
    out.push_str("\n# Pipelines\n");
    for pipeline in known.passes.pipelines() {
        let _ =
            writeln!(out, "\n## {}\n\n{}\n\n```\n{}\n```", pipeline.name, pipeline.summary, pipeline.text);
    }
    out
}

/// The work that a pass may add to a program, in words.
fn growth(growth: &Growth) -> String {
    let counts = [
        (growth.per_loop - Growth::NONE.per_loop, "more operations per loop"),
        (growth.per_access, "cheap operations and reads per access"),
        (growth.per_function, "units of cost per quotient, root or function"),
        (growth.per_saved_loop, "units of cost per saved loop"),
        (growth.per_saved_write, "units of cost per element that is not stored"),
    ];
    let counts = counts.into_iter().filter(|(count, _)| *count > 0);
    let mut parts: Vec<String> = counts.map(|(count, what)| format!("{count} {what}")).collect();
    if growth.factor != Growth::NONE.factor {
        parts.push(format!("a factor of {}", growth.factor));
    }
    for (holds, what) in [
        (growth.restarts, "any"),
        (growth.stated.is_some(), "what the program states"),
        (growth.expands.is_some(), "the code in place of each op that it expands"),
        (growth.copies, "copies in place of writes"),
        (growth.stages, "a write and a read per element that it stages"),
        (growth.exchanges, "operations for others of the same cost"),
    ] {
        parts.extend(holds.then(|| what.to_string()));
    }
    parts.extend(growth.applied_by.map(|pass| format!("what '{pass}' may, which applies the decisions")));
    format!("{} ({})", parts.join(", "), growth.why)
}

fn describe_pass(pass: &PassInfo, out: &mut String) {
    let anchor = match pass.anchor {
        Anchor::Any => "any isolated op".to_string(),
        Anchor::Op(op) => format!("`{op}`"),
        Anchor::SymbolTable => "modules".to_string(),
    };
    let docs = pass.docs.trim_end();
    let _ = writeln!(out, "\n## {}\n\n{}.", pass.name, pass.summary.trim_end_matches('.'));
    if docs != pass.summary {
        let _ = writeln!(out, "\n{docs}");
    }
    let _ = writeln!(out, "\nRuns on {anchor}.");
    if pass.growth.is_stated() {
        let _ = writeln!(out, "\nMay add work: {}.", growth(&pass.growth));
    }
    let options = pass.options.iter().map(|option| {
        let default =
            if option.default.is_empty() { "–".to_string() } else { format!("`{}`", option.default) };
        format!(
            "| `{}` | {} | {default} | {} |",
            option.name,
            cell(&option.kind.to_string()),
            cell(option.help)
        )
    });
    let options: Vec<String> = options.collect();
    if !options.is_empty() {
        let _ = writeln!(out, "\n| option | value | default | |\n|---|---|---|---|\n{}", options.join("\n"));
    }
    let statistics: Vec<String> =
        pass.statistics.iter().map(|s| format!("| `{}` | {} |", s.name, cell(s.help))).collect();
    if !statistics.is_empty() {
        let _ = writeln!(out, "\n| statistic | |\n|---|---|\n{}", statistics.join("\n"));
    }
    let rules: Vec<String> =
        pass.rules.iter().map(|r| format!("| `{}.{}` | {} |", pass.name, r.name, cell(r.help))).collect();
    if !rules.is_empty() {
        let _ = writeln!(out, "\n| rule | |\n|---|---|\n{}", rules.join("\n"));
    }
}
