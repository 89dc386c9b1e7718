// Extents that a call says: sizes computed from extents are terms, and what has them as a shape has these
// terms.
// RUN: tfopt --import=stablehlo %s --canonicalize | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfrun %s --entry softmax --random --dim n=3 --dim m=2 | FileCheck %s --check-prefix=SIZES
// RUN: tfrun %s --entry exported --random --dim arg0_0=3 --dim arg0_1=2 | FileCheck %s --check-prefix=EXPORTED
// RUN: tfrun %s --entry running --random --dim n=4 --device=interp | FileCheck %s --check-prefix=RUNNING
// SIZES: tensor<3x5xf32>
// EXPORTED: tensor<3x2xf32>
// RUNNING: tensor<4xf32>

// The size is no argument any more: the extents say it.
// CHECK-LABEL: func.func public @softmax(%{{.*}}: tensor<?{n}x?{2*m + 1}xf32>) -> tensor<?{n}x?{2*m + 1}xf32>
// CHECK: %[[MAX:.*]] = tensor.reduce maximumf %{{.*}} dims = [1] : tensor<?{n}x?{2*m + 1}xf32> to tensor<?{n}xf32>
// CHECK: tensor.broadcast %[[MAX]] dims = [0] : tensor<?{n}xf32> to tensor<?{n}x?{2*m + 1}xf32>
// CHECK-NOT: tensor.cast
func.func public @softmax(%m: tensor<i32> {jax.global_constant = "m"}, %n: tensor<i32> {jax.global_constant = "n"},
    %x: tensor<?x?xf32> {tf.shape = "n, 2*m + 1"}) -> tensor<?x?xf32> {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %max = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<?x?xf32>, tensor<f32>) -> tensor<?xf32>
  %wide = func.call @spread(%m, %n, %max) : (tensor<i32>, tensor<i32>, tensor<?xf32>) -> tensor<?x?xf32>
  %d = stablehlo.subtract %x, %wide : tensor<?x?xf32>
  %e = stablehlo.exponential %d : tensor<?x?xf32>
  return %e : tensor<?x?xf32>
}
// FULL: module {
// FULL-NEXT:   func.func public @softmax(%[[ARG0:.*]]: tensor<?{n}x?{2*m + 1}xf32>) -> tensor<?{n}x?{2*m + 1}xf32> attributes {tf.numerics = "precise"} {
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[V0:.*]] = tensor.extent [m] : index
// FULL-NEXT:     %[[V1:.*]] = arith.cmpi sge, %[[V0]], %[[C1]] : index
// FULL-NEXT:     tensor.assert %[[V1]], "a named extent must be at least 1: 1 exceeds m"
// FULL-NEXT:     %[[V2:.*]] = tensor.extent [n] : index
// FULL-NEXT:     %[[V3:.*]] = arith.cmpi sge, %[[V2]], %[[C1]] : index
// FULL-NEXT:     tensor.assert %[[V3]], "a named extent must be at least 1: 1 exceeds n"
// FULL-NEXT:     %[[V4:.*]] = tensor.reduce maximumf %[[ARG0]] dims = [1] : tensor<?{n}x?{2*m + 1}xf32> to tensor<?{n}xf32>
// FULL-NEXT:     %[[V5:.*]] = tensor.broadcast %[[V4]] dims = [0] : tensor<?{n}xf32> to tensor<?{n}x?{2*m + 1}xf32>
// FULL-NEXT:     %[[V6:.*]] = arith.subf %[[ARG0]], %[[V5]] : tensor<?{n}x?{2*m + 1}xf32>
// FULL-NEXT:     %[[V7:.*]] = math.exp %[[V6]] : tensor<?{n}x?{2*m + 1}xf32>
// FULL-NEXT:     return %[[V7]] : tensor<?{n}x?{2*m + 1}xf32>
// FULL-NEXT:   }

// Functions whose extents are those of the call are put in place.
// CHECK-NOT: @spread
func.func private @spread(%m: tensor<i32> {jax.global_constant = "m"}, %n: tensor<i32> {jax.global_constant = "n"}, %x: tensor<?xf32>) -> tensor<?x?xf32> {
  %two = stablehlo.constant dense<2> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0 = stablehlo.convert %m : tensor<i32>
  %1 = stablehlo.multiply %0, %two : tensor<i32>
  %2 = stablehlo.add %1, %one : tensor<i32>
  %3 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %4 = stablehlo.reshape %2 : (tensor<i32>) -> tensor<1xi32>
  %5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %6 = stablehlo.dynamic_broadcast_in_dim %x, %5, dims = [0] : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %6 : tensor<?x?xf32>
}

