//! Arrays that are given away, on the processor: results that may be where an argument was are there, and all
//! answers are the interpreter's.

use std::thread;
use tensorforge::nn::{Adam, Dense, Moments, Sgd, mean_squared_error};
use tensorforge::*;

fn floats(extents: &[usize]) -> Array {
    let n: usize = extents.iter().product();
    let value = |i: usize| ((i as u32 + 1).wrapping_mul(2_654_435_769) >> 8) as f32 / (1 << 24) as f32 - 0.5;
    Array::from_slice(extents, &(0..n).map(value).collect::<Vec<f32>>()).unwrap()
}

fn address(array: &Array) -> usize {
    array.bytes().as_ptr().addr()
}

/// The program on the processor and in the interpreter.
fn both(program: &Program) -> [Executable; 2] {
    let session = crate::sessions::builder().verify_each(true).build().unwrap();
    [Device::cpu(), Device::interp()].map(|device| session.compile(program, device).unwrap())
}

/// A call with only donated arguments: its results are those of the interpreter; those in `places` reuse the
/// memory of that argument, others have separate memory.
#[track_caller]
fn check(program: &Program, args: &[Array], places: &[Option<usize>]) {
    let [exe, interp] = both(program);
    let wanted: Vec<Array> = interp.call(args).unwrap();
    let given = args.to_vec();
    let before: Vec<usize> = given.iter().map(address).collect();
    let results: Vec<Array> = exe.call(given).unwrap();
    let text = program.to_text();
    for (at, (found, wanted)) in results.iter().zip(&wanted).enumerate() {
        assert_eq!(found.layout(), wanted.layout(), "result {at} of\n{text}");
        let pairs = found.scalars().zip(wanted.scalars());
        let off = pairs.map(|(a, b)| (a.to_f64() - b.to_f64()).abs()).fold(0.0, f64::max);
        assert!(off < 1e-5, "result {at} is off by {off}\n{text}");
    }
    let found: Vec<Option<usize>> =
        results.iter().map(|result| before.iter().position(|place| *place == address(result))).collect();
    let is_as_said = |(found, place): (&Option<usize>, &Option<usize>)| match reuses() {
        true => found == place,
        false => found.is_none() || found == place,
    };
    assert!(found.iter().zip(places).all(is_as_said), "{found:?}, not {places:?}\n{text}");
}

/// Whether code for this machine reads every element before it writes one there. Without masks, the last
/// vector of a row overlaps the previous one, whose elements have been written.
fn reuses() -> bool {
    Machine::host().masks
}

/// Compares the address of a result with that of the donated argument.
#[track_caller]
fn is_there(result: &Array, place: usize) {
    assert!(address(result) == place || !reuses(), "{result:?} is elsewhere");
}

fn matrix(p: &Tracer, name: &str) -> Tensor {
    p.input::<f32>(name, (p.dim("n"), p.dim("m")))
}

fn traced<V: Values>(body: impl FnOnce(&Tracer) -> V) -> Program {
    Program::trace("f", body).unwrap()
}

#[test]
fn elementwise_results_reuse_their_argument() {
    let one = traced(|p| p.input::<f32>("x", [p.dim("n")]) * 0.5 + 1.0);
    for n in [1, 3, 16, 63, 64, 65, 1000, 4099, 300_000] {
        check(&one, &[floats(&[n])], &[Some(0)]);
    }
    let rows = traced(|p| matrix(p, "x").exp() - 1.0);
    for extents in [[1, 1], [5, 7], [64, 64], [3, 129], [100, 1000], [1000, 3]] {
        check(&rows, &[floats(&extents)], &[Some(0)]);
    }
    for extents in [[7, 10], [30, 64], [64, 130]] {
        let fixed = traced(|p| p.input::<f32>("x", (extents[0], extents[1])) * 3.0);
        check(&fixed, &[floats(&extents)], &[Some(0)]);
    }
    // Of several, one that fits; and of other types of as many bytes.
    let sum = traced(|p| matrix(p, "x") + matrix(p, "y"));
    check(&sum, &[floats(&[9, 20]), floats(&[9, 20])], &[Some(0)]);
    let bits = traced(|p| (matrix(p, "x") * 100.0).to::<i32>());
    check(&bits, &[floats(&[9, 20])], &[Some(0)]);
    // All of it is read before the first element is written.
    let sums = traced(|p| {
        let x = p.input::<f32>("x", (40, 40));
        &x * 2.0 + x.sum([0])
    });
    check(&sums, &[floats(&[40, 40])], &[Some(0)]);
    // Two results, two arguments: each its own.
    let both = traced(|p| {
        let (x, v) = (matrix(p, "x"), matrix(p, "v"));
        (&x + &v * 0.1, &v - &x * 0.1)
    });
    check(&both, &[floats(&[9, 20]), floats(&[9, 20])], &[Some(0), Some(1)]);
}

