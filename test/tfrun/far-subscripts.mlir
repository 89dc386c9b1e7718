// Subscripts whose sum leaves 64 bits are outside on each device, also where one bound of them is proved.
// RUN: not tfrun %s --entry=tile --random --device=interp 2>&1 | FileCheck %s --check-prefix=TILE
// RUN: not tfrun %s --entry=tile --random 2>&1 | FileCheck %s --check-prefix=TILE
// RUN: not tfrun %s --entry=tile --random --target=x86-64-v3 2>&1 | FileCheck %s --check-prefix=TILE
// RUN: not tfrun %s --entry=stops --random --in v=9223372036854775807 --device=interp 2>&1 | FileCheck %s --check-prefix=STOPS
// RUN: not tfrun %s --entry=stops --random --in v=9223372036854775807 2>&1 | FileCheck %s --check-prefix=STOPS
// RUN: tfrun %s --entry=kept --random --in v=9223372036854775807 --print --device=interp | FileCheck %s --check-prefix=KEPT
// RUN: tfrun %s --entry=kept --random --in v=9223372036854775807 --print | FileCheck %s --check-prefix=KEPT

// TILE: error: index {{-?[0-9]+}} of a write is outside
func.func @tile(%x: tensor<33xi32>) -> tensor<33xi32> {
  %0 = tensor.tile_write add %x into %x[9223372036854775807] trap : tensor<33xi32> into tensor<33xi32>
  return %0 : tensor<33xi32>
}

// STOPS: error: index {{-?[0-9]+}} is outside
func.func @stops(%x: tensor<33xf32>, %v: index {tf.name = "v"}) -> tensor<33xf32> {
  %c0 = arith.constant 0 : index
  %p = arith.maxsi %v, %c0 : index
  %0 = tensor.compute (%i) in [33] {
    %s = arith.addi %i, %p : index
    %e = tensor.at %x[%s] trap : tensor<33xf32>
    tensor.yield %e : f32
  } : tensor<33xf32>
  return %0 : tensor<33xf32>
}

// Of index 0 the largest number is behind the end, of the others the sums are negative.
func.func @kept(%v: index {tf.name = "v"}) -> (tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) {
  %c0 = arith.constant 0 : index
  %z = arith.constant -1 : i32
  %x = arith.constant dense<[10, 11, 12, 13, 14]> : tensor<5xi32>
  %p = arith.maxsi %v, %c0 : index
  // KEPT: [14 10 10 10]
  %clamped = tensor.compute (%i) in [4] {
    %s = arith.addi %i, %p : index
    %e = tensor.at %x[%s] clamp : tensor<5xi32>
    tensor.yield %e : i32
  } : tensor<4xi32>
  // 2^63 is 3 modulo 5, and the sums are those of 64 bits: -2^63 is 2.
  // KEPT: [12 12 13 14]
  %wrapped = tensor.compute (%i) in [4] {
    %s = arith.addi %i, %p : index
    %e = tensor.at %x[%s] wrap : tensor<5xi32>
    tensor.yield %e : i32
  } : tensor<4xi32>
  // KEPT: [-1 -1 -1 -1]
  %filled = tensor.compute (%i) in [4] {
    %s = arith.addi %i, %p : index
    %e = tensor.at %x[%s] fill(%z) : tensor<5xi32>
    tensor.yield %e : i32
  } : tensor<4xi32>
  return %clamped, %wrapped, %filled : tensor<4xi32>, tensor<4xi32>, tensor<4xi32>
}
