//! SplitMix64 (Steele, Lea, Flood 2014): independent of libraries, whose versions could change the text.

/// A generator of pseudo-random numbers.
#[derive(Debug, Clone)]
pub(super) struct Random(u64);

impl Random {
    /// The stream of function `index` of a module.
    pub fn new(seed: u64, index: u64) -> Self {
        let mut start = Random(seed);
        let mixed = start.next() ^ index.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        Random(Random(mixed).next())
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A random integer below `bound`, which is not zero.
    pub fn below(&mut self, bound: usize) -> usize {
        // The high half of the product; its bias is below 2^-32 for the bounds used here.
        ((u128::from(self.next()) * bound as u128) >> 64) as usize
    }

    /// True in `percent` of 100 cases.
    pub fn percent(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of `items`, which is not empty.
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    /// Puts `items` into a random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The reference values of SplitMix64 for seed 1234567.
    #[test]
    fn is_splitmix64() {
        let mut random = Random(1_234_567);
        let got = [random.next(), random.next(), random.next()];
        assert_eq!(got, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }

    #[test]
    fn streams_differ_and_bounds_hold() {
        let first = |seed, index| Random::new(seed, index).next();
        assert!(first(1, 0) != first(1, 1) && first(1, 0) != first(2, 0) && first(1, 2) != first(2, 1));
        let mut random = Random::new(3, 0);
        let mut seen = [0; 7];
        (0..7000).for_each(|_| seen[random.below(7)] += 1);
        assert!(seen.iter().all(|&n| (800..1200).contains(&n)), "{seen:?}");
    }
}
