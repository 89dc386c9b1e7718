// RUN: tfopt %s --settle-policies --check-semantics -o /dev/null
// GOLDEN: tfopt %s --settle-policies=checked=true --canonicalize

// What is proved to be inside needs no check: the read at the index of the box. The others stop the call, but
// for the one that says that it wraps.
func.func @neighbours(%x: tensor<?{n}xf32>, %at: tensor<?{n}xindex>, %zero: f32) -> (tensor<?{n}xf32>, tensor<?{n}xf32>) {
  %r, %s = tensor.compute (%i) in [n] accumulate(add %acc = %x : tensor<?{n}xf32>) {
    %a = tensor.at %x[%i] clamp {tf.implicit} : tensor<?{n}xf32>
    %b = tensor.at %x[%i + 1] clamp {tf.implicit} : tensor<?{n}xf32>
    %c = tensor.at %x[%i - 1] wrap : tensor<?{n}xf32>
    %d = tensor.at %x[%i + 2] fill(%zero) {tf.implicit} : tensor<?{n}xf32>
    %ab = arith.addf %a, %b : f32
    %cd = arith.addf %c, %d : f32
    %sum = arith.addf %ab, %cd : f32
    %k = tensor.at %at[%i] : tensor<?{n}xindex>
    tensor.put %sum into %acc[%k] drop {tf.implicit} : memref<?{n}xf32>
    tensor.yield %sum : f32
  } : tensor<?{n}xf32>
  return %r, %s : tensor<?{n}xf32>, tensor<?{n}xf32>
}
