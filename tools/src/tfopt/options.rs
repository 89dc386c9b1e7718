//! The options of `tfopt`.

use super::emit::{FORMS, Form};
use super::problem::Problem;
use super::semantics::INPUTS;
use crate::cli::{self, Arg, Opt, Takes};
use std::path::PathBuf;
use tf_cpu::ptx::Arch;
use tf_dialects::target::Level;
use tf_ir::pass::{IrPrinting, PassFilter, TimingFormat, Verification};
use tf_ir::text::{ParseOptions, PrintOptions, did_you_mean};

use Takes::{Optional, Switch, Value};

const fn opt(group: &'static str, name: &'static str, takes: Takes, help: &'static str) -> Opt {
    Opt { name, takes, group, help }
}

const INPUT: &str = "Input";
const OUTPUT: &str = "Output";
const PIPELINE: &str = "Pipeline (also --PASS or --PASS='option=value …', in order)";
const CHECKS: &str = "Checks";
const WATCH: &str = "Looking on (on stderr)";
const FAILURES: &str = "Failures";
const LIMITS: &str = "Limits and threads";
const HELP: &str = "Help";

/// Every option that is built.
pub(super) const OPTIONS: &[Opt] = &[
    opt(
        INPUT,
        "split-input-file",
        Optional("MARKER"),
        "Process each part between lines that hold MARKER (// -----) on its own",
    ),
    opt(
        INPUT,
        "allow-unregistered-dialect",
        Switch,
        "Accept ops, types and attributes of dialects that are not registered",
    ),
    opt(
        INPUT,
        "import",
        Optional("stablehlo"),
        "Turn a program of StableHLO or CHLO into our dialects before the pipeline; without a name, if it is one",
    ),
    opt(INPUT, "no-implicit-module", Switch, "Do not wrap the input in a module; it must be one"),
    opt(OUTPUT, "o", Value("FILE"), "Write to FILE instead of stdout"),
    opt(OUTPUT, "print-op-generic", Switch, "Print all ops in generic form"),
    opt(OUTPUT, "print-debuginfo", Switch, "Print locations"),
    opt(
        OUTPUT,
        "print-local-scope",
        Switch,
        "Print locations in full instead of as aliases (always so in dumps)",
    ),
    opt(
        OUTPUT,
        "elide-elementsattrs-if-larger",
        Value("N"),
        "Leave out constants of more than N elements; the output cannot be read back",
    ),
    opt(
        OUTPUT,
        "emit",
        Value("FORM"),
        "Go on after the passes (without any: --cpu, or --gpu for ptx): upstream (MLIR's own dialects), mlir (after its passes), \
         llvm, asm, obj; ptx (the kernels, for GPUs)",
    ),
    opt(
        OUTPUT,
        "explain-kernels",
        Optional("PTXAS"),
        "Print what each kernel costs (behind --gpu): threads, shared memory, bytes, and registers and occupancy if there is NVIDIA's \
         assembler, as 'ptxas' or at a path",
    ),
    opt(
        PIPELINE,
        "target",
        Value("NAME"),
        "The processor that functions are compiled for which do not say: host (this machine's; the default), x86-64, \
         x86-64-v2, x86-64-v3, x86-64-v4 or aarch64",
    ),
    opt(
        PIPELINE,
        "arch",
        Value("NAME"),
        "The GPU that --emit=ptx makes code for: sm_80 (the default), sm_90 or sm_90a",
    ),
    opt(
        PIPELINE,
        "pass-pipeline",
        Value("TEXT"),
        "Run a pipeline: 'builtin.module(func.func(cse,canonicalize{max-iterations=3}),inline)'; anchors may be left out",
    ),
    opt(PIPELINE, "dump-pass-pipeline", Switch, "Print the pipeline with all anchors before it runs"),
    opt(
        PIPELINE,
        "rewrite-fuel",
        Value("N"),
        "Let only the first N rewrites happen, counted over functions in module order",
    ),
    opt(
        PIPELINE,
        "disable-rule",
        Value("NAMES"),
        "Leave out rules (tfopt rules lists them); names with commas between, or repeated",
    ),
    opt(
        CHECKS,
        "verify-each",
        Switch,
        "Verify the IR after each pass (the default in builds with debug assertions); =0: never",
    ),
    opt(
        CHECKS,
        "verify-at-ends",
        Switch,
        "Verify the IR where runs of passes end, and after each pass if something is wrong (the default in other builds)",
    ),
    opt(
        CHECKS,
        "verify-diagnostics",
        Optional("all|only-expected"),
        "Check diagnostics against expected-error @+1 {{…}} (-warning, -remark, -note; @above, @below, @unknown) in the input",
    ),
    opt(
        CHECKS,
        "verify-roundtrip",
        Switch,
        "Check that the input prints to text that parses to the same, in custom and generic form",
    ),
    opt(
        CHECKS,
        "check-semantics",
        Optional("N"),
        "Run each function on N seeded inputs (4) before and after each pass, and report the first difference",
    ),
    opt(
        CHECKS,
        "bisect",
        Optional("N"),
        "Name the first pass that changes an answer on N seeded inputs (4) or breaks the IR, and its rewrite",
    ),
    opt(WATCH, "print-ir-before", Value("PASS"), "Print the IR before a pass; may be repeated"),
    opt(WATCH, "print-ir-before-all", Switch, "Print the IR before each pass"),
    opt(WATCH, "print-ir-after", Value("PASS"), "Print the IR after a pass; may be repeated"),
    opt(WATCH, "print-ir-after-all", Switch, "Print the IR after each pass"),
    opt(WATCH, "print-ir-after-change", Switch, "Print the IR after passes that changed it"),
    opt(WATCH, "print-ir-after-failure", Switch, "Print the IR after passes that failed"),
    opt(WATCH, "print-ir-module-scope", Switch, "Always print the whole module"),
    opt(WATCH, "print-ir-tree-dir", Value("DIR"), "Print into files below DIR"),
    opt(WATCH, "print-diff", Switch, "Print what each pass changed as a unified diff"),
    opt(
        WATCH,
        "html",
        Value("FILE"),
        "Write a page with every stage side by side; a click shows where an op came from",
    ),
    opt(WATCH, "pass-table", Switch, "Print a table of the passes: changed?, time, ops before and after"),
    opt(WATCH, "trace-rules", Switch, "Print which rewrite patterns were tried, and why they refused"),
    opt(
        WATCH,
        "explain-fusion",
        Switch,
        "Say of each compute that could run in another one's loops whether it does, and what that costs",
    ),
    opt(WATCH, "record-rules", Value("FILE"), "Append the names of the rules that applied to FILE"),
    opt(WATCH, "pass-statistics", Switch, "Print what the passes counted"),
    opt(WATCH, "timing", Switch, "Print execution times"),
    opt(WATCH, "timing-display", Value("tree|list"), "Form of the times"),
    opt(WATCH, "output-format", Value("text|json"), "Format of the times"),
    opt(
        FAILURES,
        "pass-pipeline-crash-reproducer",
        Value("FILE"),
        "When a pass fails or panics, write the input and the pipeline to FILE, a module for --run-reproducer",
    ),
    opt(
        FAILURES,
        "pass-pipeline-local-reproducer",
        Switch,
        "Let the reproducer hold the IR right before the pass that failed, and that pass alone",
    ),
    opt(FAILURES, "generate-reproducer", Value("FILE"), "Write the reproducer before the pipeline runs"),
    opt(FAILURES, "run-reproducer", Switch, "Run the pipeline that the input, a reproducer, holds"),
    opt(
        FAILURES,
        "reduce",
        Value("CMD"),
        "Make the input smaller while the shell command CMD, given a file ({} or at its end), ends as it does on the input",
    ),
    opt(FAILURES, "reduce-runs", Value("N"), "Let --reduce run the command N times at most (2000)"),
    opt(FAILURES, "diag-format", Value("text|json"), "Format of diagnostics; json: one object per line"),
    opt(LIMITS, "j", Value("N"), "Use N threads (default: one per core)"),
    opt(LIMITS, "disable-threading", Switch, "Use one thread"),
    opt(LIMITS, "max-errors", Value("N"), "Stop after N errors in the input (20)"),
    opt(LIMITS, "max-nesting", Value("N"), "Depth of nested regions, types, attributes (256; at most 4096)"),
    opt(LIMITS, "max-ops", Value("N"), "Number of operations (3000000)"),
    opt(LIMITS, "max-text-bytes", Value("N"), "Size of the input (268435456)"),
    opt(LIMITS, "max-constant-bytes", Value("N"), "Size of one constant (1073741824)"),
    opt(LIMITS, "max-list", Value("N"), "Elements of one list of attributes, types or operands (1000000)"),
    opt(LIMITS, "max-rank", Value("N"), "Rank of tensors, vectors and memrefs (32)"),
    opt(HELP, "help", Switch, "This text"),
    opt(HELP, "version", Switch, "The version"),
    opt(HELP, "list-passes", Switch, "List the passes and their options; also: tfopt passes"),
    opt(HELP, "show-dialects", Switch, "List the dialects; also: tfopt ops"),
];

