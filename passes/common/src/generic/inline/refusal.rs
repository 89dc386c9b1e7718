//! Refusals: the reasons why a call is not inlined.

/// The reason why a call stays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum InlineRefusal {
    /// The rule is disabled.
    Disabled,
    /// The rewrite fuel is used up.
    Fuel,
    /// The function has derivative rules and binds an extent.
    RulesBindExtent,
    /// The functions call each other.
    Recursive,
    /// The call or the function is marked `no_inline`.
    NoInline,
    /// The symbol is not a function.
    NotAFunction,
    /// The function is only declared.
    Declared,
    /// The function has no body.
    NoBody,
    /// The function has no block.
    NoBlock,
    /// The function has several blocks.
    SeveralBlocks,
    /// The function does not end with a return.
    NoReturn,
    /// The function binds an extent, but the call is nested.
    NestedBinding,
    /// The function computes with tensors, but the call is in scalar code.
    ScalarCode,
    /// The function or the caller would become too large.
    Size,
    /// The operands or results do not match the function's type.
    Types,
    /// An extent of an operand is not known at the call.
    UnknownExtent,
    /// The term of an extent would become too large.
    LargeExtent,
    /// No unused name for an extent is left.
    NoName,
    /// The function binds an extent that the call's result types determine.
    KnownExtent,
}
