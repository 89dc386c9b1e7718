// RUN: tfopt %s --split-input-file --verify-diagnostics

func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{'tensor.compute' op schedule names the loop 'j', but the loops are i (the attribute 'axis' names a fold)}}
  %b = tensor.compute (%i) in [4] attributes {schedule = #tensor.schedule<vectorize(j, 8)>} {
    %x = tensor.at %a[0] : tensor<4xf32>
    tensor.yield %x : f32
  } : tensor<4xf32>
  return %b : tensor<4xf32>
}

// -----

func.func @f(%a: tensor<4xf32>) -> tensor<4x4xf32> {
  // expected-error@+1 {{schedule orders 1 of 2 axes}}
  %b = tensor.compute (%i, %j) in [4, 4] attributes {schedule = #tensor.schedule<order(i)>} {
    %x = tensor.at %a[0] : tensor<4xf32>
    tensor.yield %x : f32
  } : tensor<4x4xf32>
  return %b : tensor<4x4xf32>
}

// -----

func.func @f(%a: tensor<4xf32>) -> tensor<4x4xf32> {
  // expected-error@+1 {{schedule runs axes in parallel that are not the outermost of the order, in its order}}
  %b = tensor.compute (%i, %j) in [4, 4] attributes {schedule = #tensor.schedule<parallel(j)>} {
    %x = tensor.at %a[0] : tensor<4xf32>
    tensor.yield %x : f32
  } : tensor<4x4xf32>
  return %b : tensor<4x4xf32>
}

// -----

func.func @f(%a: tensor<4xf32>) -> tensor<4x4xf32> {
  // expected-error@+1 {{schedule sets the parallel loops twice}}
  %b = tensor.compute (%i, %j) in [4, 4] attributes {schedule = #tensor.schedule<parallel(i), parallel(i)>} {
    %x = tensor.at %a[0] : tensor<4xf32>
    tensor.yield %x : f32
  } : tensor<4x4xf32>
  return %b : tensor<4x4xf32>
}

// -----

func.func @f(%a: tensor<4xf32>) -> tensor<4x4xf32> {
  // expected-error@+1 {{schedule orders loops after a parallel step: write order first}}
  %b = tensor.compute (%i, %j) in [4, 4] attributes {schedule = #tensor.schedule<parallel(i), order(i, j)>} {
    %x = tensor.at %a[0] : tensor<4xf32>
    tensor.yield %x : f32
  } : tensor<4x4xf32>
  return %b : tensor<4x4xf32>
}

// -----

func.func @f(%a: tensor<4xf32>) -> tensor<4x4xf32> {
  // expected-error@+1 {{schedule vectorizes both i and j}}
  %b = tensor.compute (%i, %j) in [4, 4] attributes {schedule = #tensor.schedule<vectorize(i, 4), vectorize(j, 4)>} {
    %x = tensor.at %a[0] : tensor<4xf32>
    tensor.yield %x : f32
  } : tensor<4x4xf32>
  return %b : tensor<4x4xf32>
}

// -----

func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{schedule both vectorizes and jams i}}
  %b = tensor.compute (%i) in [4] attributes {schedule = #tensor.schedule<vectorize(i, 4), jam(i, 4)>} {
    %x = tensor.at %a[0] : tensor<4xf32>
    tensor.yield %x : f32
  } : tensor<4xf32>
  return %b : tensor<4xf32>
}

// -----

func.func @f(%a: tensor<4xf32>) -> tensor<4x4xf32> {
  // expected-error@+1 {{schedule jams two loops}}
  %b = tensor.compute (%i, %j) in [4, 4] attributes {schedule = #tensor.schedule<jam(i, 4), jam(j, 4)>} {
    %x = tensor.at %a[0] : tensor<4xf32>
    tensor.yield %x : f32
  } : tensor<4x4xf32>
  return %b : tensor<4x4xf32>
}

// -----

func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{schedule unrolls i twice}}
  %b = tensor.compute (%i) in [4] attributes {schedule = #tensor.schedule<unroll(i, 4), unroll(i, 2)>} {
    %x = tensor.at %a[0] : tensor<4xf32>
    tensor.yield %x : f32
  } : tensor<4xf32>
  return %b : tensor<4xf32>
}

// -----

