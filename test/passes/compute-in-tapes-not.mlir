// Loops whose states stay copies of what they keep.
// RUN: tfopt %s --compute-in-tapes --check-semantics | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt %s --cpu --target=znver4 | tee %t.code | FileCheck %s --check-prefix=CODE
// COMPLETE: FULL
// GOLDEN: cat %t.code
// No tape is copied.
// CODE-NOT: mem.copy {{.*}}memref<8x40xf32>

// The next state is no compute's: a scan makes it, and a sort reads it as a whole.
// CHECK-LABEL: func.func @scanned(
// CHECK: loop.for {{.*}} -> (tensor<40xf32>, tensor<8x40xf32>)
// CHECK: tensor.scan
func.func @scanned(%x: tensor<40xf32>) -> tensor<40xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %e = tensor.empty : tensor<8x40xf32>
  %s, %k = loop.for %t = %c0 to %c8 step %c1 iter_args(%a = %x, %tape = %e) -> (tensor<40xf32>, tensor<8x40xf32>) {
    %kept = tensor.compute (%i) in [40] accumulate(set unique %acc = %tape : tensor<8x40xf32>) {
      %v = tensor.at %a[%i] : tensor<40xf32>
      tensor.put %v into %acc[%t, %i] : memref<8x40xf32>
      tensor.yield
    }
    %next = tensor.scan add %a dim = 0 : tensor<40xf32>
    loop.yield %next, %kept : tensor<40xf32>, tensor<8x40xf32>
  }
  %y = tensor.compute (%i) in [40] {
    %v = tensor.at %k[3, %i] : tensor<8x40xf32>
    tensor.yield %v : f32
  } : tensor<40xf32>
  return %y : tensor<40xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @scanned(%[[ARG0:.*]]: tensor<40xf32>) -> tensor<40xf32> {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C8:.*]] = arith.constant 8 : index
// FULL-NEXT:     %[[V0:.*]] = tensor.empty : tensor<8x40xf32>
// FULL-NEXT:     %[[V1:.*]]:2 = loop.for %[[I:.*]] = %[[C0]] to %[[C8]] step %[[C1]] iter_args(%[[ARG1:.*]] = %[[ARG0]], %[[ARG2:.*]] = %[[V0]]) -> (tensor<40xf32>, tensor<8x40xf32>) {
// FULL-NEXT:       %[[V3:.*]] = tensor.compute (%[[I_1:.*]]) in [40] accumulate(set unique %[[ACC:.*]] = %[[ARG2]] : tensor<8x40xf32>) {
// FULL-NEXT:         %[[V5:.*]] = tensor.at %[[ARG1]][%[[I_1]]] : tensor<40xf32>
// FULL-NEXT:         tensor.put %[[V5]] into %[[ACC]][%[[I]], %[[I_1]]] : memref<8x40xf32>
// FULL-NEXT:         tensor.yield
// FULL-NEXT:       }
// FULL-NEXT:       %[[V4:.*]] = tensor.scan add %[[ARG1]] dim = 0 : tensor<40xf32>
// FULL-NEXT:       loop.yield %[[V4]], %[[V3]] : tensor<40xf32>, tensor<8x40xf32>
// FULL-NEXT:     }
// FULL-NEXT:     %[[V2:.*]] = tensor.compute (%[[I_0:.*]]) in [40] {
// FULL-NEXT:       %[[V3]] = tensor.at %[[V1]]#1[3, %[[I_0]]] : tensor<8x40xf32>
// FULL-NEXT:       tensor.yield %[[V3]] : f32
// FULL-NEXT:     } : tensor<40xf32>
// FULL-NEXT:     return %[[V2]] : tensor<40xf32>
// FULL-NEXT:   }

