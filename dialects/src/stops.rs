//! The messages of calls that a program stops: one text for every device.
//!
//! A message may hold run-time values: each [`NUMBER`] in it is a placeholder for one, in order. The
//! interpreter fills them in immediately; compiled code keeps the texts in a table and passes the values
//! along.

use crate::func::names::argument_name;
use crate::scalar::{DType, Scalar};
use crate::tensor::transform::Checkpoint;
use crate::tensor::{self, Cast};
use tf_ir::OpKind;
use tf_ir::body::{Body, Def, Op, Value};
use tf_ir::codes::{self, ErrorCode};
use tf_ir::context::Context;
use tf_ir::extent::{Extent, Symbol};
use tf_ir::location::{LocData, Location};
use tf_ir::text::type_to_string;
use tf_ir::types::{Dim, Type};

/// The placeholder for a value in a text.
pub const NUMBER: &str = "{}";

/// The maximum count of values in a text.
pub const MOST_NUMBERS: usize = 2;

/// A step of a loop that is not above 0.
pub const STEP: &str = "a loop has step {}, but steps must be at least 1";

/// The name in the location of a tensor that is a local array of a frontend's program.
pub const LOCAL_ARRAY: &str = "local array";

/// The status of a call that ended at an out-of-bounds index; also the default status of `mem.trap`. The
/// value of each status is that of `tf_abi::call::Trap`.
pub const OUT_OF_BOUNDS: i32 = 1;
/// The status of a call that violates a requirement.
pub const REQUIRE: i32 = 2;
/// The status of a call that runs out of memory.
pub const OUT_OF_MEMORY: i32 = 3;
/// The status of a call in which a size overflows.
pub const OVERFLOW: i32 = 4;
/// The status of a call in which an assertion of the program failed.
pub const ASSERT: i32 = 5;

/// The status of a call in which an operation computed a NaN or an infinity from finite operands, if the call
/// checks for them.
pub const NOT_FINITE: i32 = 6;

/// The cause of a status, in a few words; `None` for a status that the program defines.
pub fn reason(status: i32) -> Option<&'static str> {
    match status {
        OUT_OF_BOUNDS => Some("an index is out of bounds"),
        REQUIRE => Some("a requirement does not hold"),
        OUT_OF_MEMORY => Some("out of memory"),
        OVERFLOW => Some("a size does not fit 64 bits"),
        ASSERT => Some("an assertion failed"),
        NOT_FINITE => Some("a value is not finite"),
        _ => None,
    }
}

/// The class of errors that a status belongs to.
pub fn class(status: i32) -> &'static ErrorCode {
    if status == OUT_OF_BOUNDS { &codes::OUTSIDE } else { &codes::STOPPED }
}

/// The message of a call that ended with a status; `text` is the program's own text, possibly empty.
pub fn message(status: i32, text: &str) -> String {
    let says_all = matches!(status, OUT_OF_BOUNDS | REQUIRE | OUT_OF_MEMORY | NOT_FINITE);
    match (text, reason(status)) {
        ("", None) => format!("it stopped with code {status}"),
        ("", Some(reason)) => reason.to_string(),
        (text, _) if says_all => text.to_string(),
        (text, reason) => format!("{}: {text}", reason.unwrap_or("it stopped")),
    }
}

/// Out of memory for a tensor of this type. The values are its dynamic extents, which are returned; if they
/// exceed [`MOST_NUMBERS`], the text contains their terms instead.
pub fn no_memory(ctx: &Context, ty: Type) -> (String, Vec<Extent>) {
    let (dims, elem) = (ctx.dims(ty).unwrap_or_default(), ctx.elem_type(ty));
    let extents: Vec<Extent> = dims.iter().filter_map(Dim::to_extent).collect();
    let open: Vec<Extent> = extents.iter().filter(|e| e.as_const().is_none()).cloned().collect();
    if open.len() > MOST_NUMBERS || extents.len() < dims.len() {
        let tensor = type_to_string(ctx, ctx.tensor(dims.to_vec(), elem));
        return (format!("there is no memory for a {}", tensor.replace(NUMBER, "{ }")), Vec::new());
    }
    let extent = |e: &Extent| e.as_const().map_or_else(|| format!("{NUMBER}x"), |n| format!("{n}x"));
    let shape: String = extents.iter().map(extent).collect();
    (format!("there is no memory for a tensor<{shape}{}>", type_to_string(ctx, elem)), open)
}

/// A part of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part<'a> {
    /// Literal text.
    Text(&'a str),
    /// The placeholder of a value, given as the bits of a scalar of this type: `{}` of an `index`, `{:f32}`
    /// of an `f32`.
    Number(DType),
}

