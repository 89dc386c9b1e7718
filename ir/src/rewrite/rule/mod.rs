//! Short rules for algebra: rewrites written as two lines of text.
//!
//! ```text
//! add-of-add   (arith.addi! (arith.addi x C) D)           =>  (arith.addi x (arith.addi C D))
//! sub-self     (arith.subi x x)                           =>  0
//! not-cmp      (arith.xori (arith.cmpi{predicate=$p} x y) -1)  =>  (arith.cmpi{predicate=$q} x y)
//! ```
//!
//! | left side | matches |
//! |---|---|
//! | `x`, `lhs` | any value; used twice: the same value twice |
//! | `C`, `Width` | a constant; used twice: equal constants |
//! | `0`, `-1`, `1.5` | a constant, or a splat, of this value |
//! | `_` | any value |
//! | `(dialect.op a b)` | the op with these operands (all of them); commutative ops match in both orders |
//! | `(dialect.op! a)` | the same with no other user |
//! | `{name=$v}` | the attribute, present or not; used twice: the same |
//! | `{name}`, `{!name}` | the attribute is present, is absent |
//!
//! On the right side ops are created, or folded if they fold. The outermost has the type of the rewritten op;
//! the type of an inner one is inferred, given by its `SameOperandsAndResultType` trait, or written as
//! `(dialect.op:x …)`: the type of the value `x`. An attribute is copied as `{name=$v}`; a `unit` attribute
//! is set as `{name}`.

mod apply;
mod matcher;
mod parse;

use super::pattern::{Pattern, Root};
use super::refusal::Rewrite;
use super::rewriter::Rewriter;
use crate::attr::Attribute;
use crate::body::{Op, Value};
use crate::context::Context;
pub use matcher::{Bindings, Bound};

/// A node of a rule's side.
#[derive(Clone, PartialEq, Debug)]
enum Term {
    /// Any value, bound to variable `.0`.
    Value(usize),
    /// A constant, bound to variable `.0`.
    Constant(usize),
    /// `_`
    Wildcard,
    /// A literal: as an integer, and as a float.
    Number(Number),
    /// An op.
    Op(Box<OpTerm>),
}

/// A literal.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Number {
    Int(i64),
    Float(f64),
}

#[derive(Clone, PartialEq, Debug)]
struct OpTerm {
    name: String,
    single_use: bool,
    /// Right side: the value variable whose type is the result's.
    ty: Option<usize>,
    attrs: Vec<(String, AttrTerm)>,
    operands: Vec<Term>,
}

impl OpTerm {
    /// Adds the names of the ops of a term.
    fn names(&self, found: &mut Vec<String>) {
        found.push(self.name.clone());
        for operand in &self.operands {
            if let Term::Op(inner) = operand {
                inner.names(found);
            }
        }
    }
}

#[derive(Clone, PartialEq, Debug)]
enum AttrTerm {
    /// `{name=$v}`
    Var(usize),
    /// `{name}`
    Present,
    /// `{!name}`
    Absent,
}

