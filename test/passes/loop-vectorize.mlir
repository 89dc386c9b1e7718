// RUN: tfopt --loop-vectorize --canonicalize --cse %s 2>%t.err | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t.err
// GOLDEN: cat %t.check

// Whole vectors, then a ragged end under a mask.
// CHECK-LABEL: func.func @copy
// CHECK: loop.for
// CHECK: vector.load %{{.*}}[%{{.*}}] axis = 0 : memref<?{n}xf32>, vector<16xf32>
// CHECK: arith.addf %{{.*}} : vector<16xf32>
// CHECK: vector.store %{{.*}} axis = 0 : memref
// CHECK: loop.if
// CHECK: vector.load %{{.*}} mask
// CHECK: vector.store %{{.*}} mask
func.func @copy(%a: memref<?{n}xf32>, %r: memref<?{n}xf32>) attributes {tf.signature = (tensor<?{n}xf32>) -> tensor<?{n}xf32>} {
  %n = mem.extent [n] : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  loop.for %i = %c0 to %n step %c1 attributes {vector_width = 16 : i64} {
    %x = mem.load %a[%i] : memref<?{n}xf32>
    %y = arith.addf %x, %x : f32
    mem.store %y, %r[%i] : memref<?{n}xf32>
    loop.yield
  }
  return
}

// Elements of neighbouring rows: one load along that axis, not a gather.
// CHECK-LABEL: func.func @strided
// CHECK: vector.load %{{.*}}[%{{.*}}, %{{.*}}] axis = 0 : memref<?{n}x3xf32>, vector<16xf32>
// CHECK-NOT: vector.gather
func.func @strided(%a: memref<?{n}x3xf32>, %r: memref<?{n}xf32>) attributes {tf.signature = (tensor<?{n}x3xf32>) -> tensor<?{n}xf32>} {
  %n = mem.extent [n] : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  loop.for %i = %c0 to %n step %c1 attributes {vector_width = 16 : i64} {
    %x = mem.load %a[%i, %c1] : memref<?{n}x3xf32>
    mem.store %x, %r[%i] : memref<?{n}xf32>
    loop.yield
  }
  return
}

// A sum without order: an accumulator per lane; lanes that are off keep theirs.
// CHECK-LABEL: func.func @sum
// CHECK: loop.for {{.*}} -> (vector<16xf32>)
// CHECK: arith.select {{.*}} : vector<16xi1>, vector<16xf32>
// CHECK: vector.reduce add %{{.*}} fastmath<reassoc>
func.func @sum(%a: memref<?{n}xf32>, %r: memref<f32>) attributes {tf.signature = (tensor<?{n}xf32>) -> tensor<f32>} {
  %n = mem.extent [n] : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  %s = loop.for %i = %c0 to %n step %c1 iter_args(%t = %z) -> (f32) attributes {vector_width = 16 : i64, reduction = ["add"], fastmath = #arith.fastmath<reassoc>} {
    %x = mem.load %a[%i] : memref<?{n}xf32>
    %y = arith.addf %t, %x fastmath<reassoc> : f32
    loop.yield %y : f32
  }
  mem.store %s, %r[] : memref<f32>
  return
}

