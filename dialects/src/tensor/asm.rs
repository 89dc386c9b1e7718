//! Custom assembly of the `tensor` ops, and pieces that other dialects' assembly shares.

use super::compute::{Compute, ComputeOp, Fold, FoldOp};
use super::constraints::{kinds, kinds_attr};
use super::kinds::CombiningKind;
use super::layout::{Broadcast, Reverse, Slice, SliceOp, Transpose};
use super::policy::Policy;
use super::reduce::{Contract, ContractOp, Reduce};
use super::source::{ExtentOf, FromElements, Splat};
use super::subscripts::Subscripts;
use super::{At, AtOp};
use crate::arith::flags::{FastMath, FlagSet};
use smallvec::SmallVec;
use tf_ir::affine::AffineExpr;
use tf_ir::attr::Attribute;
use tf_ir::body::Value;
use tf_ir::extent::Extent;
use tf_ir::opref::OpRef;
use tf_ir::text::{
    AffineNames, Argument, Assembly, Delimiter, OpParser, OpState, Operand, ParseResult, Printer, Tok,
    ValueNames,
};
use tf_ir::types::Type;

// ---- shared pieces ----

/// Takes `(%i, %j)`: region arguments of type `index`.
pub(crate) fn parse_indices(p: &mut OpParser) -> ParseResult<Vec<Argument>> {
    let index = p.ctx().index();
    let mut arguments = p.arguments(Delimiter::Paren, false, false)?;
    arguments.iter_mut().for_each(|argument| argument.ty = index);
    Ok(arguments)
}

/// Writes `(%i, %j)`.
pub(crate) fn print_indices(p: &mut Printer, indices: &[Value]) {
    p.text("(");
    p.commas(indices.iter().copied(), |p, index| {
        p.value(index);
        p.argument_location(index);
    });
    p.text(")");
}

/// Suggests the names i, j, k … for indices.
pub(crate) fn name_indices(indices: &[Value], first: u8, names: &mut ValueNames) {
    for (i, index) in indices.iter().enumerate() {
        let letter = first + (i % (1 + b'z' as usize - first as usize)) as u8;
        names.set(*index, char::from(letter).to_string());
    }
}

/// Takes an affine expression list in square brackets.
fn parse_exprs(p: &mut OpParser, names: &mut AffineNames) -> ParseResult<Vec<AffineExpr>> {
    let mut exprs = Vec::new();
    p.list_of(Delimiter::Square, |p| {
        exprs.push(p.affine_expr(names)?);
        Ok(())
    })?;
    Ok(exprs)
}

/// Looks the values of expressions up, as indices, and brings all into normal form.
fn resolve(p: &mut OpParser, exprs: &[AffineExpr], names: &AffineNames) -> ParseResult<Subscripts> {
    let index = p.ctx().index();
    let mut values: SmallVec<[Value; 4]> = SmallVec::new();
    for name in &names.values {
        values.push(p.resolve(*name, index)?);
    }
    let at = p.op_pos();
    Subscripts::new(exprs, &values, &names.extents).map_err(|error| p.error(at, error.to_string()))
}

/// Takes a combining kind or a list of them.
fn parse_kinds(p: &mut OpParser) -> ParseResult<Vec<CombiningKind>> {
    let mut kinds = Vec::new();
    if p.peek() != Tok::LSquare {
        kinds.push(parse_kind(p)?);
        return Ok(kinds);
    }
    p.list_of(Delimiter::Square, |p| {
        kinds.push(parse_kind(p)?);
        Ok(())
    })?;
    Ok(kinds)
}

/// Takes a combining kind.
pub(crate) fn parse_kind(p: &mut OpParser) -> ParseResult<CombiningKind> {
    let i = p.keyword_of("a combining kind", &CombiningKind::NAMES)?;
    Ok(CombiningKind::ALL[i])
}

fn print_kinds(op: OpRef<'_>, slot: usize, p: &mut Printer) {
    let kinds = op.slot(slot).and_then(|a| kinds(op.ctx(), a)).unwrap_or_default();
    p.text(" ");
    match kinds.as_slice() {
        [kind] => p.text(kind.name()),
        _ => {
            p.text("[");
            p.commas(kinds, |p, kind| p.text(kind.name()));
            p.text("]");
        }
    }
}

