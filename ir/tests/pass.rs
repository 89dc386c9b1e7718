//! Pipelines and the pass manager.

use tf_ir::body::{Body, Op};
use tf_ir::builder::Builder;
use tf_ir::builtin;
use tf_ir::context::Context;
use tf_ir::diag::{Diagnostic, Sources};
use tf_ir::dominance::Dominance;
use tf_ir::location::Location;
use tf_ir::pass::*;
use tf_ir::rewrite::{Fuel, PatternSet, apply_greedily};
use tf_ir::walk::preorder;

/// What `test` does, as its option says.
struct Test(String);

fn make_test(options: &Options) -> Result<Box<dyn Pass>, String> {
    match options.text("do").as_str() {
        "refuse" => Err("refused by its maker".into()),
        what => Ok(Box::new(Test(what.to_string()))),
    }
}

const OPTIONS: &[OptionSpec] =
    &[OptionSpec { name: "do", kind: OptionKind::Text, default: "nothing", help: "What to do" }];
const STATS: &[StatSpec] = &[StatSpec { name: "num-runs", help: "Number of runs" }];

macro_rules! info {
    ($id:ident, $name:literal, $anchor:expr, $scope:expr) => {
        static $id: PassInfo = PassInfo {
            name: $name,
            title: $name,
            summary: "For tests",
            docs: "",
            anchor: $anchor,
            scope: $scope,
            options: OPTIONS,
            statistics: STATS,
            rules: &[],
            growth: Growth::NONE,
            make: make_test,
        };
    };
}

info!(TEST, "test", Anchor::Any, Scope::Body);
info!(ON_FUNC, "on-func", Anchor::Op("t.func"), Scope::Body);
info!(ON_MODULE, "on-module", Anchor::SymbolTable, Scope::Tree);

fn adds(body: &Body) -> Vec<Op> {
    preorder(body).into_iter().filter(|op| body.is(*op, "t.add")).collect()
}

fn name_of(body: &Body) -> String {
    builtin::symbol_name(body, body.root()).unwrap_or("module").to_string()
}

impl Pass for Test {
    fn trusts_verifier(&self) -> bool {
        self.0 == "lower"
    }

    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> PassResult {
        cx.count("num-runs", 1);
        let (loc, name) = (body.loc(body.root()), name_of(body));
        match self.0.as_str() {
            "warn" => cx.warning(loc, format!("in {name}")),
            "fail" if name == "f3" => return Err(cx.error(Diagnostic::error(loc, format!("no {name}")))),
            "silent" if name == "f3" => return Err(Failed),
            "panic" if name == "f3" => panic!("on purpose"),
            "break" if name == "f3" => {
                let block = body.entry_block().expect("functions have blocks");
                Builder::at_end(body, block, loc).op("t.add", &[], &[], &[]);
            }
            "symbols" => {
                let names = cx.symbols().map(|s| s.names().join(" ")).unwrap_or("none".into());
                cx.warning(loc, names);
            }
            "fold" => {
                let patterns = PatternSet::new().freeze(body.ctx());
                let config = cx.greedy();
                let done = apply_greedily(body, &patterns, &config, None).map_err(|e| cx.error(e))?;
                return Ok(done.changed.into());
            }
            "dominance" => {
                cx.analysis::<Dominance>(body);
                let computed = cx.analyses().computed();
                cx.warning(loc, format!("computed {computed}"));
                return Ok(Changed::No);
            }
            "trust" => adds(body).iter().for_each(|op| assert!(body.operands(*op).len() == 2, "an odd sum")),
            "mend" | "lower" => {
                let odd = adds(body).into_iter().filter(|op| body.operands(*op).len() == 0);
                odd.collect::<Vec<_>>().into_iter().for_each(|op| body.erase(op));
            }
            "change-keep" => cx.preserve::<Dominance>(),
            _ => {}
        }
        Ok(Changed::Yes)
    }
}

fn registry() -> PassRegistry {
    let mut registry = PassRegistry::new();
    registry.pass(&TEST).pass(&ON_FUNC).pass(&ON_MODULE);
    registry.pipeline("twice", "test, two times", "test,test{do=warn}");
    registry.pipeline("endless", "itself", "endless");
    registry
}

