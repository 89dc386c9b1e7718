//! Work limits of passes are tight: if a pass doubled the work of a program, `--check-work` would name it.

use tensorforge::pipelines;
use tensorforge_tools::fuzz::work::{self, Counted};
use tf_dialects::register_all;
use tf_generate::work::{WorkReport, WorkWatch};
use tf_ir::builtin::Module;
use tf_ir::context::Context;
use tf_ir::pass::{PassManager, PassRegistry, Pipeline};
use tf_ir::registry::Registry;
use tf_ir::text::{ParseOptions, parse_module};

/// The number of random programs; the campaign runs more.
const PROGRAMS: u64 = 4;

/// The work before and after each pass of a pipeline, for named extents of `size` and `4 * size`.
fn counted(text: &str, pipeline: &str, size: i64) -> WorkReport {
    watched(text, pipeline, WorkWatch::new(size, 0))
}

fn watched(text: &str, pipeline: &str, watch: WorkWatch) -> WorkReport {
    let mut dialects = Registry::new();
    register_all(&mut dialects);
    let ctx = Context::new(dialects);
    let mut passes = PassRegistry::new();
    tf_passes::register_all(&mut passes);
    let mut module = parse_module(&ctx, "f.mlir", text, &ParseOptions::default()).expect("it is valid").body;
    let pipeline = Pipeline::parse(&ctx, &passes, Module::NAME, pipeline, "<pipeline>").expect("it is valid");
    let mut manager = PassManager::new(pipeline);
    manager.instrumentations.push(Box::new(watch.clone()));
    assert!(manager.run(&mut module, &mut |_| {}).ok, "{text}");
    watch.report()
}

/// The passes that exceed their limits, and those of `of` whose doubled work is within them.
fn faults(report: &WorkReport, of: &[&str]) -> Vec<String> {
    let found = report.found.iter().map(|(pass, name, found)| format!("{pass} in {name}: {found}"));
    let missed = of.iter().filter_map(|pass| match report.doubled.get(pass) {
        Some((named, all)) if named == all => None,
        Some((named, all)) => Some(format!("{pass}: {named} of {all} doublings")),
        None => Some(format!("{pass}: it changed nothing")),
    });
    found.chain(missed).collect()
}

/// The limits of passes with large growth follow from the tiles, blocks and lanes of the program.
#[test]
fn passes_that_state_their_growth_are_held_to_it() {
    for (text, pipeline, size, passes) in [
        (HALO, "func.func(apply-groups)", 8, &["apply-groups"][..]),
        (CHAIN, "func.func(tensor-decompose,choose-fusion,apply-fusion)", 8, &["apply-fusion"]),
        (INLINED, "func.func(choose-fusion,apply-fusion)", 8, &["apply-fusion"]),
        (PRODUCT, "func.func(set-gpu),block-products", 8, &["block-products"]),
        (ROW, &pipelines::cpu(), 64, &["loop-vectorize", "math-expand"]),
        (ROW, &pipelines::simt(), 64, &["map-kernels"]),
    ] {
        let faults = faults(&counted(text, pipeline, size), passes);
        assert!(faults.is_empty(), "{pipeline}: {faults:#?}");
    }
}

/// A pass that expands ops may add only the expansion of each op at its type.
#[test]
fn expansions_are_held_to_their_code() {
    let names = [
        "exp", "log", "log1p", "sin", "tan", "tanh", "cbrt", "erf", "asin", "rsqrt", "round", "absf", "sqrt",
    ];
    for ty in ["f16", "bf16", "f32", "f64"] {
        let code: String = names.iter().map(|name| format!("%{name} = math.{name} %x : {ty}\n")).collect();
        let results: Vec<String> = names.iter().map(|name| format!("%{name}")).collect();
        let power = format!("%power = math.powf %x, %y : {ty}\n%rest = arith.maxnumf %x, %y : {ty}\n");
        let types = vec![ty; names.len() + 2].join(", ");
        let text = format!(
            "func.func @main(%x: {ty}, %y: {ty}) -> ({types}) {{
                {code}{power}return {}, %power, %rest : {types}
            }}",
            results.join(", ")
        );
        let report = counted(&text, "math-expand,func.func(arith-guard)", 8);
        let faults = faults(&report, &["math-expand"]);
        assert!(faults.is_empty(), "{ty}: {faults:#?}");
    }
}

