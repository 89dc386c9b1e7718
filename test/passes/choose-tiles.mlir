// Products and convolutions get tiles by what their terms read; small ones, those whose fold is in order, and those with a schedule do not. Those of
// unknown extents have two versions.
// RUN: tfopt %s --target=x86-64-v3 --pass-pipeline='func.func(choose-tiles{least=884736})' | FileCheck %s
// RUN: tfopt %s --target=x86-64-v3 --choose-tiles | FileCheck %s --check-prefix=DEFAULT
// RUN: tfopt %s --target=x86-64-v3 --pass-pipeline='func.func(choose-tiles,apply-tiles)' | FileCheck %s --check-prefix=ROWS
// RUN: tfopt %s --target=x86-64-v3 --choose-tiles --explain-fusion -o /dev/null 2>&1 | FileCheck %s --check-prefix=SAYS
// RUN: tfopt %s --target=x86-64-v4 --choose-tiles --explain-fusion -o /dev/null 2>&1 | FileCheck %s --check-prefix=WIDE
// RUN: tfopt %s --target=x86-64-v4 --choose-tiles | FileCheck %s --check-prefix=WHOLE

// The price of tiles stands beside that of the loops without them: where 32 registers hold many rows and the second cache a panel, rows are read where they lie.
// SAYS: remark: tiles: cost {{[0-9.e]+}} with loops over tiles, {{[0-9.e]+}} without, in additions; it is tiled
// WIDE: remark: tiles: cost {{[0-9.e]+}} with loops over tiles, {{[0-9.e]+}} without, in additions; it is not tiled
// WHOLE-LABEL: func.func @product(
// WHOLE-NOT: split(
// WHOLE-LABEL: func.func @short(

