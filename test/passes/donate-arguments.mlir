// RUN: tfopt %s --pass-pipeline='func.func(donate-arguments)' | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt %s --pass-pipeline='func.func(donate-arguments)' --disable-rule=donate-arguments.reuse | tee %t.off | FileCheck %s --check-prefix=OFF
// RUN: FileCheck %s --check-prefix=FULL_OFF --match-full-lines < %t.off
// COMPLETE: FULL, FULL_OFF

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
// FULL: module {
// FULL-NEXT:   func.func @pointwise(%[[ARG0:.*]]: memref<?{n}xf32>, %[[ARG1:.*]]: memref<?{n}xf32> {tf.takes_over = [0]}) attributes {tf.signature = (tensor<?{n}xf32>) -> tensor<?{n}xf32>} {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C16:.*]] = arith.constant 16 : index
// FULL-NEXT:     %[[CST:.*]] = arith.constant dense<true> : vector<16xi1>
// FULL-NEXT:     %[[CST_0:.*]] = arith.constant dense<0.000000e+00> : vector<16xf32>
// FULL-NEXT:     %[[V0:.*]] = mem.extent [n] : index
// FULL-NEXT:     loop.parallel (%[[I:.*]]) = (%[[C0]]) to (%[[V0]]) step (%[[C16]]) {
// FULL-NEXT:       %[[V1:.*]] = arith.subi %[[V0]], %[[I]] : index
// FULL-NEXT:       %[[V2:.*]] = arith.cmpi sge, %[[V1]], %[[C16]] : index
// FULL-NEXT:       loop.if %[[V2]] {
// FULL-NEXT:         %[[V3:.*]] = vector.load %[[ARG0]][%[[I]]] axis = 0 : memref<?{n}xf32>, vector<16xf32>
// FULL-NEXT:         %[[V4:.*]] = arith.addf %[[V3]], %[[V3]] : vector<16xf32>
// FULL-NEXT:         vector.store %[[V4]], %[[ARG1]][%[[I]]] axis = 0 : memref<?{n}xf32>, vector<16xf32>
// FULL-NEXT:         loop.yield
// FULL-NEXT:       } else {
// FULL-NEXT:         %[[V3]] = vector.load %[[ARG0]][%[[I]]] axis = 0 mask %[[CST]] else %[[CST_0]] : memref<?{n}xf32>, vector<16xf32>
// FULL-NEXT:         %[[V4]] = arith.addf %[[V3]], %[[V3]] : vector<16xf32>
// FULL-NEXT:         vector.store %[[V4]], %[[ARG1]][%[[I]]] axis = 0 mask %[[CST]] : memref<?{n}xf32>, vector<16xf32>
// FULL-NEXT:         loop.yield
// FULL-NEXT:       }
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     return
// FULL-NEXT:   }
// FULL_OFF: module {
// FULL_OFF-NEXT:   func.func @pointwise(%[[ARG0:.*]]: memref<?{n}xf32>, %[[ARG1:.*]]: memref<?{n}xf32>) attributes {tf.signature = (tensor<?{n}xf32>) -> tensor<?{n}xf32>} {
// FULL_OFF-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL_OFF-NEXT:     %[[C16:.*]] = arith.constant 16 : index
// FULL_OFF-NEXT:     %[[CST:.*]] = arith.constant dense<true> : vector<16xi1>
// FULL_OFF-NEXT:     %[[CST_0:.*]] = arith.constant dense<0.000000e+00> : vector<16xf32>
// FULL_OFF-NEXT:     %[[V0:.*]] = mem.extent [n] : index
// FULL_OFF-NEXT:     loop.parallel (%[[I:.*]]) = (%[[C0]]) to (%[[V0]]) step (%[[C16]]) {
// FULL_OFF-NEXT:       %[[V1:.*]] = arith.subi %[[V0]], %[[I]] : index
// FULL_OFF-NEXT:       %[[V2:.*]] = arith.cmpi sge, %[[V1]], %[[C16]] : index
// FULL_OFF-NEXT:       loop.if %[[V2]] {
// FULL_OFF-NEXT:         %[[V3:.*]] = vector.load %[[ARG0]][%[[I]]] axis = 0 : memref<?{n}xf32>, vector<16xf32>
// FULL_OFF-NEXT:         %[[V4:.*]] = arith.addf %[[V3]], %[[V3]] : vector<16xf32>
// FULL_OFF-NEXT:         vector.store %[[V4]], %[[ARG1]][%[[I]]] axis = 0 : memref<?{n}xf32>, vector<16xf32>
// FULL_OFF-NEXT:         loop.yield
// FULL_OFF-NEXT:       } else {
// FULL_OFF-NEXT:         %[[V3]] = vector.load %[[ARG0]][%[[I]]] axis = 0 mask %[[CST]] else %[[CST_0]] : memref<?{n}xf32>, vector<16xf32>
// FULL_OFF-NEXT:         %[[V4]] = arith.addf %[[V3]], %[[V3]] : vector<16xf32>
// FULL_OFF-NEXT:         vector.store %[[V4]], %[[ARG1]][%[[I]]] axis = 0 mask %[[CST]] : memref<?{n}xf32>, vector<16xf32>
// FULL_OFF-NEXT:         loop.yield
// FULL_OFF-NEXT:       }
// FULL_OFF-NEXT:       loop.yield
// FULL_OFF-NEXT:     }
// FULL_OFF-NEXT:     return
// FULL_OFF-NEXT:   }

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
// FULL-NEXT:   func.func @overlapping(%[[ARG0:.*]]: memref<?{n}xf32>, %[[ARG1:.*]]: memref<?{n}xf32>) attributes {tf.signature = (tensor<?{n}xf32>) -> tensor<?{n}xf32>} {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C12:.*]] = arith.constant 12 : index
// FULL-NEXT:     %[[V0:.*]] = mem.extent [n] : index
// FULL-NEXT:     loop.parallel (%[[I:.*]]) = (%[[C0]]) to (%[[V0]]) step (%[[C12]]) {
// FULL-NEXT:       %[[V1:.*]] = vector.load %[[ARG0]][%[[I]]] axis = 0 : memref<?{n}xf32>, vector<16xf32>
// FULL-NEXT:       vector.store %[[V1]], %[[ARG1]][%[[I]]] axis = 0 : memref<?{n}xf32>, vector<16xf32>
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     return
// FULL-NEXT:   }
// FULL_OFF-NEXT:   func.func @overlapping(%[[ARG0:.*]]: memref<?{n}xf32>, %[[ARG1:.*]]: memref<?{n}xf32>) attributes {tf.signature = (tensor<?{n}xf32>) -> tensor<?{n}xf32>} {
// FULL_OFF-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL_OFF-NEXT:     %[[C12:.*]] = arith.constant 12 : index
// FULL_OFF-NEXT:     %[[V0:.*]] = mem.extent [n] : index
// FULL_OFF-NEXT:     loop.parallel (%[[I:.*]]) = (%[[C0]]) to (%[[V0]]) step (%[[C12]]) {
// FULL_OFF-NEXT:       %[[V1:.*]] = vector.load %[[ARG0]][%[[I]]] axis = 0 : memref<?{n}xf32>, vector<16xf32>
// FULL_OFF-NEXT:       vector.store %[[V1]], %[[ARG1]][%[[I]]] axis = 0 : memref<?{n}xf32>, vector<16xf32>
// FULL_OFF-NEXT:       loop.yield
// FULL_OFF-NEXT:     }
// FULL_OFF-NEXT:     return
// FULL_OFF-NEXT:   }