/// Takes `fastmath<…>` if it comes next.
pub(crate) fn parse_fastmath(p: &mut OpParser, state: &mut OpState) -> ParseResult {
    if !p.accept_keyword("fastmath") {
        return Ok(());
    }
    let mut flags = FastMath::NONE;
    p.list_of(Delimiter::Less, |p| {
        let at = p.pos();
        let name = p.any_keyword("a fast-math flag")?;
        match FastMath::parse_name(name) {
            Some(flag) => flags = flags.or(flag),
            None => return Err(p.error(at, format!("'{name}' is no fast-math flag"))),
        }
        Ok(())
    })?;
    let flags = flags.attr(p.ctx());
    p.set_attr(state, "fastmath", flags);
    Ok(())
}

/// Writes ` fastmath<…>` if the op carries flags.
pub(crate) fn print_fastmath(op: OpRef<'_>, p: &mut Printer) {
    if let Some(flags) = op.attr("fastmath").and_then(|a| FastMath::from_attr(op.ctx(), a)) {
        p.text(" fastmath<");
        p.text(&flags.text());
        p.text(">");
    }
}

/// Takes `name = [0, 1]` as an attribute.
fn parse_axes(p: &mut OpParser, state: &mut OpState, name: &str) -> ParseResult {
    p.keyword(name)?;
    p.expect(Tok::Equal)?;
    let mut axes = Vec::new();
    p.list_of(Delimiter::Square, |p| {
        axes.push(p.integer::<i64>()?);
        Ok(())
    })?;
    let axes = p.ctx().i64_array_attr(&axes);
    p.set_attr(state, name, axes);
    Ok(())
}

/// Writes ` name = [0, 1]`.
fn print_axes(op: OpRef<'_>, name: &str, p: &mut Printer) {
    let axes = op.attr(name).and_then(|a| op.ctx().attr_i64s(a)).unwrap_or_default();
    p.text(&format!(" {name} = ["));
    p.commas(axes, |p, axis| p.integer(axis));
    p.text("]");
}

/// Takes `: T to U`: the types of the only operand and the only result.
fn parse_to(p: &mut OpParser, input: Operand, state: &mut OpState) -> ParseResult {
    p.attr_dict(state)?;
    let from = p.colon_ty()?;
    p.keyword("to")?;
    let to = p.ty()?;
    state.results.push(to);
    p.resolve_into(input, from, state)
}

/// Writes ` {…} : T to U`.
fn print_to(op: OpRef<'_>, elided: &[&str], p: &mut Printer) {
    p.attr_dict(op, elided);
    p.text(" : ");
    p.ty(op.operand_type(0));
    p.text(" to ");
    p.ty(op.result_type(0));
}

/// Writes terms in square brackets.
pub(crate) fn print_extents(terms: &[Extent], p: &mut Printer) {
    p.text("[");
    p.commas(terms, |p, term| p.text(&term.to_string()));
    p.text("]");
}

// ---- compute, fold ----

impl Assembly for Compute {
    fn parse(&self, p: &mut OpParser, state: &mut OpState) -> ParseResult {
        let indices = parse_indices(p)?;
        p.keyword("in")?;
        let at = p.pos();
        let extents = p.extents()?;
        if extents.len() != indices.len() {
            let (n, m) = (indices.len(), extents.len());
            return Err(p.error(at, format!("{n} indices in a box of rank {m}")));
        }
        let attr = p.ctx().extents_attr(&extents);
        p.set_attr(state, "box", attr);
        p.attr_dict_with_keyword(state)?;
        p.region(state, &indices)?;
        state.results = p.colon_types()?;
        Ok(())
    }

    fn print(&self, op: OpRef<'_>, p: &mut Printer) {
        let view = ComputeOp::cast(op).expect("registered for this op");
        p.text(" ");
        print_indices(p, &view.indices());
        p.text(" in ");
        print_extents(view.extents(), p);
        p.attr_dict_with_keyword(op, &["box"]);
        p.text(" ");
        p.region(op.region(0), false, true);
        p.text(" : ");
        p.value_types(op.results());
    }

