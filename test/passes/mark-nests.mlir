// RUN: tfopt %s --pass-pipeline='func.func(mark-nests)' | tee %t.check | FileCheck %s
// RUN: tfopt %s --pass-pipeline='func.func(mark-nests,canonicalize)' | tee %t.work | FileCheck %s --check-prefix=WORK
// RUN: FileCheck %s --check-prefix=FULL_WORK --match-full-lines < %t.work
// COMPLETE: FULL_WORK
// GOLDEN: cat %t.check

// A parallel loop is a nest: 64 rows of 32 vectors of 16 numbers, two operations on each, one row of %b for
// all.
// WORK-LABEL: func.func @rows
// WORK-DAG: %[[OPERATIONS:.*]] = arith.constant 65536 : index
// WORK-DAG: %[[BYTES:.*]] = arith.constant 264192 : index
// WORK: mem.mark "parallel loop over 64" %[[OPERATIONS]], %[[BYTES]]
// CHECK-LABEL: func.func @rows
// CHECK: mem.mark "parallel loop over 64" %{{.*}}, %{{.*}}
// CHECK-NEXT: loop.parallel
// CHECK: mem.mark ""{{$}}
// CHECK-NEXT: return
func.func @rows(%a: memref<64x512xf32>, %b: memref<512xf32>, %r: memref<64x512xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %c512 = arith.constant 512 : index
  loop.parallel (%i) = (%c0) to (%c64) step (%c1) {
    loop.for %j = %c0 to %c512 step %c16 {
      %x = vector.load %a[%i, %j] axis = 1 : memref<64x512xf32>, vector<16xf32>
      %y = vector.load %b[%j] axis = 0 : memref<512xf32>, vector<16xf32>
      %m = arith.mulf %x, %y : vector<16xf32>
      %s = arith.addf %m, %y : vector<16xf32>
      vector.store %s, %r[%i, %j] axis = 1 : memref<64x512xf32>, vector<16xf32>
      loop.yield
    }
    loop.yield
  }
  return
}
// FULL_WORK: module {
// FULL_WORK-NEXT:   func.func @rows(%[[ARG0:.*]]: memref<64x512xf32>, %[[ARG1:.*]]: memref<512xf32>, %[[ARG2:.*]]: memref<64x512xf32>) {
// FULL_WORK-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL_WORK-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL_WORK-NEXT:     %[[C16:.*]] = arith.constant 16 : index
// FULL_WORK-NEXT:     %[[C64:.*]] = arith.constant 64 : index
// FULL_WORK-NEXT:     %[[C512:.*]] = arith.constant 512 : index
// FULL_WORK-NEXT:     %[[C65536:.*]] = arith.constant 65536 : index
// FULL_WORK-NEXT:     %[[C264192:.*]] = arith.constant 264192 : index
// FULL_WORK-NEXT:     mem.mark "parallel loop over 64" %[[C65536]], %[[C264192]]
// FULL_WORK-NEXT:     loop.parallel (%[[I:.*]]) = (%[[C0]]) to (%[[C64]]) step (%[[C1]]) {
// FULL_WORK-NEXT:       loop.for %[[I_0:.*]] = %[[C0]] to %[[C512]] step %[[C16]] {
// FULL_WORK-NEXT:         %[[V0:.*]] = vector.load %[[ARG0]][%[[I]], %[[I_0]]] axis = 1 : memref<64x512xf32>, vector<16xf32>
// FULL_WORK-NEXT:         %[[V1:.*]] = vector.load %[[ARG1]][%[[I_0]]] axis = 0 : memref<512xf32>, vector<16xf32>
// FULL_WORK-NEXT:         %[[V2:.*]] = arith.mulf %[[V0]], %[[V1]] : vector<16xf32>
// FULL_WORK-NEXT:         %[[V3:.*]] = arith.addf %[[V2]], %[[V1]] : vector<16xf32>
// FULL_WORK-NEXT:         vector.store %[[V3]], %[[ARG2]][%[[I]], %[[I_0]]] axis = 1 : memref<64x512xf32>, vector<16xf32>
// FULL_WORK-NEXT:         loop.yield
// FULL_WORK-NEXT:       }
// FULL_WORK-NEXT:       loop.yield
// FULL_WORK-NEXT:     }
// FULL_WORK-NEXT:     mem.mark ""
// FULL_WORK-NEXT:     return
// FULL_WORK-NEXT:   }

