// RUN: tfopt %s --split-input-file --verify-diagnostics

// expected-error @below {{'kernel.func' op has a cluster_size with 4 entries: a cluster has 1 to 3 axes}}
kernel.func @k() attributes {cluster_size = array<i64: 1, 1, 1, 1>} {
  kernel.return
}

// -----

// expected-error @below {{'kernel.func' op has a cluster_size of 0 blocks along y: a cluster has at least 1}}
kernel.func @k() attributes {cluster_size = array<i64: 2, 0>} {
  kernel.return
}

// -----

// expected-error @below {{'kernel.func' op has a cluster_size of -2 blocks: a cluster has at least 1}}
kernel.func @k() attributes {cluster_size = array<i64: -2>} {
  kernel.return
}

// -----

// expected-error @below {{'kernel.func' op has a cluster_size of 4 x 4 x 1 = 16 blocks: a cluster has at most 8 on every GPU that has clusters; with the attribute large_clusters, 16 on some of them}}
kernel.func @k() attributes {cluster_size = array<i64: 4, 4>} {
  kernel.return
}

// -----

kernel.func @sixteen() attributes {cluster_size = array<i64: 4, 4>, large_clusters} {
  kernel.return
}
// expected-error @below {{'kernel.func' op has a cluster_size of 4 x 4 x 2 = 32 blocks: a cluster has at most 16}}
kernel.func @k() attributes {cluster_size = array<i64: 4, 4, 2>, large_clusters} {
  kernel.return
}

// -----

// expected-error @below {{'kernel.func' op allows large clusters, but has no clusters: set cluster_size to their blocks}}
kernel.func @k() attributes {large_clusters} {
  kernel.return
}

// -----

kernel.func @k() {
  // expected-error @below {{'kernel.cluster_rank' op needs a cluster, but the kernel has none: set its attribute cluster_size to the blocks of a cluster along x, y and z}}
  %r = kernel.cluster_rank
  kernel.return
}

// -----

func.func @f() {
  // expected-error @below {{'kernel.cluster_barrier' op is outside a kernel.func}}
  kernel.cluster_barrier
  return
}

// -----

kernel.func @k(%y: memref<4xi32> {kernel.access = "inout"}, %one: i32) {
  %c0 = arith.constant 0 : index
  // expected-error @below {{'kernel.atomic' op has the scope 'cluster', but the kernel has no clusters: set the kernel's attribute cluster_size, or use another scope}}
  %o = kernel.atomic add %one, %y[%c0] scope cluster : memref<4xi32>
  kernel.return
}

// -----

kernel.func @k(%y: memref<4xi32>) attributes {cluster_size = array<i64: 2>} {
  %c0 = arith.constant 0 : index
  // expected-error @below {{'kernel.cluster_shared' op needs a shared array as its operand, not memref<4xi32>: create one with kernel.shared or kernel.dynamic_shared}}
  %o = kernel.cluster_shared %y, %c0 : memref<4xi32>
  kernel.return
}

// -----

kernel.func @k() attributes {cluster_size = array<i64: 2>} {
  %c0 = arith.constant 0 : index
  %s = kernel.shared : memref<4xi32>
  // expected-error @below {{'kernel.cluster_shared' op has type memref<4xf32> for an array of type memref<4xi32>}}
  %o = "kernel.cluster_shared"(%s, %c0) : (memref<4xi32>, index) -> memref<4xf32>
  kernel.return
}

// -----

kernel.func @k() attributes {cluster_size = array<i64: 2>} {
  // expected-error @below {{'kernel.cluster_arrive' op has no matching kernel.cluster_wait: write one after it in the same block of code}}
  kernel.cluster_arrive
  kernel.return
}

// -----

kernel.func @k() attributes {cluster_size = array<i64: 2>} {
  // expected-error @below {{'kernel.cluster_arrive' op has no matching kernel.cluster_wait: another barrier of the cluster follows first}}
  kernel.cluster_arrive
  // expected-note @below {{here}}
  kernel.cluster_barrier
  // expected-error @below {{'kernel.cluster_wait' op has no matching kernel.cluster_arrive}}
  kernel.cluster_wait
  kernel.return
}

