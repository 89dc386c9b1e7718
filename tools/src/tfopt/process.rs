//! One run: read, parse, verify, run the pipeline, write.

mod figures;
mod meaning;
mod pipeline;
mod reproducers;

use super::emit::{For, Form, emit};
use super::expect::Expectations;
use super::html::{Stages, page};
use super::input::Input;
use super::known::Registered;
use super::options::{Config, Import};
use super::output;
use super::problem::Problem;
use super::reduce::reduce;
use super::report::Reporter;
use super::semantics::SharedCoverage;
use super::split::{Part, split};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tensorforge::Calibration;
use tf_cpu::library::Phases;
use tf_generate::work::WorkWatch;
use tf_import::stablehlo;
use tf_ir::builtin::Module;
use tf_ir::codes;
use tf_ir::context::Context;
use tf_ir::pass::{
    LocalReproducer, PassFilter, PassManager, PassRegistry, Report, Verification, unified_diff,
};
use tf_ir::rewrite::AllowedRules;
use tf_ir::text::{Parsed, PrintOptions, did_you_mean, parse_module, print_parsed, print_parsed_to};
use tf_ir::verify::verify;

/// The root op of every input.
const ROOT: &str = Module::NAME;
/// Names of the pipeline in diagnostics.
const PIPELINE: &str = "<pass-pipeline>";
/// The prefix of names for the texts of named pipelines: `<pipeline cpu>`.
const NAMED: &str = "<pipeline ";
const REPRODUCER: &str = "<reproducer>";

/// Runs the tool; false if diagnostics were errors.
pub(super) fn run(config: Config, known: Registered) -> Result<bool, Problem> {
    let start = Instant::now();
    let input = Input::read(&config.input).map_err(Problem::file)?;
    let (name, text) = (input.name.clone(), input.text());
    let rules = Arc::new(allowed_rules(&config, &known)?);
    let ctx = Context::new(known.dialects);
    let reporter = Reporter::new(&ctx, input, config.json);
    check_names(&config, &known.passes)?;
    let mut run = Run {
        config: &config,
        ctx: &ctx,
        passes: &known.passes,
        name: &name,
        reporter,
        rules,
        manager: None,
        local: LocalReproducer::default(),
        report: None,
        stages: Stages::default(),
        coverage: SharedCoverage::default(),
        work: config.work.map(|size| WorkWatch::new(size as i64, 0)),
        imported_work: Vec::new(),
        parsing: Duration::ZERO,
        printing: Duration::ZERO,
        phases: Vec::new(),
    };
    if !config.run_reproducer && !run.prepare() {
        return Ok(false);
    }
    let ok = match &config.split {
        None => run.whole(text).map_err(Problem::file)?,
        Some(marker) => run.parts(&text, marker).map_err(Problem::file)?,
    };
    run.finish(start);
    run.compared(ok);
    run.counted(ok);
    if config.expect.is_some() {
        return Ok(run.reporter.errors == 0);
    }
    if !ok && run.reporter.errors == 0 {
        run.reporter.error(&codes::FAILED, "the run failed");
    }
    Ok(ok && run.reporter.errors == 0)
}

/// Checks that pass names in options exist.
fn check_names(config: &Config, passes: &PassRegistry) -> Result<(), String> {
    for filter in [&config.ir.before, &config.ir.after] {
        let PassFilter::Named(names) = filter else { continue };
        if let Some(name) = names.iter().find(|name| passes.find(name).is_none()) {
            let hint = did_you_mean(name, passes.passes().map(|p| p.name));
            return Err(format!("there is no pass '{name}' to print the IR around{hint}"));
        }
    }
    Ok(())
}

/// All rules but those that `--disable-rule` names.
fn allowed_rules(config: &Config, known: &Registered) -> Result<AllowedRules, String> {
    let rules = match config.disabled_rules.is_empty() {
        true => AllowedRules::default(),
        false => {
            let all = known.passes.rules(&known.dialects);
            AllowedRules::without(&config.disabled_rules, &all)
                .map_err(|error| format!("option '--disable-rule': {error} (tfopt rules lists them)"))?
        }
    };
    Ok(if config.record_rules.is_some() { rules.recorded() } else { rules })
}

struct Run<'a> {
    config: &'a Config,
    ctx: &'a Context,
    passes: &'a PassRegistry,
    name: &'a str,
    reporter: Reporter<'a>,
    rules: Arc<AllowedRules>,
    manager: Option<PassManager>,
    local: LocalReproducer,
    /// The figures of all parts.
    report: Option<Report>,
    stages: Stages,
    /// The comparisons of `--check-semantics` and `--bisect`.
    coverage: SharedCoverage,
    /// The counters of `--check-work`.
    work: Option<WorkWatch>,
    /// Ops whose import takes more work than they declare, and why.
    imported_work: Vec<String>,
    parsing: Duration,
    printing: Duration,
    /// Parts of `printing`: the phases of code generation.
    phases: Phases,
}

