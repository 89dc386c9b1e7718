// RUN: tfopt %s --join-kernels --pass-statistics 2>%t.said | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=COUNT < %t.said
// RUN: tfopt %s --join-kernels --disable-rule=join-kernels.pair | tee %t.off | FileCheck %s --check-prefix=OFF
// RUN: tfopt %s --join-kernels | tfopt - --kernel-expand --arith-guard | tee %t.valid | FileCheck %s --check-prefix=VALID
// GOLDEN: cat %t.check %t.off %t.valid

// COUNT: 3 num-joined
// OFF: kernel.func @t0(
// OFF: kernel.func @t1(
// VALID: kernel.func @t0_t1(

// Points of threads: the second body follows the first in the same trip, and what both name is one argument.
// CHECK: kernel.func @t0_t1(%{{[^ ]*}}: memref<?{n}xf32>, %{{[^ ]*}}: memref<?{n}xf32> {kernel.access = "inout"}, %{{[^ ]*}}: index, %{{[^ ]*}}: memref<?{n}xf32> {kernel.access = "inout"})
// CHECK-SAME: block_size = array<i64: 128>
// CHECK: loop.for %[[I:.*]] = {{.*}} {
// CHECK: mem.load %arg0[%[[I]]]
// CHECK: mem.store %{{.*}}, %arg1[%[[I]]]
// CHECK-NOT: loop.for
// CHECK-NOT: barrier
// CHECK: mem.load %arg1[%[[I]]]
// CHECK: mem.store %{{.*}}, %arg3[%[[I]]]
// CHECK: kernel.return
kernel.func @t0(%x: memref<?{n}xf32>, %y: memref<?{n}xf32> {kernel.access = "inout"}, %n: index) attributes {block_size = array<i64: 128>, tf.points} {
  %c = arith.constant 128 : index
  %one = arith.constant 1 : index
  %b = kernel.block_id x
  %g = kernel.grid_dim x
  %t = kernel.thread_id x
  %start = arith.muli %b, %c : index
  %first = arith.addi %start, %t : index
  %step = arith.muli %g, %c : index
  loop.for %i = %first to %n step %step {
    %v = mem.load %x[%i] : memref<?{n}xf32>
    %w = arith.mulf %v, %v : f32
    mem.store %w, %y[%i] : memref<?{n}xf32>
    loop.yield
  }
  kernel.return
}
kernel.func @t1(%x: memref<?{n}xf32>, %y: memref<?{n}xf32> {kernel.access = "inout"}, %n: index) attributes {block_size = array<i64: 128>, tf.points} {
  %c = arith.constant 128 : index
  %one = arith.constant 1 : index
  %b = kernel.block_id x
  %g = kernel.grid_dim x
  %t = kernel.thread_id x
  %start = arith.muli %b, %c : index
  %first = arith.addi %start, %t : index
  %step = arith.muli %g, %c : index
  loop.for %i = %first to %n step %step {
    %v = mem.load %x[%i] : memref<?{n}xf32>
    %w = arith.mulf %v, %v : f32
    mem.store %w, %y[%i] : memref<?{n}xf32>
    loop.yield
  }
  kernel.return
}
func.func @threads(%x: memref<?{n}xf32>, %z: memref<?{n}xf32>) {
  %c128 = arith.constant 128 : index
  %blocks = arith.constant 3 : index
  %more = arith.constant 4 : index
  %n = mem.extent [n] : index
  %y = mem.alloc : memref<?{n}xf32>
  kernel.launch @t0 grid(%blocks) block(%c128) args(%x, %y, %n) : (memref<?{n}xf32>, memref<?{n}xf32>, index) -> ()
  kernel.launch @t1 grid(%blocks) block(%c128) args(%y, %z, %n) : (memref<?{n}xf32>, memref<?{n}xf32>, index) -> ()
  return
}
// CHECK: func.func @threads(
// CHECK: kernel.launch @t0_t1 grid({{.*}}) block({{.*}}) args(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) :
// CHECK-NOT: kernel.launch
// CHECK: return

