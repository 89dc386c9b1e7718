// RUN: tfopt --target=x86-64-v3 --tensor-decompose --choose-fusion --apply-fusion --cse --canonicalize %s | tee %t.check | FileCheck %s
// GOLDEN: cat %t.check

// A chain of elementwise ops is one nest, whatever its length.
// CHECK-LABEL: func.func @chain
// CHECK: tensor.compute
// CHECK-NOT: tensor.compute
func.func @chain(%a: tensor<?{n}x?{m}xf32>, %b: tensor<?{m}xf32>) -> tensor<?{n}x?{m}xf32> {
  %c = tensor.broadcast %b dims = [1] : tensor<?{m}xf32> to tensor<?{n}x?{m}xf32>
  %d = arith.addf %a, %c : tensor<?{n}x?{m}xf32>
  %e = arith.mulf %d, %d : tensor<?{n}x?{m}xf32>
  %f = math.sqrt %e : tensor<?{n}x?{m}xf32>
  %g = arith.subf %f, %a : tensor<?{n}x?{m}xf32>
  return %g : tensor<?{n}x?{m}xf32>
}

// A row statistic and what follows: the maximum is not repeated for each column.
// CHECK-LABEL: func.func @center
// CHECK: tensor.compute (%{{.*}}) in [n] {
// CHECK: tensor.fold
// CHECK: tensor.compute (%{{.*}}, %{{.*}}) in [n, m] {
// CHECK-NOT: tensor.fold
func.func @center(%a: tensor<?{n}x?{m}xf32>) -> tensor<?{n}x?{m}xf32> {
  %r = tensor.reduce maximumf %a dims = [1] : tensor<?{n}x?{m}xf32> to tensor<?{n}xf32>
  %b = tensor.broadcast %r dims = [0] : tensor<?{n}xf32> to tensor<?{n}x?{m}xf32>
  %s = arith.subf %a, %b : tensor<?{n}x?{m}xf32>
  return %s : tensor<?{n}x?{m}xf32>
}

// Both results are needed, and one reads the other at its own point: one nest writes both.
// CHECK-LABEL: func.func @two_results
// CHECK: %{{.*}}:2 = tensor.compute
// CHECK-NOT: tensor.compute
func.func @two_results(%a: tensor<?{n}xf32>) -> (tensor<?{n}xf32>, tensor<?{n}xf32>) {
  %s = math.sqrt %a : tensor<?{n}xf32>
  %t = arith.addf %s, %a : tensor<?{n}xf32>
  return %s, %t : tensor<?{n}xf32>, tensor<?{n}xf32>
}

// A producer read with a policy does not stay in memory if what it reads can be read so.
// CHECK-LABEL: func.func @policy
// CHECK: tensor.compute
// CHECK: tensor.at %arg0[%{{.*}} - 1] clamp : tensor<?{n}xf32>
// CHECK-NOT: tensor.compute
func.func @policy(%a: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  %s = arith.mulf %a, %a : tensor<?{n}xf32>
  %t = tensor.compute (%i) in [n] {
    %x = tensor.at %s[%i - 1] clamp : tensor<?{n}xf32>
    tensor.yield %x : f32
  } : tensor<?{n}xf32>
  return %t : tensor<?{n}xf32>
}

