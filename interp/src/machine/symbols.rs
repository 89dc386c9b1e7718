//! The values of extent symbols, from the arguments and results of calls.

use crate::machine::action::{Data, Stop};
use crate::machine::{Machine, SymbolValues};
use crate::values::value::Datum;
use tf_dialects::func::declared_extents::{declared_extents, extent_arguments};
use tf_dialects::scalar::{DType, Scalar, element_type};
use tf_dialects::tensor::bounds::MAX_EXTENT;
use tf_ir::body::{Body, Op};
use tf_ir::diag::Diagnostic;
use tf_ir::extent::{BindingPlan, Extent};
use tf_ir::types::Type;

/// Binds the extents of a call's results that the arguments do not determine.
pub(crate) fn bind_results(m: &mut Machine<'_>, call: Op, results: &Data) {
    let body = m.body();
    for (result, datum) in body.results(call).zip(results) {
        let (Some(extents), Some(dims)) = (datum.extents(), body.ctx().dims(body.ty(result))) else {
            continue;
        };
        for (dim, extent) in dims.iter().zip(extents) {
            if let Some(symbol) = dim.to_extent().as_ref().and_then(Extent::as_symbol) {
                m.bind_extent(symbol.clone(), *extent as i64);
            }
        }
    }
}

/// The extent information in an argument of a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Actual {
    /// The extents of a tensor or a buffer.
    Extents(Vec<usize>),
    /// The bits of a scalar.
    Number(u64),
    /// No information.
    Other,
}

/// Solves for a function's extent symbols from actual arguments, and checks every declared extent.
pub fn solve_symbols(body: &Body, actual: &[Actual]) -> Result<SymbolValues, Diagnostic> {
    let Some(entry) = body.entry_block() else { return Ok(Vec::new()) };
    let types: Vec<Type> = body.args(entry).map(|v| body.ty(v)).collect();
    solve_types(body, &types, actual)
}

/// As [`solve_symbols`], from the leading arguments only.
pub(crate) fn solve_leading(body: &Body, actual: &[Actual]) -> Result<SymbolValues, Diagnostic> {
    let Some(entry) = body.entry_block() else { return Ok(Vec::new()) };
    let types: Vec<Type> = body.args(entry).take(actual.len()).map(|v| body.ty(v)).collect();
    solve_types(body, &types, actual)
}

fn solve_types(body: &Body, types: &[Type], actual: &[Actual]) -> Result<SymbolValues, Diagnostic> {
    let loc = body.loc(body.root());
    let ctx = body.ctx();
    let mut values = Vec::new();
    let (declared, places) = declared_extents(ctx, types, &extent_arguments(body));
    for (arg, axis) in &places {
        let rank = ctx.dims(types[*arg]).map_or(0, <[_]>::len);
        match actual.get(*arg) {
            Some(Actual::Extents(extents)) if extents.len() == rank => values.push(extents[*axis] as i64),
            Some(Actual::Extents(extents)) => {
                let have = extents.len();
                return Err(Diagnostic::error(loc, format!("argument #{arg} has rank {have}, not {rank}")));
            }
            Some(Actual::Number(bits)) => {
                let dtype = element_type(ctx, types[*arg]).unwrap_or(DType::Index);
                let value = Scalar::from_bits(dtype, *bits).to_i64();
                if !(0..=MAX_EXTENT).contains(&value) {
                    let message =
                        format!("argument #{arg} gives an extent the value {value}: extents are 0 to 2^48");
                    return Err(Diagnostic::error(loc, message));
                }
                values.push(value);
            }
            _ => return Err(Diagnostic::error(loc, format!("argument #{arg} is no tensor"))),
        }
    }
    let plan = BindingPlan::new(&declared);
    let bound = plan.bind(&values).map_err(|e| Diagnostic::error(loc, e.to_string()))?;
    Ok(plan.symbols().iter().cloned().zip(bound).collect())
}

/// Extents of run-time values, for [`solve_symbols`].
pub fn actual_extents(m: &Machine<'_>, args: &[Datum]) -> Vec<Actual> {
    let one = |datum: &Datum| match datum {
        Datum::Dense(_) | Datum::Partial(_) => Actual::Extents(datum.extents().unwrap_or_default().to_vec()),
        Datum::Buffer(id) => Actual::Extents(m.memory.extents(*id).to_vec()),
        Datum::Bits(bits) => Actual::Number(*bits),
        _ => Actual::Other,
    };
    args.iter().map(one).collect()
}

/// The values of the callee's extent symbols at a call.
pub(crate) fn bind_symbols(m: &Machine<'_>, op: Op, callee: &str, args: &Data) -> Result<SymbolValues, Stop> {
    let Some(body) = m.function(callee) else {
        return Err(m.error(op, format_args!("calls '@{callee}', which is not defined")).into());
    };
    solve_symbols(body, &actual_extents(m, args)).map_err(|e| {
        let message = format!("cannot call '@{callee}': {}", e.message);
        m.error(op, message).into()
    })
}
