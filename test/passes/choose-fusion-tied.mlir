// Computes of one nest share a value that is evaluated for all of them; none of them is evaluated elsewhere
// after that, or the others would be left without the value.
// RUN: tfopt %s --choose-fusion --apply-fusion --check-semantics -o /dev/null 2>&1 | FileCheck %s --check-prefix=SAME
// SAME: 2 functions compared

func.func @main() -> (f32, f32, f32, f32) {
  %0 = tensor.compute (%i, %j, %k) in [1, 1, 1] {
    %cst_24 = arith.constant 0.000000e+00 : f32
    tensor.yield %cst_24 : f32
  } : tensor<1x1x1xf32>
  %cst = arith.constant dense<0.000000e+00> : tensor<1x1x1xf32>
  %1 = tensor.compute (%i_0, %j_1, %k_2) in [1, 1, 1] {
    %13 = tensor.at %cst[%i_0, %j_1, %k_2] : tensor<1x1x1xf32>
    %14 = tensor.at %cst[%i_0, %j_1, %k_2] : tensor<1x1x1xf32>
    %15 = arith.mulf %13, %14 : f32
    tensor.yield %15 : f32
  } : tensor<1x1x1xf32>
  %c0 = arith.constant 0 : index
  %2 = tensor.at %1[%c0, %c0, %c0] : tensor<1x1x1xf32>
  %3 = tensor.compute (%i_3, %j_4, %k_5) in [1, 1, 1] {
    %13 = tensor.at %0[%i_3, 0, %j_4] : tensor<1x1x1xf32>
    tensor.yield %13 : f32
  } : tensor<1x1x1xf32>
  %4 = tensor.compute (%i_6, %j_7, %k_8) in [1, 1, 1] {
    %13 = tensor.at %3[%i_6, %j_7, 0] : tensor<1x1x1xf32>
    tensor.yield %13 : f32
  } : tensor<1x1x1xf32>
  %5 = tensor.compute (%i_9, %j_10, %k_11) in [1, 1, 1] {
    %13 = tensor.at %4[%i_9, %j_10, %k_11] : tensor<1x1x1xf32>
    tensor.yield %13 : f32
  } : tensor<1x1x1xf32>
  %6 = tensor.at %3[%c0, %c0, 0] : tensor<1x1x1xf32>
  %7 = tensor.at %5[%c0, %c0, %c0] : tensor<1x1x1xf32>
  %8 = tensor.compute (%i_12, %j_13, %k_14) in [1, 1, 1] {
    %13 = tensor.at %3[%i_12, %j_13, 0] : tensor<1x1x1xf32>
    tensor.yield %13 : f32
  } : tensor<1x1x1xf32>
  %9 = tensor.compute (%i_15, %j_16, %k_17) in [1, 1, 1] {
    %13 = tensor.at %8[%i_15, %j_16, %k_17] : tensor<1x1x1xf32>
    %14 = tensor.at %1[%i_15, %j_16, %k_17] : tensor<1x1x1xf32>
    %15 = arith.mulf %13, %14 : f32
    tensor.yield %15 : f32
  } : tensor<1x1x1xf32>
  %10 = tensor.compute (%i_18, %j_19, %k_20) in [1, 1, 1] {
    %13 = tensor.at %9[%i_18, %j_19, %k_20] : tensor<1x1x1xf32>
    %14 = arith.mulf %13, %13 : f32
    tensor.yield %14 : f32
  } : tensor<1x1x1xf32>
  %11 = tensor.compute (%i_21, %j_22, %k_23, %l) in [1, 12, 1, 1] {
    %13 = tensor.at %10[%i_21, %k_23, %l] : tensor<1x1x1xf32>
    tensor.yield %13 : f32
  } : tensor<1x12x1x1xf32>
  %12 = tensor.at %11[%c0, %c0, %c0, %c0] : tensor<1x12x1x1xf32>
  return %2, %6, %7, %12 : f32, f32, f32, f32
}

