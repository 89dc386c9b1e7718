//! `tensor.print` and `tensor.assert`: output and checks at run time.

use crate::func::Func;
use crate::loops::{For, If, Switch, While, build as loops};
use crate::mem;
use crate::prints;
use crate::scalar::DType;
use crate::scalar::element_type;
use crate::stops;
use crate::tensor::constraints::*;
use crate::tensor::transform::{Checkpoint, Custom, Jvp, Vjp, Vmap};
use crate::{arith, tensor};
use smallvec::{SmallVec, smallvec};
use tf_ir::OpKind;
use tf_ir::attr::Attribute;
use tf_ir::body::{Body, Op, Value};
use tf_ir::bufferize::{Bufferizable, Destination};
use tf_ir::builder::Builder;
use tf_ir::builtin::STRING_ATTR;
use tf_ir::codes;
use tf_ir::context::Context;
use tf_ir::diag::Diagnostic;
use tf_ir::interfaces::{Effect, Effects, Verify};
use tf_ir::op;
use tf_ir::opref::OpRef;

/// Prints values: each `{}` in the text is replaced by one of them, in order. The caller of the program may
/// install a receiver; without one, the text is dropped.
///
/// Printing is an effect: it is neither removed nor repeated nor reordered. In a map over slices
/// (`tensor.vmap`), a value that differs between slices is printed for each, in order, and other values once.
/// Differentiation keeps the op: recomputation in a backward pass does not print again. `unsigned` lists the
/// positions of unsigned integers.
#[op(
    "tensor.print",
    operands(values: variadic(TENSOR_OR_SCALAR)),
    attrs(text: STRING_ATTR, unsigned: optional(I64S_ATTR)),
    interfaces(Verify, Effects, Bufferizable),
    asm = "$text attr-dict ($values^ `:` type($values))?",
)]
pub struct Print;

/// Stops the call unless the condition holds; each `{}` in the text is replaced by one of the values, in
/// order.
///
/// Like `tensor.print`, it is neither removed nor reordered. In a map over slices, each slice is checked, and
/// the message is about the first that fails. `unsigned` lists the positions of unsigned integers.
#[op(
    "tensor.assert",
    operands(condition: BOOL = Context::i1, values: variadic(SCALAR)),
    attrs(text: STRING_ATTR, unsigned: optional(I64S_ATTR)),
    interfaces(Verify, Effects, Bufferizable),
    asm = "$condition `,` $text attr-dict ($values^ `:` type($values))?",
)]
pub struct Assert;

/// The ops that may contain these ops: their code runs in order.
const ORDERED: [OpKind; 9] = [
    For::KIND,
    While::KIND,
    If::KIND,
    Switch::KIND,
    Vjp::KIND,
    Jvp::KIND,
    Vmap::KIND,
    Checkpoint::KIND,
    Custom::KIND,
];

/// True for ops that observe values without results: recomputation omits them.
pub fn is_watching(body: &Body, op: Op) -> bool {
    body.is(op, Print) || body.is(op, Assert)
}

impl<'a> PrintOp<'a> {
    /// The text.
    pub fn words(self) -> &'a str {
        prints::words(self.op())
    }

    /// The element types of the values.
    ///
    /// # Errors
    /// As the verifier.
    pub fn elements(self) -> Result<Vec<DType>, Diagnostic> {
        prints::elements(self.op(), 0)
    }
}

impl<'a> AssertOp<'a> {
    /// The text.
    pub fn words(self) -> &'a str {
        prints::words(self.op())
    }

    /// The element types of the values.
    ///
    /// # Errors
    /// As the verifier.
    pub fn elements(self) -> Result<Vec<DType>, Diagnostic> {
        prints::elements(self.op(), 1)
    }

    /// The text in the format of [`stops`], whose arguments are the bits of the values.
    ///
    /// # Errors
    /// As the verifier.
    pub fn stop_text(self) -> Result<String, Diagnostic> {
        Ok(stops::of_elements(self.words(), &self.elements()?))
    }
}

/// Checks that the code around an op runs in order.
fn check_place(op: OpRef<'_>) -> Result<(), Diagnostic> {
    let body = op.body();
    let mut around = std::iter::successors(body.parent_op(op.id()), |parent| body.parent_op(*parent));
    let stranger = around.find(|parent| !ORDERED.contains(&body.kind(*parent)) && !body.is(*parent, Func));
    match stranger {
        None => Ok(()),
        Some(parent) => Err(op
            .error(format_args!(
                "is inside '{}', whose points have no order: use it on the resulting tensor",
                body.op(parent).name()
            ))
            .code(&codes::PLACE)),
    }
}

impl Verify for Print {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        op.view(tensor::Print).elements()?;
        check_place(op)
    }
}

impl Verify for Assert {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        let found = op.view(tensor::Assert).elements()?.len();
        if found > stops::MOST_NUMBERS {
            let most = stops::MOST_NUMBERS;
            return Err(op.error(format_args!("has {found} values, but its text takes at most {most}")));
        }
        check_place(op)
    }
}

impl Effects for Print {
    fn effects(&self, _op: OpRef<'_>) -> SmallVec<[Effect; 2]> {
        smallvec![Effect::Control]
    }
}

impl Effects for Assert {
    fn effects(&self, _op: OpRef<'_>) -> SmallVec<[Effect; 2]> {
        smallvec![Effect::Control]
    }
}

impl Bufferizable for Print {
    fn destination(&self, _op: OpRef<'_>, _result: usize) -> Destination {
        Destination::Given
    }

    fn on_memory(
        &self,
        b: &mut Builder<'_>,
        op: Op,
        operands: &[Value],
        _destinations: &[Value],
    ) -> Result<Vec<Value>, Diagnostic> {
        let attrs: Vec<(&str, Attribute)> = ["text", "unsigned"]
            .into_iter()
            .filter_map(|name| Some((name, b.body.attr(op, name)?)))
            .collect();
        b.op(mem::Print, operands, &[], &attrs);
        Ok(Vec::new())
    }
}

impl Bufferizable for Assert {
    fn destination(&self, _op: OpRef<'_>, _result: usize) -> Destination {
        Destination::Given
    }

    /// `mem.trap` if the condition does not hold.
    fn on_memory(
        &self,
        b: &mut Builder<'_>,
        op: Op,
        operands: &[Value],
        _destinations: &[Value],
    ) -> Result<Vec<Value>, Diagnostic> {
        let text = b.body.op(op).view(tensor::Assert).stop_text()?;
        let Some((condition, values)) = operands.split_first() else { return Ok(Vec::new()) };
        let i1 = b.body.ctx().i1();
        let yes = arith::const_int(b, i1, 1);
        let fails = arith::xori(b, *condition, yes);
        let values = values.to_vec();
        loops::if_then(b, fails, |b| {
            let numbers: Vec<Value> = values.iter().map(|value| bits_as_number(b, *value)).collect();
            mem::Trap::with_status(b, &numbers, &text, stops::ASSERT.into());
        });
        Ok(Vec::new())
    }
}

/// The bits of a scalar, as the integer argument of a trap.
pub fn bits_as_number(b: &mut Builder<'_>, value: Value) -> Value {
    let ctx = b.ctx();
    let ty = b.body.ty(value);
    if ty == ctx.index() {
        return value;
    }
    let width = element_type(&ctx, ty).map_or(64, DType::bits);
    let mut bits = match ctx.is_float(ty) {
        true => arith::bitcast(b, value, ctx.int(width)),
        false => value,
    };
    if width < 64 {
        bits = arith::extui(b, bits, ctx.i64());
    }
    arith::index_cast(b, bits, ctx.index())
}