func.func @f(%a: tensor<4xf32>) -> tensor<4x4xf32> {
  // expected-error@+1 {{schedule puts the fold k around j, which would keep partial sums of all its points in memory}}
  %b = tensor.compute (%i, %j) in [4, 4] attributes {folds = ["k"], schedule = #tensor.schedule<order(i, k, j)>} {
    %x = tensor.at %a[0] : tensor<4xf32>
    tensor.yield %x : f32
  } : tensor<4x4xf32>
  return %b : tensor<4x4xf32>
}

// -----

func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{has jam for the fold k: jam takes axes of the box (i)}}
  %b = tensor.compute (%i) in [4] attributes {folds = ["k"], schedule = #tensor.schedule<jam(k, 2)>} {
    %x = tensor.at %a[0] : tensor<4xf32>
    tensor.yield %x : f32
  } : tensor<4xf32>
  return %b : tensor<4xf32>
}

// -----

func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{names 2 axes, but its box has 1}}
  %b = tensor.compute (%i) in [4] attributes {axes = ["i", "j"]} {
    %x = tensor.at %a[0] : tensor<4xf32>
    tensor.yield %x : f32
  } : tensor<4xf32>
  return %b : tensor<4xf32>
}

// -----

func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{has the name 'i' for both an axis and a fold}}
  %b = tensor.compute (%i) in [4] attributes {axes = ["i"], folds = ["i"]} {
    %x = tensor.at %a[0] : tensor<4xf32>
    tensor.yield %x : f32
  } : tensor<4xf32>
  return %b : tensor<4xf32>
}

// -----

func.func @f(%a: tensor<4xf32>) -> tensor<4x4xf32> {
  // expected-error@+1 {{attribute 'axes' failed to satisfy constraint: array of distinct names of loops: letters, digits and underscores}}
  %b = tensor.compute (%i, %j) in [4, 4] attributes {axes = ["i", "i"]} {
    %x = tensor.at %a[0] : tensor<4xf32>
    tensor.yield %x : f32
  } : tensor<4x4xf32>
  return %b : tensor<4x4xf32>
}

// -----

func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{attribute 'axes' failed to satisfy constraint: array of distinct names of loops: letters, digits and underscores}}
  %b = tensor.compute (%i) in [4] attributes {axes = ["i.0"]} {
    %x = tensor.at %a[0] : tensor<4xf32>
    tensor.yield %x : f32
  } : tensor<4xf32>
  return %b : tensor<4xf32>
}

// -----

func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{attribute 'schedule' failed to satisfy constraint: schedule, as in #tensor.schedule<vectorize(i, 8)>}}
  %b = tensor.compute (%i) in [4] attributes {schedule = "vectorize(i, 8)"} {
    %x = tensor.at %a[0] : tensor<4xf32>
    tensor.yield %x : f32
  } : tensor<4xf32>
  return %b : tensor<4xf32>
}

// -----

func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{unknown step 'tile'; known are rfactor, split, time, order, map, parallel}}
  %b = tensor.compute (%i) in [4] attributes {schedule = #tensor.schedule<tile(i, 8)>} {
    %x = tensor.at %a[0] : tensor<4xf32>
    tensor.yield %x : f32
  } : tensor<4xf32>
  return %b : tensor<4xf32>
}

// -----

func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{vectorize takes a loop and an integer, as in vectorize(i, 8)}}
  %b = tensor.compute (%i) in [4] attributes {schedule = #tensor.schedule<vectorize(i)>} {
    %x = tensor.at %a[0] : tensor<4xf32>
    tensor.yield %x : f32
  } : tensor<4xf32>
  return %b : tensor<4xf32>
}

// -----

func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{vectorize needs an integer of at least 1 and at most 1024, not 0}}
  %b = tensor.compute (%i) in [4] attributes {schedule = #tensor.schedule<vectorize(i, 0)>} {
    %x = tensor.at %a[0] : tensor<4xf32>
    tensor.yield %x : f32
  } : tensor<4xf32>
  return %b : tensor<4xf32>
}

// -----

func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{order names i twice}}
  %b = tensor.compute (%i) in [4] attributes {schedule = #tensor.schedule<order(i, i)>} {
    %x = tensor.at %a[0] : tensor<4xf32>
    tensor.yield %x : f32
  } : tensor<4xf32>
  return %b : tensor<4xf32>
}

// -----

func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{parallel takes names of loops, as in parallel(i, grain = 4)}}
  %b = tensor.compute (%i) in [4] attributes {schedule = #tensor.schedule<parallel()>} {
    %x = tensor.at %a[0] : tensor<4xf32>
    tensor.yield %x : f32
  } : tensor<4xf32>
  return %b : tensor<4xf32>
}

