//! Divergent loops: lanes with different trip counts run under a mask until all of them have left.

use super::shape::{Divergence, carried_values, ending, sole_block};
use super::widen::{Built, Widen};
use tf_dialects::arith::CmpI;
use tf_dialects::loops::{Condition, For, If, While};
use tf_dialects::tensor::CombiningKind;
use tf_ir::body::{Block, Op, Value};
use tf_ir::control::early_exit;
use tf_ir::rewrite::Rebuild;
use tf_ir::types::Type;

impl Widen<'_, '_> {
    /// Selects new values in the lanes of a mask, old ones elsewhere.
    fn merge(&mut self, mask: Value, new: &[Value], old: &[Value]) -> Vec<Value> {
        new.iter().zip(old).map(|(n, o)| self.code.select(mask, *n, *o)).collect()
    }

    /// The largest (or least) active lane; the opposite limit of the type if no lane is active.
    pub(super) fn extreme(&mut self, value: Value, largest: bool) -> Value {
        let mut vector = self.vector(value);
        if let Some(mask) = self.mask {
            let width = self.code.ctx().scalar_width(self.code.ty(value)).unwrap_or(64);
            let least = i64::MIN >> (64 - width);
            let ty = self.code.ty(vector);
            let nothing = self.code.int(ty, if largest { least } else { !least });
            vector = self.code.select(mask, vector, nothing);
        }
        self.reduce(if largest { CombiningKind::MaxSI } else { CombiningKind::MinSI }, vector)
    }

    /// The active lanes as a mask.
    fn lanes_on(&mut self) -> Value {
        match self.mask {
            Some(mask) => mask,
            None => self.code.int(self.mask_type(), -1),
        }
    }

    /// One index for all lanes. Lanes are inactive outside their own bounds and after an early exit, which a
    /// carried mask records. Iterations that may have no active lane are skipped: if lower bounds differ, or
    /// lanes exit before others.
    pub(super) fn one_index_for(&mut self, op: Op, trips: Divergence) -> Built {
        let block = sole_block(self.source(), op, 0);
        let args: Vec<Value> = self.source().args(block).collect();
        let operands: Vec<Value> = self.source().operands(op).collect();
        let exit = early_exit(self.source(), op);
        let window = trips == Divergence::Window;
        let first = if window { self.extreme(operands[0], false) } else { self.scalar(operands[0]) };
        let last = if trips == Divergence::Equal {
            self.scalar(operands[1])
        } else {
            self.extreme(operands[1], true)
        };
        let step = self.scalar(operands[2]);
        let upper = (trips != Divergence::Equal).then(|| self.vector(operands[1]));
        let lower = window.then(|| self.vector(operands[0]));
        let mut new_operands = vec![first, last, step];
        new_operands.extend(self.vectors(&operands[3..]));
        if exit.is_some() {
            new_operands.push(self.lanes_on());
        }
        let types: Vec<Type> = new_operands[3..].iter().map(|v| self.code.ty(*v)).collect();
        let mut arg_types = vec![self.code.ty(args[0])];
        arg_types.extend(&types);
        let new = self.code.b.op(For, &new_operands, &types, &[]);
        self.inside(new, 0, &arg_types, |w, new_args| {
            w.define_all(&args, new_args);
            let alive = exit.map(|_| new_args[args.len()]);
            let on = w.active_lanes(new_args[0], [lower, upper], alive);
            let iteration = |w: &mut Self| w.masked_iteration(op, block, on, &new_args[1..]);
            let sparse = window || (upper.is_some() && exit.is_some());
            let merged = if sparse { w.if_any(on, &new_args[1..], iteration)? } else { iteration(w)? };
            let goes_on = exit.map(|_| w.any(merged[args.len() - 1]));
            w.code.end_iteration(goes_on, &merged);
            Ok(())
        })?;
        self.define_results(op, new);
        Ok(())
    }

    /// The lanes that are active in the iteration of a shared index; `alive` are those that have not left the
    /// loop.
    fn active_lanes(&mut self, index: Value, bounds: [Option<Value>; 2], alive: Option<Value>) -> Value {
        let [lower, upper] = bounds;
        let outer = alive.or(self.mask);
        let Some(upper) = upper else { return outer.unwrap_or_else(|| self.lanes_on()) };
        let index = self.broadcast(index);
        let mut on = self.code.cmpi(CmpI::Slt, index, upper);
        if let Some(lower) = lower {
            let started = self.code.cmpi(CmpI::Sge, index, lower);
            on = self.code.both(Some(started), on);
        }
        self.code.both(outer, on)
    }

    /// One iteration of a `loop.for` under a mask: the carried vectors and, if the loop has an early exit,
    /// the lanes that stay.
    fn masked_iteration(&mut self, op: Op, block: Block, on: Value, old: &[Value]) -> Built<Vec<Value>> {
        let mut yielded = carried_values(self.source(), op);
        yielded.extend(early_exit(self.source(), op));
        let new = self.under(on, block, &yielded)?;
        Ok(self.merge(on, &new, old))
    }

    /// `values`, updated by `body` if a lane of the mask is active.
    fn if_any(
        &mut self,
        mask: Value,
        values: &[Value],
        body: impl FnOnce(&mut Self) -> Built<Vec<Value>>,
    ) -> Built<Vec<Value>> {
        let types: Vec<Type> = values.iter().map(|v| self.code.ty(*v)).collect();
        let any = self.any(mask);
        let new = If::build(&mut self.code.b, any, &types);
        self.inside(new, 0, &[], |w, _| {
            let changed = body(w)?;
            w.code.end(&changed);
            Ok(())
        })?;
        if !types.is_empty() {
            self.code.region(new, 1, &[], |code, _| code.end(values));
        }
        Ok(self.results(new))
    }

