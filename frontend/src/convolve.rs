//! Windows that move over tensors: convolutions and pooling. Batch first, features last: `[batch, height, width, features]`.

use crate::error::Site;
use crate::reduce::Combine;
use crate::state::{NewOp, Shared, Traced, Val};
use crate::tensor::{Operand, Tensor};
use tf_dialects::tensor::constraints::kinds_attr;
use tf_dialects::tensor::reduce_window::WindowAxis;
use tf_ir::extent::{Extent, Verdict};

/// What surrounds a tensor when a window moves over it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Padding {
    /// Nothing: the window stays inside.
    #[default]
    Valid,
    /// As much that with stride 1 the result has the extents of the input; what does not divide evenly comes behind.
    Same,
    /// This many places on each side.
    Each(i64),
}

impl Padding {
    /// The places before and behind an axis for a window of `size` places.
    fn places(self, size: i64) -> [i64; 2] {
        match self {
            Padding::Valid => [0, 0],
            Padding::Same => [(size - 1) / 2, size / 2],
            Padding::Each(n) => [n, n],
        }
    }
}

/// How a window moves over each spatial axis.
struct Motion {
    strides: Vec<i64>,
    low: Vec<i64>,
    high: Vec<i64>,
    /// Extents of the result along these axes.
    extents: Vec<Extent>,
}

impl Shared {
    fn motion(
        &self,
        at: Site,
        what: &str,
        (shape, sizes): (&[Extent], &[i64]),
        strides: &[i64],
        padding: Padding,
    ) -> Traced<Motion> {
        if strides.len() != sizes.len() {
            let (n, given) = (sizes.len(), strides.len());
            return Err(
                self.fail(at, format!("{what} over {n} spatial axes has {given} strides: give one for each"))
            );
        }
        let mut motion =
            Motion { strides: strides.to_vec(), low: Vec::new(), high: Vec::new(), extents: Vec::new() };
        for (i, size) in sizes.iter().enumerate() {
            let [low, high] = padding.places(*size);
            let axis = WindowAxis {
                size: Extent::constant(*size),
                stride: strides[i],
                base_dilation: 1,
                dilation: 1,
                low,
                high,
            };
            axis.check(i).map_err(|error| self.fail(at, format!("{what} {error}")))?;
            let extent = axis.count(&shape[i]);
            motion
                .extents
                .push(extent.map_err(|_| {
                    self.fail(at, format!("{what} gives an extent that is too large a term"))
                })?);
            motion.low.push(low);
            motion.high.push(high);
        }
        Ok(motion)
    }

    /// Constant extents of a tensor's first `count` axes: those of a window.
    fn constants(&self, at: Site, val: &Val, count: usize) -> Traced<Vec<i64>> {
        let shape = self.shape(val);
        let all: Option<Vec<i64>> = shape[..count].iter().map(Extent::as_const).collect();
        all.ok_or_else(|| {
            let message = format!(
                "a convolution needs a kernel of constant spatial extents, not {}",
                self.describe(val)
            );
            self.fail_about(at, message, &[("the kernel", val)])
        })
    }

    fn convolve(&self, at: Site, vals: [Val; 2], strides: &[i64], padding: Padding) -> Traced<Val> {
        let [shape, kernel] = [0, 1].map(|i| self.shape(&vals[i]));
        let rank = shape.len();
        if rank < 3 || kernel.len() != rank {
            let words = vals.each_ref().map(|val| self.describe(val));
            let message = format!(
                "a convolution needs [batch, …, features] and a kernel […, features, new features] of the same rank, not {} and {}",
                words[0], words[1]
            );
            return Err(self.fail_about(at, message, &[("the input", &vals[0]), ("the kernel", &vals[1])]));
        }
        let spatial = rank - 2;
        if crate::broadcast::same(&shape[rank - 1], &kernel[rank - 2]) != Verdict::Proved {
            let message = format!(
                "a convolution of {} features with a kernel for {}",
                shape[rank - 1],
                kernel[rank - 2]
            );
            return Err(self.fail_about(at, message, &[("the input", &vals[0]), ("the kernel", &vals[1])]));
        }
        let sizes = self.constants(at, &vals[1], spatial)?;
        let motion = self.motion(at, "a convolution", (&shape[1..], &sizes), strides, padding)?;
        let digits: String = ('0'..='9').take(spatial).collect();
        let mut result = vec![shape[0].clone()];
        result.extend(motion.extents);
        result.push(kernel[rank - 1].clone());
        let elem = vals[0].elem;
        let sum = elem.accumulator();
        let attrs = [
            ("dims", self.ctx.string_attr(&format!("b{digits}f,{digits}io->b{digits}f"))),
            ("strides", self.ctx.i64_array_attr(&motion.strides)),
            ("low", self.ctx.i64_array_attr(&motion.low)),
            ("high", self.ctx.i64_array_attr(&motion.high)),
        ];
        let results = [(self.tensor_type(&result, sum), sum)];
        let products = self.emit_one(
            at,
            NewOp { name: "tensor.conv", operands: &vals, results: &results, attrs: &attrs, blocks: &[] },
        )?;
        self.cast(at, products, elem)
    }

