//! Boxes of arrays that kernels copy: the driver describes each array, and kernels take what it says behind their other parameters.

use crate::fake::Fake;
use crate::gpu::parsed;
use std::sync::Arc;
use tf_device::host::{Host, Loaded, Passed};
use tf_device::kernels::of_module;
use tf_device::{Code, Oversight, Runtime};
use tf_ir::builtin::symbol_name;
use tf_nvptx::{Gpu, Options};

/// A kernel that copies a box of 4 x 8 of a matrix whose rows are as long as the caller says.
const TEXT: &str = "
kernel.func @k(%x: memref<?{h}x?{w}xf32>, %y: memref<8xf32> {kernel.access = \"out\"}) attributes {block_size = array<i64: 8>} {
  %c0 = arith.constant 0 : index
  %tile = kernel.dynamic_shared[%c0] : memref<4x8xf32>
  %full = kernel.shared : memref<1xi64>
  %t = kernel.thread_id x
  %first = arith.cmpi eq, %t, %c0 : index
  loop.if %first {
    kernel.mbarrier_init %full[%c0] count = 1 : memref<1xi64>
    loop.yield
  }
  kernel.barrier
  loop.if %first {
    kernel.mbarrier_arrive %full[%c0] bytes = 128 : memref<1xi64>
    kernel.bulk_copy %x[%c0, %c0] to %tile[] arrives %full[%c0] : memref<?{h}x?{w}xf32>, memref<4x8xf32>, memref<1xi64>
    loop.yield
  }
  kernel.mbarrier_wait %full[%c0] parity %c0 : memref<1xi64>
  %v = mem.load %tile[%c0, %t] : memref<4x8xf32>
  mem.store %v, %y[%t] : memref<8xf32>
  kernel.return
}
func.func @main(%x: memref<?{h}x?{w}xf32>, %y: memref<8xf32>) {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %bytes = arith.constant 128 : index
  kernel.launch @k grid(%c1) block(%c8) dynamic_shared %bytes args(%x, %y) : (memref<?{h}x?{w}xf32>, memref<8xf32>) -> ()
  return
}";

/// Calls the program on a matrix of these extents.
fn call(fake: &Arc<Fake>, extents: [i64; 2]) -> Result<(), String> {
    let module = parsed(TEXT);
    let kernels: Arc<[_]> = of_module(&module).map_err(|e| e.message)?.into();
    let functions = module.child_ops().into_iter().filter_map(|op| module.child(op));
    let main = functions.into_iter().find(|f| symbol_name(f, f.root()) == Some("main")).unwrap();
    let host = Arc::new(Host::of(main, &kernels).map_err(|e| e.message)?);
    let text = |error: tf_device::DeviceError| error.to_string();
    let gpu: Arc<dyn Runtime> = Arc::new(Gpu::open(fake.clone(), 0, Options::default()).map_err(text)?);
    let loaded = gpu.load(Code { form: "ptx", bytes: b".version 8.0" }, &kernels).map_err(text)?;
    let stream = gpu.open_stream().map_err(text)?;
    let program = Loaded::new(gpu, host, Some(loaded), stream).map_err(text)?;
    let (x, mut y) = (vec![0; 4 * extents.iter().product::<i64>() as usize], vec![0; 32]);
    let mut passed = [Passed::Bytes(&x), Passed::Result(&mut y)];
    program.call(stream, &extents, &mut passed, Oversight::default()).map_err(|failure| failure.to_string())
}

#[test]
fn launches_take_what_the_driver_says_of_arrays() {
    let fake = Arc::new(Fake::new(None));
    call(&fake, [5, 12]).unwrap();
    let log = fake.log();
    let at = log.iter().position(|said| said == "box_map 4 [5, 12] [4, 8] Plain");
    // 112 bytes more than the program asks for: boxes begin at multiples of 128, dynamic shared memory behind the barrier does at one of 16.
    let launch = log.iter().position(|said| {
        said.starts_with("launch [1, 1, 1] [8, 1, 1] [1, 1, 1] 240:") && said.ends_with(", 1 maps")
    });
    assert!(at.is_some() && at < launch, "{log:#?}");
}

#[test]
fn arrays_that_no_box_can_be_copied_of_are_refused() {
    for (extents, said) in [
        (
            [5, 9],
            "'@k' copies boxes of its argument 0: its rows have 36 bytes, but must be multiples of 16 bytes",
        ),
        ([0, 8], "'@k' copies boxes of its argument 0: the argument has no elements"),
    ] {
        let fake = Arc::new(Fake::new(None));
        let error = call(&fake, extents).unwrap_err();
        assert!(error.contains(said), "{error}");
        assert!(!fake.log().iter().any(|said| said.starts_with("launch")));
    }
}
