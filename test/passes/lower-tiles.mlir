// RUN: tfopt %s --lower-tiles | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt %s --lower-tiles --check-semantics -o /dev/null
// RUN: tfopt %s --cpu --check-semantics -o /dev/null

// A tile is a compute over its box; one that is read and written is made where it is written. Elements that
// are inside need no policy.
// CHECK-LABEL: func.func @ragged
func.func @ragged(%x: tensor<?{n}x9xf32>, %v: f32) -> tensor<?{n}x9xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %n = tensor.extent [n] : index
  %r = loop.for %i = %c0 to %n step %c4 iter_args(%y = %x) -> (tensor<?{n}x9xf32>) {
    // CHECK: tensor.compute (%[[A:.*]], %[[B:.*]]) in [4, 9] accumulate(set unique %[[R:.*]] = %{{.*}} : tensor<?{n}x9xf32>) {
    // CHECK-NEXT: %[[E:.*]] = tensor.at %{{.*}}[%{{.*}} + %[[A]], %[[B]]] fill(%{{.*}}) : tensor<?{n}x9xf32>
    // CHECK-NEXT: tensor.put %[[E]] into %[[R]][%{{.*}} + %[[A]], %[[B]]] drop : memref<?{n}x9xf32>
    %t = tensor.tile_read %x[%i, 0] fill(%v) : tensor<?{n}x9xf32> to tensor<4x9xf32>
    %w = tensor.tile_write %t into %y[%i, 0] drop : tensor<4x9xf32> into tensor<?{n}x9xf32>
    loop.yield %w : tensor<?{n}x9xf32>
  }
  return %r : tensor<?{n}x9xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @ragged(%[[ARG0:.*]]: tensor<?{n}x9xf32>, %[[ARG1:.*]]: f32) -> tensor<?{n}x9xf32> {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C4:.*]] = arith.constant 4 : index
// FULL-NEXT:     %[[V0:.*]] = tensor.extent [n] : index
// FULL-NEXT:     %[[V1:.*]] = loop.for %[[I:.*]] = %[[C0]] to %[[V0]] step %[[C4]] iter_args(%[[ARG2:.*]] = %[[ARG0]]) -> (tensor<?{n}x9xf32>) {
// FULL-NEXT:       %[[V2:.*]] = tensor.compute (%[[I_0:.*]], %[[J:.*]]) in [4, 9] accumulate(set unique %[[ACC:.*]] = %[[ARG2]] : tensor<?{n}x9xf32>) {
// FULL-NEXT:         %[[V3:.*]] = tensor.at %[[ARG0]][%[[I]] + %[[I_0]], %[[J]]] fill(%[[ARG1]]) : tensor<?{n}x9xf32>
// FULL-NEXT:         tensor.put %[[V3]] into %[[ACC]][%[[I]] + %[[I_0]], %[[J]]] drop : memref<?{n}x9xf32>
// FULL-NEXT:         tensor.yield
// FULL-NEXT:       }
// FULL-NEXT:       loop.yield %[[V2]] : tensor<?{n}x9xf32>
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V1]] : tensor<?{n}x9xf32>
// FULL-NEXT:   }

