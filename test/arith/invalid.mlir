// RUN: tfopt --verify-diagnostics --split-input-file %s

func.func @int_op_on_floats(%a: f32) {
  // expected-error @below {{'arith.addi' op operand #0 must be signless-integer-like, but got 'f32'}}
  %0 = arith.addi %a, %a : f32
  return
}

// -----

func.func @int_op_on_signed(%a: si32) {
  // expected-error @below {{'arith.muli' op operand #0 must be signless-integer-like, but got 'si32'}}
  %0 = arith.muli %a, %a : si32
  return
}

// -----

func.func @int_op_on_memref(%a: memref<4xi32>) {
  // expected-error @below {{'arith.addi' op operand #0 must be signless-integer-like, but got 'memref<4xi32>'}}
  %0 = arith.addi %a, %a : memref<4xi32>
  return
}

// -----

func.func @float_op_on_ints(%a: tensor<?xi32>) {
  // expected-error @below {{'arith.addf' op operand #0 must be floating-point-like, but got 'tensor<?xi32>'}}
  %0 = arith.addf %a, %a : tensor<?xi32>
  return
}

// -----

func.func @second_operand(%a: i32, %b: f32) {
  // expected-error @below {{'arith.addi' op operand #1 must be signless-integer-like, but got 'f32'}}
  %0 = "arith.addi"(%a, %b) : (i32, f32) -> i32
  return
}

// -----

func.func @result_type(%a: i32) {
  // expected-error @below {{'arith.addi' op result #0 must be signless-integer-like, but got 'f32'}}
  %0 = "arith.addi"(%a, %a) : (i32, i32) -> f32
  return
}

// -----

func.func @one_type(%a: i32) {
  // expected-error @below {{'arith.addi' op requires the same type for all operands and results}}
  %0 = "arith.addi"(%a, %a) : (i32, i32) -> i64
  return
}

// -----

