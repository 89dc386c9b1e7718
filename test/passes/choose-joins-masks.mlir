// Attention with masks is joined as any other: scores that are -inf where a mask says so, exponentials that
// are 0 there, a greatest that is replaced where it is infinite, and rows without any number that weigh
// nothing. Folds with code around them become members first; which rows have terms at all a member says that
// is made for it.
// RUN: tfopt %s --target=x86-64-v3 --pass-pipeline='func.func(apply-numerics,tensor-decompose,choose-fusion,apply-fusion,cse,canonicalize,form-groups{always=true},choose-joins{always=true})' | tee %t.check | FileCheck %s
// RUN: tfopt %s --target=x86-64-v3 --pass-pipeline='func.func(apply-numerics,tensor-decompose,choose-fusion,apply-fusion,cse,canonicalize,form-groups{always=true},choose-joins{always=true},apply-groups,canonicalize,cse)' | FileCheck %s --check-prefix=LOOPS
// RUN: tfopt %s --target=x86-64-v3 --disable-rule=choose-joins.members --pass-pipeline='func.func(apply-numerics,tensor-decompose,choose-fusion,apply-fusion,cse,canonicalize,form-groups{always=true},choose-joins{always=true})' | FileCheck %s --check-prefix=APART
// GOLDEN: cat %t.check

// APART-NOT: join(

// Keys behind the query's place; the first row has none.
// CHECK-LABEL: func.func @causal(
// CHECK: join(t: sum0, sum1, sum2)
// LOOPS-LABEL: func.func @causal(
// LOOPS: loop.for {{.*}} iter_args(
// LOOPS-NOT: x300xf32>
// LOOPS: return
func.func @causal(%q: tensor<20x8xf32>, %k: tensor<300x8xf32>, %v: tensor<300x8xf32>) -> tensor<20x8xf32> {
  %s0 = tensor.contract "ic,jc->ij" %q, %k : (tensor<20x8xf32>, tensor<300x8xf32>) -> tensor<20x300xf32>
  %i = tensor.iota dim = 0 : tensor<20x300xi64>
  %j = tensor.iota dim = 1 : tensor<20x300xi64>
  %c = arith.cmpi sgt, %i, %j : tensor<20x300xi64>
  %ninf = arith.constant dense<0xFF800000> : tensor<20x300xf32>
  %s = arith.select %c, %s0, %ninf : tensor<20x300xi1>, tensor<20x300xf32>
  %m = tensor.reduce maximumf %s dims = [1] : tensor<20x300xf32> to tensor<20xf32>
  %mb = tensor.broadcast %m dims = [0] : tensor<20xf32> to tensor<20x300xf32>
  %d = arith.subf %s, %mb : tensor<20x300xf32>
  %e0 = math.exp %d : tensor<20x300xf32>
  %l = tensor.reduce add %e0 dims = [1] : tensor<20x300xf32> to tensor<20xf32>
  %lb = tensor.broadcast %l dims = [0] : tensor<20xf32> to tensor<20x300xf32>
  %p = arith.divf %e0, %lb : tensor<20x300xf32>
  %o = tensor.contract "ij,jc->ic" %p, %v : (tensor<20x300xf32>, tensor<300x8xf32>) -> tensor<20x8xf32>
  return %o : tensor<20x8xf32>
}

