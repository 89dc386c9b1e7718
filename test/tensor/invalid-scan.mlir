// RUN: tfopt %s --split-input-file --verify-diagnostics

func.func @scan_axis(%x: tensor<4xf32>) {
  // expected-error @below {{'tensor.scan' op names axis 1, but the shape has rank 1}}
  %0 = tensor.scan add %x dim = 1 : tensor<4xf32>
  return
}

// -----

func.func @scan_kinds(%x: tensor<4xf32>) {
  // expected-error @below {{'tensor.scan' op has 1 operands but 2 combining kinds}}
  %0 = tensor.scan [add, mul] %x dim = 0 : tensor<4xf32>
  return
}

// -----

func.func @scan_shapes(%x: tensor<4xf32>, %y: tensor<5xf32>) {
  // expected-error @below {{'tensor.scan' op scans tensors of one shape, not tensor<5xf32>, tensor<4xf32>}}
  %0:2 = tensor.scan [add, mul] %x, %y dim = 0 : tensor<4xf32>, tensor<5xf32>
  return
}

// -----

func.func @scan_kind(%x: tensor<4xf32>) {
  // expected-error @below {{'tensor.scan' op cannot combine values of type f32 with and}}
  %0 = tensor.scan and %x dim = 0 : tensor<4xf32>
  return
}

// -----

func.func @scan_inits(%x: tensor<4xf32>) {
  // expected-error @below {{'tensor.scan' op needs initial values for its combiner}}
  %0 = tensor.scan %x dim = 0 combine (%a: f32, %b: f32) {
    tensor.yield %a : f32
  } : tensor<4xf32>
  return
}

// -----

func.func @sort_axis(%x: tensor<4xf32>) {
  // expected-error @below {{'tensor.sort' op names axis -2, but the shape has rank 1}}
  %0 = tensor.sort %x dim = -2 by (%a: f32, %b: f32) {
    %l = arith.cmpf olt, %a, %b : f32
    tensor.yield %l : i1
  } : tensor<4xf32>
  return
}

// -----

func.func @sort_arguments(%x: tensor<4xf32>) {
  // expected-error @below {{'tensor.sort' op has a comparator of (f32), but its pairs of elements are (f32, f32)}}
  %0 = tensor.sort %x dim = 0 by (%a: f32) {
    %l = arith.cmpf olt, %a, %a : f32
    tensor.yield %l : i1
  } : tensor<4xf32>
  return
}

// -----

func.func @sort_yields(%x: tensor<4xf32>) {
  // expected-error @below {{'tensor.sort' op yields (f32) where (i1) is needed}}
  %0 = tensor.sort %x dim = 0 by (%a: f32, %b: f32) {
    // expected-note @below {{yielded here}}
    tensor.yield %a : f32
  } : tensor<4xf32>
  return
}

// -----

func.func @sort_shapes(%x: tensor<4xf32>, %y: tensor<5xf32>) {
  // expected-error @below {{'tensor.sort' op sorts tensors of one shape, not tensor<5xf32>, tensor<4xf32>}}
  %0:2 = tensor.sort %x, %y dim = 0 by (%a: f32, %b: f32, %c: f32, %d: f32) {
    %l = arith.cmpf olt, %a, %b : f32
    tensor.yield %l : i1
  } : tensor<4xf32>, tensor<5xf32>
  return
}

// -----

func.func @sort_nothing() {
  // expected-error @below {{'tensor.sort' op needs at least one tensor}}
  "tensor.sort"() <{dim = 0 : i64}> ({
  ^bb0:
    %l = arith.constant true
    tensor.yield %l : i1
  }) : () -> ()
  return
}

// -----

func.func @sort_comparator(%x: tensor<4xf32>) {
  // expected-error @below {{'tensor.sort' op has an empty comparator: it needs a block}}
  %0 = "tensor.sort"(%x) <{dim = 0 : i64}> ({}) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @rng_state(%s: tensor<4xi64>) {
  // expected-error @below {{'tensor.rng' op has the state tensor<4xi64>: philox4x32 needs tensor<3xi64> or tensor<2xi64>}}
  %0:2 = tensor.rng philox4x32 %s : (tensor<4xi64>) -> (tensor<4xi64>, tensor<5xi32>)
  return
}

// -----

func.func @rng_next(%s: tensor<2xi64>) {
  // expected-error @below {{'tensor.rng' op result #0 is tensor<3xi64> but the state is tensor<2xi64>}}
  %0:2 = tensor.rng philox4x32 %s : (tensor<2xi64>) -> (tensor<3xi64>, tensor<5xi32>)
  return
}

// -----

func.func @rng_bits(%s: tensor<2xi64>) {
  // expected-error @below {{'tensor.rng' op generates tensor<5xf32>: elements must be i8, i16, i32 or i64}}
  %0:2 = tensor.rng philox4x32 %s : (tensor<2xi64>) -> (tensor<2xi64>, tensor<5xf32>)
  return
}

// -----

func.func @rng_extents(%s: tensor<2xi64>, %x: tensor<?{n}xi32>) {
  // expected-error @below {{'tensor.rng' op generates tensor<?{n}xi32>: threefry2x32 pairs elements depending on the extents}}
  %0:2 = tensor.rng threefry2x32 %s : (tensor<2xi64>) -> (tensor<2xi64>, tensor<?{n}xi32>)
  return
}

// -----

func.func @rng_algorithm(%s: tensor<2xi64>) {
  // expected-error @below {{'tensor.rng' op attribute 'algorithm' failed to satisfy constraint: one of "philox4x32", "threefry2x32", "pcg"}}
  %0:2 = "tensor.rng"(%s) <{algorithm = "mersenne"}> : (tensor<2xi64>) -> (tensor<2xi64>, tensor<5xi32>)
  return
}
