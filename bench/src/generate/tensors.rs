//! Modules of tensor operations, to measure the passes for the processor on.
//!
//! A function holds exactly [`TENSOR_OPS_PER_FUNCTION`] operations on tensors, constants and the `return` not
//! counted. They come in patterns of programs: chains of elementwise operations, rows divided by their sums,
//! stencils of slices, products, moves. Every value reaches the `return`; every third function has constant
//! extents only.

use super::random::Random;
use std::fmt::{self, Write};

/// Operations on tensors in a function's body.
pub const TENSOR_OPS_PER_FUNCTION: usize = 100;
/// The longest pattern, in operations.
const LONGEST: usize = 5;
/// How far back to search for an operand that already has a use, in values.
const WINDOW: usize = 24;
/// Maximum of constant extents.
const LARGEST: i64 = 128;
/// Maximum rank.
const MAX_RANK: usize = 3;

/// An extent as a linear combination: the coefficients of [`PARTS`].
#[derive(Clone, Copy, PartialEq, Eq)]
struct Dim([i64; 4]);

/// The terms of extents.
const PARTS: [&str; 4] = ["n*m", "n", "m", "1"];

impl Dim {
    fn constant(number: i64) -> Dim {
        Dim([0, 0, 0, number])
    }

    fn plus(self, number: i64) -> Dim {
        self.and(Dim::constant(number))
    }

    fn and(self, other: Dim) -> Dim {
        Dim(std::array::from_fn(|i| self.0[i] + other.0[i]))
    }

    /// The product, unless a symbol would be in it twice.
    fn times(self, other: Dim) -> Option<Dim> {
        let ([ab, a, b, c], [xy, x, y, z]) = (self.0, other.0);
        let has_squares = a * x != 0 || b * y != 0 || ab * (xy + x + y) + xy * (a + b) != 0;
        let product = [ab * z + c * xy + a * y + b * x, a * z + c * x, b * z + c * y, c * z];
        (!has_squares).then_some(Dim(product))
    }

    /// The quotient, if it is exact.
    fn divided(self, by: i64) -> Option<Dim> {
        let is_multiple = self.0.iter().all(|part| part % by == 0);
        is_multiple.then(|| Dim(self.0.map(|part| part / by)))
    }

    fn as_const(self) -> Option<i64> {
        matches!(self.0, [0, 0, 0, _]).then_some(self.0[3])
    }

    /// True if coefficients and terms stay as small as in real programs.
    fn is_small(self) -> bool {
        let [product, n, m, number] = self.0;
        number.abs() <= LARGEST && product + n + m <= 3 && product * number == 0
    }
}

/// As a term: `2*n + m - 2`, `16`.
impl fmt::Display for Dim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(number) = self.as_const() {
            return write!(f, "{number}");
        }
        let mut separator = "";
        for (count, part) in self.0.into_iter().zip(PARTS).filter(|(count, _)| *count != 0) {
            write!(f, "{}", if count < 0 { " - " } else { separator })?;
            match (count.abs(), part) {
                (count, "1") => write!(f, "{count}")?,
                (1, part) => write!(f, "{part}")?,
                (count, part) => write!(f, "{count}*{part}")?,
            }
            separator = " + ";
        }
        Ok(())
    }
}

type Shape = Vec<Dim>;
/// A value is its index: `%v7`.
type Id = usize;

struct Builder {
    random: Random,
    pool: Vec<Dim>,
    shapes: Vec<Shape>,
    /// Values without use, oldest first.
    waiting: Vec<Id>,
    ops: usize,
    text: String,
}

