// RUN: tfopt %s | tfopt | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt --print-op-generic %s | tfopt | FileCheck %s
// RUN: tfopt %s --cpu --check-semantics -o /dev/null
// COMPLETE: FULL

// Reads and writes of tiles in custom form; offsets are affine expressions.

// CHECK-LABEL: func.func @read
func.func @read(%x: tensor<?{n}x?{m}xf32>, %i: index, %j: index, %v: f32) -> (tensor<4x6xf32>, tensor<4x6xf32>, tensor<4x6xf32>, tensor<4x6xf32>) {
  // CHECK: tensor.tile_read %[[X:.*]][%[[I:.*]], %[[J:.*]] - 1] fill(%[[V:.*]]) : tensor<?{n}x?{m}xf32> to tensor<4x6xf32>
  %0 = tensor.tile_read %x[%i, %j - 1] fill(%v) : tensor<?{n}x?{m}xf32> to tensor<4x6xf32>
  // CHECK: tensor.tile_read %[[X]][%[[I]], -%[[J]] + n] clamp : tensor<?{n}x?{m}xf32> to tensor<4x6xf32>
  %1 = tensor.tile_read %x[%i, n - %j] clamp : tensor<?{n}x?{m}xf32> to tensor<4x6xf32>
  // CHECK: tensor.tile_read %[[X]][%[[I]], 3] wrap : tensor<?{n}x?{m}xf32> to tensor<4x6xf32>
  %2 = tensor.tile_read %x[%i, 3] wrap : tensor<?{n}x?{m}xf32> to tensor<4x6xf32>
  // CHECK: tensor.tile_read %[[X]][%[[I]], %[[I]]] trap : tensor<?{n}x?{m}xf32> to tensor<4x6xf32>
  %3 = tensor.tile_read %x[%i, %i] trap : tensor<?{n}x?{m}xf32> to tensor<4x6xf32>
  return %0, %1, %2, %3 : tensor<4x6xf32>, tensor<4x6xf32>, tensor<4x6xf32>, tensor<4x6xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @read(%[[ARG0:.*]]: tensor<?{n}x?{m}xf32>, %[[ARG1:.*]]: index, %[[ARG2:.*]]: index, %[[ARG3:.*]]: f32) -> (tensor<4x6xf32>, tensor<4x6xf32>, tensor<4x6xf32>, tensor<4x6xf32>) {
// FULL-NEXT:     %[[V0:.*]] = tensor.tile_read %[[ARG0]][%[[ARG1]], %[[ARG2]] - 1] fill(%[[ARG3]]) : tensor<?{n}x?{m}xf32> to tensor<4x6xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.tile_read %[[ARG0]][%[[ARG1]], -%[[ARG2]] + n] clamp : tensor<?{n}x?{m}xf32> to tensor<4x6xf32>
// FULL-NEXT:     %[[V2:.*]] = tensor.tile_read %[[ARG0]][%[[ARG1]], 3] wrap : tensor<?{n}x?{m}xf32> to tensor<4x6xf32>
// FULL-NEXT:     %[[V3:.*]] = tensor.tile_read %[[ARG0]][%[[ARG1]], %[[ARG1]]] trap : tensor<?{n}x?{m}xf32> to tensor<4x6xf32>
// FULL-NEXT:     return %[[V0]], %[[V1]], %[[V2]], %[[V3]] : tensor<4x6xf32>, tensor<4x6xf32>, tensor<4x6xf32>, tensor<4x6xf32>
// FULL-NEXT:   }

// Without a policy the whole box is proved to be inside.
// CHECK-LABEL: func.func @inside
func.func @inside(%x: tensor<64x10xf32>) -> tensor<64x10xf32> {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %r = loop.for %i = %c0 to %c64 step %c8 iter_args(%y = %x) -> (tensor<64x10xf32>) {
    // CHECK: tensor.tile_read %{{.*}}[%[[I:.*]], 1] : tensor<64x10xf32> to tensor<8x9xf32>
    %t = tensor.tile_read %x[%i, 1] : tensor<64x10xf32> to tensor<8x9xf32>
    // CHECK: tensor.tile_write %{{.*}} into %{{.*}}[%[[I]], 0] : tensor<8x9xf32> into tensor<64x10xf32>
    %w = tensor.tile_write %t into %y[%i, 0] : tensor<8x9xf32> into tensor<64x10xf32>
    loop.yield %w : tensor<64x10xf32>
  }
  return %r : tensor<64x10xf32>
}
// FULL-NEXT:   func.func @inside(%[[ARG0:.*]]: tensor<64x10xf32>) -> tensor<64x10xf32> {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C8:.*]] = arith.constant 8 : index
// FULL-NEXT:     %[[C64:.*]] = arith.constant 64 : index
// FULL-NEXT:     %[[V0:.*]] = loop.for %[[I:.*]] = %[[C0]] to %[[C64]] step %[[C8]] iter_args(%[[ARG1:.*]] = %[[ARG0]]) -> (tensor<64x10xf32>) {
// FULL-NEXT:       %[[V1:.*]] = tensor.tile_read %[[ARG0]][%[[I]], 1] : tensor<64x10xf32> to tensor<8x9xf32>
// FULL-NEXT:       %[[V2:.*]] = tensor.tile_write %[[V1]] into %[[ARG1]][%[[I]], 0] : tensor<8x9xf32> into tensor<64x10xf32>
// FULL-NEXT:       loop.yield %[[V2]] : tensor<64x10xf32>
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V0]] : tensor<64x10xf32>
// FULL-NEXT:   }

