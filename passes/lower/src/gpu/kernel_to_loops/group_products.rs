//! Products of warp groups: copies both operands to matrices in memory and multiplies these.

use super::block::{Fission, Result};
use tf_dialects::arith::{self, CmpI};
use tf_dialects::kernel::{
    FactorLayout, GROUP_ROWS, Part, Product, SWIZZLED_ROWS, WARP, WARP_GROUP, Wgmma, WgmmaOp,
};
use tf_dialects::mem;
use tf_dialects::scalar::DType;
use tf_ir::body::{Op, Value};
use tf_ir::rewrite::Rebuild;

/// An operand in a shared array.
struct Factor {
    array: Value,
    subscripts: Vec<Value>,
    layout: FactorLayout,
    elem: DType,
}

impl Fission<'_, '_> {
    /// Emits a product of `members` threads of a warp group, from thread `first` on.
    pub(super) fn group_product(&mut self, op: Op, (first, members): (Value, Value)) -> Result<()> {
        let view = self.source.op(op).view(Wgmma);
        let (c, columns, result) = (view.c(), view.columns(), view.op().result(0));
        let Some((factor, sums)) = view.types() else {
            return Err(self.refuse(op, "is not a supported matrix product"));
        };
        let (depth, wide) = (view.depth(), self.wide(sums));
        let elem = self.source.ctx().elem_type(self.source.ty(result));
        let matrices = self.matrices((GROUP_ROWS, columns, depth), wide);
        let text = format!(
            "'{}' op is for {WARP_GROUP} threads, but this warp group, the last of its block, has {{}}",
            self.name(op)
        );
        self.whole(first, members, (WARP_GROUP, &text), |this, first| {
            this.bring_factors(op, first, factor, [matrices.a, matrices.b])?;
            this.each_held(first, WARP_GROUP, columns / 2, |this, (thread, slot), i| {
                let element = this.held_element(op, c, slot, i)?;
                let element = this.widened(element, (sums, false), wide);
                let (row, column) = this.group_position(thread, i);
                mem::Store::build(&mut this.b, element, matrices.sums, &[row, column]);
                Ok(())
            })?;
            this.multiply(&matrices, (GROUP_ROWS, columns, depth), sums)?;
            let Some(memory) = this.memory_of_threads(result) else { return Ok(()) };
            this.each_held(first, WARP_GROUP, columns / 2, |this, (thread, slot), i| {
                let (row, column) = this.group_position(thread, i);
                let sum = mem::Load::build(&mut this.b, matrices.sums, &[row, column]);
                let sum = this.narrowed(sum, sums, elem);
                mem::Store::build(&mut this.b, sum, memory, &[slot, i]);
                Ok(())
            })
        })
    }

    /// Copies both operands to matrices: A row-major, B transposed.
    fn bring_factors(&mut self, op: Op, first: Value, elem: DType, to: [Value; 2]) -> Result<()> {
        let view: WgmmaOp<'_> = self.source.op(op).view(Wgmma);
        let parts = [
            (view.layout(Part::A), view.a(), view.a_subscripts()),
            (view.layout(Part::B), view.b(), view.b_subscripts()),
        ];
        let depth = view.depth();
        for (at, (layout, value, subscripts)) in parts.into_iter().enumerate() {
            let Some(layout) = layout else {
                self.gather_factor(op, value, first, (elem, depth), to[at])?;
                continue;
            };
            let subscripts = self.agreed(op, &subscripts, first)?;
            let factor = Factor { array: value, subscripts, layout, elem };
            self.read_factor(op, &factor, to[at], (at == 1) != layout.transposed)?;
        }
        Ok(())
    }

    /// Copies the fragments of A to a row-major matrix.
    fn gather_factor(
        &mut self,
        op: Op,
        value: Value,
        first: Value,
        (elem, depth): (DType, usize),
        to: Value,
    ) -> Result<()> {
        let wide = self.ctx().elem_type(self.b.body.ty(to));
        // Each warp has 16 rows, in the layout of warp products.
        let product = Product { m: 16, n: 8, k: depth, factors: elem, sums: DType::F32 };
        self.each_held(first, WARP_GROUP, depth / 2, |this, (thread, slot), i| {
            let element = this.held_element(op, value, slot, i)?;
            let element = this.widened(element, (elem, true), wide);
            let [lanes, rows] = [WARP as i64, 16].map(|n| this.index(n));
            let warp = arith::divui(&mut this.b, thread, lanes);
            let lane = arith::remui(&mut this.b, thread, lanes);
            let above = arith::muli(&mut this.b, warp, rows);
            let (row, column) = this.position(product, Part::A, lane, i);
            let row = arith::addi(&mut this.b, above, row);
            mem::Store::build(&mut this.b, element, to, &[row, column]);
            Ok(())
        })
    }

