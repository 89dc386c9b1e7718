//! Programs whose work is kernels, on the processor as their device, and on GPUs that are not there.

use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;
use tensorforge::ir::walk::preorder;
use tensorforge::*;
use tf_dialects::loops::{For, While};
use tf_dialects::mem;

const TEXT: &str = r#"
kernel.func @scale(%a: f32, %x: memref<?{n}xf32>, %y: memref<?{n}xf32> {kernel.access = "out"}) {
  %t = kernel.thread_id x
  %b = kernel.block_id x
  %d = kernel.block_dim x
  %first = arith.muli %b, %d : index
  %i = arith.addi %first, %t : index
  %v = mem.load %x[%i] : memref<?{n}xf32>
  %w = arith.mulf %a, %v : f32
  mem.store %w, %y[%i] : memref<?{n}xf32>
  kernel.return
}
func.func @main(%a: f32, %x: tensor<?{n}xf32>, %blocks: index) -> tensor<?{n}xf32> {
  %c4 = arith.constant 4 : index
  %y = kernel.launch @scale grid(%blocks) block(%c4) args(%a, %x) : (f32, tensor<?{n}xf32>) -> tensor<?{n}xf32>
  return %y : tensor<?{n}xf32>
}"#;

fn compiled() -> Executable {
    let session = Session::new().unwrap();
    session.compile_text(TEXT, Device::simt_compiled()).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn devices_have_names() {
    assert_eq!(Device::by_name("cuda").unwrap().to_string(), "cuda:0");
    assert_eq!(Device::by_name("cuda:3"), Some(Device::cuda(3)));
    assert_eq!(Device::by_name("simt-compiled"), Some(Device::simt_compiled()));
    assert_eq!(Device::by_name("cpu:x86-64-v3"), Some(Device::cpu().with_level(Level::V3)));
    for wrong in [
        "cpu:",
        "cpu:x86-64-v9",
        "interp:x86-64-v3",
        "simt:0",
        "cuda:",
        "cuda3",
        "cuda:x",
        "cuda:-1",
        "cuda:99999999999",
        "gpu",
    ] {
        assert_eq!(Device::by_name(wrong), None, "{wrong}");
    }
    for name in Device::NAMES {
        assert_eq!(Device::by_name(name).map(|device| device.name()), Some(name));
    }
}

#[test]
fn a_gpu_that_is_not_there_is_an_error_and_the_session_goes_on() {
    let session = Session::new().unwrap();
    let error = session.compile_text(TEXT, Device::cuda(4000)).map(drop).unwrap_err();
    let Error::Device(device) = &error else { panic!("{error}") };
    assert!(matches!(device.fault, Fault::NoDriver | Fault::NoDevice), "{error}");
    session.compile_text(TEXT, Device::simt_compiled()).unwrap();
}

/// Checked mode warns about devices with fewer checks.
#[test]
fn checked_sessions_warn_of_data_races_that_a_device_does_not_find() {
    const PLAIN: &str = "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> { return %x : tensor<4xf32> }";
    let warnings = |checked: bool, text: &str, device: Device| {
        let session = Session::builder().checked(checked).build().unwrap();
        let compiled = session.compile_text(text, device).unwrap_or_else(|error| panic!("{error}"));
        compiled.warnings().to_vec()
    };
    let told = warnings(true, TEXT, Device::simt_compiled());
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].contains(":2:1: warning: checked: data races of kernels"), "{told:?}");
    assert!(told[0].contains("not detected on 'simt-compiled': 'simt' and 'interp' detect them"), "{told:?}");
    for (checked, text, device) in [
        (false, TEXT, Device::simt_compiled()),
        (true, PLAIN, Device::simt_compiled()),
        (true, TEXT, Device::simt()),
        (true, TEXT, Device::interp()),
    ] {
        let told = warnings(checked, text, device);
        assert!(told.is_empty(), "{told:?}");
    }
}

#[test]
fn many_threads_call_one_program() {
    let program = compiled();
    thread::scope(|scope| {
        for factor in 1..9u8 {
            let program = &program;
            scope.spawn(move || {
                for blocks in 1..5usize {
                    let values: Vec<f32> = (0..4 * blocks).map(|i| i as f32).collect();
                    let x = Array::from_slice(&[values.len()], &values).unwrap();
                    let y: Array = program.call((f32::from(factor), &x, Index(blocks))).unwrap();
                    let wanted: Vec<f32> = values.iter().map(|v| v * f32::from(factor)).collect();
                    assert_eq!(y.as_slice::<f32>().unwrap(), wanted);
                }
            });
        }
    });
}

