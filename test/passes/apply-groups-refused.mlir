// What the loops of a group cannot do is left out with a remark that says why; the members run one after the
// other.
// RUN: tfopt %s --apply-groups --split-input-file 2>&1 | FileCheck %s

// CHECK: remark: the group's loops are left out: a member reads the compute over (i) along a shared loop at a subscript that is not a multiple of its index plus a bounded offset
func.func @far(%x: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [8])>} {
    %r = tensor.compute (%i) in [n] attributes {axes = ["i"]} {
      %a = tensor.at %x[%i] : tensor<?{n}xf32>
      tensor.yield %a : f32
    } : tensor<?{n}xf32>
    %s = tensor.compute (%i) in [n] attributes {axes = ["i"]} {
      %a = tensor.at %r[n - 1 - %i] : tensor<?{n}xf32>
      tensor.yield %a : f32
    } : tensor<?{n}xf32>
    tensor.yield %s : tensor<?{n}xf32>
  } : tensor<?{n}xf32>
  return %y : tensor<?{n}xf32>
}

// -----

// CHECK: remark: the group's loops are left out: a member reads the compute over (i) along a shared loop with an out-of-bounds policy, but a tile has other bounds
func.func @policy(%x: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [8])>} {
    %r = tensor.compute (%i) in [n] attributes {axes = ["i"]} {
      %a = tensor.at %x[%i] : tensor<?{n}xf32>
      tensor.yield %a : f32
    } : tensor<?{n}xf32>
    %s = tensor.compute (%i) in [n] attributes {axes = ["i"]} {
      %a = tensor.at %r[%i + 1] wrap : tensor<?{n}xf32>
      %b = tensor.at %r[%i - 1] clamp : tensor<?{n}xf32>
      %c = arith.addf %a, %b : f32
      tensor.yield %c : f32
    } : tensor<?{n}xf32>
    tensor.yield %s : tensor<?{n}xf32>
  } : tensor<?{n}xf32>
  return %y : tensor<?{n}xf32>
}

// -----

// CHECK: remark: the group's loops are left out: a member reads the compute over () before the end of the loop that reduces it
func.func @early(%x: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [8])>} {
    %r = tensor.compute (%i) in [n] attributes {axes = ["i"]} {
      %a = tensor.at %x[%i] : tensor<?{n}xf32>
      tensor.yield %a : f32
    } : tensor<?{n}xf32>
    %t = tensor.compute () in [] {
      %f = tensor.fold (%i) = 0 to n add fastmath<reassoc> attributes {axis = "i"} {
        %a = tensor.at %r[%i] : tensor<?{n}xf32>
        tensor.yield %a : f32
      } : f32
      tensor.yield %f : f32
    } : tensor<f32>
    %s = tensor.compute (%i) in [n] attributes {axes = ["i"]} {
      %a = tensor.at %t[] : tensor<f32>
      tensor.yield %a : f32
    } : tensor<?{n}xf32>
    tensor.yield %s : tensor<?{n}xf32>
  } : tensor<?{n}xf32>
  return %y : tensor<?{n}xf32>
}

// -----

// CHECK: remark: the group's loops are left out: a fold over a shared loop has a fixed order: it has no reassoc
func.func @order(%x: tensor<?{n}xf32>) -> tensor<f32> {
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [8])>} {
    %r = tensor.compute (%i) in [n] attributes {axes = ["i"]} {
      %a = tensor.at %x[%i] : tensor<?{n}xf32>
      tensor.yield %a : f32
    } : tensor<?{n}xf32>
    %t = tensor.compute () in [] {
      %f = tensor.fold (%i) = 0 to n add attributes {axis = "i"} {
        %a = tensor.at %r[%i] : tensor<?{n}xf32>
        tensor.yield %a : f32
      } : f32
      tensor.yield %f : f32
    } : tensor<f32>
    tensor.yield %t : tensor<f32>
  } : tensor<f32>
  return %y : tensor<f32>
}

