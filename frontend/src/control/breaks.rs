//! Early exits of loops and early ends of iterations.
//!
//! `break_if` and `continue_if` open a conditional: one branch yields the values of the exit, the other is
//! the rest of the body. The loop carries a flag for whether it continues.

use crate::control::{Types, types};
use crate::trace::error::Site;
use crate::trace::scope::Region;
use crate::trace::state::{Reported, ScopeKind, Shared, Traced, Val};
use crate::trace::tracer::Tracer;
use crate::trace::values::{Rebuild, Values};
use crate::types::elem::Elem;
use crate::types::tensor::{Arg, Operand, Tensor};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use tf_dialects::loops::{Condition, If, While, Yield};

/// The loop whose body is being traced; [`Tracer::for_with`], [`Tracer::loop_`] and [`Tracer::while_with`]
/// pass it to the body. Uses after the body are refused.
#[derive(Clone)]
pub struct Loop {
    shared: Rc<Shared>,
    carried: Types,
    /// The region in which the body continues.
    current: Rc<Cell<u32>>,
    exits: Rc<RefCell<Vec<Exit>>>,
}

/// A conditional that an exit opened.
struct Exit {
    at: Site,
    condition: Val,
    then: Region,
    /// The values with which the loop exits or continues.
    vals: Vec<Val>,
    rest: Region,
}

impl Loop {
    /// Leaves the loop with these values if the condition holds. They have the structure of the carried
    /// values.
    #[track_caller]
    pub fn break_if(&self, condition: impl Operand, values: impl Values) {
        self.exit(Site::caller(), condition.arg(), &values, false);
    }

    /// Ends this iteration if the condition holds; the next one starts with these values.
    #[track_caller]
    pub fn continue_if(&self, condition: impl Operand, values: impl Values) {
        self.exit(Site::caller(), condition.arg(), &values, true);
    }

    fn exit(&self, at: Site, condition: Arg, values: &impl Values, goes_on: bool) {
        let shared = &self.shared;
        // The error has been recorded; tracing continues with the rest of the body.
        let _: Traced<()> = (|| {
            let open = shared.state.borrow().scopes.last().map(|s| s.id);
            if open != Some(self.current.get()) {
                let message = "break_if and continue_if must be in the body of their own loop, not in a \
                               body nested in it: return the condition from there";
                return Err(shared.fail(at, message));
            }
            let condition = shared.truth(at, condition)?;
            let (then, _) = shared.region(at, ScopeKind::If, &[])?;
            let (rest, _) = shared.region(at, ScopeKind::If, &[])?;
            let pieces = shared.pieces(at, values.args())?;
            let vals = shared.inside(then, || {
                let vals = shared.fit_all(at, "the exit of the loop", &pieces, &self.carried)?;
                Ok([vec![shared.flag(at, goes_on)?], vals].concat())
            })?;
            shared.state.borrow_mut().scopes.push(rest.scope());
            self.current.set(rest.scope().id);
            self.exits.borrow_mut().push(Exit { at, condition, then, vals, rest });
            Ok(())
        })();
    }

    /// Ends the body with the values of the next iteration. Returns the flag for whether there is one, and
    /// its values, in the region of the body.
    fn close(&self, at: Site, values: &impl Values) -> Traced<Vec<Val>> {
        let shared = &self.shared;
        let made = shared.pieces(at, values.args()).and_then(|pieces| {
            let vals = shared.fit_all(at, "the body of the loop", &pieces, &self.carried)?;
            Ok([vec![shared.flag(at, true)?], vals].concat())
        });
        let results: Types = [vec![shared.scalars(Elem::Bool)], self.carried.clone()].concat();
        // Close the innermost conditional first. After an error there are no values, but the regions are
        // closed nevertheless.
        let mut vals = made;
        while let Some(exit) = self.exits.borrow_mut().pop() {
            shared.state.borrow_mut().scopes.pop();
            vals = vals.and_then(|vals| {
                let ends = vec![(exit.then, exit.vals), (exit.rest, vals)];
                shared.close_branches(exit.at, (If::KIND, &[]), exit.condition, &results, ends)
            });
        }
        vals
    }
}

impl Shared {
    /// A boolean constant.
    fn flag(&self, at: Site, value: bool) -> Traced<Val> {
        self.scalar_constant(at, crate::Number::Bool(value), Elem::Bool)
    }

    /// Traces a body that may leave its loop, in an open region.
    fn leaving<V: Values>(
        self: &Rc<Self>,
        at: Site,
        region: Region,
        carried: &Types,
        body: impl FnOnce(&Loop) -> V,
    ) -> Traced<Vec<Val>> {
        self.inside(region, || {
            let handle = Loop {
                shared: self.clone(),
                carried: carried.clone(),
                current: Rc::new(Cell::new(region.scope().id)),
                exits: Rc::default(),
            };
            let values = body(&handle);
            handle.close(at, &values)
        })
    }
}