// CHECK-LABEL: func.func @sorted(
// CHECK: loop.for {{.*}} -> (tensor<40xf32>, tensor<8x40xf32>)
// CHECK: tensor.sort
func.func @sorted(%x: tensor<40xf32>) -> tensor<40xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %e = tensor.empty : tensor<8x40xf32>
  %s, %k = loop.for %t = %c0 to %c8 step %c1 iter_args(%a = %x, %tape = %e) -> (tensor<40xf32>, tensor<8x40xf32>) {
    %kept = tensor.compute (%i) in [40] accumulate(set unique %acc = %tape : tensor<8x40xf32>) {
      %v = tensor.at %a[%i] : tensor<40xf32>
      tensor.put %v into %acc[%t, %i] : memref<8x40xf32>
      tensor.yield
    }
    %o = tensor.sort %a dim = 0 by (%p: f32, %q: f32) {
      %less = arith.cmpf olt, %p, %q : f32
      tensor.yield %less : i1
    } : tensor<40xf32>
    %next = tensor.compute (%i) in [40] {
      %l = tensor.at %o[%i] : tensor<40xf32>
      %m = tensor.at %a[%i] : tensor<40xf32>
      %v = arith.subf %l, %m : f32
      tensor.yield %v : f32
    } : tensor<40xf32>
    loop.yield %next, %kept : tensor<40xf32>, tensor<8x40xf32>
  }
  %y = tensor.compute (%i) in [40] {
    %v = tensor.at %k[3, %i] : tensor<8x40xf32>
    tensor.yield %v : f32
  } : tensor<40xf32>
  return %y : tensor<40xf32>
}
// FULL-NEXT:   func.func @sorted(%[[ARG0:.*]]: tensor<40xf32>) -> tensor<40xf32> {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C8:.*]] = arith.constant 8 : index
// FULL-NEXT:     %[[V0:.*]] = tensor.empty : tensor<8x40xf32>
// FULL-NEXT:     %[[V1:.*]]:2 = loop.for %[[I:.*]] = %[[C0]] to %[[C8]] step %[[C1]] iter_args(%[[ARG1:.*]] = %[[ARG0]], %[[ARG2:.*]] = %[[V0]]) -> (tensor<40xf32>, tensor<8x40xf32>) {
// FULL-NEXT:       %[[V3:.*]] = tensor.compute (%[[I_1:.*]]) in [40] accumulate(set unique %[[ACC:.*]] = %[[ARG2]] : tensor<8x40xf32>) {
// FULL-NEXT:         %[[V6:.*]] = tensor.at %[[ARG1]][%[[I_1]]] : tensor<40xf32>
// FULL-NEXT:         tensor.put %[[V6]] into %[[ACC]][%[[I]], %[[I_1]]] : memref<8x40xf32>
// FULL-NEXT:         tensor.yield
// FULL-NEXT:       }
// FULL-NEXT:       %[[V4:.*]] = tensor.sort %[[ARG1]] dim = 0 by (%[[ARG3:.*]]: f32, %[[ARG4:.*]]: f32) {
// FULL-NEXT:         %[[V6]] = arith.cmpf olt, %[[ARG3]], %[[ARG4]] : f32
// FULL-NEXT:         tensor.yield %[[V6]] : i1
// FULL-NEXT:       } : tensor<40xf32>
// FULL-NEXT:       %[[V5:.*]] = tensor.compute (%[[I_2:.*]]) in [40] {
// FULL-NEXT:         %[[V6]] = tensor.at %[[V4]][%[[I_2]]] : tensor<40xf32>
// FULL-NEXT:         %[[V7:.*]] = tensor.at %[[ARG1]][%[[I_2]]] : tensor<40xf32>
// FULL-NEXT:         %[[V8:.*]] = arith.subf %[[V6]], %[[V7]] : f32
// FULL-NEXT:         tensor.yield %[[V8]] : f32
// FULL-NEXT:       } : tensor<40xf32>
// FULL-NEXT:       loop.yield %[[V5]], %[[V3]] : tensor<40xf32>, tensor<8x40xf32>
// FULL-NEXT:     }
// FULL-NEXT:     %[[V2:.*]] = tensor.compute (%[[I_0:.*]]) in [40] {
// FULL-NEXT:       %[[V3]] = tensor.at %[[V1]]#1[3, %[[I_0]]] : tensor<8x40xf32>
// FULL-NEXT:       tensor.yield %[[V3]] : f32
// FULL-NEXT:     } : tensor<40xf32>
// FULL-NEXT:     return %[[V2]] : tensor<40xf32>
// FULL-NEXT:   }

