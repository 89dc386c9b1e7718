// RUN: tfopt --pass-pipeline='builtin.module(func.func(autodiff,canonicalize,cse))' %s | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt --pass-pipeline='builtin.module(func.func(autodiff{memory-budget=1000000},canonicalize,cse))' %s | tee %t.all | FileCheck %s --check-prefix=ALL
// RUN: FileCheck %s --check-prefix=FULL_ALL --match-full-lines < %t.all
// COMPLETE: FULL, FULL_ALL

// Few trips: every state is kept; the trips run back with one sweep.
// CHECK-LABEL: func.func @few
// CHECK: %[[RUN:.*]]:2 = loop.for %[[I:.*]] = {{.*}} iter_args(%[[A:.*]] = %{{.*}}, %[[TAPE:.*]] = %{{.*}}) -> (f32, tensor<9xf32>)
// CHECK: tensor.compute () in [] accumulate(set unique %[[R:.*]] = %[[TAPE]] : tensor<9xf32>)
// CHECK: tensor.put %[[A]] into %[[R]][%[[I]]]
// CHECK: loop.yield
// CHECK: loop.for
// CHECK: tensor.at %[[RUN]]#1[-%{{.*}} + 8] : tensor<9xf32>
// CHECK: math.cos
// CHECK-NOT: loop.for
// CHECK: return
func.func @few(%x: f32, %g: f32) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %y, %dx = tensor.vjp (%v = %x) seed(%g) : (f32) -> (f32) {
    %s = loop.for %i = %c0 to %c9 step %c1 iter_args(%a = %v) -> (f32) {
      %b = math.sin %a : f32
      loop.yield %b : f32
    }
    tensor.yield %s : f32
  }
  return %y, %dx : f32, f32
}
// FULL: module {
// FULL-NEXT:   func.func @few(%[[ARG0:.*]]: f32, %[[ARG1:.*]]: f32) -> (f32, f32) {
// FULL-NEXT:     %[[C9:.*]] = arith.constant 9 : index
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[V0:.*]] = tensor.empty : tensor<9xf32>
// FULL-NEXT:     %[[V1:.*]]:2 = loop.for %[[I:.*]] = %[[C0]] to %[[C9]] step %[[C1]] iter_args(%[[ARG2:.*]] = %[[ARG0]], %[[ARG3:.*]] = %[[V0]]) -> (f32, tensor<9xf32>) {
// FULL-NEXT:       %[[V3:.*]] = tensor.compute () in [] accumulate(set unique %[[ACC:.*]] = %[[ARG3]] : tensor<9xf32>) {
// FULL-NEXT:         tensor.put %[[ARG2]] into %[[ACC]][%[[I]]] : memref<9xf32>
// FULL-NEXT:         tensor.yield
// FULL-NEXT:       }
// FULL-NEXT:       %[[V4:.*]] = math.sin %[[ARG2]] : f32
// FULL-NEXT:       loop.yield %[[V4]], %[[V3]] : f32, tensor<9xf32>
// FULL-NEXT:     }
// FULL-NEXT:     %[[V2:.*]] = loop.for %[[I_0:.*]] = %[[C0]] to %[[C9]] step %[[C1]] iter_args(%[[ARG2]] = %[[ARG1]]) -> (f32) {
// FULL-NEXT:       %[[V3]] = tensor.at %[[V1]]#1[-%[[I_0]] + 8] : tensor<9xf32>
// FULL-NEXT:       %[[V4]] = math.cos %[[V3]] : f32
// FULL-NEXT:       %[[V5:.*]] = arith.mulf %[[ARG2]], %[[V4]] : f32
// FULL-NEXT:       loop.yield %[[V5]] : f32
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V1]]#0, %[[V2]] : f32, f32
// FULL-NEXT:   }
// FULL_ALL: module {
// FULL_ALL-NEXT:   func.func @few(%[[ARG0:.*]]: f32, %[[ARG1:.*]]: f32) -> (f32, f32) {
// FULL_ALL-NEXT:     %[[C9:.*]] = arith.constant 9 : index
// FULL_ALL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL_ALL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL_ALL-NEXT:     %[[V0:.*]] = tensor.empty : tensor<9xf32>
// FULL_ALL-NEXT:     %[[V1:.*]]:2 = loop.for %[[I:.*]] = %[[C0]] to %[[C9]] step %[[C1]] iter_args(%[[ARG2:.*]] = %[[ARG0]], %[[ARG3:.*]] = %[[V0]]) -> (f32, tensor<9xf32>) {
// FULL_ALL-NEXT:       %[[V3:.*]] = tensor.compute () in [] accumulate(set unique %[[ACC:.*]] = %[[ARG3]] : tensor<9xf32>) {
// FULL_ALL-NEXT:         tensor.put %[[ARG2]] into %[[ACC]][%[[I]]] : memref<9xf32>
// FULL_ALL-NEXT:         tensor.yield
// FULL_ALL-NEXT:       }
// FULL_ALL-NEXT:       %[[V4:.*]] = math.sin %[[ARG2]] : f32
// FULL_ALL-NEXT:       loop.yield %[[V4]], %[[V3]] : f32, tensor<9xf32>
// FULL_ALL-NEXT:     }
// FULL_ALL-NEXT:     %[[V2:.*]] = loop.for %[[I_0:.*]] = %[[C0]] to %[[C9]] step %[[C1]] iter_args(%[[ARG2]] = %[[ARG1]]) -> (f32) {
// FULL_ALL-NEXT:       %[[V3]] = tensor.at %[[V1]]#1[-%[[I_0]] + 8] : tensor<9xf32>
// FULL_ALL-NEXT:       %[[V4]] = math.cos %[[V3]] : f32
// FULL_ALL-NEXT:       %[[V5:.*]] = arith.mulf %[[ARG2]], %[[V4]] : f32
// FULL_ALL-NEXT:       loop.yield %[[V5]] : f32
// FULL_ALL-NEXT:     }
// FULL_ALL-NEXT:     return %[[V1]]#0, %[[V2]] : f32, f32
// FULL_ALL-NEXT:   }

