//! This crate exports the types of other crates that a program needs: a program that depends on it alone can
//! name every argument and result type of its functions. The code names them all.

use tensorforge::ir;
use tensorforge::{
    Array, ArrayElement, ArrayError, ArrayView, ArrayViewMut, Device, Error, Executable, Program, Session,
};

#[test]
fn arrays_are_described_by_exported_types() -> Result<(), ArrayError> {
    fn first<T: ArrayElement>(array: &Array) -> Result<T, ArrayError> {
        array.as_slice::<T>().map(|all| all[0])
    }
    let mut array = Array::from_slice(&[2], &[1.0f32, 2.0])?;
    let dtype: tensorforge::DType = array.dtype();
    let element: Option<tensorforge::Scalar> = array.get(&[0]);
    let layout: &tensorforge::Layout = array.layout();
    let dims: tensorforge::Dims = layout.extents().into();
    let strides: tensorforge::Strides = layout.strides().into();
    let name: Result<tensorforge::DType, tensorforge::DTypeError> = "f32".parse();
    assert_eq!((Ok(dtype), element.map(|e| e.to_f64())), (name, Some(f64::from(first::<f32>(&array)?))));
    assert_eq!((&dims[..], &strides[..]), (&[2usize][..], &[1isize][..]));
    let view: ArrayView<'_> = array.view();
    assert_eq!(view.bytes().len(), 8);
    let view: ArrayViewMut<'_> = array.view_mut();
    assert_eq!(view.bytes().len(), 8);
    Ok(())
}

#[test]
fn programs_are_described_by_exported_types() -> Result<(), Error> {
    let program: Program = Program::trace("f", |p: &tensorforge::Tracer| {
        let n: tensorforge::Dim<'_> = p.dim("n");
        let x: tensorforge::Tensor = p.input::<f32>("x", n);
        let elem: tensorforge::Elem = x.elem();
        let dtype: tensorforge::DType = elem.dtype();
        assert_eq!(dtype, tensorforge::DType::F32);
        2 * x
    })?;
    let session: Session = crate::sessions::builder().build()?;
    let context: &ir::context::Context = program.context();
    let module: &ir::body::Body = program.module();
    let passes: &ir::pass::PassRegistry = session.passes();
    let pass: Option<&ir::pass::PassInfo> = passes.find("cse");
    assert!(pass.is_some());
    assert_eq!(module.ctx().text(context.str("n")), "n");
    let exe: Executable = session.compile(&program, Device::interp())?;
    let signature: &tensorforge::Signature = exe.signature();
    let param: &tensorforge::Param = &signature.params()[0];
    let tensorforge::ParamType::Tensor(tensor) = &param.r#type else { panic!("{param:?}") };
    let result: &tensorforge::ResultParam = &signature.results()[0];
    let same: &tensorforge::TensorType = &result.r#type;
    let extents: &Vec<ir::extent::Extent> = &same.extents;
    assert_eq!((param.name.as_str(), tensor.dtype, extents.len()), ("x", tensorforge::DType::F32, 1));
    let given = [tensorforge::Given::Scalar(tensorforge::Scalar::from_bool(true))];
    let bound: Result<tensorforge::SymbolValues, tensorforge::CallError> = signature.bind(&given);
    let refused: tensorforge::CallError = bound.unwrap_err();
    assert!(refused.to_string().contains("'x'"), "{refused}");
    Ok(())
}

