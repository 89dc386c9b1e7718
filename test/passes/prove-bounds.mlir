// RUN: tfopt %s --prove-bounds | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt %s --prove-bounds --pass-statistics -o /dev/null 2>&1 | FileCheck %s --check-prefix=STATS
// COMPLETE: FULL

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
// FULL: module {
// FULL-NEXT:   func.func @reads(%[[ARG0:.*]]: tensor<?{n}xf32>, %[[ARG1:.*]]: index, %[[ARG2:.*]]: f32) -> tensor<?{n}xf32> {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [n] {
// FULL-NEXT:       %[[V1:.*]] = tensor.at %[[ARG0]][-%[[I]] + n - 1] : tensor<?{n}xf32>
// FULL-NEXT:       %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]] floordiv 2] : tensor<?{n}xf32>
// FULL-NEXT:       %[[V3:.*]] = tensor.at %[[ARG0]][%[[I]] + 1] wrap : tensor<?{n}xf32>
// FULL-NEXT:       %[[V4:.*]] = tensor.extent [n] : index
// FULL-NEXT:       %[[V5:.*]] = arith.cmpi slt, %[[I]], %[[C0]] : index
// FULL-NEXT:       %[[V6:.*]] = arith.addi %[[I]], %[[V4]] : index
// FULL-NEXT:       %[[V7:.*]] = arith.select %[[V5]], %[[V6]], %[[I]] : index
// FULL-NEXT:       %[[V8:.*]] = tensor.at %[[ARG0]][%[[V7]]] : tensor<?{n}xf32>
// FULL-NEXT:       %[[V9:.*]] = arith.addf %[[V1]], %[[V2]] : f32
// FULL-NEXT:       %[[V10:.*]] = arith.addf %[[V3]], %[[V8]] : f32
// FULL-NEXT:       %[[V11:.*]] = arith.addf %[[V9]], %[[V10]] : f32
// FULL-NEXT:       tensor.yield %[[V11]] : f32
// FULL-NEXT:     } : tensor<?{n}xf32>
// FULL-NEXT:     return %[[V0]] : tensor<?{n}xf32>
// FULL-NEXT:   }

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
// FULL-NEXT:   func.func @writes(%[[ARG0:.*]]: tensor<?{n}xf32>, %[[ARG1:.*]]: index, %[[ARG2:.*]]: f32) -> tensor<?{n}xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [n] accumulate(add %[[ACC:.*]] = %[[ARG0]] : tensor<?{n}xf32>) {
// FULL-NEXT:       tensor.put %[[ARG2]] into %[[ACC]][%[[I]]] : memref<?{n}xf32>
// FULL-NEXT:       tensor.put %[[ARG2]] into %[[ACC]][%[[ARG1]]] drop : memref<?{n}xf32>
// FULL-NEXT:       %[[V1:.*]] = tensor.extent [n] : index
// FULL-NEXT:       %[[V2:.*]] = arith.cmpi ult, %[[ARG1]], %[[V1]] : index
// FULL-NEXT:       loop.if %[[V2]] {
// FULL-NEXT:         tensor.put %[[ARG2]] into %[[ACC]][%[[ARG1]]] : memref<?{n}xf32>
// FULL-NEXT:         loop.yield
// FULL-NEXT:       }
// FULL-NEXT:       tensor.yield
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V0]] : tensor<?{n}xf32>
// FULL-NEXT:   }

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
// FULL-NEXT:   func.func @narrow(%[[ARG0:.*]]: tensor<16xf32>, %[[ARG1:.*]]: i32, %[[ARG2:.*]]: i8, %[[ARG3:.*]]: i1) -> f32 {
// FULL-NEXT:     %[[C0_I32:.*]] = arith.constant 0 : i32
// FULL-NEXT:     %[[C15_I32:.*]] = arith.constant 15 : i32
// FULL-NEXT:     %[[V0:.*]] = arith.maxsi %[[ARG1]], %[[C0_I32]] : i32
// FULL-NEXT:     %[[V1:.*]] = arith.minsi %[[V0]], %[[C15_I32]] : i32
// FULL-NEXT:     %[[V2:.*]] = arith.index_cast %[[V1]] : i32 to index
// FULL-NEXT:     %[[V3:.*]] = tensor.at %[[ARG0]][%[[V2]]] : tensor<16xf32>
// FULL-NEXT:     %[[V4:.*]] = arith.minsi %[[ARG1]], %[[C15_I32]] : i32
// FULL-NEXT:     %[[V5:.*]] = arith.maxsi %[[V4]], %[[C0_I32]] : i32
// FULL-NEXT:     %[[V6:.*]] = arith.index_cast %[[V5]] : i32 to index
// FULL-NEXT:     %[[V7:.*]] = tensor.at %[[ARG0]][%[[V6]]] : tensor<16xf32>
// FULL-NEXT:     %[[V8:.*]] = arith.select %[[ARG3]], %[[V1]], %[[C0_I32]] : i32
// FULL-NEXT:     %[[V9:.*]] = arith.index_cast %[[V8]] : i32 to index
// FULL-NEXT:     %[[V10:.*]] = tensor.at %[[ARG0]][%[[V9]]] : tensor<16xf32>
// FULL-NEXT:     %[[C7_I8:.*]] = arith.constant 7 : i8
// FULL-NEXT:     %[[V11:.*]] = arith.minsi %[[ARG2]], %[[C7_I8]] : i8
// FULL-NEXT:     %[[V12:.*]] = arith.addi %[[V11]], %[[C7_I8]] : i8
// FULL-NEXT:     %[[V13:.*]] = arith.index_cast %[[V12]] : i8 to index
// FULL-NEXT:     %[[V14:.*]] = tensor.at %[[ARG0]][%[[V13]]] clamp : tensor<16xf32>
// FULL-NEXT:     %[[V15:.*]] = arith.maxsi %[[ARG2]], %[[C7_I8]] : i8
// FULL-NEXT:     %[[V16:.*]] = arith.addi %[[V15]], %[[V15]] : i8
// FULL-NEXT:     %[[V17:.*]] = arith.minsi %[[V16]], %[[C7_I8]] : i8
// FULL-NEXT:     %[[V18:.*]] = arith.index_cast %[[V17]] : i8 to index
// FULL-NEXT:     %[[V19:.*]] = tensor.at %[[ARG0]][%[[V18]]] clamp : tensor<16xf32>
// FULL-NEXT:     %[[V20:.*]] = arith.addf %[[V3]], %[[V7]] : f32
// FULL-NEXT:     %[[V21:.*]] = arith.addf %[[V10]], %[[V14]] : f32
// FULL-NEXT:     %[[V22:.*]] = arith.addf %[[V20]], %[[V21]] : f32
// FULL-NEXT:     %[[V23:.*]] = arith.addf %[[V22]], %[[V19]] : f32
// FULL-NEXT:     return %[[V23]] : f32
// FULL-NEXT:   }
// FULL-NEXT: }
