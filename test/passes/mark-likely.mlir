// Comparisons of indices that hold for nearly all iterations are likely; those that hold for nearly none are
// turned into their opposites.
// RUN: tfopt %s --mark-likely | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// COMPLETE: FULL

// The inside of a grid, as a program asks for it.
// CHECK-LABEL: func.func @inside
// CHECK: arith.cmpi sgt, %{{.*}}, %c0 {likely}
// CHECK: arith.cmpi slt, %{{.*}}, %c511 {likely}
func.func @inside(%a: memref<512xf32>, %r: memref<512xf32>) attributes {tf.signature = (tensor<512xf32>) -> tensor<512xf32>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c511 = arith.constant 511 : index
  %c512 = arith.constant 512 : index
  %zero = arith.constant 0.0 : f32
  loop.for %i = %c0 to %c512 step %c1 attributes {vector_width = 16 : i64} {
    %low = arith.cmpi sgt, %i, %c0 : index
    %high = arith.cmpi slt, %i, %c511 : index
    %both = arith.andi %low, %high : i1
    %x = mem.load %a[%i] : memref<512xf32>
    %y = arith.select %both, %x, %zero : f32
    mem.store %y, %r[%i] : memref<512xf32>
    loop.yield
  }
  return
}
// FULL: module {
// FULL-NEXT:   func.func @inside(%[[ARG0:.*]]: memref<512xf32>, %[[ARG1:.*]]: memref<512xf32>) attributes {tf.signature = (tensor<512xf32>) -> tensor<512xf32>} {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C511:.*]] = arith.constant 511 : index
// FULL-NEXT:     %[[C512:.*]] = arith.constant 512 : index
// FULL-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:     loop.for %[[I:.*]] = %[[C0]] to %[[C512]] step %[[C1]] attributes {vector_width = 16 : i64} {
// FULL-NEXT:       %[[V0:.*]] = arith.cmpi sgt, %[[I]], %[[C0]] {likely} : index
// FULL-NEXT:       %[[V1:.*]] = arith.cmpi slt, %[[I]], %[[C511]] {likely} : index
// FULL-NEXT:       %[[V2:.*]] = arith.andi %[[V0]], %[[V1]] : i1
// FULL-NEXT:       %[[V3:.*]] = mem.load %[[ARG0]][%[[I]]] : memref<512xf32>
// FULL-NEXT:       %[[V4:.*]] = arith.select %[[V2]], %[[V3]], %[[CST]] : f32
// FULL-NEXT:       mem.store %[[V4]], %[[ARG1]][%[[I]]] : memref<512xf32>
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     return
// FULL-NEXT:   }

// Edges: a selection takes its other value, anything else asks for what does not hold. Where an index is
// never below a bound, being equal to it is an order.
// CHECK-LABEL: func.func @edges
// CHECK: %[[BEHIND:.*]] = arith.cmpi sgt, %[[I:.*]], %c0 {likely}
// CHECK: %[[FIRST:.*]] = arith.xori %[[BEHIND]], %{{.*}} : i1
// CHECK: %[[BEFORE:.*]] = arith.cmpi slt, %[[I]], %{{.*}} {likely}
// CHECK: %[[X:.*]] = mem.load
// CHECK: arith.select %[[BEFORE]], %[[X]], %cst
// CHECK: loop.if %[[FIRST]]
func.func @edges(%a: memref<?{n}xf32>, %r: memref<?{n}xf32>) attributes {tf.signature = (tensor<?{n}xf32>) -> tensor<?{n}xf32>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = mem.extent [n] : index
  %last = mem.extent [n - 1] : index
  %zero = arith.constant 0.0 : f32
  loop.for %i = %c0 to %n step %c1 attributes {vector_width = 16 : i64} {
    %first = arith.cmpi eq, %i, %c0 : index
    %end = arith.cmpi sge, %i, %last : index
    %x = mem.load %a[%i] : memref<?{n}xf32>
    %y = arith.select %end, %zero, %x : f32
    %z = loop.if %first -> (f32) {
      %w = arith.addf %y, %y : f32
      loop.yield %w : f32
    } else {
      loop.yield %y : f32
    }
    mem.store %z, %r[%i] : memref<?{n}xf32>
    loop.yield
  }
  return
}
// FULL-NEXT:   func.func @edges(%[[ARG0:.*]]: memref<?{n}xf32>, %[[ARG1:.*]]: memref<?{n}xf32>) attributes {tf.signature = (tensor<?{n}xf32>) -> tensor<?{n}xf32>} {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[V0:.*]] = mem.extent [n] : index
// FULL-NEXT:     %[[V1:.*]] = mem.extent [n - 1] : index
// FULL-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:     loop.for %[[I:.*]] = %[[C0]] to %[[V0]] step %[[C1]] attributes {vector_width = 16 : i64} {
// FULL-NEXT:       %[[V2:.*]] = arith.cmpi sgt, %[[I]], %[[C0]] {likely} : index
// FULL-NEXT:       %[[TRUE:.*]] = arith.constant true
// FULL-NEXT:       %[[V3:.*]] = arith.xori %[[V2]], %[[TRUE]] : i1
// FULL-NEXT:       %[[V4:.*]] = arith.cmpi slt, %[[I]], %[[V1]] {likely} : index
// FULL-NEXT:       %[[V5:.*]] = mem.load %[[ARG0]][%[[I]]] : memref<?{n}xf32>
// FULL-NEXT:       %[[V6:.*]] = arith.select %[[V4]], %[[V5]], %[[CST]] : f32
// FULL-NEXT:       %[[V7:.*]] = loop.if %[[V3]] -> (f32) {
// FULL-NEXT:         %[[V8:.*]] = arith.addf %[[V6]], %[[V6]] : f32
// FULL-NEXT:         loop.yield %[[V8]] : f32
// FULL-NEXT:       } else {
// FULL-NEXT:         loop.yield %[[V6]] : f32
// FULL-NEXT:       }
// FULL-NEXT:       mem.store %[[V7]], %[[ARG1]][%[[I]]] : memref<?{n}xf32>
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     return
// FULL-NEXT:   }

