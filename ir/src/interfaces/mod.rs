//! The core interfaces that generic passes use instead of op names. Dialects may define further ones anywhere:
//! an interface is a `dyn Trait` type kept in [`crate::registry::OpInfo`].

pub mod arithmetic;
pub mod batch;
pub mod bufferize;
pub mod control;
pub mod effects;

use crate::attr::Attribute;
use crate::body::{Body, Op, Value};
use crate::context::Context;
use crate::diag::Diagnostic;
use crate::kind::OpKind;
use crate::location::Location;
use crate::opref::OpRef;
use crate::symbol::SymbolTable;
use crate::types::{Type, TypeData};
use smallvec::SmallVec;

/// Checks of an op beyond its description.
pub trait Verify: Send + Sync {
    /// The first violation found; the diagnostic names the op's location.
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic>;
}

/// What a result folds to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Folded {
    /// An existing value that dominates the op.
    Value(Value),
    /// A constant.
    Constant(Attribute),
}

/// One entry per result of the folded op.
pub type FoldedResults = SmallVec<[Folded; 1]>;

/// Constant folding and simplification to existing values; never creates ops.
pub trait Fold: Send + Sync {
    /// `constants[i]` is the value of operand `i` if it is a constant. `None`: no fold applies.
    fn fold(&self, op: OpRef<'_>, constants: &[Option<Attribute>]) -> Option<FoldedResults>;
}

/// What an op does to memory or the outside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Reads memory (through the value, or unknown memory).
    Read(Option<Value>),
    /// Writes memory.
    Write(Option<Value>),
    /// Allocates the memory of a result.
    Allocate(Value),
    /// Frees memory.
    Free(Value),
    /// May stop the program (trap) or never return.
    Control,
}

/// Memory effects of ops that are not `Pure`; without it an op has unknown effects.
pub trait Effects: Send + Sync {
    /// The op's own effects, without those of its regions.
    fn effects(&self, op: OpRef<'_>) -> SmallVec<[Effect; 2]>;
}

/// What is given when result types are inferred: an op under construction.
pub struct InferArgs<'a> {
    /// The context.
    pub ctx: &'a Context,
    /// Where the op comes from.
    pub loc: Location,
    /// Operand types.
    pub operands: &'a [Type],
    /// Inherent attributes in slot order.
    pub attrs: &'a [Option<Attribute>],
}

impl InferArgs<'_> {
    /// The type of operand `i` of the op `name`.
    ///
    /// # Errors
    /// There are fewer operands.
    pub fn operand(&self, name: &str, i: usize) -> Result<Type, Diagnostic> {
        let missing = || Diagnostic::error(self.loc, format!("'{name}' op needs an operand #{i}"));
        self.operands.get(i).copied().ok_or_else(missing)
    }
}

/// Result types as a function of operand types and attributes.
pub trait InferTypes: Send + Sync {
    /// The result types, or why there are none.
    fn infer(&self, args: &InferArgs<'_>) -> Result<SmallVec<[Type; 2]>, Diagnostic>;
}

/// A dialect's way to make a constant op from an attribute; an interface of dialects.
pub trait Materialize: Send + Sync {
    /// The constant op for this value and type, and its attribute; `None` if the dialect has none.
    fn constant(&self, ctx: &Context, value: Attribute, ty: Type) -> Option<(OpKind, Attribute)>;
}

/// A list of values at the border of a region, or of the op that holds it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BranchPoint {
    /// The op's operands from this one on.
    Operands(usize),
    /// Of the region with this number: its arguments from the second number on, where values go to; the operands of its
    /// terminator from there on, where they come from.
    Region(usize, usize),
    /// The op's results from this one on.
    Results(usize),
}

/// Values of one place are values of another, one by one, and have their types. The shorter list says how many.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Flow {
    /// Where the values come from.
    pub from: BranchPoint,
    /// Where they go to, or which types they have.
    pub to: BranchPoint,
}

/// What values become on their way through the regions of an op, for passes that change types.
pub trait RegionFlow: Send + Sync {
    /// The ways of values: into the regions, then out of each in order.
    fn flows(&self, op: OpRef<'_>) -> SmallVec<[Flow; 4]>;
}

/// How an op takes values that became several when types were converted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Splitting {
    /// One op takes all parts.
    Together,
    /// One op for each part; an operand that stayed one value is used in each.
    Apart,
}

/// Ops that only hand values on, whatever their types: they stay the same op when types are converted. Calls and terminators that
/// return need not say it.
pub trait Structural: Send + Sync {
    /// How it takes values that became several.
    fn splitting(&self) -> Splitting {
        Splitting::Together
    }
}

/// An op that names symbols; it has the trait `SYMBOL_USER`.
pub trait SymbolUser: Send + Sync {
    /// Checks the op against the symbols of the nearest symbol table.
    fn verify_symbols(&self, op: OpRef<'_>, symbols: &SymbolTable) -> Result<(), Diagnostic>;
}

/// A symbol with a signature (its attribute `function_type`) and one region whose entry block takes the arguments;
/// an empty region makes it a declaration.
pub trait FunctionLike: Send + Sync {
    /// The op that returns from it.
    fn return_op(&self) -> OpKind;

    /// Argument and result types.
    fn signature<'a>(&self, op: OpRef<'a>) -> Option<(&'a [Type], &'a [Type])> {
        let ctx = op.ctx();
        match ctx.type_data(ctx.attr_type(op.attr("function_type")?)?) {
            TypeData::Function { inputs, results } => Some((inputs, results)),
            _ => None,
        }
    }

    /// Changes the argument and result types; who calls it changes the block's arguments.
    fn set_signature(&self, body: &mut Body, op: Op, inputs: &[Type], results: &[Type]) {
        let ctx = body.ctx().clone();
        body.set_attr(op, "function_type", ctx.type_attr(ctx.function(inputs, results)));
    }

    /// True if it has no body.
    fn is_declaration(&self, op: OpRef<'_>) -> bool {
        let body = op.body();
        match body.child(op.id()) {
            Some(child) => child.entry_block().is_none(),
            None => op.entry(0).is_none(),
        }
    }
}

/// A call of a symbol with the callee's operands and results in order.
pub trait CallLike: Send + Sync {
    /// The callee's symbol name.
    fn callee<'a>(&self, op: OpRef<'a>) -> Option<&'a str>;
}
