//! Warp-level products of small matrices: copies fragments to matrices in memory and multiplies these.
//!
//! Products are exact in f64 and each sum is rounded to f32, as in the interpreter. Columns are the innermost
//! loop, since their sums are independent.

use super::block::{Fission, Result};
use tf_dialects::arith::{self, CmpI};
use tf_dialects::kernel::{LoadMatrix, Mma, Part, Product, WARP};
use tf_dialects::math;
use tf_dialects::mem;
use tf_dialects::scalar::DType;
use tf_dialects::vector;
use tf_ir::body::{Op, Value};
use tf_ir::rewrite::Rebuild;
use tf_ir::types::{Dim, Type};

/// The matrices of a product: A row-major, B transposed, and the sums.
#[derive(Clone, Copy)]
pub(super) struct Matrices {
    pub a: Value,
    pub b: Value,
    pub sums: Value,
}

impl Fission<'_, '_> {
    /// The accumulator type.
    pub(super) fn wide(&self, sums: DType) -> Type {
        match sums {
            DType::Int(_) | DType::UInt(_) => self.source.ctx().i32(),
            _ => self.source.ctx().f64(),
        }
    }

    pub(super) fn matrices(&mut self, (m, n, k): (usize, usize, usize), wide: Type) -> Matrices {
        let ctx = self.ctx();
        let [a, b, sums] = [(m, k), (k, n), (m, n)].map(|(rows, columns)| {
            let dims = [rows, columns].map(|extent| Dim::Static(extent as i64));
            self.b.value(mem::Alloc, &[], ctx.memref(dims.to_vec(), wide), &[])
        });
        Matrices { a, b, sums }
    }

    /// Runs `fill` with the index of the current warp's first thread, if the warp has all 32 threads; else
    /// traps.
    fn whole_warp(
        &mut self,
        op: Op,
        what: &str,
        fill: impl FnOnce(&mut Self, Value) -> Result<()>,
    ) -> Result<()> {
        let Some(warp) = self.warp else {
            return Err(self.refuse(op, "is where not all threads of a warp arrive"));
        };
        let (first, lanes) = self.lanes_of(warp);
        let text = format!(
            "'{}' op {what}, {WARP} of them, but this warp, the last of its block, has {{}}",
            self.name(op)
        );
        self.whole(first, lanes, (WARP, &text), fill)
    }

    pub(super) fn whole(
        &mut self,
        first: Value,
        members: Value,
        (size, text): (usize, &str),
        fill: impl FnOnce(&mut Self, Value) -> Result<()>,
    ) -> Result<()> {
        let size = self.index(size as i64);
        let lacks = arith::cmpi(&mut self.b, CmpI::Ult, members, size);
        self.trap_if(lacks, &[members], text);
        let has = arith::cmpi(&mut self.b, CmpI::Uge, members, size);
        self.when(has, |this| fill(this, first))
    }

    /// Emits a product by the lanes of the current warp.
    pub(super) fn product(&mut self, op: Op) -> Result<()> {
        let view = self.source.op(op).view(Mma);
        let Some(product) = view.product() else {
            return Err(self.refuse(op, "is not a supported matrix product"));
        };
        let operands = [(view.a(), Part::A), (view.b(), Part::B), (view.c(), Part::C)];
        let wide = self.wide(product.sums);
        let matrices = self.matrices((product.m, product.n, product.k), wide);
        self.whole_warp(op, "multiplies what the threads of a warp hold", |this, first| {
            for ((value, part), memory) in operands.into_iter().zip([matrices.a, matrices.b, matrices.sums]) {
                let types = if part == Part::C { (product.sums, false) } else { (product.factors, true) };
                this.each_held(first, WARP, product.held(part), |this, (lane, slot), i| {
                    let element = this.held_element(op, value, slot, i)?;
                    let element = this.widened(element, types, wide);
                    let (row, column) = this.position(product, part, lane, i);
                    mem::Store::build(&mut this.b, element, memory, &[row, column]);
                    Ok(())
                })?;
            }
            this.multiply(&matrices, (product.m, product.n, product.k), product.sums)?;
            let result = this.source.result(op, 0);
            let elem = this.source.ctx().elem_type(this.source.ty(result));
            let Some(memory) = this.memory_of_threads(result) else { return Ok(()) };
            this.each_held(first, WARP, product.held(Part::C), |this, (lane, slot), i| {
                let (row, column) = this.position(product, Part::C, lane, i);
                let sum = mem::Load::build(&mut this.b, matrices.sums, &[row, column]);
                let sum = this.narrowed(sum, product.sums, elem);
                mem::Store::build(&mut this.b, sum, memory, &[slot, i]);
                Ok(())
            })
        })
    }