    fn argument_names(&self, op: OpRef<'_>, names: &mut ValueNames) {
        let indices = ComputeOp::cast(op).map(ComputeOp::indices).unwrap_or_default();
        name_indices(&indices, b'i', names);
    }
}

impl Assembly for Fold {
    fn parse(&self, p: &mut OpParser, state: &mut OpState) -> ParseResult {
        let at = p.pos();
        let index = parse_indices(p)?;
        if index.len() != 1 {
            return Err(p.error(at, "a fold has one index"));
        }
        p.expect(Tok::Equal)?;
        let mut names = AffineNames::default();
        let lower = p.affine_expr(&mut names)?;
        p.keyword("to")?;
        let upper = p.affine_expr(&mut names)?;
        let kinds = kinds_attr(p.ctx(), &parse_kinds(p)?);
        p.set_attr(state, "kinds", kinds);
        parse_fastmath(p, state)?;
        p.attr_dict_with_keyword(state)?;
        let bounds = resolve(p, &[lower, upper], &names)?;
        set_subscripts(p, state, "bounds", bounds);
        p.region(state, &index)?;
        state.results = p.colon_types()?;
        Ok(())
    }

    fn print(&self, op: OpRef<'_>, p: &mut Printer) {
        let view = FoldOp::cast(op).expect("registered for this op");
        p.text(" ");
        print_indices(p, view.index().as_slice());
        p.text(" = ");
        if let Some(map) = view.bounds().and_then(|a| op.ctx().attr_map(a)) {
            let values = view.indices();
            for (i, expr) in map.results().iter().enumerate() {
                p.text(if i > 0 { " to " } else { "" });
                p.affine_expr(expr, &values, view.symbols());
            }
        }
        print_kinds(op, Self::KINDS, p);
        print_fastmath(op, p);
        p.attr_dict_with_keyword(op, &["bounds", "extents", "kinds", "fastmath"]);
        p.text(" ");
        p.region(op.region(0), false, true);
        p.text(" : ");
        p.value_types(op.results());
    }

    fn argument_names(&self, op: OpRef<'_>, names: &mut ValueNames) {
        let index = FoldOp::cast(op).and_then(FoldOp::index);
        name_indices(index.as_slice(), b'k', names);
    }
}

/// Puts subscripts into an op: values as operands, the map and the terms as attributes.
fn set_subscripts(p: &mut OpParser, state: &mut OpState, map: &str, subscripts: Subscripts) {
    state.operands.extend(subscripts.values);
    let attr = p.ctx().map_attr(subscripts.map);
    p.set_attr(state, map, attr);
    if !subscripts.extents.is_empty() {
        let attr = p.ctx().extents_attr(&subscripts.extents);
        p.set_attr(state, "extents", attr);
    }
}

// ---- at ----

impl Assembly for At {
    fn parse(&self, p: &mut OpParser, state: &mut OpState) -> ParseResult {
        let source = p.operand()?;
        let mut names = AffineNames::default();
        let exprs = parse_exprs(p, &mut names)?;
        let mut fill = None;
        if p.peek() == Tok::BareId {
            let i = p.keyword_of("an out-of-bounds policy", &Policy::NAMES)?;
            let policy = p.ctx().string_attr(Policy::NAMES[i]);
            p.set_attr(state, "policy", policy);
            if Policy::WRITTEN[i] == Policy::Fill {
                p.expect(Tok::LParen)?;
                fill = Some(p.operand()?);
                p.expect(Tok::RParen)?;
            }
        }
        p.attr_dict(state)?;
        let ty = p.colon_ty()?;
        let elem = p.ctx().elem_type(ty);
        p.resolve_into(source, ty, state)?;
        let subscripts = resolve(p, &exprs, &names)?;
        set_subscripts(p, state, "map", subscripts);
        if let Some(fill) = fill {
            p.resolve_into(fill, elem, state)?;
        }
        state.results.push(elem);
        Ok(())
    }

