//! Accesses of a dialect that this project does not know: passes ask the interface, so they prove, fuse,
//! schedule and lower them as their own, or refuse them.

use crate::common::{parse, print, try_run};
use std::borrow::Cow;
use std::ops::Range;
use tf_dialects::tensor::bounds::verify_access;
use tf_dialects::tensor::constraints::{EXTENTS_ATTR, INDEX, MAP_ATTR, POLICY_ATTR, SCALAR, TENSOR, policy};
use tf_dialects::tensor::{Access, AffineAccess, AffineOperands, Policy};
use tf_ir::affine::AffineMap;
use tf_ir::body::{Body, Op};
use tf_ir::context::Context;
use tf_ir::diag::Diagnostic;
use tf_ir::interfaces::Verify;
use tf_ir::op;
use tf_ir::opref::OpRef;
use tf_ir::registry::Registry;

/// Reads an element of a tensor of one axis.
#[op(
    "foreign.peek",
    traits(PURE),
    operands(source: TENSOR, index: INDEX),
    results(result: SCALAR),
    attrs(policy: optional(POLICY_ATTR)),
    interfaces(Verify, AffineAccess),
)]
struct Peek;

/// As `foreign.peek`, but its verifier proves nothing.
#[op(
    "foreign.careless",
    traits(PURE),
    operands(source: TENSOR, index: INDEX),
    results(result: SCALAR),
    attrs(policy: optional(POLICY_ATTR)),
    interfaces(AffineAccess),
)]
struct Careless;

/// Declares that it writes an element.
#[op(
    "foreign.poke",
    operands(source: TENSOR, index: INDEX),
    results(result: SCALAR),
    attrs(policy: optional(POLICY_ATTR)),
    interfaces(AffineAccess),
)]
struct Poke;

/// Reads an element of a tensor of one axis, at subscripts that it keeps as a map.
#[op(
    "foreign.look",
    traits(PURE),
    operands(source: TENSOR, indices: variadic(INDEX)),
    results(result: SCALAR),
    attrs(place: MAP_ATTR, extents: optional(EXTENTS_ATTR)),
    interfaces(Verify, AffineAccess, AffineOperands),
)]
struct Look;

impl AffineAccess for Look {
    fn access<'a>(&self, op: OpRef<'a>) -> Option<Access<'a>> {
        Some(Access {
            source: op.operand(0),
            map: Cow::Borrowed(op.ctx().attr_map(op.attr("place")?)?),
            indices: op.operands().skip(1).collect(),
            extents: op.attr("extents").and_then(|a| op.ctx().attr_extents(a)).unwrap_or_default(),
            policy: Policy::Clamp,
            fill: None,
            is_write: false,
        })
    }

    fn set_policy(&self, _body: &mut Body, _op: Op, _policy: Policy) {}
}

impl AffineOperands for Look {
    fn map_attr(&self) -> &'static str {
        "place"
    }

    fn dimensions(&self, op: OpRef<'_>) -> Range<usize> {
        1..op.operand_count()
    }
}

impl Verify for Look {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        verify_access(op, &self.access(op).expect("described so"))
    }
}

fn access(op: OpRef<'_>, is_write: bool) -> Access<'_> {
    let given = op.attr("policy").and_then(|attr| policy(op.ctx(), attr));
    Access {
        source: op.operand(0),
        map: Cow::Owned(AffineMap::identity(1)),
        indices: op.operands().skip(1).collect(),
        extents: &[],
        policy: given.unwrap_or_default(),
        fill: None,
        is_write,
    }
}

fn write_policy(body: &mut Body, op: Op, policy: Policy) {
    let attr = policy.name().map(|name| body.ctx().string_attr(name));
    match attr {
        Some(attr) => body.set_attr(op, "policy", attr),
        None => drop(body.remove_attr(op, "policy")),
    }
}

macro_rules! accesses {
    ($($op:ident: $is_write:literal),*) => { $(
        impl AffineAccess for $op {
            fn access<'a>(&self, op: OpRef<'a>) -> Option<Access<'a>> {
                Some(access(op, $is_write))
            }

            fn set_policy(&self, body: &mut Body, op: Op, policy: Policy) {
                write_policy(body, op, policy);
            }
        }
    )* };
}
accesses!(Peek: false, Careless: false, Poke: true);

impl Verify for Peek {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        verify_access(op, &access(op, false))
    }
}

fn context() -> Context {
    let mut registry = Registry::new();
    tf_dialects::register_all(&mut registry);
    registry.dialect("foreign", "Accesses of somebody else");
    [Peek::info(), Careless::info(), Poke::info(), Look::info()].into_iter().for_each(|op| registry.op(op));
    assert_eq!(tf_ir::check::problems(&registry), [""; 0]);
    Context::new(registry)
}

/// A module after passes, or the errors.
fn after(text: &str, passes: &str) -> Result<String, String> {
    let ctx = context();
    let mut module = parse(&ctx, text);
    try_run(&ctx, &mut module, passes).map(|()| print(&module))
}

/// Two reads of a compute's result, one of our dialect and one of a third party.
fn programs(index: &str, policy: &str) -> [String; 2] {
    let own = |x: &str, i: &str| format!("tensor.at {x}[{i}] {policy} : tensor<?{{n}}xf32>");
    let foreign = |x: &str, i: &str| {
        let attrs = if policy.is_empty() { String::new() } else { format!(" {{policy = \"{policy}\"}}") };
        format!("\"foreign.peek\"({x}, {i}){attrs} : (tensor<?{{n}}xf32>, index) -> f32")
    };
    let program = |read: &dyn Fn(&str, &str) -> String| {
        let (first, second) = (read("%x", index), read("%s", "%i"));
        format!(
            "func.func @main(%x: tensor<?{{n}}xf32>) -> tensor<?{{n}}xf32> {{
  %one = arith.constant 1 : index
  %s = tensor.compute (%i) in [n] {{
    %j = arith.addi %i, %one : index
    %a = {first}
    %b = arith.addf %a, %a : f32
    tensor.yield %b : f32
  }} : tensor<?{{n}}xf32>
  %r = tensor.compute (%i) in [n] {{
    %a = {second}
    %b = arith.addf %a, %a : f32
    tensor.yield %b : f32
  }} : tensor<?{{n}}xf32>
  return %r : tensor<?{{n}}xf32>
}}"
        )
    };
    [program(&own), program(&foreign)]
}