// A tile that something else reads, too, has memory of its own; so has one that is made of the tensor that it
// is written into.
// CHECK-LABEL: func.func @apart
func.func @apart(%x: tensor<8x9xf32>, %y: tensor<8x9xf32>) -> (tensor<8x9xf32>, tensor<8x9xf32>, f32) {
  %c1 = arith.constant 1 : index
  // CHECK: %[[T:.*]] = tensor.compute (%[[A:.*]], %[[B:.*]]) in [4, 9] {
  // CHECK: tensor.compute (%[[A:.*]], %[[B:.*]]) in [4, 9] accumulate
  // CHECK-NEXT: tensor.at %[[T]][%[[A]], %[[B]]] : tensor<4x9xf32>
  %t = tensor.tile_read %x[2, 0] : tensor<8x9xf32> to tensor<4x9xf32>
  %w = tensor.tile_write %t into %y[0, 0] : tensor<4x9xf32> into tensor<8x9xf32>
  %e = tensor.at %t[%c1, %c1] : tensor<4x9xf32>
  // CHECK: %[[U:.*]] = tensor.compute (%[[A:.*]], %[[B:.*]]) in [4, 9] {
  // CHECK: tensor.compute (%[[A:.*]], %[[B:.*]]) in [4, 9] accumulate
  // CHECK-NEXT: tensor.at %[[U]][%[[A]], %[[B]]] : tensor<4x9xf32>
  %u = tensor.tile_read %x[2, 0] : tensor<8x9xf32> to tensor<4x9xf32>
  %v = tensor.tile_write %u into %x[0, 0] : tensor<4x9xf32> into tensor<8x9xf32>
  return %w, %v, %e : tensor<8x9xf32>, tensor<8x9xf32>, f32
}
// FULL-NEXT:   func.func @apart(%[[ARG0:.*]]: tensor<8x9xf32>, %[[ARG1:.*]]: tensor<8x9xf32>) -> (tensor<8x9xf32>, tensor<8x9xf32>, f32) {
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [4, 9] {
// FULL-NEXT:       %[[V5:.*]] = tensor.at %[[ARG0]][%[[I]] + 2, %[[J]]] : tensor<8x9xf32>
// FULL-NEXT:       tensor.yield %[[V5]] : f32
// FULL-NEXT:     } : tensor<4x9xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]], %[[J_1:.*]]) in [4, 9] accumulate(set unique %[[ACC:.*]] = %[[ARG1]] : tensor<8x9xf32>) {
// FULL-NEXT:       %[[V5]] = tensor.at %[[V0]][%[[I_0]], %[[J_1]]] : tensor<4x9xf32>
// FULL-NEXT:       tensor.put %[[V5]] into %[[ACC]][%[[I_0]], %[[J_1]]] : memref<8x9xf32>
// FULL-NEXT:       tensor.yield
// FULL-NEXT:     }
// FULL-NEXT:     %[[V2:.*]] = tensor.at %[[V0]][%[[C1]], %[[C1]]] : tensor<4x9xf32>
// FULL-NEXT:     %[[V3:.*]] = tensor.compute (%[[I_2:.*]], %[[J_3:.*]]) in [4, 9] {
// FULL-NEXT:       %[[V5]] = tensor.at %[[ARG0]][%[[I_2]] + 2, %[[J_3]]] : tensor<8x9xf32>
// FULL-NEXT:       tensor.yield %[[V5]] : f32
// FULL-NEXT:     } : tensor<4x9xf32>
// FULL-NEXT:     %[[V4:.*]] = tensor.compute (%[[I_4:.*]], %[[J_5:.*]]) in [4, 9] accumulate(set unique %[[ACC_6:.*]] = %[[ARG0]] : tensor<8x9xf32>) {
// FULL-NEXT:       %[[V5]] = tensor.at %[[V3]][%[[I_4]], %[[J_5]]] : tensor<4x9xf32>
// FULL-NEXT:       tensor.put %[[V5]] into %[[ACC_6]][%[[I_4]], %[[J_5]]] : memref<8x9xf32>
// FULL-NEXT:       tensor.yield
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V1]], %[[V4]], %[[V2]] : tensor<8x9xf32>, tensor<8x9xf32>, f32
// FULL-NEXT:   }

// What a tile is a copy of is made where the tile is written, too, if each of its points is.
// CHECK-LABEL: func.func @row
func.func @row(%x: tensor<9xf32>, %y: tensor<8x9xf32>, %i: index) -> tensor<8x9xf32> {
  // CHECK: tensor.compute (%[[A:.*]], %[[B:.*]]) in [1, 9] accumulate(set unique %[[R:.*]] = %{{.*}} : tensor<8x9xf32>) {
  // CHECK-NEXT: %[[E:.*]] = tensor.at %{{.*}}[%[[B]]] : tensor<9xf32>
  // CHECK-NEXT: %[[F:.*]] = math.exp %[[E]] : f32
  // CHECK-NEXT: tensor.put %[[F]] into %[[R]][%{{.*}} + %[[A]], %[[B]]] drop : memref<8x9xf32>
  %s = tensor.compute (%j) in [9] {
    %e = tensor.at %x[%j] : tensor<9xf32>
    %f = math.exp %e : f32
    tensor.yield %f : f32
  } : tensor<9xf32>
  %t = tensor.compute (%k, %j) in [1, 9] {
    %e = tensor.at %s[%j] : tensor<9xf32>
    tensor.yield %e : f32
  } : tensor<1x9xf32>
  %w = tensor.tile_write %t into %y[%i, 0] drop : tensor<1x9xf32> into tensor<8x9xf32>
  return %w : tensor<8x9xf32>
}
// FULL-NEXT:   func.func @row(%[[ARG0:.*]]: tensor<9xf32>, %[[ARG1:.*]]: tensor<8x9xf32>, %[[ARG2:.*]]: index) -> tensor<8x9xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [1, 9] accumulate(set unique %[[ACC:.*]] = %[[ARG1]] : tensor<8x9xf32>) {
// FULL-NEXT:       %[[V1:.*]] = tensor.at %[[ARG0]][%[[J]]] : tensor<9xf32>
// FULL-NEXT:       %[[V2:.*]] = math.exp %[[V1]] : f32
// FULL-NEXT:       tensor.put %[[V2]] into %[[ACC]][%[[ARG2]] + %[[I]], %[[J]]] drop : memref<8x9xf32>
// FULL-NEXT:       tensor.yield
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V0]] : tensor<8x9xf32>
// FULL-NEXT:   }

