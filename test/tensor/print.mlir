// RUN: tfopt %s | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt %s --mlir-print-op-generic | tfopt | FileCheck %s
// RUN: tfopt %s --canonicalize --cse | FileCheck %s
// RUN: tfopt %s --pass-pipeline='func.func(tensor-decompose,apply-schedule,lower-access,bufferize)' | tee %t.memory | FileCheck %s --check-prefix=MEMORY
// RUN: FileCheck %s --check-prefix=FULL_MEMORY --match-full-lines < %t.memory
// COMPLETE: FULL, FULL_MEMORY

// Neither dropped, nor merged, nor moved past each other.
// CHECK-LABEL: @f
// MEMORY-LABEL: @f
func.func @f(%x: tensor<?{n}xf32>, %k: i8, %s: f32, %c: i1) {
  // CHECK: tensor.print "again"
  // CHECK-NEXT: tensor.print "again"
  // CHECK-NEXT: tensor.assert %{{.*}}, "no {} of {}" {unsigned = array<i64: 0>} %{{.*}}, %{{.*}} : i8, f32
  // CHECK-NEXT: tensor.print "x {} and {}" {unsigned = array<i64: 1>} %{{.*}}, %{{.*}} : tensor<?{n}xf32>, i8
  // MEMORY: mem.print "again"
  // MEMORY-NEXT: mem.print "again"
  // MEMORY: loop.if
  // MEMORY: mem.trap "no {:u8} of {:f32}" {code = 5 : i64}
  // MEMORY: mem.print "x {} and {}" {unsigned = array<i64: 1>} %{{.*}}, %{{.*}} : memref<?{n}xf32>, i8
  tensor.print "again"
  tensor.print "again"
  tensor.assert %c, "no {} of {}" {unsigned = array<i64: 0>} %k, %s : i8, f32
  tensor.print "x {} and {}" {unsigned = array<i64: 1>} %x, %k : tensor<?{n}xf32>, i8
  return
}
// FULL: module {
// FULL-NEXT:   func.func @f(%[[ARG0:.*]]: tensor<?{n}xf32>, %[[ARG1:.*]]: i8, %[[ARG2:.*]]: f32, %[[ARG3:.*]]: i1) {
// FULL-NEXT:     tensor.print "again"
// FULL-NEXT:     tensor.print "again"
// FULL-NEXT:     tensor.assert %[[ARG3]], "no {} of {}" {unsigned = array<i64: 0>} %[[ARG1]], %[[ARG2]] : i8, f32
// FULL-NEXT:     tensor.print "x {} and {}" {unsigned = array<i64: 1>} %[[ARG0]], %[[ARG1]] : tensor<?{n}xf32>, i8
// FULL-NEXT:     return
// FULL-NEXT:   }
// FULL-NEXT: }
// FULL_MEMORY: module {
// FULL_MEMORY-NEXT:   func.func @f(%[[ARG0:.*]]: memref<?{n}xf32>, %[[ARG1:.*]]: i8, %[[ARG2:.*]]: f32, %[[ARG3:.*]]: i1) attributes {tf.signature = (tensor<?{n}xf32>, i8, f32, i1) -> ()} {
// FULL_MEMORY-NEXT:     mem.print "again"
// FULL_MEMORY-NEXT:     mem.print "again"
// FULL_MEMORY-NEXT:     %[[TRUE:.*]] = arith.constant true
// FULL_MEMORY-NEXT:     %[[V0:.*]] = arith.xori %[[ARG3]], %[[TRUE]] : i1
// FULL_MEMORY-NEXT:     loop.if %[[V0]] {
// FULL_MEMORY-NEXT:       %[[V1:.*]] = arith.extui %[[ARG1]] : i8 to i64
// FULL_MEMORY-NEXT:       %[[V2:.*]] = arith.index_cast %[[V1]] : i64 to index
// FULL_MEMORY-NEXT:       %[[V3:.*]] = arith.bitcast %[[ARG2]] : f32 to i32
// FULL_MEMORY-NEXT:       %[[V4:.*]] = arith.extui %[[V3]] : i32 to i64
// FULL_MEMORY-NEXT:       %[[V5:.*]] = arith.index_cast %[[V4]] : i64 to index
// FULL_MEMORY-NEXT:       mem.trap "no {:u8} of {:f32}" {code = 5 : i64} %[[V2]], %[[V5]] : index, index
// FULL_MEMORY-NEXT:       loop.yield
// FULL_MEMORY-NEXT:     }
// FULL_MEMORY-NEXT:     mem.print "x {} and {}" {unsigned = array<i64: 1>} %[[ARG0]], %[[ARG1]] : memref<?{n}xf32>, i8
// FULL_MEMORY-NEXT:     return
// FULL_MEMORY-NEXT:   }
// FULL_MEMORY-NEXT: }