// The rest of a row begins where the whole vectors end.
// CHECK-LABEL: func.func @rest
// CHECK-SAME: %arg1: memref<?{n}x?{m}xf32> {tf.takes_over = [0]})
func.func @rest(%x: memref<?{n}x?{m}xf32>, %y: memref<?{n}x?{m}xf32>)
// FULL-NEXT:   func.func @rest(%[[ARG0:.*]]: memref<?{n}x?{m}xf32>, %[[ARG1:.*]]: memref<?{n}x?{m}xf32> {tf.takes_over = [0]}) attributes {tf.signature = (tensor<?{n}x?{m}xf32>) -> tensor<?{n}x?{m}xf32>} {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C16:.*]] = arith.constant 16 : index
// FULL-NEXT:     %[[CST:.*]] = arith.constant dense<true> : vector<16xi1>
// FULL-NEXT:     %[[CST_0:.*]] = arith.constant dense<0.000000e+00> : vector<16xf32>
// FULL-NEXT:     %[[V0:.*]] = mem.extent [n] : index
// FULL-NEXT:     %[[V1:.*]] = mem.extent [m] : index
// FULL-NEXT:     loop.parallel (%[[I:.*]]) = (%[[C0]]) to (%[[V0]]) step (%[[C1]]) {
// FULL-NEXT:       %[[V2:.*]] = arith.remui %[[V1]], %[[C16]] : index
// FULL-NEXT:       %[[V3:.*]] = arith.subi %[[V1]], %[[V2]] : index
// FULL-NEXT:       loop.for %[[I_1:.*]] = %[[C0]] to %[[V3]] step %[[C16]] {
// FULL-NEXT:         %[[V5:.*]] = vector.load %[[ARG0]][%[[I]], %[[I_1]]] axis = 1 : memref<?{n}x?{m}xf32>, vector<16xf32>
// FULL-NEXT:         vector.store %[[V5]], %[[ARG1]][%[[I]], %[[I_1]]] axis = 1 : memref<?{n}x?{m}xf32>, vector<16xf32>
// FULL-NEXT:         loop.yield
// FULL-NEXT:       }
// FULL-NEXT:       %[[V4:.*]] = vector.load %[[ARG0]][%[[I]], %[[V3]]] axis = 1 mask %[[CST]] else %[[CST_0]] : memref<?{n}x?{m}xf32>, vector<16xf32>
// FULL-NEXT:       vector.store %[[V4]], %[[ARG1]][%[[I]], %[[V3]]] axis = 1 mask %[[CST]] : memref<?{n}x?{m}xf32>, vector<16xf32>
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     return
// FULL-NEXT:   }
// FULL_OFF-NEXT:   func.func @rest(%[[ARG0:.*]]: memref<?{n}x?{m}xf32>, %[[ARG1:.*]]: memref<?{n}x?{m}xf32>) attributes {tf.signature = (tensor<?{n}x?{m}xf32>) -> tensor<?{n}x?{m}xf32>} {
// FULL_OFF-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL_OFF-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL_OFF-NEXT:     %[[C16:.*]] = arith.constant 16 : index
// FULL_OFF-NEXT:     %[[CST:.*]] = arith.constant dense<true> : vector<16xi1>
// FULL_OFF-NEXT:     %[[CST_0:.*]] = arith.constant dense<0.000000e+00> : vector<16xf32>
// FULL_OFF-NEXT:     %[[V0:.*]] = mem.extent [n] : index
// FULL_OFF-NEXT:     %[[V1:.*]] = mem.extent [m] : index
// FULL_OFF-NEXT:     loop.parallel (%[[I:.*]]) = (%[[C0]]) to (%[[V0]]) step (%[[C1]]) {
// FULL_OFF-NEXT:       %[[V2:.*]] = arith.remui %[[V1]], %[[C16]] : index
// FULL_OFF-NEXT:       %[[V3:.*]] = arith.subi %[[V1]], %[[V2]] : index
// FULL_OFF-NEXT:       loop.for %[[I_1:.*]] = %[[C0]] to %[[V3]] step %[[C16]] {
// FULL_OFF-NEXT:         %[[V5:.*]] = vector.load %[[ARG0]][%[[I]], %[[I_1]]] axis = 1 : memref<?{n}x?{m}xf32>, vector<16xf32>
// FULL_OFF-NEXT:         vector.store %[[V5]], %[[ARG1]][%[[I]], %[[I_1]]] axis = 1 : memref<?{n}x?{m}xf32>, vector<16xf32>
// FULL_OFF-NEXT:         loop.yield
// FULL_OFF-NEXT:       }
// FULL_OFF-NEXT:       %[[V4:.*]] = vector.load %[[ARG0]][%[[I]], %[[V3]]] axis = 1 mask %[[CST]] else %[[CST_0]] : memref<?{n}x?{m}xf32>, vector<16xf32>
// FULL_OFF-NEXT:       vector.store %[[V4]], %[[ARG1]][%[[I]], %[[V3]]] axis = 1 mask %[[CST]] : memref<?{n}x?{m}xf32>, vector<16xf32>
// FULL_OFF-NEXT:       loop.yield
// FULL_OFF-NEXT:     }
// FULL_OFF-NEXT:     return
// FULL_OFF-NEXT:   }
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
// FULL-NEXT:   func.func @last_again(%[[ARG0:.*]]: memref<?{n}xf32>, %[[ARG1:.*]]: memref<?{n}xf32>) attributes {tf.signature = (tensor<?{n}xf32>) -> tensor<?{n}xf32>} {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C16:.*]] = arith.constant 16 : index
// FULL-NEXT:     %[[V0:.*]] = mem.extent [n] : index
// FULL-NEXT:     %[[V1:.*]] = arith.remui %[[V0]], %[[C16]] : index
// FULL-NEXT:     %[[V2:.*]] = arith.subi %[[V0]], %[[V1]] : index
// FULL-NEXT:     loop.for %[[I:.*]] = %[[C0]] to %[[V2]] step %[[C16]] {
// FULL-NEXT:       %[[V5:.*]] = vector.load %[[ARG0]][%[[I]]] axis = 0 : memref<?{n}xf32>, vector<16xf32>
// FULL-NEXT:       vector.store %[[V5]], %[[ARG1]][%[[I]]] axis = 0 : memref<?{n}xf32>, vector<16xf32>
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     %[[V3:.*]] = arith.subi %[[V0]], %[[C16]] : index
// FULL-NEXT:     %[[V4:.*]] = vector.load %[[ARG0]][%[[V3]]] axis = 0 : memref<?{n}xf32>, vector<16xf32>
// FULL-NEXT:     vector.store %[[V4]], %[[ARG1]][%[[V3]]] axis = 0 : memref<?{n}xf32>, vector<16xf32>
// FULL-NEXT:     return
// FULL-NEXT:   }
// FULL_OFF-NEXT:   func.func @last_again(%[[ARG0:.*]]: memref<?{n}xf32>, %[[ARG1:.*]]: memref<?{n}xf32>) attributes {tf.signature = (tensor<?{n}xf32>) -> tensor<?{n}xf32>} {
// FULL_OFF-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL_OFF-NEXT:     %[[C16:.*]] = arith.constant 16 : index
// FULL_OFF-NEXT:     %[[V0:.*]] = mem.extent [n] : index
// FULL_OFF-NEXT:     %[[V1:.*]] = arith.remui %[[V0]], %[[C16]] : index
// FULL_OFF-NEXT:     %[[V2:.*]] = arith.subi %[[V0]], %[[V1]] : index
// FULL_OFF-NEXT:     loop.for %[[I:.*]] = %[[C0]] to %[[V2]] step %[[C16]] {
// FULL_OFF-NEXT:       %[[V5:.*]] = vector.load %[[ARG0]][%[[I]]] axis = 0 : memref<?{n}xf32>, vector<16xf32>
// FULL_OFF-NEXT:       vector.store %[[V5]], %[[ARG1]][%[[I]]] axis = 0 : memref<?{n}xf32>, vector<16xf32>
// FULL_OFF-NEXT:       loop.yield
// FULL_OFF-NEXT:     }
// FULL_OFF-NEXT:     %[[V3:.*]] = arith.subi %[[V0]], %[[C16]] : index
// FULL_OFF-NEXT:     %[[V4:.*]] = vector.load %[[ARG0]][%[[V3]]] axis = 0 : memref<?{n}xf32>, vector<16xf32>
// FULL_OFF-NEXT:     vector.store %[[V4]], %[[ARG1]][%[[V3]]] axis = 0 : memref<?{n}xf32>, vector<16xf32>
// FULL_OFF-NEXT:     return
// FULL_OFF-NEXT:   }

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
// FULL-NEXT:   func.func @blocks(%[[ARG0:.*]]: memref<?{n}xf32>, %[[ARG1:.*]]: memref<?{n}xf32> {tf.takes_over = [0]}) attributes {tf.signature = (tensor<?{n}xf32>) -> tensor<?{n}xf32>} {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C7:.*]] = arith.constant 7 : index
// FULL-NEXT:     %[[C8:.*]] = arith.constant 8 : index
// FULL-NEXT:     %[[V0:.*]] = mem.extent [n] : index
// FULL-NEXT:     %[[V1:.*]] = arith.addi %[[V0]], %[[C7]] : index
// FULL-NEXT:     %[[V2:.*]] = arith.divui %[[V1]], %[[C8]] : index
// FULL-NEXT:     loop.parallel (%[[I:.*]]) = (%[[C0]]) to (%[[V2]]) step (%[[C1]]) {
// FULL-NEXT:       %[[V3:.*]] = arith.muli %[[I]], %[[C8]] : index
// FULL-NEXT:       %[[V4:.*]] = arith.addi %[[V3]], %[[C1]] : index
// FULL-NEXT:       %[[V5:.*]] = arith.addi %[[V3]], %[[C8]] : index
// FULL-NEXT:       %[[V6:.*]] = arith.cmpi sle, %[[V5]], %[[V0]] : index
// FULL-NEXT:       loop.if %[[V6]] {
// FULL-NEXT:         %[[V7:.*]] = mem.load %[[ARG0]][%[[V3]]] : memref<?{n}xf32>
// FULL-NEXT:         %[[V8:.*]] = mem.load %[[ARG0]][%[[V4]]] : memref<?{n}xf32>
// FULL-NEXT:         mem.store %[[V7]], %[[ARG1]][%[[V3]]] : memref<?{n}xf32>
// FULL-NEXT:         mem.store %[[V8]], %[[ARG1]][%[[V4]]] : memref<?{n}xf32>
// FULL-NEXT:         loop.yield
// FULL-NEXT:       } else {
// FULL-NEXT:         loop.for %[[I_0:.*]] = %[[V3]] to %[[V0]] step %[[C1]] {
// FULL-NEXT:           %[[V7]] = mem.load %[[ARG0]][%[[I_0]]] : memref<?{n}xf32>
// FULL-NEXT:           mem.store %[[V7]], %[[ARG1]][%[[I_0]]] : memref<?{n}xf32>
// FULL-NEXT:           loop.yield
// FULL-NEXT:         }
// FULL-NEXT:         loop.yield
// FULL-NEXT:       }
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     return
// FULL-NEXT:   }
// FULL_OFF-NEXT:   func.func @blocks(%[[ARG0:.*]]: memref<?{n}xf32>, %[[ARG1:.*]]: memref<?{n}xf32>) attributes {tf.signature = (tensor<?{n}xf32>) -> tensor<?{n}xf32>} {
// FULL_OFF-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL_OFF-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL_OFF-NEXT:     %[[C7:.*]] = arith.constant 7 : index
// FULL_OFF-NEXT:     %[[C8:.*]] = arith.constant 8 : index
// FULL_OFF-NEXT:     %[[V0:.*]] = mem.extent [n] : index
// FULL_OFF-NEXT:     %[[V1:.*]] = arith.addi %[[V0]], %[[C7]] : index
// FULL_OFF-NEXT:     %[[V2:.*]] = arith.divui %[[V1]], %[[C8]] : index
// FULL_OFF-NEXT:     loop.parallel (%[[I:.*]]) = (%[[C0]]) to (%[[V2]]) step (%[[C1]]) {
// FULL_OFF-NEXT:       %[[V3:.*]] = arith.muli %[[I]], %[[C8]] : index
// FULL_OFF-NEXT:       %[[V4:.*]] = arith.addi %[[V3]], %[[C1]] : index
// FULL_OFF-NEXT:       %[[V5:.*]] = arith.addi %[[V3]], %[[C8]] : index
// FULL_OFF-NEXT:       %[[V6:.*]] = arith.cmpi sle, %[[V5]], %[[V0]] : index
// FULL_OFF-NEXT:       loop.if %[[V6]] {
// FULL_OFF-NEXT:         %[[V7:.*]] = mem.load %[[ARG0]][%[[V3]]] : memref<?{n}xf32>
// FULL_OFF-NEXT:         %[[V8:.*]] = mem.load %[[ARG0]][%[[V4]]] : memref<?{n}xf32>
// FULL_OFF-NEXT:         mem.store %[[V7]], %[[ARG1]][%[[V3]]] : memref<?{n}xf32>
// FULL_OFF-NEXT:         mem.store %[[V8]], %[[ARG1]][%[[V4]]] : memref<?{n}xf32>
// FULL_OFF-NEXT:         loop.yield
// FULL_OFF-NEXT:       } else {
// FULL_OFF-NEXT:         loop.for %[[I_0:.*]] = %[[V3]] to %[[V0]] step %[[C1]] {
// FULL_OFF-NEXT:           %[[V7]] = mem.load %[[ARG0]][%[[I_0]]] : memref<?{n}xf32>
// FULL_OFF-NEXT:           mem.store %[[V7]], %[[ARG1]][%[[I_0]]] : memref<?{n}xf32>
// FULL_OFF-NEXT:           loop.yield
// FULL_OFF-NEXT:         }
// FULL_OFF-NEXT:         loop.yield
// FULL_OFF-NEXT:       }
// FULL_OFF-NEXT:       loop.yield
// FULL_OFF-NEXT:     }
// FULL_OFF-NEXT:     return
// FULL_OFF-NEXT:   }

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
// FULL-NEXT:   func.func @next_in_order(%[[ARG0:.*]]: memref<8xf32>, %[[ARG1:.*]]: memref<8xf32> {tf.takes_over = [0]}) attributes {tf.signature = (tensor<8xf32>) -> tensor<8xf32>} {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C7:.*]] = arith.constant 7 : index
// FULL-NEXT:     loop.for %[[I:.*]] = %[[C0]] to %[[C7]] step %[[C1]] {
// FULL-NEXT:       %[[V0:.*]] = arith.addi %[[I]], %[[C1]] : index
// FULL-NEXT:       %[[V1:.*]] = mem.load %[[ARG0]][%[[V0]]] : memref<8xf32>
// FULL-NEXT:       mem.store %[[V1]], %[[ARG1]][%[[I]]] : memref<8xf32>
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     return
// FULL-NEXT:   }
// FULL_OFF-NEXT:   func.func @next_in_order(%[[ARG0:.*]]: memref<8xf32>, %[[ARG1:.*]]: memref<8xf32>) attributes {tf.signature = (tensor<8xf32>) -> tensor<8xf32>} {
// FULL_OFF-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL_OFF-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL_OFF-NEXT:     %[[C7:.*]] = arith.constant 7 : index
// FULL_OFF-NEXT:     loop.for %[[I:.*]] = %[[C0]] to %[[C7]] step %[[C1]] {
// FULL_OFF-NEXT:       %[[V0:.*]] = arith.addi %[[I]], %[[C1]] : index
// FULL_OFF-NEXT:       %[[V1:.*]] = mem.load %[[ARG0]][%[[V0]]] : memref<8xf32>
// FULL_OFF-NEXT:       mem.store %[[V1]], %[[ARG1]][%[[I]]] : memref<8xf32>
// FULL_OFF-NEXT:       loop.yield
// FULL_OFF-NEXT:     }
// FULL_OFF-NEXT:     return
// FULL_OFF-NEXT:   }

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
// FULL-NEXT:   func.func @next_in_parallel(%[[ARG0:.*]]: memref<8xf32>, %[[ARG1:.*]]: memref<8xf32>) attributes {tf.signature = (tensor<8xf32>) -> tensor<8xf32>} {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C7:.*]] = arith.constant 7 : index
// FULL-NEXT:     loop.parallel (%[[I:.*]]) = (%[[C0]]) to (%[[C7]]) step (%[[C1]]) {
// FULL-NEXT:       %[[V0:.*]] = arith.addi %[[I]], %[[C1]] : index
// FULL-NEXT:       %[[V1:.*]] = mem.load %[[ARG0]][%[[V0]]] : memref<8xf32>
// FULL-NEXT:       mem.store %[[V1]], %[[ARG1]][%[[I]]] : memref<8xf32>
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     return
// FULL-NEXT:   }
// FULL_OFF-NEXT:   func.func @next_in_parallel(%[[ARG0:.*]]: memref<8xf32>, %[[ARG1:.*]]: memref<8xf32>) attributes {tf.signature = (tensor<8xf32>) -> tensor<8xf32>} {
// FULL_OFF-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL_OFF-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL_OFF-NEXT:     %[[C7:.*]] = arith.constant 7 : index
// FULL_OFF-NEXT:     loop.parallel (%[[I:.*]]) = (%[[C0]]) to (%[[C7]]) step (%[[C1]]) {
// FULL_OFF-NEXT:       %[[V0:.*]] = arith.addi %[[I]], %[[C1]] : index
// FULL_OFF-NEXT:       %[[V1:.*]] = mem.load %[[ARG0]][%[[V0]]] : memref<8xf32>
// FULL_OFF-NEXT:       mem.store %[[V1]], %[[ARG1]][%[[I]]] : memref<8xf32>
// FULL_OFF-NEXT:       loop.yield
// FULL_OFF-NEXT:     }
// FULL_OFF-NEXT:     return
// FULL_OFF-NEXT:   }

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
// FULL-NEXT:   func.func @previous_in_order(%[[ARG0:.*]]: memref<8xf32>, %[[ARG1:.*]]: memref<8xf32>) attributes {tf.signature = (tensor<8xf32>) -> tensor<8xf32>} {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C7:.*]] = arith.constant 7 : index
// FULL-NEXT:     loop.for %[[I:.*]] = %[[C0]] to %[[C7]] step %[[C1]] {
// FULL-NEXT:       %[[V0:.*]] = arith.addi %[[I]], %[[C1]] : index
// FULL-NEXT:       %[[V1:.*]] = mem.load %[[ARG0]][%[[I]]] : memref<8xf32>
// FULL-NEXT:       mem.store %[[V1]], %[[ARG1]][%[[V0]]] : memref<8xf32>
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     return
// FULL-NEXT:   }
// FULL_OFF-NEXT:   func.func @previous_in_order(%[[ARG0:.*]]: memref<8xf32>, %[[ARG1:.*]]: memref<8xf32>) attributes {tf.signature = (tensor<8xf32>) -> tensor<8xf32>} {
// FULL_OFF-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL_OFF-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL_OFF-NEXT:     %[[C7:.*]] = arith.constant 7 : index
// FULL_OFF-NEXT:     loop.for %[[I:.*]] = %[[C0]] to %[[C7]] step %[[C1]] {
// FULL_OFF-NEXT:       %[[V0:.*]] = arith.addi %[[I]], %[[C1]] : index
// FULL_OFF-NEXT:       %[[V1:.*]] = mem.load %[[ARG0]][%[[I]]] : memref<8xf32>
// FULL_OFF-NEXT:       mem.store %[[V1]], %[[ARG1]][%[[V0]]] : memref<8xf32>
// FULL_OFF-NEXT:       loop.yield
// FULL_OFF-NEXT:     }
// FULL_OFF-NEXT:     return
// FULL_OFF-NEXT:   }

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
// FULL-NEXT:   func.func @transpose(%[[ARG0:.*]]: memref<8x8xf32>, %[[ARG1:.*]]: memref<8x8xf32>) attributes {tf.signature = (tensor<8x8xf32>) -> tensor<8x8xf32>} {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C8:.*]] = arith.constant 8 : index
// FULL-NEXT:     loop.parallel (%[[I:.*]], %[[J:.*]]) = (%[[C0]], %[[C0]]) to (%[[C8]], %[[C8]]) step (%[[C1]], %[[C1]]) {
// FULL-NEXT:       %[[V0:.*]] = mem.load %[[ARG0]][%[[I]], %[[J]]] : memref<8x8xf32>
// FULL-NEXT:       mem.store %[[V0]], %[[ARG1]][%[[J]], %[[I]]] : memref<8x8xf32>
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     return
// FULL-NEXT:   }
// FULL_OFF-NEXT:   func.func @transpose(%[[ARG0:.*]]: memref<8x8xf32>, %[[ARG1:.*]]: memref<8x8xf32>) attributes {tf.signature = (tensor<8x8xf32>) -> tensor<8x8xf32>} {
// FULL_OFF-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL_OFF-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL_OFF-NEXT:     %[[C8:.*]] = arith.constant 8 : index
// FULL_OFF-NEXT:     loop.parallel (%[[I:.*]], %[[J:.*]]) = (%[[C0]], %[[C0]]) to (%[[C8]], %[[C8]]) step (%[[C1]], %[[C1]]) {
// FULL_OFF-NEXT:       %[[V0:.*]] = mem.load %[[ARG0]][%[[I]], %[[J]]] : memref<8x8xf32>
// FULL_OFF-NEXT:       mem.store %[[V0]], %[[ARG1]][%[[J]], %[[I]]] : memref<8x8xf32>
// FULL_OFF-NEXT:       loop.yield
// FULL_OFF-NEXT:     }
// FULL_OFF-NEXT:     return
// FULL_OFF-NEXT:   }

