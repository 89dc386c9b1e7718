//! Building affine expressions, folded as upstream MLIR folds them.
//!
//! The rules and their order are those of upstream's constructors (mlir/lib/IR/AffineExpr.cpp, LLVM 22):
//! constants go to the right, then symbols; two dimensions or two symbols are sorted; sums and products with
//! constants merge; adjacent like terms are added; `x - (x floordiv c) * c` is `x mod c`; multiples of a
//! divisor leave quotients and remainders. There are two differences, since upstream's text would not be read
//! back as the same expression: a sum on the right of a sum is split (`a + (b + c)` is `(a + b) + c`), and a
//! fold whose result does not fit 64 bits is not applied.

use super::{AffineError, AffineExpr, AffineOp};

type Folded = Result<AffineExpr, AffineError>;

impl AffineExpr {
    /// The folded combination of two expressions.
    ///
    /// # Errors
    /// As the operation's own constructor.
    pub fn binary(op: AffineOp, lhs: &AffineExpr, rhs: &AffineExpr) -> Folded {
        match op {
            AffineOp::Add => lhs.add(rhs),
            AffineOp::Mul => lhs.mul(rhs),
            AffineOp::Mod => lhs.modulo(rhs),
            AffineOp::FloorDiv => lhs.floordiv(rhs),
            AffineOp::CeilDiv => lhs.ceildiv(rhs),
        }
    }

    /// `self + rhs`.
    ///
    /// # Errors
    /// [`AffineError::TooLarge`], [`AffineError::TooDeep`].
    pub fn add(&self, rhs: &AffineExpr) -> Folded {
        let lhs = self;
        if let (Some(a), Some(b)) = (lhs.as_const(), rhs.as_const()) {
            return match a.checked_add(b) {
                Some(sum) => Ok(AffineExpr::constant(sum)),
                None => AffineExpr::binary_unfolded(AffineOp::Add, lhs, rhs),
            };
        }
        let swap = lhs.is_symbolic_or_constant() && !rhs.is_symbolic_or_constant();
        if lhs.as_const().is_some() || swap || out_of_order(lhs, rhs) {
            return rhs.add(lhs);
        }
        if rhs.as_const() == Some(0) {
            return Ok(lhs.clone());
        }
        if let Some(sum) = lhs.add_like(rhs)? {
            return Ok(sum);
        }
        if let Some((x, y)) = rhs.as_binary(AffineOp::Add) {
            return lhs.add(x)?.add(y);
        }
        if let Some((x, y)) = lhs.as_binary(AffineOp::Add)
            && let Some(c) = y.as_const()
        {
            match rhs.as_const() {
                None => return x.add(rhs)?.add(y),
                Some(d) => {
                    if let Some(sum) = c.checked_add(d) {
                        return x.add(&AffineExpr::constant(sum));
                    }
                }
            }
        }
        if let Some(divisor) = remainder_divisor(lhs, rhs) {
            return lhs.modulo(&divisor);
        }
        if let Some(sum) = lhs.add_to_last(rhs)? {
            return Ok(sum);
        }
        AffineExpr::binary_unfolded(AffineOp::Add, lhs, rhs)
    }

    /// `(x + y) + (z floordiv c) * k`, where the product combines with y: they form a remainder, or are
    /// alike, or y goes to the right as it has no dimensions.
    fn add_to_last(&self, rhs: &AffineExpr) -> Result<Option<AffineExpr>, AffineError> {
        let product = rhs.as_binary(AffineOp::Mul).filter(|(z, _)| z.as_binary(AffineOp::FloorDiv).is_some());
        let (Some((x, y)), Some(_)) = (self.as_binary(AffineOp::Add), product) else { return Ok(None) };
        if y.as_const().is_some() {
            return Ok(None);
        }
        if y.is_symbolic_or_constant() && !rhs.is_symbolic_or_constant() {
            return x.add(rhs)?.add(y).map(Some);
        }
        if let Some(divisor) = remainder_divisor(y, rhs) {
            return x.add(&y.modulo(&divisor)?).map(Some);
        }
        match y.add_like(rhs)? {
            Some(sum) => x.add(&sum).map(Some),
            None => Ok(None),
        }
    }

