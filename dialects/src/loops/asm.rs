//! Custom assembly of the `loop` ops.

use super::ops::{Condition, For, ForOp, If, Parallel, ParallelOp, While};
use crate::shared::syntax::{name_indices, parse_indices, print_indices};
use tf_ir::body::Value;
use tf_ir::opref::OpRef;
use tf_ir::text::{
    Argument, Assembly, Delimiter, OpParser, OpState, Operand, ParseResult, Printer, Tok, Types, ValueNames,
};
use tf_ir::types::Type;

/// Region arguments with these names and types.
fn arguments(p: &mut OpParser, names: &[Operand], types: &[Type]) -> Vec<Argument> {
    names.iter().zip(types).map(|(name, ty)| p.named_argument(*name, *ty)).collect()
}

/// Reports that there are other numbers of names and types.
fn check_count(p: &mut OpParser, names: usize, types: usize, what: &str) -> ParseResult {
    if names == types {
        return Ok(());
    }
    Err(p.expected(&format!("{names} types, one for each {what}, instead of {types},")))
}

/// Takes `-> (f32, i32)` if an arrow comes next.
pub(super) fn arrow_types(p: &mut OpParser) -> ParseResult<Types> {
    if p.accept(Tok::Arrow) { p.paren_types() } else { Ok(Types::new()) }
}

/// Writes ` -> (f32, i32)` if there are results.
pub(super) fn print_arrow(op: OpRef<'_>, p: &mut Printer) {
    if op.result_count() > 0 {
        p.text(" -> (");
        p.value_types(op.results());
        p.text(")");
    }
}

/// Writes `%a = %x, %b = %y`.
fn print_assignments(p: &mut Printer, names: &[Value], values: impl Iterator<Item = Value>) {
    p.commas(names.iter().zip(values), |p, (name, value)| {
        p.value(*name);
        p.text(" = ");
        p.value(value);
    });
}

impl Assembly for For {
    fn parse(&self, p: &mut OpParser, state: &mut OpState) -> ParseResult {
        let index = p.argument(false, false)?;
        p.expect(Tok::Equal)?;
        let lower = p.operand()?;
        p.keyword("to")?;
        let upper = p.operand()?;
        p.keyword("step")?;
        let step = p.operand()?;
        let (mut names, mut inits) = Default::default();
        if p.accept_keyword("iter_args") {
            (names, inits) = p.assignments(Delimiter::Paren)?;
        }
        let types = arrow_types(p)?;
        check_count(p, names.len(), types.len(), "carried value")?;
        let ty = if p.accept(Tok::Colon) { p.ty()? } else { p.ctx().index() };
        p.attr_dict_with_keyword(state)?;
        p.resolve_same(&[lower, upper, step], ty, state)?;
        p.resolve_all(&inits, &types, state)?;
        let mut args = vec![Argument { ty, ..index }];
        args.extend(arguments(p, &names, &types));
        p.region(state, &args)?;
        state.results = types;
        Ok(())
    }

    fn print(&self, op: OpRef<'_>, p: &mut Printer) {
        let view = op.view(For);
        p.text(" ");
        if let Some(index) = view.index() {
            p.value(index);
            p.argument_location(index);
        }
        for (word, value) in [(" = ", view.lower()), (" to ", view.upper()), (" step ", view.step())] {
            p.text(word);
            p.value(value);
        }
        if op.result_count() > 0 {
            p.text(" iter_args(");
            print_assignments(p, &view.carried(), op.operands().skip(3));
            p.text(")");
        }
        print_arrow(op, p);
        if op.operand_type(0) != op.ctx().index() {
            p.text(" : ");
            p.ty(op.operand_type(0));
        }
        p.attr_dict_with_keyword(op, &[]);
        p.text(" ");
        p.region(op.region(0), false, true);
    }

    fn argument_names(&self, op: OpRef<'_>, names: &mut ValueNames) {
        let index = op.cast(For).and_then(ForOp::index);
        name_indices(index.as_slice(), b'i', names);
    }
}