    fn print(&self, op: OpRef<'_>, p: &mut Printer) {
        let at = AtOp::cast(op).expect("registered for this op");
        p.text(" ");
        p.value(at.source());
        p.text("[");
        let indices = at.indices();
        let exprs = at.affine_map().map(|m| m.results()).unwrap_or_default();
        p.commas(exprs, |p, expr| p.affine_expr(expr, &indices, at.symbols()));
        p.text("]");
        if let Some(policy) = at.out_of_bounds().name() {
            p.text(" ");
            p.text(policy);
        }
        if let Some(fill) = at.fill() {
            p.text("(");
            p.value(fill);
            p.text(")");
        }
        p.attr_dict(op, &["map", "extents", "policy"]);
        p.text(" : ");
        p.ty(op.operand_type(0));
    }
}

// ---- sources ----

/// Takes one term in square brackets and the type: `[2*n + 1] : index`.
pub(crate) fn parse_extent_of(p: &mut OpParser, state: &mut OpState) -> ParseResult {
    let at = p.pos();
    let terms = p.extents()?;
    if terms.len() != 1 {
        return Err(p.error(at, "expected one extent in brackets"));
    }
    let attr = p.ctx().extents_attr(&terms);
    p.set_attr(state, "extent", attr);
    p.attr_dict(state)?;
    let ty = p.colon_ty()?;
    state.results.push(ty);
    Ok(())
}

/// Writes ` [2*n + 1] : index`.
pub(crate) fn print_extent_of(op: OpRef<'_>, p: &mut Printer) {
    p.text(" ");
    print_extents(op.slot(0).and_then(|a| op.ctx().attr_extents(a)).unwrap_or_default(), p);
    p.attr_dict(op, &["extent"]);
    p.text(" : ");
    p.ty(op.result_type(0));
}

impl Assembly for ExtentOf {
    fn parse(&self, p: &mut OpParser, state: &mut OpState) -> ParseResult {
        parse_extent_of(p, state)
    }

    fn print(&self, op: OpRef<'_>, p: &mut Printer) {
        print_extent_of(op, p);
    }
}

/// Takes `%a, %b : type`: scalars of the element type of the result.
pub(crate) fn parse_elements(p: &mut OpParser, state: &mut OpState) -> ParseResult {
    let elements = p.operands(Delimiter::None)?;
    p.attr_dict(state)?;
    let ty = p.colon_ty()?;
    state.results.push(ty);
    let elem = p.ctx().elem_type(ty);
    p.resolve_same(&elements, elem, state)
}

/// Writes ` %a, %b : type`.
pub(crate) fn print_elements(op: OpRef<'_>, p: &mut Printer) {
    if op.operand_count() > 0 {
        p.text(" ");
        p.values(op.operands());
    }
    p.attr_dict(op, &[]);
    p.text(" : ");
    p.ty(op.result_type(0));
}

macro_rules! elements_assembly {
    ($($op:ident),*) => { $(
        impl Assembly for $op {
            fn parse(&self, p: &mut OpParser, state: &mut OpState) -> ParseResult {
                parse_elements(p, state)
            }

            fn print(&self, op: OpRef<'_>, p: &mut Printer) {
                print_elements(op, p);
            }
        }
    )* };
}
elements_assembly!(FromElements, Splat);

// ---- layout ----

macro_rules! axes_assembly {
    ($($op:ident: $axes:literal),*) => { $(
        impl Assembly for $op {
            fn parse(&self, p: &mut OpParser, state: &mut OpState) -> ParseResult {
                let input = p.operand()?;
                parse_axes(p, state, $axes)?;
                parse_to(p, input, state)
            }

            fn print(&self, op: OpRef<'_>, p: &mut Printer) {
                p.text(" ");
                p.value(op.operand(0));
                print_axes(op, $axes, p);
                print_to(op, &[$axes], p);
            }
        }
    )* };
}
axes_assembly!(Broadcast: "dims", Transpose: "perm");

