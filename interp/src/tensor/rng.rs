//! `tensor.rng`, by its definition.

use crate::machine::Machine;
use crate::machine::action::{Action, Interpret, Simple};
use crate::machine::meanings::Meanings;
use crate::tensor::named::type_extents;
use crate::values::value::Dense;
use tf_dialects::scalar::rng::{pcg, philox4x32, threefry2x32};
use tf_dialects::scalar::{DType, element_type};
use tf_dialects::tensor;
use tf_dialects::tensor::rng::{Algorithm, Rng, RngOp, split_axis};
use tf_ir::body::Op;
use tf_ir::diag::Diagnostic;
use tf_ir::opref::OpRef;

pub(crate) fn register(meanings: &mut Meanings) {
    meanings.add(Rng);
}

impl Interpret for Rng {
    fn prepare(&self, op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        let way =
            op.cast(tensor::rng::Rng).and_then(RngOp::way).ok_or_else(|| op.error("needs an algorithm"))?;
        let extents = type_extents(op, op.result_type(1))?;
        let dtype = element_type(op.ctx(), op.result_type(1)).ok_or_else(|| op.error("needs integers"))?;
        Ok(Box::new(Simple(move |m: &mut Machine<'_>, op: Op| {
            let extents = m.extents(op, &extents)?;
            let body = m.body();
            let state = m.get(body.operand(op, 0)).dense().clone();
            let (next, data) = generate(way, &state.data, &extents, dtype);
            m.set(body.result(op, 0), Dense { data: next, ..(*state).clone() }.into());
            m.set(body.result(op, 1), Dense { dtype, extents, data }.into());
            Ok(())
        })))
    }
}

fn generate(way: Algorithm, state: &[u64], extents: &[usize], dtype: DType) -> (Vec<u64>, Vec<u64>) {
    match way {
        Algorithm::Philox => philox(state, extents.iter().product(), dtype),
        Algorithm::Threefry => threefry(state, extents, dtype),
        Algorithm::Pcg => hashes(state[0], extents.iter().product(), dtype),
    }
}

/// The low and high half.
fn halves(word: u64) -> [u32; 2] {
    [word as u32, (word >> 32) as u32]
}

fn joined(low: u32, high: u32) -> u64 {
    u64::from(low) | u64::from(high) << 32
}

fn philox(state: &[u64], count: usize, dtype: DType) -> (Vec<u64>, Vec<u64>) {
    let (key, low) = (state[0], state[1]);
    let high = *state.get(2).unwrap_or(&key);
    let wide = dtype.bits() == 64;
    let words = if wide { 2 * count } else { count };
    let blocks = words.div_ceil(4);
    let counter = u128::from(low) | u128::from(high) << 64;
    let mut numbers = Vec::with_capacity(4 * blocks);
    for block in 0..blocks {
        let at = counter.wrapping_add(block as u128);
        let ([a, b], [c, d]) = (halves(at as u64), halves((at >> 64) as u64));
        numbers.extend(philox4x32([a, b, c, d], halves(key)));
    }
    let data = (0..count).map(|e| match wide {
        true => joined(numbers[2 * e], numbers[2 * e + 1]),
        false => u64::from(numbers[e]) & dtype.mask(),
    });
    let after = counter.wrapping_add(blocks as u128);
    let next = [key, after as u64, (after >> 64) as u64];
    (next[..state.len()].to_vec(), data.collect())
}

