//! What running on the CPU costs beside the work itself: starting a parallel loop, calling an entry,
//! compiling a unit.

#![allow(missing_docs, reason = "criterion_group makes a function without them")]

use criterion::{Criterion, criterion_group, criterion_main};
use std::ffi::c_void;
use std::hint::black_box;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tf_abi::call::Body;
use tf_abi::options::Options;
use tf_cpu::exec::{Argument, Executable};
use tf_cpu::library::Library;
use tf_cpu::runtime::{Builder, symbols};
use tf_dialects::array::Array;
use tf_dialects::scalar::DType;
use tf_dialects::signature::{Param, ParamType, ResultParam, Signature, TensorType};

/// `c = a + b` on `n` elements, 16 at a time; words: n, a (3), b (3), c (3).
const ADD: &str = "func.func @add(%call: !llvm.ptr, %w: !llvm.ptr) -> i32 {
  %n = llvm.load %w : !llvm.ptr -> i64
  %a_at = llvm.getelementptr %w[1] : (!llvm.ptr) -> !llvm.ptr, i64
  %a = llvm.load %a_at : !llvm.ptr -> !llvm.ptr
  %b_at = llvm.getelementptr %w[4] : (!llvm.ptr) -> !llvm.ptr, i64
  %b = llvm.load %b_at : !llvm.ptr -> !llvm.ptr
  %c_at = llvm.getelementptr %w[7] : (!llvm.ptr) -> !llvm.ptr, i64
  %c = llvm.load %c_at : !llvm.ptr -> !llvm.ptr
  %lo = arith.constant 0 : index
  %step = arith.constant 16 : index
  %hi = arith.index_cast %n : i64 to index
  scf.for %k = %lo to %hi step %step {
    %i = arith.index_cast %k : index to i64
    %p = llvm.getelementptr %a[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %q = llvm.getelementptr %b[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %r = llvm.getelementptr %c[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %x = llvm.load %p {alignment = 4 : i64} : !llvm.ptr -> vector<16xf32>
    %y = llvm.load %q {alignment = 4 : i64} : !llvm.ptr -> vector<16xf32>
    %z = arith.addf %x, %y : vector<16xf32>
    llvm.store %z, %r {alignment = 4 : i64} : vector<16xf32>, !llvm.ptr
  }
  %ok = arith.constant 0 : i32
  return %ok : i32
}";

unsafe extern "C" fn nothing(_: *mut c_void, _: i64, _: i64) {}

/// Each of two chunks waits for the other, so both threads must have come.
unsafe extern "C" fn meet(counter: *mut c_void, _: i64, _: i64) {
    // SAFETY: the bench passes its counter.
    let counter = unsafe { &*counter.cast::<AtomicUsize>() };
    counter.fetch_add(1, Ordering::SeqCst);
    while counter.load(Ordering::SeqCst) % 2 != 0 {
        std::hint::spin_loop();
    }
}

fn parallel_for(c: &mut Criterion) {
    let runtime = Builder::default().threads(2).build();
    let mut counter = AtomicUsize::new(0);
    let environment = (&raw mut counter).cast();
    let run = |body: Body, chunks| {
        // SAFETY: the bodies take any chunk on any thread, and `meet` the counter.
        unsafe { runtime.parallel_for(&tf_abi::call::NEVER, body, environment, chunks, 1) }
    };
    c.bench_function("parallel_for/2 chunks", |b| b.iter(|| run(nothing, 2)));
    if runtime.threads() == 2 {
        c.bench_function("parallel_for/rendezvous of 2", |b| b.iter(|| run(meet, 2)));
    }
}

fn executable(llvm: &Arc<Library>) -> Executable {
    let object = llvm.compile(ADD, &Options::default()).expect("the unit compiles");
    let module = llvm.load(&[&object.bytes], &symbols()).expect("the object links");
    let n = || TensorType { dtype: DType::F32, extents: vec!["n".parse().expect("an extent")] };
    let param = |name: &str| Param { name: name.into(), r#type: ParamType::Tensor(n()), strided: false };
    let result = ResultParam { name: "c".into(), r#type: n(), reuses: Vec::new() };
    let signature = Signature::new("add", vec![param("a"), param("b")], vec![result]).expect("a signature");
    let runtime = Arc::new(Builder::default().threads(1).build());
    // SAFETY: the unit is written for this signature.
    unsafe { Executable::new(module, vec![signature], Vec::new(), runtime).expect("the entry is there") }
}

fn call(c: &mut Criterion) {
    let llvm = Library::open(None).unwrap_or_else(|e| panic!("{e}"));
    let executable = executable(&llvm);
    let add = executable.entry("add").expect("it was just made");
    let a = Array::from_slice(&[16], &[1.0f32; 16]).expect("an array");
    let (b, mut out) = (a.clone(), a.clone());
    let arguments = || [Argument::from(&a), Argument::from(&b)];
    c.bench_function("call/16 elements, into", |bench| {
        bench.iter(|| executable.call_into(add, &arguments(), &mut [out.view_mut()]).expect("it fits"));
    });
    c.bench_function("call/16 elements, new array", |bench| {
        bench.iter(|| black_box(executable.call(add, &arguments()).expect("it fits")));
    });
}

fn compile(c: &mut Criterion) {
    let llvm = Library::open(None).unwrap_or_else(|e| panic!("{e}"));
    c.bench_function("compile/one small kernel", |b| {
        b.iter(|| llvm.compile(ADD, &Options::default()).expect("the unit compiles"));
    });
    let object = llvm.compile(ADD, &Options::default()).expect("the unit compiles");
    c.bench_function("load/one small kernel", |b| {
        b.iter(|| llvm.load(&[&object.bytes], &symbols()).expect("the object links"));
    });
}

criterion_group!(benches, parallel_for, call, compile);
criterion_main!(benches);
