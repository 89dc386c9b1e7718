//! Matrix products by warp groups (`wgmma`), which LLVM has no form for, and the matrix descriptors of
//! factors in shared memory.

use crate::emitter::{Emitter, Result};
use crate::names::llvm;
use tf_dialects::arith;
use tf_dialects::kernel::{self, FactorLayout, Part, Swizzle};
use tf_dialects::scalar::DType;
use tf_ir::body::{Op, Value};
use tf_ir::rewrite::Rebuild;
use tf_ir::types::Type;

/// Descriptors count addresses and distances in units of 16 bytes.
const UNIT: u32 = 4;
/// The bit position, in a descriptor, of the distance along the rows of the array ("leading dimension byte
/// offset").
const LEADING: u32 = 16;
/// The bit position of the other distance ("stride dimension byte offset").
const STRIDE: u32 = 32;
/// The bit position of the swizzle mode.
const MODE: u32 = 62;
/// The bits of an address or a distance.
const BITS: u64 = 0x3fff;

/// The 32-bit registers of a thread for a first factor: 64 rows of 32 bytes over 128 threads.
const HELD_REGISTERS: usize = 4;

/// The distances in the descriptor of a factor, in bytes: the leading one and the stride.
///
/// For rows of the factor, the leading distance is from 16 bytes to the next 16, which only rows of 16 bytes
/// need, and the stride is from eight rows to the next eight. For transposed rows, which are columns of the
/// factor, the leading distance is from a row to the same row of the next block, and the stride is from eight
/// rows to the next eight; without a swizzle, the two are exchanged.
fn distances(layout: FactorLayout) -> [u64; 2] {
    let (eight, block) = (layout.eight_rows(), layout.block_bytes());
    match (layout.swizzle, layout.transposed) {
        (Swizzle::Plain, true) => [eight, block],
        (Swizzle::Plain, false) | (_, true) => [block, eight],
        (_, false) => [1 << UNIT, eight],
    }
}

/// The descriptor of a factor, without the address.
fn word(layout: FactorLayout) -> u64 {
    let mode = match layout.swizzle {
        Swizzle::Plain => 0,
        Swizzle::Rows128 => 1,
        Swizzle::Rows64 => 2,
        Swizzle::Rows32 => 3,
    };
    let [leading, stride] = distances(layout).map(|bytes| bytes >> UNIT & BITS);
    mode << MODE | stride << STRIDE | leading << LEADING
}

impl Emitter<'_, '_> {
    /// The descriptor of a factor of a warp group's product.
    fn descriptor(
        &mut self,
        op: Op,
        layout: FactorLayout,
        (memref, subscripts): (Value, &[Value]),
    ) -> Result<Value> {
        let address = self.shared_address(op, memref, subscripts)?;
        let wide = self.ctx().i64();
        let address = arith::extui(self, address, wide);
        let (unit, mask) = (self.int(UNIT.into()), self.int(BITS as i64));
        let address = arith::shrui(self, address, unit);
        let address = arith::andi(self, address, mask);
        let rest = self.int(word(layout) as i64);
        Ok(arith::ori(self, address, rest))
    }

    /// The operands that specify a factor of a product, their PTX spelling, and their constraints. `from` is
    /// the index of the first.
    fn group_factor(&mut self, op: Op, part: Part, from: usize) -> Result<Spelled> {
        let view = self.source.op(op).view(kernel::Wgmma);
        let layout = view.layout(part);
        let (value, subscripts) = match part {
            Part::A => (view.a(), view.a_subscripts()),
            _ => (view.b(), view.b_subscripts()),
        };
        if let Some(layout) = layout {
            let word = self.descriptor(op, layout, (value, &subscripts))?;
            let turned = Some(layout.transposed);
            return Ok(Spelled { operands: vec![word], text: format!("${from}"), constraint: "l", turned });
        }
        let (held, register) = (self.operand(op, value)?, self.ctx().i32());
        let operands = self.registers(held, register, HELD_REGISTERS);
        let names: Vec<String> = (0..HELD_REGISTERS).map(|i| format!("a{i}")).collect();
        Ok(Spelled { operands, text: format!("{{{}}}", names.join(", ")), constraint: "r", turned: None })
    }

    /// `kernel.wgmma`.
    pub(super) fn multiply_by_group(&mut self, op: Op) -> Result<()> {
        let view = self.source.op(op).view(kernel::Wgmma);
        let (c, columns, depth) = (view.c(), view.columns(), view.depth());
        let (factor, sum) =
            view.types().ok_or_else(|| self.refuse(op, "is a product that GPUs do not support"))?;
        let result = self.source.ty(view.d());
        let (register, kind, held) = self.group_sums(sum, columns);
        let sums = self.operand(op, c)?;
        let mut operands = self.registers(sums, register, held);
        let a = self.group_factor(op, Part::A, 2 * held)?;
        let b = self.group_factor(op, Part::B, 2 * held + a.operands.len())?;
        let list: Vec<String> = (0..held).map(|i| format!("${i}")).collect();
        let text = format!(
            "{{ .reg .pred add; {}setp.ne.b32 add, 1, 0; wgmma.mma_async.sync.aligned.m64n{columns}k{depth}.{} {{{}}}, {}, {}, add{}; }}",
            if a.turned.is_none() { copies_of_held(2 * held) } else { String::new() },
            group_types(factor, sum),
            list.join(", "),
            a.text,
            b.text,
            signs_and_order(factor, [a.turned, b.turned])
        );
        let outputs = vec![format!("={kind}"); held];
        let inputs = (0..held).map(|i| i.to_string());
        let factors = [&a, &b].into_iter().flat_map(|of| vec![of.constraint.to_string(); of.operands.len()]);
        let memory = ["~{memory}".to_string()];
        let constraints: Vec<String> =
            outputs.into_iter().chain(inputs).chain(factors).chain(memory).collect();
        operands.extend(a.operands);
        operands.extend(b.operands);
        let whole = self.structure(register, held);
        let made = self.spelled(&text, &constraints.join(","), &operands, Some(whole));
        let made = made.ok_or_else(|| self.refuse(op, "gives nothing"))?;
        let parts = self.parts(made, register, held);
        let words = self.of_lanes(&parts, register);
        let value = match sum {
            DType::F16 => self.b.value(llvm::BITCAST, &[words], result, &[]),
            _ => words,
        };
        self.set_results(op, &[value]);
        Ok(())
    }