// -----

func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{order takes only names of loops, as in order(j, i)}}
  %b = tensor.compute (%i) in [4] attributes {schedule = #tensor.schedule<order(i, 4)>} {
    %x = tensor.at %a[0] : tensor<4xf32>
    tensor.yield %x : f32
  } : tensor<4xf32>
  return %b : tensor<4xf32>
}

// -----

func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{parallel takes names of loops, as in parallel(i, grain = 4)}}
  %b = tensor.compute (%i) in [4] attributes {schedule = #tensor.schedule<parallel(i, 4)>} {
    %x = tensor.at %a[0] : tensor<4xf32>
    tensor.yield %x : f32
  } : tensor<4xf32>
  return %b : tensor<4xf32>
}

// -----

func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{expected ')' after the integer of vectorize}}
  %b = tensor.compute (%i) in [4] attributes {schedule = #tensor.schedule<vectorize(i, 4, 4)>} {
    %x = tensor.at %a[0] : tensor<4xf32>
    tensor.yield %x : f32
  } : tensor<4xf32>
  return %b : tensor<4xf32>
}

// -----

func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{expected an author}}
  %b = tensor.compute (%i) in [4] attributes {schedule = #tensor.schedule<by me: vectorize(i, 4)>} {
    %x = tensor.at %a[0] : tensor<4xf32>
    tensor.yield %x : f32
  } : tensor<4xf32>
  return %b : tensor<4xf32>
}

// -----

func.func @f(%a: tensor<4xf32>) -> tensor<f32> {
  %b = tensor.compute () in [] {
    // expected-error@+1 {{attribute 'axis' failed to satisfy constraint: name of a loop: letters, digits and underscores}}
    %s = tensor.fold (%k) = 0 to 4 add attributes {axis = "k.0"} {
      %x = tensor.at %a[%k] : tensor<4xf32>
      tensor.yield %x : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<f32>
  return %b : tensor<f32>
}

// -----

// Generic form takes no names from the text.
func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{has a schedule, but no names for the 1 axes of its box: name them with 'axes'}}
  %b = "tensor.compute"() <{box = extents<[4]>, schedule = #tensor.schedule<vectorize(i, 4)>}> ({
  ^bb0(%i: index):
    %x = tensor.at %a[%i] : tensor<4xf32>
    tensor.yield %x : f32
  }) : () -> tensor<4xf32>
  return %b : tensor<4xf32>
}

// -----

func.func @f(%a: tensor<4xf32>) -> tensor<4x4xf32> {
  // expected-error@+1 {{split of i has tiles of 4, which is not a multiple of 3}}
  %b = tensor.compute (%i, %j) in [4, 4] attributes {schedule = #tensor.schedule<split(i, [4, 3])>} {
    %x = tensor.at %a[0] : tensor<4xf32>
    tensor.yield %x : f32
  } : tensor<4x4xf32>
  return %b : tensor<4x4xf32>
}

// -----

func.func @f(%a: tensor<4xf32>) -> tensor<4x4xf32> {
  // expected-error@+1 {{schedule splits i twice}}
  %b = tensor.compute (%i, %j) in [4, 4] attributes {schedule = #tensor.schedule<split(i, [2]), split(i, [1])>} {
    %x = tensor.at %a[0] : tensor<4xf32>
    tensor.yield %x : f32
  } : tensor<4x4xf32>
  return %b : tensor<4x4xf32>
}

// -----

func.func @f(%a: tensor<4xf32>) -> tensor<4x4xf32> {
  // expected-error@+1 {{schedule names the loop 'l'}}
  %b = tensor.compute (%i, %j) in [4, 4] attributes {schedule = #tensor.schedule<split(l, [2])>} {
    %x = tensor.at %a[0] : tensor<4xf32>
    tensor.yield %x : f32
  } : tensor<4x4xf32>
  return %b : tensor<4x4xf32>
}

// -----

func.func @f(%a: tensor<4xf32>) -> tensor<4x4xf32> {
  // expected-error@+1 {{split needs tile sizes for i, as in split(i, [252, 6])}}
  %b = tensor.compute (%i, %j) in [4, 4] attributes {schedule = #tensor.schedule<split(i, [])>} {
    %x = tensor.at %a[0] : tensor<4xf32>
    tensor.yield %x : f32
  } : tensor<4x4xf32>
  return %b : tensor<4x4xf32>
}

