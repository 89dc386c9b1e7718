//! Text: parsing and printing of whole modules.

use std::sync::Arc;
use tf_ir::context::Context;
use tf_ir::diag::Sources;
use tf_ir::registry::{Arity, AttrSpec, OpInfo, Registry, Traits, ValueSpec};
use tf_ir::text::{FormatAssembly, ParseOptions, PrintOptions, TypeRule, parse_module, print_module};

fn value(name: &'static str, arity: Arity) -> ValueSpec {
    ValueSpec { name, constraint: tf_ir::builtin::ANY_TYPE, arity }
}

fn registry() -> Registry {
    let mut registry = Registry::new();
    registry.dialect("t", "ops for tests");
    let attr = |name| AttrSpec { name, constraint: tf_ir::builtin::ANY_ATTR, optional: true, default: None };
    let same = |name: &'static str, format: &str| OpInfo {
        traits: Traits::PURE.with(Traits::SAME_TYPE),
        operands: Some(vec![value("lhs", Arity::One), value("rhs", Arity::One)]),
        results: Some(vec![value("result", Arity::One)]),
        attrs: vec![attr("flag")],
        assembly: Some(Arc::new(
            FormatAssembly::try_new(
                format,
                &OpInfo {
                    operands: Some(vec![value("lhs", Arity::One), value("rhs", Arity::One)]),
                    results: Some(vec![value("result", Arity::One)]),
                    attrs: vec![attr("flag")],
                    ..OpInfo::new(name)
                },
            )
            .expect("format"),
        )),
        ..OpInfo::new(name)
    };
    registry.op(same("t.add", "$lhs `,` $rhs (`flag` `` `<` $flag^ `>`)? attr-dict `:` type($result)"));
    registry.op(OpInfo {
        traits: Traits::PURE,
        results: Some(vec![value("result", Arity::One)]),
        attrs: vec![attr("value")],
        assembly: Some(Arc::new(
            FormatAssembly::new("$value attr-dict")
                .infer(
                    "result",
                    TypeRule::FromAttr("value", |ctx, a| match ctx.attr_data(a) {
                        tf_ir::attr::AttrData::Integer(ty, _) | tf_ir::attr::AttrData::Float(ty, _) => {
                            Some(*ty)
                        }
                        _ => None,
                    }),
                )
                .result_names(|op, names| names.set(op.result(0), "c")),
        )),
        ..OpInfo::new("t.constant")
    });
    registry.op(OpInfo {
        operands: Some(vec![value("values", Arity::Variadic)]),
        traits: Traits::TERMINATOR,
        assembly: Some(Arc::new(FormatAssembly::new("($values^ `:` type($values))? attr-dict"))),
        ..OpInfo::new("t.yield")
    });
    registry
}

#[track_caller]
fn parse(text: &str) -> tf_ir::body::Body {
    let ctx = Context::new(registry());
    match parse_module(&ctx, "in.mlir", text, &ParseOptions::unregistered()) {
        Ok(parsed) => parsed.body,
        Err(errors) => {
            let mut sources = Sources::default();
            sources.add("in.mlir", text);
            let all: String = errors.iter().map(|e| sources.render(&ctx, e)).collect();
            panic!("{all}");
        }
    }
}

/// Printing what was parsed gives the text again, in custom and in generic form.
#[track_caller]
fn stable(text: &str) {
    assert_eq!(print_module(&parse(text), &PrintOptions::default()), text);
    let generic = print_module(&parse(text), &PrintOptions::generic());
    assert_eq!(print_module(&parse(&generic), &PrintOptions::default()), text, "through generic form");
}

#[test]
fn custom_forms_and_names() {
    stable(
        r#"module @m attributes {a.b} {
  %c = t.constant 1 : i32
  %c_0 = t.constant 2 : i32
  %0 = t.add %c, %c_0 : i32
  %1 = t.add %0, %1 flag<3 : i8> {z} : i32
  "u.r"() ({
    %2 = t.add %0, %1 : i32
    t.yield %2, %1 : i32, i32
  }, {
    t.yield
  }) : () -> ()
}
"#,
    );
}

#[test]
fn generic_forms() {
    stable(
        r#"module {
  %0:2 = "u.a"() {bf = 1.101560e+00 : bf16, m = affine_map<(d0)[s0] -> (d0 + s0)>, u, y = #foo.z<"x>">} : () -> (i32, f32)
  "u.b"(%0#0, %0#1) ({
  ^bb0(%arg0: i32, %arg1: f32):
    %1 = "u.c"(%arg0) : (i32) -> i32
    "u.br"(%1)[^bb1] : (i32) -> ()
  ^bb1:  // pred: ^bb0
    "u.r"() ({
    }) : () -> ()
  }, {
    %1 = "u.d"() : () -> i1
  }) : (i32, f32) -> ()
}
"#,
    );
}
