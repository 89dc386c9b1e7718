// A program without any op of StableHLO is one of it if its module says for how many devices it is: unsigned types become ours.
// RUN: tfopt --import %s | FileCheck %s
// RUN: tfopt %s | FileCheck %s --check-prefix=KEPT

module @jit_same attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2xui8>) -> tensor<2xui8> {
    return %arg0 : tensor<2xui8>
  }
}
// CHECK: func.func public @main(%arg0: tensor<2xi8> {tf.element = ui8}) -> (tensor<2xi8> {tf.element = ui8})
// KEPT: (%arg0: tensor<2xui8>) -> tensor<2xui8>
