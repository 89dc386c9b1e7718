// Parallel loops with equal code share one function, whatever arrays they work on and wherever they stop the
// program.
// RUN: tfopt %s --emit=upstream -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: FileCheck %s --input-file=%t.mlir --check-prefix=ONCE
// RUN: %python -c "import numpy as np; np.save('%t.x.npy', np.arange(3000, dtype='f4')); np.save('%t.good.npy', np.zeros(3000, 'i4')); np.save('%t.bad.npy', np.full(3000, 5000, 'i4'))"
// RUN: not tfrun %s --in x=%t.x.npy --in i=%t.bad.npy --in j=%t.good.npy 2>&1 | FileCheck %s --check-prefix=FIRST
// RUN: not tfrun %s --in x=%t.x.npy --in i=%t.good.npy --in j=%t.bad.npy 2>&1 | FileCheck %s --check-prefix=SECOND
// RUN: tfrun %s --in x=%t.x.npy --in i=%t.good.npy --in j=%t.good.npy | FileCheck %s --check-prefix=GOOD

// CHECK-COUNT-2: callee = @tf_parallel_for
// ONCE: sym_name = "twice_parallel_0"
// ONCE-NOT: sym_name = "twice_parallel_

// The message names the read that failed, also where both are one function.
// FIRST: equal-kernels.mlir:[[#@LINE+8]]:
// SECOND: equal-kernels.mlir:[[#@LINE+13]]:
// GOOD: a: tensor<3000xf32>
func.func @twice(%x: tensor<?{n}xf32> {tf.name = "x"}, %i: tensor<?{n}xi32> {tf.name = "i"}, %j: tensor<?{n}xi32> {tf.name = "j"})
    -> (tensor<?{n}xf32> {tf.name = "a"}, tensor<?{n}xf32> {tf.name = "b"}) {
  %a = tensor.compute (%k) in [n] attributes {schedule = #tensor.schedule<parallel(k, grain = 100)>} {
    %at = tensor.at %i[%k] : tensor<?{n}xi32>
    %p = arith.index_cast %at : i32 to index
    %v = tensor.at %x[%p] trap : tensor<?{n}xf32>
    tensor.yield %v : f32
  } : tensor<?{n}xf32>
  %b = tensor.compute (%k) in [n] attributes {schedule = #tensor.schedule<parallel(k, grain = 100)>} {
    %at = tensor.at %j[%k] : tensor<?{n}xi32>
    %p = arith.index_cast %at : i32 to index
    %v = tensor.at %a[%p] trap : tensor<?{n}xf32>
    tensor.yield %v : f32
  } : tensor<?{n}xf32>
  return %a, %b : tensor<?{n}xf32>, tensor<?{n}xf32>
}
