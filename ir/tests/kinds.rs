//! Ops as types: kinds, views, constructors; and what is wrong with a registration is found.

use crate::common::{Fixture, registry};
use std::sync::Arc;
use tf_ir::OpKind;
use tf_ir::body::Value;
use tf_ir::builder::Builder;
use tf_ir::builtin::{ANY_ATTR, ANY_TYPE, Module, STRING_ATTR, UnrealizedCast};
use tf_ir::check::problems;
use tf_ir::context::Context;
use tf_ir::diag::Diagnostic;
use tf_ir::interfaces::{FunctionLike, InferArgs, InferTypes};
use tf_ir::location::Location;
use tf_ir::op;
use tf_ir::registry::{OpInfo, Registry};
use tf_ir::rewrite::{Canonicalize, PatternSet};
use tf_ir::text::FormatAssembly;
use tf_ir::types::Type;

/// Picks one of several values.
#[op(
    "t.pick",
    operands(number: ANY_TYPE, values: variadic(ANY_TYPE), other: optional(ANY_TYPE)),
    results(result: ANY_TYPE),
    attrs(word: STRING_ATTR, note: optional(ANY_ATTR), kind: optional(ANY_ATTR)),
    regions(1),
    interfaces(InferTypes),
)]
struct Pick;

impl InferTypes for Pick {
    fn infer(&self, args: &InferArgs<'_>) -> Result<smallvec::SmallVec<[Type; 2]>, Diagnostic> {
        Ok([args.operands[1]].into_iter().collect())
    }
}

/// Gives several values.
#[op("t.several", operands(values: variadic(ANY_TYPE)), results(first: ANY_TYPE, rest: variadic(ANY_TYPE)))]
struct Several;

/// Is registered nowhere.
#[op("t.missing")]
struct Missing;

fn fixture() -> Fixture {
    let mut registry = registry();
    registry.op(Pick::info());
    registry.op(Several::info());
    let ctx = Context::new(registry);
    let body = tf_ir::builtin::module(&ctx, Location::UNKNOWN);
    let block = body.entry_block().expect("modules have a block");
    Fixture { body, block, i32: ctx.i32() }
}

#[test]
fn op_kinds_are_equal_in_every_context() {
    let mut f = fixture();
    let x = f.opaque();
    let i32 = f.i32;
    let b = &mut Builder::at_end(&mut f.body, f.block, Location::UNKNOWN);
    let several = Several::build(b, &[x], i32, &[i32, i32]);
    let body = &f.body;
    assert!(body.is(several, Several) && !body.is(several, Pick));
    assert!(
        body.is(several, "t.several")
            && body.is(several, Several::KIND)
            && body.is(several, body.name(several))
    );
    assert!(body.is(body.root(), Module) && body.cast(several, Pick).is_none());
    assert!(matches!(body.kind(several), Several::KIND | Pick::KIND));
    assert_eq!(body.view(several, Several).rest().len(), 2);
    assert!(body.def_cast(body.result(several, 1), Several).is_some());
    let other = Context::new(Registry::new());
    assert_eq!(other.registry().of_kind(UnrealizedCast::KIND), other.registry().lookup(UnrealizedCast::NAME));
    assert_eq!(other.registry().of_kind(Several::KIND), None);
}

#[test]
fn constructors_place_operands_segments_attributes_and_infer_types() {
    let mut f = fixture();
    let (x, y) = (f.opaque(), f.opaque());
    let b = &mut Builder::at_end(&mut f.body, f.block, Location::UNKNOWN);
    let result: Value = Pick::build(b, x, &[y, y], None, "word");
    let op = f.body.def_op(result).expect("it is a result");
    let view = f.body.view(op, Pick);
    assert_eq!((view.number(), view.values(), view.other()), (x, vec![y, y], None));
    assert_eq!(view.word().and_then(|a| f.body.ctx().attr_str(a)), Some("word"));
    assert_eq!((f.body.ty(result), f.body.regions(op).len()), (f.i32, 1));
    assert!(view.note().is_none() && view.kind().is_none());
}

#[test]
#[should_panic(expected = "the attribute 'word' of 't.pick' must be a string")]
fn a_wrong_attribute_is_found_where_the_op_is_made() {
    let mut f = fixture();
    let x = f.opaque();
    Pick::build(&mut Builder::at_end(&mut f.body, f.block, Location::UNKNOWN), x, &[x], None, 3_i64);
}

#[test]
#[should_panic(expected = "expected op 't.pick', found 't.use'")]
fn a_view_of_another_op_is_refused() {
    let mut f = fixture();
    let user = f.keep(&[]);
    f.body.view(user, Pick);
}

#[test]
#[should_panic(expected = "the op 't.missing' is not registered")]
fn an_unregistered_type_cannot_be_built() {
    let mut f = fixture();
    Missing::build(&mut Builder::at_end(&mut f.body, f.block, Location::UNKNOWN));
}

#[test]
#[should_panic(expected = "the op 't.ad' is not registered")]
fn a_misspelt_name_cannot_be_built() {
    Fixture::default().op("t.ad", &[]);
}

#[test]
#[should_panic(expected = "the op 't.several' is registered a second time")]
fn an_op_is_registered_once() {
    let mut registry = registry();
    registry.op(Several::info());
    registry.op(Several::info());
}

#[test]
#[should_panic(expected = "the op 't.missing' is not registered")]
fn an_interface_of_an_unregistered_op_is_refused() {
    let mut registry = registry();
    registry.op(Several::info());
    registry.implement::<dyn InferTypes>(Several, Arc::new(Pick));
    assert!(registry.find(Several::KIND).is_some_and(|info| info.interface::<dyn InferTypes>().is_some()));
    registry.implement::<dyn InferTypes>(Missing, Arc::new(Pick));
}

#[test]
#[should_panic(expected = "'t.several' implements dyn tf_ir::interfaces::InferTypes twice")]
fn an_op_implements_an_interface_once() {
    let (mut registry, pick) = (registry(), Arc::new(Pick));
    registry.op(Several::info());
    registry.implement::<dyn InferTypes>(Several, pick.clone()).implement::<dyn InferTypes>(Several, pick);
}

/// A function that no op returns from.
struct Endless;

impl FunctionLike for Endless {
    fn return_op(&self) -> OpKind {
        Missing::KIND
    }
}

#[test]
fn problems_of_a_registration_are_found() {
    assert_eq!(problems(&registry()), [""; 0]);
    let mut wrong = registry();
    wrong.op(OpInfo { assembly: Some(Arc::new(FormatAssembly::new("$valus"))), ..Several::info() });
    wrong.op(OpInfo::new("u.alone").with::<dyn FunctionLike>(Arc::new(Endless)));
    let patterns: fn(&mut PatternSet) = |set| {
        set.rule("sound", "(t.add x x)", "(t.mul x 2)").rule("typo", "(t.add (t.ad x y) x)", "(t.ml x y)");
    };
    wrong.dialect_interface::<dyn Canonicalize>("t", Arc::new(patterns));
    let found = problems(&wrong);
    let want = [
        "custom form of 't.several'",
        "'u.alone' is of no",
        "'u.alone' returns with an op that is not",
        "'typo' names 't.ad'",
        "'typo' names 't.ml'",
    ];
    assert_eq!(found.len(), want.len(), "{found:?}");
    for (found, want) in found.iter().zip(want) {
        assert!(found.contains(want), "{found}: {want}");
    }
}