// What jax.export writes: each extent has a name of its own, equal ones become one, and what has to hold
// otherwise is checked.
// CHECK-LABEL: func.func public @exported(
// CHECK-SAME: %{{.*}}: tensor<?{arg0_0}x?{arg0_1}xf32>, %{{.*}}: tensor<?{arg0_1}xf32>) -> tensor<?{arg0_0}x?{arg0_1}xf32>
// CHECK: tensor.assert %{{.*}}, "Expected value >= 1 for 'n'"
// CHECK-NOT: tensor.require
// CHECK: tensor.broadcast %{{.*}} dims = [1] : tensor<?{arg0_1}xf32> to tensor<?{arg0_0}x?{arg0_1}xf32>
func.func public @exported(%x: tensor<?x?xf32>, %y: tensor<?xf32>) -> tensor<?x?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %m = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %k = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %some = stablehlo.compare GE, %n, %one, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%some, %n) {error_message = "Expected value >= 1 for 'n'. Using the following {0}", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
  %same = stablehlo.compare EQ, %k, %m, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%same, %k, %m) {error_message = "no", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i32>) -> ()
  %0 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %1 = stablehlo.reshape %m : (tensor<i32>) -> tensor<1xi32>
  %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %3 = stablehlo.dynamic_broadcast_in_dim %y, %2, dims = [1] : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  %4 = stablehlo.add %x, %3 : tensor<?x?xf32>
  return %4 : tensor<?x?xf32>
}
// FULL-NEXT:   func.func public @exported(%[[ARG0:.*]]: tensor<?{arg0_0}x?{arg0_1}xf32>, %[[ARG1:.*]]: tensor<?{arg0_1}xf32>) -> tensor<?{arg0_0}x?{arg0_1}xf32> attributes {tf.numerics = "precise"} {
// FULL-NEXT:     %[[CST:.*]] = arith.constant dense<1> : tensor<i32>
// FULL-NEXT:     %[[V0:.*]] = tensor.extent [arg0_0] : index
// FULL-NEXT:     %[[V1:.*]] = arith.index_cast %[[V0]] : index to i32
// FULL-NEXT:     %[[V2:.*]] = tensor.splat %[[V1]] : tensor<i32>
// FULL-NEXT:     %[[V3:.*]] = arith.cmpi sge, %[[V2]], %[[CST]] : tensor<i32>
// FULL-NEXT:     %[[V4:.*]] = tensor.at %[[V3]][] : tensor<i1>
// FULL-NEXT:     tensor.assert %[[V4]], "Expected value >= 1 for 'n'"
// FULL-NEXT:     %[[V5:.*]] = tensor.broadcast %[[ARG1]] dims = [1] : tensor<?{arg0_1}xf32> to tensor<?{arg0_0}x?{arg0_1}xf32>
// FULL-NEXT:     %[[V6:.*]] = arith.addf %[[ARG0]], %[[V5]] : tensor<?{arg0_0}x?{arg0_1}xf32>
// FULL-NEXT:     return %[[V6]] : tensor<?{arg0_0}x?{arg0_1}xf32>
// FULL-NEXT:   }

