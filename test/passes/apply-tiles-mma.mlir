// A fold whose products an instruction adds up, several at a time, counts words of so many terms, which are
// made where operands are packed.
// RUN: tfopt %s --apply-tiles | tee %t.check | FileCheck %s
// RUN: tfopt %s --pass-pipeline='func.func(apply-tiles,lower-tiles,schedule)' --check-semantics -o /dev/null
// RUN: tfopt %s --cpu --target=x86-64-v3 --check-semantics -o /dev/null
// RUN: tfopt %s --cpu --check-semantics -o /dev/null
// GOLDEN: cat %t.check

// Pairs of an extent that may be odd: zeros follow the last term of one factor, whatever the other one is
// there. A part of 10 terms is one of 5 words.
// CHECK-LABEL: func.func @pairs(
// CHECK: tensor.compute {{.*}} in [2, 5, 4]
// CHECK: arith.cmpi slt
// CHECK: arith.select
// CHECK: arith.shli
// CHECK: arith.ori
// CHECK: loop.parallel {{.*}} shared
// CHECK: tensor.compute {{.*}} in [2, 5, 3]
// CHECK-NOT: arith.select
// CHECK: tensor.compute {{.*}} in [3, 4] {{.*}}<vectorize(j, 4), jam(i, 3)>
// CHECK: vector.dot_i16
// CHECK: tensor.tile_write add
func.func @pairs(%a: tensor<?{m}x?{p}xi16>, %b: tensor<?{p}x?{n}xi16>) -> tensor<?{m}x?{n}xi32> attributes {tf.target = {dots_i16 = 1 : i64, dots_i8 = 1 : i64, dots_bf16 = 1 : i64}} {
  %t = tensor.compute (%i, %j) in [m, n] attributes {schedule = #tensor.schedule<split(i, [6, 3]), split(j, [8, 4]), split(k, [10]), order(j.0, k.0, i.0, j.1, i.1), parallel(i.0), stage(k, j, at = k.0, panels = j), stage(i, k, at = i.0, panels = i), vectorize(j, 4), jam(i, 3), mma(k, 2)>} {
    %s = tensor.fold (%k) = 0 to p add attributes {axis = "k"} {
      %x = tensor.at %a[%i, %k] : tensor<?{m}x?{p}xi16>
      %one = arith.constant 1 : i16
      %px = arith.addi %x, %one : i16
      %y = tensor.at %b[%k, %j] : tensor<?{p}x?{n}xi16>
      %wx = arith.extsi %px : i16 to i32
      %wy = arith.extsi %y : i16 to i32
      %xy = arith.muli %wx, %wy : i32
      tensor.yield %xy : i32
    } : i32
    tensor.yield %s : i32
  } : tensor<?{m}x?{n}xi32>
  return %t : tensor<?{m}x?{n}xi32>
}

