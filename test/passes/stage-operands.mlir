// Where the summed axis is the last of both operands of a product, that of the lanes is copied into the order
// in which they read it. Not where lanes read side by side, where few rows share a number, and where it is
// not known that the copy is no larger. Rows that nobody has counted are likely to be many.
// RUN: tfopt %s --target=x86-64-v3 --stage-operands | tee %t.check | FileCheck %s
// RUN: tfopt %s --target=x86-64-v3 --check-semantics --stage-operands | FileCheck %s
// GOLDEN: cat %t.check

// CHECK-LABEL: func.func @both_last(
// CHECK: %[[T:.*]] = tensor.compute (%[[K:.*]], %[[J:.*]]) in [8, 48] {
// CHECK: tensor.at %arg1[%[[J]], %[[K]]] : tensor<48x8xf32>
// CHECK: math.sin
// CHECK: tensor.compute (%{{.*}}, %[[L:.*]]) in [40, 48] {
// CHECK: tensor.fold (%[[F:.*]]) = 0 to 8
// CHECK: tensor.at %[[T]][%[[F]], %[[L]]] : tensor<8x48xf32>
// CHECK-NOT: math.sin
// CHECK: return
func.func @both_last(%a: tensor<40x8xf32>, %b: tensor<48x8xf32>) -> tensor<40x48xf32> {
  %r = tensor.compute (%i, %j) in [40, 48] {
    %s = tensor.fold (%k) = 0 to 8 add fastmath<reassoc> {
      %x = tensor.at %a[%i, %k] : tensor<40x8xf32>
      %y = tensor.at %b[%j, %k] : tensor<48x8xf32>
      %z = math.sin %y : f32
      %xy = arith.mulf %x, %z : f32
      tensor.yield %xy : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<40x48xf32>
  return %r : tensor<40x48xf32>
}

// CHECK-LABEL: func.func @side_by_side(
// CHECK-COUNT-1: tensor.compute
// CHECK-NOT: tensor.compute
// CHECK: return
func.func @side_by_side(%a: tensor<40x8xf32>, %b: tensor<8x48xf32>) -> tensor<40x48xf32> {
  %r = tensor.compute (%i, %j) in [40, 48] {
    %s = tensor.fold (%k) = 0 to 8 add fastmath<reassoc> {
      %x = tensor.at %a[%i, %k] : tensor<40x8xf32>
      %y = tensor.at %b[%k, %j] : tensor<8x48xf32>
      %xy = arith.mulf %x, %y : f32
      tensor.yield %xy : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<40x48xf32>
  return %r : tensor<40x48xf32>
}

// CHECK-LABEL: func.func @few_rows(
// CHECK-COUNT-1: tensor.compute
// CHECK-NOT: tensor.compute
// CHECK: return
func.func @few_rows(%a: tensor<4x8xf32>, %b: tensor<48x8xf32>) -> tensor<4x48xf32> {
  %r = tensor.compute (%i, %j) in [4, 48] {
    %s = tensor.fold (%k) = 0 to 8 add fastmath<reassoc> {
      %x = tensor.at %a[%i, %k] : tensor<4x8xf32>
      %y = tensor.at %b[%j, %k] : tensor<48x8xf32>
      %xy = arith.mulf %x, %y : f32
      tensor.yield %xy : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<4x48xf32>
  return %r : tensor<4x48xf32>
}

// Of extents that are not known, an estimate counts.
// CHECK-LABEL: func.func @unknown(
// CHECK: tensor.compute (%[[K:.*]], %[[J:.*]]) in [8, 48] {
// CHECK-NEXT: tensor.at %arg1[%[[J]], %[[K]]] : tensor<48x8xf32>
// CHECK: tensor.compute {{.*}} in [m, 48] {
// CHECK: return
func.func @unknown(%a: tensor<?{m}x8xf32>, %b: tensor<48x8xf32>) -> tensor<?{m}x48xf32> {
  %r = tensor.compute (%i, %j) in [m, 48] {
    %s = tensor.fold (%k) = 0 to 8 add fastmath<reassoc> {
      %x = tensor.at %a[%i, %k] : tensor<?{m}x8xf32>
      %y = tensor.at %b[%j, %k] : tensor<48x8xf32>
      %xy = arith.mulf %x, %y : f32
      tensor.yield %xy : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<?{m}x48xf32>
  return %r : tensor<?{m}x48xf32>
}

// Several sums of a window are no product in tiles. The lanes are those with which the loops and the copies
// that they need have the lowest price; what is read outside is filled in, once for both sums.
// CHECK-LABEL: func.func @window_sums(
// CHECK: %[[T:.*]] = tensor.compute (%[[K:.*]], %[[J:.*]]) in [66, 40] {
// CHECK-NEXT: tensor.at %arg1[%[[J]], %[[K]] - 1] fill(%arg2) : tensor<40x64xf32>
// CHECK: tensor.compute (%{{.*}}, %[[L:.*]]) in [48, 40] {
// CHECK: tensor.fold (%[[F:.*]]) = 0 to 64
// CHECK: tensor.at %[[T]][%[[F]], %[[L]]] : tensor<66x40xf32>
// CHECK: tensor.at %[[T]][%[[F]] + 2, %[[L]]] : tensor<66x40xf32>
func.func @window_sums(%g: tensor<48x64xf32>, %x: tensor<40x64xf32>, %v: f32) -> tensor<48x40x2xf32> {
  %r = tensor.compute (%i, %j) in [48, 40] {
    %s:2 = tensor.fold (%k) = 0 to 64 [add, add] fastmath<reassoc> {
      %a = tensor.at %g[%i, %k] : tensor<48x64xf32>
      %b = tensor.at %x[%j, %k - 1] fill(%v) : tensor<40x64xf32>
      %c = tensor.at %x[%j, %k + 1] fill(%v) : tensor<40x64xf32>
      %ab = arith.mulf %a, %b : f32
      %ac = arith.mulf %a, %c : f32
      tensor.yield %ab, %ac : f32, f32
    } : f32, f32
    %p = tensor.from_elements %s#0, %s#1 : tensor<2xf32>
    tensor.yield %p : tensor<2xf32>
  } : tensor<48x40x2xf32>
  return %r : tensor<48x40x2xf32>
}

// Rows of a copy that are 2 KB apart would be in few sets of a cache: they are a line longer. What is added
// nobody reads.
// CHECK-LABEL: func.func @rows_in_few_sets(
// CHECK: tensor.compute (%[[K:.*]], %[[J:.*]]) in [16, 1040] {
// CHECK: tensor.at %arg1[%[[J]], %[[K]]] clamp : tensor<1024x16xf32>
// CHECK: tensor.compute {{.*}} in [40, 1024] {
// CHECK: return
func.func @rows_in_few_sets(%a: tensor<40x16xf32>, %b: tensor<1024x16xf32>) -> tensor<40x1024xf32> {
  %r = tensor.compute (%i, %j) in [40, 1024] {
    %s = tensor.fold (%k) = 0 to 16 add fastmath<reassoc> {
      %x = tensor.at %a[%i, %k] : tensor<40x16xf32>
      %y = tensor.at %b[%j, %k] : tensor<1024x16xf32>
      %xy = arith.mulf %x, %y : f32
      tensor.yield %xy : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<40x1024xf32>
  return %r : tensor<40x1024xf32>
}

// Where the index of the lanes is a number of its own, the code runs for those that there are.
// CHECK-LABEL: func.func @lane_as_a_number(
// CHECK: tensor.compute {{.*}} in [16, 1024] {
// CHECK: return
func.func @lane_as_a_number(%a: tensor<40x16xf32>, %b: tensor<1024x16xf32>) -> tensor<40x1024xf32> {
  %r = tensor.compute (%i, %j) in [40, 1024] {
    %n = arith.index_cast %j : index to i32
    %f = arith.sitofp %n : i32 to f32
    %s = tensor.fold (%k) = 0 to 16 add fastmath<reassoc> {
      %x = tensor.at %a[%i, %k] : tensor<40x16xf32>
      %y = tensor.at %b[%j, %k] : tensor<1024x16xf32>
      %z = arith.mulf %y, %f : f32
      %xy = arith.mulf %x, %z : f32
      tensor.yield %xy : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<40x1024xf32>
  return %r : tensor<40x1024xf32>
}

// Each axis may become the lanes: those along output channels read the kernel from a copy with these last,
// and the tensor from one whose edges are filled, so that nobody asks for each term whether it is inside. In
// front of the axis of the lanes, a copy has that of the innermost fold.
// CHECK-LABEL: func.func @edges_filled(
// CHECK: %[[X:.*]] = tensor.compute (%[[N:.*]], %[[C:.*]], %[[Y:.*]], %[[Z:.*]]) in [4, 64, 34, 42] {
// CHECK-NEXT: tensor.at %arg0[%[[N]], %[[C]], %[[Y]] - 1, %[[Z]] - 1] fill(%arg2) : tensor<4x64x32x40xf32>
// CHECK: %[[K:.*]] = tensor.compute (%[[D:.*]], %[[E:.*]], %[[F:.*]], %[[O:.*]]) in [3, 3, 64, 64] {
// CHECK-NEXT: tensor.at %arg1[%[[O]], %[[F]], %[[D]], %[[E]]] : tensor<64x64x3x3xf32>
// CHECK: tensor.compute {{.*}} in [4, 64, 32, 40] {
// CHECK: tensor.at %[[X]][{{[^-]*}}] : tensor<4x64x34x42xf32>
// CHECK: tensor.at %[[K]][
func.func @edges_filled(%x: tensor<4x64x32x40xf32>, %k: tensor<64x64x3x3xf32>, %v: f32) -> tensor<4x64x32x40xf32> {
  %r = tensor.compute (%n, %o, %y, %z) in [4, 64, 32, 40] {
    %s = tensor.fold (%dy) = 0 to 3 add fastmath<reassoc> {
      %t = tensor.fold (%dz) = 0 to 3 add fastmath<reassoc> {
        %u = tensor.fold (%c) = 0 to 64 add fastmath<reassoc> {
          %a = tensor.at %x[%n, %c, %y + %dy - 1, %z + %dz - 1] fill(%v) : tensor<4x64x32x40xf32>
          %b = tensor.at %k[%o, %c, %dy, %dz] : tensor<64x64x3x3xf32>
          %ab = arith.mulf %a, %b : f32
          tensor.yield %ab : f32
        } : f32
        tensor.yield %u : f32
      } : f32
      tensor.yield %t : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<4x64x32x40xf32>
  return %r : tensor<4x64x32x40xf32>
}

// What stops the call outside is read where it is.
// CHECK-LABEL: func.func @edges_stop(
// CHECK-NOT: in [4, 64, 34, 42]
// CHECK: tensor.at %arg0{{.*}} trap
func.func @edges_stop(%x: tensor<4x64x32x40xf32>, %k: tensor<64x64x3x3xf32>) -> tensor<4x64x32x40xf32> {
  %r = tensor.compute (%n, %o, %y, %z) in [4, 64, 32, 40] {
    %s = tensor.fold (%dy) = 0 to 3 add fastmath<reassoc> {
      %t = tensor.fold (%dz) = 0 to 3 add fastmath<reassoc> {
        %u = tensor.fold (%c) = 0 to 64 add fastmath<reassoc> {
          %a = tensor.at %x[%n, %c, %y + %dy - 1, %z + %dz - 1] trap : tensor<4x64x32x40xf32>
          %b = tensor.at %k[%o, %c, %dy, %dz] : tensor<64x64x3x3xf32>
          %ab = arith.mulf %a, %b : f32
          tensor.yield %ab : f32
        } : f32
        tensor.yield %u : f32
      } : f32
      tensor.yield %t : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<4x64x32x40xf32>
  return %r : tensor<4x64x32x40xf32>
}

// Extents need not be known.
// CHECK-LABEL: func.func @edges_of_any_length(
// CHECK: tensor.compute {{.*}} in [b, 32, h + 2, w + 2] {
// CHECK-NEXT: tensor.at %arg0{{.*}} clamp
// CHECK: tensor.compute {{.*}} in [3, 3, 32, 32] {
// CHECK: tensor.compute {{.*}} in [b, 32, h, w] {
// CHECK-NOT: clamp
// CHECK: return
func.func @edges_of_any_length(%x: tensor<?{b}x32x?{h}x?{w}xf32>, %k: tensor<32x32x3x3xf32>) -> tensor<?{b}x32x?{h}x?{w}xf32> {
  %r = tensor.compute (%n, %o, %y, %z) in [b, 32, h, w] {
    %s = tensor.fold (%dy) = 0 to 3 add fastmath<reassoc> {
      %t = tensor.fold (%dz) = 0 to 3 add fastmath<reassoc> {
        %u = tensor.fold (%c) = 0 to 32 add fastmath<reassoc> {
          %a = tensor.at %x[%n, %c, %y + %dy - 1, %z + %dz - 1] clamp : tensor<?{b}x32x?{h}x?{w}xf32>
          %b = tensor.at %k[%o, %c, %dy, %dz] : tensor<32x32x3x3xf32>
          %ab = arith.mulf %a, %b : f32
          tensor.yield %ab : f32
        } : f32
        tensor.yield %u : f32
      } : f32
      tensor.yield %t : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<?{b}x32x?{h}x?{w}xf32>
  return %r : tensor<?{b}x32x?{h}x?{w}xf32>
}

// Few reads of each element are no reason for a copy.
// CHECK-LABEL: func.func @stencil(
// CHECK-COUNT-1: tensor.compute
// CHECK-NOT: tensor.compute
// CHECK: return
func.func @stencil(%x: tensor<512x512xf32>) -> tensor<512x512xf32> {
  %r = tensor.compute (%y, %z) in [512, 512] {
    %a = tensor.at %x[%y + 1, %z] clamp : tensor<512x512xf32>
    %b = tensor.at %x[%y - 1, %z] clamp : tensor<512x512xf32>
    %c = tensor.at %x[%y, %z - 1] clamp : tensor<512x512xf32>
    %d = arith.addf %a, %b : f32
    %e = arith.addf %d, %c : f32
    tensor.yield %e : f32
  } : tensor<512x512xf32>
  return %r : tensor<512x512xf32>
}

// All extents are those of the arguments: the copy has as many elements as what it is made of.
// CHECK-LABEL: func.func @no_extent_is_known(
// CHECK: %[[T:.*]] = tensor.compute (%[[K:.*]], %[[J:.*]]) in [k, n] {
// CHECK: tensor.at %arg1[%[[J]], %[[K]]] : tensor<?{n}x?{k}xf32>
// CHECK: tensor.compute {{.*}} in [m, n] {
// CHECK: tensor.at %[[T]]
// CHECK: return
func.func @no_extent_is_known(%a: tensor<?{m}x?{k}xf32>, %b: tensor<?{n}x?{k}xf32>) -> tensor<?{m}x?{n}xf32> {
  %r = tensor.compute (%i, %j) in [m, n] {
    %s = tensor.fold (%k) = 0 to k add fastmath<reassoc> {
      %x = tensor.at %a[%i, %k] : tensor<?{m}x?{k}xf32>
      %y = tensor.at %b[%j, %k] : tensor<?{n}x?{k}xf32>
      %xy = arith.mulf %x, %y : f32
      tensor.yield %xy : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<?{m}x?{n}xf32>
  return %r : tensor<?{m}x?{n}xf32>
}

// A window would be as many times larger as it has terms: what it slides over is copied.
// CHECK-LABEL: func.func @window(
// CHECK: %[[T:.*]] = tensor.compute {{.*}} in [2, n + 3] {
// CHECK: tensor.compute {{.*}} in [m, n] {
// CHECK: tensor.at %[[T]][1, %{{.*}} + %{{.*}}] : tensor<2x?{n + 3}xf32>
// CHECK-NOT: tensor.compute
// CHECK: return
func.func @window(%a: tensor<?{m}x4xf32>, %b: tensor<?{n + 3}x2xf32>) -> tensor<?{m}x?{n}xf32> {
  %r = tensor.compute (%i, %j) in [m, n] {
    %s = tensor.fold (%k) = 0 to 4 add fastmath<reassoc> {
      %x = tensor.at %a[%i, %k] : tensor<?{m}x4xf32>
      %y = tensor.at %b[%j + %k, 1] : tensor<?{n + 3}x2xf32>
      %xy = arith.mulf %x, %y : f32
      tensor.yield %xy : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<?{m}x?{n}xf32>
  return %r : tensor<?{m}x?{n}xf32>
}

// What is read farther away than any tensor is long has no box to be filled: its policy stays.
// CHECK-LABEL: func.func @far_outside(
// CHECK: in [64, 64] {
// CHECK: tensor.at %{{.*}} + 9223372036854775700{{.*}} fill(%arg2) : tensor<64x64xf32>
// CHECK: tensor.at %{{.*}} - 9223372036854775700{{.*}} fill(%arg2) : tensor<64x64xf32>
// CHECK: return
func.func @far_outside(%x: tensor<64x64xf32>, %y: tensor<64x64xf32>, %v: f32) -> tensor<64x64xf32> {
  %r = tensor.compute (%i, %j) in [64, 64] {
    %s = tensor.fold (%k) = 0 to 64 add fastmath<reassoc> {
      %a = tensor.at %x[%i, %k + 9223372036854775700] fill(%v) : tensor<64x64xf32>
      %b = tensor.at %x[%i, %k - 9223372036854775700] fill(%v) : tensor<64x64xf32>
      %c = tensor.at %y[%k, %j] : tensor<64x64xf32>
      %d = arith.mulf %a, %c : f32
      %e = arith.addf %b, %d : f32
      tensor.yield %e : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}
