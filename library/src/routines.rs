//! Algorithms that are compiled once for extents by name, and called (`call-routines`).
//!
//! The front ends build the code of an algorithm for the extents of its operands, marked with its name
//! ([`tf_dialects::func::routine`]). A routine is the same algorithm as a function of any extents: the pass
//! replaces the marked code by a call of it, unless the operands are small.

use crate::linalg;
use tf_dialects::func::{Func, Return, routine};
use tf_dialects::scalar::element_type;
use tf_ir::body::{Body, Value};
use tf_ir::builder::Builder;
use tf_ir::context::Context;
use tf_ir::extent::{Extent, Symbol};
use tf_ir::location::Location;
use tf_ir::types::{Dim, Type};

/// The number of times that a program is assumed to run.
const CALLS: f64 = 1000.0;

/// The code of an algorithm, from its operands to its results.
type Build = fn(&mut Builder<'_>, &[Value]) -> Vec<Value>;

/// An algorithm.
#[derive(Clone, Copy, Debug)]
pub struct Routine {
    pub(crate) name: &'static str,
    /// The shapes of its operands: for each tensor a character per axis, a digit for an extent, the same for
    /// equal extents, and `-` for an extent of 1. Routines of these shapes are shipped.
    pub(crate) shapes: &'static [&'static str],
    /// The largest order of matrices of constant extents for which the library has another algorithm, whose
    /// code is small and faster than a call.
    pub(crate) most_inline: i64,
    /// Seconds that code for constant extents takes to compile, and those that a call of the routine takes
    /// longer than this code, divided by the cube of the order of the matrix (bench/log/0065).
    pub(crate) seconds: [f64; 2],
    pub(crate) build: Build,
}

/// The extent of the routines' operands with an index, in order of first occurrence.
pub fn name(index: usize) -> Symbol {
    Symbol::new(&format!("n{index}")).expect("a letter and digits are a name")
}

/// The algorithm of a name, if there is one.
pub fn find(name: &str) -> Option<Routine> {
    all().into_iter().find(|routine| routine.name == name)
}

/// All algorithms.
pub fn all() -> Vec<Routine> {
    linalg::routines::all()
}

impl Routine {
    /// Its name.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The largest order of matrices of constant extents for which the library has another algorithm.
    pub fn most_inline(&self) -> i64 {
        self.most_inline
    }

    /// True if a call is worth it for a matrix of constant extents of this order: code for these extents is
    /// faster, by a time that grows as the work, but takes longer to compile than that adds up to.
    pub fn pays(&self, order: i64) -> bool {
        let ([compiling, lost], order) = (self.seconds, order as f64);
        order > self.most_inline as f64 && lost * order * order * order * CALLS < compiling
    }

    /// The operand types of an element type for which objects are shipped.
    pub fn common(&self, ctx: &Context, elem: Type) -> Vec<Vec<Type>> {
        let dim = |mark: char| match mark {
            '-' => Dim::Static(1),
            digit => Dim::from_extent(Extent::from(name(usize::from(digit as u8 - b'0')))),
        };
        let tensor = |marks: &str| ctx.tensor(marks.chars().map(dim).collect::<Vec<_>>(), elem);
        self.shapes.iter().map(|shape| shape.split(' ').map(tensor).collect()).collect()
    }

    /// True if it takes operands of these types: tensors of one type of floats, of its shapes.
    fn takes(&self, ctx: &Context, operands: &[Type]) -> bool {
        let elem = operands.first().and_then(|ty| element_type(ctx, *ty));
        let is_operand = |ty: &Type| ctx.is_tensor(*ty) && element_type(ctx, *ty) == elem;
        let is_one_type = elem.is_some_and(|elem| elem.is_float()) && operands.iter().all(is_operand);
        is_one_type && self.shapes.iter().any(|shape| fits(ctx, shape, operands))
    }

    /// The name of its function for these operand types, which have extents by name; `None` if it does not
    /// take such operands.
    pub fn symbol(&self, ctx: &Context, operands: &[Type]) -> Option<String> {
        if !self.takes(ctx, operands) {
            return None;
        }
        let mut symbol = format!("tf.{}", self.name);
        for ty in operands {
            symbol.push_str(&format!(".{}", element_type(ctx, *ty)?));
            for dim in ctx.dims(*ty)? {
                symbol.push_str(&format!("_{}", dim.to_extent()?));
            }
        }
        Some(symbol)
    }

    /// A private function of the name [`Self::symbol`], which computes the algorithm for operands of these
    /// types, tensors with extents by name; `None` if it does not take such operands.
    pub fn define(&self, ctx: &Context, operands: &[Type]) -> Option<Body> {
        let symbol = self.symbol(ctx, operands)?;
        let mut body = Body::new(ctx, Func, Location::UNKNOWN, 1);
        let root = body.root();
        let block = body.add_block(body.region(root, 0), operands);
        let arguments: Vec<Value> = body.args(block).collect();
        let mut b = Builder::at_end(&mut body, block, Location::UNKNOWN);
        let results = (self.build)(&mut b, &arguments);
        Return::build(&mut b, &results);
        let types: Vec<Type> = results.iter().map(|value| body.ty(*value)).collect();
        body.set_attr(root, "sym_name", ctx.string_attr(&symbol));
        body.set_attr(root, "function_type", ctx.type_attr(ctx.function(operands, &types)));
        body.set_attr(root, "sym_visibility", ctx.string_attr("private"));
        routine::mark(&mut body, root, self.name);
        Some(body)
    }
}

/// True if the operands have a shape in the notation of [`Routine::shapes`]; extents that may differ may also
/// be equal.
fn fits(ctx: &Context, shape: &str, operands: &[Type]) -> bool {
    let mut extents: [Option<Extent>; 10] = Default::default();
    let mut is_extent = |mark: char, dim: &Dim| match (mark.to_digit(10), dim.to_extent()) {
        (Some(digit), Some(extent)) => {
            *extents[digit as usize].get_or_insert_with(|| extent.clone()) == extent
        }
        (None, Some(extent)) => extent.as_const() == Some(1),
        (_, None) => false,
    };
    let mut has_shape = |(marks, ty): (&str, &Type)| {
        let dims = ctx.dims(*ty).unwrap_or_default();
        marks.len() == dims.len() && marks.chars().zip(dims).all(|(mark, dim)| is_extent(mark, dim))
    };
    shape.split(' ').count() == operands.len() && shape.split(' ').zip(operands).all(&mut has_shape)
}
