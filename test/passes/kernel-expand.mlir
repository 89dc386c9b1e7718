// RUN: tfopt %s --pass-pipeline='kernel.func(kernel-expand)' | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt %s --check-semantics --pass-pipeline='kernel.func(kernel-expand)' 2>&1 | FileCheck %s --check-prefix=SAME
// COMPLETE: FULL

// SAME: semantics: 1 functions compared

// A reduction of a warp is five shuffles.
// CHECK-LABEL: kernel.func @reduce
// CHECK: %[[V0:.*]] = mem.load
// CHECK: %[[O0:.*]] = kernel.shuffle xor %[[V0]], %c16 : f32
// CHECK-NEXT: %[[V1:.*]] = arith.maxnumf %[[V0]], %[[O0]] : f32
// CHECK: %[[O1:.*]] = kernel.shuffle xor %[[V1]], %c8 : f32
// CHECK: kernel.shuffle xor %{{.*}}, %c4 : f32
// CHECK: kernel.shuffle xor %{{.*}}, %c2 : f32
// CHECK: %[[O4:.*]] = kernel.shuffle xor %[[V4:.*]], %c1 : f32
// CHECK-NEXT: %[[V5:.*]] = arith.maxnumf %[[V4]], %[[O4]] : f32
// CHECK: mem.store %[[V5]]
// CHECK-NOT: kernel.warp_reduce
kernel.func @reduce(%x: memref<32xf32>, %y: memref<32xf32> {kernel.access = "out"}) {
  %t = kernel.thread_id x
  %v = mem.load %x[%t] : memref<32xf32>
  %r = kernel.warp_reduce maxnumf %v : f32
  mem.store %r, %y[%t] : memref<32xf32>
  kernel.return
}
// FULL: module {
// FULL-NEXT:   kernel.func @reduce(%[[ARG0:.*]]: memref<32xf32>, %[[ARG1:.*]]: memref<32xf32> {kernel.access = "out"}) {
// FULL-NEXT:     %[[V0:.*]] = kernel.thread_id x
// FULL-NEXT:     %[[V1:.*]] = mem.load %[[ARG0]][%[[V0]]] : memref<32xf32>
// FULL-NEXT:     %[[C16:.*]] = arith.constant 16 : index
// FULL-NEXT:     %[[V2:.*]] = kernel.shuffle xor %[[V1]], %[[C16]] : f32
// FULL-NEXT:     %[[V3:.*]] = arith.maxnumf %[[V1]], %[[V2]] : f32
// FULL-NEXT:     %[[C8:.*]] = arith.constant 8 : index
// FULL-NEXT:     %[[V4:.*]] = kernel.shuffle xor %[[V3]], %[[C8]] : f32
// FULL-NEXT:     %[[V5:.*]] = arith.maxnumf %[[V3]], %[[V4]] : f32
// FULL-NEXT:     %[[C4:.*]] = arith.constant 4 : index
// FULL-NEXT:     %[[V6:.*]] = kernel.shuffle xor %[[V5]], %[[C4]] : f32
// FULL-NEXT:     %[[V7:.*]] = arith.maxnumf %[[V5]], %[[V6]] : f32
// FULL-NEXT:     %[[C2:.*]] = arith.constant 2 : index
// FULL-NEXT:     %[[V8:.*]] = kernel.shuffle xor %[[V7]], %[[C2]] : f32
// FULL-NEXT:     %[[V9:.*]] = arith.maxnumf %[[V7]], %[[V8]] : f32
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[V10:.*]] = kernel.shuffle xor %[[V9]], %[[C1]] : f32
// FULL-NEXT:     %[[V11:.*]] = arith.maxnumf %[[V9]], %[[V10]] : f32
// FULL-NEXT:     mem.store %[[V11]], %[[ARG1]][%[[V0]]] : memref<32xf32>
// FULL-NEXT:     kernel.return
// FULL-NEXT:   }