// What several rows are copies of is made once.
// CHECK-LABEL: func.func @rows
func.func @rows(%x: tensor<9xf32>, %y: tensor<8x9xf32>, %i: index) -> tensor<8x9xf32> {
  // CHECK: %[[S:.*]] = tensor.compute (%{{.*}}) in [9] {
  // CHECK: tensor.compute (%[[A:.*]], %[[B:.*]]) in [2, 9] accumulate
  // CHECK-NEXT: tensor.at %[[S]][%[[B]]] : tensor<9xf32>
  %s = tensor.compute (%j) in [9] {
    %e = tensor.at %x[%j] : tensor<9xf32>
    %f = math.exp %e : f32
    tensor.yield %f : f32
  } : tensor<9xf32>
  %t = tensor.compute (%k, %j) in [2, 9] {
    %e = tensor.at %s[%j] : tensor<9xf32>
    tensor.yield %e : f32
  } : tensor<2x9xf32>
  %w = tensor.tile_write %t into %y[%i, 0] drop : tensor<2x9xf32> into tensor<8x9xf32>
  return %w : tensor<8x9xf32>
}
// FULL-NEXT:   func.func @rows(%[[ARG0:.*]]: tensor<9xf32>, %[[ARG1:.*]]: tensor<8x9xf32>, %[[ARG2:.*]]: index) -> tensor<8x9xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [9] {
// FULL-NEXT:       %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]]] : tensor<9xf32>
// FULL-NEXT:       %[[V3:.*]] = math.exp %[[V2]] : f32
// FULL-NEXT:       tensor.yield %[[V3]] : f32
// FULL-NEXT:     } : tensor<9xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]], %[[J:.*]]) in [2, 9] accumulate(set unique %[[ACC:.*]] = %[[ARG1]] : tensor<8x9xf32>) {
// FULL-NEXT:       %[[V2]] = tensor.at %[[V0]][%[[J]]] : tensor<9xf32>
// FULL-NEXT:       tensor.put %[[V2]] into %[[ACC]][%[[ARG2]] + %[[I_0]], %[[J]]] drop : memref<8x9xf32>
// FULL-NEXT:       tensor.yield
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V1]] : tensor<8x9xf32>
// FULL-NEXT:   }

