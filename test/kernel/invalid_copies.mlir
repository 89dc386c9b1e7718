// RUN: tfopt %s --split-input-file --verify-diagnostics

kernel.func @k(%x: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %s = mem.alloc : memref<64xf32>
  // expected-error @below {{'kernel.async_copy' op needs a shared array as the target, not memref<64xf32>: create one with kernel.shared or kernel.dynamic_shared}}
  kernel.async_copy %x[%c0] to %s[%c0] elements = 4 : memref<64xf32>, memref<64xf32>
  kernel.return
}

// -----

kernel.func @k(%x: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %s = kernel.shared : memref<64xf32>
  // expected-error @below {{'kernel.async_copy' op needs an argument of the kernel as the source}}
  kernel.async_copy %s[%c0] to %s[%c0] elements = 4 : memref<64xf32>, memref<64xf32>
  kernel.return
}

// -----

kernel.func @k(%x: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %s = kernel.shared : memref<64xf32>
  // expected-error @below {{'kernel.async_copy' op copies 3 elements of 4 bytes: asynchronous copies move 4, 8 or 16 bytes}}
  kernel.async_copy %x[%c0] to %s[%c0] elements = 3 : memref<64xf32>, memref<64xf32>
  kernel.return
}

// -----

kernel.func @k(%x: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %s = kernel.shared : memref<64xi32>
  // expected-error @below {{'kernel.async_copy' op copies elements of type f32 to elements of type i32}}
  kernel.async_copy %x[%c0] to %s[%c0] elements = 4 : memref<64xf32>, memref<64xi32>
  kernel.return
}

// -----

kernel.func @k(%x: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %s = kernel.shared : memref<f32>
  // expected-error @below {{'kernel.async_copy' op copies elements along the last axis, but one of its memrefs has no axes}}
  kernel.async_copy %x[%c0] to %s[] elements = 1 : memref<64xf32>, memref<f32>
  kernel.return
}

// -----

kernel.func @k(%x: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  // expected-error @below {{'kernel.async_wait' op leaves 17 groups pending: valid are 0 to 16}}
  kernel.async_wait pending = 17
  kernel.return
}

// -----

kernel.func @k(%x: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %v = arith.constant dense<0.0> : vector<4xf32>
  // expected-error @below {{'kernel.mma' op multiplies vector<4xf32> by vector<4xf32> and adds vector<4xf32>, which this size does not support: supported are f16 and bf16 (m16n8k16, m16n8k8; sums in f32, of f16 in f16, too), f32 (m16n8k8, m16n8k4), i8 (m16n8k32, m16n8k16; sums in i32), f64 (m8n8k4)}}
  %d = kernel.mma m16n8k32 %v, %v, %v : vector<4xf32>, vector<4xf32>, vector<4xf32>
  kernel.return
}

// -----

kernel.func @k(%x: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %v = arith.constant dense<0.0> : vector<4xf32>
  // expected-error @below {{'kernel.mma' op has vector<4xf32> for B: each thread holds vector<2xf32> of it}}
  %d = kernel.mma m16n8k8 %v, %v, %v : vector<4xf32>, vector<4xf32>, vector<4xf32>
  kernel.return
}

// -----

kernel.func @k(%x: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %s = kernel.shared : memref<64xf32>
  // expected-error @below {{'kernel.load_matrix' op reads vector<4xf32> from memref<64xf32>: each thread reads 2, 4 or 8 elements of 16 bits, of the array's element type}}
  %d = kernel.load_matrix %s[%c0] : memref<64xf32>, vector<4xf32>
  kernel.return
}

// -----

kernel.func @k(%x: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %s = kernel.shared : memref<64xi32>
  // expected-error @below {{'kernel.mbarrier_init' op has a barrier in memref<64xi32>: barriers need elements of type i64}}
  kernel.mbarrier_init %s[%c0] count = 1 : memref<64xi32>
  kernel.return
}

// -----

