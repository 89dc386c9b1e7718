// RUN: mkdir -p %t && tfc %s -o %t/p.tfx
// RUN: tfrun %t/p.tfx --entry=twice | FileCheck %s --check-prefix=TWICE
// RUN: tfrun %t/p.tfx --entry=twice --device=interp | FileCheck %s --check-prefix=TWICE
// RUN: not tfrun %t/p.tfx --entry=pick --in 'arg0=5' 2>&1 | FileCheck %s --check-prefix=TRAP
// RUN: tfrun %t/p.tfx --entry=twice --device=simt-compiled | FileCheck %s --check-prefix=TWICE
// RUN: not tfrun %t/p.tfx --device=cuda 2>&1 | FileCheck %s --check-prefix=CUDA
// RUN: head -c 500 %t/p.tfx > %t/cut.tfx
// RUN: not tfrun %t/cut.tfx 2>&1 | FileCheck %s --check-prefix=CUT
// RUN: cp %s %t/text.tfx
// RUN: not tfrun %t/text.tfx 2>&1 | FileCheck %s --check-prefix=TEXT
// RUN: tfc %s -o %t/small.tfx --gpu=none
// RUN: tfc %s -o %t/gpu.tfx --target=none --gpu=sm_80
// RUN: tfrun %t/gpu.tfx --entry=twice --device=interp | FileCheck %s --check-prefix=TWICE
// RUN: not tfrun %t/gpu.tfx --entry=twice --device=cpu 2>&1 | FileCheck %s --check-prefix=ALONE
// RUN: not tfc %s -o %t/x.so --target=none 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not tfc %s -o %t/x.tfx --gpu=sm_70 2>&1 | FileCheck %s --check-prefix=ARCH

// A packed program with kernels: machine code of the processor, PTX of GPUs, the host functions.

// TWICE: [2. 4. 6.]
// TRAP: packed.mlir:[[#@LINE+32]]:{{.*}} error: index 5 is outside the tensor created at {{.*}}, whose axis 0 has extent 3
// CUDA: tfrun: error: {{.*(driver|GPU)}}
// CUT: tfrun: error: the packed program is damaged (its checksum does not match its contents): copy or compile it again
// TEXT: tfrun: error: this is not a packed program: create one with tfc -o program.tfx
// ALONE: tfrun: error: this processor cannot run any code in the packed program, which is for sm_80
// NONE: tfc: error: target 'none' is for packed programs: -o FILE.tfx
// ARCH: tfc: error: unknown GPU 'sm_70'; known are: sm_75, sm_80, sm_86, sm_89, sm_90, sm_90a, sm_100, sm_103, sm_120, sm_121
kernel.func @double(%x: memref<?{n}xf32>, %y: memref<?{n}xf32> {kernel.access = "out"}) {
  %t = kernel.thread_id x
  %v = mem.load %x[%t] : memref<?{n}xf32>
  %w = arith.addf %v, %v : f32
  mem.store %w, %y[%t] : memref<?{n}xf32>
  kernel.return
}

func.func @twice() -> tensor<3xf32> {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %x = arith.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %y = kernel.launch @double grid(%c1) block(%c3) args(%x) : (tensor<3xf32>) -> tensor<3xf32>
  return %y : tensor<3xf32>
}

func.func @scale(%x: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %y = kernel.launch @double grid(%c1) block(%c3) args(%x) : (tensor<?{n}xf32>) -> tensor<?{n}xf32>
  return %y : tensor<?{n}xf32>
}

func.func @pick(%i: index) -> f32 {
  %x = arith.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %v = tensor.at %x[%i] trap : tensor<3xf32>
  return %v : f32
}