// The state is handed on to two others; the tape holds something before the loop; it is read in the loop; it
// is a result as a whole; which slot is read behind it is not known; there may be more trips than slots.
// CHECK-LABEL: func.func @twice(
// CHECK: loop.for {{.*}} -> (tensor<40xf32>, tensor<40xf32>, tensor<40xf32>, tensor<8x40xf32>)
func.func @twice(%x: tensor<40xf32>) -> (tensor<40xf32>, tensor<40xf32>, tensor<40xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %e = tensor.empty : tensor<8x40xf32>
  %s, %p, %q, %k = loop.for %t = %c0 to %c8 step %c1 iter_args(%a = %x, %b = %x, %c = %x, %tape = %e) -> (tensor<40xf32>, tensor<40xf32>, tensor<40xf32>, tensor<8x40xf32>) {
    %kept = tensor.compute (%i) in [40] accumulate(set unique %acc = %tape : tensor<8x40xf32>) {
      %v = tensor.at %a[%i] : tensor<40xf32>
      tensor.put %v into %acc[%t, %i] : memref<8x40xf32>
      tensor.yield
    }
    %next = tensor.compute (%i) in [40] {
      %v = tensor.at %a[%i] : tensor<40xf32>
      %w = math.sin %v : f32
      tensor.yield %w : f32
    } : tensor<40xf32>
    loop.yield %next, %a, %a, %kept : tensor<40xf32>, tensor<40xf32>, tensor<40xf32>, tensor<8x40xf32>
  }
  %y = tensor.compute (%i) in [40] {
    %v = tensor.at %k[3, %i] : tensor<8x40xf32>
    tensor.yield %v : f32
  } : tensor<40xf32>
  return %y, %p, %q : tensor<40xf32>, tensor<40xf32>, tensor<40xf32>
}
// FULL-NEXT:   func.func @twice(%[[ARG0:.*]]: tensor<40xf32>) -> (tensor<40xf32>, tensor<40xf32>, tensor<40xf32>) {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C8:.*]] = arith.constant 8 : index
// FULL-NEXT:     %[[V0:.*]] = tensor.empty : tensor<8x40xf32>
// FULL-NEXT:     %[[V1:.*]]:4 = loop.for %[[I:.*]] = %[[C0]] to %[[C8]] step %[[C1]] iter_args(%[[ARG1:.*]] = %[[ARG0]], %[[ARG2:.*]] = %[[ARG0]], %[[ARG3:.*]] = %[[ARG0]], %[[ARG4:.*]] = %[[V0]]) -> (tensor<40xf32>, tensor<40xf32>, tensor<40xf32>, tensor<8x40xf32>) {
// FULL-NEXT:       %[[V3:.*]] = tensor.compute (%[[I_1:.*]]) in [40] accumulate(set unique %[[ACC:.*]] = %[[ARG4]] : tensor<8x40xf32>) {
// FULL-NEXT:         %[[V5:.*]] = tensor.at %[[ARG1]][%[[I_1]]] : tensor<40xf32>
// FULL-NEXT:         tensor.put %[[V5]] into %[[ACC]][%[[I]], %[[I_1]]] : memref<8x40xf32>
// FULL-NEXT:         tensor.yield
// FULL-NEXT:       }
// FULL-NEXT:       %[[V4:.*]] = tensor.compute (%[[I_2:.*]]) in [40] {
// FULL-NEXT:         %[[V5]] = tensor.at %[[ARG1]][%[[I_2]]] : tensor<40xf32>
// FULL-NEXT:         %[[V6:.*]] = math.sin %[[V5]] : f32
// FULL-NEXT:         tensor.yield %[[V6]] : f32
// FULL-NEXT:       } : tensor<40xf32>
// FULL-NEXT:       loop.yield %[[V4]], %[[ARG1]], %[[ARG1]], %[[V3]] : tensor<40xf32>, tensor<40xf32>, tensor<40xf32>, tensor<8x40xf32>
// FULL-NEXT:     }
// FULL-NEXT:     %[[V2:.*]] = tensor.compute (%[[I_0:.*]]) in [40] {
// FULL-NEXT:       %[[V3]] = tensor.at %[[V1]]#3[3, %[[I_0]]] : tensor<8x40xf32>
// FULL-NEXT:       tensor.yield %[[V3]] : f32
// FULL-NEXT:     } : tensor<40xf32>
// FULL-NEXT:     return %[[V2]], %[[V1]]#1, %[[V1]]#2 : tensor<40xf32>, tensor<40xf32>, tensor<40xf32>
// FULL-NEXT:   }