// CHECK-LABEL: func.func @operand(
// CHECK: join(t: sum0, sum1, sum2)
// LOOPS-LABEL: func.func @operand(
// LOOPS: loop.for {{.*}} iter_args(
// LOOPS-NOT: x300xf32>
// LOOPS: return
func.func @operand(%q: tensor<20x8xf32>, %k: tensor<300x8xf32>, %v: tensor<300x8xf32>, %mask: tensor<20x300xi1>) -> tensor<20x8xf32> {
  %s0 = tensor.contract "ic,jc->ij" %q, %k : (tensor<20x8xf32>, tensor<300x8xf32>) -> tensor<20x300xf32>
  %ninf = arith.constant dense<0xFF800000> : tensor<20x300xf32>
  %s = arith.select %mask, %s0, %ninf : tensor<20x300xi1>, tensor<20x300xf32>
  %m = tensor.reduce maximumf %s dims = [1] : tensor<20x300xf32> to tensor<20xf32>
  %mb = tensor.broadcast %m dims = [0] : tensor<20xf32> to tensor<20x300xf32>
  %d = arith.subf %s, %mb : tensor<20x300xf32>
  %e0 = math.exp %d : tensor<20x300xf32>
  %l = tensor.reduce add %e0 dims = [1] : tensor<20x300xf32> to tensor<20xf32>
  %lb = tensor.broadcast %l dims = [0] : tensor<20xf32> to tensor<20x300xf32>
  %p = arith.divf %e0, %lb : tensor<20x300xf32>
  %o = tensor.contract "ij,jc->ic" %p, %v : (tensor<20x300xf32>, tensor<300x8xf32>) -> tensor<20x8xf32>
  return %o : tensor<20x8xf32>
}

// CHECK-LABEL: func.func @lengths(
// CHECK: join(t: sum0, sum1, sum2)
// LOOPS-LABEL: func.func @lengths(
// LOOPS: loop.for {{.*}} iter_args(
// LOOPS-NOT: x300xf32>
// LOOPS: return
func.func @lengths(%q: tensor<20x8xf32>, %k: tensor<300x8xf32>, %v: tensor<300x8xf32>, %length: i64) -> tensor<20x8xf32> {
  %s0 = tensor.contract "ic,jc->ij" %q, %k : (tensor<20x8xf32>, tensor<300x8xf32>) -> tensor<20x300xf32>
  %j = tensor.iota dim = 1 : tensor<20x300xi64>
  %n = tensor.splat %length : tensor<20x300xi64>
  %c = arith.cmpi slt, %j, %n : tensor<20x300xi64>
  %ninf = arith.constant dense<0xFF800000> : tensor<20x300xf32>
  %s = arith.select %c, %s0, %ninf : tensor<20x300xi1>, tensor<20x300xf32>
  %m = tensor.reduce maximumf %s dims = [1] : tensor<20x300xf32> to tensor<20xf32>
  %mb = tensor.broadcast %m dims = [0] : tensor<20xf32> to tensor<20x300xf32>
  %d = arith.subf %s, %mb : tensor<20x300xf32>
  %e0 = math.exp %d : tensor<20x300xf32>
  %l = tensor.reduce add %e0 dims = [1] : tensor<20x300xf32> to tensor<20xf32>
  %lb = tensor.broadcast %l dims = [0] : tensor<20xf32> to tensor<20x300xf32>
  %p = arith.divf %e0, %lb : tensor<20x300xf32>
  %o = tensor.contract "ij,jc->ic" %p, %v : (tensor<20x300xf32>, tensor<300x8xf32>) -> tensor<20x8xf32>
  return %o : tensor<20x8xf32>
}

// CHECK-LABEL: func.func @added(
// CHECK: join(t: sum0, sum1, sum2)
// LOOPS-LABEL: func.func @added(
// LOOPS: loop.for {{.*}} iter_args(
// LOOPS: return
func.func @added(%q: tensor<20x8xf32>, %k: tensor<300x8xf32>, %v: tensor<300x8xf32>, %bias: tensor<20x300xf32>) -> tensor<20x8xf32> {
  %s0 = tensor.contract "ic,jc->ij" %q, %k : (tensor<20x8xf32>, tensor<300x8xf32>) -> tensor<20x300xf32>
  %s = arith.addf %s0, %bias : tensor<20x300xf32>
  %m = tensor.reduce maximumf %s dims = [1] : tensor<20x300xf32> to tensor<20xf32>
  %mb = tensor.broadcast %m dims = [0] : tensor<20xf32> to tensor<20x300xf32>
  %d = arith.subf %s, %mb : tensor<20x300xf32>
  %e0 = math.exp %d : tensor<20x300xf32>
  %l = tensor.reduce add %e0 dims = [1] : tensor<20x300xf32> to tensor<20xf32>
  %lb = tensor.broadcast %l dims = [0] : tensor<20xf32> to tensor<20x300xf32>
  %p = arith.divf %e0, %lb : tensor<20x300xf32>
  %o = tensor.contract "ij,jc->ic" %p, %v : (tensor<20x300xf32>, tensor<300x8xf32>) -> tensor<20x8xf32>
  return %o : tensor<20x8xf32>
}

