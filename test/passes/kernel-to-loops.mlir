// RUN: tfopt %s --pass-pipeline='kernel-to-loops{check-bounds=false},func.func(canonicalize,cse)' | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt %s --pass-pipeline='kernel-to-loops,func.func(canonicalize,cse)' | tee %t.bounds | FileCheck %s --check-prefix=BOUNDS
// RUN: FileCheck %s --check-prefix=FULL_BOUNDS --match-full-lines < %t.bounds
// COMPLETE: FULL, FULL_BOUNDS

// Threads end their loop at the barrier; what one keeps over it lies in memory with an element for each of
// them. The loop around the barrier stands around both.
// CHECK-LABEL: func.func private @kept(
// CHECK-SAME: %[[X:.*]]: memref<?{n}xf32>, %[[Y:.*]]: memref<?{n}xf32>
// CHECK-SAME: tf.signature
// CHECK: loop.parallel
// CHECK: %[[KEPT:.*]] = mem.alloc : memref<4xf32>
// CHECK: %[[TILE:.*]] = mem.alloc : memref<4xf32>
// CHECK: loop.for %[[T:.*]] = %c0 to %c4 step %c1 {
// CHECK: %[[V:.*]] = mem.load %[[X]][%[[T]]]
// CHECK: mem.store %[[V]], %[[KEPT]][%[[T]]]
// CHECK: loop.for {{.*}} to %c3
// CHECK-NOT: iter_args
// CHECK: loop.for %[[A:.*]] = %c0 to %c4
// CHECK: mem.store {{.*}}, %[[TILE]]
// CHECK: loop.for
// CHECK: mem.load %[[TILE]]
// CHECK: return
// BOUNDS-LABEL: func.func private @kept(
// BOUNDS: arith.cmpi ult
// BOUNDS: loop.if
// BOUNDS: mem.trap "a kernel accesses index {} of an axis of {}" {{.*}}
kernel.func @kept(%x: memref<?{n}xf32>, %y: memref<?{n}xf32> {kernel.access = "out"}) attributes {block_size = array<i64: 4>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %t = kernel.thread_id x
  %s = kernel.shared : memref<4xf32>
  %v = mem.load %x[%t] : memref<?{n}xf32>
  %r = loop.for %i = %c0 to %c3 step %c1 iter_args(%a = %v) -> (f32) {
    mem.store %a, %s[%t] : memref<4xf32>
    kernel.barrier
    %next = arith.addi %t, %c1 : index
    %from = arith.andi %next, %c3 : index
    %o = mem.load %s[%from] : memref<4xf32>
    kernel.barrier
    %sum = arith.addf %o, %v : f32
    loop.yield %sum : f32
  }
  mem.store %r, %y[%t] : memref<?{n}xf32>
  kernel.return
}
// FULL: module {
// FULL-NEXT:   func.func private @kept(%[[ARG0:.*]]: memref<?{n}xf32>, %[[ARG1:.*]]: memref<?{n}xf32> {kernel.access = "out"}, %[[ARG2:.*]]: index, %[[ARG3:.*]]: index, %[[ARG4:.*]]: index, %[[ARG5:.*]]: index, %[[ARG6:.*]]: index, %[[ARG7:.*]]: index, %[[ARG8:.*]]: index) attributes {tf.signature = (tensor<?{n}xf32>, tensor<?{n}xf32>, index, index, index, index, index, index, index) -> ()} {
// FULL-NEXT:     %[[C4:.*]] = arith.constant 4 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C3:.*]] = arith.constant 3 : index
// FULL-NEXT:     loop.parallel (%[[I:.*]], %[[J:.*]], %[[K:.*]]) = (%[[C0]], %[[C0]], %[[C0]]) to (%[[ARG4]], %[[ARG3]], %[[ARG2]]) step (%[[C1]], %[[C1]], %[[C1]]) attributes {grain = 1 : i64} {
// FULL-NEXT:       %[[V0:.*]] = mem.alloc : memref<4xindex>
// FULL-NEXT:       %[[V1:.*]] = mem.alloc : memref<4xf32>
// FULL-NEXT:       %[[V2:.*]] = mem.alloc : memref<4xf32>
// FULL-NEXT:       %[[V3:.*]] = mem.alloc : memref<4xf32>
// FULL-NEXT:       %[[V4:.*]] = mem.alloc : memref<4xf32>
// FULL-NEXT:       %[[V5:.*]] = mem.alloc : memref<4xf32>
// FULL-NEXT:       %[[V6:.*]] = mem.alloc : memref<4xf32>
// FULL-NEXT:       loop.for %[[I_0:.*]] = %[[C0]] to %[[C4]] step %[[C1]] {
// FULL-NEXT:         mem.store %[[I_0]], %[[V0]][%[[I_0]]] : memref<4xindex>
// FULL-NEXT:         %[[V7:.*]] = mem.load %[[ARG0]][%[[I_0]]] : memref<?{n}xf32>
// FULL-NEXT:         mem.store %[[V7]], %[[V1]][%[[I_0]]] : memref<4xf32>
// FULL-NEXT:         loop.yield
// FULL-NEXT:       }
// FULL-NEXT:       loop.for %[[I_1:.*]] = %[[C0]] to %[[C4]] step %[[C1]] {
// FULL-NEXT:         %[[V7]] = mem.load %[[V1]][%[[I_1]]] : memref<4xf32>
// FULL-NEXT:         mem.store %[[V7]], %[[V3]][%[[I_1]]] : memref<4xf32>
// FULL-NEXT:         loop.yield
// FULL-NEXT:       }
// FULL-NEXT:       loop.for %[[I_2:.*]] = %[[C0]] to %[[C3]] step %[[C1]] {
// FULL-NEXT:         loop.for %[[I_5:.*]] = %[[C0]] to %[[C4]] step %[[C1]] {
// FULL-NEXT:           %[[V7]] = mem.load %[[V3]][%[[I_5]]] : memref<4xf32>
// FULL-NEXT:           %[[V8:.*]] = mem.load %[[V0]][%[[I_5]]] : memref<4xindex>
// FULL-NEXT:           mem.store %[[V7]], %[[V6]][%[[V8]]] : memref<4xf32>
// FULL-NEXT:           loop.yield
// FULL-NEXT:         }
// FULL-NEXT:         loop.for %[[I_6:.*]] = %[[C0]] to %[[C4]] step %[[C1]] {
// FULL-NEXT:           %[[V7]] = mem.load %[[V0]][%[[I_6]]] : memref<4xindex>
// FULL-NEXT:           %[[V8]] = arith.addi %[[V7]], %[[C1]] : index
// FULL-NEXT:           %[[V9:.*]] = arith.andi %[[V8]], %[[C3]] : index
// FULL-NEXT:           %[[V10:.*]] = mem.load %[[V6]][%[[V9]]] : memref<4xf32>
// FULL-NEXT:           mem.store %[[V10]], %[[V4]][%[[I_6]]] : memref<4xf32>
// FULL-NEXT:           loop.yield
// FULL-NEXT:         }
// FULL-NEXT:         loop.for %[[I_7:.*]] = %[[C0]] to %[[C4]] step %[[C1]] {
// FULL-NEXT:           %[[V7]] = mem.load %[[V4]][%[[I_7]]] : memref<4xf32>
// FULL-NEXT:           %[[V8]] = mem.load %[[V1]][%[[I_7]]] : memref<4xf32>
// FULL-NEXT:           %[[V9]] = arith.addf %[[V7]], %[[V8]] : f32
// FULL-NEXT:           mem.store %[[V9]], %[[V5]][%[[I_7]]] : memref<4xf32>
// FULL-NEXT:           loop.yield
// FULL-NEXT:         }
// FULL-NEXT:         loop.for %[[I_8:.*]] = %[[C0]] to %[[C4]] step %[[C1]] {
// FULL-NEXT:           %[[V7]] = mem.load %[[V5]][%[[I_8]]] : memref<4xf32>
// FULL-NEXT:           mem.store %[[V7]], %[[V3]][%[[I_8]]] : memref<4xf32>
// FULL-NEXT:           loop.yield
// FULL-NEXT:         }
// FULL-NEXT:         loop.yield
// FULL-NEXT:       }
// FULL-NEXT:       loop.for %[[I_3:.*]] = %[[C0]] to %[[C4]] step %[[C1]] {
// FULL-NEXT:         %[[V7]] = mem.load %[[V3]][%[[I_3]]] : memref<4xf32>
// FULL-NEXT:         mem.store %[[V7]], %[[V2]][%[[I_3]]] : memref<4xf32>
// FULL-NEXT:         loop.yield
// FULL-NEXT:       }
// FULL-NEXT:       loop.for %[[I_4:.*]] = %[[C0]] to %[[C4]] step %[[C1]] {
// FULL-NEXT:         %[[V7]] = mem.load %[[V2]][%[[I_4]]] : memref<4xf32>
// FULL-NEXT:         %[[V8]] = mem.load %[[V0]][%[[I_4]]] : memref<4xindex>
// FULL-NEXT:         mem.store %[[V7]], %[[ARG1]][%[[V8]]] : memref<?{n}xf32>
// FULL-NEXT:         loop.yield
// FULL-NEXT:       }
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     return
// FULL-NEXT:   }
// FULL_BOUNDS: module {
// FULL_BOUNDS-NEXT:   func.func private @kept(%[[ARG0:.*]]: memref<?{n}xf32>, %[[ARG1:.*]]: memref<?{n}xf32> {kernel.access = "out"}, %[[ARG2:.*]]: index, %[[ARG3:.*]]: index, %[[ARG4:.*]]: index, %[[ARG5:.*]]: index, %[[ARG6:.*]]: index, %[[ARG7:.*]]: index, %[[ARG8:.*]]: index) attributes {tf.signature = (tensor<?{n}xf32>, tensor<?{n}xf32>, index, index, index, index, index, index, index) -> ()} {
// FULL_BOUNDS-NEXT:     %[[C4:.*]] = arith.constant 4 : index
// FULL_BOUNDS-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL_BOUNDS-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL_BOUNDS-NEXT:     %[[C3:.*]] = arith.constant 3 : index
// FULL_BOUNDS-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL_BOUNDS-NEXT:     loop.parallel (%[[I:.*]], %[[J:.*]], %[[K:.*]]) = (%[[C0]], %[[C0]], %[[C0]]) to (%[[ARG4]], %[[ARG3]], %[[ARG2]]) step (%[[C1]], %[[C1]], %[[C1]]) attributes {grain = 1 : i64} {
// FULL_BOUNDS-NEXT:       %[[V0:.*]] = mem.alloc : memref<4xindex>
// FULL_BOUNDS-NEXT:       %[[V1:.*]] = mem.alloc : memref<4xf32>
// FULL_BOUNDS-NEXT:       %[[V2:.*]] = mem.alloc : memref<4xf32>
// FULL_BOUNDS-NEXT:       %[[V3:.*]] = mem.alloc : memref<4xf32>
// FULL_BOUNDS-NEXT:       %[[V4:.*]] = mem.alloc : memref<4xf32>
// FULL_BOUNDS-NEXT:       %[[V5:.*]] = mem.alloc : memref<4xf32>
// FULL_BOUNDS-NEXT:       %[[V6:.*]] = mem.alloc : memref<4xf32>
// FULL_BOUNDS-NEXT:       loop.for %[[I_0:.*]] = %[[C0]] to %[[C4]] step %[[C1]] {
// FULL_BOUNDS-NEXT:         mem.store %[[I_0]], %[[V0]][%[[I_0]]] : memref<4xindex>
// FULL_BOUNDS-NEXT:         %[[V7:.*]] = mem.extent [n] : index
// FULL_BOUNDS-NEXT:         %[[V8:.*]] = arith.cmpi ult, %[[I_0]], %[[V7]] : index
// FULL_BOUNDS-NEXT:         %[[V9:.*]] = loop.if %[[V8]] -> (f32) {
// FULL_BOUNDS-NEXT:           %[[V10:.*]] = mem.load %[[ARG0]][%[[I_0]]] : memref<?{n}xf32>
// FULL_BOUNDS-NEXT:           loop.yield %[[V10]] : f32
// FULL_BOUNDS-NEXT:         } else {
// FULL_BOUNDS-NEXT:           mem.trap "a kernel accesses index {} of an axis of {}" {code = 1 : i64} %[[I_0]], %[[V7]] : index, index
// FULL_BOUNDS-NEXT:           loop.yield %[[CST]] : f32
// FULL_BOUNDS-NEXT:         }
// FULL_BOUNDS-NEXT:         mem.store %[[V9]], %[[V1]][%[[I_0]]] : memref<4xf32>
// FULL_BOUNDS-NEXT:         loop.yield
// FULL_BOUNDS-NEXT:       }
// FULL_BOUNDS-NEXT:       loop.for %[[I_1:.*]] = %[[C0]] to %[[C4]] step %[[C1]] {
// FULL_BOUNDS-NEXT:         %[[V7]] = mem.load %[[V1]][%[[I_1]]] : memref<4xf32>
// FULL_BOUNDS-NEXT:         mem.store %[[V7]], %[[V3]][%[[I_1]]] : memref<4xf32>
// FULL_BOUNDS-NEXT:         loop.yield
// FULL_BOUNDS-NEXT:       }
// FULL_BOUNDS-NEXT:       loop.for %[[I_2:.*]] = %[[C0]] to %[[C3]] step %[[C1]] {
// FULL_BOUNDS-NEXT:         loop.for %[[I_5:.*]] = %[[C0]] to %[[C4]] step %[[C1]] {
// FULL_BOUNDS-NEXT:           %[[V7]] = mem.load %[[V3]][%[[I_5]]] : memref<4xf32>
// FULL_BOUNDS-NEXT:           %[[V8]] = mem.load %[[V0]][%[[I_5]]] : memref<4xindex>
// FULL_BOUNDS-NEXT:           %[[V9]] = arith.cmpi ult, %[[V8]], %[[C4]] : index
// FULL_BOUNDS-NEXT:           loop.if %[[V9]] {
// FULL_BOUNDS-NEXT:             mem.store %[[V7]], %[[V6]][%[[V8]]] : memref<4xf32>
// FULL_BOUNDS-NEXT:             loop.yield
// FULL_BOUNDS-NEXT:           } else {
// FULL_BOUNDS-NEXT:             mem.trap "a kernel accesses index {} of an axis of {}" {code = 1 : i64} %[[V8]], %[[C4]] : index, index
// FULL_BOUNDS-NEXT:             loop.yield
// FULL_BOUNDS-NEXT:           }
// FULL_BOUNDS-NEXT:           loop.yield
// FULL_BOUNDS-NEXT:         }
// FULL_BOUNDS-NEXT:         loop.for %[[I_6:.*]] = %[[C0]] to %[[C4]] step %[[C1]] {
// FULL_BOUNDS-NEXT:           %[[V7]] = mem.load %[[V0]][%[[I_6]]] : memref<4xindex>
// FULL_BOUNDS-NEXT:           %[[V8]] = arith.addi %[[V7]], %[[C1]] : index
// FULL_BOUNDS-NEXT:           %[[V9]] = arith.andi %[[V8]], %[[C3]] : index
// FULL_BOUNDS-NEXT:           %[[V10]] = arith.cmpi ult, %[[V9]], %[[C4]] : index
// FULL_BOUNDS-NEXT:           %[[V11:.*]] = loop.if %[[V10]] -> (f32) {
// FULL_BOUNDS-NEXT:             %[[V12:.*]] = mem.load %[[V6]][%[[V9]]] : memref<4xf32>
// FULL_BOUNDS-NEXT:             loop.yield %[[V12]] : f32
// FULL_BOUNDS-NEXT:           } else {
// FULL_BOUNDS-NEXT:             mem.trap "a kernel accesses index {} of an axis of {}" {code = 1 : i64} %[[V9]], %[[C4]] : index, index
// FULL_BOUNDS-NEXT:             loop.yield %[[CST]] : f32
// FULL_BOUNDS-NEXT:           }
// FULL_BOUNDS-NEXT:           mem.store %[[V11]], %[[V4]][%[[I_6]]] : memref<4xf32>
// FULL_BOUNDS-NEXT:           loop.yield
// FULL_BOUNDS-NEXT:         }
// FULL_BOUNDS-NEXT:         loop.for %[[I_7:.*]] = %[[C0]] to %[[C4]] step %[[C1]] {
// FULL_BOUNDS-NEXT:           %[[V7]] = mem.load %[[V4]][%[[I_7]]] : memref<4xf32>
// FULL_BOUNDS-NEXT:           %[[V8]] = mem.load %[[V1]][%[[I_7]]] : memref<4xf32>
// FULL_BOUNDS-NEXT:           %[[V9]] = arith.addf %[[V7]], %[[V8]] : f32
// FULL_BOUNDS-NEXT:           mem.store %[[V9]], %[[V5]][%[[I_7]]] : memref<4xf32>
// FULL_BOUNDS-NEXT:           loop.yield
// FULL_BOUNDS-NEXT:         }
// FULL_BOUNDS-NEXT:         loop.for %[[I_8:.*]] = %[[C0]] to %[[C4]] step %[[C1]] {
// FULL_BOUNDS-NEXT:           %[[V7]] = mem.load %[[V5]][%[[I_8]]] : memref<4xf32>
// FULL_BOUNDS-NEXT:           mem.store %[[V7]], %[[V3]][%[[I_8]]] : memref<4xf32>
// FULL_BOUNDS-NEXT:           loop.yield
// FULL_BOUNDS-NEXT:         }
// FULL_BOUNDS-NEXT:         loop.yield
// FULL_BOUNDS-NEXT:       }
// FULL_BOUNDS-NEXT:       loop.for %[[I_3:.*]] = %[[C0]] to %[[C4]] step %[[C1]] {
// FULL_BOUNDS-NEXT:         %[[V7]] = mem.load %[[V3]][%[[I_3]]] : memref<4xf32>
// FULL_BOUNDS-NEXT:         mem.store %[[V7]], %[[V2]][%[[I_3]]] : memref<4xf32>
// FULL_BOUNDS-NEXT:         loop.yield
// FULL_BOUNDS-NEXT:       }
// FULL_BOUNDS-NEXT:       loop.for %[[I_4:.*]] = %[[C0]] to %[[C4]] step %[[C1]] {
// FULL_BOUNDS-NEXT:         %[[V7]] = mem.load %[[V2]][%[[I_4]]] : memref<4xf32>
// FULL_BOUNDS-NEXT:         %[[V8]] = mem.load %[[V0]][%[[I_4]]] : memref<4xindex>
// FULL_BOUNDS-NEXT:         %[[V9]] = mem.extent [n] : index
// FULL_BOUNDS-NEXT:         %[[V10]] = arith.cmpi ult, %[[V8]], %[[V9]] : index
// FULL_BOUNDS-NEXT:         loop.if %[[V10]] {
// FULL_BOUNDS-NEXT:           mem.store %[[V7]], %[[ARG1]][%[[V8]]] : memref<?{n}xf32>
// FULL_BOUNDS-NEXT:           loop.yield
// FULL_BOUNDS-NEXT:         } else {
// FULL_BOUNDS-NEXT:           mem.trap "a kernel accesses index {} of an axis of {}" {code = 1 : i64} %[[V8]], %[[V9]] : index, index
// FULL_BOUNDS-NEXT:           loop.yield
// FULL_BOUNDS-NEXT:         }
// FULL_BOUNDS-NEXT:         loop.yield
// FULL_BOUNDS-NEXT:       }
// FULL_BOUNDS-NEXT:       loop.yield
// FULL_BOUNDS-NEXT:     }
// FULL_BOUNDS-NEXT:     return
// FULL_BOUNDS-NEXT:   }

