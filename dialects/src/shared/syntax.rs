//! Pieces of custom assembly that the ops of `tensor`, `loop`, `mem` and `vector` share.

use super::constraints::{kinds, kinds_attr};
use super::kinds::CombiningKind;
use super::subscripts::Subscripts;
use crate::arith::flags::{FastMath, FlagSet};
use smallvec::SmallVec;
use tf_ir::affine::AffineExpr;
use tf_ir::attr::Attribute;
use tf_ir::body::Value;
use tf_ir::extent::Extent;
use tf_ir::opref::OpRef;
use tf_ir::text::{
    AffineNames, Argument, Delimiter, OpParser, OpState, Operand, Operands, ParseResult, Printer, Tok,
    ValueNames,
};
use tf_ir::types::Type;

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
pub(crate) fn parse_exprs(p: &mut OpParser, names: &mut AffineNames) -> ParseResult<Vec<AffineExpr>> {
    let mut exprs = Vec::new();
    p.list_of(Delimiter::Square, |p| {
        exprs.push(p.affine_expr(names)?);
        Ok(())
    })?;
    Ok(exprs)
}

/// Looks the values of expressions up, as indices, and brings all into normal form.
pub(crate) fn resolve(
    p: &mut OpParser,
    exprs: &[AffineExpr],
    names: &AffineNames,
) -> ParseResult<Subscripts> {
    let index = p.ctx().index();
    let mut values: SmallVec<[Value; 4]> = SmallVec::new();
    for name in &names.values {
        values.push(p.resolve(*name, index)?);
    }
    let at = p.op_pos();
    Subscripts::new(exprs, &values, &names.extents).map_err(|error| p.error(at, error.to_string()))
}

/// Takes a combining kind or a list of them.
pub(crate) fn parse_kinds(p: &mut OpParser) -> ParseResult<Vec<CombiningKind>> {
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

/// Takes a combining kind or a list of them, if one comes next.
pub(crate) fn parse_optional_kinds(p: &mut OpParser, state: &mut OpState) -> ParseResult {
    let comes = p.peek() == Tok::LSquare || CombiningKind::NAMES.iter().any(|name| p.at_keyword(name));
    // What a word that is no kind means, `parse_kind` says.
    let word = p.peek() == Tok::BareId && !["init", "fastmath", "attributes"].iter().any(|w| p.at_keyword(w));
    if comes || word {
        let kinds = kinds_attr(p.ctx(), &parse_kinds(p)?);
        p.set_attr(state, "kinds", kinds);
    }
    Ok(())
}

/// Takes `init(%a, %b)` if it comes next.
pub(crate) fn parse_inits(p: &mut OpParser) -> ParseResult<Operands> {
    if !p.accept_keyword("init") {
        return Ok(Operands::default());
    }
    p.operands(Delimiter::Paren)
}

/// Looks initial values up, as elements of tensors of these types.
pub(crate) fn resolve_inits(
    p: &mut OpParser,
    inits: &[Operand],
    types: &[Type],
    state: &mut OpState,
) -> ParseResult {
    let elems: Vec<Type> = types.iter().take(inits.len()).map(|ty| p.ctx().elem_type(*ty)).collect();
    p.resolve_all(inits, &elems, state)
}

/// Writes ` init(%a, %b)` if there are any.
pub(crate) fn print_inits(inits: &[Value], p: &mut Printer) {
    if !inits.is_empty() {
        p.text(" init(");
        p.values(inits.iter().copied());
        p.text(")");
    }
}

/// Takes a combining kind.
pub(crate) fn parse_kind(p: &mut OpParser) -> ParseResult<CombiningKind> {
    let i = p.keyword_of("a combining kind", &CombiningKind::NAMES)?;
    Ok(CombiningKind::ALL[i])
}

/// Writes the kinds in a slot, if they are there.
pub(crate) fn print_kinds(op: OpRef<'_>, slot: usize, p: &mut Printer) {
    print_kinds_attr(op, op.slot(slot), p);
}

/// Writes kinds, if they are there.
pub(crate) fn print_kinds_attr(op: OpRef<'_>, attr: Option<Attribute>, p: &mut Printer) {
    let Some(kinds) = attr.and_then(|a| kinds(op.ctx(), a)) else { return };
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
pub(crate) fn parse_axes(p: &mut OpParser, state: &mut OpState, name: &str) -> ParseResult {
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
pub(crate) fn print_axes(op: OpRef<'_>, name: &str, p: &mut Printer) {
    let axes = op.attr(name).and_then(|a| op.ctx().attr_i64s(a)).unwrap_or_default();
    p.text(&format!(" {name} = ["));
    p.commas(axes, |p, axis| p.integer(axis));
    p.text("]");
}

/// Takes `: T to U`: the types of the only operand and the only result.
pub(crate) fn parse_to(p: &mut OpParser, input: Operand, state: &mut OpState) -> ParseResult {
    p.attr_dict(state)?;
    let from = p.colon_ty()?;
    p.keyword("to")?;
    let to = p.ty()?;
    state.results.push(to);
    p.resolve_into(input, from, state)
}

/// Writes ` {…} : T to U`.
pub(crate) fn print_to(op: OpRef<'_>, elided: &[&str], p: &mut Printer) {
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

/// Puts subscripts into an op: values as operands, the map and the terms as attributes.
pub(crate) fn set_subscripts(p: &mut OpParser, state: &mut OpState, map: &str, subscripts: Subscripts) {
    state.operands.extend(subscripts.values);
    let attr = p.ctx().map_attr(subscripts.map);
    p.set_attr(state, map, attr);
    if !subscripts.extents.is_empty() {
        let attr = p.ctx().extents_attr(&subscripts.extents);
        p.set_attr(state, "extents", attr);
    }
}

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
