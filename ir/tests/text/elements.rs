//! What formats say beyond upstream's language: types that follow, arguments of regions, parts and syntaxes
//! given by name.

use crate::text::support::*;
use tf_ir::builtin::{ANY_ATTR, ANY_TYPE, STRING_ATTR};
use tf_ir::check::problems;
use tf_ir::context::Context;
use tf_ir::op;
use tf_ir::opref::OpRef;
use tf_ir::registry::{OpInfo, OperandSizes, Registry, Sizes, TypeRule};
use tf_ir::text::*;
use tf_ir::types::TypeData;

/// Counts.
#[op(
    "e.for",
    operands(
        lower: ANY_TYPE = Context::index,
        upper: ANY_TYPE = lower,
        inits: variadic(ANY_TYPE) = results,
    ),
    results(results: variadic(ANY_TYPE)),
    regions(body),
    asm = "index($body, $lower) `=` $lower `to` $upper \
           (`iter_args` `` assign($body, $inits)^ `->` `(` type($results) `)`)? (`:` type($lower)^)? attr-dict-with-keyword $body",
)]
struct For;

/// Counts along several axes.
#[op(
    "e.nest",
    operands(lower: variadic(ANY_TYPE) = Context::index, upper: variadic(ANY_TYPE) = Context::index),
    sizes(equal),
    regions(body),
    asm = "indices($body) `=` `(` $lower `)` `to` ` ` `(` $upper `)` attr-dict-with-keyword $body",
)]
struct Nest;

/// Integers first, then others.
fn integers_first(op: OpRef<'_>) -> Sizes {
    let is_integer = |ty| matches!(op.ctx().type_data(ty), TypeData::Integer { .. });
    let integers = op.operands().take_while(|v| is_integer(op.body().ty(*v))).count();
    [integers, op.operand_count() - integers].into_iter().collect()
}

/// ` way N`, unless it is 0.
struct Way;

impl Custom for Way {
    fn parse(&self, p: &mut OpParser, state: &mut OpState) -> ParseResult {
        let way = if p.accept_keyword("way") { p.integer::<i64>()? } else { 0 };
        p.set_attr(state, "way", p.ctx().i64_attr(way));
        Ok(())
    }

    fn print(&self, op: OpRef<'_>, p: &mut Printer) {
        let way = op.attr("way").and_then(|a| op.ctx().attr_int(a)).unwrap_or(0);
        if way != 0 {
            p.text(&format!(" way {way}"));
        }
    }
}

const KIND: AttrSyntax = AttrSyntax::Words("a kind", &["add", "mul"]);

/// Combines.
#[op(
    "e.combine",
    operands(inputs: variadic(ANY_TYPE) = results, others: variadic(ANY_TYPE)),
    sizes(integers_first),
    results(results: variadic(ANY_TYPE)),
    attrs(kind: STRING_ATTR, text: STRING_ATTR, way: ANY_ATTR),
    regions(then, else),
    asm = "as<KIND>($kind) string($text) $inputs (`with` $others^)? custom<Way>($way) attr-dict (`:` type($others)^)? \
           args($then) $then (`else` `quick` $else^)? `:` type($results)",
)]
struct Combine;

/// The first lane.
#[op(
    "e.first",
    operands(vector: ANY_TYPE, other: ANY_TYPE = vector),
    results(result: ANY_TYPE = Context::elem_type(vector), flag: ANY_TYPE = Context::i1),
    derive(InferTypes),
    asm = "$vector `,` $other attr-dict `:` type($vector) (`to` type($other)^)?",
)]
struct First;

/// Ends.
#[op("e.end", traits(TERMINATOR), asm = "attr-dict")]
struct End;

fn registry() -> Registry {
    let mut registry = Registry::new();
    registry.dialect("e", "elements of formats");
    for op in [For::info(), Nest::info(), Combine::info(), First::info(), End::info()] {
        registry.op(op);
    }
    registry
}

/// The text is what printing gives again, also through generic form and with locations.
#[track_caller]
fn stable(text: &str) {
    let ctx = Context::new(registry());
    let parsed = parse_in(&ctx, text);
    assert_eq!(print_parsed(&parsed, &PrintOptions::default()), text);
    round_trips(&ctx, &parsed);
}

#[track_caller]
fn error(line: &str, message: &str) {
    let text = format!("%v, %i, %n = \"u.v\"() : () -> (vector<4xf32>, index, i32)\n{line}");
    let ctx = Context::new(registry());
    let Err(errors) = parse_module(&ctx, "in.mlir", &text, &ParseOptions::unregistered()) else {
        panic!("no error in {line}");
    };
    assert!(errors[0].message.contains(message), "{line}: {}", errors[0].message);
}