/// The parts of a text, in order.
pub fn parts(text: &str) -> Vec<Part<'_>> {
    let (mut found, mut rest, mut from) = (Vec::new(), text, 0);
    while let Some(open) = rest[from..].find('{').map(|at| at + from) {
        let place = rest[open..].find('}').and_then(|end| Some((end, place(&rest[open + 1..open + end])?)));
        let Some((end, dtype)) = place else {
            from = open + 1;
            continue;
        };
        found.extend([Part::Text(&rest[..open]), Part::Number(dtype)]);
        (rest, from) = (&rest[open + end + 1..], 0);
    }
    found.push(Part::Text(rest));
    found.retain(|part| *part != Part::Text(""));
    found
}

/// The type of the placeholder with this text between its braces.
fn place(between: &str) -> Option<DType> {
    match between {
        "" => Some(DType::Index),
        typed => typed.strip_prefix(':')?.parse().ok(),
    }
}

/// The text with each `{}` turned into the placeholder of these element types, in order.
pub fn of_elements(text: &str, elements: &[DType]) -> String {
    let mut elements = elements.iter();
    let mut out = String::new();
    for (i, part) in text.split(NUMBER).enumerate() {
        if i > 0 {
            match elements.next() {
                Some(DType::Index) | None => out.push_str(NUMBER),
                Some(dtype) => out.push_str(&format!("{{:{dtype}}}")),
            }
        }
        out.push_str(part);
    }
    out
}

/// An op of this name computed a NaN or an infinity from finite operands. The values are the operands of
/// these types, unless they exceed [`MOST_NUMBERS`] or are tensors.
pub fn not_finite(op: &str, operands: &[DType]) -> String {
    let of = match operands {
        [] => "finite operands".to_string(),
        all if all.len() > MOST_NUMBERS => "finite operands".to_string(),
        all => of_elements(&vec![NUMBER; all.len()].join(" and "), all),
    };
    format!("'{op}' computes a NaN or an infinity from {of}")
}

/// The count of placeholders in a text.
pub fn count(text: &str) -> usize {
    parts(text).iter().filter(|part| matches!(part, Part::Number(_))).count()
}

/// The text with its values filled in.
pub fn filled(text: &str, numbers: &[i64]) -> String {
    let mut numbers = numbers.iter();
    let said = |part: Part<'_>| match part {
        Part::Text(text) => text.to_string(),
        Part::Number(dtype) => match numbers.next() {
            Some(bits) => Scalar::from_bits(dtype, *bits as u64).to_string(),
            None => NUMBER.to_string(),
        },
    };
    parts(text).into_iter().map(said).collect()
}

/// A subscript is out of bounds on an axis of a tensor (or of an accumulator). The values are the index and
/// the extent.
pub fn outside(body: &Body, tensor: Value, axis: usize, is_write: bool) -> String {
    let verb = if is_write { " of a write" } else { "" };
    format!("index {{}}{verb} is outside {}, whose axis {axis} has extent {{}}", called(body, tensor))
}

/// The first axis on which an index is out of bounds.
pub fn first_outside(index: &[i64], extents: &[usize]) -> Option<usize> {
    let is_inside = |(i, extent): (&i64, &usize)| usize::try_from(*i).is_ok_and(|i| i < *extent);
    index.iter().zip(extents).position(|axis| !is_inside(axis))
}

/// Two extents differ that must be equal. The values are both extents.
pub fn differ(a: &Extent, b: &Extent) -> String {
    format!("the extents {a} and {b} must be equal, but are {{}} and {{}}")
}

/// A scalar is not a valid extent. The value is the scalar.
pub fn no_extent(symbol: &Symbol) -> String {
    format!("the extent {symbol} would be {{}}, but extents range from 0 to 2^48")
}

/// The attribute of an op that rebuilds a tensor from its elements: the tensor's name in messages.
pub const CALLED: &str = "tf.called";

/// The name of a tensor in messages: the argument's name, or the location of its definition.
pub fn called(body: &Body, tensor: Value) -> String {
    let mut tensor = tensor;
    loop {
        let stated = body.def_op(tensor).and_then(|op| body.attr(op, CALLED));
        if let Some(name) = stated.and_then(|attr| body.ctx().attr_str(attr)) {
            return name.to_string();
        }
        match body.def(tensor) {
            Def::Argument(block, i) => {
                let Some(owner) = body.block_owner(block).filter(|owner| *owner != body.root()) else {
                    // A name that contains a placeholder would consume a value.
                    return format!("'{}'", argument_name(body, i).replace(NUMBER, "{ }"));
                };
                match start(body, owner, i) {
                    Some(start) => tensor = start,
                    None => return made(body, body.loc(owner), "the tensor carried by the loop"),
                }
            }
            Def::Result(op, _) if SAME.contains(&body.kind(op)) => tensor = body.operand(op, 0),
            Def::Result(op, _) => return made(body, body.loc(op), "the tensor created"),
        }
    }
}