/// A number of the type `index`.
struct Index(usize);

impl<'a> Args<'a> for Index {
    fn append_arguments(self, out: &mut Arguments<'a>) {
        out.push(Passed::Plain(Argument::Scalar(Scalar::from_bits(DType::Index, self.0 as u64))));
    }
}

#[test]
fn strided_arguments_and_arrays_of_the_caller_are_taken() {
    let program = compiled();
    let values: Vec<f32> = (0..16).map(|i| i as f32).collect();
    let layout = Layout::strided(DType::F32, &[8], &[-2]).unwrap();
    let bytes: Vec<u8> = values.iter().flat_map(|v| v.to_le_bytes()).collect();
    let x = ArrayView::new(layout, &bytes, 15 * 4).unwrap();
    let mut y = Array::zeros(DType::F32, &[8]).unwrap();
    program.call_into((2.0f32, x, Index(2)), &mut y).unwrap();
    assert_eq!(y.as_slice::<f32>().unwrap(), [30., 26., 22., 18., 14., 10., 6., 2.]);
}

#[test]
fn an_access_outside_ends_the_call_at_its_line() {
    let program = compiled();
    let x = Array::from_slice(&[6], &[1.0f32; 6]).unwrap();
    let error = program.call::<Array>((1.0f32, &x, Index(2))).unwrap_err();
    let Error::Run(RunError::Trap { location, message, .. }) = &error else { panic!("{error}") };
    assert!(location.starts_with("<text>:8:"), "{error}");
    assert!(message.contains("of an axis of 6"), "{error}");
    let error = program.call::<Array>((1.0f32, &x, Index(1 << 40))).unwrap_err();
    assert!(error.to_string().contains("blocks along x: a grid has 0 to 2147483647"), "{error}");
}

#[test]
fn a_kernel_that_does_not_end_is_stopped() {
    let text = r#"
kernel.func @endless(%x: memref<1xi32> {kernel.access = "inout"}) {
  %c0 = arith.constant 0 : index
  %true = arith.constant true
  loop.while () : () -> () {
    %v = mem.load %x[%c0] : memref<1xi32>
    %one = arith.constant 1 : i32
    %w = arith.addi %v, %one : i32
    mem.store %w, %x[%c0] : memref<1xi32>
    loop.condition %true
  } do () {
    loop.yield
  }
  kernel.return
}
func.func @main() -> tensor<1xi32> {
  %c1 = arith.constant 1 : index
  %x = arith.constant dense<[0]> : tensor<1xi32>
  %y = kernel.launch @endless grid(%c1) block(%c1) args(%x) changes = [0] : (tensor<1xi32>) -> tensor<1xi32>
  return %y : tensor<1xi32>
}"#;
    let program = Session::new().unwrap().compile_text(text, Device::simt_compiled()).unwrap();
    let limited = program.limited(Limits::new().time(Duration::from_millis(50)));
    let error = limited.call::<Array>(()).unwrap_err();
    assert!(matches!(error, Error::LimitReached { .. }), "{error}");
}

#[test]
fn a_packed_program_that_is_damaged_is_refused() {
    let session = Session::new().unwrap();
    let module = session.parse("p.mlir", TEXT).unwrap();
    let packing = Packing { gpus: vec!["sm_80".to_string()], processor: None };
    let file = session.pack(&module, &packing, &mut |_, _| Err("nothing is linked".to_string())).unwrap();
    // Without code for the processor, the interpreter is left.
    let error = session.load_packed(&file, &Device::cpu()).map(drop).unwrap_err();
    assert!(
        error.to_string().contains("cannot run any code in the packed program, which is for sm_80"),
        "{error}"
    );
    let program = session.load_packed(&file, &Device::interp()).unwrap();
    let x = Array::from_slice(&[4], &[1.0f32, 2.0, 3.0, 4.0]).unwrap();
    let y: Array = program.call((3.0f32, &x, Index(1))).unwrap();
    assert_eq!(y.as_slice::<f32>().unwrap(), [3., 6., 9., 12.]);
    for at in (0..file.len()).step_by(7) {
        let mut damaged = file.clone();
        damaged[at] ^= 1 << (at % 8);
        let error = session.load_packed(&damaged, &Device::interp()).map(drop).unwrap_err();
        assert!(matches!(error, Error::Packed(_)), "byte {at}: {error}");
        assert!(session.load_packed(&file[..at], &Device::interp()).is_err(), "cut at {at}");
    }
    let linking = Packing::default();
    let error =
        session.pack(&module, &linking, &mut |_, _| Err("no linker".to_string())).map(drop).unwrap_err();
    assert_eq!(error.to_string(), "no linker");
}

