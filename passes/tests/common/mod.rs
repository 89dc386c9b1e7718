//! Parsing, running passes and comparing answers, for the tests of lowerings.
#![allow(dead_code)]

pub mod groups;

use tf_ir::body::Body;
use tf_ir::builtin::Module;
use tf_ir::context::Context;
use tf_ir::diag::Sources;
use tf_ir::pass::{Event, PassManager, PassRegistry, Pipeline};
use tf_ir::registry::Registry;
use tf_ir::text::{ParseOptions, PrintOptions, parse_module, print_module};

/// A context that knows all dialects.
pub fn context() -> Context {
    let mut registry = Registry::new();
    tf_dialects::register_all(&mut registry);
    Context::new(registry)
}

/// Parses a module; panics with the errors.
pub fn parse(ctx: &Context, text: &str) -> Body {
    let mut sources = Sources::default();
    sources.add("test.mlir", text);
    match parse_module(ctx, "test.mlir", text, &ParseOptions::default()) {
        Ok(parsed) => parsed.body,
        Err(errors) => {
            let errors: Vec<String> = errors.iter().map(|e| sources.render(ctx, e)).collect();
            panic!("{}", errors.join("\n"))
        }
    }
}

/// Runs a pipeline of passes on functions; panics with what went wrong.
pub fn run(ctx: &Context, module: &mut Body, passes: &str) {
    if let Err(errors) = try_run(ctx, module, passes) {
        panic!("{passes} failed:\n{errors}\n{}", print(module));
    }
}

/// As [`run`], giving the errors. What begins with `inline` runs on the module.
pub fn try_run(ctx: &Context, module: &mut Body, passes: &str) -> Result<(), String> {
    let mut registry = PassRegistry::new();
    tf_passes::register_all(&mut registry);
    let of_modules = passes.starts_with("inline");
    let text = if of_modules {
        format!("builtin.module({passes})")
    } else {
        format!("builtin.module(func.func({passes}))")
    };
    let pipeline = Pipeline::parse(ctx, &registry, Module::NAME, &text, "pipeline");
    let pipeline = pipeline.map_err(|errors| format!("{errors:?}"))?;
    let mut errors = String::new();
    let report = PassManager::new(pipeline).run(module, &mut |event| {
        if let Event::Diagnostic(diagnostic) = event {
            errors.push_str(&Sources::default().render(ctx, &diagnostic));
        }
    });
    if report.ok { Ok(()) } else { Err(errors) }
}

/// The module as text.
pub fn print(module: &Body) -> String {
    print_module(module, &PrintOptions::default())
}

use tf_dialects::scalar::{DType, Scalar, element_type};
use tf_interp::{Datum, Dense, run_entry};

/// Op executions a test may use for one run.
const FUEL: u64 = 200_000_000;

/// A tensor of pseudo-random elements; the same for the same seed.
pub fn tensor(dtype: DType, extents: &[usize], seed: u64) -> Datum {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut next = || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) as i64
    };
    let element = |n: i64| match dtype.is_float() {
        true => Scalar::from_f64(dtype, (n % 4096) as f64 / 512.0 - 4.0),
        false => Scalar::from_i64(dtype, n % 23 - 5),
    };
    let count = extents.iter().product();
    let data = (0..count).map(|_| element(next()).bits()).collect();
    Dense { dtype, extents: extents.to_vec(), data }.into()
}

/// A number.
pub fn number(dtype: DType, value: i64) -> Datum {
    Datum::Bits(Scalar::from_i64(dtype, value).bits())
}

/// What `@main` gives: its results, or "stopped" where it traps.
pub fn interpret(module: &Body, args: &[Datum]) -> Result<Vec<Datum>, String> {
    run_entry(module, "main", args, FUEL).map_err(|stop| format!("{stop:?}"))
}

fn scalars(ctx: &Context, module: &Body) -> Vec<Option<DType>> {
    let function = module.child_ops().into_iter().find_map(|op| module.child(op)).expect("a function");
    let ty =
        function.attr(function.root(), "tf.signature").or(function.attr(function.root(), "function_type"));
    let ty = ty.and_then(|a| ctx.attr_type(a)).expect("a function has a type");
    match ctx.type_data(ty) {
        tf_ir::types::TypeData::Function { results, .. } => {
            results.iter().map(|ty| element_type(ctx, *ty)).collect()
        }
        _ => Vec::new(),
    }
}

/// True if two results agree: to the bit, or within `tolerance` relative to their size where that is not 0.
pub fn agree(dtype: Option<DType>, a: &Datum, b: &Datum, tolerance: f64) -> bool {
    let close = |dtype: DType, x: u64, y: u64| {
        let (x, y) = (Scalar::from_bits(dtype, x), Scalar::from_bits(dtype, y));
        if x == y {
            return true;
        }
        if !dtype.is_float() {
            return false;
        }
        let (x, y) = (x.to_f64(), y.to_f64());
        (x.is_nan() && y.is_nan())
            || (tolerance > 0.0 && (x - y).abs() <= tolerance * (1.0 + x.abs().max(y.abs())))
    };
    match (a, b) {
        (Datum::Dense(a), Datum::Dense(b)) => {
            a.extents == b.extents && a.data.iter().zip(&b.data).all(|(x, y)| close(a.dtype, *x, *y))
        }
        (Datum::Bits(a), Datum::Bits(b)) => dtype.is_some_and(|d| close(d, *a, *b)),
        _ => false,
    }
}

/// Runs each step of a pipeline in turn and checks that the interpreter's answers stay: `steps` are
/// comma-separated passes each. Gives the module after the last.
pub fn check_steps(text: &str, steps: &[&str], inputs: &[Vec<Datum>], tolerance: f64) -> String {
    let ctx = context();
    let mut module = parse(&ctx, text);
    let wanted: Vec<_> = inputs.iter().map(|args| interpret(&module, args)).collect();
    let dtypes = scalars(&ctx, &module);
    let runs = wanted.iter().filter(|w| w.is_ok()).count();
    assert!(runs > 0, "the program never runs: {wanted:?}");
    for step in steps {
        run(&ctx, &mut module, step);
        let printed = print(&module);
        let again = parse(&ctx, &printed);
        assert_eq!(print(&again), printed, "after {step}, the text does not round-trip");
        for (args, wanted) in inputs.iter().zip(&wanted) {
            let found = interpret(&module, args);
            let same = match (wanted, &found) {
                (Ok(wanted), Ok(found)) => {
                    let pairs = wanted.iter().zip(found).zip(&dtypes);
                    wanted.len() == found.len()
                        && pairs.into_iter().all(|((a, b), d)| agree(*d, a, b, tolerance))
                }
                (Err(_), Err(_)) => true,
                _ => false,
            };
            assert!(same, "after {step}:\n{printed}\nargs {args:?}\nwanted {wanted:?}\nfound {found:?}");
        }
    }
    print(&module)
}
