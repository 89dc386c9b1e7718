// States that loops keep are computed where they are kept.
// RUN: tfopt %s --compute-in-tapes --check-semantics | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt %s --cpu --target=x86-64-v3 | tee %t.code | FileCheck %s --check-prefix=CODE
// COMPLETE: FULL
// GOLDEN: cat %t.code

// A trip reads the slot of its state, and puts into the next one; what a read says of edges holds for the
// state's axes.
// CHECK-LABEL: func.func @step(
// CHECK: %[[EMPTY:.*]] = tensor.empty : tensor<9x40xf32>
// CHECK: %[[START:.*]] = tensor.compute (%[[I:.*]]) in [40] accumulate(set unique %[[S:.*]] = %[[EMPTY]] : tensor<9x40xf32>)
// CHECK: tensor.put %{{.*}} into %[[S]][0, %[[I]]]
// CHECK: %[[RUN:.*]] = loop.for %[[T:[a-z0-9_]+]] = {{.*}} iter_args(%[[TAPE:.*]] = %[[START]]) -> (tensor<9x40xf32>)
// CHECK-NEXT: tensor.compute (%[[I:.*]]) in [40] accumulate(set unique %[[A:.*]] = %[[TAPE]]
// CHECK-NEXT: tensor.at %[[TAPE]][%[[T]], %[[I]] - 1] clamp
// CHECK-NEXT: tensor.at %[[TAPE]][%[[T]], %[[I]]] :
// CHECK: tensor.put %{{.*}} into %[[A]][%[[T]] + 1, %[[I]]]
// CHECK: loop.yield
// CHECK: tensor.at %[[RUN]][8, %{{.*}}] : tensor<9x40xf32>
// CHECK: tensor.at %[[RUN]][%{{.*}}, %{{.*}} + 1] wrap : tensor<9x40xf32>
// Nothing is copied in a trip: its only store is that of the next state.
// CODE-LABEL: func.func @step(
// CODE: %[[TAPE:.*]] = mem.alloc : memref<9x40xf32>
// CODE: loop.for %[[T:[a-z0-9_]+]] = %c0 to %c8
// CODE-NOT: store %{{[a-z0-9_]+}}, %[[TAPE]][%[[T]],
// CODE: %[[NEXT:[a-z0-9_]+]] = arith.addi %[[T]], %c1
// CODE-NOT: store %{{[a-z0-9_]+}}, %[[TAPE]][%[[T]],
// CODE: store %{{[a-z0-9_]+}}, %[[TAPE]][%[[NEXT]],
// CODE-NOT: store %{{[a-z0-9_]+}}, %[[TAPE]][%[[T]],
// CODE-NOT: mem.copy
// CODE: return
func.func @step(%x: tensor<40xf32>, %u: tensor<8x40xf32>) -> (tensor<40xf32>, tensor<8x40xf32>) {
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
      %l = tensor.at %a[%i - 1] clamp : tensor<40xf32>
      %m = tensor.at %a[%i] : tensor<40xf32>
      %v = arith.subf %l, %m : f32
      tensor.yield %v : f32
    } : tensor<40xf32>
    loop.yield %next, %kept : tensor<40xf32>, tensor<8x40xf32>
  }
  %y = tensor.compute (%j, %i) in [8, 40] {
    %v = tensor.at %k[%j, %i + 1] wrap : tensor<8x40xf32>
    %w = tensor.at %u[%j, %i] : tensor<8x40xf32>
    %z = arith.mulf %v, %w : f32
    tensor.yield %z : f32
  } : tensor<8x40xf32>
  return %s, %y : tensor<40xf32>, tensor<8x40xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @step(%[[ARG0:.*]]: tensor<40xf32>, %[[ARG1:.*]]: tensor<8x40xf32>) -> (tensor<40xf32>, tensor<8x40xf32>) {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C8:.*]] = arith.constant 8 : index
