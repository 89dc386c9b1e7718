//! Functions of programs, and structs of values, inputs, arguments and results, on every device.

use tensorforge::*;

fn on_each_device(program: &Program, check: impl Fn(&Executable)) {
    let session = crate::sessions::builder().verify_each(true).build().unwrap();
    for device in session.devices() {
        check(&session.compile(program, &device).unwrap_or_else(|error| panic!("{device}: {error}")));
    }
}

fn vector(values: &[f32]) -> Array {
    Array::from_slice(&[values.len()], values).unwrap()
}

fn floats(array: &Array) -> &[f32] {
    array.as_slice().unwrap()
}

fn error(program: Result<Program, TraceError>) -> String {
    let error = program.expect_err("it is wrong");
    assert_eq!(error.problems().len(), 1, "{error}");
    error.problems()[0].message.clone()
}

/// Sum of neighbours, and their difference.
#[program]
fn neighbours(x: &Tensor, #[constant] reach: i64) -> (Tensor, Tensor) {
    (x.roll(-1, reach) + x, x.roll(-1, -reach) - x)
}

#[program]
fn twice(p: &Tracer, x: Tensor) -> Tensor {
    let (a, b) = neighbours(&x, 1);
    let zero = p.constant(0.0f32);
    neighbours(&(a + b), 1).0 + zero
}

#[test]
fn functions_are_traced_once_per_type_and_constant() {
    let program = Program::trace("main", |p| {
        let x = p.input::<f32>("x", [p.dim("n")]);
        let y = p.input::<f32>("y", (p.dim("m"), p.dim("n") + 1));
        let (a, _) = neighbours(&x, 1);
        let (b, _) = neighbours(&(&x * 2.0), 1);
        let (c, _) = neighbours(&x, 2);
        let (d, _) = neighbours(&y, 1);
        (a, b, c, d, twice(p, x.clone()))
    });
    let program = program.unwrap_or_else(|error| panic!("{error}"));
    let text = program.to_text();
    let functions = text.matches("func.func private @neighbours").count();
    assert_eq!((functions, text.matches("func.func private @twice").count()), (3, 1), "{text}");
    assert_eq!(text.matches("call @neighbours").count(), 6, "{text}");
    on_each_device(&program, |exe| {
        let x = vector(&[1.0, 2.0, 4.0]);
        let y = Array::from_slice(&[1, 4], &[1.0f32, 2.0, 3.0, 4.0]).unwrap();
        let [a, b, c, d, e]: [Array; 5] = exe.call((&x, &y)).unwrap();
        assert_eq!(floats(&a), [5.0, 3.0, 6.0]);
        assert_eq!(floats(&b), [10.0, 6.0, 12.0]);
        assert_eq!(floats(&c), [3.0, 6.0, 5.0]);
        assert_eq!((floats(&d), d.extents()), (&[5.0, 3.0, 5.0, 7.0][..], &[1, 4][..]));
        assert_eq!(floats(&e), [9.0, 11.0, 8.0]);
        assert_eq!(exe.entries().len(), 1);
    });
}

#[program]
fn logistic(#[constant] rate: f64, x: Tensor) -> Tensor {
    rate * (&x * (1.0 - &x))
}

/// A function of scalars is called in scalar code, for each point.
#[test]
fn functions_are_called_in_scalar_code() {
    let program = Program::trace("orbit", |p| {
        let x = p.input::<f32>("x", [p.dim("n")]);
        p.compute([p.dim("n")], |[i]| p.for_(0, 3, x.at([i]), |_, x| logistic(2.0, x)))
    });
    let program = program.unwrap_or_else(|error| panic!("{error}"));
    assert!(program.to_text().contains("call @logistic"), "{program:?}");
    on_each_device(&program, |exe| {
        let result: Array = exe.call(vector(&[0.5, 0.25])).unwrap();
        assert_eq!(floats(&result)[0], 0.5);
        assert!((floats(&result)[1] - 0.49804688).abs() < 1e-6);
    });
}

#[program]
fn endless(x: Tensor) -> Tensor {
    endless(x) + 1
}

#[program]
fn growing(p: &Tracer, x: Tensor) -> Tensor {
    growing(p, p.concat(0, [&x, &p.ones::<f32>([1])]))
}

#[program]
fn wrong(x: Tensor) -> (Tensor, Tensor) {
    (x.sum(7), x)
}

