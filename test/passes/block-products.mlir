// RUN: tfopt --simt --split-input-file %s | tee %t.check | FileCheck %s
// RUN: tfopt --simt --split-input-file --disable-rule=block-products.products %s | FileCheck %s --check-prefix=POINTS
// GOLDEN: cat %t.check

// block-products-run.mlir runs one.

// Tiles of both factors in shared memory; 16 sums in each thread, whose terms are added in their order.
// CHECK-LABEL: kernel.func @product_product0
// CHECK-SAME: block_size = array<i64: 256>
// CHECK: %[[ROWS:.*]] = kernel.shared : memref<16x65xf32>
// CHECK: %[[COLUMNS:.*]] = kernel.shared : memref<16x64xf32>
// CHECK: loop.for %{{.*}} = %c0 to %c40 step %c16 iter_args
// CHECK: mem.store %{{.*}}, %[[ROWS]]
// CHECK: mem.store %{{.*}}, %[[COLUMNS]]
// CHECK: kernel.barrier
// CHECK: loop.for
// CHECK-COUNT-4: mem.load %[[ROWS]]
// CHECK-COUNT-4: mem.load %[[COLUMNS]]
// CHECK-COUNT-16: arith.mulf
// CHECK: kernel.barrier
// CHECK: func.func @product(
// CHECK: kernel.launch @product_product0 grid(%c4{{.*}}) block(%c256
// POINTS-LABEL: func.func @product(
// POINTS-NOT: kernel.launch @product_product0
func.func @product(%a: tensor<70x40xf32>, %b: tensor<40x100xf32>) -> tensor<70x100xf32> {
  %c = tensor.contract "ik,kj->ij" %a, %b : (tensor<70x40xf32>, tensor<40x100xf32>) -> tensor<70x100xf32>
  return %c : tensor<70x100xf32>
}

// -----

// Batches, transposed factors, several axes for rows, and elements that are extended; neighbouring threads
// write along the result's last axis, which is one of the second factor.
// CHECK-LABEL: kernel.func @batches_product0
// CHECK-SAME: %arg0: memref<?{n}x65x?{p}xi8>, %arg1: memref<33x2x?{n}x?{p}xi8>
// CHECK: arith.extsi
// CHECK: arith.muli %{{.*}} : i32
// CHECK: func.func @batches(
func.func @batches(%a: tensor<33x2x?{n}x?{p}xi8>, %b: tensor<?{n}x65x?{p}xi8>) -> tensor<?{n}x65x2x33xi32> {
  %c = tensor.contract "xynk,njk->njyx" %a, %b : (tensor<33x2x?{n}x?{p}xi8>, tensor<?{n}x65x?{p}xi8>) -> tensor<?{n}x65x2x33xi32>
  return %c : tensor<?{n}x65x2x33xi32>
}

// -----

// Small ones, those with an axis that only one operand has, and those of three operands are computed point by
// point.
// CHECK-LABEL: func.func @others(
// CHECK-NOT: kernel.launch @others_product
func.func @others(%a: tensor<64x8xf32>, %b: tensor<8x64xf32>, %c: tensor<?{n}x64xf32>, %d: tensor<64x?{n}xf32>) -> (tensor<64x64xf32>, tensor<64xf32>, tensor<64x64xf32>) {
  %x = tensor.contract "ik,kj->ij" %a, %b : (tensor<64x8xf32>, tensor<8x64xf32>) -> tensor<64x64xf32>
  %y = tensor.contract "ki,jk->j" %c, %d : (tensor<?{n}x64xf32>, tensor<64x?{n}xf32>) -> tensor<64xf32>
  %z = tensor.contract "ki,jk,jl->li" %c, %d, %a : (tensor<?{n}x64xf32>, tensor<64x?{n}xf32>, tensor<64x8xf32>) -> tensor<8x64xf32>
  return %x, %y, %x : tensor<64x64xf32>, tensor<64xf32>, tensor<64x64xf32>
}
