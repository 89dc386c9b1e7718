//! Round values along an axis, and their labels.

/// About `count` round values from `low` to `high`, with equal distances of 1, 2 or 5 times a power of 10.
pub(super) fn ticks(low: f64, high: f64, count: usize) -> Vec<f64> {
    let step = step(high - low, count);
    if !(step > 0.0 && step.is_finite()) {
        return vec![low];
    }
    let first = (low / step - 1e-9).ceil();
    (0..100)
        .map(|i| (first + f64::from(i)) * step)
        .take_while(|v| *v <= high + step * 1e-9)
        // 0 without a sign.
        .map(|v| if v.abs() < step * 1e-6 { 0.0 } else { v })
        .collect()
}

fn step(span: f64, count: usize) -> f64 {
    let rough = span / count.max(1) as f64;
    let power = 10f64.powf(rough.log10().floor());
    match rough / power {
        r if r <= 1.0 => power,
        r if r <= 2.0 => 2.0 * power,
        r if r <= 5.0 => 5.0 * power,
        _ => 10.0 * power,
    }
}

/// The text of a tick among ticks of this distance: as many digits as tell neighbours apart.
pub(super) fn label(value: f64, step: f64) -> String {
    let largest = value.abs();
    if value != 0.0 && !(1e-4..1e6).contains(&largest) {
        return format!("{value:.1e}");
    }
    let digits = (-step.abs().max(1e-12).log10().floor()).clamp(0.0, 9.0) as usize;
    format!("{value:.digits$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round() {
        assert_eq!(ticks(-0.3, 1.1, 5), [0.0, 0.5, 1.0]);
        assert_eq!(ticks(0.0, 100.0, 5), [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]);
        assert_eq!(ticks(3.0, 3.0, 5), [3.0]);
        assert_eq!(
            (label(0.5, 0.5), label(20.0, 20.0), label(0.0, 0.1)),
            ("0.5".into(), "20".into(), "0.0".into())
        );
        assert_eq!((label(2e7, 1e7), label(-0.25, 0.05)), ("2.0e7".to_string(), "-0.25".to_string()));
    }
}