    /// Loops over the fragments of `threads` threads from `first` on. `fill` gets the index of the thread
    /// among these, its slot, and the index of the element in the fragment.
    pub(super) fn each_held(
        &mut self,
        first: Value,
        threads: usize,
        held: usize,
        mut fill: impl FnMut(&mut Self, (Value, Value), Value) -> Result<()>,
    ) -> Result<()> {
        let first = self.slot(first);
        self.each_of(&[threads as i64, held as i64], Vec::new(), &mut |this, at| {
            let slot = arith::addi(&mut this.b, first, at[0]);
            fill(this, (at[0], slot), at[1])
        })
    }

    /// An element of a thread's fragment.
    pub(super) fn held_element(&mut self, op: Op, value: Value, slot: Value, i: Value) -> Result<Value> {
        if let Some(memory) = self.memory_of_threads(value) {
            return Ok(mem::Load::build(&mut self.b, memory, &[slot, i]));
        }
        let same = self.operand(op, value)?;
        let elem = self.source.ctx().elem_type(self.source.ty(value));
        Ok(self.b.value(vector::Extract, &[same, i], elem, &[]))
    }

    /// A scalar of the thread of a slot.
    pub(super) fn of_thread(&mut self, op: Op, value: Value, slot: Value) -> Result<Value> {
        match self.memory_of_threads(value) {
            Some(memory) => Ok(mem::Load::build(&mut self.b, memory, &[slot])),
            None => self.operand(op, value),
        }
    }

    /// The row and the column of an element of a lane's fragment, as in [`Product::position`].
    pub(super) fn position(&mut self, product: Product, part: Part, lane: Value, i: Value) -> (Value, Value) {
        let [two, four, eight] = [2, 4, 8].map(|n| self.index(n));
        let packed = self.index(product.packed() as i64);
        let halves = self.index(product.m as i64 / 8);
        let b = &mut self.b;
        let (g, t) = (arith::divui(b, lane, four), arith::remui(b, lane, four));
        let (j, e) = (arith::divui(b, i, packed), arith::remui(b, i, packed));
        let own = arith::muli(b, packed, t);
        let own = arith::addi(b, own, e);
        let wide = arith::muli(b, packed, four);
        match part {
            Part::A => {
                let (half, step) = (arith::remui(b, j, halves), arith::divui(b, j, halves));
                let below = arith::muli(b, eight, half);
                let further = arith::muli(b, wide, step);
                (arith::addi(b, g, below), arith::addi(b, own, further))
            }
            Part::B => {
                let further = arith::muli(b, wide, j);
                (arith::addi(b, own, further), g)
            }
            Part::C => {
                let (half, odd) = (arith::divui(b, i, two), arith::remui(b, i, two));
                let below = arith::muli(b, eight, half);
                let column = arith::muli(b, two, t);
                (arith::addi(b, g, below), arith::addi(b, column, odd))
            }
        }
    }

    /// Converts an element to the accumulator type. Operands of type f32 are truncated to the mantissa of
    /// tf32.
    pub(super) fn widened(&mut self, value: Value, (of, is_factor): (DType, bool), wide: Type) -> Value {
        let ctx = self.ctx();
        let b = &mut self.b;
        match of {
            DType::F64 | DType::Int(32) => value,
            DType::Int(_) => arith::extsi(b, value, wide),
            DType::UInt(_) => arith::extui(b, value, wide),
            DType::F32 if is_factor => {
                let bits = arith::bitcast(b, value, ctx.i32());
                let mask = arith::const_int(b, ctx.i32(), !0x1fff);
                let bits = arith::andi(b, bits, mask);
                let value = arith::bitcast(b, bits, ctx.f32());
                arith::extf(b, value, wide)
            }
            DType::F32 => arith::extf(b, value, wide),
            _ => {
                let value = arith::extf(b, value, ctx.f32());
                arith::extf(b, value, wide)
            }
        }
    }

