//! Extent symbols of a callee in its caller: bound by the call's operands and results, else renamed so that
//! they do not clash with the caller's symbols.

use super::refusal::InlineRefusal;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use tf_dialects::func::bound::bound_symbols;
use tf_dialects::func::declared_extents::extent_arguments;
use tf_dialects::tensor;
use tf_dialects::tensor::bounds::MAX_EXTENT;
use tf_ir::attr::{AttrData, Attribute};
use tf_ir::body::{Block, Body, Def, Op, Value};
use tf_ir::context::Context;
use tf_ir::extent::{Extent, Symbol};
use tf_ir::types::{Dim, Type, TypeData};
use tf_ir::walk::walk;

/// The map from a callee's types to the caller's at one call.
pub struct TypeMap {
    symbols: BTreeMap<Symbol, Extent>,
    types: FxHashMap<Type, Type>,
    /// Attributes that are lists of extents.
    terms: FxHashMap<Attribute, Attribute>,
}

impl TypeMap {
    /// The types of `callee`, whose entry block `entry` ends with `last`, at `call`.
    ///
    /// # Errors
    /// The reason why the call's types do not match.
    pub(super) fn new(
        caller: &Body,
        call: Op,
        callee: &Body,
        entry: Block,
        last: Op,
    ) -> Result<TypeMap, InlineRefusal> {
        let ctx = caller.ctx();
        let formals: Vec<Value> = callee.args(entry).chain(callee.operands(last)).collect();
        let actuals: Vec<Value> = caller.operands(call).chain(caller.results(call)).collect();
        let mut map =
            TypeMap { symbols: BTreeMap::new(), types: FxHashMap::default(), terms: FxHashMap::default() };
        for (actual, symbol) in actuals.iter().zip(extent_arguments(callee)) {
            let Some(symbol) = symbol else { continue };
            let extent = extent_of(caller, *actual).ok_or(InlineRefusal::UnknownExtent)?;
            map.symbols.insert(symbol, extent);
        }
        for (formal, actual) in formals.iter().zip(&actuals) {
            map.bind(ctx, callee.ty(*formal), caller.ty(*actual));
        }
        let used = types_of(callee);
        let terms = terms_of(callee);
        let mine: BTreeSet<Symbol> = used
            .iter()
            .flat_map(|ty| symbols_of(ctx, *ty))
            .chain(terms.iter().flat_map(|attr| attr_symbols(ctx, *attr)))
            .collect();
        map.rename_free(ctx, caller, mine)?;
        map.check_births(caller, callee)?;
        for attr in terms {
            let new = map.extents(ctx, attr).ok_or(InlineRefusal::LargeExtent)?;
            map.terms.insert(attr, new);
        }
        for ty in used {
            let new = map.substitute(ctx, ty).ok_or(InlineRefusal::LargeExtent)?;
            map.types.insert(ty, new);
        }
        let fits = |(f, a): (&Value, &Value)| map.apply(ctx, callee.ty(*f)) == caller.ty(*a);
        if !formals.iter().zip(&actuals).all(fits) {
            return Err(InlineRefusal::Types);
        }
        Ok(map)
    }

    /// The map that substitutes extents for symbols in a body; `None` if a term becomes too large.
    pub fn of_symbols(body: &Body, symbols: BTreeMap<Symbol, Extent>) -> Option<TypeMap> {
        let ctx = body.ctx();
        let mut map = TypeMap { symbols, types: FxHashMap::default(), terms: FxHashMap::default() };
        for attr in terms_of(body) {
            map.terms.insert(attr, map.extents(ctx, attr)?);
        }
        for ty in types_of(body) {
            map.types.insert(ty, map.substitute(ctx, ty)?);
        }
        Some(map)
    }

    /// Maps the types of all values of the body, and those in attributes.
    pub fn apply_everywhere(&self, body: &mut Body) {
        let ctx = body.ctx().clone();
        let root = body.root();
        let inner = tf_ir::walk::preorder(body).into_iter().filter(|op| *op != root);
        for op in std::iter::once(root).chain(inner) {
            let blocks: Vec<Block> = body.regions(op).flat_map(|r| body.blocks(r)).collect();
            let args = blocks.into_iter().flat_map(|block| body.args(block).collect::<Vec<_>>());
            let values: Vec<Value> = body.results(op).chain(args).collect();
            for value in values {
                let ty = self.apply(&ctx, body.ty(value));
                body.set_ty(value, ty);
            }
            self.attributes(body, op);
        }
    }

