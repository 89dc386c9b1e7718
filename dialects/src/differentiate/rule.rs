//! Derivatives of elementwise ops as formulas: text in the scalar table, code where they are used.
//!
//! A formula specifies the contribution of one operand, linear in `g`: with `g` the cotangent of the result,
//! it is the operand's cotangent; with `g` the operand's tangent, it is the result's. Names: `a`, `b`, `c`
//! are the operands, `y` and `z` the results. Syntax: `+ - * /`, comparisons, literals, `select(p, x, y)`,
//! `float(n)`, and every elementwise op of `arith` and `math` by its mnemonic: `exp(a)`.

use crate::arith::predicate::{CmpF, CmpI};
use crate::arith::{self, FastMath, FlagSet};
use crate::constraints::scalar_of;
use crate::elementwise;
use crate::scalar::lookup;
use crate::tensor;
use tf_ir::OpKind;
use tf_ir::attr::Attribute;
use tf_ir::body::Value;
use tf_ir::builder::Builder;
use tf_ir::kind::WhichOp;
use tf_ir::types::Type;

/// A formula.
#[derive(Clone, PartialEq, Debug)]
pub enum Formula {
    /// A literal.
    Number(f64),
    /// The cotangent or tangent, in which the formula is linear.
    G,
    /// An operand.
    Operand(usize),
    /// A result.
    Result(usize),
    /// The negative.
    Neg(Box<Formula>),
    /// Arithmetic.
    Binary(Operator, Box<Formula>, Box<Formula>),
    /// A comparison, by the name of its predicate.
    Compare(&'static str, Box<Formula>, Box<Formula>),
    /// An op by mnemonic.
    Call(String, Vec<Formula>),
}

/// `+`, `-`, `*`, `/`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Operator {
    Add,
    Sub,
    Mul,
    Div,
}

impl Operator {
    /// The ops for floats and for integers.
    fn ops(self) -> [OpKind; 2] {
        match self {
            Operator::Add => [arith::Addf::KIND, arith::Addi::KIND],
            Operator::Sub => [arith::Subf::KIND, arith::Subi::KIND],
            Operator::Mul => [arith::Mulf::KIND, arith::Muli::KIND],
            Operator::Div => [arith::Divf::KIND, arith::Divsi::KIND],
        }
    }
}

/// Parses a formula.
///
/// # Errors
/// A description of the syntax error.
pub fn parse(text: &str) -> Result<Formula, String> {
    let mut parser = Parser { text, at: 0 };
    let formula = parser.comparison()?;
    parser.blank();
    match parser.at == text.len() {
        true => Ok(formula),
        false => Err(format!("`{}` is left over in `{text}`", &text[parser.at..])),
    }
}

struct Parser<'t> {
    text: &'t str,
    at: usize,
}

impl Parser<'_> {
    fn blank(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    fn accept(&mut self, token: &str) -> bool {
        self.blank();
        let found = self.text[self.at..].starts_with(token);
        self.at += if found { token.len() } else { 0 };
        found
    }

    fn comparison(&mut self) -> Result<Formula, String> {
        let left = self.sum()?;
        for (token, predicate) in
            [("==", "oeq"), ("!=", "une"), ("<=", "ole"), (">=", "oge"), ("<", "olt"), (">", "ogt")]
        {
            if self.accept(token) {
                return Ok(Formula::Compare(predicate, left.into(), self.sum()?.into()));
            }
        }
        Ok(left)
    }

    fn sum(&mut self) -> Result<Formula, String> {
        let mut left = self.product()?;
        loop {
            let op = if self.accept("+") {
                Operator::Add
            } else if self.accept("-") {
                Operator::Sub
            } else {
                return Ok(left);
            };
            left = Formula::Binary(op, left.into(), self.product()?.into());
        }
    }

    fn product(&mut self) -> Result<Formula, String> {
        let mut left = self.unary()?;
        loop {
            let op = if self.accept("*") {
                Operator::Mul
            } else if self.accept("/") {
                Operator::Div
            } else {
                return Ok(left);
            };
            left = Formula::Binary(op, left.into(), self.unary()?.into());
        }
    }

    fn unary(&mut self) -> Result<Formula, String> {
        if self.accept("-") {
            return Ok(Formula::Neg(self.unary()?.into()));
        }
        if self.accept("(") {
            let inner = self.comparison()?;
            return if self.accept(")") { Ok(inner) } else { Err(format!("no `)` in `{}`", self.text)) };
        }
        self.blank();
        let rest = &self.text[self.at..];
        let end =
            rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '.' && c != '_').unwrap_or(rest.len());
        let word = &rest[..end];
        self.at += end;
        if word.starts_with(|c: char| c.is_ascii_digit()) {
            return word
                .parse()
                .map(Formula::Number)
                .map_err(|_| format!("`{word}` is not a number literal"));
        }
        if self.accept("(") {
            return self.arguments(word.to_string());
        }
        match word {
            "g" => Ok(Formula::G),
            "a" => Ok(Formula::Operand(0)),
            "b" => Ok(Formula::Operand(1)),
            "c" => Ok(Formula::Operand(2)),
            "y" => Ok(Formula::Result(0)),
            "z" => Ok(Formula::Result(1)),
            _ => Err(format!("`{word}` is unknown in `{}`", self.text)),
        }
    }

    fn arguments(&mut self, name: String) -> Result<Formula, String> {
        let mut arguments = vec![self.comparison()?];
        while self.accept(",") {
            arguments.push(self.comparison()?);
        }
        if self.accept(")") {
            Ok(Formula::Call(name, arguments))
        } else {
            Err(format!("no `)` in `{}`", self.text))
        }
    }
}

