//! Affine expressions over SSA values and extents, and copying region code with its indices replaced by them.
//!
//! `tensor.at` and `tensor.fold` carry a map whose dimensions are `index` operands and whose symbols are extents.
//! Inlining one region into another replaces some index values by expressions: [`Copier`] rewrites the maps, and
//! makes arithmetic where an index is used as a number.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use tf_dialects::arith;
use tf_dialects::tensor::{self, At, ExtentOf, Policy, Put, Subscripts};
use tf_ir::affine::{AffineExpr, AffineExprKind, AffineMap, AffineOp};
use tf_ir::attr::AttrData;
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::extent::Extent;

/// An affine expression with the values of its dimensions and the extents of its symbols.
#[derive(Clone, Debug)]
pub struct Subscript {
    /// Over `dims` and `symbols`.
    pub expr: AffineExpr,
    /// `index` values.
    pub dims: SmallVec<[Value; 4]>,
    /// Extents.
    pub symbols: Vec<Extent>,
}

impl Subscript {
    /// A constant.
    pub fn constant(value: i64) -> Subscript {
        Subscript { expr: AffineExpr::constant(value), dims: SmallVec::new(), symbols: Vec::new() }
    }

    /// The value of an `index`.
    pub fn value(value: Value) -> Subscript {
        Subscript { expr: AffineExpr::dim(0), dims: SmallVec::from_slice(&[value]), symbols: Vec::new() }
    }

    /// The results of a map as subscripts.
    pub fn of_map(map: &AffineMap, dims: &[Value], symbols: &[Extent]) -> Vec<Subscript> {
        let one = |expr: &AffineExpr| Subscript {
            expr: expr.clone(),
            dims: SmallVec::from_slice(dims),
            symbols: symbols.to_vec(),
        };
        map.results().iter().map(one).collect()
    }

    /// True if the value of dimension `value` matters.
    pub fn uses(&self, value: Value) -> bool {
        self.dims.iter().enumerate().any(|(d, v)| *v == value && self.expr.uses_dim(d as u32))
    }
}

/// Collects the dimensions and symbols of a map under construction; equal ones are shared.
#[derive(Default)]
pub struct MapBuilder {
    dims: Vec<Value>,
    symbols: Vec<Extent>,
    results: Vec<AffineExpr>,
}

impl MapBuilder {
    /// The expression of an `index` value.
    pub fn dim(&mut self, value: Value) -> AffineExpr {
        let at = self.dims.iter().position(|v| *v == value).unwrap_or_else(|| {
            self.dims.push(value);
            self.dims.len() - 1
        });
        AffineExpr::dim(at as u32)
    }

    /// The expression of an extent.
    pub fn symbol(&mut self, extent: &Extent) -> AffineExpr {
        if let Some(n) = extent.as_const() {
            return AffineExpr::constant(n);
        }
        let at = self.symbols.iter().position(|e| e == extent).unwrap_or_else(|| {
            self.symbols.push(extent.clone());
            self.symbols.len() - 1
        });
        AffineExpr::symbol(at as u32)
    }

    /// Adds a result, replacing its dimensions by what `replace` gives. `None` if the result is not affine or too
    /// large.
    pub fn result(&mut self, from: &Subscript, replace: &dyn Fn(Value) -> Replacement) -> Option<()> {
        let expr = self.import(from, replace)?;
        self.results.push(expr);
        Some(())
    }

    fn import(&mut self, from: &Subscript, replace: &dyn Fn(Value) -> Replacement) -> Option<AffineExpr> {
        let mut dims = Vec::with_capacity(from.dims.len());
        for (d, value) in from.dims.iter().enumerate() {
            if !from.expr.uses_dim(d as u32) {
                dims.push(AffineExpr::constant(0));
                continue;
            }
            dims.push(match replace(*value) {
                Replacement::Value(value) => self.dim(value),
                Replacement::Subscript(inner) => self.import(&inner, &|v| Replacement::Value(v))?,
            });
        }
        let symbols: Vec<AffineExpr> = from.symbols.iter().map(|e| self.symbol(e)).collect();
        from.expr.replace(&dims, &symbols).ok()
    }

    /// The map in normal form, with the values of its dimensions and the extents of its symbols.
    pub fn finish(self) -> Option<Subscripts> {
        Subscripts::new(&self.results, &self.dims, &self.symbols).ok()
    }
}

/// What an index value is replaced by.
pub enum Replacement {
    /// Another value.
    Value(Value),
    /// An expression.
    Subscript(Subscript),
}

