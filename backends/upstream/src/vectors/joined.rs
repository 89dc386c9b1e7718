//! Load combining: words that code assembles from adjacent narrow elements are loaded whole.
//!
//! `a[i] | a[i + 1] << 8 | a[i + 2] << 16 | a[i + 3] << 24`, of unsigned bytes, is one load of 32 bits. For
//! strided lanes, such as those of packed rows, it is one gather of words instead of four gathers of bytes,
//! which processors do not have.

use crate::emitter::{Emitter, Result};
use tf_dialects::arith;
use tf_dialects::elementwise::constant;
use tf_dialects::mem;
use tf_dialects::vector;
use tf_ir::arithmetic::constant_int;
use tf_ir::body::{Op, Value};
use tf_ir::effects::visit_effects;
use tf_ir::interfaces::Effect;
use tf_ir::rewrite::Rebuild;

/// Bits of a word.
const WORD: usize = 32;

/// A part of a word: the load that reads it, and the condition under which it is not zero.
#[derive(Clone, Copy)]
struct ByteGroup {
    load: Op,
    condition: Option<Value>,
    bits: usize,
}

impl Emitter<'_, '_> {
    /// `arith.ori`: loads the word that it completes; false if it completes none.
    pub(crate) fn joined_word(&mut self, op: Op) -> Result<bool> {
        let Some(first) = self.parts_in_memory(op) else { return Ok(false) };
        let word = match self.source.is(first.load, mem::Load) {
            true => Some(self.word_at(first.load)?),
            false => self.gathered_words(first.load)?,
        };
        let Some(word) = word else { return Ok(false) };
        let value = match first.condition {
            Some(condition) => {
                let condition = self.operand(op, condition)?;
                let ty = self.b.body.ty(word);
                let zero = self.zero(ty);
                arith::select(self, condition, word, zero)
            }
            None => word,
        };
        self.set_results(op, &[value]);
        Ok(true)
    }

    /// Loads the word that starts at the element that `load` reads.
    fn word_at(&mut self, load: Op) -> Result<Value> {
        let operands: Vec<Value> = self.source.operands(load).collect();
        let buffer = self.buffer(load, operands[0])?;
        let subscripts = self.values_of(load, &operands[1..])?;
        let pointer = self.address(load, &buffer, &subscripts)?;
        let (_, bytes) = buffer.stored(self.source.ctx());
        Ok(self.load(pointer, self.source.ctx().i32(), bytes))
    }

    /// The lowest part of a word whose parts are all adjacent in memory, with no store between their loads.
    fn parts_in_memory(&self, op: Op) -> Option<ByteGroup> {
        let (source, ctx) = (self.source, self.source.ctx());
        if self.threads || ctx.elem_type(source.ty(source.result(op, 0))) != ctx.i32() {
            return None;
        }
        let mut found = Vec::new();
        self.collect(op, &mut found)?;
        found.sort_by_key(|(shift, _)| *shift);
        let parts: Vec<ByteGroup> = found.iter().map(|(_, part)| *part).collect();
        let first = *parts.first()?;
        let places = found.iter().enumerate().all(|(at, (shift, _))| *shift == at * first.bits);
        let fits = parts.len() * first.bits == WORD && places;
        let adjacent = parts.iter().enumerate().all(|(at, part)| self.is_adjacent(first, *part, at as i64));
        (fits && adjacent && self.is_unchanged(&parts, op)).then_some(first)
    }

    /// The parts that an op combines, with their shifts.
    fn collect(&self, op: Op, found: &mut Vec<(usize, ByteGroup)>) -> Option<()> {
        let source = self.source;
        for at in 0..2 {
            let def = source.def_op(source.operand(op, at))?;
            match source.kind(def) {
                arith::Ori::KIND if found.len() < WORD / 8 => self.collect(def, found)?,
                arith::Extui::KIND => found.push((0, self.part(source.operand(def, 0))?)),
                arith::Shli::KIND => {
                    let by = source.def_op(source.operand(def, 1))?;
                    let by = constant::uniform(source.ctx(), source.op(by).constant()?)?;
                    let wide = source.def_op(source.operand(def, 0))?;
                    if !source.is(wide, arith::Extui) {
                        return None;
                    }
                    found.push((by.bits() as usize, self.part(source.operand(wide, 0))?));
                }
                _ => return None,
            }
        }
        (found.len() <= WORD / 8).then_some(())
    }

