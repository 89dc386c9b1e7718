//! `tensor.vjp (%v = %x) seed(%g) : (T) -> (U) {…}` and `tensor.jvp (%v = %x) tangent(%t) : (T) -> (U) {…}`:
//! the types are those of the variables and of the yielded values.

use super::{Jvp, Transform, Vjp};
use crate::differentiate::is_differentiable;
use tf_ir::opref::OpRef;
use tf_ir::text::{Argument, Assembly, Delimiter, OpParser, OpState, Operand, ParseResult, Printer, Tok};
use tf_ir::types::Type;

fn parse(p: &mut OpParser, state: &mut OpState, reverse: bool) -> ParseResult {
    let (names, values) = p.assignments(Delimiter::Paren)?;
    p.keyword(if reverse { "seed" } else { "tangent" })?;
    p.expect(Tok::LParen)?;
    let mut given: Vec<Operand> = Vec::new();
    while p.peek() != Tok::RParen {
        if !given.is_empty() {
            p.expect(Tok::Comma)?;
        }
        given.push(p.operand()?);
    }
    p.expect(Tok::RParen)?;
    p.expect(Tok::Colon)?;
    let variables = p.paren_types()?;
    p.expect(Tok::Arrow)?;
    let yielded = p.paren_types()?;
    p.attr_dict_with_keyword(state)?;
    if names.len() != variables.len() {
        return Err(p.expected(&format!("{} types of variables, not {},", names.len(), variables.len())));
    }
    let floats: Vec<Type> = yielded.iter().copied().filter(|t| is_differentiable(p.ctx(), *t)).collect();
    let wanted: Vec<Type> = if reverse { floats.clone() } else { variables.to_vec() };
    if given.len() != wanted.len() {
        let what =
            if reverse { "seeds, one for each float yielded" } else { "tangents, one for each variable" };
        return Err(p.expected(&format!("{} {what}, not {},", wanted.len(), given.len())));
    }
    p.resolve_all(&values, &variables, state)?;
    p.resolve_all(&given, &wanted, state)?;
    let count = p.ctx().i64_attr(names.len() as i64);
    p.set_attr(state, "variables", count);
    let arguments: Vec<Argument> =
        names.iter().zip(&variables).map(|(name, ty)| p.named_argument(*name, *ty)).collect();
    p.region(state, &arguments)?;
    state.results = yielded;
    state.results.extend(if reverse { variables.to_vec() } else { floats });
    Ok(())
}

fn print(op: OpRef<'_>, p: &mut Printer) {
    let view = Transform::cast(op).expect("registered for transforms");
    let names = view.block().map(|b| op.body().args(b).collect::<Vec<_>>()).unwrap_or_default();
    p.text(" (");
    p.commas(names.iter().zip(view.values()), |p, (name, value)| {
        p.value(*name);
        p.text(" = ");
        p.value(value);
    });
    p.text(if view.is_reverse() { ") seed(" } else { ") tangent(" });
    p.commas(view.given(), |p, value| p.value(value));
    p.text(") : (");
    p.value_types(view.values());
    p.text(") -> (");
    p.commas(view.yielded(), |p, ty| p.ty(ty));
    p.text(")");
    p.attr_dict_with_keyword(op, &["variables"]);
    p.text(" ");
    p.region(op.region(0), false, true);
}

impl Assembly for Vjp {
    fn parse(&self, p: &mut OpParser, state: &mut OpState) -> ParseResult {
        parse(p, state, true)
    }

    fn print(&self, op: OpRef<'_>, p: &mut Printer) {
        print(op, p);
    }
}

impl Assembly for Jvp {
    fn parse(&self, p: &mut OpParser, state: &mut OpState) -> ParseResult {
        parse(p, state, false)
    }

    fn print(&self, op: OpRef<'_>, p: &mut Printer) {
        print(op, p);
    }
}
