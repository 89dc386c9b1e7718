// RUN: tfopt %s --lower-tiles | FileCheck %s
// RUN: tfopt %s --lower-tiles --check-semantics -o /dev/null
// RUN: tfopt %s --cpu --check-semantics -o /dev/null

// A tile is a compute over its box; one that is read and written is made where it is written. Elements that are inside need no policy.
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

// A tile that something else reads, too, has memory of its own; so has one that is made of the tensor that it is written into.
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

// What reads a tile is not fused with it, in no pipeline.
// RUN: tfopt %s --cpu --target=znver4 | FileCheck %s --check-prefix=MEMORY
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

// A subscript modulo the tile's extent became a read that wraps: the remainder is taken before it is split into digits.
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
