//! The verifier: structure, SSA dominance, op descriptions, op hooks.

pub mod check;

use crate::body::{Block, Body, Op, Region, Value};
use crate::codes::{self, ErrorCode};
use crate::diag::Diagnostic;
use crate::dominance::Dominance;
use crate::interfaces::SymbolUser;
use crate::opref::OpRef;
use crate::registry::{Arity, OpInfo, Traits, ValueSpec, operand_sizes};
use crate::symbol::{SymbolTable, is_symbol_table};
use crate::walk::{MAX_NESTING, deepest, walk};
use rustc_hash::FxHashMap;

/// Limit on the number of errors collected per body.
const MAX_ERRORS: usize = 20;

/// Checks a body and the bodies inside it; returns all errors found, in program order. Uses of symbols are
/// checked only if everything else is valid, and nothing else is checked if regions nest too deep.
pub fn verify(body: &Body) -> Result<(), Vec<Diagnostic>> {
    verify_nesting(body).map_err(|error| vec![error])?;
    let mut errors = Vec::new();
    verify_tree(body, &mut errors);
    if errors.is_empty() {
        verify_symbols(body, &mut errors);
    }
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

/// Checks the nesting of regions and returns its depth.
///
/// # Errors
/// If they nest deeper than [`MAX_NESTING`], at the deepest op.
pub fn verify_nesting(body: &Body) -> Result<usize, Diagnostic> {
    match deepest(body) {
        (depth, Some((body, op))) if depth > MAX_NESTING => Err(body
            .op(op)
            .error(format_args!(
                "is nested in {} regions, but at most {MAX_NESTING} can be compiled: conditions and loops \
                 nest too deep; write them as a loop, or move some of them into functions",
                depth - 1
            ))
            .code(&codes::LIMIT)),
        (depth, _) => Ok(depth),
    }
}

/// Checks one body without the bodies inside it.
pub fn verify_body(body: &Body) -> Result<(), Vec<Diagnostic>> {
    let mut verifier = Verifier { body, dominance: Dominance::new(), errors: Vec::new() };
    verifier.op(body.root());
    if verifier.errors.is_empty() { Ok(()) } else { Err(verifier.errors) }
}

/// Checks one body without the bodies inside it, and its uses of the symbols around it: those of its table if
/// it is one.
pub fn verify_body_in(body: &Body, around: Option<&SymbolTable>) -> Result<(), Vec<Diagnostic>> {
    verify_body(body)?;
    let own;
    let symbols = match around {
        _ if is_symbol_table(body) => {
            own = SymbolTable::of(body);
            &own
        }
        Some(symbols) => symbols,
        None => return Ok(()),
    };
    let mut errors = Vec::new();
    verify_uses_in(body, symbols, &mut errors);
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

fn verify_tree(body: &Body, errors: &mut Vec<Diagnostic>) {
    if let Err(found) = verify_body(body) {
        errors.extend(found);
    }
    for op in body.child_ops() {
        if errors.len() >= MAX_ERRORS {
            return;
        }
        if let Some(child) = body.child(op) {
            verify_tree(child, errors);
        }
    }
}

/// Checks the uses of symbols of each symbol table in a tree of bodies.
fn verify_symbols(body: &Body, errors: &mut Vec<Diagnostic>) {
    if is_symbol_table(body) {
        verify_symbol_uses(body, &SymbolTable::of(body), errors);
    }
    for child in body.child_ops().into_iter().filter_map(|op| body.child(op)) {
        verify_symbols(child, errors);
    }
}

/// Checks the uses of a table's symbols, down to the next table.
fn verify_symbol_uses(body: &Body, symbols: &SymbolTable, errors: &mut Vec<Diagnostic>) {
    verify_uses_in(body, symbols, errors);
    for child in body.child_ops().into_iter().filter_map(|op| body.child(op)) {
        if !is_symbol_table(child) {
            verify_symbol_uses(child, symbols, errors);
        }
    }
}

/// As [`verify_symbol_uses`], for one body.
fn verify_uses_in(body: &Body, symbols: &SymbolTable, errors: &mut Vec<Diagnostic>) {
    walk(body, body.root(), &mut |body, op| {
        let info = body.info(op);
        if info.has(Traits::SYMBOL_USER)
            && errors.len() < MAX_ERRORS
            && let Some(user) = info.interface::<dyn SymbolUser>()
            && let Err(error) = user.verify_symbols(body.op(op), symbols)
        {
            errors.push(error.or_code(&codes::SYMBOL_USE));
        }
    });
}

struct Verifier<'a> {
    body: &'a Body,
    dominance: Dominance,
    errors: Vec<Diagnostic>,
}

impl Verifier<'_> {
    fn report(&mut self, error: Diagnostic) {
        if self.errors.len() < MAX_ERRORS {
            self.errors.push(error);
        }
    }

    fn op(&mut self, op: Op) {
        let view = self.body.op(op);
        let info = view.info();
        if info.has(Traits::SYMBOL) && op != self.body.root() {
            self.check_symbol_parent(view);
        }
        if self.body.child(op).is_some() {
            return;
        }
        let before = self.errors.len();
        if info.registered {
            self.shape(view, info);
        }
        self.operands(op);
        for region in self.body.regions(op) {
            self.region(op, info, region);
        }
        if info.has(Traits::SYMBOL_TABLE) {
            self.symbol_names(op);
        }
        // A hook may rely on the description and on sound regions.
        if self.errors.len() == before
            && let Some(hook) = &info.verify
            && let Err(error) = hook.verify(view)
        {
            self.report(error.or_code(&codes::OP_RULE));
        }
    }

    /// Checks counts and types of operands, results, regions, successors; attributes; trait rules.
    fn shape(&mut self, op: OpRef<'_>, info: &OpInfo) {
        let as_class =
            |code: &'static ErrorCode, result: Result<(), Diagnostic>| result.map_err(|e| e.or_code(code));
        let operands = check_values(op, "operand", info.operands.as_deref(), op.operands());
        let result = as_class(&codes::VALUES, operands)
            .and_then(|()| {
                let results = check_values(op, "result", info.results.as_deref(), op.results());
                as_class(&codes::VALUES, results)
            })
            .and_then(|()| as_class(&codes::REGIONS, check_counts(op, info)))
            .and_then(|()| as_class(&codes::ATTRIBUTE, check_attrs(op, info)))
            .and_then(|()| as_class(&codes::SAME_TYPES, check_traits(op, info)));
        if let Err(error) = result {
            self.report(error);
        }
    }

    fn check_symbol_parent(&mut self, op: OpRef<'_>) {
        if op.parent().is_some_and(|parent| parent.info().registered && !parent.has(Traits::SYMBOL_TABLE)) {
            let error = op.error("symbol's parent must have the SymbolTable trait");
            self.report(error.code(&codes::SYMBOL));
        }
    }

    fn operands(&mut self, op: Op) {
        for (i, value) in self.body.operands(op).enumerate() {
            if !self.dominance.value_reaches(self.body, value, op) {
                let error = self.body.op(op).error(format_args!("operand #{i} does not dominate this use"));
                let error = error.code(&codes::DOMINANCE);
                let error = match self.body.def(value) {
                    crate::body::Def::Result(def, _) => {
                        error.note(self.body.loc(def), "operand defined here")
                    }
                    crate::body::Def::Argument(..) => error,
                };
                self.report(error);
            }
        }
    }

    fn region(&mut self, op: Op, info: &OpInfo, region: Region) {
        let blocks: Vec<Block> = self.body.blocks(region).collect();
        if info.has(Traits::SINGLE_BLOCK) && blocks.len() > 1 {
            self.report(self.body.op(op).error("expects regions with one block").code(&codes::REGIONS));
        }
        for block in &blocks {
            self.block(op, info, *block, blocks.len());
        }
    }

    fn block(&mut self, owner: Op, info: &OpInfo, block: Block, block_count: usize) {
        let body = self.body;
        let last = body.last(block);
        let needs_terminator = info.registered && !info.has(Traits::NO_TERMINATOR) || block_count > 1;
        match last {
            None if needs_terminator => {
                let error = body.op(owner).error("has an empty block: a terminator is missing");
                self.report(error.code(&codes::TERMINATOR));
            }
            Some(last) if needs_terminator && body.terminator(block).is_none() => {
                let error = body.op(last).error("is the last op of its block, but not a terminator");
                self.report(error.code(&codes::TERMINATOR));
            }
            _ => {}
        }
        for op in body.ops(block) {
            if Some(op) != last && body.has(op, Traits::TERMINATOR) {
                let error = body.op(op).error("must be the last operation of its block");
                self.report(error.code(&codes::TERMINATOR));
            }
            self.successors(op);
            self.op(op);
        }
    }

    fn successors(&mut self, op: Op) {
        let body = self.body;
        let home = body.block_of(op).and_then(|b| body.region_of(b));
        for block in body.successors(op) {
            if !body.is_live_block(block) || body.region_of(block) != home {
                let error = body.op(op).error("branches to a block of another region");
                self.report(error.code(&codes::BRANCH));
            } else if home.and_then(|r| body.entry(r)) == Some(block) {
                let error = body.op(op).error("branches to the entry block of its region");
                self.report(error.code(&codes::BRANCH));
            }
        }
    }

    fn symbol_names(&mut self, op: Op) {
        let body = self.body;
        let mut seen: FxHashMap<&str, Op> = FxHashMap::default();
        for block in body.regions(op).flat_map(|r| body.blocks(r)) {
            for inner in body.ops(block) {
                let Some(name) = crate::builtin::symbol_name(body, inner) else { continue };
                match seen.get(name) {
                    Some(first) => {
                        let error = Diagnostic::error(
                            body.loc(inner),
                            format!("redefinition of symbol named '{name}'"),
                        )
                        .code(&codes::SYMBOL);
                        self.report(error.note(body.loc(*first), "see existing symbol definition here"));
                    }
                    None => drop(seen.insert(name, inner)),
                }
            }
        }
    }
}

