// RUN: tfrun %s --device=interp --entry=main | FileCheck %s
// RUN: tfrun %s --device=simt-compiled --entry=main | FileCheck %s
// RUN: tfopt %s --emit=ptx --arch=sm_80 -o %t.ptx && %ptxas -arch=sm_80 -o %t.cubin %t.ptx
// RUN: FileCheck %s --check-prefix=PTX --input-file=%t.ptx
// RUN: not tfrun %s --device=interp --entry=without_flag 2>&1 | FileCheck %s --check-prefix=WITHOUT_FLAG
// RUN: not tfrun %s --device=interp --entry=written_behind 2>&1 | FileCheck %s --check-prefix=WRITTEN_BEHIND
// RUN: not tfrun %s --device=interp --entry=other_thread 2>&1 | FileCheck %s --check-prefix=OTHER_THREAD
// RUN: not tfrun %s --device=interp --entry=acquired_by_one 2>&1 | FileCheck %s --check-prefix=ACQUIRED_BY_ONE
// RUN: not tfrun %s --device=interp --entry=narrow_scope 2>&1 | FileCheck %s --check-prefix=NARROW_SCOPE
// RUN: not tfrun %s --device=interp --entry=never --max-steps=100000 2>&1 | FileCheck %s --check-prefix=NEVER

// Blocks that hand sums to each other: each adds its own number to what the one before has said. They take
// numbers when they begin, so whom they wait for is there already. The threads of a block see behind a
// barrier what one of them has acquired.

// CHECK: 1 {{ *}}3 {{ *}}6 {{ *}}10 {{ *}}15
// PTX: atom.global.add.u32
// PTX: ld.acquire.gpu.global.b32
// PTX: st.release.gpu.global.b32
kernel.func @chain(%state: memref<6xi32> {kernel.access = "inout"}, %sums: memref<5xi32> {kernel.access = "out"}) attributes {block_size = array<i64: 2>} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %slot = kernel.shared : memref<1xi32>
  %t = kernel.thread_id x
  %leads = arith.cmpi eq, %t, %c0 : index
  loop.if %leads {
    %taken = kernel.atomic add %one, %state[%c0] : memref<6xi32>
    mem.store %taken, %slot[%c0] : memref<1xi32>
    loop.yield
  }
  kernel.barrier
  %number = mem.load %slot[%c0] : memref<1xi32>
  %i = arith.index_cast %number : i32 to index
  %has = arith.cmpi sgt, %i, %c0 : index
  %waits = arith.andi %leads, %has : i1
  loop.if %waits {
    %set = kernel.load_acquire %state[%i] : memref<6xi32>
    %last = loop.while (%seen = %set) : (i32) -> (i32) {
      %goes_on = arith.cmpi eq, %seen, %zero : i32
      loop.condition %goes_on, %seen : i32
    } do (%seen: i32) {
      %again = kernel.load_acquire %state[%i] : memref<6xi32>
      loop.yield %again : i32
    }
    loop.yield
  }
  kernel.barrier
  // The other thread reads what the first one has acquired, and the first one says that it is done.
  %acts = arith.cmpi eq, %t, %c1 : index
  loop.if %acts {
    %before = loop.if %has -> (i32) {
      %p = arith.subi %i, %c1 : index
      %v = mem.load %sums[%p] : memref<5xi32>
      loop.yield %v : i32
    } else {
      loop.yield %zero : i32
    }
    %own = arith.addi %number, %one : i32
    %sum = arith.addi %before, %own : i32
    mem.store %sum, %sums[%i] : memref<5xi32>
    loop.yield
  }
  kernel.barrier
  loop.if %leads {
    %next = arith.addi %i, %c1 : index
    kernel.store_release %one, %state[%next] : memref<6xi32>
    loop.yield
  }
  kernel.return
}
func.func @main() -> tensor<5xi32> {
  %grid = arith.constant 5 : index
  %block = arith.constant 2 : index
  %zero = arith.constant dense<0> : tensor<6xi32>
  %state, %sums = kernel.launch @chain grid(%grid) block(%block) args(%zero) changes = [0] : (tensor<6xi32>) -> (tensor<6xi32>, tensor<5xi32>)
  return %sums : tensor<5xi32>
}

