//! Closures with custom derivative rules: `tensor.custom`.

use super::{Site, floats};
use crate::control::types;
use crate::trace::scope::Region;
use crate::trace::state::{Reported, ScopeKind, Shared, Traced, Val};
use crate::trace::tracer::Tracer;
use crate::trace::values::{Rebuild, Values};
use crate::types::elem::Elem;
use std::rc::Rc;
use tf_dialects::tensor::Yield;
use tf_dialects::tensor::transform::Custom;
use tf_ir::types::Type;

/// The indices of the rule regions of `tensor.custom`.
const VJP: usize = 1;
const JVP: usize = 2;

/// A closure that has been traced into the first region.
struct Primal<V> {
    operands: Vec<Val>,
    region: Region,
    /// The values that the region yields.
    yielded: Vec<Val>,
    /// Their structure.
    values: V,
}

impl Shared {
    /// A rule's region: the closure gets operands, results and `given`, and returns floats of the types
    /// `wanted`.
    fn rule<D: Values>(
        &self,
        at: Site,
        [operands, results, given]: [&[Val]; 3],
        what: &str,
        wanted: &[(Type, Elem)],
        rule: impl FnOnce(Vec<Val>, Vec<Val>, Vec<Val>) -> Traced<D>,
    ) -> Traced<Region> {
        let args = [types(operands), types(results), types(given)].concat();
        let (region, mut args) = self.region(at, ScopeKind::Own, &args)?;
        let given = args.split_off(operands.len() + results.len());
        let results = args.split_off(operands.len());
        let vals = self.inside(region, || {
            let values = rule(args, results, given)?;
            let pieces = self.pieces(at, values.args())?;
            self.fit_all(at, what, &pieces, &wanted.to_vec())
        })?;
        self.end_region(at, region, Yield, &vals)?;
        Ok(region)
    }

    /// Values with floats from a list, and zeros for all other values.
    fn with_floats(&self, at: Site, like: &[Val], floats: Vec<Val>) -> Traced<Vec<Val>> {
        let mut floats = floats.into_iter();
        let one = |val: &Val| match val.elem.is_float() {
            true => floats.next().ok_or(Reported),
            false => self.filled_like(at, val.typed(), 0),
        };
        like.iter().map(one).collect()
    }

    fn finish_custom<V: Values>(
        self: &Rc<Self>,
        at: Site,
        primal: &Primal<V>,
        position: usize,
        rule: Region,
    ) -> Traced<Vec<Val>> {
        self.end_region(at, primal.region, Yield, &primal.yielded)?;
        let (results, blocks) = (types(&primal.yielded), [primal.region.block()]);
        let made = self.op(at, Custom, &primal.operands, &results, &[], &blocks)?;
        let mut state = self.state.borrow_mut();
        let body = state.body.as_mut().ok_or(Reported)?;
        let first = made.first().ok_or(Reported)?;
        let op = body.def_op(first.value).ok_or(Reported)?;
        let region = body.region(op, position);
        body.append_block(region, rule.block());
        Ok(made)
    }
}

impl Tracer {
    fn primal<X: Values, V: Values>(
        &self,
        at: Site,
        x: &X,
        f: impl FnOnce(X::Traced) -> V,
    ) -> Result<Primal<V>, V> {
        let shared = &self.shared;
        let opened = shared.starts(at, x.args()).and_then(|operands| {
            let (region, args) = shared.region(at, ScopeKind::Own, &types(&operands))?;
            Ok((operands, region, args))
        });
        let Ok((operands, region, args)) = opened else { return Err(f(x.rebuilt(shared, Err(Reported)))) };
        let inner = x.rebuilt(shared, Ok(args));
        let (values, yielded) = shared.fill(
            at,
            region,
            || f(inner),
            |piece| {
                let val = shared.realize(at, piece, piece.elem())?;
                if shared.in_compute() { shared.to_scalar(at, val) } else { Ok(val) }
            },
        );
        let yielded = yielded.and_then(|yielded| match yielded.is_empty() {
            true => {
                Err(shared.fail(at, "code with a derivative rule needs a value: return one from its body"))
            }
            false => Ok(yielded),
        });
        match yielded {
            Ok(yielded) => Ok(Primal { operands, region, yielded, values }),
            Err(Reported) => Err(values),
        }
    }

