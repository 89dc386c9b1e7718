//! `stablehlo.rng_bit_generator`

use crate::stablehlo::convert::attrs::word;
use crate::stablehlo::convert::lower::{Done, Lower, unsupported};
use tf_dialects::tensor::rng::Rng;
use tf_ir::opref::OpRef;

/// `stablehlo.rng_bit_generator`; the default algorithm is Philox, as on processors and GPUs.
pub(in crate::stablehlo) fn bit_generator(l: &mut Lower<'_, '_>, op: OpRef<'_>) -> Done {
    let [state] = l.exactly(op)?;
    let (next, bits) = (l.result_type(op, 0)?, l.result_type(op, 1)?);
    let algorithm = match word(op, "rng_algorithm") {
        Some("THREE_FRY") => "threefry2x32",
        Some("PHILOX" | "DEFAULT") => "philox4x32",
        _ => {
            return Err(unsupported(op, "uses an algorithm other than THREE_FRY and PHILOX"));
        }
    };
    let ctx = l.ctx();
    let algorithm = ctx.string_attr(algorithm);
    let made = l.b.op(Rng, &[state], &[next, bits], &[("algorithm", algorithm)]);
    l.define_from(op, made)
}