#[test]
fn later_read_arrays_are_not_overwritten() {
    let programs = [
        traced(|p| p.input::<f32>("x", (40, 40)).transpose()),
        traced(|p| p.input::<f32>("x", (40, 40)).reverse(0)),
        traced(|p| p.input::<f32>("x", (40, 40)).roll(0, 1)),
        traced(|p| {
            let x = p.input::<f32>("x", (40, 40));
            p.compute([40, 40], |[i, j]| x.at([&i - 1, j.clone()]) + x.at([&i + 1, j.clone()]) + x.at([i, j]))
        }),
        traced(|p| {
            let x = p.input::<f32>("x", (40, 40));
            x.matmul(&x)
        }),
    ];
    for program in &programs {
        check(program, &[floats(&[40, 40])], &[None]);
    }
    // Of another size.
    let part = traced(|p| p.input::<f32>("x", (40, 40)).slice([0..20, 0..40]) * 2.0);
    check(&part, &[floats(&[40, 40])], &[None]);
    // Equal extents by chance: decided when it is called.
    let other =
        traced(|p| (p.input::<f32>("x", [p.dim("n")]) * 2.0, p.input::<f32>("y", [p.dim("m")]) + 1.0));
    check(&other, &[floats(&[30]), floats(&[30])], &[Some(0), Some(1)]);
    check(&other, &[floats(&[30]), floats(&[31])], &[Some(0), Some(1)]);
}

#[derive(Values, Inputs, Args, Results, Clone)]
struct Model<T = Tensor> {
    #[input(f32, 20, 32)]
    weight1: T,
    #[input(f32, 32)]
    bias1: T,
    #[input(f32, 32, 4)]
    weight2: T,
    #[input(f32, 4)]
    bias2: T,
}

impl Model {
    fn loss(&self, x: &Tensor, y: &Tensor) -> Tensor {
        let first = Dense { weight: self.weight1.clone(), bias: self.bias1.clone() };
        let second = Dense { weight: self.weight2.clone(), bias: self.bias2.clone() };
        mean_squared_error(&second.apply(&first.apply(x).tanh()), y)
    }
}

impl Model<Array> {
    fn start() -> Model<Array> {
        let [weight1, bias1, weight2, bias2] = [&[20, 32][..], &[32], &[32, 4], &[4]].map(floats);
        Model { weight1, bias1, weight2, bias2 }
    }

    fn arrays(&self) -> [&Array; 4] {
        [&self.weight1, &self.bias1, &self.weight2, &self.bias2]
    }
}

fn data(p: &Tracer) -> (Tensor, Tensor) {
    (p.input::<f32>("x", (p.dim("n"), 20)), p.input::<f32>("y", (p.dim("n"), 4)))
}

fn close(found: &Array, wanted: &Array) {
    let pairs = found.scalars().zip(wanted.scalars());
    let off = pairs.map(|(a, b)| (a.to_f64() - b.to_f64()).abs()).fold(0.0, f64::max);
    assert!(off < 1e-4, "off by {off}");
}

#[test]
fn the_parameters_of_a_model_stay_where_they_are() {
    let program = traced(|p| {
        let model: Model = p.inputs("model");
        let (x, y) = data(p);
        let sgd = Sgd { rate: 0.1, ..Sgd::default() };
        let state = sgd.start(p, &model);
        let gradient = p.grad(&model, |model| model.loss(&x, &y));
        sgd.step(&model, gradient, state).0
    });
    let [exe, interp] = both(&program);
    let (x, y) = (floats(&[50, 20]), floats(&[50, 4]));
    let (mut model, mut lent) = (Model::start(), Model::start());
    let places = model.arrays().map(address);
    for _ in 0..4 {
        model = exe.call((model, &x, &y)).unwrap();
        lent = interp.call((&lent, &x, &y)).unwrap();
        assert_eq!(model.arrays().map(address), places, "{program:?}");
    }
    model.arrays().into_iter().zip(lent.arrays()).for_each(|(found, wanted)| close(found, wanted));
    // No bytes are allocated for parameters: only temporaries of the call.
    let bytes: usize = model.arrays().iter().map(|array| array.bytes().len()).sum();
    let needs = |most: usize, lent: bool| {
        let limited = exe.limited(Limits::new().bytes(most as u64));
        match lent {
            true => limited.call::<Model<Array>>((&model, &x, &y)).is_ok(),
            false => limited.call::<Model<Array>>((model.clone(), &x, &y)).is_ok(),
        }
    };
    let least = |lent: bool| (0..1 << 20).step_by(64).find(|most| needs(*most, lent)).unwrap();
    assert!(least(false) + bytes <= least(true) + 64, "{} and {} with {bytes}", least(false), least(true));
}

