//! Random values from a seed.

use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};

/// A random generator; equal seeds give equal sequences.
pub struct Random(SmallRng);

impl Random {
    /// The source of a seed.
    pub fn new(seed: u64) -> Random {
        Random(SmallRng::seed_from_u64(seed))
    }

    /// Evenly spread over `0 .. 1`.
    pub fn uniform(&mut self) -> f32 {
        self.0.random()
    }

    /// Normally distributed, with mean 0 and variance 1 (Box and Muller's method).
    pub fn normal(&mut self) -> f32 {
        let radius = (-2.0 * (1.0 - self.uniform()).ln()).sqrt();
        radius * (std::f32::consts::TAU * self.uniform()).cos()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normals_have_mean_0_and_variance_1() {
        let mut random = Random::new(7);
        let values: Vec<f32> = (0..20_000).map(|_| random.normal()).collect();
        let mean = values.iter().sum::<f32>() / values.len() as f32;
        let variance = values.iter().map(|v| (v - mean).powi(2)).sum::<f32>() / values.len() as f32;
        assert!(mean.abs() < 0.03 && (variance - 1.0).abs() < 0.05, "{mean} {variance}");
        assert_eq!(Random::new(7).normal(), values[0]);
    }
}