/// A module of `n` functions `f0`, `f1`, … with foldable ops.
pub(crate) fn module(n: usize) -> Body {
    let ctx = Context::new(crate::common::registry());
    let mut module = builtin::module(&ctx, Location::UNKNOWN);
    let top = module.entry_block().expect("modules have a block");
    for i in 0..n {
        let mut func = Body::new(&ctx, "t.func", Location::file(&ctx, ctx.str("in"), i as u32 + 1, 1), 1);
        let root = func.root();
        func.set_attr(root, "sym_name", ctx.string_attr(&format!("f{i}")));
        let region = func.region(root, 0);
        let block = func.add_block(region, &[]);
        let mut f = crate::common::Fixture { body: func, block, i32: ctx.i32() };
        let mut sum = f.constant(1);
        for k in 0..400 {
            let c = f.constant(k);
            sum = f.op("t.add", &[sum, c]);
        }
        f.keep(&[sum]);
        let op = module.adopt(f.body);
        module.append(top, op);
    }
    module
}

fn parse(ctx: &Context, text: &str) -> Result<Pipeline, Vec<Diagnostic>> {
    Pipeline::parse(ctx, &registry(), "builtin.module", text, "<pipeline>")
}

pub(crate) fn manager(ctx: &Context, text: &str) -> PassManager {
    PassManager::new(parse(ctx, text).unwrap_or_else(|e| panic!("{text}: {e:?}")))
}

pub(crate) fn run(manager: &PassManager, module: &mut Body) -> (Report, Vec<String>) {
    let mut events = Vec::new();
    let report = manager.run(module, &mut |event| {
        events.push(match event {
            Event::Text(text) => text,
            Event::Diagnostic(d) => {
                let notes: Vec<String> = d.notes.iter().map(|n| format!(" [{}]", n.1)).collect();
                format!("{}: {}{}", d.severity.word(), d.message, notes.concat())
            }
        });
    });
    (report, events)
}

fn run_text(text: &str, functions: usize, threads: usize) -> (bool, Vec<String>) {
    let mut module = module(functions);
    let mut manager = manager(module.ctx(), text);
    manager.threads = threads;
    let (report, events) = run(&manager, &mut module);
    (report.ok, events)
}

#[test]
fn anchors_are_inferred_and_pipelines_print_as_they_parse() {
    let ctx = Context::new(crate::common::registry());
    let same = |text: &str, want: &str| {
        let pipeline = parse(&ctx, text).unwrap_or_else(|e| panic!("{text}: {e:?}"));
        assert_eq!(pipeline.to_string(), want, "{text}");
        assert_eq!(parse(&ctx, want).expect(want).to_string(), want);
    };
    same("test", "builtin.module(test)");
    same("builtin.module(test)", "builtin.module(test)");
    same("on-func,on-func{do=func}", "builtin.module(t.func(on-func,on-func{do=func}))");
    same("t.func(on-func),test", "builtin.module(t.func(on-func),test)");
    same("on-module,any(on-func)", "builtin.module(on-module,any(on-func))");
    same("builtin.module(test),test", "builtin.module(builtin.module(test),test)");
    same("twice", "builtin.module(test,test{do=warn})");
    same("t.func(twice)", "builtin.module(t.func(test,test{do=warn}))");
    same("test{do='a b'}", "builtin.module(test{do=\"a b\"})");
    same("", "builtin.module()");
    let pretty = parse(&ctx, "t.func(test,on-func{do=func}),on-module").expect("parses").pretty();
    assert_eq!(pretty, "builtin.module(\n  t.func(\n    test,\n    on-func{do=func}\n  ),\n  on-module\n)");
}

#[test]
fn pipeline_errors_point_into_the_text() {
    let ctx = Context::new(crate::common::registry());
    let error = |text: &str| {
        let errors = parse(&ctx, text).err().unwrap_or_else(|| panic!("{text} is accepted"));
        let mut sources = Sources::default();
        sources.add("<pipeline>", text);
        errors.iter().map(|e| sources.render(&ctx, e)).collect::<String>()
    };
    assert_eq!(
        error("t.func(tst)"),
        "<pipeline>:1:8: error: there is no pass or pipeline 'tst'; did you mean 'test'? [E0412]\nt.func(tst)\n       ^\n"
    );
    assert!(
        error("t.func(on-module)").contains("1:8: error: pass 'on-module' runs on modules, not on 't.func'")
    );
    assert!(error("t.func(t.func(on-func)").contains("'(' is not closed"));
    assert!(error("t.fun(test)").contains("there is no op 't.fun'; did you mean 't.func'?"));
    assert!(error("t.add(test)").contains("it is not isolated from above"));
    assert!(error("test(on-func)").contains("is a pass: it cannot contain other passes"));
    assert!(error("t.func").contains("is an op: write 't.func(…)'"));
    assert!(error("test{d=3}").contains("1:6: error: pass 'test': there is no option 'd'"));
    assert!(error("test{do=refuse}").contains("pass 'test': refused by its maker"));
    assert!(error("t.func{a=1}(test)").contains("it takes no options"));
    assert!(error("endless").contains("contains itself"));
    let two = error("a,b");
    assert!(two.contains("'a'") && two.contains("'b'"), "all errors are reported: {two}");
}

