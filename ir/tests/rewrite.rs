//! The greedy driver, rules and constants.

use crate::common::Fixture;
use tf_ir::body::Op;
use tf_ir::builder::Builder;
use tf_ir::location::Location;
use tf_ir::rewrite::{
    AllowedRules, Applied, Fuel, GreedyConfig, KnownRule, Pattern, PatternSet, Refusal, Rewrite, Rewriter,
    Root, Rule, RuleTrace, apply_greedily,
};
use tf_ir::verify::verify;

fn run_with(f: &mut Fixture, set: PatternSet, config: GreedyConfig<'_>) -> Applied {
    let patterns = set.freeze(f.body.ctx());
    let done = apply_greedily(&mut f.body, &patterns, &config, None).expect("rewriting ends");
    verify(&f.body).expect("the body stays valid");
    done
}

fn run(f: &mut Fixture, set: PatternSet) -> Applied {
    run_with(f, set, GreedyConfig::default())
}

#[test]
fn folding_cascades_and_leaves_no_dead_ops() {
    let mut f = Fixture::default();
    let (a, b) = (f.constant(3), f.constant(4));
    let sum = f.op("t.add", &[a, b]);
    let product = f.op("t.mul", &[sum, sum]);
    f.keep(&[product]);
    let done = run(&mut f, PatternSet::new());
    assert_eq!(f.show(), ["t.constant 49()", "t.use(49)"]);
    assert_eq!((done.folded, done.dead), (2, 3));
}

#[test]
fn disabled_rules_leave_code_and_applied_ones_are_recorded() {
    let known = |name: &str| KnownRule { name: name.to_string(), help: String::new() };
    let known = [known("fold.t.add"), known("test.dead")];
    let wrong = AllowedRules::without(&["fold.t.ad".to_string()], &known).expect_err("there is no such rule");
    assert_eq!(wrong, "there is no rule 'fold.t.ad'; did you mean 'fold.t.add'?");
    for (names, left) in [
        (&["fold.t.add"][..], &["t.constant 3()", "t.constant 4()", "t.add(3, 4)", "t.use(t.add)"][..]),
        (&["test.dead"], &["t.constant 3()", "t.constant 4()", "t.constant 7()", "t.use(7)"]),
        (&[], &["t.constant 7()", "t.use(7)"]),
    ] {
        let names: Vec<String> = names.iter().map(|name| name.to_string()).collect();
        let rules = AllowedRules::without(&names, &known).expect("they are known").recorded();
        let mut f = Fixture::default();
        let (a, b) = (f.constant(3), f.constant(4));
        let sum = f.op("t.add", &[a, b]);
        f.keep(&[sum]);
        let config = GreedyConfig { allowed: rules.of("test"), ..GreedyConfig::default() };
        run_with(&mut f, PatternSet::new(), config);
        let mut shown = f.show();
        shown.sort_by_key(|line| left.iter().position(|l| l == line));
        assert_eq!(shown, left, "without {names:?}");
        assert!(rules.queried().contains(&"fold.t.add".to_string()), "{:?}", rules.queried());
    }
}

#[test]
fn equal_constants_are_one_op_at_the_top_in_order() {
    let mut f = Fixture::default();
    let x = f.opaque();
    let (a, b, c) = (f.constant(7), f.constant(8), f.constant(7));
    let s = f.op("t.sub", &[x, a]);
    let t = f.op("t.sub", &[s, b]);
    let u = f.op("t.sub", &[t, c]);
    f.keep(&[u]);
    let done = run(&mut f, PatternSet::new());
    assert_eq!(done.constants, 1);
    assert_eq!(
        f.show(),
        [
            "t.constant 7()",
            "t.constant 8()",
            "t.use()",
            "t.sub(t.use, 7)",
            "t.sub(t.sub, 8)",
            "t.sub(t.sub, 7)",
            "t.use(t.sub)"
        ]
    );
}

#[test]
fn a_second_run_changes_nothing() {
    let mut f = Fixture::default();
    let x = f.opaque();
    let (a, b) = (f.constant(7), f.constant(8));
    let s = f.op("t.add", &[a, x]);
    let t = f.op("t.mul", &[s, b]);
    f.keep(&[t]);
    assert!(run(&mut f, PatternSet::new()).changed);
    let second = run(&mut f, PatternSet::new());
    assert_eq!(second, Applied::default());
}

