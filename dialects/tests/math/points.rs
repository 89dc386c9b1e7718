//! Sample points of f64 functions: pseudo-random arguments, half of them spread over a function's interesting
//! interval, half over magnitudes.

/// The interval on which a unary op is neither trivial nor undefined.
fn interval(name: &str) -> (f64, f64) {
    match name {
        "math.exp" | "math.sinh" | "math.cosh" => (-710.0, 710.0),
        "math.exp2" => (-1075.0, 1024.0),
        "math.expm1" => (-40.0, 710.0),
        "math.log" | "math.log2" | "math.log10" | "math.rsqrt" | "math.sqrt" => (0.0, 4.0),
        "math.log1p" => (-1.0, 3.0),
        "math.acosh" => (1.0, 40.0),
        "math.asin" | "math.acos" | "math.atanh" => (-1.0, 1.0),
        "math.sin" | "math.cos" | "math.tan" => (-1e5, 1e5),
        "math.erf" => (-6.0, 6.0),
        "math.erfc" => (-6.0, 27.0),
        _ => (-30.0, 30.0),
    }
}

/// A small generator (Marsaglia's xorshift64*), so that every run tries the same arguments.
pub struct Random(pub u64);

impl Random {
    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// Uniform in [0, 1).
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// The arguments at which a unary op is measured.
pub fn f64_points(name: &str, count: usize) -> impl Iterator<Item = f64> {
    let (low, high) = interval(name);
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    (0..count).map(move |i| match i % 4 {
        0 | 1 => low + random.unit() * (high - low),
        2 => {
            // Magnitudes from 2⁻³² to 2¹², around one for domains that end there.
            let v = (random.unit() * 44.0 - 32.0).exp2().copysign(random.unit() - 0.5);
            if name == "math.acosh" { 1.0 + v.abs() } else { v }
        }
        _ => {
            // Any exponent, the denormals included; sin, cos and tan of large arguments have their own test.
            let v = f64::from_bits(random.bits());
            let unmeasured = name == "math.sin" || name == "math.cos" || name == "math.tan";
            if v.is_nan() || (unmeasured && v.abs() > 1e8) { 1.5 } else { v }
        }
    })
}

/// Pairs of arguments for a binary op: signs at random, magnitudes such that powers are mostly finite.
pub fn pairs(name: &str, count: usize) -> impl Iterator<Item = (f64, f64)> {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    let power = name == "math.powf";
    (0..count).map(move |i| {
        let mut magnitude = |low: f64, high: f64| (low + random.unit() * (high - low)).exp2();
        let (x, y) = match i % 4 {
            // Near one to a large power; common sizes; small integers; extremes.
            0 => (1.0 + magnitude(-20.0, -1.0), magnitude(0.0, 10.0)),
            1 => (magnitude(-10.0, 10.0), magnitude(-8.0, 5.0)),
            2 => (magnitude(-3.0, 3.0), magnitude(0.0, 5.0).round()),
            _ => (magnitude(-140.0, 120.0), magnitude(-20.0, 1.0)),
        };
        let signs = random.bits();
        let (x, y) = if power { (x, y) } else { (x, y * if signs & 4 == 0 { 1.0 } else { x }) };
        let x = if signs & 1 == 0 || (power && y.fract() != 0.0) { x } else { -x };
        (x, if signs & 2 == 0 { y } else { -y })
    })
}