fn threefry(state: &[u64], extents: &[usize], dtype: DType) -> (Vec<u64>, Vec<u64>) {
    let [key, counter] = [state[0], state[1]];
    let block = |n: usize| threefry2x32(halves(counter.wrapping_add(n as u64)), halves(key));
    let count: usize = extents.iter().product();
    if dtype.bits() == 64 {
        let data = (0..count).map(|e| {
            let [low, high] = block(e);
            joined(low, high)
        });
        return (vec![key, counter.wrapping_add(count as u64)], data.collect());
    }
    let axis = split_axis(extents);
    let along = extents.get(axis).copied().unwrap_or(1);
    let inner: usize = extents.get(axis + 1..).unwrap_or_default().iter().product();
    let half = along.div_ceil(2);
    let outer: usize = extents.get(..axis).unwrap_or_default().iter().product();
    let data = (0..count).map(|e| {
        let (row, i, k) = (e / inner / along, e / inner % along, e % inner);
        u64::from(block((row * half + i / 2) * inner + k)[i % 2]) & dtype.mask()
    });
    let blocks = (outer * half * inner) as u64;
    (vec![key, counter.wrapping_add(blocks)], data.collect())
}

fn hashes(counter: u64, count: usize, dtype: DType) -> (Vec<u64>, Vec<u64>) {
    let hash = |n: u64| pcg(counter.wrapping_add(n) as u32);
    let wide = dtype.bits() == 64;
    let data = (0..count as u64).map(|e| match wide {
        true => joined(hash(2 * e), hash(2 * e + 1)),
        false => u64::from(hash(e)) & dtype.mask(),
    });
    let used = count as u64 * if wide { 2 } else { 1 };
    (vec![counter.wrapping_add(used)], data.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bits(way: Algorithm, state: &[u64], extents: &[usize], dtype: DType) -> (Vec<u64>, Vec<u64>) {
        generate(way, state, extents, dtype)
    }

    // The state and bits that `jax.lax.rng_bit_generator` of jaxlib 0.10 produces on a CPU.
    #[test]
    fn philox_is_that_of_xla() {
        let (next, words) = bits(Algorithm::Philox, &[5 | 7 << 32, 0], &[5], DType::I32);
        assert_eq!(next, [5 | 7 << 32, 2]);
        assert_eq!(words, [0x61ea4f13, 0xfe1f213e, 0x771ebca6, 0xaf450cbe, 0xcfd02e3c]);
        let (next, words) = bits(Algorithm::Philox, &[5 | 7 << 32, 0], &[5], DType::I64);
        assert_eq!(next, [5 | 7 << 32, 3]);
        assert_eq!(words[..3], [0xfe1f213e61ea4f13, 0xaf450cbe771ebca6, 0xc1bbf50fcfd02e3c]);
        let (_, words) = bits(Algorithm::Philox, &[5 | 7 << 32, 0], &[5], DType::I8);
        assert_eq!(words, [0x13, 0x3e, 0xa6, 0xbe, 0x3c]);
        // The carry out of the low counter word.
        let (next, _) = bits(Algorithm::Philox, &[1, u64::MAX, 4], &[5], DType::I32);
        assert_eq!(next, [1, 1, 5]);
    }

    #[test]
    fn threefry_is_that_of_xla() {
        let (next, words) = bits(Algorithm::Threefry, &[5, 7], &[5], DType::I32);
        assert_eq!((next, words[..3].to_vec()), (vec![5, 10], vec![0xee74f173, 0x3f6592d8, 0xa74d45]));
        let (next, words) = bits(Algorithm::Threefry, &[5, 7], &[5], DType::I64);
        assert_eq!((next, words[..2].to_vec()), (vec![5, 12], vec![0x3f6592d8ee74f173, 0x7aa3825200a74d45]));
        let (_, words) = bits(Algorithm::Threefry, &[5, 7], &[5], DType::Int(16));
        assert_eq!(words, [0xf173, 0x92d8, 0x4d45, 0x8252, 0xf71]);
    }

    #[test]
    fn pcg_counts_on() {
        let (next, words) = bits(Algorithm::Pcg, &[0], &[3], DType::I32);
        assert_eq!((next, words), (vec![3], vec![129_708_002, 2_831_084_092, 2_055_130_248]));
        let (next, words) = bits(Algorithm::Pcg, &[1], &[1], DType::I64);
        assert_eq!((next, words), (vec![3], vec![2_831_084_092 | 2_055_130_248 << 32]));
    }
}