#[test]
fn formats_and_type_rules_are_checked() {
    assert_eq!(problems(&registry()), [""; 0]);
    let mut wrong = registry();
    let rule = Some(TypeRule::Same("vectr"));
    let spec = tf_ir::registry::ValueSpec { ty: rule, ..value("result", tf_ir::registry::Arity::One) };
    wrong.op(OpInfo { results: Some(vec![spec]), ..OpInfo::new("e.wrong") });
    let found = problems(&wrong);
    assert!(found.len() == 1 && found[0].contains("'result' follows from 'vectr', which is no"), "{found:?}");
}

#[test]
fn arguments_are_printed_before_their_region() {
    stable(
        r#"module {
  %0:3 = "u.v"() : () -> (index, i32, f32)
  e.for %i = %0#0 to %0#0 {
    e.end
  }
  %1:2 = e.for %i_0 = %0#1 to %0#1 iter_args(%arg0 = %0#2, %arg1 = %0#0) -> (f32, index) : i32 attributes {k} {
    "u.use"(%i_0, %arg0, %arg1) : (i32, f32, index) -> ()
    e.end
  }
  e.nest (%i_1, %j) = (%0#0, %0#0) to (%0#0, %0#0) {
    "u.use"(%i_1, %j) : (index, index) -> ()
    e.end
  }
}
"#,
    );
    error("e.for %i = %n to %n { e.end }", "use of value '%n' with type index, but its type is i32");
    error("e.for %i = %i to %i iter_args(%a = %n) { e.end }", "expected '->'");
    error("e.nest (%j) = (%i, %i) to (%i) { e.end }", "has 2 operand(s) 'lower', but 1 of 'upper'");
}

#[test]
fn parts_syntaxes_and_regions_that_may_be_absent() {
    stable(
        r#"module {
  %0:3 = "u.v"() : () -> (i32, i32, f32)
  %1:2 = e.combine add "a b" %0#0, %0#1 with %0#2 way 3 {z} : f32 (%arg0: i32) {
    e.end
  } else quick {
    e.end
  } : i32, i32
  %2 = e.combine mul "" %0#0 () {
  } : i32
}
"#,
    );
    error("e.combine max \"\" %n () {} : i32", "expected a kind but found 'max': one of add, mul");
    error("e.combine add x %n () {} : i32", "expected a string");
    error("e.combine add \"\" %n with %v () {} : i32", "expected ':'");
}

#[test]
fn types_that_follow_are_written_where_they_differ() {
    stable(
        r#"module {
  %0:2 = "u.v"() : () -> (vector<4xf32>, i32)
  %1:2 = e.first %0#0, %0#0 : vector<4xf32>
  %2:2 = e.first %0#0, %0#1 : vector<4xf32> to i32
}
"#,
    );
    let ctx = Context::new(registry());
    let info = ctx.registry().lookup(First::NAME).map(|name| ctx.op_info(name)).expect("it is registered");
    let infer = info.interface::<dyn tf_ir::interfaces::InferTypes>().expect("it is derived");
    let vector = ctx.vector(&[4], ctx.f32());
    let loc = tf_ir::location::Location::UNKNOWN;
    let both = [vector, vector];
    let args = |operands| tf_ir::interfaces::InferArgs { ctx: &ctx, loc, operands, attrs: &[] };
    let types = infer.infer(&args(&both)).expect("it has operands");
    assert_eq!(types[..], [ctx.f32(), ctx.i1()]);
    let error = infer.infer(&args(&[])).expect_err("there are no operands");
    assert_eq!(error.message, "'e.first' op needs an operand #0");
}

#[test]
fn positions_share_operands_by_the_op_rule() {
    assert!(matches!(Nest::info().operand_sizes, Some(OperandSizes::Equal)));
    let text = r#"module {
  %0:3 = "u.v"() : () -> (index, i32, f32)
  e.nest (%i) = (%0#0) to (%0#0) {
    e.end
  }
  %1 = e.combine add "" %0#1 with %0#2 : f32 () {
    e.end
  } : i32
}
"#;
    let ctx = Context::new(registry());
    let body = parse_in(&ctx, text).body;
    let find = |name: &str| {
        tf_ir::walk::preorder(&body).into_iter().find(|op| body.is(*op, name)).expect("it is there")
    };
    let (nest, combine) = (body.view(find("e.nest"), Nest), body.view(find("e.combine"), Combine));
    assert_eq!((nest.lower().len(), nest.upper().len()), (1, 1));
    assert_eq!((combine.inputs().len(), combine.others().len()), (1, 1));
    assert!(tf_ir::verify::verify(&body).is_ok());
}
