// RUN: tfopt %s --prove-bounds | FileCheck %s
// RUN: tfopt %s --prove-bounds --pass-statistics -o /dev/null 2>&1 | FileCheck %s --check-prefix=STATS

// STATS: ProveBounds
// STATS-DAG: (S) {{ *}}4 num-guarded
// STATS-DAG: (S) {{ *}}8 num-proved

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

// An index of a narrow type, kept inside by minima and maxima in either order.
// CHECK-LABEL: func.func @narrow
func.func @narrow(%x: tensor<16xf32>, %v: i32, %w: i8, %c: i1) -> f32 {
  %zero = arith.constant 0 : i32
  %last = arith.constant 15 : i32
  // CHECK: tensor.at %{{.*}}[%{{.*}}] : tensor<16xf32>
  %0 = arith.maxsi %v, %zero : i32
  %1 = arith.minsi %0, %last : i32
  %2 = arith.index_cast %1 : i32 to index
  %3 = tensor.at %x[%2] clamp : tensor<16xf32>
  // CHECK: tensor.at %{{.*}}[%{{.*}}] : tensor<16xf32>
  %4 = arith.minsi %v, %last : i32
  %5 = arith.maxsi %4, %zero : i32
  %6 = arith.index_cast %5 : i32 to index
  %7 = tensor.at %x[%6] wrap : tensor<16xf32>
  // CHECK: tensor.at %{{.*}}[%{{.*}}] : tensor<16xf32>
  %8 = arith.select %c, %1, %zero : i32
  %9 = arith.index_cast %8 : i32 to index
  %10 = tensor.at %x[%9] trap : tensor<16xf32>
  // Of 8 bits, which may be below 0, the sum may be, too.
  // CHECK: tensor.at %{{.*}}[%{{.*}}] clamp : tensor<16xf32>
  %seven = arith.constant 7 : i8
  %11 = arith.minsi %w, %seven : i8
  %12 = arith.addi %11, %seven : i8
  %13 = arith.index_cast %12 : i8 to index
  %14 = tensor.at %x[%13] clamp : tensor<16xf32>
  // A sum that may wrap around is not what it looks like.
  // CHECK: tensor.at %{{.*}}[%{{.*}}] clamp : tensor<16xf32>
  %15 = arith.maxsi %w, %seven : i8
  %16 = arith.addi %15, %15 : i8
  %17 = arith.minsi %16, %seven : i8
  %18 = arith.index_cast %17 : i8 to index
  %19 = tensor.at %x[%18] clamp : tensor<16xf32>
  %20 = arith.addf %3, %7 : f32
  %21 = arith.addf %10, %14 : f32
  %22 = arith.addf %20, %21 : f32
  %23 = arith.addf %22, %19 : f32
  return %23 : f32
}
