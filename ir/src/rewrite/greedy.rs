//! The greedy rewrite driver: applies folds, patterns and dead code elimination over a worklist to a
//! fixpoint.

use super::allowed::Allowed;
use super::constants::Constants;
use super::fold::fold_with;
use super::pattern::Patterns;
use super::refusal::Refusal;
use super::region::{erase_unreachable_blocks, multiple_blocks};
use super::rewriter::Rewriter;
use super::worklist::Worklist;
use crate::body::{Body, Op, Value};
use crate::builder::Listener;
use crate::codes;
use crate::context::Context;
use crate::diag::Diagnostic;
use crate::effects;
use crate::interfaces::Folded;
use crate::registry::{OpInfo, Traits};
use smallvec::SmallVec;
use std::sync::atomic::{AtomicU64, Ordering};

/// The treatment of blocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum RegionSimplify {
    /// Leave them unchanged.
    Disabled,
    /// Erase unreachable blocks.
    #[default]
    Normal,
}

/// The remaining budget of rewrites, shared by the passes of a run: `--rewrite-fuel`. Without other threads,
/// the first N rewrites are the same in every run, so a wrong one is found by bisection.
#[derive(Debug)]
pub struct Fuel(AtomicU64);

impl Fuel {
    /// A budget of `rewrites`.
    pub fn new(rewrites: u64) -> Fuel {
        Fuel(AtomicU64::new(rewrites))
    }

    /// Uses one rewrite; false if none is left.
    pub fn take(&self) -> bool {
        self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)).is_ok()
    }

    /// Number of rewrites left.
    pub fn left(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// Notified of every pattern tried: its name, the op, and the reason if it refused. If the pattern applied,
/// the op is erased already; `loc` is its location.
pub trait RuleTrace {
    /// One attempt.
    fn tried(
        &mut self,
        pattern: &str,
        op: &str,
        loc: crate::location::Location,
        outcome: Result<(), &Refusal>,
    );
}

/// Settings of the greedy driver.
pub struct GreedyConfig<'a> {
    /// Rewrites allowed before the driver gives up with an error: this many for each op of the body, plus
    /// 1,000.
    pub max_iterations: u32,
    /// Stop quietly after this many rewrites.
    pub max_rewrites: Option<u64>,
    /// Visit ops in program order at first; else from the last to the first.
    pub top_down: bool,
    /// Fold ops and share constants.
    pub fold: bool,
    /// The treatment of blocks.
    pub regions: RegionSimplify,
    /// Stop quietly when the fuel is used up.
    pub fuel: Option<&'a Fuel>,
    /// The rules that may apply: patterns by their names, folds as `fold.OP`, and `constants`,
    /// `constants-last`, `dead` and `blocks`.
    pub allowed: Allowed<'a>,
}

impl Default for GreedyConfig<'_> {
    fn default() -> Self {
        GreedyConfig {
            max_iterations: 10,
            max_rewrites: None,
            top_down: true,
            fold: true,
            regions: RegionSimplify::Normal,
            fuel: None,
            allowed: Allowed::default(),
        }
    }
}

/// The outcome of the driver.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Applied {
    /// How often each pattern applied, by its index in [`Patterns`].
    pub rules: Vec<u64>,
    /// Ops folded.
    pub folded: u64,
    /// Dead ops erased.
    pub dead: u64,
    /// Constants merged with an equal one.
    pub constants: u64,
    /// Unreachable blocks erased.
    pub blocks: u64,
    /// True if anything changed, including constants that only moved.
    pub changed: bool,
    /// True if the driver stopped before the fixpoint: at `max_rewrites`, or without fuel.
    pub stopped: bool,
}

impl Applied {
    /// Patterns applied.
    pub fn rewritten(&self) -> u64 {
        self.rules.iter().sum()
    }
}

/// Applies patterns, folds and dead-code removal to a whole body (without its children) up to the fixpoint.
///
/// # Errors
/// If it does not terminate; the error names the pattern that applied most.
pub fn apply_greedily(
    body: &mut Body,
    patterns: &Patterns,
    config: &GreedyConfig<'_>,
    trace: Option<&mut dyn RuleTrace>,
) -> Result<Applied, Diagnostic> {
    let root = body.root();
    apply_greedily_to(body, root, patterns, config, trace)
}