func.func @one_shape(%a: tensor<?xf32>, %b: tensor<4xf32>) {
  // expected-error @below {{'arith.mulf' op requires the same type for all operands and results}}
  %0 = "arith.mulf"(%a, %b) : (tensor<?xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @unary(%a: f32) {
  // expected-error @below {{'arith.negf' op requires the same type for all operands and results}}
  %0 = "arith.negf"(%a) : (f32) -> f64
  return
}

// -----

func.func @too_few_operands(%a: i32) {
  // expected-error @below {{'arith.addi' op expected 2 operands, but found 1}}
  %0 = "arith.addi"(%a) : (i32) -> i32
  return
}

// -----

func.func @too_many_results(%a: i32) {
  // expected-error @below {{'arith.addi' op expected 1 result, but found 2}}
  %0:2 = "arith.addi"(%a, %a) : (i32, i32) -> (i32, i32)
  return
}

// -----

func.func @overflow_flags(%a: i32) {
  // expected-error @below {{'arith.addi' op attribute 'overflowFlags' failed to satisfy constraint: Integer overflow arith flags}}
  %0 = "arith.addi"(%a, %a) <{overflowFlags = 1 : i32}> : (i32, i32) -> i32
  return
}

// -----

func.func @unknown_overflow_flag(%a: i32) {
  // expected-error @below {{'nsx' is not a flag of 'overflow'; did you mean 'nsw'?}}
  %0 = arith.addi %a, %a overflow<nsx> : i32
  return
}

// -----

func.func @unknown_fastmath_flag(%a: f32) {
  // expected-error @below {{'quick' is not a flag of 'fastmath'; one of reassoc, nnan, ninf, nsz, arcp, contract, afn, fast, none}}
  %0 = arith.addf %a, %a fastmath<quick> : f32
  return
}

// -----

func.func @fastmath(%a: f32) {
  // expected-error @below {{'arith.addf' op attribute 'fastmath' failed to satisfy constraint: Floating point fast math flags}}
  %0 = "arith.addf"(%a, %a) <{fastmath = "fast"}> : (f32, f32) -> f32
  return
}

// -----

func.func @exact(%a: i32) {
  // expected-error @below {{'arith.divsi' op attribute 'isExact' failed to satisfy constraint: unit attribute}}
  %0 = "arith.divsi"(%a, %a) <{isExact = 1 : i32}> : (i32, i32) -> i32
  return
}

// -----

func.func @rounding(%a: f32) {
  // expected-error @below {{'arith.truncf' op attribute 'roundingmode' failed to satisfy constraint: Floating point rounding mode}}
  %0 = "arith.truncf"(%a) <{roundingmode = 5 : i32}> : (f32) -> f16
  return
}

// -----

func.func @sum_type(%a: i32) {
  // expected-error @below {{'arith.addui_extended' op failed to verify that all of {lhs, rhs, sum} have same type}}
  %0:2 = "arith.addui_extended"(%a, %a) : (i32, i32) -> (i64, i1)
  return
}

// -----

func.func @sum_operands(%a: i32, %b: i64) {
  // expected-error @below {{'arith.addui_extended' op failed to verify that all of {lhs, rhs, sum} have same type}}
  %0:2 = "arith.addui_extended"(%a, %b) : (i32, i64) -> (i32, i1)
  return
}

// -----

func.func @carry_type(%a: i32) {
  // expected-error @below {{'arith.addui_extended' op result #1 must be bool-like, but got 'i32'}}
  %0:2 = arith.addui_extended %a, %a : i32, i32
  return
}

// -----

func.func @carry_shape(%a: tensor<4xi32>) {
  // expected-error @below {{'arith.addui_extended' op failed to verify that overflow has the same shape as the operands}}
  %0:2 = arith.addui_extended %a, %a : tensor<4xi32>, tensor<5xi1>
  return
}

// -----

func.func @halves(%a: i32) {
  // expected-error @below {{'arith.mulsi_extended' op failed to verify that all of {lhs, rhs, low, high} have same type}}
  %0:2 = "arith.mulsi_extended"(%a, %a) : (i32, i32) -> (i32, i64)
  return
}

// -----

func.func @compare_operands(%a: i32, %b: i64) {
  // expected-error @below {{'arith.cmpi' op requires all operands to have the same type}}
  %0 = "arith.cmpi"(%a, %b) <{predicate = 0 : i64}> : (i32, i64) -> i1
  return
}

// -----

func.func @compare_result(%a: tensor<4xi32>) {
  // expected-error @below {{'arith.cmpi' op failed to verify that result type has i1 element type and same shape as operands}}
  %0 = "arith.cmpi"(%a, %a) <{predicate = 0 : i64}> : (tensor<4xi32>, tensor<4xi32>) -> tensor<5xi1>
  return
}

// -----

func.func @compare_result_element(%a: i32) {
  // expected-error @below {{'arith.cmpi' op result #0 must be bool-like, but got 'i32'}}
  %0 = "arith.cmpi"(%a, %a) <{predicate = 0 : i64}> : (i32, i32) -> i32
  return
}

// -----

func.func @predicate_missing(%a: i32) {
  // expected-error @below {{'arith.cmpi' op requires attribute 'predicate'}}
  %0 = "arith.cmpi"(%a, %a) : (i32, i32) -> i1
  return
}

// -----

func.func @predicate_number(%a: i32) {
  // expected-error @below {{'arith.cmpi' op attribute 'predicate' failed to satisfy constraint: allowed 64-bit signless integer cases: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9}}
  %0 = "arith.cmpi"(%a, %a) <{predicate = 10 : i64}> : (i32, i32) -> i1
  return
}

// -----

func.func @float_predicate_number(%a: f32) {
  // expected-error @below {{'arith.cmpf' op attribute 'predicate' failed to satisfy constraint: allowed 64-bit signless integer cases}}
  %0 = "arith.cmpf"(%a, %a) <{predicate = 16 : i64}> : (f32, f32) -> i1
  return
}

// -----

func.func @predicate_word(%a: i32) {
  // expected-error @below {{expected a predicate but found 'less': one of eq, ne, slt}}
  %0 = arith.cmpi less, %a, %a : i32
  return
}

// -----

func.func @float_predicate_string(%a: f32) {
  // expected-error @below {{'slt' is not a predicate; known are false, oeq}}
  %0 = arith.cmpf "slt", %a, %a : f32
  return
}

// -----

func.func @float_compare_operands(%a: f32, %b: f64) {
  // expected-error @below {{'arith.cmpf' op requires all operands to have the same type}}
  %0 = "arith.cmpf"(%a, %b) <{predicate = 1 : i64}> : (f32, f64) -> i1
  return
}

// -----

func.func @select_arms(%c: i1, %a: i32, %b: i64) {
  // expected-error @below {{'arith.select' op failed to verify that all of {true_value, false_value, result} have same type}}
  %0 = "arith.select"(%c, %a, %b) : (i1, i32, i64) -> i32
  return
}

// -----

func.func @select_result(%c: i1, %a: i32) {
  // expected-error @below {{'arith.select' op failed to verify that all of {true_value, false_value, result} have same type}}
  %0 = "arith.select"(%c, %a, %a) : (i1, i32, i32) -> i64
  return
}

// -----

func.func @select_condition(%c: tensor<4xi1>, %a: tensor<5xf32>) {
  // expected-error @below {{'arith.select' op failed to verify that condition is signless i1 or has matching shape: condition 'tensor<4xi1>', result 'tensor<5xf32>'}}
  %0 = arith.select %c, %a, %a : tensor<4xi1>, tensor<5xf32>
  return
}

// -----

func.func @select_scalars_by_vector(%c: vector<4xi1>, %a: i32) {
  // expected-error @below {{'arith.select' op failed to verify that condition is signless i1 or has matching shape}}
  %0 = arith.select %c, %a, %a : vector<4xi1>, i32
  return
}

// -----

func.func @select_by_int(%c: i32, %a: f32) {
  // expected-error @below {{'arith.select' op operand #0 must be bool-like, but got 'i32'}}
  %0 = arith.select %c, %a, %a : i32, f32
  return
}

// -----

func.func @extend_narrower(%a: i32) {
  // expected-error @below {{'arith.extsi' op result type 'i16' must be wider than operand type 'i32'}}
  %0 = arith.extsi %a : i32 to i16
  return
}

// -----

func.func @extend_same(%a: vector<4xi32>) {
  // expected-error @below {{'arith.extui' op result type 'vector<4xi32>' must be wider than operand type 'vector<4xi32>'}}
  %0 = arith.extui %a : vector<4xi32> to vector<4xi32>
  return
}

// -----

func.func @extend_index(%a: i32) {
  // expected-error @below {{'arith.extui' op result #0 must be signless-fixed-width-integer-like, but got 'index'}}
  %0 = arith.extui %a : i32 to index
  return
}

// -----

func.func @extend_float(%a: f16) {
  // expected-error @below {{'arith.extf' op result type 'bf16' must be wider than operand type 'f16'}}
  %0 = arith.extf %a : f16 to bf16
  return
}

// -----

func.func @truncate_wider(%a: i16) {
  // expected-error @below {{'arith.trunci' op result type 'i32' must be shorter than operand type 'i16'}}
  %0 = arith.trunci %a : i16 to i32
  return
}

// -----

func.func @truncate_float(%a: f32) {
  // expected-error @below {{'arith.truncf' op result type 'f64' must be shorter than operand type 'f32'}}
  %0 = arith.truncf %a : f32 to f64
  return
}

// -----

func.func @cast_shape(%a: tensor<4xi16>) {
  // expected-error @below {{'arith.extsi' op requires the same shape for all operands and results}}
  %0 = arith.extsi %a : tensor<4xi16> to tensor<5xi32>
  return
}

// -----

func.func @cast_container(%a: tensor<4xi16>) {
  // expected-error @below {{'arith.sitofp' op requires the same shape for all operands and results}}
  %0 = arith.sitofp %a : tensor<4xi16> to vector<4xf32>
  return
}

// -----

func.func @float_from_index(%a: index) {
  // expected-error @below {{'arith.sitofp' op operand #0 must be signless-fixed-width-integer-like, but got 'index'}}
  %0 = arith.sitofp %a : index to f32
  return
}

// -----

func.func @index_cast_between_ints(%a: i32) {
  // expected-error @below {{'arith.index_cast' op operand type 'i32' and result type 'i64' are cast incompatible}}
  %0 = arith.index_cast %a : i32 to i64
  return
}

// -----

func.func @index_cast_between_indices(%a: index) {
  // expected-error @below {{'arith.index_castui' op operand type 'index' and result type 'index' are cast incompatible}}
  %0 = arith.index_castui %a : index to index
  return
}

// -----

func.func @index_cast_of_float(%a: f32) {
  // expected-error @below {{'arith.index_cast' op operand #0 must be signless-integer-like or memref of signless-integer, but got 'f32'}}
  %0 = arith.index_cast %a : f32 to index
  return
}

// -----

func.func @bitcast_width(%a: f32) {
  // expected-error @below {{'arith.bitcast' op operand type 'f32' and result type 'i64' are cast incompatible}}
  %0 = arith.bitcast %a : f32 to i64
  return
}

// -----

func.func @bitcast_index(%a: index) {
  // expected-error @below {{'arith.bitcast' op operand #0 must be signless-integer-or-float-like or memref of signless-integer or float, but got 'index'}}
  %0 = arith.bitcast %a : index to i64
  return
}

// -----

func.func @scaling_shape(%a: vector<4xf4E2M1FN>, %s: vector<2xf8E8M0FNU>) {
  // expected-error @below {{'arith.scaling_extf' op requires the same shape for all operands and results}}
  %0 = arith.scaling_extf %a, %s : vector<4xf4E2M1FN>, vector<2xf8E8M0FNU> to vector<4xf32>
  return
}

// -----

func.func @scaling_wider(%a: f32, %s: f8E8M0FNU) {
  // expected-error @below {{'arith.scaling_extf' op result type 'f16' must be wider than operand type 'f32'}}
  %0 = arith.scaling_extf %a, %s : f32, f8E8M0FNU to f16
  return
}

// -----

func.func @scaling_shorter(%a: f16, %s: f8E8M0FNU) {
  // expected-error @below {{'arith.scaling_truncf' op result type 'f32' must be shorter than operand type 'f16'}}
  %0 = arith.scaling_truncf %a, %s : f16, f8E8M0FNU to f32
  return
}

// -----

func.func @constant_type() {
  // expected-error @below {{'arith.constant' op failed to verify that all of {value, result} have same type: the value is of type 'i32', the result 'i64'}}
  %0 = "arith.constant"() <{value = 1 : i32}> : () -> i64
  return
}

// -----

func.func @constant_signed() {
  // expected-error @below {{'arith.constant' op integer return type must be signless}}
  %0 = arith.constant 1 : si32
  return
}

// -----

func.func @constant_untyped() {
  // expected-error @below {{the value of a constant is an attribute with a type}}
  %0 = arith.constant [1, 2]
  return
}

// -----

func.func @constant_value() {
  // expected-error @below {{'arith.constant' op attribute 'value' failed to satisfy constraint: typed attribute}}
  %0 = "arith.constant"() <{value = [1]}> : () -> i32
  return
}

// -----

func.func @constant_scalable() {
  // expected-error @below {{'arith.constant' op of a scalable vector must be a splat}}
  %0 = arith.constant dense<[1, 2]> : vector<[2]xi32>
  return
}

// -----

// expected-error @below {{expected a flag but found '1'}}
func.func private @flag_bits() attributes {x.y = #arith.fastmath<1>}
