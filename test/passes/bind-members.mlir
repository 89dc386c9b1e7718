// Computes of a group that nobody named run in the loops of those that they read, or that read them; those that cost little are evaluated where they are read.
// RUN: tfopt %s --tensor-decompose --bind-members=folds=true --choose-fusion --apply-fusion --bind-members | FileCheck %s
// RUN: tfopt %s --tensor-decompose --bind-members=folds=true --choose-fusion --apply-fusion --bind-members --check-semantics -o /dev/null
// RUN: tfopt %s --tensor-decompose --bind-members=folds=true --choose-fusion --apply-fusion --bind-members --apply-groups | FileCheck %s --check-prefix=LOOPS
// RUN: tfopt %s --tensor-decompose --bind-members=folds=true --choose-fusion --apply-fusion --bind-members --explain-fusion -o /dev/null 2>&1 | FileCheck %s --check-prefix=SAID

// SAID: remark: fusion: the compute runs in the loops i, j of the group 'attention', as its producers or consumers do
// CHECK-LABEL: func.func @attention(
// CHECK: tensor.group
// CHECK: tensor.compute (%i, %j) in [n, m] attributes {axes = ["i", "j"], folds = ["c"], member = "s", schedule = #tensor.schedule<vectorize(j, 16)>}
// CHECK: tensor.fold (%{{.*}}) = 0 to 8 {{.*}}axis = "c"
// CHECK: tensor.compute (%{{.*}}) in [n] attributes {axes = ["i"], folds = ["j"], member = "m"}
// CHECK: tensor.fold (%{{.*}}) = 0 to m {{.*}}axis = "j"
// CHECK: tensor.compute (%{{.*}}, %{{.*}}) in [n, m] attributes {axes = ["i", "j"], member = "e"}
// CHECK: arith.subf
// CHECK: math.exp
// CHECK: tensor.compute (%{{.*}}) in [n] attributes {axes = ["i"], folds = ["j"], member = "l"}
// CHECK: tensor.compute (%{{.*}}, %{{.*}}) in [n, 8] attributes {axes = ["i", "a"], folds = ["j"], member = "o"} {
// CHECK: arith.divf
// CHECK-NOT: tensor.compute
// CHECK: return
// LOOPS-LABEL: func.func @attention(
// LOOPS-NOT: tensor.group
// LOOPS: loop.parallel
// LOOPS: loop.for
// LOOPS: return
func.func @attention(%q: tensor<?{n}x8xf32>, %k: tensor<?{m}x8xf32>, %v: tensor<?{m}x8xf32>) -> tensor<?{n}x8xf32> {
  %o = tensor.group attributes {axes = ["i", "j"], label = "attention", schedule = #tensor.schedule<split(i, [32]), split(j, [128]), order(i.0, j.0), parallel(i.0), join(j: m, l, o)>} {
    %s = tensor.contract "ic,jc->ij" %q, %k fastmath<reassoc> {tf.axes = ["i", "j"], tf.folds = ["c"], tf.member = "s", tf.schedule = #tensor.schedule<vectorize(j, 16)>} : (tensor<?{n}x8xf32>, tensor<?{m}x8xf32>) -> tensor<?{n}x?{m}xf32>
    %m = tensor.reduce maximumf %s dims = [1] fastmath<reassoc> {tf.axes = ["i"], tf.member = "m"} : tensor<?{n}x?{m}xf32> to tensor<?{n}xf32>
    %mb = tensor.broadcast %m dims = [0] : tensor<?{n}xf32> to tensor<?{n}x?{m}xf32>
    %d = arith.subf %s, %mb : tensor<?{n}x?{m}xf32>
    %e = math.exp %d {tf.axes = ["i", "j"], tf.member = "e"} : tensor<?{n}x?{m}xf32>
    %l = tensor.reduce add %e dims = [1] fastmath<reassoc> {tf.axes = ["i"], tf.member = "l"} : tensor<?{n}x?{m}xf32> to tensor<?{n}xf32>
    %lb = tensor.broadcast %l dims = [0] : tensor<?{n}xf32> to tensor<?{n}x?{m}xf32>
    %p = arith.divf %e, %lb : tensor<?{n}x?{m}xf32>
    %o = tensor.contract "ij,jc->ic" %p, %v fastmath<reassoc> {tf.member = "o"} : (tensor<?{n}x?{m}xf32>, tensor<?{m}x8xf32>) -> tensor<?{n}x8xf32>
    tensor.yield %o : tensor<?{n}x8xf32>
  } : tensor<?{n}x8xf32>
  return %o : tensor<?{n}x8xf32>
}

// What is computed in front of the loops says nothing of loops; neither does what is read far from own points, nor a second axis that would be the same loop.
// CHECK-LABEL: func.func @apart(
// CHECK: tensor.compute (%{{.*}}) in [n] attributes {axes = ["i"], member = "r"}
// CHECK: tensor.compute (%{{.*}}) in [n] {
// CHECK: tensor.compute (%{{.*}}) in [n] {
// CHECK: tensor.compute (%{{.*}}) in [n] attributes {axes = ["i"], member = "y"}
// CHECK: tensor.compute (%{{.*}}, %{{.*}}) in [n, n] attributes {axes = ["i", "a"]} {
// CHECK: return
func.func @apart(%x: tensor<?{n}xf32>) -> (tensor<?{n}xf32>, tensor<?{n}xf32>, tensor<?{n}xf32>, tensor<?{n}x?{n}xf32>) {
  %a, %b, %c, %d = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [8]), place(r, root)>} {
    %r = tensor.compute (%i) in [n] attributes {axes = ["i"], member = "r"} {
      %e = tensor.at %x[%i] : tensor<?{n}xf32>
      %f = math.exp %e : f32
      tensor.yield %f : f32
    } : tensor<?{n}xf32>
    %s = tensor.compute (%i) in [n] {
      %e = tensor.at %r[%i] : tensor<?{n}xf32>
      %f = math.exp %e : f32
      tensor.yield %f : f32
    } : tensor<?{n}xf32>
    %far = tensor.compute (%i) in [n] {
      %e = tensor.at %r[n - 1 - %i] : tensor<?{n}xf32>
      %f = math.sin %e : f32
      tensor.yield %f : f32
    } : tensor<?{n}xf32>
    %y = tensor.compute (%i) in [n] attributes {axes = ["i"], member = "y"} {
      %e = tensor.at %x[%i] : tensor<?{n}xf32>
      %f = math.cos %e : f32
      tensor.yield %f : f32
    } : tensor<?{n}xf32>
    %z = tensor.compute (%i, %j) in [n, n] {
      %e = tensor.at %y[%i] : tensor<?{n}xf32>
      %f = tensor.at %y[%j] : tensor<?{n}xf32>
      %g = arith.mulf %e, %f : f32
      tensor.yield %g : f32
    } : tensor<?{n}x?{n}xf32>
    tensor.yield %s, %far, %y, %z : tensor<?{n}xf32>, tensor<?{n}xf32>, tensor<?{n}xf32>, tensor<?{n}x?{n}xf32>
  } : tensor<?{n}xf32>, tensor<?{n}xf32>, tensor<?{n}xf32>, tensor<?{n}x?{n}xf32>
  return %a, %b, %c, %d : tensor<?{n}xf32>, tensor<?{n}xf32>, tensor<?{n}xf32>, tensor<?{n}x?{n}xf32>
}

