// Results are printed as NumPy prints them.
// RUN: mkdir -p %t && %python %S/Inputs/arrays.py make %t
// RUN: tfrun %s --in %t/printable.npz --device=interp > %t/text
// RUN: %python %S/Inputs/arrays.py printed %t %t/text | FileCheck %s
// RUN: FileCheck %s --check-prefix=FORM < %t/text

// CHECK: 17 arrays print the same
// FORM: ints: tensor<7x5xi32>
// FORM-NEXT: {{^}}[{{\[.*\]$}}
// FORM: deep: tensor<12x11x10xf32>
// FORM: ...
// FORM: one: tensor<f32>
// FORM-NEXT: {{^0.1$}}
func.func @print(
    %ints: tensor<7x5xi32> {tf.name = "ints"}, %truth: tensor<2x3xi1> {tf.name = "truth"},
    %bytes: tensor<3x4xi8> {tf.name = "bytes", tf.element = ui8}, %line: tensor<40xf32> {tf.name = "line"}, %cut: tensor<50x30xf64> {tf.name = "cut"},
    %wide: tensor<3x4xf32> {tf.name = "wide"}, %halves: tensor<4x3xf16> {tf.name = "halves"},
    %large: tensor<3xf64> {tf.name = "large"}, %special: tensor<4xf32> {tf.name = "special"},
    %none: tensor<3x0xf32> {tf.name = "none"}, %cube: tensor<2x3x4xf32> {tf.name = "cube"},
    %deep: tensor<12x11x10xf32> {tf.name = "deep"}, %whole: tensor<3x4xf64> {tf.name = "whole"},
    %zeros: tensor<2x2xf64> {tf.name = "zeros"}, %one: f32 {tf.name = "one"}, %tiny: tensor<f64> {tf.name = "tiny"},
    %nan: tensor<2xf32> {tf.name = "nan"})
    -> (tensor<7x5xi32> {tf.name = "ints"}, tensor<2x3xi1> {tf.name = "truth"},
    tensor<3x4xi8> {tf.name = "bytes", tf.element = ui8}, tensor<40xf32> {tf.name = "line"},
    tensor<50x30xf64> {tf.name = "cut"}, tensor<3x4xf32> {tf.name = "wide"}, tensor<4x3xf16> {tf.name = "halves"},
    tensor<3xf64> {tf.name = "large"}, tensor<4xf32> {tf.name = "special"}, tensor<3x0xf32> {tf.name = "none"},
    tensor<2x3x4xf32> {tf.name = "cube"}, tensor<12x11x10xf32> {tf.name = "deep"}, tensor<3x4xf64> {tf.name = "whole"},
    tensor<2x2xf64> {tf.name = "zeros"}, f32 {tf.name = "one"}, tensor<f64> {tf.name = "tiny"},
    tensor<2xf32> {tf.name = "nan"}) {
  return %ints, %truth, %bytes, %line, %cut, %wide, %halves, %large, %special, %none, %cube, %deep, %whole, %zeros, %one, %tiny, %nan
    : tensor<7x5xi32>, tensor<2x3xi1>, tensor<3x4xi8>, tensor<40xf32>, tensor<50x30xf64>, tensor<3x4xf32>, tensor<4x3xf16>, tensor<3xf64>,
      tensor<4xf32>, tensor<3x0xf32>, tensor<2x3x4xf32>, tensor<12x11x10xf32>, tensor<3x4xf64>, tensor<2x2xf64>, f32,
      tensor<f64>, tensor<2xf32>
}
