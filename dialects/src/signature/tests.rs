use super::*;
use crate::scalar::DType;

fn extents(text: &str) -> Vec<Extent> {
    text.split(',').filter(|t| !t.is_empty()).map(|t| t.trim().parse().unwrap()).collect()
}

fn tensor(name: &str, text: &str) -> Param {
    let tensor = TensorType { dtype: DType::F32, extents: extents(text) };
    Param { name: name.into(), r#type: ParamType::Tensor(tensor), strided: false }
}

fn result(name: &str, text: &str) -> ResultParam {
    let r#type = TensorType { dtype: DType::F32, extents: extents(text) };
    ResultParam { name: name.into(), r#type, reuses: Vec::new() }
}

fn signature(params: &[(&str, &str)], results: &[(&str, &str)]) -> Result<Signature, SignatureError> {
    let params = params.iter().map(|(n, t)| tensor(n, t)).collect();
    Signature::new("f", params, results.iter().map(|(n, t)| result(n, t)).collect())
}

fn bind(signature: &Signature, shapes: &[&[usize]]) -> Result<Vec<i64>, String> {
    let layouts = shapes.iter().map(|s| Layout::dense(DType::F32, s).unwrap()).collect::<Vec<_>>();
    let given = layouts.iter().map(Given::Tensor).collect::<Vec<_>>();
    signature.bind(&given).map(|v| v.to_vec()).map_err(|e| e.to_string())
}

#[test]
fn symbols_are_found_and_sorted_by_name() {
    let f = signature(&[("x", "n, 3"), ("w", "k, n"), ("s", "")], &[("y", "n + k, 2*k")]).unwrap();
    assert_eq!(f.symbols().iter().map(Symbol::as_str).collect::<Vec<_>>(), ["k", "n"]);
    let values = bind(&f, &[&[5, 3], &[2, 5], &[]]).unwrap();
    assert_eq!(values, [2, 5]);
    assert_eq!(f.result_extents(0, &values).unwrap().as_slice(), [7, 4]);
    assert_eq!(bind(&f, &[&[0, 3], &[0, 0], &[]]).unwrap(), [0, 0]);
}

#[test]
fn terms_are_solved() {
    let f = signature(&[("x", "2*n + 1"), ("y", "m floordiv 2"), ("z", "m")], &[]).unwrap();
    assert_eq!(bind(&f, &[&[9], &[3], &[7]]).unwrap(), [7, 4]);
    let error = bind(&f, &[&[8], &[3], &[7]]).unwrap_err();
    assert_eq!(error, "argument 'x' of 'f', axis 0: no 'n' makes the extent '2*n + 1' equal to 8");
    let error = bind(&f, &[&[9], &[2], &[7]]).unwrap_err();
    assert!(error.starts_with("argument 'y' of 'f', axis 0: "), "{error}");
}

#[test]
fn misfits_name_the_argument_and_both_types() {
    let f = signature(&[("x", "n, 3"), ("v", "n, 3")], &[]).unwrap();
    for (shapes, message) in [
        (&[&[4, 3][..]][..], "'f' takes 2 arguments, not 1"),
        (&[&[4, 2], &[4, 3]], "argument 'x' of 'f' is tensor<?{n}x3xf32>, not tensor<4x2xf32> (with n = 4)"),
        (&[&[4], &[4, 3]], "argument 'x' of 'f' is tensor<?{n}x3xf32>, not tensor<4xf32>"),
        (&[&[4, 3], &[5, 3]], "argument 'v' of 'f' is tensor<?{n}x3xf32>, not tensor<5x3xf32> (with n = 4)"),
        (
            &[&[usize::MAX, 0], &[4, 3]],
            "argument 'x' of 'f' is tensor<?{n}x3xf32>, not tensor<18446744073709551615x0xf32>",
        ),
    ] {
        assert_eq!(bind(&f, shapes).unwrap_err(), message);
    }
    let ints = Layout::dense(DType::I32, &[4, 3]).unwrap();
    let error =
        f.bind(&[Given::Tensor(&ints), Given::Scalar(Scalar::from_f64(DType::F32, 0.0))]).unwrap_err();
    assert_eq!(error.to_string(), "argument 'x' of 'f' is tensor<?{n}x3xf32>, not tensor<4x3xi32>");
    let scalar = Param { name: "s".into(), r#type: ParamType::Scalar(DType::I64), strided: false };
    let g = Signature::new("g", vec![scalar], vec![]).unwrap();
    assert!(g.bind(&[Given::Scalar(Scalar::from_i64(DType::I64, 0))]).is_ok());
    assert_eq!(
        g.bind(&[Given::Scalar(Scalar::from_f64(DType::F32, 0.0))]).unwrap_err().to_string(),
        "argument 's' of 'g' is i64, not f32"
    );
    assert!(g.bind(&[Given::Tensor(&ints)]).is_err());
}

#[test]
fn results_are_checked() {
    let f = signature(&[("x", "n")], &[("y", "n - 2, 3")]).unwrap();
    let check = |shape: &[usize], n: i64| {
        let layout = Layout::dense(DType::F32, shape).unwrap();
        f.check_result(0, &layout, &[n]).map_err(|e| e.to_string())
    };
    assert_eq!(check(&[3, 3], 5), Ok(()));
    assert_eq!(
        check(&[2, 3], 5).unwrap_err(),
        "result 'y' of 'f' is tensor<?{n - 2}x3xf32>, here tensor<3x3xf32>, not tensor<2x3xf32>"
    );
    assert_eq!(
        check(&[3, 3], 1).unwrap_err(),
        "result 'y' of 'f', axis 0: the extent 'n - 2' is invalid for these arguments: it would be -1"
    );
}

#[test]
fn extents_have_limits() {
    let huge = 1usize << 49;
    let f = signature(&[("x", "n, m")], &[("y", "n")]).unwrap();
    let message = bind(&f, &[&[0, huge]]).unwrap_err();
    assert!(message.starts_with("argument 'x' of 'f' is tensor<?{n}x?{m}xf32>, not tensor<0x"), "{message}");
    let inner = |text: &str| {
        let extent: tf_ir::extent::Extent = text.parse().unwrap();
        signature(&[("x", "n, m")], &[]).unwrap().with_inner_extents(vec![extent])
    };
    assert!(bind(&inner("n - 2"), &[&[2, 3]]).is_ok());
    let message = bind(&inner("n - 2"), &[&[1, 3]]).unwrap_err();
    assert_eq!(
        message,
        "'f' computes a tensor of extent 'n - 2', which is invalid for these arguments: it would be -1"
    );
    let far = 1usize << 40;
    assert!(bind(&inner("n * m"), &[&[0, far]]).is_ok());
    let message = bind(&inner("(n + 1024) * m"), &[&[0, far]]).unwrap_err();
    assert!(message.ends_with(&format!("it would be {}", 1u64 << 50)), "{message}");
}

#[test]
fn signatures_determine_their_symbols() {
    let error = signature(&[("x", "n + m")], &[]).unwrap_err();
    assert_eq!(error.to_string(), "'f': the arguments do not determine the extent symbol 'm'");
    let error = signature(&[("x", "n")], &[("y", "k")]).unwrap_err();
    assert_eq!(error.to_string(), "'f': the arguments do not determine the extent symbol 'k'");
    let taking = |at, shape: &str| {
        let result = ResultParam { reuses: vec![at], ..result("y", shape) };
        Signature::new("f", vec![tensor("x", "n, 3")], vec![result]).map(|_| ())
    };
    assert!(taking(0, "n, 3").is_ok());
    assert!(taking(0, "3 * n").is_ok());
    assert!(matches!(taking(0, "n, 2"), Err(SignatureError::TakesOver { .. })));
    assert!(matches!(taking(1, "n, 3"), Err(SignatureError::TakesOver { .. })));
}

#[test]
fn scalars_give_extents() {
    let scalar =
        |name: &str, dtype| Param { name: name.into(), r#type: ParamType::Scalar(dtype), strided: false };
    let n = Symbol::new("n").unwrap();
    let params = vec![scalar("count", DType::I32), tensor("x", "2*n")];
    let results = vec![result("y", "n, 3")];
    assert!(Signature::new("f", vec![scalar("count", DType::I32)], results.clone()).is_err());
    let f = Signature::with_numbers("f", params, results.clone(), vec![Some(n.clone()), None]).unwrap();
    let layout = |n: usize| Layout::dense(DType::F32, &[n]).unwrap();
    let call = |count: i64, extent: usize| {
        let values =
            f.bind(&[Given::Scalar(Scalar::from_i64(DType::I32, count)), Given::Tensor(&layout(extent))]);
        values.map(|v| f.result_extents(0, &v).unwrap().to_vec()).map_err(|e| e.to_string())
    };
    assert_eq!(call(4, 8).unwrap(), [4, 3]);
    assert_eq!(call(0, 0).unwrap(), [0, 3]);
    assert_eq!(
        call(-1, 0).unwrap_err(),
        "argument 'count' of 'f' gives the extent n the value -1: extents range from 0 to 2^48"
    );
    assert_eq!(
        call(4, 7).unwrap_err(),
        "argument 'x' of 'f', axis 0: the extent '2*n' is 8 here, but the argument has 7"
    );
    let params = vec![tensor("x", "n"), scalar("count", DType::Index)];
    let g = Signature::with_numbers("g", params, results, vec![None, Some(n)]).unwrap();
    let call = |count: i64, extent: usize| {
        let number = Given::Scalar(Scalar::from_i64(DType::Index, count));
        g.bind(&[Given::Tensor(&layout(extent)), number]).map(|_| ()).map_err(|e| e.to_string())
    };
    assert_eq!(call(5, 5), Ok(()));
    assert_eq!(
        call(4, 5).unwrap_err(),
        "argument 'count' of 'g' gives the extent n the value 4: another argument gives it the value 5"
    );
    assert!(call((1 << 48) + 1, 5).unwrap_err().contains("0 to 2^48"));
}