// All is read before anything is written: then equal bytes are enough. What is written first is read too
// late.
// CHECK-LABEL: func.func @nests
// CHECK-SAME: %arg2: memref<4x2xi32> {tf.takes_over = [0]}, %arg3: memref<8xf32> {tf.takes_over = [0, 1]})
func.func @nests(%x: memref<8xf32>, %z: memref<8xf32>, %y: memref<4x2xi32>, %w: memref<8xf32>)
// FULL-NEXT:   func.func @nests(%[[ARG0:.*]]: memref<8xf32>, %[[ARG1:.*]]: memref<8xf32>, %[[ARG2:.*]]: memref<4x2xi32> {tf.takes_over = [0]}, %[[ARG3:.*]]: memref<8xf32> {tf.takes_over = [0, 1]}) attributes {tf.signature = (tensor<8xf32>, tensor<8xf32>) -> (tensor<4x2xi32>, tensor<8xf32>)} {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C8:.*]] = arith.constant 8 : index
// FULL-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:     %[[C3_I32:.*]] = arith.constant 3 : i32
// FULL-NEXT:     %[[V0:.*]] = loop.for %[[I:.*]] = %[[C0]] to %[[C8]] step %[[C1]] iter_args(%[[ARG4:.*]] = %[[CST]]) -> (f32) {
// FULL-NEXT:       %[[V1:.*]] = mem.load %[[ARG0]][%[[I]]] : memref<8xf32>
// FULL-NEXT:       %[[V2:.*]] = arith.addf %[[ARG4]], %[[V1]] : f32
// FULL-NEXT:       loop.yield %[[V2]] : f32
// FULL-NEXT:     }
// FULL-NEXT:     mem.store %[[C3_I32]], %[[ARG2]][%[[C0]], %[[C1]]] : memref<4x2xi32>
// FULL-NEXT:     loop.for %[[I_0:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// FULL-NEXT:       %[[V1]] = mem.load %[[ARG1]][%[[I_0]]] : memref<8xf32>
// FULL-NEXT:       %[[V2]] = arith.addf %[[V1]], %[[V0]] : f32
// FULL-NEXT:       mem.store %[[V2]], %[[ARG3]][%[[I_0]]] : memref<8xf32>
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     return
// FULL-NEXT:   }
// FULL_OFF-NEXT:   func.func @nests(%[[ARG0:.*]]: memref<8xf32>, %[[ARG1:.*]]: memref<8xf32>, %[[ARG2:.*]]: memref<4x2xi32>, %[[ARG3:.*]]: memref<8xf32>) attributes {tf.signature = (tensor<8xf32>, tensor<8xf32>) -> (tensor<4x2xi32>, tensor<8xf32>)} {
// FULL_OFF-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL_OFF-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL_OFF-NEXT:     %[[C8:.*]] = arith.constant 8 : index
// FULL_OFF-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL_OFF-NEXT:     %[[C3_I32:.*]] = arith.constant 3 : i32
// FULL_OFF-NEXT:     %[[V0:.*]] = loop.for %[[I:.*]] = %[[C0]] to %[[C8]] step %[[C1]] iter_args(%[[ARG4:.*]] = %[[CST]]) -> (f32) {
// FULL_OFF-NEXT:       %[[V1:.*]] = mem.load %[[ARG0]][%[[I]]] : memref<8xf32>
// FULL_OFF-NEXT:       %[[V2:.*]] = arith.addf %[[ARG4]], %[[V1]] : f32
// FULL_OFF-NEXT:       loop.yield %[[V2]] : f32
// FULL_OFF-NEXT:     }
// FULL_OFF-NEXT:     mem.store %[[C3_I32]], %[[ARG2]][%[[C0]], %[[C1]]] : memref<4x2xi32>
// FULL_OFF-NEXT:     loop.for %[[I_0:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// FULL_OFF-NEXT:       %[[V1]] = mem.load %[[ARG1]][%[[I_0]]] : memref<8xf32>
// FULL_OFF-NEXT:       %[[V2]] = arith.addf %[[V1]], %[[V0]] : f32
// FULL_OFF-NEXT:       mem.store %[[V2]], %[[ARG3]][%[[I_0]]] : memref<8xf32>
// FULL_OFF-NEXT:       loop.yield
// FULL_OFF-NEXT:     }
// FULL_OFF-NEXT:     return
// FULL_OFF-NEXT:   }
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
// FULL-NEXT:   func.func @copied(%[[ARG0:.*]]: memref<8xf32>, %[[ARG1:.*]]: index, %[[ARG2:.*]]: memref<8xf32> {tf.takes_over = [0]}) attributes {tf.signature = (tensor<8xf32>, index) -> tensor<8xf32>} {
// FULL-NEXT:     %[[CST:.*]] = arith.constant 1.000000e+00 : f32
// FULL-NEXT:     mem.copy %[[ARG0]], %[[ARG2]] : memref<8xf32>
// FULL-NEXT:     mem.store %[[CST]], %[[ARG2]][%[[ARG1]]] : memref<8xf32>
// FULL-NEXT:     return
// FULL-NEXT:   }
// FULL_OFF-NEXT:   func.func @copied(%[[ARG0:.*]]: memref<8xf32>, %[[ARG1:.*]]: index, %[[ARG2:.*]]: memref<8xf32>) attributes {tf.signature = (tensor<8xf32>, index) -> tensor<8xf32>} {
// FULL_OFF-NEXT:     %[[CST:.*]] = arith.constant 1.000000e+00 : f32
// FULL_OFF-NEXT:     mem.copy %[[ARG0]], %[[ARG2]] : memref<8xf32>
// FULL_OFF-NEXT:     mem.store %[[CST]], %[[ARG2]][%[[ARG1]]] : memref<8xf32>
// FULL_OFF-NEXT:     return
// FULL_OFF-NEXT:   }