// A layout is in the subscripts: those whose loop counts in steps of the divisor have no remainder.
// CHECK-LABEL: func.func @panels
func.func @panels(%b: tensor<?{p}x?{n}xf32>, %v: f32) -> tensor<64xf32> {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  // CHECK: %[[P:.*]] = tensor.compute (%[[A:.*]], %[[B:.*]], %[[C:.*]]) in [4, 8, 16] {
  // CHECK-NEXT: tensor.at %{{.*}}[%[[B]], %[[A]] * 16 + %[[C]]] fill(%{{.*}}) : tensor<?{p}x?{n}xf32>
  // CHECK: } : tensor<4x8x16xf32>
  %t = tensor.tile_read %b[0, 0] fill(%v) layout affine_map<(k, j) -> (j floordiv 16, k, j mod 16)> : tensor<?{p}x?{n}xf32> to tensor<8x64xf32>
  %e = tensor.splat %v : tensor<64xf32>
  %r = loop.for %j = %c0 to %c64 step %c16 iter_args(%y = %e) -> (tensor<64xf32>) {
    %s = tensor.compute (%i) in [16] {
      %s = tensor.fold (%k) = 0 to 8 add {
        // CHECK: tensor.at %[[P]][%[[J:.*]] floordiv 16, %[[K:.*]], %[[I:.*]]] : tensor<4x8x16xf32>
        %x = tensor.at %t[%k, %j + %i] : tensor<8x64xf32>
        tensor.yield %x : f32
      } : f32
      tensor.yield %s : f32
    } : tensor<16xf32>
    %w = tensor.tile_write %s into %y[%j] : tensor<16xf32> into tensor<64xf32>
    loop.yield %w : tensor<64xf32>
  }
  return %r : tensor<64xf32>
}
// FULL-NEXT:   func.func @panels(%[[ARG0:.*]]: tensor<?{p}x?{n}xf32>, %[[ARG1:.*]]: f32) -> tensor<64xf32> {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C16:.*]] = arith.constant 16 : index
// FULL-NEXT:     %[[C64:.*]] = arith.constant 64 : index
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]], %[[K:.*]]) in [4, 8, 16] {
// FULL-NEXT:       %[[V3:.*]] = tensor.at %[[ARG0]][%[[J]], %[[I]] * 16 + %[[K]]] fill(%[[ARG1]]) : tensor<?{p}x?{n}xf32>
// FULL-NEXT:       tensor.yield %[[V3]] : f32
// FULL-NEXT:     } : tensor<4x8x16xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.splat %[[ARG1]] : tensor<64xf32>
// FULL-NEXT:     %[[V2:.*]] = loop.for %[[I_0:.*]] = %[[C0]] to %[[C64]] step %[[C16]] iter_args(%[[ARG2:.*]] = %[[V1]]) -> (tensor<64xf32>) {
// FULL-NEXT:       %[[V3]] = tensor.compute (%[[I_1:.*]]) in [16] accumulate(set unique %[[ACC:.*]] = %[[ARG2]] : tensor<64xf32>) {
// FULL-NEXT:         %[[V4:.*]] = tensor.fold (%[[K_2:.*]]) = 0 to 8 add {
// FULL-NEXT:           %[[V5:.*]] = tensor.at %[[V0]][%[[I_0]] floordiv 16, %[[K_2]], %[[I_1]]] : tensor<4x8x16xf32>
// FULL-NEXT:           tensor.yield %[[V5]] : f32
// FULL-NEXT:         } : f32
// FULL-NEXT:         tensor.put %[[V4]] into %[[ACC]][%[[I_0]] + %[[I_1]]] : memref<64xf32>
// FULL-NEXT:         tensor.yield
// FULL-NEXT:       }
// FULL-NEXT:       loop.yield %[[V3]] : tensor<64xf32>
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V2]] : tensor<64xf32>
// FULL-NEXT:   }

