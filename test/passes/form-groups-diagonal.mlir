// A compute that is read along its diagonal would have one loop for two axes: they have names of their own.
// RUN: tfopt %s --cpu --target=x86-64-v2 --check-semantics -o /dev/null
// RUN: tfopt %s --target=x86-64-v2 --form-groups | FileCheck %s

// CHECK-LABEL: func.func @diagonal(
// CHECK: math.acosh
// CHECK: tensor.fold
func.func @diagonal(%x: tensor<?{n}x?{n}xf64>) -> tensor<?{min(n, 416)}x?{min(n, 987)}xf64> {
  %0 = tensor.cast %x : tensor<?{n}x?{n}xf64> to tensor<?{min(n, 416)}x?{min(n, 416)}xf64>
  %1 = tensor.cast %x : tensor<?{n}x?{n}xf64> to tensor<?{min(n, 987)}x?{min(n, 987)}xf64>
  %2 = tensor.compute (%i, %j) in [min(n, 416), min(n, 416)] {
    %e = tensor.at %0[%i, %j] : tensor<?{min(n, 416)}x?{min(n, 416)}xf64>
    %v = math.acosh %e : f64
    tensor.yield %v : f64
  } : tensor<?{min(n, 416)}x?{min(n, 416)}xf64>
  %3 = tensor.compute (%i, %j) in [min(n, 416), min(n, 987)] {
    %d = tensor.at %2[%i, %i] : tensor<?{min(n, 416)}x?{min(n, 416)}xf64>
    %s = tensor.fold (%k) = 0 to min(n, 987) add fastmath<reassoc> {
      %e = tensor.at %1[%j, %k] : tensor<?{min(n, 987)}x?{min(n, 987)}xf64>
      %p = arith.mulf %e, %d : f64
      tensor.yield %p : f64
    } : f64
    tensor.yield %s : f64
  } : tensor<?{min(n, 416)}x?{min(n, 987)}xf64>
  return %3 : tensor<?{min(n, 416)}x?{min(n, 987)}xf64>
}
