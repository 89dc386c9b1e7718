// RUN: tfopt %s --prove-bounds | FileCheck %s
// RUN: tfopt %s --prove-bounds --pass-statistics -o /dev/null 2>&1 | FileCheck %s --check-prefix=STATS

// STATS: ProveBounds
// STATS-DAG: (S) {{ *}}2 num-guarded
// STATS-DAG: (S) {{ *}}5 num-proved

// CHECK-LABEL: func.func @reads
func.func @reads(%x: tensor<?{n}xf32>, %any: index, %v: f32) -> tensor<?{n}xf32> {
  %zero = arith.constant 0 : index
  // CHECK: tensor.compute (%[[I:.*]]) in [n] {
  %r = tensor.compute (%i) in [n] {
    // CHECK: tensor.at %{{.*}}[-%[[I]] + n - 1] : tensor<?{n}xf32>
    %0 = tensor.at %x[n - 1 - %i] clamp : tensor<?{n}xf32>
    // CHECK-NEXT: tensor.at %{{.*}}[%[[I]] floordiv 2] : tensor<?{n}xf32>
    %1 = tensor.at %x[%i floordiv 2] fill(%v) : tensor<?{n}xf32>
    // CHECK-NEXT: tensor.at %{{.*}}[%[[I]] + 1] wrap : tensor<?{n}xf32>
    %2 = tensor.at %x[%i + 1] wrap : tensor<?{n}xf32>
    // The negative index of NumPy, of an index that is not negative.
    %n = tensor.extent [n] : index
    %neg = arith.cmpi slt, %i, %zero : index
    %up = arith.addi %i, %n : index
    %k = arith.select %neg, %up, %i : index
    // CHECK: tensor.at %{{.*}}[%{{.*}}] : tensor<?{n}xf32>
    %3 = tensor.at %x[%k] clamp : tensor<?{n}xf32>
    %s = arith.addf %0, %1 : f32
    %t = arith.addf %2, %3 : f32
    %u = arith.addf %s, %t : f32
    tensor.yield %u : f32
  } : tensor<?{n}xf32>
  return %r : tensor<?{n}xf32>
}

// CHECK-LABEL: func.func @writes
func.func @writes(%x: tensor<?{n}xf32>, %any: index, %v: f32) -> tensor<?{n}xf32> {
  // CHECK: tensor.compute (%[[I:.*]]) in [n]
  %r = tensor.compute (%i) in [n] accumulate(add %a = %x : tensor<?{n}xf32>) {
    // CHECK: tensor.put %{{.*}} into %{{.*}}[%[[I]]] : memref<?{n}xf32>
    tensor.put %v into %a[%i] drop : memref<?{n}xf32>
    // CHECK-NEXT: tensor.put %{{.*}} into %{{.*}}[%{{.*}}] drop : memref<?{n}xf32>
    tensor.put %v into %a[%any] drop : memref<?{n}xf32>
    // CHECK: loop.if
    %n = tensor.extent [n] : index
    %below = arith.cmpi ult, %any, %n : index
    loop.if %below {
      // CHECK-NEXT: tensor.put %{{.*}} into %{{.*}}[%{{.*}}] : memref<?{n}xf32>
      tensor.put %v into %a[%any] trap : memref<?{n}xf32>
      loop.yield
    }
    tensor.yield
  }
  return %r : tensor<?{n}xf32>
}
