// What an access states of itself is believed inside of nests, which only passes write; elsewhere it is
// proved.
// RUN: not tfopt %s --apply-schedule 2>&1 | FileCheck %s

// CHECK: [[#@LINE+3]]:10: error: 'tensor.at' op may read outside: the subscript of axis 0 is not proved to be inside
func.func @f(%a: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  %r = tensor.compute (%i) in [n] {
    %x = tensor.at %a[%i + 1] {tf.proved = ["inside"]} : tensor<?{n}xf32>
    tensor.yield %x : f32
  } : tensor<?{n}xf32>
  return %r : tensor<?{n}xf32>
}
