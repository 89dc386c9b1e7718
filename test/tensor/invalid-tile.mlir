// RUN: tfopt %s --split-input-file --verify-diagnostics

func.func @rank(%x: tensor<4x4xf32>) {
  // expected-error @below {{'tensor.tile_read' op takes a tile and a tensor of one rank and element type, not tensor<4xf32> and tensor<4x4xf32>}}
  %0 = tensor.tile_read %x[0, 0] : tensor<4x4xf32> to tensor<4xf32>
  return
}

// -----

func.func @extents(%x: tensor<?{n}xf32>, %i: index) {
  // expected-error @below {{'tensor.tile_read' op has the tile tensor<?{n}xf32>: the extents of a tile must be positive constants (use tensor.dynamic_slice for other windows)}}
  %0 = tensor.tile_read %x[%i] clamp : tensor<?{n}xf32> to tensor<?{n}xf32>
  return
}

// -----

func.func @drop(%x: tensor<?{n}xf32>, %i: index) {
  // expected-error @below {{'tensor.tile_read' op has the policy drop, which is for writes: use fill(…) for a value out of bounds}}
  %0 = "tensor.tile_read"(%x, %i) <{map = affine_map<(d0) -> (d0)>, policy = "drop"}> : (tensor<?{n}xf32>, index) -> tensor<4xf32>
  return
}

// -----