// -----

// CHECK: remark: the group's loops are left out: the compute over () folds over a loop that runs in parallel: split the loop into chunks and their tiles
func.func @threads(%x: tensor<?{n}xf32>) -> tensor<f32> {
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [8]), order(i.0), parallel(i.0)>} {
    %r = tensor.compute (%i) in [n] attributes {axes = ["i"]} {
      %a = tensor.at %x[%i] : tensor<?{n}xf32>
      tensor.yield %a : f32
    } : tensor<?{n}xf32>
    %t = tensor.compute () in [] {
      %f = tensor.fold (%i) = 0 to n add fastmath<reassoc> attributes {axis = "i"} {
        %a = tensor.at %r[%i] : tensor<?{n}xf32>
        tensor.yield %a : f32
      } : f32
      tensor.yield %f : f32
    } : tensor<f32>
    tensor.yield %t : tensor<f32>
  } : tensor<f32>
  return %y : tensor<f32>
}

// -----

// CHECK: remark: the group's loops are left out: a fold covers only a part of a shared loop
func.func @part(%x: tensor<?{n}xf32>) -> tensor<f32> {
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [8])>} {
    %r = tensor.compute (%i) in [n] attributes {axes = ["i"]} {
      %a = tensor.at %x[%i] : tensor<?{n}xf32>
      tensor.yield %a : f32
    } : tensor<?{n}xf32>
    %t = tensor.compute () in [] {
      %f = tensor.fold (%i) = 0 to n - 1 add fastmath<reassoc> attributes {axis = "i"} {
        %a = tensor.at %r[%i] : tensor<?{n}xf32>
        tensor.yield %a : f32
      } : f32
      tensor.yield %f : f32
    } : tensor<f32>
    tensor.yield %t : tensor<f32>
  } : tensor<f32>
  return %y : tensor<f32>
}

// -----

// CHECK: remark: the group's loops are left out: the group holds tensor.reverse, which uses the result of a member as a whole tensor
func.func @whole(%x: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [8])>} {
    %r = tensor.compute (%i) in [n] attributes {axes = ["i"]} {
      %a = tensor.at %x[%i] : tensor<?{n}xf32>
      tensor.yield %a : f32
    } : tensor<?{n}xf32>
    %e = tensor.reverse %r dims = [0] : tensor<?{n}xf32>
    tensor.yield %e : tensor<?{n}xf32>
  } : tensor<?{n}xf32>
  return %y : tensor<?{n}xf32>
}

// -----

// CHECK: remark: the group's loops are left out: the compute over (i) is a result of the group, but each iteration of j computes it again
func.func @again(%x: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  %y = tensor.group attributes {axes = ["i", "j"], schedule = #tensor.schedule<split(i, [8]), split(j, [8]), order(j.0, i.0)>} {
    %r = tensor.compute (%i) in [n] attributes {axes = ["i"]} {
      %a = tensor.at %x[%i] : tensor<?{n}xf32>
      tensor.yield %a : f32
    } : tensor<?{n}xf32>
    %s = tensor.compute (%i, %j) in [n, n] attributes {axes = ["i", "j"]} {
      %a = tensor.at %r[%i] : tensor<?{n}xf32>
      tensor.yield %a : f32
    } : tensor<?{n}x?{n}xf32>
    tensor.yield %r : tensor<?{n}xf32>
  } : tensor<?{n}xf32>
  return %y : tensor<?{n}xf32>
}

// -----

// CHECK: remark: the group's loops are left out: the compute over (i, j) is a result of the group, but has no points
func.func @empty(%x: tensor<?{n}xf32>) -> tensor<?{n}x0xf32> {
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [8])>} {
    %s = tensor.compute (%i, %j) in [n, 0] attributes {axes = ["i", "j"]} {
      %a = tensor.at %x[%i] : tensor<?{n}xf32>
      tensor.yield %a : f32
    } : tensor<?{n}x0xf32>
    tensor.yield %s : tensor<?{n}x0xf32>
  } : tensor<?{n}x0xf32>
  return %y : tensor<?{n}x0xf32>
}

