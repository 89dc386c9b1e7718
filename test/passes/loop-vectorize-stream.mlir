// Stores past the caches: from where a line begins, and waited for where threads part.
// RUN: tfopt --loop-vectorize --canonicalize --cse %s 2>%t.err | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t.err
// GOLDEN: cat %t.check

// CHECK-LABEL: func.func @row
// CHECK: %[[AHEAD:.*]] = mem.before_line %arg1[%c0] : memref<?{n}xf32>
// CHECK: %[[BEGIN:.*]] = arith.minsi
// CHECK: loop.for %{{.*}} = %c0 to %[[BEGIN]] step %c1
// CHECK: loop.for %{{.*}} = %[[BEGIN]] to %{{.*}} step %c16
// CHECK: vector.store {{.*}} {stream}
// CHECK: vector.store {{.*}} mask
// CHECK-NOT: stream
// CHECK: mem.drain
func.func @row(%a: memref<?{n}xf32>, %r: memref<?{n}xf32>) attributes {tf.signature = (tensor<?{n}xf32>) -> tensor<?{n}xf32>} {
  %n = mem.extent [n] : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  loop.for %i = %c0 to %n step %c1 attributes {vector_width = 16 : i64, stream} {
    %x = mem.load %a[%i] : memref<?{n}xf32>
    %y = arith.addf %x, %x : f32
    mem.store %y, %r[%i] : memref<?{n}xf32>
    loop.yield
  }
  return
}

// CHECK-LABEL: func.func @blocks
// CHECK: loop.parallel {{.*}} step (%c16384)
// CHECK: mem.before_line
// CHECK: vector.store {{.*}} {stream}
// CHECK: mem.drain
// CHECK-NEXT: loop.yield
func.func @blocks(%a: memref<?{n}xf32>, %r: memref<?{n}xf32>) attributes {tf.signature = (tensor<?{n}xf32>) -> tensor<?{n}xf32>} {
  %n = mem.extent [n] : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  loop.parallel (%i) = (%c0) to (%n) step (%c1) attributes {vector_width = 16 : i64, vector_axis = 0 : i64, grain = 20000 : i64, stream} {
    %x = mem.load %a[%i] : memref<?{n}xf32>
    mem.store %x, %r[%i] : memref<?{n}xf32>
    loop.yield
  }
  return
}

// CHECK-LABEL: func.func @in_place
// CHECK-NOT: stream
// CHECK-NOT: mem.drain
// REMARK: remark: the loop has no non-temporal stores: it reads the memory that it stores to
func.func @in_place(%a: memref<?{n}xf32>) attributes {tf.signature = (tensor<?{n}xf32>) -> ()} {
  %n = mem.extent [n] : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  loop.for %i = %c0 to %n step %c1 attributes {vector_width = 16 : i64, stream} {
    %x = mem.load %a[%i] : memref<?{n}xf32>
    %y = arith.addf %x, %x : f32
    mem.store %y, %a[%i] : memref<?{n}xf32>
    loop.yield
  }
  return
}

// CHECK-LABEL: func.func @scattered
// CHECK-NOT: {stream}
// CHECK-NOT: mem.drain
// REMARK: remark: the loop has no non-temporal stores: the address of its first store is not known before the loop
func.func @scattered(%a: memref<?{n}xf32>, %p: memref<?{n}xindex>, %r: memref<?{n}xf32>) attributes {tf.signature = (tensor<?{n}xf32>, tensor<?{n}xindex>) -> tensor<?{n}xf32>} {
  %n = mem.extent [n] : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  loop.for %i = %c0 to %n step %c1 attributes {vector_width = 16 : i64, stream} {
    %x = mem.load %a[%i] : memref<?{n}xf32>
    %first = mem.load %p[%i] : memref<?{n}xindex>
    %to = loop.while (%at = %first) : (index) -> (index) {
      %next = mem.load %p[%at] : memref<?{n}xindex>
      %more = arith.cmpi slt, %at, %next : index
      loop.condition %more, %next : index
    } do (%last: index) {
      loop.yield %last : index
    }
    mem.store %x, %r[%to] : memref<?{n}xf32>
    loop.yield
  }
  return
}

// The grain of a user is any number: that of blocks and of strips is rounded without leaving 64 bits.
// CHECK-LABEL: func.func @large_grain
// CHECK: loop.parallel {{.*}} step (%c16384) {{.*}}grain = 562949953421311
// CHECK: {stream}
// CHECK: loop.parallel {{.*}} step (%c16) {{.*}}grain = 576460752303423487
func.func @large_grain(%a: memref<?{n}xf32>, %r: memref<?{n}xf32>, %s: memref<?{n}xf32>) attributes {tf.signature = (tensor<?{n}xf32>) -> (tensor<?{n}xf32>, tensor<?{n}xf32>)} {
  %n = mem.extent [n] : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  loop.parallel (%i) = (%c0) to (%n) step (%c1) attributes {vector_width = 16 : i64, vector_axis = 0 : i64, grain = 9223372036854775807 : i64, stream} {
    %x = mem.load %a[%i] : memref<?{n}xf32>
    mem.store %x, %r[%i] : memref<?{n}xf32>
    loop.yield
  }
  loop.parallel (%i) = (%c0) to (%n) step (%c1) attributes {vector_width = 16 : i64, vector_axis = 0 : i64, grain = 9223372036854775807 : i64} {
    %x = mem.load %a[%i] : memref<?{n}xf32>
    mem.store %x, %s[%i] : memref<?{n}xf32>
    loop.yield
  }
  return
}