/// A generator of numbers (xorshift), seeded.
fn numbers(mut state: u64) -> impl FnMut(usize) -> usize {
    move |below| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % below as u64) as usize
    }
}

#[test]
fn damaged_pipelines_give_errors_and_accepted_ones_print_as_they_parse() {
    let ctx = Context::new(crate::common::registry());
    let whole =
        "builtin.module(t.func(on-func{do=func},test{do=\"a b\"}),any(test),twice,on-module{do={x{y}}})";
    let mut inputs: Vec<String> = (0..=whole.len()).map(|n| whole[..n].to_string()).collect();
    let mut random = numbers(42);
    for _ in 0..10_000 {
        let mut bytes = whole.as_bytes().to_vec();
        for _ in 0..1 + random(4) {
            let at = random(bytes.len());
            match random(3) {
                0 => bytes[at] = b"(){},=\"'. \n\xc3a"[random(13)],
                1 => drop(bytes.remove(at)),
                _ => bytes.insert(at, b"(){},=\"'. \n"[random(11)]),
            }
        }
        inputs.push(String::from_utf8_lossy(&bytes).into_owned());
    }
    let mut accepted = 0;
    for input in inputs {
        let Ok(pipeline) = parse(&ctx, &input) else { continue };
        accepted += 1;
        let printed = pipeline.to_string();
        assert_eq!(parse(&ctx, &printed).map(|p| p.to_string()), Ok(printed), "{input}");
    }
    assert!((100..9000).contains(&accepted), "{accepted} accepted");
}

#[test]
fn diagnostics_come_in_module_order_for_any_number_of_threads() {
    let one = run_text("t.func(test{do=warn},on-func{do=func}),test{do=warn}", 40, 1);
    let names: Vec<String> = (0..40).map(|i| format!("warning: in f{i}")).collect();
    let want: Vec<String> =
        names.iter().cloned().chain(["warning: in module".into()]).chain(names.clone()).collect();
    assert_eq!(one, (true, want));
    for threads in [2, 3, 16] {
        assert_eq!(run_text("t.func(test{do=warn},on-func{do=func}),test{do=warn}", 40, threads), one);
    }
}

#[test]
fn a_failure_stops_later_passes_but_not_the_other_functions() {
    for threads in [1, 4] {
        for (what, message) in [
            ("fail", "error: no f3"),
            ("silent", "error: pass 'test' failed"),
            ("panic", "error: pass 'test' panicked: on purpose; this is an error in the pass"),
        ] {
            let text = format!("t.func(test{{do={what}}},test{{do=warn}}),test{{do=warn}}");
            let (ok, events) = run_text(&text, 6, threads);
            assert!(!ok);
            let mut want: Vec<String> = (0..6).map(|i| format!("warning: in f{i}")).collect();
            want[3] = message.to_string();
            assert_eq!(events, want, "{what}, {threads} threads");
        }
    }
}

#[test]
fn invalid_ir_after_a_pass_is_reported_with_its_name() {
    let (ok, events) = run_text("test{do=break}", 5, 1);
    assert!(!ok);
    assert!(events[0].starts_with("error: 't.add' op expected 2 operands"), "{events:?}");
    assert!(events[0].ends_with("[the IR is invalid after pass 'test']"), "{events:?}");
    let mut module = module(5);
    let mut manager = manager(module.ctx(), "test{do=break}");
    manager.verification = Verification::Never;
    assert!(run(&manager, &mut module).0.ok);
}

#[test]
fn functions_see_the_symbols_around_them() {
    let (_, events) = run_text("t.func(test{do=symbols})", 3, 2);
    assert_eq!(events, vec!["warning: f0 f1 f2"; 3]);
    assert_eq!(run_text("test{do=symbols}", 0, 1).1, ["warning: none"]);
}

#[test]
fn analyses_live_until_a_pass_changes_the_body() {
    let computed = |text: &str| run_text(&format!("t.func({text})"), 1, 1).1;
    let twice = ["warning: computed 1", "warning: computed 1"];
    assert_eq!(computed("test{do=dominance},test{do=dominance}"), twice);
    assert_eq!(computed("test{do=dominance},test{do=change-keep},test{do=dominance}"), twice);
    let again = ["warning: computed 1", "warning: computed 2"];
    assert_eq!(computed("test{do=dominance},test,test{do=dominance}"), again);
}