// Rows of warps, with a barrier of the warp between the bodies: sums that all lanes read.
// CHECK: kernel.func @w0_w1(
// CHECK: kernel.warp_reduce
// CHECK: kernel.warp_barrier
// CHECK: arith.divf
kernel.func @w0(%x: memref<?{n}x?{m}xf32>, %y: memref<?{n}xf32> {kernel.access = "inout"}, %n: index) attributes {block_size = array<i64: 128>} {
  %c = arith.constant 4 : index
  %c32 = arith.constant 32 : index
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %b = kernel.block_id x
  %g = kernel.grid_dim x
  %w = kernel.warp_id
  %lane = kernel.lane_id
  %lead = arith.cmpi eq, %lane, %c0 : index
  %start = arith.muli %b, %c : index
  %first = arith.addi %start, %w : index
  %step = arith.muli %g, %c : index
  %m = mem.extent [m] : index
  loop.for %i = %first to %n step %step {
    %s = loop.for %j = %lane to %m step %c32 iter_args(%a = %zero) -> (f32) {
      %v = mem.load %x[%i, %j] : memref<?{n}x?{m}xf32>
      %next = arith.addf %a, %v : f32
      loop.yield %next : f32
    }
    %all = kernel.warp_reduce add %s : f32
    loop.if %lead {
      mem.store %all, %y[%i] : memref<?{n}xf32>
      loop.yield
    }
    loop.yield
  }
  kernel.return
}
kernel.func @w1(%x: memref<?{n}xf32>, %y: memref<?{n}x?{m}xf32>, %z: memref<?{n}x?{m}xf32> {kernel.access = "inout"}, %n: index) attributes {block_size = array<i64: 128>} {
  %c = arith.constant 4 : index
  %c32 = arith.constant 32 : index
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %b = kernel.block_id x
  %g = kernel.grid_dim x
  %w = kernel.warp_id
  %lane = kernel.lane_id
  %lead = arith.cmpi eq, %lane, %c0 : index
  %start = arith.muli %b, %c : index
  %first = arith.addi %start, %w : index
  %step = arith.muli %g, %c : index
  %m = mem.extent [m] : index
  loop.for %i = %first to %n step %step {
    loop.for %j = %lane to %m step %c32 {
      %s = mem.load %x[%i] : memref<?{n}xf32>
      %v = mem.load %y[%i, %j] : memref<?{n}x?{m}xf32>
      %w1 = arith.divf %v, %s : f32
      mem.store %w1, %z[%i, %j] : memref<?{n}x?{m}xf32>
      loop.yield
    }
    loop.yield
  }
  kernel.return
}
func.func @warps(%x: memref<?{n}x?{m}xf32>, %z: memref<?{n}x?{m}xf32>) {
  %c128 = arith.constant 128 : index
  %blocks = arith.constant 3 : index
  %n = mem.extent [n] : index
  %y = mem.alloc : memref<?{n}xf32>
  kernel.launch @w0 grid(%blocks) block(%c128) args(%x, %y, %n) : (memref<?{n}x?{m}xf32>, memref<?{n}xf32>, index) -> ()
  kernel.launch @w1 grid(%blocks) block(%c128) args(%y, %x, %z, %n) : (memref<?{n}xf32>, memref<?{n}x?{m}xf32>, memref<?{n}x?{m}xf32>, index) -> ()
  return
}

// A pair of its own.
// CHECK: func.func @pairs(
// CHECK: kernel.launch
// CHECK-NOT: kernel.launch
// CHECK: return
kernel.func @h0(%x: memref<?{n}xf32>, %y: memref<?{n}xf32> {kernel.access = "inout"}, %n: index) attributes {block_size = array<i64: 128>, tf.points} {
  %c = arith.constant 128 : index
  %one = arith.constant 1 : index
  %b = kernel.block_id x
  %g = kernel.grid_dim x
  %t = kernel.thread_id x
  %start = arith.muli %b, %c : index
  %first = arith.addi %start, %t : index
  %step = arith.muli %g, %c : index
  loop.for %i = %first to %n step %step {
    %v = mem.load %x[%i] : memref<?{n}xf32>
    %w = arith.mulf %v, %v : f32
    mem.store %w, %y[%i] : memref<?{n}xf32>
    loop.yield
  }
  kernel.return
}
kernel.func @h1(%x: memref<?{n}xf32>, %y: memref<?{n}xf32> {kernel.access = "inout"}, %n: index) attributes {block_size = array<i64: 128>, tf.points} {
  %c = arith.constant 128 : index
  %one = arith.constant 1 : index
  %b = kernel.block_id x
  %g = kernel.grid_dim x
  %t = kernel.thread_id x
  %start = arith.muli %b, %c : index
  %first = arith.addi %start, %t : index
  %step = arith.muli %g, %c : index
  loop.for %i = %first to %n step %step {
    %v = mem.load %x[%i] : memref<?{n}xf32>
    %w = arith.mulf %v, %v : f32
    mem.store %w, %y[%i] : memref<?{n}xf32>
    loop.yield
  }
  kernel.return
}
func.func @pairs(%x: memref<?{n}xf32>, %z: memref<?{n}xf32>) {
  %c128 = arith.constant 128 : index
  %blocks = arith.constant 3 : index
  %more = arith.constant 4 : index
  %n = mem.extent [n] : index
  %y = mem.alloc : memref<?{n}xf32>
  kernel.launch @h0 grid(%blocks) block(%c128) args(%x, %y, %n) : (memref<?{n}xf32>, memref<?{n}xf32>, index) -> ()
  kernel.launch @h1 grid(%blocks) block(%c128) args(%y, %z, %n) : (memref<?{n}xf32>, memref<?{n}xf32>, index) -> ()
  return
}