/// As [`apply_greedily`], for the ops inside `within` only.
pub fn apply_greedily_to(
    body: &mut Body,
    within: Op,
    patterns: &Patterns,
    config: &GreedyConfig<'_>,
    trace: Option<&mut dyn RuleTrace>,
) -> Result<Applied, Diagnostic> {
    let ctx = body.ctx().clone();
    let mut driver = Driver {
        ctx: &ctx,
        patterns,
        config,
        trace,
        worklist: Worklist::default(),
        constants: Constants::default(),
        done: Applied { rules: vec![0; patterns.len()], ..Applied::default() },
        count: 0,
        limit: 0,
        stop: false,
    };
    driver.run(body, within)?;
    Ok(driver.done)
}

struct Driver<'a, 'b> {
    ctx: &'a Context,
    patterns: &'a Patterns,
    config: &'a GreedyConfig<'a>,
    trace: Option<&'b mut dyn RuleTrace>,
    worklist: Worklist,
    constants: Constants,
    done: Applied,
    /// Rewrites so far.
    count: u64,
    /// Rewrites after which the driver gives up.
    limit: u64,
    stop: bool,
}

impl Driver<'_, '_> {
    fn run(&mut self, body: &mut Body, within: Op) -> Result<(), Diagnostic> {
        let mut ops = Vec::with_capacity(body.op_bound());
        loop {
            self.simplify_regions(body, within);
            ops.clear();
            let branching = collect(body, within, &mut ops);
            if !self.config.top_down {
                ops.reverse();
            }
            if self.limit == 0 {
                self.limit = self.config.max_iterations.max(1) as u64 * (ops.len() as u64 + 1000);
            }
            self.worklist.reset(body.op_bound());
            self.worklist.fill(&ops);
            self.drain(body, within)?;
            let again = branching && self.simplify_regions(body, within) && !self.stop;
            if !again {
                return Ok(());
            }
        }
    }

    /// True if blocks were erased.
    fn simplify_regions(&mut self, body: &mut Body, within: Op) -> bool {
        let off = self.config.regions == RegionSimplify::Disabled || self.config.allowed.leaves_out("blocks");
        if off || self.stop {
            return false;
        }
        let erased = erase_unreachable_blocks(body, within);
        if erased > 0 {
            self.config.allowed.applies("blocks");
        }
        self.done.blocks += erased as u64;
        self.done.changed |= erased > 0;
        erased > 0
    }

    fn drain(&mut self, body: &mut Body, within: Op) -> Result<(), Diagnostic> {
        while let Some(op) = self.worklist.pop() {
            if !body.is_live(op) || op == within || body.block_of(op).is_none() {
                continue;
            }
            self.visit(body, op);
            if self.stop {
                return Ok(());
            }
            if self.count > self.limit {
                return Err(self.endless(body, within));
            }
        }
        Ok(())
    }

    /// Counts one rewrite before it happens; false if it must not.
    fn may_rewrite(&mut self) -> bool {
        let within_cap = self.config.max_rewrites.is_none_or(|max| self.count < max);
        if !within_cap || self.config.fuel.is_some_and(|fuel| fuel.left() == 0) {
            self.stop = true;
            self.done.stopped = true;
            return false;
        }
        true
    }

    fn count_rewrite(&mut self) {
        self.count += 1;
        self.done.changed = true;
        if let Some(fuel) = self.config.fuel {
            fuel.take();
        }
    }

    fn visit(&mut self, body: &mut Body, op: Op) {
        let info = self.ctx.op_info(body.name(op));
        let allowed = self.config.allowed;
        if body.results_unused(op) && effects::removable(body, op, info) && allowed.allows("dead") {
            return self.erase_dead(body, op);
        }
        if self.config.fold {
            if info.has(Traits::CONSTANT) {
                if !allowed.leaves_out("constants") {
                    self.constant(body, op, info);
                }
                return;
            }
            if info.has(Traits::COMMUTATIVE) {
                self.constants_last(body, op);
            }
            if self.fold(body, op, info) {
                return;
            }
        }
        self.apply(body, op, info);
    }

    fn erase_dead(&mut self, body: &mut Body, op: Op) {
        if !self.may_rewrite() {
            return;
        }
        self.worklist.erasing(body, op);
        body.erase(op);
        self.done.dead += 1;
        self.count_rewrite();
    }

