//! Scans along independent rows: a few are interleaved to hide the latency of the accumulators.

use super::super::super::client::{Client, Result};
use super::super::lowering::Lowering;
use super::super::rows::Row;
use super::Plan;
use tf_dialects::arith::{self, CmpI};
use tf_dialects::loops::For;
use tf_ir::body::Value;
use tf_ir::rewrite::Rebuild;
use tf_ir::types::Type;
use tf_passes_common::cost::figures::{FEW_ROWS, ROWS_TOGETHER};

/// A part of a row, from a step of its scan on.
pub(super) struct Segment {
    pub row: Row,
    /// Its first step; `None` for the start of the row.
    pub begin: Option<Value>,
    /// The carry into the part.
    pub starts: Vec<Value>,
}

impl Lowering<'_> {
    /// Scans all rows in any order.
    pub(super) fn scan_rows(&mut self, plan: &Plan) -> Result<()> {
        let others: Vec<usize> = (0..plan.extents.len()).filter(|d| *d != plan.axis).collect();
        let (whole, rank) = (plan.extents[plan.axis], plan.extents.len());
        let part = |row: Row| Segment { row, begin: None, starts: plan.starts.clone() };
        let Some((near, outer)) = others.split_last() else {
            return self.scan_segments(plan, &[part(vec![None; rank])], whole);
        };
        // Few rows get one thread, or one team, each.
        let rows = others.iter().map(|d| self.code.known(plan.extents[*d])).product::<Option<i64>>();
        if rows.is_some_and(|rows| rows < FEW_ROWS) || !self.team_marks(plan, whole).is_empty() {
            let extents = plan.extents.clone();
            return self.rows(&extents, plan.axis, &mut |this, row| {
                this.scan_segments(plan, &[part(row.clone())], whole)
            });
        }
        let length = self.code.known(whole).map(|n| n.saturating_mul(ROWS_TOGETHER));
        let grain = self.grain(length);
        let (count, together) = (plan.extents[*near], self.code.index(ROWS_TOGETHER));
        let groups = arith::ceildivui(&mut self.code, count, together);
        let ends: Vec<Value> = outer.iter().map(|d| plan.extents[*d]).chain([groups]).collect();
        self.parallel(&ends, &[grain], |this, args| {
            let mut row = vec![None; rank];
            outer.iter().zip(args).for_each(|(d, arg)| row[*d] = Some(*arg));
            let some = |this: &mut Self, indices: &[Value]| {
                let at = |index: &Value| {
                    let mut row = row.clone();
                    row[*near] = Some(*index);
                    part(row)
                };
                let parts: Vec<Segment> = indices.iter().map(at).collect();
                this.scan_segments(plan, &parts, whole)
            };
            this.together(args[outer.len()], count, count, &some)
        })
    }

    /// Handles a group of `ROWS_TOGETHER` out of `count` items: interleaved if all are among the first
    /// `whole` ones, else one by one.
    pub(super) fn together(
        &mut self,
        group: Value,
        count: Value,
        whole: Value,
        members: &dyn Fn(&mut Self, &[Value]) -> Result<()>,
    ) -> Result<()> {
        let (one, size) = (self.code.index(1), self.code.index(ROWS_TOGETHER));
        let first = self.code.mul(group, size);
        let end = self.code.add(first, size);
        let known = self.code.known(whole);
        let full = match known {
            Some(n) if n % ROWS_TOGETHER == 0 => self.code.int(self.ctx().i1(), 1),
            Some(n) if n < ROWS_TOGETHER => self.code.int(self.ctx().i1(), 0),
            _ => self.code.cmpi(CmpI::Sle, end, whole),
        };
        let mut all = |this: &mut Self| {
            let mut indices = vec![first];
            for i in 1..ROWS_TOGETHER as usize {
                indices.push(this.code.add(indices[i - 1], one));
            }
            members(this, &indices)
        };
        let mut apart = |this: &mut Self| {
            let end = arith::minsi(&mut this.code, end, count);
            this.counted([first, end, one], &[], |this, index| members(this, &[index]))
        };
        self.branch(full, &mut all, &mut apart)
    }

    /// Scans `steps` steps of several parts, interleaved step by step.
    pub(super) fn scan_segments(&mut self, plan: &Plan, parts: &[Segment], steps: Value) -> Result<()> {
        let (zero, one, index) = (self.code.index(0), self.code.index(1), self.ctx().index());
        let count = plan.elems.len();
        let starts: Vec<Value> = parts.iter().flat_map(|part| part.starts.iter().copied()).collect();
        let types = plan.elems.repeat(parts.len());
        let marks = if parts.len() == 1 { self.team_marks(plan, steps) } else { Vec::new() };
        let new = self.code.b.op(For, &[&[zero, steps, one], &starts[..]].concat(), &types, &marks);
        let args: Vec<Type> = std::iter::once(index).chain(types.iter().copied()).collect();
        self.region(new, 0, &args, |this, args| {
            let (step, carried) = (args[0], &args[1..]);
            let places: Vec<Vec<Value>> = parts.iter().map(|part| this.place_of(plan, part, step)).collect();
            let load = |this: &mut Self, place: &Vec<Value>| {
                plan.sources.iter().map(|source| this.load(*source, place)).collect::<Vec<_>>()
            };
            let values: Vec<Vec<Value>> = places.iter().map(|place| load(this, place)).collect();
            let mut after = Vec::with_capacity(carried.len());
            for (before, values) in carried.chunks(count).zip(&values) {
                after.extend(this.scan_step(plan, before, values)?);
            }
            let kept: &[Value] = if plan.exclusive { carried } else { &after };
            for (kept, place) in kept.chunks(count).zip(&places) {
                for (value, target) in kept.iter().zip(&plan.targets) {
                    this.store(*value, *target, place);
                }
            }
            this.code.end(&after);
            Ok(())
        })
    }

    /// The subscripts of a step of a part.
    fn place_of(&mut self, plan: &Plan, part: &Segment, step: Value) -> Vec<Value> {
        let step = match part.begin {
            Some(begin) => self.code.add(begin, step),
            None => step,
        };
        let at = self.scan_place(plan, step);
        part.row.iter().map(|index| index.unwrap_or(at)).collect()
    }
}
