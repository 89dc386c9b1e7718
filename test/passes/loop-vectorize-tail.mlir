// How the ragged end of a loop is written: vectors of fewer lanes and single iterations, or a last vector
// that begins before the end.
// RUN: tfopt --loop-vectorize --canonicalize --cse %s 2>%t.err | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: FileCheck %s --check-prefix=REMARK < %t.err
// COMPLETE: FULL

// Vectors of one register follow those of four, then one iteration after the other.
// CHECK-LABEL: func.func @peel
// CHECK: loop.for %{{.*}} step %c32
// CHECK: vector.load {{.*}} vector<32xf32>
// CHECK: loop.for %{{.*}} step %c8
// CHECK: vector.load {{.*}} vector<8xf32>
// CHECK: loop.for %{{.*}} step %c1 {
// CHECK-NEXT: mem.load
// CHECK-NOT: mask
// CHECK: return
func.func @peel(%a: memref<?{n}xf32>, %r: memref<?{n}xf32>) attributes {tf.signature = (tensor<?{n}xf32>) -> tensor<?{n}xf32>, tf.target = {vector_bits = 256 : i64}} {
  %n = mem.extent [n] : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  loop.for %i = %c0 to %n step %c1 attributes {vector_width = 32 : i64, vector_tail = "peel"} {
    %x = mem.load %a[%i] : memref<?{n}xf32>
    %y = arith.addf %x, %x : f32
    mem.store %y, %r[%i] : memref<?{n}xf32>
    loop.yield
  }
  return
}
// FULL: module {
// FULL-NEXT:   func.func @peel(%[[ARG0:.*]]: memref<?{n}xf32>, %[[ARG1:.*]]: memref<?{n}xf32>) attributes {tf.signature = (tensor<?{n}xf32>) -> tensor<?{n}xf32>, tf.target = {vector_bits = 256 : i64}} {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C32:.*]] = arith.constant 32 : index
// FULL-NEXT:     %[[C8:.*]] = arith.constant 8 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[V0:.*]] = mem.extent [n] : index
// FULL-NEXT:     %[[V1:.*]] = arith.maxsi %[[V0]], %[[C0]] : index
// FULL-NEXT:     %[[V2:.*]] = arith.remui %[[V1]], %[[C32]] : index
// FULL-NEXT:     %[[V3:.*]] = arith.subi %[[V1]], %[[V2]] : index
// FULL-NEXT:     loop.for %[[I:.*]] = %[[C0]] to %[[V3]] step %[[C32]] {
// FULL-NEXT:       %[[V9:.*]] = vector.load %[[ARG0]][%[[I]]] axis = 0 : memref<?{n}xf32>, vector<32xf32>
// FULL-NEXT:       %[[V10:.*]] = arith.addf %[[V9]], %[[V9]] : vector<32xf32>
// FULL-NEXT:       vector.store %[[V10]], %[[ARG1]][%[[I]]] axis = 0 : memref<?{n}xf32>, vector<32xf32>
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     %[[V4:.*]] = arith.subi %[[V0]], %[[V3]] : index
// FULL-NEXT:     %[[V5:.*]] = arith.maxsi %[[V4]], %[[C0]] : index
// FULL-NEXT:     %[[V6:.*]] = arith.remui %[[V5]], %[[C8]] : index
// FULL-NEXT:     %[[V7:.*]] = arith.subi %[[V5]], %[[V6]] : index
// FULL-NEXT:     %[[V8:.*]] = arith.addi %[[V3]], %[[V7]] : index
// FULL-NEXT:     loop.for %[[I_0:.*]] = %[[V3]] to %[[V8]] step %[[C8]] {
// FULL-NEXT:       %[[V9]] = vector.load %[[ARG0]][%[[I_0]]] axis = 0 : memref<?{n}xf32>, vector<8xf32>
// FULL-NEXT:       %[[V10]] = arith.addf %[[V9]], %[[V9]] : vector<8xf32>
// FULL-NEXT:       vector.store %[[V10]], %[[ARG1]][%[[I_0]]] axis = 0 : memref<?{n}xf32>, vector<8xf32>
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     loop.for %[[I_1:.*]] = %[[V8]] to %[[V0]] step %[[C1]] {
// FULL-NEXT:       %[[V9]] = mem.load %[[ARG0]][%[[I_1]]] : memref<?{n}xf32>
// FULL-NEXT:       %[[V10]] = arith.addf %[[V9]], %[[V9]] : f32
// FULL-NEXT:       mem.store %[[V10]], %[[ARG1]][%[[I_1]]] : memref<?{n}xf32>
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     return
// FULL-NEXT:   }

// The last vector ends where the loop does; of a constant length, nothing is asked.
// CHECK-LABEL: func.func @overlap
// CHECK: loop.for %{{.*}} = %c0 to %c32 step %c8
// CHECK: %[[V:.*]] = vector.load %{{.*}}[%c29] axis = 0 : memref<37xf32>, vector<8xf32>
// CHECK: vector.store %{{.*}}[%c29] axis = 0
// CHECK-NOT: loop.if
// CHECK-NOT: mem.load
// CHECK: return
func.func @overlap(%a: memref<37xf32>, %r: memref<37xf32>) attributes {tf.signature = (tensor<37xf32>) -> tensor<37xf32>, tf.target = {vector_bits = 256 : i64}} {
  %n = arith.constant 37 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  loop.for %i = %c0 to %n step %c1 attributes {vector_width = 8 : i64, vector_tail = "overlap"} {
    %x = mem.load %a[%i] : memref<37xf32>
    %y = arith.addf %x, %x : f32
    mem.store %y, %r[%i] : memref<37xf32>
    loop.yield
  }
  return
}
// FULL-NEXT:   func.func @overlap(%[[ARG0:.*]]: memref<37xf32>, %[[ARG1:.*]]: memref<37xf32>) attributes {tf.signature = (tensor<37xf32>) -> tensor<37xf32>, tf.target = {vector_bits = 256 : i64}} {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C8:.*]] = arith.constant 8 : index
// FULL-NEXT:     %[[C32:.*]] = arith.constant 32 : index
// FULL-NEXT:     %[[C29:.*]] = arith.constant 29 : index
// FULL-NEXT:     loop.for %[[I:.*]] = %[[C0]] to %[[C32]] step %[[C8]] {
// FULL-NEXT:       %[[V2:.*]] = vector.load %[[ARG0]][%[[I]]] axis = 0 : memref<37xf32>, vector<8xf32>
// FULL-NEXT:       %[[V3:.*]] = arith.addf %[[V2]], %[[V2]] : vector<8xf32>
// FULL-NEXT:       vector.store %[[V3]], %[[ARG1]][%[[I]]] axis = 0 : memref<37xf32>, vector<8xf32>
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     %[[V0:.*]] = vector.load %[[ARG0]][%[[C29]]] axis = 0 : memref<37xf32>, vector<8xf32>
// FULL-NEXT:     %[[V1:.*]] = arith.addf %[[V0]], %[[V0]] : vector<8xf32>
// FULL-NEXT:     vector.store %[[V1]], %[[ARG1]][%[[C29]]] axis = 0 : memref<37xf32>, vector<8xf32>
// FULL-NEXT:     return
// FULL-NEXT:   }

// Whether there are enough for a vector is asked where the length is not known.
// CHECK-LABEL: func.func @some
// CHECK: %[[FITS:.*]] = arith.cmpi sge, %{{.*}}, %c8 : index
// CHECK: loop.if
// CHECK: loop.if %[[FITS]]
// CHECK: vector.store
// CHECK: mem.store
// CHECK-NOT: mask
// CHECK: return
func.func @some(%a: memref<?{n}xf32>, %r: memref<?{n}xf32>) attributes {tf.signature = (tensor<?{n}xf32>) -> tensor<?{n}xf32>, tf.target = {vector_bits = 256 : i64}} {
  %n = mem.extent [n] : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  loop.for %i = %c0 to %n step %c1 attributes {vector_width = 8 : i64, vector_tail = "overlap"} {
    %x = mem.load %a[%i] : memref<?{n}xf32>
    mem.store %x, %r[%i] : memref<?{n}xf32>
    loop.yield
  }
  return
}
// FULL-NEXT:   func.func @some(%[[ARG0:.*]]: memref<?{n}xf32>, %[[ARG1:.*]]: memref<?{n}xf32>) attributes {tf.signature = (tensor<?{n}xf32>) -> tensor<?{n}xf32>, tf.target = {vector_bits = 256 : i64}} {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C8:.*]] = arith.constant 8 : index
// FULL-NEXT:     %[[C:.*]]-8 = arith.constant -8 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[V0:.*]] = mem.extent [n] : index
// FULL-NEXT:     %[[V1:.*]] = arith.maxsi %[[V0]], %[[C0]] : index
// FULL-NEXT:     %[[V2:.*]] = arith.remui %[[V1]], %[[C8]] : index
// FULL-NEXT:     %[[V3:.*]] = arith.subi %[[V1]], %[[V2]] : index
// FULL-NEXT:     loop.for %[[I:.*]] = %[[C0]] to %[[V3]] step %[[C8]] {
// FULL-NEXT:       %[[V6:.*]] = vector.load %[[ARG0]][%[[I]]] axis = 0 : memref<?{n}xf32>, vector<8xf32>
// FULL-NEXT:       vector.store %[[V6]], %[[ARG1]][%[[I]]] axis = 0 : memref<?{n}xf32>, vector<8xf32>
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     %[[V4:.*]] = arith.cmpi sge, %[[V0]], %[[C8]] : index
// FULL-NEXT:     %[[V5:.*]] = arith.cmpi slt, %[[V3]], %[[V0]] : index
// FULL-NEXT:     loop.if %[[V5]] {
// FULL-NEXT:       loop.if %[[V4]] {
// FULL-NEXT:         %[[V6]] = arith.addi %[[V0]], %[[C]]-8 : index
// FULL-NEXT:         %[[V7:.*]] = vector.load %[[ARG0]][%[[V6]]] axis = 0 : memref<?{n}xf32>, vector<8xf32>
// FULL-NEXT:         vector.store %[[V7]], %[[ARG1]][%[[V6]]] axis = 0 : memref<?{n}xf32>, vector<8xf32>
// FULL-NEXT:         loop.yield
// FULL-NEXT:       } else {
// FULL-NEXT:         loop.for %[[I_0:.*]] = %[[V3]] to %[[V0]] step %[[C1]] {
// FULL-NEXT:           %[[V6]] = mem.load %[[ARG0]][%[[I_0]]] : memref<?{n}xf32>
// FULL-NEXT:           mem.store %[[V6]], %[[ARG1]][%[[I_0]]] : memref<?{n}xf32>
// FULL-NEXT:           loop.yield
// FULL-NEXT:         }
// FULL-NEXT:         loop.yield
// FULL-NEXT:       }
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     return
// FULL-NEXT:   }

// The rest behind a parallel loop is one thread's.
// CHECK-LABEL: func.func @parallel
// CHECK: loop.parallel
// CHECK-NOT: loop.if
// CHECK: vector.store
// CHECK-NEXT: loop.yield
// CHECK: loop.if
// CHECK: return
func.func @parallel(%a: memref<?{n}xf32>, %r: memref<?{n}xf32>) attributes {tf.signature = (tensor<?{n}xf32>) -> tensor<?{n}xf32>, tf.target = {vector_bits = 256 : i64}} {
  %n = mem.extent [n] : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  loop.parallel (%i) = (%c0) to (%n) step (%c1) attributes {vector_width = 8 : i64, vector_axis = 0 : i64, vector_tail = "overlap"} {
    %x = mem.load %a[%i] : memref<?{n}xf32>
    mem.store %x, %r[%i] : memref<?{n}xf32>
    loop.yield
  }
  return
}
// FULL-NEXT:   func.func @parallel(%[[ARG0:.*]]: memref<?{n}xf32>, %[[ARG1:.*]]: memref<?{n}xf32>) attributes {tf.signature = (tensor<?{n}xf32>) -> tensor<?{n}xf32>, tf.target = {vector_bits = 256 : i64}} {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C8:.*]] = arith.constant 8 : index
// FULL-NEXT:     %[[C:.*]]-8 = arith.constant -8 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[V0:.*]] = mem.extent [n] : index
// FULL-NEXT:     %[[V1:.*]] = arith.maxsi %[[V0]], %[[C0]] : index
// FULL-NEXT:     %[[V2:.*]] = arith.remui %[[V1]], %[[C8]] : index
// FULL-NEXT:     %[[V3:.*]] = arith.subi %[[V1]], %[[V2]] : index
// FULL-NEXT:     loop.parallel (%[[I:.*]]) = (%[[C0]]) to (%[[V3]]) step (%[[C8]]) {
// FULL-NEXT:       %[[V6:.*]] = vector.load %[[ARG0]][%[[I]]] axis = 0 : memref<?{n}xf32>, vector<8xf32>
// FULL-NEXT:       vector.store %[[V6]], %[[ARG1]][%[[I]]] axis = 0 : memref<?{n}xf32>, vector<8xf32>
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     %[[V4:.*]] = arith.cmpi sge, %[[V0]], %[[C8]] : index
// FULL-NEXT:     %[[V5:.*]] = arith.cmpi slt, %[[V3]], %[[V0]] : index
// FULL-NEXT:     loop.if %[[V5]] {
// FULL-NEXT:       loop.if %[[V4]] {
// FULL-NEXT:         %[[V6]] = arith.addi %[[V0]], %[[C]]-8 : index
// FULL-NEXT:         %[[V7:.*]] = vector.load %[[ARG0]][%[[V6]]] axis = 0 : memref<?{n}xf32>, vector<8xf32>
// FULL-NEXT:         vector.store %[[V7]], %[[ARG1]][%[[V6]]] axis = 0 : memref<?{n}xf32>, vector<8xf32>
// FULL-NEXT:         loop.yield
// FULL-NEXT:       } else {
// FULL-NEXT:         loop.for %[[I_0:.*]] = %[[V3]] to %[[V0]] step %[[C1]] {
// FULL-NEXT:           %[[V6]] = mem.load %[[ARG0]][%[[I_0]]] : memref<?{n}xf32>
// FULL-NEXT:           mem.store %[[V6]], %[[ARG1]][%[[I_0]]] : memref<?{n}xf32>
// FULL-NEXT:           loop.yield
// FULL-NEXT:         }
// FULL-NEXT:         loop.yield
// FULL-NEXT:       }
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     return
// FULL-NEXT:   }

// A greatest element may be combined twice.
// CHECK-LABEL: func.func @greatest
// CHECK: loop.for {{.*}} -> (vector<8xf32>)
// CHECK: loop.if {{.*}} -> (vector<8xf32>)
// CHECK: vector.reduce maximumf
// CHECK: loop.for {{.*}} step %c1 {{.*}} -> (f32)
func.func @greatest(%a: memref<?{n}xf32>, %r: memref<f32>) attributes {tf.signature = (tensor<?{n}xf32>) -> tensor<f32>, tf.target = {vector_bits = 256 : i64}} {
  %n = mem.extent [n] : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0xFF800000 : f32
  %s = loop.for %i = %c0 to %n step %c1 iter_args(%t = %z) -> (f32) attributes {vector_width = 8 : i64, vector_tail = "overlap", reduction = ["maximumf"]} {
    %x = mem.load %a[%i] : memref<?{n}xf32>
    %y = arith.maximumf %t, %x : f32
    loop.yield %y : f32
  }
  mem.store %s, %r[] : memref<f32>
  return
}
// FULL-NEXT:   func.func @greatest(%[[ARG0:.*]]: memref<?{n}xf32>, %[[ARG1:.*]]: memref<f32>) attributes {tf.signature = (tensor<?{n}xf32>) -> tensor<f32>, tf.target = {vector_bits = 256 : i64}} {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C8:.*]] = arith.constant 8 : index
// FULL-NEXT:     %[[CST:.*]] = arith.constant dense<0xFF800000> : vector<8xf32>
// FULL-NEXT:     %[[C:.*]]-8 = arith.constant -8 : index
// FULL-NEXT:     %[[V0:.*]] = mem.extent [n] : index
// FULL-NEXT:     %[[V1:.*]] = arith.maxsi %[[V0]], %[[C0]] : index
// FULL-NEXT:     %[[V2:.*]] = arith.remui %[[V1]], %[[C8]] : index
// FULL-NEXT:     %[[V3:.*]] = arith.subi %[[V1]], %[[V2]] : index
// FULL-NEXT:     %[[V4:.*]] = loop.for %[[I:.*]] = %[[C0]] to %[[V3]] step %[[C8]] iter_args(%[[ARG2:.*]] = %[[CST]]) -> (vector<8xf32>) {
// FULL-NEXT:       %[[V12:.*]] = vector.load %[[ARG0]][%[[I]]] axis = 0 : memref<?{n}xf32>, vector<8xf32>
// FULL-NEXT:       %[[V13:.*]] = arith.maximumf %[[ARG2]], %[[V12]] : vector<8xf32>
// FULL-NEXT:       loop.yield %[[V13]] : vector<8xf32>
// FULL-NEXT:     }
// FULL-NEXT:     %[[V5:.*]] = arith.cmpi sge, %[[V0]], %[[C8]] : index
// FULL-NEXT:     %[[V6:.*]] = arith.cmpi slt, %[[V3]], %[[V0]] : index
// FULL-NEXT:     %[[V7:.*]] = arith.andi %[[V5]], %[[V6]] : i1
// FULL-NEXT:     %[[V8:.*]] = loop.if %[[V7]] -> (vector<8xf32>) {
// FULL-NEXT:       %[[V12]] = arith.addi %[[V0]], %[[C]]-8 : index
// FULL-NEXT:       %[[V13]] = vector.load %[[ARG0]][%[[V12]]] axis = 0 : memref<?{n}xf32>, vector<8xf32>
// FULL-NEXT:       %[[V14:.*]] = arith.maximumf %[[V4]], %[[V13]] : vector<8xf32>
// FULL-NEXT:       loop.yield %[[V14]] : vector<8xf32>
// FULL-NEXT:     } else {
// FULL-NEXT:       loop.yield %[[V4]] : vector<8xf32>
// FULL-NEXT:     }
// FULL-NEXT:     %[[V9:.*]] = vector.reduce maximumf %[[V8]] : vector<8xf32>
// FULL-NEXT:     %[[V10:.*]] = arith.select %[[V5]], %[[V0]], %[[V3]] : index
// FULL-NEXT:     %[[V11:.*]] = loop.for %[[I_0:.*]] = %[[V10]] to %[[V0]] step %[[C1]] iter_args(%[[ARG2]] = %[[V9]]) -> (f32) {
// FULL-NEXT:       %[[V12]] = mem.load %[[ARG0]][%[[I_0]]] : memref<?{n}xf32>
// FULL-NEXT:       %[[V13]] = arith.maximumf %[[ARG2]], %[[V12]] : f32
// FULL-NEXT:       loop.yield %[[V13]] : f32
// FULL-NEXT:     }
// FULL-NEXT:     mem.store %[[V11]], %[[ARG1]][] : memref<f32>
// FULL-NEXT:     return
// FULL-NEXT:   }

// A term of a sum may not: the rest is peeled.
// CHECK-LABEL: func.func @sum
// CHECK: vector.reduce add
// CHECK: loop.for {{.*}} step %c1 {{.*}} -> (f32)
// CHECK-NEXT: mem.load
// CHECK-NOT: mask
// REMARK: remark: the loop does not have the requested tail: the tail is peeled instead of overlapped: terms would be combined by 'add' twice
func.func @sum(%a: memref<?{n}xf32>, %r: memref<f32>) attributes {tf.signature = (tensor<?{n}xf32>) -> tensor<f32>, tf.target = {vector_bits = 256 : i64}} {
  %n = mem.extent [n] : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  %s = loop.for %i = %c0 to %n step %c1 iter_args(%t = %z) -> (f32) attributes {vector_width = 8 : i64, vector_tail = "overlap", reduction = ["add"], fastmath = #arith.fastmath<reassoc>} {
    %x = mem.load %a[%i] : memref<?{n}xf32>
    %y = arith.addf %t, %x fastmath<reassoc> : f32
    loop.yield %y : f32
  }
  mem.store %s, %r[] : memref<f32>
  return
}
// FULL-NEXT:   func.func @sum(%[[ARG0:.*]]: memref<?{n}xf32>, %[[ARG1:.*]]: memref<f32>) attributes {tf.signature = (tensor<?{n}xf32>) -> tensor<f32>, tf.target = {vector_bits = 256 : i64}} {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:     %[[C8:.*]] = arith.constant 8 : index
// FULL-NEXT:     %[[CST_0:.*]] = arith.constant dense<0.000000e+00> : vector<8xf32>
// FULL-NEXT:     %[[V0:.*]] = mem.extent [n] : index
// FULL-NEXT:     %[[V1:.*]] = arith.maxsi %[[V0]], %[[C0]] : index
// FULL-NEXT:     %[[V2:.*]] = arith.remui %[[V1]], %[[C8]] : index
// FULL-NEXT:     %[[V3:.*]] = arith.subi %[[V1]], %[[V2]] : index
// FULL-NEXT:     %[[V4:.*]] = loop.for %[[I:.*]] = %[[C0]] to %[[V3]] step %[[C8]] iter_args(%[[ARG2:.*]] = %[[CST_0]]) -> (vector<8xf32>) {
// FULL-NEXT:       %[[V8:.*]] = vector.load %[[ARG0]][%[[I]]] axis = 0 : memref<?{n}xf32>, vector<8xf32>
// FULL-NEXT:       %[[V9:.*]] = arith.addf %[[ARG2]], %[[V8]] fastmath<reassoc> : vector<8xf32>
// FULL-NEXT:       loop.yield %[[V9]] : vector<8xf32>
// FULL-NEXT:     }
// FULL-NEXT:     %[[V5:.*]] = vector.reduce add %[[V4]] fastmath<reassoc> : vector<8xf32>
// FULL-NEXT:     %[[V6:.*]] = arith.addf %[[V5]], %[[CST]] fastmath<reassoc> : f32
// FULL-NEXT:     %[[V7:.*]] = loop.for %[[I_1:.*]] = %[[V3]] to %[[V0]] step %[[C1]] iter_args(%[[ARG2]] = %[[V6]]) -> (f32) attributes {fastmath = #arith.fastmath<reassoc>} {
// FULL-NEXT:       %[[V8]] = mem.load %[[ARG0]][%[[I_1]]] : memref<?{n}xf32>
// FULL-NEXT:       %[[V9]] = arith.addf %[[ARG2]], %[[V8]] fastmath<reassoc> : f32
// FULL-NEXT:       loop.yield %[[V9]] : f32
// FULL-NEXT:     }
// FULL-NEXT:     mem.store %[[V7]], %[[ARG1]][] : memref<f32>
// FULL-NEXT:     return
// FULL-NEXT:   }

// What is written over what is read would be computed from what it has become.
// CHECK-LABEL: func.func @in_place
// CHECK: loop.for {{.*}} step %c8
// CHECK: loop.for {{.*}} step %c1 {
// CHECK-NEXT: mem.load
// REMARK: remark: the loop does not have the requested tail: the tail is peeled instead of overlapped: points would be computed from overwritten values
func.func @in_place(%a: memref<?{n}xf32>) attributes {tf.signature = (tensor<?{n}xf32>) -> ()} {
  %n = mem.extent [n] : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  loop.for %i = %c0 to %n step %c1 attributes {vector_width = 8 : i64, vector_tail = "overlap"} {
    %x = mem.load %a[%i] : memref<?{n}xf32>
    %y = arith.addf %x, %x : f32
    mem.store %y, %a[%i] : memref<?{n}xf32>
    loop.yield
  }
  return
}
// FULL-NEXT:   func.func @in_place(%[[ARG0:.*]]: memref<?{n}xf32>) attributes {tf.signature = (tensor<?{n}xf32>) -> ()} {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C8:.*]] = arith.constant 8 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[V0:.*]] = mem.extent [n] : index
// FULL-NEXT:     %[[V1:.*]] = arith.maxsi %[[V0]], %[[C0]] : index
// FULL-NEXT:     %[[V2:.*]] = arith.remui %[[V1]], %[[C8]] : index
// FULL-NEXT:     %[[V3:.*]] = arith.subi %[[V1]], %[[V2]] : index
// FULL-NEXT:     loop.for %[[I:.*]] = %[[C0]] to %[[V3]] step %[[C8]] {
// FULL-NEXT:       %[[V4:.*]] = vector.load %[[ARG0]][%[[I]]] axis = 0 : memref<?{n}xf32>, vector<8xf32>
// FULL-NEXT:       %[[V5:.*]] = arith.addf %[[V4]], %[[V4]] : vector<8xf32>
// FULL-NEXT:       vector.store %[[V5]], %[[ARG0]][%[[I]]] axis = 0 : memref<?{n}xf32>, vector<8xf32>
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     loop.for %[[I_0:.*]] = %[[V3]] to %[[V0]] step %[[C1]] {
// FULL-NEXT:       %[[V4]] = mem.load %[[ARG0]][%[[I_0]]] : memref<?{n}xf32>
// FULL-NEXT:       %[[V5]] = arith.addf %[[V4]], %[[V4]] : f32
// FULL-NEXT:       mem.store %[[V5]], %[[ARG0]][%[[I_0]]] : memref<?{n}xf32>
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     return
// FULL-NEXT:   }

// Two threads do not write one point, even if it is the same that they write.
// CHECK-LABEL: func.func @two_axes
// CHECK: loop.parallel
// CHECK: loop.if
// REMARK: remark: the loop does not have the requested tail: the tail is peeled instead of overlapped: threads would write the same points
func.func @two_axes(%a: memref<?{m}x?{n}xf32>, %r: memref<?{m}x?{n}xf32>) attributes {tf.signature = (tensor<?{m}x?{n}xf32>) -> tensor<?{m}x?{n}xf32>} {
  %m = mem.extent [m] : index
  %n = mem.extent [n] : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  loop.parallel (%i, %j) = (%c0, %c0) to (%m, %n) step (%c1, %c1) attributes {vector_width = 8 : i64, vector_axis = 1 : i64, vector_tail = "overlap"} {
    %x = mem.load %a[%i, %j] : memref<?{m}x?{n}xf32>
    mem.store %x, %r[%i, %j] : memref<?{m}x?{n}xf32>
    loop.yield
  }
  return
}
// FULL-NEXT:   func.func @two_axes(%[[ARG0:.*]]: memref<?{m}x?{n}xf32>, %[[ARG1:.*]]: memref<?{m}x?{n}xf32>) attributes {tf.signature = (tensor<?{m}x?{n}xf32>) -> tensor<?{m}x?{n}xf32>} {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C8:.*]] = arith.constant 8 : index
// FULL-NEXT:     %[[V0:.*]] = mem.extent [m] : index
// FULL-NEXT:     %[[V1:.*]] = mem.extent [n] : index
// FULL-NEXT:     loop.parallel (%[[I:.*]], %[[J:.*]]) = (%[[C0]], %[[C0]]) to (%[[V0]], %[[V1]]) step (%[[C1]], %[[C8]]) {
// FULL-NEXT:       %[[V2:.*]] = arith.subi %[[V1]], %[[J]] : index
// FULL-NEXT:       %[[V3:.*]] = arith.cmpi sge, %[[V2]], %[[C8]] : index
// FULL-NEXT:       loop.if %[[V3]] {
// FULL-NEXT:         %[[V4:.*]] = vector.load %[[ARG0]][%[[I]], %[[J]]] axis = 1 : memref<?{m}x?{n}xf32>, vector<8xf32>
// FULL-NEXT:         vector.store %[[V4]], %[[ARG1]][%[[I]], %[[J]]] axis = 1 : memref<?{m}x?{n}xf32>, vector<8xf32>
// FULL-NEXT:         loop.yield
// FULL-NEXT:       } else {
// FULL-NEXT:         loop.for %[[I_0:.*]] = %[[J]] to %[[V1]] step %[[C1]] {
// FULL-NEXT:           %[[V4]] = mem.load %[[ARG0]][%[[I]], %[[I_0]]] : memref<?{m}x?{n}xf32>
// FULL-NEXT:           mem.store %[[V4]], %[[ARG1]][%[[I]], %[[I_0]]] : memref<?{m}x?{n}xf32>
// FULL-NEXT:           loop.yield
// FULL-NEXT:         }
// FULL-NEXT:         loop.yield
// FULL-NEXT:       }
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     return
// FULL-NEXT:   }
// FULL-NEXT: }

// REMARK-NOT: remark