/// Writes function `index` of the module with this seed.
pub(super) fn generate(out: &mut String, index: u64, seed: u64) {
    let random = Random::new(seed, index);
    let mut pool: Vec<Dim> = [8, 16, 32].into_iter().map(Dim::constant).collect();
    if !index.is_multiple_of(3) {
        pool.extend([Dim([0, 1, 0, 0]), Dim([0, 0, 1, 0])]);
    }
    // Arguments bind the symbols.
    let first = pool[pool.len() - 2..].to_vec();
    let mut b =
        Builder { random, pool, shapes: Vec::new(), waiting: Vec::new(), ops: 0, text: String::new() };
    let mut arguments = vec![b.argument(first)];
    for rank in [2, 2, 3, 1, 2] {
        let shape = (0..rank).map(|_| b.random.pick(&b.pool)).collect();
        arguments.push(b.argument(shape));
    }
    while b.ops + LONGEST <= TENSOR_OPS_PER_FUNCTION {
        b.pattern();
    }
    while b.ops < TENSOR_OPS_PER_FUNCTION {
        let x = b.operand();
        b.unary(x);
    }
    let types: Vec<String> = b.waiting.iter().map(|v| b.ty(*v)).collect();
    let names: Vec<String> = b.waiting.iter().map(|v| format!("%v{v}")).collect();
    let (types, names) = (types.join(", "), names.join(", "));
    let written = write!(
        out,
        "  func.func @f{index}({}) -> ({types}) {{\n    %zero = arith.constant 0.0 : f32\n{}    return {names} : {types}\n  }}\n",
        arguments.join(", "),
        b.text,
    );
    written.expect("writing to a string does not fail");
}

fn type_of(shape: &[Dim], elem: &str) -> String {
    let dims =
        shape.iter().map(|d| if d.as_const().is_none() { format!("?{{{d}}}x") } else { format!("{d}x") });
    format!("tensor<{}{elem}>", dims.collect::<String>())
}

fn list(items: impl IntoIterator<Item = impl fmt::Display>) -> String {
    let items: Vec<String> = items.into_iter().map(|i| i.to_string()).collect();
    format!("[{}]", items.join(", "))
}

impl Builder {
    fn argument(&mut self, shape: Shape) -> String {
        let id = self.value(shape);
        format!("%v{id}: {}", self.ty(id))
    }

    fn value(&mut self, shape: Shape) -> Id {
        self.shapes.push(shape);
        self.waiting.push(self.shapes.len() - 1);
        self.shapes.len() - 1
    }

    fn ty(&self, value: Id) -> String {
        type_of(&self.shapes[value], "f32")
    }

    /// An unused value, at random.
    fn operand(&mut self) -> Id {
        if self.random.percent(50) { self.waiting[0] } else { self.random.pick(&self.waiting) }
    }

    /// A recent value other than `x` for which `fits` holds, an unused one if there is any.
    fn other(&mut self, x: Id, fits: impl Fn(&[Dim]) -> bool) -> Option<Id> {
        let recent = self.shapes.len().saturating_sub(WINDOW)..self.shapes.len();
        let fitting = |v: &Id| *v != x && fits(&self.shapes[*v]);
        let waiting: Vec<Id> = self.waiting.iter().copied().filter(fitting).collect();
        let any: Vec<Id> = recent.filter(fitting).collect();
        let from = if waiting.is_empty() { &any } else { &waiting };
        (!from.is_empty()).then(|| self.random.pick(from))
    }

    fn axis(&mut self, x: Id) -> Option<usize> {
        let rank = self.shapes[x].len();
        (rank > 0).then(|| self.random.below(rank))
    }

    /// Writes an operation; `text` follows the equals sign.
    fn emit(&mut self, operands: &[Id], shape: Shape, text: &str) -> Id {
        self.waiting.retain(|v| !operands.contains(v));
        let id = self.value(shape);
        self.ops += 1;
        writeln!(self.text, "    %v{id} = {text}").expect("writing to a string does not fail");
        id
    }

    /// An operation whose result has another shape.
    fn reshaped(&mut self, x: Id, shape: Shape, name: &str, how: &str) -> Id {
        let text = format!("tensor.{name} %v{x} {how} : {} to {}", self.ty(x), type_of(&shape, "f32"));
        self.emit(&[x], shape, &text)
    }

    fn unary(&mut self, x: Id) -> Id {
        let name = self.random.pick(&[
            "math.exp",
            "math.tanh",
            "math.sqrt",
            "math.absf",
            "arith.negf",
            "arith.negf",
        ]);
        let text = format!("{name} %v{x} : {}", self.ty(x));
        self.emit(&[x], self.shapes[x].clone(), &text)
    }

    fn binary(&mut self, name: &str, x: Id, y: Id) -> Id {
        let text = format!("arith.{name} %v{x}, %v{y} : {}", self.ty(x));
        self.emit(&[x, y], self.shapes[x].clone(), &text)
    }

