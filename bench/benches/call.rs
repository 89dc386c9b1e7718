//! The boundary of compiled code: the overhead of a call of a small program, and the time from a traced
//! program to its first result with the library already loaded.

#![allow(missing_docs, reason = "criterion_group makes a function without them")]

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use tensorforge::{Array, Device, Executable, Program, Session};

fn sum() -> Program {
    let program = Program::trace("sum", |p| {
        let n = p.dim("n");
        p.input::<f32>("a", [n]) + p.input::<f32>("b", [n])
    });
    program.unwrap_or_else(|e| panic!("{e}"))
}

fn compiled() -> Executable {
    let session = Session::new().unwrap_or_else(|e| panic!("{e}"));
    session.compile(&sum(), Device::cpu()).unwrap_or_else(|e| panic!("{e}"))
}

fn array(n: usize) -> Array {
    let elements: Vec<f32> = (0..n).map(|i| i as f32).collect();
    Array::from_slice(&[n], &elements).unwrap_or_else(|e| panic!("{e}"))
}

/// `c = a + b`: with a new array for the result, and into one that the caller has.
fn calls(c: &mut Criterion) {
    let exe = compiled();
    let mut group = c.benchmark_group("a + b");
    for n in [16, 1024] {
        let (a, b) = (array(n), array(n));
        let mut out = array(n);
        group.bench_function(BenchmarkId::new("call", n), |bench| {
            bench
                .iter(|| exe.call::<Array>((black_box(&a), black_box(&b))).unwrap_or_else(|e| panic!("{e}")));
        });
        group.bench_function(BenchmarkId::new("call_into", n), |bench| {
            bench.iter(|| {
                exe.call_into((black_box(&a), black_box(&b)), &mut out).unwrap_or_else(|e| panic!("{e}"));
            });
        });
    }
    group.finish();
}

/// A new session per iteration, so that nothing is cached.
fn first_result(c: &mut Criterion) {
    let (a, program) = (array(16), sum());
    let mut group = c.benchmark_group("first result");
    group.sample_size(10);
    group.bench_function("a + b", |bench| {
        bench.iter(|| {
            let session = Session::new().unwrap_or_else(|e| panic!("{e}"));
            let exe = session.compile(&program, Device::cpu()).unwrap_or_else(|e| panic!("{e}"));
            exe.call::<Array>((&a, &a)).unwrap_or_else(|e| panic!("{e}"))
        });
    });
    group.finish();
}

criterion_group!(benches, calls, first_result);
criterion_main!(benches);
