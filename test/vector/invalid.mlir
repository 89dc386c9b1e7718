// RUN: tfopt %s --split-input-file --verify-diagnostics

func.func @load_operands(%m: memref<4x3xf32>, %i: index) {
  // expected-error @below {{'vector.load' op has 1 operands after the memref<4x3xf32>: it needs 2 subscripts, and mask and else if it is masked}}
  %0 = vector.load %m[%i] axis = 0 : memref<4x3xf32>, vector<4xf32>
  return
}

// -----

func.func @load_element(%m: memref<4xf32>, %i: index) {
  // expected-error @below {{'vector.load' op cannot load or store vector<4xi32> in memref<4xf32>}}
  %0 = vector.load %m[%i] axis = 0 : memref<4xf32>, vector<4xi32>
  return
}

// -----

func.func @load_axis(%m: memref<4xf32>, %i: index) {
  // expected-error @below {{'vector.load' op has lanes along axis 1, but memref<4xf32> has rank 1}}
  %0 = vector.load %m[%i] axis = 1 : memref<4xf32>, vector<4xf32>
  return
}

// -----

func.func @load_subscript(%m: memref<4xf32>, %i: i32) {
  // expected-error @below {{'vector.load' op needs subscripts of type index, but #0 is i32}}
  %0 = "vector.load"(%m, %i) <{axis = 0}> : (memref<4xf32>, i32) -> vector<4xf32>
  return
}

// -----

func.func @load_mask(%m: memref<4xf32>, %i: index, %k: vector<8xi1>, %v: vector<4xf32>) {
  // expected-error @below {{'vector.load' op has vector<8xi1> after mask, but that must be vector<4xi1>}}
  %0 = "vector.load"(%m, %i, %k, %v) <{axis = 0}> : (memref<4xf32>, index, vector<8xi1>, vector<4xf32>) -> vector<4xf32>
  return
}

// -----

func.func @load_else(%m: memref<4xf32>, %i: index, %k: vector<4xi1>, %v: vector<4xf64>) {
  // expected-error @below {{'vector.load' op has vector<4xf64> after else, but that must be vector<4xf32>}}
  %0 = "vector.load"(%m, %i, %k, %v) <{axis = 0}> : (memref<4xf32>, index, vector<4xi1>, vector<4xf64>) -> vector<4xf32>
  return
}

// -----

func.func @load_vector(%m: memref<4xf32>, %i: index) {
  // expected-error @below {{'vector.load' op result #0 must be a one-dimensional vector of f16, bf16, f32, f64, i1, i8, i16, i32, i64 or index, but got 'vector<2x2xf32>'}}
  %0 = vector.load %m[%i] axis = 0 : memref<4xf32>, vector<2x2xf32>
  return
}

// -----

func.func @store_operands(%m: memref<4xf32>, %i: index, %v: vector<4xf32>, %k: vector<4xi1>) {
  // expected-error @below {{'vector.store' op has 3 operands after the memref<4xf32>: it needs 1 subscripts, and mask if it is masked}}
  "vector.store"(%v, %m, %i, %k, %v) <{axis = 0}> : (vector<4xf32>, memref<4xf32>, index, vector<4xi1>, vector<4xf32>) -> ()
  return
}

// -----

func.func @store_axis(%m: memref<4xf32>, %i: index, %v: vector<4xf32>) {
  // expected-error @below {{'vector.store' op has lanes along axis -1, but memref<4xf32> has rank 1}}
  vector.store %v, %m[%i] axis = -1 : memref<4xf32>, vector<4xf32>
  return
}

// -----

func.func @store_mask(%m: memref<4xf32>, %i: index, %v: vector<4xf32>, %k: vector<4xi8>) {
  // expected-error @below {{'vector.store' op has vector<4xi8> after mask, but that must be vector<4xi1>}}
  "vector.store"(%v, %m, %i, %k) <{axis = 0}> : (vector<4xf32>, memref<4xf32>, index, vector<4xi8>) -> ()
  return
}

// -----

func.func @gather_subscript(%m: memref<4xf32>, %i: vector<8xindex>) {
  // expected-error @below {{'vector.gather' op needs subscripts of type index or vector<4xindex>, but #0 is vector<8xindex>}}
  %0 = vector.gather %m[%i] : memref<4xf32>[vector<8xindex>], vector<4xf32>
  return
}

// -----

func.func @scatter_subscript(%m: memref<4xf32>, %i: vector<4xi32>, %v: vector<4xf32>) {
  // expected-error @below {{'vector.scatter' op needs subscripts of type index or vector<4xindex>, but #0 is vector<4xi32>}}
  vector.scatter %v, %m[%i] : memref<4xf32>[vector<4xi32>], vector<4xf32>
  return
}

// -----

func.func @step_type() {
  // expected-error @below {{'vector.step' op gives vectors of index, not vector<4xi32>: cast the result}}
  %0 = vector.step : vector<4xi32>
  return
}

// -----

func.func @broadcast_type(%x: f64) {
  // expected-error @below {{'vector.broadcast' op requires the same element type for all operands and results}}
  %0 = "vector.broadcast"(%x) : (f64) -> vector<4xf32>
  return
}

// -----

func.func @reduce_kind(%v: vector<4xf32>) {
  // expected-error @below {{'vector.reduce' op cannot combine values of type f32 with and}}
  %0 = vector.reduce and %v : vector<4xf32>
  return
}

// -----

func.func @extract_result(%v: vector<4xf32>, %i: index) {
  // expected-error @below {{'vector.extract' op result #0 is f64 but the op gives f32}}
  %0 = "vector.extract"(%v, %i) : (vector<4xf32>, index) -> f64
  return
}

// -----

func.func @insert_result(%v: vector<4xf32>, %x: f32, %i: index) {
  // expected-error @below {{'vector.insert' op result #0 is vector<5xf32> but the op gives vector<4xf32>}}
  %0 = "vector.insert"(%x, %v, %i) : (f32, vector<4xf32>, index) -> vector<5xf32>
  return
}

// -----

func.func @insert_value(%v: vector<4xf32>, %x: f64, %i: index) {
  // expected-error @below {{'vector.insert' op cannot insert f64 in vector<4xf32>}}
  %0 = "vector.insert"(%x, %v, %i) : (f64, vector<4xf32>, index) -> vector<4xf32>
  return
}

// -----

func.func @lane_type(%v: vector<4xf32>, %i: i32) {
  // expected-error @below {{'vector.extract' op operand #1 must be index, but got 'i32'}}
  %0 = "vector.extract"(%v, %i) : (vector<4xf32>, i32) -> f32
  return
}

// -----

func.func @words_of_another_width(%a: vector<4xi16>) {
  // expected-error @below {{'vector.dot_i8' op takes two operands of one type, whose elements are words of type i32}}
  %0 = vector.dot_i8 %a, %a : vector<4xi16>
  return
}

// -----

func.func @sum_of_words(%a: vector<4xi32>) {
  // expected-error @below {{'vector.dot_bf16' op gives elements of type f32 in the shape of its operands}}
  %0 = "vector.dot_bf16"(%a, %a) : (vector<4xi32>, vector<4xi32>) -> vector<8xf32>
  return
}
