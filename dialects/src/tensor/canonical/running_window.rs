//! Recognizes prefix scans that are written as windows over all earlier elements, as JAX lowers `cumsum`. On
//! an axis of n elements, a `tensor.reduce_window` with a window of size w ≥ n and padding w − 1 on one side
//! is a `tensor.scan`; with padding w, and the last element cut off on the other side, it is exclusive. Along
//! several axes, as for a summed-area table, it is a scan of a scan.

use super::is_identity;
use crate::arith::flags::{FastMath, FlagSet};
use crate::scalar::element_type;
use crate::tensor::combiner::{self, Laws};
use crate::tensor::reduce_window::ReduceWindow;
use crate::tensor::reduce_window::WindowAxis;
use crate::tensor::scan::Scan;
use crate::tensor::shape::dims;
use tf_ir::attr::Attribute;
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::rewrite::{Refusal, Rewrite, Rewriter, constant_value};
use tf_ir::types::{Dim, Type};

/// A window that combines all elements up to the result's own, or from its own on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Running {
    /// The axis of the scan.
    pub axis: usize,
    /// Scans from the last element to the first.
    pub reverse: bool,
    /// Excludes an element from its own result.
    pub exclusive: bool,
}

impl Running {
    /// The scan that equals a window over axes of these extents, if there is one along a single axis.
    pub fn of(axes: &[WindowAxis], extents: &[Dim]) -> Option<Running> {
        match Running::along(axes, extents)?[..] {
            [running] => Some(running),
            _ => None,
        }
    }

    /// The scans along any number of axes, in their order; `None` if the window does anything else along
    /// another one.
    pub fn along(axes: &[WindowAxis], extents: &[Dim]) -> Option<Vec<Running>> {
        let mut found = Vec::new();
        for (axis, (window, extent)) in axes.iter().zip(extents).enumerate() {
            let steps = window.stride == 1 && window.base_dilation == 1;
            let size = window.size.as_const().filter(|_| steps)?;
            if size == 1 && (window.low, window.high) == (0, 0) {
                continue;
            }
            let is_whole = window.dilation == 1 && extent.as_static().is_some_and(|extent| extent <= size);
            let (reverse, exclusive) = match (window.low, window.high) {
                (low, 0) if low == size - 1 => (false, false),
                (low, -1) if low == size => (false, true),
                (0, high) if high == size - 1 => (true, false),
                (-1, high) if high == size => (true, true),
                _ => return None,
            };
            if !is_whole {
                return None;
            }
            found.push(Running { axis, reverse, exclusive });
        }
        Some(found)
    }
}

/// Rewrites a window over all earlier elements to scans.
pub(super) fn to_scan(op: Op, rw: &mut Rewriter<'_>) -> Rewrite {
    let view = rw.body.cast(op, ReduceWindow).ok_or("no window")?;
    let (inputs, kinds) = (view.inputs(), view.combining_kinds());
    let inits: Vec<Value> = view.op().operands().skip(inputs.len()).collect();
    let running = Running::along(&view.axes(), dims(rw.body.ctx(), rw.body.ty(inputs[0])));
    let running = running.filter(|along| !along.is_empty());
    let running = running.ok_or("the window does not cover all elements before, or after, its position")?;
    let reverse = running.iter().any(|running| running.reverse);
    match combiner::block_of(view.op(), 0) {
        Some(_) if running.len() > 1 => return Err("the combiner works along several axes".into()),
        Some(block) => check_combiner(rw.body, op, block, &inits, reverse)?,
        None => {
            for (i, kind) in kinds.iter().enumerate() {
                let ctx = rw.body.ctx();
                let dtype = element_type(ctx, rw.body.ty(inputs[i])).ok_or("no numbers")?;
                // Each hole of the padding counts as the initial value.
                let padded =
                    inits.get(i).is_none_or(|v| kind.is_idempotent() || is_identity(rw.body, *v, *kind));
                if !padded {
                    return Err("the padding would change the result".into());
                }
                let free = kind.is_exact(dtype) || FastMath::of(view.op()).has(FastMath::REASSOC);
                if reverse && !free {
                    return Err("the program fixes the order of the sums".into());
                }
            }
        }
    }
    // Folds of inner axes are nested in those of outer ones: inner axes are scanned first.
    let (last, inner) = running.split_first().expect("there is an axis");
    let mut values = inputs;
    for running in inner.iter().rev() {
        let scan = scan(op, rw, &values, *running);
        values = rw.body.results(scan).collect();
    }
    let scan = scan(op, rw, &[values, inits].concat(), *last);
    let results: Vec<Value> = rw.body.results(scan).collect();
    rw.replace(op, &results);
    Ok(())
}

/// Checks that a combiner ignores padding and, for a reverse scan, accepts values in any order.
fn check_combiner(body: &Body, op: Op, block: Block, inits: &[Value], reverse: bool) -> Result<(), Refusal> {
    let laws = Laws::of(body.op(op));
    if reverse && !(laws.associative && laws.commutative) {
        return Err("the combiner does not state that it is associative and commutative".into());
    }
    let starts: Option<Vec<Attribute>> = inits.iter().map(|v| constant_value(body, *v)).collect();
    let starts = starts.ok_or("the initial values are not constant")?;
    match combiner::evaluate(body, block, &[&starts[..], &starts].concat()) {
        Some(after) if after == starts => Ok(()),
        _ => Err("the padding would change the result".into()),
    }
}

/// The attributes that windows and scans share.
const SHARED: [&str; 4] = ["kinds", "fastmath", combiner::ASSOCIATIVE, combiner::COMMUTATIVE];

/// The scan that replaces a window along an axis, with the window's combiner if it has one.
fn scan(op: Op, rw: &mut Rewriter<'_>, operands: &[Value], running: Running) -> Op {
    let ctx = rw.body.ctx().clone();
    let shared = rw.body.inherent(op).filter(|(name, _)| SHARED.contains(name));
    let mut attrs: Vec<(&str, Attribute)> = shared.collect();
    attrs.push(("dim", ctx.i64_attr(running.axis as i64)));
    let set = [("reverse", running.reverse), ("exclusive", running.exclusive)];
    attrs.extend(set.into_iter().filter(|(_, is)| *is).map(|(name, _)| (name, ctx.unit_attr())));
    let types: Vec<Type> = rw.body.results(op).map(|v| rw.body.ty(v)).collect();
    let regions = rw.body.regions(op).len();
    let new = rw.op_with_regions(Scan, operands, &types, &attrs, regions);
    if regions > 0 {
        rw.modify(new, |body| {
            let (from, to) = (body.region(op, 0), body.region(new, 0));
            body.splice_blocks(from, to);
        });
    }
    new
}