/// Types that only errors and settings mention.
#[test]
fn the_parts_of_errors_have_names() {
    fn name<T: ?Sized>() -> &'static str {
        std::any::type_name::<T>()
    }
    use tensorforge::*;
    let of_errors = [
        name::<TraceError>(),
        name::<Problem>(),
        name::<SignatureError>(),
        name::<RunError>(),
        name::<LibraryError>(),
        name::<CompileError>(),
        name::<FailureKind>(),
        name::<Diagnostic>(),
        name::<Severity>(),
        name::<Interrupt>(),
        name::<Limit>(),
        name::<files::FileError>(),
    ];
    let of_settings = [
        name::<SessionBuilder>(),
        name::<Limits>(),
        name::<Cancel>(),
        name::<StopWord>(),
        name::<Level>(),
        name::<Machine>(),
        name::<Calibration>(),
        name::<Rates>(),
        name::<Ahead>(),
        name::<Form>(),
        name::<AheadUnit>(),
        name::<Phases>(),
        name::<Emit>(),
    ];
    let of_calls =
        [name::<Argument<'_>>(), name::<Passed<'_>>(), name::<Arguments<'_>>(), name::<Outputs<'_>>()];
    let of_programs = [
        name::<Combine>(),
        name::<Convolution>(),
        name::<Local>(),
        name::<Loop>(),
        name::<Norm>(),
        name::<Number>(),
        name::<Numerics>(),
        name::<Outside>(),
        name::<Pad>(),
        name::<Padding>(),
        name::<Part>(),
        name::<Random>(),
        name::<Scan>(),
        name::<Target>(),
        name::<Update>(),
        name::<half::f16>(),
    ];
    let all = [&of_errors[..], &of_settings, &of_calls, &of_programs].concat();
    assert!(all.iter().all(|name| !name.is_empty()));
}

/// The traits that its functions ask for, as bounds of functions of one's own.
#[test]
fn the_traits_of_signatures_have_names() {
    use tensorforge::*;
    fn call<'a, A: Args<'a>, R: Results>(exe: &Executable, args: A) -> Result<R, Error> {
        exe.call(args)
    }
    fn sum<S: Shape, E: Element, A: Axes>(p: &Tracer, shape: S, axes: A) -> Tensor {
        p.ones::<E>(shape).sum(axes)
    }
    fn read<I: Indices, P: Parts, O: Operand>(x: &Tensor, at: I, part: P, other: O) -> (Tensor, Tensor) {
        (x.at(at), x.slice(part) * other)
    }
    fn twice<'p, D: IntoDim<'p>>(n: Dim<'p>, m: D) -> Dim<'p> {
        (n + m) * 2
    }
    fn square<V: Values<Traced = Tensor>>(p: &Tracer, shape: impl Ranked<2>, value: V) -> Tensor {
        p.compute(shape, |[_, _]| value)
    }
    fn into<'a, R: ResultsInto<'a>, A: IntoArgument<'a>>(
        exe: &Executable,
        x: A,
        out: R,
    ) -> Result<(), Error> {
        exe.call_into(x, out)
    }
    fn trace<T: Inputs + Values>(name: &str) -> Result<Program, TraceError> {
        Program::trace(name, |p| p.inputs::<T>("x"))
    }
    #[derive(Values, Inputs)]
    struct Point {
        #[input(f32, 2)]
        place: Tensor,
    }
    assert_eq!(trace::<Point>("f").unwrap().inputs(), ["x.place"]);
    let program = Program::trace("f", |p| {
        let all = sum::<_, f32, _>(p, (2, 3), ..);
        let grid = square(p, (2, 2), 1.0f32);
        let (one, row) = read(&grid, (0, 0), 1, 2.0);
        (all, one + row, p.ones::<f32>(twice(p.dim_given("n"), 1)))
    });
    let exe = crate::sessions::session().compile(&program.unwrap(), Device::interp()).unwrap();
    let (all, _, ones): (Array, Array, Array) = call(&exe, 3).unwrap();
    assert_eq!((all.item::<f32>().unwrap(), ones.extents()), (6.0, &[8usize][..]));
    let same = Program::trace("f", |p| p.input::<f32>("x", 1)).unwrap();
    let exe = crate::sessions::session().compile(&same, Device::interp()).unwrap();
    let (x, mut y) = (Array::from_slice(&[1], &[3.0f32]).unwrap(), Array::zeros(DType::F32, &[1]).unwrap());
    into(&exe, &x, &mut y).unwrap();
    assert_eq!(x, y);
}
