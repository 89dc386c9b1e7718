// The cube of a reciprocal root is one step on the machine's estimate, of 12 bits with AVX2 and of 14 with AVX-512: of numbers that are not
// subnormal, if nothing else needs the root, and where flags allow it.
// RUN: tfopt %s --pass-pipeline= --emit=upstream --target=x86-64-v3 -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir --check-prefixes=CHECK,V3
// RUN: tfopt %s --pass-pipeline= --emit=upstream --target=x86-64-v4 -o %t.v4.mlir
// RUN: FileCheck %s --input-file=%t.v4.mlir --check-prefixes=CHECK,V4
// RUN: tfopt %s --pass-pipeline= --emit=upstream --target=x86-64-v2 | FileCheck %s --check-prefix=V2

// Without an instruction that multiplies and adds, the steps from an estimate on would be calls.
// V2-NOT: rsqrt.ps
// V2-NOT: math.fma

// CHECK: sym_name = "cube"
// The root itself, which nothing uses.
// V3: llvm.x86.avx.rsqrt.ps.256
// V4: llvm.x86.avx512.rsqrt14.ps.256
// V3: %[[R:.*]] = "llvm.call_intrinsic"{{.*}}"llvm.x86.avx.rsqrt.ps.256"
// V4: %[[R:.*]] = "llvm.call_intrinsic"{{.*}}"llvm.x86.avx512.rsqrt14.ps.256"
// CHECK: %[[SQUARE:.*]] = "arith.mulf"(%[[R]], %[[R]])
// CHECK: "math.fma"(%{{.*}}, %[[SQUARE]], %{{.*}})
// CHECK: %[[POWER:.*]] = "arith.mulf"(%[[R]], %[[SQUARE]])
// CHECK: "math.fma"(%{{.*}}, %{{.*}}, %[[POWER]])
// CHECK: func.return
func.func @cube(%a: memref<8xf32>, %r: memref<8xf32>) attributes {tf.signature = (tensor<8xf32>) -> tensor<8xf32>} {
  %c0 = arith.constant 0 : index
  %eps = arith.constant dense<1.0e-4> : vector<8xf32>
  %v = vector.load %a[%c0] axis = 0 : memref<8xf32>, vector<8xf32>
  %square = arith.mulf %v, %v : vector<8xf32>
  %x = arith.addf %square, %eps : vector<8xf32>
  %root = math.rsqrt %x fastmath<arcp,afn> : vector<8xf32>
  %two = arith.mulf %root, %root fastmath<arcp,afn> : vector<8xf32>
  %cube = arith.mulf %two, %root fastmath<arcp,afn> : vector<8xf32>
  vector.store %cube, %r[%c0] axis = 0 : memref<8xf32>, vector<8xf32>
  return
}

// The root is needed, too: its powers are products.
// CHECK: sym_name = "with_root"
// CHECK: "math.fma"
// V3: "math.fma"
// CHECK: %[[ROOT:.*]] = "math.fma"
// CHECK: %[[TWO:.*]] = "arith.mulf"(%[[ROOT]], %[[ROOT]])
// CHECK: "arith.mulf"(%[[TWO]], %[[ROOT]])
// CHECK: func.return
func.func @with_root(%a: memref<8xf32>, %r: memref<8xf32>) attributes {tf.signature = (tensor<8xf32>) -> tensor<8xf32>} {
  %c0 = arith.constant 0 : index
  %eps = arith.constant dense<1.0e-4> : vector<8xf32>
  %v = vector.load %a[%c0] axis = 0 : memref<8xf32>, vector<8xf32>
  %square = arith.mulf %v, %v : vector<8xf32>
  %x = arith.addf %square, %eps : vector<8xf32>
  %root = math.rsqrt %x fastmath<arcp,afn> : vector<8xf32>
  %two = arith.mulf %root, %root fastmath<arcp,afn> : vector<8xf32>
  %cube = arith.mulf %two, %root fastmath<arcp,afn> : vector<8xf32>
  %both = arith.addf %cube, %root : vector<8xf32>
  vector.store %both, %r[%c0] axis = 0 : memref<8xf32>, vector<8xf32>
  return
}

// Products in their order.
// CHECK: sym_name = "in_order"
// CHECK: "math.fma"
// V3: "math.fma"
// CHECK: %[[ROOT:.*]] = "math.fma"
// CHECK: %[[TWO:.*]] = "arith.mulf"(%[[ROOT]], %[[ROOT]])
// CHECK: "arith.mulf"(%[[TWO]], %[[ROOT]])
// CHECK: func.return
func.func @in_order(%a: memref<8xf32>, %r: memref<8xf32>) attributes {tf.signature = (tensor<8xf32>) -> tensor<8xf32>} {
  %c0 = arith.constant 0 : index
  %eps = arith.constant dense<1.0e-4> : vector<8xf32>
  %v = vector.load %a[%c0] axis = 0 : memref<8xf32>, vector<8xf32>
  %square = arith.mulf %v, %v : vector<8xf32>
  %x = arith.addf %square, %eps : vector<8xf32>
  %root = math.rsqrt %x fastmath<arcp,afn> : vector<8xf32>
  %two = arith.mulf %root, %root : vector<8xf32>
  %cube = arith.mulf %two, %root : vector<8xf32>
  vector.store %cube, %r[%c0] axis = 0 : memref<8xf32>, vector<8xf32>
  return
}

// What may be a subnormal number, whose reciprocal may be infinite.
// CHECK: sym_name = "of_any"
// V3: %[[ROOT:.*]] = "arith.divf"
// V4: "math.fma"
// V4: %[[ROOT:.*]] = "math.fma"
// CHECK: %[[TWO:.*]] = "arith.mulf"(%[[ROOT]], %[[ROOT]])
// CHECK: "arith.mulf"(%[[TWO]], %[[ROOT]])
// CHECK: func.return
func.func @of_any(%a: memref<8xf32>, %r: memref<8xf32>) attributes {tf.signature = (tensor<8xf32>) -> tensor<8xf32>} {
  %c0 = arith.constant 0 : index
  %eps = arith.constant dense<1.0e-4> : vector<8xf32>
  %v = vector.load %a[%c0] axis = 0 : memref<8xf32>, vector<8xf32>
  %square = arith.mulf %v, %v : vector<8xf32>
  %x = arith.addf %square, %eps : vector<8xf32>
  %root = math.rsqrt %v fastmath<arcp,afn> : vector<8xf32>
  %two = arith.mulf %root, %root fastmath<arcp,afn> : vector<8xf32>
  %cube = arith.mulf %two, %root fastmath<arcp,afn> : vector<8xf32>
  vector.store %cube, %r[%c0] axis = 0 : memref<8xf32>, vector<8xf32>
  return
}