// FULL-NEXT:     %[[V0:.*]] = tensor.empty : tensor<9x40xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.compute (%[[I:.*]]) in [40] accumulate(set unique %[[ACC:.*]] = %[[V0]] : tensor<9x40xf32>) {
// FULL-NEXT:       %[[V5:.*]] = tensor.at %[[ARG0]][%[[I]]] : tensor<40xf32>
// FULL-NEXT:       tensor.put %[[V5]] into %[[ACC]][0, %[[I]]] : memref<9x40xf32>
// FULL-NEXT:       tensor.yield
// FULL-NEXT:     }
// FULL-NEXT:     %[[V2:.*]] = loop.for %[[I_0:.*]] = %[[C0]] to %[[C8]] step %[[C1]] iter_args(%[[ARG2:.*]] = %[[V1]]) -> (tensor<9x40xf32>) {
// FULL-NEXT:       %[[V5]] = tensor.compute (%[[I_3:.*]]) in [40] accumulate(set unique %[[ACC_4:.*]] = %[[ARG2]] : tensor<9x40xf32>) {
// FULL-NEXT:         %[[V6:.*]] = tensor.at %[[ARG2]][%[[I_0]], %[[I_3]] - 1] clamp : tensor<9x40xf32>
// FULL-NEXT:         %[[V7:.*]] = tensor.at %[[ARG2]][%[[I_0]], %[[I_3]]] : tensor<9x40xf32>
// FULL-NEXT:         %[[V8:.*]] = arith.subf %[[V6]], %[[V7]] : f32
// FULL-NEXT:         tensor.put %[[V8]] into %[[ACC_4]][%[[I_0]] + 1, %[[I_3]]] : memref<9x40xf32>
// FULL-NEXT:         tensor.yield
// FULL-NEXT:       }
// FULL-NEXT:       loop.yield %[[V5]] : tensor<9x40xf32>
// FULL-NEXT:     }
// FULL-NEXT:     %[[V3:.*]] = tensor.compute (%[[I_1:.*]]) in [40] {
// FULL-NEXT:       %[[V5]] = tensor.at %[[V2]][8, %[[I_1]]] : tensor<9x40xf32>
// FULL-NEXT:       tensor.yield %[[V5]] : f32
// FULL-NEXT:     } : tensor<40xf32>
// FULL-NEXT:     %[[V4:.*]] = tensor.compute (%[[I_2:.*]], %[[J:.*]]) in [8, 40] {
// FULL-NEXT:       %[[V5]] = tensor.at %[[V2]][%[[I_2]], %[[J]] + 1] wrap : tensor<9x40xf32>
// FULL-NEXT:       %[[V6]] = tensor.at %[[ARG1]][%[[I_2]], %[[J]]] : tensor<8x40xf32>
// FULL-NEXT:       %[[V7]] = arith.mulf %[[V5]], %[[V6]] : f32
// FULL-NEXT:       tensor.yield %[[V7]] : f32
// FULL-NEXT:     } : tensor<8x40xf32>
// FULL-NEXT:     return %[[V3]], %[[V4]] : tensor<40xf32>, tensor<8x40xf32>
// FULL-NEXT:   }

