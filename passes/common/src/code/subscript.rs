//! Affine expressions over SSA values and extents, and copies of region code that substitute such expressions
//! for indices.
//!
//! Accesses and folds hold a map whose dimensions are `index` operands and whose symbols are extents
//! (interface `AffineOperands`). Inlining one region into another substitutes expressions for some index
//! values: [`Copier`] rewrites the maps, and materializes arithmetic for other uses of an index.

use smallvec::SmallVec;
use tf_dialects::arith;
use tf_dialects::tensor::bounds::over_extents;
use tf_dialects::tensor::subscripts::dimensions;
use tf_dialects::tensor::{ExtentOf, Subscripts};
use tf_ir::affine::{AffineExpr, AffineExprKind, AffineMap, AffineOp};
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::builder::{Builder, Values};
use tf_ir::diag::Diagnostic;
use tf_ir::extent::Extent;
use tf_ir::rewrite::{Forms, Rebuild};
use tf_ir::types::Type;

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

    /// The value, if the expression is a single dimension.
    pub fn as_value(&self) -> Option<Value> {
        self.expr.as_dim().map(|d| self.dims[d as usize])
    }

    /// The expressions of subscripts, one by one.
    pub fn of(all: &Subscripts) -> Vec<Subscript> {
        Subscript::of_map(&all.map, &all.values, &all.extents)
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

    /// True if the expression depends on `value`.
    pub fn uses(&self, value: Value) -> bool {
        self.dims.iter().enumerate().any(|(d, v)| *v == value && self.expr.uses_dim(d as u32))
    }
}

/// An expression without dimensions as an extent.
pub fn as_extent(expr: &AffineExpr, extents: &[Extent]) -> Option<Extent> {
    over_extents(expr, extents, &mut |_| ())
}

/// Joins expressions into one map, in normal form, and substitutes the `form` of each dimension. `None` if
/// one of them is then not affine or too large.
pub fn joined(parts: &[Subscript], form: &dyn Fn(Value) -> Form) -> Option<Subscripts> {
    let mut map = MapBuilder::default();
    let exprs = parts.iter().map(|part| map.expr(part, form)).collect::<Option<Vec<_>>>()?;
    Subscripts::new(&exprs, &map.dims, &map.symbols).ok()
}

/// A linear combination of expressions, which have no symbols.
pub fn combined(parts: &[(Subscript, i64)]) -> Subscript {
    let (mut expr, mut dims) = (AffineExpr::constant(0), Vec::new());
    for (part, factor) in parts {
        let first = dims.len() as u32;
        let shifted = part.expr.replace_with(&mut |leaf| leaf.as_dim().map(|d| AffineExpr::dim(first + d)));
        let scaled = shifted.and_then(|part| part.scale(*factor));
        expr = scaled.and_then(|part| expr.add(&part)).expect("a sum of a few indices is a small expression");
        dims.extend(part.dims.iter().copied());
    }
    Subscript { expr, dims: dims.into(), symbols: Vec::new() }
}

/// Collects the dimensions and symbols of a map under construction; equal ones are shared.
#[derive(Default)]
struct MapBuilder {
    dims: Vec<Value>,
    symbols: Vec<Extent>,
}

impl MapBuilder {
    fn expr(&mut self, from: &Subscript, form: &dyn Fn(Value) -> Form) -> Option<AffineExpr> {
        let mut dims = Vec::with_capacity(from.dims.len());
        for (d, value) in from.dims.iter().enumerate() {
            if !from.expr.uses_dim(d as u32) {
                dims.push(AffineExpr::constant(0));
                continue;
            }
            dims.push(match form(*value) {
                Form::Value(value) => AffineExpr::dim(place(&mut self.dims, value)),
                Form::Subscript(inner) => self.expr(&inner, &Form::Value)?,
            });
        }
        let symbol = |extent: &Extent| match extent.as_const() {
            Some(n) => AffineExpr::constant(n),
            None => AffineExpr::symbol(place(&mut self.symbols, extent.clone())),
        };
        let symbols: Vec<AffineExpr> = from.symbols.iter().map(symbol).collect();
        from.expr.replace(&dims, &symbols).ok()
    }
}

/// The index of an item in a list, which gets it if it is new.
fn place<T: PartialEq>(list: &mut Vec<T>, item: T) -> u32 {
    let found = list.iter().position(|known| *known == item).unwrap_or_else(|| {
        list.push(item);
        list.len() - 1
    });
    found as u32
}

/// Builds the arithmetic on `index` values for a subscript at the builder's cursor.
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

/// The replacement of a value in copied code.
#[derive(Clone, Debug)]
pub enum Form {
    /// Another value.
    Value(Value),
    /// An affine expression, for an `index`.
    Subscript(Subscript),
}

/// Copies region code and substitutes values, and expressions for indices.
#[derive(Clone, Default)]
pub struct Copier(Forms<Form>);

impl Copier {
    /// A copier that maps values to values.
    pub fn of(pairs: impl IntoIterator<Item = (Value, Value)>) -> Copier {
        let mut copier = Copier::default();
        copier.extend(pairs);
        copier
    }

    /// A copier that maps indices to expressions.
    pub fn of_subscripts(pairs: impl IntoIterator<Item = (Value, Subscript)>) -> Copier {
        let mut copier = Copier::default();
        copier.extend_subscripts(pairs);
        copier
    }

