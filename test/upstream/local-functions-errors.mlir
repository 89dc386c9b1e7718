// RUN: not tfopt %s --canonicalize --emit=upstream 2>&1 | FileCheck %s
// CHECK: local-functions-errors.mlir:[[#@LINE+10]]:8: error: 'loop.for' op is not possible in a function with the attribute 'tf.local'
func.func @main(%x: f32, %y: memref<f32>) attributes {tf.signature = (f32) -> f32} {
  %0 = func.call @often(%x) : (f32) -> f32
  mem.store %0, %y[] : memref<f32>
  return
}
func.func private @often(%a: f32) -> f32 attributes {tf.local = "often"} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %0 = loop.for %i = %c0 to %c9 step %c1 iter_args(%b = %a) -> (f32) {
    %1 = arith.addf %b, %b : f32
    loop.yield %1 : f32
  }
  return %0 : f32
}