// Many trips: two levels of ten states; with room for all of them, one.
// CHECK-LABEL: func.func @many
// CHECK: loop.for {{.*}} -> (tensor<8xf32>, tensor<10x8xf32>)
// CHECK: loop.for {{.*}} -> (tensor<8xf32>)
// CHECK: loop.for
// CHECK: loop.for {{.*}} -> (tensor<8xf32>, tensor<10x8xf32>)
// CHECK: loop.for
// CHECK: math.cos
// CHECK-NOT: loop.for
// CHECK: return
// ALL-LABEL: func.func @many
// ALL: loop.for {{.*}} -> (tensor<8xf32>, tensor<100x8xf32>)
// ALL: loop.for
// ALL: math.cos
// ALL-NOT: loop.for
// ALL: return
func.func @many(%x: tensor<8xf32>, %g: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 100 : index
  %y, %dx = tensor.vjp (%v = %x) seed(%g) : (tensor<8xf32>) -> (tensor<8xf32>) {
    %s = loop.for %i = %c0 to %n step %c1 iter_args(%a = %v) -> (tensor<8xf32>) {
      %b = math.sin %a : tensor<8xf32>
      loop.yield %b : tensor<8xf32>
    }
    tensor.yield %s : tensor<8xf32>
  }
  return %y, %dx : tensor<8xf32>, tensor<8xf32>
}
// FULL-NEXT:   func.func @many(%[[ARG0:.*]]: tensor<8xf32>, %[[ARG1:.*]]: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
// FULL-NEXT:     %[[C10:.*]] = arith.constant 10 : index
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[V0:.*]] = tensor.empty : tensor<10x8xf32>
// FULL-NEXT:     %[[V1:.*]]:2 = loop.for %[[I:.*]] = %[[C0]] to %[[C10]] step %[[C1]] iter_args(%[[ARG2:.*]] = %[[ARG0]], %[[ARG3:.*]] = %[[V0]]) -> (tensor<8xf32>, tensor<10x8xf32>) {
// FULL-NEXT:       %[[V3:.*]] = tensor.compute (%[[I_1:.*]]) in [8] accumulate(set unique %[[ACC:.*]] = %[[ARG3]] : tensor<10x8xf32>) {
// FULL-NEXT:         %[[V5:.*]] = tensor.at %[[ARG2]][%[[I_1]]] : tensor<8xf32>
// FULL-NEXT:         tensor.put %[[V5]] into %[[ACC]][%[[I]], %[[I_1]]] : memref<10x8xf32>
// FULL-NEXT:         tensor.yield
// FULL-NEXT:       }
// FULL-NEXT:       %[[V4:.*]] = loop.for %[[I_2:.*]] = %[[C0]] to %[[C10]] step %[[C1]] iter_args(%[[ARG4:.*]] = %[[ARG2]]) -> (tensor<8xf32>) {
// FULL-NEXT:         %[[V5]] = math.sin %[[ARG4]] : tensor<8xf32>
// FULL-NEXT:         loop.yield %[[V5]] : tensor<8xf32>
// FULL-NEXT:       }
// FULL-NEXT:       loop.yield %[[V4]], %[[V3]] : tensor<8xf32>, tensor<10x8xf32>
// FULL-NEXT:     }
// FULL-NEXT:     %[[V2:.*]] = loop.for %[[I_0:.*]] = %[[C0]] to %[[C10]] step %[[C1]] iter_args(%[[ARG2]] = %[[ARG1]]) -> (tensor<8xf32>) {
// FULL-NEXT:       %[[V3]] = tensor.compute (%[[I_1]]) in [8] {
// FULL-NEXT:         %[[V6:.*]] = tensor.at %[[V1]]#1[-%[[I_0]] + 9, %[[I_1]]] : tensor<10x8xf32>
// FULL-NEXT:         tensor.yield %[[V6]] : f32
// FULL-NEXT:       } : tensor<8xf32>
// FULL-NEXT:       %[[V4]]:2 = loop.for %[[I_2]] = %[[C0]] to %[[C10]] step %[[C1]] iter_args(%[[ARG3]] = %[[V3]], %[[ARG4]] = %[[V0]]) -> (tensor<8xf32>, tensor<10x8xf32>) {
// FULL-NEXT:         %[[V6]] = tensor.compute (%[[I_4:.*]]) in [8] accumulate(set unique %[[ACC]] = %[[ARG4]] : tensor<10x8xf32>) {
// FULL-NEXT:           %[[V8:.*]] = tensor.at %[[ARG3]][%[[I_4]]] : tensor<8xf32>
// FULL-NEXT:           tensor.put %[[V8]] into %[[ACC]][%[[I_2]], %[[I_4]]] : memref<10x8xf32>
// FULL-NEXT:           tensor.yield
// FULL-NEXT:         }
// FULL-NEXT:         %[[V7:.*]] = math.sin %[[ARG3]] : tensor<8xf32>
// FULL-NEXT:         loop.yield %[[V7]], %[[V6]] : tensor<8xf32>, tensor<10x8xf32>
// FULL-NEXT:       }
// FULL-NEXT:       %[[V5]] = loop.for %[[I_3:.*]] = %[[C0]] to %[[C10]] step %[[C1]] iter_args(%[[ARG3]] = %[[ARG2]]) -> (tensor<8xf32>) {
// FULL-NEXT:         %[[V6]] = tensor.compute (%[[I_4]]) in [8] {
// FULL-NEXT:           %[[V9:.*]] = tensor.at %[[V4]]#1[-%[[I_3]] + 9, %[[I_4]]] : tensor<10x8xf32>
// FULL-NEXT:           tensor.yield %[[V9]] : f32
// FULL-NEXT:         } : tensor<8xf32>
// FULL-NEXT:         %[[V7]] = math.cos %[[V6]] : tensor<8xf32>
// FULL-NEXT:         %[[V8]] = arith.mulf %[[ARG3]], %[[V7]] : tensor<8xf32>
// FULL-NEXT:         loop.yield %[[V8]] : tensor<8xf32>
// FULL-NEXT:       }
// FULL-NEXT:       loop.yield %[[V5]] : tensor<8xf32>
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V1]]#0, %[[V2]] : tensor<8xf32>, tensor<8xf32>
// FULL-NEXT:   }
// FULL_ALL-NEXT:   func.func @many(%[[ARG0:.*]]: tensor<8xf32>, %[[ARG1:.*]]: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
// FULL_ALL-NEXT:     %[[C100:.*]] = arith.constant 100 : index
// FULL_ALL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL_ALL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL_ALL-NEXT:     %[[V0:.*]] = tensor.empty : tensor<100x8xf32>
// FULL_ALL-NEXT:     %[[V1:.*]]:2 = loop.for %[[I:.*]] = %[[C0]] to %[[C100]] step %[[C1]] iter_args(%[[ARG2:.*]] = %[[ARG0]], %[[ARG3:.*]] = %[[V0]]) -> (tensor<8xf32>, tensor<100x8xf32>) {
// FULL_ALL-NEXT:       %[[V3:.*]] = tensor.compute (%[[I_1:.*]]) in [8] accumulate(set unique %[[ACC:.*]] = %[[ARG3]] : tensor<100x8xf32>) {
// FULL_ALL-NEXT:         %[[V5:.*]] = tensor.at %[[ARG2]][%[[I_1]]] : tensor<8xf32>
// FULL_ALL-NEXT:         tensor.put %[[V5]] into %[[ACC]][%[[I]], %[[I_1]]] : memref<100x8xf32>
// FULL_ALL-NEXT:         tensor.yield
// FULL_ALL-NEXT:       }
// FULL_ALL-NEXT:       %[[V4:.*]] = math.sin %[[ARG2]] : tensor<8xf32>
// FULL_ALL-NEXT:       loop.yield %[[V4]], %[[V3]] : tensor<8xf32>, tensor<100x8xf32>
// FULL_ALL-NEXT:     }
// FULL_ALL-NEXT:     %[[V2:.*]] = loop.for %[[I_0:.*]] = %[[C0]] to %[[C100]] step %[[C1]] iter_args(%[[ARG2]] = %[[ARG1]]) -> (tensor<8xf32>) {
// FULL_ALL-NEXT:       %[[V3]] = tensor.compute (%[[I_1]]) in [8] {
// FULL_ALL-NEXT:         %[[V6:.*]] = tensor.at %[[V1]]#1[-%[[I_0]] + 99, %[[I_1]]] : tensor<100x8xf32>
// FULL_ALL-NEXT:         tensor.yield %[[V6]] : f32
// FULL_ALL-NEXT:       } : tensor<8xf32>
// FULL_ALL-NEXT:       %[[V4]] = math.cos %[[V3]] : tensor<8xf32>
// FULL_ALL-NEXT:       %[[V5]] = arith.mulf %[[ARG2]], %[[V4]] : tensor<8xf32>
// FULL_ALL-NEXT:       loop.yield %[[V5]] : tensor<8xf32>
// FULL_ALL-NEXT:     }
// FULL_ALL-NEXT:     return %[[V1]]#0, %[[V2]] : tensor<8xf32>, tensor<8xf32>
// FULL_ALL-NEXT:   }

