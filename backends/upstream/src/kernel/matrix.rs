//! Matrix products of small tiles by warps (`mma`).

use super::copies::SHARED;
use crate::emitter::types::{llvm_type, vector_type};
use crate::emitter::{Emitter, Result};
use crate::names::llvm;
use tf_dialects::kernel::{self, Product};
use tf_dialects::scalar::DType;
use tf_ir::body::{Op, Value};
use tf_ir::rewrite::Rebuild;
use tf_ir::text::type_to_string;
use tf_ir::types::Type;

impl Emitter<'_, '_> {
    /// The parts of a structure, as values of one type.
    pub(super) fn parts(&mut self, whole: Value, part: Type, count: usize) -> Vec<Value> {
        let ctx = self.ctx();
        let one = |i: usize| {
            let position = [("position", ctx.i64_array_attr(&[i as i64]))];
            self.b.value(llvm::EXTRACTVALUE, &[whole], part, &position)
        };
        (0..count).map(one).collect()
    }

    pub(super) fn structure(&self, part: Type, count: usize) -> Type {
        let ctx = self.source.ctx();
        let part = type_to_string(ctx, part);
        llvm_type(ctx, &format!("struct<({})>", vec![part; count].join(", ")))
    }

    /// The lanes of a vector.
    fn split_lanes(&mut self, vector: Value, elem: Type, count: usize) -> Vec<Value> {
        let one = |lane: usize| {
            let lane = self.int(lane as i64);
            self.b.value(llvm::EXTRACTELEMENT, &[vector, lane], elem, &[])
        };
        (0..count).map(one).collect()
    }

    /// A vector of these lanes.
    pub(super) fn of_lanes(&mut self, lanes: &[Value], elem: Type) -> Value {
        let ctx = self.ctx();
        let ty = vector_type(&ctx, lanes.len(), elem);
        let mut vector = self.b.value(llvm::POISON, &[], ty, &[]);
        for (at, lane) in lanes.iter().enumerate() {
            let at = self.int(at as i64);
            vector = self.b.value(llvm::INSERTELEMENT, &[vector, *lane, at], ty, &[]);
        }
        vector
    }

    /// A vector as registers of a type.
    pub(super) fn registers(&mut self, vector: Value, register: Type, count: usize) -> Vec<Value> {
        let ctx = self.ctx();
        let (packed, words) = (ctx.scalar_width(register), self.b.body.ty(vector));
        if packed.is_some() && ctx.elem_type(words) == register {
            return self.split_lanes(vector, register, count);
        }
        let ty = vector_type(&ctx, count, ctx.i32());
        let bits = self.b.value(llvm::BITCAST, &[vector], ty, &[]);
        let words = self.split_lanes(bits, ctx.i32(), count);
        let cast = |word: Value| match register == ctx.i32() {
            true => word,
            false => self.b.value(llvm::BITCAST, &[word], register, &[]),
        };
        words.into_iter().map(cast).collect()
    }

    /// `kernel.mma`.
    pub(super) fn multiply(&mut self, op: Op) -> Result<()> {
        let ctx = self.ctx();
        let view = self.source.op(op).view(kernel::Mma);
        let product =
            view.product().ok_or_else(|| self.refuse(op, "is a product that GPUs do not support"))?;
        let result = self.source.ty(view.d());
        let operands = self.operands(op)?;
        let half = vector_type(&ctx, 2, ctx.float(tf_ir::types::FloatKind::F16));
        let factor = match product.factors {
            DType::F16 => half,
            DType::F64 => ctx.f64(),
            _ => ctx.i32(),
        };
        let sum = match product.sums {
            DType::F16 => half,
            _ => ctx.elem_type(result),
        };
        let packed = |elements: usize| elements / product.packed();
        let [a, b, c] = [kernel::Part::A, kernel::Part::B, kernel::Part::C].map(|part| product.held(part));
        let sums = if product.sums == DType::F16 { c / 2 } else { c };
        let mut registers = self.registers(operands[0], factor, packed(a));
        registers.extend(self.registers(operands[1], factor, packed(b)));
        registers.extend(self.registers(operands[2], sum, sums));
        let whole = self.structure(sum, sums);
        let made = self.together(&intrinsic(product), &registers, whole);
        let parts = self.parts(made, sum, sums);
        let value = match product.sums {
            DType::F16 => {
                let words: Vec<Value> = parts
                    .into_iter()
                    .map(|part| self.b.value(llvm::BITCAST, &[part], ctx.i32(), &[]))
                    .collect();
                let words = self.of_lanes(&words, ctx.i32());
                self.b.value(llvm::BITCAST, &[words], result, &[])
            }
            _ => self.of_lanes(&parts, sum),
        };
        self.set_results(op, &[value]);
        Ok(())
    }

    /// `kernel.load_matrix`.
    pub(super) fn load_matrix(&mut self, op: Op) -> Result<()> {
        let ctx = self.ctx();
        let view = self.source.op(op).view(kernel::LoadMatrix);
        let (memref, subscripts) = (view.memref(), view.subscripts());
        let (count, transposed) = (view.matrices(), view.is_transposed());
        let result = self.source.ty(view.result());
        let pointer = self.element_of(op, memref, &subscripts)?;
        let pointer = self.narrow(pointer, SHARED);
        let turned = if transposed { ".trans" } else { "" };
        let name = format!("llvm.nvvm.ldmatrix.sync.aligned.m8n8.x{count}{turned}.b16.p3");
        let ty = if count == 1 { ctx.i32() } else { self.structure(ctx.i32(), count) };
        let made = self.together(&name, &[pointer], ty);
        let words = if count == 1 { vec![made] } else { self.parts(made, ctx.i32(), count) };
        let words = self.of_lanes(&words, ctx.i32());
        let value = self.b.value(llvm::BITCAST, &[words], result, &[]);
        self.set_results(op, &[value]);
        Ok(())
    }
}

/// LLVM's name for a product.
fn intrinsic(product: Product) -> String {
    let Product { m, n, k, factors, sums } = product;
    let types = match (factors, sums) {
        (DType::F16, DType::F16) => "f16.f16",
        (DType::F16, _) => "f32.f32",
        (DType::BF16, _) => "bf16",
        (DType::F32, _) => "tf32",
        (DType::F64, _) => "f64",
        (DType::UInt(_), _) => "u8",
        _ => "s8",
    };
    format!("llvm.nvvm.mma.m{m}n{n}k{k}.row.col.{types}")
}
