//! Derivatives of values that are already traced: the backward slice from the value to the variables is
//! copied into the region of a `tensor.vjp`. The copy recomputes the primal values; CSE merges them with the
//! originals later.

use super::Mode;
use crate::control::types;
use crate::trace::error::Site;
use crate::trace::state::{Reported, Scope, ScopeKind, Shared, State, Traced, Val};
use crate::trace::values::{Rebuild, Values};
use crate::types::convert::Piece;
use crate::types::tensor::{Operand, Tensor};
use std::collections::HashSet;
use tf_dialects::differentiate::{Active, is_differentiable};
use tf_dialects::tensor::Yield;
use tf_ir::body::{Body, IrMap, Op, Value};

/// The slice: the ops on paths from the variables to a value.
pub(super) struct Slice {
    /// In program order.
    ops: Vec<Op>,
    /// The values that these ops use.
    used: HashSet<Value>,
}

impl Slice {
    /// The ops in the blocks of open regions on which `y` depends and that depend on the variables.
    fn new(body: &Body, scopes: &[Scope], y: Value, variables: &[Value]) -> Slice {
        let mut active = Active::new(variables.iter().copied());
        let mut path: Vec<Op> = Vec::new();
        for scope in scopes {
            for op in body.ops(scope.block) {
                active.mark(body, op);
                if body.results(op).any(|result| active.has(result) && !variables.contains(&result)) {
                    path.push(op);
                }
            }
        }
        let (mut used, mut ops) = (HashSet::from_iter([y]), Vec::new());
        for op in path.into_iter().rev() {
            if !body.results(op).any(|result| used.contains(&result) && !variables.contains(&result)) {
                continue;
            }
            tf_ir::walk::walk(body, op, &mut |body, inner| used.extend(body.operands(inner)));
            ops.push(op);
        }
        ops.reverse();
        Slice { ops, used }
    }

    /// The values in the blocks of open regions on which `y` depends, up to the variables.
    pub(super) fn sources(body: &Body, scopes: &[Scope], y: Value, variables: &[Value]) -> HashSet<Value> {
        let mut found = HashSet::from_iter([y]);
        for scope in scopes.iter().rev() {
            let ops: Vec<Op> = body.ops(scope.block).collect();
            for op in ops.into_iter().rev() {
                if body.results(op).any(|result| found.contains(&result) && !variables.contains(&result)) {
                    tf_ir::walk::walk(body, op, &mut |body, inner| found.extend(body.operands(inner)));
                }
            }
        }
        found
    }

    /// True if one variable depends on another.
    fn are_dependent(body: &Body, scopes: &[Scope], variables: &[Value]) -> bool {
        let made = variables.iter().filter(|y| body.def_op(**y).is_some());
        made.into_iter().any(|y| {
            let others: Vec<Value> = variables.iter().copied().filter(|v| v != y).collect();
            !others.is_empty() && !Slice::new(body, scopes, *y, &others).ops.is_empty()
        })
    }
}

impl State {
    /// A value that an open loop carries into the slice, if a variable is defined outside of that loop: until
    /// the loop is closed, it is unknown whether the value depends on the variable.
    fn carried(&self, slice: &Slice, variables: &[Val]) -> Option<Site> {
        let body = self.body.as_ref()?;
        let position = |id: u32| self.scopes.iter().position(|s| s.id == id);
        let outermost = variables.iter().filter_map(|val| position(val.scope)).min()?;
        let loops = self.scopes[outermost + 1..].iter();
        let mut loops = loops.filter(|s| matches!(s.kind, ScopeKind::For | ScopeKind::While));
        let float = |value: Value| is_differentiable(body.ctx(), body.ty(value));
        let found = loops.find(|s| body.args(s.block).any(|arg| float(arg) && slice.used.contains(&arg)))?;
        Some(found.at)
    }
}

impl Shared {
    /// The variables of the derivative of a traced value, unconverted.
    fn traced_variables(&self, at: Site, pieces: &[Piece]) -> Traced<Vec<Val>> {
        if pieces.is_empty() {
            return Err(
                self.fail(at, "there is nothing to differentiate with respect to: give at least one value")
            );
        }
        let one = |piece: &Piece| match piece {
            Piece::Val(val) => Ok(val.clone()),
            _ => Err(self.fail(
                at,
                "cannot differentiate with respect to a constant or an index: only traced floats have \
                 derivatives",
            )),
        };
        let vals: Vec<Val> = pieces.iter().map(one).collect::<Traced<_>>()?;
        self.check_variables(at, &vals)?;
        if !self.in_compute() {
            return Ok(vals);
        }
        match vals.iter().find(|val| !val.is_scalar(&self.ctx)) {
            Some(tensor) => {
                let message = format!(
                    "cannot differentiate with respect to {} in a compute, where code is scalar: \
                     differentiate with respect to the elements that it reads, or outside the compute",
                    self.describe(tensor)
                );
                Err(self.fail_about(at, message, &[("it", tensor)]))
            }
            None => Ok(vals),
        }
    }

    /// Checks that the value and the variables are visible at the derivative.
    fn check_visible(&self, at: Site, vals: &[&Val]) -> Traced<()> {
        let hidden = {
            let state = self.state.borrow();
            vals.iter().find(|val| state.scopes.iter().all(|s| s.id != val.scope)).copied()
        };
        match hidden {
            Some(val) => Err(self.fail_about(
                at,
                "a value is used outside the body that created it: return it from that body",
                &[("the value", val)],
            )),
            None => Ok(()),
        }
    }