    fn constant(&mut self, body: &mut Body, op: Op, info: &OpInfo) {
        let (before, block) = (body.prev(op), body.block_of(op));
        let Some(equal) = self.constants.meet(body, op, info) else {
            self.done.changed |= body.prev(op) != before || body.block_of(op) != block;
            return;
        };
        self.config.allowed.applies("constants");
        let value = body.result(equal, 0);
        for user in body.uses(body.result(op, 0)) {
            self.worklist.push(user.op);
        }
        body.replace(op, &[value]);
        self.done.constants += 1;
        self.done.changed = true;
    }

    /// Operands of commutative ops: moves constants last.
    fn constants_last(&mut self, body: &mut Body, op: Op) {
        let constant = |v: &Value| super::constants::constant_value(body, *v).is_some();
        let operands: SmallVec<[Value; 4]> = body.operands(op).collect();
        let flags: SmallVec<[bool; 4]> = operands.iter().map(constant).collect();
        if flags.windows(2).all(|pair| pair[0] <= pair[1]) || !self.config.allowed.allows("constants-last") {
            return;
        }
        let side =
            |want: bool| operands.iter().zip(&flags).filter(move |(_, f)| **f == want).map(|(v, _)| *v);
        let sorted: SmallVec<[Value; 4]> = side(false).chain(side(true)).collect();
        for (i, value) in sorted.iter().enumerate() {
            body.set_operand(op, i, *value);
        }
        self.done.changed = true;
    }

    fn fold(&mut self, body: &mut Body, op: Op, info: &OpInfo) -> bool {
        let Some(folded) = fold_with(body, op, info) else { return false };
        if !self.config.allowed.group("fold").allows(&info.name) {
            return false;
        }
        if !self.may_rewrite() {
            return true;
        }
        let mut values = SmallVec::<[Value; 2]>::new();
        for (i, to) in folded.iter().enumerate() {
            let value = match to {
                Folded::Value(value) => Some(*value),
                Folded::Constant(attr) => {
                    let ty = body.ty(body.result(op, i));
                    self.constants.get(body, op, *attr, ty)
                }
            };
            let Some(value) = value else {
                // No dialect has a constant for this result: constants created for the others may be unused.
                values.iter().filter_map(|v| body.def_op(*v)).for_each(|def| self.worklist.push(def));
                return false;
            };
            values.push(value);
        }
        Rewriter::before_op(body, op).with_listener(&mut self.worklist).replace(op, &values);
        self.done.folded += 1;
        self.count_rewrite();
        true
    }

    fn apply(&mut self, body: &mut Body, op: Op, info: &OpInfo) {
        let numbers = self.patterns.of(body.name(op), info);
        if numbers.is_empty() || !self.may_rewrite() {
            return;
        }
        let loc = body.loc(op);
        for number in numbers.iter() {
            let pattern = self.patterns.get(*number as usize);
            if self.config.allowed.leaves_out(pattern.name()) {
                continue;
            }
            let mut rewriter = Rewriter::before_op(body, op)
                .with_listener(&mut self.worklist)
                .with_constants(&mut self.constants)
                .explaining(self.trace.is_some());
            let outcome = pattern.rewrite(op, &mut rewriter);
            if let Some(trace) = &mut self.trace {
                trace.tried(pattern.name(), &info.name, loc, outcome.as_ref().copied());
            }
            if outcome.is_ok() {
                self.config.allowed.applies(pattern.name());
                self.done.rules[*number as usize] += 1;
                self.count_rewrite();
                self.worklist.push(op);
                return;
            }
        }
    }

    #[cold]
    fn endless(&self, body: &Body, within: Op) -> Diagnostic {
        let most = self.done.rules.iter().enumerate().max_by_key(|(i, n)| (**n, std::cmp::Reverse(*i)));
        let culprit = match most {
            Some((number, times)) if *times > 0 => {
                format!("; pattern '{}' applied {times} times", self.patterns.get(number).name())
            }
            _ => String::new(),
        };
        let message = format!(
            "rewriting does not terminate: stopped after {} rewrites (max-iterations={}){culprit}",
            self.count, self.config.max_iterations
        );
        Diagnostic::error(body.loc(within), message).code(&codes::ENDLESS)
    }
}

/// The ops inside `within`, parents before nested ops; true if some region has several blocks.
fn collect(body: &Body, within: Op, out: &mut Vec<Op>) -> bool {
    let mut branching = false;
    for region in body.regions(within) {
        branching |= multiple_blocks(body, region);
        for block in body.blocks(region) {
            for op in body.ops(block) {
                out.push(op);
                if body.regions(op).len() > 0 {
                    branching |= collect(body, op, out);
                }
            }
        }
    }
    branching
}