#[test]
fn a_constant_met_late_moves_above_an_earlier_user() {
    // The first op folds to 12 only after the constant 12 further down became known.
    let mut f = Fixture::default();
    let x = f.opaque();
    let early = f.op("t.neg", &[x]);
    let c = f.constant(12);
    let keep = f.keep(&[early, c]);
    let mut set = PatternSet::new();
    set.on("t.use", "back", move |op, rw| {
        if rw.body.operand_count(op) == 0 || rw.body.attr(op, "seen").is_some() {
            return Err("not this one".into());
        }
        let unit = rw.body.ctx().unit_attr();
        rw.modify(op, |body| body.set_attr(op, "seen", unit));
        let neg = rw.body.def_op(rw.body.operand(op, 0)).expect("an op");
        let attr = rw.body.ctx().int_attr(rw.body.ctx().i32(), 12);
        rw.set_before(neg);
        let (ty, v) =
            (rw.body.ctx().i32(), rw.constant(attr, rw.body.ctx().i32()).expect("integers are constants"));
        let new = rw.value("t.add", &[v, v], ty, &[]);
        rw.modify(op, |body| body.set_operand(op, 1, new));
        Ok(())
    });
    run(&mut f, set);
    assert_eq!(f.show()[0], "t.constant 24()");
    assert!(f.body.is_live(keep));
}

#[test]
fn constants_of_commutative_ops_go_last() {
    let mut f = Fixture::default();
    let (a, x) = (f.constant(5), f.opaque());
    let s = f.op("t.add", &[a, x]);
    f.keep(&[s]);
    run(&mut f, PatternSet::new());
    assert_eq!(f.show()[2], "t.add(t.use, 5)");
}

#[test]
fn involutions_and_idempotent_ops_fold() {
    let mut f = Fixture::default();
    let x = f.opaque();
    let a = f.op("t.neg", &[x]);
    let b = f.op("t.neg", &[a]);
    let c = f.op("t.abs", &[b]);
    let d = f.op("t.abs", &[c]);
    f.keep(&[d]);
    run(&mut f, PatternSet::new());
    assert_eq!(f.show(), ["t.use()", "t.abs(t.use)", "t.use(t.abs)"]);
}

#[test]
fn unused_reads_and_pure_regions_go_writes_stay() {
    let mut f = Fixture::default();
    f.op("t.read", &[]);
    let region = |f: &mut Fixture, name: &str, inner: &str| {
        let mut b = Builder::at_end(&mut f.body, f.block, Location::UNKNOWN);
        let op = b.op_with_regions(name, &[], &[], &[], 1);
        b.enter(op, 0, &[]);
        b.op(inner, &[], &[], &[]);
    };
    region(&mut f, "t.region", "t.read");
    region(&mut f, "t.region", "t.write");
    region(&mut f, "t.opaque_region", "t.read");
    run(&mut f, PatternSet::new());
    assert_eq!(f.show(), ["t.region()", "t.write()", "t.opaque_region()"]);
}

#[test]
fn effects_inside_isolated_ops_count() {
    for (inner, stays) in [("t.read", false), ("t.write", true), ("t.use", true)] {
        let mut f = Fixture::default();
        let ctx = f.body.ctx().clone();
        let mut child = tf_ir::body::Body::new(&ctx, "t.isolated", Location::UNKNOWN, 1);
        let region = child.region(child.root(), 0);
        let block = child.add_block(region, &[]);
        Builder::at_end(&mut child, block, Location::UNKNOWN).op(inner, &[], &[], &[]);
        let op = f.body.adopt(child);
        f.body.append(f.block, op);
        run(&mut f, PatternSet::new());
        assert_eq!(f.body.first(f.block).is_some(), stays, "{inner}");
    }
}

#[test]
fn constants_leave_nested_regions() {
    let mut f = Fixture::default();
    let mut b = Builder::at_end(&mut f.body, f.block, Location::UNKNOWN);
    let op = b.op_with_regions("t.opaque_region", &[], &[], &[], 1);
    let (inner, _) = b.enter(op, 0, &[]);
    let outer = std::mem::replace(&mut f.block, inner);
    let (x, y) = (f.constant(1), f.constant(1));
    let sum = f.op("t.add", &[x, y]);
    f.keep(&[sum, x]);
    f.block = outer;
    run(&mut f, PatternSet::new());
    assert_eq!(f.show(), ["t.constant 1()", "t.constant 2()", "t.opaque_region()", "t.use(2, 1)"]);
}

