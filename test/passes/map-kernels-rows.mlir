// RUN: tfopt --simt --split-input-file %s | tee %t.check | FileCheck %s
// RUN: tfopt --simt --check-semantics --split-input-file %s -o /dev/null
// RUN: tfopt --simt --split-input-file --disable-rule=schedule.rows %s | FileCheck %s --check-prefix=APART
// GOLDEN: cat %t.check

// A softmax of rows of known length: a warp has a row from its greatest element to its quotients. What it
// reads and the powers lie in one shared array.
// CHECK-LABEL: kernel.func @softmax_k0
// CHECK: %[[ROW:.*]] = kernel.shared : memref<8x32xf32>
// CHECK: vector.load %arg0[
// CHECK: vector.store %{{.*}}, %[[ROW]][%{{.*}}, %{{.*}}] axis = 1
// CHECK: kernel.warp_reduce maximumf
// CHECK-NOT: %arg0
// CHECK: math.exp
// CHECK: vector.store %{{.*}}, %[[ROW]]
// CHECK-NOT: kernel.barrier
// CHECK: kernel.warp_reduce add
// CHECK: vector.load %[[ROW]]
// CHECK: vector.store %{{.*}}, %arg1[
// CHECK: kernel.return
// CHECK: func.func @softmax(
// CHECK-NOT: mem.alloc
// CHECK-COUNT-1: kernel.launch
// CHECK-NOT: kernel.launch
// CHECK: return
// APART-LABEL: func.func @softmax(
// APART-COUNT-2: kernel.launch
func.func @softmax(%x: tensor<132x32xf32>) -> tensor<132x32xf32> attributes {tf.numerics = "standard"} {
  %0 = tensor.reduce maximumf %x dims = [1] : tensor<132x32xf32> to tensor<132xf32>
  %1 = tensor.broadcast %0 dims = [0] : tensor<132xf32> to tensor<132x32xf32>
  %2 = arith.subf %x, %1 : tensor<132x32xf32>
  %3 = math.exp %2 : tensor<132x32xf32>
  %4 = tensor.reduce add %3 dims = [1] : tensor<132x32xf32> to tensor<132xf32>
  %5 = tensor.broadcast %4 dims = [0] : tensor<132xf32> to tensor<132x32xf32>
  %6 = arith.divf %3, %5 : tensor<132x32xf32>
  return %6 : tensor<132x32xf32>
}

// -----

// Rows of unknown length: the host chooses between warps and blocks. Rows that are too long for a block are
// read again.
// CHECK-LABEL: kernel.func @centred_k0
// CHECK: kernel.shared : memref<8x1024xf32>
// CHECK: kernel.func @centred_k1
// CHECK: kernel.shared : memref<8192xf32>
// CHECK: func.func @centred(
// CHECK: %[[SHORT:.*]] = arith.cmpi slt, %{{.*}}, %c1024
// CHECK: loop.if %[[SHORT]]
// CHECK: kernel.launch @centred_k0
// CHECK: } else {
// CHECK: kernel.launch @centred_k1
func.func @centred(%x: tensor<?{m}x?{n}xf32>) -> tensor<?{m}x?{n}xf32> {
  %0 = tensor.reduce maximumf %x dims = [1] : tensor<?{m}x?{n}xf32> to tensor<?{m}xf32>
  %1 = tensor.broadcast %0 dims = [0] : tensor<?{m}xf32> to tensor<?{m}x?{n}xf32>
  %2 = arith.subf %x, %1 : tensor<?{m}x?{n}xf32>
  return %2 : tensor<?{m}x?{n}xf32>
}

// -----

// Fewer rows than multiprocessors: points are threads of all of them.
// CHECK-LABEL: func.func @few(
// CHECK-COUNT-2: kernel.launch
func.func @few(%x: tensor<8x64xf32>) -> tensor<8x64xf32> {
  %0 = tensor.reduce maximumf %x dims = [1] : tensor<8x64xf32> to tensor<8xf32>
  %1 = tensor.broadcast %0 dims = [0] : tensor<8xf32> to tensor<8x64xf32>
  %2 = arith.subf %x, %1 : tensor<8x64xf32>
  return %2 : tensor<8x64xf32>
}

// -----

// Sums of columns are no rows: what reads them is a kernel of its own.
// CHECK-LABEL: func.func @columns(
// CHECK-COUNT-2: kernel.launch
func.func @columns(%x: tensor<40x40xf32>) -> tensor<40x40xf32> {
  %0 = tensor.reduce maximumf %x dims = [0] : tensor<40x40xf32> to tensor<40xf32>
  %1 = tensor.broadcast %0 dims = [1] : tensor<40xf32> to tensor<40x40xf32>
  %2 = arith.subf %x, %1 : tensor<40x40xf32>
  return %2 : tensor<40x40xf32>
}

// -----

// Two folds of a row by one compute, the second by what the first found: a block has the row, or a warp where
// rows turn out to be short, and keeps it.
// CHECK-LABEL: kernel.func @place_k0
// CHECK: kernel.shared : memref<8x1024xf32>
// CHECK: kernel.warp_reduce maximumf
// CHECK: kernel.warp_reduce minsi
// CHECK: kernel.return
// CHECK-LABEL: kernel.func @place_k1
// CHECK: kernel.shared : memref<8192xf32>
// CHECK: kernel.return
// CHECK: func.func @place(
// CHECK: loop.if
// CHECK: kernel.launch @place_k0
// CHECK: kernel.launch @place_k1
// APART-LABEL: kernel.func @place_k0
// APART-NOT: @place_k1
func.func @place(%x: tensor<?{m}x?{n}xf32>) -> tensor<?{m}xi64> attributes {tf.numerics = "standard"} {
  %0 = tensor.reduce maximumf %x dims = [1] : tensor<?{m}x?{n}xf32> to tensor<?{m}xf32>
  %1 = tensor.broadcast %0 dims = [0] : tensor<?{m}xf32> to tensor<?{m}x?{n}xf32>
  %2 = arith.cmpf oeq, %x, %1 : tensor<?{m}x?{n}xf32>
  %3 = tensor.iota dim = 1 : tensor<?{m}x?{n}xi64>
  %c = arith.constant 9223372036854775807 : i64
  %4 = tensor.splat %c : tensor<?{m}x?{n}xi64>
  %5 = arith.select %2, %3, %4 : tensor<?{m}x?{n}xi1>, tensor<?{m}x?{n}xi64>
  %6 = tensor.reduce minsi %5 dims = [1] : tensor<?{m}x?{n}xi64> to tensor<?{m}xi64>
  return %6 : tensor<?{m}xi64>
}

// -----

// One fold does not come back to a row: warps have them.
// CHECK-LABEL: kernel.func @total_k0
// CHECK-NOT: kernel.shared
// CHECK: kernel.return
// CHECK-NOT: @total_k1
func.func @total(%x: tensor<?{m}x?{n}xf32>) -> tensor<?{m}xf32> attributes {tf.numerics = "standard"} {
  %0 = tensor.reduce add %x dims = [1] : tensor<?{m}x?{n}xf32> to tensor<?{m}xf32>
  return %0 : tensor<?{m}xf32>
}