// A neighbour's element is another thread's.
// CHECK: func.func @shifted(
// CHECK-COUNT-2: kernel.launch
kernel.func @s0(%x: memref<?{n}xf32>, %y: memref<?{n}xf32> {kernel.access = "inout"}, %n: index) attributes {block_size = array<i64: 128>, tf.points} {
  %c = arith.constant 128 : index
  %one = arith.constant 1 : index
  %b = kernel.block_id x
  %g = kernel.grid_dim x
  %t = kernel.thread_id x
  %start = arith.muli %b, %c : index
  %first = arith.addi %start, %t : index
  %step = arith.muli %g, %c : index
  loop.for %i = %first to %n step %step {
    %v = mem.load %x[%i] : memref<?{n}xf32>
    %w = arith.mulf %v, %v : f32
    mem.store %w, %y[%i] : memref<?{n}xf32>
    loop.yield
  }
  kernel.return
}
kernel.func @s1(%x: memref<?{n}xf32>, %y: memref<?{n}xf32> {kernel.access = "inout"}, %n: index) attributes {block_size = array<i64: 128>, tf.points} {
  %c = arith.constant 128 : index
  %one = arith.constant 1 : index
  %b = kernel.block_id x
  %g = kernel.grid_dim x
  %t = kernel.thread_id x
  %start = arith.muli %b, %c : index
  %first = arith.addi %start, %t : index
  %step = arith.muli %g, %c : index
  loop.for %i = %first to %n step %step {
    %j = arith.addi %i, %one : index
    %v = mem.load %x[%j] : memref<?{n}xf32>
    %w = arith.mulf %v, %v : f32
    mem.store %w, %y[%i] : memref<?{n}xf32>
    loop.yield
  }
  kernel.return
}
func.func @shifted(%x: memref<?{n}xf32>, %z: memref<?{n}xf32>) {
  %c128 = arith.constant 128 : index
  %blocks = arith.constant 3 : index
  %more = arith.constant 4 : index
  %n = mem.extent [n] : index
  %y = mem.alloc : memref<?{n}xf32>
  kernel.launch @s0 grid(%blocks) block(%c128) args(%x, %y, %n) : (memref<?{n}xf32>, memref<?{n}xf32>, index) -> ()
  kernel.launch @s1 grid(%blocks) block(%c128) args(%y, %z, %n) : (memref<?{n}xf32>, memref<?{n}xf32>, index) -> ()
  return
}