kernel.func @k(%x: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %s = kernel.shared : memref<2xi64>
  // expected-error @below {{'kernel.mbarrier_init' op initializes a barrier for 0 threads: valid are 1 to 1048575}}
  kernel.mbarrier_init %s[%c0] count = 0 : memref<2xi64>
  kernel.return
}

// -----

kernel.func @k(%x: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %s = kernel.shared : memref<2xi64>
  // expected-error @below {{'kernel.mbarrier_arrive' op expects 0 bytes: valid are 1 to 1048575}}
  kernel.mbarrier_arrive %s[%c0] bytes = 0 : memref<2xi64>
  kernel.return
}

// -----

kernel.func @k(%x: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %s = kernel.shared : memref<2xi64>
  // expected-error @below {{'kernel.mbarrier_init' op has a barrier in an array with other accesses: give barriers a separate array}}
  kernel.mbarrier_init %s[%c0] count = 1 : memref<2xi64>
  // expected-note @below {{the other access is here}}
  %v = mem.load %s[%c0] : memref<2xi64>
  kernel.return
}

// -----

kernel.func @k(%m: memref<64x64xf32>) {
  %c0 = arith.constant 0 : index
  %b = kernel.shared : memref<1xi64>
  %s = kernel.shared : memref<64xf32>
  // expected-error @below {{'kernel.bulk_copy' op copies a box of an argument with 2 axes to an array with 1 axes: the argument has 1 to 5 axes, and the last axes of the array are those of the box}}
  kernel.bulk_copy %m[%c0, %c0] to %s[] arrives %b[%c0] : memref<64x64xf32>, memref<64xf32>, memref<1xi64>
  kernel.return
}

// -----

kernel.func @k(%x: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %b = kernel.shared : memref<1xi64>
  %s = kernel.shared : memref<512xf32>
  // expected-error @below {{'kernel.bulk_copy' op copies a box with the extent 512: extents of boxes range from 1 to 256}}
  kernel.bulk_copy %x[%c0] to %s[] arrives %b[%c0] : memref<64xf32>, memref<512xf32>, memref<1xi64>
  kernel.return
}

// -----

kernel.func @k(%x: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %b = kernel.shared : memref<1xi64>
  %s = kernel.shared : memref<6xf32>
  // expected-error @below {{'kernel.bulk_copy' op copies rows of 24 bytes: rows must be multiples of 16 bytes}}
  kernel.bulk_copy %x[%c0] to %s[] arrives %b[%c0] : memref<64xf32>, memref<6xf32>, memref<1xi64>
  kernel.return
}

// -----

kernel.func @k(%x: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %b = kernel.shared : memref<1xi64>
  %s = kernel.shared : memref<64xf32>
  // expected-error @below {{'kernel.bulk_copy' op swizzles rows of 256 bytes as rows of 128 bytes}}
  kernel.bulk_copy %x[%c0] to %s[] arrives %b[%c0] swizzle = 128 : memref<64xf32>, memref<64xf32>, memref<1xi64>
  kernel.return
}

// -----

kernel.func @k(%x: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %b = kernel.shared : memref<1xi64>
  %s = kernel.shared : memref<2x4xf32>
  // expected-error @below {{'kernel.bulk_copy' op has consecutive boxes of 16 bytes: each box must begin at a multiple of 128 bytes}}
  kernel.bulk_copy %x[%c0] to %s[%c0] arrives %b[%c0] : memref<64xf32>, memref<2x4xf32>, memref<1xi64>
  kernel.return
}

// -----

kernel.func @k(%x: memref<64xf32>) {
  %a = arith.constant dense<0.0> : vector<4xf32>
  %b = arith.constant dense<0.0> : vector<2xf32>
  // expected-error @below {{'kernel.mma' op has a result of another type than its third operand}}
  %d = "kernel.mma"(%a, %b, %a) <{shape = "m16n8k8"}> : (vector<4xf32>, vector<2xf32>, vector<4xf32>) -> vector<2xf32>
  kernel.return
}