// What a trip does not need backwards is not kept: nothing of a linear recurrence.
// CHECK-LABEL: func.func @linear
// CHECK-COUNT-2: loop.for
// CHECK-NOT: loop.for
// CHECK: return
func.func @linear(%x: f32, %k: f32, %g: f32) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 12 : index
  %y, %dx = tensor.vjp (%v = %x) seed(%g) : (f32) -> (f32) {
    %s = loop.for %i = %c0 to %n step %c1 iter_args(%a = %v) -> (f32) {
      %b = arith.mulf %a, %k : f32
      loop.yield %b : f32
    }
    tensor.yield %s : f32
  }
  return %y, %dx : f32, f32
}
// FULL-NEXT:   func.func @linear(%[[ARG0:.*]]: f32, %[[ARG1:.*]]: f32, %[[ARG2:.*]]: f32) -> (f32, f32) {
// FULL-NEXT:     %[[C12:.*]] = arith.constant 12 : index
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[V0:.*]] = loop.for %[[I:.*]] = %[[C0]] to %[[C12]] step %[[C1]] iter_args(%[[ARG3:.*]] = %[[ARG0]]) -> (f32) {
// FULL-NEXT:       %[[V2:.*]] = arith.mulf %[[ARG3]], %[[ARG1]] : f32
// FULL-NEXT:       loop.yield %[[V2]] : f32
// FULL-NEXT:     }
// FULL-NEXT:     %[[V1:.*]] = loop.for %[[I_0:.*]] = %[[C0]] to %[[C12]] step %[[C1]] iter_args(%[[ARG3]] = %[[ARG2]]) -> (f32) {
// FULL-NEXT:       %[[V2]] = arith.mulf %[[ARG3]], %[[ARG1]] : f32
// FULL-NEXT:       loop.yield %[[V2]] : f32
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V0]], %[[V1]] : f32, f32
// FULL-NEXT:   }
// FULL_ALL-NEXT:   func.func @linear(%[[ARG0:.*]]: f32, %[[ARG1:.*]]: f32, %[[ARG2:.*]]: f32) -> (f32, f32) {
// FULL_ALL-NEXT:     %[[C12:.*]] = arith.constant 12 : index
// FULL_ALL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL_ALL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL_ALL-NEXT:     %[[V0:.*]] = loop.for %[[I:.*]] = %[[C0]] to %[[C12]] step %[[C1]] iter_args(%[[ARG3:.*]] = %[[ARG0]]) -> (f32) {
// FULL_ALL-NEXT:       %[[V2:.*]] = arith.mulf %[[ARG3]], %[[ARG1]] : f32
// FULL_ALL-NEXT:       loop.yield %[[V2]] : f32
// FULL_ALL-NEXT:     }
// FULL_ALL-NEXT:     %[[V1:.*]] = loop.for %[[I_0:.*]] = %[[C0]] to %[[C12]] step %[[C1]] iter_args(%[[ARG3]] = %[[ARG2]]) -> (f32) {
// FULL_ALL-NEXT:       %[[V2]] = arith.mulf %[[ARG3]], %[[ARG1]] : f32
// FULL_ALL-NEXT:       loop.yield %[[V2]] : f32
// FULL_ALL-NEXT:     }
// FULL_ALL-NEXT:     return %[[V0]], %[[V1]] : f32, f32
// FULL_ALL-NEXT:   }