// Points that nobody says to be apart may be written twice.
// CHECK: func.func @unknown(
// CHECK-COUNT-2: kernel.launch
kernel.func @u0(%x: memref<?{n}xf32>, %y: memref<?{n}xf32> {kernel.access = "inout"}, %n: index) attributes {block_size = array<i64: 128>} {
  %c = arith.constant 128 : index
  %one = arith.constant 1 : index
  %b = kernel.block_id x
  %g = kernel.grid_dim x
  %t = kernel.thread_id x
  %start = arith.muli %b, %c : index
  %first = arith.addi %start, %t : index
  %step = arith.muli %g, %c : index
  loop.for %i = %first to %n step %step {
    %v = mem.load %x[%i] : memref<?{n}xf32>
    %w = arith.mulf %v, %v : f32
    mem.store %w, %y[%i] : memref<?{n}xf32>
    loop.yield
  }
  kernel.return
}
kernel.func @u1(%x: memref<?{n}xf32>, %y: memref<?{n}xf32> {kernel.access = "inout"}, %n: index) attributes {block_size = array<i64: 128>} {
  %c = arith.constant 128 : index
  %one = arith.constant 1 : index
  %b = kernel.block_id x
  %g = kernel.grid_dim x
  %t = kernel.thread_id x
  %start = arith.muli %b, %c : index
  %first = arith.addi %start, %t : index
  %step = arith.muli %g, %c : index
  loop.for %i = %first to %n step %step {
    %v = mem.load %x[%i] : memref<?{n}xf32>
    %w = arith.mulf %v, %v : f32
    mem.store %w, %y[%i] : memref<?{n}xf32>
    loop.yield
  }
  kernel.return
}
func.func @unknown(%x: memref<?{n}xf32>, %z: memref<?{n}xf32>) {
  %c128 = arith.constant 128 : index
  %blocks = arith.constant 3 : index
  %more = arith.constant 4 : index
  %n = mem.extent [n] : index
  %y = mem.alloc : memref<?{n}xf32>
  kernel.launch @u0 grid(%blocks) block(%c128) args(%x, %y, %n) : (memref<?{n}xf32>, memref<?{n}xf32>, index) -> ()
  kernel.launch @u1 grid(%blocks) block(%c128) args(%y, %z, %n) : (memref<?{n}xf32>, memref<?{n}xf32>, index) -> ()
  return
}

// Other grids have other trips.
// CHECK: func.func @grids(
// CHECK-COUNT-2: kernel.launch
kernel.func @g0(%x: memref<?{n}xf32>, %y: memref<?{n}xf32> {kernel.access = "inout"}, %n: index) attributes {block_size = array<i64: 128>, tf.points} {
  %c = arith.constant 128 : index
  %one = arith.constant 1 : index
  %b = kernel.block_id x
  %g = kernel.grid_dim x
  %t = kernel.thread_id x
  %start = arith.muli %b, %c : index
  %first = arith.addi %start, %t : index
  %step = arith.muli %g, %c : index
  loop.for %i = %first to %n step %step {
    %v = mem.load %x[%i] : memref<?{n}xf32>
    %w = arith.mulf %v, %v : f32
    mem.store %w, %y[%i] : memref<?{n}xf32>
    loop.yield
  }
  kernel.return
}
kernel.func @g1(%x: memref<?{n}xf32>, %y: memref<?{n}xf32> {kernel.access = "inout"}, %n: index) attributes {block_size = array<i64: 128>, tf.points} {
  %c = arith.constant 128 : index
  %one = arith.constant 1 : index
  %b = kernel.block_id x
  %g = kernel.grid_dim x
  %t = kernel.thread_id x
  %start = arith.muli %b, %c : index
  %first = arith.addi %start, %t : index
  %step = arith.muli %g, %c : index
  loop.for %i = %first to %n step %step {
    %v = mem.load %x[%i] : memref<?{n}xf32>
    %w = arith.mulf %v, %v : f32
    mem.store %w, %y[%i] : memref<?{n}xf32>
    loop.yield
  }
  kernel.return
}
func.func @grids(%x: memref<?{n}xf32>, %z: memref<?{n}xf32>) {
  %c128 = arith.constant 128 : index
  %blocks = arith.constant 3 : index
  %more = arith.constant 4 : index
  %n = mem.extent [n] : index
  %y = mem.alloc : memref<?{n}xf32>
  kernel.launch @g0 grid(%blocks) block(%c128) args(%x, %y, %n) : (memref<?{n}xf32>, memref<?{n}xf32>, index) -> ()
  kernel.launch @g1 grid(%more) block(%c128) args(%y, %z, %n) : (memref<?{n}xf32>, memref<?{n}xf32>, index) -> ()
  return
}

