//! The compiler's core, step by step, in one process on modules of `gen-module`: parse, print, verify,
//! canonicalize, cse, walk, build, rewrite. Per operation, so that sizes compare. (`./x bench core` times
//! whole processes.)

#![allow(missing_docs, reason = "criterion_group makes a function without them")]

use criterion::{BatchSize, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use tensorforge_bench::generate::write_module;
use tf_dialects::arith;
use tf_ir::body::Body;
use tf_ir::builder::Builder;
use tf_ir::builtin::Module;
use tf_ir::context::Context;
use tf_ir::location::Location;
use tf_ir::pass::{PassManager, PassRegistry, Pipeline, Verification};
use tf_ir::registry::Registry;
use tf_ir::rewrite::{GreedyConfig, PatternSet, apply_greedily};
use tf_ir::text::{ParseOptions, PrintOptions, parse_module, print_module};
use tf_ir::verify::verify;
use tf_ir::walk::{walk, walk_bodies, walk_bodies_mut};

/// Operations of the modules.
const SIZES: [usize; 2] = [10_000, 100_000];

fn context() -> Context {
    let mut registry = Registry::new();
    tf_dialects::register_all(&mut registry);
    Context::new(registry)
}

fn text(ops: usize) -> String {
    let mut bytes = Vec::new();
    write_module(&mut bytes, ops, 1).expect("memory takes all that is written");
    String::from_utf8(bytes).expect("modules are text")
}

fn parse(ctx: &Context, text: &str) -> Body {
    let parsed = parse_module(ctx, "bench.mlir", text, &ParseOptions::default());
    parsed.unwrap_or_else(|errors| panic!("{errors:?}")).body
}

/// Times `step` on the result of `set_up` for the module's context and text, for each size.
fn each<T>(
    c: &mut Criterion,
    name: &str,
    set_up: impl Fn(&Context, &str) -> T,
    mut step: impl FnMut(&Context, &mut T),
) {
    let mut group = c.benchmark_group(name);
    group.sample_size(10);
    for ops in SIZES {
        let (ctx, text) = (context(), text(ops));
        group.throughput(Throughput::Elements(ops as u64));
        group.bench_function(BenchmarkId::from_parameter(ops), |b| {
            b.iter_batched_ref(|| set_up(&ctx, &text), |made| step(&ctx, made), BatchSize::PerIteration);
        });
    }
    group.finish();
}

fn text_steps(c: &mut Criterion) {
    each(c, "parse", |_, text| (text.to_string(), None), |ctx, (text, body)| *body = Some(parse(ctx, text)));
    each(c, "print", parse, |_, body| {
        black_box(print_module(body, &PrintOptions::default()));
    });
    each(c, "verify", parse, |_, body| verify(body).expect("the module is valid"));
}

fn passes(c: &mut Criterion) {
    for pass in ["canonicalize", "cse"] {
        each(
            c,
            pass,
            |ctx, text| {
                let mut registry = PassRegistry::new();
                tf_passes::register_all(&mut registry);
                let pipeline = Pipeline::parse(ctx, &registry, Module::NAME, pass, "pipeline");
                let mut manager = PassManager::new(pipeline.unwrap_or_else(|errors| panic!("{errors:?}")));
                manager.verification = Verification::Never;
                (manager, parse(ctx, text))
            },
            |_, (manager, body)| assert!(manager.run(body, &mut |_| ()).ok),
        );
    }
}

fn walks(c: &mut Criterion) {
    each(c, "walk", parse, |_, body| {
        let mut operands = 0;
        let mut count = |body: &Body, op| operands += body.operands(op).count();
        walk_bodies(body, &mut |body| walk(body, body.root(), &mut count));
        black_box(operands);
    });
}

/// As many additions as the module has operations, in one function.
fn build(c: &mut Criterion) {
    let function = "func.func @f(%a: i32, %b: i32) {\n  return\n}";
    each(
        c,
        "build",
        |ctx, text| (parse(ctx, function), text.lines().count()),
        |ctx, (module, ops)| {
            let root = module.child_ops()[0];
            let body = module.child_mut(root).expect("functions own bodies");
            let block = body.entry_block().expect("the function has a block");
            let (i32, a, b) = (ctx.i32(), body.arg(block, 0), body.arg(block, 1));
            let end = body.last(block).expect("the function ends with a return");
            let mut builder = Builder::before(body, end);
            builder.loc = Location::UNKNOWN;
            let mut last = b;
            for _ in 0..*ops {
                let sum = builder.op(arith::Addi, &[a, last], &[i32], &[]);
                last = builder.body.result(sum, 0);
            }
        },
    );
}

/// One declarative rule, applied wherever it fits.
fn rewrite(c: &mut Criterion) {
    each(
        c,
        "rewrite",
        |ctx, text| {
            let mut set = PatternSet::new();
            set.rule("bench.swap", "(arith.subi x y)", "(arith.addi y x)");
            (set.freeze(ctx), parse(ctx, text))
        },
        |_, (patterns, module)| {
            walk_bodies_mut(module, &mut |body| {
                apply_greedily(body, patterns, &GreedyConfig::default(), None).expect("rewriting ends");
            });
        },
    );
}

criterion_group!(benches, text_steps, passes, walks, build, rewrite);
criterion_main!(benches);