#[test]
fn a_policy_goes_where_the_access_is_proved() {
    let [_, inside] = programs("%i", "clamp");
    let proved = after(&inside, "prove-bounds").expect("the pass runs");
    assert!(proved.contains("foreign.peek") && !proved.contains("clamp"), "{proved}");
    let [_, beside] = programs("%j", "clamp");
    let kept = after(&beside, "prove-bounds").expect("the pass runs");
    assert_eq!(kept.matches("clamp").count(), 1, "{kept}");
}

#[test]
fn reads_are_fused_scheduled_and_lowered_as_our_own() {
    const PASSES: &str = "prove-bounds,choose-fusion,apply-fusion,schedule,tensor-to-loops,canonicalize,cse";
    for (index, policy) in [("%i", "clamp"), ("%j", "clamp"), ("%j", "wrap"), ("%i", "")] {
        let [own, foreign] = programs(index, policy).map(|text| after(&text, PASSES));
        let (own, foreign) = (own.expect("is lowered"), foreign.expect("is lowered"));
        assert_eq!(own, foreign, "at {index} {policy}");
        assert!(!foreign.contains("mem.alloc") && foreign.contains("mem.load"), "{foreign}");
    }
}

/// A producer that is read at an expression: the subscripts of the producer's reads become parts of that, for
/// any op that has them.
#[test]
fn expressions_get_into_the_maps_of_others() {
    let program = "func.func @main(%x: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  %s = tensor.compute (%i) in [n] {
    %a = \"foreign.look\"(%x, %i) {place = affine_map<(d0) -> (d0 * 2)>} : (tensor<?{n}xf32>, index) -> f32
    tensor.yield %a : f32
  } : tensor<?{n}xf32>
  %r = tensor.compute (%i) in [n] {
    %a = tensor.at %s[n - %i - 1] : tensor<?{n}xf32>
    tensor.yield %a : f32
  } : tensor<?{n}xf32>
  return %r : tensor<?{n}xf32>
}";
    let fused = after(program, "choose-fusion,apply-fusion").expect("the pass runs");
    assert_eq!(fused.matches("tensor.compute").count(), 1, "{fused}");
    assert!(fused.contains("((-d0 + s0 - 1) * 2)") && !fused.contains("arith"), "{fused}");
}

/// The cotangent of what somebody else's op reads goes where that of our own read goes; forwards, it reads
/// the tangents.
#[test]
fn reads_of_others_are_differentiated_as_our_own() {
    const PASSES: &str = "autodiff,canonicalize,cse";
    let own = "tensor.at %v[%i] clamp : tensor<?{n}xf32>";
    let foreign = "\"foreign.peek\"(%v, %i) {policy = \"clamp\"} : (tensor<?{n}xf32>, index) -> f32";
    let program = |transform: &str, read: &str| {
        format!(
            "func.func @main(%x: tensor<?{{n}}xf32>, %g: tensor<?{{n}}xf32>) -> tensor<?{{n}}xf32> {{
  %y, %d = {transform} : (tensor<?{{n}}xf32>) -> (tensor<?{{n}}xf32>) {{
    %s = tensor.compute (%i) in [n] {{
      %a = {read}
      %b = arith.addf %a, %a : f32
      tensor.yield %b : f32
    }} : tensor<?{{n}}xf32>
    tensor.yield %s : tensor<?{{n}}xf32>
  }}
  return %d : tensor<?{{n}}xf32>
}}"
        )
    };
    let backwards = [own, foreign].map(|read| after(&program("tensor.vjp (%v = %x) seed(%g)", read), PASSES));
    let [own, other] = backwards.map(|found| found.expect("has a derivative"));
    assert_eq!(own, other);
    let forwards = after(&program("tensor.jvp (%v = %x) tangent(%g)", foreign), PASSES);
    let forwards = forwards.expect("has a derivative");
    assert!(forwards.contains("\"foreign.peek\"(%arg1"), "{forwards}");
}

#[test]
fn unproved_reads_and_writes_are_refused() {
    let ctx = context();
    let text = |op: &str| programs("%j", "clamp")[1].replacen("foreign.peek", op, 1);
    let unproved = |op: &str| text(op).replacen(" {policy = \"clamp\"}", "", 1);
    let parsed = tf_ir::text::parse_module(&ctx, "t.mlir", &unproved("foreign.peek"), &Default::default());
    let module = parsed.unwrap_or_else(|errors| panic!("{errors:?}")).body;
    let errors = format!("{:?}", tf_ir::verify::verify(&module));
    assert!(errors.contains("may read outside"), "{errors}");

    let errors = after(&unproved("foreign.careless"), "tensor-to-loops").expect_err("it is not proved");
    assert!(errors.contains("may read out of bounds"), "{errors}");
    after(&text("foreign.careless"), "tensor-to-loops").expect("a policy needs no proof");

    let errors = after(&text("foreign.poke"), "tensor-to-loops").expect_err("it writes");
    assert!(errors.contains("writes elements and has no loop form"), "{errors}");
}