// Where nothing is known of an index, both parts are computed; a tile may be made of one with a layout.
// CHECK-LABEL: func.func @any_index
func.func @any_index(%x: tensor<?{n}xf32>, %k: tensor<12xindex>) -> (tensor<12xf32>, tensor<4xf32>) {
  // CHECK: %[[P:.*]] = tensor.compute (%{{.*}}, %{{.*}}) in [4, 2]
  %t = tensor.tile_read %x[3] clamp layout affine_map<(i) -> (i mod 4, i floordiv 4)> : tensor<?{n}xf32> to tensor<8xf32>
  %r = tensor.compute (%i) in [12] {
    %at = tensor.at %k[%i] : tensor<12xindex>
    %c7 = arith.constant 7 : index
    %c0 = arith.constant 0 : index
    %low = arith.maxsi %at, %c0 : index
    %in = arith.minsi %low, %c7 : index
    // CHECK: tensor.at %[[P]][%[[I:.*]] mod 4, %[[I]] floordiv 4]
    %e = tensor.at %t[%in] : tensor<8xf32>
    tensor.yield %e : f32
  } : tensor<12xf32>
  // CHECK: tensor.compute (%[[I:.*]]) in [4]
  // CHECK-NEXT: tensor.at %[[P]][(%[[I]] + 2) mod 4, (%[[I]] + 2) floordiv 4] : tensor<4x2xf32>
  %u = tensor.tile_read %t[2] : tensor<8xf32> to tensor<4xf32>
  return %r, %u : tensor<12xf32>, tensor<4xf32>
}
// FULL-NEXT:   func.func @any_index(%[[ARG0:.*]]: tensor<?{n}xf32>, %[[ARG1:.*]]: tensor<12xindex>) -> (tensor<12xf32>, tensor<4xf32>) {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [4, 2] {
// FULL-NEXT:       %[[V3:.*]] = tensor.at %[[ARG0]][%[[I]] + %[[J]] * 4 + 3] clamp : tensor<?{n}xf32>
// FULL-NEXT:       tensor.yield %[[V3]] : f32
// FULL-NEXT:     } : tensor<4x2xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]]) in [12] {
// FULL-NEXT:       %[[V3]] = tensor.at %[[ARG1]][%[[I_0]]] : tensor<12xindex>
// FULL-NEXT:       %[[C7:.*]] = arith.constant 7 : index
// FULL-NEXT:       %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:       %[[V4:.*]] = arith.maxsi %[[V3]], %[[C0]] : index
// FULL-NEXT:       %[[V5:.*]] = arith.minsi %[[V4]], %[[C7]] : index
// FULL-NEXT:       %[[V6:.*]] = tensor.at %[[V0]][%[[V5]] mod 4, %[[V5]] floordiv 4] : tensor<4x2xf32>
// FULL-NEXT:       tensor.yield %[[V6]] : f32
// FULL-NEXT:     } : tensor<12xf32>
// FULL-NEXT:     %[[V2:.*]] = tensor.compute (%[[I_1:.*]]) in [4] {
// FULL-NEXT:       %[[V3]] = tensor.at %[[V0]][(%[[I_1]] + 2) mod 4, (%[[I_1]] + 2) floordiv 4] : tensor<4x2xf32>
// FULL-NEXT:       tensor.yield %[[V3]] : f32
// FULL-NEXT:     } : tensor<4xf32>
// FULL-NEXT:     return %[[V1]], %[[V2]] : tensor<12xf32>, tensor<4xf32>
// FULL-NEXT:   }

// What reads a tile is not fused with it, in no pipeline.
// RUN: tfopt %s --cpu --target=znver4 | tee %t.memory | FileCheck %s --check-prefix=MEMORY
// COMPLETE: FULL
// GOLDEN: cat %t.memory
// MEMORY-LABEL: func.func @once
// MEMORY: %[[M:.*]] = mem.alloc : memref<4x8x16xf32>
func.func @once(%b: tensor<8x64xf32>) -> tensor<64x8xf32> {
  %t = tensor.tile_read %b[0, 0] layout affine_map<(k, j) -> (j floordiv 16, k, j mod 16)> : tensor<8x64xf32> to tensor<8x64xf32>
  %r = tensor.compute (%i, %j) in [64, 8] {
    // MEMORY: mem.load %[[M]]
    %x = tensor.at %t[%j, %i] : tensor<8x64xf32>
    tensor.yield %x : f32
  } : tensor<64x8xf32>
  return %r : tensor<64x8xf32>
}
// FULL-NEXT:   func.func @once(%[[ARG0:.*]]: tensor<8x64xf32>) -> tensor<64x8xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]], %[[K:.*]]) in [4, 8, 16] {
// FULL-NEXT:       %[[V2:.*]] = tensor.at %[[ARG0]][%[[J]], %[[I]] * 16 + %[[K]]] : tensor<8x64xf32>
// FULL-NEXT:       tensor.yield %[[V2]] : f32
// FULL-NEXT:     } : tensor<4x8x16xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]], %[[J_1:.*]]) in [64, 8] {
// FULL-NEXT:       %[[V2]] = tensor.at %[[V0]][%[[I_0]] floordiv 16, %[[J_1]], %[[I_0]] mod 16] : tensor<4x8x16xf32>
// FULL-NEXT:       tensor.yield %[[V2]] : f32
// FULL-NEXT:     } : tensor<64x8xf32>
// FULL-NEXT:     return %[[V1]] : tensor<64x8xf32>
// FULL-NEXT:   }