// Few copies of a cheap producer cost no more than its memory; many do: it stays.
// CHECK-LABEL: func.func @few_copies
// CHECK: tensor.compute
// CHECK-NOT: tensor.compute
func.func @few_copies(%x: tensor<?{n + 16}xf32>) -> tensor<?{n}xf32> {
  %p = tensor.compute (%i) in [n + 16] {
    %a = tensor.at %x[%i] : tensor<?{n + 16}xf32>
    %b = arith.mulf %a, %a : f32
    %c = arith.mulf %b, %b : f32
    %d = arith.mulf %c, %c : f32
    %e = arith.mulf %d, %d : f32
    %f = arith.mulf %e, %e : f32
    %g = arith.mulf %f, %f : f32
    tensor.yield %g : f32
  } : tensor<?{n + 16}xf32>
  %q = tensor.compute (%i) in [n] {
    %r0 = tensor.at %p[%i] : tensor<?{n + 16}xf32>
    %a1 = tensor.at %p[%i + 1] : tensor<?{n + 16}xf32>
    %r1 = arith.addf %r0, %a1 : f32
    %a2 = tensor.at %p[%i + 2] : tensor<?{n + 16}xf32>
    %r2 = arith.addf %r1, %a2 : f32
    tensor.yield %r2 : f32
  } : tensor<?{n}xf32>
  return %q : tensor<?{n}xf32>
}

// CHECK-LABEL: func.func @many_copies
// CHECK: tensor.compute
// CHECK: tensor.compute
func.func @many_copies(%x: tensor<?{n + 16}xf32>) -> tensor<?{n}xf32> {
  %p = tensor.compute (%i) in [n + 16] {
    %a = tensor.at %x[%i] : tensor<?{n + 16}xf32>
    %b = arith.mulf %a, %a : f32
    %c = arith.mulf %b, %b : f32
    %d = arith.mulf %c, %c : f32
    %e = arith.mulf %d, %d : f32
    %f = arith.mulf %e, %e : f32
    %g = arith.mulf %f, %f : f32
    tensor.yield %g : f32
  } : tensor<?{n + 16}xf32>
  %q = tensor.compute (%i) in [n] {
    %r0 = tensor.at %p[%i] : tensor<?{n + 16}xf32>
    %a1 = tensor.at %p[%i + 1] : tensor<?{n + 16}xf32>
    %r1 = arith.addf %r0, %a1 : f32
    %a2 = tensor.at %p[%i + 2] : tensor<?{n + 16}xf32>
    %r2 = arith.addf %r1, %a2 : f32
    %a3 = tensor.at %p[%i + 3] : tensor<?{n + 16}xf32>
    %r3 = arith.addf %r2, %a3 : f32
    %a4 = tensor.at %p[%i + 4] : tensor<?{n + 16}xf32>
    %r4 = arith.addf %r3, %a4 : f32
    %a5 = tensor.at %p[%i + 5] : tensor<?{n + 16}xf32>
    %r5 = arith.addf %r4, %a5 : f32
    %a6 = tensor.at %p[%i + 6] : tensor<?{n + 16}xf32>
    %r6 = arith.addf %r5, %a6 : f32
    %a7 = tensor.at %p[%i + 7] : tensor<?{n + 16}xf32>
    %r7 = arith.addf %r6, %a7 : f32
    %a8 = tensor.at %p[%i + 8] : tensor<?{n + 16}xf32>
    %r8 = arith.addf %r7, %a8 : f32
    %a9 = tensor.at %p[%i + 9] : tensor<?{n + 16}xf32>
    %r9 = arith.addf %r8, %a9 : f32
    %a10 = tensor.at %p[%i + 10] : tensor<?{n + 16}xf32>
    %r10 = arith.addf %r9, %a10 : f32
    tensor.yield %r10 : f32
  } : tensor<?{n}xf32>
  return %q : tensor<?{n}xf32>
}

// A fold of any length that one compute reads twice at its own point is evaluated there once.
// CHECK-LABEL: func.func @fold_read_twice
// CHECK: %{{.*}}:2 = tensor.compute
// CHECK: tensor.fold
// CHECK-NOT: tensor.fold
// CHECK-NOT: tensor.compute
func.func @fold_read_twice(%a: tensor<?{n}x?{m}xf32>, %b: tensor<?{n}xf32>) -> (tensor<?{n}xf32>, tensor<?{n}xf32>) {
  %s = tensor.reduce add %a dims = [1] : tensor<?{n}x?{m}xf32> to tensor<?{n}xf32>
  %t = arith.mulf %s, %b : tensor<?{n}xf32>
  %u = arith.addf %s, %b : tensor<?{n}xf32>
  return %t, %u : tensor<?{n}xf32>, tensor<?{n}xf32>
}

