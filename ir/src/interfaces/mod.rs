//! The core interfaces that generic passes query instead of op names. Dialects may define further ones
//! anywhere: an interface is a `dyn Trait` type kept in [`crate::registry::OpInfo`].

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

/// The folded value of a result.
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

/// An effect of an op on memory or the outside.
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
    /// The op's effects, without those of its regions.
    fn effects(&self, op: OpRef<'_>) -> SmallVec<[Effect; 2]>;
}

/// The inputs of result type inference: an op under construction.
pub struct InferArgs<'a> {
    /// The context.
    pub ctx: &'a Context,
    /// Location of the op.
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
    /// If there are fewer operands.
    pub fn operand(&self, name: &str, i: usize) -> Result<Type, Diagnostic> {
        let missing = || Diagnostic::error(self.loc, format!("'{name}' op needs an operand #{i}"));
        self.operands.get(i).copied().ok_or_else(missing)
    }
}

/// Result types as a function of operand types and attributes.
pub trait InferTypes: Send + Sync {
    /// The result types, or the reason why they cannot be inferred.
    fn infer(&self, args: &InferArgs<'_>) -> Result<SmallVec<[Type; 2]>, Diagnostic>;
}

/// Materializes constants: a dialect creates a constant op from an attribute. An interface of dialects.
pub trait Materialize: Send + Sync {
    /// The constant op for this value and type, and its attribute; `None` if the dialect has none.
    fn constant(&self, ctx: &Context, value: Attribute, ty: Type) -> Option<(OpKind, Attribute)>;
}

/// A list of values at the border of a region, or of the op that holds it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BranchPoint {
    /// The op's operands from this one on.
    Operands(usize),
    /// The region with this index: its arguments from the second index on, as the target of a flow; the
    /// operands of its terminator from there on, as the source.
    Region(usize, usize),
    /// The op's results from this one on.
    Results(usize),
}

/// The values of one branch point flow to those of another, one by one, and have their types. The shorter
/// list determines the count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Flow {
    /// The source of the values.
    pub from: BranchPoint,
    /// The target of the values, which has their types.
    pub to: BranchPoint,
}

/// The flow of values through the regions of an op, for passes that change types.
pub trait RegionFlow: Send + Sync {
    /// The flows: into the regions, then out of each in order.
    fn flows(&self, op: OpRef<'_>) -> SmallVec<[Flow; 4]>;
}

/// How an op takes values that type conversion split into several.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Splitting {
    /// One op takes all parts.
    Together,
    /// One op for each part; an operand that stayed one value is used in each.
    Apart,
}

/// Ops that only forward values of any type: type conversion keeps the op. Calls and return terminators need
/// not implement it.
pub trait Structural: Send + Sync {
    /// How it takes values that were split into several.
    fn splitting(&self) -> Splitting {
        Splitting::Together
    }
}

/// An op that names symbols; it has the trait `SYMBOL_USER`.
pub trait SymbolUser: Send + Sync {
    /// Checks the op against the symbols of the nearest symbol table.
    fn verify_symbols(&self, op: OpRef<'_>, symbols: &SymbolTable) -> Result<(), Diagnostic>;
}

/// A symbol with a signature (its attribute `function_type`) and one region whose entry block takes the
/// arguments; an empty region makes it a declaration.
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

    /// Changes the argument and result types; the caller changes the block's arguments.
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
