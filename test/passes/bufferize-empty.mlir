// RUN: tfopt --tensor-to-loops %s | FileCheck %s
// RUN: tfopt --tensor-to-loops --check-semantics %s -o /dev/null

// What is empty is memory where more than a nest that fills it needs it: here a loop, each turn of which puts one element.
// CHECK-LABEL: func.func @in_turns
// CHECK: loop.for
// CHECK: mem.store %{{.*}}, %{{.*}}[%{{.*}}] : memref<4xf32>
func.func @in_turns(%x: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty : tensor<4xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %r = loop.for %i = %c0 to %c4 step %c1 iter_args(%a = %e) -> (tensor<4xf32>) {
    %next = tensor.compute () in [] accumulate(set %d = %a : tensor<4xf32>) {
      %v = tensor.at %x[%i] trap : tensor<4xf32>
      %w = arith.addf %v, %v : f32
      tensor.put %w into %d[%i] drop : memref<4xf32>
      tensor.yield
    }
    loop.yield %next : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