// A quotient rounded down, as JAX writes it, is a term; a slice whose limits are its starts and a size is one
// of that size.
// CHECK-LABEL: func.func public @halves(
// CHECK-SAME: -> (tensor<?{(n + 1) floordiv 2}xi32>, tensor<?{(n + 1) floordiv 2}xf32>)
func.func public @halves(%n: tensor<i32> {jax.global_constant = "n"}, %x: tensor<?xf32> {tf.shape = "n"}, %i: tensor<1xi32>) -> (tensor<?xi32>, tensor<?xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %step = stablehlo.constant dense<1> : tensor<1xi32>
  %a = stablehlo.add %n, %one : tensor<i32>
  %q = stablehlo.divide %a, %two : tensor<i32>
  %sa = stablehlo.sign %a : tensor<i32>
  %sb = stablehlo.sign %two : tensor<i32>
  %c = stablehlo.compare NE, %sa, %sb, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %r = stablehlo.remainder %a, %two : tensor<i32>
  %d = stablehlo.compare NE, %r, %zero, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %e = stablehlo.and %c, %d : tensor<i1>
  %less = stablehlo.subtract %q, %one : tensor<i32>
  %half = stablehlo.select %e, %less, %q : tensor<i1>, tensor<i32>
  %shape = stablehlo.reshape %half : (tensor<i32>) -> tensor<1xi32>
  %0 = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
  %end = stablehlo.add %i, %shape : tensor<1xi32>
  %1 = stablehlo.real_dynamic_slice %x, %i, %end, %step : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  return %0, %1 : tensor<?xi32>, tensor<?xf32>
}
// FULL-NEXT:   func.func public @halves(%[[ARG0:.*]]: tensor<?{n}xf32>, %[[ARG1:.*]]: tensor<1xi32>) -> (tensor<?{(n + 1) floordiv 2}xi32>, tensor<?{(n + 1) floordiv 2}xf32>) attributes {tf.numerics = "precise"} {
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[V0:.*]] = tensor.extent [n] : index
// FULL-NEXT:     %[[V1:.*]] = arith.cmpi sge, %[[V0]], %[[C1]] : index
// FULL-NEXT:     tensor.assert %[[V1]], "a named extent must be at least 1: 1 exceeds n"
// FULL-NEXT:     %[[V2:.*]] = tensor.iota dim = 0 : tensor<?{(n + 1) floordiv 2}xi32>
// FULL-NEXT:     %[[V3:.*]] = tensor.at %[[ARG1]][0] : tensor<1xi32>
// FULL-NEXT:     %[[V4:.*]] = arith.index_cast %[[V3]] : i32 to index
// FULL-NEXT:     %[[V5:.*]] = tensor.dynamic_slice %[[ARG0]][%[[V4]]] : tensor<?{n}xf32> to tensor<?{(n + 1) floordiv 2}xf32>
// FULL-NEXT:     return %[[V2]], %[[V5]] : tensor<?{(n + 1) floordiv 2}xi32>, tensor<?{(n + 1) floordiv 2}xf32>
// FULL-NEXT:   }