#[test]
fn unreachable_blocks_are_erased_with_cross_uses() {
    let mut f = Fixture::default();
    let mut b = Builder::at_end(&mut f.body, f.block, Location::UNKNOWN);
    let op = b.op_with_regions("t.opaque_region", &[], &[], &[], 1);
    let region = f.body.region(op, 0);
    let blocks: Vec<_> = (0..4).map(|_| f.body.add_block(region, &[])).collect();
    let end = f.body.ctx().op_name("t.end");
    let jump = |f: &mut Fixture, from: usize, to: &[usize]| {
        let targets: Vec<_> = to.iter().map(|i| blocks[*i]).collect();
        let op = f.body.create(end, Location::UNKNOWN, &[], &[], 0, &targets);
        f.body.append(blocks[from], op);
    };
    jump(&mut f, 0, &[3]);
    let home = f.block;
    f.block = blocks[1];
    let x = f.opaque();
    f.block = blocks[2];
    let y = f.op("t.neg", &[x]);
    f.block = blocks[1];
    f.keep(&[y]);
    f.block = home;
    jump(&mut f, 1, &[2]);
    jump(&mut f, 2, &[1]);
    jump(&mut f, 3, &[]);
    let done = run(&mut f, PatternSet::new());
    assert_eq!(done.blocks, 2);
    assert_eq!(f.body.blocks(region).count(), 2);
}

#[test]
fn rules_rewrite_fold_and_respect_uses() {
    let mut f = Fixture::default();
    let x = f.opaque();
    let (a, b) = (f.constant(5), f.constant(6));
    let inner = f.op("t.add", &[x, a]);
    let outer = f.op("t.add", &[b, inner]);
    f.keep(&[outer]);
    let mut set = PatternSet::new();
    set.rule("add-of-add", "(t.add (t.add! x C) D)", "(t.add x (t.add C D))");
    let done = run(&mut f, set);
    assert_eq!(f.show(), ["t.constant 11()", "t.use()", "t.add(t.use, 11)", "t.use(t.add)"]);
    assert_eq!(done.rules, [1]);

    let mut f = Fixture::default();
    let x = f.opaque();
    let (a, b) = (f.constant(5), f.constant(6));
    let inner = f.op("t.add", &[x, a]);
    let outer = f.op("t.add", &[inner, b]);
    f.keep(&[outer, inner]);
    let mut set = PatternSet::new();
    set.rule("add-of-add", "(t.add (t.add! x C) D)", "(t.add x (t.add C D))");
    assert_eq!(run(&mut f, set).rules, [0], "the inner sum has another user");
}

#[test]
fn rules_try_both_orders_of_commutative_ops() {
    // x*y + x*z in all four orders.
    for swap in 0..4 {
        let mut f = Fixture::default();
        let (x, y, z) = (f.opaque(), f.opaque(), f.opaque());
        let pair = |a, b, bit: i32| if swap & bit != 0 { [a, b] } else { [b, a] };
        let p = f.op("t.mul", &pair(x, y, 1));
        let q = f.op("t.mul", &pair(x, z, 2));
        let s = f.op("t.add", &[p, q]);
        f.keep(&[s]);
        let mut set = PatternSet::new();
        set.rule("factor", "(t.add (t.mul! x y) (t.mul! x z))", "(t.mul x (t.add y z))");
        assert_eq!(run(&mut f, set).rules, [1], "order {swap}");
        assert_eq!(f.show()[3..], ["t.add(t.use, t.use)", "t.mul(t.use, t.add)", "t.use(t.mul)"]);
    }
}

#[test]
fn rules_match_constants_attributes_guards_and_compute() {
    let mut f = Fixture::default();
    let x = f.opaque();
    let two = f.constant(2);
    let a = f.op("t.mul", &[x, two]);
    let zero = f.op("t.sub", &[a, a]);
    let eight = f.constant(8);
    let b = f.op("t.mul", &[a, eight]);
    let keep = f.keep(&[zero, b]);
    let unit = f.body.ctx().unit_attr();
    let def = f.body.def_op(a).expect("an op");
    f.body.set_attr(def, "tag", unit);
    let mut set = PatternSet::new();
    set.rule("twice", "(t.mul{tag=$t} x 2)", "(t.add{tag=$t} x x)");
    set.rule("sub-self", "(t.sub x x)", "0");
    set.add(
        Rule::new("shift", "(t.mul x C)", "(t.use x S)")
            .when("not a power of two", |m| m.int("C").is_some_and(|n| n > 2 && n & (n - 1) == 0))
            .compute("S", |m| Some(m.ctx().int_attr(m.ctx().i32(), m.int("C")?.trailing_zeros() as i128))),
    );
    let done = run(&mut f, set);
    assert_eq!(done.rules, [1, 1, 1]);
    let shown = f.show();
    assert_eq!(shown.last().map(String::as_str), Some("t.use(0, t.use)"), "{shown:?}");
    let sum = f.body.ops(f.block).find(|op| f.body.is(*op, "t.add")).expect("the doubling is a sum");
    assert_eq!(f.body.attr(sum, "tag"), Some(unit));
    assert!(f.body.is_live(keep));
}

