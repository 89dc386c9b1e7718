//! Custom forms with regions: `stablehlo.reduce` and `stablehlo.while`.

use tf_ir::text::{Delimiter, OpParser, OpState, Operands, ParseResult, Tok, Types};
use tf_ir::types::Type;

/// `(%x init: %a), (%y init: %b) across dimensions = [1] {…} : types reducer(%p: T, %q: T) (…) { …
/// }`, or with `applies stablehlo.add` for a reducer of one op.
pub(super) fn reduce(p: &mut OpParser, state: &mut OpState) -> ParseResult {
    let (mut inputs, mut inits) = (Operands::new(), Operands::new());
    loop {
        p.expect(Tok::LParen)?;
        let input = p.operand()?;
        inputs.push(input);
        p.keyword("init")?;
        p.expect(Tok::Colon)?;
        let init = p.operand()?;
        inits.push(init);
        p.expect(Tok::RParen)?;
        if !p.accept(Tok::Comma) {
            break;
        }
    }
    let applied =
        if p.accept_keyword("applies") { Some(p.any_keyword("the op that reduces")?) } else { None };
    p.keyword("across")?;
    p.keyword("dimensions")?;
    p.expect(Tok::Equal)?;
    let mut dims = Vec::new();
    p.list_of(Delimiter::Square, |p| {
        dims.push(p.integer::<i64>()?);
        Ok(())
    })?;
    let dims = p.ctx().i64_array_attr(&dims);
    p.set_attr(state, "dimensions", dims);
    p.attr_dict(state)?;
    p.expect(Tok::Colon)?;
    let (types, results) = p.functional_type()?;
    let operands: Operands = inputs.iter().chain(&inits).copied().collect();
    p.resolve_all(&operands, &types, state)?;
    state.results = results;
    match applied {
        Some(name) => applies(p, state, name, &types[inits.len()..]),
        None => reducer(p, state, inits.len()),
    }
}

/// The region of a reducer that consists of one op.
fn applies(p: &mut OpParser, state: &mut OpState, name: &str, inits: &[Type]) -> ParseResult {
    let at = p.op_pos();
    let [init] = inits else {
        return Err(p.error(at, "'applies' reduces one operand"));
    };
    p.built_region(state, &[*init, *init], |b, args| {
        let value = b.value(name, args, *init, &[]);
        b.op("stablehlo.return", &[value], &[], &[]);
    });
    Ok(())
}

/// `reducer(%p: T, %q: T) (%r: U, %s: U) { … }`: a pair per operand; the block takes first all left
/// arguments, then all right ones.
fn reducer(p: &mut OpParser, state: &mut OpState, pairs: usize) -> ParseResult {
    p.keyword("reducer")?;
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for _ in 0..pairs {
        let at = p.pos();
        let mut pair = p.arguments(Delimiter::Paren, true, false)?.into_iter();
        let (Some(a), Some(b), None) = (pair.next(), pair.next(), pair.next()) else {
            return Err(p.error(at, "a reducer takes two arguments for each operand"));
        };
        left.push(a);
        right.push(b);
    }
    left.append(&mut right);
    p.region(state, &left)
}

/// `(%i = %a, %j = %b) : T, U attributes {…} cond { … } do { … }`
pub(super) fn while_loop(p: &mut OpParser, state: &mut OpState) -> ParseResult {
    let (names, operands) = p.assignments(Delimiter::Paren)?;
    let types = if operands.is_empty() { Types::new() } else { p.colon_types()? };
    p.resolve_all(&operands, &types, state)?;
    state.results = types.clone();
    p.attr_dict_with_keyword(state)?;
    let arguments: Vec<_> = names.iter().zip(&types).map(|(name, ty)| p.named_argument(*name, *ty)).collect();
    p.keyword("cond")?;
    p.region(state, &arguments)?;
    p.keyword("do")?;
    p.region(state, &arguments)
}
