//! Counter-based random bits: pure functions of a key and a counter.

/// One step of a linear congruential generator and the output permutation of PCG-RXS-M-XS 32/32 (O'Neill,
/// "PCG: A family of simple fast space-efficient statistically good algorithms for random number generation",
/// 2014), used as a hash (Jarzynski and Olano, "Hash Functions for GPU Rendering", JCGT 9(3), 2020).
#[inline]
pub fn pcg(v: u32) -> u32 {
    let state = v.wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
    let word = ((state >> ((state >> 28) + 4)) ^ state).wrapping_mul(277_803_737);
    (word >> 22) ^ word
}

/// The hash as a float in [0, 1]: [`pcg`] times 2⁻³², rounded to f32.
#[inline]
pub fn pcgf(v: u32) -> f32 {
    pcg(v) as f32 * (1.0 / 4_294_967_296.0)
}

/// Philox4x32-10 (Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC 2011):
/// four random words for a counter of four and a key of two.
#[inline]
pub fn philox4x32(counter: [u32; 4], key: [u32; 2]) -> [u32; 4] {
    let ([mut x0, mut x1, mut x2, mut x3], [mut k0, mut k1]) = (counter, key);
    for _ in 0..10 {
        let p0 = u64::from(x0) * 0xD251_1F53;
        let p1 = u64::from(x2) * 0xCD9E_8D57;
        (x0, x1, x2, x3) = ((p1 >> 32) as u32 ^ x1 ^ k0, p1 as u32, (p0 >> 32) as u32 ^ x3 ^ k1, p0 as u32);
        k0 = k0.wrapping_add(0x9E37_79B9);
        k1 = k1.wrapping_add(0xBB67_AE85);
    }
    [x0, x1, x2, x3]
}

/// Threefry2x32 with 20 rounds (Salmon et al., SC 2011): two random words for a counter of two and a key of
/// two.
#[inline]
pub fn threefry2x32(counter: [u32; 2], key: [u32; 2]) -> [u32; 2] {
    const ROTATIONS: [[u32; 4]; 2] = [[13, 15, 26, 6], [17, 29, 16, 24]];
    let keys = [key[0], key[1], 0x1BD1_1BDA ^ key[0] ^ key[1]];
    let mut x = [counter[0].wrapping_add(keys[0]), counter[1].wrapping_add(keys[1])];
    for group in 0..5u32 {
        for r in ROTATIONS[group as usize % 2] {
            x[0] = x[0].wrapping_add(x[1]);
            x[1] = x[1].rotate_left(r) ^ x[0];
        }
        let next = group as usize + 1;
        x[0] = x[0].wrapping_add(keys[next % 3]);
        x[1] = x[1].wrapping_add(keys[(next + 1) % 3]).wrapping_add(next as u32);
    }
    x
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pcg_known_values() {
        assert_eq!([pcg(0), pcg(1), pcg(2)], [129_708_002, 2_831_084_092, 2_055_130_248]);
        assert!(pcgf(0) > 0.0301 && pcgf(0) < 0.0303);
    }

    // The known-answer tests published with the paper's library, Random123 (`kat_vectors`).
    #[test]
    fn philox_known_answers() {
        let ones = u32::MAX;
        assert_eq!(philox4x32([0; 4], [0; 2]), [0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8]);
        assert_eq!(philox4x32([ones; 4], [ones; 2]), [0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd]);
        let pi = [0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344];
        assert_eq!(
            philox4x32(pi, [0xa4093822, 0x299f31d0]),
            [0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1]
        );
    }

    #[test]
    fn threefry_known_answers() {
        let ones = u32::MAX;
        assert_eq!(threefry2x32([0; 2], [0; 2]), [0x6b200159, 0x99ba4efe]);
        assert_eq!(threefry2x32([ones; 2], [ones; 2]), [0x1cb996fc, 0xbb002be7]);
        assert_eq!(
            threefry2x32([0x243f6a88, 0x85a308d3], [0x13198a2e, 0x03707344]),
            [0xc4923a9c, 0x483df7a0]
        );
    }
}
