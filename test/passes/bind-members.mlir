// Computes of a group that nobody named run in the loops of those that they read, or that read them; those
// that cost little are evaluated where they are read.
// RUN: tfopt %s --tensor-decompose --bind-members=folds=true --choose-fusion --apply-fusion --bind-members | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt %s --tensor-decompose --bind-members=folds=true --choose-fusion --apply-fusion --bind-members --check-semantics -o /dev/null
// RUN: tfopt %s --tensor-decompose --bind-members=folds=true --choose-fusion --apply-fusion --bind-members --apply-groups | tee %t.loops | FileCheck %s --check-prefix=LOOPS
// RUN: tfopt %s --tensor-decompose --bind-members=folds=true --choose-fusion --apply-fusion --bind-members --explain-fusion -o /dev/null 2>&1 | FileCheck %s --check-prefix=SAID
// COMPLETE: FULL
// GOLDEN: cat %t.loops

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
// FULL: module {
// FULL-NEXT:   func.func @attention(%[[ARG0:.*]]: tensor<?{n}x8xf32>, %[[ARG1:.*]]: tensor<?{m}x8xf32>, %[[ARG2:.*]]: tensor<?{m}x8xf32>) -> tensor<?{n}x8xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.group attributes {axes = ["i", "j"], label = "attention", schedule = #tensor.schedule<split(i, [32]), split(j, [128]), order(i.0, j.0), parallel(i.0), join(j: m, l, o)>} {
// FULL-NEXT:       %[[V1:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [n, m] attributes {axes = ["i", "j"], folds = ["c"], member = "s", schedule = #tensor.schedule<vectorize(j, 16)>} {
// FULL-NEXT:         %[[V6:.*]] = tensor.fold (%[[K:.*]]) = 0 to 8 add fastmath<reassoc> attributes {axis = "c"} {
// FULL-NEXT:           %[[V7:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<?{n}x8xf32>
// FULL-NEXT:           %[[V8:.*]] = tensor.at %[[ARG1]][%[[J]], %[[K]]] : tensor<?{m}x8xf32>
// FULL-NEXT:           %[[V9:.*]] = arith.mulf %[[V7]], %[[V8]] fastmath<reassoc> : f32
// FULL-NEXT:           tensor.yield %[[V9]] : f32
// FULL-NEXT:         } : f32
// FULL-NEXT:         tensor.yield %[[V6]] : f32
// FULL-NEXT:       } : tensor<?{n}x?{m}xf32>
// FULL-NEXT:       %[[V2:.*]] = tensor.compute (%[[I_0:.*]]) in [n] attributes {axes = ["i"], folds = ["j"], member = "m"} {
// FULL-NEXT:         %[[V6]] = tensor.fold (%[[K]]) = 0 to m maximumf fastmath<reassoc> attributes {axis = "j"} {
// FULL-NEXT:           %[[V7]] = tensor.at %[[V1]][%[[I_0]], %[[K]]] : tensor<?{n}x?{m}xf32>
// FULL-NEXT:           tensor.yield %[[V7]] : f32
// FULL-NEXT:         } : f32
// FULL-NEXT:         tensor.yield %[[V6]] : f32
// FULL-NEXT:       } : tensor<?{n}xf32>
// FULL-NEXT:       %[[V3:.*]] = tensor.compute (%[[I_1:.*]], %[[J_2:.*]]) in [n, m] attributes {axes = ["i", "j"], member = "e"} {
// FULL-NEXT:         %[[V6]] = tensor.at %[[V1]][%[[I_1]], %[[J_2]]] : tensor<?{n}x?{m}xf32>
// FULL-NEXT:         %[[V7]] = tensor.at %[[V2]][%[[I_1]]] : tensor<?{n}xf32>
// FULL-NEXT:         %[[V8]] = arith.subf %[[V6]], %[[V7]] : f32
// FULL-NEXT:         %[[V9]] = math.exp %[[V8]] : f32
// FULL-NEXT:         tensor.yield %[[V9]] : f32
// FULL-NEXT:       } : tensor<?{n}x?{m}xf32>
// FULL-NEXT:       %[[V4:.*]] = tensor.compute (%[[I_3:.*]]) in [n] attributes {axes = ["i"], folds = ["j"], member = "l"} {
// FULL-NEXT:         %[[V6]] = tensor.fold (%[[K]]) = 0 to m add fastmath<reassoc> attributes {axis = "j"} {
// FULL-NEXT:           %[[V7]] = tensor.at %[[V3]][%[[I_3]], %[[K]]] : tensor<?{n}x?{m}xf32>
// FULL-NEXT:           tensor.yield %[[V7]] : f32
// FULL-NEXT:         } : f32
// FULL-NEXT:         tensor.yield %[[V6]] : f32
// FULL-NEXT:       } : tensor<?{n}xf32>
// FULL-NEXT:       %[[V5:.*]] = tensor.compute (%[[I_4:.*]], %[[A:.*]]) in [n, 8] attributes {axes = ["i", "a"], folds = ["j"], member = "o"} {
// FULL-NEXT:         %[[V6]] = tensor.fold (%[[K]]) = 0 to m add fastmath<reassoc> attributes {axis = "j"} {
// FULL-NEXT:           %[[V7]] = tensor.at %[[V3]][%[[I_4]], %[[K]]] : tensor<?{n}x?{m}xf32>
// FULL-NEXT:           %[[V8]] = tensor.at %[[V4]][%[[I_4]]] : tensor<?{n}xf32>
// FULL-NEXT:           %[[V9]] = arith.divf %[[V7]], %[[V8]] : f32
// FULL-NEXT:           %[[V10:.*]] = tensor.at %[[ARG2]][%[[K]], %[[A]]] : tensor<?{m}x8xf32>
// FULL-NEXT:           %[[V11:.*]] = arith.mulf %[[V9]], %[[V10]] fastmath<reassoc> : f32
// FULL-NEXT:           tensor.yield %[[V11]] : f32
// FULL-NEXT:         } : f32
// FULL-NEXT:         tensor.yield %[[V6]] : f32
// FULL-NEXT:       } : tensor<?{n}x8xf32>
// FULL-NEXT:       tensor.yield %[[V5]] : tensor<?{n}x8xf32>
// FULL-NEXT:     } : tensor<?{n}x8xf32>
// FULL-NEXT:     return %[[V0]] : tensor<?{n}x8xf32>
// FULL-NEXT:   }