    /// Maps a value to another.
    pub fn set(&mut self, old: Value, new: Value) {
        self.0.set(old, Form::Value(new));
    }

    /// Maps a value to a form.
    pub fn set_form(&mut self, old: Value, new: Form) {
        self.0.set(old, new);
    }

    /// Maps values to values.
    pub fn extend(&mut self, pairs: impl IntoIterator<Item = (Value, Value)>) {
        self.0.extend(pairs.into_iter().map(|(old, new)| (old, Form::Value(new))));
    }

    /// Maps indices to expressions.
    pub fn extend_subscripts(&mut self, pairs: impl IntoIterator<Item = (Value, Subscript)>) {
        self.0.extend(pairs.into_iter().map(|(old, new)| (old, Form::Subscript(new))));
    }

    /// The form of a value; the value itself if it is not mapped.
    pub fn form(&self, old: Value) -> Form {
        self.0.get(old).cloned().unwrap_or(Form::Value(old))
    }

    /// The new value; the old value if it is not mapped to a value.
    pub fn known(&self, old: Value) -> Value {
        match self.0.get(old) {
            Some(Form::Value(new)) => *new,
            _ => old,
        }
    }

    /// The new value; expressions become arithmetic at the cursor.
    pub fn value(&self, b: &mut Builder<'_>, old: Value) -> Value {
        match self.0.get(old) {
            Some(Form::Value(new)) => *new,
            Some(Form::Subscript(subscript)) => materialize(b, subscript),
            None => old,
        }
    }

    /// As [`Copier::value`], for each.
    pub fn values(&self, b: &mut Builder<'_>, old: impl IntoIterator<Item = Value>) -> Vec<Value> {
        old.into_iter().map(|value| self.value(b, value)).collect()
    }

    /// The new subscripts. `None` if they become too large.
    pub fn subscripts(&self, old: &Subscripts) -> Option<Subscripts> {
        joined(&Subscript::of(old), &|value| self.form(value))
    }

    /// Copies all ops of `block` except its terminator to the cursor, and returns the new operands of the
    /// terminator.
    ///
    /// # Errors
    /// An op that cannot be copied because its subscripts become too large; the body then holds unused
    /// copies.
    pub fn block(&mut self, b: &mut Builder<'_>, block: Block) -> Result<Vec<Value>, Diagnostic> {
        let end = self.copying(b, |copying| copying.block(block))?;
        let ends: Values = b.body.operands(end).collect();
        Ok(self.values(b, ends))
    }

    /// Copies an op with its regions to the cursor, and maps its results to those of the copy.
    ///
    /// # Errors
    /// As [`Copier::block`].
    pub fn op(&mut self, b: &mut Builder<'_>, op: Op) -> Result<Op, Diagnostic> {
        self.copying(b, |copying| {
            copying.b.loc = copying.b.body.loc(op);
            copying.rebuilt(op)
        })
    }

    /// Builds the same op with its attributes at the cursor, with these operands, these results and empty
    /// regions.
    pub fn same(&mut self, b: &mut Builder<'_>, op: Op, operands: &[Value], results: &[Type]) -> Op {
        Copying { copier: self, b }.same(op, operands, results)
    }

    fn copying<'b, R>(
        &mut self,
        b: &mut Builder<'b>,
        run: impl FnOnce(&mut Copying<'_, '_, 'b>) -> Result<R, Diagnostic>,
    ) -> Result<R, Diagnostic> {
        let loc = b.loc;
        let result = run(&mut Copying { copier: self, b });
        b.loc = loc;
        result
    }
}

/// A copying run of the rebuild engine.
struct Copying<'c, 'a, 'b> {
    copier: &'c mut Copier,
    b: &'a mut Builder<'b>,
}

impl<'b> Rebuild<'b> for Copying<'_, '_, 'b> {
    type Form = Form;
    type Error = Diagnostic;

    fn source(&self) -> &Body {
        self.b.body
    }

    fn builder(&mut self) -> &mut Builder<'b> {
        self.b
    }

    fn forms(&mut self) -> &mut Forms<Form> {
        &mut self.copier.0
    }

    fn op(&mut self, op: Op) -> Result<(), Diagnostic> {
        self.rebuilt(op).map(drop)
    }

    fn operands(&mut self, op: Op) -> Result<Values, Diagnostic> {
        let dims = dimensions(self.b.body.op(op));
        let old: Values = self.b.body.operands(op).collect();
        let new = |(i, value)| if dims.contains(&i) { value } else { self.copier.value(self.b, value) };
        Ok(old.into_iter().enumerate().map(new).collect())
    }

    fn operand(&mut self, _user: Op, value: Value) -> Result<Value, Diagnostic> {
        Ok(self.copier.value(self.b, value))
    }

    fn define(&mut self, value: Value, new: Value) {
        self.copier.set(value, new);
    }
}

impl Copying<'_, '_, '_> {
    /// Copies an op: expressions become part of its map, and arithmetic for operands outside the map.
    fn rebuilt(&mut self, op: Op) -> Result<Op, Diagnostic> {
        let new = self.copy(op)?;
        if let Some(old) = Subscripts::of_op(self.b.body.op(op)) {
            let Some(subscripts) = self.copier.subscripts(&old) else {
                return Err(self.b.body.op(op).error("cannot be copied: its subscripts become too large"));
            };
            subscripts.set(self.b.body, new);
        }
        Ok(new)
    }
}