fn check_counts(op: OpRef<'_>, info: &OpInfo) -> Result<(), Diagnostic> {
    let regions = op.body().regions(op.id()).len();
    if !info.regions.admits(regions) {
        return Err(
            op.error(format_args!("requires {} but has {regions}", count_words(info.regions, "region")))
        );
    }
    let successors = op.body().successors(op.id()).len();
    if !info.successors.admits(successors) {
        let want = count_words(info.successors, "successor");
        return Err(op.error(format_args!("requires {want} but has {successors}")));
    }
    Ok(())
}

fn count_words(count: crate::registry::Count, noun: &str) -> String {
    use crate::registry::Count::*;
    match count {
        Exactly(1) => format!("one {noun}"),
        Exactly(0) => format!("no {noun}s"),
        Exactly(n) => format!("{n} {noun}s"),
        AtLeast(n) => format!("at least {n} {noun}(s)"),
    }
}

fn check_attrs(op: OpRef<'_>, info: &OpInfo) -> Result<(), Diagnostic> {
    for (i, spec) in info.attrs.iter().enumerate() {
        match op.slot(i) {
            Some(value) if !(spec.constraint.check)(op.ctx(), value) => {
                let (name, want) = (spec.name, spec.constraint.summary);
                return Err(op.error(format_args!("attribute '{name}' failed to satisfy constraint: {want}")));
            }
            None if !spec.optional && spec.default.is_none() => {
                return Err(op.error(format_args!("requires attribute '{}'", spec.name)));
            }
            _ => {}
        }
    }
    Ok(())
}