// A state that is handed on is the slot before: one tape for both, with two slots more. Nobody needs the last
// states.
// CHECK-LABEL: func.func @handed_on(
// CHECK: tensor.empty : tensor<10x40xf32>
// CHECK: %[[OLD:.*]] = tensor.at %arg1
// CHECK: tensor.put %[[OLD]] into %{{.*}}[0,
// CHECK: %[[NEW:.*]] = tensor.at %arg0
// CHECK: tensor.put %[[NEW]] into %{{.*}}[1,
// CHECK: %[[RUN:.*]] = loop.for %[[T:[a-z0-9_]+]] = {{.*}} iter_args(%[[TAPE:.*]] = %{{.*}}) -> (tensor<10x40xf32>)
// CHECK-NEXT: tensor.compute
// CHECK-NEXT: tensor.at %[[TAPE]][%[[T]] + 1, %{{.*}} - 1] clamp
// CHECK-NEXT: tensor.at %[[TAPE]][%[[T]], %{{.*}}] :
// CHECK: tensor.put %{{.*}} into %{{.*}}[%[[T]] + 2,
// CHECK: tensor.at %[[RUN]][%[[J:.*]] + 1, %{{.*}}]
// CHECK: tensor.at %[[RUN]][%[[J]], %{{.*}}]
// CHECK-NOT: tensor.at
// CHECK: return
func.func @handed_on(%x: tensor<40xf32>, %p: tensor<40xf32>) -> tensor<8x40xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %e = tensor.empty : tensor<8x40xf32>
  %s, %b, %k, %l = loop.for %t = %c0 to %c8 step %c1 iter_args(%a = %x, %old = %p, %tape = %e, %tape2 = %e) -> (tensor<40xf32>, tensor<40xf32>, tensor<8x40xf32>, tensor<8x40xf32>) {
    %kept = tensor.compute (%i) in [40] accumulate(set unique %acc = %tape : tensor<8x40xf32>) {
      %v = tensor.at %a[%i] : tensor<40xf32>
      tensor.put %v into %acc[%t, %i] : memref<8x40xf32>
      tensor.yield
    }
    %kept2 = tensor.compute (%i) in [40] accumulate(set unique %acc = %tape2 : tensor<8x40xf32>) {
      %v = tensor.at %old[%i] : tensor<40xf32>
      tensor.put %v into %acc[%t, %i] : memref<8x40xf32>
      tensor.yield
    }
    %next = tensor.compute (%i) in [40] {
      %l = tensor.at %a[%i - 1] clamp : tensor<40xf32>
      %m = tensor.at %old[%i] : tensor<40xf32>
      %v = arith.subf %l, %m : f32
      tensor.yield %v : f32
    } : tensor<40xf32>
    loop.yield %next, %a, %kept, %kept2 : tensor<40xf32>, tensor<40xf32>, tensor<8x40xf32>, tensor<8x40xf32>
  }
  %y = tensor.compute (%j, %i) in [8, 40] {
    %v = tensor.at %k[%j, %i] : tensor<8x40xf32>
    %w = tensor.at %l[%j, %i] : tensor<8x40xf32>
    %z = arith.mulf %v, %w : f32
    tensor.yield %z : f32
  } : tensor<8x40xf32>
  return %y : tensor<8x40xf32>
}
// FULL-NEXT:   func.func @handed_on(%[[ARG0:.*]]: tensor<40xf32>, %[[ARG1:.*]]: tensor<40xf32>) -> tensor<8x40xf32> {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C8:.*]] = arith.constant 8 : index
// FULL-NEXT:     %[[V0:.*]] = tensor.empty : tensor<10x40xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.compute (%[[I:.*]]) in [40] accumulate(set unique %[[ACC:.*]] = %[[V0]] : tensor<10x40xf32>) {
// FULL-NEXT:       %[[V4:.*]] = tensor.at %[[ARG1]][%[[I]]] : tensor<40xf32>
// FULL-NEXT:       tensor.put %[[V4]] into %[[ACC]][0, %[[I]]] : memref<10x40xf32>
// FULL-NEXT:       %[[V5:.*]] = tensor.at %[[ARG0]][%[[I]]] : tensor<40xf32>
// FULL-NEXT:       tensor.put %[[V5]] into %[[ACC]][1, %[[I]]] : memref<10x40xf32>
// FULL-NEXT:       tensor.yield
// FULL-NEXT:     }
// FULL-NEXT:     %[[V2:.*]] = loop.for %[[I_0:.*]] = %[[C0]] to %[[C8]] step %[[C1]] iter_args(%[[ARG2:.*]] = %[[V1]]) -> (tensor<10x40xf32>) {
// FULL-NEXT:       %[[V4]] = tensor.compute (%[[I_2:.*]]) in [40] accumulate(set unique %[[ACC_3:.*]] = %[[ARG2]] : tensor<10x40xf32>) {
// FULL-NEXT:         %[[V5]] = tensor.at %[[ARG2]][%[[I_0]] + 1, %[[I_2]] - 1] clamp : tensor<10x40xf32>
// FULL-NEXT:         %[[V6:.*]] = tensor.at %[[ARG2]][%[[I_0]], %[[I_2]]] : tensor<10x40xf32>
// FULL-NEXT:         %[[V7:.*]] = arith.subf %[[V5]], %[[V6]] : f32
// FULL-NEXT:         tensor.put %[[V7]] into %[[ACC_3]][%[[I_0]] + 2, %[[I_2]]] : memref<10x40xf32>
// FULL-NEXT:         tensor.yield
// FULL-NEXT:       }
// FULL-NEXT:       loop.yield %[[V4]] : tensor<10x40xf32>
// FULL-NEXT:     }
// FULL-NEXT:     %[[V3:.*]] = tensor.compute (%[[I_1:.*]], %[[J:.*]]) in [8, 40] {
// FULL-NEXT:       %[[V4]] = tensor.at %[[V2]][%[[I_1]] + 1, %[[J]]] : tensor<10x40xf32>
// FULL-NEXT:       %[[V5]] = tensor.at %[[V2]][%[[I_1]], %[[J]]] : tensor<10x40xf32>
// FULL-NEXT:       %[[V6]] = arith.mulf %[[V4]], %[[V5]] : f32
// FULL-NEXT:       tensor.yield %[[V6]] : f32
// FULL-NEXT:     } : tensor<8x40xf32>
// FULL-NEXT:     return %[[V3]] : tensor<8x40xf32>
// FULL-NEXT:   }

