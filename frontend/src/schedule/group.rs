//! Groups: tensors whose loops a program has run together.

use crate::schedule::{Loops, Schedule, Steps};
use crate::trace::error::Site;
use crate::trace::state::{Reported, ScopeKind, Shared, Traced, Val};
use crate::trace::tracer::Tracer;
use crate::trace::values::{Rebuild, Values};
use crate::types::tensor::Tensor;
use std::cell::RefCell;
use std::rc::Rc;
use tf_dialects::tensor::member::Named;
use tf_dialects::tensor::schedule::{LoopNames, Step, is_name};
use tf_dialects::tensor::{self, Yield};

/// A group that is being traced; see [`Tracer::group`]. A clone is another handle of it.
#[derive(Clone)]
pub struct Group {
    shared: Rc<Shared>,
    /// The region of the group; none where it could not be opened.
    scope: Option<u32>,
    members: Rc<RefCell<Vec<Member>>>,
}

/// A tensor that the group's schedule may speak of.
struct Member {
    name: String,
    loops: LoopNames,
}

impl Group {
    /// Makes a tensor a member of the group: what makes it is called `name`, and its axes have these names, of which those of shared loops say that it is computed in them, a
    /// part at a time. Axes with other names are its own.
    ///
    /// What is made in the group and is no member is evaluated where it is read, if that costs little; else it is computed in the loops that those run in which it
    /// reads, or which read it.
    #[track_caller]
    pub fn member(&self, name: &str, loops: impl Loops, tensor: &Tensor) -> Tensor {
        self.named(Site::caller(), name, loops.names(), tensor, None)
    }

    /// As [`Group::member`]; the schedule says how its own loops run, for the part that a trip of the shared ones computes.
    #[track_caller]
    pub fn member_with(&self, name: &str, loops: impl Loops, schedule: &Schedule, tensor: &Tensor) -> Tensor {
        self.named(Site::caller(), name, loops.names(), tensor, Some(schedule))
    }

    fn named(
        &self,
        at: Site,
        name: &str,
        loops: (Vec<String>, Vec<String>),
        tensor: &Tensor,
        schedule: Option<&Schedule>,
    ) -> Tensor {
        let shared = &self.shared;
        let made = (|| {
            let scope = self.scope.ok_or(Reported)?;
            let val = tensor.val(at)?;
            self.check_name(at, name)?;
            if val.scope != scope {
                let message = format!(
                    "makes '{name}' a member of a group, but it is not computed in the group's closure"
                );
                return Err(shared.fail_about(at, message, &[("it", &val)]));
            }
            let (op, rank) = shared.loops_of(at, tensor)?;
            let loops = shared.loop_names(at, rank, loops)?;
            let schedule = schedule.map(|schedule| shared.steps(schedule)).transpose()?;
            if let Some(steps) = &schedule {
                steps.plan(shared, &format!("the schedule of '{name}'"), &loops)?;
            }
            let schedule = schedule.map(|steps| steps.data());
            shared.write_names(op, &Named { member: Some(name.to_string()), loops: loops.clone(), schedule });
            self.members.borrow_mut().push(Member { name: name.to_string(), loops });
            Ok(())
        })();
        match made {
            Ok(()) => tensor.clone(),
            Err(Reported) => Tensor::poison(shared),
        }
    }

    fn check_name(&self, at: Site, name: &str) -> Traced<()> {
        if !is_name(name) || matches!(name, "inline" | "root") {
            let message = format!(
                "'{name}' cannot name a member: use letters, digits and _, no digit first, neither 'inline' nor 'root'"
            );
            return Err(self.shared.fail(at, message));
        }
        match self.members.borrow().iter().any(|member| member.name == name) {
            true => Err(self.shared.fail(at, format!("there is a member '{name}' already"))),
            false => Ok(()),
        }
    }

    /// Checks that the schedule is about these loops and members.
    fn check(&self, (at, label): (Site, &str), names: &LoopNames, steps: &Steps) -> Traced<()> {
        let (shared, members) = (&self.shared, self.members.borrow());
        let whose = format!("the schedule of the group '{label}'");
        let fail = |at: Site, why: String| Err(shared.fail(at, format!("{whose} {why}")));
        for (at, decision) in &steps.steps {
            let (verb, named) = match &decision.step {
                Step::Place { members, .. } => ("places", &members[..]),
                Step::Join { others, .. } => ("joins", &others[..]),
                _ => continue,
            };
            if let Some(unknown) =
                named.iter().find(|name| members.iter().all(|member| member.name != **name))
            {
                let known: Vec<&str> = members.iter().map(|member| member.name.as_str()).collect();
                let known = if known.is_empty() {
                    "there are none".to_string()
                } else {
                    format!("they are {}", known.join(", "))
                };
                return fail(*at, format!("{verb} '{unknown}', which is no member: {known}"));
            }
        }
        let plan = steps.plan(shared, &whose, names)?;
        let last = steps.steps.last().map_or(at, |(at, _)| *at);
        tensor::Group::check(&plan, names).or_else(|why| fail(last, why))?;
        let Some(tiles) = &plan.tiles else { return Ok(()) };
        for placement in &tiles.placements {
            let is_its = |decision: &Step| matches!(decision, Step::Place { members, .. } if members.contains(&placement.member));
            let at =
                steps.steps.iter().find(|(_, decision)| is_its(&decision.step)).map_or(at, |(at, _)| *at);
            placement.depth(tiles, names).map(drop).or_else(|why| fail(at, why))?;
            let own = members.iter().find(|member| member.name == placement.member);
            let axes = own.map_or(&[][..], |own| &own.loops.axes);
            placement.check_own(axes, names).or_else(|why| fail(at, why))?;
        }
        Ok(())
    }