#[test]
fn a_pass_without_ops_gets_a_warning() {
    let mut module = module(0);
    let manager = manager(module.ctx(), "test,t.func(on-func)");
    let (report, _) = run(&manager, &mut module);
    let warnings = report.unmatched(&manager.pipeline);
    assert_eq!(warnings.len(), 1);
    assert!(warnings[0].message.starts_with("pass 'on-func' matched 0 operations: there is no 't.func'"));
}

#[test]
fn statistics_rows_and_times_cover_all_runs() {
    let mut module = module(7);
    let mut manager = manager(module.ctx(), "t.func(test{do=fold}),on-module{do=module}");
    (manager.threads, manager.count_ops) = (3, true);
    let (report, _) = run(&manager, &mut module);
    let text = report.statistics(&manager.pipeline);
    assert!(
        text.contains("'t.func' Pipeline\n  test\n    (S) 7 num-runs - Number of runs\non-module\n"),
        "{text}"
    );
    let rows = report.rows(&manager.pipeline);
    assert_eq!((rows[0].name.as_str(), rows[0].runs, rows[0].changed), ("  test", 7, true));
    assert_eq!((rows[0].ops_before, rows[0].ops_after), (7 * 803, 7 * 3));
    assert_eq!((rows[1].ops_before, rows[1].ops_after), (1 + 7 * 3, 1 + 7 * 3));
    let timing = report.timing(&manager.pipeline);
    let names: Vec<&str> = timing.iter().map(|t| t.name.as_str()).collect();
    assert_eq!(names, ["'t.func' Pipeline", "on-module", "Verifier"]);
    assert!(timing[0].wall.as_nanos() > 0 && timing[0].wall <= report.wall);
}

#[test]
fn fuel_is_spent_in_module_order() {
    let left = |fuel: u64| {
        let mut module = module(4);
        let mut manager = manager(module.ctx(), "t.func(test{do=fold})");
        (manager.threads, manager.fuel) = (4, Some(Fuel::new(fuel)));
        assert!(run(&manager, &mut module).0.ok);
        let ops = module.child_ops();
        ops.iter().map(|op| tf_ir::walk::count_ops(module.child(*op).expect("a body"))).collect::<Vec<_>>()
    };
    let full = left(u64::MAX);
    assert_eq!(full, [3; 4]);
    let half = left(1300);
    assert_eq!((half[0], half[3]), (3, 803), "{half:?}");
}

struct Log(std::sync::Arc<std::sync::Mutex<Vec<String>>>, bool);

impl Instrumentation for Log {
    fn needs_whole(&self) -> bool {
        self.1
    }

    fn before(&self, at: &PassPoint<'_>, _: &mut dyn FnMut(Event)) -> Token {
        Some(Box::new(fingerprint(at.body)))
    }

    fn after(&self, at: &PassPoint<'_>, token: Token, emit: &mut dyn FnMut(Event)) {
        let before = token.and_then(|t| t.downcast::<u64>().ok()).map(|t| *t);
        let changed = before != Some(fingerprint(at.body));
        let whole = at.root.map_or(0, tf_ir::walk::count_ops);
        let line = format!("{} {:?} {changed} {whole}", at.names.join("/"), at.positions);
        self.0.lock().expect("not poisoned").push(line.clone());
        emit(Event::Text(line));
    }
}

#[test]
fn instrumentations_see_each_run_in_order() {
    for whole in [false, true] {
        let seen = std::sync::Arc::default();
        let mut module = module(3);
        let mut manager =
            manager(module.ctx(), "t.func(test{do=fold},test{do=dominance}),test{do=dominance}");
        manager.threads = 4;
        manager.instrumentations.push(Box::new(Log(std::sync::Arc::clone(&seen), whole)));
        let (_, events) = run(&manager, &mut module);
        let lines: Vec<&String> = events.iter().filter(|e| !e.starts_with("warning")).collect();
        let count = |n: usize| if whole { n } else { 0 };
        let first = format!("builtin_module_no-symbol-name/t_func_f0 [0, 0] true {}", count(1 + 3 + 2 * 803));
        assert_eq!(*lines[0], first);
        assert_eq!(*lines[5], format!("builtin_module_no-symbol-name/t_func_f2 [0, 1] false {}", count(10)));
        assert_eq!(*lines[6], "builtin_module_no-symbol-name [1] false 10");
        assert_eq!(lines.len(), 7);
    }
}