// The host's loop is no nest: what runs in it is. Memory that is made in a nest is its own.
// CHECK-LABEL: func.func @steps
// CHECK-NOT: mem.mark
// CHECK: loop.for
// CHECK: mem.mark "parallel loop over 8"
// CHECK: loop.parallel
// CHECK: mem.mark ""
// CHECK: mem.mark "copy of memref<8xf32>"
// CHECK-NEXT: mem.copy
// CHECK-NEXT: mem.mark ""
func.func @steps(%n: index, %a: memref<8xf32>, %b: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  loop.for %t = %c0 to %n step %c1 {
    loop.parallel (%i) = (%c0) to (%c8) step (%c1) {
      %x = mem.load %a[%i] : memref<8xf32>
      mem.store %x, %b[%i] : memref<8xf32>
      loop.yield
    }
    mem.copy %b, %a : memref<8xf32>
    loop.yield
  }
  return
}
// FULL_WORK-NEXT:   func.func @steps(%[[ARG0:.*]]: index, %[[ARG1:.*]]: memref<8xf32>, %[[ARG2:.*]]: memref<8xf32>) {
// FULL_WORK-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL_WORK-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL_WORK-NEXT:     %[[C8:.*]] = arith.constant 8 : index
// FULL_WORK-NEXT:     %[[C64:.*]] = arith.constant 64 : index
// FULL_WORK-NEXT:     loop.for %[[I:.*]] = %[[C0]] to %[[ARG0]] step %[[C1]] {
// FULL_WORK-NEXT:       mem.mark "parallel loop over 8" %[[C0]], %[[C64]]
// FULL_WORK-NEXT:       loop.parallel (%[[I_0:.*]]) = (%[[C0]]) to (%[[C8]]) step (%[[C1]]) {
// FULL_WORK-NEXT:         %[[V0:.*]] = mem.load %[[ARG1]][%[[I_0]]] : memref<8xf32>
// FULL_WORK-NEXT:         mem.store %[[V0]], %[[ARG2]][%[[I_0]]] : memref<8xf32>
// FULL_WORK-NEXT:         loop.yield
// FULL_WORK-NEXT:       }
// FULL_WORK-NEXT:       mem.mark ""
// FULL_WORK-NEXT:       mem.mark "copy of memref<8xf32>" %[[C0]], %[[C64]]
// FULL_WORK-NEXT:       mem.copy %[[ARG2]], %[[ARG1]] : memref<8xf32>
// FULL_WORK-NEXT:       mem.mark ""
// FULL_WORK-NEXT:       loop.yield
// FULL_WORK-NEXT:     }
// FULL_WORK-NEXT:     return
// FULL_WORK-NEXT:   }

// Where a loop may end at any trip, nobody knows its work.
// CHECK-LABEL: func.func @open
// CHECK: mem.mark "loop"{{$}}
// CHECK-NEXT: %{{.*}} = loop.while
func.func @open(%a: memref<f32>, %go: i1) {
  %r = loop.while (%c = %go) : (i1) -> (i1) {
    loop.condition %c, %c : i1
  } do (%d: i1) {
    %x = mem.load %a[] : memref<f32>
    %zero = arith.constant 0.0 : f32
    %half = arith.mulf %x, %x : f32
    %on = arith.cmpf ogt, %half, %zero : f32
    loop.yield %on : i1
  }
  return
}
// FULL_WORK-NEXT:   func.func @open(%[[ARG0:.*]]: memref<f32>, %[[ARG1:.*]]: i1) {
// FULL_WORK-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL_WORK-NEXT:     mem.mark "loop"
// FULL_WORK-NEXT:     loop.while (%[[ARG2:.*]] = %[[ARG1]]) : (i1) -> () {
// FULL_WORK-NEXT:       loop.condition %[[ARG2]]
// FULL_WORK-NEXT:     } do () {
// FULL_WORK-NEXT:       %[[V0:.*]] = mem.load %[[ARG0]][] : memref<f32>
// FULL_WORK-NEXT:       %[[V1:.*]] = arith.mulf %[[V0]], %[[V0]] : f32
// FULL_WORK-NEXT:       %[[V2:.*]] = arith.cmpf ogt, %[[V1]], %[[CST]] : f32
// FULL_WORK-NEXT:       loop.yield %[[V2]] : i1
// FULL_WORK-NEXT:     }
// FULL_WORK-NEXT:     mem.mark ""
// FULL_WORK-NEXT:     return
// FULL_WORK-NEXT:   }