// The place of a nest is that of a compute that is evaluated elsewhere later: the rest of the nest stays
// there.
func.func @rest() -> (f32, f32, f32) {
  %0 = tensor.compute (%i, %j, %k) in [1, 1, 1] {
    %cst_29 = arith.constant 0.000000e+00 : f32
    tensor.yield %cst_29 : f32
  } : tensor<1x1x1xf32>
  %cst = arith.constant dense<0.000000e+00> : tensor<1x12x1x1xf32>
  %1 = tensor.compute (%i_0, %j_1, %k_2, %l) in [1, 12, 1, 1] {
    %13 = tensor.at %cst[%i_0, %j_1, %k_2, %l] : tensor<1x12x1x1xf32>
    %14 = tensor.at %cst[%i_0, %j_1, %k_2, %l] : tensor<1x12x1x1xf32>
    %15 = arith.mulf %13, %14 : f32
    tensor.yield %15 : f32
  } : tensor<1x12x1x1xf32>
  %2 = tensor.compute (%i_3, %j_4, %k_5, %l_6) in [1, 1, 1, 1] {
    %13 = tensor.at %1[%i_3, %j_4 + 9, %k_5, %l_6] : tensor<1x12x1x1xf32>
    tensor.yield %13 : f32
  } : tensor<1x1x1x1xf32>
  %3 = tensor.compute (%i_7, %j_8, %k_9) in [1, 1, 1] {
    %13 = tensor.at %2[%i_7, 0, %j_8, %k_9] : tensor<1x1x1x1xf32>
    tensor.yield %13 : f32
  } : tensor<1x1x1xf32>
  %4 = tensor.compute (%i_10, %j_11, %k_12) in [1, 1, 1] {
    %13 = tensor.at %0[%i_10, %j_11, %k_12] : tensor<1x1x1xf32>
    %14 = tensor.at %3[%i_10, %j_11, %k_12] : tensor<1x1x1xf32>
    %15 = arith.addf %13, %14 : f32
    tensor.yield %15 : f32
  } : tensor<1x1x1xf32>
  %c0 = arith.constant 0 : index
  %5 = tensor.compute (%i_13, %j_14, %k_15) in [1, 1, 1] {
    %13 = tensor.at %0[%i_13, 0, %j_14] : tensor<1x1x1xf32>
    tensor.yield %13 : f32
  } : tensor<1x1x1xf32>
  %6 = tensor.at %5[%c0, %c0, %c0] : tensor<1x1x1xf32>
  %7 = tensor.compute (%i_16, %j_17, %k_18) in [1, 1, 1] {
    %13 = tensor.at %5[%i_16, %j_17, 0] : tensor<1x1x1xf32>
    tensor.yield %13 : f32
  } : tensor<1x1x1xf32>
  %8 = tensor.compute (%i_19, %j_20, %k_21) in [1, 1, 1] {
    %13 = tensor.at %7[%i_19, %j_20, %k_21] : tensor<1x1x1xf32>
    %14 = tensor.at %4[%i_19, %j_20, %k_21] : tensor<1x1x1xf32>
    tensor.yield %13 : f32
  } : tensor<1x1x1xf32>
  %9 = tensor.compute (%i_22, %j_23, %k_24, %l_25) in [1, 12, 1, 1] {
    %13 = tensor.at %8[%i_22, %k_24, %l_25] : tensor<1x1x1xf32>
    tensor.yield %13 : f32
  } : tensor<1x12x1x1xf32>
  %10 = tensor.at %9[%c0, %c0, %c0, %c0] : tensor<1x12x1x1xf32>
  %11 = tensor.compute (%i_26, %j_27, %k_28) in [1, 1, 1] {
    %13 = tensor.at %5[%i_26, %j_27, 0] : tensor<1x1x1xf32>
    tensor.yield %13 : f32
  } : tensor<1x1x1xf32>
  %12 = tensor.at %11[%c0, %c0, %c0] : tensor<1x1x1xf32>
  return %6, %10, %12 : f32, f32, f32
}