/// Copies in the loops of a module's host functions, and all of them.
fn copies(session: &Session, program: &Program, pipeline: &str) -> (usize, usize) {
    let mut module = session.parse("p.mlir", &program.to_text()).unwrap();
    session.run_passes(&mut module, pipeline).unwrap_or_else(|error| panic!("{error}"));
    let (mut inside, mut all) = (0, 0);
    for function in module.child_ops().into_iter().filter_map(|op| module.child(op)) {
        for op in preorder(function).into_iter().filter(|op| function.is(*op, mem::Copy)) {
            let mut around = std::iter::successors(function.parent_op(op), |at| function.parent_op(*at));
            inside += usize::from(around.any(|at| function.is(at, For) || function.is(at, While)));
            all += 1;
        }
    }
    (inside, all)
}

#[test]
fn loops_of_simulations_copy_nothing_between_their_kernels() {
    let at = |x: &Tensor, i: &Tensor, j: &Tensor| x.at((i, j));
    let jacobi = Program::trace("jacobi", |p| {
        let (n, m) = (p.dim("n"), p.dim("m"));
        let x = p.input::<f32>("x", (n, m));
        p.for_(0, 100, x, |_, x| {
            p.compute([n, m], |[i, j]| {
                (at(&x, &(&i - 1), &j)
                    + at(&x, &(&i + 1), &j)
                    + at(&x, &i, &(&j - 1))
                    + at(&x, &i, &(&j + 1)))
                    * 0.25
            })
        })
    })
    .unwrap();
    let wave = Program::trace("wave", |p| {
        let n = p.dim("n");
        let (u, v) = (p.input::<f32>("u", [n]), p.input::<f32>("v", [n]));
        p.for_(0, 100, (u, v), |_, (u, v)| {
            let bent = p.compute([n], |[i]| u.at([&i - 1]) + u.at([&i + 1]) - u.at([i]) * 2.0);
            let v = v + bent * 0.1;
            (&u + &v * 0.1, v)
        })
    })
    .unwrap();
    let session = Session::new().unwrap();
    for program in [&jacobi, &wave] {
        for pipeline in [pipelines::simt(), pipelines::device("sm_80")] {
            let (inside, all) = copies(&session, program, &pipeline);
            // Arguments are copied in where a loop changes them, results out: as often as there are arrays.
            assert!(inside == 0 && all <= 4, "{inside} of {all} copies in loops");
        }
    }
}

/// The error of a call, on a device that traps by itself, and on one whose kernels leave notes for the host.
#[test]
fn kernel_trap_records_have_the_trap_message() {
    let outside = "func.func @main(%x: tensor<?{n}xf32>, %k: tensor<?{m}xindex>) -> tensor<?{m}xf32> {
  %r = tensor.compute (%i) in [m] {
    %j = tensor.at %k[%i] : tensor<?{m}xindex>
    %e = tensor.at %x[%j] trap : tensor<?{n}xf32>
    tensor.yield %e : f32
  } : tensor<?{m}xf32>
  return %r : tensor<?{m}xf32>
}";
    let session = Session::builder().verify_each(true).build().unwrap();
    let x = Array::from_slice(&[3], &[1.0f32, 2.0, 3.0]).unwrap();
    let index = |values: &[i64]| {
        Array::from_slice(&[values.len()], values).unwrap().reinterpret(DType::Index).unwrap()
    };
    let noted = Device::simt_compiled().with_pipeline(pipelines::device("sm_80"));
    let mut said: Vec<String> = Vec::new();
    for device in [Device::cpu(), Device::simt_compiled(), noted] {
        let exe = session.compile_text(outside, &device).unwrap_or_else(|error| panic!("{error}"));
        let found: Array = exe.call((&x, &index(&[2, 0, 1, 2]))).unwrap();
        assert_eq!(found.as_slice::<f32>().unwrap(), [3.0, 1.0, 2.0, 3.0]);
        said.push(exe.call::<Array>((&x, &index(&[2, 7, 1]))).unwrap_err().to_string());
    }
    assert!(said[0].contains("index 7 is outside 'arg0', whose axis 0 has extent 3"), "{}", said[0]);
    assert!(said.iter().all(|text| *text == said[0]), "{said:?}");
}