#[test]
fn optimizer_state_does_so_too() {
    let program = traced(|p| {
        let model: Model = p.inputs("model");
        let (first, second): (Model, Model) = (p.inputs("first"), p.inputs("second"));
        let steps = p.input::<f32>("steps", ());
        let (x, y) = data(p);
        let list = |m: &Model| vec![m.weight1.clone(), m.bias1.clone(), m.weight2.clone(), m.bias2.clone()];
        let state = Moments { steps, first: list(&first), second: list(&second) };
        let gradient = p.grad(&model, |model| model.loss(&x, &y));
        let (model, state) = Adam::default().step(&model, gradient, state);
        (model, state.first, state.second, state.steps)
    });
    let [exe, interp] = both(&program);
    let (x, y) = (floats(&[50, 20]), floats(&[50, 4]));
    let start = || {
        let zeros = Model::start().arrays().map(|a| Array::zeros(a.dtype(), a.extents()).unwrap());
        let mut all: Vec<Array> = Model::start().arrays().into_iter().cloned().collect();
        all.extend(zeros.iter().chain(&zeros).cloned());
        all.push(Array::zeros(DType::F32, &[]).unwrap());
        all
    };
    let (mut state, mut lent) = (start(), start());
    let places: Vec<usize> = state.iter().map(address).collect();
    for _ in 0..3 {
        state = exe.call((state, &x, &y)).unwrap();
        lent = interp.call((&lent, &x, &y)).unwrap();
        state.iter().zip(&places).for_each(|(result, place)| is_there(result, *place));
    }
    state.iter().zip(&lent).for_each(|(found, wanted)| close(found, wanted));
}

#[test]
fn only_donated_unshared_arrays_are_written() {
    let program = traced(|p| matrix(p, "x") + matrix(p, "y") * 2.0);
    let [exe, _] = both(&program);
    let (x, y) = (floats(&[6, 9]), floats(&[6, 9]));
    let wanted: Array = exe.call((&x, &y)).unwrap();
    let (kept, given) = (x.clone(), y.clone());
    let place = address(&given);
    let result: Array = exe.call((&x, given)).unwrap();
    is_there(&result, place);
    assert_eq!((&result, &x), (&wanted, &kept));
    // One array twice: nobody else may see it change.
    let session = crate::sessions::session();
    let held = session.to_device(&x, &Device::cpu()).unwrap();
    let twice: DeviceArray = exe.call_on_device((held.clone(), held)).unwrap();
    assert_eq!(twice.to_array().unwrap(), exe.call::<Array>((&x, &x)).unwrap());
    let held = session.to_device(&x, &Device::cpu()).unwrap();
    let once: DeviceArray = exe.call_on_device((&held, held.clone())).unwrap();
    assert_eq!((once.to_array().unwrap(), held.to_array().unwrap()), (exe.call((&x, &x)).unwrap(), x));
}

#[test]
fn a_trapping_program_consumes_donated_arrays() {
    let text = "func.func @f(%x: tensor<?{n}xf32>, %at: index) -> tensor<?{n}xf32> {
  %y = tensor.compute (%i) in [n] {
    %a = tensor.at %x[%i] : tensor<?{n}xf32>
    %b = arith.addf %a, %a : f32
    tensor.yield %b : f32
  } : tensor<?{n}xf32>
  %zero = arith.constant 0 : index
  %fine = arith.cmpi sge, %at, %zero : index
  tensor.assert %fine, \"no place\"
  return %y : tensor<?{n}xf32>
}";
    let exe = crate::sessions::session().compile_text(text, Device::cpu()).unwrap();
    let x = floats(&[100]);
    let error = exe.call::<Array>((x.clone(), -1i64)).unwrap_err();
    assert!(error.to_string().contains("no place"), "{error}");
    let given = x.clone();
    let place = address(&given);
    let result: Array = exe.call((given, 1i64)).unwrap();
    is_there(&result, place);
    assert_eq!(result, exe.call::<Array>((&x, 1i64)).unwrap());
    // An argument that does not fit is gone, too; the others with it.
    let error = exe.call::<Array>((floats(&[2, 3]), 1i64)).unwrap_err();
    assert!(error.to_string().contains("'arg0'"), "{error}");
}

#[test]
fn threads_give_their_own_away() {
    let program = traced(|p| p.input::<f32>("x", [p.dim("n")]) * 0.5 + 1.0);
    let [exe, interp] = both(&program);
    let mut wanted = floats(&[70_000]);
    for _ in 0..20 {
        wanted = interp.call(&wanted).unwrap();
    }
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let mut x = floats(&[70_000]);
                let place = address(&x);
                for _ in 0..20 {
                    x = exe.call(x).unwrap();
                    is_there(&x, place);
                }
                close(&x, &wanted);
            });
        }
    });
}