// Windows over all that came before are scans, whatever the extent.
// CHECK-LABEL: func.func public @running
// CHECK: tensor.scan add %{{.*}} dim = 0 : tensor<?{n}xf32>
// CHECK-NOT: func.func @sum
func.func @sum(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.add %a, %b : tensor<f32>
  stablehlo.return %0 : tensor<f32>
}
func.func public @running(%n: tensor<i32> {jax.global_constant = "n"}, %x: tensor<?xf32> {tf.shape = "n"}) -> tensor<?xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %less = stablehlo.constant dense<-1> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %none = stablehlo.constant dense<0> : tensor<1xi32>
  %size = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %before = stablehlo.add %n, %less : tensor<i32>
  %low = stablehlo.reshape %before : (tensor<i32>) -> tensor<1xi32>
  %ends = stablehlo.concatenate %low, %none, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %padding = stablehlo.reshape %ends : (tensor<2xi32>) -> tensor<1x2xi32>
  %0 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %zero, %size, %one, %one, %one, %padding) {called_computations = [@sum]}
      : (tensor<?xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
// FULL-NEXT:   func.func public @running(%[[ARG0:.*]]: tensor<?{n}xf32>) -> tensor<?{n}xf32> attributes {tf.numerics = "precise"} {
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:     %[[V0:.*]] = tensor.extent [n] : index
// FULL-NEXT:     %[[V1:.*]] = arith.cmpi sge, %[[V0]], %[[C1]] : index
// FULL-NEXT:     tensor.assert %[[V1]], "a named extent must be at least 1: 1 exceeds n"
// FULL-NEXT:     %[[V2:.*]] = tensor.scan add %[[ARG0]] init(%[[CST]]) dim = 0 : tensor<?{n}xf32>
// FULL-NEXT:     return %[[V2]] : tensor<?{n}xf32>
// FULL-NEXT:   }

// What a call's extents do not hold is refused there: nothing is read in its place.
// RUN: not tfrun %s --entry third --random --dim arg0_0=2 2>&1 | FileCheck %s --check-prefix=SHORT
// SHORT: a slice stops after the end of its operand: 3 exceeds
// RUN: tfrun %s --entry third --random --dim arg0_0=3
func.func public @third(%x: tensor<?xf32>) -> tensor<1xf32> {
  %0 = stablehlo.slice %x [2:3] : (tensor<?xf32>) -> tensor<1xf32>
  return %0 : tensor<1xf32>
}
// FULL-NEXT:   func.func public @third(%[[ARG0:.*]]: tensor<?{arg0_0}xf32>) -> tensor<1xf32> attributes {tf.numerics = "precise"} {
// FULL-NEXT:     %[[C3:.*]] = arith.constant 3 : index
// FULL-NEXT:     %[[V0:.*]] = tensor.extent [arg0_0] : index
// FULL-NEXT:     %[[V1:.*]] = arith.cmpi sge, %[[V0]], %[[C3]] : index
// FULL-NEXT:     tensor.assert %[[V1]], "a slice stops after the end of its operand: 3 exceeds arg0_0"
// FULL-NEXT:     %[[V2:.*]] = tensor.compute (%[[I:.*]]) in [1] {
// FULL-NEXT:       %[[V3:.*]] = tensor.at %[[ARG0]][%[[I]] + 2] clamp : tensor<?{arg0_0}xf32>
// FULL-NEXT:       tensor.yield %[[V3]] : f32
// FULL-NEXT:     } : tensor<1xf32>
// FULL-NEXT:     return %[[V2]] : tensor<1xf32>
// FULL-NEXT:   }

// RUN: not tfrun %s --entry pairs --random --dim arg0_0=1 2>&1 | FileCheck %s --check-prefix=PAIRS
// PAIRS: slices are larger than the operand: 2 exceeds
func.func public @pairs(%x: tensor<?xf32>) -> tensor<1x2xf32> {
  %i = stablehlo.constant dense<0> : tensor<1x1xi32>
  %0 = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [1], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 2>} : (tensor<?xf32>, tensor<1x1xi32>) -> tensor<1x2xf32>
  return %0 : tensor<1x2xf32>
}
// FULL-NEXT:   func.func public @pairs(%[[ARG0:.*]]: tensor<?{arg0_0}xf32>) -> tensor<1x2xf32> attributes {tf.numerics = "precise"} {
// FULL-NEXT:     %[[C2:.*]] = arith.constant 2 : index
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[V0:.*]] = tensor.extent [arg0_0] : index
// FULL-NEXT:     %[[V1:.*]] = arith.cmpi sge, %[[V0]], %[[C2]] : index
// FULL-NEXT:     tensor.assert %[[V1]], "slices are larger than the operand: 2 exceeds arg0_0"
// FULL-NEXT:     %[[V2:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [1, 2] {
// FULL-NEXT:       %[[V3:.*]] = tensor.extent [arg0_0 - 2] : index
// FULL-NEXT:       %[[V4:.*]] = arith.minsi %[[V3]], %[[C0]] : index
// FULL-NEXT:       %[[V5:.*]] = tensor.at %[[ARG0]][%[[V4]] + %[[J]]] clamp : tensor<?{arg0_0}xf32>
// FULL-NEXT:       tensor.yield %[[V5]] : f32
// FULL-NEXT:     } : tensor<1x2xf32>
// FULL-NEXT:     return %[[V2]] : tensor<1x2xf32>
// FULL-NEXT:   }