    /// The registers of a thread for sums: their type, the letter of the constraint, and their count.
    fn group_sums(&mut self, sum: DType, columns: usize) -> (Type, char, usize) {
        let ctx = self.ctx();
        match sum {
            DType::F32 => (ctx.f32(), 'f', columns / 2),
            DType::F16 => (ctx.i32(), 'r', columns / 4),
            _ => (ctx.i32(), 'r', columns / 2),
        }
    }

    pub(super) fn group_fence(&mut self) -> Result<()> {
        self.spelled("wgmma.fence.sync.aligned;", "~{memory}", &[], None);
        Ok(())
    }

    pub(super) fn group_commit(&mut self) -> Result<()> {
        self.spelled("wgmma.commit_group.sync.aligned;", "~{memory}", &[], None);
        Ok(())
    }

    pub(super) fn group_wait(&mut self, op: Op) -> Result<()> {
        let view = self.source.op(op).view(kernel::WgmmaWait);
        let pending = view.left();
        let sums = self.operands(op)?;
        self.spelled(&format!("wgmma.wait_group.sync.aligned {pending};"), "~{memory}", &[], None);
        self.set_results(op, &sums);
        Ok(())
    }
}

/// A factor of a warp group's product.
struct Spelled {
    operands: Vec<Value>,
    /// Its PTX spelling.
    text: String,
    /// The constraint of each operand.
    constraint: &'static str,
    /// Whether it is transposed, if it is in shared memory.
    turned: Option<bool>,
}

/// Copies a thread's registers of a factor, from operand `from` on, to registers without other writers: the
/// product reads them while the thread continues. A fence orders the two.
fn copies_of_held(from: usize) -> String {
    let copies: Vec<String> = (0..HELD_REGISTERS).map(|i| format!("mov.b32 a{i}, ${};", from + i)).collect();
    format!(".reg .b32 a<{HELD_REGISTERS}>; {} wgmma.fence.sync.aligned; ", copies.join(" "))
}

/// The PTX types of a warp group's product.
fn group_types(factors: DType, sums: DType) -> &'static str {
    match (factors, sums) {
        (DType::F16, DType::F16) => "f16.f16.f16",
        (DType::F16, _) => "f32.f16.f16",
        (DType::BF16, _) => "f32.bf16.bf16",
        (DType::F32, _) => "f32.tf32.tf32",
        (DType::UInt(_), _) => "s32.u8.u8",
        _ => "s32.s8.s8",
    }
}

/// The other PTX immediates for factors: signs of floats, and for 16-bit elements in shared memory, whether
/// they are transposed.
fn signs_and_order(factors: DType, turned: [Option<bool>; 2]) -> String {
    match factors {
        DType::F16 | DType::BF16 => {
            let order = turned.into_iter().flatten().map(|turned| if turned { ", 1" } else { ", 0" });
            format!(", 1, 1{}", order.collect::<String>())
        }
        DType::F32 => ", 1, 1".to_string(),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The descriptor of a factor of 16-bit elements, in an array of blocks of `block_rows` rows of `row`
    /// bytes, which starts at byte 0x400.
    fn word(transposed: bool, row: u64, block_rows: u64) -> u64 {
        let swizzle = Swizzle::of_row(row).unwrap();
        let (rows, columns) = if transposed { (16, 64) } else { (64, 16) };
        let layout = FactorLayout { elem: 2, swizzle, transposed, block_rows, rows, columns };
        super::word(layout) | 0x40
    }

    /// Published descriptors of 128 x 64 elements: CUTLASS prints them for its layouts, whose blocks equal
    /// ours.
    #[test]
    fn words_of_rows_are_those_of_cutlass() {
        assert_eq!(word(false, 16, 128), 0x0000_0008_0080_0040);
        assert_eq!(word(false, 32, 128), 0xc000_0010_0001_0040);
        assert_eq!(word(false, 64, 128), 0x8000_0020_0001_0040);
        assert_eq!(word(false, 128, 128), 0x4000_0040_0001_0040);
    }

    /// By the canonical layouts, in units of 16 bytes: without a swizzle `((1, n), (8, k)) : ((X, stride),
    /// (1, leading))`, else `((w, n), (8, k)) : ((1, leading), (w, stride))` for rows of `w` units, the
    /// columns of the factor first.
    #[test]
    fn words_of_transposed_rows_follow_the_canonical_layouts() {
        for (row, mode) in [(16, 0u64), (32, 3), (64, 2), (128, 1)] {
            let (w, rows) = (row / 16, 24);
            let (next_columns, next_rows) = (rows * w, 8 * w);
            let [leading, stride] =
                if w == 1 { [next_rows, next_columns] } else { [next_columns, next_rows] };
            assert_eq!(word(true, row, rows), mode << 62 | stride << 32 | leading << 16 | 0x40, "{row}");
        }
    }
}
