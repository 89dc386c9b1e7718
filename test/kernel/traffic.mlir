// RUN: tfrun %s --device=interp --entry=bad --check-kernels 2>&1 | FileCheck %s --check-prefix=BAD
// RUN: tfrun %s --device=interp --entry=good --check-kernels 2>&1 | FileCheck %s --check-prefix=GOOD
// RUN: tfrun %s --device=interp --entry=wide --check-kernels 2>&1 | FileCheck %s --check-prefix=WIDE

// How well warps use memory. A transpose by tiles whose columns are in one bank, with reads and writes of
// rows; one that reads columns of the large array; and one with rows that are one element longer.

// BAD: remark: 'mem.load' op takes 32.0 shared-memory cycles where 1.0 would suffice, on average over 32 accesses by warps: its lanes conflict on banks
// BAD-NOT: remark
kernel.func @k_bad(%x: memref<32x32xi32>, %y: memref<32x32xi32> {kernel.access = "out"}) {
  %tile = kernel.shared : memref<32x32xi32>
  %i = kernel.thread_id x
  %j = kernel.thread_id y
  %v = mem.load %x[%j, %i] : memref<32x32xi32>
  mem.store %v, %tile[%j, %i] : memref<32x32xi32>
  kernel.barrier
  %w = mem.load %tile[%i, %j] : memref<32x32xi32>
  mem.store %w, %y[%j, %i] : memref<32x32xi32>
  kernel.return
}
func.func @bad() -> tensor<32x32xi32> {
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %x = tensor.iota dim = 0 : tensor<32x32xi32>
  %y = kernel.launch @k_bad grid(%c1) block(%c32, %c32) args(%x) : (tensor<32x32xi32>) -> tensor<32x32xi32>
  return %y : tensor<32x32xi32>
}

// GOOD-NOT: remark
kernel.func @k_good(%x: memref<32x32xi32>, %y: memref<32x32xi32> {kernel.access = "out"}) {
  %tile = kernel.shared : memref<32x33xi32>
  %i = kernel.thread_id x
  %j = kernel.thread_id y
  %v = mem.load %x[%j, %i] : memref<32x32xi32>
  mem.store %v, %tile[%j, %i] : memref<32x33xi32>
  kernel.barrier
  %w = mem.load %tile[%i, %j] : memref<32x33xi32>
  mem.store %w, %y[%j, %i] : memref<32x32xi32>
  kernel.return
}
func.func @good() -> tensor<32x32xi32> {
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %x = tensor.iota dim = 0 : tensor<32x32xi32>
  %y = kernel.launch @k_good grid(%c1) block(%c32, %c32) args(%x) : (tensor<32x32xi32>) -> tensor<32x32xi32>
  return %y : tensor<32x32xi32>
}

// Vectors of 16 bytes are four turns of the warp, which is right; columns of the large array are 32 sectors
// in place of 4.
// WIDE: traffic.mlir:[[#@LINE+7]]:{{.*}}: remark: 'mem.load' op moves 32.0 sectors of 32 bytes where 4.0 would suffice, on average over 32 accesses by warps: the accesses of its lanes are not coalesced
// WIDE-NOT: remark
kernel.func @k_wide(%x: memref<32x32xi32>, %y: memref<32x32xi32> {kernel.access = "out"}) {
  %c4 = arith.constant 4 : index
  %s = kernel.shared : memref<32x128xi32>
  %i = kernel.thread_id x
  %j = kernel.thread_id y
  %v = mem.load %x[%i, %j] : memref<32x32xi32>
  %w = vector.broadcast %v : vector<4xi32>
  %at = arith.muli %i, %c4 : index
  vector.store %w, %s[%j, %at] axis = 1 : memref<32x128xi32>, vector<4xi32>
  mem.store %v, %y[%j, %i] : memref<32x32xi32>
  kernel.return
}
func.func @wide() -> tensor<32x32xi32> {
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %x = tensor.iota dim = 0 : tensor<32x32xi32>
  %y = kernel.launch @k_wide grid(%c1) block(%c32, %c32) args(%x) : (tensor<32x32xi32>) -> tensor<32x32xi32>
  return %y : tensor<32x32xi32>
}