    /// `c1*x + c2*x` as `(c1 + c2)*x`.
    fn add_like(&self, rhs: &AffineExpr) -> Result<Option<AffineExpr>, AffineError> {
        if rhs.as_const().is_some() {
            return Ok(None);
        }
        let ((x, c), (y, d)) = (self.split_factor(), rhs.split_factor());
        match c.checked_add(d) {
            Some(sum) if x == y => x.mul(&AffineExpr::constant(sum)).map(Some),
            _ => Ok(None),
        }
    }

    /// The expression as a product with a constant.
    pub(super) fn split_factor(&self) -> (&AffineExpr, i64) {
        match self.as_binary(AffineOp::Mul) {
            Some((x, c)) if c.as_const().is_some() => (x, c.as_const().unwrap_or(1)),
            _ => (self, 1),
        }
    }

    /// `self + value`.
    ///
    /// # Errors
    /// As [`AffineExpr::add`].
    pub fn add_const(&self, value: i64) -> Folded {
        self.add(&AffineExpr::constant(value))
    }

    /// `self - rhs`, which is `self + rhs * -1`.
    ///
    /// # Errors
    /// As [`AffineExpr::add`].
    pub fn sub(&self, rhs: &AffineExpr) -> Folded {
        self.add(&rhs.neg()?)
    }

    /// `-self`, which is `self * -1`.
    ///
    /// # Errors
    /// As [`AffineExpr::mul`].
    pub fn neg(&self) -> Folded {
        self.mul(&AffineExpr::constant(-1))
    }

    /// `self * rhs`.
    ///
    /// # Errors
    /// [`AffineError::NotAffine`] if both operands have dimensions; [`AffineError::TooLarge`],
    /// [`AffineError::TooDeep`].
    pub fn mul(&self, rhs: &AffineExpr) -> Folded {
        let lhs = self;
        if let (Some(a), Some(b)) = (lhs.as_const(), rhs.as_const()) {
            return match a.checked_mul(b) {
                Some(product) => Ok(AffineExpr::constant(product)),
                None => AffineExpr::binary_unfolded(AffineOp::Mul, lhs, rhs),
            };
        }
        if !lhs.is_symbolic_or_constant() && !rhs.is_symbolic_or_constant() {
            return Err(AffineError::NotAffine("*"));
        }
        if !rhs.is_symbolic_or_constant() || lhs.as_const().is_some() || out_of_order(lhs, rhs) {
            return rhs.mul(lhs);
        }
        match rhs.as_const() {
            Some(1) => return Ok(lhs.clone()),
            Some(0) => return Ok(rhs.clone()),
            _ => {}
        }
        if let Some((x, y)) = lhs.as_binary(AffineOp::Mul)
            && let Some(c) = y.as_const()
        {
            match rhs.as_const() {
                None => return x.mul(rhs)?.mul(y),
                Some(d) => {
                    if let Some(product) = c.checked_mul(d) {
                        return x.mul(&AffineExpr::constant(product));
                    }
                }
            }
        }
        AffineExpr::binary_unfolded(AffineOp::Mul, lhs, rhs)
    }

    /// `self * factor`.
    ///
    /// # Errors
    /// [`AffineError::TooLarge`], [`AffineError::TooDeep`].
    pub fn scale(&self, factor: i64) -> Folded {
        self.mul(&AffineExpr::constant(factor))
    }

    /// `self floordiv rhs`. Division by 0 has no meaning and is not folded.
    ///
    /// # Errors
    /// [`AffineError::NotAffine`] if the divisor has dimensions; [`AffineError::TooLarge`],
    /// [`AffineError::TooDeep`].
    pub fn floordiv(&self, rhs: &AffineExpr) -> Folded {
        if let Some(quotient) = self.divide_by_constant(AffineOp::FloorDiv, rhs)? {
            return Ok(quotient);
        }
        if let (Some(c), Some((x, y))) = (nonzero(rhs), self.as_binary(AffineOp::Add))
            && (x.is_multiple_of(c) || y.is_multiple_of(c))
        {
            return x.floordiv(rhs)?.add(&y.floordiv(rhs)?);
        }
        AffineExpr::binary_unfolded(AffineOp::FloorDiv, self, rhs)
    }