/// Integer operations of all widths, which arith-guard expands.
#[test]
fn guards_are_held_to_their_code() {
    for ty in ["i1", "i8", "i32", "i64"] {
        let names = [
            "divsi",
            "divui",
            "remsi",
            "remui",
            "floordivsi",
            "ceildivsi",
            "ceildivui",
            "shli",
            "shrui",
            "shrsi",
        ];
        let code: String =
            names.iter().map(|name| format!("%{name} = arith.{name} %x, %y : {ty}\n")).collect();
        let results: Vec<String> = names.iter().map(|name| format!("%{name}")).collect();
        let types = vec![ty; names.len()].join(", ");
        let text = format!(
            "func.func @main(%x: {ty}, %y: {ty}) -> ({types}) {{
                {code}return {} : {types}
            }}",
            results.join(", ")
        );
        let faults = faults(&counted(&text, "func.func(arith-guard)", 8), &[]);
        assert!(faults.is_empty(), "{ty}: {faults:#?}");
    }
}

/// Two equal results are computed once and copied.
#[test]
fn equal_results_may_be_copied() {
    let text = r#"
    func.func @main(%x: tensor<?{n}xf32>) -> (tensor<?{n}xf32>, tensor<?{n}xf32>) {
      %r:2 = tensor.compute (%i) in [n] {
        %v = tensor.at %x[%i] : tensor<?{n}xf32>
        tensor.yield %v, %v : f32, f32
      } : tensor<?{n}xf32>, tensor<?{n}xf32>
      return %r#0, %r#1 : tensor<?{n}xf32>, tensor<?{n}xf32>
    }"#;
    let faults = faults(&counted(text, "func.func(canonicalize)", 64), &["canonicalize"]);
    assert!(faults.is_empty(), "{faults:#?}");
}

/// The interpreter runs an op with stated work in one step, and its decomposition in many.
#[test]
fn steps_are_held_to_stated_work() {
    let text = r#"
    func.func @main(%x: tensor<?{n}x?{n}x?{n}xf32>, %y: tensor<?{n}x?{n}x?{n}xf32>) -> tensor<?{n}xf32> {
      %r = tensor.contract "abc,dbe->c" %x, %y
        : (tensor<?{n}x?{n}x?{n}xf32>, tensor<?{n}x?{n}x?{n}xf32>) -> tensor<?{n}xf32>
      return %r : tensor<?{n}xf32>
    }"#;
    let report = watched(text, "func.func(tensor-decompose)", WorkWatch::new(8, 0).within(60));
    let faults = faults(&report, &[]);
    assert!(faults.is_empty(), "{faults:#?}");
}

/// Tiles of four points with a halo of one on both sides.
const HALO: &str = r#"
func.func @main(%x: tensor<?{n}x?{n}xf32>) -> tensor<?{n}x?{n}xf32> {
  %r = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [4]), order(i.0)>} {
    %a = tensor.compute (%i, %j) in [n, n] attributes {axes = ["i", "j"], member = "a"} {
      %v = tensor.at %x[%i, %j] : tensor<?{n}x?{n}xf32>
      %e = math.exp %v : f32
      tensor.yield %e : f32
    } : tensor<?{n}x?{n}xf32>
    %b = tensor.compute (%i, %j) in [n, n] attributes {axes = ["i", "j"], member = "b"} {
      %l = tensor.at %a[%i - 1, %j] clamp : tensor<?{n}x?{n}xf32>
      %h = tensor.at %a[%i + 1, %j] clamp : tensor<?{n}x?{n}xf32>
      %s = arith.addf %l, %h : f32
      tensor.yield %s : f32
    } : tensor<?{n}x?{n}xf32>
    tensor.yield %b : tensor<?{n}x?{n}xf32>
  } : tensor<?{n}x?{n}xf32>
  return %r : tensor<?{n}x?{n}xf32>
}"#;