// A loop that was split where its comparisons begin and end to hold: where that is moves with the row, but
// the parts together do what the loop did, 40 trips of an addition for each of 32 rows. All 40 elements are
// read, 32 are written.
// WORK-LABEL: func.func @parts
// WORK-DAG: %[[OPERATIONS:.*]] = arith.constant 1280 : index
// WORK-DAG: %[[BYTES:.*]] = arith.constant 288 : index
// WORK: mem.mark "loop over 32" %[[OPERATIONS]], %[[BYTES]]
func.func @parts(%a: memref<40xf32>, %r: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c32 = arith.constant 32 : index
  %c40 = arith.constant 40 : index
  %zero = arith.constant 0.0 : f32
  loop.for %i = %c0 to %c32 step %c1 {
    %low = arith.subi %c3, %i : index
    %from = arith.maxsi %c0, %low : index
    %first = loop.for %k = %c0 to %from step %c1 iter_args(%sum = %zero) -> (f32) {
      %x = mem.load %a[%k] : memref<40xf32>
      %t = arith.addf %sum, %x : f32
      loop.yield %t : f32
    }
    %high = arith.subi %c40, %i : index
    %to = arith.maxsi %high, %from : index
    %middle = loop.for %k = %from to %to step %c1 iter_args(%sum = %first) -> (f32) {
      %x = mem.load %a[%k] : memref<40xf32>
      %t = arith.addf %sum, %x : f32
      loop.yield %t : f32
    }
    %last = loop.for %k = %to to %c40 step %c1 iter_args(%sum = %middle) -> (f32) {
      %x = mem.load %a[%k] : memref<40xf32>
      %t = arith.addf %sum, %x : f32
      loop.yield %t : f32
    }
    mem.store %last, %r[%i] : memref<32xf32>
    loop.yield
  }
  return
}
// FULL_WORK-NEXT:   func.func @parts(%[[ARG0:.*]]: memref<40xf32>, %[[ARG1:.*]]: memref<32xf32>) {
// FULL_WORK-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL_WORK-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL_WORK-NEXT:     %[[C3:.*]] = arith.constant 3 : index
// FULL_WORK-NEXT:     %[[C32:.*]] = arith.constant 32 : index
// FULL_WORK-NEXT:     %[[C40:.*]] = arith.constant 40 : index
// FULL_WORK-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL_WORK-NEXT:     %[[C1280:.*]] = arith.constant 1280 : index
// FULL_WORK-NEXT:     %[[C288:.*]] = arith.constant 288 : index
// FULL_WORK-NEXT:     mem.mark "loop over 32" %[[C1280]], %[[C288]]
// FULL_WORK-NEXT:     loop.for %[[I:.*]] = %[[C0]] to %[[C32]] step %[[C1]] {
// FULL_WORK-NEXT:       %[[V0:.*]] = arith.subi %[[C3]], %[[I]] : index
// FULL_WORK-NEXT:       %[[V1:.*]] = arith.maxsi %[[V0]], %[[C0]] : index
// FULL_WORK-NEXT:       %[[V2:.*]] = loop.for %[[I_0:.*]] = %[[C0]] to %[[V1]] step %[[C1]] iter_args(%[[ARG2:.*]] = %[[CST]]) -> (f32) {
// FULL_WORK-NEXT:         %[[V7:.*]] = mem.load %[[ARG0]][%[[I_0]]] : memref<40xf32>
// FULL_WORK-NEXT:         %[[V8:.*]] = arith.addf %[[ARG2]], %[[V7]] : f32
// FULL_WORK-NEXT:         loop.yield %[[V8]] : f32
// FULL_WORK-NEXT:       }
// FULL_WORK-NEXT:       %[[V3:.*]] = arith.subi %[[C40]], %[[I]] : index
// FULL_WORK-NEXT:       %[[V4:.*]] = arith.maxsi %[[V3]], %[[V1]] : index
// FULL_WORK-NEXT:       %[[V5:.*]] = loop.for %[[I_1:.*]] = %[[V1]] to %[[V4]] step %[[C1]] iter_args(%[[ARG2]] = %[[V2]]) -> (f32) {
// FULL_WORK-NEXT:         %[[V7]] = mem.load %[[ARG0]][%[[I_1]]] : memref<40xf32>
// FULL_WORK-NEXT:         %[[V8]] = arith.addf %[[ARG2]], %[[V7]] : f32
// FULL_WORK-NEXT:         loop.yield %[[V8]] : f32
// FULL_WORK-NEXT:       }
// FULL_WORK-NEXT:       %[[V6:.*]] = loop.for %[[I_2:.*]] = %[[V4]] to %[[C40]] step %[[C1]] iter_args(%[[ARG2]] = %[[V5]]) -> (f32) {
// FULL_WORK-NEXT:         %[[V7]] = mem.load %[[ARG0]][%[[I_2]]] : memref<40xf32>
// FULL_WORK-NEXT:         %[[V8]] = arith.addf %[[ARG2]], %[[V7]] : f32
// FULL_WORK-NEXT:         loop.yield %[[V8]] : f32
// FULL_WORK-NEXT:       }
// FULL_WORK-NEXT:       mem.store %[[V6]], %[[ARG1]][%[[I]]] : memref<32xf32>
// FULL_WORK-NEXT:       loop.yield
// FULL_WORK-NEXT:     }
// FULL_WORK-NEXT:     mem.mark ""
// FULL_WORK-NEXT:     return
// FULL_WORK-NEXT:   }

