//! Batching of groups: the loop over slices becomes the outermost loop that the members share. Members keep
//! their names.

use super::Slices;
use tf_dialects::tensor::member::Named;
use tf_dialects::tensor::schedule::{Decision, LoopNames, Manner, Schedule, Step, steps};
use tf_dialects::tensor::{Compute, Group};
use tf_ir::batch::Batched;
use tf_ir::body::Op;
use tf_ir::diag::Diagnostic;
use tf_passes_common::rules::keep::{SLICE, prepend_loop};

impl Slices<'_, '_> {
    /// Rebuilds a group. Members that are the same for all slices keep their loops.
    pub(super) fn group(&mut self, op: Op) -> Result<(), Diagnostic> {
        let body = &*self.b.body;
        let (mut names, mut schedule) = {
            let view = body.view(op, Group);
            (view.loop_names(), view.scheduled())
        };
        let of_members = body
            .view(op, Group)
            .members()
            .into_iter()
            .flat_map(|op| body.view(op, Compute).loop_names().axes);
        let name = LoopNames { axes: names.axes.clone(), folds: of_members.collect() }.like(SLICE);
        let around = self.slice.replace(name.clone());
        let rebuilt = self.regions(op, &Group);
        self.slice = around;
        rebuilt?;
        let results: Vec<_> = self.b.body.results(op).collect();
        let forms = results.into_iter().map(|result| self.forms.get(result));
        let new = forms.flatten().find_map(|form| self.b.body.def_op(form.value()));
        let Some(new) = new.filter(|new| self.b.body.is(*new, Group)) else { return Ok(()) };
        names.axes.insert(0, name.clone());
        let ctx = self.b.ctx();
        self.b.body.set_attr(new, "axes", LoopNames::attr(&ctx, &names.axes));
        if let Some(schedule) = &mut schedule {
            prepend_loop(schedule, &name);
            self.lay_out_slices(new, schedule, &name);
            self.b.body.set_attr(new, "schedule", schedule.to_attr(&ctx));
        }
        Ok(())
    }

    /// For members with one tensor per slice, a custom memory layout applies to each slice.
    fn lay_out_slices(&self, group: Op, schedule: &mut Schedule, slice: &str) {
        let body = &*self.b.body;
        let ops = body.view(group, Group).block().into_iter().flat_map(|block| body.ops(block));
        let is_sliced = |axes: &[String]| axes.first().is_some_and(|own| own == slice);
        let name = |op: Op| match body.cast(op, Compute) {
            Some(view) if is_sliced(&view.loop_names().axes) => {
                body.ctx().attr_str(view.member()?).map(str::to_string)
            }
            Some(_) => None,
            None => Some(Named::of(body, op)).filter(|named| is_sliced(&named.loops.axes))?.member,
        };
        let sliced: Vec<String> = ops.filter_map(name).collect();
        let mut steps = Vec::new();
        for decision in schedule.0.drain(..) {
            let Step::Place(steps::Place {
                members,
                at,
                keep,
                manner: manner @ Manner { layout: Some(layout), .. },
            }) = &decision.step
            else {
                steps.push(decision);
                continue;
            };
            for member in members {
                let around = layout.around(slice).ok().filter(|_| sliced.contains(member));
                let manner = Manner { layout: around.or_else(|| Some(layout.clone())), ..manner.clone() };
                let (members, at, keep) = (vec![member.clone()], at.clone(), keep.clone());
                steps.push(Decision {
                    step: Step::Place(steps::Place { members, at, keep, manner }),
                    author: decision.author,
                });
            }
        }
        schedule.0 = steps;
    }

    /// The name of an op and the schedule of its loops carry over to its batched form, with the slice axis in
    /// front.
    pub(super) fn keep_names(&mut self, op: Op, forms: &[Batched]) {
        let mut named = Named::of(self.b.body, op);
        let new =
            forms.first().filter(|form| form.is_mapped()).and_then(|form| self.b.body.def_op(form.value()));
        let Some(new) = new.filter(|_| named != Named::default()) else { return };
        let name = self.slice.clone().unwrap_or_else(|| named.loops.like(SLICE));
        if !named.loops.axes.is_empty() {
            named.loops.axes.insert(0, name.clone());
        }
        named.schedule.iter_mut().for_each(|schedule| prepend_loop(schedule, &name));
        named.write(self.b.body, new);
    }
}