// Atomic operations on memory of all blocks: blocks come one after the other.
// CHECK-LABEL: func.func private @count(
// CHECK-NOT: loop.parallel
// CHECK: %[[OLD:.*]] = mem.load
// CHECK: %[[NEW:.*]] = arith.addi %[[OLD]]
// CHECK: mem.store %[[NEW]]
kernel.func @count(%n: memref<1xi32> {kernel.access = "inout"}) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %old = kernel.atomic add %one, %n[%c0] : memref<1xi32>
  kernel.return
}
// FULL-NEXT:   func.func private @count(%[[ARG0:.*]]: memref<1xi32> {kernel.access = "inout"}, %[[ARG1:.*]]: index, %[[ARG2:.*]]: index, %[[ARG3:.*]]: index, %[[ARG4:.*]]: index, %[[ARG5:.*]]: index, %[[ARG6:.*]]: index, %[[ARG7:.*]]: index) attributes {tf.signature = (tensor<1xi32>, index, index, index, index, index, index, index) -> ()} {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C1_I32:.*]] = arith.constant 1 : i32
// FULL-NEXT:     loop.for %[[I:.*]] = %[[C0]] to %[[ARG3]] step %[[C1]] {
// FULL-NEXT:       loop.for %[[I_0:.*]] = %[[C0]] to %[[ARG2]] step %[[C1]] {
// FULL-NEXT:         loop.for %[[I_1:.*]] = %[[C0]] to %[[ARG1]] step %[[C1]] {
// FULL-NEXT:           loop.for %[[I_2:.*]] = %[[C0]] to %[[ARG6]] step %[[C1]] {
// FULL-NEXT:             loop.for %[[I_3:.*]] = %[[C0]] to %[[ARG5]] step %[[C1]] {
// FULL-NEXT:               loop.for %[[I_4:.*]] = %[[C0]] to %[[ARG4]] step %[[C1]] {
// FULL-NEXT:                 %[[V0:.*]] = mem.load %[[ARG0]][%[[C0]]] : memref<1xi32>
// FULL-NEXT:                 %[[V1:.*]] = arith.addi %[[V0]], %[[C1_I32]] : i32
// FULL-NEXT:                 mem.store %[[V1]], %[[ARG0]][%[[C0]]] : memref<1xi32>
// FULL-NEXT:                 loop.yield
// FULL-NEXT:               }
// FULL-NEXT:               loop.yield
// FULL-NEXT:             }
// FULL-NEXT:             loop.yield
// FULL-NEXT:           }
// FULL-NEXT:           loop.yield
// FULL-NEXT:         }
// FULL-NEXT:         loop.yield
// FULL-NEXT:       }
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     return
// FULL-NEXT:   }
// FULL_BOUNDS-NEXT:   func.func private @count(%[[ARG0:.*]]: memref<1xi32> {kernel.access = "inout"}, %[[ARG1:.*]]: index, %[[ARG2:.*]]: index, %[[ARG3:.*]]: index, %[[ARG4:.*]]: index, %[[ARG5:.*]]: index, %[[ARG6:.*]]: index, %[[ARG7:.*]]: index) attributes {tf.signature = (tensor<1xi32>, index, index, index, index, index, index, index) -> ()} {
// FULL_BOUNDS-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL_BOUNDS-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL_BOUNDS-NEXT:     %[[C1_I32:.*]] = arith.constant 1 : i32
// FULL_BOUNDS-NEXT:     loop.for %[[I:.*]] = %[[C0]] to %[[ARG3]] step %[[C1]] {
// FULL_BOUNDS-NEXT:       loop.for %[[I_0:.*]] = %[[C0]] to %[[ARG2]] step %[[C1]] {
// FULL_BOUNDS-NEXT:         loop.for %[[I_1:.*]] = %[[C0]] to %[[ARG1]] step %[[C1]] {
// FULL_BOUNDS-NEXT:           loop.for %[[I_2:.*]] = %[[C0]] to %[[ARG6]] step %[[C1]] {
// FULL_BOUNDS-NEXT:             loop.for %[[I_3:.*]] = %[[C0]] to %[[ARG5]] step %[[C1]] {
// FULL_BOUNDS-NEXT:               loop.for %[[I_4:.*]] = %[[C0]] to %[[ARG4]] step %[[C1]] {
// FULL_BOUNDS-NEXT:                 %[[V0:.*]] = mem.load %[[ARG0]][%[[C0]]] : memref<1xi32>
// FULL_BOUNDS-NEXT:                 %[[V1:.*]] = arith.addi %[[V0]], %[[C1_I32]] : i32
// FULL_BOUNDS-NEXT:                 mem.store %[[V1]], %[[ARG0]][%[[C0]]] : memref<1xi32>
// FULL_BOUNDS-NEXT:                 loop.yield
// FULL_BOUNDS-NEXT:               }
// FULL_BOUNDS-NEXT:               loop.yield
// FULL_BOUNDS-NEXT:             }
// FULL_BOUNDS-NEXT:             loop.yield
// FULL_BOUNDS-NEXT:           }
// FULL_BOUNDS-NEXT:           loop.yield
// FULL_BOUNDS-NEXT:         }
// FULL_BOUNDS-NEXT:         loop.yield
// FULL_BOUNDS-NEXT:       }
// FULL_BOUNDS-NEXT:       loop.yield
// FULL_BOUNDS-NEXT:     }
// FULL_BOUNDS-NEXT:     return
// FULL_BOUNDS-NEXT:   }

