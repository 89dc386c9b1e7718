//! What a call says when the program stops itself: one text for every device.
//!
//! A text may speak of numbers that are known only then: each [`NUMBER`] in it stands for one, in order. The interpreter fills
//! them in on the spot; compiled code has the texts in a table, and hands over the numbers.

use crate::func::names::argument_name;
use crate::tensor::transform::Checkpoint;
use crate::tensor::{Cast, ComputeOp};
use tf_ir::body::{Body, Def, Op, Value};
use tf_ir::context::Context;
use tf_ir::extent::{Extent, Symbol};
use tf_ir::location::{LocData, Location};

/// Stands for a number in a text.
pub const NUMBER: &str = "{}";

/// The most numbers in a text.
pub const MOST_NUMBERS: usize = 2;

/// A step of a loop that is not above 0.
pub const STEP: &str = "a loop takes steps of {}, but a step is at least 1";

/// The name around the place of a tensor that is a local array of a frontend's program.
pub const LOCAL_ARRAY: &str = "local array";

/// How many numbers a text speaks of.
pub fn count(text: &str) -> usize {
    text.matches(NUMBER).count()
}

/// The text with its numbers.
pub fn filled(text: &str, numbers: &[i64]) -> String {
    let mut numbers = numbers.iter();
    let mut out = String::new();
    for (i, part) in text.split(NUMBER).enumerate() {
        if i > 0 {
            out.push_str(&numbers.next().map_or_else(|| NUMBER.to_string(), i64::to_string));
        }
        out.push_str(part);
    }
    out
}

/// A subscript lies outside an axis of a tensor (or of an accumulator). Numbers: the index, the extent.
pub fn outside(body: &Body, tensor: Value, axis: usize, is_write: bool) -> String {
    let verb = if is_write { " of a write" } else { "" };
    format!("index {{}}{verb} is outside {}, whose axis {axis} has extent {{}}", whole(body, tensor))
}

/// The number of the first axis on which an index is outside.
pub fn first_outside(index: &[i64], extents: &[usize]) -> Option<usize> {
    let is_inside = |(i, extent): (&i64, &usize)| usize::try_from(*i).is_ok_and(|i| i < *extent);
    index.iter().zip(extents).position(|axis| !is_inside(axis))
}

/// Two extents differ that have to be equal. Numbers: both.
pub fn differ(a: &Extent, b: &Extent) -> String {
    format!("the extents {a} and {b} have to be equal, but are {{}} and {{}}")
}

/// A number is no value for an extent. Numbers: it.
pub fn no_extent(symbol: &Symbol) -> String {
    format!("the extent {symbol} would be {{}}, but extents are 0 to 2^48")
}

/// What a tensor is called: the argument that it is, or where it was made.
fn whole(body: &Body, tensor: Value) -> String {
    let mut tensor = tensor;
    loop {
        match body.def(tensor) {
            Def::Argument(block, i) => {
                let Some(owner) = body.block_owner(block).filter(|owner| *owner != body.root()) else {
                    // A name that looks like a number's place would take one.
                    return format!("'{}'", argument_name(body, i).replace(NUMBER, "{ }"));
                };
                match start(body, owner, i) {
                    Some(start) => tensor = start,
                    None => return made(body, body.loc(owner), "the tensor carried by the loop"),
                }
            }
            Def::Result(op, _) if SAME.contains(&&*body.info(op).name) => tensor = body.operand(op, 0),
            Def::Result(op, _) => return made(body, body.loc(op), "the tensor made"),
        }
    }
}

/// What argument `i` of an op's region is where it starts, if it has that name all along: what a compute accumulates into, what
/// a checkpoint hands on.
fn start(body: &Body, owner: Op, i: usize) -> Option<Value> {
    if body.is(owner, Checkpoint::NAME) {
        return body.operands(owner).nth(i);
    }
    let rank = ComputeOp::cast(body.op(owner))?.extents().len();
    body.operands(owner).nth(i.checked_sub(rank)?)
}

/// Ops whose result is their first operand.
const SAME: [&str; 4] = [Cast::NAME, "tensor.detach", "tensor.straight_through", "tensor.after"];

fn made(body: &Body, loc: Location, what: &str) -> String {
    let ctx = body.ctx();
    let what = if is_local_array(ctx, loc) { "the local array made" } else { what };
    match loc.anchor(ctx) {
        Some((file, line, _)) => {
            format!("{what} at {}:{line}", ctx.text(file).replace(NUMBER, "{ }"))
        }
        None => "a tensor".to_string(),
    }
}

/// True if the place is that of a local array: its first part is, through calls that were inlined.
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
    fn numbers_take_their_places() {
        assert_eq!(filled("index {} of {}", &[-1, 5]), "index -1 of 5");
        assert_eq!(filled("none", &[1]), "none");
        assert_eq!(filled("{} and {}", &[1]), "1 and {}");
        assert_eq!(count("index {} of {}"), 2);
        assert_eq!(count("tensor<?{n}xf32>"), 0);
    }

    #[test]
    fn the_first_axis_outside_is_found() {
        assert_eq!(first_outside(&[0, 3], &[1, 3]), Some(1));
        assert_eq!(first_outside(&[-1, 3], &[1, 3]), Some(0));
        assert_eq!(first_outside(&[0, 2], &[1, 3]), None);
    }
}