    /// Checks that each shared loop is one of a member.
    fn check_loops(&self, at: Site, label: &str, names: &LoopNames) -> Traced<()> {
        let members = self.members.borrow();
        let has = |name: &String| members.iter().any(|member| member.loops.has(name));
        match names.axes.iter().find(|name| !has(name)) {
            None => Ok(()),
            Some(name) => {
                let message = format!(
                    "the members of the group '{label}' share the loop '{name}', but none has an axis of this name"
                );
                Err(self.shared.fail(at, message))
            }
        }
    }
}

impl Tracer {
    /// Tensors whose loops run together: what the closure computes is a group, whose members share the loops of these names, as the schedule says. What one member makes is
    /// read by the next ones while it is in a cache, and nothing of it is in memory but what the closure gives back. The closure gets the group, and names in it what the schedule
    /// speaks of ([`Group::member`]). `label` is what messages call the group.
    ///
    /// No schedule changes what is computed. What a step may not say is an error at its line; what the members cannot do, as to read each other far from their own points along a
    /// shared loop, is said in a remark when the program is compiled, and they run one after the other then. Where a group is differentiated, its members are
    /// taken for the code that they are; where it is mapped, slices are one more loop.
    ///
    /// ```
    /// # use tf_frontend::{Program, Schedule};
    /// let program = Program::trace("attention", |p| {
    ///     let (n, m) = (p.dim("n"), p.dim("m"));
    ///     let (q, k, v) = (p.input::<f32>("q", (n, 64)), p.input::<f32>("k", (m, 64)), p.input::<f32>("v", (m, 64)));
    ///     // 32 rows at a time, in which 128 terms of all three folds run together: no n x m scores are ever in memory.
    ///     let tiled = Schedule::new()
    ///         .split("i", [32])
    ///         .split("j", [128])
    ///         .order(["i.0", "j.0"])
    ///         .parallel(["i.0"])
    ///         .join("j", ["top", "sum", "out"]);
    ///     p.group("attention", ["i", "j"], &tiled, |g| {
    ///         let s = g.member("scores", ["i", "j"], &q.matmul(&k.t()));
    ///         let top = g.member("top", ["i"], &s.max_along(-1));
    ///         let e = g.member("e", ["i", "j"], &(s - top.keep()).exp());
    ///         let sum = g.member("sum", ["i"], &e.sum(-1));
    ///         g.member("out", ["i", "d"], &(e / sum.keep()).matmul(&v))
    ///     })
    /// })?;
    /// assert!(program.to_text().contains("join(j: top, sum, out)"));
    /// # Ok::<(), tf_frontend::TraceError>(())
    /// ```
    #[track_caller]
    pub fn group<V: Values>(
        &self,
        label: &str,
        loops: impl Loops,
        schedule: &Schedule,
        body: impl FnOnce(&Group) -> V,
    ) -> V::Traced {
        let (at, shared) = (Site::caller(), &self.shared);
        let at = shared.place_of(at);
        let of = |scope| Group { shared: shared.clone(), scope, members: Rc::default() };
        let opened =
            match shared.in_compute() && !shared.in_kernel() {
                true => Err(shared
                    .fail(at, "groups tensors in a compute, where code is scalar: put the group around it")),
                false => shared.region(at, ScopeKind::Group, &[]),
            };
        let Ok((region, _)) = opened else {
            return body(&of(None)).rebuilt(shared, Err(Reported));
        };
        let group = of(Some(region.scope().id));
        let tensor = |piece: &crate::types::convert::Piece| shared.realize(at, piece, piece.elem());
        let (values, yielded) = shared.fill(at, region, || body(&group), tensor);
        let made = yielded.and_then(|yielded| {
            if yielded.is_empty() {
                return Err(
                    shared.fail(at, "a group gives what others use: return a tensor from its closure")
                );
            }
            let names = shared.shared_loops(at, loops.names().0)?;
            let steps = shared.steps(schedule)?;
            group.check((at, label), &names, &steps)?;
            group.check_loops(at, label, &names)?;
            shared.end_region(at, region, Yield, &yielded)?;
            let ctx = &shared.ctx;
            let attrs = [
                ("axes", LoopNames::attr(ctx, &names.axes)),
                ("label", ctx.string_attr(label)),
                ("schedule", steps.data().to_attr(ctx)),
            ];
            let types: Vec<_> = yielded.iter().map(Val::typed).collect();
            shared.op(at, tensor::Group, &[], &types, &attrs, &[region.block()])
        });
        values.rebuilt(shared, made)
    }
}

impl Shared {
    /// The names of the loops that members share.
    fn shared_loops(&self, at: Site, axes: Vec<String>) -> Traced<LoopNames> {
        let rank = axes.len();
        self.loop_names(at, rank, (axes, Vec::new()))
    }
}
