//! Discrete Fourier transforms of real and complex tensors; a complex tensor is a pair of tensors, the real
//! and imaginary parts.

use crate::layout::Axes;
use crate::trace::error::Site;
use crate::trace::state::{Shared, Traced, Val};
use crate::trace::tracer::Tracer;
use crate::types::broadcast::same;
use crate::types::dim::Dim;
use crate::types::tensor::{Arg, Operand, Tensor};
use tf_ir::extent::{Extent, Verdict};
use tf_library::fourier::{self, Complex, Direction};

/// The real and the imaginary part.
type Parts = [Val; 2];

fn both(mut vals: Vec<Val>) -> Parts {
    let im = vals.remove(1);
    [vals.remove(0), im]
}

impl Shared {
    /// Converts operands to floats of one type and shape.
    fn floats(&self, at: Site, what: &str, args: Vec<Arg>) -> Traced<Vec<Val>> {
        let pieces = self.pieces(at, args)?;
        let elem = self.common_elem(at, what, &pieces)?.to_float();
        let vals: Traced<Vec<Val>> = pieces.iter().map(|piece| self.realize(at, piece, elem)).collect();
        self.unify(at, what, vals?)
    }

    /// The axes of a transform, at least one.
    fn transformed(&self, at: Site, what: &str, axes: impl Axes, val: &Val) -> Traced<Vec<usize>> {
        let axes = self.axes(at, axes, self.shape(val).len())?;
        if axes.is_empty() {
            return Err(self.fail(at, format!("{what} needs at least one axis: a scalar has none")));
        }
        Ok(axes)
    }

    fn fft(&self, at: Site, x: Parts, axis: usize, direction: Direction) -> Traced<Parts> {
        let elem = x[0].elem;
        self.built_all(at, &x, elem, |b, v| {
            let made = fourier::fft(b, Complex { re: v[0], im: v[1] }, axis, direction);
            [made.re, made.im]
        })
    }

    /// Complex transforms along axes, one after the other.
    fn fft_along(&self, at: Site, x: Parts, axes: &[usize], direction: Direction) -> Traced<Parts> {
        axes.iter().rev().try_fold(x, |x, axis| self.fft(at, x, *axis, direction))
    }

    fn rfft(&self, at: Site, x: Val, axes: &[usize]) -> Traced<Parts> {
        let elem = x.elem;
        let (last, rest) = axes.split_last().expect("there is an axis");
        let half = self.built_all(at, &[x], elem, |b, v| {
            let made = fourier::rfft(b, v[0], *last);
            [made.re, made.im]
        })?;
        self.fft_along(at, half, rest, Direction::Forward)
    }

    fn irfft(&self, at: Site, x: Parts, n: &Extent, axes: &[usize]) -> Traced<Val> {
        let elem = x[0].elem;
        let (last, rest) = axes.split_last().expect("there is an axis");
        let mut shape = self.shape(&x[0]);
        let half = n.floordiv(2).and_then(|half| half.add(&Extent::constant(1)));
        let half = half.map_err(|_| self.fail(at, "half of the extent is too large an expression"))?;
        if same(&shape[*last], &half) == Verdict::Refuted || n.as_const() == Some(0) {
            let found = &shape[*last];
            let message = format!(
                "irfft to {n} elements needs n/2 + 1 elements of the spectrum, not {found} along axis {last}"
            );
            return Err(self.fail_about(at, message, &[("the spectrum", &x[0])]));
        }
        shape[*last] = half;
        let [re, im] = self.fft_along(at, x, rest, Direction::Inverse)?;
        let x = [self.cast_shape(at, re, &shape)?, self.cast_shape(at, im, &shape)?];
        self.built(at, &x, elem, |b, v| fourier::irfft(b, Complex { re: v[0], im: v[1] }, *last, n))
    }
}

impl Tracer {
    /// The discrete Fourier transform of a complex tensor, given by its real and imaginary parts, along axes:
    /// `Σ x(j) exp(−2πi·j·k/n)`. Any length works, in `n log n` steps; a step is more expensive if the length
    /// is only known at run time. NumPy's `fft.fftn`; floats keep their precision, and the computation is at
    /// least in f32.
    ///
    /// ```
    /// # use tf_frontend::Program;
    /// let program = Program::trace("smooth", |p| {
    ///     let x = p.input::<f32>("x", (p.dim("batch"), 300));
    ///     let (re, im) = p.fft((&x, 0.0), -1);
    ///     let kept = p.iota::<f32>([300], 0).lt(20);
    ///     p.ifft((kept.select(re, 0.0), kept.select(im, 0.0)), -1)
    /// });
    /// assert!(program.is_ok(), "{program:?}");
    /// ```
    #[track_caller]
    pub fn fft(&self, x: (impl Operand, impl Operand), axes: impl Axes) -> (Tensor, Tensor) {
        self.complex(Site::caller(), "fft", [x.0.arg(), x.1.arg()], axes, Direction::Forward)
    }