const PRINTS: &str = r#"
kernel.func @show(%x: memref<2xi32> {kernel.access = "inout"}) {
  %b = kernel.block_id x
  %v = mem.load %x[%b] : memref<2xi32>
  mem.print "block {} has {}" %b, %v : index, i32
  kernel.return
}
func.func @main(%x: tensor<2xi32>) -> tensor<2xi32> {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %y = kernel.launch @show grid(%c2) block(%c1) args(%x) changes = [0] : (tensor<2xi32>) -> tensor<2xi32>
  return %y : tensor<2xi32>
}"#;

#[test]
fn prints_in_kernels_are_shown_or_refused() {
    let x = Array::from_slice(&[2], &[5i32, -6]).unwrap();
    for device in [Device::interp(), Device::simt(), Device::simt_compiled()] {
        let heard = Arc::new(Mutex::new(Vec::new()));
        let to = heard.clone();
        let printer = Printer::new(move |printed| to.lock().unwrap().push(printed.text.to_string()));
        let session = Session::builder().printer(printer).build().unwrap();
        let exe = session.compile_text(PRINTS, &device).unwrap_or_else(|error| panic!("{error}"));
        exe.call::<Array>(&x).unwrap();
        assert_eq!(*heard.lock().unwrap(), ["block 0 has 5", "block 1 has -6"], "{device}");
    }
    let session = Session::new().unwrap();
    let module = session.parse("p.mlir", PRINTS).unwrap();
    let packing = Packing { gpus: vec!["sm_80".to_string()], processor: None };
    let error =
        session.pack(&module, &packing, &mut |_, _| Err(String::new())).map(drop).unwrap_err().to_string();
    assert!(
        error.contains("p.mlir:5:3") && error.contains("prints, which threads of a GPU cannot do"),
        "{error}"
    );
}

#[test]
fn tensor_programs_are_packed_as_kernels_and_report_missing_parts() {
    let program = Program::trace("main", |p| {
        let x = p.input::<f32>("x", (p.dim("n"), p.dim("m")));
        (x.sum(1), x.exp())
    })
    .unwrap();
    let session = Session::new().unwrap();
    let module = session.parse("p.mlir", &program.to_text()).unwrap();
    let packing = Packing { gpus: vec!["sm_90".to_string(), "sm_80".to_string()], processor: None };
    let file = session.pack(&module, &packing, &mut |_, _| Err(String::new())).unwrap();
    let text = String::from_utf8_lossy(&file);
    assert!(text.contains("kernel.func @main_k0") && text.contains(".visible .entry main_k0"));
    let x = Array::from_slice(&[2, 2], &[0.0f32, 1.0, 2.0, 3.0]).unwrap();
    let wanted: Vec<Array> = session.compile(&program, Device::interp()).unwrap().call(&x).unwrap();
    for device in [Device::interp(), Device::simt(), Device::simt_compiled()] {
        let packed = session.load_packed(&file, &device).unwrap();
        assert_eq!(packed.call::<Vec<Array>>(&x).unwrap()[0], wanted[0], "{device}");
    }
    let error = session.load_packed(&file, &Device::cpu()).map(drop).unwrap_err().to_string();
    assert!(error.contains("sm_90, sm_80"), "{error}");
    let error = session.load_packed(&file, &Device::cuda(4000)).map(drop).unwrap_err();
    assert!(matches!(error, Error::Device(_)), "{error}");
    let wrong = Packing { gpus: vec!["sm_10".to_string()], processor: None };
    let error =
        session.pack(&module, &wrong, &mut |_, _| Err(String::new())).map(drop).unwrap_err().to_string();
    assert!(error.contains("unknown GPU 'sm_10'"), "{error}");
}

#[test]
fn one_folder_keeps_code_of_kernels_and_of_processors() {
    let folder = std::env::temp_dir().join(format!("tf-offload-cache-{}", std::process::id()));
    let session = || Session::builder().cache_dir(&folder).build().unwrap();
    let packing = Packing { gpus: vec!["sm_80".to_string()], processor: None };
    let used = |work: &dyn Fn(&Session)| {
        let session = session();
        work(&session);
        (session.cache_use().found, session.cache_use().kept)
    };
    let run = |session: &Session| drop(session.compile_text(TEXT, Device::simt_compiled()).unwrap());
    let pack = |session: &Session| {
        let module = session.parse("p.mlir", TEXT).unwrap();
        drop(session.pack(&module, &packing, &mut |_, _| Err(String::new())).unwrap());
    };
    for work in [&run as &dyn Fn(&Session), &pack] {
        let (found, kept) = used(work);
        assert!(found == 0 && kept > 0, "{found} {kept}");
        assert_eq!(used(work), (kept, 0));
    }
    std::fs::remove_dir_all(folder).unwrap();
}