#[program]
fn naming(p: &Tracer, x: Tensor) -> Tensor {
    x + p.zeros::<f32>([p.dim("n")])
}

#[test]
fn mistakes_are_reported_once() {
    let input = |p: &Tracer| p.input::<f32>("x", [p.dim("n")]);
    let itself = error(Program::trace("f", |p| endless(input(p))));
    assert!(itself.contains("'endless' calls itself"), "{itself}");
    let nests = error(Program::trace("f", |p| growing(p, p.ones::<f32>([1]))));
    assert!(nests.contains("'growing'") && nests.contains("64"), "{nests}");
    let axis = error(Program::trace("f", |p| (wrong(input(p)), wrong(input2(p)))));
    assert!(axis.contains("axis 7"), "{axis}");
    let name = error(Program::trace("f", |p| naming(p, input(p))));
    assert!(name.contains("extent(axis)") && name.contains("dim(\"n\")"), "{name}");
}

fn input2(p: &Tracer) -> Tensor {
    p.input::<f32>("y", [p.dim("m")])
}

#[derive(Values, Inputs, Args, Results, Clone)]
struct Wave<T = Tensor> {
    #[input(f32, n)]
    height: T,
    #[input(f32, n)]
    speed: T,
}

#[derive(Values, Inputs, Args, Results)]
struct World<T = Tensor> {
    #[input]
    wave: Wave<T>,
    #[input(f32)]
    time: T,
}

#[program]
fn step(#[input] world: World, #[input(f32)] dt: Tensor, #[constant] damping: f64) -> World {
    let wave = world.wave;
    let pull = wave.height.roll(0, 1) - &wave.height;
    let speed = (wave.speed + pull * &dt) * damping;
    World { wave: Wave { height: &wave.height + &speed * &dt, speed }, time: world.time + dt }
}

#[test]
fn structs_go_in_and_out() {
    let program = step::program(0.5).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(program.inputs(), ["world.wave.height", "world.wave.speed", "world.time", "dt"]);
    on_each_device(&program, |exe| {
        let start = World {
            wave: Wave { height: vector(&[1.0, 0.0]), speed: vector(&[0.0, 2.0]) },
            time: Array::from_slice(&[], &[3.0f32]).unwrap(),
        };
        // A number of the host where the program has a scalar.
        let args = (&start.wave, 3.0, 0.5);
        let World { wave, time }: World<Array> = exe.call(args).unwrap();
        assert_eq!((floats(&wave.speed), floats(&time)), (&[-0.25, 1.25][..], &[3.5][..]));
        assert_eq!(floats(&wave.height), [0.875, 0.625]);
        let mut next = World { wave: start.wave.clone(), time: time.clone() };
        exe.call_into((&wave, 3.5, 0.5), &mut next).unwrap();
        assert_eq!(floats(&next.time), [4.0]);
        let (height, _, time) = exe.call(args).unwrap();
        assert_eq!((floats(&height), floats(&time)), (floats(&wave.height), &[3.5][..]));
        let few: Result<Wave<Array>, Error> = exe.call(args);
        assert!(few.err().unwrap().to_string().contains("3 results, but the call expects 2"));
        let many: Result<[Array; 5], Error> = exe.call(args);
        assert!(many.err().unwrap().to_string().contains("3 results, but the call expects 5"));
    });
}

#[test]
fn structs_are_loop_state() {
    let program = Program::trace("run", |p| {
        let wave: Wave = p.inputs("wave");
        p.for_(0, 3, wave, |_, wave| Wave { speed: wave.speed * 2.0, ..wave })
    });
    on_each_device(&program.unwrap(), |exe| {
        let wave = Wave { height: vector(&[1.0]), speed: vector(&[1.5]) };
        let wave: Wave<Array> = exe.call(&wave).unwrap();
        assert_eq!((floats(&wave.height), floats(&wave.speed)), (&[1.0][..], &[12.0][..]));
    });
}

/// Ops and errors of library functions have the location of the user's call.
#[test]
fn library_functions_have_the_users_location() {
    let line = line!() + 3;
    let program = Program::trace("f", |p| {
        let x = p.input::<f32>("x", (p.dim("n"), p.dim("m")));
        x.softmax(1)
    });
    let text = program.unwrap().to_text_with_locations();
    assert!(text.contains(&format!("functions.rs\":{line}:")), "{text}");
    assert!(!text.contains("frontend/src"), "{text}");
}