    /// The values of `f` at `x`, with a custom reverse-mode rule: `rule` gets `x`, the values, and their
    /// cotangents, and returns the cotangents of the floats of `x`, in order. It is linear in the cotangents;
    /// its transpose is the forward-mode rule. Captured values of `f` must not depend on the variables of
    /// differentiation: pass them in `x`.
    ///
    /// ```
    /// # use tf_frontend::{Program, Tensor};
    /// let program = Program::trace("log1pexp", |p| {
    ///     let n = p.dim("n");
    ///     let x = p.input::<f32>("x", [n]);
    ///     // The derivative of log(1 + exp x) is exact, and overflows nowhere.
    ///     let f = |x: &Tensor| p.custom_vjp(x, |x| x.exp().log1p(), |x, _, g| g * x.sigmoid());
    ///     p.grad(&x, |x| f(&x).sum(..))
    /// });
    /// assert!(program.is_ok());
    /// ```
    #[track_caller]
    pub fn custom_vjp<X: Values, V: Values, D: Values>(
        &self,
        x: X,
        f: impl FnOnce(X::Traced) -> V,
        rule: impl FnOnce(X::Traced, V::Traced, V::Traced) -> D,
    ) -> V::Traced {
        let shared = &self.shared;
        self.custom(Site::caller(), x, f, VJP, |x, y, [operands, results, cotangents]| {
            let results = y.rebuilt(shared, Ok(results));
            rule(x.rebuilt(shared, Ok(operands)), results, y.rebuilt(shared, Ok(cotangents)))
        })
    }

    /// The values of `f` at `x`, with a custom rule for both modes: `rule` gets `x`, the values, and the
    /// tangents of `x`, in which it is linear, and returns the tangents of the floats of the values, in
    /// order. Reverse mode transposes it.
    ///
    /// ```
    /// # use tf_frontend::{Program, Tensor};
    /// let program = Program::trace("root", |p| {
    ///     let n = p.dim("n");
    ///     let a = p.input::<f32>("a", [n]);
    ///     // However the root is found: y² = a, so 2 y dy = da.
    ///     let root = |a: &Tensor| {
    ///         p.custom_jvp(
    ///             a,
    ///             |a| p.for_(0, 20, a.clone(), |_, y| 0.5 * (&y + &a / &y)),
    ///             |_, y, da| da / (2.0 * y),
    ///         )
    ///     };
    ///     p.grad(&a, |a| root(&a).sum(..))
    /// });
    /// assert!(program.is_ok());
    /// ```
    #[track_caller]
    pub fn custom_jvp<X: Values, V: Values, D: Values>(
        &self,
        x: X,
        f: impl FnOnce(X::Traced) -> V,
        rule: impl FnOnce(X::Traced, V::Traced, X::Traced) -> D,
    ) -> V::Traced {
        let shared = &self.shared;
        self.custom(Site::caller(), x, f, JVP, |x, y, [operands, results, tangents]| {
            let tangents = x.rebuilt(shared, Ok(tangents));
            rule(x.rebuilt(shared, Ok(operands)), y.rebuilt(shared, Ok(results)), tangents)
        })
    }

    /// Code with a rule at this `position` among the regions. The rule gets operands and results, and the
    /// cotangents of the results or the tangents of the operands.
    fn custom<X: Values, V: Values, D: Values>(
        &self,
        at: Site,
        x: X,
        f: impl FnOnce(X::Traced) -> V,
        position: usize,
        rule: impl FnOnce(&X, &V, [Vec<Val>; 3]) -> D,
    ) -> V::Traced {
        let shared = &self.shared;
        let primal = match self.primal(at, &x, f) {
            Ok(primal) => primal,
            Err(values) => return values.rebuilt(shared, Err(Reported)),
        };
        let (template, operands, results) = (&primal.values, &primal.operands, &primal.yielded);
        let (from, to, what) = match position {
            VJP => (results, operands, "the list of cotangents that the rule returns"),
            _ => (operands, results, "the list of tangents that the rule returns"),
        };
        let given: Vec<Val> = from.iter().filter(|val| val.elem.is_float()).cloned().collect();
        let region =
            shared.rule(at, [operands, results, &given], what, &floats(to), |operands, results, given| {
                let given = shared.with_floats(at, from, given)?;
                Ok(rule(&x, template, [operands, results, given]))
            });
        let made = region.and_then(|region| shared.finish_custom(at, &primal, position, region));
        template.rebuilt(shared, made)
    }
}
