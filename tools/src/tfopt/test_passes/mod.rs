//! Passes that misbehave on purpose, for tests of the tool: their names begin with `test-`, and lists omit
//! them.

mod work;

use tf_dialects::arith;
use tf_dialects::func::{Call, Func};
use tf_ir::body::Body;
use tf_ir::builder::Builder;
use tf_ir::diag::Diagnostic;
use tf_ir::kind::WhichOp;
use tf_ir::pass::{
    Anchor, Changed, Growth, OptionKind, OptionSpec, Options, Pass, PassContext, PassInfo, PassRegistry,
    PassResult, Scope,
};
use tf_ir::walk::preorder;

/// The action of a test pass on the functions it applies to.
struct TestPass {
    what: fn(&mut Body, &mut PassContext<'_>) -> PassResult,
    only: String,
}

impl Pass for TestPass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> PassResult {
        let symbol = tf_ir::builtin::symbol_name(body, body.root()).unwrap_or_default();
        if !self.only.is_empty() && symbol != self.only {
            return Ok(Changed::No);
        }
        (self.what)(body, cx)
    }
}

const ONLY: &[OptionSpec] =
    &[OptionSpec { name: "only", kind: OptionKind::Text, default: "", help: "Only the symbol of this name" }];

fn make(options: &Options, what: fn(&mut Body, &mut PassContext<'_>) -> PassResult) -> Box<dyn Pass> {
    Box::new(TestPass { what, only: options.text("only") })
}

macro_rules! test_pass {
    ($id:ident, $name:literal, $title:literal, $summary:literal, $what:expr) => {
        static $id: PassInfo = PassInfo {
            name: $name,
            title: $title,
            summary: $summary,
            docs: $summary,
            anchor: Anchor::Op(Func::NAME),
            scope: Scope::Body,
            options: ONLY,
            statistics: &[],
            rules: &[],
            growth: Growth::NONE,
            make: |options| Ok(make(options, $what)),
        };
    };
}

test_pass!(CRASH, "test-pass-crash", "TestCrash", "Panics", |_, _| panic!("this pass panics on purpose"));
test_pass!(FAIL, "test-pass-failure", "TestFailure", "Fails with an error", |body, cx| {
    let error = Diagnostic::error(body.loc(body.root()), "this pass fails on purpose");
    Err(cx.error(error))
});
test_pass!(SILENT, "test-pass-silent-failure", "TestSilentFailure", "Fails without a message", |_, _| {
    Err(tf_ir::pass::Failed)
});
test_pass!(INVALID, "test-pass-create-invalid-ir", "TestCreateInvalidIR", "Leaves invalid IR", |body, _| {
    if let Some(block) = body.entry_block() {
        let loc = body.loc(body.root());
        Builder::at_end(body, block, loc).op(arith::Addi, &[], &[], &[]);
    }
    Ok(Changed::Yes)
});
test_pass!(WARN, "test-pass-warn", "TestWarn", "Warns about each function", |body, cx| {
    let loc = body.loc(body.root());
    let name = tf_ir::builtin::symbol_name(body, body.root()).unwrap_or_default().to_string();
    cx.warning(loc, format!("seen '@{name}'"));
    Ok(Changed::No)
});

test_pass!(
    BREAK,
    "test-pass-break-calls",
    "TestBreakCalls",
    "Makes calls name a missing function",
    |body, _| {
        let calls: Vec<_> = preorder(body).into_iter().filter(|op| body.is(*op, Call)).collect();
        for call in calls {
            let nobody = body.ctx().symbol_attr("nobody");
            body.set_attr(call, "callee", nobody);
        }
        Ok(Changed::Yes)
    }
);

test_pass!(
    TRUST,
    "test-pass-trust-reads",
    "TestTrustReads",
    "Removes the policy of all tensor.at",
    |body, _| {
        for op in preorder(body).into_iter().filter(|op| body.is(*op, "tensor.at")).collect::<Vec<_>>() {
            body.remove_attr(op, "policy");
        }
        Ok(Changed::Yes)
    }
);

test_pass!(
    FLIP,
    "test-flip-addf",
    "TestFlipAddF",
    "Turns the first arith.addf into arith.subf",
    |body, cx| {
        let adds = preorder(body).into_iter().find(|op| body.is(*op, arith::Addf));
        let Some(add) = adds.filter(|_| cx.may_rewrite()) else { return Ok(Changed::No) };
        let name = arith::Subf.name_in(body.ctx());
        body.set_name(add, name);
        Ok(Changed::Yes)
    }
);

test_pass!(
    RECOMPUTE,
    "test-recompute",
    "TestRecompute",
    "Moves loop-invariant code into the loop",
    work::recompute
);
test_pass!(
    COPY,
    "test-copy-carried",
    "TestCopyCarried",
    "Copies buffers in each iteration of the loops that write them",
    work::copy_carried
);
test_pass!(
    SORT,
    "test-quadratic-sort",
    "TestQuadraticSort",
    "Sorts integers by comparing each with all",
    work::quadratic_sort
);
test_pass!(
    SEARCH,
    "test-linear-search",
    "TestLinearSearch",
    "Searches for integers by comparing each with the whole table",
    work::linear_search
);

/// Adds the test passes to a registry.
pub(crate) fn register(registry: &mut PassRegistry) {
    registry.pass(&CRASH).pass(&FAIL).pass(&SILENT).pass(&INVALID).pass(&WARN);
    registry.pass(&BREAK).pass(&TRUST).pass(&FLIP);
    registry.pass(&RECOMPUTE).pass(&COPY).pass(&SORT).pass(&SEARCH);
}
