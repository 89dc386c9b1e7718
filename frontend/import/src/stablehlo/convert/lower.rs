//! The state of a function's conversion: the map from source values to new values, and the insertion point.

use super::symbolic::Symbolic;
use super::types;
pub(in crate::stablehlo) use crate::error::{Done, invalid, unsupported};
use rustc_hash::FxHashMap;
use tf_dialects::tensor::policy::Policy;
use tf_dialects::tensor::{self, Compute, build};
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::context::Context;
use tf_ir::extent::{Extent, Facts, Symbol};
use tf_ir::location::Location;
use tf_ir::opref::OpRef;
use tf_ir::rewrite::{Forms, Rebuild};
use tf_ir::text::type_to_string;
use tf_ir::types::{Dim, Type};

/// Functions by name.
pub(super) type Functions<'a> = FxHashMap<&'a str, &'a Body>;

/// The conversion of a source value.
#[derive(Clone)]
pub(in crate::stablehlo) enum Form {
    /// A value.
    Value(Value),
    /// A tuple: the source values of its elements.
    Tuple(Vec<Value>),
}

/// The conversion of one function, or of one of its regions.
pub(in crate::stablehlo) struct Lower<'a, 'b> {
    /// The source module.
    pub(super) module: &'a Body,
    /// The functions of the module by name.
    pub(super) functions: &'a Functions<'a>,
    /// The source function.
    pub(super) src: &'a Body,
    /// The builder at the insertion point.
    pub(super) b: Builder<'b>,
    /// The map from source values to their conversions.
    pub(super) forms: Forms<Form>,
    /// Inside a region on elements: tensors of rank 0 are scalars.
    pub(super) scalar: bool,
    /// The depth of inlined calls, which is limited because of recursion.
    pub(super) calls: usize,
    /// The location of the call that is being inlined; unknown outside of inlined functions.
    pub(super) caller: Location,
    /// The count of imported ops; those of an inlined function count once per call.
    pub(super) ops: usize,
    /// Source values as terms, where constants and extents determine them.
    pub(super) numbers: FxHashMap<Value, Symbolic>,
    /// Facts about extents: sizes are at least 1, as JAX assumes.
    pub(super) facts: Facts,
    /// Extents that turned out to equal other terms: the conversion restarts with these equations.
    pub(super) equations: Vec<(Symbol, Extent)>,
}

/// Programs with more ops, after inlining, are refused.
const MOST_OPS: usize = 4_000_000;

impl<'a, 'b> Lower<'a, 'b> {
    pub(super) fn new(
        module: &'a Body,
        functions: &'a Functions<'a>,
        src: &'a Body,
        b: Builder<'b>,
    ) -> Lower<'a, 'b> {
        Lower {
            module,
            functions,
            src,
            b,
            forms: Forms::default(),
            scalar: false,
            calls: 0,
            caller: Location::UNKNOWN,
            ops: 0,
            numbers: FxHashMap::default(),
            facts: Facts::new(),
            equations: Vec::new(),
        }
    }

    /// Counts an op.
    pub(super) fn count(&mut self, op: OpRef<'_>) -> Done {
        self.ops += 1;
        if self.ops <= MOST_OPS {
            return Ok(());
        }
        Err(unsupported(op, "belongs to a program of more than 4,000,000 ops, counting inlined calls"))
    }

