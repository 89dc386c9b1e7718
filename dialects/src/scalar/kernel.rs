//! A scalar op resolved to function pointers: chosen once per op, called once per element.

use smallvec::SmallVec;

use super::dtype::{DType, Scalar};

/// The bit widths of an integer function. Float functions ignore them: their format is part of the pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ctx {
    /// Width of the (last) operand.
    pub operand: u8,
    /// Width of the first result.
    pub result: u8,
}

impl Ctx {
    /// The context of an op from these operand to these result types.
    pub fn new(operand: DType, result: DType) -> Self {
        Ctx { operand: operand.bits() as u8, result: result.bits() as u8 }
    }

    /// The context of an op whose operands and results all have one type.
    pub fn of(dtype: DType) -> Self {
        Ctx::new(dtype, dtype)
    }

    /// Sign-extends an operand.
    #[inline(always)]
    pub(super) fn sext(self, x: u64) -> i64 {
        let unused = 64 - u32::from(self.operand);
        ((x << unused) as i64) >> unused
    }

    /// The bits an operand may have set.
    #[inline(always)]
    pub(super) fn mask(self) -> u64 {
        u64::MAX >> (64 - u32::from(self.operand))
    }
}

/// A scalar function on bits: up to three operands (unused ones are ignored), one result. Operands have no
/// bits set above their width, and neither has the result.
pub type ScalarFn = fn(Ctx, u64, u64, u64) -> u64;

/// The functions of one op at fixed types: one per result.
#[derive(Clone, Debug)]
pub struct Kernel {
    ctx: Ctx,
    functions: SmallVec<[ScalarFn; 2]>,
    results: SmallVec<[DType; 2]>,
}

impl Kernel {
    pub(super) fn new(ctx: Ctx, functions: SmallVec<[ScalarFn; 2]>, results: &[DType]) -> Self {
        debug_assert_eq!(functions.len(), results.len(), "one function per result");
        Kernel { ctx, functions, results: results.into() }
    }

    /// The widths to call the functions with.
    pub fn ctx(&self) -> Ctx {
        self.ctx
    }

    /// The function of result `index`, to be called with [`Kernel::ctx`].
    pub fn function(&self, index: usize) -> ScalarFn {
        self.functions[index]
    }

    /// The count of results: 1 or 2.
    pub fn results(&self) -> usize {
        self.functions.len()
    }

    /// The first result for up to three operands; give 0 for missing operands.
    #[inline]
    pub fn call(&self, a: u64, b: u64, c: u64) -> u64 {
        (self.functions[0])(self.ctx, a, b, c)
    }

    /// Result `index` for each element. `operands` holds one slice per operand (at most three), each as long
    /// as `out` or of length 1, which is broadcast.
    ///
    /// # Panics
    /// When an operand's length is neither 1 nor that of `out`.
    pub fn map(&self, index: usize, operands: &[&[u64]], out: &mut [u64]) {
        let function = self.functions[index];
        let operand = |k: usize| operands.get(k).copied().unwrap_or(&[0]);
        let (a, b, c) = (operand(0), operand(1), operand(2));
        let step = |s: &[u64]| {
            assert!(
                s.len() == 1 || s.len() == out.len(),
                "operand of {} elements for {}",
                s.len(),
                out.len()
            );
            usize::from(s.len() == out.len())
        };
        let (sa, sb, sc) = (step(a), step(b), step(c));
        for (i, o) in out.iter_mut().enumerate() {
            *o = function(self.ctx, a[i * sa], b[i * sb], c[i * sc]);
        }
    }

    /// All results for typed operands.
    pub fn eval(&self, operands: &[Scalar]) -> SmallVec<[Scalar; 2]> {
        let bits = |k: usize| operands.get(k).map_or(0, |s| s.bits());
        let call =
            |(f, &d): (&ScalarFn, &DType)| Scalar::from_bits(d, f(self.ctx, bits(0), bits(1), bits(2)));
        self.functions.iter().zip(&self.results).map(call).collect()
    }
}
