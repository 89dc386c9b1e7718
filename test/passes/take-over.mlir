// RUN: tfopt %s --pass-pipeline='func.func(take-over)' | FileCheck %s
// RUN: tfopt %s --pass-pipeline='func.func(take-over)' --disable-rule=take-over.takes | FileCheck %s --check-prefix=OFF

// OFF: func.func @pointwise
// OFF-NOT: tf.takes_over

// Each trip reads its elements before it writes them; trips are apart.
// CHECK-LABEL: func.func @pointwise
// CHECK-SAME: %arg1: memref<?{n}xf32> {tf.takes_over = [0]})
func.func @pointwise(%x: memref<?{n}xf32>, %y: memref<?{n}xf32>) attributes {tf.signature = (tensor<?{n}xf32>) -> tensor<?{n}xf32>} {
  %zero = arith.constant 0 : index
  %lanes = arith.constant 16 : index
  %mask = arith.constant dense<true> : vector<16xi1>
  %other = arith.constant dense<0.0> : vector<16xf32>
  %n = mem.extent [n] : index
  loop.parallel (%i) = (%zero) to (%n) step (%lanes) {
    %left = arith.subi %n, %i : index
    %full = arith.cmpi sge, %left, %lanes : index
    loop.if %full {
      %a = vector.load %x[%i] axis = 0 : memref<?{n}xf32>, vector<16xf32>
      %b = arith.addf %a, %a : vector<16xf32>
      vector.store %b, %y[%i] axis = 0 : memref<?{n}xf32>, vector<16xf32>
      loop.yield
    } else {
      %a = vector.load %x[%i] axis = 0 mask %mask else %other : memref<?{n}xf32>, vector<16xf32>
      %b = arith.addf %a, %a : vector<16xf32>
      vector.store %b, %y[%i] axis = 0 mask %mask : memref<?{n}xf32>, vector<16xf32>
      loop.yield
    }
    loop.yield
  }
  return
}

// Lanes reach into the next trip: what it writes is read here, at the same time.
// CHECK-LABEL: func.func @overlapping
// CHECK-NOT: tf.takes_over
func.func @overlapping(%x: memref<?{n}xf32>, %y: memref<?{n}xf32>) attributes {tf.signature = (tensor<?{n}xf32>) -> tensor<?{n}xf32>} {
  %zero = arith.constant 0 : index
  %step = arith.constant 12 : index
  %n = mem.extent [n] : index
  loop.parallel (%i) = (%zero) to (%n) step (%step) {
    %a = vector.load %x[%i] axis = 0 : memref<?{n}xf32>, vector<16xf32>
    vector.store %a, %y[%i] axis = 0 : memref<?{n}xf32>, vector<16xf32>
    loop.yield
  }
  return
}

// The rest of a row begins where the whole vectors end.
// CHECK-LABEL: func.func @rest
// CHECK-SAME: %arg1: memref<?{n}x?{m}xf32> {tf.takes_over = [0]})
func.func @rest(%x: memref<?{n}x?{m}xf32>, %y: memref<?{n}x?{m}xf32>)
    attributes {tf.signature = (tensor<?{n}x?{m}xf32>) -> tensor<?{n}x?{m}xf32>} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %lanes = arith.constant 16 : index
  %mask = arith.constant dense<true> : vector<16xi1>
  %other = arith.constant dense<0.0> : vector<16xf32>
  %n = mem.extent [n] : index
  %m = mem.extent [m] : index
  loop.parallel (%i) = (%zero) to (%n) step (%one) {
    %rest = arith.remui %m, %lanes : index
    %whole = arith.subi %m, %rest : index
    loop.for %j = %zero to %whole step %lanes {
      %a = vector.load %x[%i, %j] axis = 1 : memref<?{n}x?{m}xf32>, vector<16xf32>
      vector.store %a, %y[%i, %j] axis = 1 : memref<?{n}x?{m}xf32>, vector<16xf32>
      loop.yield
    }
    %a = vector.load %x[%i, %whole] axis = 1 mask %mask else %other : memref<?{n}x?{m}xf32>, vector<16xf32>
    vector.store %a, %y[%i, %whole] axis = 1 mask %mask : memref<?{n}x?{m}xf32>, vector<16xf32>
    loop.yield
  }
  return
}