// Parts of which nobody knows where the first one begins: nothing is said.
// WORK-LABEL: func.func @no_parts
// WORK: mem.mark "loop over 32"{{$}}
func.func @no_parts(%a: memref<40xf32>, %n: memref<32xindex>, %r: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %c40 = arith.constant 40 : index
  %zero = arith.constant 0.0 : f32
  loop.for %i = %c0 to %c32 step %c1 {
    %from = mem.load %n[%i] : memref<32xindex>
    %last = loop.for %k = %from to %c40 step %c1 iter_args(%sum = %zero) -> (f32) {
      %x = mem.load %a[%k] : memref<40xf32>
      %t = arith.addf %sum, %x : f32
      loop.yield %t : f32
    }
    mem.store %last, %r[%i] : memref<32xf32>
    loop.yield
  }
  return
}
// FULL_WORK-NEXT:   func.func @no_parts(%[[ARG0:.*]]: memref<40xf32>, %[[ARG1:.*]]: memref<32xindex>, %[[ARG2:.*]]: memref<32xf32>) {
// FULL_WORK-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL_WORK-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL_WORK-NEXT:     %[[C32:.*]] = arith.constant 32 : index
// FULL_WORK-NEXT:     %[[C40:.*]] = arith.constant 40 : index
// FULL_WORK-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL_WORK-NEXT:     mem.mark "loop over 32"
// FULL_WORK-NEXT:     loop.for %[[I:.*]] = %[[C0]] to %[[C32]] step %[[C1]] {
// FULL_WORK-NEXT:       %[[V0:.*]] = mem.load %[[ARG1]][%[[I]]] : memref<32xindex>
// FULL_WORK-NEXT:       %[[V1:.*]] = loop.for %[[I_0:.*]] = %[[V0]] to %[[C40]] step %[[C1]] iter_args(%[[ARG3:.*]] = %[[CST]]) -> (f32) {
// FULL_WORK-NEXT:         %[[V2:.*]] = mem.load %[[ARG0]][%[[I_0]]] : memref<40xf32>
// FULL_WORK-NEXT:         %[[V3:.*]] = arith.addf %[[ARG3]], %[[V2]] : f32
// FULL_WORK-NEXT:         loop.yield %[[V3]] : f32
// FULL_WORK-NEXT:       }
// FULL_WORK-NEXT:       mem.store %[[V1]], %[[ARG2]][%[[I]]] : memref<32xf32>
// FULL_WORK-NEXT:       loop.yield
// FULL_WORK-NEXT:     }
// FULL_WORK-NEXT:     mem.mark ""
// FULL_WORK-NEXT:     return
// FULL_WORK-NEXT:   }