/// The initial value of argument `i` of an op's region, if messages call both by one name: an accumulator's
/// initial tensor, an operand of a checkpoint.
fn start(body: &Body, owner: Op, i: usize) -> Option<Value> {
    if body.is(owner, Checkpoint) {
        return body.operands(owner).nth(i);
    }
    let rank = body.cast(owner, tensor::Compute)?.extents().len();
    body.operands(owner).nth(i.checked_sub(rank)?)
}

/// Ops whose result is their first operand.
const SAME: [OpKind; 4] = [
    Cast::KIND,
    tensor::transform::Detach::KIND,
    tensor::transform::StraightThrough::KIND,
    tensor::transform::checkpoint::After::KIND,
];

fn made(body: &Body, loc: Location, what: &str) -> String {
    let ctx = body.ctx();
    let what = if is_local_array(ctx, loc) { "the local array created" } else { what };
    match loc.anchor(ctx) {
        Some((file, line, _)) => {
            format!("{what} at {}:{line}", ctx.text(file).replace(NUMBER, "{ }"))
        }
        None => "a tensor".to_string(),
    }
}

/// True if the location names a local array, directly or through inlined calls.
fn is_local_array(ctx: &Context, loc: Location) -> bool {
    let mut loc = loc;
    loop {
        loc = match loc.data(ctx) {
            LocData::Name(name, _) if ctx.text(name) == LOCAL_ARRAY => return true,
            data => match data.parts().first() {
                Some(first) => *first,
                None => return false,
            },
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scalars_replace_placeholders() {
        assert_eq!(filled("index {} of {}", &[-1, 5]), "index -1 of 5");
        assert_eq!(filled("none", &[1]), "none");
        assert_eq!(filled("{} and {}", &[1]), "1 and {}");
        assert_eq!(count("index {} of {}"), 2);
        assert_eq!(count("tensor<?{n}xf32>"), 0);
        assert_eq!(count("tensor<?{f32}x{{}"), 1);
    }

    #[test]
    fn constants_are_the_bits_of_their_scalars() {
        let text = of_elements("{} of {}, {}", &[DType::F32, DType::UInt(8), DType::Index]);
        assert_eq!(text, "{:f32} of {:u8}, {}");
        let bits = [i64::from(0.1f32.to_bits()), 200, -3];
        assert_eq!(filled(&text, &bits), "0.1 of 200, -3");
        assert_eq!(parts("{:f32}!"), [Part::Number(DType::F32), Part::Text("!")]);
        assert_eq!(parts("{:none} {"), [Part::Text("{:none} {")]);
    }

    #[test]
    fn a_message_has_a_reason_if_needed() {
        assert_eq!(message(REQUIRE, "a is not b"), "a is not b");
        assert_eq!(message(ASSERT, "negative"), "an assertion failed: negative");
        assert_eq!(message(OUT_OF_BOUNDS, ""), "an index is out of bounds");
        assert_eq!(message(17, "enough"), "it stopped: enough");
        assert_eq!(message(17, ""), "it stopped with code 17");
        assert_eq!([class(OUT_OF_BOUNDS).id, class(REQUIRE).id, class(17).id], ["E0602", "E0601", "E0601"]);
    }

    #[test]
    fn tensors_without_memory_have_their_extents() {
        let ctx = Context::new(tf_ir::registry::Registry::new());
        let symbol = |n: &str| Extent::symbol(n).expect("a name");
        let dim = |n: &str| Dim::from_extent(symbol(n));
        let said = |dims| no_memory(&ctx, ctx.tensor(dims, ctx.f32()));
        let (text, open) = said(vec![dim("n"), Dim::from_extent(Extent::constant(4)), dim("m")]);
        assert_eq!(filled(&text, &[7, 8]), "there is no memory for a tensor<7x4x8xf32>");
        assert_eq!(open, [symbol("n"), symbol("m")]);
        let (text, open) = said(vec![dim("n"), dim("n"), dim("n")]);
        assert_eq!(text, "there is no memory for a tensor<?{n}x?{n}x?{n}xf32>");
        assert!(open.is_empty() && count(&text) == 0);
    }

    #[test]
    fn the_first_axis_outside_is_found() {
        assert_eq!(first_outside(&[0, 3], &[1, 3]), Some(1));
        assert_eq!(first_outside(&[-1, 3], &[1, 3]), Some(0));
        assert_eq!(first_outside(&[0, 2], &[1, 3]), None);
    }
}