/// Arithmetic on `index` values for a subscript, at the builder's cursor.
pub fn materialize(b: &mut Builder<'_>, subscript: &Subscript) -> Value {
    node(b, subscript, &subscript.expr)
}

fn node(b: &mut Builder<'_>, subscript: &Subscript, expr: &AffineExpr) -> Value {
    match expr.kind() {
        AffineExprKind::Constant(c) => arith::const_index(b, *c),
        AffineExprKind::Dim(d) => subscript.dims[*d as usize],
        AffineExprKind::Symbol(s) => ExtentOf::build(b, &subscript.symbols[*s as usize]),
        AffineExprKind::Binary(op, lhs, rhs) => {
            let (lhs, rhs) = (node(b, subscript, lhs), node(b, subscript, rhs));
            match op {
                AffineOp::Add => arith::addi(b, lhs, rhs),
                AffineOp::Mul => arith::muli(b, lhs, rhs),
                AffineOp::FloorDiv => arith::floordivsi(b, lhs, rhs),
                AffineOp::CeilDiv => arith::ceildivsi(b, lhs, rhs),
                AffineOp::Mod => modulo(b, lhs, rhs),
            }
        }
    }
}

/// `lhs - (lhs floordiv rhs) * rhs`: the remainder in `0 .. rhs`.
fn modulo(b: &mut Builder<'_>, lhs: Value, rhs: Value) -> Value {
    let quotient = arith::floordivsi(b, lhs, rhs);
    let whole = arith::muli(b, quotient, rhs);
    arith::subi(b, lhs, whole)
}

/// Copies region code, replacing values and indices.
#[derive(Clone, Default)]
pub struct Copier {
    /// Values that became other values.
    pub values: FxHashMap<Value, Value>,
    /// Index values that became expressions.
    pub indices: FxHashMap<Value, Subscript>,
}

impl Copier {
    /// What a value became, as a value: expressions become arithmetic at the cursor.
    pub fn value(&mut self, b: &mut Builder<'_>, old: Value) -> Value {
        if let Some(new) = self.values.get(&old) {
            return *new;
        }
        let Some(subscript) = self.indices.get(&old) else { return old };
        materialize(b, subscript)
    }

    /// What an index value became.
    pub fn replacement(&self, old: Value) -> Replacement {
        match (self.values.get(&old), self.indices.get(&old)) {
            (Some(new), _) => Replacement::Value(*new),
            (None, Some(subscript)) => Replacement::Subscript(subscript.clone()),
            (None, None) => Replacement::Value(old),
        }
    }

    /// Copies all ops of `block` but its terminator to the cursor; gives what the terminator's operands became.
    /// `None` if a subscript cannot be expressed; the body then holds unused copies.
    pub fn block(&mut self, b: &mut Builder<'_>, block: Block) -> Option<Vec<Value>> {
        let ops: Vec<Op> = b.body.ops(block).collect();
        let (last, ops) = ops.split_last()?;
        for op in ops {
            self.op(b, *op)?;
        }
        let ends: Vec<Value> = b.body.operands(*last).collect();
        Some(ends.into_iter().map(|v| self.value(b, v)).collect())
    }

    /// Copies an op with its regions to the cursor; its results become the copy's. `None` as for [`Copier::block`].
    pub fn op(&mut self, b: &mut Builder<'_>, op: Op) -> Option<Op> {
        let loc = std::mem::replace(&mut b.loc, b.body.loc(op));
        let new = match b.body.kind(op) {
            At::KIND => self.at(b, op)?,
            tensor::Fold::KIND => self.fold(b, op)?,
            Put::KIND => self.put(b, op)?,
            _ => self.plain(b, op),
        };
        let results: Vec<(Value, Value)> = b.body.results(op).zip(b.body.results(new)).collect();
        self.values.extend(results);
        let regions = b.body.regions(op).len();
        for i in 0..regions {
            self.region(b, op, new, i)?;
        }
        b.loc = loc;
        Some(new)
    }

    fn region(&mut self, b: &mut Builder<'_>, op: Op, new: Op, i: usize) -> Option<()> {
        let Some(block) = b.body.entry(b.body.region(op, i)) else { return Some(()) };
        let args: Vec<Value> = b.body.args(block).collect();
        let types: Vec<_> = args.iter().map(|v| b.body.ty(*v)).collect();
        let (copy, cursor) = b.enter(new, i, &types);
        let fresh: Vec<Value> = b.body.args(copy).collect();
        self.values.extend(args.into_iter().zip(fresh));
        let last = b.body.last(block)?;
        let yields = self.block(b, block)?;
        let name = b.body.name(last);
        let loc = b.body.loc(last);
        let end = b.body.create(name, loc, &yields, &[], 0, &[]);
        b.insert(end);
        b.cursor = cursor;
        Some(())
    }

