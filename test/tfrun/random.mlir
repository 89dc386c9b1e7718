// Arguments by seed: extents follow from --dim, from arrays that are given, or from the seed; scalars may be
// numbers.
// RUN: mkdir -p %t && tfrun %s --device=interp --random --entry=f --dim n=3 | FileCheck %s --check-prefix=DIM
// RUN: tfrun %s --device=interp --random --entry=f --dim n=3 --seed 1 > %t/one
// RUN: tfrun %s --device=interp --random --entry=f --dim n=3 --seed 1 | cmp - %t/one
// RUN: tfrun %s --device=interp --random --entry=f --dim n=3 --seed 2 | not cmp -s - %t/one
// RUN: tfrun %s --device=interp --random --entry=pairs --dim n=2 --out %t/pairs
// RUN: tfrun %s --device=interp --random --entry=f --in x=%t/pairs/pairs.npy --in scale=2.5 | FileCheck %s --check-prefix=BOUND
// RUN: tfrun %s --device=interp --entry=scalars --in a=-7 --in b=true --in c=1e-3 | FileCheck %s --check-prefix=NUMBERS
// RUN: not tfrun %s --device=interp --entry=scalars --in a=300 --in b=true --in c=1 2>&1 | FileCheck %s --check-prefix=RANGE
// RUN: not tfrun %s --device=interp --entry=never --random 2>&1 | FileCheck %s --check-prefix=NEVER
// RUN: not tfrun %s --device=interp --entry=f --random --dim n=1000000000000 2>&1 | FileCheck %s --check-prefix=LARGE
// RUN: not tfrun %s --device=interp --entry=f --dim n=3 2>&1 | FileCheck %s --check-prefix=ALONE
// RUN: tfrun %s --device=interp --random | FileCheck %s --check-prefix=MAIN
// RUN: tfrun %s --no-cache --random --timing 2>&1 >/dev/null | FileCheck %s --check-prefix=TIMES
// RUN: tfrun %s --device=interp --random --timing 2>&1 >/dev/null | FileCheck %s --check-prefix=PASSES

// TIMES:      {{%}})  pipeline
// TIMES-NEXT: {{%}})  emission
// TIMES:      {{%}})  optimize
// TIMES-NEXT: {{%}})  codegen
// TIMES-NEXT: {{%}})  link
// PASSES:      {{%}})  pipeline
// PASSES-NEXT: {{%}})  Rest

// DIM: r0: tensor<7xf32>
// BOUND: r0: tensor<5xf32>
// BOUND-NEXT: [2.5 2.5 2.5 2.5 2.5]
// NUMBERS: r0: tensor<i8>
// NUMBERS-NEXT: {{^-7$}}
// NUMBERS-NEXT: tensor<i1>
// NUMBERS-NEXT: {{^True$}}
// NUMBERS-NEXT: tensor<f64>
// NUMBERS-NEXT: {{^0.001$}}
// RANGE: tfrun: error: argument 'a' of 'scalars' is i8, which cannot represent 300
// NEVER: tfrun: error: found no extents for --random: extent 'n - 100' of argument 'x' would be -{{.*}}; set some with --dim NAME=N
// LARGE: tfrun: error: argument 'x' of 'f': a tensor<2000000000001xf32> does not fit in memory
// ALONE: tfrun: error: option '--dim' is for --random; extents follow from the arrays
// MAIN: whole: tensor<{{[0-9]+}}xi32>
// MAIN-NEXT: [{{[0-9 ]+}}]
func.func @f(%x: tensor<?{2*n + 1}xf32> {tf.name = "x"}, %y: tensor<?{n}xi1>, %s: f32 {tf.name = "scale"}) -> tensor<?{2*n + 1}xf32> {
  %0 = tensor.splat %s : tensor<?{2*n + 1}xf32>
  %1 = arith.mulf %x, %0 : tensor<?{2*n + 1}xf32>
  return %1 : tensor<?{2*n + 1}xf32>
}
func.func @pairs(%y: tensor<?{n}xi1>) -> (tensor<?{2*n + 1}xf32> {tf.name = "pairs"}) {
  %c = arith.constant 1.0 : f32
  %0 = tensor.splat %c : tensor<?{2*n + 1}xf32>
  return %0 : tensor<?{2*n + 1}xf32>
}
func.func @scalars(%a: i8 {tf.name = "a"}, %b: i1 {tf.name = "b"}, %c: f64 {tf.name = "c"}) -> (i8, i1, f64) {
  return %a, %b, %c : i8, i1, f64
}
func.func @never(%x: tensor<?{n - 100}xf32> {tf.name = "x"}) -> tensor<?{n - 100}xf32> {
  return %x : tensor<?{n - 100}xf32>
}
func.func @main(%w: tensor<?{n}xi32>) -> (tensor<?{n}xi32> {tf.name = "whole"}) {
  return %w : tensor<?{n}xi32>
}
