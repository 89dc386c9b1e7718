//! The table of all options.

use crate::cli::{Opt, Takes};

use Takes::{Optional, Switch, Value};

const fn opt(group: &'static str, name: &'static str, takes: Takes, help: &'static str) -> Opt {
    Opt { name, takes, group, help }
}

const INPUT: &str = "Input";
const OUTPUT: &str = "Output";
const PIPELINE: &str = "Pipeline (also --PASS or --PASS='option=value …', in order)";
const CHECKS: &str = "Checks";
const WATCH: &str = "Inspection (on stderr)";
const FAILURES: &str = "Failures";
const LIMITS: &str = "Limits and threads";
const HELP: &str = "Help";

/// Every option that is implemented.
pub(crate) const OPTIONS: &[Opt] = &[
    opt(
        INPUT,
        "split-input-file",
        Optional("MARKER"),
        "Split the input at lines that contain MARKER (// -----), and process each part separately",
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
        "Import a StableHLO or CHLO program before the pipeline; without a name, only if the input is one",
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
        "Generate code after the passes (default: --cpu, or --gpu for ptx): upstream (upstream MLIR's \
         dialects), mlir (after its passes), llvm, asm, obj; ptx (the kernels, for GPUs)",
    ),
    opt(
        OUTPUT,
        "explain-kernels",
        Optional("PTXAS"),
        "Print the resources of each kernel (after --gpu): threads, shared memory, bytes; with NVIDIA's \
         assembler ('ptxas', or the given path) also registers and occupancy",
    ),
    opt(
        PIPELINE,
        "target",
        Value("NAME"),
        "The target processor of functions that do not specify one: host (this machine; the default), \
         x86-64, x86-64-v2, x86-64-v3, x86-64-v4 or aarch64",
    ),
    opt(
        PIPELINE,
        "calibration",
        Value("FILE"),
        "Read the costs of memory and synchronization on that processor from FILE, for functions that do not \
         specify them, to choose loops",
    ),
    opt(
        PIPELINE,
        "sanitize",
        Value("NAME"),
        "With --emit=llvm, asm or obj: code with an LLVM sanitizer; known is address",
    ),
    opt(
        PIPELINE,
        "arch",
        Value("NAME"),
        "The target GPU of --emit=ptx: sm_75, sm_80 (the default), sm_86, sm_89, sm_90, sm_90a, sm_100, sm_103, sm_120 or sm_121",
    ),
    opt(
        PIPELINE,
        "pass-pipeline",
        Value("TEXT"),
        "Run a pipeline: 'builtin.module(func.func(cse,canonicalize{max-iterations=3}),inline)'; anchors may \
         be omitted",
    ),
    opt(PIPELINE, "dump-pass-pipeline", Switch, "Print the pipeline with all anchors before it runs"),
    opt(
        PIPELINE,
        "rewrite-fuel",
        Value("N"),
        "Apply only the first N rewrites, counted over functions in module order",
    ),
    opt(
        PIPELINE,
        "disable-rule",
        Value("NAMES"),
        "Disable rules (tfopt rules lists them); names separated by commas, or the option repeated",
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
        "Verify the IR at the end of a sequence of passes, and after each pass if that fails (the default in \
         other builds)",
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
        "Check that the printed input parses to the same IR, in custom and generic form",
    ),
    opt(
        CHECKS,
        "check-semantics",
        Optional("N"),
        "Run each function on N seeded inputs (4) before and after each pass, and report the first \
         difference of results",
    ),
    opt(
        CHECKS,
        "bisect",
        Optional("N"),
        "Find the first pass, and its rewrite, that changes a result on N seeded inputs (4) or breaks the IR",
    ),
    opt(
        CHECKS,
        "check-work",
        Optional("N"),
        "Count operations, accesses and bytes before and after each pass, on seeded inputs whose named \
         extents are N (8) and 4N, and report passes that add more than they declare",
    ),
    opt(WATCH, "print-ir-before", Value("PASS"), "Print the IR before a pass; may be repeated"),
    opt(WATCH, "print-ir-before-all", Switch, "Print the IR before each pass"),
    opt(WATCH, "print-ir-after", Value("PASS"), "Print the IR after a pass; may be repeated"),
    opt(WATCH, "print-ir-after-all", Switch, "Print the IR after each pass"),
    opt(WATCH, "print-ir-after-change", Switch, "Print the IR after passes that changed it"),
    opt(WATCH, "print-ir-after-failure", Switch, "Print the IR after passes that failed"),
    opt(WATCH, "print-ir-module-scope", Switch, "Always print the whole module"),
    opt(WATCH, "print-ir-tree-dir", Value("DIR"), "Print into files below DIR"),
    opt(WATCH, "print-diff", Switch, "Print the changes of each pass as a unified diff"),
    opt(
        WATCH,
        "html",
        Value("FILE"),
        "Write a page with every stage side by side; a click shows where an op came from",
    ),
    opt(WATCH, "pass-table", Switch, "Print a table of the passes: changed?, time, ops before and after"),
    opt(
        WATCH,
        "trace-rules",
        Switch,
        "Print the rewrite patterns that were tried, and why they did not apply",
    ),
    opt(
        WATCH,
        "explain-fusion",
        Switch,
        "Report for each compute that could be fused into another whether it is, and the cost",
    ),
    opt(WATCH, "record-rules", Value("FILE"), "Append the names of the rules that applied to FILE"),
    opt(WATCH, "pass-statistics", Switch, "Print the statistics of the passes"),
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
        "Limit the reproducer to the IR directly before the failed pass, and to that pass",
    ),
    opt(FAILURES, "generate-reproducer", Value("FILE"), "Write the reproducer before the pipeline runs"),
    opt(FAILURES, "run-reproducer", Switch, "Run the pipeline in the input, which is a reproducer"),
    opt(
        FAILURES,
        "reduce",
        Value("CMD"),
        "Shrink the input while the shell command CMD, given a file ({} or at its end), has the same exit \
         status as on the input",
    ),
    opt(FAILURES, "reduce-runs", Value("N"), "Limit --reduce to N runs of the command (2000)"),
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

/// Planned options with their purpose: a specific error is better than "unknown option".
pub(crate) const PLANNED: &[(&str, &str)] =
    &[("device", "choosing a device"), ("profile", "measuring compiled programs")];
