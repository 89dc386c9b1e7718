// RUN: tfopt %s --split-input-file --verify-diagnostics

// expected-error @below {{'kernel.func' op has results: a kernel writes its results to memory arguments}}
"kernel.func"() <{sym_name = "k", function_type = () -> f32}> ({
  "kernel.return"() : () -> ()
}) : () -> ()

// -----

// expected-error @below {{'kernel.func' op has no body: a kernel needs a definition}}
"kernel.func"() <{sym_name = "k", function_type = () -> ()}> ({}) : () -> ()

// -----

// expected-error @below {{'kernel.func' op has an entry block whose arguments differ from its signature}}
"kernel.func"() <{sym_name = "k", function_type = (f32) -> ()}> ({
^bb0(%x: i32):
  "kernel.return"() : () -> ()
}) : () -> ()

// -----

// expected-error @below {{'kernel.func' op has argument #1 of type tensor<4xf32>: kernels take row-major memrefs and scalars}}
kernel.func @k(%a: f32, %x: tensor<4xf32>) {
  kernel.return
}

// -----

// expected-error @below {{'kernel.func' op declares a write to argument #0, a scalar: only memory can be written}}
kernel.func @k(%a: f32 {kernel.access = "out"}) {
  kernel.return
}

// -----

// expected-error @below {{'kernel.func' op has the attribute kernel.access = "both" at argument #0: valid are in, out, inout}}
kernel.func @k(%x: memref<4xf32> {kernel.access = "both"}) {
  kernel.return
}

// -----

// expected-error @below {{'kernel.func' op has a block_size with 4 entries: a block has 1 to 3 axes}}
kernel.func @k() attributes {block_size = array<i64: 1, 1, 1, 1>} {
  kernel.return
}

// -----

// expected-error @below {{'kernel.func' op has a block_size of 128 threads along z: a block has 1 to 64}}
kernel.func @k() attributes {block_size = array<i64: 1, 1, 128>} {
  kernel.return
}

// -----

// expected-error @below {{'kernel.func' op has a block_size of 64 x 32 x 1 = 2048 threads: a block has at most 1024}}
kernel.func @k() attributes {block_size = array<i64: 64, 32>} {
  kernel.return
}

// -----

// expected-error @below {{'kernel.func' op has the launch bound max_threads = 2000: valid are 1 to 1024}}
kernel.func @k() attributes {max_threads = 2000 : i64} {
  kernel.return
}

// -----

func.func @f() {
  // expected-error @below {{'kernel.return' op expects parent op kernel.func}}
  kernel.return
}

// -----

func.func @f() {
  // expected-error @below {{'kernel.thread_id' op is outside a kernel.func: only the threads of a kernel can execute it}}
  %t = kernel.thread_id x
  return
}

// -----

kernel.func @k(%x: memref<4xf32>, %a: f32) {
  %t = kernel.thread_id x
  // expected-error @below {{'mem.store' op writes the read-only argument #0 of the kernel: give the argument the attribute kernel.access = "out" or "inout"}}
  mem.store %a, %x[%t] : memref<4xf32>
  kernel.return
}

// -----

kernel.func @k(%x: memref<4xf32>, %y: memref<4xf32>, %c: i1) {
  // expected-error @below {{'arith.select' op has a memref as a result: in a kernel, use memory only where it is allocated}}
  %z = arith.select %c, %x, %y : memref<4xf32>
  kernel.return
}

// -----

kernel.func @k(%x: memref<4xf32>, %c: i1) {
  // expected-error @below {{'loop.while' op carries a memref: in a kernel, use memory only where it is allocated}}
  loop.while (%m = %x) : (memref<4xf32>) -> () {
    loop.condition %c
  } do () {
    loop.yield %x : memref<4xf32>
  }
  kernel.return
}

// -----

func.func private @f(%x: memref<4xf32>) {
  return
}
kernel.func @k(%x: memref<4xf32>) {
  // expected-error @below {{'func.call' op passes a memref to a function: inline the function into the kernel first}}
  func.call @f(%x) : (memref<4xf32>) -> ()
  kernel.return
}

