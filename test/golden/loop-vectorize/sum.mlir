// RUN: tfopt %s --loop-vectorize --canonicalize --cse --check-semantics -o /dev/null
// GOLDEN: tfopt %s --loop-vectorize --canonicalize --cse

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
