//! Derivatives of closures: a closure's code is traced into the region of a transform.
//!
//! The variables are the arguments of the region. So the closure's captured values are constants, even the
//! value to which a variable was bound.

mod checkpoint;
mod custom;
mod slice;
mod states;
mod vmap;

use crate::control::{Types, types};
use crate::trace::error::Site;
use crate::trace::remedy::Remedy;
use crate::trace::state::{Reported, ScopeKind, Shared, Traced, Val};
use crate::trace::tracer::Tracer;
use crate::trace::values::{Rebuild, Values};
use crate::types::elem::Elem;
use crate::types::tensor::{Arg, Operand, Tensor};
use std::rc::Rc;
use tf_dialects::tensor::Yield;
use tf_dialects::tensor::transform::{Detach, Jvp, StraightThrough, Vjp};
use tf_ir::kind::OpKind;
use tf_ir::types::Type;

/// The kind of a transform under construction: its op, and its name in messages.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Vjp,
    Jvp,
}

impl Mode {
    fn op(self) -> OpKind {
        match self {
            Mode::Vjp => Vjp::KIND,
            Mode::Jvp => Jvp::KIND,
        }
    }
}

/// The results of a transform.
struct Outcome {
    /// The values that the region yields.
    values: Vec<Val>,
    /// The cotangents of the variables, or the tangents of the yielded floats.
    derivatives: Vec<Val>,
}

impl Shared {
    /// The variables of differentiation: floats; in a compute, scalars.
    fn variables(&self, at: Site, args: Vec<Arg>) -> Traced<Vec<Val>> {
        if args.is_empty() {
            return Err(
                self.fail(at, "there is nothing to differentiate with respect to: give at least one value")
            );
        }
        let vals = self.starts(at, args)?;
        self.check_variables(at, &vals)?;
        Ok(vals)
    }

    fn check_variables(&self, at: Site, vals: &[Val]) -> Traced<()> {
        let Some(i) = vals.iter().position(|val| !val.elem.is_float()) else { return Ok(()) };
        let message = format!(
            "cannot differentiate with respect to value {i}, which is {}: only floats have derivatives; \
             capture it in the body instead",
            self.describe(&vals[i])
        );
        Err(self.fail_about(at, message, &[("it", &vals[i])]))
    }

    /// A constant splat of another value's type.
    fn filled_like(&self, at: Site, (ty, elem): (Type, Elem), number: i128) -> Traced<Val> {
        let scalar = self.scalar_constant(at, crate::Number::Int(number, elem), elem)?;
        match self.ctx.is_tensor(ty) {
            true => self.splat(at, scalar, &self.shape_of_type(ty)),
            false => Ok(scalar),
        }
    }

    /// Makes the op of a transform whose region is complete.
    fn transform(
        &self,
        at: Site,
        mode: Mode,
        variables: &[Val],
        given: &[Val],
        yielded: &[Val],
        block: tf_ir::body::Block,
    ) -> Traced<Outcome> {
        let mut results = types(yielded);
        results.extend(match mode {
            Mode::Vjp => types(variables),
            Mode::Jvp => floats(yielded),
        });
        let operands = [variables, given].concat();
        let attrs = [("variables", self.ctx.i64_attr(variables.len() as i64))];
        let mut values = self.op(at, mode.op(), &operands, &results, &attrs, &[block])?;
        let derivatives = values.split_off(yielded.len());
        Ok(Outcome { values, derivatives })
    }
}

/// The types of the floats among the values.
fn floats(vals: &[Val]) -> Types {
    vals.iter().filter(|val| val.elem.is_float()).map(Val::typed).collect()
}

impl Tracer {
    /// Traces a closure into the region of a transform at `x`. `given` makes the operands of the transform
    /// (cotangents or tangents) from the closure's results; `finish` chooses which results stay as they are
    /// and which become constants.
    fn differentiate<X: Values, V: Values>(
        &self,
        at: Site,
        mode: Mode,
        x: &X,
        body: impl FnOnce(X::Traced) -> V,
        given: impl FnOnce(&[Val], &[Val]) -> Traced<Vec<Val>>,
        keep: impl Fn(&[Val]) -> Traced<Vec<Val>>,
    ) -> (V, Traced<Outcome>) {
        let shared = &self.shared;
        let opened = shared.variables(at, x.args()).and_then(|vals| {
            let (region, args) = shared.region(at, ScopeKind::Transform, &types(&vals))?;
            Ok((vals, region, args))
        });
        let Ok((vals, region, args)) = opened else {
            // Only the body determines the structure of the values.
            return (body(x.rebuilt(shared, Err(Reported))), Err(Reported));
        };
        let inner = x.rebuilt(shared, Ok(args));
        let (values, yielded) = shared.fill(
            at,
            region,
            || body(inner),
            |piece| {
                let val = shared.realize(at, piece, piece.elem())?;
                if shared.in_compute() { shared.to_scalar(at, val) } else { Ok(val) }
            },
        );
        let made = yielded.and_then(|yielded| {
            let yielded = shared.inside(region, || keep(&yielded))?;
            let hidden = shared.changed(at, &[region])?;
            let mut given = given(&vals, &yielded)?;
            // Handles' states that are yielded are not differentiated.
            let others = hidden.ends[0].iter().map(|val| shared.detached(at, val.clone()));
            let others = shared.inside(region, || others.collect::<Traced<Vec<Val>>>())?;
            if mode == Mode::Vjp {
                let seeds = floats(&others).into_iter().map(|typed| shared.filled_like(at, typed, 0));
                given.extend(seeds.collect::<Traced<Vec<Val>>>()?);
            }
            let own = yielded.len();
            let yielded = [yielded, others].concat();
            shared.end_region(at, region, Yield, &yielded)?;
            let mut made = shared.transform(at, mode, &vals, &given, &yielded, region.block())?;
            made.values = shared.settle(at, &hidden, made.values)?;
            debug_assert_eq!(made.values.len(), own);
            Ok(made)
        });
        (values, made)
    }