impl Run<'_> {
    /// Processes the input as one; false after errors.
    fn whole(&mut self, text: Arc<Vec<u8>>) -> Result<bool, String> {
        self.expect(Part { text: &text, line: 1 });
        let parsed = self.parse(&text);
        drop(text);
        self.reporter.release_input();
        let parsed = parsed.and_then(|parsed| self.module(parsed));
        self.reporter.finish_expectations();
        let Some(parsed) = parsed else {
            self.write_if(self.good(false), "")?;
            return Ok(false);
        };
        if let Some(form) = self.config.emit {
            return self.emit(&parsed, form);
        }
        if self.good(true) || self.config.output.is_none() {
            let start = Instant::now();
            let options = self.printing_of(&parsed);
            output::stream(self.config.output.as_deref(), |out| print_parsed_to(&parsed, &options, out))?;
            self.printing += start.elapsed();
        }
        Ok(true)
    }

    /// Emits code for the module after the passes.
    fn emit(&mut self, parsed: &Parsed, form: Form) -> Result<bool, String> {
        let start = Instant::now();
        let of = For {
            level: self.config.level().unwrap_or_default(),
            arch: self.config.arch.unwrap_or_default(),
            sanitized: self.config.sanitized,
        };
        let emitted = emit(&parsed.body, form, of, &self.config.ptxas);
        self.printing += start.elapsed();
        match emitted {
            Ok(made) => {
                self.phases.extend(made.phases);
                output::stream(self.config.output.as_deref(), |out| out.write_all(&made.bytes)).map(|()| true)
            }
            Err(error) => {
                self.reporter.diagnostic(&error);
                Ok(false)
            }
        }
    }

    /// Writes the page of `--html`.
    fn write_page(&mut self) {
        let Some(path) = &self.config.html else { return };
        let source = self.reporter.source_text(self.name);
        let pipeline = self.manager.as_ref().map_or(String::new(), |m| m.pipeline.to_string());
        let text = page(self.name, &source, &pipeline, &self.stages.all());
        if let Err(error) = std::fs::write(path, text) {
            let message = format!("cannot write '{}': {error}", path.display());
            self.reporter.error(&codes::FILES, message);
        }
    }

    /// `--reduce`: minimizes the module instead of running passes on it.
    fn reduce(&mut self, parsed: &mut Parsed) -> bool {
        let Some(command) = &self.config.reduce else { return true };
        match reduce(parsed, command, self.config.reduce_runs, self.config.print) {
            Ok(done) => {
                let (before, after) = done.ops;
                let more = if done.stopped { "; more is possible with --reduce-runs" } else { "" };
                self.reporter.text(&format!("reduced {before} ops to {after} in {} runs{more}\n", done.runs));
                true
            }
            Err(message) => {
                self.reporter.error(&codes::USAGE, message);
                false
            }
        }
    }

    /// Processes the parts of the input one by one; false if one had errors.
    fn parts(&mut self, text: &[u8], marker: &str) -> Result<bool, String> {
        let mut ok = true;
        let mut outputs = Vec::new();
        for part in split(text, Some(marker)) {
            match self.part(part) {
                Some(text) => outputs.push(text),
                None => ok = false,
            }
        }
        let some = self.config.output.is_none() && !outputs.is_empty();
        self.write_if(self.good(ok) || some, &outputs.join(&format!("{marker}\n")))?;
        Ok(ok)
    }

    /// Whether a file may be written: only if everything succeeded. Stdout also gets partial results.
    fn good(&self, ok: bool) -> bool {
        if self.config.expect.is_some() { self.reporter.errors == 0 } else { ok }
    }

    fn write_if(&mut self, condition: bool, text: &str) -> Result<(), String> {
        let start = Instant::now();
        if condition {
            output::write(self.config.output.as_deref(), text)?;
        }
        self.printing += start.elapsed();
        Ok(())
    }

    /// Processes one part of the input; its output, or `None` after errors.
    fn part(&mut self, part: Part<'_>) -> Option<String> {
        // Empty lines before the part preserve the line numbers of the whole.
        let padded;
        let text = if part.line == 1 {
            part.text
        } else {
            padded = [vec![b'\n'; part.line as usize - 1].as_slice(), part.text].concat();
            &padded
        };
        self.expect(part);
        let parsed = self.parse(text).and_then(|parsed| self.module(parsed));
        self.reporter.finish_expectations();
        let start = Instant::now();
        let output = parsed.map(|parsed| print_parsed(&parsed, &self.printing_of(&parsed)));
        self.printing += start.elapsed();
        output
    }

    /// Reads the expected diagnostics of a part.
    fn expect(&mut self, part: Part<'_>) {
        let Some(mode) = self.config.expect else { return };
        let text = String::from_utf8_lossy(part.text);
        let expectations = Expectations::read(self.ctx, self.name, &text, part.line, mode);
        self.reporter.expectations = Some(expectations);
    }

    /// The print options: custom forms require valid ops, and the result may be unverified.
    fn printing_of(&self, parsed: &Parsed) -> PrintOptions {
        let unseen = self.config.verification == Verification::Never;
        let invalid = unseen && verify(&parsed.body).is_err();
        PrintOptions { generic: self.config.print.generic || invalid, ..self.config.print }
    }

    /// Verifies a module and runs the requested steps; `None` after errors.
    fn module(&mut self, mut parsed: Parsed) -> Option<Parsed> {
        if !self.import(&mut parsed) {
            return None;
        }
        if self.config.roundtrip && !self.round_trip(&parsed) {
            return None;
        }
        if self.config.run_reproducer && !self.reproduce(&parsed) {
            return None;
        }
        if let Some((_, target)) = self.config.target {
            target.describe_all(&mut parsed.body);
        }
        if let Some(Calibration(rates)) = &self.config.calibration {
            rates.describe_all(&mut parsed.body);
        }
        if !self.bisect(&parsed) {
            return None;
        }
        if self.config.reduce.is_some() {
            return self.reduce(&mut parsed).then_some(parsed);
        }
        if self.config.html.is_some() {
            self.stages.add("input", &parsed.body);
        }
        let input = self.compared_input(&parsed);
        let ok = self.pipeline(&mut parsed) && self.machine_code(input, &parsed);
        self.write_page();
        ok.then_some(parsed)
    }

    fn parse(&mut self, text: &[u8]) -> Option<Parsed> {
        let start = Instant::now();
        let parsed = parse_module(self.ctx, self.name, text, &self.config.parse);
        let checked = parsed.and_then(|parsed| verify(&parsed.body).map(|()| parsed));
        self.parsing += start.elapsed();
        match checked {
            Ok(parsed) => {
                parsed.warnings.iter().for_each(|w| self.reporter.diagnostic(w));
                Some(parsed)
            }
            Err(errors) => {
                errors.iter().for_each(|e| self.reporter.diagnostic(e));
                None
            }
        }
    }

    /// Imports a program of another format into Tensorforge's dialects; false after errors.
    fn import(&mut self, parsed: &mut Parsed) -> bool {
        let wanted = match self.config.import {
            Import::Never => false,
            Import::Recognised => stablehlo::is_stablehlo(&parsed.body),
            Import::StableHlo => true,
        };
        if !wanted {
            return true;
        }
        if self.work.is_some() {
            self.imported_work.extend(meaning::exceptions(&parsed.body));
        }
        match stablehlo::import(&parsed.body) {
            Ok(body) => parsed.body = body,
            Err(errors) => {
                errors.iter().for_each(|e| self.reporter.diagnostic(&e.diagnostic));
                return false;
            }
        }
        true
    }

    /// `--verify-roundtrip`: the module's text must parse to a module that prints the same text.
    fn round_trip(&mut self, parsed: &Parsed) -> bool {
        for generic in [false, true] {
            let form = if generic { "generic" } else { "custom" };
            let opts =
                PrintOptions { generic, locations: true, location_aliases: true, ..PrintOptions::default() };
            let first = print_parsed(parsed, &opts);
            let second = match parse_module(self.ctx, "<round-trip>", &first, &self.config.parse) {
                Ok(again) => print_parsed(&again, &opts),
                Err(errors) => {
                    self.reporter.source("<round-trip>", &first);
                    let message = format!("round-trip: the text in {form} form does not parse");
                    self.reporter.error(&codes::ROUND_TRIP, message);
                    errors.iter().for_each(|e| self.reporter.show(e));
                    return false;
                }
            };
            if first != second {
                let message = format!("round-trip: the text in {form} form parses to different IR");
                self.reporter.error(&codes::ROUND_TRIP, message);
                self.reporter.text(&unified_diff(&first, &second, "printed", "parsed and printed again"));
                return false;
            }
        }
        true
    }
}
