// A program without any op of StableHLO is one of it if its module says for how many devices it is: unsigned
// types become ours.
// RUN: tfopt --import %s | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt %s | tee %t.kept | FileCheck %s --check-prefix=KEPT
// RUN: FileCheck %s --check-prefix=FULL_KEPT --match-full-lines < %t.kept
// COMPLETE: FULL, FULL_KEPT

module @jit_same attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2xui8>) -> tensor<2xui8> {
    return %arg0 : tensor<2xui8>
  }
// FULL: module {
// FULL-NEXT:   func.func public @main(%[[ARG0:.*]]: tensor<2xi8> {tf.element = ui8}) -> (tensor<2xi8> {tf.element = ui8}) attributes {tf.numerics = "precise"} {
// FULL-NEXT:     return %[[ARG0]] : tensor<2xi8>
// FULL-NEXT:   }
// FULL-NEXT: }
}
// FULL_KEPT: module @jit_same attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
// FULL_KEPT-NEXT:   func.func public @main(%[[ARG0:.*]]: tensor<2xui8>) -> tensor<2xui8> {
// FULL_KEPT-NEXT:     return %[[ARG0]] : tensor<2xui8>
// FULL_KEPT-NEXT:   }
// FULL_KEPT-NEXT: }
// CHECK: func.func public @main(%arg0: tensor<2xi8> {tf.element = ui8}) -> (tensor<2xi8> {tf.element = ui8})
// KEPT: (%arg0: tensor<2xui8>) -> tensor<2xui8>
