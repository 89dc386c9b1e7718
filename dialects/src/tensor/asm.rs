//! Custom assembly of the `tensor` ops.

use super::At;
use super::accumulate::{self, Accumulation};
use super::combination;
use super::combiner;
use super::compute::{Compute, ComputeOp, Fold, FoldOp, accumulator_type};
use super::from_elements::FromElements;
use super::layout::{Broadcast, Reverse, Slice, Transpose};
use super::policy::Policy;
use super::reduce::{Contract, Reduce};
use super::source::{ExtentOf, Splat};
use super::syntax::*;
use tf_ir::attr::Attribute;
use tf_ir::body::Value;
use tf_ir::opref::OpRef;
use tf_ir::text::{
    AffineNames, Argument, Assembly, Delimiter, OpParser, OpState, ParseResult, Printer, Tok, ValueNames,
};
use tf_ir::types::Type;

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
        let (accumulators, types) = parse_accumulators(p, state)?;
        p.attr_dict_with_keyword(state)?;
        p.region(state, &[indices, accumulators].concat())?;
        if types.is_empty() || p.peek() == Tok::Colon {
            state.results = p.colon_types()?;
        }
        state.results.extend(types);
        Ok(())
    }

    fn print(&self, op: OpRef<'_>, p: &mut Printer) {
        let view = op.view(Compute);
        p.text(" ");
        print_indices(p, &view.indices());
        p.text(" in ");
        print_extents(view.extents(), p);
        print_accumulators(view, p);
        p.attr_dict_with_keyword(op, &["box", "accumulate"]);
        p.text(" ");
        p.region(op.region(0), false, true);
        let plain = view.plain_count();
        if plain > 0 {
            p.text(" : ");
            p.value_types(op.results().take(plain));
        }
    }

    fn argument_names(&self, op: OpRef<'_>, names: &mut ValueNames) {
        let Some(view) = op.cast(Compute) else { return };
        name_indices(&view.indices(), b'i', names);
        for accumulator in view.accumulators() {
            names.set(accumulator, "acc".to_string());
        }
    }
}

/// Takes `accumulate(add %r = %init : type, …)` if it comes next: the region's arguments and the types of the results.
fn parse_accumulators(p: &mut OpParser, state: &mut OpState) -> ParseResult<(Vec<Argument>, Vec<Type>)> {
    let (mut arguments, mut types, mut how) = (Vec::new(), Vec::new(), Vec::new());
    if !p.accept_keyword("accumulate") {
        return Ok((arguments, types));
    }
    p.list_of(Delimiter::Paren, |p| {
        let word = p.keyword_of("a combining kind, set or region", &accumulate::WORDS)?;
        how.push(Accumulation::of_word(word).unique(p.accept_keyword("unique")));
        let argument = p.argument(false, false)?;
        p.expect(Tok::Equal)?;
        let init = p.operand()?;
        let ty = p.colon_ty()?;
        let memref = accumulator_type(p.ctx(), ty);
        arguments.push(Argument { ty: memref, ..argument });
        types.push(ty);
        p.resolve_into(init, ty, state)
    })?;
    let attr = accumulate::accumulations_attr(p.ctx(), &how);
    p.set_attr(state, "accumulate", attr);
    Ok((arguments, types))
}

/// Writes ` accumulate(add %r = %init : type, …)` if there are accumulators.
fn print_accumulators(view: ComputeOp<'_>, p: &mut Printer) {
    let accumulators = view.accumulators();
    if accumulators.is_empty() {
        return;
    }
    p.text(" accumulate(");
    let all = view.accumulations().into_iter().zip(accumulators).zip(view.op().operands());
    p.commas(all, |p, ((how, accumulator), init)| {
        p.text(&format!("{how} "));
        p.value(accumulator);
        p.argument_location(accumulator);
        p.text(" = ");
        p.value(init);
        p.text(" : ");
        p.value_types(std::iter::once(init));
    });
    p.text(")");
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
        parse_optional_kinds(p, state)?;
        let inits = parse_inits(p)?;
        parse_fastmath(p, state)?;
        p.attr_dict_with_keyword(state)?;
        let bounds = resolve(p, &[lower, upper], &names)?;
        set_subscripts(p, state, "bounds", bounds);
        p.region(state, &index)?;
        combiner::parse(p, state)?;
        state.results = p.colon_types()?;
        let types = state.results.clone();
        p.resolve_all(&inits, &types[..inits.len().min(types.len())], state)
    }

    fn print(&self, op: OpRef<'_>, p: &mut Printer) {
        let view = op.view(Fold);
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
        print_inits(&view.inits(), p);
        print_fastmath(op, p);
        let elided = ["bounds", "extents", "kinds", "fastmath", combiner::ASSOCIATIVE, combiner::COMMUTATIVE];
        p.attr_dict_with_keyword(op, &elided);
        p.text(" ");
        p.region(op.region(0), false, true);
        combiner::print(op, 1, p);
        p.text(" : ");
        p.value_types(op.results());
    }

    fn argument_names(&self, op: OpRef<'_>, names: &mut ValueNames) {
        let index = op.cast(Fold).and_then(FoldOp::index);
        name_indices(index.as_slice(), b'k', names);
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
            let i = p.keyword_of("an out-of-bounds policy", &Policy::READ_NAMES)?;
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
        let at = op.view(At);
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

impl Assembly for ExtentOf {
    fn parse(&self, p: &mut OpParser, state: &mut OpState) -> ParseResult {
        parse_extent_of(p, state)
    }

    fn print(&self, op: OpRef<'_>, p: &mut Printer) {
        print_extent_of(op, p);
    }
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
        let view = op.view(Slice);
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
        let named = combination::parse(p, state, |p, state| parse_axes(p, state, "dims"))?;
        let types = combination::parse_types_to(p, state)?;
        named.resolve(p, &types, state)
    }

    fn print(&self, op: OpRef<'_>, p: &mut Printer) {
        combination::print(op, p, &["dims"], |p| print_axes(op, "dims", p));
        combination::print_types_to(op, p);
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
        let view = op.view(Contract);
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
