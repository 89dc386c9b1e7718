// RUN: not tfrun %s --device=interp --entry=row_of_four 2>&1 | FileCheck %s --check-prefix=ROW_OF_FOUR
// RUN: not tfrun %s --device=simt-compiled --entry=row_of_four 2>&1 | FileCheck %s --check-prefix=ROW_OF_FOUR_COMPILED
// RUN: not tfrun %s --device=interp --entry=column_of_eight 2>&1 | FileCheck %s --check-prefix=COLUMN_OF_EIGHT
// RUN: not tfrun %s --device=simt-compiled --entry=column_of_eight 2>&1 | FileCheck %s --check-prefix=COLUMN_OF_EIGHT_COMPILED
// RUN: not tfrun %s --device=interp --entry=part_of_a_row 2>&1 | FileCheck %s --check-prefix=PART_OF_A_ROW
// RUN: not tfrun %s --device=simt-compiled --entry=part_of_a_row 2>&1 | FileCheck %s --check-prefix=PART_OF_A_ROW_COMPILED
// RUN: not tfrun %s --device=interp --entry=rows_behind_the_end 2>&1 | FileCheck %s --check-prefix=ROWS_BEHIND_THE_END
// RUN: not tfrun %s --device=simt-compiled --entry=rows_behind_the_end 2>&1 | FileCheck %s --check-prefix=ROWS_BEHIND_THE_END_COMPILED
// RUN: not tfrun %s --device=interp --entry=blocks_behind_the_end 2>&1 | FileCheck %s --check-prefix=BLOCKS_BEHIND_THE_END
// RUN: not tfrun %s --device=simt-compiled --entry=blocks_behind_the_end 2>&1 | FileCheck %s --check-prefix=BLOCKS_BEHIND_THE_END_COMPILED
// RUN: not tfrun %s --device=interp --entry=places_of_threads 2>&1 | FileCheck %s --check-prefix=PLACES_OF_THREADS
// RUN: not tfrun %s --device=simt-compiled --entry=places_of_threads 2>&1 | FileCheck %s --check-prefix=PLACES_OF_THREADS_COMPILED
// RUN: not tfrun %s --device=interp --entry=half_a_group 2>&1 | FileCheck %s --check-prefix=HALF_A_GROUP
// RUN: not tfrun %s --device=simt-compiled --entry=half_a_group 2>&1 | FileCheck %s --check-prefix=HALF_A_GROUP

// Products of warp groups that begin where none may: the interpreter and machine code name the line.

// A product begins at a multiple of 8 rows.
// ROW_OF_FOUR: .mlir:[[#@LINE+10]]:{{[0-9]+}}: error: 'kernel.wgmma' op begins at row 4 and column 0: they must be multiples of 8 and 16
// ROW_OF_FOUR_COMPILED: .mlir:[[#@LINE+9]]:{{[0-9]+}}: error: 'kernel.wgmma' op begins at row 4: it is a multiple of 8
kernel.func @k_row_of_four(%y: memref<128x4xf32> {kernel.access = "out"}) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %s = kernel.shared : memref<64x64xbf16>
  %b = kernel.shared : memref<8x64xbf16>
  %t = kernel.thread_id x
  %c = arith.constant dense<0.0> : vector<4xf32>
  kernel.wgmma_fence
  %d = kernel.wgmma %c, %s[%c4, %c0], %b[%c0, %c0] : vector<4xf32>, memref<64x64xbf16>, memref<8x64xbf16>
  kernel.wgmma_commit
  %r = kernel.wgmma_wait %d pending = 0 : vector<4xf32>
  vector.store %r, %y[%t, %c0] axis = 1 : memref<128x4xf32>, vector<4xf32>
  kernel.return
}
func.func @row_of_four() -> tensor<128x4xf32> {
  %c1 = arith.constant 1 : index
  %block = arith.constant 128 : index
  %y = kernel.launch @k_row_of_four grid(%c1) block(%block) args() : () -> tensor<128x4xf32>
  return %y : tensor<128x4xf32>
}

