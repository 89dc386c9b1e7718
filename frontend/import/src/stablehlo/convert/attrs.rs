//! Readers for the attributes of StableHLO ops, in the forms of current and older printers.

use crate::error::{Done, invalid};
use tf_ir::attr::{AttrData, Attribute, DenseData};
use tf_ir::context::Context;
use tf_ir::opref::OpRef;
use tf_ir::types::{Dim, TypeData};

/// Integers of an attribute: `array<i64: …>`, `dense<…> : tensor<…xi64>`, or a list of integers, nested ones
/// in row-major order.
pub(super) fn as_ints(ctx: &Context, attr: Attribute) -> Option<Vec<i64>> {
    match ctx.attr_data(attr) {
        AttrData::DenseArray(elem, bytes) if *elem == ctx.i1() => {
            Some(bytes.iter().map(|byte| i64::from(*byte != 0)).collect())
        }
        AttrData::DenseArray(..) => ctx.attr_i64s(attr).or_else(|| {
            let short = ctx.attr_i32s(attr)?;
            Some(short.into_iter().map(i64::from).collect())
        }),
        AttrData::Dense(data) => dense_ints(ctx, data),
        AttrData::Array(items) => {
            let parts: Option<Vec<Vec<i64>>> = items
                .iter()
                .map(|item| match ctx.attr_int(*item) {
                    Some(n) => i64::try_from(n).ok().map(|n| vec![n]),
                    None => as_ints(ctx, *item),
                })
                .collect();
            Some(parts?.concat())
        }
        _ => None,
    }
}

/// The elements of a constant of integers; unsigned ones that do not fit an `i64` wrap.
pub(super) fn dense_ints(ctx: &Context, data: &DenseData) -> Option<Vec<i64>> {
    let TypeData::Tensor { dims, elem, .. } = ctx.type_data(data.ty) else { return None };
    let width = ctx.scalar_width(*elem).filter(|_| !ctx.is_float(*elem))?;
    let unsigned = width == 1 || super::types::is_unsigned(ctx, *elem);
    let size = width.div_ceil(8) as usize;
    let read = |bytes: &[u8]| {
        let mut word = [0u8; 8];
        word[..size].copy_from_slice(bytes);
        let value = i64::from_le_bytes(word);
        let shift = 64 - 8 * size as u32;
        if unsigned { value } else { (value << shift) >> shift }
    };
    if data.splat {
        let count: i64 = dims.iter().map(Dim::as_static).try_fold(1i64, |n, d| n.checked_mul(d?))?;
        return Some(vec![read(&data.bytes); usize::try_from(count).ok()?]);
    }
    Some(data.bytes.chunks_exact(size).map(read).collect())
}

/// Integers of an op's attribute, if it is there.
pub(super) fn optional_ints(op: OpRef<'_>, name: &str) -> Done<Option<Vec<i64>>> {
    let Some(attr) = op.attr(name) else { return Ok(None) };
    let read = as_ints(op.ctx(), attr);
    let why = format!("needs integers as its attribute '{name}'");
    read.map(Some).ok_or_else(|| invalid(op, &why))
}

/// Integers of an op's attribute.
pub(super) fn ints(op: OpRef<'_>, name: &str) -> Done<Vec<i64>> {
    let why = format!("needs the attribute '{name}'");
    optional_ints(op, name)?.ok_or_else(|| invalid(op, &why))
}

/// The axes in an op's attribute: integers from 0 up to, but excluding, `rank`.
pub(super) fn axes(op: OpRef<'_>, name: &str, rank: usize) -> Done<Vec<usize>> {
    checked_axes(op, name, &ints(op, name)?, rank)
}

/// Checks that integers are axes of a rank.
pub(super) fn checked_axes(op: OpRef<'_>, name: &str, numbers: &[i64], rank: usize) -> Done<Vec<usize>> {
    let axis = |n: &i64| usize::try_from(*n).ok().filter(|n| *n < rank);
    let why = format!("has axes outside 0 to {rank} in '{name}'");
    numbers.iter().map(axis).collect::<Option<_>>().ok_or_else(|| invalid(op, &why))
}

/// One integer.
pub(super) fn int(op: OpRef<'_>, name: &str) -> Done<i64> {
    let found = op.attr(name).and_then(|a| op.ctx().attr_int(a)).and_then(|n| i64::try_from(n).ok());
    let why = format!("needs an integer as its attribute '{name}'");
    found.ok_or_else(|| invalid(op, &why))
}

/// One float.
pub(super) fn float(op: OpRef<'_>, name: &str) -> Done<f64> {
    let why = format!("needs a float as its attribute '{name}'");
    let found = op.attr(name).and_then(|a| op.ctx().attr_float(a));
    found.ok_or_else(|| invalid(op, &why))
}

/// A flag; absent means false.
pub(super) fn flag(op: OpRef<'_>, name: &str) -> bool {
    match op.attr(name).map(|a| op.ctx().attr_data(a)) {
        Some(AttrData::Integer(_, value)) => *value != 0,
        Some(AttrData::Unit) => true,
        _ => false,
    }
}

/// The word of `#stablehlo<kind WORD>`; also a plain string.
pub(super) fn word<'a>(op: OpRef<'a>, name: &str) -> Option<&'a str> {
    let (ctx, attr) = (op.ctx(), op.attr(name)?);
    match ctx.attr_data(attr) {
        AttrData::Dialect { params, .. } => params.last().and_then(|a| ctx.attr_str(*a)),
        _ => ctx.attr_str(attr),
    }
}

/// The fields of an attribute `#stablehlo.name<field = …>`.
#[derive(Clone, Copy)]
pub(super) struct Fields<'a> {
    op: OpRef<'a>,
    name: &'static str,
    attr: Attribute,
}

impl<'a> Fields<'a> {
    /// The fields of an op's attribute.
    pub(super) fn of(op: OpRef<'a>, name: &'static str) -> Done<Fields<'a>> {
        let ctx = op.ctx();
        let dict = op.attr(name).and_then(|a| match ctx.attr_data(a) {
            AttrData::Dialect { params, .. } => params.first().copied(),
            _ => None,
        });
        let attr = dict.filter(|a| matches!(ctx.attr_data(*a), AttrData::Dict(_)));
        let why = format!("needs dimension numbers as its attribute '{name}'");
        let attr = attr.ok_or_else(|| invalid(op, &why))?;
        Ok(Fields { op, name, attr })
    }

    fn field(self, field: &str) -> Option<Attribute> {
        let ctx = self.op.ctx();
        let AttrData::Dict(entries) = ctx.attr_data(self.attr) else { return None };
        entries.iter().find(|(name, _)| ctx.text(*name) == field).map(|(_, value)| *value)
    }

    /// Axes; absent means none.
    pub(super) fn axes(self, field: &str, rank: usize) -> Done<Vec<usize>> {
        let Some(attr) = self.field(field) else { return Ok(Vec::new()) };
        let name = format!("{}.{field}", self.name);
        let why = format!("needs integers as '{name}'");
        let ints = as_ints(self.op.ctx(), attr).ok_or_else(|| invalid(self.op, why))?;
        checked_axes(self.op, &name, &ints, rank)
    }

    /// An integer; absent means 0.
    pub(super) fn int(self, field: &str) -> i64 {
        let value = self.field(field).and_then(|a| self.op.ctx().attr_int(a));
        value.and_then(|n| i64::try_from(n).ok()).unwrap_or(0)
    }
}
