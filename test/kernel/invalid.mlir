// RUN: tfopt %s --split-input-file --verify-diagnostics

// expected-error @below {{'kernel.func' op has results: a kernel writes to the memory of its arguments}}
"kernel.func"() <{sym_name = "k", function_type = () -> f32}> ({
  "kernel.return"() : () -> ()
}) : () -> ()

// -----

// expected-error @below {{'kernel.func' op has no body: a kernel is not declared, it is defined}}
"kernel.func"() <{sym_name = "k", function_type = () -> ()}> ({}) : () -> ()

// -----

// expected-error @below {{'kernel.func' op has a block whose arguments are not those of its signature}}
"kernel.func"() <{sym_name = "k", function_type = (f32) -> ()}> ({
^bb0(%x: i32):
  "kernel.return"() : () -> ()
}) : () -> ()

// -----

// expected-error @below {{'kernel.func' op takes tensor<4xf32> as argument #1: arguments of kernels are row-major memrefs and scalars}}
kernel.func @k(%a: f32, %x: tensor<4xf32>) {
  kernel.return
}

// -----

// expected-error @below {{'kernel.func' op says that it writes argument #0, a scalar: only memory is written}}
kernel.func @k(%a: f32 {kernel.access = "out"}) {
  kernel.return
}

// -----

// expected-error @below {{'kernel.func' op has the attribute kernel.access = "both" at argument #0: it is one of in, out, inout}}
kernel.func @k(%x: memref<4xf32> {kernel.access = "both"}) {
  kernel.return
}

// -----

// expected-error @below {{'kernel.func' op has a block_size of 4 numbers: a block has one to three axes}}
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

// expected-error @below {{'kernel.func' op has the launch bound max_threads = 2000: it is 1 to 1024}}
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
  // expected-error @below {{'kernel.thread_id' op stands outside of a kernel.func: only its threads know what it means}}
  %t = kernel.thread_id x
  return
}

// -----

kernel.func @k(%x: memref<4xf32>, %a: f32) {
  %t = kernel.thread_id x
  // expected-error @below {{'mem.store' op writes argument #0 of the kernel, which is only read: give the argument the attribute kernel.access = "out" or "inout"}}
  mem.store %a, %x[%t] : memref<4xf32>
  kernel.return
}

// -----

kernel.func @k(%x: memref<4xf32>, %y: memref<4xf32>, %c: i1) {
  // expected-error @below {{'arith.select' op gives a memref: in a kernel, memory is used where it was made}}
  %z = arith.select %c, %x, %y : memref<4xf32>
  kernel.return
}

// -----

kernel.func @k(%x: memref<4xf32>, %c: i1) {
  // expected-error @below {{'loop.while' op carries a memref: in a kernel, memory is used where it was made}}
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
  // expected-error @below {{'func.call' op hands a memref to a function: inline it into the kernel first}}
  func.call @f(%x) : (memref<4xf32>) -> ()
  kernel.return
}

// -----

kernel.func @k(%x: memref<?{n}xf32>) {
  // expected-error @below {{'mem.alloc' op cannot make memref<?{n}xf32> for each thread: arrays of a thread have constant extents}}
  %m = mem.alloc : memref<?{n}xf32>
  kernel.return
}

// -----

kernel.func @k() {
  %s = kernel.shared : memref<8192xf32>
  // expected-error @below {{'kernel.shared' op makes 65536 bytes of shared arrays: there are at most 49152; what is larger is dynamic shared memory (kernel.dynamic_shared)}}
  %t = kernel.shared : memref<8192xf32>
  kernel.return
}

// -----

kernel.func @k(%c: i1) {
  loop.if %c {
    // expected-error @below {{'kernel.shared' op stands inside a loop or a conditional: shared arrays stand directly in the kernel}}
    %s = kernel.shared : memref<32xf32>
    loop.yield
  }
  kernel.return
}

// -----

kernel.func @k(%x: memref<?{n}xf32>) {
  // expected-error @below {{'kernel.shared' op cannot share memref<?{n}xf32>: shared arrays have constant extents}}
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
  // expected-error @below {{'kernel.atomic' op changes elements of type i32 with f32}}
  %o = "kernel.atomic"(%a, %x, %t) <{kind = "add"}> : (f32, memref<4xi32>, index) -> i32
  kernel.return
}

// -----

kernel.func @k(%x: memref<4xi1> {kernel.access = "inout"}, %a: i1) {
  %t = kernel.thread_id x
  // expected-error @below {{'kernel.atomic' op cannot change i1 atomically: keep flags in i8 or i32}}
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
  // expected-error @below {{'kernel.shuffle' op hands f32 to other threads, but its result is f64}}
  %b = "kernel.shuffle"(%a, %t) <{mode = "up"}> : (f32, index) -> f64
  kernel.return
}

// -----

kernel.func @k(%a: f32) {
  // expected-error @below {{'kernel.warp_reduce' op cannot combine the values of a warp of type f32 with xor}}
  %b = kernel.warp_reduce xor %a : f32
  kernel.return
}

// -----