// Bytes with signs: those of the rows become 128 more, and the product with the sums of the others is taken
// off behind the fold. Nothing is left over of 20 terms.
// CHECK-LABEL: func.func @bytes(
// CHECK: tensor.compute (%{{.*}}) in [n]
// CHECK: arith.constant -128
// CHECK: tensor.compute {{.*}} in [2, 5, 3]
// CHECK: arith.xori
// CHECK: tensor.compute {{.*}} in [2, 5, 4]
// CHECK-NOT: arith.select
// CHECK-NOT: arith.xori
// CHECK: tensor.compute {{.*}} in [3, 4]
// CHECK: tensor.fold (%{{.*}}) = 0 to 5 add
// CHECK: vector.dot_u8_i8
// CHECK: arith.addi
// CHECK: tensor.tile_write
func.func @bytes(%a: tensor<?{m}x20xi8>, %b: tensor<20x?{n}xi8>) -> tensor<?{m}x?{n}xi32> attributes {tf.target = {dots_i16 = 1 : i64, dots_i8 = 1 : i64, dots_bf16 = 1 : i64}} {
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

// Bytes of which one has no sign are as the instruction takes them, that one first.
// CHECK-LABEL: func.func @mixed(
// CHECK-NOT: tensor.compute (%{{.*}}) in [n]
// CHECK-NOT: arith.xori
// CHECK: %[[Y:.*]] = tensor.at %{{.*}} : tensor<2x5x4xi32>
// CHECK: %[[X:.*]] = tensor.at %{{.*}} : tensor<2x5x3xi32>
// CHECK: vector.dot_u8_i8 %[[Y]], %[[X]]
func.func @mixed(%a: tensor<?{m}x20xi8>, %b: tensor<20x?{n}xi8>) -> tensor<?{m}x?{n}xi32> attributes {tf.target = {dots_i16 = 1 : i64, dots_i8 = 1 : i64, dots_bf16 = 1 : i64}} {
  %t = tensor.compute (%i, %j) in [m, n] attributes {schedule = #tensor.schedule<split(i, [6, 3]), split(j, [8, 4]), order(i.0, j.0, j.1, i.1), parallel(i.0, j.0), stage(k, j, at = j.0, panels = j), stage(i, k, at = i.0, panels = i), jam(i, 3), vectorize(j, 4), mma(k, 4)>} {
    %s = tensor.fold (%k) = 0 to 20 add attributes {axis = "k"} {
      %x = tensor.at %a[%i, %k] : tensor<?{m}x20xi8>
      %y = tensor.at %b[%k, %j] : tensor<20x?{n}xi8>
      %wx = arith.extsi %x : i8 to i32
      %wy = arith.extui %y : i8 to i32
      %xy = arith.muli %wx, %wy : i32
      tensor.yield %xy : i32
    } : i32
    tensor.yield %s : i32
  } : tensor<?{m}x?{n}xi32>
  return %t : tensor<?{m}x?{n}xi32>
}

// Of two without a sign, the rows become 128 less.
// CHECK-LABEL: func.func @unsigned(
// CHECK: tensor.compute (%{{.*}}) in [n]
// CHECK: arith.constant 128
// CHECK: vector.dot_u8_i8
func.func @unsigned(%a: tensor<?{m}x19xi8>, %b: tensor<19x?{n}xi8>) -> tensor<?{m}x?{n}xi32> attributes {tf.target = {dots_i16 = 1 : i64, dots_i8 = 1 : i64, dots_bf16 = 1 : i64}} {
  %t = tensor.compute (%i, %j) in [m, n] attributes {schedule = #tensor.schedule<split(i, [6, 3]), split(j, [8, 4]), order(i.0, j.0, j.1, i.1), parallel(i.0, j.0), stage(k, j, at = j.0, panels = j), stage(i, k, at = i.0, panels = i), jam(i, 3), vectorize(j, 4), mma(k, 4)>} {
    %s = tensor.fold (%k) = 0 to 19 add attributes {axis = "k"} {
      %x = tensor.at %a[%i, %k] : tensor<?{m}x19xi8>
      %y = tensor.at %b[%k, %j] : tensor<19x?{n}xi8>
      %wx = arith.extui %x : i8 to i32
      %wy = arith.extui %y : i8 to i32
      %xy = arith.muli %wx, %wy : i32
      tensor.yield %xy : i32
    } : i32
    tensor.yield %s : i32
  } : tensor<?{m}x?{n}xi32>
  return %t : tensor<?{m}x?{n}xi32>
}

// Floats end in zeros on both sides, as zero times a NaN is none.
// CHECK-LABEL: func.func @floats(
// CHECK: tensor.compute {{.*}} in [2, 10, 3]
// CHECK: arith.select
// CHECK: tensor.compute {{.*}} in [2, 10, 4]
// CHECK: arith.select
// CHECK: vector.dot_bf16
func.func @floats(%a: tensor<?{m}x19xbf16>, %b: tensor<19x?{n}xbf16>) -> tensor<?{m}x?{n}xf32> attributes {tf.target = {dots_i16 = 1 : i64, dots_i8 = 1 : i64, dots_bf16 = 1 : i64}} {
  %t = tensor.compute (%i, %j) in [m, n] attributes {schedule = #tensor.schedule<split(i, [6, 3]), split(j, [8, 4]), order(i.0, j.0, j.1, i.1), parallel(i.0, j.0), stage(k, j, at = j.0, panels = j), stage(i, k, at = i.0, panels = i), jam(i, 3), vectorize(j, 4), mma(k, 2)>} {
    %s = tensor.fold (%k) = 0 to 19 add fastmath<reassoc> attributes {axis = "k"} {
      %x = tensor.at %a[%i, %k] : tensor<?{m}x19xbf16>
      %y = tensor.at %b[%k, %j] : tensor<19x?{n}xbf16>
      %wx = arith.extf %x : bf16 to f32
      %wy = arith.extf %y : bf16 to f32
      %xy = arith.mulf %wx, %wy : f32
      tensor.yield %xy : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<?{m}x?{n}xf32>
  return %t : tensor<?{m}x?{n}xf32>
}
