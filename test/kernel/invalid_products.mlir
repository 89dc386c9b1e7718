// RUN: tfopt %s --split-input-file --verify-diagnostics

// What products of warp groups are not: types, layouts and sizes that the hardware has not, and sums that are
// looked at while they are computed.

kernel.func @k(%x: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %f = kernel.shared : memref<64x64xbf16>
  %v = arith.constant dense<0.0> : vector<16xf32>
  %s = kernel.shared : memref<64x64xf16>
  // expected-error @below {{'kernel.wgmma' op multiplies elements of types bf16 and f16: both factors must have one type}}
  %d = kernel.wgmma %v, %f[%c0, %c0], %s[%c0, %c0] : vector<16xf32>, memref<64x64xbf16>, memref<64x64xf16>
  kernel.return
}

// -----

kernel.func @k(%x: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %f = kernel.shared : memref<64x64xbf16>
  %v = arith.constant dense<0.0> : vector<16xf32>
  %w = arith.constant dense<0.0> : vector<3xf32>
  // expected-error @below {{'kernel.wgmma' op accumulates in vector<3xf32>: each thread holds vector<n/2 x f32>, where n is a multiple of 8 up to 256}}
  %d = kernel.wgmma %w, %f[%c0, %c0], %f[%c0, %c0] : vector<3xf32>, memref<64x64xbf16>, memref<64x64xbf16>
  kernel.return
}

// -----

kernel.func @k(%x: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %f = kernel.shared : memref<64x64xbf16>
  %v = arith.constant dense<0.0> : vector<16xf32>
  // expected-error @below {{'kernel.wgmma' op has a result that is used while the product is pending: wait for it (kernel.wgmma_wait), and use the result of the wait}}
  %d = kernel.wgmma %v, %f[%c0, %c0], %f[%c0, %c0] : vector<16xf32>, memref<64x64xbf16>, memref<64x64xbf16>
  // expected-note @below {{it is used here}}
  %e = vector.extract %d[%c0] : vector<16xf32>
  kernel.return
}

// -----

kernel.func @k(%x: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %f = kernel.shared : memref<64x64xbf16>
  %v = arith.constant dense<0.0> : vector<16xf32>
  // expected-error @below {{'kernel.wgmma' op has a result that is used while the product is pending: wait for it (kernel.wgmma_wait), and use the result of the wait}}
  %d = kernel.wgmma %v, %f[%c0, %c0], %f[%c0, %c0] : vector<16xf32>, memref<64x64xbf16>, memref<64x64xbf16>
  %r = kernel.wgmma_wait %d pending = 1 : vector<16xf32>
  // expected-note @below {{it is used here}}
  %e = vector.extract %r[%c0] : vector<16xf32>
  kernel.return
}

// -----

kernel.func @integers_of_warp_groups() {
  %c0 = arith.constant 0 : index
  %s = kernel.shared : memref<64x128xi8>
  %c = arith.constant dense<0> : vector<20xi32>
  // expected-error @below {{'kernel.wgmma' op accumulates in vector<20xi32>: each thread holds vector<n/2 x i32>, where n is a multiple of 8, above 32 of 16, up to 256}}
  %w = kernel.wgmma %c, %s[%c0, %c0], %s[%c0, %c0] : vector<20xi32>, memref<64x128xi8>, memref<64x128xi8>
  kernel.return
}

// -----

kernel.func @floats_without_a_sign() {
  %c0 = arith.constant 0 : index
  %s = kernel.shared : memref<64x32xf32>
  %c = arith.constant dense<0.0> : vector<4xf32>
  // expected-error @below {{'kernel.wgmma' op treats f32 as unsigned: only i8 can be unsigned}}
  %w = kernel.wgmma %c, %s[%c0, %c0], %s[%c0, %c0] {unsigned} : vector<4xf32>, memref<64x32xf32>, memref<64x32xf32>
  kernel.return
}

// -----

kernel.func @rows_of_another_length() {
  %c0 = arith.constant 0 : index
  %c = arith.constant dense<0.0> : vector<16xf32>
  %f = kernel.shared : memref<64x64xbf16>
  %s = kernel.shared : memref<64x24xbf16>
  // expected-error @below {{'kernel.wgmma' op has factor B of type memref<64x24xbf16>: factors are arrays of f16, bf16, f32 or i8 with at least two axes; the last axis has 16, 32, 64 or 128 bytes}}
  %d = kernel.wgmma %c, %f[%c0, %c0], %s[%c0, %c0] : vector<16xf32>, memref<64x64xbf16>, memref<64x24xbf16>
  kernel.return
}

// -----