// RUN: not tfrun %s --entry named --random --dim n=0 2>&1 | FileCheck %s --check-prefix=NAMED
// NAMED: a named extent must be at least 1: 1 exceeds n
func.func public @named(%n: tensor<i32> {jax.global_constant = "n"}, %x: tensor<?xf32> {tf.shape = "n"}) -> tensor<i32> {
  %0 = stablehlo.sign %n : tensor<i32>
  return %0 : tensor<i32>
}
// FULL-NEXT:   func.func public @named(%[[ARG0:.*]]: tensor<?{n}xf32>) -> tensor<i32> attributes {tf.numerics = "precise"} {
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[CST:.*]] = arith.constant dense<-1> : tensor<i32>
// FULL-NEXT:     %[[CST_0:.*]] = arith.constant dense<0> : tensor<i32>
// FULL-NEXT:     %[[V0:.*]] = tensor.extent [n] : index
// FULL-NEXT:     %[[V1:.*]] = arith.index_cast %[[V0]] : index to i32
// FULL-NEXT:     %[[V2:.*]] = tensor.splat %[[V1]] : tensor<i32>
// FULL-NEXT:     %[[V3:.*]] = tensor.extent [n] : index
// FULL-NEXT:     %[[V4:.*]] = arith.cmpi sge, %[[V3]], %[[C1]] : index
// FULL-NEXT:     tensor.assert %[[V4]], "a named extent must be at least 1: 1 exceeds n"
// FULL-NEXT:     %[[V5:.*]] = arith.cmpi slt, %[[V2]], %[[CST_0]] : tensor<i32>
// FULL-NEXT:     %[[V6:.*]] = arith.cmpi sgt, %[[V2]], %[[CST_0]] : tensor<i32>
// FULL-NEXT:     %[[V7:.*]] = arith.extui %[[V6]] : tensor<i1> to tensor<i32>
// FULL-NEXT:     %[[V8:.*]] = arith.select %[[V5]], %[[CST]], %[[V7]] : tensor<i1>, tensor<i32>
// FULL-NEXT:     return %[[V8]] : tensor<i32>
// FULL-NEXT:   }

// RUN: not tfrun %s --entry window --random --dim arg0_0=2 2>&1 | FileCheck %s --check-prefix=WINDOW
// WINDOW: a slice is larger than its operand: 3 exceeds
// RUN: tfrun %s --entry window --random --dim arg0_0=5 | FileCheck %s --check-prefix=WINDOWS
// RUN: tfrun %s --entry window --random --dim arg0_0=5 --device=interp | FileCheck %s --check-prefix=WINDOWS
// WINDOWS: tensor<3xi32>
// WINDOWS-NEXT: [2 3 4]
// WINDOWS: tensor<5xi32>
// WINDOWS-NEXT: [0 1 0 1 2]
func.func public @window(%x: tensor<?xi32>) -> (tensor<3xi32>, tensor<?xi32>) {
  %far = stablehlo.constant dense<9> : tensor<i32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xi32>) -> tensor<i32>
  %shape = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %places = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
  %three = stablehlo.iota dim = 0 : tensor<3xi32>
  %0 = stablehlo.dynamic_slice %places, %far, sizes = [3] : (tensor<?xi32>, tensor<i32>) -> tensor<3xi32>
  %1 = stablehlo.dynamic_update_slice %places, %three, %far : (tensor<?xi32>, tensor<3xi32>, tensor<i32>) -> tensor<?xi32>
  return %0, %1 : tensor<3xi32>, tensor<?xi32>
}
// FULL-NEXT:   func.func public @window(%[[ARG0:.*]]: tensor<?{arg0_0}xi32>) -> (tensor<3xi32>, tensor<?{arg0_0}xi32>) attributes {tf.numerics = "precise"} {
// FULL-NEXT:     %[[C9:.*]] = arith.constant 9 : index
// FULL-NEXT:     %[[C3:.*]] = arith.constant 3 : index
// FULL-NEXT:     %[[V0:.*]] = tensor.iota dim = 0 : tensor<?{arg0_0}xi32>
// FULL-NEXT:     %[[V1:.*]] = tensor.iota dim = 0 : tensor<3xi32>
// FULL-NEXT:     %[[V2:.*]] = tensor.extent [arg0_0] : index
// FULL-NEXT:     %[[V3:.*]] = arith.cmpi sge, %[[V2]], %[[C3]] : index
// FULL-NEXT:     tensor.assert %[[V3]], "a slice is larger than its operand: 3 exceeds arg0_0"
// FULL-NEXT:     %[[V4:.*]] = tensor.extent [arg0_0 - 3] : index
// FULL-NEXT:     %[[V5:.*]] = arith.minsi %[[V4]], %[[C9]] : index
// FULL-NEXT:     %[[V6:.*]] = tensor.compute (%[[I:.*]]) in [3] {
// FULL-NEXT:       %[[V12:.*]] = tensor.at %[[V0]][%[[V5]] + %[[I]]] clamp : tensor<?{arg0_0}xi32>
// FULL-NEXT:       tensor.yield %[[V12]] : i32
// FULL-NEXT:     } : tensor<3xi32>
// FULL-NEXT:     %[[V7:.*]] = tensor.extent [arg0_0] : index
// FULL-NEXT:     %[[V8:.*]] = arith.cmpi sge, %[[V7]], %[[C3]] : index
// FULL-NEXT:     tensor.assert %[[V8]], "a slice is larger than its operand: 3 exceeds arg0_0"
// FULL-NEXT:     %[[V9:.*]] = tensor.extent [arg0_0 - 3] : index
// FULL-NEXT:     %[[V10:.*]] = arith.minsi %[[V9]], %[[C9]] : index
// FULL-NEXT:     %[[V11:.*]] = tensor.compute (%[[I_0:.*]]) in [arg0_0] {
// FULL-NEXT:       %[[V12]] = arith.subi %[[I_0]], %[[V10]] : index
// FULL-NEXT:       %[[V13:.*]] = arith.cmpi ult, %[[V12]], %[[C3]] : index
// FULL-NEXT:       %[[V14:.*]] = tensor.at %[[V1]][%[[I_0]] - %[[V10]]] clamp : tensor<3xi32>
// FULL-NEXT:       %[[V15:.*]] = tensor.at %[[V0]][%[[I_0]]] : tensor<?{arg0_0}xi32>
// FULL-NEXT:       %[[V16:.*]] = arith.select %[[V13]], %[[V14]], %[[V15]] : i32
// FULL-NEXT:       tensor.yield %[[V16]] : i32
// FULL-NEXT:     } : tensor<?{arg0_0}xi32>
// FULL-NEXT:     return %[[V6]], %[[V11]] : tensor<3xi32>, tensor<?{arg0_0}xi32>
// FULL-NEXT:   }

