//! A dialect for tests, and helpers.

use std::sync::Arc;
use tf_ir::attr::{AttrData, Attribute};
use tf_ir::body::Body;
use tf_ir::builtin::{ANY_ATTR, ANY_TYPE, STRING_ATTR};
use tf_ir::context::Context;
use tf_ir::diag::{Diagnostic, Sources};
use tf_ir::opref::OpRef;
use tf_ir::registry::{
    Arity, AttrConstraint, AttrSpec, Count, OpInfo, ParamDef, Registry, Traits, TypeRule, ValueSpec,
};
use tf_ir::text::*;

pub fn value(name: &'static str, arity: Arity) -> ValueSpec {
    ValueSpec { name, constraint: ANY_TYPE, arity, ty: None }
}

fn ruled(name: &'static str, arity: Arity, rule: TypeRule) -> ValueSpec {
    ValueSpec { ty: Some(rule), ..value(name, arity) }
}

pub fn attr(name: &'static str, constraint: AttrConstraint) -> AttrSpec {
    AttrSpec { name, constraint, optional: true, default: None }
}

pub const UNIT: AttrConstraint =
    AttrConstraint { summary: "unit", check: |ctx, a| matches!(ctx.attr_data(a), AttrData::Unit) };
pub const FLAGS: EnumSyntax =
    EnumSyntax::flags(&[("none", 0), ("fast", 7), ("nnan", 1), ("ninf", 2), ("nsz", 4)], ",");

/// The syntax of a dialect attribute that is an enumeration or a set of flags, held as an `i32` parameter:
/// `#arith.fastmath<nnan,ninf>`, `#arith.roundingmode<upward>`.
#[derive(Clone, Copy)]
pub struct EnumSyntax {
    /// The words and their values; of equal values, the first is printed.
    pub cases: &'static [(&'static str, i32)],
    /// Between words of a set of flags; `None` for an enumeration.
    pub separator: Option<&'static str>,
}

impl EnumSyntax {
    /// Any number of words, each with its bits. A word may have several bits, or none.
    pub const fn flags(cases: &'static [(&'static str, i32)], separator: &'static str) -> EnumSyntax {
        EnumSyntax { cases, separator: Some(separator) }
    }

    /// Takes a word, or several with separators.
    pub fn parse_words(&self, p: &mut AsmParser) -> ParseResult<i32> {
        let words: Vec<&str> = self.cases.iter().map(|c| c.0).collect();
        let mut value = self.cases[p.keyword_of("a word", &words)?].1;
        let separator = match self.separator {
            Some(",") => Tok::Comma,
            Some("|") => Tok::VBar,
            _ => return Ok(value),
        };
        while p.accept(separator) {
            value |= self.cases[p.keyword_of("a word", &words)?].1;
        }
        Ok(value)
    }

    /// The words of a value: one that is exactly it, else those of its bits.
    pub fn words(&self, value: i32) -> String {
        if let Some((word, _)) = self.cases.iter().find(|(_, v)| *v == value) {
            return word.to_string();
        }
        let single = |v: i32| v.count_ones() == 1;
        let set = self.cases.iter().filter(|(_, v)| single(*v) && value & v != 0);
        set.map(|(word, _)| *word).collect::<Vec<_>>().join(self.separator.unwrap_or(","))
    }
}

impl ParamSyntax for EnumSyntax {
    fn parse(&self, p: &mut AsmParser) -> ParseResult<Params> {
        p.expect(Tok::Less)?;
        let value = self.parse_words(p)?;
        p.expect(Tok::Greater)?;
        let ctx = p.ctx();
        Ok(Params::from_slice(&[ctx.int_attr(ctx.i32(), value as i128)]))
    }

    fn print(&self, params: &[Attribute], p: &mut Printer) {
        let value = params.first().and_then(|a| p.ctx().attr_int(*a)).unwrap_or(0) as i32;
        p.text("<");
        p.text(&self.words(value));
        p.text(">");
    }