kernel.func @plain_rows_in_one_block() {
  %c0 = arith.constant 0 : index
  %c = arith.constant dense<0.0> : vector<16xf32>
  %f = kernel.shared : memref<64x64xbf16>
  %s = kernel.shared : memref<64x8xbf16>
  // expected-error @below {{'kernel.wgmma' op has factor A of type memref<64x8xbf16>: the product reads 64 rows from each of 2 blocks along the third-to-last axis}}
  %d = kernel.wgmma %c, %s[%c0, %c0], %f[%c0, %c0] : vector<16xf32>, memref<64x8xbf16>, memref<64x64xbf16>
  kernel.return
}

// -----

kernel.func @too_few_rows() {
  %c0 = arith.constant 0 : index
  %c = arith.constant dense<0.0> : vector<16xf32>
  %f = kernel.shared : memref<64x64xbf16>
  %s = kernel.shared : memref<24x64xbf16>
  // expected-error @below {{'kernel.wgmma' op has factor B of type memref<24x64xbf16>: the product reads 32 rows of it}}
  %d = kernel.wgmma %c, %f[%c0, %c0], %s[%c0, %c0] : vector<16xf32>, memref<64x64xbf16>, memref<24x64xbf16>
  kernel.return
}

// -----

kernel.func @blocks_of_odd_rows() {
  %c0 = arith.constant 0 : index
  %c = arith.constant dense<0.0> : vector<16xf32>
  %f = kernel.shared : memref<64x64xbf16>
  %s = kernel.shared : memref<2x68x64xbf16>
  // expected-error @below {{'kernel.wgmma' op has factor A of type memref<2x68x64xbf16>: consecutive blocks of 68 rows need a multiple of 8 rows}}
  %d = kernel.wgmma %c, %s[%c0, %c0, %c0], %f[%c0, %c0] : vector<16xf32>, memref<2x68x64xbf16>, memref<64x64xbf16>
  kernel.return
}

// -----

kernel.func @transposed_words() {
  %c0 = arith.constant 0 : index
  %c = arith.constant dense<0.0> : vector<16xf32>
  %s = kernel.shared : memref<2x64x32xf32>
  // expected-error @below {{'kernel.wgmma' op has factor B of type memref<2x64x32xf32>: only factors with elements of 16 bits can be transposed}}
  %d = kernel.wgmma %c, %s[%c0, %c0, %c0], %s[%c0, %c0, %c0] {transposed_b} : vector<16xf32>, memref<2x64x32xf32>, memref<2x64x32xf32>
  kernel.return
}

// -----

kernel.func @transposed_integers() {
  %c0 = arith.constant 0 : index
  %c = arith.constant dense<0> : vector<16xi32>
  %s = kernel.shared : memref<64x128xi8>
  // expected-error @below {{'kernel.wgmma' op has factor A of type memref<64x128xi8>: only factors with elements of 16 bits can be transposed}}
  %d = kernel.wgmma %c, %s[%c0, %c0], %s[%c0, %c0] {transposed_a} : vector<16xi32>, memref<64x128xi8>, memref<64x128xi8>
  kernel.return
}

// -----

kernel.func @part_of_transposed_rows() {
  %c0 = arith.constant 0 : index
  %c = arith.constant dense<0.0> : vector<16xf32>
  %f = kernel.shared : memref<64x64xbf16>
  // expected-error @below {{'kernel.wgmma' op has factor B of type memref<64x64xbf16>: its 32 columns are not a multiple of the 64 columns of a transposed row}}
  %d = kernel.wgmma %c, %f[%c0, %c0], %f[%c0, %c0] {transposed_b} : vector<16xf32>, memref<64x64xbf16>, memref<64x64xbf16>
  kernel.return
}

// -----

kernel.func @too_few_blocks() {
  %c0 = arith.constant 0 : index
  %c = arith.constant dense<0.0> : vector<16xf32>
  %f = kernel.shared : memref<64x64xbf16>
  %s = kernel.shared : memref<1x16x16xbf16>
  // expected-error @below {{'kernel.wgmma' op has factor B of type memref<1x16x16xbf16>: the product reads 16 rows from each of 2 blocks along the third-to-last axis}}
  %d = kernel.wgmma %c, %f[%c0, %c0], %s[%c0, %c0, %c0] {transposed_b} : vector<16xf32>, memref<64x64xbf16>, memref<1x16x16xbf16>
  kernel.return
}

// -----

kernel.func @too_much_held() {
  %c0 = arith.constant 0 : index
  %c = arith.constant dense<0.0> : vector<16xf32>
  %f = kernel.shared : memref<64x64xbf16>
  %a = arith.constant dense<0.0> : vector<4xbf16>
  // expected-error @below {{'kernel.wgmma' op has A of type vector<4xbf16>: each thread holds vector<8xbf16> of it}}
  %d = kernel.wgmma %c, %a, %f[%c0, %c0] : vector<16xf32>, vector<4xbf16>, memref<64x64xbf16>
  kernel.return
}

