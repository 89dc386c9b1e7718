// A shared library, called from Python: every element type, scalars, several results, terms as extents, traps, hooks.
// RUN: mkdir -p %t && tfc %s -o %t/programs.so --header %t/programs.h && %python %S/Inputs/shared.py %t/programs.so | FileCheck %s
// RUN: FileCheck %s --check-prefix=HEADER --input-file %t/programs.h
// HEADER: arg0: argument 'arg0', tensor<2xu8>
// HEADER: int32_t halve(const tf_array *arg0, uint32_t arg1, const tf_array *r0, const tf_array *r1,
// CHECK: scalars of every type
// CHECK: arrays of every type
// CHECK: sign: argument 'arg0' of 'halve' is tensor<2xu8>, not an array of i8 of rank 1
// CHECK: no sign: argument 'arg0' of 'arrays' is tensor<?{n}xi1>, not an array of u8 of rank 1
// CHECK: extents: (3, 1) and (7,)
// CHECK: no such extents: argument 'x' of 'odd' is tensor<?{2*n + 1}xf32>: axis 0 cannot be 6
// CHECK: other extents: argument 'x' of 'shapes' is tensor<?{2*n + 1}xf32>: axis 0 is 7, not 5
// CHECK: result's extents: result 'r1' of 'shapes' is tensor<?{2*n + 1}xf32>: axis 0 is 6, not 7
// CHECK: terms: 7, 5, 3; argument 'x' of 'terms' is tensor<?{m*n}xf32>: axis 0 cannot be 13
// CHECK: below zero: result 'r0' of 'less' is tensor<?{n - 5}xf32>: axis 0 would be -2
// CHECK: type: argument 'x' of 'shapes' is tensor<?{2*n + 1}xf32>, not an array of f64 of rank 1
// CHECK: rank: argument 'x' of 'shapes' is tensor<?{2*n + 1}xf32>, not an array of f32 of rank 2
// CHECK: negative: argument 'x' of 'shapes' is tensor<?{2*n + 1}xf32>: axis 0 has the negative extent -1
// CHECK: huge: argument 'x' of 'less' is tensor<?{n}x?{m}xf32>: its size does not fit 64 bits
// CHECK: null: argument 'x' of 'shapes' is tensor<?{2*n + 1}xf32>: its data is NULL
// CHECK: strides: argument 'x' of 'shapes' is tensor<?{2*n + 1}xf32>: it has strides: this function takes row-major arrays without gaps, whose member strides is NULL
// CHECK: nothing: argument 'x' of 'shapes' is tensor<?{2*n + 1}xf32>: there is no array (its pointer is NULL)
// CHECK: crooked: argument 'x' of 'shapes' is tensor<?{2*n + 1}xf32>: its data is not aligned to 4 bytes
// CHECK: trap 1: {{.*}}shared.mlir:[[@LINE+46]]:{{[0-9]+}}: 'pick': index 5 is outside 'arg0', whose axis 0 has extent 5
// CHECK: in parallel: same for 1, 2 and 7 threads, and for a pool of one's own with {{[1-9][0-9]*}} loops
// CHECK: own memory: {{[1-9][0-9]*}} pieces, all given back
// CHECK: no memory: 'scratch': out of memory
func.func @scalars(%a: i1, %b: i8, %c: i16, %d: i32, %e: i64, %f: index, %g: f16, %h: bf16, %i: f32, %j: f64)
    -> (i1, i8, i16, i32, i64, index, f16, bf16, f32, f64) {
  return %a, %b, %c, %d, %e, %f, %g, %h, %i, %j : i1, i8, i16, i32, i64, index, f16, bf16, f32, f64
}
func.func @arrays(%a: tensor<?{n}xi1>, %b: tensor<?{n}xi8>, %c: tensor<?{n}xi16>, %d: tensor<?{n}xi32>, %e: tensor<?{n}xi64>,
    %f: tensor<?{n}xindex>, %g: tensor<?{n}xf16>, %h: tensor<?{n}xbf16>, %i: tensor<?{n}xf32>, %j: tensor<?{n}xf64>)
    -> (tensor<?{n}xi1>, tensor<?{n}xi8>, tensor<?{n}xi16>, tensor<?{n}xi32>, tensor<?{n}xi64>, tensor<?{n}xindex>,
    tensor<?{n}xf16>, tensor<?{n}xbf16>, tensor<?{n}xf32>, tensor<?{n}xf64>) {
  return %a, %b, %c, %d, %e, %f, %g, %h, %i, %j : tensor<?{n}xi1>, tensor<?{n}xi8>, tensor<?{n}xi16>, tensor<?{n}xi32>,
    tensor<?{n}xi64>, tensor<?{n}xindex>, tensor<?{n}xf16>, tensor<?{n}xbf16>, tensor<?{n}xf32>, tensor<?{n}xf64>
}
func.func @halve(%x: tensor<2xi8> {tf.element = ui8}, %k: i32 {tf.element = ui32}) -> (tensor<2xi8> {tf.element = ui8}, i32 {tf.element = ui32}) {
  %c = arith.constant dense<2> : tensor<2xi8>
  %0 = arith.divui %x, %c : tensor<2xi8>
  %two = arith.constant 2 : i32
  %1 = arith.divui %k, %two : i32
  return %0, %1 : tensor<2xi8>, i32
}
func.func @shapes(%x: tensor<?{2*n + 1}xf32> {tf.name = "x"}, %y: tensor<?{n}xi1> {tf.name = "y"})
    -> (tensor<?{n}x?{n floordiv 3}xf32>, tensor<?{2*n + 1}xf32>) {
  %c = arith.constant 1.0 : f32
  %0 = tensor.splat %c : tensor<?{n}x?{n floordiv 3}xf32>
  return %0, %x : tensor<?{n}x?{n floordiv 3}xf32>, tensor<?{2*n + 1}xf32>
}
func.func @less(%x: tensor<?{n}x?{m}xf32> {tf.name = "x"}) -> tensor<?{n - 5}xf32> {
  %c = arith.constant 1.0 : f32
  %0 = tensor.splat %c : tensor<?{n - 5}xf32>
  return %0 : tensor<?{n - 5}xf32>
}
func.func @odd(%x: tensor<?{2*n + 1}xf32> {tf.name = "x"}) -> (tensor<?{n}xf32>, i64) {
  %0 = tensor.slice %x [1:n + 1] : tensor<?{2*n + 1}xf32> to tensor<?{n}xf32>
  %1 = arith.constant 7 : i64
  return %0, %1 : tensor<?{n}xf32>, i64
}
func.func @terms(%x: tensor<?{n*m}xf32> {tf.name = "x"}, %y: tensor<?{n}xf32>)
    -> (tensor<?{min(n, 4) + max(m, 2)}xf32>, tensor<?{(n*n + m) floordiv 4}xf32>) {
  %c = arith.constant 1.0 : f32
  %0 = tensor.splat %c : tensor<?{min(n, 4) + max(m, 2)}xf32>
  %1 = tensor.splat %c : tensor<?{(n*n + m) floordiv 4}xf32>
  return %0, %1 : tensor<?{min(n, 4) + max(m, 2)}xf32>, tensor<?{(n*n + m) floordiv 4}xf32>
}
func.func @pick(%x: tensor<?{n}xf32>, %at: index) -> f32 {
  %0 = tensor.at %x[%at] trap : tensor<?{n}xf32>
  return %0 : f32
}
func.func @parallel(%x: tensor<?{n}x?{n}xf64>) -> tensor<?{n}xf64> {
  %0 = math.sqrt %x : tensor<?{n}x?{n}xf64>
  %1 = tensor.reduce add %0 dims = [1] : tensor<?{n}x?{n}xf64> to tensor<?{n}xf64>
  return %1 : tensor<?{n}xf64>
}
func.func @scratch(%x: tensor<?{n}x?{n}xf64>) -> tensor<?{n}x?{n}xf64> {
  %0 = tensor.reduce add %x dims = [0] {tf.fusion = "keep"} : tensor<?{n}x?{n}xf64> to tensor<?{n}xf64>
  %1 = tensor.broadcast %0 dims = [1] : tensor<?{n}xf64> to tensor<?{n}x?{n}xf64>
  %2 = arith.divf %x, %1 : tensor<?{n}x?{n}xf64>
  return %2 : tensor<?{n}x?{n}xf64>
}