// What no instruction does is a loop that compares and exchanges: it goes on until the element is the one
// that the new one was made of.
// CHECK-LABEL: kernel.func @product
// CHECK-SAME: (%[[X:.*]]: memref<1xf32>, %[[Y:.*]]: memref<1xf32>
// CHECK: %[[V:.*]] = mem.load %[[X]][%[[I:.*]]] : memref<1xf32>
// CHECK: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %[[FIRST:.*]] = kernel.compare_exchange %[[ZERO]], %[[ZERO]], %[[Y]][%[[I]]] scope block : memref<1xf32>
// CHECK-NEXT: loop.while (%[[SEEN:.*]] = %[[FIRST]]) : (f32) -> (f32) {
// CHECK-NEXT: %[[NEW:.*]] = arith.mulf %[[SEEN]], %[[V]] : f32
// CHECK-NEXT: %[[FOUND:.*]] = kernel.compare_exchange %[[SEEN]], %[[NEW]], %[[Y]][%[[I]]] scope block : memref<1xf32>
// CHECK-NEXT: %[[A:.*]] = arith.bitcast %[[SEEN]] : f32 to i32
// CHECK-NEXT: %[[B:.*]] = arith.bitcast %[[FOUND]] : f32 to i32
// CHECK-NEXT: %[[DIFFERS:.*]] = arith.cmpi ne, %[[A]], %[[B]] : i32
// CHECK-NEXT: loop.condition %[[DIFFERS]], %[[FOUND]] : f32
kernel.func @product(%x: memref<1xf32>, %y: memref<1xf32> {kernel.access = "inout"}) {
  %c0 = arith.constant 0 : index
  %v = mem.load %x[%c0] : memref<1xf32>
  %old = kernel.atomic mul %v, %y[%c0] scope block : memref<1xf32>
  kernel.return
}
// FULL-NEXT:   kernel.func @product(%[[ARG0:.*]]: memref<1xf32>, %[[ARG1:.*]]: memref<1xf32> {kernel.access = "inout"}) {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[V0:.*]] = mem.load %[[ARG0]][%[[C0]]] : memref<1xf32>
// FULL-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:     %[[V1:.*]] = kernel.compare_exchange %[[CST]], %[[CST]], %[[ARG1]][%[[C0]]] scope block : memref<1xf32>
// FULL-NEXT:     %[[V2:.*]] = loop.while (%[[ARG2:.*]] = %[[V1]]) : (f32) -> (f32) {
// FULL-NEXT:       %[[V3:.*]] = arith.mulf %[[ARG2]], %[[V0]] : f32
// FULL-NEXT:       %[[V4:.*]] = kernel.compare_exchange %[[ARG2]], %[[V3]], %[[ARG1]][%[[C0]]] scope block : memref<1xf32>
// FULL-NEXT:       %[[V5:.*]] = arith.bitcast %[[ARG2]] : f32 to i32
// FULL-NEXT:       %[[V6:.*]] = arith.bitcast %[[V4]] : f32 to i32
// FULL-NEXT:       %[[V7:.*]] = arith.cmpi ne, %[[V5]], %[[V6]] : i32
// FULL-NEXT:       loop.condition %[[V7]], %[[V4]] : f32
// FULL-NEXT:     } do (%[[ARG2]]: f32) {
// FULL-NEXT:       loop.yield %[[ARG2]] : f32
// FULL-NEXT:     }
// FULL-NEXT:     kernel.return
// FULL-NEXT:   }

// Sums, exchanges of 32 and 64 bits, and what integers of that width are combined by have instructions.
// CHECK-LABEL: kernel.func @instructions
// CHECK: kernel.atomic add
// CHECK: kernel.atomic exchange
// CHECK: kernel.atomic maxsi
// CHECK-NOT: kernel.compare_exchange
kernel.func @instructions(%x: memref<1xf32> {kernel.access = "inout"}, %y: memref<1xi64> {kernel.access = "inout"}, %a: f32, %b: i64) {
  %c0 = arith.constant 0 : index
  %0 = kernel.atomic add %a, %x[%c0] : memref<1xf32>
  %1 = kernel.atomic exchange %a, %x[%c0] : memref<1xf32>
  %2 = kernel.atomic maxsi %b, %y[%c0] : memref<1xi64>
  kernel.return
}
// FULL-NEXT:   kernel.func @instructions(%[[ARG0:.*]]: memref<1xf32> {kernel.access = "inout"}, %[[ARG1:.*]]: memref<1xi64> {kernel.access = "inout"}, %[[ARG2:.*]]: f32, %[[ARG3:.*]]: i64) {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[V0:.*]] = kernel.atomic add %[[ARG2]], %[[ARG0]][%[[C0]]] : memref<1xf32>
// FULL-NEXT:     %[[V1:.*]] = kernel.atomic exchange %[[ARG2]], %[[ARG0]][%[[C0]]] : memref<1xf32>
// FULL-NEXT:     %[[V2:.*]] = kernel.atomic maxsi %[[ARG3]], %[[ARG1]][%[[C0]]] : memref<1xi64>
// FULL-NEXT:     kernel.return
// FULL-NEXT:   }

func.func @main(%x: tensor<32xf32>) -> (tensor<32xf32>, tensor<1xf32>) {
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %f = arith.constant dense<1.5> : tensor<1xf32>
  %g = arith.constant dense<1.0> : tensor<1xf32>
  %y = kernel.launch @reduce grid(%c1) block(%c32) args(%x) : (tensor<32xf32>) -> tensor<32xf32>
  %z = kernel.launch @product grid(%c1) block(%c32) args(%f, %g) changes = [1] : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xf32>
  return %y, %z : tensor<32xf32>, tensor<1xf32>
}
// FULL-NEXT:   func.func @main(%[[ARG0:.*]]: tensor<32xf32>) -> (tensor<32xf32>, tensor<1xf32>) {
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C32:.*]] = arith.constant 32 : index
// FULL-NEXT:     %[[CST:.*]] = arith.constant dense<1.500000e+00> : tensor<1xf32>
// FULL-NEXT:     %[[CST_0:.*]] = arith.constant dense<1.000000e+00> : tensor<1xf32>
// FULL-NEXT:     %[[V0:.*]] = kernel.launch @reduce grid(%[[C1]]) block(%[[C32]]) args(%[[ARG0]]) : (tensor<32xf32>) -> tensor<32xf32>
// FULL-NEXT:     %[[V1:.*]] = kernel.launch @product grid(%[[C1]]) block(%[[C32]]) args(%[[CST]], %[[CST_0]]) changes = [1] : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xf32>
// FULL-NEXT:     return %[[V0]], %[[V1]] : tensor<32xf32>, tensor<1xf32>
// FULL-NEXT:   }
// FULL-NEXT: }