// Launches become calls, with the sizes behind the arguments.
// CHECK-LABEL: func.func @launches
// CHECK: call @count(%{{.*}}, %[[TWO:.*]], %[[ONE:.*]], %[[ONE]], %[[EIGHT:.*]], %[[ONE]], %[[ONE]], %[[ZERO:.*]])
func.func @launches(%n: memref<1xi32>) {
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  kernel.launch @count grid(%c2) block(%c8) args(%n) : (memref<1xi32>) -> ()
  return
}
// FULL-NEXT:   func.func @launches(%[[ARG0:.*]]: memref<1xi32>) {
// FULL-NEXT:     %[[C2:.*]] = arith.constant 2 : index
// FULL-NEXT:     %[[C8:.*]] = arith.constant 8 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     call @count(%[[ARG0]], %[[C2]], %[[C1]], %[[C1]], %[[C8]], %[[C1]], %[[C1]], %[[C0]]) : (memref<1xi32>, index, index, index, index, index, index, index) -> ()
// FULL-NEXT:     return
// FULL-NEXT:   }
// FULL-NEXT: }
// FULL_BOUNDS-NEXT:   func.func @launches(%[[ARG0:.*]]: memref<1xi32>) {
// FULL_BOUNDS-NEXT:     %[[C2:.*]] = arith.constant 2 : index
// FULL_BOUNDS-NEXT:     %[[C8:.*]] = arith.constant 8 : index
// FULL_BOUNDS-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL_BOUNDS-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL_BOUNDS-NEXT:     call @count(%[[ARG0]], %[[C2]], %[[C1]], %[[C1]], %[[C8]], %[[C1]], %[[C1]], %[[C0]]) : (memref<1xi32>, index, index, index, index, index, index, index) -> ()
// FULL_BOUNDS-NEXT:     return
// FULL_BOUNDS-NEXT:   }
// FULL_BOUNDS-NEXT: }