type Guard = Box<dyn Fn(&Bindings<'_>) -> bool + Send + Sync>;
type Compute = Box<dyn Fn(&Bindings<'_>) -> Option<Attribute> + Send + Sync>;

/// A rewrite given as text; see the module's documentation for the language.
pub struct Rule {
    name: &'static str,
    /// Both sides, as written.
    text: String,
    benefit: u16,
    from: OpTerm,
    to: Term,
    /// Names of variables, in the order of their first appearance.
    vars: Vec<String>,
    guards: Vec<(&'static str, Guard)>,
    /// Variables of the right side that are computed.
    computed: Vec<(usize, Compute)>,
    /// Number of op terms on the left side whose operands may be swapped.
    swaps: u32,
}

impl Rule {
    /// The rule that rewrites `from` to `to`.
    ///
    /// # Panics
    /// If the text is malformed; rules are part of a dialect's code, and a test of the dialect creates them
    /// all.
    pub fn new(name: &'static str, from: &str, to: &str) -> Rule {
        match Rule::parse(name, from, to) {
            Ok(rule) => rule,
            Err(error) => panic!("rule '{name}': {error}"),
        }
    }

    /// As [`Rule::new`].
    ///
    /// # Errors
    /// The error in the text, with its position marked.
    pub fn parse(name: &'static str, from: &str, to: &str) -> Result<Rule, String> {
        let rule = parse::rule(name, from, to)?;
        Ok(Rule { text: format!("{} => {}", from.trim(), to.trim()), ..rule })
    }

    /// The same rule with another benefit (the default is 1).
    pub fn benefit(mut self, benefit: u16) -> Rule {
        self.benefit = benefit;
        self
    }

    /// The same rule, but only if the condition holds; `why` is the refusal otherwise.
    pub fn when(
        mut self,
        why: &'static str,
        condition: impl Fn(&Bindings<'_>) -> bool + Send + Sync + 'static,
    ) -> Rule {
        self.guards.push((why, Box::new(condition)));
        self
    }

    /// The same rule, with the variable `var` of its right side (a constant `C` or an attribute `$v`)
    /// computed from the match; `None` refuses.
    ///
    /// # Panics
    /// If the right side has no such variable.
    pub fn compute(
        mut self,
        var: &str,
        value: impl Fn(&Bindings<'_>) -> Option<Attribute> + Send + Sync + 'static,
    ) -> Rule {
        let Some(number) = self.vars.iter().position(|v| v == var) else {
            panic!("rule '{}': there is no variable '{var}'", self.name);
        };
        self.computed.push((number, Box::new(value)));
        self
    }
}

impl Pattern for Rule {
    fn name(&self) -> &str {
        self.name
    }

    fn root(&self) -> Root {
        Root::op(self.from.name.clone())
    }

    fn ops(&self) -> Vec<String> {
        let mut names = Vec::new();
        self.from.names(&mut names);
        if let Term::Op(to) = &self.to {
            to.names(&mut names);
        }
        names
    }

    fn describe(&self) -> String {
        self.text.clone()
    }

    fn benefit(&self) -> u16 {
        self.benefit
    }

    fn rewrite(&self, op: Op, rw: &mut Rewriter<'_>) -> Rewrite {
        apply::apply(self, op, rw)
    }
}

/// The literal `number` as an attribute of the element type of `ty`, splat for shaped types.
fn number_attr(ctx: &Context, ty: crate::types::Type, number: Number) -> Option<Attribute> {
    let elem = ctx.elem_type(ty);
    let scalar = match (ctx.type_data(elem), number) {
        (crate::types::TypeData::Float(_), Number::Int(n)) => ctx.float_attr(elem, n as f64),
        (crate::types::TypeData::Float(_), Number::Float(x)) => ctx.float_attr(elem, x),
        (_, Number::Int(n)) => ctx.int_attr(elem, n as i128),
        (_, Number::Float(_)) => return None,
    };
    if elem == ty { Some(scalar) } else { matcher::splat_of(ctx, ty, scalar) }
}

impl Bindings<'_> {
    /// The value bound to a variable.
    ///
    /// # Panics
    /// If the rule has no such variable.
    pub fn value(&self, var: &str) -> Option<Value> {
        match self.get(var) {
            Some(Bound::Value(value)) | Some(Bound::Constant(_, Some(value))) => Some(value),
            _ => None,
        }
    }

    /// The attribute bound to a constant (`C`) or attribute (`$p`) variable.
    pub fn attr(&self, var: &str) -> Option<Attribute> {
        match self.get(var) {
            Some(Bound::Constant(attr, _)) | Some(Bound::Attr(Some(attr))) => Some(attr),
            _ => None,
        }
    }

    /// The integer (sign-extended) bound to a constant variable, scalar or splat.
    pub fn int(&self, var: &str) -> Option<i128> {
        matcher::scalar_int(self.ctx(), self.attr(var)?)
    }
}
