// Comparisons of indices that hold for nearly all iterations are likely; those that hold for nearly none are turned into their opposites.
// RUN: tfopt %s --mark-likely | FileCheck %s

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

// Edges: a selection takes its other value, anything else asks for what does not hold. Where an index is never below a bound, being equal to it is an order.
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

// What holds for half of the iterations, in the middle of a loop, at many places, or depends on data, is what it was; so is what is in a loop that has no lanes.
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
