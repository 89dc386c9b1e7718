// Ends of shared loops as trips of their own, loops that are unrolled, and what parts store past the caches.
// RUN: tfopt %s --verify-roundtrip --apply-groups | tee %t.check | FileCheck %s
// RUN: tfopt %s --apply-groups -o /dev/null 2>&1 | FileCheck %s --check-prefix=SAYS
// RUN: tfopt %s --check-semantics --apply-groups --lower-tiles --apply-schedule -o /dev/null
// GOLDEN: cat %t.check

// Whole trips ask for no edge; the point that is left is a trip of its own.
// CHECK-LABEL: func.func @peeled(
// CHECK: loop.for
// CHECK: tensor.compute ({{.*}}) in [6, 40]
// CHECK: tensor.compute ({{.*}}) in [4, 40]
// CHECK: tensor.tile_write
// CHECK: }
// CHECK-NOT: loop.for
// CHECK: tensor.tile_write
// CHECK: return
func.func @peeled(%x: tensor<37x40xf32>) -> tensor<37x40xf32> {
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [4], tail = peel), order(i.0)>} {
    %r = tensor.compute (%i, %j) in [37, 40] attributes {axes = ["i", "j"]} {
      %a = tensor.at %x[%i, %j] : tensor<37x40xf32>
      %b = arith.addf %a, %a : f32
      tensor.yield %b : f32
    } : tensor<37x40xf32>
    %s = tensor.compute (%i, %j) in [37, 40] attributes {axes = ["i", "j"]} {
      %a = tensor.at %r[%i - 1, %j] clamp : tensor<37x40xf32>
      %b = tensor.at %r[%i + 1, %j] clamp : tensor<37x40xf32>
      %c = arith.addf %a, %b : f32
      tensor.yield %c : f32
    } : tensor<37x40xf32>
    tensor.yield %s : tensor<37x40xf32>
  } : tensor<37x40xf32>
  return %y : tensor<37x40xf32>
}

// The same of an extent that nobody knows, of which points may be left, in a trip that asks for edges: by
// several threads, and where trips add up.
// CHECK-LABEL: func.func @open(
// CHECK: loop.parallel
// CHECK: tensor.tile_write
// CHECK: loop.for
// CHECK: tensor.tile_write {{.*}} drop
func.func @open(%x: tensor<?{n}x40xf32>) -> (tensor<?{n}x40xf32>, tensor<40xf32>) {
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [4], tail = peel), order(i.0), parallel(i.0)>} {
    %r = tensor.compute (%i) in [n] attributes {axes = ["i"]} {
      %f = tensor.fold (%k) = 0 to 40 add {
        %a = tensor.at %x[%i, %k] : tensor<?{n}x40xf32>
        tensor.yield %a : f32
      } : f32
      tensor.yield %f : f32
    } : tensor<?{n}xf32>
    %s = tensor.compute (%i, %j) in [n, 40] attributes {axes = ["i", "j"]} {
      %a = tensor.at %r[%i] : tensor<?{n}xf32>
      %b = tensor.at %x[%i, %j] : tensor<?{n}x40xf32>
      %c = arith.divf %b, %a : f32
      tensor.yield %c : f32
    } : tensor<?{n}x40xf32>
    tensor.yield %s : tensor<?{n}x40xf32>
  } : tensor<?{n}x40xf32>
  %z = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [4], tail = peel), order(i.0), unroll(i.0, 2)>} {
    %r = tensor.compute (%i, %j) in [n, 40] attributes {axes = ["i", "j"]} {
      %a = tensor.at %x[%i, %j] : tensor<?{n}x40xf32>
      %b = arith.mulf %a, %a : f32
      tensor.yield %b : f32
    } : tensor<?{n}x40xf32>
    %s = tensor.compute (%j) in [40] attributes {axes = ["j"]} {
      %f = tensor.fold (%i) = 0 to n add fastmath<reassoc> attributes {axis = "i"} {
        %a = tensor.at %r[%i, %j] : tensor<?{n}x40xf32>
        tensor.yield %a : f32
      } : f32
      tensor.yield %f : f32
    } : tensor<40xf32>
    tensor.yield %s : tensor<40xf32>
  } : tensor<40xf32>
  return %y, %z : tensor<?{n}x40xf32>, tensor<40xf32>
}

