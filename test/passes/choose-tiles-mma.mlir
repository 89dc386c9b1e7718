// Products of narrow integers get tiles of words, several terms of which one instruction adds up, from fewer terms on than others; those of bf16 only where flags promise
// that nobody minds.
// RUN: tfopt %s --choose-tiles | FileCheck %s

// CHECK-LABEL: func.func @bytes(
// CHECK: by heuristic: split(i, {{.*}}vectorize(j, 32), jam(i, {{[0-9]+}}), mma(k, 4)>
func.func @bytes(%a: tensor<256x256xi8>, %b: tensor<256x256xi8>) -> tensor<256x256xi32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 1 : i64, dots_i16 = 1 : i64, dots_i8 = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
  %t = tensor.compute (%i, %j) in [256, 256] {
    %s = tensor.fold (%k) = 0 to 256 add {
      %x = tensor.at %a[%i, %k] : tensor<256x256xi8>
      %y = tensor.at %b[%k, %j] : tensor<256x256xi8>
      %wx = arith.extsi %x : i8 to i32
      %wy = arith.extsi %y : i8 to i32
      %xy = arith.muli %wx, %wy : i32
      tensor.yield %xy : i32
    } : i32
    tensor.yield %s : i32
  } : tensor<256x256xi32>
  return %t : tensor<256x256xi32>
}

// Without an instruction for four bytes, pairs.
// CHECK-LABEL: func.func @bytes_as_pairs(
// CHECK: mma(k, 2)>
func.func @bytes_as_pairs(%a: tensor<256x256xi8>, %b: tensor<256x256xi8>) -> tensor<256x256xi32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 1 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
  %t = tensor.compute (%i, %j) in [256, 256] {
    %s = tensor.fold (%k) = 0 to 256 add {
      %x = tensor.at %a[%i, %k] : tensor<256x256xi8>
      %y = tensor.at %b[%k, %j] : tensor<256x256xi8>
      %wx = arith.extsi %x : i8 to i32
      %wy = arith.extsi %y : i8 to i32
      %xy = arith.muli %wx, %wy : i32
      tensor.yield %xy : i32
    } : i32
    tensor.yield %s : i32
  } : tensor<256x256xi32>
  return %t : tensor<256x256xi32>
}

// CHECK-LABEL: func.func @pairs(
// CHECK: mma(k, 2)>
func.func @pairs(%a: tensor<256x256xi16>, %b: tensor<256x256xi16>) -> tensor<256x256xi32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 1 : i64, dots_i16 = 1 : i64, dots_i8 = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
  %t = tensor.compute (%i, %j) in [256, 256] {
    %s = tensor.fold (%k) = 0 to 256 add {
      %x = tensor.at %a[%i, %k] : tensor<256x256xi16>
      %y = tensor.at %b[%k, %j] : tensor<256x256xi16>
      %wx = arith.extsi %x : i16 to i32
      %wy = arith.extsi %y : i16 to i32
      %xy = arith.muli %wx, %wy : i32
      tensor.yield %xy : i32
    } : i32
    tensor.yield %s : i32
  } : tensor<256x256xi32>
  return %t : tensor<256x256xi32>
}

// CHECK-LABEL: func.func @few(
// CHECK-NOT: schedule
// CHECK: return
func.func @few(%a: tensor<48x48xi8>, %b: tensor<48x48xi8>) -> tensor<48x48xi32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 1 : i64, dots_i16 = 1 : i64, dots_i8 = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
  %t = tensor.compute (%i, %j) in [48, 48] {
    %s = tensor.fold (%k) = 0 to 48 add {
      %x = tensor.at %a[%i, %k] : tensor<48x48xi8>
      %y = tensor.at %b[%k, %j] : tensor<48x48xi8>
      %wx = arith.extsi %x : i8 to i32
      %wy = arith.extsi %y : i8 to i32
      %xy = arith.muli %wx, %wy : i32
      tensor.yield %xy : i32
    } : i32
    tensor.yield %s : i32
  } : tensor<48x48xi32>
  return %t : tensor<48x48xi32>
}