// What is wrong: the reader does not look at the flag; the write comes behind it; another thread than the one
// that sets it has written; the reader is another thread than the one that has looked; the flag is one for
// its own block only; nobody sets it.

// WITHOUT_FLAG: error: 'mem.load' op is a data race: thread (0, 0, 0) of block (1, 0, 0) reads element [0], and thread (0, 0, 0) of block (0, 0, 0) writes it: blocks run in no order
kernel.func @k_without_flag(%flag: memref<1xi32> {kernel.access = "inout"}, %x: memref<1xi32> {kernel.access = "inout"}, %y: memref<2xi32> {kernel.access = "out"}) {
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = kernel.thread_id x
  %b = kernel.block_id x
  %n = kernel.block_dim x
  %far = arith.muli %b, %n : index
  %first = arith.cmpi eq, %b, %c0 : index
  %leads = arith.cmpi eq, %t, %c0 : index
  %follows = arith.cmpi ne, %t, %c0 : index
  %second = arith.cmpi ne, %b, %c0 : index
  %sets = arith.andi %first, %leads : i1
  %other = arith.andi %first, %follows : i1
  %waits = arith.andi %second, %leads : i1
  %reads = arith.andi %second, %follows : i1
  loop.if %sets {
    mem.store %one, %x[%c0] : memref<1xi32>
    kernel.store_release %one, %flag[%c0] : memref<1xi32>
    loop.yield
  }
  loop.if %waits {
    %v = mem.load %x[%c0] : memref<1xi32>
    mem.store %v, %y[%b] : memref<2xi32>
    loop.yield
  }
  kernel.return
}
func.func @without_flag() -> tensor<2xi32> {
  %grid = arith.constant 2 : index
  %block = arith.constant 2 : index
  %zero = arith.constant dense<0> : tensor<1xi32>
  %flag, %x, %y = kernel.launch @k_without_flag grid(%grid) block(%block) args(%zero, %zero) changes = [0, 1] : (tensor<1xi32>, tensor<1xi32>) -> (tensor<1xi32>, tensor<1xi32>, tensor<2xi32>)
  return %y : tensor<2xi32>
}

// WRITTEN_BEHIND: error: 'mem.load' op is a data race
kernel.func @k_written_behind(%flag: memref<1xi32> {kernel.access = "inout"}, %x: memref<1xi32> {kernel.access = "inout"}, %y: memref<2xi32> {kernel.access = "out"}) {
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = kernel.thread_id x
  %b = kernel.block_id x
  %n = kernel.block_dim x
  %far = arith.muli %b, %n : index
  %first = arith.cmpi eq, %b, %c0 : index
  %leads = arith.cmpi eq, %t, %c0 : index
  %follows = arith.cmpi ne, %t, %c0 : index
  %second = arith.cmpi ne, %b, %c0 : index
  %sets = arith.andi %first, %leads : i1
  %other = arith.andi %first, %follows : i1
  %waits = arith.andi %second, %leads : i1
  %reads = arith.andi %second, %follows : i1
  loop.if %sets {
    kernel.store_release %one, %flag[%c0] : memref<1xi32>
    mem.store %one, %x[%c0] : memref<1xi32>
    loop.yield
  }
  loop.if %waits {
    %seen = kernel.load_acquire %flag[%c0] : memref<1xi32>
    %v = mem.load %x[%c0] : memref<1xi32>
    mem.store %v, %y[%b] : memref<2xi32>
    loop.yield
  }
  kernel.return
}
func.func @written_behind() -> tensor<2xi32> {
  %grid = arith.constant 2 : index
  %block = arith.constant 2 : index
  %zero = arith.constant dense<0> : tensor<1xi32>
  %flag, %x, %y = kernel.launch @k_written_behind grid(%grid) block(%block) args(%zero, %zero) changes = [0, 1] : (tensor<1xi32>, tensor<1xi32>) -> (tensor<1xi32>, tensor<1xi32>, tensor<2xi32>)
  return %y : tensor<2xi32>
}

