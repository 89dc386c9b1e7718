//! `tensor.reduce_window` and `tensor.conv`, by their definitions.

use crate::machine::Machine;
use crate::machine::action::{Action, Data, Interpret, Simple, Stop};
use crate::machine::meanings::Meanings;
use crate::tensor::combine::{
    Combination, Combiner, Combining, Plan, Running, Words, dtypes, nested, started, tensors,
};
use crate::tensor::named::{for_each, position, result_dtype, type_extents, widening};
use crate::tensor::total::Combined;
use crate::values::value::Dense;
use std::sync::Arc;
use tf_dialects::arith::{FastMath, FlagSet};
use tf_dialects::scalar::DType;
use tf_dialects::tensor::conv::{Conv, Convolution};
use tf_dialects::tensor::reduce_window::{ReduceWindow, WindowAxis};
use tf_dialects::tensor::{self, CombiningKind};
use tf_ir::body::{Op, Value};
use tf_ir::diag::Diagnostic;
use tf_ir::extent::Extent;
use tf_ir::opref::OpRef;
use tf_ir::types::Type;

/// The input index at a tap of a window; `None` for padding and for holes between dilated elements.
fn element(axis: &WindowAxis, out: usize, inner: usize, extent: usize) -> Option<usize> {
    let place = out as i64 * axis.stride + inner as i64 * axis.dilation - axis.low;
    if place % axis.base_dilation != 0 {
        return None;
    }
    usize::try_from(place / axis.base_dilation).ok().filter(|i| *i < extent)
}

pub(crate) fn register(meanings: &mut Meanings) {
    meanings.add(ReduceWindow).add(Conv);
}

impl Interpret for ReduceWindow {
    fn prepare(&self, op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        let view =
            op.cast(tensor::reduce_window::ReduceWindow).ok_or_else(|| op.error("is no window reduction"))?;
        let types: Vec<Type> = op.results().map(|v| op.body().ty(v)).collect();
        let plan = WindowPlan {
            inputs: view.inputs(),
            inits: view.inits(),
            axes: view.axes(),
            dtypes: dtypes(op, &types)?,
            extents: type_extents(op, types[0])?,
        };
        match Combiner::new(op, &view.combining_kinds(), &types, 0)? {
            Combiner::Kinds(kinds) => Ok(Box::new(Simple(move |m: &mut Machine<'_>, op: Op| {
                let results = plan.with_kinds(m, op, &kinds)?;
                m.set_results(op, results);
                Ok(())
            }))),
            combiner => Ok(Box::new(Combining { combiner, plan })),
        }
    }
}

/// The position of the input element at a tap of the window, if there is one.
fn element_at(axes: &[WindowAxis], out: &[usize], inner: &[usize], extents: &[usize]) -> Option<usize> {
    let one = |d: usize| element(&axes[d], out[d], inner[d], extents[d]);
    let at: Option<Vec<usize>> = (0..extents.len()).map(one).collect();
    at.map(|at| position(extents, at.into_iter()))
}

/// The index tuple at a position of a box.
fn subscript(extents: &[usize], mut position: usize) -> Vec<usize> {
    let mut at = vec![0; extents.len()];
    for (i, extent) in at.iter_mut().zip(extents).rev() {
        *i = position % extent;
        position /= extent;
    }
    at
}

struct WindowPlan {
    inputs: Vec<Value>,
    inits: Vec<Value>,
    axes: Vec<WindowAxis>,
    dtypes: Vec<DType>,
    /// The extents of the results.
    extents: Vec<Extent>,
}

impl WindowPlan {
    fn tensors(&self, m: &Machine<'_>) -> Vec<Arc<Dense>> {
        self.inputs.iter().map(|v| m.get(*v).dense().clone()).collect()
    }

    fn window(&self) -> Vec<usize> {
        self.axes.iter().map(|axis| axis.size.as_const().unwrap_or(0) as usize).collect()
    }

    fn with_kinds(&self, m: &Machine<'_>, op: Op, kinds: &[Combined]) -> Result<Data, Stop> {
        let inputs = self.tensors(m);
        let inits: Vec<u64> = self.inits.iter().map(|v| m.bits(*v)).collect();
        // Elements out of bounds count as the initial value, or as the identity.
        let outside: Words = match inits.is_empty() {
            true => kinds.iter().map(|kind| kind.start).collect(),
            false => inits.iter().copied().collect(),
        };
        let (result, window) = (m.extents(op, &self.extents)?, self.window());
        let mut data = vec![Vec::new(); inputs.len()];
        for_each(m, &result, |out| {
            let mut values = nested(m, &window, kinds, &mut Vec::new(), &mut |inner| match element_at(
                &self.axes,
                out,
                inner,
                &inputs[0].extents,
            ) {
                Some(at) => inputs.iter().map(|x| x.data[at]).collect(),
                None => outside.clone(),
            });
            started(&inits, kinds, &mut values);
            data.iter_mut().zip(values).for_each(|(data, value)| data.push(value));
        });
        Ok(tensors(&self.dtypes, &result, data))
    }
}

