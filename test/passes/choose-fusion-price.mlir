// RUN: tfopt %s --target=x86-64-v3 --tensor-decompose --choose-fusion --apply-fusion --cse --canonicalize | FileCheck %s
// RUN: tfopt %s --target=x86-64-v3 --tensor-decompose --choose-fusion --explain-fusion -o /dev/null 2>&1 | FileCheck %s --check-prefix=SAYS
// RUN: tfopt %s --target=x86-64-v3 --tensor-decompose --choose-fusion --apply-fusion --check-semantics -o /dev/null

// Whether a member is evaluated at several reads is a matter of the price of the loops: what comes from memory is evaluated again,
// CHECK-LABEL: func.func @from_memory
// CHECK: tensor.compute
// CHECK-NOT: tensor.compute
func.func @from_memory(%x: tensor<4096x4096xf32>) -> tensor<4096x4096xf32> {
  %a = arith.mulf %x, %x : tensor<4096x4096xf32>
  %b = arith.addf %a, %x : tensor<4096x4096xf32>
  %c = arith.mulf %b, %a : tensor<4096x4096xf32>
  %d = arith.addf %c, %b : tensor<4096x4096xf32>
  // SAYS: :[[#@LINE+1]]:8: remark: fusion: the compute is inlined: that is cheaper than storing and reading it; it is read 2 times by 1 computes; a point costs 7 operations; cost {{.*}} inlined, {{.*}} stored, in additions
  %e = arith.mulf %d, %c : tensor<4096x4096xf32>
  %t = tensor.transpose %e perm = [1, 0] : tensor<4096x4096xf32> to tensor<4096x4096xf32>
  %r = arith.addf %e, %t : tensor<4096x4096xf32>
  return %r : tensor<4096x4096xf32>
}

// and what a near cache keeps is stored, if it takes work: of a chain, all of it counts, however little each step costs.
// CHECK-LABEL: func.func @near
// CHECK: %[[E:.*]] = tensor.compute (%{{.*}}, %{{.*}}) in [512, 512] {
// CHECK: } : tensor<512x512xf32>
// CHECK: tensor.compute
// CHECK: tensor.compute
func.func @near(%x: tensor<512x512xf32>) -> (tensor<512xf32>, tensor<512xf32>) {
  %a = arith.mulf %x, %x : tensor<512x512xf32>
  %b = arith.addf %a, %x : tensor<512x512xf32>
  %c = arith.mulf %b, %a : tensor<512x512xf32>
  %d = arith.addf %c, %b : tensor<512x512xf32>
  %e = arith.mulf %d, %c : tensor<512x512xf32>
  %f = arith.addf %e, %d : tensor<512x512xf32>
  %g = arith.mulf %f, %e : tensor<512x512xf32>
  %h = arith.addf %g, %f : tensor<512x512xf32>
  %i = arith.mulf %h, %g : tensor<512x512xf32>
  %j = arith.addf %i, %h : tensor<512x512xf32>
  %k = arith.mulf %j, %i : tensor<512x512xf32>
  // SAYS: :[[#@LINE+1]]:8: remark: fusion: the compute is stored: that is cheaper than recomputing it at each of its reads; it is read 2 times by 2 computes; a point costs 14 operations
  %l = arith.addf %k, %j : tensor<512x512xf32>
  %r = tensor.reduce add %l dims = [0] : tensor<512x512xf32> to tensor<512xf32>
  %s = tensor.reduce add %l dims = [1] : tensor<512x512xf32> to tensor<512xf32>
  return %r, %s : tensor<512xf32>, tensor<512xf32>
}

// Folds over one box that read a member at the same point become one nest, where it is evaluated once.
// CHECK-LABEL: func.func @once
// CHECK: tensor.compute
// CHECK-NOT: tensor.compute
func.func @once(%x: tensor<512x512xf32>) -> (tensor<512xf32>, tensor<512xf32>) {
  %a = arith.mulf %x, %x : tensor<512x512xf32>
  %b = arith.addf %a, %x : tensor<512x512xf32>
  %c = arith.mulf %b, %a : tensor<512x512xf32>
  %d = arith.addf %c, %b : tensor<512x512xf32>
  %e = arith.mulf %d, %c : tensor<512x512xf32>
  %f = arith.addf %e, %d : tensor<512x512xf32>
  %r = tensor.reduce add %f dims = [1] : tensor<512x512xf32> to tensor<512xf32>
  %s = tensor.reduce maximumf %f dims = [1] : tensor<512x512xf32> to tensor<512xf32>
  return %r, %s : tensor<512xf32>, tensor<512xf32>
}

// What has many more points than all around it, as one of all pairs, is memory that nobody has counted on.
// CHECK-LABEL: func.func @pairs
// CHECK-NOT: tensor<64x64xf32>
// CHECK: return
func.func @pairs(%x: tensor<64xf32>, %y: tensor<64xf32>) -> (tensor<64xf32>, tensor<64xf32>) {
  %p = tensor.compute (%i, %j) in [64, 64] {
    %a = tensor.at %x[%i] : tensor<64xf32>
    %b = tensor.at %y[%j] : tensor<64xf32>
    %c = arith.subf %a, %b : f32
    %d = arith.mulf %c, %c : f32
    %e = arith.addf %d, %a : f32
    %f = arith.mulf %e, %d : f32
    %g = arith.addf %f, %e : f32
    %h = arith.mulf %g, %f : f32
    %k = arith.addf %h, %g : f32
    tensor.yield %k : f32
  } : tensor<64x64xf32>
  %r = tensor.reduce add %p dims = [0] : tensor<64x64xf32> to tensor<64xf32>
  %s = tensor.reduce add %p dims = [1] : tensor<64x64xf32> to tensor<64xf32>
  return %r, %s : tensor<64xf32>, tensor<64xf32>
}