// What is computed in front of the loops says nothing of loops; neither does what is read far from own
// points, nor a second axis that would be the same loop.
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
// FULL-NEXT:   func.func @apart(%[[ARG0:.*]]: tensor<?{n}xf32>) -> (tensor<?{n}xf32>, tensor<?{n}xf32>, tensor<?{n}xf32>, tensor<?{n}x?{n}xf32>) {
// FULL-NEXT:     %[[V0:.*]]:4 = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [8]), place(r, root)>} {
// FULL-NEXT:       %[[V1:.*]] = tensor.compute (%[[I:.*]]) in [n] attributes {axes = ["i"], member = "r"} {
// FULL-NEXT:         %[[V6:.*]] = tensor.at %[[ARG0]][%[[I]]] : tensor<?{n}xf32>
// FULL-NEXT:         %[[V7:.*]] = math.exp %[[V6]] : f32
// FULL-NEXT:         tensor.yield %[[V7]] : f32
// FULL-NEXT:       } : tensor<?{n}xf32>
// FULL-NEXT:       %[[V2:.*]] = tensor.compute (%[[I_0:.*]]) in [n] {
// FULL-NEXT:         %[[V6]] = tensor.at %[[V1]][%[[I_0]]] : tensor<?{n}xf32>
// FULL-NEXT:         %[[V7]] = math.exp %[[V6]] : f32
// FULL-NEXT:         tensor.yield %[[V7]] : f32
// FULL-NEXT:       } : tensor<?{n}xf32>
// FULL-NEXT:       %[[V3:.*]] = tensor.compute (%[[I_1:.*]]) in [n] {
// FULL-NEXT:         %[[V6]] = tensor.at %[[V1]][-%[[I_1]] + n - 1] : tensor<?{n}xf32>
// FULL-NEXT:         %[[V7]] = math.sin %[[V6]] : f32
// FULL-NEXT:         tensor.yield %[[V7]] : f32
// FULL-NEXT:       } : tensor<?{n}xf32>
// FULL-NEXT:       %[[V4:.*]] = tensor.compute (%[[I_2:.*]]) in [n] attributes {axes = ["i"], member = "y"} {
// FULL-NEXT:         %[[V6]] = tensor.at %[[ARG0]][%[[I_2]]] : tensor<?{n}xf32>
// FULL-NEXT:         %[[V7]] = math.cos %[[V6]] : f32
// FULL-NEXT:         tensor.yield %[[V7]] : f32
// FULL-NEXT:       } : tensor<?{n}xf32>
// FULL-NEXT:       %[[V5:.*]] = tensor.compute (%[[I_3:.*]], %[[A:.*]]) in [n, n] attributes {axes = ["i", "a"]} {
// FULL-NEXT:         %[[V6]] = tensor.at %[[V4]][%[[I_3]]] : tensor<?{n}xf32>
// FULL-NEXT:         %[[V7]] = tensor.at %[[V4]][%[[A]]] : tensor<?{n}xf32>
// FULL-NEXT:         %[[V8:.*]] = arith.mulf %[[V6]], %[[V7]] : f32
// FULL-NEXT:         tensor.yield %[[V8]] : f32
// FULL-NEXT:       } : tensor<?{n}x?{n}xf32>
// FULL-NEXT:       tensor.yield %[[V2]], %[[V3]], %[[V4]], %[[V5]] : tensor<?{n}xf32>, tensor<?{n}xf32>, tensor<?{n}xf32>, tensor<?{n}x?{n}xf32>
// FULL-NEXT:     } : tensor<?{n}xf32>, tensor<?{n}xf32>, tensor<?{n}xf32>, tensor<?{n}x?{n}xf32>
// FULL-NEXT:     return %[[V0]]#0, %[[V0]]#1, %[[V0]]#2, %[[V0]]#3 : tensor<?{n}xf32>, tensor<?{n}xf32>, tensor<?{n}xf32>, tensor<?{n}x?{n}xf32>
// FULL-NEXT:   }

