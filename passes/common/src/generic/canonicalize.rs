//! `canonicalize`: applies folds and the canonicalization patterns of all dialects to a fixpoint.

use tf_ir::body::Body;
use tf_ir::context::Context;
use tf_ir::pass::{
    Anchor, Growth, OptionKind, OptionSpec, Options, Pass, PassContext, PassInfo, PassResult, RuleSpec,
    Scope, StatSpec,
};
use tf_ir::rewrite::{
    GreedyConfig, PatternSet, Patterns, RegionSimplify, RuleTrace, apply_greedily, canonicalization_patterns,
};
use tf_ir::text::did_you_mean;

/// Description of the pass.
pub static INFO: PassInfo = PassInfo {
    name: "canonicalize",
    title: "Canonicalizer",
    summary: "Bring ops to their canonical form",
    docs: "Folds ops with constant operands and ops that equal another value, applies the canonicalization \
        patterns of every registered op and dialect, shares equal constants at the top of their region, \
        and erases dead ops and unreachable blocks, until nothing applies. Floating-point code keeps its \
        meaning for NaN, infinities and -0 unless fast-math flags say otherwise.",
    anchor: Anchor::Any,
    scope: Scope::Body,
    options: &[
        OptionSpec {
            name: "top-down",
            kind: OptionKind::Bool,
            default: "true",
            help: "Visit ops in program order at first; else from the last to the first",
        },
        OptionSpec {
            name: "region-simplify",
            kind: OptionKind::Choice(&["disabled", "normal"]),
            default: "normal",
            help: "Whether unreachable blocks are erased",
        },
        OptionSpec {
            name: "max-iterations",
            kind: OptionKind::Int,
            default: "10",
            help: "Fail after this many rewrites per op (and 1000 more)",
        },
        OptionSpec {
            name: "max-num-rewrites",
            kind: OptionKind::Int,
            default: "-1",
            help: "Stop quietly after this many rewrites in a body; -1: never",
        },
        OptionSpec {
            name: "test-convergence",
            kind: OptionKind::Bool,
            default: "false",
            help: "Fail if stopped by max-num-rewrites",
        },
        OptionSpec {
            name: "disable-patterns",
            kind: OptionKind::TextList,
            default: "",
            help: "Names of patterns to leave out",
        },
        OptionSpec {
            name: "enable-patterns",
            kind: OptionKind::TextList,
            default: "",
            help: "Names of the only patterns to use",
        },
    ],
    statistics: &[
        StatSpec { name: "num-rewritten", help: "Number of patterns applied" },
        StatSpec { name: "num-folded", help: "Number of operations folded" },
        StatSpec { name: "num-dead", help: "Number of dead operations erased" },
        StatSpec { name: "num-constants", help: "Number of constants found equal to another one" },
        StatSpec { name: "num-blocks", help: "Number of unreachable blocks erased" },
    ],
    rules: &[
        RuleSpec { name: "blocks", help: "erases unreachable blocks" },
        RuleSpec { name: "constants", help: "shares equal constants at the top of their region" },
        RuleSpec {
            name: "constants-last",
            help: "moves constant operands of commutative ops after the others",
        },
        RuleSpec { name: "dead", help: "shares equal constants at the top of their region" },
    ],
    growth: Growth::exchanging(
        "a power becomes products, a quotient a product; of equal results, one is copied",
    )
    .and_copies(),
    make: |options| Ok(Box::new(Canonicalize::new(options)?)),
};

struct Canonicalize {
    top_down: bool,
    regions: RegionSimplify,
    max_iterations: u32,
    max_rewrites: Option<u64>,
    test_convergence: bool,
    disabled: Vec<String>,
    enabled: Vec<String>,
    patterns: Option<Patterns>,
}

impl Canonicalize {
    fn new(options: &Options) -> Result<Canonicalize, String> {
        let iterations = options.int("max-iterations");
        let max_iterations = u32::try_from(iterations)
            .ok()
            .filter(|n| *n > 0)
            .ok_or(format!("max-iterations must be between 1 and {}, not {iterations}", u32::MAX))?;
        let regions = match options.text("region-simplify").as_str() {
            "disabled" => RegionSimplify::Disabled,
            _ => RegionSimplify::Normal,
        };
        Ok(Canonicalize {
            top_down: options.bool("top-down"),
            regions,
            max_iterations,
            max_rewrites: u64::try_from(options.int("max-num-rewrites")).ok(),
            test_convergence: options.bool("test-convergence"),
            disabled: options.texts("disable-patterns"),
            enabled: options.texts("enable-patterns"),
            patterns: None,
        })
    }

    /// The patterns that the options enable.
    fn chosen(&self, ctx: &Context) -> Result<PatternSet, String> {
        let all = canonicalization_patterns(ctx);
        let unknown =
            self.disabled.iter().chain(&self.enabled).find(|name| !all.names().any(|n| n == **name));
        if let Some(name) = unknown {
            let hint = did_you_mean(name, all.names());
            return Err(format!("there is no canonicalization pattern '{name}'{hint}"));
        }
        let enabled = |name: &str| self.enabled.is_empty() || self.enabled.iter().any(|n| n == name);
        Ok(all.filter(|name| enabled(name) && !self.disabled.iter().any(|n| n == name)))
    }
}

impl Pass for Canonicalize {
    fn prepare(&mut self, ctx: &Context) -> Result<(), String> {
        self.patterns = Some(self.chosen(ctx)?.freeze(ctx));
        Ok(())
    }

    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> PassResult {
        let patterns = self.patterns.as_ref().expect("the pipeline prepared the pass");
        let config = GreedyConfig {
            max_iterations: self.max_iterations,
            max_rewrites: self.max_rewrites,
            top_down: self.top_down,
            regions: self.regions,
            ..cx.greedy()
        };
        let mut trace = cx.rule_trace();
        let trace = trace.as_mut().map(|t| t as &mut dyn RuleTrace);
        let done = apply_greedily(body, patterns, &config, trace).map_err(|error| cx.error(error))?;
        cx.count("num-rewritten", done.rewritten());
        cx.count("num-folded", done.folded);
        cx.count("num-dead", done.dead);
        cx.count("num-constants", done.constants);
        cx.count("num-blocks", done.blocks);
        if self.test_convergence && done.stopped {
            let root = body.op(body.root());
            return Err(
                cx.error(root.error("canonicalization did not converge: max-num-rewrites was reached"))
            );
        }
        Ok(done.changed.into())
    }
}
