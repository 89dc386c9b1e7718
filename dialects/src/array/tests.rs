use super::*;

#[test]
fn arrays_are_aligned_and_zero() {
    for extents in [&[][..], &[1], &[3, 5], &[1000, 7], &[0], &[0, usize::MAX, usize::MAX], &[4, 0]] {
        for dtype in [DType::I1, DType::I8, DType::F16, DType::BF16, DType::I32, DType::F64, DType::Index] {
            let array = Array::zeros(dtype, extents).unwrap();
            assert_eq!(array.bytes().as_ptr().addr() % ALIGNMENT, 0);
            assert_eq!(array.len(), extents.iter().fold(1usize, |n, e| n.saturating_mul(*e)));
            assert!(array.bytes().iter().all(|b| *b == 0));
            assert!(array.layout().is_dense() && array.layout().is_injective());
        }
    }
}

#[test]
fn limits_are_errors() {
    assert_eq!(
        Array::zeros(DType::F32, &[usize::MAX, 2]),
        Err(ArrayError::too_large(DType::F32, &[usize::MAX, 2]))
    );
    assert!(matches!(Array::zeros(DType::F32, &[usize::MAX / 4]), Err(ArrayError::TooLarge { .. })));
    let error = Array::zeros(DType::F32, &[1 << 40, 4]).unwrap_err();
    assert_eq!(error.to_string(), "a tensor<1099511627776x4xf32> does not fit in memory");
    assert!(matches!(
        Array::zeros(DType::I8, &[isize::MAX as usize - 100]),
        Err(ArrayError::TooLarge { .. })
    ));
    assert_eq!(Array::zeros(DType::Int(7), &[2]), Err(ArrayError::NoArrayOf(DType::Int(7))));
    assert!(Array::zeros(DType::F32, &[1; MAX_RANK]).is_ok());
    assert_eq!(Array::zeros(DType::F32, &[1; MAX_RANK + 1]), Err(ArrayError::Rank(33)));
    assert_eq!(
        Array::from_slice(&[2, 2], &[1.0f32; 5]).unwrap_err(),
        ArrayError::Count { expected: 4, found: 5 }
    );
}

#[test]
fn elements_come_back() {
    let array = Array::from_slice(&[2, 3], &[1.5f32, 2.0, 3.0, 4.0, 5.0, -6.0]).unwrap();
    assert_eq!(array.get(&[1, 2]).unwrap().to_f64(), -6.0);
    assert_eq!(array.get(&[2, 0]), None);
    assert_eq!(array.get(&[0]), None);
    assert_eq!(array.as_slice::<f32>().unwrap()[1], 2.0);
    assert_eq!(
        array.as_slice::<i32>().unwrap_err(),
        ArrayError::DType { expected: DType::I32, found: DType::F32 }
    );
    assert_eq!(format!("{array:?}"), "tensor<2x3xf32> [1.5, 2.0, 3.0, 4.0, 5.0, -6.0]");
    let flags = Array::from_bools(&[3], &[true, false, true]).unwrap();
    assert_eq!(flags.scalars().map(|s| s.bits()).collect::<Vec<_>>(), [1, 0, 1]);
    let halves = Array::from_slice(&[2], &[half::f16::from_f32(0.5), half::f16::NEG_ONE]).unwrap();
    assert_eq!(halves.scalars().map(Scalar::to_f64).collect::<Vec<_>>(), [0.5, -1.0]);
    let mut numbers = Array::zeros(DType::Index, &[2]).unwrap();
    numbers.as_mut_slice::<i64>().unwrap()[1] = -7;
    assert_eq!(numbers.get_flat(1).unwrap().to_i64(), -7);
    numbers.set_flat(0, Scalar::from_i64(DType::Index, 9)).unwrap();
    assert_eq!(numbers.as_slice::<i64>().unwrap()[0], 9);
    assert_eq!(numbers.set_flat(2, Scalar::from_i64(DType::Index, 9)), Err(ArrayError::Index));
    assert_eq!(numbers.set_flat(usize::MAX, Scalar::from_i64(DType::Index, 9)), Err(ArrayError::Index));
    assert!(numbers.set_flat(0, Scalar::from_bool(true)).is_err());
    let copy = numbers.clone();
    assert_eq!(copy, numbers);
    let again = Array::from_scalars(DType::Index, &[2], &numbers.scalars().collect::<Vec<_>>()).unwrap();
    assert_eq!(again, numbers);
}

#[test]
fn signs_are_part_of_the_type() {
    let bytes = Array::from_slice(&[2], &[255u8, 1]).unwrap();
    assert_eq!((bytes.dtype(), format!("{bytes:?}")), (DType::U8, "tensor<2xu8> [255, 1]".to_string()));
    let wrong = ArrayError::DType { expected: DType::I8, found: DType::U8 };
    assert_eq!(bytes.as_slice::<i8>().unwrap_err(), wrong);
    let signed = bytes.clone().reinterpret(DType::I8).unwrap();
    assert_eq!(signed.as_slice::<i8>().unwrap(), [-1, 1]);
    assert_ne!(signed, bytes);
    assert!(bytes.clone().reinterpret(DType::U16).is_err());
    assert!(bytes.view().reinterpret(DType::I1).is_err() && bytes.reinterpret(DType::I1).is_err());
    assert!(Array::zeros(DType::Index, &[1]).unwrap().as_slice::<u64>().is_err());
}