// CHECK-LABEL: func.func @write
func.func @write(%x: tensor<?{n}xi32>, %s: tensor<i32>, %i: index) -> (tensor<?{n}xi32>, tensor<?{n}xi32>, tensor<i32>) {
  // CHECK: %[[T:.*]] = tensor.tile_read
  %t = tensor.tile_read %x[2 * %i] clamp : tensor<?{n}xi32> to tensor<5xi32>
  // CHECK: tensor.tile_write %[[T]] into %{{.*}}[%{{.*}} + 1] drop : tensor<5xi32> into tensor<?{n}xi32>
  %0 = tensor.tile_write %t into %x[%i + 1] drop : tensor<5xi32> into tensor<?{n}xi32>
  // CHECK: tensor.tile_write %[[T]] into %{{.*}}[%{{.*}}] trap {dialect.mark} : tensor<5xi32> into tensor<?{n}xi32>
  %1 = tensor.tile_write %t into %x[%i] trap {dialect.mark} : tensor<5xi32> into tensor<?{n}xi32>
  // CHECK: tensor.tile_write %{{.*}} into %{{.*}}[] : tensor<i32> into tensor<i32>
  %2 = tensor.tile_write %s into %s[] : tensor<i32> into tensor<i32>
  return %0, %1, %2 : tensor<?{n}xi32>, tensor<?{n}xi32>, tensor<i32>
}
// FULL-NEXT:   func.func @write(%[[ARG0:.*]]: tensor<?{n}xi32>, %[[ARG1:.*]]: tensor<i32>, %[[ARG2:.*]]: index) -> (tensor<?{n}xi32>, tensor<?{n}xi32>, tensor<i32>) {
// FULL-NEXT:     %[[V0:.*]] = tensor.tile_read %[[ARG0]][%[[ARG2]] * 2] clamp : tensor<?{n}xi32> to tensor<5xi32>
// FULL-NEXT:     %[[V1:.*]] = tensor.tile_write %[[V0]] into %[[ARG0]][%[[ARG2]] + 1] drop : tensor<5xi32> into tensor<?{n}xi32>
// FULL-NEXT:     %[[V2:.*]] = tensor.tile_write %[[V0]] into %[[ARG0]][%[[ARG2]]] trap {dialect.mark} : tensor<5xi32> into tensor<?{n}xi32>
// FULL-NEXT:     %[[V3:.*]] = tensor.tile_write %[[ARG1]] into %[[ARG1]][] : tensor<i32> into tensor<i32>
// FULL-NEXT:     return %[[V1]], %[[V2]], %[[V3]] : tensor<?{n}xi32>, tensor<?{n}xi32>, tensor<i32>
// FULL-NEXT:   }

