//! Bit operations on integers.

use crate::elementwise::Family;
use crate::trace::error::Site;
use crate::types::elem::Elem;
use crate::types::tensor::Tensor;
use tf_dialects::math::{Ctlz, Ctpop, Cttz};

const COUNT_ONES: Family = Family::int("count_ones", Ctpop, Ctpop);
const LEADING: Family = Family::int("leading_zeros", Ctlz, Ctlz);
const TRAILING: Family = Family::int("trailing_zeros", Cttz, Cttz);

/// # Bits
///
/// For integers; [`bitcast`](Tensor::bitcast) gives the bits of floats.
impl Tensor {
    /// The number of ones in the binary form of an integer.
    #[track_caller]
    pub fn count_ones(&self) -> Tensor {
        self.apply(Site::caller(), &COUNT_ONES, [])
    }

    /// The number of zeros before the first one, from the highest bit; the width for 0.
    #[track_caller]
    pub fn leading_zeros(&self) -> Tensor {
        self.apply(Site::caller(), &LEADING, [])
    }

    /// The number of zeros after the last one; the width for 0.
    #[track_caller]
    pub fn trailing_zeros(&self) -> Tensor {
        self.apply(Site::caller(), &TRAILING, [])
    }

    /// The bits of an unsigned integer in reverse order.
    #[track_caller]
    pub fn reverse_bits(&self) -> Tensor {
        let Elem::UInt(width) = self.elem() else {
            return self.unsigned_only(Site::caller(), "reverse_bits");
        };
        let ones = u64::MAX >> (64 - u32::from(width));
        let mut result = self.clone();
        let mut step = u64::from(width) / 2;
        while step > 0 {
            // Alternating groups of `step` ones and zeros; the lowest group is ones.
            let mask = ones / ((1 << step) + 1);
            result = ((&result >> step) & mask) | ((result & mask) << step);
            step /= 2;
        }
        result
    }

    /// The PCG hash of a 32-bit unsigned integer (RXS-M-XS 32): a permuted state of a linear congruential
    /// generator.
    ///
    /// See M. E. O'Neill, "PCG: A Family of Simple Fast Space-Efficient Statistically Good Algorithms for
    /// Random Number Generation", 2014.
    #[track_caller]
    pub fn pcg(&self) -> Tensor {
        if self.elem() != Elem::UInt(32) {
            return self.unsigned_only(Site::caller(), "pcg");
        }
        let state = self * 747_796_405u32 + 2_891_336_453u32;
        let word = ((&state >> ((&state >> 28u32) + 4u32)) ^ &state) * 277_803_737u32;
        (&word >> 22u32) ^ &word
    }

    fn unsigned_only(&self, at: Site, what: &str) -> Tensor {
        self.made(|shared| {
            let val = self.val(at)?;
            let wanted = if what == "pcg" { "u32" } else { "unsigned integers" };
            Err(shared.fail(at, format!("{what} is defined on {wanted}, not {}", val.elem)))
        })
    }
}
