//! A device that fails at any of its calls: the run reports it, and leaks nothing.

use crate::recorder::Recorder;
use crate::support::{loaded, numbers, run};
use std::sync::Arc;
use tf_device::host::{Given, RunFailure};

const TEXT: &str = "
kernel.func @k(%x: memref<?{n}xi32> {kernel.access = \"inout\"}) {
  kernel.return
}
func.func @main(%x: memref<?{n}xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %a = mem.alloc : memref<?{n}xi32>
  mem.copy %x, %a : memref<?{n}xi32>
  loop.for %i = %c0 to %c3 step %c1 {
    %b = mem.alloc : memref<?{2*n}xi32>
    kernel.launch @k grid(%c1) block(%c1) args(%b) : (memref<?{2*n}xi32>) -> ()
    %v = mem.load %b[%i] : memref<?{2*n}xi32>
    mem.store %v, %a[%c0] : memref<?{n}xi32>
    loop.yield
  }
  mem.copy %a, %x : memref<?{n}xi32>
  return
}";

#[test]
fn each_call_may_fail_and_everything_is_given_back() {
    let whole = Arc::new(Recorder::new(None, None));
    let x = numbers(&whole, &[1, 2, 3]);
    let before = whole.calls();
    run(&loaded(&whole, TEXT), &[3], &[Given::Memory(x)]).unwrap();
    let calls = whole.calls();
    assert!(calls - before >= 15, "{calls}");
    for at in before..calls {
        let device = Arc::new(Recorder::new(None, Some(at)));
        let x = numbers(&device, &[1, 2, 3]);
        let failure = run(&loaded(&device, TEXT), &[3], &[Given::Memory(x)]).unwrap_err();
        let RunFailure::Device { error, place } = &failure else { panic!("{failure}") };
        assert!(error.message.ends_with("fails"), "{failure}");
        assert!(place.starts_with("test.mlir:"), "{failure}");
        assert_eq!(device.live(), 1, "after failure {at}: {failure}");
    }
}

#[test]
fn a_call_with_other_arguments_is_refused() {
    let device = Arc::new(Recorder::new(None, None));
    let loaded = loaded(&device, TEXT);
    for given in [vec![], vec![Given::Scalar(3)]] {
        assert!(run(&loaded, &[3], &given).is_err());
    }
    let x = numbers(&device, &[1]);
    assert!(run(&loaded, &[], &[Given::Memory(x)]).is_err());
}