// Two trips are written one after the other, and sums wait around both.
// CHECK-LABEL: func.func @unrolled(
// CHECK: loop.for {{.*}} attributes {unroll = 2 : i64} {
func.func @unrolled(%x: tensor<64x40xf32>) -> tensor<40xf32> {
  %z = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [4]), order(i.0), unroll(i.0, 2)>} {
    %r = tensor.compute (%i, %j) in [64, 40] attributes {axes = ["i", "j"]} {
      %a = tensor.at %x[%i, %j] : tensor<64x40xf32>
      %b = arith.mulf %a, %a : f32
      tensor.yield %b : f32
    } : tensor<64x40xf32>
    %s = tensor.compute (%j) in [40] attributes {axes = ["j"], schedule = #tensor.schedule<vectorize(j, 8)>} {
      %f = tensor.fold (%i) = 0 to 64 add fastmath<reassoc> attributes {axis = "i"} {
        %a = tensor.at %r[%i, %j] : tensor<64x40xf32>
        tensor.yield %a : f32
      } : f32
      tensor.yield %f : f32
    } : tensor<40xf32>
    tensor.yield %s : tensor<40xf32>
  } : tensor<40xf32>
  return %z : tensor<40xf32>
}

// SAYS: remark: the step stream() of the compute over (i, j), a member of the group, is left out: other members read its result
// CHECK-LABEL: func.func @streamed(
// CHECK: tensor.compute ({{.*}}) in [4, 40] attributes {axes = ["i", "j"], schedule = #tensor.schedule<vectorize(j, 8)>} {
// CHECK: tensor.compute ({{.*}}) in [4, 40] attributes {axes = ["i", "j"], schedule = #tensor.schedule<vectorize(j, 8), stream(), prefetch(i, 2)>} {
func.func @streamed(%x: tensor<36x40xf32>) -> tensor<36x40xf32> {
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [4]), order(i.0)>} {
    %r = tensor.compute (%i, %j) in [36, 40] attributes {axes = ["i", "j"], schedule = #tensor.schedule<vectorize(j, 8), stream()>} {
      %a = tensor.at %x[%i, %j] : tensor<36x40xf32>
      %b = arith.addf %a, %a : f32
      tensor.yield %b : f32
    } : tensor<36x40xf32>
    %s = tensor.compute (%i, %j) in [36, 40] attributes {axes = ["i", "j"], schedule = #tensor.schedule<vectorize(j, 8), stream(), prefetch(i, 2)>} {
      %a = tensor.at %r[%i, %j] : tensor<36x40xf32>
      %b = arith.mulf %a, %a : f32
      tensor.yield %b : f32
    } : tensor<36x40xf32>
    tensor.yield %s : tensor<36x40xf32>
  } : tensor<36x40xf32>
  return %y : tensor<36x40xf32>
}

// A window has as many points as a trip: no end is peeled along it.
// SAYS: remark: the group's loops are left out: the tail of i is peeled, but a window slides along i
func.func @windows(%x: tensor<37x40xf32>) -> tensor<37x40xf32> {
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [4], tail = peel), order(i.0), place(rows, at = i.0, keep = root)>} {
    %r = tensor.compute (%i, %j) in [37, 40] attributes {axes = ["i", "j"], member = "rows"} {
      %a = tensor.at %x[%i, %j] : tensor<37x40xf32>
      %b = arith.addf %a, %a : f32
      tensor.yield %b : f32
    } : tensor<37x40xf32>
    %s = tensor.compute (%i, %j) in [37, 40] attributes {axes = ["i", "j"]} {
      %a = tensor.at %r[%i - 1, %j] clamp : tensor<37x40xf32>
      %b = tensor.at %r[%i + 1, %j] clamp : tensor<37x40xf32>
      %c = arith.addf %a, %b : f32
      tensor.yield %c : f32
    } : tensor<37x40xf32>
    tensor.yield %s : tensor<37x40xf32>
  } : tensor<37x40xf32>
  return %y : tensor<37x40xf32>
}

