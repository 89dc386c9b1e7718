//! Verifies that every extent symbol in a function's body is bound: by an argument, or by the results of an
//! op.

use super::declared_extents::extent_arguments;
use crate::shared::interfaces::BindsExtent;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use tf_ir::attr::{AttrData, Attribute};
use tf_ir::body::{Body, Op};
use tf_ir::builtin::UnrealizedCast;
use tf_ir::context::Context;
use tf_ir::diag::Diagnostic;
use tf_ir::extent::{Extent, Symbol};
use tf_ir::interfaces::CallLike;
use tf_ir::registry::OpInfo;
use tf_ir::types::{Dim, Type};
use tf_ir::walk::preorder;

/// The known symbols of a function.
struct Bound<'a> {
    ctx: &'a Context,
    symbols: BTreeSet<Symbol>,
    /// Types with bound symbols only.
    sound: FxHashSet<Type>,
    /// Lists of extents with bound symbols only.
    sound_lists: FxHashSet<Attribute>,
}

impl Bound<'_> {
    fn add(&mut self, ty: Type) {
        let dims = self.ctx.dims(ty).unwrap_or_default();
        let terms = dims.iter().filter_map(Dim::to_extent);
        self.symbols.extend(terms.flat_map(|term| term.symbols()));
        self.sound.insert(ty);
    }

    fn missing<'t>(&self, terms: impl IntoIterator<Item = &'t Extent>) -> Option<Symbol> {
        let mut missing: Option<&Symbol> = None;
        for term in terms {
            term.visit_symbols(&mut |symbol| {
                if missing.is_none_or(|first| symbol < first) && !self.symbols.contains(symbol) {
                    missing = Some(symbol);
                }
            });
            if missing.is_some() {
                break;
            }
        }
        missing.cloned()
    }

    fn missing_in(&mut self, ty: Type) -> Option<Symbol> {
        if self.sound.contains(&ty) {
            return None;
        }
        let terms: Vec<Extent> = self.ctx.dims(ty)?.iter().filter_map(Dim::to_extent).collect();
        let missing = self.missing(&terms);
        if missing.is_none() {
            self.sound.insert(ty);
        }
        missing
    }

    fn missing_in_list(&mut self, attr: Attribute) -> Option<Symbol> {
        let AttrData::Extents(terms) = self.ctx.attr_data(attr) else { return None };
        if self.sound_lists.contains(&attr) {
            return None;
        }
        let missing = self.missing(terms.iter());
        if missing.is_none() {
            self.sound_lists.insert(attr);
        }
        missing
    }
}

/// Finds ops that have extents; the many scalar ops need no further check.
struct Carriers<'a> {
    ctx: &'a Context,
    types: FxHashMap<Type, bool>,
}

impl Carriers<'_> {
    /// True if a type or a list of extents of the op, or of an argument of its regions, has an extent.
    fn has(&mut self, body: &Body, op: Op) -> bool {
        let mut arguments =
            body.regions(op).flat_map(|region| body.blocks(region)).flat_map(|block| body.args(block));
        body.results(op).any(|result| self.is_shaped(body.ty(result)))
            || arguments.any(|argument| self.is_shaped(body.ty(argument)))
            || body.inherent(op).any(|(_, attr)| matches!(self.ctx.attr_data(attr), AttrData::Extents(_)))
    }

    fn is_shaped(&mut self, ty: Type) -> bool {
        let ctx = self.ctx;
        *self.types.entry(ty).or_insert_with(|| ctx.dims(ty).is_some_and(|dims| !dims.is_empty()))
    }
}

/// True for ops whose results may have extents that are not determined before: calls, and unknown ops.
fn binds(info: &OpInfo) -> bool {
    !info.registered || info.interface::<dyn CallLike>().is_some() || info.kind == UnrealizedCast::KIND
}

