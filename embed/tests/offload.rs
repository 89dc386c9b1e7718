//! Programs whose work is kernels, on the processor as their device, and on GPUs that are not there.

use std::thread;
use std::time::Duration;
use tensorforge::*;

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
    for wrong in ["cuda:", "cuda3", "cuda:x", "cuda:-1", "cuda:99999999999", "gpu"] {
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
    assert!(error.to_string().contains("runs none of what the packed program has: sm_80"), "{error}");
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