// What stands behind the step reads the old state from the changed tape, where its slot is as it was, and the
// new one. The other state is not kept.
// CHECK-LABEL: func.func @behind(
// CHECK: loop.for %[[T:[a-z0-9_]+]] = {{.*}} iter_args(%[[B:.*]] = %arg1, %[[TAPE:.*]] = %{{.*}}) -> (tensor<40xf32>, tensor<9x40xf32>)
// CHECK: %[[NEW:.*]] = tensor.compute {{.*}} accumulate(set unique %{{.*}} = %[[TAPE]]
// CHECK: tensor.compute
// CHECK-NEXT: tensor.at %[[NEW]][%[[T]], %{{.*}} + 1] clamp
// CHECK-NEXT: tensor.at %[[NEW]][%[[T]] + 1, %{{.*}}]
// CHECK-NEXT: tensor.at %[[B]]
// The tape stays where it is, though it is read behind what puts into it.
// CODE-LABEL: func.func @behind(
// CODE: mem.alloc : memref<9x40xf32>
// CODE-NOT: mem.copy {{.*}} : memref<9x40xf32>
// CODE-NOT: mem.alloc : memref<9x40xf32>
// CODE: return
func.func @behind(%x: tensor<40xf32>, %p: tensor<40xf32>) -> (tensor<40xf32>, tensor<8x40xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %e = tensor.empty : tensor<8x40xf32>
  %s, %b, %k = loop.for %t = %c0 to %c8 step %c1 iter_args(%a = %x, %o = %p, %tape = %e) -> (tensor<40xf32>, tensor<40xf32>, tensor<8x40xf32>) {
    %kept = tensor.compute (%i) in [40] accumulate(set unique %acc = %tape : tensor<8x40xf32>) {
      %v = tensor.at %a[%i] : tensor<40xf32>
      tensor.put %v into %acc[%t, %i] : memref<8x40xf32>
      tensor.yield
    }
    %next = tensor.compute (%i) in [40] {
      %l = tensor.at %a[%i - 1] clamp : tensor<40xf32>
      %v = math.sin %l : f32
      tensor.yield %v : f32
    } : tensor<40xf32>
    %other = tensor.compute (%i) in [40] {
      %l = tensor.at %a[%i + 1] clamp : tensor<40xf32>
      %m = tensor.at %next[%i] : tensor<40xf32>
      %n = tensor.at %o[%i] : tensor<40xf32>
      %v = arith.mulf %l, %m : f32
      %w = arith.addf %v, %n : f32
      tensor.yield %w : f32
    } : tensor<40xf32>
    loop.yield %next, %other, %kept : tensor<40xf32>, tensor<40xf32>, tensor<8x40xf32>
  }
  %y = tensor.compute (%j, %i) in [8, 40] {
    %v = tensor.at %k[%j, %i] : tensor<8x40xf32>
    tensor.yield %v : f32
  } : tensor<8x40xf32>
  return %b, %y : tensor<40xf32>, tensor<8x40xf32>
}
// FULL-NEXT:   func.func @behind(%[[ARG0:.*]]: tensor<40xf32>, %[[ARG1:.*]]: tensor<40xf32>) -> (tensor<40xf32>, tensor<8x40xf32>) {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C8:.*]] = arith.constant 8 : index
// FULL-NEXT:     %[[V0:.*]] = tensor.empty : tensor<9x40xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.compute (%[[I:.*]]) in [40] accumulate(set unique %[[ACC:.*]] = %[[V0]] : tensor<9x40xf32>) {
// FULL-NEXT:       %[[V4:.*]] = tensor.at %[[ARG0]][%[[I]]] : tensor<40xf32>
// FULL-NEXT:       tensor.put %[[V4]] into %[[ACC]][0, %[[I]]] : memref<9x40xf32>
// FULL-NEXT:       tensor.yield
// FULL-NEXT:     }
// FULL-NEXT:     %[[V2:.*]]:2 = loop.for %[[I_0:.*]] = %[[C0]] to %[[C8]] step %[[C1]] iter_args(%[[ARG2:.*]] = %[[ARG1]], %[[ARG3:.*]] = %[[V1]]) -> (tensor<40xf32>, tensor<9x40xf32>) {
// FULL-NEXT:       %[[V4]] = tensor.compute (%[[I_2:.*]]) in [40] accumulate(set unique %[[ACC_3:.*]] = %[[ARG3]] : tensor<9x40xf32>) {
// FULL-NEXT:         %[[V6:.*]] = tensor.at %[[ARG3]][%[[I_0]], %[[I_2]] - 1] clamp : tensor<9x40xf32>
// FULL-NEXT:         %[[V7:.*]] = math.sin %[[V6]] : f32
// FULL-NEXT:         tensor.put %[[V7]] into %[[ACC_3]][%[[I_0]] + 1, %[[I_2]]] : memref<9x40xf32>
// FULL-NEXT:         tensor.yield
// FULL-NEXT:       }
// FULL-NEXT:       %[[V5:.*]] = tensor.compute (%[[I_4:.*]]) in [40] {
// FULL-NEXT:         %[[V6]] = tensor.at %[[V4]][%[[I_0]], %[[I_4]] + 1] clamp : tensor<9x40xf32>
// FULL-NEXT:         %[[V7]] = tensor.at %[[V4]][%[[I_0]] + 1, %[[I_4]]] : tensor<9x40xf32>
// FULL-NEXT:         %[[V8:.*]] = tensor.at %[[ARG2]][%[[I_4]]] : tensor<40xf32>
// FULL-NEXT:         %[[V9:.*]] = arith.mulf %[[V6]], %[[V7]] : f32
// FULL-NEXT:         %[[V10:.*]] = arith.addf %[[V9]], %[[V8]] : f32
// FULL-NEXT:         tensor.yield %[[V10]] : f32
// FULL-NEXT:       } : tensor<40xf32>
// FULL-NEXT:       loop.yield %[[V5]], %[[V4]] : tensor<40xf32>, tensor<9x40xf32>
// FULL-NEXT:     }
// FULL-NEXT:     %[[V3:.*]] = tensor.compute (%[[I_1:.*]], %[[J:.*]]) in [8, 40] {
// FULL-NEXT:       %[[V4]] = tensor.at %[[V2]]#1[%[[I_1]], %[[J]]] : tensor<9x40xf32>
// FULL-NEXT:       tensor.yield %[[V4]] : f32
// FULL-NEXT:     } : tensor<8x40xf32>
// FULL-NEXT:     return %[[V2]]#0, %[[V3]] : tensor<40xf32>, tensor<8x40xf32>
// FULL-NEXT:   }