// -----

func.func @f(%a: tensor<4xf32>) -> tensor<4x4xf32> {
  // expected-error@+1 {{split takes at most 8 tile sizes, but i has 9}}
  %b = tensor.compute (%i, %j) in [4, 4] attributes {schedule = #tensor.schedule<split(i, [4, 4, 4, 4, 4, 4, 4, 4, 2])>} {
    %x = tensor.at %a[0] : tensor<4xf32>
    tensor.yield %x : f32
  } : tensor<4x4xf32>
  return %b : tensor<4x4xf32>
}

// -----

func.func @f(%a: tensor<4xf32>) -> tensor<4x4xf32> {
  // expected-error@+1 {{schedule omits i.1 from the order: an order names all parts of each loop except the last}}
  %b = tensor.compute (%i, %j) in [4, 4] attributes {schedule = #tensor.schedule<split(i, [4, 2]), order(i.0)>} {
    %x = tensor.at %a[0] : tensor<4xf32>
    tensor.yield %x : f32
  } : tensor<4x4xf32>
  return %b : tensor<4x4xf32>
}

// -----

func.func @f(%a: tensor<4xf32>) -> tensor<4x4xf32> {
  // expected-error@+1 {{schedule puts i.0 inside one of its inner parts}}
  %b = tensor.compute (%i, %j) in [4, 4] attributes {schedule = #tensor.schedule<split(i, [4, 2]), order(i.1, i.0)>} {
    %x = tensor.at %a[0] : tensor<4xf32>
    tensor.yield %x : f32
  } : tensor<4x4xf32>
  return %b : tensor<4x4xf32>
}

// -----

func.func @f(%a: tensor<4xf32>) -> tensor<4x4xf32> {
  // expected-error@+1 {{schedule names 'j' as a loop over tiles, which are i.0}}
  %b = tensor.compute (%i, %j) in [4, 4] attributes {schedule = #tensor.schedule<split(i, [4]), order(i.0, j)>} {
    %x = tensor.at %a[0] : tensor<4xf32>
    tensor.yield %x : f32
  } : tensor<4x4xf32>
  return %b : tensor<4x4xf32>
}

// -----

func.func @f(%a: tensor<4xf32>) -> tensor<4x4xf32> {
  // expected-error@+1 {{schedule runs i.1 in parallel: only the first part of an axis can run in parallel}}
  %b = tensor.compute (%i, %j) in [4, 4] attributes {schedule = #tensor.schedule<split(i, [4, 2]), parallel(i.1)>} {
    %x = tensor.at %a[0] : tensor<4xf32>
    tensor.yield %x : f32
  } : tensor<4x4xf32>
  return %b : tensor<4x4xf32>
}

// -----

func.func @f(%a: tensor<4xf32>) -> tensor<4x4xf32> {
  // expected-error@+1 {{schedule names 'i.1' as a loop over tiles, which are i.0}}
  %b = tensor.compute (%i, %j) in [4, 4] attributes {schedule = #tensor.schedule<split(i, [4]), stage(i, at = i.1)>} {
    %x = tensor.at %a[0] : tensor<4xf32>
    tensor.yield %x : f32
  } : tensor<4x4xf32>
  return %b : tensor<4x4xf32>
}

// -----

func.func @f(%a: tensor<4xf32>) -> tensor<4x4xf32> {
  // expected-error@+1 {{schedule has panels = j, which is not one of the staged loops, or is not split}}
  %b = tensor.compute (%i, %j) in [4, 4] attributes {schedule = #tensor.schedule<split(i, [4]), stage(i, j, at = i.0, panels = j)>} {
    %x = tensor.at %a[0] : tensor<4xf32>
    tensor.yield %x : f32
  } : tensor<4x4xf32>
  return %b : tensor<4x4xf32>
}

// -----

func.func @f(%a: tensor<4xf32>) -> tensor<4x4xf32> {
  // expected-error@+1 {{schedule has two stage steps for the same loops}}
  %b = tensor.compute (%i, %j) in [4, 4] attributes {schedule = #tensor.schedule<split(i, [4]), stage(i, at = i.0), stage(i, at = i.0)>} {
    %x = tensor.at %a[0] : tensor<4xf32>
    tensor.yield %x : f32
  } : tensor<4x4xf32>
  return %b : tensor<4x4xf32>
}

// -----