    /// Converts a sum to the element type.
    pub(super) fn narrowed(&mut self, value: Value, sums: DType, elem: Type) -> Value {
        let ctx = self.ctx();
        let b = &mut self.b;
        match sums {
            DType::F32 => arith::truncf(b, value, elem),
            DType::F16 => {
                let value = arith::truncf(b, value, ctx.f32());
                arith::truncf(b, value, elem)
            }
            _ => value,
        }
    }

    /// Adds the products to the sums, in order for each sum.
    pub(super) fn multiply(
        &mut self,
        of: &Matrices,
        (m, n, k): (usize, usize, usize),
        sums: DType,
    ) -> Result<()> {
        let (ctx, Matrices { a, b: right, sums: memory }) = (self.ctx(), *of);
        let extents = [m, k].map(|extent| extent as i64);
        let columns = n as i64;
        self.each_of(&extents, Vec::new(), &mut |this, at| {
            let (row, q) = (at[0], at[1]);
            let left = mem::Load::build(&mut this.b, a, &[row, q]);
            let columns = this.index(columns);
            this.each(columns, |this, column| {
                let b = &mut this.b;
                let factor = mem::Load::build(b, right, &[q, column]);
                let sum = mem::Load::build(b, memory, &[row, column]);
                let sum = match sums {
                    DType::F64 => math::fma(b, left, factor, sum),
                    DType::Int(_) | DType::UInt(_) => {
                        let product = arith::muli(b, left, factor);
                        arith::addi(b, sum, product)
                    }
                    _ => {
                        let product = arith::mulf(b, left, factor);
                        let sum = arith::addf(b, product, sum);
                        let sum = arith::truncf(b, sum, ctx.f32());
                        arith::extf(b, sum, ctx.f64())
                    }
                };
                mem::Store::build(b, sum, memory, &[row, column]);
                Ok(())
            })
        })
    }

    /// Reads rows of 8 elements, whose addresses come from one lane each, and distributes them over the
    /// lanes.
    pub(super) fn load_matrix(&mut self, op: Op) -> Result<()> {
        let view = self.source.op(op).view(LoadMatrix);
        let (array, subscripts) = (view.memref(), view.subscripts());
        let (matrices, transposed) = (view.matrices(), view.is_transposed());
        let Some(memory) = self.memory_of_threads(self.source.result(op, 0)) else { return Ok(()) };
        self.whole_warp(op, "reads rows for the threads of a warp", |this, first| {
            let start = this.slot(first);
            this.each_held(first, WARP, 2 * matrices, |this, (lane, slot), i| {
                let (row, column) = this.loaded_position(lane, i, transposed);
                let from = arith::addi(&mut this.b, start, row);
                let mut at: Vec<Value> =
                    subscripts.iter().map(|value| this.of_thread(op, *value, from)).collect::<Result<_>>()?;
                let (array, front) = this.array_at(op, array)?;
                let number = this.linear(array, &at);
                let (eight, two) = (this.index(8), this.index(2));
                let byte = arith::muli(&mut this.b, number, two);
                let rows = arith::muli(&mut this.b, eight, two);
                let text = format!(
                    "'{}' op reads a row from byte {{}}: rows begin at a multiple of 16",
                    this.name(op)
                );
                this.trap_unless_multiple(byte, rows, &text);
                if let Some(last) = at.last_mut() {
                    *last = arith::addi(&mut this.b, *last, column);
                }
                let at: Vec<Value> = front.into_iter().chain(at).collect();
                let element = this.guarded(op, array, &at, |b| mem::Load::build(b, array, &at));
                mem::Store::build(&mut this.b, element, memory, &[slot, i]);
                Ok(())
            })
        })
    }

    /// For element `i` of a lane: the lane that has the address of its row, and its column in the row.
    fn loaded_position(&mut self, lane: Value, i: Value, transposed: bool) -> (Value, Value) {
        let [two, four, eight] = [2, 4, 8].map(|n| self.index(n));
        let b = &mut self.b;
        let (matrix, odd) = (arith::divui(b, i, two), arith::remui(b, i, two));
        let first = arith::muli(b, matrix, eight);
        let row = arith::divui(b, lane, four);
        let pair = arith::remui(b, lane, four);
        let pair = arith::muli(b, pair, two);
        let column = arith::addi(b, pair, odd);
        let (row, column) = if transposed { (column, row) } else { (row, column) };
        (arith::addi(b, first, row), column)
    }
}
