//! Calls of compiled entries. The entries are written by hand as generated code would be: they read the words
//! of the call at constant offsets.

use std::sync::{Arc, OnceLock};
use tf_abi::call::Trap;
use tf_abi::options::Options;
use tf_cpu::exec::{Argument, Executable, RawArgument, RawTensor, RunError, TrapSite};
use tf_cpu::library::Library;
use tf_cpu::runtime::{self, Builder, Runtime};
use tf_dialects::array::{Array, ArrayView, ArrayViewMut, Layout};
use tf_dialects::scalar::{DType, Scalar};
use tf_dialects::signature::{CallError, Param, ParamType, ResultParam, Signature, TensorType};

/// MLIR that loads word `at` as `name` of type `ty`.
fn word(name: &str, at: usize, ty: &str) -> String {
    format!(
        "%{name}_at = llvm.getelementptr %w[{at}] : (!llvm.ptr) -> !llvm.ptr, i64
         %{name} = llvm.load %{name}_at : !llvm.ptr -> {ty}\n"
    )
}

/// MLIR of `i` from `lo` to `hi`, around `body`.
fn for_loop(lo: &str, hi: &str, body: &str) -> String {
    format!(
        "%{hi}_x = arith.index_cast %{hi} : i64 to index
         %{lo}_x = arith.index_cast %{lo} : i64 to index
         %one_x = arith.constant 1 : index
         scf.for %i_x = %{lo}_x to %{hi}_x step %one_x {{
           %i = arith.index_cast %i_x : index to i64
           {body}
         }}\n"
    )
}

/// MLIR that loads element `[index]` of `pointer` as `name`.
fn element(name: &str, pointer: &str, index: &str) -> String {
    format!(
        "%{name}_p = llvm.getelementptr %{pointer}[%{index}] : (!llvm.ptr, i64) -> !llvm.ptr, f32
         %{name} = llvm.load %{name}_p : !llvm.ptr -> f32\n"
    )
}

fn store(value: &str, pointer: &str, index: &str) -> String {
    format!(
        "%{value}_p = llvm.getelementptr %{pointer}[%{index}] : (!llvm.ptr, i64) -> !llvm.ptr, f32
         llvm.store %{value}, %{value}_p : f32, !llvm.ptr\n"
    )
}

fn entry(name: &str, body: &str) -> String {
    format!("func.func @{name}(%call: !llvm.ptr, %w: !llvm.ptr) -> i32 {{\n{body}\n}}\n")
}

const OK: &str = "%ok = arith.constant 0 : i32\n return %ok : i32";

/// `c[i] = a[i] + b[i]`; words: n, a (3), b (3), c (3).
fn add() -> String {
    let body = element("x", "a", "i")
        + &element("y", "b", "i")
        + "%z = arith.addf %x, %y : f32\n"
        + &store("z", "c", "i");
    let loads = word("n", 0, "i64")
        + &word("a", 1, "!llvm.ptr")
        + &word("b", 4, "!llvm.ptr")
        + &word("c", 7, "!llvm.ptr");
    entry("add", &(loads + "%zero = arith.constant 0 : i64\n" + &for_loop("zero", "n", &body) + OK))
}

/// `y[i] = s * x[i]` for a strided `x`; words: n, s, x (3), y (3).
fn scale() -> String {
    let body = "%j = arith.muli %i, %stride : i64\n".to_owned()
        + &element("v", "x", "j")
        + "%z = arith.mulf %v, %s : f32\n"
        + &store("z", "y", "i");
    let loads =
        word("n", 0, "i64") + &word("s", 1, "f32") + &word("x", 2, "!llvm.ptr") + &word("stride", 4, "i64");
    let loads = loads + &word("y", 5, "!llvm.ptr") + "%zero = arith.constant 0 : i64\n";
    entry("scale", &(loads + &for_loop("zero", "n", &body) + OK))
}