// The last vector begins in front of the end: it would read what the one before has written.
// CHECK-LABEL: func.func @last_again
// CHECK-NOT: tf.takes_over
func.func @last_again(%x: memref<?{n}xf32>, %y: memref<?{n}xf32>) attributes {tf.signature = (tensor<?{n}xf32>) -> tensor<?{n}xf32>} {
  %zero = arith.constant 0 : index
  %lanes = arith.constant 16 : index
  %n = mem.extent [n] : index
  %rest = arith.remui %n, %lanes : index
  %whole = arith.subi %n, %rest : index
  loop.for %j = %zero to %whole step %lanes {
    %a = vector.load %x[%j] axis = 0 : memref<?{n}xf32>, vector<16xf32>
    vector.store %a, %y[%j] axis = 0 : memref<?{n}xf32>, vector<16xf32>
    loop.yield
  }
  %last = arith.subi %n, %lanes : index
  %a = vector.load %x[%last] axis = 0 : memref<?{n}xf32>, vector<16xf32>
  vector.store %a, %y[%last] axis = 0 : memref<?{n}xf32>, vector<16xf32>
  return
}

// Rows in blocks of 8, and those that are left one by one: they end where the next block would begin.
// CHECK-LABEL: func.func @blocks
// CHECK-SAME: %arg1: memref<?{n}xf32> {tf.takes_over = [0]})
func.func @blocks(%x: memref<?{n}xf32>, %y: memref<?{n}xf32>) attributes {tf.signature = (tensor<?{n}xf32>) -> tensor<?{n}xf32>} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %seven = arith.constant 7 : index
  %eight = arith.constant 8 : index
  %n = mem.extent [n] : index
  %more = arith.addi %n, %seven : index
  %count = arith.divui %more, %eight : index
  loop.parallel (%i) = (%zero) to (%count) step (%one) {
    %first = arith.muli %i, %eight : index
    %second = arith.addi %first, %one : index
    %end = arith.addi %first, %eight : index
    %full = arith.cmpi sle, %end, %n : index
    loop.if %full {
      %a = mem.load %x[%first] : memref<?{n}xf32>
      %b = mem.load %x[%second] : memref<?{n}xf32>
      mem.store %a, %y[%first] : memref<?{n}xf32>
      mem.store %b, %y[%second] : memref<?{n}xf32>
      loop.yield
    } else {
      loop.for %j = %first to %n step %one {
        %a = mem.load %x[%j] : memref<?{n}xf32>
        mem.store %a, %y[%j] : memref<?{n}xf32>
        loop.yield
      }
      loop.yield
    }
    loop.yield
  }
  return
}

// In order, the next element is read before it is written; in parallel it may be written already.
// CHECK-LABEL: func.func @next_in_order
// CHECK-SAME: %arg1: memref<8xf32> {tf.takes_over = [0]})
func.func @next_in_order(%x: memref<8xf32>, %y: memref<8xf32>) attributes {tf.signature = (tensor<8xf32>) -> tensor<8xf32>} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %end = arith.constant 7 : index
  loop.for %i = %zero to %end step %one {
    %next = arith.addi %i, %one : index
    %a = mem.load %x[%next] : memref<8xf32>
    mem.store %a, %y[%i] : memref<8xf32>
    loop.yield
  }
  return
}

// CHECK-LABEL: func.func @next_in_parallel
// CHECK-NOT: tf.takes_over
func.func @next_in_parallel(%x: memref<8xf32>, %y: memref<8xf32>) attributes {tf.signature = (tensor<8xf32>) -> tensor<8xf32>} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %end = arith.constant 7 : index
  loop.parallel (%i) = (%zero) to (%end) step (%one) {
    %next = arith.addi %i, %one : index
    %a = mem.load %x[%next] : memref<8xf32>
    mem.store %a, %y[%i] : memref<8xf32>
    loop.yield
  }
  return
}

