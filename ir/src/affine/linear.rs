//! Affine expressions as linear forms.

use super::{AffineError, AffineExpr, AffineExprKind, AffineOp};

/// `Σ dims[i]*d_i + Σ symbols[j]*s_j + constant`.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LinearForm {
    /// Coefficient of each dimension.
    pub dims: Vec<i64>,
    /// Coefficient of each symbol.
    pub symbols: Vec<i64>,
    /// The part without either.
    pub constant: i64,
}

impl LinearForm {
    /// The form 0 over the given numbers of dimensions and symbols.
    pub fn zero(num_dims: u32, num_symbols: u32) -> Self {
        Self { dims: vec![0; num_dims as usize], symbols: vec![0; num_symbols as usize], constant: 0 }
    }

    /// The form as an expression: dimensions, then symbols, then the constant.
    ///
    /// # Errors
    /// [`AffineError::TooLarge`], [`AffineError::TooDeep`].
    pub fn to_expr(&self) -> Result<AffineExpr, AffineError> {
        let dims = (0..).zip(&self.dims).map(|(d, k)| (AffineExpr::dim(d), *k));
        let symbols = (0..).zip(&self.symbols).map(|(s, k)| (AffineExpr::symbol(s), *k));
        let mut sum = AffineExpr::constant(0);
        for (leaf, factor) in dims.chain(symbols).filter(|(_, k)| *k != 0) {
            sum = sum.add(&leaf.scale(factor)?)?;
        }
        sum.add_const(self.constant)
    }

    /// `self += factor * other`, if no coefficient overflows.
    pub fn add_scaled(&mut self, other: &LinearForm, factor: i64) -> Option<()> {
        let pairs = self.dims.iter_mut().zip(&other.dims);
        let pairs = pairs.chain(self.symbols.iter_mut().zip(&other.symbols));
        for (a, b) in pairs.chain(std::iter::once((&mut self.constant, &other.constant))) {
            *a = b.checked_mul(factor).and_then(|v| a.checked_add(v))?;
        }
        Some(())
    }
}

impl AffineExpr {
    /// The expression as a linear form over the given numbers of dimensions and symbols.
    ///
    /// `None` if it is not linear (has quotients, remainders or products of symbols), uses others, or a
    /// coefficient does not fit 64 bits.
    pub fn linear_form(&self, num_dims: u32, num_symbols: u32) -> Option<LinearForm> {
        let mut form = LinearForm::zero(num_dims, num_symbols);
        self.accumulate(1, &mut form)?;
        Some(form)
    }

    fn accumulate(&self, factor: i64, form: &mut LinearForm) -> Option<()> {
        let (place, value) = match self.kind() {
            AffineExprKind::Dim(d) => (form.dims.get_mut(*d as usize)?, factor),
            AffineExprKind::Symbol(s) => (form.symbols.get_mut(*s as usize)?, factor),
            AffineExprKind::Constant(value) => (&mut form.constant, value.checked_mul(factor)?),
            AffineExprKind::Binary(AffineOp::Add, lhs, rhs) => {
                lhs.accumulate(factor, form)?;
                return rhs.accumulate(factor, form);
            }
            AffineExprKind::Binary(AffineOp::Mul, lhs, rhs) => {
                let constant = rhs.as_const()?;
                return lhs.accumulate(factor.checked_mul(constant)?, form);
            }
            AffineExprKind::Binary(..) => return None,
        };
        *place = place.checked_add(value)?;
        Some(())
    }

    /// The constant the value changes by when the dimension grows by one; 0 if it does not occur.
    ///
    /// `None` if no such constant exists, or if a quotient or remainder hides it.
    pub fn stride(&self, dim: u32) -> Option<i64> {
        match self.kind() {
            AffineExprKind::Dim(d) => Some(i64::from(*d == dim)),
            AffineExprKind::Binary(AffineOp::Add, lhs, rhs) => lhs.stride(dim)?.checked_add(rhs.stride(dim)?),
            AffineExprKind::Binary(AffineOp::Mul, lhs, rhs) if rhs.as_const().is_some() => {
                lhs.stride(dim)?.checked_mul(rhs.as_const()?)
            }
            _ => (!self.uses_dim(dim)).then_some(0),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::affine::AffineMap;

    fn map(body: &str) -> AffineMap {
        AffineMap::parse_prefix(body).unwrap().0
    }

    #[test]
    fn linear_expressions_have_coefficients() {
        let m = map("(i, j)[n] -> (2 * i + n - 3 - j * 4, i + j - i, i floordiv 2, i * n, 7)");
        let forms: Vec<_> = m.results().iter().map(|e| e.linear_form(2, 1)).collect();
        let first = forms[0].clone().unwrap();
        assert_eq!((&first.dims[..], &first.symbols[..], first.constant), (&[2, -4][..], &[1][..], -3));
        assert_eq!(first.to_expr().unwrap().to_string(), "d0 * 2 - d1 * 4 + s0 - 3");
        assert_eq!(forms[1].as_ref().unwrap().dims, [0, 1]);
        assert_eq!((&forms[2], &forms[3]), (&None, &None));
        assert_eq!(forms[4].as_ref().unwrap().dims, [0, 0]);
        assert_eq!(m.results()[0].linear_form(1, 1), None, "d1 is not among the dimensions");
    }

    #[test]
    fn coefficients_that_do_not_fit_are_no_form() {
        let m = map("(i)[n] -> ((i + n) * 9223372036854775807 + i, (i + 2) * 9223372036854775807)");
        assert_eq!(m.results()[0].linear_form(1, 1), None);
        assert_eq!(m.results()[1].linear_form(1, 1), None);
    }

    #[test]
    fn strides() {
        let m = map("(i, j) -> (i * 3 + j floordiv 2, (i + j) mod 8 + i, j + i, 5)");
        let strides = |r: usize| (m.results()[r].stride(0), m.results()[r].stride(1));
        assert_eq!(strides(0), (Some(3), None));
        assert_eq!(strides(1), (None, None));
        assert_eq!(strides(2), (Some(1), Some(1)));
        assert_eq!(strides(3), (Some(0), Some(0)));
    }
}