/// `y[i] = x[i] + i` in parallel, in chunks of 10, and a trap at location 2 for each negative `x[i]`, at
/// location 1 for each above 100; words: n, x (3), y (3). The environment is the words, with the call before
/// them.
fn parallel() -> String {
    let trap = |condition: &str, location: usize| {
        format!(
            "{condition}
             scf.if %bad{location} {{
               %code{location} = arith.constant 5 : i32
               %place{location} = arith.constant {location} : i32
               %r{location} = func.call @tf_trap(%call, %code{location}, %place{location}, %i, %i) : (!llvm.ptr, i32, i32, i64, i64) -> i32
             }}\n"
        )
    };
    let body = element("v", "x", "i")
        + &trap("%zf = arith.constant 0.0 : f32\n %bad2 = arith.cmpf olt, %v, %zf : f32", 2)
        + &trap("%hf = arith.constant 100.0 : f32\n %bad1 = arith.cmpf ogt, %v, %hf : f32", 1)
        + "%k = arith.sitofp %i : i64 to f32\n %z = arith.addf %v, %k : f32\n"
        + &store("z", "y", "i");
    let environment = "%call = llvm.load %e : !llvm.ptr -> !llvm.ptr
        %w_at = llvm.getelementptr %e[1] : (!llvm.ptr) -> !llvm.ptr, i64
        %w = llvm.load %w_at : !llvm.ptr -> !llvm.ptr\n";
    let loads = word("x", 1, "!llvm.ptr") + &word("y", 4, "!llvm.ptr");
    let outlined = format!(
        "func.func private @body(%e: !llvm.ptr, %lo: i64, %hi: i64) {{\n{environment}{loads}{}\n return }}\n",
        for_loop("lo", "hi", &body)
    );
    let main = word("n", 0, "i64")
        + "%two = arith.constant 2 : i64
           %e = llvm.alloca %two x i64 : (i64) -> !llvm.ptr
           llvm.store %call, %e : !llvm.ptr, !llvm.ptr
           %e1 = llvm.getelementptr %e[1] : (!llvm.ptr) -> !llvm.ptr, i64
           llvm.store %w, %e1 : !llvm.ptr, !llvm.ptr
           %f = func.constant @body : (!llvm.ptr, i64, i64) -> ()
           %grain = arith.constant 10 : i64
           func.call @tf_parallel_for(%call, %f, %e, %n, %grain)
             : (!llvm.ptr, (!llvm.ptr, i64, i64) -> (), !llvm.ptr, i64, i64) -> ()\n"
        + OK;
    "func.func private @tf_trap(!llvm.ptr, i32, i32, i64, i64) -> i32
     func.func private @tf_parallel_for(!llvm.ptr, (!llvm.ptr, i64, i64) -> (), !llvm.ptr, i64, i64)\n"
        .to_owned()
        + &outlined
        + &entry("parallel", &main)
}

/// Requests scratch memory of `n` bytes and traps with code 3 if there is none; else returns 7 if the memory
/// is not aligned; words: n.
fn scratch() -> String {
    let body = "%n = llvm.load %w : !llvm.ptr -> i64
        %m = func.call @tf_scratch_alloc(%call, %n) : (!llvm.ptr, i64) -> !llvm.ptr
        %address = llvm.ptrtoint %m : !llvm.ptr to i64
        %zero = arith.constant 0 : i64
        %none = arith.cmpi eq, %address, %zero : i64
        %r = scf.if %none -> i32 {
          %three = arith.constant 3 : i32
          %place = arith.constant 0 : i32
          %t = func.call @tf_trap(%call, %three, %place, %zero, %zero) : (!llvm.ptr, i32, i32, i64, i64) -> i32
          scf.yield %t : i32
        } else {
          func.call @tf_scratch_free(%call, %m) : (!llvm.ptr, !llvm.ptr) -> ()
          %mask = arith.constant 63 : i64
          %low = arith.andi %address, %mask : i64
          %odd = arith.cmpi ne, %low, %zero : i64
          %seven = arith.constant 7 : i32
          %ok = arith.constant 0 : i32
          %s = arith.select %odd, %seven, %ok : i32
          scf.yield %s : i32
        }
        return %r : i32";
    "func.func private @tf_scratch_alloc(!llvm.ptr, i64) -> !llvm.ptr
     func.func private @tf_scratch_free(!llvm.ptr, !llvm.ptr)\n"
        .to_owned()
        + &entry("scratch", body)
}