// The last trip is whole, and begins as far before the end as it has points: no trip asks for an edge, and
// none has fewer points.
// CHECK-LABEL: func.func @overlapped(
// CHECK-DAG: %[[END:.*]] = arith.constant 36 : index
// CHECK-DAG: %[[LAST:.*]] = arith.constant 33 : index
// CHECK: loop.for %{{.*}} = %{{.*}} to %[[END]] step
// CHECK: tensor.compute ({{.*}}) in [6, 40]
// CHECK: tensor.compute ({{.*}}) in [4, 40]
// CHECK: tensor.tile_write
// CHECK: }
// CHECK-NOT: loop.for
// CHECK: tensor.compute ({{.*}}) in [6, 40]
// CHECK: tensor.at %arg0[%[[LAST]] +
// CHECK: tensor.compute ({{.*}}) in [4, 40]
// CHECK: tensor.tile_write
// CHECK: return
func.func @overlapped(%x: tensor<37x40xf32>) -> tensor<37x40xf32> {
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [4], tail = overlap), order(i.0)>} {
    %r = tensor.compute (%i, %j) in [37, 40] attributes {axes = ["i", "j"]} {
      %a = tensor.at %x[%i, %j] : tensor<37x40xf32>
      %b = arith.addf %a, %a : f32
      tensor.yield %b : f32
    } : tensor<37x40xf32>
    %s = tensor.compute (%i, %j) in [37, 40] attributes {axes = ["i", "j"]} {
      %a = tensor.at %r[%i - 1, %j] clamp : tensor<37x40xf32>
      %b = tensor.at %r[%i + 1, %j] clamp : tensor<37x40xf32>
      %c = arith.addf %a, %b : f32
      tensor.yield %c : f32
    } : tensor<37x40xf32>
    tensor.yield %s : tensor<37x40xf32>
  } : tensor<37x40xf32>
  return %y : tensor<37x40xf32>
}

// A greatest element may be met twice; where a loop inside adds up, each of its trips has sums of its own.
// CHECK-LABEL: func.func @greatest(
// CHECK: loop.for
// CHECK: loop.for
// CHECK: loop.for
// CHECK: return
func.func @greatest(%x: tensor<37x40xf32>) -> (tensor<40xf32>, tensor<37xf32>) {
  %y, %z = tensor.group attributes {axes = ["i", "j"], schedule = #tensor.schedule<split(i, [4], tail = overlap), split(j, [16]), order(i.0, j.0)>} {
    %r = tensor.compute (%i, %j) in [37, 40] attributes {axes = ["i", "j"]} {
      %a = tensor.at %x[%i, %j] : tensor<37x40xf32>
      %b = arith.addf %a, %a : f32
      tensor.yield %b : f32
    } : tensor<37x40xf32>
    %s = tensor.compute (%i) in [37] attributes {axes = ["i"]} {
      %f = tensor.fold (%j) = 0 to 40 add fastmath<reassoc> attributes {axis = "j"} {
        %a = tensor.at %r[%i, %j] : tensor<37x40xf32>
        tensor.yield %a : f32
      } : f32
      tensor.yield %f : f32
    } : tensor<37xf32>
    tensor.yield %s, %s : tensor<37xf32>, tensor<37xf32>
  } : tensor<37xf32>, tensor<37xf32>
  %g = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [4], tail = overlap), order(i.0)>} {
    %r = tensor.compute (%i, %j) in [37, 40] attributes {axes = ["i", "j"]} {
      %a = tensor.at %x[%i, %j] : tensor<37x40xf32>
      %b = arith.addf %a, %a : f32
      tensor.yield %b : f32
    } : tensor<37x40xf32>
    %s = tensor.compute (%j) in [40] attributes {axes = ["j"]} {
      %f = tensor.fold (%i) = 0 to 37 maximumf fastmath<reassoc> attributes {axis = "i"} {
        %a = tensor.at %r[%i, %j] : tensor<37x40xf32>
        tensor.yield %a : f32
      } : f32
      tensor.yield %f : f32
    } : tensor<40xf32>
    tensor.yield %s : tensor<40xf32>
  } : tensor<40xf32>
  return %g, %y : tensor<40xf32>, tensor<37xf32>
}