// And at a multiple of 32 bytes.
// COLUMN_OF_EIGHT: .mlir:[[#@LINE+10]]:{{[0-9]+}}: error: 'kernel.wgmma' op begins at row 0 and column 8: they must be multiples of 8 and 16
// COLUMN_OF_EIGHT_COMPILED: .mlir:[[#@LINE+9]]:{{[0-9]+}}: error: 'kernel.wgmma' op begins at column 8: it is a multiple of 16
kernel.func @k_column_of_eight(%y: memref<128x4xf32> {kernel.access = "out"}) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %s = kernel.shared : memref<72x64xbf16>
  %b = kernel.shared : memref<8x64xbf16>
  %t = kernel.thread_id x
  %c = arith.constant dense<0.0> : vector<4xf32>
  kernel.wgmma_fence
  %d = kernel.wgmma %c, %s[%c0, %c8], %b[%c0, %c0] : vector<4xf32>, memref<72x64xbf16>, memref<8x64xbf16>
  kernel.wgmma_commit
  %r = kernel.wgmma_wait %d pending = 0 : vector<4xf32>
  vector.store %r, %y[%t, %c0] axis = 1 : memref<128x4xf32>, vector<4xf32>
  kernel.return
}
func.func @column_of_eight() -> tensor<128x4xf32> {
  %c1 = arith.constant 1 : index
  %block = arith.constant 128 : index
  %y = kernel.launch @k_column_of_eight grid(%c1) block(%block) args() : () -> tensor<128x4xf32>
  return %y : tensor<128x4xf32>
}

// Where it is transposed, at a whole row.
// PART_OF_A_ROW: .mlir:[[#@LINE+10]]:{{[0-9]+}}: error: 'kernel.wgmma' op begins at row 0 and column 16: they must be multiples of 8 and 32
// PART_OF_A_ROW_COMPILED: .mlir:[[#@LINE+9]]:{{[0-9]+}}: error: 'kernel.wgmma' op begins at column 16: it is a multiple of 32
kernel.func @k_part_of_a_row(%y: memref<128x4xf32> {kernel.access = "out"}) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %s = kernel.shared : memref<2x64x32xbf16>
  %b = kernel.shared : memref<8x64xbf16>
  %t = kernel.thread_id x
  %c = arith.constant dense<0.0> : vector<4xf32>
  kernel.wgmma_fence
  %d = kernel.wgmma %c, %s[%c0, %c0, %c16], %b[%c0, %c0] {transposed_a} : vector<4xf32>, memref<2x64x32xbf16>, memref<8x64xbf16>
  kernel.wgmma_commit
  %r = kernel.wgmma_wait %d pending = 0 : vector<4xf32>
  vector.store %r, %y[%t, %c0] axis = 1 : memref<128x4xf32>, vector<4xf32>
  kernel.return
}
func.func @part_of_a_row() -> tensor<128x4xf32> {
  %c1 = arith.constant 1 : index
  %block = arith.constant 128 : index
  %y = kernel.launch @k_part_of_a_row grid(%c1) block(%block) args() : () -> tensor<128x4xf32>
  return %y : tensor<128x4xf32>
}

// Its rows are in the array.
// ROWS_BEHIND_THE_END: .mlir:[[#@LINE+10]]:{{[0-9]+}}: error: 'kernel.wgmma' op multiplies 64 rows from row 16 on, but there are 72
// ROWS_BEHIND_THE_END_COMPILED: .mlir:[[#@LINE+9]]:{{[0-9]+}}: error: a kernel accesses index 72 of an axis of 72
kernel.func @k_rows_behind_the_end(%y: memref<128x4xf32> {kernel.access = "out"}) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %s = kernel.shared : memref<72x64xbf16>
  %b = kernel.shared : memref<8x64xbf16>
  %t = kernel.thread_id x
  %c = arith.constant dense<0.0> : vector<4xf32>
  kernel.wgmma_fence
  %d = kernel.wgmma %c, %s[%c16, %c0], %b[%c0, %c0] : vector<4xf32>, memref<72x64xbf16>, memref<8x64xbf16>
  kernel.wgmma_commit
  %r = kernel.wgmma_wait %d pending = 0 : vector<4xf32>
  vector.store %r, %y[%t, %c0] axis = 1 : memref<128x4xf32>, vector<4xf32>
  kernel.return
}
func.func @rows_behind_the_end() -> tensor<128x4xf32> {
  %c1 = arith.constant 1 : index
  %block = arith.constant 128 : index
  %y = kernel.launch @k_rows_behind_the_end grid(%c1) block(%block) args() : () -> tensor<128x4xf32>
  return %y : tensor<128x4xf32>
}