    /// The inverse of [`Tracer::fft`]: `1/n Σ x(k) exp(2πi·j·k/n)`. NumPy's `fft.ifftn`.
    #[track_caller]
    pub fn ifft(&self, x: (impl Operand, impl Operand), axes: impl Axes) -> (Tensor, Tensor) {
        self.complex(Site::caller(), "ifft", [x.0.arg(), x.1.arg()], axes, Direction::Inverse)
    }

    /// [`Tracer::fft`] of a real tensor, whose spectrum is determined by its first half: the result has
    /// `n/2 + 1` elements (rounded down) of `n` along the last of the axes. NumPy's `fft.rfftn`.
    ///
    /// ```
    /// # use tf_frontend::Program;
    /// let program = Program::trace("power", |p| {
    ///     let (re, im) = p.rfft(p.input::<f32>("x", [100]), 0);
    ///     re.square() + im.square()
    /// });
    /// assert!(program.is_ok(), "{program:?}");
    /// ```
    #[track_caller]
    pub fn rfft(&self, x: impl Operand, axes: impl Axes) -> (Tensor, Tensor) {
        let (at, x, shared) = (Site::caller(), x.arg(), &self.shared);
        let made = shared.outside_compute(|| {
            let x = shared.floats(at, "rfft", vec![x])?.remove(0);
            let axes = shared.transformed(at, "rfft", axes, &x)?;
            shared.rfft(at, x, &axes)
        });
        self.pair(made)
    }

    /// The inverse of [`Tracer::rfft`]; `n` is the extent of the real result along the last of the axes.
    /// NumPy's `fft.irfftn`.
    #[track_caller]
    pub fn irfft<'a>(
        &self,
        x: (impl Operand, impl Operand),
        n: impl Into<Dim<'a>>,
        axes: impl Axes,
    ) -> Tensor {
        let (at, shared) = (Site::caller(), &self.shared);
        let (x, n) = (vec![x.0.arg(), x.1.arg()], n.into());
        let made = shared.outside_compute(|| {
            let x = shared.floats(at, "irfft", x)?;
            let axes = shared.transformed(at, "irfft", axes, &x[0])?;
            let n = shared.checked_shape(at, vec![n.term()])?.remove(0);
            let x = both(x);
            shared.irfft(at, x, &n, &axes)
        });
        Tensor::of(shared, made)
    }

    fn complex(
        &self,
        at: Site,
        what: &str,
        x: [Arg; 2],
        axes: impl Axes,
        direction: Direction,
    ) -> (Tensor, Tensor) {
        let shared = &self.shared;
        let made = shared.outside_compute(|| {
            let x = both(shared.floats(at, what, x.into())?);
            let axes = shared.transformed(at, what, axes, &x[0])?;
            shared.fft_along(at, x, &axes, direction)
        });
        self.pair(made)
    }

    fn pair(&self, made: Traced<Parts>) -> (Tensor, Tensor) {
        match made {
            Ok(parts) => parts.map(|part| Tensor::of(&self.shared, Ok(part))).into(),
            Err(_) => (Tensor::poison(&self.shared), Tensor::poison(&self.shared)),
        }
    }
}

impl Tensor {
    /// Rotates the tensor along axes so that frequency 0, which [`Tracer::fft`] puts first, is in the middle.
    /// NumPy's `fft.fftshift`.
    #[track_caller]
    pub fn fftshift(&self, axes: impl Axes) -> Tensor {
        self.turned(Site::caller(), axes, |n| n / 2)
    }

    /// The inverse of [`Tensor::fftshift`]. NumPy's `fft.ifftshift`.
    #[track_caller]
    pub fn ifftshift(&self, axes: impl Axes) -> Tensor {
        self.turned(Site::caller(), axes, |n| n.ceil_div(2))
    }

    fn turned(&self, at: Site, axes: impl Axes, by: impl Fn(Dim<'_>) -> Dim<'_>) -> Tensor {
        let axes = self.extents().and_then(|extents| self.shared.axes(at, axes, extents.len()));
        let Ok(axes) = axes else { return Tensor::poison(&self.shared) };
        self.library(at, || {
            let along = axes.iter().map(|axis| *axis as i64);
            along.fold(self.clone(), |x, axis| x.roll(axis, by(self.extent(axis))))
        })
    }
}
