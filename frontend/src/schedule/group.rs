//! Groups: tensors that share loops on the program's request.

use crate::schedule::{Loops, Schedule, Steps};
use crate::trace::error::Site;
use crate::trace::state::{Reported, ScopeKind, Shared, Traced, Val};
use crate::trace::tracer::Tracer;
use crate::trace::values::{Rebuild, Values};
use crate::types::tensor::Tensor;
use std::cell::RefCell;
use std::rc::Rc;
use tf_dialects::tensor::member::Named;
use tf_dialects::tensor::schedule::{LoopNames, Step, is_name, steps};
use tf_dialects::tensor::{self, Yield};

/// A group that is being traced; see [`Tracer::group`]. A clone is another handle of it.
#[derive(Clone)]
pub struct Group {
    shared: Rc<Shared>,
    /// The region of the group; `None` if it could not be opened.
    scope: Option<u32>,
    members: Rc<RefCell<Vec<Member>>>,
}

/// A tensor that the group's schedule may name.
struct Member {
    name: String,
    loops: LoopNames,
}

impl Group {
    /// Makes a tensor a member of the group, with a name and loop names for its axes. An axis with the name
    /// of a shared loop is computed in that loop, one part at a time. Axes with other names are private
    /// loops.
    ///
    /// An intermediate value that is not a member is inlined if it is cheap; else it is computed in the loops
    /// of its producers or consumers.
    #[track_caller]
    pub fn member(&self, name: &str, loops: impl Loops, tensor: &Tensor) -> Tensor {
        self.named(Site::caller(), name, loops.names(), tensor, None)
    }

    /// As [`Group::member`]; the schedule is that of the member's private loops, for the part that one
    /// iteration of the shared loops computes.
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
                    "'{name}' cannot be a member of the group: it is not computed in the group's body"
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
            true => Err(self.shared.fail(at, format!("the member '{name}' exists already"))),
            false => Ok(()),
        }
    }

    /// Checks that the schedule names only these loops and members.
    fn check(&self, (at, label): (Site, &str), names: &LoopNames, steps: &Steps) -> Traced<()> {
        let (shared, members) = (&self.shared, self.members.borrow());
        let whose = format!("the schedule of the group '{label}'");
        let fail = |at: Site, why: String| Err(shared.fail(at, format!("{whose} {why}")));
        for (at, decision) in &steps.steps {
            let (verb, named) = match &decision.step {
                Step::Place(steps::Place { members, .. }) => ("places", &members[..]),
                Step::Join(steps::Join { others, .. }) => ("joins", &others[..]),
                _ => continue,
            };
            if let Some(unknown) =
                named.iter().find(|name| members.iter().all(|member| member.name != **name))
            {
                let known: Vec<&str> = members.iter().map(|member| member.name.as_str()).collect();
                let known = if known.is_empty() {
                    "the group has none".to_string()
                } else {
                    format!("the members are {}", known.join(", "))
                };
                return fail(*at, format!("{verb} '{unknown}', which is not a member: {known}"));
            }
        }
        let plan = steps.plan(shared, &whose, names)?;
        let last = steps.steps.last().map_or(at, |(at, _)| *at);
        tensor::Group::check(&plan, names).or_else(|why| fail(last, why.to_string()))?;
        let Some(tiles) = &plan.tiles else { return Ok(()) };
        for placement in &tiles.placements {
            let is_its =
                |step: &Step| matches!(step, Step::Place(own) if own.members.contains(&placement.member));
            let at =
                steps.steps.iter().find(|(_, decision)| is_its(&decision.step)).map_or(at, |(at, _)| *at);
            placement.depth(tiles, names).map(drop).or_else(|why| fail(at, why.to_string()))?;
            let own = members.iter().find(|member| member.name == placement.member);
            let axes = own.map_or(&[][..], |own| &own.loops.axes);
            placement.check_own(axes, names).or_else(|why| fail(at, why.to_string()))?;
        }
        Ok(())
    }

    /// Checks that each shared loop belongs to a member.
    fn check_loops(&self, at: Site, label: &str, names: &LoopNames) -> Traced<()> {
        let members = self.members.borrow();
        let has = |name: &String| members.iter().any(|member| member.loops.has(name));
        match names.axes.iter().find(|name| !has(name)) {
            None => Ok(()),
            Some(name) => {
                let message = format!(
                    "the group '{label}' shares the loop '{name}', but no member has an axis of this name"
                );
                Err(self.shared.fail(at, message))
            }
        }
    }
}

impl Tracer {
    /// Fuses loops: the tensors that the closure computes are a group, whose members share the loops with
    /// these names, as the schedule specifies. A member reads the results of earlier members while they are
    /// in a cache; only the results of the closure are stored in memory. The closure gets the group, and in
    /// it names the tensors and axes of the schedule ([`Group::member`]). `label` is the group's name in
    /// messages.
    ///
    /// A schedule never changes results. An invalid step is an error at its line. If the members cannot be
    /// fused (for example because one reads another at a distance along a shared loop), the compiler emits a
    /// remark, and they run one after the other. Differentiation treats the members as ordinary code; `vmap`
    /// adds an outer loop.
    ///
    /// ```
    /// # use tf_frontend::{Program, Schedule};
    /// let program = Program::trace("attention", |p| {
    ///     let (n, m) = (p.dim("n"), p.dim("m"));
    ///     let q = p.input::<f32>("q", (n, 64));
    ///     let (k, v) = (p.input::<f32>("k", (m, 64)), p.input::<f32>("v", (m, 64)));
    ///     // 32 rows at a time; 128 terms of all three folds run together: the n x m scores are never in
    ///     // memory.
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
        let opened = match shared.in_compute() && !shared.in_kernel() {
            true => Err(shared
                .fail(at, "a group cannot be in a compute, where code is scalar: put the group around it")),
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
                return Err(shared.fail(at, "a group needs a result: return a tensor from its body"));
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
