// Calls whose arrays stay on the device, timed: numbers are given with each.
// RUN: tfrun %s --random --dim n=7 --bench=3 --resident --device=simt-compiled | FileCheck %s
// RUN: tfrun %s --random --dim n=7 --bench=3 --resident | FileCheck %s
// RUN: not tfrun %s --random --resident 2>&1 | FileCheck %s --check-prefix=BENCH

// CHECK: run min {{.*}}, median {{.*}}, 3 runs
// BENCH: tfrun: error: option '--resident' is for --bench
func.func @scaled(%x: tensor<?{n}xf32>, %by: f32) -> tensor<?{n}xf32> {
  %s = tensor.splat %by : tensor<?{n}xf32>
  %y = arith.mulf %x, %s : tensor<?{n}xf32>
  return %y : tensor<?{n}xf32>
}