// Something between them reads what the first wrote.
// CHECK: func.func @between(
// CHECK-COUNT-2: kernel.launch
kernel.func @b0(%x: memref<?{n}xf32>, %y: memref<?{n}xf32> {kernel.access = "inout"}, %n: index) attributes {block_size = array<i64: 128>, tf.points} {
  %c = arith.constant 128 : index
  %one = arith.constant 1 : index
  %b = kernel.block_id x
  %g = kernel.grid_dim x
  %t = kernel.thread_id x
  %start = arith.muli %b, %c : index
  %first = arith.addi %start, %t : index
  %step = arith.muli %g, %c : index
  loop.for %i = %first to %n step %step {
    %v = mem.load %x[%i] : memref<?{n}xf32>
    %w = arith.mulf %v, %v : f32
    mem.store %w, %y[%i] : memref<?{n}xf32>
    loop.yield
  }
  kernel.return
}
kernel.func @b1(%x: memref<?{n}xf32>, %y: memref<?{n}xf32> {kernel.access = "inout"}, %n: index) attributes {block_size = array<i64: 128>, tf.points} {
  %c = arith.constant 128 : index
  %one = arith.constant 1 : index
  %b = kernel.block_id x
  %g = kernel.grid_dim x
  %t = kernel.thread_id x
  %start = arith.muli %b, %c : index
  %first = arith.addi %start, %t : index
  %step = arith.muli %g, %c : index
  loop.for %i = %first to %n step %step {
    %v = mem.load %x[%i] : memref<?{n}xf32>
    %w = arith.mulf %v, %v : f32
    mem.store %w, %y[%i] : memref<?{n}xf32>
    loop.yield
  }
  kernel.return
}
func.func @between(%x: memref<?{n}xf32>, %z: memref<?{n}xf32>) {
  %c128 = arith.constant 128 : index
  %blocks = arith.constant 3 : index
  %more = arith.constant 4 : index
  %n = mem.extent [n] : index
  %y = mem.alloc : memref<?{n}xf32>
  kernel.launch @b0 grid(%blocks) block(%c128) args(%x, %y, %n) : (memref<?{n}xf32>, memref<?{n}xf32>, index) -> ()
  %v = mem.load %y[%blocks] : memref<?{n}xf32>
  mem.store %v, %x[%blocks] : memref<?{n}xf32>
  kernel.launch @b1 grid(%blocks) block(%c128) args(%y, %z, %n) : (memref<?{n}xf32>, memref<?{n}xf32>, index) -> ()
  return
}

// Trips that overlap are nobody's own: the step is that of other blocks.
// CHECK: func.func @overlap(
// CHECK-COUNT-2: kernel.launch
kernel.func @o0(%x: memref<?{n}xf32>, %y: memref<?{n}xf32> {kernel.access = "inout"}, %n: index) attributes {block_size = array<i64: 128>, tf.points} {
  %c = arith.constant 64 : index
  %one = arith.constant 1 : index
  %b = kernel.block_id x
  %g = kernel.grid_dim x
  %t = kernel.thread_id x
  %start = arith.muli %b, %c : index
  %first = arith.addi %start, %t : index
  %step = arith.muli %g, %c : index
  loop.for %i = %first to %n step %step {
    %v = mem.load %x[%i] : memref<?{n}xf32>
    %w = arith.mulf %v, %v : f32
    mem.store %w, %y[%i] : memref<?{n}xf32>
    loop.yield
  }
  kernel.return
}
kernel.func @o1(%x: memref<?{n}xf32>, %y: memref<?{n}xf32> {kernel.access = "inout"}, %n: index) attributes {block_size = array<i64: 128>, tf.points} {
  %c = arith.constant 64 : index
  %one = arith.constant 1 : index
  %b = kernel.block_id x
  %g = kernel.grid_dim x
  %t = kernel.thread_id x
  %start = arith.muli %b, %c : index
  %first = arith.addi %start, %t : index
  %step = arith.muli %g, %c : index
  loop.for %i = %first to %n step %step {
    %v = mem.load %x[%i] : memref<?{n}xf32>
    %w = arith.mulf %v, %v : f32
    mem.store %w, %y[%i] : memref<?{n}xf32>
    loop.yield
  }
  kernel.return
}
func.func @overlap(%x: memref<?{n}xf32>, %z: memref<?{n}xf32>) {
  %c128 = arith.constant 128 : index
  %blocks = arith.constant 3 : index
  %more = arith.constant 4 : index
  %n = mem.extent [n] : index
  %y = mem.alloc : memref<?{n}xf32>
  kernel.launch @o0 grid(%blocks) block(%c128) args(%x, %y, %n) : (memref<?{n}xf32>, memref<?{n}xf32>, index) -> ()
  kernel.launch @o1 grid(%blocks) block(%c128) args(%y, %z, %n) : (memref<?{n}xf32>, memref<?{n}xf32>, index) -> ()
  return
}
