// An index outside stops the run where the program says so, and in checked mode where it says nothing: on each device with the
// same words.
// RUN: tfrun %s --entry=silent --random --dim n=4 --in at=7
// RUN: not tfrun %s --entry=silent --random --dim n=4 --in at=7 --checked 2>&1 | FileCheck %s --check-prefix=SILENT
// RUN: not tfrun %s --entry=silent --random --dim n=4 --in at=7 --checked --device=interp 2>&1 | FileCheck %s --check-prefix=SILENT
// RUN: tfrun %s --entry=silent --random --dim n=4 --in at=3 --checked
// RUN: tfrun %s --entry=said --random --dim n=4 --in at=7 --checked
// RUN: not tfrun %s --entry=stops --random --dim n=4 --in at=-1 2>&1 | FileCheck %s --check-prefix=STOPS
// RUN: not tfrun %s --entry=stops --random --dim n=4 --in at=-1 --device=interp 2>&1 | FileCheck %s --check-prefix=STOPS

// SILENT: {{^.*}}checked.mlir:[[@LINE+2]]:8: error: index 7 is outside 'x', whose axis 0 has extent 4 [E0602]{{$}}
func.func @silent(%x: tensor<?{n}xf32> {tf.name = "x"}, %at: index {tf.name = "at"}) -> f32 {
  %0 = tensor.at %x[%at] clamp {tf.implicit} : tensor<?{n}xf32>
  return %0 : f32
}
func.func @said(%x: tensor<?{n}xf32> {tf.name = "x"}, %at: index {tf.name = "at"}) -> f32 {
  %0 = tensor.at %x[%at] clamp : tensor<?{n}xf32>
  return %0 : f32
}
// STOPS: {{^.*}}checked.mlir:[[@LINE+2]]:8: error: index -1 is outside 'x', whose axis 0 has extent 4 [E0602]{{$}}
func.func @stops(%x: tensor<?{n}xf32> {tf.name = "x"}, %at: index {tf.name = "at"}) -> f32 {
  %0 = tensor.at %x[%at] trap : tensor<?{n}xf32>
  return %0 : f32
}