fn check_traits(op: OpRef<'_>, info: &OpInfo) -> Result<(), Diagnostic> {
    let body = op.body();
    let mut types = op.operands().chain(op.results()).map(|v| body.ty(v));
    if info.has(Traits::SAME_TYPE) {
        let mut rest = types.clone();
        if rest.next().is_some_and(|first| rest.any(|ty| ty != first)) {
            return Err(op.error("requires the same type for all operands and results"));
        }
    }
    if info.has(Traits::SAME_ELEM_TYPE) {
        let ctx = op.ctx();
        let first = types.next().map(|ty| ctx.elem_type(ty));
        if types.any(|ty| Some(ctx.elem_type(ty)) != first) {
            return Err(op.error("requires the same element type for all operands and results"));
        }
    }
    Ok(())
}

/// Checks values against their positions. With one variadic or optional position its count follows; with
/// several, the segment attribute (`operandSegmentSizes`, `resultSegmentSizes`) has the counts.
fn check_values(
    op: OpRef<'_>,
    kind: &str,
    specs: Option<&[ValueSpec]>,
    values: impl ExactSizeIterator<Item = Value>,
) -> Result<(), Diagnostic> {
    let Some(specs) = specs else { return Ok(()) };
    let mut values = values.enumerate();
    // Most ops: one value for each position.
    if specs.len() == values.len() && specs.iter().all(|spec| spec.arity == Arity::One) {
        return specs
            .iter()
            .zip(values)
            .try_for_each(|(spec, (i, value))| check_type(op, kind, spec, i, value));
    }
    let sizes = segments(op, kind, specs, values.len())?;
    for (spec, size) in specs.iter().zip(sizes) {
        values.by_ref().take(size).try_for_each(|(i, value)| check_type(op, kind, spec, i, value))?;
    }
    Ok(())
}

