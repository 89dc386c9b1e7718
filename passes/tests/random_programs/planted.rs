//! Planted miscompiles: small mistakes as passes make them. Each must be found by comparing answers.

use tf_dialects::arith::{self, constant};
use tf_dialects::elementwise::constant::{dense_attr, elements};
use tf_dialects::scalar::DType;
use tf_dialects::vector;
use tf_ir::affine::{AffineExpr, AffineMap};
use tf_ir::attr::Attribute;
use tf_ir::body::{Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::context::Context;
use tf_ir::extent::Extent;
use tf_ir::opref::OpRef;
use tf_ir::types::TypeData;
use tf_ir::walk::{preorder, walk_bodies_mut};

/// A stage of the way down at which a mistake is made: after this many steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Named and elementwise ops on tensors.
    Tensor,
    /// Computes only.
    Compute,
    /// Loops over memory.
    Memory,
    /// Loops whose iterations are lanes of vectors.
    Vector,
}

/// A small mistake; it is made wherever it applies.
pub enum Mistake {
    /// One op for another of the same types.
    Rename(&'static str, &'static str),
    /// Two operands of one type are swapped.
    Swap(&'static str, usize, usize),
    /// The first operand is taken for the result.
    Skip(&'static str),
    /// An attribute changes; `None` leaves it.
    Attr(&'static str, &'static str, fn(&Context, Attribute) -> Option<Attribute>),
    /// An operand is replaced by another one.
    Replace(&'static str, usize, usize),
    /// A unit attribute is set where it is not, and taken away where it is.
    Flag(&'static str, &'static str),
    /// Two attributes are swapped.
    Exchange(&'static str, &'static str, &'static str),
    /// A list of axes is the first one where it is empty, and empty where it is not.
    Axes(&'static str, &'static str),
    /// The mask becomes another one.
    Lanes(&'static str, LaneMistake),
}

/// A mistake in the masks of an op that moves vectors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LaneMistake {
    /// The upper half of the lanes is on.
    UpperHalfOn,
    /// The upper half is on if it is off by a constant: the code of LLVM 22 for split masked loads.
    ConstantUpperHalfOn,
    /// The upper half of the lanes is off.
    UpperHalfOff,
}

use LaneMistake::*;
use Mistake::*;
use Stage::*;

/// Mistakes in masks, which only show where vectors are ragged; see [`PLANTED`] for the others.
pub const MASKS: &[(Stage, Mistake)] = &[
    (Vector, Lanes("vector.load", ConstantUpperHalfOn)),
    (Vector, Lanes("vector.load", UpperHalfOn)),
    (Vector, Lanes("vector.load", UpperHalfOff)),
    (Vector, Lanes("vector.store", UpperHalfOn)),
    (Vector, Lanes("vector.store", UpperHalfOff)),
];

/// The mistakes.
pub const PLANTED: &[(Stage, Mistake)] = &[
    (Tensor, Rename("arith.addf", "arith.subf")),
    (Tensor, Rename("arith.mulf", "arith.addf")),
    (Tensor, Rename("arith.subi", "arith.addi")),
    (Tensor, Rename("arith.andi", "arith.ori")),
    (Tensor, Rename("arith.minnumf", "arith.maxnumf")),
    (Tensor, Rename("arith.shrsi", "arith.shrui")),
    (Tensor, Rename("arith.floordivsi", "arith.ceildivsi")),
    (Tensor, Rename("arith.remsi", "arith.remui")),
    (Tensor, Rename("arith.remui", "arith.remsi")),
    (Tensor, Rename("arith.extsi", "arith.extui")),
    (Tensor, Rename("arith.sitofp", "arith.uitofp")),
    (Tensor, Rename("math.floor", "math.trunc")),
    (Tensor, Rename("math.cttz", "math.ctlz")),
    (Tensor, Swap("arith.subf", 0, 1)),
    (Tensor, Swap("arith.divsi", 0, 1)),
    (Tensor, Swap("arith.select", 1, 2)),
    (Tensor, Swap("math.copysign", 0, 1)),
    (Tensor, Attr("arith.cmpi", "predicate", next_predicate)),
    (Tensor, Attr("arith.cmpf", "predicate", unordered)),
    (Tensor, Skip("tensor.reverse")),
    (Tensor, Skip("math.absf")),
    (Tensor, Attr("tensor.reduce", "kinds", other_kind)),
    (Tensor, Attr("tensor.reverse", "dims", first_axis_only)),
    (Tensor, Attr("tensor.iota", "dim", other_axis)),
    (Tensor, Attr("tensor.extent", "extent", one_more)),
    (Tensor, Flag("tensor.scan", "exclusive")),
    (Tensor, Flag("tensor.scan", "reverse")),
    (Tensor, Exchange("tensor.pad", "low", "high")),
    (Tensor, Attr("tensor.reduce_window", "kinds", other_kind)),
    (Tensor, Attr("tensor.rng", "algorithm", other_algorithm)),
    (Tensor, Axes("tensor.conv", "reversed")),
    (Tensor, Swap("tensor.update_slice", 2, 3)),
    (Compute, Attr("tensor.at", "policy", other_policy)),
    (Compute, Attr("tensor.at", "map", next_element)),
    (Compute, Attr("tensor.fold", "bounds", next_element)),
    (Compute, Attr("tensor.fold", "kinds", other_kind)),
    (Memory, Replace("loop.for", 0, 2)),
    (Memory, Swap("mem.load", 1, 2)),
    (Memory, Swap("loop.for", 3, 4)),
];

/// Mistakes in the shared loops of groups: bounds of tiles, halos, sums and their destinations.
pub const SHARED_LOOPS: &[Mistake] = &[
    Replace("loop.for", 0, 2),
    Replace("loop.for", 1, 2),
    Swap("loop.for", 3, 4),
    Rename("arith.minsi", "arith.maxsi"),
    Attr("tensor.at", "map", next_element),
    Attr("tensor.at", "map", one_before),
    Attr("tensor.tile_write", "map", next_element),
    Attr("tensor.compute", "box", one_less),
    Attr("tensor.fold", "bounds", next_element),
    Attr("tensor.fold", "bounds", one_less_at_the_end),
    Attr("tensor.fold", "kinds", other_kind),
    Rename("arith.addi", "arith.subi"),
    Rename("arith.muli", "arith.addi"),
    Rename("arith.maxsi", "arith.minsi"),
];

impl std::fmt::Display for Mistake {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Rename(from, to) => write!(f, "{to} for {from}"),
            Swap(op, i, j) => write!(f, "operands {i} and {j} of {op} exchanged"),
            Skip(op) => write!(f, "{op} left out"),
            Attr(op, name, _) => write!(f, "another {name} of {op}"),
            Replace(op, to, from) => write!(f, "operand {from} for {to} of {op}"),
            Flag(op, name) => write!(f, "the contrary of {name} of {op}"),
            Exchange(op, a, b) => write!(f, "{a} and {b} of {op} exchanged"),
            Axes(op, name) => write!(f, "other axes {name} of {op}"),
            Lanes(op, mistake) => write!(f, "{mistake:?} of {op}"),
        }
    }
}

impl Mistake {
    /// Makes the mistake; false if it applies nowhere.
    pub fn make(&self, module: &mut Body) -> bool {
        let mut made = false;
        walk_bodies_mut(module, &mut |body| {
            for op in preorder(body) {
                if body.is_live(op) && self.op(body, op) {
                    made = true;
                }
            }
        });
        made
    }

    fn op(&self, body: &mut Body, op: Op) -> bool {
        let (Rename(name, _) | Swap(name, ..) | Skip(name) | Attr(name, ..) | Replace(name, ..)) = self
        else {
            return self.flags(body, op);
        };
        if !body.is(op, *name) {
            return false;
        }
        match self {
            Rename(_, to) => {
                let to = body.ctx().op_name(to);
                body.set_name(op, to);
                true
            }
            Swap(_, i, j) => {
                same_type(body, op, *i, *j) && {
                    let (a, b) = (body.operand(op, *i), body.operand(op, *j));
                    body.set_operand(op, *i, b);
                    body.set_operand(op, *j, a);
                    a != b
                }
            }
            Replace(_, i, j) => {
                same_type(body, op, *i, *j) && {
                    let (a, b) = (body.operand(op, *i), body.operand(op, *j));
                    body.set_operand(op, *i, b);
                    a != b
                }
            }
            Skip(_) => {
                let (from, to) = (body.result(op, 0), body.operand(op, 0));
                body.replace_uses(from, to);
                true
            }
            Attr(_, name, change) => {
                let ctx = body.ctx().clone();
                let changed = body.attr(op, name).and_then(|attr| change(&ctx, attr));
                changed.inspect(|attr| body.set_attr(op, name, *attr)).is_some()
            }
            Flag(..) | Exchange(..) | Axes(..) | Lanes(..) => false,
        }
    }

    /// The mistakes in attributes that may be absent, and in masks.
    fn flags(&self, body: &mut Body, op: Op) -> bool {
        match self {
            Lanes(name, mistake) if body.is(op, *name) => lanes(body, op, *mistake),
            Flag(name, flag) if body.is(op, *name) => {
                let unit = body.ctx().unit_attr();
                match body.attr(op, flag) {
                    Some(_) => drop(body.remove_attr(op, flag)),
                    None => body.set_attr(op, flag, unit),
                }
                true
            }
            Exchange(name, a, b) if body.is(op, *name) => match (body.attr(op, a), body.attr(op, b)) {
                (Some(x), Some(y)) if x != y => {
                    body.set_attr(op, a, y);
                    body.set_attr(op, b, x);
                    true
                }
                _ => false,
            },
            Axes(name, list) if body.is(op, *name) => {
                let ctx = body.ctx().clone();
                let axes =
                    body.attr(op, list).and_then(|attr| ctx.attr_i64s(attr)).map(|axes| axes.is_empty());
                match axes {
                    Some(false) => drop(body.remove_attr(op, list)),
                    _ => body.set_attr(op, list, ctx.i64_array_attr(&[0])),
                }
                true
            }
            _ => false,
        }
    }
}

/// Makes a mistake in the mask of a load or store.
fn lanes(body: &mut Body, op: Op, mistake: LaneMistake) -> bool {
    let view = OpRef::new(body, op);
    let parts = match view.cast(vector::Load) {
        Some(load) => load.lanes(),
        None => view.view(vector::Store).lanes(),
    };
    let Some(mask) = parts.mask else { return false };
    let at = body.operands(op).position(|v| v == mask).expect("the mask is an operand");
    let ctx = body.ctx().clone();
    let ty = body.ty(mask);
    let TypeData::Vector { shape, .. } = ctx.type_data(ty) else { return false };
    let lanes = shape[0] as usize;
    if mistake == ConstantUpperHalfOn && !upper_half_is_off(body, mask, lanes) {
        return false;
    }
    let off = mistake == UpperHalfOff;
    let bits: Vec<u64> = (0..lanes).map(|lane| u64::from((lane >= lanes / 2) != off)).collect();
    let bits = dense_attr(&ctx, ty, DType::I1, &bits).expect("bits are a constant");
    let mut b = Builder::before(body, op);
    let bits = constant(&mut b, bits);
    let wrong = if off { arith::andi(&mut b, mask, bits) } else { arith::ori(&mut b, mask, bits) };
    body.set_operand(op, at, wrong);
    true
}

/// Whether a mask is a constant whose upper half is off.
fn upper_half_is_off(body: &Body, mask: Value, lanes: usize) -> bool {
    let attr = body.def_op(mask).and_then(|op| body.attr(op, "value"));
    let elements = attr.and_then(|attr| elements(body.ctx(), attr, lanes));
    elements.is_some_and(|elements| match elements.bits() {
        [all] => *all == 0,
        bits => bits.iter().skip(lanes / 2).all(|bit| *bit == 0),
    })
}

fn same_type(body: &Body, op: Op, i: usize, j: usize) -> bool {
    let count = body.operand_count(op);
    i < count && j < count && body.ty(body.operand(op, i)) == body.ty(body.operand(op, j))
}

/// `slt` for `sle` and the like.
fn next_predicate(ctx: &Context, attr: Attribute) -> Option<Attribute> {
    let value = ctx.attr_int(attr)? as i64;
    Some(ctx.i64_attr(if value % 2 == 0 { value + 1 } else { value - 1 }))
}

/// The unordered comparison for the ordered one: they differ where NaN is.
fn unordered(ctx: &Context, attr: Attribute) -> Option<Attribute> {
    let value = ctx.attr_int(attr)? as i64;
    (1..=6).contains(&value).then(|| ctx.i64_attr(value + 7))
}

fn other_kind(ctx: &Context, attr: Attribute) -> Option<Attribute> {
    let other = |kind: &Attribute| match ctx.attr_str(*kind)? {
        "add" => Some("mul"),
        "mul" => Some("add"),
        "maxsi" => Some("maxui"),
        "minimumf" => Some("minnumf"),
        "and" => Some("or"),
        kind => Some(kind).map(|k| if k == "xor" { "or" } else { k }),
    };
    let kinds: Option<Vec<Attribute>> =
        ctx.attr_array(attr)?.iter().map(|kind| other(kind).map(|k| ctx.string_attr(k))).collect();
    kinds.map(|kinds| ctx.array_attr(&kinds)).filter(|changed| *changed != attr)
}

fn first_axis_only(ctx: &Context, attr: Attribute) -> Option<Attribute> {
    let axes = ctx.attr_i64s(attr)?;
    (axes.len() > 1).then(|| ctx.i64_array_attr(&axes[..1]))
}

fn other_algorithm(ctx: &Context, attr: Attribute) -> Option<Attribute> {
    match ctx.attr_str(attr)? {
        "philox4x32" => Some(ctx.string_attr("threefry2x32")),
        "threefry2x32" => Some(ctx.string_attr("philox4x32")),
        _ => None,
    }
}

fn other_axis(ctx: &Context, attr: Attribute) -> Option<Attribute> {
    let axis = ctx.attr_int(attr)? as i64;
    (axis > 0).then(|| ctx.i64_attr(axis - 1))
}

fn one_more(ctx: &Context, attr: Attribute) -> Option<Attribute> {
    let extents: Option<Vec<Extent>> = ctx.attr_extents(attr)?.iter().map(|e| e.add_const(1).ok()).collect();
    extents.map(|e| ctx.extents_attr(&e))
}

fn other_policy(ctx: &Context, attr: Attribute) -> Option<Attribute> {
    match ctx.attr_str(attr)? {
        "clamp" => Some(ctx.string_attr("wrap")),
        "wrap" => Some(ctx.string_attr("clamp")),
        _ => None,
    }
}

/// One more for the first expression; where that is not inside any more, the verifier refuses it.
fn next_element(ctx: &Context, attr: Attribute) -> Option<Attribute> {
    let map = ctx.attr_map(attr)?;
    let mut results = map.results().to_vec();
    let first = results.first_mut()?;
    *first = first.add(&AffineExpr::constant(1)).ok()?;
    Some(ctx.map_attr(AffineMap::new(map.num_dims(), map.num_symbols(), results).ok()?))
}

/// One less for the first expression.
fn one_before(ctx: &Context, attr: Attribute) -> Option<Attribute> {
    shifted(ctx, attr, |_| 0)
}

/// One less for the last expression: where a loop ends.
fn one_less_at_the_end(ctx: &Context, attr: Attribute) -> Option<Attribute> {
    shifted(ctx, attr, |count| count - 1)
}

fn shifted(ctx: &Context, attr: Attribute, at: fn(usize) -> usize) -> Option<Attribute> {
    let map = ctx.attr_map(attr)?;
    let mut results = map.results().to_vec();
    let place = at(results.len().max(1));
    let changed = results.get_mut(place)?;
    *changed = changed.add(&AffineExpr::constant(-1)).ok()?;
    Some(ctx.map_attr(AffineMap::new(map.num_dims(), map.num_symbols(), results).ok()?))
}

/// One point less along the first axis.
fn one_less(ctx: &Context, attr: Attribute) -> Option<Attribute> {
    let mut extents = ctx.attr_extents(attr)?.to_vec();
    let first = extents.first_mut()?;
    *first = first.add_const(-1).ok()?;
    Some(ctx.extents_attr(&extents))
}
