//! Every extent symbol that a function's body uses is bound: by an argument, or by the results of an op.

use super::numbers::extent_arguments;
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;
use tf_ir::attr::AttrData;
use tf_ir::body::{Body, Op};
use tf_ir::builtin::CAST;
use tf_ir::context::Context;
use tf_ir::diag::Diagnostic;
use tf_ir::extent::{Extent, Symbol};
use tf_ir::interfaces::CallLike;
use tf_ir::registry::OpInfo;
use tf_ir::types::{Dim, Type};
use tf_ir::walk::preorder;

/// What is known about the symbols of a function.
struct Bound<'a> {
    ctx: &'a Context,
    symbols: BTreeSet<Symbol>,
    /// Types whose symbols are all bound.
    sound: FxHashSet<Type>,
}

impl Bound<'_> {
    fn add(&mut self, ty: Type) {
        let dims = self.ctx.dims(ty).unwrap_or_default();
        let terms = dims.iter().filter_map(Dim::to_extent);
        self.symbols.extend(terms.flat_map(|term| term.symbols()));
        self.sound.insert(ty);
    }

    fn missing(&self, terms: impl IntoIterator<Item = Extent>) -> Option<Symbol> {
        terms.into_iter().flat_map(|term| term.symbols()).find(|symbol| !self.symbols.contains(symbol))
    }

    fn missing_in(&mut self, ty: Type) -> Option<Symbol> {
        if self.sound.contains(&ty) {
            return None;
        }
        let missing = self.missing(self.ctx.dims(ty)?.iter().filter_map(Dim::to_extent));
        if missing.is_none() {
            self.sound.insert(ty);
        }
        missing
    }
}

/// True for ops whose results may have extents that nothing before them tells: calls, and ops of which nothing is
/// known.
fn binds(info: &OpInfo) -> bool {
    !info.registered || info.interface::<dyn CallLike>().is_some() || info.name == CAST
}

/// Checks the types and extent lists in the body of a function, whose argument types are given.
///
/// # Errors
/// The first op that uses a symbol which neither an argument nor an op binds.
pub(super) fn verify_bound(body: &Body, inputs: &[Type]) -> Result<(), Diagnostic> {
    let ctx = body.ctx();
    let mut bound = Bound { ctx, symbols: BTreeSet::new(), sound: FxHashSet::default() };
    inputs.iter().for_each(|ty| bound.add(*ty));
    bound.symbols.extend(extent_arguments(body).into_iter().flatten());
    let ops = preorder(body);
    for op in ops.iter().filter(|op| binds(body.info(**op))) {
        body.results(*op).for_each(|result| bound.add(body.ty(result)));
    }
    let missing = ops.into_iter().find_map(|op| Some((op, unbound(body, op, &mut bound)?)));
    let Some((op, symbol)) = missing else { return Ok(()) };
    Err(body.op(op).error(format_args!(
        "uses the extent '{symbol}', which nothing binds: an argument of the function must have the extent {symbol}, or give it by the attribute tf.extent"
    )))
}

/// A symbol that the op uses without anyone binding it.
fn unbound(body: &Body, op: Op, bound: &mut Bound<'_>) -> Option<Symbol> {
    let results = body.results(op).map(|result| body.ty(result));
    let arguments =
        body.regions(op).flat_map(|region| body.blocks(region)).flat_map(|block| body.args(block));
    let mut types = results.chain(arguments.map(|arg| body.ty(arg)));
    if let Some(symbol) = types.find_map(|ty| bound.missing_in(ty)) {
        return Some(symbol);
    }
    let lists = body.inherent(op).filter_map(|(_, attr)| match body.ctx().attr_data(attr) {
        AttrData::Extents(terms) => Some(terms),
        _ => None,
    });
    bound.missing(lists.flat_map(|terms| terms.iter().cloned()))
}