// What is subtracted is summed in lanes as well, and the start added; a start that is subtracted from is no
// accumulator.
// CHECK-LABEL: func.func @difference
// CHECK: loop.for {{.*}} -> (vector<16xf32>)
// CHECK: arith.subf %{{.*}}, %{{.*}} fastmath<reassoc> : vector<16xf32>
// CHECK: %[[TOTAL:.*]] = vector.reduce add %{{.*}} fastmath<reassoc>
// CHECK: arith.addf %[[TOTAL]], %{{.*}} fastmath<reassoc>
// CHECK: loop.for {{.*}} -> (f32)
// CHECK: return
// REMARK: remark: the loop is not vectorized: a carried value is not folded with 'add'
func.func @difference(%a: memref<?{n}xf32>, %r: memref<f32>, %s: memref<f32>) attributes {tf.signature = (tensor<?{n}xf32>) -> (tensor<f32>, tensor<f32>)} {
  %n = mem.extent [n] : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 2.0 : f32
  %d = loop.for %i = %c0 to %n step %c1 iter_args(%t = %z) -> (f32) attributes {vector_width = 16 : i64, reduction = ["add"], fastmath = #arith.fastmath<reassoc>} {
    %x = mem.load %a[%i] : memref<?{n}xf32>
    %y = arith.subf %t, %x fastmath<reassoc> : f32
    loop.yield %y : f32
  }
  mem.store %d, %r[] : memref<f32>
  %e = loop.for %i = %c0 to %n step %c1 iter_args(%t = %z) -> (f32) attributes {vector_width = 16 : i64, reduction = ["add"], fastmath = #arith.fastmath<reassoc>} {
    %x = mem.load %a[%i] : memref<?{n}xf32>
    %y = arith.subf %x, %t fastmath<reassoc> : f32
    loop.yield %y : f32
  }
  mem.store %e, %s[] : memref<f32>
  return
}

// A sum with an order stays a loop.
// CHECK-LABEL: func.func @ordered
// CHECK-NOT: vector
// REMARK: remark: the loop is not vectorized: the order of its fold is fixed
func.func @ordered(%a: memref<?{n}xf32>, %r: memref<f32>) attributes {tf.signature = (tensor<?{n}xf32>) -> tensor<f32>} {
  %n = mem.extent [n] : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  %s = loop.for %i = %c0 to %n step %c1 iter_args(%t = %z) -> (f32) attributes {vector_width = 16 : i64, reduction = ["add"]} {
    %x = mem.load %a[%i] : memref<?{n}xf32>
    %y = arith.addf %t, %x : f32
    loop.yield %y : f32
  }
  mem.store %s, %r[] : memref<f32>
  return
}

// Both sides of a cheap branch, chosen lane by lane.
// CHECK-LABEL: func.func @branch
// CHECK: arith.cmpf olt, %{{.*}} : vector<16xf32>
// CHECK: arith.select %{{.*}} : vector<16xi1>, vector<16xf32>
func.func @branch(%a: memref<?{n}xf32>, %r: memref<?{n}xf32>) attributes {tf.signature = (tensor<?{n}xf32>) -> tensor<?{n}xf32>} {
  %n = mem.extent [n] : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  loop.for %i = %c0 to %n step %c1 attributes {vector_width = 16 : i64} {
    %x = mem.load %a[%i] : memref<?{n}xf32>
    %c = arith.cmpf olt, %x, %z : f32
    %y = loop.if %c -> (f32) {
      %d = arith.mulf %x, %x : f32
      loop.yield %d : f32
    } else {
      loop.yield %x : f32
    }
    mem.store %y, %r[%i] : memref<?{n}xf32>
    loop.yield
  }
  return
}

// Lanes that leave a counted loop early are switched off; it ends when none is left.
// CHECK-LABEL: func.func @left_early
func.func @left_early(%a: memref<?{n}xf32>, %b: memref<?{n}xf32>) attributes {tf.signature = (tensor<?{n}xf32>) -> tensor<?{n}xf32>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %n = mem.extent [n] : index
  // CHECK: loop.parallel
  // CHECK: loop.for %[[K:.*]] = %c0 to %c9 step %c1 iter_args(%[[X:.*]] = %{{.*}}, %[[ON:.*]] = %{{.*}}) -> (vector<8xf32>, vector<8xi1>) {
  // CHECK-NEXT: %[[S:.*]] = arith.addf %[[X]], %[[X]] : vector<8xf32>
  // CHECK-NEXT: %[[GO:.*]] = arith.cmpf olt, %[[S]], %{{.*}} : vector<8xf32>
  // CHECK-NEXT: %[[NEXT:.*]] = arith.select %[[ON]], %[[S]], %[[X]]
  // CHECK-NEXT: %[[STAY:.*]] = arith.select %[[ON]], %[[GO]], %[[ON]]
  // CHECK-NEXT: %[[ANY:.*]] = vector.reduce or %[[STAY]] : vector<8xi1>
  // CHECK-NEXT: loop.condition %[[ANY]], %[[NEXT]], %[[STAY]] : vector<8xf32>, vector<8xi1>
  loop.parallel (%i) = (%c0) to (%n) step (%c1) attributes {vector_width = 8 : i64, vector_axis = 0 : i64} {
    %x = mem.load %a[%i] : memref<?{n}xf32>
    %r = loop.for %k = %c0 to %c9 step %c1 iter_args(%s = %x) -> (f32) {
      %t = arith.addf %s, %s : f32
      %go = arith.cmpf olt, %t, %x : f32
      loop.condition %go, %t : f32
    }
    mem.store %r, %b[%i] : memref<?{n}xf32>
    loop.yield
  }
  return
}