// OTHER_THREAD: error: 'mem.load' op is a data race: thread (0, 0, 0) of block (1, 0, 0) reads element [0], and thread (1, 0, 0) of block (0, 0, 0) writes it
kernel.func @k_other_thread(%flag: memref<1xi32> {kernel.access = "inout"}, %x: memref<1xi32> {kernel.access = "inout"}, %y: memref<2xi32> {kernel.access = "out"}) {
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = kernel.thread_id x
  %b = kernel.block_id x
  %n = kernel.block_dim x
  %far = arith.muli %b, %n : index
  %first = arith.cmpi eq, %b, %c0 : index
  %leads = arith.cmpi eq, %t, %c0 : index
  %follows = arith.cmpi ne, %t, %c0 : index
  %second = arith.cmpi ne, %b, %c0 : index
  %sets = arith.andi %first, %leads : i1
  %other = arith.andi %first, %follows : i1
  %waits = arith.andi %second, %leads : i1
  %reads = arith.andi %second, %follows : i1
  loop.if %other {
    mem.store %one, %x[%c0] : memref<1xi32>
    loop.yield
  }
  loop.if %sets {
    kernel.store_release %one, %flag[%c0] : memref<1xi32>
    loop.yield
  }
  loop.if %waits {
    %seen = kernel.load_acquire %flag[%c0] : memref<1xi32>
    %v = mem.load %x[%c0] : memref<1xi32>
    mem.store %v, %y[%b] : memref<2xi32>
    loop.yield
  }
  kernel.return
}
func.func @other_thread() -> tensor<2xi32> {
  %grid = arith.constant 2 : index
  %block = arith.constant 2 : index
  %zero = arith.constant dense<0> : tensor<1xi32>
  %flag, %x, %y = kernel.launch @k_other_thread grid(%grid) block(%block) args(%zero, %zero) changes = [0, 1] : (tensor<1xi32>, tensor<1xi32>) -> (tensor<1xi32>, tensor<1xi32>, tensor<2xi32>)
  return %y : tensor<2xi32>
}

// ACQUIRED_BY_ONE: error: 'mem.load' op is a data race: thread (1, 0, 0) of block (1, 0, 0) reads element [0]
kernel.func @k_acquired_by_one(%flag: memref<1xi32> {kernel.access = "inout"}, %x: memref<1xi32> {kernel.access = "inout"}, %y: memref<2xi32> {kernel.access = "out"}) {
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = kernel.thread_id x
  %b = kernel.block_id x
  %n = kernel.block_dim x
  %far = arith.muli %b, %n : index
  %first = arith.cmpi eq, %b, %c0 : index
  %leads = arith.cmpi eq, %t, %c0 : index
  %follows = arith.cmpi ne, %t, %c0 : index
  %second = arith.cmpi ne, %b, %c0 : index
  %sets = arith.andi %first, %leads : i1
  %other = arith.andi %first, %follows : i1
  %waits = arith.andi %second, %leads : i1
  %reads = arith.andi %second, %follows : i1
  loop.if %sets {
    mem.store %one, %x[%c0] : memref<1xi32>
    kernel.store_release %one, %flag[%c0] : memref<1xi32>
    loop.yield
  }
  loop.if %waits {
    %seen = kernel.load_acquire %flag[%c0] : memref<1xi32>
    loop.yield
  }
  loop.if %reads {
    %v = mem.load %x[%c0] : memref<1xi32>
    mem.store %v, %y[%b] : memref<2xi32>
    loop.yield
  }
  kernel.return
}
func.func @acquired_by_one() -> tensor<2xi32> {
  %grid = arith.constant 2 : index
  %block = arith.constant 2 : index
  %zero = arith.constant dense<0> : tensor<1xi32>
  %flag, %x, %y = kernel.launch @k_acquired_by_one grid(%grid) block(%block) args(%zero, %zero) changes = [0, 1] : (tensor<1xi32>, tensor<1xi32>) -> (tensor<1xi32>, tensor<1xi32>, tensor<2xi32>)
  return %y : tensor<2xi32>
}