// -----

// CHECK: remark: the group's loops are left out: a tile requires a halo of 100 points of the compute over (i), more than 64
func.func @wide(%x: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [8])>} {
    %r = tensor.compute (%i) in [n + 100] attributes {axes = ["i"]} {
      %c = arith.constant 1.0 : f32
      tensor.yield %c : f32
    } : tensor<?{n + 100}xf32>
    %s = tensor.compute (%i) in [n] attributes {axes = ["i"]} {
      %a = tensor.at %r[%i + 100] : tensor<?{n + 100}xf32>
      tensor.yield %a : f32
    } : tensor<?{n}xf32>
    tensor.yield %s : tensor<?{n}xf32>
  } : tensor<?{n}xf32>
  return %y : tensor<?{n}xf32>
}

// -----

// CHECK: remark: the group's loops are left out: the group has no compute with an axis j
func.func @nobody(%x: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  %y = tensor.group attributes {axes = ["i", "j"], schedule = #tensor.schedule<split(i, [8]), split(j, [8])>} {
    %r = tensor.compute (%i) in [n] attributes {axes = ["i"]} {
      %a = tensor.at %x[%i] : tensor<?{n}xf32>
      tensor.yield %a : f32
    } : tensor<?{n}xf32>
    tensor.yield %r : tensor<?{n}xf32>
  } : tensor<?{n}xf32>
  return %y : tensor<?{n}xf32>
}

// -----

// CHECK: remark: the group's loops are left out: the compute over (i) reads a tile with a layout, which has no elements past its edge
func.func @stored(%x: tensor<?{n}xf32>) -> tensor<6xf32> {
  %c0 = arith.constant 0 : index
  %t = tensor.tile_read %x[%c0] clamp layout affine_map<(d0) -> (d0 floordiv 2, d0 mod 2)> : tensor<?{n}xf32> to tensor<6xf32>
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [4])>} {
    %r = tensor.compute (%i) in [6] attributes {axes = ["i"]} {
      %a = tensor.at %t[%i] : tensor<6xf32>
      tensor.yield %a : f32
    } : tensor<6xf32>
    tensor.yield %r : tensor<6xf32>
  } : tensor<6xf32>
  return %y : tensor<6xf32>
}

// -----

// CHECK: remark: the group's loops are left out: the compute over (i) folds over a loop that runs in parallel together with others
func.func @threads_of_two_loops(%x: tensor<?{n}x?{m}xf32>) -> tensor<?{n}xf32> {
  %y = tensor.group attributes {axes = ["i", "j"], schedule = #tensor.schedule<split(i, [8]), split(j, [16, 8]), order(i.0, j.0, j.1), parallel(i.0, j.0)>} {
    %r = tensor.compute (%i, %j) in [n, m] attributes {axes = ["i", "j"]} {
      %a = tensor.at %x[%i, %j] : tensor<?{n}x?{m}xf32>
      tensor.yield %a : f32
    } : tensor<?{n}x?{m}xf32>
    %t = tensor.compute (%i) in [n] attributes {axes = ["i"]} {
      %f = tensor.fold (%j) = 0 to m add fastmath<reassoc> attributes {axis = "j"} {
        %a = tensor.at %r[%i, %j] : tensor<?{n}x?{m}xf32>
        tensor.yield %a : f32
      } : f32
      tensor.yield %f : f32
    } : tensor<?{n}xf32>
    tensor.yield %t : tensor<?{n}xf32>
  } : tensor<?{n}xf32>
  return %y : tensor<?{n}xf32>
}

// -----