/// The values of the names in a formula.
pub struct Names<'a> {
    /// The operands.
    pub operands: &'a [Value],
    /// The results.
    pub results: &'a [Value],
    /// The cotangent or tangent, in which the formula is linear.
    pub g: Value,
    /// Fast-math flags of the op, which the built ops get.
    pub flags: Option<Attribute>,
}

impl Formula {
    /// For a selection between a formula and 0: the condition, whether the formula is selected if it holds,
    /// and the formula.
    pub(super) fn as_masked(&self) -> Option<(&Formula, bool, &Formula)> {
        let Formula::Call(name, arguments) = self else { return None };
        match &arguments[..] {
            [condition, x, Formula::Number(0.0)] if name == "select" => Some((condition, true, x)),
            [condition, Formula::Number(0.0), y] if name == "select" => Some((condition, false, y)),
            _ => None,
        }
    }

    /// Builds the formula; `None` is zero.
    pub fn build(&self, b: &mut Builder<'_>, names: &Names<'_>) -> Option<Value> {
        match self {
            Formula::Number(x) if *x == 0.0 => None,
            Formula::Number(x) => Some(constant_like(b, b.body.ty(names.g), *x)),
            Formula::G => Some(names.g),
            Formula::Operand(i) => Some(names.operands[*i]),
            Formula::Result(i) => Some(names.results[*i]),
            Formula::Neg(x) => {
                let x = x.build(b, names)?;
                Some(float_op(b, arith::Negf, &[x], names.flags))
            }
            Formula::Binary(op, x, y) => self.binary(*op, x, y, b, names),
            Formula::Compare(predicate, x, y) => {
                let (x, y) = pair(b, names, x, y);
                Some(compare(b, predicate, x, y))
            }
            Formula::Call(name, arguments) => self.call(name, arguments, b, names),
        }
    }

    fn binary(
        &self,
        op: Operator,
        x: &Formula,
        y: &Formula,
        b: &mut Builder<'_>,
        names: &Names<'_>,
    ) -> Option<Value> {
        // Literals take the type of the other operand.
        let typed = |f: &Formula, other: Option<Value>, b: &mut Builder<'_>| match (f, other) {
            (Formula::Number(c), Some(other)) if *c != 0.0 => {
                let ty = b.body.ty(other);
                Some(constant_like(b, ty, *c))
            }
            _ => f.build(b, names),
        };
        let (left, right) = match (x, y) {
            (Formula::Number(_), _) => {
                let right = y.build(b, names);
                (typed(x, right, b), right)
            }
            _ => {
                let left = x.build(b, names);
                (left, typed(y, left, b))
            }
        };
        match (op, left, right) {
            (Operator::Add, None, other) | (Operator::Add | Operator::Sub, other, None) => other,
            (Operator::Sub, None, Some(y)) => Some(float_op(b, arith::Negf, &[y], names.flags)),
            (Operator::Mul | Operator::Div, None, _) | (Operator::Mul, _, None) => None,
            (Operator::Div, Some(_), None) => unreachable!("no rule divides by zero"),
            (op, Some(x), Some(y)) => {
                let is_float = b.body.ctx().is_float(scalar_of(b.body.ctx(), b.body.ty(x)));
                let [float, int] = op.ops();
                Some(match is_float {
                    true => float_op(b, float, &[x, y], names.flags),
                    false => elementwise::build(b, int, &[x, y], &[]),
                })
            }
        }
    }

    fn call(
        &self,
        name: &str,
        arguments: &[Formula],
        b: &mut Builder<'_>,
        names: &Names<'_>,
    ) -> Option<Value> {
        if name == "select" {
            let condition = arguments[0].build(b, names).expect("a condition is no zero");
            let (x, y) = (arguments[1].build(b, names), arguments[2].build(b, names));
            let ty = b.body.ty(x.or(y)?);
            let [x, y] = [x, y].map(|v| v.unwrap_or_else(|| constant_like(b, ty, 0.0)));
            return Some(arith::select(b, condition, x, y));
        }
        let values: Vec<Value> = arguments.iter().map(|f| or_zero(b, names, f)).collect();
        if name == "float" {
            let ty = like_shape(b, values[0], b.body.ty(names.g));
            return Some(arith::sitofp(b, values[0], ty));
        }
        let full = ["math.", "arith."].map(|dialect| format!("{dialect}{name}"));
        let full = full.iter().find(|n| lookup(n).is_some()).expect("rules call ops of the scalar table");
        Some(float_op(b, full.as_str(), &values, names.flags))
    }
}