// A derivative at each point, through a loop and a sum: all of it stays scalar code of the one comprehension.
// CHECK-LABEL: func.func @at_points
// CHECK: tensor.compute
// CHECK: loop.for {{.*}} -> (f32, tensor<4xf32>)
// CHECK: tensor.fold
// CHECK: loop.for {{.*}} -> (f32)
// CHECK: math.cos
// CHECK-NOT: tensor.compute
// CHECK: return
func.func @at_points(%x: tensor<8xf32>, %w: tensor<5xf32>) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %one = arith.constant 1.0 : f32
  %r = tensor.compute (%i) in [8] {
    %a = tensor.at %x[%i] : tensor<8xf32>
    %y, %d = tensor.vjp (%v = %a) seed(%one) : (f32) -> (f32) {
      %s = loop.for %k = %c0 to %c4 step %c1 iter_args(%h = %v) -> (f32) {
        %b = math.sin %h : f32
        loop.yield %b : f32
      }
      %f = tensor.fold (%k) = 0 to 5 add {
        %p = tensor.at %w[%k] : tensor<5xf32>
        %q = arith.mulf %p, %s : f32
        %t = math.exp %q : f32
        tensor.yield %t : f32
      } : f32
      tensor.yield %f : f32
    }
    tensor.yield %d : f32
  } : tensor<8xf32>
  return %r : tensor<8xf32>
}
// FULL-NEXT:   func.func @at_points(%[[ARG0:.*]]: tensor<8xf32>, %[[ARG1:.*]]: tensor<5xf32>) -> tensor<8xf32> {
// FULL-NEXT:     %[[C4:.*]] = arith.constant 4 : index
// FULL-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C2:.*]] = arith.constant 2 : index
// FULL-NEXT:     %[[C3:.*]] = arith.constant 3 : index
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [8] {
// FULL-NEXT:       %[[V1:.*]] = tensor.at %[[ARG0]][%[[I]]] : tensor<8xf32>
// FULL-NEXT:       %[[V2:.*]] = tensor.from_elements %[[CST]], %[[CST]], %[[CST]], %[[CST]] : tensor<4xf32>
// FULL-NEXT:       %[[V3:.*]]:2 = loop.for %[[I_0:.*]] = %[[C0]] to %[[C4]] step %[[C1]] iter_args(%[[ARG2:.*]] = %[[V1]], %[[ARG3:.*]] = %[[V2]]) -> (f32, tensor<4xf32>) {
// FULL-NEXT:         %[[V6:.*]] = tensor.at %[[ARG3]][0] : tensor<4xf32>
// FULL-NEXT:         %[[V7:.*]] = arith.cmpi eq, %[[I_0]], %[[C0]] : index
// FULL-NEXT:         %[[V8:.*]] = arith.select %[[V7]], %[[ARG2]], %[[V6]] : f32
// FULL-NEXT:         %[[V9:.*]] = tensor.at %[[ARG3]][1] : tensor<4xf32>
// FULL-NEXT:         %[[V10:.*]] = arith.cmpi eq, %[[I_0]], %[[C1]] : index
// FULL-NEXT:         %[[V11:.*]] = arith.select %[[V10]], %[[ARG2]], %[[V9]] : f32
// FULL-NEXT:         %[[V12:.*]] = tensor.at %[[ARG3]][2] : tensor<4xf32>
// FULL-NEXT:         %[[V13:.*]] = arith.cmpi eq, %[[I_0]], %[[C2]] : index
// FULL-NEXT:         %[[V14:.*]] = arith.select %[[V13]], %[[ARG2]], %[[V12]] : f32
// FULL-NEXT:         %[[V15:.*]] = tensor.at %[[ARG3]][3] : tensor<4xf32>
// FULL-NEXT:         %[[V16:.*]] = arith.cmpi eq, %[[I_0]], %[[C3]] : index
// FULL-NEXT:         %[[V17:.*]] = arith.select %[[V16]], %[[ARG2]], %[[V15]] : f32
// FULL-NEXT:         %[[V18:.*]] = tensor.from_elements %[[V8]], %[[V11]], %[[V14]], %[[V17]] : tensor<4xf32>
// FULL-NEXT:         %[[V19:.*]] = math.sin %[[ARG2]] : f32
// FULL-NEXT:         loop.yield %[[V19]], %[[V18]] : f32, tensor<4xf32>
// FULL-NEXT:       }
// FULL-NEXT:       %[[V4:.*]] = tensor.fold (%[[K:.*]]) = 0 to 5 add {
// FULL-NEXT:         %[[V6]] = tensor.at %[[ARG1]][%[[K]]] : tensor<5xf32>
// FULL-NEXT:         %[[V7]] = arith.mulf %[[V6]], %[[V3]]#0 : f32
// FULL-NEXT:         %[[V8]] = math.exp %[[V7]] : f32
// FULL-NEXT:         %[[V9]] = arith.mulf %[[V8]], %[[V6]] : f32
// FULL-NEXT:         tensor.yield %[[V9]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       %[[V5:.*]] = loop.for %[[I_1:.*]] = %[[C0]] to %[[C4]] step %[[C1]] iter_args(%[[ARG2]] = %[[V4]]) -> (f32) {
// FULL-NEXT:         %[[V6]] = arith.subi %[[C3]], %[[I_1]] : index
// FULL-NEXT:         %[[V7]] = tensor.at %[[V3]]#1[3] : tensor<4xf32>
// FULL-NEXT:         %[[V8]] = arith.cmpi eq, %[[V6]], %[[C2]] : index
// FULL-NEXT:         %[[V9]] = tensor.at %[[V3]]#1[2] : tensor<4xf32>
// FULL-NEXT:         %[[V10]] = arith.select %[[V8]], %[[V9]], %[[V7]] : f32
// FULL-NEXT:         %[[V11]] = arith.cmpi eq, %[[V6]], %[[C1]] : index
// FULL-NEXT:         %[[V12]] = tensor.at %[[V3]]#1[1] : tensor<4xf32>
// FULL-NEXT:         %[[V13]] = arith.select %[[V11]], %[[V12]], %[[V10]] : f32
// FULL-NEXT:         %[[V14]] = arith.cmpi eq, %[[I_1]], %[[C3]] : index
// FULL-NEXT:         %[[V15]] = tensor.at %[[V3]]#1[0] : tensor<4xf32>
// FULL-NEXT:         %[[V16]] = arith.select %[[V14]], %[[V15]], %[[V13]] : f32
// FULL-NEXT:         %[[V17]] = math.cos %[[V16]] : f32
// FULL-NEXT:         %[[V18]] = arith.mulf %[[ARG2]], %[[V17]] : f32
// FULL-NEXT:         loop.yield %[[V18]] : f32
// FULL-NEXT:       }
// FULL-NEXT:       tensor.yield %[[V5]] : f32
// FULL-NEXT:     } : tensor<8xf32>
// FULL-NEXT:     return %[[V0]] : tensor<8xf32>
// FULL-NEXT:   }
// FULL_ALL-NEXT:   func.func @at_points(%[[ARG0:.*]]: tensor<8xf32>, %[[ARG1:.*]]: tensor<5xf32>) -> tensor<8xf32> {
// FULL_ALL-NEXT:     %[[C4:.*]] = arith.constant 4 : index
// FULL_ALL-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL_ALL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL_ALL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL_ALL-NEXT:     %[[C2:.*]] = arith.constant 2 : index
// FULL_ALL-NEXT:     %[[C3:.*]] = arith.constant 3 : index
// FULL_ALL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [8] {
// FULL_ALL-NEXT:       %[[V1:.*]] = tensor.at %[[ARG0]][%[[I]]] : tensor<8xf32>
// FULL_ALL-NEXT:       %[[V2:.*]] = tensor.from_elements %[[CST]], %[[CST]], %[[CST]], %[[CST]] : tensor<4xf32>
// FULL_ALL-NEXT:       %[[V3:.*]]:2 = loop.for %[[I_0:.*]] = %[[C0]] to %[[C4]] step %[[C1]] iter_args(%[[ARG2:.*]] = %[[V1]], %[[ARG3:.*]] = %[[V2]]) -> (f32, tensor<4xf32>) {
// FULL_ALL-NEXT:         %[[V6:.*]] = tensor.at %[[ARG3]][0] : tensor<4xf32>
// FULL_ALL-NEXT:         %[[V7:.*]] = arith.cmpi eq, %[[I_0]], %[[C0]] : index
// FULL_ALL-NEXT:         %[[V8:.*]] = arith.select %[[V7]], %[[ARG2]], %[[V6]] : f32
// FULL_ALL-NEXT:         %[[V9:.*]] = tensor.at %[[ARG3]][1] : tensor<4xf32>
// FULL_ALL-NEXT:         %[[V10:.*]] = arith.cmpi eq, %[[I_0]], %[[C1]] : index
// FULL_ALL-NEXT:         %[[V11:.*]] = arith.select %[[V10]], %[[ARG2]], %[[V9]] : f32
// FULL_ALL-NEXT:         %[[V12:.*]] = tensor.at %[[ARG3]][2] : tensor<4xf32>
// FULL_ALL-NEXT:         %[[V13:.*]] = arith.cmpi eq, %[[I_0]], %[[C2]] : index
// FULL_ALL-NEXT:         %[[V14:.*]] = arith.select %[[V13]], %[[ARG2]], %[[V12]] : f32
// FULL_ALL-NEXT:         %[[V15:.*]] = tensor.at %[[ARG3]][3] : tensor<4xf32>
// FULL_ALL-NEXT:         %[[V16:.*]] = arith.cmpi eq, %[[I_0]], %[[C3]] : index
// FULL_ALL-NEXT:         %[[V17:.*]] = arith.select %[[V16]], %[[ARG2]], %[[V15]] : f32
// FULL_ALL-NEXT:         %[[V18:.*]] = tensor.from_elements %[[V8]], %[[V11]], %[[V14]], %[[V17]] : tensor<4xf32>
// FULL_ALL-NEXT:         %[[V19:.*]] = math.sin %[[ARG2]] : f32
// FULL_ALL-NEXT:         loop.yield %[[V19]], %[[V18]] : f32, tensor<4xf32>
// FULL_ALL-NEXT:       }
// FULL_ALL-NEXT:       %[[V4:.*]] = tensor.fold (%[[K:.*]]) = 0 to 5 add {
// FULL_ALL-NEXT:         %[[V6]] = tensor.at %[[ARG1]][%[[K]]] : tensor<5xf32>
// FULL_ALL-NEXT:         %[[V7]] = arith.mulf %[[V6]], %[[V3]]#0 : f32
// FULL_ALL-NEXT:         %[[V8]] = math.exp %[[V7]] : f32
// FULL_ALL-NEXT:         %[[V9]] = arith.mulf %[[V8]], %[[V6]] : f32
// FULL_ALL-NEXT:         tensor.yield %[[V9]] : f32
// FULL_ALL-NEXT:       } : f32
// FULL_ALL-NEXT:       %[[V5:.*]] = loop.for %[[I_1:.*]] = %[[C0]] to %[[C4]] step %[[C1]] iter_args(%[[ARG2]] = %[[V4]]) -> (f32) {
// FULL_ALL-NEXT:         %[[V6]] = arith.subi %[[C3]], %[[I_1]] : index
// FULL_ALL-NEXT:         %[[V7]] = tensor.at %[[V3]]#1[3] : tensor<4xf32>
// FULL_ALL-NEXT:         %[[V8]] = arith.cmpi eq, %[[V6]], %[[C2]] : index
// FULL_ALL-NEXT:         %[[V9]] = tensor.at %[[V3]]#1[2] : tensor<4xf32>
// FULL_ALL-NEXT:         %[[V10]] = arith.select %[[V8]], %[[V9]], %[[V7]] : f32
// FULL_ALL-NEXT:         %[[V11]] = arith.cmpi eq, %[[V6]], %[[C1]] : index
// FULL_ALL-NEXT:         %[[V12]] = tensor.at %[[V3]]#1[1] : tensor<4xf32>
// FULL_ALL-NEXT:         %[[V13]] = arith.select %[[V11]], %[[V12]], %[[V10]] : f32
// FULL_ALL-NEXT:         %[[V14]] = arith.cmpi eq, %[[I_1]], %[[C3]] : index
// FULL_ALL-NEXT:         %[[V15]] = tensor.at %[[V3]]#1[0] : tensor<4xf32>
// FULL_ALL-NEXT:         %[[V16]] = arith.select %[[V14]], %[[V15]], %[[V13]] : f32
// FULL_ALL-NEXT:         %[[V17]] = math.cos %[[V16]] : f32
// FULL_ALL-NEXT:         %[[V18]] = arith.mulf %[[ARG2]], %[[V17]] : f32
// FULL_ALL-NEXT:         loop.yield %[[V18]] : f32
// FULL_ALL-NEXT:       }
// FULL_ALL-NEXT:       tensor.yield %[[V5]] : f32
// FULL_ALL-NEXT:     } : tensor<8xf32>
// FULL_ALL-NEXT:     return %[[V0]] : tensor<8xf32>
// FULL_ALL-NEXT:   }

// Differentiated backwards, a loop at a point carries the elements of a small tensor.
// CHECK-LABEL: func.func @small
// CHECK: tensor.compute
// CHECK: loop.for {{.*}} -> (f32, f32, tensor<3xf32>, tensor<3xf32>)
// CHECK: return
func.func @small(%x: tensor<8xf32>, %g: tensor<8xf32>) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %y, %d = tensor.vjp (%v = %x) seed(%g) : (tensor<8xf32>) -> (tensor<8xf32>) {
    %r = tensor.compute (%i) in [8] {
      %a = tensor.at %v[%i] : tensor<8xf32>
      %t = tensor.from_elements %a, %a : tensor<2xf32>
      %l = loop.for %k = %c0 to %c3 step %c1 iter_args(%u = %t) -> (tensor<2xf32>) {
        %p = tensor.at %u[0] : tensor<2xf32>
        %q = tensor.at %u[1] : tensor<2xf32>
        %m = arith.mulf %p, %q : f32
        %n = tensor.from_elements %q, %m : tensor<2xf32>
        loop.yield %n : tensor<2xf32>
      }
      %e = tensor.at %l[1] : tensor<2xf32>
      tensor.yield %e : f32
    } : tensor<8xf32>
    tensor.yield %r : tensor<8xf32>
  }
  return %d : tensor<8xf32>
}
// FULL-NEXT:   func.func @small(%[[ARG0:.*]]: tensor<8xf32>, %[[ARG1:.*]]: tensor<8xf32>) -> tensor<8xf32> {
// FULL-NEXT:     %[[C3:.*]] = arith.constant 3 : index
// FULL-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C2:.*]] = arith.constant 2 : index
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [8] {
// FULL-NEXT:       %[[V1:.*]] = tensor.at %[[ARG0]][%[[I]]] : tensor<8xf32>
// FULL-NEXT:       %[[V2:.*]] = tensor.from_elements %[[CST]], %[[CST]], %[[CST]] : tensor<3xf32>
// FULL-NEXT:       %[[V3:.*]]:4 = loop.for %[[I_0:.*]] = %[[C0]] to %[[C3]] step %[[C1]] iter_args(%[[ARG2:.*]] = %[[V1]], %[[ARG3:.*]] = %[[V1]], %[[ARG4:.*]] = %[[V2]], %[[ARG5:.*]] = %[[V2]]) -> (f32, f32, tensor<3xf32>, tensor<3xf32>) {
// FULL-NEXT:         %[[V7:.*]] = tensor.at %[[ARG4]][0] : tensor<3xf32>
// FULL-NEXT:         %[[V8:.*]] = arith.cmpi eq, %[[I_0]], %[[C0]] : index
// FULL-NEXT:         %[[V9:.*]] = arith.select %[[V8]], %[[ARG2]], %[[V7]] : f32
// FULL-NEXT:         %[[V10:.*]] = tensor.at %[[ARG4]][1] : tensor<3xf32>
// FULL-NEXT:         %[[V11:.*]] = arith.cmpi eq, %[[I_0]], %[[C1]] : index
// FULL-NEXT:         %[[V12:.*]] = arith.select %[[V11]], %[[ARG2]], %[[V10]] : f32
// FULL-NEXT:         %[[V13:.*]] = tensor.at %[[ARG4]][2] : tensor<3xf32>
// FULL-NEXT:         %[[V14:.*]] = arith.cmpi eq, %[[I_0]], %[[C2]] : index
// FULL-NEXT:         %[[V15:.*]] = arith.select %[[V14]], %[[ARG2]], %[[V13]] : f32
// FULL-NEXT:         %[[V16:.*]] = tensor.from_elements %[[V9]], %[[V12]], %[[V15]] : tensor<3xf32>
// FULL-NEXT:         %[[V17:.*]] = tensor.at %[[ARG5]][0] : tensor<3xf32>
// FULL-NEXT:         %[[V18:.*]] = arith.select %[[V8]], %[[ARG3]], %[[V17]] : f32
// FULL-NEXT:         %[[V19:.*]] = tensor.at %[[ARG5]][1] : tensor<3xf32>
// FULL-NEXT:         %[[V20:.*]] = arith.select %[[V11]], %[[ARG3]], %[[V19]] : f32
// FULL-NEXT:         %[[V21:.*]] = tensor.at %[[ARG5]][2] : tensor<3xf32>
// FULL-NEXT:         %[[V22:.*]] = arith.select %[[V14]], %[[ARG3]], %[[V21]] : f32
// FULL-NEXT:         %[[V23:.*]] = tensor.from_elements %[[V18]], %[[V20]], %[[V22]] : tensor<3xf32>
// FULL-NEXT:         %[[V24:.*]] = arith.mulf %[[ARG2]], %[[ARG3]] : f32
// FULL-NEXT:         loop.yield %[[ARG3]], %[[V24]], %[[V16]], %[[V23]] : f32, f32, tensor<3xf32>, tensor<3xf32>
// FULL-NEXT:       }
// FULL-NEXT:       %[[V4:.*]] = tensor.at %[[ARG1]][%[[I]]] : tensor<8xf32>
// FULL-NEXT:       %[[V5:.*]]:2 = loop.for %[[I_1:.*]] = %[[C0]] to %[[C3]] step %[[C1]] iter_args(%[[ARG2]] = %[[CST]], %[[ARG3]] = %[[V4]]) -> (f32, f32) {
// FULL-NEXT:         %[[V7]] = arith.subi %[[C2]], %[[I_1]] : index
// FULL-NEXT:         %[[V8]] = tensor.at %[[V3]]#2[2] : tensor<3xf32>
// FULL-NEXT:         %[[V9]] = arith.cmpi eq, %[[V7]], %[[C1]] : index
// FULL-NEXT:         %[[V10]] = tensor.at %[[V3]]#2[1] : tensor<3xf32>
// FULL-NEXT:         %[[V11]] = arith.select %[[V9]], %[[V10]], %[[V8]] : f32
// FULL-NEXT:         %[[V12]] = arith.cmpi eq, %[[I_1]], %[[C2]] : index
// FULL-NEXT:         %[[V13]] = tensor.at %[[V3]]#2[0] : tensor<3xf32>
// FULL-NEXT:         %[[V14]] = arith.select %[[V12]], %[[V13]], %[[V11]] : f32
// FULL-NEXT:         %[[V15]] = tensor.at %[[V3]]#3[2] : tensor<3xf32>
// FULL-NEXT:         %[[V16]] = tensor.at %[[V3]]#3[1] : tensor<3xf32>
// FULL-NEXT:         %[[V17]] = arith.select %[[V9]], %[[V16]], %[[V15]] : f32
// FULL-NEXT:         %[[V18]] = tensor.at %[[V3]]#3[0] : tensor<3xf32>
// FULL-NEXT:         %[[V19]] = arith.select %[[V12]], %[[V18]], %[[V17]] : f32
// FULL-NEXT:         %[[V20]] = arith.mulf %[[ARG3]], %[[V19]] : f32
// FULL-NEXT:         %[[V21]] = arith.mulf %[[ARG3]], %[[V14]] : f32
// FULL-NEXT:         %[[V22]] = arith.addf %[[ARG2]], %[[V21]] : f32
// FULL-NEXT:         loop.yield %[[V20]], %[[V22]] : f32, f32
// FULL-NEXT:       }
// FULL-NEXT:       %[[V6:.*]] = arith.addf %[[V5]]#0, %[[V5]]#1 : f32
// FULL-NEXT:       tensor.yield %[[V6]] : f32
// FULL-NEXT:     } : tensor<8xf32>
// FULL-NEXT:     return %[[V0]] : tensor<8xf32>
// FULL-NEXT:   }
// FULL-NEXT: }
// FULL_ALL-NEXT:   func.func @small(%[[ARG0:.*]]: tensor<8xf32>, %[[ARG1:.*]]: tensor<8xf32>) -> tensor<8xf32> {
// FULL_ALL-NEXT:     %[[C3:.*]] = arith.constant 3 : index
// FULL_ALL-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL_ALL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL_ALL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL_ALL-NEXT:     %[[C2:.*]] = arith.constant 2 : index
// FULL_ALL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [8] {
// FULL_ALL-NEXT:       %[[V1:.*]] = tensor.at %[[ARG0]][%[[I]]] : tensor<8xf32>
// FULL_ALL-NEXT:       %[[V2:.*]] = tensor.from_elements %[[CST]], %[[CST]], %[[CST]] : tensor<3xf32>
// FULL_ALL-NEXT:       %[[V3:.*]]:4 = loop.for %[[I_0:.*]] = %[[C0]] to %[[C3]] step %[[C1]] iter_args(%[[ARG2:.*]] = %[[V1]], %[[ARG3:.*]] = %[[V1]], %[[ARG4:.*]] = %[[V2]], %[[ARG5:.*]] = %[[V2]]) -> (f32, f32, tensor<3xf32>, tensor<3xf32>) {
// FULL_ALL-NEXT:         %[[V7:.*]] = tensor.at %[[ARG4]][0] : tensor<3xf32>
// FULL_ALL-NEXT:         %[[V8:.*]] = arith.cmpi eq, %[[I_0]], %[[C0]] : index
// FULL_ALL-NEXT:         %[[V9:.*]] = arith.select %[[V8]], %[[ARG2]], %[[V7]] : f32
// FULL_ALL-NEXT:         %[[V10:.*]] = tensor.at %[[ARG4]][1] : tensor<3xf32>
// FULL_ALL-NEXT:         %[[V11:.*]] = arith.cmpi eq, %[[I_0]], %[[C1]] : index
// FULL_ALL-NEXT:         %[[V12:.*]] = arith.select %[[V11]], %[[ARG2]], %[[V10]] : f32
// FULL_ALL-NEXT:         %[[V13:.*]] = tensor.at %[[ARG4]][2] : tensor<3xf32>
// FULL_ALL-NEXT:         %[[V14:.*]] = arith.cmpi eq, %[[I_0]], %[[C2]] : index
// FULL_ALL-NEXT:         %[[V15:.*]] = arith.select %[[V14]], %[[ARG2]], %[[V13]] : f32
// FULL_ALL-NEXT:         %[[V16:.*]] = tensor.from_elements %[[V9]], %[[V12]], %[[V15]] : tensor<3xf32>
// FULL_ALL-NEXT:         %[[V17:.*]] = tensor.at %[[ARG5]][0] : tensor<3xf32>
// FULL_ALL-NEXT:         %[[V18:.*]] = arith.select %[[V8]], %[[ARG3]], %[[V17]] : f32
// FULL_ALL-NEXT:         %[[V19:.*]] = tensor.at %[[ARG5]][1] : tensor<3xf32>
// FULL_ALL-NEXT:         %[[V20:.*]] = arith.select %[[V11]], %[[ARG3]], %[[V19]] : f32
// FULL_ALL-NEXT:         %[[V21:.*]] = tensor.at %[[ARG5]][2] : tensor<3xf32>
// FULL_ALL-NEXT:         %[[V22:.*]] = arith.select %[[V14]], %[[ARG3]], %[[V21]] : f32
// FULL_ALL-NEXT:         %[[V23:.*]] = tensor.from_elements %[[V18]], %[[V20]], %[[V22]] : tensor<3xf32>
// FULL_ALL-NEXT:         %[[V24:.*]] = arith.mulf %[[ARG2]], %[[ARG3]] : f32
// FULL_ALL-NEXT:         loop.yield %[[ARG3]], %[[V24]], %[[V16]], %[[V23]] : f32, f32, tensor<3xf32>, tensor<3xf32>
// FULL_ALL-NEXT:       }
// FULL_ALL-NEXT:       %[[V4:.*]] = tensor.at %[[ARG1]][%[[I]]] : tensor<8xf32>
// FULL_ALL-NEXT:       %[[V5:.*]]:2 = loop.for %[[I_1:.*]] = %[[C0]] to %[[C3]] step %[[C1]] iter_args(%[[ARG2]] = %[[CST]], %[[ARG3]] = %[[V4]]) -> (f32, f32) {
// FULL_ALL-NEXT:         %[[V7]] = arith.subi %[[C2]], %[[I_1]] : index
// FULL_ALL-NEXT:         %[[V8]] = tensor.at %[[V3]]#2[2] : tensor<3xf32>
// FULL_ALL-NEXT:         %[[V9]] = arith.cmpi eq, %[[V7]], %[[C1]] : index
// FULL_ALL-NEXT:         %[[V10]] = tensor.at %[[V3]]#2[1] : tensor<3xf32>
// FULL_ALL-NEXT:         %[[V11]] = arith.select %[[V9]], %[[V10]], %[[V8]] : f32
// FULL_ALL-NEXT:         %[[V12]] = arith.cmpi eq, %[[I_1]], %[[C2]] : index
// FULL_ALL-NEXT:         %[[V13]] = tensor.at %[[V3]]#2[0] : tensor<3xf32>
// FULL_ALL-NEXT:         %[[V14]] = arith.select %[[V12]], %[[V13]], %[[V11]] : f32
// FULL_ALL-NEXT:         %[[V15]] = tensor.at %[[V3]]#3[2] : tensor<3xf32>
// FULL_ALL-NEXT:         %[[V16]] = tensor.at %[[V3]]#3[1] : tensor<3xf32>
// FULL_ALL-NEXT:         %[[V17]] = arith.select %[[V9]], %[[V16]], %[[V15]] : f32
// FULL_ALL-NEXT:         %[[V18]] = tensor.at %[[V3]]#3[0] : tensor<3xf32>
// FULL_ALL-NEXT:         %[[V19]] = arith.select %[[V12]], %[[V18]], %[[V17]] : f32
// FULL_ALL-NEXT:         %[[V20]] = arith.mulf %[[ARG3]], %[[V19]] : f32
// FULL_ALL-NEXT:         %[[V21]] = arith.mulf %[[ARG3]], %[[V14]] : f32
// FULL_ALL-NEXT:         %[[V22]] = arith.addf %[[ARG2]], %[[V21]] : f32
// FULL_ALL-NEXT:         loop.yield %[[V20]], %[[V22]] : f32, f32
// FULL_ALL-NEXT:       }
// FULL_ALL-NEXT:       %[[V6:.*]] = arith.addf %[[V5]]#0, %[[V5]]#1 : f32
// FULL_ALL-NEXT:       tensor.yield %[[V6]] : f32
// FULL_ALL-NEXT:     } : tensor<8xf32>
// FULL_ALL-NEXT:     return %[[V0]] : tensor<8xf32>
// FULL_ALL-NEXT:   }
// FULL_ALL-NEXT: }
