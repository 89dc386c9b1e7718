//! Shared pieces of the custom assembly of `tensor`, `loop`, `mem` and `vector` ops.

use super::constraints::{kinds, kinds_attr};
use super::kinds::CombiningKind;
use super::subscripts::Subscripts;
pub(crate) use crate::arith::syntax::FASTMATH;
use tf_ir::affine::AffineExpr;
use tf_ir::attr::Attribute;
use tf_ir::body::Value;
use tf_ir::opref::OpRef;
use tf_ir::text::{
    AffineNames, AsmParser, AttrSyntax, Custom, Delimiter, OpParser, OpState, ParseResult, Printer, Tok,
};
use tf_ir::types::Type;

/// Writes `(%i, %j)`.
pub(crate) fn print_indices(p: &mut Printer, indices: &[Value]) {
    p.text("(");
    p.commas(indices.iter().copied(), |p, index| {
        p.value(index);
        p.argument_location(index);
    });
    p.text(")");
}

/// Sets these affine expressions on an op in normal form: their values, of type `index`, as operands, the map
/// `name` and the terms as attributes.
pub(crate) fn give_subscripts(
    p: &mut OpParser,
    state: &mut OpState,
    name: &str,
    exprs: &[AffineExpr],
    names: &AffineNames,
) -> ParseResult {
    let index = p.ctx().index();
    let values =
        names.values.iter().map(|value| p.resolve(*value, index)).collect::<ParseResult<Vec<Value>>>()?;
    let at = p.op_pos();
    let subscripts =
        Subscripts::new(exprs, &values, &names.extents).map_err(|e| p.error(at, e.to_string()))?;
    state.given = subscripts.values;
    p.set_attr(state, name, p.ctx().map_attr(subscripts.map));
    if !subscripts.extents.is_empty() {
        p.set_attr(state, "extents", p.ctx().extents_attr(&subscripts.extents));
    }
    Ok(())
}

/// `[%i + 1, 2 * %j]`: the subscripts of an access, or the offsets of a tile.
pub(crate) struct SubscriptList;

impl Custom for SubscriptList {
    fn parse(&self, p: &mut OpParser, state: &mut OpState) -> ParseResult {
        let (mut names, mut exprs) = (AffineNames::default(), Vec::new());
        p.list_of(Delimiter::Square, |p| {
            exprs.push(p.affine_expr(&mut names)?);
            Ok(())
        })?;
        give_subscripts(p, state, "map", &exprs, &names)
    }

    fn print(&self, op: OpRef<'_>, p: &mut Printer) {
        p.text("[");
        if let Some(list) = Subscripts::of_op(op) {
            p.commas(list.map.results(), |p, expr| p.affine_expr(expr, &list.values, &list.extents));
        }
        p.text("]");
    }
}

fn parse_kinds(p: &mut AsmParser) -> ParseResult<Attribute> {
    let kinds = p.one_or_list(|p| {
        let i = p.keyword_of("a combining kind", &CombiningKind::NAMES)?;
        Ok(CombiningKind::ALL[i])
    })?;
    Ok(kinds_attr(p.ctx(), &kinds))
}

fn print_kinds(p: &mut Printer, attr: Attribute) {
    let kinds = kinds(p.ctx(), attr).unwrap_or_default();
    p.one_or_list(&kinds, |p, kind| p.text(kind.name()));
}

/// A combining kind, or a list of them: `add`, `[add, maxsi]`.
pub(crate) const KINDS: AttrSyntax = AttrSyntax::Custom {
    // The parser reports any other word as an unknown kind.
    starts: |p| {
        let other = ["init", "fastmath", "attributes"].iter().any(|word| p.at_keyword(word));
        p.peek() == Tok::LSquare || p.peek() == Tok::BareId && !other
    },
    parse: parse_kinds,
    print: print_kinds,
};

/// Parses `name = [0, 1]` as an attribute.
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

/// A combining kind.
pub(crate) const KIND: AttrSyntax = AttrSyntax::Words("a combining kind", &CombiningKind::NAMES);

/// One term in brackets: `[2*n + 1]`.
pub(crate) const TERM: AttrSyntax = AttrSyntax::Custom {
    starts: |p| p.peek() == Tok::LSquare,
    parse: |p| {
        let at = p.pos();
        let terms = p.extents()?;
        match terms.as_slice() {
            [_] => Ok(p.ctx().extents_attr(&terms)),
            _ => Err(p.error(at, "expected one extent in brackets")),
        }
    },
    print: |p, term| p.extents(p.ctx().attr_extents(term).unwrap_or_default()),
};

/// ` combine (%elements, %values) {…}`: the combiner of a put or a scatter, if it is a region. The op's
/// operands begin with the values and an equal count of tensors.
pub(crate) struct Elements;

impl Custom for Elements {
    fn parse(&self, p: &mut OpParser, state: &mut OpState) -> ParseResult {
        if !p.accept_keyword("combine") {
            p.empty_region(state);
            return Ok(());
        }
        let ctx = p.ctx();
        let subscripts =
            state.attr(ctx, "map").and_then(|a| ctx.attr_map(a)).map_or(0, |m| m.num_dims() as usize);
        let combined = &state.operands[..(state.operands.len() - subscripts) / 2];
        let elems: Vec<Type> = combined.iter().map(|v| ctx.elem_type(p.type_of(*v))).collect();
        let mut arguments = p.arguments(Delimiter::Paren, false, false)?;
        let (n, m) = (2 * elems.len(), arguments.len());
        if n != m {
            return Err(p.op_error(format!(
                "combines elements and values: its region needs {n} arguments, not \
                {m}"
            )));
        }
        arguments.iter_mut().zip(elems.iter().cycle()).for_each(|(argument, ty)| argument.ty = *ty);
        p.region(state, &arguments)
    }

    fn print(&self, op: OpRef<'_>, p: &mut Printer) {
        let Some(block) = op.entry(0) else { return };
        p.text(" combine ");
        print_indices(p, &op.body().args(block).collect::<Vec<Value>>());
        p.text(" ");
        p.region(op.region(0), false, true);
    }
}