// CHECK-LABEL: func.func @previous_in_order
// CHECK-NOT: tf.takes_over
func.func @previous_in_order(%x: memref<8xf32>, %y: memref<8xf32>) attributes {tf.signature = (tensor<8xf32>) -> tensor<8xf32>} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %end = arith.constant 7 : index
  loop.for %i = %zero to %end step %one {
    %next = arith.addi %i, %one : index
    %a = mem.load %x[%i] : memref<8xf32>
    mem.store %a, %y[%next] : memref<8xf32>
    loop.yield
  }
  return
}

// CHECK-LABEL: func.func @transpose
// CHECK-NOT: tf.takes_over
func.func @transpose(%x: memref<8x8xf32>, %y: memref<8x8xf32>) attributes {tf.signature = (tensor<8x8xf32>) -> tensor<8x8xf32>} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %end = arith.constant 8 : index
  loop.parallel (%i, %j) = (%zero, %zero) to (%end, %end) step (%one, %one) {
    %a = mem.load %x[%i, %j] : memref<8x8xf32>
    mem.store %a, %y[%j, %i] : memref<8x8xf32>
    loop.yield
  }
  return
}

// All is read before anything is written: then equal bytes are enough. What is written first is read too late.
// CHECK-LABEL: func.func @nests
// CHECK-SAME: %arg2: memref<4x2xi32> {tf.takes_over = [0]}, %arg3: memref<8xf32> {tf.takes_over = [0, 1]})
func.func @nests(%x: memref<8xf32>, %z: memref<8xf32>, %y: memref<4x2xi32>, %w: memref<8xf32>)
    attributes {tf.signature = (tensor<8xf32>, tensor<8xf32>) -> (tensor<4x2xi32>, tensor<8xf32>)} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %end = arith.constant 8 : index
  %start = arith.constant 0.0 : f32
  %number = arith.constant 3 : i32
  %sum = loop.for %i = %zero to %end step %one iter_args(%s = %start) -> (f32) {
    %a = mem.load %x[%i] : memref<8xf32>
    %t = arith.addf %s, %a : f32
    loop.yield %t : f32
  }
  mem.store %number, %y[%zero, %one] : memref<4x2xi32>
  loop.for %i = %zero to %end step %one {
    %a = mem.load %z[%i] : memref<8xf32>
    %b = arith.addf %a, %sum : f32
    mem.store %b, %w[%i] : memref<8xf32>
    loop.yield
  }
  return
}

// A copy of an array onto itself changes nothing; what is read behind it may.
// CHECK-LABEL: func.func @copied
// CHECK-SAME: %arg2: memref<8xf32> {tf.takes_over = [0]})
func.func @copied(%x: memref<8xf32>, %at: index, %y: memref<8xf32>) attributes {tf.signature = (tensor<8xf32>, index) -> tensor<8xf32>} {
  %one = arith.constant 1.0 : f32
  mem.copy %x, %y : memref<8xf32>
  mem.store %one, %y[%at] : memref<8xf32>
  return
}

// CHECK-LABEL: func.func @read_behind
// CHECK-NOT: tf.takes_over
func.func @read_behind(%x: memref<8xf32>, %at: index, %y: memref<8xf32>) attributes {tf.signature = (tensor<8xf32>, index) -> tensor<8xf32>} {
  %zero = arith.constant 0 : index
  mem.copy %x, %y : memref<8xf32>
  %a = mem.load %x[%zero] : memref<8xf32>
  mem.store %a, %y[%at] : memref<8xf32>
  return
}

// A loop that a condition ends comes back to what it has read: nothing is known of its trips.
// CHECK-LABEL: func.func @again
// CHECK-NOT: tf.takes_over
func.func @again(%x: memref<8xf32>, %y: memref<8xf32>) attributes {tf.signature = (tensor<8xf32>) -> tensor<8xf32>} {
  %zero = arith.constant 0 : index
  %start = arith.constant 1.0 : f32
  %r = loop.while (%s = %start) : (f32) -> (f32) {
    %limit = arith.constant 100.0 : f32
    %on = arith.cmpf olt, %s, %limit : f32
    loop.condition %on, %s : f32
  } do (%t: f32) {
    %a = mem.load %x[%zero] : memref<8xf32>
    %b = arith.addf %a, %t : f32
    mem.store %b, %y[%zero] : memref<8xf32>
    loop.yield %b : f32
  }
  return
}