// What a pooling reads at every second point moves by two along its loop; not where readers do not agree, or where the group yields it.
// CHECK-LABEL: func.func @strided(
// CHECK: tensor.compute (%{{.*}}) in [2*n] attributes {axes = ["i"]} {
// CHECK: tensor.compute (%{{.*}}) in [3*n] {
// CHECK: tensor.compute (%{{.*}}) in [2*n] {
// CHECK: tensor.compute (%{{.*}}) in [n] attributes {axes = ["i"], member = "y"}
// CHECK: return
// LOOPS-LABEL: func.func @strided(
// LOOPS: tensor.compute (%{{.*}}) in [3*n] {
// LOOPS: tensor.compute (%{{.*}}) in [2*n] {
// LOOPS: loop.for
// LOOPS: tensor.compute (%{{.*}}) in [17] {
// LOOPS: tensor.compute (%{{.*}}) in [8] {
// LOOPS: return
func.func @strided(%x: tensor<?{3 * n}xf32>, %z: tensor<?{n}xf32>) -> (tensor<?{n}xf32>, tensor<?{2 * n}xf32>) {
  %a, %b = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [8])>} {
    %r = tensor.compute (%i) in [2 * n] {
      %e = tensor.at %x[%i] : tensor<?{3 * n}xf32>
      %f = math.exp %e : f32
      tensor.yield %f : f32
    } : tensor<?{2 * n}xf32>
    %t = tensor.compute (%i) in [3 * n] {
      %e = tensor.at %x[%i] : tensor<?{3 * n}xf32>
      %f = math.tan %e : f32
      tensor.yield %f : f32
    } : tensor<?{3 * n}xf32>
    %u = tensor.compute (%i) in [2 * n] {
      %e = tensor.at %x[%i] : tensor<?{3 * n}xf32>
      %f = math.tanh %e : f32
      tensor.yield %f : f32
    } : tensor<?{2 * n}xf32>
    %y = tensor.compute (%i) in [n] attributes {axes = ["i"], member = "y"} {
      %d = tensor.at %r[2 * %i - 1] clamp : tensor<?{2 * n}xf32>
      %e = tensor.at %r[2 * %i] : tensor<?{2 * n}xf32>
      %f = tensor.at %r[2 * %i + 1] : tensor<?{2 * n}xf32>
      %g = tensor.at %t[2 * %i] : tensor<?{3 * n}xf32>
      %h = tensor.at %t[3 * %i] : tensor<?{3 * n}xf32>
      %k = tensor.at %u[2 * %i] : tensor<?{2 * n}xf32>
      %c = arith.addf %d, %e : f32
      %l = arith.addf %c, %f : f32
      %m = arith.addf %g, %h : f32
      %o = arith.addf %l, %m : f32
      %p = arith.addf %o, %k : f32
      tensor.yield %p : f32
    } : tensor<?{n}xf32>
    tensor.yield %y, %u : tensor<?{n}xf32>, tensor<?{2 * n}xf32>
  } : tensor<?{n}xf32>, tensor<?{2 * n}xf32>
  return %a, %b : tensor<?{n}xf32>, tensor<?{2 * n}xf32>
}