// CHECK-LABEL: func.func @product(
// Threads share panels of lanes, each of which is packed by the thread that reads it.
// CHECK: by heuristic: split(i, [{{[0-9]+}}, 6]), split(j, [512, 16]), split(k, [256]), order(j.0, k.0, i.0, j.1, i.1), parallel(j.0), stage(j, k, at = k.0, panels = j), stage(i, k, at = i.0), vectorize(j, 16), jam(i, 6)>
func.func @product(%a: tensor<1024x1024xf32>, %b: tensor<1024x1024xf32>) -> tensor<1024x1024xf32> {
  %t = tensor.compute (%i, %j) in [1024, 1024] {
    %s = tensor.fold (%k) = 0 to 1024 add fastmath<reassoc> {
      %x = tensor.at %a[%i, %k] : tensor<1024x1024xf32>
      %y = tensor.at %b[%k, %j] : tensor<1024x1024xf32>
      %xy = arith.mulf %x, %y : f32
      tensor.yield %xy : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<1024x1024xf32>
  return %t : tensor<1024x1024xf32>
}

// A short fold is not cut.
// CHECK-LABEL: func.func @short(
// CHECK: order(j.0, i.0, j.1, i.1)
func.func @short(%a: tensor<1024x512xf32>, %b: tensor<512x1024xf32>) -> tensor<1024x1024xf32> {
  %t = tensor.compute (%i, %j) in [1024, 1024] {
    %s = tensor.fold (%k) = 0 to 512 add fastmath<reassoc> {
      %x = tensor.at %a[%i, %k] : tensor<1024x512xf32>
      %y = tensor.at %b[%k, %j] : tensor<512x1024xf32>
      %xy = arith.mulf %x, %y : f32
      tensor.yield %xy : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<1024x1024xf32>
  return %t : tensor<1024x1024xf32>
}

// Rows that lie along the fold are copied as they are; of an operand that lies the other way, blocks have their numbers side by side in panels.
// CHECK-LABEL: func.func @columns(
// CHECK: stage(i, k, at = i.0, panels = i)
func.func @columns(%a: tensor<1024x1024xf32>, %b: tensor<1024x1024xf32>) -> tensor<1024x1024xf32> {
  %t = tensor.compute (%i, %j) in [1024, 1024] {
    %s = tensor.fold (%k) = 0 to 1024 add fastmath<reassoc> {
      %x = tensor.at %a[%k, %i] : tensor<1024x1024xf32>
      %y = tensor.at %b[%k, %j] : tensor<1024x1024xf32>
      %xy = arith.mulf %x, %y : f32
      tensor.yield %xy : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<1024x1024xf32>
  return %t : tensor<1024x1024xf32>
}

// Four rows are read too few times.
// CHECK-LABEL: func.func @small(
// CHECK-NOT: schedule
// CHECK: return
func.func @small(%a: tensor<4x1024xf32>, %b: tensor<1024x1024xf32>) -> tensor<4x1024xf32> {
  %t = tensor.compute (%i, %j) in [4, 1024] {
    %s = tensor.fold (%k) = 0 to 1024 add fastmath<reassoc> {
      %x = tensor.at %a[%i, %k] : tensor<4x1024xf32>
      %y = tensor.at %b[%k, %j] : tensor<1024x1024xf32>
      %xy = arith.mulf %x, %y : f32
      tensor.yield %xy : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<4x1024xf32>
  return %t : tensor<4x1024xf32>
}

// A product of unknown extents may be small: there have to be sixteen times as many terms, and so many rows.
// CHECK-LABEL: func.func @unknown(
// CHECK-DAG: %[[LEAST:.*]] = arith.constant 1.350000e+01 : f64
// CHECK-DAG: %[[FEWEST:.*]] = arith.constant 2.400000e+01 : f64
// CHECK: %[[IS_LARGE:.*]] = arith.andi
// CHECK: %[[RESULT:.*]] = loop.if %{{.*}} -> (tensor<?{m}x1024xf32>) {
// CHECK: tensor.compute
// CHECK-SAME: split(i, [66, 6]), split(j, [{{[0-9]+}}, 16]), split(k, [256])
// CHECK: } else {
// CHECK-NOT: schedule
// CHECK: return %[[RESULT]]
// SAYS: remark: tiles: for extents with 2.684e8 terms or more, loops over tiles run, and for others the untiled loops
func.func @unknown(%a: tensor<?{m}x1024xf32>, %b: tensor<1024x1024xf32>) -> tensor<?{m}x1024xf32> {
  %t = tensor.compute (%i, %j) in [m, 1024] {
    %s = tensor.fold (%k) = 0 to 1024 add fastmath<reassoc> {
      %x = tensor.at %a[%i, %k] : tensor<?{m}x1024xf32>
      %y = tensor.at %b[%k, %j] : tensor<1024x1024xf32>
      %xy = arith.mulf %x, %y : f32
      tensor.yield %xy : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<?{m}x1024xf32>
  return %t : tensor<?{m}x1024xf32>
}

// CHECK-LABEL: func.func @ordered(
// CHECK-NOT: schedule
// CHECK: return
func.func @ordered(%a: tensor<1024x1024xf32>, %b: tensor<1024x1024xf32>) -> tensor<1024x1024xf32> {
  %t = tensor.compute (%i, %j) in [1024, 1024] {
    %s = tensor.fold (%k) = 0 to 1024 add  {
      %x = tensor.at %a[%i, %k] : tensor<1024x1024xf32>
      %y = tensor.at %b[%k, %j] : tensor<1024x1024xf32>
      %xy = arith.mulf %x, %y : f32
      tensor.yield %xy : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<1024x1024xf32>
  return %t : tensor<1024x1024xf32>
}

// CHECK-LABEL: func.func @asked(
// CHECK: schedule = #tensor.schedule<vectorize(j, 8)>
// CHECK: return
func.func @asked(%a: tensor<1024x1024xf32>, %b: tensor<1024x1024xf32>) -> tensor<1024x1024xf32> {
  %t = tensor.compute (%i, %j) in [1024, 1024] attributes {schedule = #tensor.schedule<vectorize(j, 8)>} {
    %s = tensor.fold (%k) = 0 to 1024 add fastmath<reassoc> {
      %x = tensor.at %a[%i, %k] : tensor<1024x1024xf32>
      %y = tensor.at %b[%k, %j] : tensor<1024x1024xf32>
      %xy = arith.mulf %x, %y : f32
      tensor.yield %xy : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<1024x1024xf32>
  return %t : tensor<1024x1024xf32>
}

// Enough terms for the first run, too few for what the pass does by itself.
// CHECK-LABEL: func.func @middle(
// CHECK: split(
// DEFAULT-LABEL: func.func @middle(
// DEFAULT-NOT: schedule
// DEFAULT: return
func.func @middle(%a: tensor<96x128xf32>, %b: tensor<128x1024xf32>) -> tensor<96x1024xf32> {
  %t = tensor.compute (%i, %j) in [96, 1024] {
    %s = tensor.fold (%k) = 0 to 128 add fastmath<reassoc> {
      %x = tensor.at %a[%i, %k] : tensor<96x128xf32>
      %y = tensor.at %b[%k, %j] : tensor<128x1024xf32>
      %xy = arith.mulf %x, %y : f32
      tensor.yield %xy : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<96x1024xf32>
  return %t : tensor<96x1024xf32>
}

// A fold over rows that no cache holds reads a few of them over many columns; its many parts are added up in f64.
// CHECK-LABEL: func.func @rows(
// CHECK: by heuristic: split(i, [{{[0-9]+}}]), split(k, [8]), order(i.0, k.0), parallel(i.0), vectorize(i, 32)>
// ROWS-LABEL: func.func @rows(
// ROWS: loop.parallel
// ROWS: loop.for
// ROWS: arith.extf
// ROWS: tensor.tile_write add {{.*}} tensor<8192xf64>
// ROWS: arith.truncf
func.func @rows(%x: tensor<8192x8192xf32>) -> tensor<8192xf32> {
  %t = tensor.compute (%i) in [8192] {
    %s = tensor.fold (%k) = 0 to 8192 add fastmath<reassoc> {
      %v = tensor.at %x[%k, %i] : tensor<8192x8192xf32>
      tensor.yield %v : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<8192xf32>
  return %t : tensor<8192xf32>
}

// The same of a batch, each part of two operands: fewer rows of each.
// CHECK-LABEL: func.func @batch(
// CHECK: split(b, [1]), split(i, [{{[0-9]+}}]), split(k, [4]), order(b.0, i.0, k.0), parallel(b.0, i.0), vectorize(i, 32)>
func.func @batch(%x: tensor<16x4096x2048xf32>, %y: tensor<16x4096x2048xf32>) -> tensor<16x2048xf32> {
  %t = tensor.compute (%b, %i) in [16, 2048] attributes {axes = ["b", "i"]} {
    %s = tensor.fold (%k) = 0 to 4096 add fastmath<reassoc> {
      %v = tensor.at %x[%b, %k, %i] : tensor<16x4096x2048xf32>
      %w = tensor.at %y[%b, %k, %i] : tensor<16x4096x2048xf32>
      %p = arith.mulf %v, %w : f32
      tensor.yield %p : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<16x2048xf32>
  return %t : tensor<16x2048xf32>
}

// What lies side by side, what a cache holds, and rows of a few columns are read as they are.
// CHECK-LABEL: func.func @along(
// CHECK-NOT: schedule
// CHECK: return
func.func @along(%x: tensor<8192x8192xf32>, %y: tensor<256x256xf32>, %z: tensor<1000000x64xf32>) -> (tensor<8192xf32>, tensor<256xf32>, tensor<64xf32>) {
  %t = tensor.compute (%i) in [8192] {
    %s = tensor.fold (%k) = 0 to 8192 add fastmath<reassoc> {
      %v = tensor.at %x[%i, %k] : tensor<8192x8192xf32>
      tensor.yield %v : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<8192xf32>
  %u = tensor.compute (%i) in [256] {
    %s = tensor.fold (%k) = 0 to 256 add fastmath<reassoc> {
      %v = tensor.at %y[%k, %i] : tensor<256x256xf32>
      tensor.yield %v : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<256xf32>
  %w = tensor.compute (%i) in [64] {
    %s = tensor.fold (%k) = 0 to 1000000 add fastmath<reassoc> {
      %v = tensor.at %z[%k, %i] : tensor<1000000x64xf32>
      tensor.yield %v : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<64xf32>
  return %t, %u, %w : tensor<8192xf32>, tensor<256xf32>, tensor<64xf32>
}

// What a number of an operand is made of is evaluated as it is packed, once for all lanes: with it, rows that lie where they are would take longer.
// DEFAULT-LABEL: func.func @prologue(
// DEFAULT: split(
func.func @prologue(%a: tensor<256x320xf32>, %r: tensor<256xf32>, %g: tensor<320xf32>, %b: tensor<320x1280xf32>) -> tensor<256x1280xf32> {
  %t = tensor.compute (%i, %j) in [256, 1280] {
    %s = tensor.fold (%k) = 0 to 320 add fastmath<reassoc> {
      %x = tensor.at %a[%i, %k] : tensor<256x320xf32>
      %u = tensor.at %r[%i] : tensor<256xf32>
      %v = tensor.at %g[%k] : tensor<320xf32>
      %y = tensor.at %b[%k, %j] : tensor<320x1280xf32>
      %xu = arith.mulf %x, %u : f32
      %xv = arith.mulf %xu, %v : f32
      %xy = arith.mulf %xv, %y : f32
      tensor.yield %xy : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<256x1280xf32>
  return %t : tensor<256x1280xf32>
}

// DEFAULT-LABEL: func.func @without_prologue(
// DEFAULT-NOT: schedule
// DEFAULT: return
func.func @without_prologue(%a: tensor<256x256xf32>, %b: tensor<256x256xf32>) -> tensor<256x256xf32> {
  %t = tensor.compute (%i, %j) in [256, 256] {
    %s = tensor.fold (%k) = 0 to 256 add fastmath<reassoc> {
      %x = tensor.at %a[%i, %k] : tensor<256x256xf32>
      %y = tensor.at %b[%k, %j] : tensor<256x256xf32>
      %xy = arith.mulf %x, %y : f32
      tensor.yield %xy : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<256x256xf32>
  return %t : tensor<256x256xf32>
}
