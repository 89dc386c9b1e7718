//! Custom assembly of windows, convolutions, scans, sorts and random bits.

use super::combination;
use super::conv::Conv;
use super::reduce_window::ReduceWindow;
use super::rng::{Algorithm, Rng};
use super::scan::Scan;
use super::sort::Sort;
use super::syntax::*;
use tf_ir::attr::Attribute;
use tf_ir::opref::OpRef;
use tf_ir::text::{Assembly, Delimiter, OpParser, OpState, ParseResult, Printer, Tok};

/// Takes `name = [1, 2]` for each name that comes next, in this order.
fn parse_lists(p: &mut OpParser, state: &mut OpState, names: &[&str]) -> ParseResult {
    for name in names {
        if p.at_keyword(name) {
            parse_axes(p, state, name)?;
        }
    }
    Ok(())
}

/// Writes ` name = [1, 2]` for each attribute that is set.
fn print_lists(op: OpRef<'_>, p: &mut Printer, names: &[&str]) {
    for name in names {
        if op.attr(name).is_some() {
            print_axes(op, name, p);
        }
    }
}

/// Takes `name = 2` for each name that comes next, in this order.
fn parse_numbers(p: &mut OpParser, state: &mut OpState, names: &[&str]) -> ParseResult {
    for name in names {
        if p.accept_keyword(name) {
            p.expect(Tok::Equal)?;
            let number = p.integer::<i64>()?;
            let number = p.ctx().i64_attr(number);
            p.set_attr(state, name, number);
        }
    }
    Ok(())
}

/// Writes ` name = 2` for each attribute that is set.
fn print_numbers(op: OpRef<'_>, p: &mut Printer, names: &[&str]) {
    for name in names {
        if let Some(number) = op.attr(name).and_then(|a| op.ctx().attr_int(a)) {
            p.text(&format!(" {name} = {number}"));
        }
    }
}

/// Takes each flag that comes next, in this order.
fn parse_flags(p: &mut OpParser, state: &mut OpState, names: &[&str]) {
    for name in names {
        if p.accept_keyword(name) {
            let unit: Attribute = p.ctx().unit_attr();
            p.set_attr(state, name, unit);
        }
    }
}

/// Writes each flag that is set.
fn print_flags(op: OpRef<'_>, p: &mut Printer, names: &[&str]) {
    for name in names.iter().filter(|name| op.attr(name).is_some()) {
        p.text(" ");
        p.text(name);
    }
}

const WINDOW: [&str; 5] = ["strides", "base_dilations", "window_dilations", "low", "high"];

impl Assembly for ReduceWindow {
    fn parse(&self, p: &mut OpParser, state: &mut OpState) -> ParseResult {
        let named = combination::parse(p, state, |p, state| {
            parse_axes(p, state, "window")?;
            parse_lists(p, state, &WINDOW)
        })?;
        let types = combination::parse_types_to(p, state)?;
        named.resolve(p, &types, state)
    }

    fn print(&self, op: OpRef<'_>, p: &mut Printer) {
        let names: Vec<&str> = std::iter::once("window").chain(WINDOW).collect();
        combination::print(op, p, &names, |p| print_lists(op, p, &names));
        combination::print_types_to(op, p);
    }
}

const CONV: [&str; 6] = ["strides", "input_dilations", "kernel_dilations", "low", "high", "reversed"];
const GROUPS: [&str; 2] = ["feature_groups", "batch_groups"];

impl Assembly for Conv {
    fn parse(&self, p: &mut OpParser, state: &mut OpState) -> ParseResult {
        let dims: Attribute = p.ctx().string_attr(&p.string()?);
        p.set_attr(state, "dims", dims);
        let inputs = p.operands(Delimiter::None)?;
        parse_lists(p, state, &CONV)?;
        parse_numbers(p, state, &GROUPS)?;
        parse_fastmath(p, state)?;
        p.attr_dict(state)?;
        p.expect(Tok::Colon)?;
        let (types, results) = p.functional_type()?;
        state.results = results;
        p.resolve_all(&inputs, &types, state)
    }

    fn print(&self, op: OpRef<'_>, p: &mut Printer) {
        let view = op.view(Conv);
        p.text(" ");
        p.string(view.text().unwrap_or_default());
        p.text(" ");
        p.values(op.operands());
        print_lists(op, p, &CONV);
        print_numbers(op, p, &GROUPS);
        print_fastmath(op, p);
        let mut elided = vec!["dims", "fastmath"];
        elided.extend(CONV);
        elided.extend(GROUPS);
        p.attr_dict(op, &elided);
        p.text(" : ");
        p.functional_type(&[op.operand_type(0), op.operand_type(1)], &[op.result_type(0)]);
    }
}

const SCAN: [&str; 2] = ["reverse", "exclusive"];

impl Assembly for Scan {
    fn parse(&self, p: &mut OpParser, state: &mut OpState) -> ParseResult {
        let named = combination::parse(p, state, |p, state| {
            parse_numbers(p, state, &["dim"])?;
            parse_flags(p, state, &SCAN);
            Ok(())
        })?;
        state.results = p.colon_types()?;
        let types = state.results.to_vec();
        named.resolve(p, &types, state)
    }

    fn print(&self, op: OpRef<'_>, p: &mut Printer) {
        let names: Vec<&str> = std::iter::once("dim").chain(SCAN).collect();
        combination::print(op, p, &names, |p| {
            print_numbers(op, p, &["dim"]);
            print_flags(op, p, &SCAN);
        });
        p.text(" : ");
        p.value_types(op.results());
    }
}

impl Assembly for Sort {
    fn parse(&self, p: &mut OpParser, state: &mut OpState) -> ParseResult {
        let inputs = p.operands(Delimiter::None)?;
        parse_numbers(p, state, &["dim"])?;
        p.attr_dict(state)?;
        p.keyword("by")?;
        let arguments = p.arguments(Delimiter::Paren, true, false)?;
        p.region(state, &arguments)?;
        state.results = p.colon_types()?;
        let types = state.results.clone();
        p.resolve_all(&inputs, &types, state)
    }

    fn print(&self, op: OpRef<'_>, p: &mut Printer) {
        let view = op.view(Sort);
        p.text(" ");
        p.values(op.operands());
        print_numbers(op, p, &["dim"]);
        p.attr_dict(op, &["dim"]);
        p.text(" by (");
        let arguments: Vec<_> = view.comparator().map(|b| op.body().args(b).collect()).unwrap_or_default();
        p.commas(arguments, |p, argument| p.argument(argument));
        p.text(") ");
        p.region(op.region(0), false, true);
        p.text(" : ");
        p.value_types(op.results());
    }
}

impl Assembly for Rng {
    fn parse(&self, p: &mut OpParser, state: &mut OpState) -> ParseResult {
        let i = p.keyword_of("an algorithm", &Algorithm::NAMES)?;
        let algorithm = p.ctx().string_attr(Algorithm::NAMES[i]);
        p.set_attr(state, "algorithm", algorithm);
        let input = p.operand()?;
        p.attr_dict(state)?;
        p.expect(Tok::Colon)?;
        let (types, results) = p.functional_type()?;
        state.results = results;
        p.resolve_all(&[input], &types, state)
    }

    fn print(&self, op: OpRef<'_>, p: &mut Printer) {
        let view = op.view(Rng);
        p.text(" ");
        p.text(view.way().map_or("", Algorithm::name));
        p.text(" ");
        p.values(op.operands());
        p.attr_dict(op, &["algorithm"]);
        p.text(" : ");
        p.functional_type(&[op.operand_type(0)], &[op.result_type(0), op.result_type(1)]);
    }
}