func.func @no_fill(%x: tensor<f32>) {
  // expected-error @below {{'tensor.tile_read' op has the policy fill without a fill value: give it as the last operand}}
  %0 = "tensor.tile_read"(%x) <{map = affine_map<() -> ()>, policy = "fill"}> : (tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @fill_type(%x: tensor<?{n}xf32>, %i: index) {
  // expected-error @below {{'tensor.tile_read' op has a fill value of type index, but reads f32}}
  %0 = "tensor.tile_read"(%x, %i, %i) <{map = affine_map<(d0) -> (d0)>, policy = "fill"}> : (tensor<?{n}xf32>, index, index) -> tensor<4xf32>
  return
}

// -----

func.func @offset_type(%x: tensor<?{n}xf32>, %i: i32) {
  // expected-error @below {{'tensor.tile_read' op needs offsets of type index, but value #0 is i32}}
  %0 = "tensor.tile_read"(%x, %i) <{map = affine_map<(d0) -> (d0)>, policy = "clamp"}> : (tensor<?{n}xf32>, i32) -> tensor<4xf32>
  return
}

// -----

func.func @offsets(%x: tensor<?{n}xf32>, %i: index) {
  // expected-error @below {{'tensor.tile_read' op has a map of 2 results instead of 1, the rank}}
  %0 = tensor.tile_read %x[%i, %i] clamp : tensor<?{n}xf32> to tensor<4xf32>
  return
}

// -----

func.func @outside(%x: tensor<8xf32>) {
  // expected-error @below {{'tensor.tile_read' op may read outside: the subscript of axis 0 is not proved to be inside; it can be 8, which is not known to be below the extent 8; give the read a policy: clamp, wrap, fill(…) or trap}}
  %0 = tensor.tile_read %x[5] : tensor<8xf32> to tensor<4xf32>
  return
}

// -----

func.func @below(%x: tensor<8xf32>, %t: tensor<4xf32>) {
  // expected-error @below {{'tensor.tile_write' op may write outside: the subscript of axis 0 is not proved to be inside; it can be -1, which is not known to be at least 0}}
  %0 = tensor.tile_write %t into %x[-1] : tensor<4xf32> into tensor<8xf32>
  return
}

// -----

func.func @several(%x: tensor<8xf32>, %t: tensor<4xf32>, %i: index) {
  // expected-error @below {{'tensor.tile_write' op has the policy clamp, which could write several elements of the tile to one element: use drop to skip elements out of bounds}}
  %0 = tensor.tile_write %t into %x[%i] clamp : tensor<4xf32> into tensor<8xf32>
  return
}

// -----

func.func @kind(%x: tensor<8xf32>, %t: tensor<4xf32>) {
  // expected-error @below {{'tensor.tile_write' op cannot combine values of type f32 with xor}}
  %0 = tensor.tile_write xor %t into %x[0] : tensor<4xf32> into tensor<8xf32>
  return
}

// -----

func.func @layout_rank(%x: tensor<8xf32>) {
  // expected-error @below {{'tensor.tile_read' op has a layout that maps 2 indices and 0 symbols, but the tile has 1 axes: write one index per axis}}
  %0 = tensor.tile_read %x[0] layout affine_map<(i, j) -> (i, j)> : tensor<8xf32> to tensor<4xf32>
  return
}

// -----

func.func @layout_expression(%x: tensor<8xf32>) {
  // expected-error @below {{'tensor.tile_read' op has a layout that has an unsupported expression as result #0: write d, d floordiv c or d mod c for an index d and a constant c}}
  %0 = tensor.tile_read %x[0] layout affine_map<(i) -> (i * 2)> : tensor<8xf32> to tensor<4xf32>
  return
}

// -----

func.func @layout_divisor(%x: tensor<8xf32>) {
  // expected-error @below {{'tensor.tile_read' op has a layout that divides index #0 by 3, which does not divide the extent 4}}
  %0 = tensor.tile_read %x[0] layout affine_map<(i) -> (i floordiv 3, i mod 3)> : tensor<8xf32> to tensor<4xf32>
  return
}

// -----

func.func @layout_lost(%x: tensor<8xf32>) {
  // expected-error @below {{'tensor.tile_read' op has a layout that does not store index #0 exactly once: as one result, or as floordiv and mod by one constant}}
  %0 = tensor.tile_read %x[0] layout affine_map<(i) -> (i floordiv 2)> : tensor<8xf32> to tensor<4xf32>
  return
}

// -----

// Tiles that are longer than the step meet.
func.func @trips_meet(%x: tensor<?{n}xf32>, %t: tensor<5xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %n = tensor.extent [n] : index
  // expected-note @below {{the loop}}
  %r = loop.parallel (%i) = (%c0) to (%n) step (%c4) shared(%d = %x) -> (tensor<?{n}xf32>) {
    // expected-error @below {{'tensor.tile_write' op may access elements that another iteration of a parallel loop writes: along no axis is the box proved to be between index #0 of the loop and that index plus the step; make the step the tile's extent, and begin the tile at the index}}
    %w = tensor.tile_write %t into %d[%i] drop : tensor<5xf32> into tensor<?{n}xf32>
    loop.yield %w : tensor<?{n}xf32>
  }
  return
}

// -----

// A neighbour's element.
func.func @trips_read(%x: tensor<?{n}xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %v = arith.constant 0.0 : f32
  %n = tensor.extent [n] : index
  // expected-note @below {{the loop}}
  %r = loop.parallel (%i) = (%c0) to (%n) step (%c4) shared(%d = %x) -> (tensor<?{n}xf32>) {
    // expected-error @below {{'tensor.tile_read' op may access elements that another iteration of a parallel loop writes}}
    %t = tensor.tile_read %d[%i - 1] fill(%v) : tensor<?{n}xf32> to tensor<4xf32>
    loop.yield %d : tensor<?{n}xf32>
  }
  return
}

// -----

func.func @trips_clamp(%x: tensor<?{n}xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %n = tensor.extent [n] : index
  %r = loop.parallel (%i) = (%c0) to (%n) step (%c4) shared(%d = %x) -> (tensor<?{n}xf32>) {
    // expected-error @below {{'tensor.tile_read' op has the policy clamp on a tensor that the iterations of a parallel loop share: it may read elements that another iteration writes; use fill(…) or trap}}
    %t = tensor.tile_read %d[%i] clamp : tensor<?{n}xf32> to tensor<4xf32>
    loop.yield %d : tensor<?{n}xf32>
  }
  return
}

// -----

// Trips that differ in %j alone write the same rows.
func.func @trips_second_axis(%x: tensor<8x8xf32>, %t: tensor<4x8xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  // expected-note @below {{the loop}}
  %r = loop.parallel (%i, %j) = (%c0, %c0) to (%c8, %c8) step (%c4, %c4) shared(%d = %x) -> (tensor<8x8xf32>) {
    // expected-error @below {{'tensor.tile_write' op may access elements that another iteration of a parallel loop writes: along no axis is the box proved to be between index #1 of the loop and that index plus the step}}
    %w = tensor.tile_write %t into %d[%i, 0] : tensor<4x8xf32> into tensor<8x8xf32>
    loop.yield %w : tensor<8x8xf32>
  }
  return
}

// -----

// A compute that accumulates into a shared tensor is no loop that carries it.
func.func @accumulates(%x: tensor<8xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  // expected-error @below {{'loop.parallel' op yields a shared tensor #0 that is not derived from its region argument}}
  %r = loop.parallel (%i) = (%c0) to (%c8) step (%c4) shared(%d = %x) -> (tensor<8xf32>) {
    %e = tensor.compute (%j) in [8] accumulate(set %acc = %d : tensor<8xf32>) {
      tensor.put %v into %acc[%j] : memref<8xf32>
      tensor.yield
    }
    loop.yield %e : tensor<8xf32>
  }
  return
}

// -----

// Elements by number of the trip are apart; half of that is another trip's, too.
func.func @numbers_of_trips(%d: tensor<8xf32>, %e: tensor<8xf32>, %t: tensor<1xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c32 = arith.constant 32 : index
  // expected-note @below {{the loop}}
  %r:2 = loop.parallel (%i) = (%c0) to (%c32) step (%c4) shared(%x = %d, %y = %e) -> (tensor<8xf32>, tensor<8xf32>) {
    %v = tensor.tile_write %t into %x[%i floordiv 4] : tensor<1xf32> into tensor<8xf32>
    // expected-error @below {{'tensor.tile_write' op may access elements that another iteration of a parallel loop writes}}
    %w = tensor.tile_write %t into %y[%i floordiv 8] : tensor<1xf32> into tensor<8xf32>
    loop.yield %v, %w : tensor<8xf32>, tensor<8xf32>
  }
  return
}
