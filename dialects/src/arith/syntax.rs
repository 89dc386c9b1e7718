//! Assembly of `arith`'s own attributes and constants.

use super::Constant;
use super::flags::{FastMath, FlagSet, Overflow, ROUNDING_MODES};
use crate::constraints::typed_attr;
use smallvec::smallvec;
use std::marker::PhantomData;
use std::sync::Arc;
use tf_ir::attr::{AttrData, Attribute};
use tf_ir::context::Context;
use tf_ir::opref::OpRef;
use tf_ir::registry::{ParamDef, Registry};
use tf_ir::text::{
    AsmParser, Assembly, AttrSyntax, OpParser, OpState, ParamSyntax, Params, ParseResult, Printer, Tok,
    ValueNames, type_to_string,
};
use tf_ir::types::TypeData;

/// Adds `#arith.fastmath` and `#arith.overflow`.
pub(super) fn register(registry: &mut Registry) {
    registry.attr(ParamDef {
        name: "arith.fastmath",
        summary: "Permissions to deviate from IEEE 754",
        syntax: Arc::new(FlagSyntax::<FastMath>(PhantomData)),
    });
    registry.attr(ParamDef {
        name: "arith.overflow",
        summary: "Promises that an integer op does not wrap",
        syntax: Arc::new(FlagSyntax::<Overflow>(PhantomData)),
    });
}

/// `<flag, flag>` of a set of flags.
struct FlagSyntax<F>(PhantomData<F>);

impl<F: FlagSet + Send + Sync> ParamSyntax for FlagSyntax<F> {
    fn parse(&self, p: &mut AsmParser) -> ParseResult<Params> {
        let set = parse_flag_set::<F>(p)?;
        Ok(smallvec![p.ctx().int_attr(p.ctx().i32(), set.bits().into())])
    }

    fn print(&self, params: &[Attribute], p: &mut Printer) {
        let bits = params.first().and_then(|bits| p.ctx().attr_int(*bits)).unwrap_or(0);
        p.text("<");
        p.text(&F::from_bits(bits as u32).text());
        p.text(">");
    }

    fn verify(&self, ctx: &Context, params: &[Attribute]) -> Result<(), String> {
        let [bits] = params else { return Err("takes one parameter: the bits of its flags".into()) };
        match ctx.attr_data(*bits) {
            AttrData::Integer(ty, n)
                if *ty == ctx.i32() && i128::from(F::from_bits(*n as u32).bits()) == *n =>
            {
                Ok(())
            }
            _ => Err("takes the bits of its flags as an i32".into()),
        }
    }
}

/// `<flag, flag>`
pub(crate) fn parse_flag_set<F: FlagSet>(p: &mut AsmParser) -> ParseResult<F> {
    p.expect(Tok::Less)?;
    let mut set = F::from_bits(0);
    loop {
        let at = p.pos();
        let word = p.any_keyword("a flag")?;
        let Some(flag) = F::parse_name(word) else {
            let names: Vec<&str> = F::NAMES.iter().copied().chain(F::ALL).chain(["none"]).collect();
            let hint = tf_ir::text::nearest(word, names.iter().copied());
            let hint =
                hint.map_or(format!("one of {}", names.join(", ")), |near| format!("did you mean '{near}'?"));
            return Err(p.error(at, format!("'{word}' is not a flag of '{}'; {hint}", F::MNEMONIC)));
        };
        set = set.or(flag);
        if !p.accept(Tok::Comma) {
            break;
        }
    }
    p.expect(Tok::Greater)?;
    Ok(set)
}

/// `fastmath<nnan,ninf>`
pub(crate) const FASTMATH: AttrSyntax = AttrSyntax::Custom {
    starts: |p| p.at_keyword("fastmath"),
    parse: |p| {
        p.keyword("fastmath")?;
        let flags = parse_flag_set::<FastMath>(p)?;
        Ok(flags.attr(p.ctx()))
    },
    print: |p, flags| {
        p.text("fastmath<");
        p.text(&FastMath::from_attr(p.ctx(), flags).unwrap_or(FastMath::NONE).text());
        p.text(">");
    },
};

/// A rounding mode, an `i32`, by its name: `upward`.
pub(super) const ROUNDING: AttrSyntax = AttrSyntax::Custom {
    starts: |p| p.peek() == Tok::BareId && ROUNDING_MODES.contains(&p.spelling()),
    parse: |p| {
        let mode = p.keyword_of("a rounding mode", &ROUNDING_MODES)?;
        Ok(p.ctx().int_attr(p.ctx().i32(), mode as i128))
    },
    print: |p, mode| {
        let mode = p.ctx().attr_int(mode).and_then(|mode| usize::try_from(mode).ok());
        p.text(mode.and_then(|mode| ROUNDING_MODES.get(mode)).unwrap_or(&""));
    },
};

/// `arith.constant 1 : i32`
pub(super) struct ConstantAssembly;

impl Assembly for ConstantAssembly {
    fn parse(&self, p: &mut OpParser, state: &mut OpState) -> ParseResult {
        p.attr_dict(state)?;
        let at = p.pos();
        let value = p.attr()?;
        let Some(ty) = typed_attr(p.ctx(), value) else {
            return Err(
                p.error(at, "the value of a constant is an attribute with a type: 1 : i32, dense<0.0> : …")
            );
        };
        state.slots[Constant::VALUE] = Some(value);
        state.results.push(ty);
        Ok(())
    }

    fn print(&self, op: OpRef<'_>, p: &mut Printer) {
        p.attr_dict(op, &["value"]);
        p.text(" ");
        match op.slot(Constant::VALUE) {
            Some(value) => p.attr(value),
            None => p.text("<<no value>>"),
        }
    }

    /// `%c1_i32`, `%c5` (index), `%true`, `%cst`
    fn result_names(&self, op: OpRef<'_>, names: &mut ValueNames) {
        let ctx = op.ctx();
        let name = match op.slot(Constant::VALUE).map(|value| ctx.attr_data(value)) {
            Some(AttrData::Integer(ty, value)) if *ty == ctx.i1() => {
                (if *value == 0 { "false" } else { "true" }).to_string()
            }
            Some(AttrData::Integer(ty, value)) => match ctx.type_data(*ty) {
                TypeData::Index => format!("c{value}"),
                _ => format!("c{value}_{}", type_to_string(ctx, *ty)),
            },
            _ => "cst".to_string(),
        };
        names.set(op.result(0), name);
    }
}
