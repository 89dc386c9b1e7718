// RUN: tfopt --simt %s | FileCheck %s --check-prefix=KERNELS
// RUN: tfrun %s --device=simt | FileCheck %s
// RUN: tfrun %s --device=simt-compiled | FileCheck %s

// Elements that are sorted, each with its place, beside what makes them the only answer: neighbours are in
// order, equal ones in that of their places, and each goes where its place says.
// KERNELS: kernel.func @main_sort0_count
// KERNELS: kernel.func @main_sort0_scatter
// CHECK: 0
func.func @main() -> tensor<i32> {
  %x = tensor.compute (%i) in [5000] {
    %n = arith.index_cast %i : index to i32
    %k = arith.constant 40503 : i32
    %m = arith.constant 1001 : i32
    %half = arith.constant 500 : i32
    %p = arith.muli %n, %k : i32
    %q = arith.remui %p, %m : i32
    %r = arith.subi %q, %half : i32
    tensor.yield %r : i32
  } : tensor<5000xi32>
  %places = tensor.iota dim = 0 : tensor<5000xi32>
  %s:2 = tensor.sort %x, %places dim = 0 by (%a: i32, %b: i32, %i: i32, %j: i32) {
    %c = arith.cmpi sgt, %a, %b : i32
    tensor.yield %c : i1
  } : tensor<5000xi32>, tensor<5000xi32>
  %wrong = tensor.compute (%i) in [4999] {
    %one = arith.constant 1 : index
    %j = arith.addi %i, %one : index
    %u = tensor.at %s#0[%i] : tensor<5000xi32>
    %v = tensor.at %s#0[%j] clamp : tensor<5000xi32>
    %p = tensor.at %s#1[%i] : tensor<5000xi32>
    %q = tensor.at %s#1[%j] clamp : tensor<5000xi32>
    %at = arith.index_cast %p : i32 to index
    %w = tensor.at %x[%at] clamp : tensor<5000xi32>
    %less = arith.cmpi slt, %u, %v : i32
    %same = arith.cmpi eq, %u, %v : i32
    %late = arith.cmpi sge, %p, %q : i32
    %unstable = arith.andi %same, %late : i1
    %foreign = arith.cmpi ne, %u, %w : i32
    %either = arith.ori %less, %unstable : i1
    %any = arith.ori %either, %foreign : i1
    %r = arith.extui %any : i1 to i32
    tensor.yield %r : i32
  } : tensor<4999xi32>
  %sum = tensor.reduce add %wrong dims = [0] : tensor<4999xi32> to tensor<i32>
  return %sum : tensor<i32>
}