    fn plain(&mut self, b: &mut Builder<'_>, op: Op) -> Op {
        let operands: Vec<Value> = b.body.operands(op).collect();
        let operands: Vec<Value> = operands.into_iter().map(|v| self.value(b, v)).collect();
        self.create_like(b, op, &operands)
    }

    fn create_like(&mut self, b: &mut Builder<'_>, op: Op, operands: &[Value]) -> Op {
        let types: Vec<_> = b.body.results(op).map(|v| b.body.ty(v)).collect();
        let regions = b.body.regions(op).len();
        let (name, loc) = (b.body.name(op), b.body.loc(op));
        let new = b.body.create(name, loc, operands, &types, regions, &[]);
        for slot in 0..b.body.info(op).attrs.len() {
            let value = b.body.slot(op, slot);
            b.body.set_slot(new, slot, value);
        }
        let ctx = b.ctx();
        for (name, value) in b.body.discardable(op).collect::<Vec<_>>() {
            b.body.set_attr(new, ctx.text(name), value);
        }
        b.insert(new)
    }

    fn at(&mut self, b: &mut Builder<'_>, op: Op) -> Option<Op> {
        let (source, map, dims, symbols, fill) = {
            let view = b.body.cast(op, At)?;
            let fill = (view.out_of_bounds() == Policy::Fill).then(|| view.fill()).flatten();
            (view.source(), view.affine_map()?.clone(), view.indices(), view.symbols().to_vec(), fill)
        };
        let subscripts = self.map(&map, &dims, &symbols)?;
        let mut operands = vec![self.value(b, source)];
        operands.extend(&subscripts.values);
        if let Some(fill) = fill {
            operands.push(self.value(b, fill));
        }
        let new = self.create_like(b, op, &operands);
        set_map(b.body, new, "map", &subscripts);
        Some(new)
    }

    fn fold(&mut self, b: &mut Builder<'_>, op: Op) -> Option<Op> {
        let (map, dims, symbols, inits) = {
            let view = b.body.cast(op, tensor::Fold)?;
            let ctx = b.body.ctx();
            let map = ctx.attr_map(view.bounds()?)?.clone();
            (map, view.indices(), view.symbols().to_vec(), view.inits())
        };
        let subscripts = self.map(&map, &dims, &symbols)?;
        let mut operands = subscripts.values.to_vec();
        for init in inits {
            operands.push(self.value(b, init));
        }
        let new = self.create_like(b, op, &operands);
        set_map(b.body, new, "bounds", &subscripts);
        Some(new)
    }

    fn put(&mut self, b: &mut Builder<'_>, op: Op) -> Option<Op> {
        let (kept, map, dims, symbols) = {
            let view = b.body.cast(op, Put)?;
            let kept: Vec<Value> = view.put_values().into_iter().chain(view.targets()).collect();
            (kept, view.affine_map()?.clone(), view.indices(), view.symbols().to_vec())
        };
        let subscripts = self.map(&map, &dims, &symbols)?;
        let mut operands: Vec<Value> = kept.into_iter().map(|v| self.value(b, v)).collect();
        operands.extend(&subscripts.values);
        let new = self.create_like(b, op, &operands);
        set_map(b.body, new, "map", &subscripts);
        Some(new)
    }

    fn map(&self, map: &AffineMap, dims: &[Value], symbols: &[Extent]) -> Option<Subscripts> {
        let mut builder = MapBuilder::default();
        for subscript in Subscript::of_map(map, dims, symbols) {
            builder.result(&subscript, &|v| self.replacement(v))?;
        }
        builder.finish()
    }
}

/// Sets the map and the extents of a `tensor.at`, `tensor.put` or `tensor.fold`; the values are its operands already.
pub fn set_map(body: &mut Body, op: Op, name: &str, subscripts: &Subscripts) {
    let ctx = body.ctx().clone();
    body.set_attr(op, name, ctx.map_attr(subscripts.map.clone()));
    if subscripts.extents.is_empty() {
        body.remove_attr(op, "extents");
        return;
    }
    let extents = ctx.intern_attr(AttrData::Extents(subscripts.extents.clone().into()));
    body.set_attr(op, "extents", extents);
}