// CHECK-LABEL: func.func @read_behind
// CHECK-NOT: tf.takes_over
func.func @read_behind(%x: memref<8xf32>, %at: index, %y: memref<8xf32>) attributes {tf.signature = (tensor<8xf32>, index) -> tensor<8xf32>} {
  %zero = arith.constant 0 : index
  mem.copy %x, %y : memref<8xf32>
  %a = mem.load %x[%zero] : memref<8xf32>
  mem.store %a, %y[%at] : memref<8xf32>
  return
}
// FULL-NEXT:   func.func @read_behind(%[[ARG0:.*]]: memref<8xf32>, %[[ARG1:.*]]: index, %[[ARG2:.*]]: memref<8xf32>) attributes {tf.signature = (tensor<8xf32>, index) -> tensor<8xf32>} {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     mem.copy %[[ARG0]], %[[ARG2]] : memref<8xf32>
// FULL-NEXT:     %[[V0:.*]] = mem.load %[[ARG0]][%[[C0]]] : memref<8xf32>
// FULL-NEXT:     mem.store %[[V0]], %[[ARG2]][%[[ARG1]]] : memref<8xf32>
// FULL-NEXT:     return
// FULL-NEXT:   }
// FULL_OFF-NEXT:   func.func @read_behind(%[[ARG0:.*]]: memref<8xf32>, %[[ARG1:.*]]: index, %[[ARG2:.*]]: memref<8xf32>) attributes {tf.signature = (tensor<8xf32>, index) -> tensor<8xf32>} {
// FULL_OFF-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL_OFF-NEXT:     mem.copy %[[ARG0]], %[[ARG2]] : memref<8xf32>
// FULL_OFF-NEXT:     %[[V0:.*]] = mem.load %[[ARG0]][%[[C0]]] : memref<8xf32>
// FULL_OFF-NEXT:     mem.store %[[V0]], %[[ARG2]][%[[ARG1]]] : memref<8xf32>
// FULL_OFF-NEXT:     return
// FULL_OFF-NEXT:   }

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
// FULL-NEXT:   func.func @again(%[[ARG0:.*]]: memref<8xf32>, %[[ARG1:.*]]: memref<8xf32>) attributes {tf.signature = (tensor<8xf32>) -> tensor<8xf32>} {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[CST:.*]] = arith.constant 1.000000e+00 : f32
// FULL-NEXT:     %[[V0:.*]] = loop.while (%[[ARG2:.*]] = %[[CST]]) : (f32) -> (f32) {
// FULL-NEXT:       %[[CST_0:.*]] = arith.constant 1.000000e+02 : f32
// FULL-NEXT:       %[[V1:.*]] = arith.cmpf olt, %[[ARG2]], %[[CST_0]] : f32
// FULL-NEXT:       loop.condition %[[V1]], %[[ARG2]] : f32
// FULL-NEXT:     } do (%[[ARG2]]: f32) {
// FULL-NEXT:       %[[V1]] = mem.load %[[ARG0]][%[[C0]]] : memref<8xf32>
// FULL-NEXT:       %[[V2:.*]] = arith.addf %[[V1]], %[[ARG2]] : f32
// FULL-NEXT:       mem.store %[[V2]], %[[ARG1]][%[[C0]]] : memref<8xf32>
// FULL-NEXT:       loop.yield %[[V2]] : f32
// FULL-NEXT:     }
// FULL-NEXT:     return
// FULL-NEXT:   }
// FULL-NEXT: }
// FULL_OFF-NEXT:   func.func @again(%[[ARG0:.*]]: memref<8xf32>, %[[ARG1:.*]]: memref<8xf32>) attributes {tf.signature = (tensor<8xf32>) -> tensor<8xf32>} {
// FULL_OFF-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL_OFF-NEXT:     %[[CST:.*]] = arith.constant 1.000000e+00 : f32
// FULL_OFF-NEXT:     %[[V0:.*]] = loop.while (%[[ARG2:.*]] = %[[CST]]) : (f32) -> (f32) {
// FULL_OFF-NEXT:       %[[CST_0:.*]] = arith.constant 1.000000e+02 : f32
// FULL_OFF-NEXT:       %[[V1:.*]] = arith.cmpf olt, %[[ARG2]], %[[CST_0]] : f32
// FULL_OFF-NEXT:       loop.condition %[[V1]], %[[ARG2]] : f32
// FULL_OFF-NEXT:     } do (%[[ARG2]]: f32) {
// FULL_OFF-NEXT:       %[[V1]] = mem.load %[[ARG0]][%[[C0]]] : memref<8xf32>
// FULL_OFF-NEXT:       %[[V2:.*]] = arith.addf %[[V1]], %[[ARG2]] : f32
// FULL_OFF-NEXT:       mem.store %[[V2]], %[[ARG1]][%[[C0]]] : memref<8xf32>
// FULL_OFF-NEXT:       loop.yield %[[V2]] : f32
// FULL_OFF-NEXT:     }
// FULL_OFF-NEXT:     return
// FULL_OFF-NEXT:   }
// FULL_OFF-NEXT: }