// A subscript modulo the tile's extent became a read that wraps: the remainder is taken before it is split
// into digits.
// CHECK-LABEL: func.func @wrapped
func.func @wrapped(%x: tensor<13x6xi64>) -> tensor<4xi64> {
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %t = tensor.tile_read %x[%c4, %c5] clamp layout affine_map<(i, j) -> (j, i)> : tensor<13x6xi64> to tensor<2x2xi64>
  // CHECK: tensor.compute (%[[I:.*]]) in [4] {
  // CHECK-NEXT: tensor.at %{{.*}}[%[[I]] mod 2, %[[I]] floordiv 2] : tensor<2x2xi64>
  %r = tensor.compute (%i) in [4] {
    %e = tensor.at %t[%i floordiv 2, %i] wrap : tensor<2x2xi64>
    tensor.yield %e : i64
  } : tensor<4xi64>
  return %r : tensor<4xi64>
}
// FULL-NEXT:   func.func @wrapped(%[[ARG0:.*]]: tensor<13x6xi64>) -> tensor<4xi64> {
// FULL-NEXT:     %[[C4:.*]] = arith.constant 4 : index
// FULL-NEXT:     %[[C5:.*]] = arith.constant 5 : index
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [2, 2] {
// FULL-NEXT:       %[[V2:.*]] = tensor.at %[[ARG0]][%[[C4]] + %[[J]], %[[C5]] + %[[I]]] clamp : tensor<13x6xi64>
// FULL-NEXT:       tensor.yield %[[V2]] : i64
// FULL-NEXT:     } : tensor<2x2xi64>
// FULL-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]]) in [4] {
// FULL-NEXT:       %[[V2]] = tensor.at %[[V0]][%[[I_0]] mod 2, %[[I_0]] floordiv 2] : tensor<2x2xi64>
// FULL-NEXT:       tensor.yield %[[V2]] : i64
// FULL-NEXT:     } : tensor<4xi64>
// FULL-NEXT:     return %[[V1]] : tensor<4xi64>
// FULL-NEXT:   }

// A tile of the tensor that is written, at the place where it is written: its elements change where they are.
// CHECK-LABEL: func.func @in_place(
// CHECK: tensor.compute {{.*}} accumulate(region unique
// CHECK-NOT: tensor.compute
// CHECK: tensor.put {{.*}} combine (%[[OLD:.*]], %{{.*}}) {
// CHECK-NEXT: arith.negf %[[OLD]]
// CHECK: return
func.func @in_place(%t: tensor<10xf32>) -> tensor<10xf32> {
  %z = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c10 = arith.constant 10 : index
  %r = loop.for %i = %c0 to %c10 step %c4 iter_args(%a = %t) -> (tensor<10xf32>) {
    %old = tensor.tile_read %a[%i] fill(%z) : tensor<10xf32> to tensor<4xf32>
    %new = tensor.compute (%j) in [4] {
      %x = tensor.at %old[%j] : tensor<4xf32>
      %y = arith.negf %x : f32
      tensor.yield %y : f32
    } : tensor<4xf32>
    %w = tensor.tile_write %new into %a[%i] drop : tensor<4xf32> into tensor<10xf32>
    loop.yield %w : tensor<10xf32>
  }
  return %r : tensor<10xf32>
}
// FULL-NEXT:   func.func @in_place(%[[ARG0:.*]]: tensor<10xf32>) -> tensor<10xf32> {
// FULL-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C4:.*]] = arith.constant 4 : index
// FULL-NEXT:     %[[C10:.*]] = arith.constant 10 : index
// FULL-NEXT:     %[[V0:.*]] = loop.for %[[I:.*]] = %[[C0]] to %[[C10]] step %[[C4]] iter_args(%[[ARG1:.*]] = %[[ARG0]]) -> (tensor<10xf32>) {
// FULL-NEXT:       %[[V1:.*]] = tensor.compute (%[[I_0:.*]]) in [4] accumulate(region unique %[[ACC:.*]] = %[[ARG1]] : tensor<10xf32>) {
// FULL-NEXT:         %[[CST_1:.*]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:         tensor.put %[[CST_1]] into %[[ACC]][%[[I]] + %[[I_0]]] drop : memref<10xf32> combine (%[[ARG2:.*]], %[[ARG3:.*]]) {
// FULL-NEXT:           %[[V2:.*]] = arith.negf %[[ARG2]] : f32
// FULL-NEXT:           tensor.yield %[[V2]] : f32
// FULL-NEXT:         }
// FULL-NEXT:         tensor.yield
// FULL-NEXT:       }
// FULL-NEXT:       loop.yield %[[V1]] : tensor<10xf32>
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V0]] : tensor<10xf32>
// FULL-NEXT:   }

