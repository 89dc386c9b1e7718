//! Chooses the sorts to replace, and has the shared code of their kernels.

use super::key::{self, DIGIT};
use super::order::Order;
use crate::gpu::kernels_for_ops::{self, Parameters, memory};
use std::collections::BTreeSet;
use tf_dialects::arith::{self, CmpI};
use tf_dialects::kernel::{BlockId, ThreadId};
use tf_dialects::mem::Load;
use tf_dialects::scalar::{DType, dtype};
use tf_dialects::tensor::sort::Sort;
use tf_ir::body::{Body, Op, Value};
use tf_ir::extent::{Extent, Symbol};
use tf_ir::types::{Dim, Type};
use tf_passes_common::code::folding_builder::FoldingBuilder;
use tf_passes_common::cost::figures::{GPU_BLOCK, GPU_DIGIT_SORT_EACH};

/// Threads of a block, elements of each, and elements of the block.
pub(super) const THREADS: i64 = GPU_BLOCK;
pub(super) const EACH: i64 = GPU_DIGIT_SORT_EACH;
pub(super) const TILE: i64 = THREADS * EACH;
/// Values of a digit: each thread of a block has one.
pub(super) const DIGITS: i64 = 1 << DIGIT;
const _: () = assert!(DIGITS == THREADS, "each thread has a digit");

/// A radix sort.
pub(super) struct Plan {
    pub(super) order: Order,
    pub(super) sources: Vec<Value>,
    /// The sorted axis: all others have one element.
    axis: usize,
    rank: usize,
    pub(super) length: Extent,
    pub(super) blocks: Extent,
    /// Digits of the key.
    pub(super) passes: u32,
    /// The type of positions in the row: 32 bits if the row is short enough.
    pub(super) sums: Type,
    /// Extents that the kernels take as arguments: no axis gives them alone.
    pub(super) unbound: Vec<Symbol>,
}

impl Plan {
    /// The plan of a sort of one long row by an order; `None` for other sorts.
    pub(super) fn of(body: &Body, op: Op) -> Option<Plan> {
        let (ctx, view) = (body.ctx(), body.cast(op, Sort)?);
        let axis = view.axis();
        let sources: Vec<Value> = body.operands(op).collect();
        let dims = ctx.dims(body.ty(*sources.first()?))?;
        let is_row = |(axis_of, dim): (usize, &Dim)| axis_of == axis || *dim == Dim::Static(1);
        let length = dims.get(axis)?.to_extent()?;
        let is_long = length.as_const().is_none_or(|length| length >= TILE);
        if !is_long || !dims.iter().enumerate().all(is_row) {
            return None;
        }
        // Blocks stage elements as bits in shared memory.
        let of_bits = |value: &Value| {
            let elem = dtype(ctx, ctx.elem_type(body.ty(*value)));
            elem.is_some_and(|elem| {
                elem.is_float() || matches!(elem, DType::Index | DType::Int(1 | 8 | 16 | 32 | 64))
            })
        };
        if !sources.iter().all(of_bits) {
            return None;
        }
        let order = Order::of(body, op)?;
        let passes = dtype(ctx, order.ty)?.bits().div_ceil(DIGIT);
        let is_short = length.as_const().is_some_and(|length| length <= i64::from(u32::MAX));
        let unbound = match length.as_symbol() {
            Some(_) => BTreeSet::new(),
            None => length.symbols(),
        };
        Some(Plan {
            order,
            axis,
            rank: dims.len(),
            blocks: length.ceildiv(TILE).ok()?,
            length,
            passes,
            sums: if is_short { ctx.i32() } else { ctx.index() },
            unbound: unbound.into_iter().collect(),
            sources,
        })
    }

    /// The extent of the counts: for each digit, those of all blocks.
    pub(super) fn counters(&self) -> Dim {
        // The product overflows only for an unrealistic number of blocks.
        Dim::from_extent(self.blocks.scale(DIGITS).unwrap_or_else(|_| self.blocks.clone()))
    }

    /// The memref type of the operand with the keys.
    pub(super) fn source(&self, function: &Body) -> Type {
        memory(function, self.sources[self.order.input])
    }

    /// The subscripts of an element of the row.
    pub(super) fn place(&self, code: &mut FoldingBuilder<'_>, at: Value) -> Vec<Value> {
        (0..self.rank).map(|axis| if axis == self.axis { at } else { code.index(0) }).collect()
    }
}

/// A kernel with arguments of these types; it writes the last ones.
pub(super) fn kernel(
    function: &Body,
    op: Op,
    plan: &Plan,
    name: &str,
    [read, written]: [&[Type]; 2],
    fill: impl FnOnce(&mut FoldingBuilder<'_>, &[Value], &[Value]),
) -> Body {
    let parameters = Parameters { read, extents: &plan.unbound, written };
    kernels_for_ops::kernel((function, op), name, THREADS, &parameters, fill)
}

/// The number of blocks, in a kernel.
pub(super) fn blocks(code: &mut FoldingBuilder<'_>, plan: &Plan) -> Value {
    let (length, size) = (code.extent(&plan.length), code.index(TILE));
    arith::ceildivui(code, length, size)
}

/// The state of a block's code.
pub(super) struct Tile {
    pub(super) thread: Value,
    pub(super) block: Value,
    pub(super) blocks: Value,
    /// The first element of the block, and the length of the row.
    pub(super) first: Value,
    length: Value,
}

impl Tile {
    pub(super) fn new(code: &mut FoldingBuilder<'_>, plan: &Plan) -> Tile {
        let (index, along) = (code.ctx().index(), [("axis", code.ctx().string_attr("x"))]);
        let thread = code.b.value(ThreadId, &[], index, &along);
        let block = code.b.value(BlockId, &[], index, &along);
        let (length, size) = (code.extent(&plan.length), code.index(TILE));
        let blocks = blocks(code, plan);
        let first = code.mul(block, size);
        Tile { thread, block, blocks, first, length }
    }

    /// Elements from the block's first one to the end of the row; more than a tile, unless the block is the
    /// last.
    pub(super) fn rest(&self, code: &mut FoldingBuilder<'_>) -> Value {
        code.sub(self.length, self.first)
    }

    /// The position of an element of the block, clamped to the row, and whether it is in the row.
    pub(super) fn element(&self, code: &mut FoldingBuilder<'_>, number: Value) -> (Value, Value) {
        let at = code.add(self.first, number);
        let inside = code.cmpi(CmpI::Slt, at, self.length);
        let one = code.index(1);
        let last = code.sub(self.length, one);
        (arith::minsi(code, at, last), inside)
    }

    /// The index of the count of a digit in the block.
    pub(super) fn counter(&self, code: &mut FoldingBuilder<'_>, digit: Value) -> Value {
        let row = code.mul(digit, self.blocks);
        code.add(row, self.block)
    }
}

/// The elements of an operand at these positions.
pub(super) fn read(
    code: &mut FoldingBuilder<'_>,
    plan: &Plan,
    source: Value,
    places: &[Value],
) -> Vec<Value> {
    let mut load = |at: &Value| {
        let place = plan.place(code, *at);
        Load::build(&mut code.b, source, &place)
    };
    places.iter().map(&mut load).collect()
}

/// The digit of an element.
pub(super) fn digit(
    code: &mut FoldingBuilder<'_>,
    plan: &Plan,
    function: &Body,
    element: Value,
    shift: Value,
) -> Value {
    let key = key::key(code, &plan.order, function, element);
    key::digit(code, key, shift)
}