    /// Binds symbols that are a whole extent.
    fn bind(&mut self, ctx: &Context, formal: Type, actual: Type) {
        let (Some(formal), Some(actual)) = (ctx.dims(formal), ctx.dims(actual)) else { return };
        for (want, have) in formal.iter().zip(actual) {
            let Dim::Term(term) = want else { continue };
            let (Some(symbol), Some(extent)) = (term.as_symbol(), have.to_extent()) else { continue };
            self.symbols.entry(symbol.clone()).or_insert(extent);
        }
    }

    /// Renames symbols that the call does not bind, because the callee binds them: each becomes a new symbol
    /// of the caller.
    fn rename_free(
        &mut self,
        ctx: &Context,
        caller: &Body,
        mine: BTreeSet<Symbol>,
    ) -> Result<(), InlineRefusal> {
        let free: Vec<Symbol> = mine.into_iter().filter(|s| !self.symbols.contains_key(s)).collect();
        if free.is_empty() {
            return Ok(());
        }
        let mut taken: BTreeSet<Symbol> = types_of(caller)
            .iter()
            .flat_map(|ty| symbols_of(ctx, *ty))
            .chain(terms_of(caller).iter().flat_map(|attr| attr_symbols(ctx, *attr)))
            .chain(extent_arguments(caller).into_iter().flatten())
            .collect();
        for symbol in free {
            let text = symbol.to_string();
            let mut candidates = std::iter::once(text.clone()).chain((0..).map(|i| format!("{text}_{i}")));
            let fresh = candidates.find_map(|name| Symbol::new(&name).ok().filter(|s| !taken.contains(s)));
            let fresh = fresh.ok_or(InlineRefusal::NoName)?;
            taken.insert(fresh.clone());
            self.symbols.insert(symbol, Extent::from(fresh));
        }
        Ok(())
    }

    /// Checks that the symbols which the callee binds, the extents of the call's results, are new in the
    /// caller.
    fn check_births(&self, caller: &Body, callee: &Body) -> Result<(), InlineRefusal> {
        let bound_in_callee = bound_symbols(callee);
        if bound_in_callee.is_empty() {
            return Ok(());
        }
        let ctx = caller.ctx();
        let arguments = caller.entry_block().into_iter().flat_map(|entry| caller.args(entry));
        let mut known: BTreeSet<Symbol> = arguments.flat_map(|v| symbols_of(ctx, caller.ty(v))).collect();
        known.extend(extent_arguments(caller).into_iter().flatten());
        known.extend(bound_symbols(caller));
        for symbol in bound_in_callee {
            let here = self.symbols.get(&symbol).and_then(Extent::as_symbol);
            if !here.is_some_and(|symbol| known.insert(symbol.clone())) {
                return Err(InlineRefusal::KnownExtent);
            }
        }
        Ok(())
    }

    /// Substitutes the symbols in a list of extents.
    fn extents(&self, ctx: &Context, attr: Attribute) -> Option<Attribute> {
        let terms = ctx.attr_extents(attr)?;
        let new = terms.iter().map(|term| term.substitute(|s| self.symbols.get(s).cloned()).ok());
        Some(ctx.extents_attr(&new.collect::<Option<Vec<Extent>>>()?))
    }

    /// True if no type and no list of extents changes.
    pub(super) fn is_identity(&self) -> bool {
        self.types.iter().all(|(from, to)| from == to) && self.terms.iter().all(|(from, to)| from == to)
    }

    /// The type in the caller for a type of the callee.
    pub(super) fn apply(&self, ctx: &Context, ty: Type) -> Type {
        self.types.get(&ty).copied().or_else(|| self.substitute(ctx, ty)).unwrap_or(ty)
    }

    fn substitute(&self, ctx: &Context, ty: Type) -> Option<Type> {
        let mut data = ctx.type_data(ty).clone();
        let all =
            |types: &[Type]| types.iter().map(|t| self.substitute(ctx, *t)).collect::<Option<Box<[Type]>>>();
        match &mut data {
            TypeData::Tensor { dims, .. } | TypeData::MemRef { dims, .. } => {
                for dim in dims.iter_mut() {
                    let Dim::Term(term) = dim else { continue };
                    *dim = Dim::from_extent(term.substitute(|s| self.symbols.get(s).cloned()).ok()?);
                }
            }
            TypeData::Function { inputs, results } => (*inputs, *results) = (all(inputs)?, all(results)?),
            TypeData::Tuple(types) => *types = all(types)?,
            _ => return Some(ty),
        }
        Some(ctx.intern_type(data))
    }

