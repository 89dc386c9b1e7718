// A missing barrier: the interpreter finds it, machine code does not, and a checked run says so.
// RUN: not tfrun %s --device=simt --entry=shift 2>&1 | FileCheck %s --check-prefix=RACE
// RUN: not tfrun %s --device=simt --checked --entry=shift 2>&1 | FileCheck %s --check-prefix=RACE
// RUN: tfrun %s --device=simt-compiled --checked --entry=shift 2>&1 | FileCheck %s --check-prefix=WARNS
// RUN: tfrun %s --device=simt-compiled --entry=shift 2>&1 | FileCheck %s --check-prefix=SILENT

// RACE: {{^.*}}checked.mlir:[[@LINE+15]]:{{[0-9]+}}: error: 'mem.load' op reads [1], which was never written
// WARNS: {{^.*}}checked.mlir:[[@LINE+5]]:{{[0-9]+}}: warning: checked: data races of kernels and reads of uninitialized memory are not detected on 'simt-compiled': 'simt' and 'interp' detect them
// WARNS-NOT: warning
// SILENT-NOT: warning
// WARNS: tensor<64xi32>
// SILENT: tensor<64xi32>
kernel.func @k_shift(%y: memref<64xi32> {kernel.access = "out"}) {
  %one = arith.constant 1 : i32
  %c63 = arith.constant 63 : index
  %c1 = arith.constant 1 : index
  %s = kernel.shared : memref<64xi32>
  %t = kernel.thread_id x
  mem.store %one, %s[%t] : memref<64xi32>
  %n = arith.addi %t, %c1 : index
  %next = arith.minsi %n, %c63 : index
  %v = mem.load %s[%next] : memref<64xi32>
  mem.store %v, %y[%t] : memref<64xi32>
  kernel.return
}
func.func @shift() -> tensor<64xi32> {
  %grid = arith.constant 1 : index
  %block = arith.constant 64 : index
  %y = kernel.launch @k_shift grid(%grid) block(%block) args() : () -> tensor<64xi32>
  return %y : tensor<64xi32>
}
