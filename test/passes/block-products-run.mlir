// RUN: tfopt --simt %s | tee %t.kernels | FileCheck %s --check-prefix=KERNELS
// RUN: tfrun %s --device=simt | FileCheck %s
// RUN: tfrun %s --device=simt-compiled | FileCheck %s
// GOLDEN: cat %t.kernels

// A product by tiles beside the same sums point by point: edges of tiles, a batch, factors that are turned.
// KERNELS: kernel.func @main_product0
// KERNELS-NOT: kernel.func @main_product1
// CHECK: 0
func.func @main() -> tensor<i32> {
  %c7 = arith.constant 7 : i32
  %c11 = arith.constant 11 : i32
  %a = tensor.compute (%b, %k, %i) in [2, 37, 70] {
    %x = arith.index_cast %i : index to i32
    %y = arith.index_cast %k : index to i32
    %z = arith.index_cast %b : index to i32
    %xy = arith.muli %x, %y : i32
    %w = arith.addi %xy, %z : i32
    %r = arith.remsi %w, %c7 : i32
    tensor.yield %r : i32
  } : tensor<2x37x70xi32>
  %c = tensor.compute (%j, %b, %k) in [67, 2, 37] {
    %x = arith.index_cast %j : index to i32
    %y = arith.index_cast %k : index to i32
    %w = arith.muli %x, %y : i32
    %r = arith.remsi %w, %c11 : i32
    tensor.yield %r : i32
  } : tensor<67x2x37xi32>
  %p = tensor.contract "bki,jbk->bij" %a, %c : (tensor<2x37x70xi32>, tensor<67x2x37xi32>) -> tensor<2x70x67xi32>
  %q = tensor.compute (%b, %i, %j) in [2, 70, 67] {
    %s = tensor.fold (%k) = 0 to 37 add {
      %x = tensor.at %a[%b, %k, %i] : tensor<2x37x70xi32>
      %y = tensor.at %c[%j, %b, %k] : tensor<67x2x37xi32>
      %xy = arith.muli %x, %y : i32
      tensor.yield %xy : i32
    } : i32
    tensor.yield %s : i32
  } : tensor<2x70x67xi32>
  %d = arith.xori %p, %q : tensor<2x70x67xi32>
  %m = tensor.reduce or %d dims = [0, 1, 2] : tensor<2x70x67xi32> to tensor<i32>
  return %m : tensor<i32>
}
