// RUN: tfopt %s | FileCheck %s
// RUN: tfopt %s --mlir-print-op-generic | tfopt | FileCheck %s
// RUN: tfopt %s --canonicalize --cse | FileCheck %s
// RUN: tfopt %s --pass-pipeline='func.func(tensor-decompose,apply-schedule,lower-access,bufferize)' | FileCheck %s --check-prefix=MEMORY

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