// What is added up trip by trip must not be met twice.
// SAYS: remark: the group's loops are left out: the tail of i is overlapped, but columns would add up some points twice
func.func @added(%x: tensor<37x40xf32>) -> tensor<40xf32> {
  %g = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [4], tail = overlap), order(i.0)>} {
    %r = tensor.compute (%i, %j) in [37, 40] attributes {axes = ["i", "j"]} {
      %a = tensor.at %x[%i, %j] : tensor<37x40xf32>
      %b = arith.addf %a, %a : f32
      tensor.yield %b : f32
    } : tensor<37x40xf32>
    %s = tensor.compute (%j) in [40] attributes {axes = ["j"], member = "columns"} {
      %f = tensor.fold (%i) = 0 to 37 add fastmath<reassoc> attributes {axis = "i"} {
        %a = tensor.at %r[%i, %j] : tensor<37x40xf32>
        tensor.yield %a : f32
      } : f32
      tensor.yield %f : f32
    } : tensor<40xf32>
    tensor.yield %s : tensor<40xf32>
  } : tensor<40xf32>
  return %g : tensor<40xf32>
}

// Nor is a trip computed twice where what it adds to a window is.
// SAYS: remark: the group's loops are left out: the tail of i is overlapped, but a window slides along i
func.func @slides(%x: tensor<37x40xf32>) -> tensor<37x40xf32> {
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [4], tail = overlap), order(i.0), place(rows, at = i.0, keep = root)>} {
    %r = tensor.compute (%i, %j) in [37, 40] attributes {axes = ["i", "j"], member = "rows"} {
      %a = tensor.at %x[%i, %j] : tensor<37x40xf32>
      %b = arith.addf %a, %a : f32
      tensor.yield %b : f32
    } : tensor<37x40xf32>
    %s = tensor.compute (%i, %j) in [37, 40] attributes {axes = ["i", "j"]} {
      %a = tensor.at %r[%i - 1, %j] clamp : tensor<37x40xf32>
      %b = tensor.at %r[%i + 1, %j] clamp : tensor<37x40xf32>
      %c = arith.addf %a, %b : f32
      tensor.yield %c : f32
    } : tensor<37x40xf32>
    tensor.yield %s : tensor<37x40xf32>
  } : tensor<37x40xf32>
  return %y : tensor<37x40xf32>
}

// Where all trips are whole, nothing overlaps: sums may be added up.
// CHECK-LABEL: func.func @whole(
// CHECK: loop.for
func.func @whole(%x: tensor<36x40xf32>) -> tensor<40xf32> {
  %g = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [4], tail = overlap), order(i.0)>} {
    %r = tensor.compute (%i, %j) in [36, 40] attributes {axes = ["i", "j"]} {
      %a = tensor.at %x[%i, %j] : tensor<36x40xf32>
      %b = arith.addf %a, %a : f32
      tensor.yield %b : f32
    } : tensor<36x40xf32>
    %s = tensor.compute (%j) in [40] attributes {axes = ["j"]} {
      %f = tensor.fold (%i) = 0 to 36 add fastmath<reassoc> attributes {axis = "i"} {
        %a = tensor.at %r[%i, %j] : tensor<36x40xf32>
        tensor.yield %a : f32
      } : f32
      tensor.yield %f : f32
    } : tensor<40xf32>
    tensor.yield %s : tensor<40xf32>
  } : tensor<40xf32>
  return %g : tensor<40xf32>
}