// CHECK: remark: the group's loops are left out: a tile has more than 2^20 points: split the loops into smaller parts
func.func @long_trip(%x: tensor<?{n}x?{m}xf32>) -> tensor<?{n}x?{m}xf32> {
  %y = tensor.group attributes {axes = ["i", "j"], schedule = #tensor.schedule<split(i, [1048576]), split(j, [2])>} {
    %r = tensor.compute (%i, %j) in [n, m] attributes {axes = ["i", "j"]} {
      %a = tensor.at %x[%i, %j] : tensor<?{n}x?{m}xf32>
      tensor.yield %a : f32
    } : tensor<?{n}x?{m}xf32>
    tensor.yield %r : tensor<?{n}x?{m}xf32>
  } : tensor<?{n}x?{m}xf32>
  return %y : tensor<?{n}x?{m}xf32>
}

// -----

// CHECK: remark: the group's loops are left out: the compute over (i) has subscripts that overflow 64 bits where they are shifted
func.func @large_numbers(%x: tensor<?{n}xf32>) -> tensor<?{n - 2}xf32> {
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [8])>} {
    %r = tensor.compute (%i) in [n] attributes {axes = ["i"]} {
      %a = tensor.at %x[%i * 9223372036854775807] clamp : tensor<?{n}xf32>
      tensor.yield %a : f32
    } : tensor<?{n}xf32>
    %s = tensor.compute (%i) in [n - 2] attributes {axes = ["i"]} {
      %a = tensor.at %r[%i + 2] : tensor<?{n}xf32>
      tensor.yield %a : f32
    } : tensor<?{n - 2}xf32>
    tensor.yield %s : tensor<?{n - 2}xf32>
  } : tensor<?{n - 2}xf32>
  return %y : tensor<?{n - 2}xf32>
}

// -----

// The sums of all rows would be added once more in each trip of h, which is between the chunks and their
// trips.
// CHECK: remark: the group's loops are left out: the compute over (j) folds over a loop with another loop between its parts, h
func.func @between_parts(%x: tensor<8x3xi32>, %z: tensor<4xi32>) -> (tensor<3xi32>, tensor<8x4xi32>) {
  %c, %d = tensor.group attributes {axes = ["i", "h"], schedule = #tensor.schedule<split(i, [4, 2]), split(h, [1]), order(i.0, h.0, i.1)>} {
    %c = tensor.compute (%j) in [3] attributes {axes = ["j"]} {
      %f = tensor.fold (%i) = 0 to 8 add attributes {axis = "i"} {
        %v = tensor.at %x[%i, %j] : tensor<8x3xi32>
        tensor.yield %v : i32
      } : i32
      tensor.yield %f : i32
    } : tensor<3xi32>
    %d = tensor.compute (%i, %h) in [8, 4] attributes {axes = ["i", "h"]} {
      %v = tensor.at %z[%h] : tensor<4xi32>
      tensor.yield %v : i32
    } : tensor<8x4xi32>
    tensor.yield %c, %d : tensor<3xi32>, tensor<8x4xi32>
  } : tensor<3xi32>, tensor<8x4xi32>
  return %c, %d : tensor<3xi32>, tensor<8x4xi32>
}

// -----

// The sums begin anew in each trip of h; what reads them stands outside of it.
// CHECK: remark: the group's loops are left out: a member reads the compute over (j) outside of a loop that restarts its reduction
func.func @read_outside(%x: tensor<8x3xi32>, %z: tensor<4xi32>) -> (tensor<3xi32>, tensor<8x4xi32>) {
  %c, %d = tensor.group attributes {axes = ["h", "i"], schedule = #tensor.schedule<split(h, [1]), split(i, [2]), order(h.0, i.0)>} {
    %c = tensor.compute (%j) in [3] attributes {axes = ["j"]} {
      %f = tensor.fold (%i) = 0 to 8 add attributes {axis = "i"} {
        %v = tensor.at %x[%i, %j] : tensor<8x3xi32>
        tensor.yield %v : i32
      } : i32
      tensor.yield %f : i32
    } : tensor<3xi32>
    %e = tensor.compute (%j) in [3] attributes {axes = ["j"]} {
      %v = tensor.at %c[%j] : tensor<3xi32>
      tensor.yield %v : i32
    } : tensor<3xi32>
    %d = tensor.compute (%i, %h) in [8, 4] attributes {axes = ["i", "h"]} {
      %v = tensor.at %z[%h] : tensor<4xi32>
      tensor.yield %v : i32
    } : tensor<8x4xi32>
    tensor.yield %e, %d : tensor<3xi32>, tensor<8x4xi32>
  } : tensor<3xi32>, tensor<8x4xi32>
  return %c, %d : tensor<3xi32>, tensor<8x4xi32>
}

