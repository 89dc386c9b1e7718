// RUN: tfopt %s | tfopt | FileCheck %s
// RUN: tfopt --print-op-generic %s | tfopt | FileCheck %s

// Every op of mem in custom form.

// CHECK-LABEL: func.func @memory
func.func @memory(%in: memref<?{n}x3xf32>, %i: index, %j: index) {
  // CHECK: %[[M:.*]] = mem.alloc : memref<?{n}x3xf32>
  %m = mem.alloc : memref<?{n}x3xf32>
  // CHECK: %[[X:.*]] = mem.load %[[M]][%[[I:.*]], %[[J:.*]]] : memref<?{n}x3xf32>
  %x = mem.load %m[%i, %j] : memref<?{n}x3xf32>
  // CHECK: mem.store %[[X]], %[[M]][%[[J]], %[[I]]] : memref<?{n}x3xf32>
  mem.store %x, %m[%j, %i] : memref<?{n}x3xf32>
  // CHECK: mem.copy %{{.*}}, %[[M]] : memref<?{n}x3xf32>
  mem.copy %in, %m : memref<?{n}x3xf32>
  // CHECK: mem.extent [2*n + 1] : index
  %e = mem.extent [2*n + 1] : index
  // CHECK: %[[Z:.*]] = mem.alloc {dialect.mark} : memref<i1>
  %z = mem.alloc {dialect.mark} : memref<i1>
  // CHECK: mem.load %[[Z]][] : memref<i1>
  %b = mem.load %z[] : memref<i1>
  // CHECK: %[[K:.*]] = mem.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
  %k = mem.constant dense<[1.0, 2.0]> : tensor<2xf32>
  // CHECK: mem.load %[[K]][%{{.*}}] : memref<2xf32>
  %c = mem.load %k[%i] : memref<2xf32>
  // CHECK: mem.trap "the \22index\22 is outside"
  mem.trap "the \"index\" is outside"
  // CHECK-NEXT: mem.trap "no" {code = 2 : i64}
  mem.trap "no" {code = 2 : i64}
  // CHECK-NEXT: mem.trap "index {} of {}" {code = 2 : i64} %{{.*}}, %{{.*}} : index, index
  mem.trap "index {} of {}" {code = 2 : i64} %i, %j : index, index
  return
}

// Where a loop nest begins, what it does, and where none runs any more.
// CHECK-LABEL: func.func @marks
// CHECK: mem.mark "loop over 4" %{{.*}}, %{{.*}}
// CHECK-NEXT: mem.mark "loop"
// CHECK-NEXT: mem.mark ""
func.func @marks(%operations: index, %bytes: index) {
  mem.mark "loop over 4" %operations, %bytes
  mem.mark "loop"
  mem.mark ""
  return
}

// What processors are told of memory.
// CHECK-LABEL: func.func @hints
// CHECK: mem.prefetch %{{.*}}[%{{.*}}, %{{.*}}] : memref<?{n}x3xf32>
// CHECK-NEXT: mem.before_line %{{.*}}[%{{.*}}, %{{.*}}] : memref<?{n}x3xf32>
// CHECK-NEXT: mem.drain
func.func @hints(%m: memref<?{n}x3xf32>, %i: index, %j: index) -> index {
  mem.prefetch %m[%i, %j] : memref<?{n}x3xf32>
  %e = mem.before_line %m[%i, %j] : memref<?{n}x3xf32>
  mem.drain // What was stored past the caches is there for others.
  return %e : index
}
