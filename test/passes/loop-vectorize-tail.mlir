// How the ragged end of a loop is written: vectors of fewer lanes and single iterations, or a last vector that begins before the end.
// RUN: tfopt --loop-vectorize --canonicalize --cse %s 2>%t.err | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t.err

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

// REMARK-NOT: remark