// CHECK-LABEL: func.func @begun(
// CHECK: loop.for {{.*}} -> (tensor<40xf32>, tensor<8x40xf32>)
func.func @begun(%x: tensor<40xf32>, %trips: index) -> tensor<40xf32> {
  %e = arith.constant dense<0.0> : tensor<8x40xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %n = arith.minsi %trips, %c7 : index
  %s, %k = loop.for %t = %c0 to %n step %c1 iter_args(%a = %x, %tape = %e) -> (tensor<40xf32>, tensor<8x40xf32>) {
    %kept = tensor.compute (%i) in [40] accumulate(set unique %acc = %tape : tensor<8x40xf32>) {
      %v = tensor.at %a[%i] : tensor<40xf32>
      tensor.put %v into %acc[%t, %i] : memref<8x40xf32>
      tensor.yield
    }
    %next = tensor.compute (%i) in [40] {
      %v = tensor.at %a[%i] : tensor<40xf32>
      %w = math.sin %v : f32
      tensor.yield %w : f32
    } : tensor<40xf32>
    loop.yield %next, %kept : tensor<40xf32>, tensor<8x40xf32>
  }
  %y = tensor.compute (%i) in [40] {
    %v = tensor.at %k[7, %i] : tensor<8x40xf32>
    tensor.yield %v : f32
  } : tensor<40xf32>
  return %y : tensor<40xf32>
}
// FULL-NEXT:   func.func @begun(%[[ARG0:.*]]: tensor<40xf32>, %[[ARG1:.*]]: index) -> tensor<40xf32> {
// FULL-NEXT:     %[[CST:.*]] = arith.constant dense<0.000000e+00> : tensor<8x40xf32>
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C7:.*]] = arith.constant 7 : index
// FULL-NEXT:     %[[V0:.*]] = arith.minsi %[[ARG1]], %[[C7]] : index
// FULL-NEXT:     %[[V1:.*]]:2 = loop.for %[[I:.*]] = %[[C0]] to %[[V0]] step %[[C1]] iter_args(%[[ARG2:.*]] = %[[ARG0]], %[[ARG3:.*]] = %[[CST]]) -> (tensor<40xf32>, tensor<8x40xf32>) {
// FULL-NEXT:       %[[V3:.*]] = tensor.compute (%[[I_1:.*]]) in [40] accumulate(set unique %[[ACC:.*]] = %[[ARG3]] : tensor<8x40xf32>) {
// FULL-NEXT:         %[[V5:.*]] = tensor.at %[[ARG2]][%[[I_1]]] : tensor<40xf32>
// FULL-NEXT:         tensor.put %[[V5]] into %[[ACC]][%[[I]], %[[I_1]]] : memref<8x40xf32>
// FULL-NEXT:         tensor.yield
// FULL-NEXT:       }
// FULL-NEXT:       %[[V4:.*]] = tensor.compute (%[[I_2:.*]]) in [40] {
// FULL-NEXT:         %[[V5]] = tensor.at %[[ARG2]][%[[I_2]]] : tensor<40xf32>
// FULL-NEXT:         %[[V6:.*]] = math.sin %[[V5]] : f32
// FULL-NEXT:         tensor.yield %[[V6]] : f32
// FULL-NEXT:       } : tensor<40xf32>
// FULL-NEXT:       loop.yield %[[V4]], %[[V3]] : tensor<40xf32>, tensor<8x40xf32>
// FULL-NEXT:     }
// FULL-NEXT:     %[[V2:.*]] = tensor.compute (%[[I_0:.*]]) in [40] {
// FULL-NEXT:       %[[V3]] = tensor.at %[[V1]]#1[7, %[[I_0]]] : tensor<8x40xf32>
// FULL-NEXT:       tensor.yield %[[V3]] : f32
// FULL-NEXT:     } : tensor<40xf32>
// FULL-NEXT:     return %[[V2]] : tensor<40xf32>
// FULL-NEXT:   }