    fn verify(&self, ctx: &Context, params: &[Attribute]) -> Result<(), String> {
        let [param] = params else { return Err("takes one parameter".into()) };
        match ctx.attr_int(*param) {
            Some(value) if self.words(value as i32).is_empty() => Err(format!("has no word for {value}")),
            Some(_) => Ok(()),
            None => Err("takes an integer".into()),
        }
    }
}

/// `<nnan,nsz>`, of type `t.flags`.
const FLAGS_ATTR: AttrSyntax = AttrSyntax::Custom {
    starts: |p| p.peek() == Tok::Less,
    parse: |p| {
        let (params, ctx) = (FLAGS.parse(p)?.into_boxed_slice(), p.ctx());
        Ok(ctx.intern_attr(AttrData::Dialect { dialect: ctx.str("t"), name: ctx.str("flags"), params }))
    },
    print: |p, attr| p.attr_params(attr),
};

const PREDICATES: [&str; 3] = ["eq", "ne", "slt"];

/// The number of a predicate as a word.
const PREDICATE: AttrSyntax = AttrSyntax::Custom {
    starts: |p| p.peek() == Tok::BareId,
    parse: |p| Ok(p.ctx().i64_attr(p.keyword_of("one of the words", &PREDICATES)? as i64)),
    print: |p, attr| p.text(PREDICATES[p.ctx().attr_int(attr).unwrap_or(0) as usize]),
};

const SYMBOL: AttrSyntax = AttrSyntax::Custom {
    starts: |p| p.peek() == Tok::AtId,
    parse: |p| Ok(p.ctx().string_attr(&p.symbol_name()?)),
    print: |p, attr| p.symbol_name(p.ctx().attr_str(attr).unwrap_or("")),
};

fn type_of(ctx: &Context, a: Attribute) -> Option<tf_ir::types::Type> {
    match ctx.attr_data(a) {
        AttrData::Integer(ty, _) | AttrData::Float(ty, _) => Some(*ty),
        AttrData::Dense(data) => Some(data.ty),
        _ => None,
    }
}

fn bools(ctx: &Context, ty: tf_ir::types::Type) -> tf_ir::types::Type {
    ctx.with_elem(ty, ctx.i1())
}

/// `t.func @name(%arg0: i32 {attrs}) -> i32 attributes {…} {…}`: isolated, with a region.
struct Func;

impl Assembly for Func {
    fn parse(&self, p: &mut OpParser, state: &mut OpState) -> ParseResult {
        let name = p.symbol_name()?;
        let name = p.ctx().string_attr(&name);
        p.set_attr(state, "sym_name", name);
        let args = p.arguments(Delimiter::Paren, true, false)?;
        let results = p.optional_arrow_types()?;
        let inputs: Vec<_> = args.iter().map(|a| a.ty).collect();
        let ty = p.ctx().type_attr(p.ctx().function(&inputs, &results));
        p.set_attr(state, "function_type", ty);
        p.attr_dict_with_keyword(state)?;
        if !p.optional_region(state, &args)? {
            p.empty_region(state);
        }
        Ok(())
    }

    fn print(&self, op: OpRef<'_>, p: &mut Printer) {
        p.text(" ");
        p.symbol_name(op.attr("sym_name").and_then(|a| op.ctx().attr_str(a)).unwrap_or(""));
        p.text("(");
        if let Some(entry) = op.entry(0) {
            p.commas(op.body().args(entry), Printer::argument);
        }
        p.text(")");
        let ty = op.attr("function_type").and_then(|a| op.ctx().attr_type(a));
        if let Some(tf_ir::types::TypeData::Function { results, .. }) = ty.map(|t| op.ctx().type_data(t)) {
            p.optional_arrow_types(results);
        }
        p.attr_dict_with_keyword(op, &["sym_name", "function_type"]);
        if op.entry(0).is_some() {
            p.text(" ");
            p.region(op.region(0), false, true);
        }
    }