// 0 in the place of a greatest of -inf: the number behind the fold is chosen in the trips, too.
// CHECK-LABEL: func.func @guarded(
// CHECK: join(t: sum0, sum1, sum2)
// CHECK: member = "sum0"
// CHECK: math.exp
// LOOPS-LABEL: func.func @guarded(
// LOOPS: loop.for {{.*}} iter_args(
// LOOPS-NOT: x300xf32>
// LOOPS: return
func.func @guarded(%q: tensor<20x8xf32>, %k: tensor<300x8xf32>, %v: tensor<300x8xf32>) -> tensor<20x8xf32> {
  %s0 = tensor.contract "ic,jc->ij" %q, %k : (tensor<20x8xf32>, tensor<300x8xf32>) -> tensor<20x300xf32>
  %i = tensor.iota dim = 0 : tensor<20x300xi64>
  %j = tensor.iota dim = 1 : tensor<20x300xi64>
  %c = arith.cmpi sgt, %i, %j : tensor<20x300xi64>
  %ninf = arith.constant dense<0xFF800000> : tensor<20x300xf32>
  %s = arith.select %c, %s0, %ninf : tensor<20x300xi1>, tensor<20x300xf32>
  %m = tensor.reduce maximumf %s dims = [1] : tensor<20x300xf32> to tensor<20xf32>
  %ni = arith.constant dense<0xFF800000> : tensor<20xf32>
  %nought = arith.constant dense<0.0> : tensor<20xf32>
  %is = arith.cmpf oeq, %m, %ni : tensor<20xf32>
  %g = arith.select %is, %nought, %m : tensor<20xi1>, tensor<20xf32>
  %mb = tensor.broadcast %g dims = [0] : tensor<20xf32> to tensor<20x300xf32>
  %d = arith.subf %s, %mb : tensor<20x300xf32>
  %e0 = math.exp %d : tensor<20x300xf32>
  %l = tensor.reduce add %e0 dims = [1] : tensor<20x300xf32> to tensor<20xf32>
  %lb = tensor.broadcast %l dims = [0] : tensor<20xf32> to tensor<20x300xf32>
  %p = arith.divf %e0, %lb : tensor<20x300xf32>
  %o = tensor.contract "ij,jc->ic" %p, %v : (tensor<20x300xf32>, tensor<300x8xf32>) -> tensor<20x8xf32>
  return %o : tensor<20x8xf32>
}

// Exponentials of what is masked may be infinite before they are left out: a member says which rows have any
// that are not.
// CHECK-LABEL: func.func @selected(
// CHECK: join(t: sum0, sum1, sum2, sum3)
// CHECK: tensor.fold {{.*}} or attributes {axis = "t"}
// LOOPS-LABEL: func.func @selected(
// LOOPS: loop.for {{.*}} iter_args(
// LOOPS-NOT: x300xf32>
// LOOPS: return
func.func @selected(%q: tensor<20x8xf32>, %k: tensor<300x8xf32>, %v: tensor<300x8xf32>) -> tensor<20x8xf32> {
  %s0 = tensor.contract "ic,jc->ij" %q, %k : (tensor<20x8xf32>, tensor<300x8xf32>) -> tensor<20x300xf32>
  %i = tensor.iota dim = 0 : tensor<20x300xi64>
  %j = tensor.iota dim = 1 : tensor<20x300xi64>
  %c = arith.cmpi sgt, %i, %j : tensor<20x300xi64>
  %ninf = arith.constant dense<0xFF800000> : tensor<20x300xf32>
  %s = arith.select %c, %s0, %ninf : tensor<20x300xi1>, tensor<20x300xf32>
  %m = tensor.reduce maximumf %s dims = [1] : tensor<20x300xf32> to tensor<20xf32>
  %mb = tensor.broadcast %m dims = [0] : tensor<20xf32> to tensor<20x300xf32>
  %d = arith.subf %s0, %mb : tensor<20x300xf32>
  %e0 = math.exp %d : tensor<20x300xf32>
  %zero = arith.constant dense<0.0> : tensor<20x300xf32>
  %e = arith.select %c, %e0, %zero : tensor<20x300xi1>, tensor<20x300xf32>
  %l = tensor.reduce add %e dims = [1] : tensor<20x300xf32> to tensor<20xf32>
  %lb = tensor.broadcast %l dims = [0] : tensor<20xf32> to tensor<20x300xf32>
  %p = arith.divf %e, %lb : tensor<20x300xf32>
  %o = tensor.contract "ij,jc->ic" %p, %v : (tensor<20x300xf32>, tensor<300x8xf32>) -> tensor<20x8xf32>
  return %o : tensor<20x8xf32>
}