/// Options that are planned, with what they will do: an error that says so beats "unknown option".
pub(super) const PLANNED: &[(&str, &str)] = &[
    ("device", "choosing a device"),
    ("tune", "choosing schedules by measurement"),
    ("profile", "measuring compiled programs"),
];

/// Deepest nesting that may be asked for: what the stacks of this tool's threads are made for.
pub(super) const MAX_NESTING: u32 = 4096;

/// How diagnostics are checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Expect {
    /// All diagnostics must be expected.
    All,
    /// Those expected must come; others may.
    OnlyExpected,
}

/// Which programs are imported.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Import {
    /// None.
    Never,
    /// Those that hold ops of StableHLO.
    Recognised,
    /// All, as StableHLO.
    StableHlo,
}

/// What a run is asked to do.
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
    /// Where the names of the rules go that applied.
    pub(super) record_rules: Option<PathBuf>,
    pub(super) verification: Verification,
    /// Inputs per function to compare answers on before and after each pass.
    pub(super) semantics: Option<u64>,
    /// Inputs per function to look for the first wrong pass with.
    pub(super) bisect: Option<u64>,
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
    /// The assembler that `--explain-kernels` asks.
    pub(super) ptxas: PathBuf,
    pub(super) level: Option<Level>,
    pub(super) arch: Option<Arch>,
    pub(super) html: Option<PathBuf>,
    pub(super) reduce: Option<String>,
    pub(super) reduce_runs: u64,
}

