// A group that is mapped has one more shared loop, the outermost, with a slice in each trip; what is the same
// for all slices stays in its loops.
// RUN: tfopt %s --autodiff | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt %s --autodiff --tensor-decompose --bind-members=folds=true --choose-fusion --apply-fusion --bind-members --apply-groups 2>&1 | tee %t.loops | FileCheck %s --check-prefix=LOOPS
// RUN: FileCheck %s --check-prefix=FULL_LOOPS --match-full-lines < %t.loops
// COMPLETE: FULL, FULL_LOOPS

// CHECK-LABEL: func.func @mapped(
// CHECK: tensor.group attributes {axes = ["slice", "i"], label = "rows", schedule = #tensor.schedule<split(slice, [1]), split(i, [4]), order(slice.0, i.0), parallel(i.0)>} {
// CHECK: math.exp %{{.*}} {tf.axes = ["slice", "i", "j"], tf.member = "e"} : tensor<?{b}x?{n}x8xf32>
// CHECK: tensor.compute (%{{.*}}, %{{.*}}) in [b, n] attributes {axes = ["slice", "i"], member = "s"} {
// CHECK: tensor.yield %{{.*}} : tensor<?{b}x?{n}xf32>
// LOOPS-NOT: left out
// LOOPS-LABEL: func.func @mapped(
// LOOPS: loop.for
// LOOPS: loop.parallel
// LOOPS: return
func.func @mapped(%x: tensor<?{b}x?{n}x8xf32>) -> tensor<?{b}x?{n}xf32> {
  %y = tensor.vmap (%r = %x) axes [0] -> [0] : (tensor<?{b}x?{n}x8xf32>) -> (tensor<?{b}x?{n}xf32>) {
    %g = tensor.group attributes {axes = ["i"], label = "rows", schedule = #tensor.schedule<split(i, [4]), order(i.0), parallel(i.0)>} {
      %e = math.exp %r {tf.axes = ["i", "j"], tf.member = "e"} : tensor<?{n}x8xf32>
      %s = tensor.compute (%i) in [n] attributes {axes = ["i"], member = "s"} {
        %f = tensor.fold (%k) = 0 to 8 add attributes {axis = "k"} {
          %a = tensor.at %e[%i, %k] : tensor<?{n}x8xf32>
          tensor.yield %a : f32
        } : f32
        tensor.yield %f : f32
      } : tensor<?{n}xf32>
      tensor.yield %s : tensor<?{n}xf32>
    } : tensor<?{n}xf32>
    tensor.yield %g : tensor<?{n}xf32>
  }
  return %y : tensor<?{b}x?{n}xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @mapped(%[[ARG0:.*]]: tensor<?{b}x?{n}x8xf32>) -> tensor<?{b}x?{n}xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.group attributes {axes = ["slice", "i"], label = "rows", schedule = #tensor.schedule<split(slice, [1]), split(i, [4]), order(slice.0, i.0), parallel(i.0)>} {
// FULL-NEXT:       %[[V1:.*]] = math.exp %[[ARG0]] {tf.axes = ["slice", "i", "j"], tf.member = "e"} : tensor<?{b}x?{n}x8xf32>
// FULL-NEXT:       %[[V2:.*]] = tensor.compute (%[[SLICE:.*]], %[[I:.*]]) in [b, n] attributes {axes = ["slice", "i"], member = "s"} {
// FULL-NEXT:         %[[V3:.*]] = tensor.fold (%[[K:.*]]) = 0 to 8 add attributes {axis = "k"} {
// FULL-NEXT:           %[[V4:.*]] = tensor.at %[[V1]][%[[SLICE]], %[[I]], %[[K]]] : tensor<?{b}x?{n}x8xf32>
// FULL-NEXT:           tensor.yield %[[V4]] : f32
// FULL-NEXT:         } : f32
// FULL-NEXT:         tensor.yield %[[V3]] : f32
// FULL-NEXT:       } : tensor<?{b}x?{n}xf32>
// FULL-NEXT:       tensor.yield %[[V2]] : tensor<?{b}x?{n}xf32>
// FULL-NEXT:     } : tensor<?{b}x?{n}xf32>
// FULL-NEXT:     return %[[V0]] : tensor<?{b}x?{n}xf32>
// FULL-NEXT:   }
// FULL-NEXT: }
// FULL_LOOPS: module {
// FULL_LOOPS-NEXT:   func.func @mapped(%[[ARG0:.*]]: tensor<?{b}x?{n}x8xf32>) -> tensor<?{b}x?{n}xf32> {
// FULL_LOOPS-NEXT:     %[[V0:.*]] = tensor.empty : tensor<?{b}x?{n}xf32>
// FULL_LOOPS-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL_LOOPS-NEXT:     %[[V1:.*]] = tensor.extent [b] : index
// FULL_LOOPS-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL_LOOPS-NEXT:     %[[V2:.*]] = loop.for %[[I:.*]] = %[[C0]] to %[[V1]] step %[[C1]] iter_args(%[[ARG1:.*]] = %[[V0]]) -> (tensor<?{b}x?{n}xf32>) {
// FULL_LOOPS-NEXT:       %[[C4:.*]] = arith.constant 4 : index
// FULL_LOOPS-NEXT:       %[[V3:.*]] = tensor.extent [n] : index
// FULL_LOOPS-NEXT:       %[[C0_0:.*]] = arith.constant 0 : index
// FULL_LOOPS-NEXT:       %[[V4:.*]] = loop.parallel (%[[I_1:.*]]) = (%[[C0_0]]) to (%[[V3]]) step (%[[C4]]) shared(%[[ARG2:.*]] = %[[ARG1]]) -> (tensor<?{b}x?{n}xf32>) {
// FULL_LOOPS-NEXT:         %[[V5:.*]] = tensor.compute (%[[I_2:.*]], %[[J:.*]]) in [4, 8] {
// FULL_LOOPS-NEXT:           %[[V9:.*]] = tensor.at %[[ARG0]][%[[I]], %[[I_1]] + %[[I_2]], %[[J]]] clamp : tensor<?{b}x?{n}x8xf32>
// FULL_LOOPS-NEXT:           %[[V10:.*]] = math.exp %[[V9]] : f32
// FULL_LOOPS-NEXT:           tensor.yield %[[V10]] : f32
// FULL_LOOPS-NEXT:         } : tensor<4x8xf32>
// FULL_LOOPS-NEXT:         %[[V6:.*]] = tensor.compute (%[[I_3:.*]]) in [4] {
// FULL_LOOPS-NEXT:           %[[V9]] = tensor.fold (%[[K:.*]]) = 0 to 8 add attributes {axis = "k"} {
// FULL_LOOPS-NEXT:             %[[V10]] = tensor.at %[[V5]][%[[I_3]], %[[K]]] : tensor<4x8xf32>
// FULL_LOOPS-NEXT:             tensor.yield %[[V10]] : f32
// FULL_LOOPS-NEXT:           } : f32
// FULL_LOOPS-NEXT:           tensor.yield %[[V9]] : f32
// FULL_LOOPS-NEXT:         } : tensor<4xf32>
// FULL_LOOPS-NEXT:         %[[V7:.*]] = tensor.compute (%[[I_4:.*]], %[[J_5:.*]]) in [1, 4] {
// FULL_LOOPS-NEXT:           %[[V9]] = tensor.at %[[V6]][%[[J_5]]] : tensor<4xf32>
// FULL_LOOPS-NEXT:           tensor.yield %[[V9]] : f32
// FULL_LOOPS-NEXT:         } : tensor<1x4xf32>
// FULL_LOOPS-NEXT:         %[[V8:.*]] = tensor.tile_write %[[V7]] into %[[ARG2]][%[[I]], %[[I_1]]] drop : tensor<1x4xf32> into tensor<?{b}x?{n}xf32>
// FULL_LOOPS-NEXT:         loop.yield %[[V8]] : tensor<?{b}x?{n}xf32>
// FULL_LOOPS-NEXT:       }
// FULL_LOOPS-NEXT:       loop.yield %[[V4]] : tensor<?{b}x?{n}xf32>
// FULL_LOOPS-NEXT:     }
// FULL_LOOPS-NEXT:     return %[[V2]] : tensor<?{b}x?{n}xf32>
// FULL_LOOPS-NEXT:   }
// FULL_LOOPS-NEXT: }