// A long fold is cut into parts of whole words.
// CHECK-LABEL: func.func @long(
// CHECK: split(k, [1024]),{{.*}} mma(k, 4)>
func.func @long(%a: tensor<4096x4096xi8>, %b: tensor<4096x4096xi8>) -> tensor<4096x4096xi32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 1 : i64, dots_i16 = 1 : i64, dots_i8 = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
  %t = tensor.compute (%i, %j) in [4096, 4096] {
    %s = tensor.fold (%k) = 0 to 4096 add {
      %x = tensor.at %a[%i, %k] : tensor<4096x4096xi8>
      %y = tensor.at %b[%k, %j] : tensor<4096x4096xi8>
      %wx = arith.extsi %x : i8 to i32
      %wy = arith.extsi %y : i8 to i32
      %xy = arith.muli %wx, %wy : i32
      tensor.yield %xy : i32
    } : i32
    tensor.yield %s : i32
  } : tensor<4096x4096xi32>
  return %t : tensor<4096x4096xi32>
}

// CHECK-LABEL: func.func @unsigned_pairs(
// CHECK-NOT: mma
// CHECK: return
func.func @unsigned_pairs(%a: tensor<1024x1024xi16>, %b: tensor<1024x1024xi16>) -> tensor<1024x1024xi32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 1 : i64, dots_i16 = 1 : i64, dots_i8 = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
  %t = tensor.compute (%i, %j) in [1024, 1024] {
    %s = tensor.fold (%k) = 0 to 1024 add {
      %x = tensor.at %a[%i, %k] : tensor<1024x1024xi16>
      %y = tensor.at %b[%k, %j] : tensor<1024x1024xi16>
      %wx = arith.extui %x : i16 to i32
      %wy = arith.extui %y : i16 to i32
      %xy = arith.muli %wx, %wy : i32
      tensor.yield %xy : i32
    } : i32
    tensor.yield %s : i32
  } : tensor<1024x1024xi32>
  return %t : tensor<1024x1024xi32>
}

// CHECK-LABEL: func.func @floats(
// CHECK-NOT: mma
// CHECK: return
func.func @floats(%a: tensor<1024x1024xbf16>, %b: tensor<1024x1024xbf16>) -> tensor<1024x1024xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 1 : i64, dots_i16 = 1 : i64, dots_i8 = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
  %t = tensor.compute (%i, %j) in [1024, 1024] {
    %s = tensor.fold (%k) = 0 to 1024 add fastmath<reassoc, contract> {
      %x = tensor.at %a[%i, %k] : tensor<1024x1024xbf16>
      %y = tensor.at %b[%k, %j] : tensor<1024x1024xbf16>
      %wx = arith.extf %x : bf16 to f32
      %wy = arith.extf %y : bf16 to f32
      %xy = arith.mulf %wx, %wy : f32
      tensor.yield %xy : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<1024x1024xf32>
  return %t : tensor<1024x1024xf32>
}

// CHECK-LABEL: func.func @fast_floats(
// CHECK: mma(k, 2)>
func.func @fast_floats(%a: tensor<1024x1024xbf16>, %b: tensor<1024x1024xbf16>) -> tensor<1024x1024xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 1 : i64, dots_i16 = 1 : i64, dots_i8 = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
  %t = tensor.compute (%i, %j) in [1024, 1024] {
    %s = tensor.fold (%k) = 0 to 1024 add fastmath<fast> {
      %x = tensor.at %a[%i, %k] : tensor<1024x1024xbf16>
      %y = tensor.at %b[%k, %j] : tensor<1024x1024xbf16>
      %wx = arith.extf %x : bf16 to f32
      %wy = arith.extf %y : bf16 to f32
      %xy = arith.mulf %wx, %wy : f32
      tensor.yield %xy : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<1024x1024xf32>
  return %t : tensor<1024x1024xf32>
}