impl Tracer {
    /// As [`Tracer::while_`], with a body that may leave the loop or end an iteration early.
    #[track_caller]
    pub fn while_with<S: Values, V: Values>(
        &self,
        start: S,
        condition: impl FnOnce(S::Traced) -> Tensor,
        body: impl FnOnce(&Loop, S::Traced) -> V,
    ) -> S::Traced {
        self.endless(Site::caller(), start, Some(condition), body)
    }

    /// A loop without a condition; its body leaves it by [`Loop::break_if`].
    ///
    /// ```
    /// # use tf_frontend::Program;
    /// let program = Program::trace("root", |p| {
    ///     let n = p.dim("n");
    ///     let a = p.input::<f32>("a", [n]);
    ///     p.compute([n], |[i]| {
    ///         let a = a.at([i]);
    ///         p.loop_((a.clone(), 0i32), |l, (x, steps)| {
    ///             let next = 0.5 * (&x + &a / &x);
    ///             l.break_if((&next - &x).abs().le(1e-6 * &x) | steps.ge(50), (&next, &steps));
    ///             (next, steps + 1)
    ///         })
    ///     })
    /// });
    /// assert!(program.is_ok());
    /// ```
    #[track_caller]
    pub fn loop_<S: Values, V: Values>(
        &self,
        start: S,
        body: impl FnOnce(&Loop, S::Traced) -> V,
    ) -> S::Traced {
        self.endless(Site::caller(), start, None::<fn(S::Traced) -> Tensor>, body)
    }

    /// As [`Tracer::for_`], with a body that may leave the loop or end an iteration early.
    ///
    /// ```
    /// # use tf_frontend::Program;
    /// let program = Program::trace("escape", |p| {
    ///     let n = p.dim("n");
    ///     let c = p.input::<f32>("c", [n]);
    ///     p.compute([n], |[i]| {
    ///         let c = c.at([i]);
    ///         p.for_with(0, 128, (0.0f32, 0i32), |l, k, (x, steps)| {
    ///             let next = &x * &x + &c;
    ///             l.break_if(next.abs().gt(2), (&next, k.to::<i32>()));
    ///             (next, steps)
    ///         })
    ///     })
    /// });
    /// assert!(program.is_ok());
    /// ```
    #[track_caller]
    pub fn for_with<S: Values, V: Values>(
        &self,
        low: impl Operand,
        high: impl Operand,
        start: S,
        body: impl FnOnce(&Loop, Tensor, S::Traced) -> V,
    ) -> S::Traced {
        self.counted_with(Site::caller(), [low.arg(), high.arg(), 1usize.arg()], start, body)
    }

    /// As [`Tracer::for_with`], with a step of at least 1.
    #[track_caller]
    pub fn for_step_with<S: Values, V: Values>(
        &self,
        low: impl Operand,
        high: impl Operand,
        step: impl Operand,
        start: S,
        body: impl FnOnce(&Loop, Tensor, S::Traced) -> V,
    ) -> S::Traced {
        self.counted_with(Site::caller(), [low.arg(), high.arg(), step.arg()], start, body)
    }

    fn counted_with<S: Values, V: Values>(
        &self,
        at: Site,
        bounds: [Arg; 3],
        start: S,
        body: impl FnOnce(&Loop, Tensor, S::Traced) -> V,
    ) -> S::Traced {
        let shared = &self.shared;
        self.counted_by(at, (bounds, &[]), start, |region, carried, index, inner| {
            let vals = shared.leaving(at, region, carried, |handle| body(handle, index, inner))?;
            Ok((Condition::KIND, vals))
        })
    }

    /// A `loop.while` that carries the flag for whether it continues, and then the values.
    fn endless<S: Values, V: Values>(
        &self,
        at: Site,
        start: S,
        condition: Option<impl FnOnce(S::Traced) -> Tensor>,
        body: impl FnOnce(&Loop, S::Traced) -> V,
    ) -> S::Traced {
        let shared = &self.shared;
        let made = (|| {
            let starts = shared.starts(at, start.args())?;
            let carried = types(&starts);
            let operands = [vec![shared.flag(at, true)?], starts].concat();
            let all = types(&operands);
            let (before, vals) = shared.region(at, ScopeKind::While, &all)?;
            let test = shared.inside(before, || match condition {
                None => Ok(vals[0].clone()),
                Some(condition) => {
                    let alive = Tensor::of(shared, Ok(vals[0].clone()));
                    let state = start.rebuilt(shared, Ok(vals[1..].to_vec()));
                    // After an exit, the condition is not evaluated.
                    let goes_on = self.if_(alive, || condition(state), || false);
                    shared.truth(at, goes_on.arg())
                }
            });
            let passed = test.map(|test| [vec![test], vals].concat());
            let (after, vals) = shared.body_after(at, before, &all)?;
            let inner = start.rebuilt(shared, Ok(vals[1..].to_vec()));
            let next = shared.leaving(at, after, &carried, |handle| body(handle, inner))?;
            let ends = vec![(before, Condition::KIND, passed?), (after, Yield::KIND, next)];
            let mut results = shared.close_loop(at, (While::KIND, &[]), operands, &all, ends)?;
            if results.is_empty() {
                return Err(Reported);
            }
            results.remove(0);
            Ok(results)
        })();
        start.rebuilt(shared, made)
    }
}