fn strided<'a>(
    elements: &'a [i32],
    extents: &[usize],
    strides: &[isize],
    first: usize,
) -> Result<ArrayView<'a>, ArrayError> {
    let layout = Layout::strided(DType::I32, extents, strides)?;
    ArrayView::new(layout, bytemuck::cast_slice(elements), 4 * first)
}

fn packed(view: &ArrayView<'_>) -> Vec<i32> {
    let mut out = vec![0i32; view.layout().dense_bytes().unwrap() / 4];
    view.pack_into(bytemuck::cast_slice_mut(&mut out)).unwrap();
    out
}

#[test]
fn views_follow_their_strides() {
    let elements = [0, 1, 2, 3, 4, 5];
    assert_eq!(packed(&strided(&elements, &[3, 2], &[1, 3], 0).unwrap()), [0, 3, 1, 4, 2, 5]);
    assert_eq!(packed(&strided(&elements, &[6], &[-1], 5).unwrap()), [5, 4, 3, 2, 1, 0]);
    assert_eq!(packed(&strided(&elements, &[2, 3], &[-3, 1], 3).unwrap()), [3, 4, 5, 0, 1, 2]);
    assert_eq!(packed(&strided(&elements, &[2, 2], &[0, 2], 1).unwrap()), [1, 3, 1, 3]);
    let huge = strided(&elements, &[2, 1, 2], &[2, isize::MAX, 1], 1).unwrap();
    assert_eq!(packed(&huge), [1, 2, 3, 4]);
    assert_eq!(packed(&strided(&elements, &[], &[], 4).unwrap()), [4]);
    assert_eq!(packed(&strided(&elements, &[0, 9], &[1, 1], 99).unwrap()), [0; 0]);
    let dense = strided(&elements, &[2, 3], &[3, 1], 0).unwrap();
    assert_eq!(packed(&dense), elements);
}

#[test]
fn views_stay_inside() {
    let elements = [0; 6];
    for (extents, strides, first) in
        [(&[7][..], &[1][..], 0), (&[6], &[1], 1), (&[2], &[-1], 0), (&[2, 3], &[4, 1], 0), (&[1], &[1], 6)]
    {
        assert_eq!(strided(&elements, extents, strides, first).unwrap_err(), ArrayError::Outside);
    }
    assert_eq!(
        strided(&elements, &[2, 2], &[1], 0).unwrap_err(),
        ArrayError::Strides { extents: 2, strides: 1 }
    );
    let error = strided(&elements, &[1 << 40, 1 << 40], &[1 << 40, 1], 0).unwrap_err();
    assert!(matches!(error, ArrayError::TooLarge { .. }), "{error}");
}

#[test]
fn dense_is_recognised() {
    let is = |extents: &[usize], strides: &[isize]| {
        Layout::strided(DType::I8, extents, strides).unwrap().is_dense()
    };
    assert!(is(&[2, 3], &[3, 1]) && is(&[], &[]) && is(&[1, 4], &[77, 1]) && is(&[4, 1], &[1, -5]));
    assert!(is(&[3, 0], &[5, 5]) && is(&[0, 3], &[5, 5]));
    assert!(!is(&[2, 3], &[1, 2]) && !is(&[2, 3], &[4, 1]) && !is(&[2], &[-1]) && !is(&[2], &[0]));
}

#[test]
fn written_views_do_not_overlap_themselves() {
    let mut bytes = [0u8; 12];
    let mut view = |extents: &[usize], strides: &[isize]| {
        let layout = Layout::strided(DType::I8, extents, strides).unwrap();
        ArrayViewMut::new(layout, &mut bytes, 0).map(|_| ())
    };
    assert_eq!(view(&[3, 4], &[4, 1]), Ok(()));
    assert_eq!(view(&[4, 3], &[1, 4]), Ok(()));
    assert_eq!(view(&[2, 2], &[0, 1]), Err(ArrayError::SelfOverlap));
    assert_eq!(view(&[3, 3], &[2, 1]), Err(ArrayError::SelfOverlap));
    assert_eq!(view(&[3, 2], &[2, 1]), Ok(()));
    let layout = Layout::strided(DType::I8, &[2, 3], &[1, -2]).unwrap();
    let mut view = ArrayViewMut::new(layout, &mut bytes, 6).unwrap();
    view.unpack_from(&[1, 2, 3, 4, 5, 6]).unwrap();
    assert_eq!(bytes, [0, 0, 3, 6, 2, 5, 1, 4, 0, 0, 0, 0]);
}
