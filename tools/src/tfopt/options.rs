//! The options of `tfopt`.

mod table;

pub(super) use table::{OPTIONS, PLANNED};

use super::emit::{FORMS, Form};
use super::problem::Problem;
use super::semantics::INPUTS;
use crate::cli::{self, Arg};
use std::path::PathBuf;
use tensorforge::Calibration;
use tf_abi::options::Emit;
use tf_cpu::ptx::Arch;
use tf_dialects::target::{Family, Level, Target};
use tf_ir::pass::{IrPrinting, PassFilter, TimingFormat, Verification};
use tf_ir::text::{ParseOptions, PrintOptions, did_you_mean};

/// The maximum of `--max-nesting`, for which the stacks of this tool's threads are sized.
pub(super) const MAX_NESTING: u32 = 4096;

/// The default size of named extents for `--check-work`.
const EXTENT: u64 = 8;

/// The mode for checking diagnostics.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Expect {
    /// All diagnostics must be expected.
    All,
    /// Expected ones must occur; others may.
    OnlyExpected,
}

/// The programs to import.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Import {
    /// None.
    Never,
    /// Those that hold ops of StableHLO.
    Recognised,
    /// All, as StableHLO.
    StableHlo,
}

/// The options of a run.
#[derive(Debug)]
pub(super) struct Config {
    pub(super) input: String,
    pub(super) output: Option<String>,
    pub(super) split: Option<String>,
    pub(super) parse: ParseOptions,
    pub(super) import: Import,
    pub(super) print: PrintOptions,
    pub(super) pipeline: Option<String>,
    /// Pass flags with their options, in order.
    pub(super) passes: Vec<(String, String)>,
    pub(super) dump_pipeline: bool,
    pub(super) fuel: Option<u64>,
    /// Full names of rules to leave out.
    pub(super) disabled_rules: Vec<String>,
    /// The file for the names of applied rules.
    pub(super) record_rules: Option<PathBuf>,
    pub(super) verification: Verification,
    /// Inputs per function for comparing answers before and after each pass.
    pub(super) semantics: Option<u64>,
    /// Inputs per function for finding the first wrong pass.
    pub(super) bisect: Option<u64>,
    /// The size of named extents for counting the work of passes.
    pub(super) work: Option<u64>,
    pub(super) expect: Option<Expect>,
    pub(super) roundtrip: bool,
    pub(super) ir: IrPrinting,
    pub(super) table: bool,
    pub(super) trace: bool,
    pub(super) explain: bool,
    pub(super) statistics: bool,
    pub(super) timing: Option<TimingFormat>,
    pub(super) reproducer: Option<PathBuf>,
    pub(super) local_reproducer: bool,
    pub(super) generate_reproducer: Option<PathBuf>,
    pub(super) run_reproducer: bool,
    pub(super) json: bool,
    pub(super) threads: usize,
    pub(super) emit: Option<Form>,
    /// The assembler for `--explain-kernels`.
    pub(super) ptxas: PathBuf,
    /// The instruction set, and the machine, of functions that specify none.
    pub(super) target: Option<(Level, Target)>,
    pub(super) calibration: Option<Calibration>,
    pub(super) arch: Option<Arch>,
    /// Whether the code is instrumented by AddressSanitizer.
    pub(super) sanitized: bool,
    pub(super) html: Option<PathBuf>,
    pub(super) reduce: Option<String>,
    pub(super) reduce_runs: u64,
}

