// Members that fold over one shared loop and need each other: its trips carry what each comes to so far, and correct it as the others grow. Nothing is as large as a row
// of scores.
// RUN: tfopt --apply-groups --canonicalize --cse %s | FileCheck %s
// RUN: tfopt --apply-groups %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=SAYS

// CHECK-LABEL: func.func @attention(
// CHECK-NOT: x128xf32
// CHECK: loop.parallel
// CHECK: %[[R:.*]]:3 = loop.for %{{.*}} step %{{.*}} iter_args(%[[M:.*]] = %{{.*}}, %[[L:.*]] = %{{.*}}, %[[O:.*]] = %{{.*}}) -> (tensor<4xf32>, tensor<4xf32>, tensor<4x8xf32>) {
// The scores, the greatest with these, and what stands for it while nothing but -inf was met.
// CHECK: tensor.compute ({{.*}}) in [4, 16] {
// CHECK: %[[M1:.*]] = tensor.compute ({{.*}}) in [4] {
// CHECK: tensor.at %[[M]]
// CHECK: arith.maximumf
// CHECK: %[[REF:.*]] = tensor.compute ({{.*}}) in [4] {
// CHECK: arith.select
// CHECK: %[[E:.*]] = tensor.compute ({{.*}}) in [4, 16] {
// CHECK: tensor.at %[[REF]]
// CHECK: math.exp
// The exponentials of how far the greatest has moved, one for a row.
// CHECK: %[[BY:.*]] = tensor.compute ({{.*}}) in [4] {
// CHECK-DAG: tensor.at %[[M]]
// CHECK-DAG: tensor.at %[[M1]]
// CHECK: math.exp
// CHECK: %[[L1:.*]] = tensor.compute ({{.*}}) in [4] {
// CHECK: tensor.at %[[E]]
// CHECK: tensor.at %[[L]]
// CHECK: tensor.at %[[BY]]
// Nothing is divided in a trip.
// CHECK-NOT: arith.divf
// CHECK: %[[O1:.*]] = tensor.compute ({{.*}}) in [4, 8] {
// CHECK: tensor.at %[[E]]
// CHECK: tensor.at %[[O]]
// CHECK: tensor.at %[[BY]]
// CHECK: loop.yield %[[M1]], %[[L1]], %[[O1]]
// CHECK: arith.divf
// CHECK: tensor.tile_write
func.func @attention(%q: tensor<32x8xf32>, %k: tensor<128x8xf32>, %v: tensor<128x8xf32>) -> tensor<32x8xf32> {
  %1 = tensor.group attributes {axes = ["i", "j"], schedule = #tensor.schedule<split(i, [4]), split(j, [16]), order(i.0, j.0), parallel(i.0), join(j: m, l, o)>} {
    %s = tensor.compute (%i, %j) in [32, 128] attributes {axes = ["i", "j"]} {
      %f = tensor.fold (%c) = 0 to 8 add fastmath<reassoc> {
        %a = tensor.at %q[%i, %c] : tensor<32x8xf32>
        %b = tensor.at %k[%j, %c] : tensor<128x8xf32>
        %p = arith.mulf %a, %b : f32
        tensor.yield %p : f32
      } : f32
      tensor.yield %f : f32
    } : tensor<32x128xf32>
    %m = tensor.compute (%i) in [32] attributes {axes = ["i"], member = "m"} {
      %f = tensor.fold (%j) = 0 to 128 maximumf attributes {axis = "j"} {
        %a = tensor.at %s[%i, %j] : tensor<32x128xf32>
        tensor.yield %a : f32
      } : f32
      tensor.yield %f : f32
    } : tensor<32xf32>
    %e = tensor.compute (%i, %j) in [32, 128] attributes {axes = ["i", "j"]} {
      %a = tensor.at %s[%i, %j] : tensor<32x128xf32>
      %b = tensor.at %m[%i] : tensor<32xf32>
      %d = arith.subf %a, %b : f32
      %x = math.exp %d : f32
      tensor.yield %x : f32
    } : tensor<32x128xf32>
    %l = tensor.compute (%i) in [32] attributes {axes = ["i"], member = "l"} {
      %f = tensor.fold (%j) = 0 to 128 add fastmath<reassoc> attributes {axis = "j"} {
        %a = tensor.at %e[%i, %j] : tensor<32x128xf32>
        tensor.yield %a : f32
      } : f32
      tensor.yield %f : f32
    } : tensor<32xf32>
    %p = tensor.compute (%i, %j) in [32, 128] attributes {axes = ["i", "j"]} {
      %a = tensor.at %e[%i, %j] : tensor<32x128xf32>
      %b = tensor.at %l[%i] : tensor<32xf32>
      %d = arith.divf %a, %b : f32
      tensor.yield %d : f32
    } : tensor<32x128xf32>
    %o = tensor.compute (%i, %d) in [32, 8] attributes {axes = ["i", "d"], member = "o"} {
      %f = tensor.fold (%j) = 0 to 128 add fastmath<reassoc> attributes {axis = "j"} {
        %a = tensor.at %p[%i, %j] : tensor<32x128xf32>
        %b = tensor.at %v[%j, %d] : tensor<128x8xf32>
        %y = arith.mulf %a, %b : f32
        tensor.yield %y : f32
      } : f32
      tensor.yield %f : f32
    } : tensor<32x8xf32>
    tensor.yield %o : tensor<32x8xf32>
  } : tensor<32x8xf32>
  return %1 : tensor<32x8xf32>
}