    fn default_dialect(&self) -> Option<&'static str> {
        Some("t")
    }
}

/// `t.for %i = %a to %b iter_args(%x = %y) -> (i32) {…}`
struct For;

impl Assembly for For {
    fn parse(&self, p: &mut OpParser, state: &mut OpState) -> ParseResult {
        let index = p.operand()?;
        p.expect(Tok::Equal)?;
        let low = p.operand()?;
        p.keyword("to")?;
        let high = p.operand()?;
        let ty = p.ctx().index();
        p.resolve_same(&[low, high], ty, state)?;
        let mut args = vec![p.named_argument(index, ty)];
        if p.accept_keyword("iter_args") {
            let (names, inits) = p.assignments(Delimiter::Paren)?;
            p.expect(Tok::Arrow)?;
            let types = p.paren_types()?;
            p.resolve_all(&inits, &types, state)?;
            args.extend(names.iter().zip(&types).map(|(n, ty)| p.named_argument(*n, *ty)));
            state.results.extend(types);
        }
        p.region(state, &args)?;
        p.ensure_terminator(state, "t.yield");
        p.attr_dict(state)
    }

    fn print(&self, op: OpRef<'_>, p: &mut Printer) {
        let Some(entry) = op.entry(0) else { return };
        let args: Vec<_> = op.body().args(entry).collect();
        p.text(" ");
        p.value(args[0]);
        p.text(" = ");
        p.value(op.operand(0));
        p.text(" to ");
        p.value(op.operand(1));
        if op.operand_count() > 2 {
            p.text(" iter_args(");
            p.commas(args[1..].iter().zip(op.operands().skip(2)), |p, (arg, init)| {
                p.value(*arg);
                p.text(" = ");
                p.value(init);
            });
            p.text(") -> (");
            p.value_types(op.results());
            p.text(")");
        }
        p.text(" ");
        let bare = op.body().last(entry).is_some_and(|op_| op.body().operand_count(op_) == 0);
        p.region(op.region(0), false, !bare);
        p.attr_dict(op, &[]);
    }
}

fn format(info: OpInfo, format: FormatAssembly) -> OpInfo {
    OpInfo { assembly: Some(Arc::new(format)), ..info }
}

fn arithmetic(registry: &mut Registry) {
    let pair = || vec![value("lhs", Arity::One), value("rhs", Arity::One)];
    let add = OpInfo {
        traits: Traits::PURE.with(Traits::SAME_TYPE),
        operands: Some(pair()),
        results: Some(vec![value("result", Arity::One)]),
        attrs: vec![
            AttrSpec {
                default: Some(|ctx| {
                    let params = [ctx.int_attr(ctx.i32(), 0)].into();
                    ctx.intern_attr(AttrData::Dialect {
                        dialect: ctx.str("t"),
                        name: ctx.str("flags"),
                        params,
                    })
                }),
                ..attr("flags", ANY_ATTR)
            },
            attr("exact", UNIT),
        ],
        ..OpInfo::new("t.add")
    };
    let text =
        "$lhs `,` $rhs (`flags` `` as<FLAGS>($flags)^)? (`exact` $exact^)? attr-dict `:` type($result)";
    registry.op(format(add, FormatAssembly::new(text).syntax("FLAGS", FLAGS_ATTR)));
    let compare = OpInfo {
        traits: Traits::PURE,
        operands: Some(vec![value("lhs", Arity::One), ruled("rhs", Arity::One, TypeRule::Same("lhs"))]),
        results: Some(vec![ruled("result", Arity::One, TypeRule::From("lhs", bools))]),
        attrs: vec![attr("predicate", ANY_ATTR)],
        ..OpInfo::new("t.cmp")
    };
    registry.op(format(
        compare,
        FormatAssembly::new("as<PREDICATE>($predicate) `,` $lhs `,` $rhs attr-dict `:` type($lhs)")
            .syntax("PREDICATE", PREDICATE),
    ));
    let constant = OpInfo {
        traits: Traits::PURE,
        results: Some(vec![ruled("result", Arity::One, TypeRule::FromAttr("value", type_of))]),
        attrs: vec![attr("value", ANY_ATTR)],
        ..OpInfo::new("t.constant")
    };
    registry.op(format(
        constant,
        FormatAssembly::new("attr-dict $value").result_names(|op, names| {
            let value = op.slot(0).and_then(|a| op.ctx().attr_int(a));
            let name = value.map_or("cst".to_string(), |v| format!("c{v}"));
            names.set(op.result(0), name);
        }),
    ));
}