    /// The gradient of a closure's value by `x`: the derivatives of the sum of its elements, in the structure
    /// of `x`, each of the shape of its variable. Values that the closure captures are constants.
    ///
    /// ```
    /// # use tf_frontend::Program;
    /// let program = Program::trace("fit", |p| {
    ///     let (n, m) = (p.dim("n"), p.dim("m"));
    ///     let (x, y) = (p.input::<f32>("x", [n, m]), p.input::<f32>("y", [n]));
    ///     let (w, b) = (p.input::<f32>("w", [m]), p.scalar::<f32>("b"));
    ///     let (dw, db) = p.grad((&w, &b), |(w, b)| (x.matmul(&w) + b - &y).square().mean(..));
    ///     (w - 0.1 * dw, b - 0.1 * db)
    /// });
    /// assert!(program.is_ok());
    /// ```
    #[track_caller]
    pub fn grad<X: Values>(&self, x: X, f: impl FnOnce(X::Traced) -> Tensor) -> X::Traced {
        self.value_and_gradient(Site::caller(), &x, |x| (f(x), ())).1
    }

    /// As [`Tracer::grad`], with the closure's value.
    #[track_caller]
    pub fn value_and_grad<X: Values>(
        &self,
        x: X,
        f: impl FnOnce(X::Traced) -> Tensor,
    ) -> (Tensor, X::Traced) {
        let ((value, ()), gradient) = self.value_and_gradient(Site::caller(), &x, |x| (f(x), ()));
        (value, gradient)
    }

    /// As [`Tracer::value_and_grad`]; the closure also returns auxiliary values, which are not
    /// differentiated.
    #[track_caller]
    pub fn value_and_grad_with<X: Values, A: Values>(
        &self,
        x: X,
        f: impl FnOnce(X::Traced) -> (Tensor, A),
    ) -> ((Tensor, A::Traced), X::Traced) {
        self.value_and_gradient(Site::caller(), &x, f)
    }

    fn value_and_gradient<X: Values, A: Values>(
        &self,
        at: Site,
        x: &X,
        f: impl FnOnce(X::Traced) -> (Tensor, A),
    ) -> ((Tensor, A::Traced), X::Traced) {
        let shared = &self.shared;
        let keep = |yielded: &[Val]| -> Traced<Vec<Val>> {
            shared.differentiable(at, &yielded[0])?;
            // Auxiliary values pass as constants, so that their seeds do not matter.
            let rest = yielded[1..].iter().map(|val| shared.detached(at, val.clone()));
            std::iter::once(Ok(yielded[0].clone())).chain(rest).collect()
        };
        let seeds = |_: &[Val], yielded: &[Val]| -> Traced<Vec<Val>> {
            let wanted = floats(yielded).into_iter().enumerate();
            wanted.map(|(i, ty)| shared.filled_like(at, ty, i128::from(i == 0))).collect()
        };
        let (template, made) = self.differentiate(at, Mode::Vjp, x, f, seeds, keep);
        split(shared, made, &template, x)
    }

    /// The vector-Jacobian product: the values of a closure, and for each part of `x` the sum over all
    /// elements of the values of their derivatives by that part, times `cotangents`. There is one cotangent
    /// per float that the closure returns, of its shape; a constant broadcasts to it.
    ///
    /// ```
    /// # use tf_frontend::Program;
    /// let program = Program::trace("pull_back", |p| {
    ///     let n = p.dim("n");
    ///     let (x, u) = (p.input::<f32>("x", [n]), p.input::<f32>("u", [n]));
    ///     let (y, dx) = p.vjp(&x, &u, |x| x.sin());
    ///     (y, dx) // dx = u cos x
    /// });
    /// assert!(program.is_ok());
    /// ```
    #[track_caller]
    pub fn vjp<X: Values, S: Values, V: Values>(
        &self,
        x: X,
        cotangents: S,
        f: impl FnOnce(X::Traced) -> V,
    ) -> (V::Traced, X::Traced) {
        let at = Site::caller();
        let shared = &self.shared;
        let given = |_: &[Val], yielded: &[Val]| {
            let pieces = shared.pieces(at, cotangents.args())?;
            shared.fit_all(at, "the list of cotangents", &pieces, &floats(yielded))
        };
        let (template, made) = self.differentiate(at, Mode::Vjp, &x, f, given, |vals| Ok(vals.to_vec()));
        split(shared, made, &template, &x)
    }