// What a loop leaves off where an extent ends counts as if it were there: a product for each of at most 16
// numbers, four times.
// WORK-LABEL: func.func @ends
// WORK: %[[MOST:.*]] = arith.minsi %{{.*}}, %{{.*}} : index
// WORK: mem.mark "parallel loop over 4" %{{.*}}, %{{.*}}
// CHECK-LABEL: func.func @ends
// CHECK: mem.mark "parallel loop over 4" %{{.*}}, %{{.*}}
func.func @ends(%n: index, %a: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  loop.parallel (%i) = (%c0) to (%c64) step (%c16) {
    %left = arith.subi %n, %i : index
    %here = arith.minsi %left, %c16 : index
    loop.for %j = %c0 to %here step %c1 {
      %at = arith.addi %i, %j : index
      %x = mem.load %a[%at] : memref<64xf32>
      %y = arith.mulf %x, %x : f32
      mem.store %y, %a[%at] : memref<64xf32>
      loop.yield
    }
    loop.yield
  }
  return
}
// FULL_WORK-NEXT:   func.func @ends(%[[ARG0:.*]]: index, %[[ARG1:.*]]: memref<64xf32>) {
// FULL_WORK-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL_WORK-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL_WORK-NEXT:     %[[C16:.*]] = arith.constant 16 : index
// FULL_WORK-NEXT:     %[[C64:.*]] = arith.constant 64 : index
// FULL_WORK-NEXT:     %[[C4:.*]] = arith.constant 4 : index
// FULL_WORK-NEXT:     %[[V0:.*]] = arith.minsi %[[ARG0]], %[[C16]] : index
// FULL_WORK-NEXT:     %[[V1:.*]] = arith.maxsi %[[V0]], %[[C0]] : index
// FULL_WORK-NEXT:     %[[V2:.*]] = arith.muli %[[V1]], %[[C16]] : index
// FULL_WORK-NEXT:     %[[V3:.*]] = arith.muli %[[V1]], %[[C4]] : index
// FULL_WORK-NEXT:     %[[V4:.*]] = arith.muli %[[V1]], %[[C16]] : index
// FULL_WORK-NEXT:     %[[V5:.*]] = arith.addi %[[V2]], %[[V4]] : index
// FULL_WORK-NEXT:     mem.mark "parallel loop over 4" %[[V3]], %[[V5]]
// FULL_WORK-NEXT:     loop.parallel (%[[I:.*]]) = (%[[C0]]) to (%[[C64]]) step (%[[C16]]) {
// FULL_WORK-NEXT:       %[[V6:.*]] = arith.subi %[[ARG0]], %[[I]] : index
// FULL_WORK-NEXT:       %[[V7:.*]] = arith.minsi %[[V6]], %[[C16]] : index
// FULL_WORK-NEXT:       loop.for %[[I_0:.*]] = %[[C0]] to %[[V7]] step %[[C1]] {
// FULL_WORK-NEXT:         %[[V8:.*]] = arith.addi %[[I]], %[[I_0]] : index
// FULL_WORK-NEXT:         %[[V9:.*]] = mem.load %[[ARG1]][%[[V8]]] : memref<64xf32>
// FULL_WORK-NEXT:         %[[V10:.*]] = arith.mulf %[[V9]], %[[V9]] : f32
// FULL_WORK-NEXT:         mem.store %[[V10]], %[[ARG1]][%[[V8]]] : memref<64xf32>
// FULL_WORK-NEXT:         loop.yield
// FULL_WORK-NEXT:       }
// FULL_WORK-NEXT:       loop.yield
// FULL_WORK-NEXT:     }
// FULL_WORK-NEXT:     mem.mark ""
// FULL_WORK-NEXT:     return
// FULL_WORK-NEXT:   }
// FULL_WORK-NEXT: }