impl Plan for WindowPlan {
    fn start(&self, m: &Machine<'_>, op: Op) -> Result<Running, Stop> {
        let inputs = self.tensors(m);
        let inits: Vec<u64> = self.inits.iter().map(|v| m.bits(*v)).collect();
        let outside: Words = inits.iter().copied().collect();
        let (result, window) = (m.extents(op, &self.extents)?, self.window());
        let cells: usize = result.iter().product();
        let places: usize = window.iter().product();
        // Combinations are generated lazily: there are many more taps than elements.
        let axes = self.axes.clone();
        let pairs = (0..cells).flat_map(move |cell| (0..places).map(move |place| (cell, place)));
        let steps = pairs.map(move |(cell, place)| {
            let at =
                element_at(&axes, &subscript(&result, cell), &subscript(&window, place), &inputs[0].extents);
            let values = at.map(|at| inputs.iter().map(|x| x.data[at]).collect());
            Combination { cell, values: values.unwrap_or_else(|| outside.clone()), before: None, after: None }
        });
        Ok(Running::new(&inits, cells, Box::new(steps)))
    }

    fn finish(&self, m: &Machine<'_>, op: Op, running: Running) -> Result<Data, Stop> {
        Ok(tensors(&self.dtypes, &m.extents(op, &self.extents)?, running.cells))
    }
}

/// `tensor.conv`: the sum over the kernel's spatial axes, then over the input features of a group.
impl Interpret for Conv {
    fn prepare(&self, op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        let view = op.cast(tensor::conv::Conv).ok_or_else(|| op.error("is no convolution"))?;
        let conv = view.convolution().map_err(|e| op.error(e))?;
        let dtype = result_dtype(op)?;
        let refuse = || op.error(format_args!("cannot convolve {dtype}"));
        let mul = CombiningKind::Mul.kernel(dtype).ok_or_else(refuse)?;
        let add = Combined::new(CombiningKind::Add, dtype, FastMath::of(op)).ok_or_else(refuse)?;
        let kinds = [add];
        let widen = [widening(op, op.operand_type(0), dtype)?, widening(op, op.operand_type(1), dtype)?];
        let extents = type_extents(op, op.result_type(0))?;
        Ok(Box::new(Simple(move |m: &mut Machine<'_>, op: Op| {
            let extents = m.extents(op, &extents)?;
            let operands = m.operands(op);
            let (input, kernel) = (operands[0].dense(), operands[1].dense());
            let mut taps: Vec<usize> = conv.dims.spatial.iter().map(|[_, k, _]| kernel.extents[*k]).collect();
            taps.push(kernel.extents[conv.dims.kernel_feature[0]]);
            let mut out = Dense { dtype, extents: extents.clone(), data: Vec::new() };
            for_each(m, &extents, |at| {
                let sum = nested(m, &taps, &kinds, &mut Vec::new(), &mut |tap| {
                    let (x, y) = places(&conv, at, tap, &input.extents, &kernel.extents);
                    let wide = |i: usize, bits: u64| widen[i].as_ref().map_or(bits, |k| k.call(bits, 0, 0));
                    let x = wide(0, x.map_or(0, |x| input.data[x]));
                    let product = mul.call(x, wide(1, kernel.data[y]), 0);
                    // A hole contributes nothing, even if the kernel's element is a NaN or infinite.
                    Words::from_elem(if is_hole(&conv, at, tap) { 0 } else { product }, 1)
                });
                out.data.push(sum[0]);
            });
            let result = m.body().result(op, 0);
            m.set(result, out.into());
            Ok(())
        })))
    }
}

/// True if a tap of the kernel falls between elements of a dilated input.
fn is_hole(conv: &Convolution, at: &[usize], tap: &[usize]) -> bool {
    let mut axes = conv.axes.iter().zip(&conv.dims.spatial).zip(tap);
    axes.any(|((axis, [_, _, o]), tap)| {
        let place = at[*o] as i64 * axis.stride + *tap as i64 * axis.dilation - axis.low;
        place % axis.base_dilation != 0
    })
}

/// The positions in input and kernel of one product; `None` outside the input.
fn places(
    conv: &Convolution,
    at: &[usize],
    tap: &[usize],
    input: &[usize],
    kernel: &[usize],
) -> (Option<usize>, usize) {
    let dims = &conv.dims;
    let feature = at[dims.feature[1]];
    let outputs = kernel[dims.kernel_feature[1]];
    let group = |groups: i64| feature / (outputs / groups as usize).max(1);
    let channel = tap[conv.axes.len()];
    let mut x = vec![Some(0); input.len()];
    let mut y = vec![0; kernel.len()];
    let part = input[dims.batch[0]] / conv.batch_groups as usize;
    let batch_group = if conv.batch_groups > 1 { group(conv.batch_groups) } else { 0 };
    let feature_group = if conv.feature_groups > 1 { group(conv.feature_groups) } else { 0 };
    x[dims.batch[0]] = Some(batch_group * part + at[dims.batch[1]]);
    x[dims.feature[0]] = Some(feature_group * kernel[dims.kernel_feature[0]] + channel);
    y[dims.kernel_feature[0]] = channel;
    y[dims.kernel_feature[1]] = feature;
    for (d, [i, k, o]) in dims.spatial.iter().enumerate() {
        x[*i] = element(&conv.axes[d], at[*o], tap[d], input[*i]);
        y[*k] = if conv.reversed[d] { kernel[*k] - 1 - tap[d] } else { tap[d] };
    }
    let x: Option<Vec<usize>> = x.into_iter().collect();
    (x.map(|x| position(input, x.into_iter())), position(kernel, y.into_iter()))
}