/// A comparison of floats by a predicate of `cmpf`, or of signed integers by the one that corresponds.
fn compare(b: &mut Builder<'_>, predicate: &str, x: Value, y: Value) -> Value {
    if b.body.ctx().is_float(scalar_of(b.body.ctx(), b.body.ty(x))) {
        let predicate = CmpF::from_name(predicate).expect("the parser gives predicates of cmpf");
        return arith::cmpf(b, predicate, x, y);
    }
    let signed = match predicate {
        "oeq" => CmpI::Eq,
        "une" => CmpI::Ne,
        "olt" => CmpI::Slt,
        "ole" => CmpI::Sle,
        "ogt" => CmpI::Sgt,
        _ => CmpI::Sge,
    };
    arith::cmpi(b, signed, x, y)
}

/// The type with the elements of `elem` and the shape of `value`.
fn like_shape(b: &Builder<'_>, value: Value, elem: Type) -> Type {
    let ctx = b.body.ctx();
    let ty = b.body.ty(value);
    match ctx.is_tensor(ty) {
        true => ctx.tensor(ctx.dims(ty).unwrap_or_default(), scalar_of(ctx, elem)),
        false => scalar_of(ctx, elem),
    }
}

fn or_zero(b: &mut Builder<'_>, names: &Names<'_>, formula: &Formula) -> Value {
    formula.build(b, names).unwrap_or_else(|| constant_like(b, b.body.ty(names.g), 0.0))
}

/// The two operands of a comparison: a literal takes the type of the other operand.
fn pair(b: &mut Builder<'_>, names: &Names<'_>, x: &Formula, y: &Formula) -> (Value, Value) {
    let x = or_zero(b, names, x);
    let y = match y {
        Formula::Number(c) => constant_like(b, b.body.ty(x), *c),
        other => or_zero(b, names, other),
    };
    (x, y)
}

/// An elementwise op with the fast-math flags, if it takes any.
pub(super) fn float_op(
    b: &mut Builder<'_>,
    what: impl WhichOp,
    operands: &[Value],
    flags: Option<Attribute>,
) -> Value {
    let flags = flags.and_then(|flags| FastMath::from_attr(b.body.ctx(), flags)).unwrap_or_default();
    elementwise::build(&mut flags.on(b), what, operands, &[])
}

/// A constant of a scalar or tensor type whose elements are all `value`; of any extents that have names.
pub fn constant_like(b: &mut Builder<'_>, ty: Type, value: f64) -> Value {
    let ctx = b.ctx();
    let elem = scalar_of(&ctx, ty);
    let number = |b: &mut Builder<'_>, ty: Type| match ctx.is_float(elem) {
        true => crate::arith::const_float(b, ty, value),
        false => crate::arith::const_int(b, ty, value as i64),
    };
    // A constant has elements.
    let is_static = ctx.dims(ty).unwrap_or_default().iter().all(|d| d.as_static().is_some_and(|n| n > 0));
    if !ctx.is_tensor(ty) || is_static {
        return number(b, ty);
    }
    let scalar = number(b, elem);
    tensor::Splat::build(b, scalar, ty)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_of_the_table_parses() {
        for spec in crate::scalar::table::all() {
            let Some(rules) = spec.derivative else { continue };
            assert_eq!(rules.len(), spec.results(), "{}: a row of rules per result", spec.name);
            for row in rules {
                assert_eq!(row.len(), spec.operands(), "{}: a rule per operand", spec.name);
                row.iter()
                    .for_each(|rule| drop(parse(rule).unwrap_or_else(|e| panic!("{}: {e}", spec.name))));
            }
        }
    }

    #[test]
    fn precedence_is_that_of_arithmetic() {
        let (g, a) = (|| Box::new(Formula::G), || Box::new(Formula::Operand(0)));
        let product = Box::new(Formula::Binary(Operator::Mul, g(), a()));
        assert_eq!(parse("g - g*a").unwrap(), Formula::Binary(Operator::Sub, g(), product.clone()));
        assert_eq!(parse("-g*a").unwrap(), Formula::Binary(Operator::Mul, Box::new(Formula::Neg(g())), a()));
        assert!(parse("g +").is_err() && parse("g)").is_err() && parse("q").is_err());
    }
}
