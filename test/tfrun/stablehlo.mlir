// StableHLO is recognised and imported. Unsigned results are printed and written as unsigned, on every
// device.
// RUN: tfrun %s | FileCheck %s
// RUN: tfrun %s --device=interp | FileCheck %s
// RUN: mkdir -p %t && tfrun %s --out %t/out.npz --device=interp && %python -c "import numpy; f = numpy.load('%t/out.npz'); print(f['bytes'].dtype, f['words'].dtype, f['r2'].dtype, f['bytes'], f['words'])" | FileCheck %s --check-prefix=FILE
// RUN: tfrun %s --out %t/out.safetensors --device=interp && tfrun %s --out %t/folder --device=interp && %python -c "import numpy; print(numpy.load('%t/folder/bytes.npy'))" | FileCheck %s --check-prefix=FOLDER
// RUN: tfc %s --prefix=program_ -o %t/program.o
// What is not supported is named with its place.
// RUN: echo 'func.func @f() { %%0 = stablehlo.rng_of_tomorrow : tensor<f32> return }' > %t/unknown.mlir && not tfrun %t/unknown.mlir 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: echo 'func.func @f(%%x: tensor<2xf32>) { %%0 = stablehlo.custom_call @lapack(%%x) : (tensor<2xf32>) -> tensor<2xf32> return }' > %t/refused.mlir && not tfrun %t/refused.mlir 2>&1 | FileCheck %s --check-prefix=REFUSED

// CHECK: bytes: tensor<3xu8>
// CHECK-NEXT: [  1 200 255]
// CHECK: words: tensor<u64>
// CHECK-NEXT: 18446744073709551615
// CHECK: r2: tensor<2xi8>
// CHECK-NEXT: [-1  1]
// FILE: uint8 uint64 int8 [ 1 200 255] 18446744073709551615
// FOLDER: [ 1 200 255]
// UNKNOWN: unknown.mlir:1:{{[0-9]+}}: error:
// REFUSED: refused.mlir:1:{{[0-9]+}}: error: 'stablehlo.custom_call' op is not supported: it calls 'lapack', which is outside the program
func.func @main() -> (tensor<3xui8> {tf.name = "bytes"}, tensor<ui64> {tf.name = "words"}, tensor<2xi8>) {
  %0 = stablehlo.constant dense<[1, 100, 255]> : tensor<3xui8>
  %1 = stablehlo.constant dense<[1, 2, 1]> : tensor<3xui8>
  %2 = stablehlo.multiply %0, %1 : tensor<3xui8>
  %3 = stablehlo.constant dense<1> : tensor<ui64>
  %4 = stablehlo.negate %3 : tensor<ui64>
  %5 = stablehlo.constant dense<[-1, 1]> : tensor<2xi8>
  return %2, %4, %5 : tensor<3xui8>, tensor<ui64>, tensor<2xi8>
}