    /// The cotangents of the distinct `variables`, for the cotangent `seed` of `y`.
    fn pull_back(&self, at: Site, y: &Val, seed: &Val, variables: &[Val]) -> Traced<Vec<Val>> {
        let values: Vec<Value> = variables.iter().map(|val| val.value).collect();
        let (dependent, carried, slice) = {
            let state = self.state.borrow();
            let body = state.body.as_ref().ok_or(Reported)?;
            let slice = Slice::new(body, &state.scopes, y.value, &values);
            (Slice::are_dependent(body, &state.scopes, &values), state.carried(&slice, variables), slice)
        };
        if dependent && variables.len() > 1 {
            let one = |val: &Val| self.pull_back(at, y, seed, std::slice::from_ref(val));
            return Ok(variables.iter().map(one).collect::<Traced<Vec<_>>>()?.concat());
        }
        if let Some(start) = carried {
            let message = "cannot differentiate through the state of a loop that is still open: \
                           differentiate after the loop, or detach the state";
            let error = tf_ir::diag::Diagnostic::error(at.location(&self.ctx), message);
            return Err(self.report(error.note(start.location(&self.ctx), "the loop starts here")));
        }
        let (region, args) = self.region(at, ScopeKind::Transform, &types(variables))?;
        let mut map = IrMap::default();
        map.values.extend(values.into_iter().zip(args.iter().map(|arg| arg.value)));
        {
            let mut state = self.state.borrow_mut();
            let body = state.body.as_mut().ok_or(Reported)?;
            for op in slice.ops {
                let copy = body.clone_op(op, &mut map);
                body.append(region.block(), copy);
            }
        }
        let copied = map.value(y.value);
        let scope = if copied == y.value { y.scope } else { region.scope().id };
        let yielded = [Val { value: copied, scope, ..y.clone() }];
        self.end_region(at, region, Yield, &yielded)?;
        let given = [seed.clone()];
        Ok(self.transform(at, Mode::Vjp, variables, &given, &yielded, region.block())?.derivatives)
    }

    fn gradient(
        &self,
        at: Site,
        y: &Tensor,
        pieces: &[Piece],
        seed: impl FnOnce(&Val) -> Traced<Val>,
    ) -> Traced<Vec<Val>> {
        let mut y = y.val(at)?;
        self.differentiable(at, &y)?;
        if self.in_compute() {
            y = self.to_scalar(at, y)?;
        }
        let vals = self.traced_variables(at, pieces)?;
        let all: Vec<&Val> = vals.iter().chain([&y]).collect();
        self.check_visible(at, &all)?;
        let (y, vals) = self.see_through_states(at, y, vals)?;
        let seed = seed(&y)?;
        let mut distinct: Vec<Val> = Vec::new();
        for val in &vals {
            if distinct.iter().all(|known| known.value != val.value) {
                distinct.push(val.clone());
            }
        }
        let found = self.pull_back(at, &y, &seed, &distinct)?;
        let of = |val: &Val| {
            let i = distinct.iter().position(|known| known.value == val.value).unwrap_or_default();
            found[i].clone()
        };
        Ok(vals.iter().map(of).collect())
    }
}

/// # Derivatives of traced values
///
/// By values on which this one depends. [`Tracer`](crate::Tracer) has the derivatives of closures.
impl Tensor {
    /// The gradient of this value by values on which it depends: the derivatives of the sum of its elements,
    /// in the structure of `x`. In scalar code, both are scalars.
    ///
    /// It is the total derivative, through all values that depend on `x`; a variable on which the value does
    /// not depend has the gradient 0. In the body of a loop, the carried values count as independent of outer
    /// values.
    ///
    /// ```
    /// # use tf_frontend::Program;
    /// // The normals of a surface f(x, y, z) = 0 at given points.
    /// let program = Program::trace("normals", |p| {
    ///     let n = p.dim("n");
    ///     let points = p.input::<f32>("points", (n, 3));
    ///     p.compute([n], |[i]| {
    ///         let [x, y, z] = [0, 1, 2].map(|c| points.at((&i, c)));
    ///         let f = (&x * &x + &y * &y).sqrt() - &z;
    ///         p.stack(f.grad([&x, &y, &z]))
    ///     })
    /// });
    /// assert!(program.is_ok());
    /// ```
    #[track_caller]
    pub fn grad<X: Values>(&self, x: X) -> X::Traced {
        let at = Site::caller();
        let shared = &self.shared;
        let made = shared.pieces(at, x.args()).and_then(|pieces| {
            shared.gradient(at, self, &pieces, |y| shared.filled_like(at, (y.ty, y.elem), 1))
        });
        x.rebuilt(shared, made)
    }

    /// As [`Tensor::grad`], for a cotangent of this value: the sum over its elements of the cotangent's
    /// element times the element's derivative.
    #[track_caller]
    pub fn grad_with<X: Values>(&self, cotangent: impl Operand, x: X) -> X::Traced {
        let at = Site::caller();
        let shared = &self.shared;
        let cotangent = cotangent.arg();
        let made = shared.pieces(at, x.args()).and_then(|pieces| {
            shared.gradient(at, self, &pieces, |y| {
                let piece = shared.piece(at, cotangent)?;
                let fitted = shared.fit_all(at, "the cotangent", &[piece], &vec![(y.ty, y.elem)]);
                fitted?.pop().ok_or(Reported)
            })
        });
        x.rebuilt(shared, made)
    }
}