// -----

// CHECK: remark: the group's loops are left out: r has a window that slides along i, but i runs in parallel
func.func @kept_by_threads(%x: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [8]), order(i.0), parallel(i.0), place(r, at = i.0, keep = root)>} {
    %r = tensor.compute (%i) in [n] attributes {axes = ["i"], member = "r"} {
      %a = tensor.at %x[%i] : tensor<?{n}xf32>
      tensor.yield %a : f32
    } : tensor<?{n}xf32>
    %s = tensor.compute (%i) in [n] attributes {axes = ["i"]} {
      %a = tensor.at %r[%i - 1] clamp : tensor<?{n}xf32>
      tensor.yield %a : f32
    } : tensor<?{n}xf32>
    tensor.yield %s : tensor<?{n}xf32>
  } : tensor<?{n}xf32>
  return %y : tensor<?{n}xf32>
}

// -----

// CHECK: remark: the group's loops are left out: the schedule keeps r in i.0, which is not the loop directly around i.2, where it is computed
func.func @kept_too_far_out(%x: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [32, 8, 2]), place(r, at = i.2, keep = i.0)>} {
    %r = tensor.compute (%i) in [n] attributes {axes = ["i"], member = "r"} {
      %a = tensor.at %x[%i] : tensor<?{n}xf32>
      tensor.yield %a : f32
    } : tensor<?{n}xf32>
    %s = tensor.compute (%i) in [n] attributes {axes = ["i"]} {
      %a = tensor.at %r[%i - 1] clamp : tensor<?{n}xf32>
      tensor.yield %a : f32
    } : tensor<?{n}xf32>
    tensor.yield %s : tensor<?{n}xf32>
  } : tensor<?{n}xf32>
  return %y : tensor<?{n}xf32>
}

// -----

// CHECK: remark: the group's loops are left out: a member reads the compute over (i) outside of the loop that computes it
func.func @too_far_in(%x: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [16, 4]), place(s, at = i.0)>} {
    %r = tensor.compute (%i) in [n] attributes {axes = ["i"]} {
      %a = tensor.at %x[%i] : tensor<?{n}xf32>
      tensor.yield %a : f32
    } : tensor<?{n}xf32>
    %s = tensor.compute (%i) in [n] attributes {axes = ["i"], member = "s"} {
      %a = tensor.at %r[%i] : tensor<?{n}xf32>
      tensor.yield %a : f32
    } : tensor<?{n}xf32>
    tensor.yield %s : tensor<?{n}xf32>
  } : tensor<?{n}xf32>
  return %y : tensor<?{n}xf32>
}

// -----

// CHECK: remark: the group's loops are left out: s is placed before the loops, but reads a member that is computed inside of them
func.func @root_of_a_member(%x: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [16]), place(s, root)>} {
    %r = tensor.compute (%i) in [n] attributes {axes = ["i"]} {
      %a = tensor.at %x[%i] : tensor<?{n}xf32>
      tensor.yield %a : f32
    } : tensor<?{n}xf32>
    %s = tensor.compute (%i) in [n] attributes {axes = ["i"], member = "s"} {
      %a = tensor.at %r[%i] : tensor<?{n}xf32>
      tensor.yield %a : f32
    } : tensor<?{n}xf32>
    tensor.yield %s : tensor<?{n}xf32>
  } : tensor<?{n}xf32>
  return %y : tensor<?{n}xf32>
}

