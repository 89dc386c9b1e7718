//! Signatures with extent terms: instantiates a callee's types for the operands of a call.
//!
//! The extent symbols of a function are local to it. A call binds each symbol that is a whole extent of an
//! argument to the extent of the operand, then substitutes: a function from `tensor<?{n}xf32>` to
//! `tensor<?{2*n}xf32>`, called with `tensor<?{k+1}xf32>`, gives `tensor<?{2*k + 2}xf32>`. Symbols that the
//! arguments do not bind (data-dependent extents) are new at each call: results bind them.

use std::collections::BTreeMap;
use tf_ir::context::Context;
use tf_ir::extent::{Extent, Symbol};
use tf_ir::types::{Dim, Type, TypeData};

/// The substitution of a callee's extent symbols at one call.
#[derive(Default, Debug)]
pub struct Instance {
    symbols: BTreeMap<Symbol, Extent>,
}

impl Instance {
    /// Binds symbols that are whole extents of `formal` to the extents of `actual`.
    pub fn bind(&mut self, ctx: &Context, formal: Type, actual: Type) {
        let (Some(formal), Some(actual)) = (ctx.dims(formal), ctx.dims(actual)) else { return };
        for (want, have) in formal.iter().zip(actual) {
            let Dim::Term(term) = want else { continue };
            let (Some(symbol), Some(extent)) = (term.as_symbol(), have.to_extent()) else { continue };
            self.symbols.entry(symbol.clone()).or_insert(extent);
        }
    }

    /// The type with each bound symbol replaced; unbound symbols stay. `None` if a term becomes too large.
    pub fn apply(&self, ctx: &Context, ty: Type) -> Option<Type> {
        let mut data = ctx.type_data(ty).clone();
        match &mut data {
            TypeData::Tensor { dims, .. } | TypeData::MemRef { dims, .. } => {
                for dim in dims.iter_mut() {
                    let Dim::Term(term) = dim else { continue };
                    *dim = Dim::from_extent(term.substitute(|s| self.symbols.get(s).cloned()).ok()?);
                }
            }
            _ => return Some(ty),
        }
        Some(ctx.intern_type(data))
    }
}

/// The result types of a call of a function with these argument and result types.
///
/// # Errors
/// The operand that does not match, as a message.
pub fn call_results(
    ctx: &Context,
    inputs: &[Type],
    results: &[Type],
    operands: &[Type],
) -> Result<Vec<Type>, Mismatch> {
    let instance = bind_operands(ctx, inputs, operands)?;
    let apply = |ty: &Type| instance.apply(ctx, *ty).ok_or(Mismatch::TooLarge);
    results.iter().map(apply).collect()
}

/// The mismatch of a call and its callee.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Mismatch {
    /// The count of operands differs from the count of arguments.
    OperandCount,
    /// The expected type of the operand at this index.
    Operand(usize, Type),
    /// The count of results differs.
    ResultCount,
    /// The expected type of the result at this index.
    Result(usize, Type),
    /// An extent becomes too large a term.
    TooLarge,
}

fn bind_operands(ctx: &Context, inputs: &[Type], operands: &[Type]) -> Result<Instance, Mismatch> {
    if inputs.len() != operands.len() {
        return Err(Mismatch::OperandCount);
    }
    let mut instance = Instance::default();
    for (formal, actual) in inputs.iter().zip(operands) {
        instance.bind(ctx, *formal, *actual);
    }
    for (i, (formal, actual)) in inputs.iter().zip(operands).enumerate() {
        let expected = instance.apply(ctx, *formal).ok_or(Mismatch::TooLarge)?;
        if expected != *actual {
            return Err(Mismatch::Operand(i, expected));
        }
    }
    Ok(instance)
}

/// Checks a call's operand and result types against the callee's.
pub(crate) fn check_call(
    ctx: &Context,
    callee: (&[Type], &[Type]),
    operands: &[Type],
    results: &[Type],
) -> Result<(), Mismatch> {
    let mut instance = bind_operands(ctx, callee.0, operands)?;
    if callee.1.len() != results.len() {
        return Err(Mismatch::ResultCount);
    }
    for (formal, actual) in callee.1.iter().zip(results) {
        instance.bind(ctx, *formal, *actual);
    }
    for (i, (formal, actual)) in callee.1.iter().zip(results).enumerate() {
        let expected = instance.apply(ctx, *formal).ok_or(Mismatch::TooLarge)?;
        if expected != *actual {
            return Err(Mismatch::Result(i, expected));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use tf_ir::registry::Registry;

    fn term(text: &str) -> Dim {
        Dim::from_extent(text.parse().expect("a term"))
    }

    #[test]
    fn results_follow_the_operands() {
        let ctx = Context::new(Registry::new());
        let f32 = ctx.f32();
        let tensor = |dims: &[Dim]| ctx.tensor(dims.to_vec(), f32);
        let inputs = [tensor(&[term("n"), term("2*n + 1")])];
        let results = [tensor(&[term("2*n"), Dim::Static(3)])];
        let call = |operand| call_results(&ctx, &inputs, &results, &[operand]);
        let k = tensor(&[term("k + 1"), term("2*k + 3")]);
        assert_eq!(call(k), Ok(vec![tensor(&[term("2*k + 2"), Dim::Static(3)])]));
        let four = tensor(&[Dim::Static(4), Dim::Static(9)]);
        assert_eq!(call(four), Ok(vec![tensor(&[Dim::Static(8), Dim::Static(3)])]));
        let wrong = tensor(&[term("k"), term("2*k")]);
        assert_eq!(call(wrong), Err(Mismatch::Operand(0, tensor(&[term("k"), term("2*k + 1")]))));
        assert_eq!(call_results(&ctx, &inputs, &results, &[]), Err(Mismatch::OperandCount));
    }

    #[test]
    fn results_bind_separate_symbols() {
        let ctx = Context::new(Registry::new());
        let tensor = |dims: &[Dim]| ctx.tensor(dims.to_vec(), ctx.f32());
        let results = [tensor(&[term("found")]), tensor(&[term("found + 1")])];
        let check = |actual: [Type; 2]| check_call(&ctx, (&[], &results), &[], &actual);
        assert_eq!(check([tensor(&[term("m")]), tensor(&[term("m + 1")])]), Ok(()));
        let two = tensor(&[term("m + 1")]);
        assert_eq!(check([tensor(&[term("m")]), tensor(&[term("m + 2")])]), Err(Mismatch::Result(1, two)));
    }
}