// One at another place, and one that is read in another order: they are copied first.
// CHECK-LABEL: func.func @elsewhere(
// CHECK-NOT: accumulate(region
// CHECK: return
func.func @elsewhere(%t: tensor<10xf32>) -> tensor<10xf32> {
  %z = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c3 = arith.constant 3 : index
  %c10 = arith.constant 10 : index
  %r = loop.for %i = %c0 to %c10 step %c4 iter_args(%a = %t) -> (tensor<10xf32>) {
    %old = tensor.tile_read %a[%i + 1] fill(%z) : tensor<10xf32> to tensor<4xf32>
    %new = tensor.compute (%j) in [4] {
      %x = tensor.at %old[%j] : tensor<4xf32>
      %y = arith.negf %x : f32
      tensor.yield %y : f32
    } : tensor<4xf32>
    %w = tensor.tile_write %new into %a[%i] drop : tensor<4xf32> into tensor<10xf32>
    %back = tensor.tile_read %w[%i] fill(%z) : tensor<10xf32> to tensor<4xf32>
    %turned = tensor.compute (%j) in [4] {
      %x = tensor.at %back[3 - %j] : tensor<4xf32>
      tensor.yield %x : f32
    } : tensor<4xf32>
    %v = tensor.tile_write %turned into %w[%i] drop : tensor<4xf32> into tensor<10xf32>
    loop.yield %v : tensor<10xf32>
  }
  return %r : tensor<10xf32>
}
// FULL-NEXT:   func.func @elsewhere(%[[ARG0:.*]]: tensor<10xf32>) -> tensor<10xf32> {
// FULL-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C4:.*]] = arith.constant 4 : index
// FULL-NEXT:     %[[C3:.*]] = arith.constant 3 : index
// FULL-NEXT:     %[[C10:.*]] = arith.constant 10 : index
// FULL-NEXT:     %[[V0:.*]] = loop.for %[[I:.*]] = %[[C0]] to %[[C10]] step %[[C4]] iter_args(%[[ARG1:.*]] = %[[ARG0]]) -> (tensor<10xf32>) {
// FULL-NEXT:       %[[V1:.*]] = tensor.compute (%[[I_0:.*]]) in [4] {
// FULL-NEXT:         %[[V5:.*]] = tensor.at %[[ARG1]][%[[I]] + %[[I_0]] + 1] fill(%[[CST]]) : tensor<10xf32>
// FULL-NEXT:         tensor.yield %[[V5]] : f32
// FULL-NEXT:       } : tensor<4xf32>
// FULL-NEXT:       %[[V2:.*]] = tensor.compute (%[[I_1:.*]]) in [4] accumulate(set unique %[[ACC:.*]] = %[[ARG1]] : tensor<10xf32>) {
// FULL-NEXT:         %[[V5]] = tensor.at %[[V1]][%[[I_1]]] : tensor<4xf32>
// FULL-NEXT:         %[[V6:.*]] = arith.negf %[[V5]] : f32
// FULL-NEXT:         tensor.put %[[V6]] into %[[ACC]][%[[I]] + %[[I_1]]] drop : memref<10xf32>
// FULL-NEXT:         tensor.yield
// FULL-NEXT:       }
// FULL-NEXT:       %[[V3:.*]] = tensor.compute (%[[I_2:.*]]) in [4] {
// FULL-NEXT:         %[[V5]] = tensor.at %[[V2]][%[[I]] + %[[I_2]]] fill(%[[CST]]) : tensor<10xf32>
// FULL-NEXT:         tensor.yield %[[V5]] : f32
// FULL-NEXT:       } : tensor<4xf32>
// FULL-NEXT:       %[[V4:.*]] = tensor.compute (%[[I_3:.*]]) in [4] accumulate(set unique %[[ACC_4:.*]] = %[[V2]] : tensor<10xf32>) {
// FULL-NEXT:         %[[V5]] = tensor.at %[[V3]][-%[[I_3]] + 3] : tensor<4xf32>
// FULL-NEXT:         tensor.put %[[V5]] into %[[ACC_4]][%[[I]] + %[[I_3]]] drop : memref<10xf32>
// FULL-NEXT:         tensor.yield
// FULL-NEXT:       }
// FULL-NEXT:       loop.yield %[[V4]] : tensor<10xf32>
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V0]] : tensor<10xf32>
// FULL-NEXT:   }