// CHECK-LABEL: func.func @unknown_slot(
// CHECK: loop.for {{.*}} -> (tensor<40xf32>, tensor<8x40xf32>)
func.func @unknown_slot(%x: tensor<40xf32>, %slot: index) -> tensor<40xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %e = tensor.empty : tensor<8x40xf32>
  %s, %k = loop.for %t = %c0 to %c8 step %c1 iter_args(%a = %x, %tape = %e) -> (tensor<40xf32>, tensor<8x40xf32>) {
    %kept = tensor.compute (%i) in [40] accumulate(set unique %acc = %tape : tensor<8x40xf32>) {
      %v = tensor.at %a[%i] : tensor<40xf32>
      tensor.put %v into %acc[%t, %i] : memref<8x40xf32>
      tensor.yield
    }
    %next = tensor.compute (%i) in [40] {
      %v = tensor.at %a[%i] : tensor<40xf32>
      %w = math.sin %v : f32
      tensor.yield %w : f32
    } : tensor<40xf32>
    loop.yield %next, %kept : tensor<40xf32>, tensor<8x40xf32>
  }
  %y = tensor.compute (%i) in [40] {
    %v = tensor.at %k[%slot, %i] clamp : tensor<8x40xf32>
    tensor.yield %v : f32
  } : tensor<40xf32>
  return %y : tensor<40xf32>
}
// FULL-NEXT:   func.func @unknown_slot(%[[ARG0:.*]]: tensor<40xf32>, %[[ARG1:.*]]: index) -> tensor<40xf32> {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C8:.*]] = arith.constant 8 : index
// FULL-NEXT:     %[[V0:.*]] = tensor.empty : tensor<8x40xf32>
// FULL-NEXT:     %[[V1:.*]]:2 = loop.for %[[I:.*]] = %[[C0]] to %[[C8]] step %[[C1]] iter_args(%[[ARG2:.*]] = %[[ARG0]], %[[ARG3:.*]] = %[[V0]]) -> (tensor<40xf32>, tensor<8x40xf32>) {
// FULL-NEXT:       %[[V3:.*]] = tensor.compute (%[[I_1:.*]]) in [40] accumulate(set unique %[[ACC:.*]] = %[[ARG3]] : tensor<8x40xf32>) {
// FULL-NEXT:         %[[V5:.*]] = tensor.at %[[ARG2]][%[[I_1]]] : tensor<40xf32>
// FULL-NEXT:         tensor.put %[[V5]] into %[[ACC]][%[[I]], %[[I_1]]] : memref<8x40xf32>
// FULL-NEXT:         tensor.yield
// FULL-NEXT:       }
// FULL-NEXT:       %[[V4:.*]] = tensor.compute (%[[I_2:.*]]) in [40] {
// FULL-NEXT:         %[[V5]] = tensor.at %[[ARG2]][%[[I_2]]] : tensor<40xf32>
// FULL-NEXT:         %[[V6:.*]] = math.sin %[[V5]] : f32
// FULL-NEXT:         tensor.yield %[[V6]] : f32
// FULL-NEXT:       } : tensor<40xf32>
// FULL-NEXT:       loop.yield %[[V4]], %[[V3]] : tensor<40xf32>, tensor<8x40xf32>
// FULL-NEXT:     }
// FULL-NEXT:     %[[V2:.*]] = tensor.compute (%[[I_0:.*]]) in [40] {
// FULL-NEXT:       %[[V3]] = tensor.at %[[V1]]#1[%[[ARG1]], %[[I_0]]] clamp : tensor<8x40xf32>
// FULL-NEXT:       tensor.yield %[[V3]] : f32
// FULL-NEXT:     } : tensor<40xf32>
// FULL-NEXT:     return %[[V2]] : tensor<40xf32>
// FULL-NEXT:   }