impl Assembly for Reverse {
    fn parse(&self, p: &mut OpParser, state: &mut OpState) -> ParseResult {
        let input = p.operand()?;
        parse_axes(p, state, "dims")?;
        p.attr_dict(state)?;
        let ty = p.colon_ty()?;
        state.results.push(ty);
        p.resolve_into(input, ty, state)
    }

    fn print(&self, op: OpRef<'_>, p: &mut Printer) {
        p.text(" ");
        p.value(op.operand(0));
        print_axes(op, "dims", p);
        p.attr_dict(op, &["dims"]);
        p.text(" : ");
        p.ty(op.operand_type(0));
    }
}

impl Assembly for Slice {
    fn parse(&self, p: &mut OpParser, state: &mut OpState) -> ParseResult {
        let input = p.operand()?;
        let (mut starts, mut stops, mut steps) = (Vec::new(), Vec::new(), Vec::new());
        p.list_of(Delimiter::Square, |p| {
            starts.push(p.extent()?);
            p.expect(Tok::Colon)?;
            stops.push(p.extent()?);
            steps.push(if p.accept(Tok::Colon) { p.integer::<i64>()? } else { 1 });
            Ok(())
        })?;
        let ctx = p.ctx();
        p.set_attr(state, "starts", ctx.extents_attr(&starts));
        p.set_attr(state, "stops", ctx.extents_attr(&stops));
        p.set_attr(state, "steps", ctx.i64_array_attr(&steps));
        parse_to(p, input, state)
    }

    fn print(&self, op: OpRef<'_>, p: &mut Printer) {
        let view = SliceOp::cast(op).expect("registered for this op");
        p.text(" ");
        p.value(op.operand(0));
        p.text(" [");
        p.commas(view.ranges(), |p, range| {
            p.text(&format!("{}:{}", range.start, range.stop));
            if range.step != 1 {
                p.text(&format!(":{}", range.step));
            }
        });
        p.text("]");
        print_to(op, &["starts", "stops", "steps"], p);
    }
}

// ---- reductions ----

impl Assembly for Reduce {
    fn parse(&self, p: &mut OpParser, state: &mut OpState) -> ParseResult {
        let kinds = kinds_attr(p.ctx(), &parse_kinds(p)?);
        p.set_attr(state, "kinds", kinds);
        let inputs = p.operands(Delimiter::None)?;
        parse_axes(p, state, "dims")?;
        parse_fastmath(p, state)?;
        p.attr_dict(state)?;
        let types = p.colon_types()?;
        p.keyword("to")?;
        state.results = p.types()?;
        p.resolve_all(&inputs, &types, state)
    }

    fn print(&self, op: OpRef<'_>, p: &mut Printer) {
        print_kinds(op, Self::KINDS, p);
        p.text(" ");
        p.values(op.operands());
        print_axes(op, "dims", p);
        print_fastmath(op, p);
        p.attr_dict(op, &["kinds", "dims", "fastmath"]);
        p.text(" : ");
        p.value_types(op.operands());
        p.text(" to ");
        p.value_types(op.results());
    }
}

impl Assembly for Contract {
    fn parse(&self, p: &mut OpParser, state: &mut OpState) -> ParseResult {
        let equation: Attribute = p.ctx().string_attr(&p.string()?);
        p.set_attr(state, "equation", equation);
        let inputs = p.operands(Delimiter::None)?;
        parse_fastmath(p, state)?;
        p.attr_dict(state)?;
        p.expect(Tok::Colon)?;
        let (types, results) = p.functional_type()?;
        state.results = results;
        p.resolve_all(&inputs, &types, state)
    }

    fn print(&self, op: OpRef<'_>, p: &mut Printer) {
        let view = ContractOp::cast(op).expect("registered for this op");
        p.text(" ");
        p.string(view.text().unwrap_or_default());
        if op.operand_count() > 0 {
            p.text(" ");
            p.values(op.operands());
        }
        print_fastmath(op, p);
        p.attr_dict(op, &["equation", "fastmath"]);
        p.text(" : ");
        let types =
            |values: &mut dyn Iterator<Item = Value>| values.map(|v| op.body().ty(v)).collect::<Vec<Type>>();
        p.functional_type(&types(&mut op.operands()), &types(&mut op.results()));
    }
}