const CHAIN: &str = r#"
func.func @main(%x: tensor<?{n}x?{n}xf32>) -> (tensor<?{n}x?{n}xf32>, tensor<?{n}xf32>) {
  %e = math.exp %x : tensor<?{n}x?{n}xf32>
  %a = arith.addf %e, %x : tensor<?{n}x?{n}xf32>
  %m = arith.mulf %a, %e : tensor<?{n}x?{n}xf32>
  %s = tensor.reduce add %m dims = [1] : tensor<?{n}x?{n}xf32> to tensor<?{n}xf32>
  return %m, %s : tensor<?{n}x?{n}xf32>, tensor<?{n}xf32>
}"#;

/// A producer with one stored and one inlined result. As a member of the group it runs twice until the
/// decision is applied.
const INLINED: &str = r#"
func.func @main(%x: tensor<?{n}xf32>) -> (tensor<?{n}xf32>, tensor<?{2*n}xf16>) {
  %one = arith.constant 1.0 : f32
  %a:2 = tensor.compute (%i) in [n] {
    tensor.yield %one, %one : f32, f32
  } : tensor<?{n}xf32>, tensor<?{n}xf32>
  %b = tensor.compute (%i) in [2*n] {
    %v = tensor.at %a#1[%i + 3] clamp : tensor<?{n}xf32>
    %w = arith.truncf %v : f32 to f16
    tensor.yield %w : f16
  } : tensor<?{2*n}xf16>
  return %a#0, %b : tensor<?{n}xf32>, tensor<?{2*n}xf16>
}"#;

const ROW: &str = r#"
func.func @main(%x: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  %e = math.exp %x : tensor<?{n}xf32>
  %a = arith.addf %e, %x : tensor<?{n}xf32>
  return %a : tensor<?{n}xf32>
}"#;

const PRODUCT: &str = r#"
func.func @main(%x: tensor<?{n}x?{n}xf32>, %y: tensor<?{n}x?{n}xf32>) -> tensor<?{n}x?{n}xf32> {
  %r = tensor.contract "ik,kj->ij" %x, %y : (tensor<?{n}x?{n}xf32>, tensor<?{n}x?{n}xf32>) -> tensor<?{n}x?{n}xf32>
  return %r : tensor<?{n}x?{n}xf32>
}"#;

/// A quick sample of `./x campaign work`.
#[test]
fn no_pass_adds_work_to_random_programs() {
    let counted: Counted = work::count(0..PROGRAMS, &work::compared_pipelines());
    let added: Vec<String> = counted.added.iter().map(ToString::to_string).collect();
    println!("{counted}\n{}", counted.planted());
    assert!(added.is_empty(), "{}", added.join("\n"));
    let sum = |of: fn(&(usize, usize)) -> usize| counted.doubled.values().map(of).sum::<usize>();
    let (named, all): (usize, usize) = (sum(|one| one.0), sum(|one| one.1));
    assert!(all > 0 && named * 10 >= all * 6, "{}", counted.planted());
}

/// Work is compared after the pass that applies decisions, not after the one that makes them.
#[test]
fn decisions_are_compared_where_they_are_applied() {
    let both = counted(INLINED, "func.func(choose-fusion,apply-fusion)", 8);
    assert_eq!(both.doubled.keys().copied().collect::<Vec<_>>(), ["apply-fusion"]);
    let decided = counted(INLINED, "func.func(choose-fusion)", 8);
    let why = decided.left_out.get("main").map(String::as_str);
    assert_eq!((decided.compared, why), (0, Some("decisions wait for 'apply-fusion', which does not run")));
}