    /// Each lane has its own index; the loop runs while any lane is below its bound and has not left.
    pub(super) fn per_lane_for(&mut self, op: Op) -> Built {
        let block = sole_block(self.source(), op, 0);
        let args: Vec<Value> = self.source().args(block).collect();
        let operands: Vec<Value> = self.source().operands(op).collect();
        let exits = early_exit(self.source(), op).is_some();
        let (upper, step) = (self.vector(operands[1]), self.vector(operands[2]));
        let mut inits = vec![self.vector(operands[0])];
        inits.extend(self.vectors(&operands[3..]));
        if exits {
            inits.push(self.lanes_on());
        }
        let types: Vec<Type> = inits.iter().map(|v| self.code.ty(*v)).collect();
        let mut passed_types = types.clone();
        passed_types.push(self.mask_type());
        let new = While::build(&mut self.code.b, &inits, &passed_types);
        self.inside(new, 0, &types, |w, new_args| {
            let below = w.code.cmpi(CmpI::Slt, new_args[0], upper);
            let on = match exits {
                true => w.code.both(Some(new_args[args.len()]), below),
                false => w.and_mask(below),
            };
            let mut values = vec![w.any(on)];
            values.extend(new_args);
            values.push(on);
            w.code.b.op(Condition, &values, &[], &[]);
            Ok(())
        })?;
        self.inside(new, 1, &passed_types, |w, new_args| {
            let (on, new_args) = new_args.split_last().expect("the mask is passed last");
            w.define_all(&args, new_args);
            let mut merged = w.masked_iteration(op, block, *on, &new_args[1..])?;
            let next = w.code.add(new_args[0], step);
            merged.insert(0, w.code.select(*on, next, new_args[0]));
            w.code.end(&merged);
            Ok(())
        })?;
        let (old, new) = (self.results(op), self.results(new));
        self.define_all(&old, &new[1..]);
        Ok(())
    }

    /// Runs while the condition holds in any lane; a lane that has left keeps its values.
    ///
    /// The first region gets the carried values, the mask of the lanes that stay, and saved results of the
    /// lanes that have left. A result that equals a carried value needs no saved copy.
    pub(super) fn divergent_while(&mut self, op: Op) -> Built {
        let (before, after) = (sole_block(self.source(), op, 0), sole_block(self.source(), op, 1));
        let args: Vec<Value> = self.source().args(before).collect();
        let received: Vec<Value> = self.source().args(after).collect();
        let given = Given::of(&args, &ending(self.source(), before, 1));
        let operands: Vec<Value> = self.source().operands(op).collect();
        let mut inits = self.vectors(&operands);
        inits.push(self.lanes_on());
        for i in &given.kept {
            inits.push(self.zeros(self.code.ty(received[*i])));
        }
        let types: Vec<Type> = inits.iter().map(|v| self.code.ty(*v)).collect();
        let count = args.len();
        let new = While::build(&mut self.code.b, &inits, &types);
        self.inside(new, 0, &types, |w, new_args| {
            let on = new_args[count];
            w.define_all(&args, &new_args[..count]);
            let ended = ending(w.source(), before, 0);
            let wanted: Vec<Value> =
                [0].into_iter().chain(given.kept.iter().map(|i| 1 + i)).map(|i| ended[i]).collect();
            let vectors = w.under(on, before, &wanted)?;
            let (condition, leaving) = (vectors[0], &vectors[1..]);
            let stays = w.code.both(Some(on), condition);
            let mut values = vec![w.any(stays)];
            values.extend(&new_args[..count]);
            values.push(stays);
            // Lanes that left earlier keep their saved values.
            values.extend(w.merge(on, leaving, &new_args[count + 1..]));
            w.code.b.op(Condition, &values, &[], &[]);
            Ok(())
        })?;
        self.inside(new, 1, &types, |w, new_args| {
            let on = new_args[count];
            w.define_all(&received, &given.of_vectors(new_args));
            let yielded = ending(w.source(), after, 0);
            let next = w.under(on, after, &yielded)?;
            let mut values = w.merge(on, &next, &new_args[..count]);
            values.extend(&new_args[count..]);
            w.code.end(&values);
            Ok(())
        })?;
        let (old, new) = (self.results(op), self.results(new));
        self.define_all(&old, &given.of_vectors(&new));
        Ok(())
    }
}

/// The results of a `loop.while` within its vector form, which carries vectors, the mask of the lanes that
/// stay, and saved results.
struct Given {
    /// Number of carried values.
    carried: usize,
    /// For each result: its index among the carried values, or among the saved ones.
    places: Vec<Result<usize, usize>>,
    /// The results that are saved because no carried value equals them.
    kept: Vec<usize>,
}

impl Given {
    fn of(args: &[Value], passed: &[Value]) -> Given {
        let (mut kept, mut places) = (Vec::new(), Vec::new());
        for (i, value) in passed.iter().enumerate() {
            places.push(args.iter().position(|a| a == value).ok_or(kept.len()));
            if places[i].is_err() {
                kept.push(i);
            }
        }
        Given { carried: args.len(), places, kept }
    }

    /// The results of the loop among the values of its vector form.
    fn of_vectors(&self, new: &[Value]) -> Vec<Value> {
        let place = |place: &Result<usize, usize>| place.unwrap_or_else(|kept| self.carried + 1 + kept);
        self.places.iter().map(|p| new[place(p)]).collect()
    }
}
