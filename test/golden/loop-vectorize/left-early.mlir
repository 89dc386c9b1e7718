// RUN: tfopt %s --loop-vectorize --canonicalize --cse --check-semantics -o /dev/null
// GOLDEN: tfopt %s --loop-vectorize --canonicalize --cse

func.func @left_early(%a: memref<?{n}xf32>, %b: memref<?{n}xf32>) attributes {tf.signature = (tensor<?{n}xf32>) -> tensor<?{n}xf32>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %n = mem.extent [n] : index
  loop.parallel (%i) = (%c0) to (%n) step (%c1) attributes {vector_width = 8 : i64, vector_axis = 0 : i64} {
    %x = mem.load %a[%i] : memref<?{n}xf32>
    %r = loop.for %k = %c0 to %c9 step %c1 iter_args(%s = %x) -> (f32) {
      %t = arith.addf %s, %s : f32
      %go = arith.cmpf olt, %t, %x : f32
      loop.condition %go, %t : f32
    }
    mem.store %r, %b[%i] : memref<?{n}xf32>
    loop.yield
  }
  return
}