// What a loop reads in its region needs the copy.
// CHECK-LABEL: func.func @in_a_region(
// CHECK-NOT: accumulate(region
// CHECK: return
func.func @in_a_region(%t: tensor<10xf32>, %b: tensor<30xf32>) -> tensor<10xf32> {
  %z = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c10 = arith.constant 10 : index
  %r = loop.for %i = %c0 to %c10 step %c4 iter_args(%a = %t) -> (tensor<10xf32>) {
    %old = tensor.tile_read %a[%i] fill(%z) : tensor<10xf32> to tensor<4xf32>
    %new = tensor.compute (%j) in [4] {
      %x = tensor.at %old[%j] : tensor<4xf32>
      %f = tensor.fold (%k) = 0 to 30 add {
        %e = tensor.at %b[%k] : tensor<30xf32>
        %g = arith.subf %e, %x : f32
        %h = math.absf %g : f32
        tensor.yield %h : f32
      } : f32
      %y = arith.addf %f, %x : f32
      tensor.yield %y : f32
    } : tensor<4xf32>
    %w = tensor.tile_write %new into %a[%i] drop : tensor<4xf32> into tensor<10xf32>
    loop.yield %w : tensor<10xf32>
  }
  return %r : tensor<10xf32>
}
// FULL-NEXT:   func.func @in_a_region(%[[ARG0:.*]]: tensor<10xf32>, %[[ARG1:.*]]: tensor<30xf32>) -> tensor<10xf32> {
// FULL-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C4:.*]] = arith.constant 4 : index
// FULL-NEXT:     %[[C10:.*]] = arith.constant 10 : index
// FULL-NEXT:     %[[V0:.*]] = loop.for %[[I:.*]] = %[[C0]] to %[[C10]] step %[[C4]] iter_args(%[[ARG2:.*]] = %[[ARG0]]) -> (tensor<10xf32>) {
// FULL-NEXT:       %[[V1:.*]] = tensor.compute (%[[I_0:.*]]) in [4] {
// FULL-NEXT:         %[[V3:.*]] = tensor.at %[[ARG2]][%[[I]] + %[[I_0]]] fill(%[[CST]]) : tensor<10xf32>
// FULL-NEXT:         tensor.yield %[[V3]] : f32
// FULL-NEXT:       } : tensor<4xf32>
// FULL-NEXT:       %[[V2:.*]] = tensor.compute (%[[I_1:.*]]) in [4] accumulate(set unique %[[ACC:.*]] = %[[ARG2]] : tensor<10xf32>) {
// FULL-NEXT:         %[[V3]] = tensor.at %[[V1]][%[[I_1]]] : tensor<4xf32>
// FULL-NEXT:         %[[V4:.*]] = tensor.fold (%[[K:.*]]) = 0 to 30 add {
// FULL-NEXT:           %[[V6:.*]] = tensor.at %[[ARG1]][%[[K]]] : tensor<30xf32>
// FULL-NEXT:           %[[V7:.*]] = arith.subf %[[V6]], %[[V3]] : f32
// FULL-NEXT:           %[[V8:.*]] = math.absf %[[V7]] : f32
// FULL-NEXT:           tensor.yield %[[V8]] : f32
// FULL-NEXT:         } : f32
// FULL-NEXT:         %[[V5:.*]] = arith.addf %[[V4]], %[[V3]] : f32
// FULL-NEXT:         tensor.put %[[V5]] into %[[ACC]][%[[I]] + %[[I_1]]] drop : memref<10xf32>
// FULL-NEXT:         tensor.yield
// FULL-NEXT:       }
// FULL-NEXT:       loop.yield %[[V2]] : tensor<10xf32>
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V0]] : tensor<10xf32>
// FULL-NEXT:   }
// FULL-NEXT: }