// CHECK-LABEL: func.func @more_trips(
// CHECK: loop.for {{.*}} -> (tensor<40xf32>, tensor<8x40xf32>)
func.func @more_trips(%x: tensor<40xf32>) -> tensor<40xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %e = tensor.empty : tensor<8x40xf32>
  %s, %k = loop.for %t = %c0 to %c9 step %c1 iter_args(%a = %x, %tape = %e) -> (tensor<40xf32>, tensor<8x40xf32>) {
    %kept = tensor.compute (%i) in [40] accumulate(set unique %acc = %tape : tensor<8x40xf32>) {
      %v = tensor.at %a[%i] : tensor<40xf32>
      tensor.put %v into %acc[%t, %i] drop : memref<8x40xf32>
      tensor.yield
    }
    %next = tensor.compute (%i) in [40] {
      %v = tensor.at %a[%i] : tensor<40xf32>
      %w = math.sin %v : f32
      tensor.yield %w : f32
    } : tensor<40xf32>
    loop.yield %next, %kept : tensor<40xf32>, tensor<8x40xf32>
  }
  %y = tensor.compute (%i) in [40] {
    %v = tensor.at %k[7, %i] : tensor<8x40xf32>
    tensor.yield %v : f32
  } : tensor<40xf32>
  return %y : tensor<40xf32>
}
// FULL-NEXT:   func.func @more_trips(%[[ARG0:.*]]: tensor<40xf32>) -> tensor<40xf32> {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C9:.*]] = arith.constant 9 : index
// FULL-NEXT:     %[[V0:.*]] = tensor.empty : tensor<8x40xf32>
// FULL-NEXT:     %[[V1:.*]]:2 = loop.for %[[I:.*]] = %[[C0]] to %[[C9]] step %[[C1]] iter_args(%[[ARG1:.*]] = %[[ARG0]], %[[ARG2:.*]] = %[[V0]]) -> (tensor<40xf32>, tensor<8x40xf32>) {
// FULL-NEXT:       %[[V3:.*]] = tensor.compute (%[[I_1:.*]]) in [40] accumulate(set unique %[[ACC:.*]] = %[[ARG2]] : tensor<8x40xf32>) {
// FULL-NEXT:         %[[V5:.*]] = tensor.at %[[ARG1]][%[[I_1]]] : tensor<40xf32>
// FULL-NEXT:         tensor.put %[[V5]] into %[[ACC]][%[[I]], %[[I_1]]] drop : memref<8x40xf32>
// FULL-NEXT:         tensor.yield
// FULL-NEXT:       }
// FULL-NEXT:       %[[V4:.*]] = tensor.compute (%[[I_2:.*]]) in [40] {
// FULL-NEXT:         %[[V5]] = tensor.at %[[ARG1]][%[[I_2]]] : tensor<40xf32>
// FULL-NEXT:         %[[V6:.*]] = math.sin %[[V5]] : f32
// FULL-NEXT:         tensor.yield %[[V6]] : f32
// FULL-NEXT:       } : tensor<40xf32>
// FULL-NEXT:       loop.yield %[[V4]], %[[V3]] : tensor<40xf32>, tensor<8x40xf32>
// FULL-NEXT:     }
// FULL-NEXT:     %[[V2:.*]] = tensor.compute (%[[I_0:.*]]) in [40] {
// FULL-NEXT:       %[[V3]] = tensor.at %[[V1]]#1[7, %[[I_0]]] : tensor<8x40xf32>
// FULL-NEXT:       tensor.yield %[[V3]] : f32
// FULL-NEXT:     } : tensor<40xf32>
// FULL-NEXT:     return %[[V2]] : tensor<40xf32>
// FULL-NEXT:   }

