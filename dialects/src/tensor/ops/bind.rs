//! `tensor.bind`: an extent that the program computes.

use crate::func::Func;
use crate::shared::interfaces::BindsExtent;
use crate::tensor;
use crate::tensor::constraints::*;
use smallvec::{SmallVec, smallvec};
use tf_ir::body::Value;
use tf_ir::codes;
use tf_ir::diag::Diagnostic;
use tf_ir::extent::Symbol;
use tf_ir::interfaces::{Effect, Effects, Verify};
use tf_ir::op;
use tf_ir::opref::OpRef;

/// Defines a new extent of the function with a computed value: `tensor.bind [k] = %count : index`. A value
/// below 0 or above 2^48 stops the call.
///
/// After it, types and lists of extents may use the symbol, which no argument and no other op binds. The op
/// must be directly in a function, not in a loop, a conditional or a comprehension: there, an extent would
/// have several values.
///
/// The interpreter binds the symbol when it runs the op. Compiled code requires all extents at its start: the
/// pass `split-at-binds` splits the function at the op into stages, and the next stage gets the value as an
/// argument with the attribute `tf.extent`.
#[op(
    "tensor.bind",
    operands(count: INDEX),
    attrs(symbol: EXTENTS_ATTR),
    interfaces(Verify, Effects, BindsExtent),
    asm = "extents($symbol) `=` $count attr-dict `:` type($count)",
)]
pub struct Bind;

impl BindOp<'_> {
    /// The bound symbol.
    pub fn extent_symbol(self) -> Option<Symbol> {
        let terms = self.op().slot(Bind::SYMBOL).and_then(|a| self.op().ctx().attr_extents(a))?;
        match terms {
            [term] => term.as_symbol().cloned(),
            _ => None,
        }
    }

    /// The value of the extent.
    pub fn number(self) -> Value {
        self.op().operand(0)
    }
}

impl Verify for Bind {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        let view = op.view(tensor::Bind);
        if view.extent_symbol().is_none() {
            let terms = op.slot(Bind::SYMBOL).and_then(|a| op.ctx().attr_extents(a)).unwrap_or_default();
            let words: Vec<String> = terms.iter().map(ToString::to_string).collect();
            return Err(op.error(format_args!(
                "binds the name of one extent, such as [k], not [{}]",
                words.join(", ")
            )));
        }
        let body = op.body();
        let parent = op.parent().filter(|parent| parent.is(Func));
        match parent {
            Some(_) if body.block_of(op.id()) == body.entry_block() => Ok(()),
            Some(_) => Err(op.error("must be in the first block of its function").code(&codes::PLACE)),
            None => {
                let around = op.parent().map_or_else(|| "nothing".to_string(), |p| format!("'{}'", p.name()));
                Err(op
                    .error(format_args!(
                        "must be directly in a function, not in {around}: an extent has one value per call; \
                         bind it before, or use a tensor of the largest extent"
                    ))
                    .code(&codes::PLACE))
            }
        }
    }
}

impl BindsExtent for Bind {
    fn symbol(&self, op: OpRef<'_>) -> Option<Symbol> {
        op.cast(tensor::Bind)?.extent_symbol()
    }
}

impl Effects for Bind {
    fn effects(&self, _op: OpRef<'_>) -> SmallVec<[Effect; 2]> {
        smallvec![Effect::Control]
    }
}