// -----

// CHECK: remark: the group's loops are left out: r cannot be inlined: a read has the policy trap
func.func @inline_and_stopped(%x: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [16]), place(r, inline)>} {
    %r = tensor.compute (%i) in [n] attributes {axes = ["i"], member = "r"} {
      %a = tensor.at %x[%i] : tensor<?{n}xf32>
      %b = math.absf %a : f32
      tensor.yield %b : f32
    } : tensor<?{n}xf32>
    %s = tensor.compute (%i) in [n] attributes {axes = ["i"]} {
      %a = tensor.at %r[%i + 1] trap : tensor<?{n}xf32>
      tensor.yield %a : f32
    } : tensor<?{n}xf32>
    tensor.yield %s : tensor<?{n}xf32>
  } : tensor<?{n}xf32>
  return %y : tensor<?{n}xf32>
}

// -----

// A member is called what the program calls its result.
// CHECK: remark: the group's loops are left out: the compute of the result sums is a result of the group, but each iteration of j computes it again
func.func @again_named(%x: tensor<?{n}xf32>) -> (tensor<?{n}xf32> {tf.name = "sums"}) {
  %y = tensor.group attributes {axes = ["i", "j"], schedule = #tensor.schedule<split(i, [8]), split(j, [8]), order(j.0, i.0)>} {
    %r = tensor.compute (%i) in [n] attributes {axes = ["i"]} {
      %a = tensor.at %x[%i] : tensor<?{n}xf32>
      tensor.yield %a : f32
    } : tensor<?{n}xf32>
    %s = tensor.compute (%i, %j) in [n, n] attributes {axes = ["i", "j"]} {
      %a = tensor.at %r[%i] : tensor<?{n}xf32>
      tensor.yield %a : f32
    } : tensor<?{n}x?{n}xf32>
    tensor.yield %r : tensor<?{n}xf32>
  } : tensor<?{n}xf32>
  return %y : tensor<?{n}xf32>
}

// -----

// What is computed outside of the loop that members are joined in reads what the loop comes to, which another
// member in it waits for.
// CHECK: remark: the group's loops are left out: a fold over a shared loop consumes the reduction of another shared loop
func.func @reads_joined_outside(%x: tensor<7x9xf32>) -> tensor<7xf32> {
  %y = tensor.group attributes {axes = ["i", "j"], schedule = #tensor.schedule<split(i, [2]), split(j, [4]), order(i.0, j.0), join(j: m, l), place(e, at = i.0)>} {
    %m = tensor.compute (%i) in [7] attributes {axes = ["i"], member = "m"} {
      %f = tensor.fold (%j) = 0 to 9 maximumf fastmath<reassoc> attributes {axis = "j"} {
        %a = tensor.at %x[%i, %j] : tensor<7x9xf32>
        tensor.yield %a : f32
      } : f32
      tensor.yield %f : f32
    } : tensor<7xf32>
    %e = tensor.compute (%i, %j) in [7, 9] attributes {axes = ["i", "j"], member = "e"} {
      %a = tensor.at %x[%i, %j] : tensor<7x9xf32>
      %b = tensor.at %m[%i] : tensor<7xf32>
      %c = arith.subf %a, %b : f32
      %d = math.exp %c : f32
      tensor.yield %d : f32
    } : tensor<7x9xf32>
    %l = tensor.compute (%i) in [7] attributes {axes = ["i"], member = "l"} {
      %f = tensor.fold (%j) = 0 to 9 add fastmath<reassoc> attributes {axis = "j"} {
        %a = tensor.at %e[%i, %j] : tensor<7x9xf32>
        tensor.yield %a : f32
      } : f32
      tensor.yield %f : f32
    } : tensor<7xf32>
    tensor.yield %l : tensor<7xf32>
  } : tensor<7xf32>
  return %y : tensor<7xf32>
}