#[inline]
fn check_type(op: OpRef<'_>, kind: &str, spec: &ValueSpec, i: usize, value: Value) -> Result<(), Diagnostic> {
    let (ctx, ty) = (op.ctx(), op.body().ty(value));
    if (spec.constraint.check)(ctx, ty) {
        return Ok(());
    }
    let (found, want) = (crate::text::type_to_string(ctx, ty), spec.constraint.summary);
    Err(op.error(format_args!("{kind} #{i} must be {want}, but got '{found}'")))
}

/// Distributes `count` values over the positions.
pub fn segments(
    op: OpRef<'_>,
    kind: &str,
    specs: &[ValueSpec],
    count: usize,
) -> Result<Vec<usize>, Diagnostic> {
    let flexible = specs.iter().filter(|s| s.arity != Arity::One).count();
    let fixed = specs.len() - flexible;
    match operand_sizes(op, kind) {
        Some(sizes) if !sizes.is_empty() => return Ok(sizes.into_vec()),
        None if flexible > 1 => return explicit_segments(op, kind, specs, count),
        _ => {}
    }
    let rest = count.checked_sub(fixed).filter(|rest| flexible == 1 || *rest == 0);
    let optional = specs.iter().any(|s| s.arity == Arity::Optional);
    match rest {
        Some(rest) if !(optional && rest > 1) => {
            Ok(specs.iter().map(|s| if s.arity == Arity::One { 1 } else { rest }).collect())
        }
        _ => {
            let more = if flexible == 0 { "" } else { " or more" };
            let plural = if fixed == 1 && flexible == 0 { "" } else { "s" };
            Err(op.error(format_args!("expected {fixed}{more} {kind}{plural}, but found {count}")))
        }
    }
}

fn explicit_segments(
    op: OpRef<'_>,
    kind: &str,
    specs: &[ValueSpec],
    count: usize,
) -> Result<Vec<usize>, Diagnostic> {
    let name = format!("{kind}SegmentSizes");
    let sizes = op.attr(&name).and_then(|a| op.ctx().attr_i32s(a));
    let Some(sizes) = sizes else {
        return Err(op.error(format_args!("requires attribute '{name}' (array<i32: …>)")));
    };
    let total: i64 = sizes.iter().map(|s| *s as i64).sum();
    let fits = |spec: &ValueSpec, n: i32| match spec.arity {
        Arity::One => n == 1,
        Arity::Optional => (0..=1).contains(&n),
        Arity::Variadic => n >= 0,
    };
    let sound = sizes.len() == specs.len() && total == count as i64;
    if !sound || specs.iter().zip(&sizes).any(|(spec, n)| !fits(spec, *n)) {
        return Err(op.error(format_args!("attribute '{name}' does not fit its {count} {kind}s")));
    }
    Ok(sizes.iter().map(|n| *n as usize).collect())
}

/// Start and length of position `index` of a verified op with several variadic positions; (0, 0) if the
/// segments are inconsistent.
pub fn segment_range(op: OpRef<'_>, kind: &str, index: usize) -> (usize, usize) {
    let sizes = operand_sizes(op, kind).unwrap_or_else(|| {
        let sizes = op.attr(&format!("{kind}SegmentSizes")).and_then(|a| op.ctx().attr_i32s(a));
        sizes.unwrap_or_default().iter().map(|n| *n as usize).collect()
    });
    (sizes.iter().take(index).sum(), sizes.get(index).copied().unwrap_or(0))
}