impl Assembly for While {
    fn parse(&self, p: &mut OpParser, state: &mut OpState) -> ParseResult {
        let (names, inits) = p.assignments(Delimiter::Paren)?;
        p.expect(Tok::Colon)?;
        let types = p.paren_types()?;
        check_count(p, names.len(), types.len(), "initial value")?;
        state.results = arrow_types(p)?;
        p.attr_dict_with_keyword(state)?;
        p.resolve_all(&inits, &types, state)?;
        let args = arguments(p, &names, &types);
        p.region(state, &args)?;
        p.keyword("do")?;
        let args = p.arguments(Delimiter::Paren, true, false)?;
        p.region(state, &args)
    }

    fn print(&self, op: OpRef<'_>, p: &mut Printer) {
        let view = op.view(While);
        p.text(" (");
        print_assignments(p, &view.before(), op.operands());
        p.text(") : (");
        p.value_types(op.operands());
        p.text(") -> (");
        p.value_types(op.results());
        p.text(")");
        p.attr_dict_with_keyword(op, &[]);
        p.text(" ");
        p.region(op.region(0), false, true);
        p.text(" do (");
        p.commas(view.after(), |p, argument| p.argument(argument));
        p.text(") ");
        p.region(op.region(1), false, true);
    }
}

impl Assembly for If {
    fn parse(&self, p: &mut OpParser, state: &mut OpState) -> ParseResult {
        let condition = p.operand()?;
        state.results = arrow_types(p)?;
        p.attr_dict_with_keyword(state)?;
        let bool = p.ctx().i1();
        p.resolve_into(condition, bool, state)?;
        p.region(state, &[])?;
        if p.accept_keyword("else") {
            p.region(state, &[])
        } else {
            p.empty_region(state);
            Ok(())
        }
    }

    fn print(&self, op: OpRef<'_>, p: &mut Printer) {
        p.text(" ");
        p.value(op.operand(0));
        print_arrow(op, p);
        p.attr_dict_with_keyword(op, &[]);
        p.text(" ");
        p.region(op.region(0), false, true);
        if op.entry(1).is_some() {
            p.text(" else ");
            p.region(op.region(1), false, true);
        }
    }
}

impl Assembly for Parallel {
    fn parse(&self, p: &mut OpParser, state: &mut OpState) -> ParseResult {
        let indices = parse_indices(p)?;
        p.expect(Tok::Equal)?;
        let mut bounds: Vec<Operand> = Vec::new();
        for word in ["", "to", "step"] {
            if !word.is_empty() {
                p.keyword(word)?;
            }
            let at = p.pos();
            let values = p.operands(Delimiter::Paren)?;
            if values.len() != indices.len() {
                let (n, m) = (values.len(), indices.len());
                return Err(p.error(at, format!("{n} values for {m} indices")));
            }
            bounds.extend(values);
        }
        p.attr_dict_with_keyword(state)?;
        let index = p.ctx().index();
        p.resolve_same(&bounds, index, state)?;
        p.region(state, &indices)
    }

    fn print(&self, op: OpRef<'_>, p: &mut Printer) {
        let view = op.view(Parallel);
        p.text(" ");
        print_indices(p, &view.indices());
        for (word, values) in [(" = (", view.lower()), (" to (", view.upper()), (" step (", view.steps())] {
            p.text(word);
            p.values(values);
            p.text(")");
        }
        p.attr_dict_with_keyword(op, &[]);
        p.text(" ");
        p.region(op.region(0), false, true);
    }

    fn argument_names(&self, op: OpRef<'_>, names: &mut ValueNames) {
        let indices = op.cast(Parallel).map(ParallelOp::indices).unwrap_or_default();
        name_indices(&indices, b'i', names);
    }
}

impl Assembly for Condition {
    fn parse(&self, p: &mut OpParser, state: &mut OpState) -> ParseResult {
        let condition = p.operand()?;
        let bool = p.ctx().i1();
        p.resolve_into(condition, bool, state)?;
        let values = if p.accept(Tok::Comma) { p.operands(Delimiter::None)? } else { Default::default() };
        p.attr_dict(state)?;
        let types = if values.is_empty() { Types::new() } else { p.colon_types()? };
        p.resolve_all(&values, &types, state)
    }

    fn print(&self, op: OpRef<'_>, p: &mut Printer) {
        p.text(" ");
        p.values(op.operands());
        p.attr_dict(op, &[]);
        if op.operand_count() > 1 {
            p.text(" : ");
            p.value_types(op.operands().skip(1));
        }
    }
}