// What a pooling reads at every second point moves by two along its loop; not where readers do not agree, or
// where the group yields it.
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
// FULL-NEXT:   func.func @strided(%[[ARG0:.*]]: tensor<?{3*n}xf32>, %[[ARG1:.*]]: tensor<?{n}xf32>) -> (tensor<?{n}xf32>, tensor<?{2*n}xf32>) {
// FULL-NEXT:     %[[V0:.*]]:2 = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [8])>} {
// FULL-NEXT:       %[[V1:.*]] = tensor.compute (%[[I:.*]]) in [2*n] attributes {axes = ["i"]} {
// FULL-NEXT:         %[[V5:.*]] = tensor.at %[[ARG0]][%[[I]]] : tensor<?{3*n}xf32>
// FULL-NEXT:         %[[V6:.*]] = math.exp %[[V5]] : f32
// FULL-NEXT:         tensor.yield %[[V6]] : f32
// FULL-NEXT:       } : tensor<?{2*n}xf32>
// FULL-NEXT:       %[[V2:.*]] = tensor.compute (%[[I_0:.*]]) in [3*n] {
// FULL-NEXT:         %[[V5]] = tensor.at %[[ARG0]][%[[I_0]]] : tensor<?{3*n}xf32>
// FULL-NEXT:         %[[V6]] = math.tan %[[V5]] : f32
// FULL-NEXT:         tensor.yield %[[V6]] : f32
// FULL-NEXT:       } : tensor<?{3*n}xf32>
// FULL-NEXT:       %[[V3:.*]] = tensor.compute (%[[I_1:.*]]) in [2*n] {
// FULL-NEXT:         %[[V5]] = tensor.at %[[ARG0]][%[[I_1]]] : tensor<?{3*n}xf32>
// FULL-NEXT:         %[[V6]] = math.tanh %[[V5]] : f32
// FULL-NEXT:         tensor.yield %[[V6]] : f32
// FULL-NEXT:       } : tensor<?{2*n}xf32>
// FULL-NEXT:       %[[V4:.*]] = tensor.compute (%[[I_2:.*]]) in [n] attributes {axes = ["i"], member = "y"} {
// FULL-NEXT:         %[[V5]] = tensor.at %[[V1]][%[[I_2]] * 2 - 1] clamp : tensor<?{2*n}xf32>
// FULL-NEXT:         %[[V6]] = tensor.at %[[V1]][%[[I_2]] * 2] : tensor<?{2*n}xf32>
// FULL-NEXT:         %[[V7:.*]] = tensor.at %[[V1]][%[[I_2]] * 2 + 1] : tensor<?{2*n}xf32>
// FULL-NEXT:         %[[V8:.*]] = tensor.at %[[V2]][%[[I_2]] * 2] : tensor<?{3*n}xf32>
// FULL-NEXT:         %[[V9:.*]] = tensor.at %[[V2]][%[[I_2]] * 3] : tensor<?{3*n}xf32>
// FULL-NEXT:         %[[V10:.*]] = tensor.at %[[V3]][%[[I_2]] * 2] : tensor<?{2*n}xf32>
// FULL-NEXT:         %[[V11:.*]] = arith.addf %[[V5]], %[[V6]] : f32
// FULL-NEXT:         %[[V12:.*]] = arith.addf %[[V11]], %[[V7]] : f32
// FULL-NEXT:         %[[V13:.*]] = arith.addf %[[V8]], %[[V9]] : f32
// FULL-NEXT:         %[[V14:.*]] = arith.addf %[[V12]], %[[V13]] : f32
// FULL-NEXT:         %[[V15:.*]] = arith.addf %[[V14]], %[[V10]] : f32
// FULL-NEXT:         tensor.yield %[[V15]] : f32
// FULL-NEXT:       } : tensor<?{n}xf32>
// FULL-NEXT:       tensor.yield %[[V4]], %[[V3]] : tensor<?{n}xf32>, tensor<?{2*n}xf32>
// FULL-NEXT:     } : tensor<?{n}xf32>, tensor<?{2*n}xf32>
// FULL-NEXT:     return %[[V0]]#0, %[[V0]]#1 : tensor<?{n}xf32>, tensor<?{2*n}xf32>
// FULL-NEXT:   }
// FULL-NEXT: }