// What is there may be combined with the tile.
// CHECK-LABEL: func.func @combine
func.func @combine(%x: tensor<?{n}xf32>, %t: tensor<4xf32>, %k: tensor<?{n}xi8>, %u: tensor<4xi8>, %i: index) -> (tensor<?{n}xf32>, tensor<?{n}xi8>) {
  // CHECK: tensor.tile_write add %{{.*}} into %{{.*}}[%{{.*}}] drop : tensor<4xf32> into tensor<?{n}xf32>
  %0 = tensor.tile_write add %t into %x[%i] drop : tensor<4xf32> into tensor<?{n}xf32>
  // CHECK: tensor.tile_write maxui %{{.*}} into %{{.*}}[%{{.*}} - 1] drop : tensor<4xi8> into tensor<?{n}xi8>
  %1 = tensor.tile_write maxui %u into %k[%i - 1] drop : tensor<4xi8> into tensor<?{n}xi8>
  return %0, %1 : tensor<?{n}xf32>, tensor<?{n}xi8>
}
// FULL-NEXT:   func.func @combine(%[[ARG0:.*]]: tensor<?{n}xf32>, %[[ARG1:.*]]: tensor<4xf32>, %[[ARG2:.*]]: tensor<?{n}xi8>, %[[ARG3:.*]]: tensor<4xi8>, %[[ARG4:.*]]: index) -> (tensor<?{n}xf32>, tensor<?{n}xi8>) {
// FULL-NEXT:     %[[V0:.*]] = tensor.tile_write add %[[ARG1]] into %[[ARG0]][%[[ARG4]]] drop : tensor<4xf32> into tensor<?{n}xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.tile_write maxui %[[ARG3]] into %[[ARG2]][%[[ARG4]] - 1] drop : tensor<4xi8> into tensor<?{n}xi8>
// FULL-NEXT:     return %[[V0]], %[[V1]] : tensor<?{n}xf32>, tensor<?{n}xi8>
// FULL-NEXT:   }

// A layout is kept with the read.
// CHECK-LABEL: func.func @layout
func.func @layout(%x: tensor<?{n}x?{m}xf32>, %k: index, %v: f32) -> tensor<32x4xf32> {
  // CHECK: tensor.tile_read %{{.*}}[%{{.*}}, 0] fill(%{{.*}}) layout affine_map<(d0, d1) -> (d1 floordiv 16, d0, d1 mod 16)> : tensor<?{n}x?{m}xf32> to tensor<4x32xf32>
  %t = tensor.tile_read %x[%k, 0] fill(%v) layout affine_map<(k, j) -> (j floordiv 16, k, j mod 16)> : tensor<?{n}x?{m}xf32> to tensor<4x32xf32>
  %r = tensor.compute (%i, %j) in [32, 4] {
    %e = tensor.at %t[%j, %i] : tensor<4x32xf32>
    tensor.yield %e : f32
  } : tensor<32x4xf32>
  return %r : tensor<32x4xf32>
}
// FULL-NEXT:   func.func @layout(%[[ARG0:.*]]: tensor<?{n}x?{m}xf32>, %[[ARG1:.*]]: index, %[[ARG2:.*]]: f32) -> tensor<32x4xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.tile_read %[[ARG0]][%[[ARG1]], 0] fill(%[[ARG2]]) layout affine_map<(d0, d1) -> (d1 floordiv 16, d0, d1 mod 16)> : tensor<?{n}x?{m}xf32> to tensor<4x32xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [32, 4] {
// FULL-NEXT:       %[[V2:.*]] = tensor.at %[[V0]][%[[J]], %[[I]]] : tensor<4x32xf32>
// FULL-NEXT:       tensor.yield %[[V2]] : f32
// FULL-NEXT:     } : tensor<32x4xf32>
// FULL-NEXT:     return %[[V1]] : tensor<32x4xf32>
// FULL-NEXT:   }
// FULL-NEXT: }
