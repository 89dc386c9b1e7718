// Where no instruction adds up terms, the step is left out with a remark that says why; the loops over tiles
// stay.
// RUN: tfopt %s --apply-tiles --split-input-file 2>&1 | FileCheck %s
// RUN: tfopt %s --apply-tiles --split-input-file 2>/dev/null | FileCheck %s --check-prefix=STAYS

// STAYS-LABEL: func.func @order(
// STAYS: tensor.tile_write
// STAYS-NOT: vector.dot

// CHECK: remark: the step mma(k, 2) is left out: the instruction adds terms in another order than the fold, which has no reassoc
func.func @order(%a: tensor<?{m}x20xbf16>, %b: tensor<20x?{n}xbf16>) -> tensor<?{m}x?{n}xf32> attributes {tf.target = {dots_i16 = 1 : i64, dots_i8 = 1 : i64, dots_bf16 = 1 : i64}} {
  %t = tensor.compute (%i, %j) in [m, n] attributes {schedule = #tensor.schedule<split(i, [6, 3]), split(j, [8, 4]), order(i.0, j.0, j.1, i.1), parallel(i.0, j.0), stage(k, j, at = j.0, panels = j), stage(i, k, at = i.0, panels = i), jam(i, 3), vectorize(j, 4), mma(k, 2)>} {
    %s = tensor.fold (%k) = 0 to 20 add attributes {axis = "k"} {
      %x = tensor.at %a[%i, %k] : tensor<?{m}x20xbf16>
      %y = tensor.at %b[%k, %j] : tensor<20x?{n}xbf16>
      %wx = arith.extf %x : bf16 to f32
      %wy = arith.extf %y : bf16 to f32
      %xy = arith.mulf %wx, %wy : f32
      tensor.yield %xy : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<?{m}x?{n}xf32>
  return %t : tensor<?{m}x?{n}xf32>
}

// -----

// CHECK: remark: the step mma(k, 4) is left out: the target has no instruction for four bytes (AVX-512 VNNI)
func.func @target(%a: tensor<?{m}x20xi8>, %b: tensor<20x?{n}xi8>) -> tensor<?{m}x?{n}xi32> attributes {tf.target = {dots_i8 = 0 : i64}} {
  %t = tensor.compute (%i, %j) in [m, n] attributes {schedule = #tensor.schedule<split(i, [6, 3]), split(j, [8, 4]), order(i.0, j.0, j.1, i.1), parallel(i.0, j.0), stage(k, j, at = j.0, panels = j), stage(i, k, at = i.0, panels = i), jam(i, 3), vectorize(j, 4), mma(k, 4)>} {
    %s = tensor.fold (%k) = 0 to 20 add attributes {axis = "k"} {
      %x = tensor.at %a[%i, %k] : tensor<?{m}x20xi8>
      %y = tensor.at %b[%k, %j] : tensor<20x?{n}xi8>
      %wx = arith.extsi %x : i8 to i32
      %wy = arith.extsi %y : i8 to i32
      %xy = arith.muli %wx, %wy : i32
      tensor.yield %xy : i32
    } : i32
    tensor.yield %s : i32
  } : tensor<?{m}x?{n}xi32>
  return %t : tensor<?{m}x?{n}xi32>
}

// -----

// CHECK: remark: the step mma(k, 2) is left out: the target has no instruction for pairs of bf16 (AVX-512 BF16)
func.func @halves(%a: tensor<?{m}x20xbf16>, %b: tensor<20x?{n}xbf16>) -> tensor<?{m}x?{n}xf32> attributes {tf.target = {dots_bf16 = 0 : i64}} {
  %t = tensor.compute (%i, %j) in [m, n] attributes {schedule = #tensor.schedule<split(i, [6, 3]), split(j, [8, 4]), order(i.0, j.0, j.1, i.1), parallel(i.0, j.0), stage(k, j, at = j.0, panels = j), stage(i, k, at = i.0, panels = i), jam(i, 3), vectorize(j, 4), mma(k, 2)>} {
    %s = tensor.fold (%k) = 0 to 20 add fastmath<reassoc> attributes {axis = "k"} {
      %x = tensor.at %a[%i, %k] : tensor<?{m}x20xbf16>
      %y = tensor.at %b[%k, %j] : tensor<20x?{n}xbf16>
      %wx = arith.extf %x : bf16 to f32
      %wy = arith.extf %y : bf16 to f32
      %xy = arith.mulf %wx, %wy : f32
      tensor.yield %xy : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<?{m}x?{n}xf32>
  return %t : tensor<?{m}x?{n}xf32>
}

// -----

// CHECK: remark: the step mma(k, 2) is left out: the terms must be products of two factors of type bf16, two terms at a time
func.func @f16(%a: tensor<?{m}x20xf16>, %b: tensor<20x?{n}xf16>) -> tensor<?{m}x?{n}xf32> attributes {tf.target = {dots_i16 = 1 : i64, dots_i8 = 1 : i64, dots_bf16 = 1 : i64}} {
  %t = tensor.compute (%i, %j) in [m, n] attributes {schedule = #tensor.schedule<split(i, [6, 3]), split(j, [8, 4]), order(i.0, j.0, j.1, i.1), parallel(i.0, j.0), stage(k, j, at = j.0, panels = j), stage(i, k, at = i.0, panels = i), jam(i, 3), vectorize(j, 4), mma(k, 2)>} {
    %s = tensor.fold (%k) = 0 to 20 add fastmath<reassoc> attributes {axis = "k"} {
      %x = tensor.at %a[%i, %k] : tensor<?{m}x20xf16>
      %y = tensor.at %b[%k, %j] : tensor<20x?{n}xf16>
      %wx = arith.extf %x : f16 to f32
      %wy = arith.extf %y : f16 to f32
      %xy = arith.mulf %wx, %wy : f32
      tensor.yield %xy : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<?{m}x?{n}xf32>
  return %t : tensor<?{m}x?{n}xf32>
}

// -----

// CHECK: remark: the step mma(k, 4) is left out: the terms must be products of two factors that were widened from bytes
func.func @shorts(%a: tensor<?{m}x20xi16>, %b: tensor<20x?{n}xi8>) -> tensor<?{m}x?{n}xi32> attributes {tf.target = {dots_i16 = 1 : i64, dots_i8 = 1 : i64, dots_bf16 = 1 : i64}} {
  %t = tensor.compute (%i, %j) in [m, n] attributes {schedule = #tensor.schedule<split(i, [6, 3]), split(j, [8, 4]), order(i.0, j.0, j.1, i.1), parallel(i.0, j.0), stage(k, j, at = j.0, panels = j), stage(i, k, at = i.0, panels = i), jam(i, 3), vectorize(j, 4), mma(k, 4)>} {
    %s = tensor.fold (%k) = 0 to 20 add attributes {axis = "k"} {
      %x = tensor.at %a[%i, %k] : tensor<?{m}x20xi16>
      %y = tensor.at %b[%k, %j] : tensor<20x?{n}xi8>
      %wx = arith.extsi %x : i16 to i32
      %wy = arith.extsi %y : i8 to i32
      %xy = arith.muli %wx, %wy : i32
      tensor.yield %xy : i32
    } : i32
    tensor.yield %s : i32
  } : tensor<?{m}x?{n}xi32>
  return %t : tensor<?{m}x?{n}xi32>
}

// -----

// CHECK: remark: the step mma(k, 2) is left out: the terms must be products of two factors that were widened from 16 bits with a sign, or from fewer
func.func @nosign(%a: tensor<?{m}x20xi16>, %b: tensor<20x?{n}xi16>) -> tensor<?{m}x?{n}xi32> attributes {tf.target = {dots_i16 = 1 : i64, dots_i8 = 1 : i64, dots_bf16 = 1 : i64}} {
  %t = tensor.compute (%i, %j) in [m, n] attributes {schedule = #tensor.schedule<split(i, [6, 3]), split(j, [8, 4]), order(i.0, j.0, j.1, i.1), parallel(i.0, j.0), stage(k, j, at = j.0, panels = j), stage(i, k, at = i.0, panels = i), jam(i, 3), vectorize(j, 4), mma(k, 2)>} {
    %s = tensor.fold (%k) = 0 to 20 add attributes {axis = "k"} {
      %x = tensor.at %a[%i, %k] : tensor<?{m}x20xi16>
      %y = tensor.at %b[%k, %j] : tensor<20x?{n}xi16>
      %wx = arith.extui %x : i16 to i32
      %wy = arith.extsi %y : i16 to i32
      %xy = arith.muli %wx, %wy : i32
      tensor.yield %xy : i32
    } : i32
    tensor.yield %s : i32
  } : tensor<?{m}x?{n}xi32>
  return %t : tensor<?{m}x?{n}xi32>
}

// -----

// CHECK: remark: the step mma(k, 2) is left out: the products must have type i32 or f32, not i64
func.func @long(%a: tensor<?{m}x20xi16>, %b: tensor<20x?{n}xi16>) -> tensor<?{m}x?{n}xi64> attributes {tf.target = {dots_i16 = 1 : i64, dots_i8 = 1 : i64, dots_bf16 = 1 : i64}} {
  %t = tensor.compute (%i, %j) in [m, n] attributes {schedule = #tensor.schedule<split(i, [6, 3]), split(j, [8, 4]), order(i.0, j.0, j.1, i.1), parallel(i.0, j.0), stage(k, j, at = j.0, panels = j), stage(i, k, at = i.0, panels = i), jam(i, 3), vectorize(j, 4), mma(k, 2)>} {
    %s = tensor.fold (%k) = 0 to 20 add attributes {axis = "k"} {
      %x = tensor.at %a[%i, %k] : tensor<?{m}x20xi16>
      %y = tensor.at %b[%k, %j] : tensor<20x?{n}xi16>
      %wx = arith.extsi %x : i16 to i64
      %wy = arith.extsi %y : i16 to i64
      %xy = arith.muli %wx, %wy : i64
      tensor.yield %xy : i64
    } : i64
    tensor.yield %s : i64
  } : tensor<?{m}x?{n}xi64>
  return %t : tensor<?{m}x?{n}xi64>
}

// -----

// CHECK: remark: the step mma(k, 2) is left out: the terms are not products of two factors
func.func @sums(%a: tensor<?{m}x20xi16>, %b: tensor<20x?{n}xi16>) -> tensor<?{m}x?{n}xi32> attributes {tf.target = {dots_i16 = 1 : i64, dots_i8 = 1 : i64, dots_bf16 = 1 : i64}} {
  %t = tensor.compute (%i, %j) in [m, n] attributes {schedule = #tensor.schedule<split(i, [6, 3]), split(j, [8, 4]), order(i.0, j.0, j.1, i.1), parallel(i.0, j.0), stage(k, j, at = j.0, panels = j), stage(i, k, at = i.0, panels = i), jam(i, 3), vectorize(j, 4), mma(k, 2)>} {
    %s = tensor.fold (%k) = 0 to 20 add attributes {axis = "k"} {
      %x = tensor.at %a[%i, %k] : tensor<?{m}x20xi16>
      %y = tensor.at %b[%k, %j] : tensor<20x?{n}xi16>
      %wx = arith.extsi %x : i16 to i32
      %wy = arith.extsi %y : i16 to i32
      %xy = arith.addi %wx, %wy : i32
      tensor.yield %xy : i32
    } : i32
    tensor.yield %s : i32
  } : tensor<?{m}x?{n}xi32>
  return %t : tensor<?{m}x?{n}xi32>
}

// -----

// CHECK: remark: the step mma(k, 2) is left out: the instruction adds terms, but the fold combines them by maxsi
func.func @greatest(%a: tensor<?{m}x20xi16>, %b: tensor<20x?{n}xi16>) -> tensor<?{m}x?{n}xi32> attributes {tf.target = {dots_i16 = 1 : i64, dots_i8 = 1 : i64, dots_bf16 = 1 : i64}} {
  %t = tensor.compute (%i, %j) in [m, n] attributes {schedule = #tensor.schedule<split(i, [6, 3]), split(j, [8, 4]), order(i.0, j.0, j.1, i.1), parallel(i.0, j.0), stage(k, j, at = j.0, panels = j), stage(i, k, at = i.0, panels = i), jam(i, 3), vectorize(j, 4), mma(k, 2)>} {
    %s = tensor.fold (%k) = 0 to 20 maxsi attributes {axis = "k"} {
      %x = tensor.at %a[%i, %k] : tensor<?{m}x20xi16>
      %y = tensor.at %b[%k, %j] : tensor<20x?{n}xi16>
      %wx = arith.extsi %x : i16 to i32
      %wy = arith.extsi %y : i16 to i32
      %xy = arith.muli %wx, %wy : i32
      tensor.yield %xy : i32
    } : i32
    tensor.yield %s : i32
  } : tensor<?{m}x?{n}xi32>
  return %t : tensor<?{m}x?{n}xi32>
}

// -----

// CHECK: remark: the step mma(k, 2) is left out: both factors must be read from tiles: add a step stage for each
func.func @staged(%a: tensor<?{m}x20xi16>, %b: tensor<20x?{n}xi16>) -> tensor<?{m}x?{n}xi32> attributes {tf.target = {dots_i16 = 1 : i64, dots_i8 = 1 : i64, dots_bf16 = 1 : i64}} {
  %t = tensor.compute (%i, %j) in [m, n] attributes {schedule = #tensor.schedule<split(i, [6, 3]), split(j, [8, 4]), order(i.0, j.0, j.1, i.1), parallel(i.0, j.0), stage(k, j, at = j.0, panels = j), jam(i, 3), vectorize(j, 4), mma(k, 2)>} {
    %s = tensor.fold (%k) = 0 to 20 add attributes {axis = "k"} {
      %x = tensor.at %a[%i, %k] : tensor<?{m}x20xi16>
      %y = tensor.at %b[%k, %j] : tensor<20x?{n}xi16>
      %wx = arith.extsi %x : i16 to i32
      %wy = arith.extsi %y : i16 to i32
      %xy = arith.muli %wx, %wy : i32
      tensor.yield %xy : i32
    } : i32
    tensor.yield %s : i32
  } : tensor<?{m}x?{n}xi32>
  return %t : tensor<?{m}x?{n}xi32>
}