// CHECK-LABEL: func.func @weighed(
// CHECK: join(t: sum0, sum1, sum2, sum3)
// CHECK: tensor.fold {{.*}} or attributes {axis = "t"}
// LOOPS-LABEL: func.func @weighed(
// LOOPS: loop.for {{.*}} iter_args(
// LOOPS-NOT: x300xf32>
// LOOPS: return
func.func @weighed(%q: tensor<20x8xf32>, %k: tensor<300x8xf32>, %v: tensor<300x8xf32>) -> tensor<20x8xf32> {
  %s0 = tensor.contract "ic,jc->ij" %q, %k : (tensor<20x8xf32>, tensor<300x8xf32>) -> tensor<20x300xf32>
  %i = tensor.iota dim = 0 : tensor<20x300xi64>
  %j = tensor.iota dim = 1 : tensor<20x300xi64>
  %c = arith.cmpi sgt, %i, %j : tensor<20x300xi64>
  %ninf = arith.constant dense<0xFF800000> : tensor<20x300xf32>
  %s = arith.select %c, %s0, %ninf : tensor<20x300xi1>, tensor<20x300xf32>
  %m = tensor.reduce maximumf %s dims = [1] : tensor<20x300xf32> to tensor<20xf32>
  %mb = tensor.broadcast %m dims = [0] : tensor<20xf32> to tensor<20x300xf32>
  %d = arith.subf %s, %mb : tensor<20x300xf32>
  %e0 = math.exp %d : tensor<20x300xf32>
  %l = tensor.reduce add %e0 dims = [1] : tensor<20x300xf32> to tensor<20xf32>
  %zero = arith.constant dense<0.0> : tensor<20x300xf32>
  %lb = tensor.broadcast %l dims = [0] : tensor<20xf32> to tensor<20x300xf32>
  %w = arith.divf %e0, %lb : tensor<20x300xf32>
  %p = arith.select %c, %w, %zero : tensor<20x300xi1>, tensor<20x300xf32>
  %o = tensor.contract "ij,jc->ic" %p, %v : (tensor<20x300xf32>, tensor<300x8xf32>) -> tensor<20x8xf32>
  return %o : tensor<20x8xf32>
}