// Extents that belong to one label of a product, or to one axis, are the same: the call checks that.
// CHECK-LABEL: func.func public @products
// CHECK: tensor.cast %{{.*}} : tensor<?{arg1_0}x?{arg1_1}xf32> to tensor<?{arg0_1}x?{arg1_1}xf32>
// CHECK: tensor.cast %{{.*}} : tensor<?{arg2_0}xf32> to tensor<?{arg1_1}xf32>
// RUN: tfrun %s --entry products --random --dim arg0_0=2 --dim arg0_1=3 --dim arg1_1=4 | FileCheck %s --check-prefix=PRODUCTS
// PRODUCTS: tensor<2x4xf32>
func.func public @products(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %c: tensor<?xf32>) -> tensor<?x?xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %n = stablehlo.get_dimension_size %0, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %m = stablehlo.get_dimension_size %0, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %1 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %2 = stablehlo.reshape %m : (tensor<i32>) -> tensor<1xi32>
  %3 = stablehlo.concatenate %1, %2, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %4 = stablehlo.dynamic_broadcast_in_dim %c, %3, dims = [1] : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  %5 = stablehlo.add %0, %4 : tensor<?x?xf32>
  return %5 : tensor<?x?xf32>
}
// FULL-NEXT:   func.func public @products(%[[ARG0:.*]]: tensor<?{arg0_0}x?{arg0_1}xf32>, %[[ARG1:.*]]: tensor<?{arg1_0}x?{arg1_1}xf32>, %[[ARG2:.*]]: tensor<?{arg2_0}xf32>) -> tensor<?{arg0_0}x?{arg1_1}xf32> attributes {tf.numerics = "precise"} {
// FULL-NEXT:     %[[V0:.*]] = tensor.cast %[[ARG1]] : tensor<?{arg1_0}x?{arg1_1}xf32> to tensor<?{arg0_1}x?{arg1_1}xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.contract "ba,ac->bc" %[[ARG0]], %[[V0]] : (tensor<?{arg0_0}x?{arg0_1}xf32>, tensor<?{arg0_1}x?{arg1_1}xf32>) -> tensor<?{arg0_0}x?{arg1_1}xf32>
// FULL-NEXT:     %[[V2:.*]] = tensor.cast %[[ARG2]] : tensor<?{arg2_0}xf32> to tensor<?{arg1_1}xf32>
// FULL-NEXT:     %[[V3:.*]] = tensor.broadcast %[[V2]] dims = [1] : tensor<?{arg1_1}xf32> to tensor<?{arg0_0}x?{arg1_1}xf32>
// FULL-NEXT:     %[[V4:.*]] = arith.addf %[[V1]], %[[V3]] : tensor<?{arg0_0}x?{arg1_1}xf32>
// FULL-NEXT:     return %[[V4]] : tensor<?{arg0_0}x?{arg1_1}xf32>
// FULL-NEXT:   }