// So are its blocks.
// BLOCKS_BEHIND_THE_END: .mlir:[[#@LINE+10]]:{{[0-9]+}}: error: 'kernel.wgmma' op multiplies 2 blocks from block 2 on, but there are 3
// BLOCKS_BEHIND_THE_END_COMPILED: .mlir:[[#@LINE+9]]:{{[0-9]+}}: error: a kernel accesses index 3 of an axis of 3
kernel.func @k_blocks_behind_the_end(%y: memref<128x4xf32> {kernel.access = "out"}) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %s = kernel.shared : memref<3x64x8xbf16>
  %b = kernel.shared : memref<8x64xbf16>
  %t = kernel.thread_id x
  %c = arith.constant dense<0.0> : vector<4xf32>
  kernel.wgmma_fence
  %d = kernel.wgmma %c, %s[%c2, %c0, %c0], %b[%c0, %c0] : vector<4xf32>, memref<3x64x8xbf16>, memref<8x64xbf16>
  kernel.wgmma_commit
  %r = kernel.wgmma_wait %d pending = 0 : vector<4xf32>
  vector.store %r, %y[%t, %c0] axis = 1 : memref<128x4xf32>, vector<4xf32>
  kernel.return
}
func.func @blocks_behind_the_end() -> tensor<128x4xf32> {
  %c1 = arith.constant 1 : index
  %block = arith.constant 128 : index
  %y = kernel.launch @k_blocks_behind_the_end grid(%c1) block(%block) args() : () -> tensor<128x4xf32>
  return %y : tensor<128x4xf32>
}

// All threads begin at the same place.
// PLACES_OF_THREADS: .mlir:[[#@LINE+13]]:{{[0-9]+}}: error: 'kernel.wgmma' op begins at {{\[}}0, 0{{\]}} and {{\[}}0, 0{{\]}} in one thread of its warp group, and at {{\[}}8, 0{{\]}} and {{\[}}0, 0{{\]}} in another
// PLACES_OF_THREADS_COMPILED: .mlir:[[#@LINE+12]]:{{[0-9]+}}: error: 'kernel.wgmma' op begins at 0 in one thread of its warp group, and at 8 in another
kernel.func @k_places_of_threads(%y: memref<128x4xf32> {kernel.access = "out"}) {
  %c0 = arith.constant 0 : index
  %s = kernel.shared : memref<128x64xbf16>
  %b = kernel.shared : memref<8x64xbf16>
  %t = kernel.thread_id x
  %c64 = arith.constant 64 : index
  %c8 = arith.constant 8 : index
  %half = arith.divui %t, %c64 : index
  %own = arith.muli %half, %c8 : index
  %c = arith.constant dense<0.0> : vector<4xf32>
  kernel.wgmma_fence
  %d = kernel.wgmma %c, %s[%own, %c0], %b[%c0, %c0] : vector<4xf32>, memref<128x64xbf16>, memref<8x64xbf16>
  kernel.wgmma_commit
  %r = kernel.wgmma_wait %d pending = 0 : vector<4xf32>
  vector.store %r, %y[%t, %c0] axis = 1 : memref<128x4xf32>, vector<4xf32>
  kernel.return
}
func.func @places_of_threads() -> tensor<128x4xf32> {
  %c1 = arith.constant 1 : index
  %block = arith.constant 128 : index
  %y = kernel.launch @k_places_of_threads grid(%c1) block(%block) args() : () -> tensor<128x4xf32>
  return %y : tensor<128x4xf32>
}

// A warp group has all its threads.
// HALF_A_GROUP: .mlir:[[#@LINE+8]]:{{[0-9]+}}: error: 'kernel.wgmma' op is for 128 threads, but this warp group, the last of its block, has 64
kernel.func @k_half_a_group(%y: memref<128x4xf32> {kernel.access = "out"}) {
  %c0 = arith.constant 0 : index
  %s = kernel.shared : memref<64x64xbf16>
  %b = kernel.shared : memref<8x64xbf16>
  %t = kernel.thread_id x
  %c = arith.constant dense<0.0> : vector<4xf32>
  kernel.wgmma_fence
  %d = kernel.wgmma %c, %s[%c0, %c0], %b[%c0, %c0] : vector<4xf32>, memref<64x64xbf16>, memref<8x64xbf16>
  kernel.wgmma_commit
  %r = kernel.wgmma_wait %d pending = 0 : vector<4xf32>
  vector.store %r, %y[%t, %c0] axis = 1 : memref<128x4xf32>, vector<4xf32>
  kernel.return
}
func.func @half_a_group() -> tensor<128x4xf32> {
  %c1 = arith.constant 1 : index
  %block = arith.constant 64 : index
  %y = kernel.launch @k_half_a_group grid(%c1) block(%block) args() : () -> tensor<128x4xf32>
  return %y : tensor<128x4xf32>
}