// -----

kernel.func @k(%x: memref<?{n}xf32>) {
  // expected-error @below {{'mem.alloc' op cannot allocate memref<?{n}xf32> for each thread: arrays of a thread need constant extents}}
  %m = mem.alloc : memref<?{n}xf32>
  kernel.return
}

// -----

kernel.func @k() {
  %s = kernel.shared : memref<8192xf32>
  // expected-error @below {{'kernel.shared' op declares 65536 bytes of shared arrays, but the limit is 49152: use dynamic shared memory for more (kernel.dynamic_shared)}}
  %t = kernel.shared : memref<8192xf32>
  kernel.return
}

// -----

kernel.func @k(%c: i1) {
  loop.if %c {
    // expected-error @below {{'kernel.shared' op is inside a loop or a conditional: declare shared arrays directly in the kernel}}
    %s = kernel.shared : memref<32xf32>
    loop.yield
  }
  kernel.return
}

// -----

kernel.func @k(%x: memref<?{n}xf32>) {
  // expected-error @below {{'kernel.shared' op cannot share memref<?{n}xf32>: shared arrays need constant extents}}
  %s = kernel.shared : memref<?{n}xf32>
  kernel.return
}

// -----

kernel.func @subscripts(%x: memref<4x4xi32> {kernel.access = "inout"}, %a: i32) {
  %t = kernel.thread_id x
  // expected-error @below {{'kernel.atomic' op has 1 subscripts for memref<4x4xi32>: give one per axis}}
  %o = kernel.atomic add %a, %x[%t] : memref<4x4xi32>
  kernel.return
}

// -----

kernel.func @k(%x: memref<4xi32> {kernel.access = "inout"}, %a: f32) {
  %t = kernel.thread_id x
  // expected-error @below {{'kernel.atomic' op updates elements of type i32 with a value of type f32}}
  %o = "kernel.atomic"(%a, %x, %t) <{kind = "add"}> : (f32, memref<4xi32>, index) -> i32
  kernel.return
}

// -----

kernel.func @k(%x: memref<4xi1> {kernel.access = "inout"}, %a: i1) {
  %t = kernel.thread_id x
  // expected-error @below {{'kernel.atomic' op cannot update i1 atomically: store flags as i8 or i32}}
  %o = kernel.atomic or %a, %x[%t] : memref<4xi1>
  kernel.return
}

// -----

kernel.func @k(%x: memref<4xf32> {kernel.access = "inout"}, %a: f32) {
  %t = kernel.thread_id x
  // expected-error @below {{'kernel.atomic' op cannot combine elements of type f32 with and}}
  %o = kernel.atomic and %a, %x[%t] : memref<4xf32>
  kernel.return
}

// -----

kernel.func @k(%a: f32) {
  %t = kernel.thread_id x
  // expected-error @below {{'kernel.shuffle' op shuffles values of type f32, but its result is f64}}
  %b = "kernel.shuffle"(%a, %t) <{mode = "up"}> : (f32, index) -> f64
  kernel.return
}

// -----

kernel.func @k(%a: f32) {
  // expected-error @below {{'kernel.warp_reduce' op cannot reduce values of type f32 of a warp with xor}}
  %b = kernel.warp_reduce xor %a : f32
  kernel.return
}

// -----

// What decides about a barrier is the same in all threads of a block.
kernel.func @conditional(%x: memref<32xf32>, %n: index) {
  // expected-note @below {{because of this value}}
  %t = kernel.thread_id x
  %in = arith.cmpi slt, %t, %n : index
  // expected-note @below {{threads diverge here}}
  loop.if %in {
    // expected-error @below {{'kernel.barrier' op is not reached by all threads of a block together: its condition differs from thread to thread}}
    kernel.barrier
    loop.yield
  }
  kernel.return
}

// -----