    fn reduce(&mut self, x: Id, axis: usize) -> Id {
        let kind = self.random.pick(&["add", "add", "maximumf"]);
        let mut shape = self.shapes[x].clone();
        shape.remove(axis);
        let text = format!(
            "tensor.reduce {kind} %v{x} dims = [{axis}] : {} to {}",
            self.ty(x),
            type_of(&shape, "f32")
        );
        self.emit(&[x], shape, &text)
    }

    /// Repeats a tensor along a new axis of the shape.
    fn broadcast(&mut self, x: Id, shape: Shape, axis: usize) -> Id {
        let dims = list((0..shape.len()).filter(|a| *a != axis));
        self.reshaped(x, shape, "broadcast", &format!("dims = {dims}"))
    }

    /// The part of an axis from `start` to `stop` elements before its end.
    fn slice(&mut self, x: Id, axis: usize, start: i64, stop: i64, step: i64) -> Id {
        let mut shape = self.shapes[x].clone();
        let ends = shape.iter().enumerate().map(|(a, dim)| match (a == axis, step) {
            (false, _) => format!("0:{dim}"),
            (true, 1) => format!("{start}:{}", dim.plus(-stop)),
            (true, _) => format!("{start}:{}:{step}", dim.plus(-stop)),
        });
        let ends = list(ends);
        let left = shape[axis].plus(-stop - start);
        shape[axis] = left.plus(step - 1).divided(step).unwrap_or(left);
        self.reshaped(x, shape, "slice", &ends)
    }

    /// One or more operations that are typical of programs.
    fn pattern(&mut self) {
        let x = self.operand();
        let draw = self.random.below(100);
        let done = match draw {
            0..18 => Some(self.unary(x)),
            18..42 => self.combined(x),
            42..48 => self.normalized(x),
            48..52 => self.selected(x),
            52..57 => self.stencil(x),
            57..62 => self.pad(x),
            62..67 => self.strided(x),
            67..72 => self.concat(x),
            72..77 => self.transpose(x),
            77..82 => self.regrouped(x),
            82..86 => self.spread(x),
            86..91 => self.axis(x).map(|axis| self.reduce(x, axis)),
            _ => self.product(x),
        };
        if done.is_none() {
            self.unary(x);
        }
    }

    fn combined(&mut self, x: Id) -> Option<Id> {
        let shape = self.shapes[x].clone();
        let name = self.random.pick(&["addf", "mulf", "subf", "divf", "maximumf"]);
        match self.other(x, |other| *other == shape[..]) {
            Some(y) => Some(self.binary(name, x, y)),
            None => self.normalized(x),
        }
    }

    /// Rows divided by their sums.
    fn normalized(&mut self, x: Id) -> Option<Id> {
        let (axis, shape) = (self.axis(x)?, self.shapes[x].clone());
        let sums = self.reduce(x, axis);
        let sums = self.broadcast(sums, shape, axis);
        let name = self.random.pick(&["divf", "subf"]);
        Some(self.binary(name, x, sums))
    }

    fn selected(&mut self, x: Id) -> Option<Id> {
        let shape = self.shapes[x].clone();
        let y = self.other(x, |other| *other == shape[..])?;
        let (ty, flags) = (self.ty(x), type_of(&shape, "i1"));
        // Of another element type, so that no other operation uses it.
        let condition = format!("%c{}", self.ops);
        self.ops += 1;
        let written = writeln!(self.text, "    {condition} = arith.cmpf olt, %v{x}, %v{y} : {ty}");
        written.expect("writing to a string does not fail");
        Some(self.emit(&[x, y], shape, &format!("arith.select {condition}, %v{x}, %v{y} : {flags}, {ty}")))
    }

    /// The sum of three neighbours.
    fn stencil(&mut self, x: Id) -> Option<Id> {
        let axis = self.axis(x)?;
        if self.shapes[x][axis].as_const().is_some_and(|extent| extent < 6) {
            return None;
        }
        let [a, b, c] = [(0, 2), (1, 1), (2, 0)].map(|(start, stop)| self.slice(x, axis, start, stop, 1));
        let sum = self.binary("addf", a, b);
        Some(self.binary("addf", sum, c))
    }