/// One of a few words; the error names them.
fn word<'a>(args: &'a [Arg], name: &str, words: &[&'a str]) -> Result<Option<&'a str>, String> {
    match cli::last(args, name) {
        None => Ok(None),
        Some(None) => Ok(words.first().copied()),
        Some(Some(text)) if words.contains(&text) => Ok(Some(text)),
        Some(Some(text)) => Err(format!("option '--{name}': '{text}' is none of {}", words.join(", "))),
    }
}

impl Config {
    /// The configuration that arguments ask for.
    ///
    /// # Errors
    /// Which argument is wrong.
    pub(super) fn new(args: &[Arg]) -> Result<Config, Problem> {
        let path = |name| cli::last(args, name).flatten().map(PathBuf::from);
        let expect = word(args, "verify-diagnostics", &["all", "only-expected"])?;
        let expect = expect.map(|w| if w == "all" { Expect::All } else { Expect::OnlyExpected });
        let (pipeline, passes) = what_runs(args)?;
        let print = print_options(args)?;
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
            emit: form(args)?,
            ptxas: cli::last(args, "explain-kernels").flatten().unwrap_or("ptxas").into(),
            level: cli::last(args, "target").flatten().map(Level::named).transpose()?,
            arch: cli::last(args, "arch").flatten().map(Arch::named).transpose()?,
            html: path("html"),
            reduce: cli::last(args, "reduce").flatten().map(str::to_string),
            reduce_runs: cli::number(args, "reduce-runs")?.unwrap_or(super::reduce::RUNS),
        })
    }
}

/// The pipeline as text, or the passes that are options of their own; the pipeline of a reproducer stands for itself.
fn what_runs(args: &[Arg]) -> Result<(Option<String>, Vec<(String, String)>), Problem> {
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

/// What `--import` says of the input's format.
fn import(args: &[Arg]) -> Result<Import, Problem> {
    match cli::last(args, "import") {
        None => Ok(Import::Never),
        Some(None) => Ok(Import::Recognised),
        Some(Some("stablehlo")) => Ok(Import::StableHlo),
        Some(Some(other)) => {
            Err(format!("option '--import': '{other}' is no format; there is stablehlo").into())
        }
    }
}

/// The form that `--emit` names.
fn form(args: &[Arg]) -> Result<Option<Form>, Problem> {
    if cli::last(args, "explain-kernels").is_some() {
        return Ok(Some(Form::Kernels));
    }
    let Some(Some(name)) = cli::last(args, "emit") else { return Ok(None) };
    let form = Form::named(name).ok_or_else(|| {
        format!("option '--emit': '{name}' is none of {}{}", FORMS.join(", "), did_you_mean(name, FORMS))
    })?;
    if cli::last(args, "split-input-file").is_some() {
        return Err("--emit takes one module: it does not go with --split-input-file".to_string().into());
    }
    if form.is_binary() && cli::last(args, "o").flatten().is_none() {
        return Err("--emit=obj writes no text: name a file with -o, or -o - for stdout".to_string().into());
    }
    Ok(Some(form))
}

/// When the IR is verified. Tests of passes run in builds with debug assertions: these look after each pass.
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

/// The number of inputs of an option that checks answers, if it is given.
fn inputs(args: &[Arg], name: &str) -> Result<Option<u64>, String> {
    match cli::last(args, name) {
        None => Ok(None),
        Some(None) => Ok(Some(INPUTS)),
        Some(Some(_)) => cli::number(args, name),
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
    // A way to print without saying when: after all.
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
