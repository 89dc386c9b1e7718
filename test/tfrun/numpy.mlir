// Arrays of every element type, from NumPy and back to it, on each device.
// RUN: mkdir -p %t && %python %S/Inputs/arrays.py make %t
// RUN: tfrun %s --in %t/all.npz --out %t/interp.npz --device=interp
// RUN: %python %S/Inputs/arrays.py check %t %t/interp.npz | FileCheck %s --check-prefix=SAME
// RUN: tfrun %s --in %t/all.npz --out %t/cpu.npz
// RUN: %python %S/Inputs/arrays.py check %t %t/cpu.npz | FileCheck %s --check-prefix=SAME

// Fortran order, big endian: the same arrays. One from another archive, by its name there.
// RUN: tfrun %s --in %t/all.npz --in f32=%t/fortran.npy --in '#3=%t/big.npy' \
// RUN:   --in i8=%t/interp.npz:i8 --out %t/odd.npz --device=interp
// RUN: %python %S/Inputs/arrays.py check %t %t/odd.npz | FileCheck %s --check-prefix=SAME
// RUN: tfrun %s --in %t/all.npz --out %t/all.safetensors --device=interp
// RUN: tfrun %s --in %t/all.safetensors --out %t/again.npz --device=interp
// RUN: %python %S/Inputs/arrays.py check %t %t/again.npz | FileCheck %s --check-prefix=SAME

// Integers of the other sign are other numbers.
// RUN: not tfrun %s --in %t/all.npz --in i64=%t/unsigned.npy --device=interp 2>&1 | FileCheck %s --check-prefix=UNSIGNED
// RUN: not tfrun %s --in %t/all.npz --in u8=%t/signed.npy --device=interp 2>&1 | FileCheck %s --check-prefix=SIGNED
// UNSIGNED: argument 'i64' of 'all' is tensor<?{n}x3x2xi64>, but '{{.*}}unsigned.npy' has tensor<4x3x2xuint64>
// SIGNED: argument 'u8' of 'all' is tensor<?{n}x3x2xu8>, but '{{.*}}signed.npy' has tensor<4x3x2xint8>

// A folder has a file for each.
// RUN: tfrun %s --in %t/all.npz --out %t/folder --device=interp
// RUN: ls %t/folder | FileCheck %s --check-prefix=FOLDER

// SAME: 12 arrays are the same
// FOLDER: bf16.npy
// FOLDER: i1.npy
// FOLDER: index.npy
func.func @all(
    %i1: tensor<?{n}x3x2xi1> {tf.name = "i1"}, %i8: tensor<?{n}x3x2xi8> {tf.name = "i8"},
    %i16: tensor<?{n}x3x2xi16> {tf.name = "i16"}, %i32: tensor<?{n}x3x2xi32> {tf.name = "i32"},
    %i64: tensor<?{n}x3x2xi64> {tf.name = "i64"}, %u8: tensor<?{n}x3x2xi8> {tf.name = "u8", tf.element = ui8},
    %u64: tensor<?{n}x3x2xi64> {tf.name = "u64", tf.element = ui64}, %f16: tensor<?{n}x3x2xf16> {tf.name = "f16"},
    %f32: tensor<?{n}x3x2xf32> {tf.name = "f32"}, %f64: tensor<?{n}x3x2xf64> {tf.name = "f64"},
    %bf16: tensor<?{n}x3x2xbf16> {tf.name = "bf16"}, %index: tensor<?{n}x3x2xindex> {tf.name = "index"})
    -> (tensor<?{n}x3x2xi1> {tf.name = "i1"}, tensor<?{n}x3x2xi8> {tf.name = "i8"},
    tensor<?{n}x3x2xi16> {tf.name = "i16"}, tensor<?{n}x3x2xi32> {tf.name = "i32"},
    tensor<?{n}x3x2xi64> {tf.name = "i64"}, tensor<?{n}x3x2xi8> {tf.name = "u8", tf.element = ui8},
    tensor<?{n}x3x2xi64> {tf.name = "u64", tf.element = ui64}, tensor<?{n}x3x2xf16> {tf.name = "f16"},
    tensor<?{n}x3x2xf32> {tf.name = "f32"}, tensor<?{n}x3x2xf64> {tf.name = "f64"},
    tensor<?{n}x3x2xbf16> {tf.name = "bf16"}, tensor<?{n}x3x2xindex> {tf.name = "index"}) {
  return %i1, %i8, %i16, %i32, %i64, %u8, %u64, %f16, %f32, %f64, %bf16, %index
    : tensor<?{n}x3x2xi1>, tensor<?{n}x3x2xi8>, tensor<?{n}x3x2xi16>, tensor<?{n}x3x2xi32>, tensor<?{n}x3x2xi64>, tensor<?{n}x3x2xi8>,
      tensor<?{n}x3x2xi64>,       tensor<?{n}x3x2xf16>, tensor<?{n}x3x2xf32>, tensor<?{n}x3x2xf64>, tensor<?{n}x3x2xbf16>, tensor<?{n}x3x2xindex>
}