fn control(registry: &mut Registry) {
    registry.op(OpInfo {
        traits: Traits::ISOLATED.with(Traits::SYMBOL),
        attrs: vec![attr("sym_name", STRING_ATTR), attr("function_type", ANY_ATTR)],
        regions: Count::Exactly(1),
        assembly: Some(Arc::new(Func)),
        ..OpInfo::new("t.func")
    });
    registry.op(OpInfo {
        operands: Some(vec![
            value("low", Arity::One),
            value("high", Arity::One),
            value("inits", Arity::Variadic),
        ]),
        results: Some(vec![value("results", Arity::Variadic)]),
        regions: Count::Exactly(1),
        assembly: Some(Arc::new(For)),
        ..OpInfo::new("t.for")
    });
    let terminator =
        |name, operands| OpInfo { operands: Some(operands), traits: Traits::TERMINATOR, ..OpInfo::new(name) };
    for name in ["t.yield", "t.return"] {
        let info = terminator(name, vec![value("values", Arity::Variadic)]);
        registry.op(format(info, FormatAssembly::new("attr-dict ($values^ `:` type($values))?")));
    }
    let info =
        OpInfo { successors: Count::Exactly(1), ..terminator("t.br", vec![value("args", Arity::Variadic)]) };
    let text = "$dest (`(` $args^ `:` type($args) `)`)? attr-dict";
    registry.op(format(info, FormatAssembly::new(text).successors(&["dest"])));
    let operands = vec![
        ruled("cond", Arity::One, TypeRule::Fixed(|ctx| ctx.i1())),
        value("yes", Arity::Variadic),
        value("no", Arity::Variadic),
    ];
    let info = OpInfo {
        successors: Count::Exactly(2),
        attrs: vec![attr("operandSegmentSizes", ANY_ATTR)],
        ..terminator("t.cond_br", operands)
    };
    let text = "$cond `,` $a (`(` $yes^ `:` type($yes) `)`)? `,` $b (`(` $no^ `:` type($no) `)`)? attr-dict";
    registry.op(format(info, FormatAssembly::new(text).successors(&["a", "b"])));
    let info = OpInfo {
        operands: Some(vec![value("callee", Arity::Variadic)]),
        results: Some(vec![value("out", Arity::Variadic)]),
        attrs: vec![
            attr("sym", STRING_ATTR),
            attr("dims", ANY_ATTR),
            attr("n", ANY_ATTR),
            attr("box", ANY_ATTR),
        ],
        regions: Count::AtLeast(0),
        ..OpInfo::new("t.all")
    };
    let text = "as<SYMBOL>($sym) `(` operands `)` `dims` `=` ints($dims) (`n` int($n)^ : `no` `n`)? (`in` extents($box)^)? \
                ($region^)? attr-dict-with-keyword `:` functional-type(operands, results)";
    registry.op(format(info, FormatAssembly::new(text).syntax("SYMBOL", SYMBOL)));
}

/// Two integers, `<1 x 2>`, the first positive.
struct Pair;

