//! The state of a function's conversion: what source values became, and where new ops go.

use super::types;
use crate::error::{ImportError, Refusal};
use rustc_hash::FxHashMap;
use tf_dialects::tensor::build;
use tf_dialects::tensor::policy::Policy;
use tf_ir::body::{Block, Body, Value};
use tf_ir::builder::Builder;
use tf_ir::codes;
use tf_ir::context::Context;
use tf_ir::opref::OpRef;
use tf_ir::text::type_to_string;
use tf_ir::types::{Dim, Type};

/// Result of a step of the conversion.
pub(super) type Done<T = ()> = Result<T, ImportError>;

/// The error that an op is not imported because it `what`.
#[cold]
pub(super) fn refuse(op: OpRef<'_>, refusal: Refusal, what: &str) -> ImportError {
    let diagnostic = match refusal {
        Refusal::Unsupported => op.error(format_args!("is not supported: it {what}")),
        Refusal::Invalid => op.error(what),
    };
    ImportError { refusal, op: op.name().to_string(), diagnostic: diagnostic.code(&codes::IMPORT) }
}

/// Functions by name.
pub(super) type Functions<'a> = FxHashMap<&'a str, &'a Body>;

/// The conversion of one function, or of a region of one.
pub(super) struct Lower<'a, 'b> {
    /// The module that is imported.
    pub(super) module: &'a Body,
    /// Its functions by name.
    pub(super) functions: &'a Functions<'a>,
    /// The function that is imported.
    pub(super) src: &'a Body,
    /// Where new ops go.
    pub(super) b: Builder<'b>,
    /// What source values became.
    pub(super) values: FxHashMap<Value, Value>,
    /// What tuples of the source hold.
    pub(super) tuples: FxHashMap<Value, Vec<Value>>,
    /// Inside a region that works on elements: tensors of rank 0 are scalars.
    pub(super) scalar: bool,
    /// How many calls deep: recursion has no end.
    pub(super) calls: usize,
}

impl<'a, 'b> Lower<'a, 'b> {
    pub(super) fn new(
        module: &'a Body,
        functions: &'a Functions<'a>,
        src: &'a Body,
        b: Builder<'b>,
        values: FxHashMap<Value, Value>,
    ) -> Lower<'a, 'b> {
        Lower { module, functions, src, b, values, tuples: FxHashMap::default(), scalar: false, calls: 0 }
    }