func.func @f(%a: tensor<4xf32>) -> tensor<4x4xf32> {
  // expected-error@+1 {{schedule stages tiles, but splits no loop}}
  %b = tensor.compute (%i, %j) in [4, 4] attributes {schedule = #tensor.schedule<stage(i)>} {
    %x = tensor.at %a[0] : tensor<4xf32>
    tensor.yield %x : f32
  } : tensor<4x4xf32>
  return %b : tensor<4x4xf32>
}

// -----

func.func @f(%a: tensor<4xf32>) -> tensor<4x4xf32> {
  // expected-error@+1 {{vectorize takes no 'keep'; only place does}}
  %b = tensor.compute (%i, %j) in [4, 4] attributes {schedule = #tensor.schedule<vectorize(j, keep = i)>} {
    %x = tensor.at %a[0] : tensor<4xf32>
    tensor.yield %x : f32
  } : tensor<4x4xf32>
  return %b : tensor<4x4xf32>
}

// -----

func.func @f(%a: tensor<4xf32>) -> tensor<4x4xf32> {
  // expected-error@+1 {{vectorize takes no 'at'; only stage and place do}}
  %b = tensor.compute (%i, %j) in [4, 4] attributes {schedule = #tensor.schedule<vectorize(j, at = i)>} {
    %x = tensor.at %a[0] : tensor<4xf32>
    tensor.yield %x : f32
  } : tensor<4x4xf32>
  return %b : tensor<4x4xf32>
}

// -----

func.func @f(%a: tensor<4x8xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{schedule maps the fold k to the grid: only a block or a warp can share a fold}}
  %b = tensor.compute (%i) in [4] attributes {schedule = #tensor.schedule<map(k, grid)>} {
    %s = tensor.fold (%k) = 0 to 8 add attributes {axis = "k"} {
      %x = tensor.at %a[%i, %k] : tensor<4x8xf32>
      tensor.yield %x : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<4xf32>
  return %b : tensor<4xf32>
}

// -----

func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{schedule maps the axis i to a block, but only the innermost axis can be, after all others are mapped to the grid}}
  %b = tensor.compute (%i) in [4] attributes {schedule = #tensor.schedule<map(i, block)>} {
    %x = tensor.at %a[%i] : tensor<4xf32>
    tensor.yield %x : f32
  } : tensor<4xf32>
  return %b : tensor<4xf32>
}

// -----

func.func @f(%a: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // expected-error@+1 {{schedule maps the axis j to a block, but only the innermost axis can be, after all others are mapped to the grid}}
  %b = tensor.compute (%i, %j) in [4, 8] attributes {schedule = #tensor.schedule<map(i, j, grid), map(j, block)>} {
    %x = tensor.at %a[%i, %j] : tensor<4x8xf32>
    tensor.yield %x : f32
  } : tensor<4x8xf32>
  return %b : tensor<4x8xf32>
}

// -----

func.func @f(%a: tensor<4x8x16xf32>) -> tensor<4x8xf32> {
  // expected-error@+1 {{schedule maps both k and an enclosing axis}}
  %b = tensor.compute (%i, %j) in [4, 8] attributes {folds = ["k"], schedule = #tensor.schedule<map(i, grid), map(j, block), map(k, block)>} {
    %s = tensor.fold (%k) = 0 to 16 maximumf attributes {axis = "k"} {
      %x = tensor.at %a[%i, %j, %k] : tensor<4x8x16xf32>
      tensor.yield %x : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<4x8xf32>
  return %b : tensor<4x8xf32>
}

// -----

func.func @tail(%a: tensor<4xf32>) {
  // expected-error@+1 {{vectorize has tail = pad, but lanes past the end have no memory to access: use peel, overlap, mask}}
  %b = tensor.compute (%i) in [4] attributes {schedule = #tensor.schedule<vectorize(i, 4, tail = pad)>} {
    %x = tensor.at %a[%i] : tensor<4xf32>
    tensor.yield %x : f32
  } : tensor<4xf32>
  return
}

// -----

func.func @stream(%a: tensor<4xf32>) {
  // expected-error@+1 {{schedule splits i and streams results: tiles must stay in the caches}}
  %b = tensor.compute (%i) in [4] attributes {schedule = #tensor.schedule<stream(), split(i, [2])>} {
    %x = tensor.at %a[%i] : tensor<4xf32>
    tensor.yield %x : f32
  } : tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{expected ')' after the integer of join}}
  %b = tensor.compute (%i) in [4] attributes {schedule = #tensor.schedule<join(k: l, 8, 4)>} {
    %x = tensor.at %a[0] : tensor<4xf32>
    tensor.yield %x : f32
  } : tensor<4xf32>
  return %b : tensor<4xf32>
}

// -----

func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{join names k twice}}
  %b = tensor.compute (%i) in [4] attributes {schedule = #tensor.schedule<join(k: k, 8)>} {
    %x = tensor.at %a[0] : tensor<4xf32>
    tensor.yield %x : f32
  } : tensor<4xf32>
  return %b : tensor<4xf32>
}

