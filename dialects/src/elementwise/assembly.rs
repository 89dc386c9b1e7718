//! Custom forms of elementwise ops, in upstream's syntax: one parser and printer for all kinds, hand-written
//! because it handles most ops of a program.

use crate::arith::flags::{FastMath, FlagSet, Overflow, ROUNDING_MODES};
use crate::arith::predicate::{CmpF, CmpI};
use crate::math;
use crate::scalar::OpSpec;
use crate::scalar::table::{Attribute as Flags, Kind};
use tf_ir::opref::OpRef;
use tf_ir::text::{Assembly, OpParser, OpState, Operands, ParseResult, Printer, Tok, ValueNames};
use tf_ir::types::Type;

/// The syntax between an op's operands and its attribute dictionary.
pub(crate) struct ElementwiseAssembly {
    pub(super) kind: Kind,
    pub(super) flags: Flags,
    /// The attributes that the flags and the predicate cover.
    elided: &'static [&'static str],
    /// `%v to [%min, %max]`
    clamp: bool,
}

impl ElementwiseAssembly {
    pub(super) fn new(spec: &OpSpec) -> ElementwiseAssembly {
        let elided: &[&str] = match spec.kind {
            // The flags of classifications are in the dictionary.
            Kind::FloatTest => &[],
            Kind::IntCompare => &["predicate"],
            Kind::FloatCompare => &["predicate", "fastmath"],
            _ => &["fastmath", "overflowFlags", "isExact", "roundingmode"],
        };
        let clamp = spec.op == math::Clampf::KIND;
        ElementwiseAssembly { kind: spec.kind, flags: spec.attribute, elided, clamp }
    }

    fn predicates(&self) -> Option<&'static [&'static str]> {
        match self.kind {
            Kind::IntCompare => Some(&CmpI::NAMES),
            Kind::FloatCompare => Some(&CmpF::NAMES),
            _ => None,
        }
    }
}

impl Assembly for ElementwiseAssembly {
    fn parse(&self, p: &mut OpParser, state: &mut OpState) -> ParseResult {
        if let Some(names) = self.predicates() {
            parse_predicate(p, state, names)?;
        }
        let mut operands = Operands::new();
        for i in 0..self.kind.operands() {
            if i > 0 {
                match (self.clamp, i) {
                    (true, 1) => {
                        p.keyword("to")?;
                        p.expect(Tok::LSquare)?;
                    }
                    _ => p.expect(Tok::Comma)?,
                }
            }
            operands.push(p.operand()?);
        }
        if self.clamp {
            p.expect(Tok::RSquare)?;
        }
        if self.kind != Kind::FloatTest {
            parse_flags(p, state, self.flags)?;
        }
        p.attr_dict(state)?;
        let ty = p.colon_ty()?;
        self.types(p, state, &operands, ty)
    }

    fn print(&self, op: OpRef<'_>, p: &mut Printer) {
        if let Some(names) = self.predicates() {
            let number = op.attr("predicate").and_then(|a| op.ctx().attr_int(a));
            let name = number.and_then(|n| names.get(usize::try_from(n).ok()?));
            p.text(" ");
            p.text(name.unwrap_or(&"<<unknown predicate>>"));
            p.text(",");
        }
        p.text(" ");
        if self.clamp {
            p.value(op.operand(0));
            p.text(" to [");
            p.values(op.operands().skip(1));
            p.text("]");
        } else {
            p.values(op.operands());
        }
        if self.kind != Kind::FloatTest {
            print_flags(op, p, self.flags);
        }
        p.attr_dict(op, self.elided);
        p.text(" : ");
        print_types(self.kind, op, p);
    }

    fn result_names(&self, op: OpRef<'_>, names: &mut ValueNames) {
        let pair = match self.kind {
            Kind::AddExtended => ["sum", "overflow"],
            Kind::MulExtended => ["low", "high"],
            Kind::FloatPair => ["sin", "cos"],
            _ => return,
        };
        for (result, name) in op.results().zip(pair) {
            names.set(result, name);
        }
    }
}

fn parse_predicate(p: &mut OpParser, state: &mut OpState, names: &[&str]) -> ParseResult {
    let number = match p.peek() {
        // The older form, `"slt"`.
        Tok::Str => {
            let at = p.pos();
            let word = p.string()?;
            let found = names.iter().position(|name| *name == word);
            found.ok_or_else(|| {
                p.error(at, format!("'{word}' is not a predicate; known are {}", names.join(", ")))
            })?
        }
        _ => p.keyword_of("a predicate", names)?,
    };
    let predicate = p.ctx().i64_attr(number as i64);
    p.set_attr(state, "predicate", predicate);
    p.expect(Tok::Comma)
}