    /// The Jacobian-vector product: the values of a closure, and their derivatives along `tangents`. There is
    /// one tangent per part of `x`, of its shape; a constant broadcasts to it. The tangent of a value that is
    /// not a float is 0.
    ///
    /// ```
    /// # use tf_frontend::Program;
    /// let program = Program::trace("push_forward", |p| {
    ///     let n = p.dim("n");
    ///     let (x, v) = (p.input::<f32>("x", [n]), p.input::<f32>("v", [n]));
    ///     let (y, dy) = p.jvp(&x, &v, |x| x.sin());
    ///     (y, dy) // dy = v cos x
    /// });
    /// assert!(program.is_ok());
    /// ```
    #[track_caller]
    pub fn jvp<X: Values, T: Values, V: Values>(
        &self,
        x: X,
        tangents: T,
        f: impl FnOnce(X::Traced) -> V,
    ) -> (V::Traced, V::Traced) {
        let at = Site::caller();
        let shared = &self.shared;
        let given = |vals: &[Val], _: &[Val]| {
            let pieces = shared.pieces(at, tangents.args())?;
            shared.fit_all(at, "the list of tangents", &pieces, &types(vals))
        };
        let (template, made) = self.differentiate(at, Mode::Jvp, &x, f, given, |vals| Ok(vals.to_vec()));
        let made = made.and_then(|outcome| {
            let mut tangents = outcome.derivatives.into_iter();
            let tangent = |val: &Val| match val.elem.is_float() {
                true => tangents.next().ok_or(Reported),
                false => shared.filled_like(at, val.typed(), 0),
            };
            let tangents = outcome.values.iter().map(tangent).collect::<Traced<Vec<Val>>>()?;
            Ok((outcome.values, tangents))
        });
        let (values, tangents) = made.map_or((Err(Reported), Err(Reported)), |(v, t)| (Ok(v), Ok(t)));
        (template.rebuilt(shared, values), template.rebuilt(shared, tangents))
    }
}

/// The values and cotangents of a `tensor.vjp` in their structures.
fn split<X: Values, V: Values>(
    shared: &Rc<Shared>,
    made: Traced<Outcome>,
    values: &V,
    x: &X,
) -> (V::Traced, X::Traced) {
    let (found, cotangents) = match made {
        Ok(outcome) => (Ok(outcome.values), Ok(outcome.derivatives)),
        Err(Reported) => (Err(Reported), Err(Reported)),
    };
    (values.rebuilt(shared, found), x.rebuilt(shared, cotangents))
}

impl Shared {
    /// Refuses to differentiate a value that is not a float.
    fn differentiable(&self, at: Site, val: &Val) -> Traced<()> {
        if val.elem.is_float() {
            return Ok(());
        }
        let (found, cast) = (self.describe(val), self.remedy(at, Remedy::Cast(None)));
        let message = format!(
            "the value to be differentiated is {found}: only floats have derivatives, cast it with {cast}"
        );
        Err(self.fail_about(at, message, &[("it", val)]))
    }

    /// The value as a constant of differentiation.
    fn detached(&self, at: Site, val: Val) -> Traced<Val> {
        if !val.elem.is_float() {
            return Ok(val);
        }
        let typed = val.typed();
        self.value(at, Detach, &[val], typed, &[])
    }
}

/// # Derivatives through values
///
/// Constants and surrogate derivatives.
impl Tensor {
    /// The value as a constant: no derivative passes through it.
    #[track_caller]
    pub fn detach(&self) -> Tensor {
        let at = Site::caller();
        self.made(|shared| shared.detached(at, self.val(at)?))
    }

    /// The value with the derivative of `through` (straight-through estimator): cotangents and tangents pass
    /// as if the value were `through`. If both have a shape, the shapes are equal; types promote as in
    /// arithmetic.
    ///
    /// ```
    /// # use tf_frontend::Program;
    /// let program = Program::trace("quantize", |p| {
    ///     let n = p.dim("n");
    ///     let x = p.input::<f32>("x", [n]);
    ///     p.grad(&x, |x| x.round().straight_through(&x).square().sum(..)) // 2 round(x)
    /// });
    /// assert!(program.is_ok());
    /// ```
    #[track_caller]
    pub fn straight_through(&self, through: &Tensor) -> Tensor {
        let at = Site::caller();
        let shared = &self.shared;
        let made = shared.settled(at, [self.arg(), through.arg()], |pieces| {
            let elem = shared.common_elem(at, "straight_through", &pieces)?;
            let vals = pieces.iter().map(|piece| shared.realize(at, piece, elem));
            let vals = shared.unify(at, "straight_through", vals.collect::<Traced<_>>()?)?;
            shared.differentiable(at, &vals[0])?;
            shared.value(at, StraightThrough, &vals, vals[0].typed(), &[])
        });
        Tensor::of(shared, made)
    }
}