impl ParamSyntax for Pair {
    fn parse(&self, p: &mut AsmParser) -> ParseResult<Params> {
        p.expect(Tok::Less)?;
        let ctx = p.ctx();
        let a: i64 = p.integer()?;
        p.keyword("by")?;
        let b: i64 = p.integer()?;
        p.expect(Tok::Greater)?;
        Ok(Params::from_slice(&[ctx.i64_attr(a), ctx.i64_attr(b)]))
    }

    fn print(&self, params: &[Attribute], p: &mut Printer) {
        p.text("<");
        p.attr_without_type(params[0]);
        p.text(" by ");
        p.attr_without_type(params[1]);
        p.text(">");
    }

    fn verify(&self, ctx: &Context, params: &[Attribute]) -> Result<(), String> {
        match params.first().and_then(|a| ctx.attr_int(*a)) {
            Some(n) if n > 0 => Ok(()),
            _ => Err("the first number is positive".into()),
        }
    }
}

/// Builtin and the test dialect `t`.
pub fn registry() -> Registry {
    let mut registry = Registry::new();
    registry.dialect("t", "ops for tests");
    arithmetic(&mut registry);
    control(&mut registry);
    registry.attr(ParamDef { name: "t.flags", summary: "flags", syntax: Arc::new(FLAGS) });
    registry.attr(ParamDef { name: "t.list", summary: "a list", syntax: Arc::new(ListSyntax) });
    registry.ty(ParamDef { name: "t.pair", summary: "two integers", syntax: Arc::new(Pair) });
    registry
}

pub fn context() -> Context {
    Context::new(registry())
}

/// The errors as a user sees them.
pub fn render(ctx: &Context, text: &str, errors: &[Diagnostic]) -> String {
    let mut sources = Sources::default();
    sources.add("in.mlir", text);
    errors.iter().map(|e| sources.render(ctx, e)).collect()
}

#[track_caller]
pub fn parse_in(ctx: &Context, text: &str) -> Parsed {
    match parse_module(ctx, "in.mlir", text, &ParseOptions::unregistered()) {
        Ok(parsed) => parsed,
        Err(errors) => panic!("{}\nin:\n{text}", render(ctx, text, &errors)),
    }
}

#[track_caller]
pub fn parse(text: &str) -> Body {
    parse_in(&context(), text).body
}

/// The errors of a text, first lines only: `line:col: message`.
#[track_caller]
pub fn errors(text: &str) -> Vec<String> {
    errors_with(text, &ParseOptions::unregistered())
}

#[track_caller]
pub fn errors_with(text: &str, opts: &ParseOptions) -> Vec<String> {
    let ctx = context();
    let Err(errors) = parse_module(&ctx, "in.mlir", text, opts) else { panic!("no error in:\n{text}") };
    let line = |e: &Diagnostic| {
        let (_, line, col) = e.loc.anchor(&ctx).expect("errors have a place");
        format!("{line}:{col}: {}", e.message)
    };
    errors.iter().map(line).collect()
}

/// The text is what printing gives again, in custom form, through generic form, and with locations.
#[track_caller]
pub fn stable(text: &str) {
    let ctx = context();
    let parsed = parse_in(&ctx, text);
    assert_eq!(print_parsed(&parsed, &PrintOptions::default()), text);
    round_trips(&ctx, &parsed);
}

/// Printing in any form, parsing and printing again gives the same text.
#[track_caller]
pub fn round_trips(ctx: &Context, parsed: &Parsed) {
    let aliases = PrintOptions { location_aliases: true, ..PrintOptions::with_locations() };
    let both = PrintOptions { generic: true, ..aliases };
    for opts in
        [PrintOptions::default(), PrintOptions::generic(), PrintOptions::with_locations(), aliases, both]
    {
        let once = print_parsed(parsed, &opts);
        let again = parse_in(ctx, &once);
        assert_eq!(print_parsed(&again, &opts), once, "with {opts:?}");
        let plain = print_parsed(parsed, &PrintOptions::default());
        assert_eq!(print_parsed(&again, &PrintOptions::default()), plain, "plain after {opts:?}");
    }
}