// CHECK-LABEL: func.func @whole(
// CHECK: loop.for {{.*}} -> (tensor<40xf32>, tensor<8x40xf32>)
func.func @whole(%x: tensor<40xf32>) -> tensor<8x40xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %e = tensor.empty : tensor<8x40xf32>
  %s, %k = loop.for %t = %c0 to %c8 step %c1 iter_args(%a = %x, %tape = %e) -> (tensor<40xf32>, tensor<8x40xf32>) {
    %kept = tensor.compute (%i) in [40] accumulate(set unique %acc = %tape : tensor<8x40xf32>) {
      %v = tensor.at %a[%i] : tensor<40xf32>
      tensor.put %v into %acc[%t, %i] : memref<8x40xf32>
      tensor.yield
    }
    %next = tensor.compute (%i) in [40] {
      %v = tensor.at %a[%i] : tensor<40xf32>
      %w = math.sin %v : f32
      tensor.yield %w : f32
    } : tensor<40xf32>
    loop.yield %next, %kept : tensor<40xf32>, tensor<8x40xf32>
  }
  return %k : tensor<8x40xf32>
}
// FULL-NEXT:   func.func @whole(%[[ARG0:.*]]: tensor<40xf32>) -> tensor<8x40xf32> {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C8:.*]] = arith.constant 8 : index
// FULL-NEXT:     %[[V0:.*]] = tensor.empty : tensor<8x40xf32>
// FULL-NEXT:     %[[V1:.*]]:2 = loop.for %[[I:.*]] = %[[C0]] to %[[C8]] step %[[C1]] iter_args(%[[ARG1:.*]] = %[[ARG0]], %[[ARG2:.*]] = %[[V0]]) -> (tensor<40xf32>, tensor<8x40xf32>) {
// FULL-NEXT:       %[[V2:.*]] = tensor.compute (%[[I_0:.*]]) in [40] accumulate(set unique %[[ACC:.*]] = %[[ARG2]] : tensor<8x40xf32>) {
// FULL-NEXT:         %[[V4:.*]] = tensor.at %[[ARG1]][%[[I_0]]] : tensor<40xf32>
// FULL-NEXT:         tensor.put %[[V4]] into %[[ACC]][%[[I]], %[[I_0]]] : memref<8x40xf32>
// FULL-NEXT:         tensor.yield
// FULL-NEXT:       }
// FULL-NEXT:       %[[V3:.*]] = tensor.compute (%[[I_1:.*]]) in [40] {
// FULL-NEXT:         %[[V4]] = tensor.at %[[ARG1]][%[[I_1]]] : tensor<40xf32>
// FULL-NEXT:         %[[V5:.*]] = math.sin %[[V4]] : f32
// FULL-NEXT:         tensor.yield %[[V5]] : f32
// FULL-NEXT:       } : tensor<40xf32>
// FULL-NEXT:       loop.yield %[[V3]], %[[V2]] : tensor<40xf32>, tensor<8x40xf32>
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V1]]#1 : tensor<8x40xf32>
// FULL-NEXT:   }
// FULL-NEXT: }