    /// The context.
    pub(super) fn ctx(&self) -> &'a Context {
        self.src.ctx()
    }

    /// The type of ours that a source type becomes here.
    pub(super) fn ty(&self, op: OpRef<'_>, ty: Type) -> Done<Type> {
        let ctx = self.ctx();
        let converted = types::convert(ctx, ty).map_err(|why| refuse(op, Refusal::Unsupported, &why))?;
        match ctx.dims(converted) {
            Some([]) if self.scalar => Ok(ctx.elem_type(converted)),
            Some(_) if self.scalar => {
                let why = format!("has {} in a region that works on elements", type_to_string(ctx, ty));
                Err(refuse(op, Refusal::Unsupported, &why))
            }
            _ => Ok(converted),
        }
    }

    /// The type of ours of result `i`.
    pub(super) fn result_type(&self, op: OpRef<'_>, i: usize) -> Done<Type> {
        if i >= op.result_count() {
            return Err(refuse(op, Refusal::Invalid, &format!("has no result {i}")));
        }
        self.ty(op, op.result_type(i))
    }

    /// What operand `i` became.
    pub(super) fn operand(&mut self, op: OpRef<'_>, i: usize) -> Done<Value> {
        if i >= op.operand_count() {
            return Err(refuse(op, Refusal::Invalid, &format!("has no operand {i}")));
        }
        self.value(op, op.operand(i))
    }

    /// What the operands became.
    pub(super) fn operands(&mut self, op: OpRef<'_>) -> Done<Vec<Value>> {
        (0..op.operand_count()).map(|i| self.operand(op, i)).collect()
    }

    /// What a source value became; among scalars, a tensor of rank 0 from outside is read.
    pub(super) fn value(&mut self, op: OpRef<'_>, value: Value) -> Done<Value> {
        let Some(found) = self.values.get(&value).copied() else {
            return Err(refuse(op, Refusal::Invalid, "uses a value that is not defined before it"));
        };
        match self.ctx().dims(self.b.body.ty(found)) {
            Some([]) if self.scalar => {
                Ok(build::at(&mut self.b, found, &build::scalar_subscripts(), Policy::Assumed, None))
            }
            Some(_) if self.scalar => Err(refuse(
                op,
                Refusal::Unsupported,
                "uses a tensor of rank above 0 in a region that works on elements",
            )),
            _ => Ok(found),
        }
    }

    /// Exactly this many operands, or an error.
    pub(super) fn exactly<const N: usize>(&mut self, op: OpRef<'_>) -> Done<[Value; N]> {
        let values = self.operands(op)?;
        let n = values.len();
        values.try_into().map_err(|_| refuse(op, Refusal::Invalid, &format!("takes {N} operand(s), not {n}")))
    }

    /// Says what an op's result became; its type must be the one the program says, up to what `?` stands for.
    pub(super) fn define(&mut self, op: OpRef<'_>, i: usize, value: Value) -> Done {
        let (wanted, found) = (self.result_type(op, i)?, self.b.body.ty(value));
        if wanted != found && !self.compatible(wanted, found) {
            let [wanted, found] = [wanted, found].map(|ty| type_to_string(self.ctx(), ty));
            return Err(refuse(
                op,
                Refusal::Invalid,
                &format!("has a result of type {wanted}, but gives {found}"),
            ));
        }
        self.values.insert(op.result(i), value);
        Ok(())
    }

    /// Whether the types differ at most where one says `?`.
    fn compatible(&self, wanted: Type, found: Type) -> bool {
        let ctx = self.ctx();
        let (Some(a), Some(b)) = (ctx.dims(wanted), ctx.dims(found)) else { return false };
        let same = |(a, b): (&Dim, &Dim)| a == b || !matches!((a, b), (Dim::Static(_), Dim::Static(_)));
        ctx.elem_type(wanted) == ctx.elem_type(found) && a.len() == b.len() && a.iter().zip(b).all(same)
    }

    /// Defines the only result.
    pub(super) fn define_one(&mut self, op: OpRef<'_>, value: Value) -> Done {
        if op.result_count() != 1 {
            return Err(refuse(op, Refusal::Invalid, "has one result"));
        }
        self.define(op, 0, value)
    }

    /// Defines all results.
    pub(super) fn define_all(&mut self, op: OpRef<'_>, values: &[Value]) -> Done {
        if op.result_count() != values.len() {
            return Err(refuse(op, Refusal::Invalid, &format!("has {} result(s)", values.len())));
        }
        values.iter().enumerate().try_for_each(|(i, value)| self.define(op, i, *value))
    }

    /// The constant extents of operand `i`.
    pub(super) fn static_shape(&self, op: OpRef<'_>, value: Value) -> Done<Vec<i64>> {
        let ty = self.src.ty(value);
        let dims = self.ctx().dims(ty);
        let shape = dims.and_then(|dims| dims.iter().map(Dim::as_static).collect::<Option<Vec<_>>>());
        let why = || format!("has {}, whose extents are not constant", type_to_string(self.ctx(), ty));
        shape.ok_or_else(|| refuse(op, Refusal::Unsupported, &why()))
    }

    /// Rank of operand `i`.
    pub(super) fn rank(&self, op: OpRef<'_>, i: usize) -> Done<usize> {
        let dims = (i < op.operand_count()).then(|| self.ctx().dims(op.operand_type(i))).flatten();
        dims.map(<[Dim]>::len)
            .ok_or_else(|| refuse(op, Refusal::Invalid, &format!("takes a tensor as operand {i}")))
    }

    /// The entry block of region `i`.
    pub(super) fn entry(&self, op: OpRef<'a>, i: usize) -> Done<Block> {
        let region = self.src.regions(op.id()).nth(i);
        let entry = region.and_then(|r| self.src.entry(r));
        entry.ok_or_else(|| refuse(op, Refusal::Invalid, &format!("needs a region {i} with a block")))
    }
}