/// One of a few words; the error lists them.
fn word<'a>(args: &'a [Arg], name: &str, words: &[&'a str]) -> Result<Option<&'a str>, String> {
    match cli::last(args, name) {
        None => Ok(None),
        Some(None) => Ok(words.first().copied()),
        Some(Some(text)) if words.contains(&text) => Ok(Some(text)),
        Some(Some(text)) => {
            Err(format!("option '--{name}': unknown '{text}'; known are {}", words.join(", ")))
        }
    }
}

impl Config {
    /// The instruction set of `--target`, if given.
    pub(super) fn level(&self) -> Option<Level> {
        self.target.map(|(level, _)| level)
    }

    /// The configuration from arguments.
    ///
    /// # Errors
    /// The invalid argument.
    pub(super) fn new(args: &[Arg]) -> Result<Config, Problem> {
        let path = |name| cli::last(args, name).flatten().map(PathBuf::from);
        let expect = word(args, "verify-diagnostics", &["all", "only-expected"])?;
        let expect = expect.map(|w| if w == "all" { Expect::All } else { Expect::OnlyExpected });
        let (pipeline, passes) = passes_to_run(args)?;
        let print = print_options(args)?;
        let emit = form(args)?;
        Ok(Config {
            input: input(args)?,
            output: cli::last(args, "o").flatten().map(str::to_string),
            split: cli::last(args, "split-input-file").map(|m| m.unwrap_or("// -----").to_string()),
            parse: parse_options(args)?,
            print,
            pipeline,
            passes,
            dump_pipeline: cli::switch(args, "dump-pass-pipeline"),
            fuel: cli::number(args, "rewrite-fuel")?,
            disabled_rules: cli::all(args, "disable-rule")
                .flat_map(|names| names.split(','))
                .map(str::to_string)
                .collect(),
            record_rules: path("record-rules"),
            verification: verification(args),
            semantics: inputs(args, "check-semantics")?,
            bisect: inputs(args, "bisect")?,
            work: work(args)?,
            expect,
            import: import(args)?,
            roundtrip: cli::switch(args, "verify-roundtrip"),
            ir: ir_printing(args, print),
            table: cli::switch(args, "pass-table"),
            trace: cli::switch(args, "trace-rules"),
            explain: cli::switch(args, "explain-fusion"),
            statistics: cli::switch(args, "pass-statistics"),
            timing: timing(args)?,
            reproducer: path("pass-pipeline-crash-reproducer"),
            local_reproducer: cli::switch(args, "pass-pipeline-local-reproducer"),
            generate_reproducer: path("generate-reproducer"),
            run_reproducer: cli::switch(args, "run-reproducer"),
            json: word(args, "diag-format", &["text", "json"])? == Some("json"),
            threads: threads(args)?,
            emit,
            sanitized: sanitized(args, emit)?,
            ptxas: cli::last(args, "explain-kernels").flatten().unwrap_or("ptxas").into(),
            target: cli::last(args, "target").flatten().map(Family::level_and_target).transpose()?,
            calibration: path("calibration")
                .map(Calibration::read)
                .transpose()
                .map_err(|error| error.to_string())?,
            arch: cli::last(args, "arch").flatten().map(Arch::named).transpose()?,
            html: path("html"),
            reduce: cli::last(args, "reduce").flatten().map(str::to_string),
            reduce_runs: cli::number(args, "reduce-runs")?.unwrap_or(super::reduce::RUNS),
        })
    }
}

/// The pipeline as text, or the passes given as separate options; a reproducer contains its pipeline.
fn passes_to_run(args: &[Arg]) -> Result<(Option<String>, Vec<(String, String)>), Problem> {
    let passes: Vec<(String, String)> = args
        .iter()
        .filter_map(|arg| match arg {
            Arg::Extra(name, options) => Some((name.clone(), options.clone().unwrap_or_default())),
            _ => None,
        })
        .collect();
    let pipeline = cli::last(args, "pass-pipeline").flatten().map(str::to_string);
    if pipeline.is_some() && !passes.is_empty() {
        return Err(format!("--pass-pipeline and --{} cannot be used together", passes[0].0).into());
    }
    if cli::switch(args, "run-reproducer") && (pipeline.is_some() || !passes.is_empty()) {
        let message = "--run-reproducer runs the pipeline of its input: it takes no other";
        return Err(message.to_string().into());
    }
    Ok((pipeline, passes))
}

/// The input's format, from `--import`.
fn import(args: &[Arg]) -> Result<Import, Problem> {
    match cli::last(args, "import") {
        None => Ok(Import::Never),
        Some(None) => Ok(Import::Recognised),
        Some(Some("stablehlo")) => Ok(Import::StableHlo),
        Some(Some(other)) => {
            Err(format!("option '--import': unknown format '{other}'; known is stablehlo").into())
        }
    }
}

/// The form of `--emit`.
fn form(args: &[Arg]) -> Result<Option<Form>, Problem> {
    if cli::last(args, "explain-kernels").is_some() {
        return Ok(Some(Form::Kernels));
    }
    let Some(Some(name)) = cli::last(args, "emit") else { return Ok(None) };
    let form = Form::named(name).ok_or_else(|| {
        format!(
            "option '--emit': unknown form '{name}'; known are {}{}",
            FORMS.join(", "),
            did_you_mean(name, FORMS)
        )
    })?;
    if cli::last(args, "split-input-file").is_some() {
        return Err("--emit takes one module: it cannot be combined with --split-input-file"
            .to_string()
            .into());
    }
    if form.is_binary() && cli::last(args, "o").flatten().is_none() {
        return Err("--emit=obj writes no text: name a file with -o, or -o - for stdout".to_string().into());
    }
    Ok(Some(form))
}

/// Whether `--sanitize` requests instrumented code.
fn sanitized(args: &[Arg], emit: Option<Form>) -> Result<bool, Problem> {
    let sanitized = cli::sanitized(args)?;
    let code = matches!(emit, Some(Form::Machine(Emit::Llvm | Emit::Asm | Emit::Object)));
    if sanitized && !code {
        let message = "option '--sanitize' needs --emit=llvm, --emit=asm or --emit=obj";
        return Err(message.to_string().into());
    }
    Ok(sanitized)
}

/// When the IR is verified. Builds with debug assertions, which run the pass tests, verify after each pass.
fn verification(args: &[Arg]) -> Verification {
    let given = |name| cli::last(args, name).map(|_| cli::switch(args, name));
    match (given("verify-each"), given("verify-at-ends")) {
        (Some(false), _) => Verification::Never,
        (Some(true), _) | (None, Some(false)) => Verification::EachPass,
        (None, Some(true)) => Verification::AtEnds,
        (None, None) if cfg!(debug_assertions) => Verification::EachPass,
        (None, None) => Verification::AtEnds,
    }
}

/// The number of inputs for an option that checks answers, if it is given.
fn inputs(args: &[Arg], name: &str) -> Result<Option<u64>, String> {
    match cli::last(args, name) {
        None => Ok(None),
        Some(None) => Ok(Some(INPUTS)),
        Some(Some(_)) => cli::number(args, name),
    }
}

/// The size of named extents for `--check-work`.
fn work(args: &[Arg]) -> Result<Option<u64>, String> {
    const MOST: u64 = 1024;
    match cli::last(args, "check-work") {
        None => Ok(None),
        Some(None) => Ok(Some(EXTENT)),
        Some(Some(_)) => match cli::number(args, "check-work")? {
            Some(n) if n == 0 || n > MOST => {
                Err(format!("option '--check-work': extents are between 1 and {MOST}, not {n}"))
            }
            size => Ok(size),
        },
    }
}

fn input(args: &[Arg]) -> Result<String, String> {
    let mut files = args.iter().filter_map(|arg| match arg {
        Arg::Positional(file) => Some(file),
        _ => None,
    });
    let input = files.next().map_or("-", String::as_str);
    match files.next() {
        Some(second) => Err(format!("one input at a time: both '{input}' and '{second}' are given")),
        None => Ok(input.to_string()),
    }
}

fn parse_options(args: &[Arg]) -> Result<ParseOptions, String> {
    let default = ParseOptions::default();
    let max_nesting = cli::number(args, "max-nesting")?.unwrap_or(default.max_nesting);
    if max_nesting > MAX_NESTING {
        return Err(format!("option '--max-nesting': {max_nesting} is more than {MAX_NESTING}"));
    }
    Ok(ParseOptions {
        allow_unregistered: cli::switch(args, "allow-unregistered-dialect"),
        implicit_module: !cli::switch(args, "no-implicit-module"),
        max_errors: cli::number(args, "max-errors")?.unwrap_or(default.max_errors).max(1),
        max_nesting,
        max_ops: cli::number(args, "max-ops")?.unwrap_or(default.max_ops),
        max_text_bytes: cli::number(args, "max-text-bytes")?.unwrap_or(default.max_text_bytes),
        max_constant_bytes: cli::number(args, "max-constant-bytes")?.unwrap_or(default.max_constant_bytes),
        max_list: cli::number(args, "max-list")?.unwrap_or(default.max_list),
        max_rank: cli::number(args, "max-rank")?.unwrap_or(default.max_rank),
    })
}

fn print_options(args: &[Arg]) -> Result<PrintOptions, String> {
    let locations = cli::switch(args, "print-debuginfo");
    Ok(PrintOptions {
        generic: cli::switch(args, "print-op-generic"),
        locations,
        location_aliases: locations && !cli::switch(args, "print-local-scope"),
        elide_larger: cli::number(args, "elide-elementsattrs-if-larger")?,
    })
}

fn ir_printing(args: &[Arg], print: PrintOptions) -> IrPrinting {
    let filter =
        |all: bool, name| match (all, cli::all(args, name).flat_map(|v| v.split(',')).map(str::to_string)) {
            (true, _) => PassFilter::All,
            (false, names) => match names.collect::<Vec<_>>() {
                names if names.is_empty() => PassFilter::None,
                names => PassFilter::Named(names),
            },
        };
    let only_changed = cli::switch(args, "print-ir-after-change");
    let only_failed = cli::switch(args, "print-ir-after-failure");
    let tree_dir = cli::last(args, "print-ir-tree-dir").flatten().map(PathBuf::from);
    let before = filter(cli::switch(args, "print-ir-before-all"), "print-ir-before");
    let mut after = filter(cli::switch(args, "print-ir-after-all"), "print-ir-after");
    // A print option without a time: after all passes.
    let whenever = only_changed || only_failed || (tree_dir.is_some() && before == PassFilter::None);
    if whenever && after == PassFilter::None {
        after = PassFilter::All;
    }
    IrPrinting {
        before,
        after,
        only_changed,
        only_failed,
        module_scope: cli::switch(args, "print-ir-module-scope"),
        tree_dir,
        diff: cli::switch(args, "print-diff"),
        options: PrintOptions { location_aliases: false, ..print },
    }
}

fn timing(args: &[Arg]) -> Result<Option<TimingFormat>, String> {
    let display = word(args, "timing-display", &["tree", "list"])?;
    let format = word(args, "output-format", &["text", "json"])?;
    let format = match (display, format) {
        (_, Some("json")) => TimingFormat::Json,
        (Some("list"), _) => TimingFormat::List,
        _ => TimingFormat::Tree,
    };
    Ok(cli::switch(args, "timing").then_some(format))
}

fn threads(args: &[Arg]) -> Result<usize, String> {
    const MOST: usize = 1024;
    let given: Option<usize> = cli::number(args, "j")?;
    if given.is_some_and(|n| n == 0 || n > MOST) {
        return Err(format!("option '-j': the number of threads must be between 1 and {MOST}"));
    }
    if cli::switch(args, "disable-threading") {
        return Ok(1);
    }
    Ok(given.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, |n| n.get())))
}