// -----

kernel.func @held_and_transposed() {
  %c0 = arith.constant 0 : index
  %c = arith.constant dense<0.0> : vector<16xf32>
  %f = kernel.shared : memref<64x64xbf16>
  %a = arith.constant dense<0.0> : vector<8xbf16>
  // expected-error @below {{'kernel.wgmma' op transposes A in registers: only factors in shared memory can be transposed}}
  %d = kernel.wgmma %c, %a, %f[%c0, %c0] {transposed_a} : vector<16xf32>, vector<8xbf16>, memref<64x64xbf16>
  kernel.return
}

// -----

kernel.func @held_of_another_type() {
  %c0 = arith.constant 0 : index
  %c = arith.constant dense<0.0> : vector<16xf32>
  %f = kernel.shared : memref<64x64xbf16>
  %a = arith.constant dense<0.0> : vector<8xf16>
  // expected-error @below {{'kernel.wgmma' op multiplies elements of types f16 and bf16: both factors must have one type}}
  %d = kernel.wgmma %c, %a, %f[%c0, %c0] : vector<16xf32>, vector<8xf16>, memref<64x64xbf16>
  kernel.return
}

// -----

kernel.func @sums_as_a_factor() {
  %c0 = arith.constant 0 : index
  %c = arith.constant dense<0.0> : vector<4xf32>
  %s = kernel.shared : memref<64x32xf32>
  // expected-error @below {{'kernel.wgmma' op has a result that is used while the product is pending: wait for it (kernel.wgmma_wait), and use the result of the wait}}
  %d = kernel.wgmma %c, %s[%c0, %c0], %s[%c0, %c0] : vector<4xf32>, memref<64x32xf32>, memref<64x32xf32>
  // expected-note @below {{it is used here}}
  %e = kernel.wgmma %c, %d, %s[%c0, %c0] : vector<4xf32>, vector<4xf32>, memref<64x32xf32>
  kernel.return
}

// -----

kernel.func @held_in_the_next_trip(%n: index, %x: bf16) {
  %a = vector.broadcast %x : vector<8xbf16>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c = arith.constant dense<0.0> : vector<16xf32>
  %f = kernel.shared : memref<64x64xbf16>
  // expected-note @below {{this is the loop}}
  %d = loop.for %i = %c0 to %n step %c1 iter_args(%s = %c) -> (vector<16xf32>) {
    // expected-error @below {{'kernel.wgmma' op is still pending in the next iteration of a loop, which overwrites the registers of A: wait for it in the loop (kernel.wgmma_wait)}}
    %e = kernel.wgmma %s, %a, %f[%c0, %c0] : vector<16xf32>, vector<8xbf16>, memref<64x64xbf16>
    %g = kernel.wgmma %e, %f[%c0, %c0], %f[%c0, %c0] : vector<16xf32>, memref<64x64xbf16>, memref<64x64xbf16>
    kernel.wgmma_commit
    %h = kernel.wgmma_wait %g pending = 1 : vector<16xf32>
    loop.yield %h : vector<16xf32>
  }
  %r = kernel.wgmma_wait %d pending = 0 : vector<16xf32>
  kernel.return
}

// -----

// Waited for in its trip, it may stand in a loop; so may one before a loop that goes on with its sums.
kernel.func @held_in_its_trip(%n: index, %x: bf16) {
  %a = vector.broadcast %x : vector<8xbf16>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c = arith.constant dense<0.0> : vector<16xf32>
  %f = kernel.shared : memref<64x64xbf16>
  %d = loop.for %i = %c0 to %n step %c1 iter_args(%s = %c) -> (vector<16xf32>) {
    %e = kernel.wgmma %s, %a, %f[%c0, %c0] : vector<16xf32>, vector<8xbf16>, memref<64x64xbf16>
    kernel.wgmma_commit
    %h = kernel.wgmma_wait %e pending = 0 : vector<16xf32>
    loop.yield %h : vector<16xf32>
  }
  %e = kernel.wgmma %d, %a, %f[%c0, %c0] : vector<16xf32>, vector<8xbf16>, memref<64x64xbf16>
  %k = loop.for %i = %c0 to %n step %c1 iter_args(%s = %e) -> (vector<16xf32>) {
    %g = kernel.wgmma %s, %f[%c0, %c0], %f[%c0, %c0] : vector<16xf32>, memref<64x64xbf16>, memref<64x64xbf16>
    kernel.wgmma_commit
    loop.yield %g : vector<16xf32>
  }
  %r = kernel.wgmma_wait %k pending = 0 : vector<16xf32>
  kernel.return
}