    fn pad(&mut self, x: Id) -> Option<Id> {
        let axis = self.axis(x)?;
        let mut shape = self.shapes[x].clone();
        shape[axis] = shape[axis].plus(2);
        let one = list((0..shape.len()).map(|a| usize::from(a == axis)));
        let text = format!("tensor.pad %v{x}, %zero low = {one} high = {one} : {}", self.ty(x));
        let text = format!("{text} to {}", type_of(&shape, "f32"));
        Some(self.emit(&[x], shape, &text))
    }

    /// Every second element.
    fn strided(&mut self, x: Id) -> Option<Id> {
        let axis = self.axis(x)?;
        let half = self.shapes[x][axis].divided(2)?;
        half.as_const().is_none_or(|half| half > 2).then(|| self.slice(x, axis, 1, 0, 2))
    }

    fn concat(&mut self, x: Id) -> Option<Id> {
        let (axis, mut shape) = (self.axis(x)?, self.shapes[x].clone());
        let differ = |other: &[Dim]| (0..shape.len()).filter(|a| other[*a] != shape[*a]).all(|a| a == axis);
        let fits = |other: &[Dim]| {
            other.len() == shape.len() && differ(other) && other[axis].and(shape[axis]).is_small()
        };
        let y = self.other(x, fits)?;
        shape[axis] = shape[axis].and(self.shapes[y][axis]);
        let types = [self.ty(x), self.ty(y), type_of(&shape, "f32")];
        let text =
            format!("tensor.concat %v{x}, %v{y} dim = {axis} : {}, {} to {}", types[0], types[1], types[2]);
        Some(self.emit(&[x, y], shape, &text))
    }

    fn transpose(&mut self, x: Id) -> Option<Id> {
        let mut order: Vec<usize> = (0..self.shapes[x].len()).collect();
        self.random.shuffle(&mut order);
        let shape = order.iter().map(|a| self.shapes[x][*a]).collect();
        let how = format!("perm = {}", list(&order));
        (order.len() > 1).then(|| self.reshaped(x, shape, "transpose", &how))
    }

    /// An axis as two, or two as one.
    fn regrouped(&mut self, x: Id) -> Option<Id> {
        let mut shape = self.shapes[x].clone();
        let merged = |a: usize| shape[a - 1].times(shape[a]).filter(|extent| extent.is_small());
        let pair = (1..shape.len()).find_map(|a| Some((a, merged(a)?)));
        if let Some((axis, extent)) = pair {
            shape.remove(axis);
            shape[axis - 1] = extent;
        } else {
            let axis = self.axis(x).filter(|_| shape.len() < MAX_RANK)?;
            shape[axis] = shape[axis].divided(4)?;
            shape.insert(axis + 1, Dim::constant(4));
        }
        Some(self.reshaped(x, shape, "reshape", ""))
    }

    fn spread(&mut self, x: Id) -> Option<Id> {
        let mut shape = self.shapes[x].clone();
        let axis = self.random.below(shape.len() + 1);
        shape.insert(axis, self.random.pick(&self.pool));
        (shape.len() <= MAX_RANK).then(|| self.broadcast(x, shape, axis))
    }

    /// A product of matrices, of a matrix and a vector, or of a matrix and itself.
    fn product(&mut self, x: Id) -> Option<Id> {
        let [rows, inner] = self.shapes[x][..] else { return None };
        let found = self.other(x, |other| matches!(other.len(), 1 | 2) && other[0] == inner);
        let (y, equation, shape) = match found {
            Some(y) if self.shapes[y].len() == 2 => (y, "ij,jk->ik", vec![rows, self.shapes[y][1]]),
            Some(y) => (y, "ij,j->i", vec![rows]),
            None => (x, "ij,kj->ik", vec![rows, rows]),
        };
        let types = [self.ty(x), self.ty(y), type_of(&shape, "f32")];
        let text = format!(
            "tensor.contract \"{equation}\" %v{x}, %v{y} : ({}, {}) -> {}",
            types[0], types[1], types[2]
        );
        Some(self.emit(&[x, y], shape, &text))
    }
}