/// Checks the types and extent lists in the body of a function, whose argument types are given.
///
/// # Errors
/// The first op that uses a symbol which neither an argument nor an op binds.
pub(crate) fn verify_bound(body: &Body, inputs: &[Type]) -> Result<(), Diagnostic> {
    let ctx = body.ctx();
    let mut bound = Bound {
        ctx,
        symbols: BTreeSet::new(),
        sound: FxHashSet::default(),
        sound_lists: FxHashSet::default(),
    };
    inputs.iter().for_each(|ty| bound.add(*ty));
    bound.symbols.extend(extent_arguments(body).into_iter().flatten());
    let mut ops = preorder(body);
    let mut carriers = Carriers { ctx, types: FxHashMap::default() };
    ops.retain(|op| carriers.has(body, *op));
    let born = verify_births(body, &ops, &bound.symbols)?;
    bound.symbols.extend(born);
    for op in ops.iter().filter(|op| binds(body.info(**op))) {
        body.results(*op).for_each(|result| bound.add(body.ty(result)));
    }
    let missing = ops.into_iter().find_map(|op| Some((op, unbound(body, op, &mut bound)?)));
    let Some((op, symbol)) = missing else { return Ok(()) };
    Err(body.op(op).error(format_args!(
        "uses the unbound extent '{symbol}': give an argument of the function the extent {symbol} or the \
         attribute tf.extent, or bind the extent to a value with tensor.bind"
    )))
}

/// The symbols that `tensor.bind`s bind; `known` are those of the arguments.
///
/// # Errors
/// A symbol that is bound twice, and an op that uses one before it is bound.
fn verify_births(body: &Body, ops: &[Op], known: &BTreeSet<Symbol>) -> Result<BTreeSet<Symbol>, Diagnostic> {
    let mut born = BTreeSet::new();
    for op in ops {
        let Some(symbol) = bound_symbol(body, *op) else { continue };
        if known.contains(&symbol) || !born.insert(symbol.clone()) {
            let by = if known.contains(&symbol) { "an argument" } else { "another op" };
            return Err(body
                .op(*op)
                .error(format_args!("binds the extent '{symbol}' again: {by} already binds it")));
        }
    }
    let mut pending = born.clone();
    for op in ops {
        if pending.is_empty() {
            break;
        }
        if let Some(symbol) = bound_symbol(body, *op) {
            pending.remove(&symbol);
        } else if let Some(symbol) = extent_symbols(body, *op).into_iter().find(|s| pending.contains(s)) {
            return Err(body
                .op(*op)
                .error(format_args!("uses the extent '{symbol}' before the op that binds it")));
        }
    }
    Ok(born)
}

/// The symbol that an op binds to a scalar.
fn bound_symbol(body: &Body, op: Op) -> Option<Symbol> {
    body.info(op).interface::<dyn BindsExtent>()?.symbol(body.op(op))
}

/// The symbols that the `tensor.bind`s of a function bind, in order.
pub fn bound_symbols(body: &Body) -> Vec<Symbol> {
    let entry = body.entry_block();
    let ops = entry.into_iter().flat_map(|block| body.ops(block));
    ops.filter_map(|op| bound_symbol(body, op)).collect()
}

/// The symbols in the types and extent lists of an op, including its regions' arguments but not their
/// contents.
pub fn extent_symbols(body: &Body, op: Op) -> BTreeSet<Symbol> {
    let ctx = body.ctx();
    let arguments =
        body.regions(op).flat_map(|region| body.blocks(region)).flat_map(|block| body.args(block));
    let types = body.results(op).chain(arguments).map(|value| body.ty(value));
    let dims = types.flat_map(|ty| ctx.dims(ty).unwrap_or_default()).filter_map(Dim::to_extent);
    let lists = body.inherent(op).filter_map(|(_, attr)| ctx.attr_extents(attr));
    dims.chain(lists.flatten().cloned()).flat_map(|term| term.symbols()).collect()
}

/// An unbound symbol that the op uses.
fn unbound(body: &Body, op: Op, bound: &mut Bound<'_>) -> Option<Symbol> {
    let results = body.results(op).map(|result| body.ty(result));
    let arguments =
        body.regions(op).flat_map(|region| body.blocks(region)).flat_map(|block| body.args(block));
    let mut types = results.chain(arguments.map(|arg| body.ty(arg)));
    if let Some(symbol) = types.find_map(|ty| bound.missing_in(ty)) {
        return Some(symbol);
    }
    body.inherent(op).find_map(|(_, attr)| bound.missing_in_list(attr))
}