// Rows of a band that is a part of all of them: how far the sum of two indices reaches counts.
// CHECK-LABEL: func.func @bands
// CHECK: arith.cmpi sge, %{{.*}}, %c0 {likely}
// CHECK: arith.cmpi slt, %{{.*}}, %c2048 {likely}
func.func @bands(%r: memref<2048x64xi1>) attributes {tf.signature = () -> tensor<2048x64xi1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c-2 = arith.constant -2 : index
  %c32 = arith.constant 32 : index
  %c36 = arith.constant 36 : index
  %c64 = arith.constant 64 : index
  %c2048 = arith.constant 2048 : index
  loop.parallel (%band) = (%c0) to (%c2048) step (%c32) {
    loop.for %i = %c0 to %c36 step %c1 {
      loop.for %j = %c0 to %c64 step %c1 attributes {vector_width = 16 : i64} {
        %sum = arith.addi %band, %i : index
        %row = arith.addi %sum, %c-2 : index
        %low = arith.cmpi sge, %row, %c0 : index
        %high = arith.cmpi slt, %row, %c2048 : index
        %both = arith.andi %low, %high : i1
        mem.store %both, %r[%row, %j] : memref<2048x64xi1>
        loop.yield
      }
      loop.yield
    }
    loop.yield
  }
  return
}
// FULL-NEXT:   func.func @bands(%[[ARG0:.*]]: memref<2048x64xi1>) attributes {tf.signature = () -> tensor<2048x64xi1>} {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C:.*]]-2 = arith.constant -2 : index
// FULL-NEXT:     %[[C32:.*]] = arith.constant 32 : index
// FULL-NEXT:     %[[C36:.*]] = arith.constant 36 : index
// FULL-NEXT:     %[[C64:.*]] = arith.constant 64 : index
// FULL-NEXT:     %[[C2048:.*]] = arith.constant 2048 : index
// FULL-NEXT:     loop.parallel (%[[I:.*]]) = (%[[C0]]) to (%[[C2048]]) step (%[[C32]]) {
// FULL-NEXT:       loop.for %[[I_0:.*]] = %[[C0]] to %[[C36]] step %[[C1]] {
// FULL-NEXT:         loop.for %[[I_1:.*]] = %[[C0]] to %[[C64]] step %[[C1]] attributes {vector_width = 16 : i64} {
// FULL-NEXT:           %[[V0:.*]] = arith.addi %[[I]], %[[I_0]] : index
// FULL-NEXT:           %[[V1:.*]] = arith.addi %[[V0]], %[[C]]-2 : index
// FULL-NEXT:           %[[V2:.*]] = arith.cmpi sge, %[[V1]], %[[C0]] {likely} : index
// FULL-NEXT:           %[[V3:.*]] = arith.cmpi slt, %[[V1]], %[[C2048]] {likely} : index
// FULL-NEXT:           %[[V4:.*]] = arith.andi %[[V2]], %[[V3]] : i1
// FULL-NEXT:           mem.store %[[V4]], %[[ARG0]][%[[V1]], %[[I_1]]] : memref<2048x64xi1>
// FULL-NEXT:           loop.yield
// FULL-NEXT:         }
// FULL-NEXT:         loop.yield
// FULL-NEXT:       }
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     return
// FULL-NEXT:   }