// -----

kernel.func @k() attributes {cluster_size = array<i64: 2>} {
  kernel.cluster_arrive
  kernel.cluster_wait
  // expected-error @below {{'kernel.cluster_wait' op has no matching kernel.cluster_arrive: write one before it in the same block of code}}
  kernel.cluster_wait
  kernel.return
}

// -----

kernel.func @k() attributes {cluster_size = array<i64: 2>} {
  %c0 = arith.constant 0 : index
  // expected-note @below {{because of this value}}
  %r = kernel.cluster_rank
  %p = arith.cmpi eq, %r, %c0 : index
  // expected-note @below {{threads diverge here}}
  loop.if %p {
    kernel.barrier
    // expected-error @below {{'kernel.cluster_barrier' op is not reached by all threads of a cluster together: its condition differs from thread to thread or block to block}}
    kernel.cluster_barrier
    loop.yield
  }
  kernel.return
}

// -----

kernel.func @k(%one: i32) attributes {cluster_size = array<i64: 2>} {
  %c0 = arith.constant 0 : index
  %s = kernel.shared : memref<4xi32>
  // expected-note @below {{because of this value}}
  %v = mem.load %s[%c0] : memref<4xi32>
  %p = arith.cmpi eq, %v, %one : i32
  // expected-note @below {{threads diverge here}}
  loop.if %p {
    // expected-error @below {{'kernel.cluster_barrier' op is not reached by all threads of a cluster together}}
    kernel.cluster_barrier
    loop.yield
  }
  kernel.return
}

// -----

// What all blocks read of one of them is the same for all.
kernel.func @same(%one: i32) attributes {cluster_size = array<i64: 2>} {
  %c0 = arith.constant 0 : index
  %s = kernel.shared : memref<4xi32>
  %first = kernel.cluster_shared %s, %c0 : memref<4xi32>
  %v = mem.load %first[%c0] : memref<4xi32>
  %p = arith.cmpi eq, %v, %one : i32
  loop.if %p {
    kernel.cluster_barrier
    loop.yield
  }
  kernel.return
}

// -----

kernel.func @k(%x: memref<8x32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = kernel.shared : memref<8x32xf32>
  %b = kernel.shared : memref<1xi64>
  // expected-error @below {{'kernel.bulk_copy' op copies a box to several blocks of a cluster, but the kernel has no clusters: set its attribute cluster_size to the blocks of a cluster along x, y and z}}
  kernel.bulk_copy %x[%c0, %c0] to %s[] arrives %b[%c0] multicast %c1 : memref<8x32xf32>, memref<8x32xf32>, memref<1xi64>
  kernel.return
}

// -----

kernel.func @k() attributes {cluster_size = array<i64: 2>} {
  %c0 = arith.constant 0 : index
  %b = kernel.shared : memref<1xi64>
  %there = kernel.cluster_shared %b, %c0 : memref<1xi64>
  // expected-error @below {{'kernel.mbarrier_init' op uses a barrier of another block: only kernel.mbarrier_arrive can; initialize, wait for and signal by copies only the block's own barriers}}
  kernel.mbarrier_init %there[%c0] count = 1 : memref<1xi64>
  kernel.return
}

// -----

kernel.func @k() attributes {cluster_size = array<i64: 2>} {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i64
  %b = kernel.shared : memref<1xi64>
  // expected-error @below {{'kernel.mbarrier_init' op has a barrier in an array with other accesses: give barriers a separate array}}
  kernel.mbarrier_init %b[%c0] count = 1 : memref<1xi64>
  // expected-note @below {{the other access is here}}
  %there = kernel.cluster_shared %b, %c0 : memref<1xi64>
  mem.store %zero, %there[%c0] : memref<1xi64>
  kernel.return
}
