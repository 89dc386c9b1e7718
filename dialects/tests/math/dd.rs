//! Double-double arithmetic: a value is the unevaluated sum of two f64 values, about 104 bits. Written after
//! Joldeș, Muller and Popescu, "Tight and rigorous error bounds for basic building blocks of double-word
//! arithmetic" (2017).

use std::ops::{Add, Div, Mul, Neg, Sub};

/// `hi + lo` with `|lo| ≤ ulp(hi) / 2`.
#[derive(Clone, Copy, Debug)]
pub struct Dd {
    /// The value rounded to f64.
    pub hi: f64,
    /// The low part.
    pub lo: f64,
}

fn two_sum(a: f64, b: f64) -> Dd {
    let s = a + b;
    let t = s - a;
    Dd { hi: s, lo: (a - (s - t)) + (b - t) }
}

/// For `|a| ≥ |b|` or `a = 0`.
fn fast_two_sum(a: f64, b: f64) -> Dd {
    let s = a + b;
    Dd { hi: s, lo: b - (s - a) }
}

impl Dd {
    pub const ZERO: Dd = Dd { hi: 0.0, lo: 0.0 };
    pub const ONE: Dd = Dd { hi: 1.0, lo: 0.0 };
    pub const LN_2: Dd = Dd { hi: std::f64::consts::LN_2, lo: 2.3190468138462996e-17 };
    pub const PI: Dd = Dd { hi: std::f64::consts::PI, lo: 1.2246467991473532e-16 };

    pub fn new(v: f64) -> Dd {
        Dd { hi: v, lo: 0.0 }
    }

    /// Times a power of two.
    pub fn scale(self, power: i32) -> Dd {
        let (half, rest) = (2f64.powi(power / 2), 2f64.powi(power - power / 2));
        Dd { hi: self.hi * half * rest, lo: self.lo * half * rest }
    }

    pub fn abs(self) -> Dd {
        if self.hi < 0.0 { -self } else { self }
    }

    pub fn sqrt(self) -> Dd {
        if self.hi <= 0.0 {
            return Dd::new(self.hi.sqrt());
        }
        let s = Dd::new(self.hi.sqrt());
        s + (self - s * s) / (s + s)
    }
}

impl Add for Dd {
    type Output = Dd;
    fn add(self, o: Dd) -> Dd {
        let s = two_sum(self.hi, o.hi);
        if !s.hi.is_finite() {
            return Dd::new(s.hi);
        }
        let t = two_sum(self.lo, o.lo);
        let v = fast_two_sum(s.hi, s.lo + t.hi);
        fast_two_sum(v.hi, v.lo + t.lo)
    }
}

impl Neg for Dd {
    type Output = Dd;
    fn neg(self) -> Dd {
        Dd { hi: -self.hi, lo: -self.lo }
    }
}

impl Sub for Dd {
    type Output = Dd;
    fn sub(self, o: Dd) -> Dd {
        self + -o
    }
}

impl Mul for Dd {
    type Output = Dd;
    fn mul(self, o: Dd) -> Dd {
        let p = self.hi * o.hi;
        if !p.is_finite() {
            return Dd::new(p);
        }
        let e = self.hi.mul_add(o.hi, -p);
        fast_two_sum(p, e + (self.hi * o.lo + self.lo * o.hi))
    }
}

impl Div for Dd {
    type Output = Dd;
    fn div(self, o: Dd) -> Dd {
        let q = self.hi / o.hi;
        if !q.is_finite() || q == 0.0 {
            return Dd::new(q);
        }
        let r = self - o * Dd::new(q);
        let q2 = r.hi / o.hi;
        let r = r - o * Dd::new(q2);
        fast_two_sum(q, q2) + Dd::new(r.hi / o.hi)
    }
}