// Through a loop: how often it runs is what another loop computes of lanes.
kernel.func @loops(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-note @below {{because of this value}}
  %l = kernel.lane_id
  %sum = loop.for %i = %c0 to %n step %c1 iter_args(%s = %c0) -> (index) {
    %next = arith.addi %s, %l : index
    loop.yield %next : index
  }
  // expected-note @below {{threads diverge here}}
  loop.for %i = %c0 to %sum step %c1 {
    // expected-error @below {{'kernel.barrier' op is not reached by all threads of a block together: its condition differs from thread to thread}}
    kernel.barrier
    loop.yield
  }
  kernel.return
}

// -----

// What all threads read at one place, and what blocks are numbered by, is the same in all of them.
kernel.func @uniform(%x: memref<32xindex>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = kernel.block_id x
  %m = mem.load %x[%b] : memref<32xindex>
  loop.for %i = %b to %m step %c1 {
    %go = arith.cmpi slt, %i, %n : index
    loop.if %go {
      kernel.barrier
      loop.yield
    }
    loop.yield
  }
  kernel.return
}

// -----

kernel.func @k(%x: memref<?{n}xf32>, %y: memref<?{n}xf32> {kernel.access = "out"}) attributes {max_threads = 64 : i64} {
  %c1 = arith.constant 1 : index
  // expected-error @below {{'kernel.launch' op is inside a kernel: kernels cannot launch kernels}}
  kernel.launch @k grid(%c1) block(%c1) args(%x, %y) : (memref<?{n}xf32>, memref<?{n}xf32>) -> ()
  kernel.return
}

// -----

func.func @f(%g: index) {
  // expected-error @below {{'kernel.launch' op has 4 sizes for its grid: give one size for each of 1 to 3 axes}}
  kernel.launch @k grid(%g, %g, %g, %g) block(%g) args() : () -> ()
  return
}

// -----

kernel.func @copy() {
  kernel.return
}
func.func @f(%g: index) {
  // expected-error @+2 {{'kernel.launch' op launches 'cpy', which is not a kernel.func}}
  // expected-note @below {{did you mean '@copy'?}}
  kernel.launch @cpy grid(%g) block(%g) args() : () -> ()
  return
}

// -----

// expected-note @below {{the kernel is defined here}}
kernel.func @k(%x: memref<?{n}xf32>, %y: memref<?{n}xf32> {kernel.access = "out"}) {
  kernel.return
}
func.func @f(%g: index, %x: memref<4xf32>) {
  // expected-error @below {{'kernel.launch' op passes 1 arguments to a kernel that takes 2}}
  kernel.launch @k grid(%g) block(%g) args(%x) : (memref<4xf32>) -> ()
  return
}

// -----

// expected-note @below {{the kernel is defined here}}
kernel.func @k(%x: memref<?{n}xf32>, %y: memref<?{n}xf32> {kernel.access = "out"}) {
  kernel.return
}
func.func @f(%g: index, %x: memref<4xf32>, %y: memref<5xf32>) {
  // expected-error @below {{'kernel.launch' op passes memref<5xf32> as argument #1 of the kernel, which has type memref<4xf32>}}
  kernel.launch @k grid(%g) block(%g) args(%x, %y) : (memref<4xf32>, memref<5xf32>) -> ()
  return
}

// -----

// expected-note @below {{the kernel is defined here}}
kernel.func @k(%x: memref<?{n}xf32>, %y: memref<?{n}xf32> {kernel.access = "out"}) {
  kernel.return
}
func.func @f(%g: index, %x: tensor<4xf32>) {
  // expected-error @below {{'kernel.launch' op has 0 results, but the kernel writes 1 arguments}}
  kernel.launch @k grid(%g) block(%g) args(%x) : (tensor<4xf32>) -> ()
  return
}

// -----