// What needs all of the terms cannot be made in a trip.
// SAYS: remark: the group's loops are left out: the compute over (i, j) depends on joined members, but is a result of the group: its value is final only after the loop
func.func @yielded(%x: tensor<32x128xf32>) -> tensor<32x128xf32> {
  %1 = tensor.group attributes {axes = ["i", "j"], schedule = #tensor.schedule<split(i, [4]), split(j, [16]), order(i.0, j.0), join(j: m, l)>} {
    %m = tensor.compute (%i) in [32] attributes {axes = ["i"], member = "m"} {
      %f = tensor.fold (%j) = 0 to 128 maximumf attributes {axis = "j"} {
        %a = tensor.at %x[%i, %j] : tensor<32x128xf32>
        tensor.yield %a : f32
      } : f32
      tensor.yield %f : f32
    } : tensor<32xf32>
    %e = tensor.compute (%i, %j) in [32, 128] attributes {axes = ["i", "j"]} {
      %a = tensor.at %x[%i, %j] : tensor<32x128xf32>
      %b = tensor.at %m[%i] : tensor<32xf32>
      %d = arith.subf %a, %b : f32
      %y = math.exp %d : f32
      tensor.yield %y : f32
    } : tensor<32x128xf32>
    %l = tensor.compute (%i) in [32] attributes {axes = ["i"], member = "l"} {
      %f = tensor.fold (%j) = 0 to 128 add fastmath<reassoc> attributes {axis = "j"} {
        %a = tensor.at %e[%i, %j] : tensor<32x128xf32>
        tensor.yield %a : f32
      } : f32
      tensor.yield %f : f32
    } : tensor<32xf32>
    tensor.yield %e : tensor<32x128xf32>
  } : tensor<32x128xf32>
  return %1 : tensor<32x128xf32>
}

// SAYS: remark: the group's loops are left out: no law corrects l when a fold that it depends on changes
func.func @no_law(%x: tensor<32x128xf32>) -> tensor<32xf32> {
  %1 = tensor.group attributes {axes = ["i", "j"], schedule = #tensor.schedule<split(i, [4]), split(j, [16]), order(i.0, j.0), join(j: m, l)>} {
    %s = tensor.compute (%i, %j) in [32, 128] attributes {axes = ["i", "j"]} {
      %a = tensor.at %x[%i, %j] : tensor<32x128xf32>
      %b = arith.addf %a, %a : f32
      tensor.yield %b : f32
    } : tensor<32x128xf32>
    %m = tensor.compute (%i) in [32] attributes {axes = ["i"], member = "m"} {
      %f = tensor.fold (%j) = 0 to 128 maximumf attributes {axis = "j"} {
        %a = tensor.at %s[%i, %j] : tensor<32x128xf32>
        tensor.yield %a : f32
      } : f32
      tensor.yield %f : f32
    } : tensor<32xf32>
    %l = tensor.compute (%i) in [32] attributes {axes = ["i"], member = "l"} {
      %f = tensor.fold (%j) = 0 to 128 add fastmath<reassoc> attributes {axis = "j"} {
        %a = tensor.at %s[%i, %j] : tensor<32x128xf32>
        %b = tensor.at %m[%i] : tensor<32xf32>
        %c = arith.subf %a, %b : f32
        %d = math.tanh %c : f32
        tensor.yield %d : f32
      } : f32
      tensor.yield %f : f32
    } : tensor<32xf32>
    tensor.yield %l : tensor<32xf32>
  } : tensor<32xf32>
  return %1 : tensor<32xf32>
}