#[test]
fn malformed_rules_have_a_location() {
    let bad = |from: &str, to: &str| Rule::parse("r", from, to).map(|_| ()).expect_err(from);
    assert!(bad("x", "x").contains("must be an op"));
    assert!(bad("(t.add x", "x").contains("expected ')'"));
    assert!(bad("(t.add x y)", "z").contains("'z' is not bound"));
    assert!(bad("(add x)", "x").contains("full name"));
    assert!(bad("(t.add x _)", "_").contains("left sides only"));
    assert!(bad("(t.add x y) z", "x").contains("unexpected text\n  (t.add x y) z\n              ^"));
    assert!(bad(&"(t.a ".repeat(40), "x").contains("too deep"));
}

struct Forever;

impl Pattern for Forever {
    fn name(&self) -> &str {
        "forever"
    }

    fn root(&self) -> Root {
        Root::op("t.neg")
    }

    fn rewrite(&self, op: Op, rw: &mut Rewriter<'_>) -> Rewrite {
        let (x, ty) = (rw.body.operand(op, 0), rw.body.ty(rw.body.result(op, 0)));
        rw.replace_with(op, "t.neg", &[x], &[ty], &[]);
        Ok(())
    }
}

#[test]
fn endless_rewriting_is_an_error_that_names_the_pattern() {
    let mut f = Fixture::default();
    let x = f.opaque();
    let y = f.op("t.neg", &[x]);
    f.keep(&[y]);
    let mut set = PatternSet::new();
    set.add(Forever);
    let patterns = set.freeze(f.body.ctx());
    let error = apply_greedily(&mut f.body, &patterns, &GreedyConfig::default(), None).expect_err("no end");
    assert!(error.message.contains("pattern 'forever' applied 10031 times"), "{}", error.message);
}

#[test]
fn fuel_stops_after_exactly_that_many_rewrites() {
    for n in 0..=4 {
        let mut f = Fixture::default();
        let (a, b) = (f.constant(3), f.constant(4));
        let sum = f.op("t.add", &[a, b]);
        let product = f.op("t.mul", &[sum, sum]);
        f.keep(&[product]);
        let fuel = Fuel::new(n);
        let done =
            run_with(&mut f, PatternSet::new(), GreedyConfig { fuel: Some(&fuel), ..Default::default() });
        assert_eq!(done.folded + done.dead, n);
        assert_eq!(fuel.left(), 0);
    }
}

#[derive(Default)]
struct Log(Vec<String>);

impl RuleTrace for Log {
    fn tried(&mut self, pattern: &str, op: &str, _: Location, outcome: Result<(), &Refusal>) {
        let outcome = outcome.map_or_else(|r| r.reason().to_string(), |()| "applied".into());
        self.0.push(format!("{pattern} on {op}: {outcome}"));
    }
}

#[test]
fn the_trace_lists_attempts_and_refusals() {
    let mut f = Fixture::default();
    let x = f.opaque();
    let y = f.op("t.neg", &[x]);
    f.keep(&[y]);
    let mut set = PatternSet::new();
    set.on("t.neg", "shy", |op, rw| Err(rw.refuse(|| format!("has {} operand", rw.body.operand_count(op)))));
    let patterns = set.freeze(f.body.ctx());
    let mut log = Log::default();
    apply_greedily(&mut f.body, &patterns, &GreedyConfig::default(), Some(&mut log)).expect("ends");
    assert_eq!(log.0, ["shy on t.neg: has 1 operand"]);
}

#[test]
fn patterns_with_more_benefit_come_first() {
    let mut f = Fixture::default();
    let x = f.opaque();
    let y = f.op("t.neg", &[x]);
    f.keep(&[y]);
    let mut set = PatternSet::new();
    set.add(Rule::new("low", "(t.neg x)", "(t.abs x)"));
    set.add(Rule::new("high", "(t.neg x)", "(t.mul x x)").benefit(5));
    let patterns = set.freeze(f.body.ctx());
    assert_eq!((patterns.get(0).name(), patterns.get(1).name()), ("high", "low"));
    apply_greedily(&mut f.body, &patterns, &GreedyConfig::default(), None).expect("ends");
    assert_eq!(f.show()[1], "t.mul(t.use, t.use)");
}