/// Flags in the order upstream writes them: rounding mode, then fast-math; or overflow; or `exact`.
fn parse_flags(p: &mut OpParser, state: &mut OpState, flags: Flags) -> ParseResult {
    if p.peek() != Tok::BareId {
        return Ok(());
    }
    let rounding = ROUNDING_MODES.iter().position(|mode| p.spelling() == *mode);
    if let (Flags::FastMathAndRounding, Some(mode)) = (flags, rounding) {
        p.keyword(ROUNDING_MODES[mode])?;
        let mode = p.ctx().int_attr(p.ctx().i32(), mode as i128);
        p.set_attr(state, "roundingmode", mode);
    }
    match flags {
        Flags::FastMath | Flags::FastMathAndRounding if p.accept_keyword("fastmath") => {
            let flags = parse_set::<FastMath>(p)?.attr(p.ctx());
            p.set_attr(state, FastMath::ATTR, flags);
        }
        Flags::Overflow if p.accept_keyword("overflow") => {
            let flags = parse_set::<Overflow>(p)?.attr(p.ctx());
            p.set_attr(state, Overflow::ATTR, flags);
        }
        Flags::Exact if p.accept_keyword("exact") => {
            let unit = p.ctx().unit_attr();
            p.set_attr(state, "isExact", unit);
        }
        _ => {}
    }
    Ok(())
}

/// `<flag, flag>`
fn parse_set<F: FlagSet>(p: &mut OpParser) -> ParseResult<F> {
    crate::arith::syntax::parse_flag_set::<F>(p)
}

fn print_flags(op: OpRef<'_>, p: &mut Printer, flags: Flags) {
    if flags == Flags::FastMathAndRounding
        && let Some(mode) = op.attr("roundingmode").and_then(|a| op.ctx().attr_int(a))
        && let Some(name) = usize::try_from(mode).ok().and_then(|mode| ROUNDING_MODES.get(mode))
    {
        p.text(" ");
        p.text(name);
    }
    match flags {
        Flags::FastMath | Flags::FastMathAndRounding => print_set::<FastMath>(op, p, " fastmath<"),
        Flags::Overflow => print_set::<Overflow>(op, p, " overflow<"),
        Flags::Exact if op.attr("isExact").is_some() => p.text(" exact"),
        _ => {}
    }
}

fn print_set<F: FlagSet>(op: OpRef<'_>, p: &mut Printer, open: &str) {
    let set = F::of(op);
    if set.bits() != 0 {
        p.text(open);
        p.text(&set.text());
        p.text(">");
    }
}

impl ElementwiseAssembly {
    /// The syntax after the first type, and the types of operands and results.
    fn types(&self, p: &mut OpParser, state: &mut OpState, operands: &Operands, ty: Type) -> ParseResult {
        let bools = |p: &OpParser| p.ctx().with_elem(ty, p.ctx().i1());
        match self.kind {
            Kind::AddExtended => {
                p.expect(Tok::Comma)?;
                let overflow = p.ty()?;
                state.results.extend([ty, overflow]);
            }
            Kind::MulExtended | Kind::FloatPair => state.results.extend([ty, ty]),
            Kind::IntCompare | Kind::FloatCompare | Kind::FloatTest => {
                let result = bools(p);
                state.results.push(result);
            }
            Kind::WordsToFloat => {
                let result = p.ctx().with_elem(ty, p.ctx().f32());
                state.results.push(result);
            }
            Kind::FloatInt => {
                p.expect(Tok::Comma)?;
                let power = p.ty()?;
                state.results.push(ty);
                p.resolve_into(operands[0], ty, state)?;
                return p.resolve_into(operands[1], power, state);
            }
            Kind::Select => return select_types(p, state, operands, ty),
            Kind::Cast(_) => {
                p.keyword("to")?;
                let to = p.ty()?;
                state.results.push(to);
            }
            _ => state.results.push(ty),
        }
        p.resolve_same(operands, ty, state)
    }
}

/// `: T` with an i1 condition, or `: condition type, T`.
fn select_types(p: &mut OpParser, state: &mut OpState, operands: &Operands, first: Type) -> ParseResult {
    let (condition, ty) = match p.accept(Tok::Comma) {
        true => (first, p.ty()?),
        false => (p.ctx().i1(), first),
    };
    state.results.push(ty);
    p.resolve_into(operands[0], condition, state)?;
    p.resolve_same(&operands[1..], ty, state)
}

fn print_types(kind: Kind, op: OpRef<'_>, p: &mut Printer) {
    match kind {
        Kind::AddExtended => p.value_types(op.results()),
        Kind::FloatInt => p.value_types(op.operands()),
        Kind::Select => {
            if op.operand_type(0) != op.ctx().i1() {
                p.types([op.operand_type(0)]);
                p.text(", ");
            }
            p.types([op.result_type(0)]);
        }
        Kind::Cast(_) => {
            p.types([op.operand_type(0)]);
            p.text(" to ");
            p.types([op.result_type(0)]);
        }
        _ => p.types([op.operand_type(0)]),
    }
}