// A trap stays what it says; of numbers that differ it has the least one of the lanes that are on.
// CHECK-LABEL: func.func @trap
// CHECK: %[[X:.*]] = vector.load
// CHECK: %[[BAD:.*]] = arith.cmpi slt, %[[X]]
// CHECK: %[[WIDE:.*]] = arith.index_cast %[[X]]
// CHECK: %[[ON:.*]] = arith.select %[[BAD]], %[[WIDE]]
// CHECK: %[[LEAST:.*]] = vector.reduce minsi %[[ON]]
// CHECK: mem.trap "{} of {} is below 0" {code = 2 : i64} %[[LEAST]], %{{.*}} : index, index
func.func @trap(%a: memref<?{n}xi32>, %b: memref<?{n}xi32>) attributes {tf.signature = (tensor<?{n}xi32>) -> tensor<?{n}xi32>} {
  %n = mem.extent [n] : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  loop.for %i = %c0 to %n step %c1 attributes {vector_width = 16 : i64} {
    %x = mem.load %a[%i] : memref<?{n}xi32>
    %bad = arith.cmpi slt, %x, %zero : i32
    loop.if %bad {
      %wide = arith.index_cast %x : i32 to index
      mem.trap "{} of {} is below 0" {code = 2 : i64} %wide, %n : index, index
      loop.yield
    }
    mem.store %x, %b[%i] : memref<?{n}xi32>
    loop.yield
  }
  return
}

// The multiples of a stride are constants, in the type of the value; several values share a stride.
// CHECK-LABEL: func.func @strides
// CHECK-DAG: %[[THREES:.*]] = arith.constant dense<[0, 3, 6, 9, 12, 15, 18, 21]> : vector<8xi64>
// CHECK-DAG: %[[LESS:.*]] = arith.constant dense<[0, -2, -4, -6, -8, -10, -12, -14]> : vector<8xindex>
// CHECK-NOT: vector.step
// CHECK: loop.for
// CHECK: %[[BASE:.*]] = vector.broadcast %{{.*}} : vector<8xi64>
// CHECK-NEXT: arith.addi %[[BASE]], %[[THREES]] : vector<8xi64>
// CHECK: arith.addi %{{.*}}, %[[THREES]] : vector<8xi64>
// CHECK: arith.addi %{{.*}}, %[[LESS]] : vector<8xindex>
func.func @strides(%b: memref<?{n}xi64>, %c: memref<?{n}xindex>) attributes {tf.signature = () -> (tensor<?{n}xi64>, tensor<?{n}xindex>)} {
  %n = mem.extent [n] : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %two = arith.constant 2 : index
  %three = arith.constant 3 : i64
  %five = arith.constant 5 : i64
  loop.for %i = %c0 to %n step %c1 attributes {vector_width = 8 : i64} {
    %wide = arith.index_cast %i : index to i64
    %x = arith.muli %wide, %three : i64
    %y = arith.addi %x, %five : i64
    %z = arith.xori %x, %y : i64
    mem.store %z, %b[%i] : memref<?{n}xi64>
    %twice = arith.muli %i, %two : index
    %down = arith.subi %n, %twice : index
    %odd = arith.xori %down, %two : index
    mem.store %odd, %c[%i] : memref<?{n}xindex>
    loop.yield
  }
  return
}