    fn pool(
        &self,
        at: Site,
        val: Val,
        how: Combine,
        (window, strides): (&[i64], &[i64]),
        padding: Padding,
    ) -> Traced<Val> {
        let shape = self.shape(&val);
        let rank = window.len() + 2;
        if shape.len() != rank {
            let (n, words) = (window.len(), self.describe(&val));
            let message = format!(
                "pooling with a window of {n} axes needs [batch, …, features] of rank {rank}, not {words}"
            );
            return Err(self.fail_about(at, message, &[("the input", &val)]));
        }
        let elem = val.elem;
        let val = self.cast(at, val, if how == Combine::Sum { elem.accumulator() } else { elem })?;
        let kind = how
            .kind(val.elem)
            .ok_or_else(|| self.fail(at, format!("{} is not defined on {}", how.word(), val.elem)))?;
        let motion = self.motion(at, "pooling", (&shape[1..], window), strides, padding)?;
        let mut result = vec![shape[0].clone()];
        result.extend(motion.extents.iter().cloned());
        result.push(shape[rank - 1].clone());
        let around = |list: &[i64], ends: i64| {
            let all: Vec<i64> = [&[ends], list, &[ends]].concat();
            self.ctx.i64_array_attr(&all)
        };
        let attrs = [
            ("kinds", kinds_attr(&self.ctx, &[kind])),
            ("window", around(window, 1)),
            ("strides", around(&motion.strides, 1)),
            ("low", around(&motion.low, 0)),
            ("high", around(&motion.high, 0)),
        ];
        let results = [(self.tensor_type(&result, val.elem), val.elem)];
        let operands = [val];
        let name = "tensor.reduce_window";
        let op = NewOp { name, operands: &operands, results: &results, attrs: &attrs, blocks: &[] };
        let pooled = self.emit_one(at, op)?;
        self.cast(at, pooled, elem)
    }
}

impl Tensor {
    /// The convolution (cross-correlation) of `[batch, …, features]` with a kernel `[…, features, new features]`, over any number
    /// of spatial axes: `[batch, …, new features]`. `strides` has a number for each spatial axis.
    ///
    /// ```
    /// # use tf_frontend::{Padding, Program};
    /// let program = Program::trace("edges", |p| {
    ///     let images = p.input::<f32>("images", (p.dim("n"), 28, 28, 1));
    ///     let kernel = p.input::<f32>("kernel", [3, 3, 1, 8]);
    ///     images.conv(&kernel, &[2, 2], Padding::Same) // [n, 14, 14, 8]
    /// });
    /// assert!(program.is_ok());
    /// ```
    #[track_caller]
    pub fn conv(&self, kernel: impl Operand, strides: &[i64], padding: Padding) -> Tensor {
        let at = Site::caller();
        let args = [self.arg(), kernel.arg()];
        self.made(|shared| {
            shared.outside_compute(|| {
                let pieces = shared.pieces(at, args)?;
                let vals = shared.factors(at, "conv", &pieces)?;
                let vals = <[Val; 2]>::try_from(vals).map_err(|_| crate::state::Reported)?;
                shared.convolve(at, vals, strides, padding)
            })
        })
    }

    /// The greatest values of windows over the spatial axes of `[batch, …, features]`; outside counts as −∞ (for integers: as
    /// the least).
    #[track_caller]
    pub fn max_pool(&self, window: &[i64], strides: &[i64], padding: Padding) -> Tensor {
        let at = Site::caller();
        self.moved(at, |shared, val| shared.pool(at, val, Combine::Max, (window, strides), padding))
    }

    /// The sums of windows over the spatial axes of `[batch, …, features]`; outside counts as 0.
    #[track_caller]
    pub fn sum_pool(&self, window: &[i64], strides: &[i64], padding: Padding) -> Tensor {
        let at = Site::caller();
        self.moved(at, |shared, val| shared.pool(at, val, Combine::Sum, (window, strides), padding))
    }

    /// The means of windows over the spatial axes of `[batch, …, features]`, of integers in f32; outside counts as 0.
    #[track_caller]
    pub fn mean_pool(&self, window: &[i64], strides: &[i64], padding: Padding) -> Tensor {
        let at = Site::caller();
        let elem = self.elem().to_float();
        let places: f64 = window.iter().map(|n| *n as f64).product();
        let sums = self.moved(at, |shared, val| {
            let val = shared.cast(at, val, elem.accumulator())?;
            shared.pool(at, val, Combine::Sum, (window, strides), padding)
        });
        self.library(at, || (sums / places).cast(elem))
    }
}