    /// Matches an element that is loaded, the bits of a loaded float, or a selection of either with zero.
    fn part(&self, value: Value) -> Option<ByteGroup> {
        let (source, ctx) = (self.source, self.source.ctx());
        let mut def = source.def_op(value)?;
        let mut condition = None;
        for _ in 0..2 {
            match source.kind(def) {
                arith::Bitcast::KIND => def = source.def_op(source.operand(def, 0))?,
                arith::Select::KIND => {
                    let other = source.def_op(source.operand(def, 2))?;
                    let other = constant::uniform(ctx, source.op(other).constant()?)?;
                    if other.bits() != 0 || condition.is_some() {
                        return None;
                    }
                    condition = Some(source.operand(def, 0));
                    def = source.def_op(source.operand(def, 1))?;
                }
                _ => break,
            }
        }
        let elem = ctx.elem_type(source.ty(source.operand(def, 0)));
        let bits = ctx.scalar_width(elem).filter(|bits| matches!(bits, 8 | 16))? as usize;
        let is_load = match source.kind(def) {
            mem::Load::KIND => true,
            vector::Load::KIND => source.view(def, vector::Load).lanes().other.is_none_or(|other| {
                let def = source.def_op(other).and_then(|def| source.op(def).constant());
                def.and_then(|value| constant::uniform(ctx, value)).is_some_and(|other| other.bits() == 0)
            }),
            _ => false,
        };
        is_load.then_some(ByteGroup { load: def, condition, bits })
    }

    /// True if a part is at the expected distance in elements from the first one, in the same rows and under
    /// the same conditions.
    fn is_adjacent(&self, first: ByteGroup, part: ByteGroup, distance: i64) -> bool {
        let source = self.source;
        let same_kind = source.kind(first.load) == source.kind(part.load)
            && source.operand(first.load, 0) == source.operand(part.load, 0)
            && source.ty(source.result(first.load, 0)) == source.ty(source.result(part.load, 0));
        if !same_kind || first.condition != part.condition || first.bits != part.bits {
            return false;
        }
        let subscripts = |load: Op| -> Option<Vec<Value>> {
            if source.is(load, mem::Load) {
                return Some(source.operands(load).skip(1).collect());
            }
            let view = source.view(load, vector::Load);
            let lanes = view.lanes();
            (view.lane_axis() + 1 < lanes.subscripts.len()).then(|| lanes.subscripts.to_vec())
        };
        let mask = |load: Op| source.cast(load, vector::Load).and_then(|view| view.lanes().mask);
        let axis = |load: Op| source.cast(load, vector::Load).map(|view| view.lane_axis());
        let (Some(one), Some(other)) = (subscripts(first.load), subscripts(part.load)) else { return false };
        let (Some((last, rows)), Some((other_last, other_rows))) = (one.split_last(), other.split_last())
        else {
            return false;
        };
        let (base, at) = self.displaced(*last);
        let (other_base, other_at) = self.displaced(*other_last);
        rows == other_rows
            && base == other_base
            && other_at.checked_sub(at) == Some(distance)
            && mask(first.load) == mask(part.load)
            && axis(first.load) == axis(part.load)
    }

    /// Splits a value into a base (or none) and a constant offset.
    fn displaced(&self, value: Value) -> (Option<Value>, i64) {
        let source = self.source;
        if let Some(number) = constant_int(source, value) {
            return (None, number);
        }
        let sum = source.def_op(value).filter(|def| source.is(*def, arith::Addi));
        let parts =
            sum.and_then(|sum| Some((source.operand(sum, 0), constant_int(source, source.operand(sum, 1))?)));
        parts.map_or((Some(value), 0), |(base, number)| (Some(base), number))
    }

    /// True if all parts are loaded in the block of an op, in order, with no write between.
    fn is_unchanged(&self, parts: &[ByteGroup], op: Op) -> bool {
        let (source, mut met) = (self.source, 0);
        let mut at = Some(parts[0].load);
        while let Some(here) = at.filter(|here| *here != op) {
            met += parts.iter().filter(|part| part.load == here).count();
            if !visit_effects(source, here, &mut |effect| matches!(effect, Effect::Read(_))) {
                return false;
            }
            at = source.next(here);
        }
        at.is_some() && met == parts.len()
    }
}