// -----

func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{schedule joins folds without the terms per iteration: write join(k: l, 4096)}}
  %b = tensor.compute (%i) in [4] attributes {folds = ["k", "l"], schedule = #tensor.schedule<join(k: l)>} {
    %x = tensor.at %a[0] : tensor<4xf32>
    tensor.yield %x : f32
  } : tensor<4xf32>
  return %b : tensor<4xf32>
}

// -----

func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{schedule joins the axis i: only folds can be joined, or in a group its members}}
  %b = tensor.compute (%i) in [4] attributes {folds = ["k"], schedule = #tensor.schedule<join(k: i, 8)>} {
    %x = tensor.at %a[0] : tensor<4xf32>
    tensor.yield %x : f32
  } : tensor<4xf32>
  return %b : tensor<4xf32>
}

// -----

func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{schedule joins l twice}}
  %b = tensor.compute (%i) in [4] attributes {folds = ["k", "l", "o"], schedule = #tensor.schedule<join(k: l, 8), join(o: l, 8)>} {
    %x = tensor.at %a[0] : tensor<4xf32>
    tensor.yield %x : f32
  } : tensor<4xf32>
  return %b : tensor<4xf32>
}

// -----

func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{has a schedule that splits loops and joins members: only a group has members}}
  %b = tensor.compute (%i) in [4] attributes {schedule = #tensor.schedule<split(i, [2]), join(i: m)>} {
    %x = tensor.at %a[0] : tensor<4xf32>
    tensor.yield %x : f32
  } : tensor<4xf32>
  return %b : tensor<4xf32>
}

// -----

func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{schedule prefetches twice along i}}
  %b = tensor.compute (%i) in [4] attributes {schedule = #tensor.schedule<prefetch(i, 8), prefetch(i, 4)>} {
    %x = tensor.at %a[%i] : tensor<4xf32>
    tensor.yield %x : f32
  } : tensor<4xf32>
  return %b : tensor<4xf32>
}

// -----

func.func @f(%a: tensor<64xf32>) -> tensor<64xf32> {
  // expected-error@+1 {{schedule unrolls i.0 and runs it in parallel}}
  %b = tensor.compute (%i) in [64] attributes {schedule = #tensor.schedule<split(i, [8]), unroll(i.0, 2), parallel(i.0)>} {
    %x = tensor.at %a[%i] : tensor<64xf32>
    tensor.yield %x : f32
  } : tensor<64xf32>
  return %b : tensor<64xf32>
}

// -----

func.func @f(%a: tensor<4x64xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{map to a warp takes no thread count: a warp has 32 threads}}
  %b = tensor.compute (%i) in [4] attributes {schedule = #tensor.schedule<map(i, grid), map(k, warp, 32)>} {
    %x = tensor.at %a[%i, 0] : tensor<4x64xf32>
    tensor.yield %x : f32
  } : tensor<4xf32>
  return %b : tensor<4xf32>
}

// -----

