//! Random arguments for programs: values of every kind, and extents for symbols.

use crate::random::Random;
use tf_dialects::scalar::{DType, Scalar, element_type};
use tf_interp::{Datum, Dense};
use tf_ir::body::Body;
use tf_ir::context::Context;
use tf_ir::extent::Symbol;
use tf_ir::types::{Type, TypeData};

/// Extents for symbols; 0 and 1 are frequent.
const EXTENTS: [i64; 8] = [0, 1, 1, 2, 3, 4, 5, 5];
/// The maximum count of attempts to find symbol values that fit every argument.
const TRIES: usize = 64;

/// A value that is often special: zero, infinity, NaN, subnormal, or extreme.
pub fn special(random: &mut Random, dtype: DType) -> Scalar {
    if dtype.is_float() {
        let special = [0.0, -0.0, 1.0, -1.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, 0.5, 3.0, 1e30];
        return match random.below(10) {
            0 => Scalar::from_f64(dtype, special[random.below(special.len())]),
            // The smallest subnormals and the largest finite values of the format.
            1 => Scalar::from_bits(dtype, 1 + random.below(3) as u64),
            2..=4 => Scalar::from_i64(dtype, random.within(-4, 4)),
            _ => Scalar::from_f64(dtype, random.within(-4000, 4000) as f64 / 512.0),
        };
    }
    let lowest = 1u64 << (dtype.bits() - 1);
    match random.below(10) {
        0 => Scalar::from_bits(dtype, [0, lowest, lowest - 1, u64::MAX, 1][random.below(5)]),
        1 => Scalar::from_bits(dtype, random.bits()),
        _ => Scalar::from_i64(dtype, random.within(-3, 9)),
    }
}

/// Arguments for the function `entry` of a module; `None` if it does not exist, an argument is neither scalar
/// nor tensor, or no extents of these sizes fit. Equal seeds give equal arguments.
pub fn inputs(module: &Body, entry: &str, seed: u64) -> Option<Vec<Datum>> {
    inputs_of(module, entry, seed, &EXTENTS)
}

/// As [`inputs`], with symbol values from these extents.
pub fn inputs_of(module: &Body, entry: &str, seed: u64, sizes: &[i64]) -> Option<Vec<Datum>> {
    let types = argument_types(module, entry)?;
    let ctx = module.ctx();
    let mut random = Random::new(seed);
    let shapes = (0..TRIES).find_map(|_| shapes(ctx, &types, &mut random, sizes))?;
    types.iter().zip(shapes).map(|(ty, shape)| argument(ctx, *ty, shape, &mut random)).collect()
}

/// The first argument type of a function that is neither scalar nor tensor.
pub fn unfit_argument(module: &Body, entry: &str) -> Option<Type> {
    let types = argument_types(module, entry)?;
    types.into_iter().find(|ty| !has_inputs(module.ctx(), *ty))
}

/// True for types that arguments can have: not for vectors, memrefs and others.
fn has_inputs(ctx: &Context, ty: Type) -> bool {
    element_type(ctx, ty).is_some() && (ctx.is_tensor(ty) || ctx.elem_type(ty) == ty)
}

/// The types of a function's arguments; at the memory stage, those of its tensor signature. `None` if the
/// function does not exist.
fn argument_types(module: &Body, entry: &str) -> Option<Vec<Type>> {
    let functions = module.child_ops().into_iter().filter_map(|op| module.child(op));
    let is_entry = |body: &&Body| tf_ir::builtin::symbol_name(body, body.root()) == Some(entry);
    let function = functions.into_iter().find(is_entry)?;
    let (ctx, root) = (function.ctx(), function.root());
    let given = function.attr(root, "tf.signature").or_else(|| function.attr(root, "function_type"));
    match ctx.type_data(ctx.attr_type(given?)?) {
        TypeData::Function { inputs, .. } => Some(inputs.to_vec()),
        _ => None,
    }
}

fn argument(ctx: &Context, ty: Type, shape: Option<Vec<usize>>, random: &mut Random) -> Option<Datum> {
    let dtype = element_type(ctx, ty)?;
    let Some(extents) = shape else { return Some(Datum::Bits(special(random, dtype).bits())) };
    let count: usize = extents.iter().product();
    let data = (0..count).map(|_| special(random, dtype).bits()).collect();
    Some(Dense { dtype, extents, data }.into())
}

/// The maximum element count of an argument.
const MAX_ELEMENTS: usize = 1 << 16;

/// Extents of each argument (`None` for scalars) for new random symbol values; `None` if an extent is
/// negative or huge.
fn shapes(
    ctx: &Context,
    types: &[Type],
    random: &mut Random,
    sizes: &[i64],
) -> Option<Vec<Option<Vec<usize>>>> {
    let mut symbols: Vec<(Symbol, i64)> = Vec::new();
    let mut all = Vec::new();
    for ty in types {
        if !ctx.is_tensor(*ty) {
            if !has_inputs(ctx, *ty) {
                return None;
            }
            all.push(None);
            continue;
        }
        let mut extents = Vec::new();
        for dim in ctx.dims(*ty)? {
            let value = match dim.to_extent() {
                None => *random.pick(sizes)?,
                Some(term) => term.evaluate(|s| value_of(&mut symbols, s, random, sizes)).ok()?,
            };
            extents.push(usize::try_from(value).ok()?);
        }
        let count = extents.iter().try_fold(1usize, |n, e| n.checked_mul(*e))?;
        all.push(Some(extents).filter(|_| count <= MAX_ELEMENTS));
        all.last()?.as_ref()?;
    }
    Some(all)
}

fn value_of(
    symbols: &mut Vec<(Symbol, i64)>,
    symbol: &Symbol,
    random: &mut Random,
    sizes: &[i64],
) -> Option<i64> {
    if let Some((_, value)) = symbols.iter().find(|(s, _)| s == symbol) {
        return Some(*value);
    }
    let value = *random.pick(sizes)?;
    symbols.push((symbol.clone(), value));
    Some(value)
}