    /// `self ceildiv rhs`. Division by 0 has no meaning and is not folded.
    ///
    /// # Errors
    /// As [`AffineExpr::floordiv`].
    pub fn ceildiv(&self, rhs: &AffineExpr) -> Folded {
        match self.divide_by_constant(AffineOp::CeilDiv, rhs)? {
            Some(quotient) => Ok(quotient),
            None => AffineExpr::binary_unfolded(AffineOp::CeilDiv, self, rhs),
        }
    }

    /// The folds that both roundings share.
    fn divide_by_constant(&self, op: AffineOp, rhs: &AffineExpr) -> Result<Option<AffineExpr>, AffineError> {
        if !rhs.is_symbolic_or_constant() {
            return Err(AffineError::NotAffine(op.spelling()));
        }
        let Some(c) = nonzero(rhs) else { return Ok(None) };
        if let Some(value) = self.as_const() {
            return Ok(op.apply(value, c).ok().map(AffineExpr::constant));
        }
        if c == 1 {
            return Ok(Some(self.clone()));
        }
        let Some((x, factor)) = self.as_binary(AffineOp::Mul) else { return Ok(None) };
        match factor.as_const().map(|f| (f.checked_rem(c), f.checked_div(c))) {
            Some((Some(0), Some(quotient))) => x.scale(quotient).map(Some),
            _ => Ok(None),
        }
    }

    /// `self mod rhs`. A divisor that is not positive has no meaning, and the remainder is not folded.
    ///
    /// # Errors
    /// As [`AffineExpr::floordiv`].
    pub fn modulo(&self, rhs: &AffineExpr) -> Folded {
        if !rhs.is_symbolic_or_constant() {
            return Err(AffineError::NotAffine(AffineOp::Mod.spelling()));
        }
        let Some(c) = positive(rhs) else {
            return AffineExpr::binary_unfolded(AffineOp::Mod, self, rhs);
        };
        if let Some(value) = self.as_const() {
            return Ok(AffineExpr::constant(value.rem_euclid(c)));
        }
        if self.is_multiple_of(c) {
            return Ok(AffineExpr::constant(0));
        }
        if let Some((x, y)) = self.as_binary(AffineOp::Add) {
            if x.is_multiple_of(c) {
                return y.modulo(rhs);
            }
            if y.is_multiple_of(c) {
                return x.modulo(rhs);
            }
        }
        if let Some((x, inner)) = self.as_binary(AffineOp::Mod)
            && positive(inner).is_some_and(|inner| inner % c == 0)
        {
            return x.modulo(rhs);
        }
        AffineExpr::binary_unfolded(AffineOp::Mod, self, rhs)
    }
}

fn nonzero(divisor: &AffineExpr) -> Option<i64> {
    divisor.as_const().filter(|c| *c != 0)
}

fn positive(divisor: &AffineExpr) -> Option<i64> {
    divisor.as_const().filter(|c| *c > 0)
}

/// True for two dimensions, or two symbols, if the later one comes first.
fn out_of_order(lhs: &AffineExpr, rhs: &AffineExpr) -> bool {
    let later = |a: Option<u32>, b: Option<u32>| a.zip(b).is_some_and(|(a, b)| a > b);
    later(lhs.as_dim(), rhs.as_dim()) || later(lhs.as_symbol(), rhs.as_symbol())
}

/// The divisor `q` for which `lhs + rhs` is `lhs - (lhs floordiv q) * q`.
fn remainder_divisor(lhs: &AffineExpr, rhs: &AffineExpr) -> Option<AffineExpr> {
    let (product, factor) = rhs.as_binary(AffineOp::Mul)?;
    // `((lhs floordiv q) * q) * -1`, with a symbolic q
    if factor.as_const() == Some(-1)
        && let Some((quotient, q)) = product.as_binary(AffineOp::Mul)
    {
        return quotient
            .as_binary(AffineOp::FloorDiv)
            .filter(|(x, d)| *x == lhs && *d == q)
            .map(|_| q.clone());
    }
    // `(lhs floordiv q) * -q`
    let (x, q) = product.as_binary(AffineOp::FloorDiv)?;
    let matches = match (q.as_const(), factor.as_const()) {
        (Some(q), Some(f)) => q.checked_neg() == Some(f),
        _ => factor.neg().ok().as_ref() == Some(q),
    };
    (x == lhs && matches).then(|| q.clone())
}