// expected-note @below {{the kernel is defined here}}
kernel.func @k(%x: memref<?{n}xf32>, %y: memref<?{n}xf32> {kernel.access = "out"}) {
  kernel.return
}
func.func @f(%g: index, %x: tensor<4xf32>) -> tensor<5xf32> {
  // expected-error @below {{'kernel.launch' op has result #0 of type tensor<5xf32>, but the kernel writes tensor<4xf32>}}
  %y = kernel.launch @k grid(%g) block(%g) args(%x) : (tensor<4xf32>) -> tensor<5xf32>
  return %y : tensor<5xf32>
}

// -----

// expected-note @below {{the kernel is defined here}}
kernel.func @k(%x: memref<?{n}xf32> {kernel.access = "inout"}) {
  kernel.return
}
func.func @f(%g: index, %x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{'kernel.launch' op does not list the arguments that the kernel updates: write changes = [0]}}
  %y = kernel.launch @k grid(%g) block(%g) args(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// expected-note @below {{the kernel is defined here}}
kernel.func @k(%x: memref<?{n}xf32> {kernel.access = "inout"}) {
  kernel.return
}
func.func @f(%g: index, %x: memref<4xf32>) {
  // expected-error @below {{'kernel.launch' op has the attribute 'changes', but works on memrefs: only a launch on tensors needs it}}
  kernel.launch @k grid(%g) block(%g) args(%x) changes = [0] : (memref<4xf32>) -> ()
  return
}

// -----

// expected-note @below {{the kernel is defined here}}
kernel.func @k(%y: memref<?{n}xf32> {kernel.access = "out"}, %x: memref<?{n}xf32>) {
  kernel.return
}
func.func @f(%g: index, %x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{'kernel.launch' op works on tensors, but the kernel's write-only argument #0 precedes argument #1: write-only arguments must come last}}
  %y = kernel.launch @k grid(%g) block(%g) args(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

kernel.func @k(%x: memref<4xf16> {kernel.access = "inout"}) {
  %c0 = arith.constant 0 : index
  // expected-error @below {{'kernel.load_acquire' op takes elements of 32 or 64 bits, not of type f16}}
  %v = kernel.load_acquire %x[%c0] : memref<4xf16>
  kernel.return
}

// -----

kernel.func @k(%x: memref<4xi8> {kernel.access = "inout"}, %v: i8) {
  %c0 = arith.constant 0 : index
  // expected-error @below {{'kernel.store_release' op takes elements of 32 or 64 bits, not of type i8}}
  kernel.store_release %v, %x[%c0] : memref<4xi8>
  kernel.return
}

// -----

// A flag differs from thread to thread: who reads it later may see more.
kernel.func @k(%x: memref<4xi32> {kernel.access = "inout"}, %zero: i32) {
  %c0 = arith.constant 0 : index
  // expected-note @below {{because of this value}}
  %v = kernel.load_acquire %x[%c0] : memref<4xi32>
  %set = arith.cmpi ne, %v, %zero : i32
  // expected-note @below {{threads diverge here}}
  loop.if %set {
    // expected-error @below {{'kernel.barrier' op is not reached by all threads of a block together}}
    kernel.barrier
    loop.yield
  }
  kernel.return
}

// -----

kernel.func @k() {
  // expected-error @below {{'kernel.end_if_stopped' op has a polling period of 0: valid are 1 to 2147483647}}
  kernel.end_if_stopped {every = 0 : i64}
  kernel.return
}

// -----

func.func @f() {
  // expected-error @below {{'kernel.end_if_stopped' op is outside a kernel.func}}
  kernel.end_if_stopped {every = 1 : i64}
  return
}

// -----

// Those that part do not end together.
kernel.func @k() {
  // expected-note @below {{because of this value}}
  %t = kernel.thread_id x
  %c0 = arith.constant 0 : index
  %first = arith.cmpi eq, %t, %c0 : index
  // expected-note @below {{threads diverge here}}
  loop.if %first {
    // expected-error @below {{'kernel.end_if_stopped' op is not reached by all threads of a block together}}
    kernel.end_if_stopped {every = 1 : i64, together}
    loop.yield
  }
  kernel.return
}
