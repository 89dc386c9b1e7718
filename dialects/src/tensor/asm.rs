//! Custom assembly of `tensor.compute`.

use super::accumulate::{self, Accumulation};
use super::compute::{Compute, ComputeOp, accumulator_type};
use super::loop_names::parsed_loop_names;
use super::schedule::LoopNames;
use super::syntax::print_indices;
use tf_ir::opref::OpRef;
use tf_ir::text::{Argument, Assembly, Delimiter, OpParser, OpState, ParseResult, Printer, Tok, ValueNames};
use tf_ir::types::Type;

impl Assembly for Compute {
    fn parse(&self, p: &mut OpParser, state: &mut OpState) -> ParseResult {
        let (indices, words) = parse_named_indices(p)?;
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
        give_names(p, state, &words);
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
        p.extents(view.extents());
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
        match view.axes() {
            Some(_) => view
                .indices()
                .into_iter()
                .zip(view.loop_names().axes)
                .for_each(|(index, name)| names.set(index, name)),
            None => names.set_indices(view.indices(), b'i'),
        }
        for accumulator in view.accumulators() {
            names.set(accumulator, "acc".to_string());
        }
    }
}

/// Parses an optional `accumulate(add %r = %init : type, …)`: the region's arguments and the types of the
/// results.
fn parse_accumulators(p: &mut OpParser, state: &mut OpState) -> ParseResult<(Vec<Argument>, Vec<Type>)> {
    let (mut arguments, mut types, mut how) = (Vec::new(), Vec::new(), Vec::new());
    if !p.accept_keyword("accumulate") {
        return Ok((arguments, types));
    }
    p.list_of(Delimiter::Paren, |p| {
        let word = p.keyword_of("a combining kind, set or region", &accumulate::WORDS)?;
        let unique = p.accept_keyword("unique");
        how.push(Accumulation::of_word(word).unique(unique).unordered(p.accept_keyword("unordered")));
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

/// Prints ` accumulate(add %r = %init : type, …)` if there are accumulators.
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

/// Parses `(%i, %j)`: the region's arguments, and their names.
fn parse_named_indices(p: &mut OpParser) -> ParseResult<(Vec<Argument>, Vec<String>)> {
    let (index, mut indices, mut words) = (p.ctx().index(), Vec::new(), Vec::new());
    p.list_of(Delimiter::Paren, |p| {
        words.push(p.spelling().trim_start_matches('%').to_string());
        let argument = p.argument(false, false)?;
        indices.push(Argument { ty: index, ..argument });
        Ok(())
    })?;
    Ok((indices, words))
}

/// Names the loops of a compute with a schedule that its text does not name: axes by their indices, folds by
/// their `axis`.
fn give_names(p: &mut OpParser, state: &mut OpState, words: &[String]) {
    let [schedule, axes, folds] = [Compute::SCHEDULE, Compute::AXES, Compute::FOLDS];
    if state.slots[schedule].is_none() {
        return;
    }
    let named = parsed_loop_names(words, p.parsed_regions(state));
    for (slot, name, names) in [(axes, "axes", &named.axes), (folds, "folds", &named.folds)] {
        if state.slots[slot].is_none() && !names.is_empty() {
            let attr = LoopNames::attr(p.ctx(), names);
            p.set_attr(state, name, attr);
        }
    }
}
