//! Observing values while a program runs: prints and assertions.

use crate::Tensor;
use crate::trace::error::Site;
use crate::trace::state::{Reported, Shared, Traced, Val};
use crate::trace::tracer::Tracer;
use crate::trace::values::Values;
use crate::types::elem::Elem;
use crate::types::tensor::Operand;
use tf_dialects::stops::{MOST_NUMBERS, NUMBER};
use tf_dialects::tensor::{Assert, Print};
use tf_ir::attr::Attribute;

impl Tracer {
    /// Prints a text while the program runs; the values, tensors or scalars, replace the `{}` of the text in
    /// order. The caller of the program chooses the receiver of the text (a session's printer).
    ///
    /// The text is printed each time that the surrounding code runs, in program order; in a function that is
    /// mapped over slices, once per slice. Derivatives do not repeat it. A comprehension cannot print, since
    /// its points have no order: print its result.
    ///
    /// ```
    /// # use tf_frontend::Program;
    /// let program = Program::trace("f", |p| {
    ///     let x = p.input::<f32>("x", [p.dim("n")]);
    ///     let norm = x.square().sum(..).sqrt();
    ///     p.print("x = {}, |x| = {}", (&x, &norm));
    ///     x / norm
    /// });
    /// assert!(program.unwrap().to_text().contains("tensor.print"));
    /// ```
    #[track_caller]
    pub fn print(&self, text: &str, values: impl Values) {
        let at = Site::caller();
        // The error has been recorded.
        let _ = self.shared.watch(at, "print", |shared| {
            let values = shared.watched(at, "print", text, &values)?;
            shared.shown(at, Print, text, values, None)
        });
    }

    /// Ends the call with an error unless the condition holds: a bool, or a tensor of bools that must all be
    /// true. Each `{}` in the text is replaced by one of the values: at most two scalars.
    ///
    /// ```
    /// # use tf_frontend::Program;
    /// let program = Program::trace("f", |p| {
    ///     let x = p.input::<f32>("x", [p.dim("n")]);
    ///     p.assert_(x.ge(0.0), "x has a negative element: {}", x.min_along(..));
    ///     x.sqrt()
    /// });
    /// assert!(program.unwrap().to_text().contains("tensor.assert"));
    /// ```
    #[track_caller]
    pub fn assert_(&self, condition: impl Operand, text: &str, values: impl Values) {
        let (at, condition) = (Site::caller(), condition.arg());
        let _ = self.shared.watch(at, "assert_", |shared| {
            let condition = Tensor::from_arg(&self.shared, at, condition);
            if condition.is_poisoned() {
                return Err(Reported);
            }
            if condition.elem() != Elem::Bool {
                let message =
                    format!("the condition of assert_ is {condition:?}: compare it first, as in x.gt(0.0)");
                return Err(shared.fail(at, message));
            }
            let all = shared.library(at, || condition.all(..));
            let values = shared.watched(at, "assert_", text, &values)?;
            if values.len() > MOST_NUMBERS {
                let count = values.len();
                return Err(
                    shared.fail(at, format!("assert_ shows at most {MOST_NUMBERS} values, not {count}"))
                );
            }
            let scalars = values.into_iter().map(|value| shared.to_scalar(at, value));
            let scalars = scalars.collect::<Traced<Vec<Val>>>()?;
            let all = shared.to_scalar(at, all.val(at)?)?;
            shared.shown(at, Assert, text, scalars, Some(all))
        });
    }
}

impl Shared {
    /// Makes a print or an assertion; refuses code without an order.
    fn watch(&self, at: Site, what: &str, make: impl FnOnce(&Shared) -> Traced<()>) -> Traced<()> {
        if self.in_compute() {
            let message = format!(
                "{what} cannot be in a comprehension, whose points have no order: use it on the tensor that \
                 results"
            );
            return Err(self.fail(at, message));
        }
        make(self)
    }

    /// The values for the `{}` of a text.
    fn watched(&self, at: Site, what: &str, text: &str, values: &impl Values) -> Traced<Vec<Val>> {
        if text.contains("{:") {
            let message =
                format!("the text of {what} marks a value with {{}}, without anything between the braces");
            return Err(self.fail(at, message));
        }
        let pieces = self.pieces(at, values.args())?;
        let (places, found) = (text.matches(NUMBER).count(), pieces.len());
        if places != found {
            let message =
                format!("the text of {what} has {places} {{}} for {found} values: use one for each value");
            return Err(self.fail(at, message));
        }
        pieces.iter().map(|piece| self.realize(at, piece, piece.elem())).collect()
    }

    /// Makes an op that shows values, which follow its other operands.
    fn shown(
        &self,
        at: Site,
        what: impl tf_ir::kind::WhichOp,
        text: &str,
        values: Vec<Val>,
        first: Option<Val>,
    ) -> Traced<()> {
        let unsigned: Vec<i64> =
            (0i64..).zip(&values).filter(|(_, v)| matches!(v.elem, Elem::UInt(_))).map(|(i, _)| i).collect();
        let mut attrs: Vec<(&str, Attribute)> = vec![("text", self.ctx.string_attr(text))];
        if !unsigned.is_empty() {
            attrs.push(("unsigned", self.ctx.i64_array_attr(&unsigned)));
        }
        let operands: Vec<Val> = first.into_iter().chain(values).collect();
        self.op(at, what, &operands, &[], &attrs, &[]).map(drop)
    }
}
