//! Convolutions and pooling: windows that move over tensors. Batch first, features last:
//! `[batch, height, width, features]`.

use crate::reduce::Combine;
use crate::trace::error::Site;
use crate::trace::state::{Shared, Traced, Val};
use crate::types::tensor::{Operand, Tensor};
use tf_dialects::tensor::constraints::kinds_attr;
use tf_dialects::tensor::conv::Conv;
use tf_dialects::tensor::reduce_window::{ReduceWindow, WindowAxis};
use tf_ir::extent::{Extent, Verdict};

/// The padding around the input of a window operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Padding {
    /// No padding: the window stays inside.
    #[default]
    Valid,
    /// Enough padding that with stride 1 the result has the extents of the input; an odd element goes after
    /// the end.
    Same,
    /// This many elements on each side.
    Each(i64),
}

impl Padding {
    /// The padding before and after an axis for a window of `size` elements.
    fn places(self, size: i64) -> [i64; 2] {
        match self {
            Padding::Valid => [0, 0],
            Padding::Same => [size.saturating_sub(1) / 2, size / 2],
            Padding::Each(n) => [n, n],
        }
    }
}

/// The parameters of [`Tensor::conv_with`]. Lists have one entry per spatial axis; empty lists mean all ones.
///
/// ```
/// # use tf_frontend::{Convolution, Padding, Program};
/// let program = Program::trace("depthwise", |p| {
///     let x = p.input::<f32>("x", (p.dim("n"), 28, 28, 8));
///     let kernel = p.input::<f32>("kernel", [3, 3, 1, 8]);
///     let (padding, dilations) = (Padding::Same, vec![2, 2]);
///     let how = Convolution { padding, dilations, groups: 8, ..Convolution::default() };
///     x.conv_with(kernel, &how) // [n, 28, 28, 8]
/// });
/// assert!(program.is_ok(), "{program:?}");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Convolution {
    /// The distance of the kernel's positions for neighbouring results.
    pub strides: Vec<i64>,
    /// The padding of the input.
    pub padding: Padding,
    /// Instead of `padding`, the padding before and after each spatial axis; a negative amount crops the
    /// input.
    pub places: Vec<[i64; 2]>,
    /// The distance of neighbouring kernel elements in the input.
    pub dilations: Vec<i64>,
    /// The distance of neighbouring input elements, with zeros between: a transposed convolution.
    pub input_dilations: Vec<i64>,
    /// The number of feature groups; each group of output features depends on one group of input features.
    pub groups: i64,
    /// Whether the kernel is reversed along all spatial axes: the convolution of mathematics.
    pub reversed: bool,
}

impl Default for Convolution {
    fn default() -> Convolution {
        Convolution {
            strides: Vec::new(),
            padding: Padding::Valid,
            places: Vec::new(),
            dilations: Vec::new(),
            input_dilations: Vec::new(),
            groups: 1,
            reversed: false,
        }
    }
}

/// The movement of a window over each spatial axis.
struct Motion {
    strides: Vec<i64>,
    dilations: Vec<i64>,
    input_dilations: Vec<i64>,
    low: Vec<i64>,
    high: Vec<i64>,
    /// The extents of the result along these axes.
    extents: Vec<Extent>,
}

impl Shared {
    fn motion(
        &self,
        at: Site,
        what: &str,
        (shape, sizes): (&[Extent], &[i64]),
        how: &Convolution,
    ) -> Traced<Motion> {
        let list = |words: &str, list: &[i64]| match list.len() {
            0 => Ok(vec![1; sizes.len()]),
            n if n == sizes.len() => Ok(list.to_vec()),
            given => {
                let n = sizes.len();
                let message = format!("{what} over {n} spatial axes has {given} {words}: give one for each");
                Err(self.fail(at, message))
            }
        };
        if !how.places.is_empty() && how.places.len() != sizes.len() {
            let (n, given) = (sizes.len(), how.places.len());
            let message =
                format!("{what} over {n} spatial axes has padding for {given}: give a pair for each");
            return Err(self.fail(at, message));
        }
        let mut motion = Motion {
            strides: list("strides", &how.strides)?,
            dilations: list("dilations", &how.dilations)?,
            input_dilations: list("dilations of the input", &how.input_dilations)?,
            low: Vec::new(),
            high: Vec::new(),
            extents: Vec::new(),
        };
        for (i, size) in sizes.iter().enumerate() {
            let dilation = motion.dilations[i];
            let reach = size.saturating_sub(1).saturating_mul(dilation).saturating_add(1);
            let [low, high] = how.places.get(i).copied().unwrap_or_else(|| how.padding.places(reach));
            let axis = WindowAxis {
                size: Extent::constant(*size),
                stride: motion.strides[i],
                base_dilation: motion.input_dilations[i],
                dilation,
                low,
                high,
            };
            axis.check(i).map_err(|error| self.fail(at, format!("{what} {error}")))?;
            let extent = axis.count(&shape[i]);
            motion.extents.push(extent.map_err(|_| {
                self.fail(at, format!("an extent of the result of {what} is too large an expression"))
            })?);
            motion.low.push(low);
            motion.high.push(high);
        }
        Ok(motion)
    }

    /// The constant extents of a window: a tensor's first `count` axes.
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