// What decides about a barrier is the same in all threads of a block.
kernel.func @conditional(%x: memref<32xf32>, %n: index) {
  // expected-note @below {{because of this value}}
  %t = kernel.thread_id x
  %in = arith.cmpi slt, %t, %n : index
  // expected-note @below {{threads part here}}
  loop.if %in {
    // expected-error @below {{'kernel.barrier' op is not reached by all threads of a block together: what decides about it differs from thread to thread}}
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
  // expected-note @below {{threads part here}}
  loop.for %i = %c0 to %sum step %c1 {
    // expected-error @below {{'kernel.barrier' op is not reached by all threads of a block together: what decides about it differs from thread to thread}}
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
  // expected-error @below {{'kernel.launch' op stands in a kernel: kernels do not launch kernels}}
  kernel.launch @k grid(%c1) block(%c1) args(%x, %y) : (memref<?{n}xf32>, memref<?{n}xf32>) -> ()
  kernel.return
}

// -----

func.func @f(%g: index) {
  // expected-error @below {{'kernel.launch' op has 4 numbers for its grid: give one for each of one to three axes}}
  kernel.launch @k grid(%g, %g, %g, %g) block(%g) args() : () -> ()
  return
}

// -----

kernel.func @copy() {
  kernel.return
}
func.func @f(%g: index) {
  // expected-error @+2 {{'kernel.launch' op launches 'cpy', which is no kernel.func}}
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
  // expected-error @below {{'kernel.launch' op hands 1 arguments to a kernel that takes 2}}
  kernel.launch @k grid(%g) block(%g) args(%x) : (memref<4xf32>) -> ()
  return
}

// -----

// expected-note @below {{the kernel is defined here}}
kernel.func @k(%x: memref<?{n}xf32>, %y: memref<?{n}xf32> {kernel.access = "out"}) {
  kernel.return
}
func.func @f(%g: index, %x: memref<4xf32>, %y: memref<5xf32>) {
  // expected-error @below {{'kernel.launch' op hands memref<5xf32> to the kernel as argument #1, which takes memref<4xf32>}}
  kernel.launch @k grid(%g) block(%g) args(%x, %y) : (memref<4xf32>, memref<5xf32>) -> ()
  return
}

// -----

// expected-note @below {{the kernel is defined here}}
kernel.func @k(%x: memref<?{n}xf32>, %y: memref<?{n}xf32> {kernel.access = "out"}) {
  kernel.return
}
func.func @f(%g: index, %x: tensor<4xf32>) {
  // expected-error @below {{'kernel.launch' op has 0 results, but the kernel writes 1 of its arguments}}
  kernel.launch @k grid(%g) block(%g) args(%x) : (tensor<4xf32>) -> ()
  return
}

// -----

// expected-note @below {{the kernel is defined here}}
kernel.func @k(%x: memref<?{n}xf32>, %y: memref<?{n}xf32> {kernel.access = "out"}) {
  kernel.return
}
func.func @f(%g: index, %x: tensor<4xf32>) -> tensor<5xf32> {
  // expected-error @below {{'kernel.launch' op gives tensor<5xf32> as result #0, but the kernel writes tensor<4xf32>}}
  %y = kernel.launch @k grid(%g) block(%g) args(%x) : (tensor<4xf32>) -> tensor<5xf32>
  return %y : tensor<5xf32>
}

// -----

// expected-note @below {{the kernel is defined here}}
kernel.func @k(%x: memref<?{n}xf32> {kernel.access = "inout"}) {
  kernel.return
}
func.func @f(%g: index, %x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{'kernel.launch' op does not say which arguments the kernel changes: changes = [0]}}
  %y = kernel.launch @k grid(%g) block(%g) args(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// expected-note @below {{the kernel is defined here}}
kernel.func @k(%x: memref<?{n}xf32> {kernel.access = "inout"}) {
  kernel.return
}
func.func @f(%g: index, %x: memref<4xf32>) {
  // expected-error @below {{'kernel.launch' op says what it changes, but writes to memory: only results need that}}
  kernel.launch @k grid(%g) block(%g) args(%x) changes = [0] : (memref<4xf32>) -> ()
  return
}

// -----

// expected-note @below {{the kernel is defined here}}
kernel.func @k(%y: memref<?{n}xf32> {kernel.access = "out"}, %x: memref<?{n}xf32>) {
  kernel.return
}
func.func @f(%g: index, %x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{'kernel.launch' op is on tensors, but argument #0 of the kernel, which it only writes, stands before argument #1: those that are only written come last}}
  %y = kernel.launch @k grid(%g) block(%g) args(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

kernel.func @k(%x: memref<4xf16> {kernel.access = "inout"}) {
  %c0 = arith.constant 0 : index
  // expected-error @below {{'kernel.load_acquire' op hands over elements of 32 or 64 bits, not of type f16}}
  %v = kernel.load_acquire %x[%c0] : memref<4xf16>
  kernel.return
}

// -----

kernel.func @k(%x: memref<4xi8> {kernel.access = "inout"}, %v: i8) {
  %c0 = arith.constant 0 : index
  // expected-error @below {{'kernel.store_release' op hands over elements of 32 or 64 bits, not of type i8}}
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
  // expected-note @below {{threads part here}}
  loop.if %set {
    // expected-error @below {{'kernel.barrier' op is not reached by all threads of a block together}}
    kernel.barrier
    loop.yield
  }
  kernel.return
}

// -----

kernel.func @k() {
  // expected-error @below {{'kernel.end_if_stopped' op looks each 0 times: that is 1 to 2147483647}}
  kernel.end_if_stopped {every = 0 : i64}
  kernel.return
}

// -----

func.func @f() {
  // expected-error @below {{'kernel.end_if_stopped' op stands outside of a kernel.func}}
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
  // expected-note @below {{threads part here}}
  loop.if %first {
    // expected-error @below {{'kernel.end_if_stopped' op is not reached by all threads of a block together}}
    kernel.end_if_stopped {every = 1 : i64, together}
    loop.yield
  }
  kernel.return
}
