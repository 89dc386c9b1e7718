// Limits give errors that name them; nothing ends in a signal.
// RUN: python3 -c "print('func.func private @f(' + 'tuple<' * 100000 + 'i32' + '>' * 100000 + ')')" > %t.deep
// RUN: not tfopt %t.deep 2>&1 | FileCheck %s --check-prefix=DEEP
// RUN: python3 -c "print('func.func private @f(' + ', '.join(['tensor<1x1xf32>'] * 100000) + ')')" > %t.long
// RUN: not tfopt %s --max-nesting=1000000 2>&1 | FileCheck %s --check-prefix=MOST
// RUN: not tfopt %s --max-ops=1 2>&1 | FileCheck %s --check-prefix=OPS
// RUN: not tfopt %s --max-text-bytes=10 2>&1 | FileCheck %s --check-prefix=BYTES
// RUN: not tfopt %s --max-rank=2 2>&1 | FileCheck %s --check-prefix=RANK
// RUN: not tfopt %t.long --max-list=1000 2>&1 | FileCheck %s --check-prefix=LIST
// RUN: printf 'module {}\000' > %t.nul
// RUN: not tfopt %t.nul 2>&1 | FileCheck %s --check-prefix=NUL
// RUN: (tfopt %t.long 2> %t.pipe || echo "exit code $?" >> %t.pipe) | head -c 1 > /dev/null
// RUN: FileCheck %s --check-prefix=PIPE < %t.pipe
// RUN: not tfopt %s > /dev/full 2> %t.full; FileCheck %s --check-prefix=FULL < %t.full

// DEEP: error: {{.*}}--max-nesting
// MOST: tfopt: error: option '--max-nesting': 1000000 is more than 4096
// OPS: error: {{.*}}--max-ops
// BYTES: error: {{.*}}--max-text-bytes
// LIST: error: a list has more elements than the limit of 1000 (--max-list) [E0103]
// RANK: error: {{.*}}--max-rank
// NUL: error: NUL byte in the text [E0102]
// PIPE: tfopt: error: cannot write to stdout: Broken pipe
// PIPE: exit code 1
// FULL: tfopt: error: cannot write to stdout: No space left on device
func.func private @f(tensor<1x2x3xf32>)
func.func private @g()