// What holds for half of the iterations, in the middle of a loop, at many places, or depends on data, is what
// it was; so is what is in a loop that has no lanes.
// CHECK-LABEL: func.func @others
// CHECK-NOT: likely
// CHECK: return
func.func @others(%a: memref<512xindex>, %r: memref<512x512xi1>) attributes {tf.signature = (tensor<512xindex>) -> tensor<512x512xi1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c40 = arith.constant 40 : index
  %c512 = arith.constant 512 : index
  loop.for %i = %c0 to %c512 step %c1 {
    %alone = arith.cmpi sgt, %i, %c0 : index
    mem.store %alone, %r[%i, %c0] : memref<512x512xi1>
    loop.for %j = %c0 to %c512 step %c1 attributes {vector_width = 16 : i64} {
      %causal = arith.cmpi sle, %j, %i : index
      %middle = arith.cmpi ne, %j, %c7 : index
      %many = arith.cmpi sge, %j, %c40 : index
      %x = mem.load %a[%i] : memref<512xindex>
      %data = arith.cmpi slt, %j, %x : index
      %0 = arith.andi %causal, %middle : i1
      %1 = arith.andi %0, %many : i1
      %2 = arith.andi %1, %data : i1
      mem.store %2, %r[%i, %j] : memref<512x512xi1>
      loop.yield
    }
    loop.yield
  }
  return
}
// FULL-NEXT:   func.func @others(%[[ARG0:.*]]: memref<512xindex>, %[[ARG1:.*]]: memref<512x512xi1>) attributes {tf.signature = (tensor<512xindex>) -> tensor<512x512xi1>} {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C7:.*]] = arith.constant 7 : index
// FULL-NEXT:     %[[C40:.*]] = arith.constant 40 : index
// FULL-NEXT:     %[[C512:.*]] = arith.constant 512 : index
// FULL-NEXT:     loop.for %[[I:.*]] = %[[C0]] to %[[C512]] step %[[C1]] {
// FULL-NEXT:       %[[V0:.*]] = arith.cmpi sgt, %[[I]], %[[C0]] : index
// FULL-NEXT:       mem.store %[[V0]], %[[ARG1]][%[[I]], %[[C0]]] : memref<512x512xi1>
// FULL-NEXT:       loop.for %[[I_0:.*]] = %[[C0]] to %[[C512]] step %[[C1]] attributes {vector_width = 16 : i64} {
// FULL-NEXT:         %[[V1:.*]] = arith.cmpi sle, %[[I_0]], %[[I]] : index
// FULL-NEXT:         %[[V2:.*]] = arith.cmpi ne, %[[I_0]], %[[C7]] : index
// FULL-NEXT:         %[[V3:.*]] = arith.cmpi sge, %[[I_0]], %[[C40]] : index
// FULL-NEXT:         %[[V4:.*]] = mem.load %[[ARG0]][%[[I]]] : memref<512xindex>
// FULL-NEXT:         %[[V5:.*]] = arith.cmpi slt, %[[I_0]], %[[V4]] : index
// FULL-NEXT:         %[[V6:.*]] = arith.andi %[[V1]], %[[V2]] : i1
// FULL-NEXT:         %[[V7:.*]] = arith.andi %[[V6]], %[[V3]] : i1
// FULL-NEXT:         %[[V8:.*]] = arith.andi %[[V7]], %[[V5]] : i1
// FULL-NEXT:         mem.store %[[V8]], %[[ARG1]][%[[I]], %[[I_0]]] : memref<512x512xi1>
// FULL-NEXT:         loop.yield
// FULL-NEXT:       }
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     return
// FULL-NEXT:   }

// Numbers that 64 bits do not hold are no ends of a range.
// CHECK-LABEL: func.func @wraps
// CHECK-NOT: likely
// CHECK: return
func.func @wraps(%r: memref<512xi1>) attributes {tf.signature = () -> tensor<512xi1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c512 = arith.constant 512 : index
  %large = arith.constant 4611686018427387904 : index
  loop.for %j = %c0 to %c512 step %c1 attributes {vector_width = 16 : i64} {
    %far = arith.muli %j, %large : index
    %0 = arith.cmpi sgt, %far, %c0 : index
    mem.store %0, %r[%j] : memref<512xi1>
    loop.yield
  }
  return
}
// FULL-NEXT:   func.func @wraps(%[[ARG0:.*]]: memref<512xi1>) attributes {tf.signature = () -> tensor<512xi1>} {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C512:.*]] = arith.constant 512 : index
// FULL-NEXT:     %[[C4611686018427387904:.*]] = arith.constant 4611686018427387904 : index
// FULL-NEXT:     loop.for %[[I:.*]] = %[[C0]] to %[[C512]] step %[[C1]] attributes {vector_width = 16 : i64} {
// FULL-NEXT:       %[[V0:.*]] = arith.muli %[[I]], %[[C4611686018427387904]] : index
// FULL-NEXT:       %[[V1:.*]] = arith.cmpi sgt, %[[V0]], %[[C0]] : index
// FULL-NEXT:       mem.store %[[V1]], %[[ARG0]][%[[I]]] : memref<512xi1>
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     return
// FULL-NEXT:   }
// FULL-NEXT: }
