// RUN: not tfrun %s --check-kernels 2>&1 | FileCheck %s
// RUN: tfrun %s --check-kernels --device=interp | FileCheck %s --check-prefix=RIGHT

// Machine code does not look at how kernels use memory; where there are none, there is nothing to say.
// CHECK: tfrun: error: option '--check-kernels' is for --device=interp, not for 'cpu'
// RIGHT: [0 1]
func.func @main() -> tensor<2xi32> {
  %x = tensor.iota dim = 0 : tensor<2xi32>
  return %x : tensor<2xi32>
}
