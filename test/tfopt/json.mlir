// One JSON object per diagnostic and line, with its code and notes, also for errors of the command line and
// of passes.
// RUN: not tfopt %s --diag-format=json 2>&1 | FileCheck %s
// RUN: not tfopt %s --diag-format=json 2>&1 | python3 -c "import json, sys; print([json.loads(line)['code'] for line in sys.stdin])" | FileCheck %s --check-prefix=CODES
// RUN: not tfopt %s --diag-format=json --no-such-option 2>&1 | FileCheck %s --check-prefix=USAGE
// RUN: not tfopt %s --profile --diag-format json 2>&1 | FileCheck %s --check-prefix=PLANNED
// RUN: not tfopt %t.none --diag-format=json 2>&1 | FileCheck %s --check-prefix=FILE
// RUN: not tfopt %s --diag-format=json --pass-pipeline=csee 2>&1 | FileCheck %s --check-prefix=PIPELINE
// RUN: not tfopt %s --diag-format=xml 2>&1 | FileCheck %s --check-prefix=FORMAT

// CHECK: {"severity":"error","code":"E0106","file":"{{.*}}json.mlir","line":[[#@LINE+10]],"column":3,"message":"redefinition of value '%b'","notes":[{"file":"{{.*}}json.mlir","line":[[#@LINE+9]],"column":3,"message":"previously defined here"}]}
// CHECK-NEXT: {"severity":"error","code":"E0101",
// CODES: ['E0106', 'E0101']
// USAGE: {"severity":"error","code":"E0701","file":null,"line":null,"column":null,"message":"unknown option '--no-such-option'","notes":[]}
// PLANNED: {"severity":"error","code":"E0703",
// FILE: {"severity":"error","code":"E0702",
// PIPELINE: {"severity":"error","code":"E0412","file":"<pass-pipeline>","line":1,"column":1,
// FORMAT: tfopt: error: option '--diag-format': unknown 'xml'; known are text, json [E0701]
func.func @f(%a: i32) {
  %b = arith.addi %a, %a : i32
  %b = arith.addi %a, %a : i32
  return
}
func.func @g(%a: i32 {