// Points that make a few elements each; a number of trips that the call gives, of which there may be none.
// CHECK-LABEL: func.func @few(
// CHECK: tensor.empty : tensor<9x?{n}x2xf32>
// CHECK: %[[RUN:.*]] = loop.for %[[T:[a-z0-9_]+]] = {{.*}} -> (tensor<9x?{n}x2xf32>)
// CHECK: tensor.put %{{.*}} into %{{.*}}[%[[T]] + 1, %{{.*}}, 0]
// CHECK: tensor.put %{{.*}} into %{{.*}}[%[[T]] + 1, %{{.*}}, 1]
// CHECK: %[[TRIPS:.*]] = arith.maxsi
// CHECK: tensor.at %[[RUN]][%[[TRIPS]], %{{.*}}, %{{.*}}]
func.func @few(%x: tensor<?{n}x2xf32>, %count: index) -> (tensor<?{n}x2xf32>, tensor<8x?{n}x2xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %trips = arith.minsi %count, %c8 : index
  %e = tensor.empty : tensor<8x?{n}x2xf32>
  %s, %k = loop.for %t = %c0 to %trips step %c1 iter_args(%a = %x, %tape = %e) -> (tensor<?{n}x2xf32>, tensor<8x?{n}x2xf32>) {
    %kept = tensor.compute (%i, %j) in [n, 2] accumulate(set unique %acc = %tape : tensor<8x?{n}x2xf32>) {
      %v = tensor.at %a[%i, %j] : tensor<?{n}x2xf32>
      tensor.put %v into %acc[%t, %i, %j] : memref<8x?{n}x2xf32>
      tensor.yield
    }
    %next = tensor.compute (%i) in [n] {
      %l = tensor.at %a[%i, 0] : tensor<?{n}x2xf32>
      %m = tensor.at %a[%i, 1] : tensor<?{n}x2xf32>
      %v = arith.subf %l, %m : f32
      %both = tensor.from_elements %v, %l : tensor<2xf32>
      tensor.yield %both : tensor<2xf32>
    } : tensor<?{n}x2xf32>
    loop.yield %next, %kept : tensor<?{n}x2xf32>, tensor<8x?{n}x2xf32>
  }
  %first = tensor.compute (%h, %i, %j) in [8, n, 2] {
    %at = arith.subi %trips, %c1 : index
    %is = arith.cmpi sge, %at, %c0 : index
    %v = loop.if %is -> (f32) {
      %w = tensor.at %k[0, %i, %j] : tensor<8x?{n}x2xf32>
      loop.yield %w : f32
    } else {
      %w = tensor.at %x[%i, %j] : tensor<?{n}x2xf32>
      loop.yield %w : f32
    }
    tensor.yield %v : f32
  } : tensor<8x?{n}x2xf32>
  return %s, %first : tensor<?{n}x2xf32>, tensor<8x?{n}x2xf32>
}
// FULL-NEXT:   func.func @few(%[[ARG0:.*]]: tensor<?{n}x2xf32>, %[[ARG1:.*]]: index) -> (tensor<?{n}x2xf32>, tensor<8x?{n}x2xf32>) {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C8:.*]] = arith.constant 8 : index
// FULL-NEXT:     %[[V0:.*]] = arith.minsi %[[ARG1]], %[[C8]] : index
// FULL-NEXT:     %[[V1:.*]] = tensor.empty : tensor<9x?{n}x2xf32>
// FULL-NEXT:     %[[V2:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [n, 2] accumulate(set unique %[[ACC:.*]] = %[[V1]] : tensor<9x?{n}x2xf32>) {
// FULL-NEXT:       %[[V7:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]]] : tensor<?{n}x2xf32>
// FULL-NEXT:       tensor.put %[[V7]] into %[[ACC]][0, %[[I]], %[[J]]] : memref<9x?{n}x2xf32>
// FULL-NEXT:       tensor.yield
// FULL-NEXT:     }
// FULL-NEXT:     %[[V3:.*]] = loop.for %[[I_0:.*]] = %[[C0]] to %[[V0]] step %[[C1]] iter_args(%[[ARG2:.*]] = %[[V2]]) -> (tensor<9x?{n}x2xf32>) {
// FULL-NEXT:       %[[V7]] = tensor.compute (%[[I_6:.*]]) in [n] accumulate(set unique %[[ACC_7:.*]] = %[[ARG2]] : tensor<9x?{n}x2xf32>) {
// FULL-NEXT:         %[[V8:.*]] = tensor.at %[[ARG2]][%[[I_0]], %[[I_6]], 0] : tensor<9x?{n}x2xf32>
// FULL-NEXT:         %[[V9:.*]] = tensor.at %[[ARG2]][%[[I_0]], %[[I_6]], 1] : tensor<9x?{n}x2xf32>
// FULL-NEXT:         %[[V10:.*]] = arith.subf %[[V8]], %[[V9]] : f32
// FULL-NEXT:         tensor.put %[[V10]] into %[[ACC_7]][%[[I_0]] + 1, %[[I_6]], 0] : memref<9x?{n}x2xf32>
// FULL-NEXT:         tensor.put %[[V8]] into %[[ACC_7]][%[[I_0]] + 1, %[[I_6]], 1] : memref<9x?{n}x2xf32>
// FULL-NEXT:         tensor.yield
// FULL-NEXT:       }
// FULL-NEXT:       loop.yield %[[V7]] : tensor<9x?{n}x2xf32>
// FULL-NEXT:     }
// FULL-NEXT:     %[[C0_1:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[V4:.*]] = arith.maxsi %[[V0]], %[[C0_1]] : index
// FULL-NEXT:     %[[V5:.*]] = tensor.compute (%[[I_2:.*]], %[[J_3:.*]]) in [n, 2] {
// FULL-NEXT:       %[[V7]] = tensor.at %[[V3]][%[[V4]], %[[I_2]], %[[J_3]]] : tensor<9x?{n}x2xf32>
// FULL-NEXT:       tensor.yield %[[V7]] : f32
// FULL-NEXT:     } : tensor<?{n}x2xf32>
// FULL-NEXT:     %[[V6:.*]] = tensor.compute (%[[I_4:.*]], %[[J_5:.*]], %[[K:.*]]) in [8, n, 2] {
// FULL-NEXT:       %[[V7]] = arith.subi %[[V0]], %[[C1]] : index
// FULL-NEXT:       %[[V8]] = arith.cmpi sge, %[[V7]], %[[C0]] : index
// FULL-NEXT:       %[[V9]] = loop.if %[[V8]] -> (f32) {
// FULL-NEXT:         %[[V10]] = tensor.at %[[V3]][0, %[[J_5]], %[[K]]] : tensor<9x?{n}x2xf32>
// FULL-NEXT:         loop.yield %[[V10]] : f32
// FULL-NEXT:       } else {
// FULL-NEXT:         %[[V10]] = tensor.at %[[ARG0]][%[[J_5]], %[[K]]] : tensor<?{n}x2xf32>
// FULL-NEXT:         loop.yield %[[V10]] : f32
// FULL-NEXT:       }
// FULL-NEXT:       tensor.yield %[[V9]] : f32
// FULL-NEXT:     } : tensor<8x?{n}x2xf32>
// FULL-NEXT:     return %[[V5]], %[[V6]] : tensor<?{n}x2xf32>, tensor<8x?{n}x2xf32>
// FULL-NEXT:   }
// FULL-NEXT: }