    fn convolve(&self, at: Site, vals: [Val; 2], how: &Convolution) -> Traced<Val> {
        let [shape, kernel] = [0, 1].map(|i| self.shape(&vals[i]));
        let rank = shape.len();
        if rank < 3 || kernel.len() != rank {
            let words = vals.each_ref().map(|val| self.describe(val));
            let message = format!(
                "a convolution needs [batch, …, features] and a kernel […, features, new features] of the same rank, not {} and {}",
                words[0], words[1]
            );
            return Err(self.fail_about(at, message, &[("the first", &vals[0]), ("the kernel", &vals[1])]));
        }
        let spatial = rank - 2;
        let groups = how.groups;
        let seen = kernel[rank - 2].scale(groups).ok().filter(|_| groups > 0);
        let split = groups == 1 || kernel[rank - 1].divide_exact(&Extent::constant(groups)).is_some();
        let fits = |seen: &Extent| crate::types::broadcast::same(&shape[rank - 1], seen) == Verdict::Proved;
        if !split || !seen.as_ref().is_some_and(fits) {
            let words = if groups == 1 { String::new() } else { format!(" in {groups} groups") };
            let message = format!(
                "the channels of a convolution do not fit: the input has {}, the kernel takes {} and gives \
                 {}{words}",
                shape[rank - 1],
                kernel[rank - 2],
                kernel[rank - 1]
            );
            return Err(self.fail_about(at, message, &[("the first", &vals[0]), ("the kernel", &vals[1])]));
        }
        let sizes = self.constants(at, &vals[1], spatial)?;
        let motion = self.motion(at, "a convolution", (&shape[1..], &sizes), how)?;
        let digits: String = ('0'..='9').take(spatial).collect();
        let mut result = vec![shape[0].clone()];
        result.extend(motion.extents);
        result.push(kernel[rank - 1].clone());
        let elem = vals[0].elem;
        let sum = elem.accumulator();
        let list = |list: &[i64]| self.ctx.i64_array_attr(list);
        let mut attrs = vec![
            ("dims", self.ctx.string_attr(&format!("b{digits}f,{digits}io->b{digits}f"))),
            ("strides", list(&motion.strides)),
            ("low", list(&motion.low)),
            ("high", list(&motion.high)),
        ];
        let dilations =
            [("kernel_dilations", &motion.dilations), ("input_dilations", &motion.input_dilations)];
        attrs.extend(
            dilations.iter().filter(|(_, d)| d.iter().any(|n| *n != 1)).map(|(name, d)| (*name, list(d))),
        );
        attrs.extend((groups != 1).then(|| ("feature_groups", self.ctx.i64_attr(groups))));
        let axes: Vec<i64> = (0..spatial as i64).collect();
        attrs.extend(how.reversed.then(|| ("reversed", list(&axes))));
        let products = self.value(at, Conv, &vals, self.tensors(&result, sum), &attrs)?;
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
            return Err(self.fail_about(at, message, &[("the first", &val)]));
        }
        let elem = val.elem;
        let val = self.cast(at, val, if how == Combine::Sum { elem.accumulator() } else { elem })?;
        let kind = how
            .kind(val.elem)
            .ok_or_else(|| self.fail(at, format!("{} is not defined on {}", how.word(), val.elem)))?;
        if strides.is_empty() && !window.is_empty() {
            return Err(self.fail(at, "pooling needs strides: give one for each axis of the window"));
        }
        let how = Convolution { strides: strides.to_vec(), padding, ..Convolution::default() };
        let motion = self.motion(at, "pooling", (&shape[1..], window), &how)?;
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
        let result = self.tensors(&result, val.elem);
        let pooled = self.value(at, ReduceWindow, &[val], result, &attrs)?;
        self.cast(at, pooled, elem)
    }
}

/// # Convolutions and pooling
///
/// Windows that move along axes.
impl Tensor {
    /// The convolution (cross-correlation) of `[batch, …, features]` with a kernel
    /// `[…, features, new features]`, over any number of spatial axes: `[batch, …, new features]`. `strides`
    /// has one entry per spatial axis.
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
        self.conv_with(kernel, &Convolution { strides: strides.to_vec(), padding, ..Convolution::default() })
    }

    /// The general form of [`Tensor::conv`]: dilations of kernel and input, groups of features, reversed
    /// kernels. The kernel is `[…, features / groups, new features]`.
    #[track_caller]
    pub fn conv_with(&self, kernel: impl Operand, how: &Convolution) -> Tensor {
        let at = Site::caller();
        let args = [self.arg(), kernel.arg()];
        self.made(|shared| {
            shared.outside_compute(|| {
                let pieces = shared.pieces(at, args)?;
                let vals = shared.factors(at, "conv", &pieces)?;
                let vals = <[Val; 2]>::try_from(vals).map_err(|_| crate::trace::state::Reported)?;
                shared.convolve(at, vals, how)
            })
        })
    }

    /// The maximum of each window over the spatial axes of `[batch, …, features]`; padding counts as −∞ (for
    /// integers: as the least value).
    #[track_caller]
    pub fn max_pool(&self, window: &[i64], strides: &[i64], padding: Padding) -> Tensor {
        let at = Site::caller();
        self.moved(at, |shared, val| shared.pool(at, val, Combine::Max, (window, strides), padding))
    }

    /// The sum of each window over the spatial axes of `[batch, …, features]`; padding counts as 0.
    #[track_caller]
    pub fn sum_pool(&self, window: &[i64], strides: &[i64], padding: Padding) -> Tensor {
        let at = Site::caller();
        self.moved(at, |shared, val| shared.pool(at, val, Combine::Sum, (window, strides), padding))
    }

    /// The mean of each window over the spatial axes of `[batch, …, features]`, in f32 for integers; padding
    /// counts as 0.
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
