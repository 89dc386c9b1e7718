// RUN: tfopt %s --loop-vectorize --canonicalize --cse --check-semantics -o /dev/null
// GOLDEN: tfopt %s --loop-vectorize --canonicalize --cse

func.func @branch(%a: memref<?{n}xf32>, %r: memref<?{n}xf32>) attributes {tf.signature = (tensor<?{n}xf32>) -> tensor<?{n}xf32>} {
  %n = mem.extent [n] : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  loop.for %i = %c0 to %n step %c1 attributes {vector_width = 16 : i64} {
    %x = mem.load %a[%i] : memref<?{n}xf32>
    %c = arith.cmpf olt, %x, %z : f32
    %y = loop.if %c -> (f32) {
      %d = arith.mulf %x, %x : f32
      loop.yield %d : f32
    } else {
      loop.yield %x : f32
    }
    mem.store %y, %r[%i] : memref<?{n}xf32>
    loop.yield
  }
  return
}
