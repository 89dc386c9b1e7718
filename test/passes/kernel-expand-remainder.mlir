// RUN: tfopt %s --pass-pipeline='kernel.func(kernel-expand)' | tee %t.check | FileCheck %s
// RUN: tfopt %s --check-semantics=200 --pass-pipeline='kernel.func(kernel-expand)' 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: tfopt %s --disable-rule=kernel-expand.remainder --pass-pipeline='kernel.func(kernel-expand)' | tee %t.left | FileCheck %s --check-prefix=LEFT
// RUN: FileCheck %s --check-prefix=FULL_LEFT --match-full-lines < %t.left
// RUN: tfopt %s --emit=ptx --arch=sm_80 -o %t.ptx && %ptxas -arch=sm_80 -o %t.cubin %t.ptx && FileCheck %s --check-prefix=PTX --input-file=%t.ptx
// COMPLETE: FULL_LEFT
// GOLDEN: cat %t.check

// GPUs have no remainder of floats. Long division gives it bit by bit, also where the quotient has more bits
// than a float, and zeros have the sign of the dividend.

// SAME: semantics: 1 functions compared

// CHECK-LABEL: kernel.func @remainders
// CHECK: %[[DIVIDEND:.*]] = math.absf
// CHECK: %[[DIVISOR:.*]] = math.absf
// CHECK: loop.while
// CHECK: arith.cmpf oge
// CHECK: loop.while
// CHECK: %[[Q:.*]] = arith.divf
// CHECK: %[[N:.*]] = math.trunc %[[Q]]
// CHECK: %[[M:.*]] = arith.negf %[[N]]
// CHECK: math.fma %[[M]]
// CHECK: math.copysign
// CHECK-NOT: arith.remf
// LEFT: arith.remf
// PTX-NOT: cvt.rzi.f32
// PTX: div.rn.f32
// PTX: div.rn.f64
kernel.func @remainders(%x: memref<32xf32>, %y: memref<32xf32>, %a: memref<32xf64>, %b: memref<32xf64>, %c: memref<32xbf16>,
                        %r: memref<32xf32> {kernel.access = "out"}, %s: memref<32xf64> {kernel.access = "out"},
                        %t: memref<32xbf16> {kernel.access = "out"}, %v: memref<32xf32> {kernel.access = "out"}) {
  %i = kernel.thread_id x
  %0 = mem.load %x[%i] : memref<32xf32>
  %1 = mem.load %y[%i] : memref<32xf32>
  %2 = arith.remf %0, %1 : f32
  mem.store %2, %r[%i] : memref<32xf32>
  %3 = mem.load %a[%i] : memref<32xf64>
  %4 = mem.load %b[%i] : memref<32xf64>
  %5 = arith.remf %3, %4 : f64
  mem.store %5, %s[%i] : memref<32xf64>
  %6 = mem.load %c[%i] : memref<32xbf16>
  %7 = arith.remf %6, %6 : bf16
  mem.store %7, %t[%i] : memref<32xbf16>
  // Lanes of vectors are divided one by one.
  %zero = arith.constant 0 : index
  %8 = vector.load %x[%zero] axis = 0 : memref<32xf32>, vector<4xf32>
  %9 = vector.load %y[%zero] axis = 0 : memref<32xf32>, vector<4xf32>
  %10 = arith.remf %8, %9 : vector<4xf32>
  %four = arith.constant 4 : index
  %11 = arith.remsi %i, %four : index
  %12 = vector.extract %10[%11] : vector<4xf32>
  mem.store %12, %v[%i] : memref<32xf32>
  kernel.return
}
// FULL_LEFT: module {
// FULL_LEFT-NEXT:   kernel.func @remainders(%[[ARG0:.*]]: memref<32xf32>, %[[ARG1:.*]]: memref<32xf32>, %[[ARG2:.*]]: memref<32xf64>, %[[ARG3:.*]]: memref<32xf64>, %[[ARG4:.*]]: memref<32xbf16>, %[[ARG5:.*]]: memref<32xf32> {kernel.access = "out"}, %[[ARG6:.*]]: memref<32xf64> {kernel.access = "out"}, %[[ARG7:.*]]: memref<32xbf16> {kernel.access = "out"}, %[[ARG8:.*]]: memref<32xf32> {kernel.access = "out"}) {
// FULL_LEFT-NEXT:     %[[V0:.*]] = kernel.thread_id x
// FULL_LEFT-NEXT:     %[[V1:.*]] = mem.load %[[ARG0]][%[[V0]]] : memref<32xf32>
// FULL_LEFT-NEXT:     %[[V2:.*]] = mem.load %[[ARG1]][%[[V0]]] : memref<32xf32>
// FULL_LEFT-NEXT:     %[[V3:.*]] = arith.remf %[[V1]], %[[V2]] : f32
// FULL_LEFT-NEXT:     mem.store %[[V3]], %[[ARG5]][%[[V0]]] : memref<32xf32>
// FULL_LEFT-NEXT:     %[[V4:.*]] = mem.load %[[ARG2]][%[[V0]]] : memref<32xf64>
// FULL_LEFT-NEXT:     %[[V5:.*]] = mem.load %[[ARG3]][%[[V0]]] : memref<32xf64>
// FULL_LEFT-NEXT:     %[[V6:.*]] = arith.remf %[[V4]], %[[V5]] : f64
// FULL_LEFT-NEXT:     mem.store %[[V6]], %[[ARG6]][%[[V0]]] : memref<32xf64>
// FULL_LEFT-NEXT:     %[[V7:.*]] = mem.load %[[ARG4]][%[[V0]]] : memref<32xbf16>
// FULL_LEFT-NEXT:     %[[V8:.*]] = arith.remf %[[V7]], %[[V7]] : bf16
// FULL_LEFT-NEXT:     mem.store %[[V8]], %[[ARG7]][%[[V0]]] : memref<32xbf16>
// FULL_LEFT-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL_LEFT-NEXT:     %[[V9:.*]] = vector.load %[[ARG0]][%[[C0]]] axis = 0 : memref<32xf32>, vector<4xf32>
// FULL_LEFT-NEXT:     %[[V10:.*]] = vector.load %[[ARG1]][%[[C0]]] axis = 0 : memref<32xf32>, vector<4xf32>
// FULL_LEFT-NEXT:     %[[V11:.*]] = arith.remf %[[V9]], %[[V10]] : vector<4xf32>
// FULL_LEFT-NEXT:     %[[C4:.*]] = arith.constant 4 : index
// FULL_LEFT-NEXT:     %[[V12:.*]] = arith.remsi %[[V0]], %[[C4]] : index
// FULL_LEFT-NEXT:     %[[V13:.*]] = vector.extract %[[V11]][%[[V12]]] : vector<4xf32>
// FULL_LEFT-NEXT:     mem.store %[[V13]], %[[ARG8]][%[[V0]]] : memref<32xf32>
// FULL_LEFT-NEXT:     kernel.return
// FULL_LEFT-NEXT:   }