func.func @f(%a: tensor<4x64xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{mma takes a fold and its terms per instruction, 2 or 4, as in mma(k, 2)}}
  %b = tensor.compute (%i) in [4] attributes {schedule = #tensor.schedule<mma(k, 3)>} {
    %s = tensor.fold (%k) = 0 to 64 add attributes {axis = "k"} {
      %x = tensor.at %a[%i, %k] : tensor<4x64xf32>
      tensor.yield %x : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<4xf32>
  return %b : tensor<4xf32>
}

// -----

func.func @f(%a: tensor<4x64xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{schedule maps loops and splits loops into tiles}}
  %b = tensor.compute (%i) in [4] attributes {schedule = #tensor.schedule<split(i, [2]), map(i, grid)>} {
    %s = tensor.fold (%k) = 0 to 64 add attributes {axis = "k"} {
      %x = tensor.at %a[%i, %k] : tensor<4x64xf32>
      tensor.yield %x : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<4xf32>
  return %b : tensor<4xf32>
}

// -----

func.func @f(%a: tensor<4x64xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{place has keep without a loop: root is outside all loops}}
  %b = tensor.compute (%i) in [4] attributes {schedule = #tensor.schedule<place(s, root, keep = i.0)>} {
    %s = tensor.fold (%k) = 0 to 64 add attributes {axis = "k"} {
      %x = tensor.at %a[%i, %k] : tensor<4x64xf32>
      tensor.yield %x : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<4xf32>
  return %b : tensor<4xf32>
}

// -----

func.func @f(%a: tensor<4x64xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{place needs a loop or 'root' for keep, not 'inline'}}
  %b = tensor.compute (%i) in [4] attributes {schedule = #tensor.schedule<place(s, at = i.0, keep = inline)>} {
    %s = tensor.fold (%k) = 0 to 64 add attributes {axis = "k"} {
      %x = tensor.at %a[%i, %k] : tensor<4x64xf32>
      tensor.yield %x : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<4xf32>
  return %b : tensor<4xf32>
}

// -----

func.func @f(%a: tensor<4x64xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{schedule has the step time twice}}
  %b = tensor.compute (%i) in [4] attributes {schedule = #tensor.schedule<time(i, [4, 64]), time(i, [4, 64])>} {
    %s = tensor.fold (%k) = 0 to 64 add attributes {axis = "k"} {
      %x = tensor.at %a[%i, %k] : tensor<4x64xf32>
      tensor.yield %x : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<4xf32>
  return %b : tensor<4xf32>
}

// -----

func.func @f(%a: tensor<4x64xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{schedule has mma for the axis i: mma takes a fold}}
  %b = tensor.compute (%i) in [4] attributes {schedule = #tensor.schedule<split(i, [2]), mma(i, 2)>} {
    %s = tensor.fold (%k) = 0 to 64 add attributes {axis = "k"} {
      %x = tensor.at %a[%i, %k] : tensor<4x64xf32>
      tensor.yield %x : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<4xf32>
  return %b : tensor<4xf32>
}

// -----

func.func @f(%a: tensor<4x64xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{schedule has mma for both k and l}}
  %b = tensor.compute (%i) in [4] attributes {schedule = #tensor.schedule<split(k, [32]), mma(k, 2), mma(l, 2)>} {
    %s = tensor.fold (%k) = 0 to 64 add attributes {axis = "k"} {
      %x = tensor.at %a[%i, %k] : tensor<4x64xf32>
      tensor.yield %x : f32
    } : f32
    %t = tensor.fold (%l) = 0 to 64 add attributes {axis = "l"} {
      %x = tensor.at %a[%i, %l] : tensor<4x64xf32>
      tensor.yield %x : f32
    } : f32
    %u = arith.addf %s, %t : f32
    tensor.yield %u : f32
  } : tensor<4xf32>
  return %b : tensor<4xf32>
}

// -----

func.func @f(%a: tensor<4x64xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{schedule has rfactor for the axis i: rfactor takes a fold}}
  %b = tensor.compute (%i) in [4] attributes {schedule = #tensor.schedule<rfactor(i, 2)>} {
    %x = tensor.at %a[%i, 0] : tensor<4x64xf32>
    tensor.yield %x : f32
  } : tensor<4xf32>
  return %b : tensor<4xf32>
}

// -----

func.func @f(%a: tensor<4x64xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{schedule has rfactor(k, …) twice}}
  %b = tensor.compute (%i) in [4] attributes {folds = ["k"], schedule = #tensor.schedule<rfactor(k, 2), rfactor(k, 4)>} {
    %x = tensor.at %a[%i, 0] : tensor<4x64xf32>
    tensor.yield %x : f32
  } : tensor<4xf32>
  return %b : tensor<4xf32>
}

// -----

func.func @f(%a: tensor<4x64xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{schedule has rfactor(k, …) and joins k: a joined loop has the terms of all its folds}}
  %b = tensor.compute (%i) in [4] attributes {folds = ["k", "l"], schedule = #tensor.schedule<rfactor(k, 2), join(k: l, 8)>} {
    %x = tensor.at %a[%i, 0] : tensor<4x64xf32>
    tensor.yield %x : f32
  } : tensor<4xf32>
  return %b : tensor<4xf32>
}