    /// Subscripts of the first thread of a warp group; traps if another thread has different ones.
    fn agreed(&mut self, op: Op, subscripts: &[Value], first: Value) -> Result<Vec<Value>> {
        let slot = self.slot(first);
        let mut agreed = Vec::new();
        for value in subscripts {
            let own = self.of_thread(op, *value, slot)?;
            agreed.push(own);
            let Some(memory) = self.memory_of_threads(*value) else { continue };
            let text = format!(
                "'{}' op begins at {{}} in one thread of its warp group, and at {{}} in another",
                self.name(op)
            );
            let threads = self.index(WARP_GROUP as i64);
            self.each(threads, |this, thread| {
                let at = arith::addi(&mut this.b, slot, thread);
                let other = mem::Load::build(&mut this.b, memory, &[at]);
                let differs = arith::cmpi(&mut this.b, CmpI::Ne, own, other);
                this.trap_if(differs, &[own, other], &text);
                Ok(())
            })?;
        }
        Ok(agreed)
    }

    /// Reads an operand from the rows of an array; if it is `turned`, these become columns of the matrix.
    fn read_factor(&mut self, op: Op, factor: &Factor, memory: Value, turned: bool) -> Result<()> {
        let (array, front) = self.array_at(op, factor.array)?;
        let layout = factor.layout;
        let [leading @ .., row, column] = &factor.subscripts[..] else {
            return Err(self.refuse(op, "has an operand without rows"));
        };
        self.check_start(op, layout, [*row, *column]);
        let wide = self.ctx().elem_type(self.b.body.ty(memory));
        let extents = [layout.rows, layout.columns].map(|extent| extent as i64);
        self.each_of(&extents, Vec::new(), &mut |this, at| {
            let subscripts = this.place_in_array(array, layout, (leading, *row, *column), [at[0], at[1]]);
            let subscripts: Vec<Value> = front.into_iter().chain(subscripts).collect();
            let element = this.guarded(op, array, &subscripts, |b| mem::Load::build(b, array, &subscripts));
            let element = this.widened(element, (factor.elem, true), wide);
            let to = if turned { [at[1], at[0]] } else { [at[0], at[1]] };
            mem::Store::build(&mut this.b, element, memory, &to);
            Ok(())
        })
    }

    /// Traps unless a product begins at a row and a column that the hardware supports.
    fn check_start(&mut self, op: Op, layout: FactorLayout, [row, column]: [Value; 2]) {
        let name = self.name(op);
        for (what, value, step) in [("row", row, SWIZZLED_ROWS), ("column", column, layout.column_step())] {
            let text = format!("'{name}' op begins at {what} {{}}: it is a multiple of {step}");
            let step = self.index(step as i64);
            self.trap_unless_multiple(value, step, &text);
        }
    }

    /// The subscripts of an element in the array, from the corner of the operand and the element's row and
    /// column in the operand.
    fn place_in_array(
        &mut self,
        array: Value,
        layout: FactorLayout,
        (leading, row, column): (&[Value], Value, Value),
        at: [Value; 2],
    ) -> Vec<Value> {
        let (width, zero) = (self.index(layout.width() as i64), self.index(0));
        let b = &mut self.b;
        let (here, there) = (arith::addi(b, row, at[0]), arith::addi(b, column, at[1]));
        let (mut leading, mut own) = (leading.to_vec(), there);
        if let (Some(last), 2..) = (leading.last_mut(), layout.blocks()) {
            let block = arith::divui(b, there, width);
            own = arith::remui(b, there, width);
            *last = arith::addi(b, *last, block);
        }
        // The swizzle depends on the index of the row in the whole array.
        let whole: Vec<Value> = leading.iter().copied().chain([here, zero]).collect();
        let number = self.linear(array, &whole);
        let number = arith::divui(&mut self.b, number, width);
        let place = self.swizzled(layout.swizzle, number, own, layout.elem as i64);
        leading.into_iter().chain([here, place]).collect()
    }

    /// As [`tf_dialects::kernel::group_position`].
    fn group_position(&mut self, thread: Value, i: Value) -> (Value, Value) {
        let [two, four, eight, sixteen, lanes] = [2, 4, 8, 16, WARP as i64].map(|n| self.index(n));
        let b = &mut self.b;
        let (warp, lane) = (arith::divui(b, thread, lanes), arith::remui(b, thread, lanes));
        let rows = arith::muli(b, sixteen, warp);
        let row = arith::divui(b, lane, four);
        let row = arith::addi(b, rows, row);
        let (pair, odd) = (arith::divui(b, i, two), arith::remui(b, i, two));
        let half = arith::remui(b, pair, two);
        let below = arith::muli(b, eight, half);
        let row = arith::addi(b, row, below);
        let columns = arith::divui(b, i, four);
        let columns = arith::muli(b, eight, columns);
        let own = arith::remui(b, lane, four);
        let own = arith::muli(b, two, own);
        let own = arith::addi(b, own, odd);
        (row, arith::addi(b, columns, own))
    }
}