// NARROW_SCOPE: error: 'kernel.load_acquire' op is a data race: {{.*}}: the scope 'block' does not order blocks
kernel.func @k_narrow_scope(%flag: memref<1xi32> {kernel.access = "inout"}, %x: memref<1xi32> {kernel.access = "inout"}, %y: memref<2xi32> {kernel.access = "out"}) {
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = kernel.thread_id x
  %b = kernel.block_id x
  %n = kernel.block_dim x
  %far = arith.muli %b, %n : index
  %first = arith.cmpi eq, %b, %c0 : index
  %leads = arith.cmpi eq, %t, %c0 : index
  %follows = arith.cmpi ne, %t, %c0 : index
  %second = arith.cmpi ne, %b, %c0 : index
  %sets = arith.andi %first, %leads : i1
  %other = arith.andi %first, %follows : i1
  %waits = arith.andi %second, %leads : i1
  %reads = arith.andi %second, %follows : i1
  loop.if %sets {
    mem.store %one, %x[%c0] : memref<1xi32>
    kernel.store_release %one, %flag[%c0] scope block : memref<1xi32>
    loop.yield
  }
  loop.if %waits {
    %seen = kernel.load_acquire %flag[%c0] : memref<1xi32>
    %v = mem.load %x[%c0] : memref<1xi32>
    mem.store %v, %y[%b] : memref<2xi32>
    loop.yield
  }
  kernel.return
}
func.func @narrow_scope() -> tensor<2xi32> {
  %grid = arith.constant 2 : index
  %block = arith.constant 2 : index
  %zero = arith.constant dense<0> : tensor<1xi32>
  %flag, %x, %y = kernel.launch @k_narrow_scope grid(%grid) block(%block) args(%zero, %zero) changes = [0, 1] : (tensor<1xi32>, tensor<1xi32>) -> (tensor<1xi32>, tensor<1xi32>, tensor<2xi32>)
  return %y : tensor<2xi32>
}

// NEVER: error: {{.*}}steps
kernel.func @k_never(%flag: memref<1xi32> {kernel.access = "inout"}, %x: memref<1xi32> {kernel.access = "inout"}, %y: memref<2xi32> {kernel.access = "out"}) {
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = kernel.thread_id x
  %b = kernel.block_id x
  %n = kernel.block_dim x
  %far = arith.muli %b, %n : index
  %first = arith.cmpi eq, %b, %c0 : index
  %leads = arith.cmpi eq, %t, %c0 : index
  %follows = arith.cmpi ne, %t, %c0 : index
  %second = arith.cmpi ne, %b, %c0 : index
  %sets = arith.andi %first, %leads : i1
  %other = arith.andi %first, %follows : i1
  %waits = arith.andi %second, %leads : i1
  %reads = arith.andi %second, %follows : i1
  loop.if %waits {
    %set = kernel.load_acquire %flag[%c0] : memref<1xi32>
    %last = loop.while (%seen = %set) : (i32) -> (i32) {
      %goes_on = arith.cmpi eq, %seen, %zero : i32
      loop.condition %goes_on, %seen : i32
    } do (%seen: i32) {
      %again = kernel.load_acquire %flag[%c0] : memref<1xi32>
      loop.yield %again : i32
    }
    loop.yield
  }
  kernel.return
}
func.func @never() -> tensor<2xi32> {
  %grid = arith.constant 2 : index
  %block = arith.constant 2 : index
  %zero = arith.constant dense<0> : tensor<1xi32>
  %flag, %x, %y = kernel.launch @k_never grid(%grid) block(%block) args(%zero, %zero) changes = [0, 1] : (tensor<1xi32>, tensor<1xi32>) -> (tensor<1xi32>, tensor<1xi32>, tensor<2xi32>)
  return %y : tensor<2xi32>
}