func.func @main(%x: tensor<32xf32>, %y: tensor<32xf32>, %a: tensor<32xf64>, %b: tensor<32xf64>, %c: tensor<32xbf16>)
// FULL_LEFT-NEXT:   func.func @main(%[[ARG0:.*]]: tensor<32xf32>, %[[ARG1:.*]]: tensor<32xf32>, %[[ARG2:.*]]: tensor<32xf64>, %[[ARG3:.*]]: tensor<32xf64>, %[[ARG4:.*]]: tensor<32xbf16>) -> (tensor<32xf32>, tensor<32xf64>, tensor<32xbf16>, tensor<32xf32>) {
// FULL_LEFT-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL_LEFT-NEXT:     %[[C32:.*]] = arith.constant 32 : index
// FULL_LEFT-NEXT:     %[[V0:.*]]:4 = kernel.launch @remainders grid(%[[C1]]) block(%[[C32]]) args(%[[ARG0]], %[[ARG1]], %[[ARG2]], %[[ARG3]], %[[ARG4]]) : (tensor<32xf32>, tensor<32xf32>, tensor<32xf64>, tensor<32xf64>, tensor<32xbf16>) -> (tensor<32xf32>, tensor<32xf64>, tensor<32xbf16>, tensor<32xf32>)
// FULL_LEFT-NEXT:     return %[[V0]]#0, %[[V0]]#1, %[[V0]]#2, %[[V0]]#3 : tensor<32xf32>, tensor<32xf64>, tensor<32xbf16>, tensor<32xf32>
// FULL_LEFT-NEXT:   }
// FULL_LEFT-NEXT: }
    -> (tensor<32xf32>, tensor<32xf64>, tensor<32xbf16>, tensor<32xf32>) {
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %0:4 = kernel.launch @remainders grid(%c1) block(%c32) args(%x, %y, %a, %b, %c)
      : (tensor<32xf32>, tensor<32xf32>, tensor<32xf64>, tensor<32xf64>, tensor<32xbf16>)
      -> (tensor<32xf32>, tensor<32xf64>, tensor<32xbf16>, tensor<32xf32>)
  return %0#0, %0#1, %0#2, %0#3 : tensor<32xf32>, tensor<32xf64>, tensor<32xbf16>, tensor<32xf32>
}