    /// The context.
    pub(super) fn ctx(&self) -> &'a Context {
        self.src.ctx()
    }

    /// The converted type of a source type, at this insertion point.
    pub(super) fn ty(&self, op: OpRef<'_>, ty: Type) -> Done<Type> {
        let ctx = self.ctx();
        let converted = types::convert(ctx, ty).map_err(|why| unsupported(op, &why))?;
        match ctx.dims(converted) {
            Some([]) if self.scalar => Ok(ctx.elem_type(converted)),
            Some(_) if self.scalar => {
                let why = format!("has {} in a region of scalar code", type_to_string(ctx, ty));
                Err(unsupported(op, &why))
            }
            _ => Ok(converted),
        }
    }

    /// The converted type of result `i`.
    pub(super) fn result_type(&self, op: OpRef<'_>, i: usize) -> Done<Type> {
        if i >= op.result_count() {
            return Err(invalid(op, format!("has no result {i}")));
        }
        self.ty(op, op.result_type(i))
    }

    /// The converted types of all results.
    pub(super) fn result_types(&self, op: OpRef<'_>) -> Done<Vec<Type>> {
        (0..op.result_count()).map(|i| self.result_type(op, i)).collect()
    }

    /// The conversion of operand `i`.
    pub(super) fn operand(&mut self, op: OpRef<'_>, i: usize) -> Done<Value> {
        if i >= op.operand_count() {
            return Err(invalid(op, format!("has no operand {i}")));
        }
        self.value(op, op.operand(i))
    }

    /// The conversions of the operands.
    pub(super) fn operands(&mut self, op: OpRef<'_>) -> Done<Vec<Value>> {
        (0..op.operand_count()).map(|i| self.operand(op, i)).collect()
    }

    /// The conversion of a source value; scalar code reads the element of an outer tensor of rank 0.
    pub(super) fn value(&mut self, op: OpRef<'_>, value: Value) -> Done<Value> {
        let Some(Form::Value(found)) = self.forms.get(value) else {
            return Err(invalid(op, "uses a value that is not defined before it"));
        };
        let found = *found;
        match self.ctx().dims(self.b.body.ty(found)) {
            Some([]) if self.scalar => {
                Ok(build::at(&mut self.b, found, &build::scalar_subscripts(), Policy::Assumed, None))
            }
            Some(_) if self.scalar => {
                Err(unsupported(op, "uses a tensor of rank above 0 in a region of scalar code"))
            }
            _ => Ok(found),
        }
    }

    /// Exactly this many operands, or an error.
    pub(super) fn exactly<const N: usize>(&mut self, op: OpRef<'_>) -> Done<[Value; N]> {
        let values = self.operands(op)?;
        let n = values.len();
        values.try_into().map_err(|_| invalid(op, format!("takes {N} operand(s), not {n}")))
    }

    /// Defines an op's result; its type must be the type in the program, up to extents that are `?` there.
    pub(super) fn define(&mut self, op: OpRef<'_>, i: usize, value: Value) -> Done {
        let (wanted, found) = (self.result_type(op, i)?, self.b.body.ty(value));
        if self.is_open(found) {
            return Err(unsupported(op, "has an extent that does not follow from those of its operands"));
        }
        if wanted != found && !self.compatible(wanted, found) {
            let [wanted, found] = [wanted, found].map(|ty| type_to_string(self.ctx(), ty));
            return Err(invalid(op, format!("declares a result of type {wanted}, but computes {found}")));
        }
        let value = self.settled(value, wanted);
        self.forms.set(op.result(i), Form::Value(value));
        Ok(())
    }

    /// A value with the constant extents of its type in the program: if ours are terms, the call checks them.
    fn settled(&mut self, value: Value, wanted: Type) -> Value {
        let ctx = self.ctx();
        let found = self.b.body.ty(value);
        let (Some(said), Some(own)) = (ctx.dims(wanted), ctx.dims(found)) else { return value };
        let dim =
            |(said, own): (&Dim, &Dim)| if said.as_static().is_some() { said.clone() } else { own.clone() };
        let dims: Vec<Dim> = said.iter().zip(own).map(dim).collect();
        let ty = ctx.tensor(dims, ctx.elem_type(found));
        build::cast(&mut self.b, value, ty)
    }

    /// Casts values of one element type and rank to the extents of the first: the call checks extents with
    /// other names.
    pub(super) fn agree(&mut self, values: &mut [Value]) {
        let Some((first, others)) = values.split_first_mut() else { return };
        let ty = self.b.body.ty(*first);
        for value in others {
            let own = self.b.body.ty(*value);
            let wanted = self.ctx().dims(own).map(|_| self.ctx().with_elem(ty, self.ctx().elem_type(own)));
            if let Some(wanted) = wanted.filter(|wanted| *wanted != own && self.compatible(*wanted, own)) {
                *value = build::cast(&mut self.b, *value, wanted);
            }
        }
    }

    /// Casts a value to the extents of a type, if their names differ.
    pub(super) fn in_extents_of(&mut self, value: Value, ty: Type) -> Value {
        let own = self.b.body.ty(value);
        match own != ty && self.compatible(ty, own) {
            true => build::cast(&mut self.b, value, ty),
            false => value,
        }
    }

    /// Whether a type has an extent without a name.
    pub(super) fn is_open(&self, ty: Type) -> bool {
        self.ctx().dims(ty).is_some_and(|dims| dims.contains(&Dim::Unknown))
    }

    /// The extents of a source value's conversion.
    pub(super) fn shape(&self, value: Value) -> Option<Vec<Extent>> {
        let Some(Form::Value(found)) = self.forms.get(value) else { return None };
        self.ctx().dims(self.b.body.ty(*found))?.iter().map(Dim::to_extent).collect()
    }

    /// A type with these extents, and the elements of another type.
    pub(super) fn shaped(&self, extents: &[Extent], elem: Type) -> Type {
        let dims: Vec<Dim> = extents.iter().cloned().map(Dim::from_extent).collect();
        self.ctx().tensor(dims, self.ctx().elem_type(elem))
    }

    /// Whether the types are equal, up to extents that are `?` in one of them.
    fn compatible(&self, wanted: Type, found: Type) -> bool {
        let ctx = self.ctx();
        let (Some(a), Some(b)) = (ctx.dims(wanted), ctx.dims(found)) else { return false };
        let same = |(a, b): (&Dim, &Dim)| a == b || !matches!((a, b), (Dim::Static(_), Dim::Static(_)));
        ctx.elem_type(wanted) == ctx.elem_type(found) && a.len() == b.len() && a.iter().zip(b).all(same)
    }

    /// Defines the only result.
    pub(super) fn define_one(&mut self, op: OpRef<'_>, value: Value) -> Done {
        if op.result_count() != 1 {
            return Err(invalid(op, "has one result"));
        }
        self.define(op, 0, value)
    }

    /// Defines all results.
    pub(super) fn define_all(&mut self, op: OpRef<'_>, values: &[Value]) -> Done {
        if op.result_count() != values.len() {
            return Err(invalid(op, format!("has {} result(s)", values.len())));
        }
        values.iter().enumerate().try_for_each(|(i, value)| self.define(op, i, *value))
    }

    /// Defines all results as those of a new op.
    pub(super) fn define_from(&mut self, op: OpRef<'_>, made: Op) -> Done {
        let results: Vec<Value> = self.b.body.results(made).collect();
        self.define_all(op, &results)
    }

    /// Refuses an op inside a region on elements.
    pub(super) fn tensors_only(&self, op: OpRef<'_>) -> Done {
        match self.scalar {
            true => Err(unsupported(op, "is in a region of scalar code")),
            false => Ok(()),
        }
    }

    /// A compute whose result has this type: `element` computes the element at the indices.
    pub(super) fn compute(
        &mut self,
        op: OpRef<'_>,
        ty: Type,
        element: impl FnOnce(&mut Self, &[Value]) -> Done<Value>,
    ) -> Done<Value> {
        let (ctx, extents) = (self.ctx(), self.extents(op, ty)?);
        let made = self.b.op(Compute, &[], &[ty], &[("box", ctx.extents_attr(&extents))]);
        self.region(made, 0, &vec![ctx.index(); extents.len()], |l, at| {
            let element = element(l, at)?;
            tensor::Yield::build(&mut l.b, &[element]);
            Ok(())
        })?;
        Ok(self.b.body.result(made, 0))
    }

    /// The extents of a type as terms.
    pub(super) fn extents(&self, op: OpRef<'_>, ty: Type) -> Done<Vec<Extent>> {
        let dims = self.ctx().dims(ty).unwrap_or_default();
        let extents: Option<Vec<_>> = dims.iter().map(Dim::to_extent).collect();
        extents.ok_or_else(|| unsupported(op, "has an extent without a name"))
    }

    /// The constant extents of operand `i`.
    pub(super) fn static_shape(&self, op: OpRef<'_>, value: Value) -> Done<Vec<i64>> {
        let ty = self.src.ty(value);
        let dims = self.ctx().dims(ty);
        let shape = dims.and_then(|dims| dims.iter().map(Dim::as_static).collect::<Option<Vec<_>>>());
        let words = || type_to_string(self.ctx(), ty);
        shape.ok_or_else(|| unsupported(op, format!("has {}, whose extents are not constant", words())))
    }

    /// Rank of operand `i`.
    pub(super) fn rank(&self, op: OpRef<'_>, i: usize) -> Done<usize> {
        let dims = (i < op.operand_count()).then(|| self.ctx().dims(op.operand_type(i))).flatten();
        dims.map(<[Dim]>::len).ok_or_else(|| invalid(op, format!("takes a tensor as operand {i}")))
    }

    /// The entry block of region `i`.
    pub(super) fn entry(&self, op: OpRef<'a>, i: usize) -> Done<Block> {
        let region = self.src.regions(op.id()).nth(i);
        let entry = region.and_then(|r| self.src.entry(r));
        entry.ok_or_else(|| invalid(op, format!("needs a region {i} with a block")))
    }
}