// A row of nothing but -inf weighs nothing, which is the same for all of its terms.
// CHECK-LABEL: func.func @safe(
// CHECK: join(t: sum0, sum1, sum2, sum3)
// LOOPS-LABEL: func.func @safe(
// LOOPS: loop.for {{.*}} iter_args(
// LOOPS-NOT: x300xf32>
// LOOPS: return
func.func @safe(%q: tensor<20x8xf32>, %k: tensor<300x8xf32>, %v: tensor<300x8xf32>) -> tensor<20x8xf32> {
  %s0 = tensor.contract "ic,jc->ij" %q, %k : (tensor<20x8xf32>, tensor<300x8xf32>) -> tensor<20x300xf32>
  %i = tensor.iota dim = 0 : tensor<20x300xi64>
  %j = tensor.iota dim = 1 : tensor<20x300xi64>
  %c = arith.cmpi sgt, %i, %j : tensor<20x300xi64>
  %ninf = arith.constant dense<0xFF800000> : tensor<20x300xf32>
  %s = arith.select %c, %s0, %ninf : tensor<20x300xi1>, tensor<20x300xf32>
  %m = tensor.reduce maximumf %s dims = [1] : tensor<20x300xf32> to tensor<20xf32>
  %mb = tensor.broadcast %m dims = [0] : tensor<20xf32> to tensor<20x300xf32>
  %d = arith.subf %s, %mb : tensor<20x300xf32>
  %e0 = math.exp %d : tensor<20x300xf32>
  %l = tensor.reduce add %e0 dims = [1] : tensor<20x300xf32> to tensor<20xf32>
  %zero = arith.constant dense<0.0> : tensor<20x300xf32>
  %lb = tensor.broadcast %l dims = [0] : tensor<20xf32> to tensor<20x300xf32>
  %w = arith.divf %e0, %lb : tensor<20x300xf32>
  %none = arith.cmpf oeq, %s, %ninf : tensor<20x300xf32>
  %all = tensor.reduce and %none dims = [1] : tensor<20x300xi1> to tensor<20xi1>
  %ab = tensor.broadcast %all dims = [0] : tensor<20xi1> to tensor<20x300xi1>
  %p = arith.select %ab, %zero, %w : tensor<20x300xi1>, tensor<20x300xf32>
  %o = tensor.contract "ij,jc->ic" %p, %v : (tensor<20x300xf32>, tensor<300x8xf32>) -> tensor<20x8xf32>
  return %o : tensor<20x8xf32>
}

// What divides behind the sum is a member of its own.
// CHECK-LABEL: func.func @divided(
// CHECK: join(t: sum0, sum1, sum2)
// LOOPS-LABEL: func.func @divided(
// LOOPS: loop.for {{.*}} iter_args(
// LOOPS-NOT: x300xf32>
// LOOPS: return
func.func @divided(%q: tensor<20x8xf32>, %k: tensor<300x8xf32>, %v: tensor<300x8xf32>) -> tensor<20x8xf32> {
  %s = tensor.contract "ic,jc->ij" %q, %k : (tensor<20x8xf32>, tensor<300x8xf32>) -> tensor<20x300xf32>
  %m = tensor.reduce maximumf %s dims = [1] : tensor<20x300xf32> to tensor<20xf32>
  %mb = tensor.broadcast %m dims = [0] : tensor<20xf32> to tensor<20x300xf32>
  %d = arith.subf %s, %mb : tensor<20x300xf32>
  %e = math.exp %d : tensor<20x300xf32>
  %l = tensor.reduce add %e dims = [1] : tensor<20x300xf32> to tensor<20xf32>
  %w = tensor.contract "ij,jc->ic" %e, %v : (tensor<20x300xf32>, tensor<300x8xf32>) -> tensor<20x8xf32>
  %lb = tensor.broadcast %l dims = [0] : tensor<20xf32> to tensor<20x8xf32>
  %o = arith.divf %w, %lb : tensor<20x8xf32>
  return %o : tensor<20x8xf32>
}

// Of a hyperbolic tangent no law speaks.
// CHECK-LABEL: func.func @no_law(
// CHECK-NOT: join(
func.func @no_law(%q: tensor<20x8xf32>, %k: tensor<300x8xf32>, %v: tensor<300x8xf32>) -> tensor<20x8xf32> {
  %s = tensor.contract "ic,jc->ij" %q, %k : (tensor<20x8xf32>, tensor<300x8xf32>) -> tensor<20x300xf32>
  %m = tensor.reduce maximumf %s dims = [1] : tensor<20x300xf32> to tensor<20xf32>
  %mb = tensor.broadcast %m dims = [0] : tensor<20xf32> to tensor<20x300xf32>
  %d = arith.subf %s, %mb : tensor<20x300xf32>
  %e = math.tanh %d : tensor<20x300xf32>
  %o = tensor.contract "ij,jc->ic" %e, %v : (tensor<20x300xf32>, tensor<300x8xf32>) -> tensor<20x8xf32>
  return %o : tensor<20x8xf32>
}