// Windows whose number a call says: of each, the greatest element takes the source.
// RUN: tfrun %s --entry greatest --dim n=2 --random | FileCheck %s --check-prefix=GREATEST
// RUN: tfrun %s --entry greatest --dim n=2 --random --device=interp | FileCheck %s --check-prefix=GREATEST
// COMPLETE: FULL
// GREATEST: tensor<4xi32>
// GREATEST-NEXT: [0 7 0 7]
func.func public @greatest(%n: tensor<i32> {jax.global_constant = "n"}, %like: tensor<?xf32> {tf.shape = "2*n"}) -> tensor<?xi32> {
  %two = stablehlo.constant dense<2> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %seven = stablehlo.constant dense<7> : tensor<i32>
  %many = stablehlo.multiply %n, %two : tensor<i32>
  %1 = stablehlo.reshape %many : (tensor<i32>) -> tensor<1xi32>
  %places = stablehlo.dynamic_iota %1, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
  %2 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %source = stablehlo.dynamic_broadcast_in_dim %seven, %2, dims = [] : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
  %0 = "stablehlo.select_and_scatter"(%places, %source, %zero) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %c = stablehlo.compare GE, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
  }, {
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %s = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 2>} : (tensor<?xi32>, tensor<?xi32>, tensor<i32>) -> tensor<?xi32>
  return %0 : tensor<?xi32>
}
// FULL-NEXT:   func.func public @greatest(%[[ARG0:.*]]: tensor<?{2*n}xf32>) -> tensor<?{2*n}xi32> attributes {tf.numerics = "precise"} {
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[CST:.*]] = arith.constant dense<7> : tensor<i32>
// FULL-NEXT:     %[[C0_I32:.*]] = arith.constant 0 : i32
// FULL-NEXT:     %[[FALSE:.*]] = arith.constant false
// FULL-NEXT:     %[[C:.*]]-1 = arith.constant -1 : index
// FULL-NEXT:     %[[C2:.*]] = arith.constant 2 : index
// FULL-NEXT:     %[[TRUE:.*]] = arith.constant true
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[V0:.*]] = tensor.extent [n] : index
// FULL-NEXT:     %[[V1:.*]] = arith.cmpi sge, %[[V0]], %[[C1]] : index
// FULL-NEXT:     tensor.assert %[[V1]], "a named extent must be at least 1: 1 exceeds n"
// FULL-NEXT:     %[[V2:.*]] = tensor.iota dim = 0 : tensor<?{2*n}xi32>
// FULL-NEXT:     %[[V3:.*]] = tensor.broadcast %[[CST]] dims = [] : tensor<i32> to tensor<?{n}xi32>
// FULL-NEXT:     %[[V4:.*]] = tensor.compute (%[[I:.*]]) in [n] {
// FULL-NEXT:       %[[V6:.*]]:3 = tensor.fold (%[[K:.*]]) = 0 to 2 init(%[[FALSE]], %[[C0_I32]], %[[C]]-1) {
// FULL-NEXT:         %[[V7:.*]] = arith.remui %[[K]], %[[C2]] : index
// FULL-NEXT:         %[[V8:.*]] = arith.muli %[[I]], %[[C2]] : index
// FULL-NEXT:         %[[V9:.*]] = arith.addi %[[V8]], %[[V7]] : index
// FULL-NEXT:         %[[V10:.*]] = tensor.extent [2*n] : index
// FULL-NEXT:         %[[V11:.*]] = arith.cmpi ult, %[[V9]], %[[V10]] : index
// FULL-NEXT:         %[[V12:.*]] = tensor.at %[[V2]][%[[I]] * 2 + %[[V7]]] : tensor<?{2*n}xi32>
// FULL-NEXT:         tensor.yield %[[V11]], %[[V12]], %[[V9]] : i1, i32, index
// FULL-NEXT:       } combine (%[[ARG1:.*]]: i1, %[[ARG2:.*]]: i32, %[[ARG3:.*]]: index, %[[ARG4:.*]]: i1, %[[ARG5:.*]]: i32, %[[ARG6:.*]]: index) {
// FULL-NEXT:         %[[V7]] = arith.cmpi sge, %[[ARG2]], %[[ARG5]] : i32
// FULL-NEXT:         %[[V8]] = arith.andi %[[V7]], %[[ARG1]] : i1
// FULL-NEXT:         %[[V9]] = arith.xori %[[ARG4]], %[[TRUE]] : i1
// FULL-NEXT:         %[[V10]] = arith.ori %[[V8]], %[[V9]] : i1
// FULL-NEXT:         %[[V11]] = arith.ori %[[ARG1]], %[[ARG4]] : i1
// FULL-NEXT:         %[[V12]] = arith.select %[[V10]], %[[ARG2]], %[[ARG5]] : i32
// FULL-NEXT:         %[[V13:.*]] = arith.select %[[V10]], %[[ARG3]], %[[ARG6]] : index
// FULL-NEXT:         tensor.yield %[[V11]], %[[V12]], %[[V13]] : i1, i32, index
// FULL-NEXT:       } : i1, i32, index
// FULL-NEXT:       tensor.yield %[[V6]]#2 : index
// FULL-NEXT:     } : tensor<?{n}xindex>
// FULL-NEXT:     %[[V5:.*]] = tensor.compute (%[[I_0:.*]]) in [2*n] {
// FULL-NEXT:       %[[V6]]:2 = tensor.fold (%[[K]]) = 0 to 2 init(%[[TRUE]], %[[C0_I32]]) {
// FULL-NEXT:         %[[V7]] = arith.subi %[[C1]], %[[K]] : index
// FULL-NEXT:         %[[V8]] = arith.remui %[[V7]], %[[C2]] : index
// FULL-NEXT:         %[[V9]] = arith.subi %[[I_0]], %[[V8]] : index
// FULL-NEXT:         %[[V10]] = arith.remsi %[[V9]], %[[C2]] : index
// FULL-NEXT:         %[[V11]] = arith.cmpi eq, %[[V10]], %[[C0]] : index
// FULL-NEXT:         %[[V12]] = arith.divsi %[[V9]], %[[C2]] : index
// FULL-NEXT:         %[[V13]] = tensor.extent [n] : index
// FULL-NEXT:         %[[V14:.*]] = arith.cmpi ult, %[[V12]], %[[V13]] : index
// FULL-NEXT:         %[[V15:.*]] = tensor.at %[[V4]][%[[V12]]] clamp : tensor<?{n}xindex>
// FULL-NEXT:         %[[V16:.*]] = tensor.at %[[V3]][%[[V12]]] clamp : tensor<?{n}xi32>
// FULL-NEXT:         %[[V17:.*]] = arith.cmpi eq, %[[V15]], %[[I_0]] : index
// FULL-NEXT:         %[[V18:.*]] = arith.andi %[[V14]], %[[V17]] : i1
// FULL-NEXT:         %[[V19:.*]] = arith.andi %[[V18]], %[[V11]] : i1
// FULL-NEXT:         tensor.yield %[[V19]], %[[V16]] : i1, i32
// FULL-NEXT:       } combine (%[[ARG1]]: i1, %[[ARG2]]: i32, %[[ARG3]]: i1, %[[ARG4]]: i32) {
// FULL-NEXT:         %[[V7]] = arith.addi %[[ARG2]], %[[ARG4]] : i32
// FULL-NEXT:         %[[V8]] = arith.select %[[ARG3]], %[[V7]], %[[ARG2]] : i32
// FULL-NEXT:         tensor.yield %[[ARG1]], %[[V8]] : i1, i32
// FULL-NEXT:       } : i1, i32
// FULL-NEXT:       tensor.yield %[[V6]]#1 : i32
// FULL-NEXT:     } : tensor<?{2*n}xi32>
// FULL-NEXT:     return %[[V5]] : tensor<?{2*n}xi32>
// FULL-NEXT:   }
// FULL-NEXT: }