// At two points it would be evaluated twice.
// CHECK-LABEL: func.func @fold_read_at_two_points
// CHECK-COUNT-2: tensor.compute
func.func @fold_read_at_two_points(%a: tensor<?{n}x?{m}xf32>) -> tensor<?{n}xf32> {
  %s = tensor.reduce add %a dims = [1] : tensor<?{n}x?{m}xf32> to tensor<?{n}xf32>
  %t = tensor.reverse %s dims = [0] : tensor<?{n}xf32>
  %u = arith.mulf %s, %t : tensor<?{n}xf32>
  return %u : tensor<?{n}xf32>
}

// Elements of the small tensor that a compute makes at each point are values of the point.
// CHECK-LABEL: func.func @elements_of_points
// CHECK: %{{.*}}:2 = tensor.compute
// CHECK: %[[E:.*]] = math.exp
// CHECK: %[[S:.*]] = arith.subf %[[E]], %{{.*}}
// CHECK: tensor.yield %{{.*}}, %[[S]]
// CHECK-NOT: tensor.compute
func.func @elements_of_points(%a: tensor<?{n}xf32>) -> (tensor<?{n}x2xf32>, tensor<?{n}xf32>) {
  %p = tensor.compute (%i) in [n] {
    %x = tensor.at %a[%i] : tensor<?{n}xf32>
    %y = math.sin %x : f32
    %z = math.exp %x : f32
    %both = tensor.from_elements %y, %z : tensor<2xf32>
    tensor.yield %both : tensor<2xf32>
  } : tensor<?{n}x2xf32>
  %q = tensor.compute (%i) in [n] {
    %u = tensor.at %p[%i, 1] : tensor<?{n}x2xf32>
    %v = tensor.at %p[%i, 0] : tensor<?{n}x2xf32>
    %s = arith.subf %u, %v : f32
    tensor.yield %s : f32
  } : tensor<?{n}xf32>
  return %p, %q : tensor<?{n}x2xf32>, tensor<?{n}xf32>
}

// Those of another point are read from memory.
// CHECK-LABEL: func.func @elements_of_another_point
// CHECK-COUNT-2: tensor.compute
func.func @elements_of_another_point(%a: tensor<?{n}xf32>) -> (tensor<?{n}x2xf32>, tensor<?{n}xf32>) {
  %p = tensor.compute (%i) in [n] {
    %x = tensor.at %a[%i] : tensor<?{n}xf32>
    %y = math.sin %x : f32
    %z = math.exp %x : f32
    %both = tensor.from_elements %y, %z : tensor<2xf32>
    tensor.yield %both : tensor<2xf32>
  } : tensor<?{n}x2xf32>
  %q = tensor.compute (%i) in [n] {
    %u = tensor.at %p[n - 1 - %i, 1] : tensor<?{n}x2xf32>
    tensor.yield %u : f32
  } : tensor<?{n}xf32>
  return %p, %q : tensor<?{n}x2xf32>, tensor<?{n}xf32>
}

// Two sums over the same elements are one nest.
// CHECK-LABEL: func.func @same_elements
// CHECK: %{{.*}}:2 = tensor.compute
// CHECK-NOT: tensor.compute
// CHECK: return
func.func @same_elements(%a: tensor<?{n}x?{m}xf32>) -> (tensor<?{n}xf32>, tensor<?{n}xf32>) {
  %s = tensor.reduce add %a dims = [1] : tensor<?{n}x?{m}xf32> to tensor<?{n}xf32>
  %p = tensor.reduce maximumf %a dims = [1] : tensor<?{n}x?{m}xf32> to tensor<?{n}xf32>
  return %s, %p : tensor<?{n}xf32>, tensor<?{n}xf32>
}