fn tensor(name: &str, extent: &str, strided: bool) -> Param {
    let extents = if extent.is_empty() { Vec::new() } else { vec![extent.parse().unwrap()] };
    let r#type = ParamType::Tensor(TensorType { dtype: DType::F32, extents });
    Param { name: name.into(), r#type, strided }
}

fn scalar(name: &str, dtype: DType) -> Param {
    Param { name: name.into(), r#type: ParamType::Scalar(dtype), strided: false }
}

fn result(name: &str, reuses: &[usize]) -> ResultParam {
    let r#type = TensorType { dtype: DType::F32, extents: vec!["n".parse().unwrap()] };
    ResultParam { name: name.into(), r#type, reuses: reuses.to_vec() }
}

fn signatures() -> Vec<Signature> {
    let (a, b, x) = (tensor("a", "n", false), tensor("b", "n", false), tensor("x", "n", false));
    vec![
        Signature::new("add", vec![a, b], vec![result("c", &[0])]).unwrap(),
        Signature::new(
            "scale",
            vec![scalar("s", DType::F32), tensor("x", "n", true)],
            vec![result("y", &[])],
        )
        .unwrap(),
        Signature::new("parallel", vec![x], vec![result("y", &[])]).unwrap(),
        Signature::new("scratch", vec![scalar("n", DType::I64)], vec![]).unwrap(),
    ]
}

fn build(runtime: Arc<Runtime>) -> Executable {
    let llvm = Library::open(None).unwrap_or_else(|e| panic!("{e}"));
    let unit = add() + &scale() + &parallel() + &scratch();
    let object = llvm.compile(&unit, &Options::default()).unwrap_or_else(|e| panic!("{e}\n{unit}"));
    let module = llvm.load(&[&object.bytes], &runtime::symbols()).unwrap_or_else(|e| panic!("{e}"));
    let sites = ["first", "too large", "negative"]
        .map(|m| TrapSite { message: m.into(), location: "a.mlir:1:2".into() });
    // SAFETY: the entries are written for these signatures.
    unsafe { Executable::new(module, signatures(), sites.to_vec(), runtime).unwrap() }
}

fn executable() -> &'static Executable {
    static EXECUTABLE: OnceLock<Executable> = OnceLock::new();
    EXECUTABLE.get_or_init(|| build(Arc::new(Builder::default().threads(2).build())))
}

fn floats(values: &[f32]) -> Array {
    Array::from_slice(&[values.len()], values).unwrap()
}

fn call(name: &str, arguments: &[Argument<'_>]) -> Result<Vec<Array>, RunError> {
    let executable = executable();
    executable.call(executable.entry(name).unwrap(), arguments)
}

fn values(arrays: &[Array]) -> &[f32] {
    arrays[0].as_slice().unwrap()
}

#[test]
fn arrays_in_arrays_out() {
    let (a, b) = (floats(&[1.0, 2.0, 3.0]), floats(&[10.0, 20.0, 30.0]));
    assert_eq!(values(&call("add", &[(&a).into(), (&b).into()]).unwrap()), [11.0, 22.0, 33.0]);
    let none = floats(&[]);
    assert_eq!(values(&call("add", &[(&none).into(), (&none).into()]).unwrap()), [0.0f32; 0]);
    let many = floats(&(0..1000).map(|i| i as f32).collect::<Vec<_>>());
    let sum = call("add", &[(&many).into(), (&many).into()]).unwrap();
    assert!(values(&sum).iter().enumerate().all(|(i, v)| *v == 2.0 * i as f32));
}

fn view(bytes: &[u8], extent: usize, stride: isize, first: usize) -> ArrayView<'_> {
    ArrayView::new(Layout::strided(DType::F32, &[extent], &[stride]).unwrap(), bytes, first).unwrap()
}

#[test]
fn strided_and_unaligned_arguments() {
    let memory = floats(&[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]);
    let ones = floats(&[1.0; 4]);
    let two = Scalar::from_f64(DType::F32, 2.0);
    for (stride, first, expected) in [
        (2, 0, [0.0, 2.0, 4.0, 6.0]),
        (-1, 12, [3.0, 2.0, 1.0, 0.0]),
        (0, 20, [5.0; 4]),
        (-2, 28, [7.0, 5.0, 3.0, 1.0]),
    ] {
        let x = || view(memory.bytes(), 4, stride, first);
        // Read through its strides by one entry, packed for the other.
        assert_eq!(values(&call("scale", &[two.into(), x().into()]).unwrap()), expected.map(|v| 2.0 * v));
        assert_eq!(values(&call("add", &[x().into(), (&ones).into()]).unwrap()), expected.map(|v| v + 1.0));
    }
    // Elements at odd addresses.
    let mut bytes = [0u8; 17];
    bytes[1..].copy_from_slice(floats(&[1.0, 2.0, 3.0, 4.0]).bytes());
    for first in [1, 2, 3] {
        let mut shifted = vec![0u8; 16 + first];
        shifted[first..].copy_from_slice(&bytes[1..]);
        let x = || view(&shifted, 4, 1, first);
        assert_eq!(values(&call("scale", &[two.into(), x().into()]).unwrap()), [2.0, 4.0, 6.0, 8.0]);
        assert_eq!(values(&call("add", &[x().into(), x().into()]).unwrap()), [2.0, 4.0, 6.0, 8.0]);
    }
}

#[test]
fn results_into_the_callers_memory() {
    let executable = executable();
    let add = executable.entry("add").unwrap();
    let a = floats(&[1.0, 2.0, 3.0]);
    let mut out = [0.0f32; 3];
    let result = ArrayViewMut::from_slice(&[3], &mut out).unwrap();
    executable.call_into(add, &[(&a).into(), (&a).into()], &mut [result]).unwrap();
    assert_eq!(out, [2.0, 4.0, 6.0]);
    // Backwards, every other element, at odd addresses.
    let mut bytes = [0u8; 33];
    let layout = Layout::strided(DType::F32, &[3], &[-2]).unwrap();
    let result = ArrayViewMut::new(layout, &mut bytes, 1 + 16).unwrap();
    executable.call_into(add, &[(&a).into(), (&a).into()], &mut [result]).unwrap();
    let floats = bytes[1..].chunks(4).map(|c| f32::from_le_bytes(c.try_into().unwrap())).collect::<Vec<_>>();
    assert_eq!(floats, [6.0, 0.0, 4.0, 0.0, 2.0, 0.0, 0.0, 0.0]);
}

#[test]
fn calls_that_do_not_fit_are_refused() {
    let (a, b) = (floats(&[1.0, 2.0]), floats(&[1.0, 2.0, 3.0]));
    let ints = Array::from_slice(&[2], &[1i32, 2]).unwrap();
    let text = |arguments: &[Argument<'_>]| call("add", arguments).unwrap_err().to_string();
    assert_eq!(text(&[(&a).into()]), "'add' takes 2 arguments, not 1");
    assert_eq!(
        text(&[(&a).into(), (&b).into()]),
        "argument 'b' of 'add' is tensor<?{n}xf32>, not tensor<3xf32> (with n = 2)"
    );
    assert_eq!(
        text(&[(&ints).into(), (&a).into()]),
        "argument 'a' of 'add' is tensor<?{n}xf32>, not tensor<2xi32>"
    );
    let executable = executable();
    let add = executable.entry("add").unwrap();
    let mut short = floats(&[0.0]);
    let error = executable.call_into(add, &[(&a).into(), (&a).into()], &mut [short.view_mut()]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "result 'c' of 'add' is tensor<?{n}xf32>, here tensor<2xf32>, not tensor<1xf32>"
    );
    let error = executable.call_into(add, &[(&a).into(), (&a).into()], &mut []).unwrap_err();
    let RunError::Call(error) = error else { panic!("{error:?}") };
    assert!(matches!(*error, CallError::ResultCount { expected: 1, found: 0, .. }), "{error:?}");
    assert_eq!(executable.entry("mul"), None);
}

#[test]
fn overlap_is_refused_and_taking_over_is_not() {
    let executable = executable();
    let layout = Layout::dense(DType::F32, &[4]).unwrap();
    let run = |name: &str, argument: usize, result: usize| {
        let mut memory = [1.0f32, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0];
        let at = |k: usize| RawTensor {
            first: memory.as_ptr().wrapping_add(k).cast_mut().cast(),
            layout: &layout,
        };
        let given = if name == "add" {
            vec![RawArgument::Tensor(at(argument)), RawArgument::Tensor(at(argument))]
        } else {
            vec![RawArgument::Tensor(at(argument))]
        };
        let memory_again = memory.as_mut_ptr();
        let out = RawTensor { first: memory_again.wrapping_add(result).cast(), layout: &layout };
        // SAFETY: all of it lies in `memory`; `add` reads element i before it writes it.
        unsafe { executable.call_raw(executable.entry(name).unwrap(), &given, &[out]) }.map(|()| memory)
    };
    for (argument, result) in [(0, 1), (1, 0), (0, 3), (3, 0), (2, 2)] {
        let error = run("parallel", argument, result).unwrap_err();
        assert_eq!(error.to_string(), "result 'y' of 'parallel' overlaps the memory of 'x'");
    }
    assert_eq!(run("parallel", 0, 4).unwrap()[4..], [1.0, 3.0, 5.0, 7.0, 9.0]);
    assert_eq!(run("parallel", 5, 1).unwrap()[..5], [1.0, 6.0, 8.0, 10.0, 12.0]);
    // `add` may take over its first argument; the second is the same memory here, and may not be.
    let error = run("add", 0, 0).unwrap_err();
    assert_eq!(error.to_string(), "result 'c' of 'add' overlaps the memory of 'b'");
    let mut memory = [1.0f32, 2.0, 3.0, 4.0];
    let b = floats(&[10.0; 4]);
    let first = memory.as_mut_ptr().cast();
    let taken = RawTensor { first, layout: &layout };
    let second = RawTensor { first: b.bytes().as_ptr().cast_mut(), layout: &layout };
    let add = executable.entry("add").unwrap();
    // SAFETY: all of the arrays is readable, and `memory` is given up to the call.
    unsafe {
        executable
            .call_raw(add, &[RawArgument::Tensor(taken), RawArgument::Tensor(second)], &[taken])
            .unwrap();
    }
    assert_eq!(memory, [11.0, 12.0, 13.0, 14.0]);
}

#[test]
fn empty_tensors_overlap_nothing() {
    let executable = executable();
    let layout = Layout::dense(DType::F32, &[0]).unwrap();
    let nowhere = RawTensor { first: std::ptr::null_mut(), layout: &layout };
    // SAFETY: the array is empty.
    unsafe {
        executable
            .call_raw(executable.entry("parallel").unwrap(), &[RawArgument::Tensor(nowhere)], &[nowhere])
            .unwrap();
    }
}

#[test]
fn traps_are_errors_that_do_not_depend_on_threads() {
    let mut input = (0..1000).map(|i| (i % 50) as f32).collect::<Vec<_>>();
    let sum = call("parallel", &[(&floats(&input)).into()]).unwrap();
    assert!(values(&sum).iter().enumerate().all(|(i, v)| *v == (i % 50 + i) as f32));
    input[5] = -1.0;
    input[990] = 200.0;
    for threads in [1, 2, 4] {
        let executable = build(Arc::new(Builder::default().threads(threads).build()));
        let parallel = executable.entry("parallel").unwrap();
        for _ in 0..20 {
            let error = executable.call(parallel, &[(&floats(&input)).into()]).unwrap_err();
            let RunError::Trap { trap, message, location, .. } = &error else { panic!("{error:?}") };
            assert_eq!(
                (*trap, message.as_str(), location.as_str()),
                (Some(Trap::Assert), "too large", "a.mlir:1:2")
            );
        }
    }
    let error = call("parallel", &[(&floats(&[0.0, -3.0])).into()]).unwrap_err();
    assert_eq!(error.to_string(), "a.mlir:1:2: error: an assertion failed: negative [E0601]");
}

#[test]
fn scratch_memory_reaches_generated_code() {
    let ask = |bytes: i64| call("scratch", &[Scalar::from_i64(DType::I64, bytes).into()]);
    assert_eq!(ask(1000).unwrap(), []);
    assert_eq!(ask(0).unwrap(), []);
    for bytes in [i64::MAX, -1] {
        let error = ask(bytes).unwrap_err();
        assert!(matches!(error, RunError::Trap { trap: Some(Trap::OutOfMemory), .. }), "{error:?}");
    }
}

#[test]
fn concurrent_calls() {
    std::thread::scope(|scope| {
        for k in 0..4 {
            scope.spawn(move || {
                let input = floats(&vec![k as f32; 500]);
                for _ in 0..200 {
                    let out = call("parallel", &[(&input).into()]).unwrap();
                    assert!(values(&out).iter().enumerate().all(|(i, v)| *v == (k + i) as f32));
                }
            });
        }
    });
}

#[test]
fn a_missing_entry_is_an_error() {
    let llvm = Library::open(None).unwrap();
    let object = llvm.compile(&add(), &Options::default()).unwrap();
    let module = llvm.load(&[&object.bytes], &runtime::symbols()).unwrap();
    // SAFETY: nothing is called.
    let error = unsafe { Executable::new(module, signatures(), Vec::new(), Runtime::shared()) }.unwrap_err();
    assert!(error.message.contains("'scale'"), "{error}");
}