// SAYS: remark: the group's loops are left out: a fold over a shared loop has a fixed order: it has no reassoc
func.func @in_order(%x: tensor<32x128xf32>) -> tensor<32xf32> {
  %1 = tensor.group attributes {axes = ["i", "j"], schedule = #tensor.schedule<split(i, [4]), split(j, [16]), order(i.0, j.0), join(j: m, l)>} {
    %s = tensor.compute (%i, %j) in [32, 128] attributes {axes = ["i", "j"]} {
      %a = tensor.at %x[%i, %j] : tensor<32x128xf32>
      %b = arith.addf %a, %a : f32
      tensor.yield %b : f32
    } : tensor<32x128xf32>
    %m = tensor.compute (%i) in [32] attributes {axes = ["i"], member = "m"} {
      %f = tensor.fold (%j) = 0 to 128 maximumf attributes {axis = "j"} {
        %a = tensor.at %s[%i, %j] : tensor<32x128xf32>
        tensor.yield %a : f32
      } : f32
      tensor.yield %f : f32
    } : tensor<32xf32>
    %l = tensor.compute (%i) in [32] attributes {axes = ["i"], member = "l"} {
      %f = tensor.fold (%j) = 0 to 128 add attributes {axis = "j"} {
        %a = tensor.at %s[%i, %j] : tensor<32x128xf32>
        %b = tensor.at %m[%i] : tensor<32xf32>
        %c = arith.subf %a, %b : f32
        %d = math.exp %c : f32
        tensor.yield %d : f32
      } : f32
      tensor.yield %f : f32
    } : tensor<32xf32>
    tensor.yield %l : tensor<32xf32>
  } : tensor<32xf32>
  return %1 : tensor<32xf32>
}

// Two members of which one needs the other share no trips unless they are joined.
// SAYS: remark: the group's loops are left out: a member reads m before the end of the loop that reduces it
func.func @not_joined(%x: tensor<32x128xf32>) -> tensor<32xf32> {
  %1 = tensor.group attributes {axes = ["i", "j"], schedule = #tensor.schedule<split(i, [4]), split(j, [16]), order(i.0, j.0)>} {
    %m = tensor.compute (%i) in [32] attributes {axes = ["i"], member = "m"} {
      %f = tensor.fold (%j) = 0 to 128 maximumf attributes {axis = "j"} {
        %a = tensor.at %x[%i, %j] : tensor<32x128xf32>
        tensor.yield %a : f32
      } : f32
      tensor.yield %f : f32
    } : tensor<32xf32>
    %e = tensor.compute (%i, %j) in [32, 128] attributes {axes = ["i", "j"]} {
      %a = tensor.at %x[%i, %j] : tensor<32x128xf32>
      %b = tensor.at %m[%i] : tensor<32xf32>
      %d = arith.subf %a, %b : f32
      %y = math.exp %d : f32
      tensor.yield %y : f32
    } : tensor<32x128xf32>
    %l = tensor.compute (%i) in [32] attributes {axes = ["i"], member = "l"} {
      %f = tensor.fold (%j) = 0 to 128 add fastmath<reassoc> attributes {axis = "j"} {
        %a = tensor.at %e[%i, %j] : tensor<32x128xf32>
        tensor.yield %a : f32
      } : f32
      tensor.yield %f : f32
    } : tensor<32xf32>
    tensor.yield %l : tensor<32xf32>
  } : tensor<32xf32>
  return %1 : tensor<32xf32>
}