    /// Maps the types in an op's attributes.
    pub(super) fn attributes(&self, body: &mut Body, op: Op) {
        let ctx = body.ctx().clone();
        for i in 0..body.info(op).attrs.len() {
            let Some(old) = body.slot(op, i) else { continue };
            let new = self.attribute(&ctx, old);
            if new != old {
                body.set_slot(op, i, Some(new));
            }
        }
        for (name, old) in body.discardable(op).collect::<Vec<_>>() {
            let new = self.attribute(&ctx, old);
            if new != old {
                body.set_attr(op, ctx.text(name), new);
            }
        }
    }

    fn attribute(&self, ctx: &Context, attr: Attribute) -> Attribute {
        match ctx.attr_data(attr) {
            AttrData::Type(ty) => ctx.type_attr(self.apply(ctx, *ty)),
            AttrData::Extents(_) => self.terms.get(&attr).copied().unwrap_or(attr),
            AttrData::Array(items) => {
                let items: Vec<Attribute> = items.iter().map(|a| self.attribute(ctx, *a)).collect();
                ctx.array_attr(&items)
            }
            AttrData::Dict(items) => {
                let items: Vec<_> = items.iter().map(|(n, a)| (*n, self.attribute(ctx, *a))).collect();
                ctx.dict_attr(&items)
            }
            _ => attr,
        }
    }
}

/// The extent that a value equals: a constant, a `tensor.extent`, or an argument that specifies one.
fn extent_of(caller: &Body, value: Value) -> Option<Extent> {
    let ctx = caller.ctx();
    match caller.def(value) {
        Def::Argument(block, i) if Some(block) == caller.entry_block() => {
            Some(Extent::from(extent_arguments(caller).into_iter().nth(i)??))
        }
        Def::Argument(..) => None,
        Def::Result(op, _) if caller.is(op, tensor::ExtentOf) => {
            ctx.attr_extents(caller.attr(op, "extent")?)?.first().cloned()
        }
        Def::Result(op, _) => {
            let number = i64::try_from(ctx.attr_int(caller.op(op).constant()?)?).ok()?;
            (0..=MAX_EXTENT).contains(&number).then(|| Extent::constant(number))
        }
    }
}

/// The set of types of all values of a body.
fn types_of(body: &Body) -> FxHashSet<Type> {
    let mut found = FxHashSet::default();
    walk(body, body.root(), &mut |body, op| {
        found.extend(body.results(op).map(|v| body.ty(v)));
        for block in body.regions(op).flat_map(|r| body.blocks(r)) {
            found.extend(body.args(block).map(|v| body.ty(v)));
        }
    });
    found
}

/// The set of attributes of a body's ops that are lists of extents.
fn terms_of(body: &Body) -> FxHashSet<Attribute> {
    let mut found = FxHashSet::default();
    walk(body, body.root(), &mut |body, op| {
        let slots = (0..body.info(op).attrs.len()).filter_map(|i| body.slot(op, i));
        let attrs = slots.chain(body.discardable(op).map(|(_, attr)| attr));
        found.extend(attrs.filter(|attr| body.ctx().attr_extents(*attr).is_some()));
    });
    found
}

fn attr_symbols(ctx: &Context, attr: Attribute) -> BTreeSet<Symbol> {
    ctx.attr_extents(attr).unwrap_or_default().iter().flat_map(Extent::symbols).collect()
}

fn term(dim: &Dim) -> Option<&Extent> {
    match dim {
        Dim::Term(term) => Some(term),
        _ => None,
    }
}

fn symbols_of(ctx: &Context, ty: Type) -> BTreeSet<Symbol> {
    let all = |types: &[Type]| types.iter().flat_map(|t| symbols_of(ctx, *t)).collect();
    match ctx.type_data(ty) {
        TypeData::Function { inputs, results } => {
            inputs.iter().chain(results).flat_map(|t| symbols_of(ctx, *t)).collect()
        }
        TypeData::Tuple(types) => all(types),
        _ => ctx.dims(ty).unwrap_or_default().iter().filter_map(term).flat_map(Extent::symbols).collect(),
    }
}