// Two products with one matrix, once by its rows and once by its columns, share no element: each has a nest
// of its own, and its own schedule.
// CHECK-LABEL: func.func @rows_and_columns
// CHECK: tensor.compute
// CHECK: tensor.compute
// CHECK: return
func.func @rows_and_columns(%a: tensor<?{n}x?{n}xf32>, %b: tensor<?{n}x?{n}xf32>) -> (tensor<?{n}x?{n}xf32>, tensor<?{n}x?{n}xf32>) {
  %c = tensor.contract "ij,jk->ik" %a, %b : (tensor<?{n}x?{n}xf32>, tensor<?{n}x?{n}xf32>) -> tensor<?{n}x?{n}xf32>
  %d = tensor.contract "ij,kj->ik" %b, %a : (tensor<?{n}x?{n}xf32>, tensor<?{n}x?{n}xf32>) -> tensor<?{n}x?{n}xf32>
  return %c, %d : tensor<?{n}x?{n}xf32>, tensor<?{n}x?{n}xf32>
}

// The proof of a read does not always follow it: that the remainder is below m under this condition is beyond
// the prover. The read is inside as before, and says what it would mean outside.
// CHECK-LABEL: func.func @proof_that_does_not_follow
// CHECK: loop.if
// CHECK: tensor.at %{{.*}}[(%{{.*}} + 1) floordiv (m * 2), (%{{.*}} + 1) mod (m * 2)] clamp
func.func @proof_that_does_not_follow(%a: tensor<?{n}x?{m}xf32>, %b: tensor<?{n}x?{m}xf32>) -> tensor<f32> {
  %0 = tensor.compute (%i, %j) in [n, 2*m] {
    %m = tensor.extent [m] : index
    %first = arith.cmpi slt, %j, %m : index
    %r = loop.if %first -> (f32) {
      %x = tensor.at %a[%i, %j] : tensor<?{n}x?{m}xf32>
      loop.yield %x : f32
    } else {
      %y = tensor.at %b[%i, %j - m] : tensor<?{n}x?{m}xf32>
      loop.yield %y : f32
    }
    tensor.yield %r : f32
  } : tensor<?{n}x?{2*m}xf32>
  %1 = tensor.compute () in [] {
    %s = tensor.fold (%k) = 0 to (m * n) * 2 - 2 maximumf {
      %x = tensor.at %0[(%k + 1) floordiv (m * 2), (%k + 1) mod (m * 2)] : tensor<?{n}x?{2*m}xf32>
      tensor.yield %x : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<f32>
  return %1 : tensor<f32>
}

// A matrix as a vector, behind another one: that a point is below m*n in its branch says that m is not 0,
// which the box of the reshape said before.
// CHECK-LABEL: func.func @divisor_in_a_branch
// CHECK: tensor.compute (%[[I:[a-z0-9_]+]]) in [m*n + n]
// CHECK: tensor.at %{{.*}}[%[[I]] floordiv m, %[[I]]] wrap : tensor<?{n}x?{m}xf32>
func.func @divisor_in_a_branch(%a: tensor<?{n}x?{m}xf32>, %b: tensor<?{n}xf32>) -> tensor<?{m*n + n}xf32> {
  %0 = tensor.compute (%i) in [m*n] {
    %x = tensor.at %a[%i floordiv m, %i mod m] : tensor<?{n}x?{m}xf32>
    tensor.yield %x : f32
  } : tensor<?{m*n}xf32>
  %1 = tensor.compute (%i) in [m*n + n] {
    %end = tensor.extent [m*n] : index
    %first = arith.cmpi slt, %i, %end : index
    %r = loop.if %first -> (f32) {
      %x = tensor.at %0[%i] : tensor<?{m*n}xf32>
      loop.yield %x : f32
    } else {
      %x = tensor.at %b[%i - m * n] : tensor<?{n}xf32>
      loop.yield %x : f32
    }
    tensor.yield %r : f32
  } : tensor<?{m*n + n}xf32>
  return %1 : tensor<?{m*n + n}xf32>
}

// Where no condition tells, divisors are at least 1 by what they say.
// CHECK-LABEL: func.func @divisor_that_does_not_follow
// CHECK: tensor.at %{{.*}}[(%[[I:[a-z0-9_]+]] mod 3) floordiv max(m, 1), (%[[I]] mod 3) mod max(m, 1)] clamp
func.func @divisor_that_does_not_follow(%a: tensor<?{n}x?{m}xf32>) -> tensor<?{n}xf32> {
  %0 = tensor.compute (%i) in [m*n] {
    %x = tensor.at %a[%i floordiv m, %i mod m] : tensor<?{n}x?{m}xf32>
    tensor.yield %x : f32
  } : tensor<?{m*n}xf32>
  %1 = tensor.compute (%i) in [n] {
    %zero = arith.constant 0.0 : f32
    %three = arith.constant 3 : index
    %end = tensor.extent [m*n] : index
    %q = arith.floordivsi %i, %three : index
    %p = arith.muli %q, %three : index
    %r = arith.subi %i, %p : index
    %inside = arith.cmpi slt, %r, %end : index
    %v = loop.if %inside -> (f32) {
      %x = tensor.at %0[%i mod 3] : tensor<?{m*n}xf32>
      loop.yield %x : f32
    } else {
      loop.yield %zero : f32
    }
    tensor.yield %v : f32
  } : tensor<?{n}xf32>
  return %1 : tensor<?{n}xf32>
}

// What only permutes axes is not stored for reads with a policy: outside of it is outside of the tensor,
// along the axis that it is there.
// CHECK-LABEL: func.func @permuted
// CHECK: tensor.compute (%[[I:.*]], %[[J:.*]]) in [5, 3] {
// CHECK: tensor.at %arg0[%[[J]] - 1, %[[I]] + 1] fill(%{{.*}}) : tensor<3x5xf32>
// CHECK: tensor.at %arg0[%[[J]] - 1, %[[I]] + 1] clamp : tensor<3x5xf32>
// CHECK-NOT: tensor.compute
func.func @permuted(%a: tensor<3x5xf32>, %v: f32) -> tensor<5x3xf32> {
  %t = tensor.transpose %a perm = [1, 0] : tensor<3x5xf32> to tensor<5x3xf32>
  %r = tensor.compute (%i, %j) in [5, 3] {
    %x = tensor.at %t[%i + 1, %j - 1] fill(%v) : tensor<5x3xf32>
    %y = tensor.at %t[%i + 1, %j - 1] clamp : tensor<5x3xf32>
    %z = arith.subf %x, %y : f32
    tensor.yield %z : f32
  } : tensor<5x3xf32>
  return %r : tensor<5x3xf32>
}

// So does a chain of them, whoever else reads each.
// CHECK-LABEL: func.func @permuted_twice
// CHECK-COUNT-2: tensor.compute
// CHECK-NOT: tensor.compute
// CHECK: return
func.func @permuted_twice(%a: tensor<3x5xf32>, %v: f32) -> (tensor<5x3xf32>, f32) {
  %b = tensor.compute (%i, %j) in [3, 5] {
    %x = tensor.at %a[%i, %j] : tensor<3x5xf32>
    tensor.yield %x : f32
  } : tensor<3x5xf32>
  %t = tensor.compute (%i, %j) in [5, 3] {
    %x = tensor.at %b[%j, %i] : tensor<3x5xf32>
    tensor.yield %x : f32
  } : tensor<5x3xf32>
  %c = tensor.compute (%i, %j) in [5, 3] {
    %x = tensor.at %t[%i, %j] : tensor<5x3xf32>
    tensor.yield %x : f32
  } : tensor<5x3xf32>
  %r = tensor.compute (%i, %j) in [5, 3] {
    %x = tensor.at %c[%i + 1, %j - 1] fill(%v) : tensor<5x3xf32>
    tensor.yield %x : f32
  } : tensor<5x3xf32>
  %all = tensor.compute () in [] {
    %s = tensor.fold (%i) = 0 to 5 add fastmath<reassoc> {
      %s = tensor.fold (%j) = 0 to 3 add fastmath<reassoc> {
        %x = tensor.at %c[%i, %j] : tensor<5x3xf32>
        tensor.yield %x : f32
      } : f32
      tensor.yield %s : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<f32>
  %s = tensor.at %all[] : tensor<f32>
  return %r, %s : tensor<5x3xf32>, f32
}

// A part of a tensor has other edges: it is stored.
// CHECK-LABEL: func.func @permuted_part
// CHECK: tensor.compute (%{{.*}}, %{{.*}}) in [4, 3] {
// CHECK: tensor.compute (%[[I:.*]], %[[J:.*]]) in [4, 3] {
// CHECK: tensor.at %{{.*}}[%[[I]] + 1, %[[J]]] clamp : tensor<4x3xf32>
func.func @permuted_part(%a: tensor<3x5xf32>) -> tensor<4x3xf32> {
  %p = tensor.compute (%i, %j) in [4, 3] {
    %x = tensor.at %a[%j, %i] : tensor<3x5xf32>
    tensor.yield %x : f32
  } : tensor<4x3xf32>
  %r = tensor.compute (%i, %j) in [4, 3] {
    %x = tensor.at %p[%i + 1, %j] clamp : tensor<4x3xf32>
    tensor.yield %x : f32
  } : tensor<4x3xf32>
  return %r : tensor<4x3xf32>
}

// A tile with a layout is read inside only: where the point is there.
// CHECK-LABEL: func.func @of_a_tile
// CHECK: tensor.compute (%[[I:.*]]) in [9] {
// CHECK: loop.if
// CHECK: tensor.at %{{.*}}[%[[I]] - 2] : tensor<6xf32>
// CHECK-NOT: tensor.compute
func.func @of_a_tile(%a: tensor<8xf32>, %v: f32) -> tensor<9xf32> {
  %t = tensor.tile_read %a[2] layout affine_map<(i) -> (i mod 2, i floordiv 2)> : tensor<8xf32> to tensor<6xf32>
  %p = tensor.compute (%i) in [6] {
    %x = tensor.at %t[%i] : tensor<6xf32>
    tensor.yield %x : f32
  } : tensor<6xf32>
  %r = tensor.compute (%i) in [9] {
    %x = tensor.at %p[%i - 2] fill(%v) : tensor<6xf32>
    tensor.yield %x : f32
  } : tensor<9xf32>
  return %r : tensor<9xf32>
}

// A read that stops the call names the axis that it leaves: the permuted tensor is stored for it.
// CHECK-LABEL: func.func @permuted_trap
// CHECK: tensor.compute (%{{.*}}, %{{.*}}) in [5, 3] {
// CHECK: tensor.compute (%[[I:.*]], %[[J:.*]]) in [5, 3] {
// CHECK: tensor.at %{{.*}}[%[[I]] + 1, %[[J]]] trap : tensor<5x3xf32>
func.func @permuted_trap(%a: tensor<3x5xf32>) -> tensor<5x3xf32> {
  %t = tensor.transpose %a perm = [1, 0] : tensor<3x5xf32> to tensor<5x3xf32>
  %r = tensor.compute (%i, %j) in [5, 3] {
    %x = tensor.at %t[%i + 1, %j] trap : tensor<5x3xf32>
    tensor.yield %x : f32
  } : tensor<5x3xf32>
  return %r : tensor<5x3xf32>
}
