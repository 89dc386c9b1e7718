//! Matrices of nalgebra and images as arguments and results.

use image::{GrayImage, ImageBuffer, Luma, Rgb, Rgb32FImage, RgbImage, Rgba};
use nalgebra::{DMatrix, DVector, Matrix2x3, RowVector3, Vector2, Vector3};
use tensorforge::*;

fn compiled<V: Values>(device: &Device, body: impl FnOnce(&Tracer) -> V) -> Executable {
    let session = crate::sessions::session();
    session.compile(&Program::trace("f", body).unwrap(), device).unwrap()
}

fn devices() -> [Device; 2] {
    [Device::interp(), Device::cpu()]
}

/// `10 * row + column` of each element, added to the matrix.
fn numbered(device: &Device) -> Executable {
    compiled(device, |p| {
        let x = p.input::<f64>("x", (p.dim("n"), p.dim("m")));
        let (n, m) = (x.extent(0), x.extent(1));
        p.compute((n, m), |[i, j]| x.at([&i, &j]) + i.cast(Elem::F64) * 10 + j.cast(Elem::F64))
    })
}

#[test]
fn matrices_keep_rows_and_columns() {
    for device in devices() {
        let exe = numbered(&device);
        let x = Matrix2x3::new(100.0, 200.0, 300.0, 400.0, 500.0, 600.0);
        let expected = Matrix2x3::new(100.0, 201.0, 302.0, 410.0, 511.0, 612.0);
        let y: Array = exe.call(&x).unwrap();
        assert_eq!(to_dmatrix::<f64>(&y).unwrap(), expected);
        let mut fixed = Matrix2x3::zeros();
        exe.call_into(&x, &mut fixed).unwrap();
        assert_eq!(fixed, expected);
        let mut dynamic = DMatrix::zeros(2, 3);
        exe.call_into(&DMatrix::from_iterator(2, 3, x.iter().copied()), &mut dynamic).unwrap();
        assert_eq!(dynamic, expected);
        // Columns of a matrix whose rows Rust can count lie without gaps, for all that Rust knows; others are
        // copied.
        let y: Array = exe.call(&fixed.fixed_columns::<2>(1)).unwrap();
        assert_eq!(
            to_dmatrix::<f64>(&y).unwrap(),
            DMatrix::from_row_slice(2, 2, &[201.0, 303.0, 521.0, 623.0])
        );
        let y: Array = exe.call(from_nalgebra(&dynamic.rows_range(1..)).unwrap()).unwrap();
        assert_eq!(to_dmatrix::<f64>(&y).unwrap(), DMatrix::from_row_slice(1, 3, &[410.0, 512.0, 614.0]));
        // Neither rows nor columns, and one column that is not a vector.
        let empty: Array = exe.call(&DMatrix::<f64>::zeros(0, 4)).unwrap();
        assert_eq!(to_dmatrix::<f64>(&empty).unwrap().shape(), (0, 4));
        let narrow: Array = exe.call(&DMatrix::from_row_slice(2, 1, &[1.0, 2.0])).unwrap();
        assert_eq!(to_dmatrix::<f64>(&narrow).unwrap(), DMatrix::from_row_slice(2, 1, &[1.0, 12.0]));
    }
}

#[test]
fn vectors_have_one_axis() {
    for device in devices() {
        let exe = compiled(&device, |p| p.input::<f32>("x", [p.dim("n")]).cumsum(0));
        let sums: Array = exe.call(&Vector3::new(1.0f32, 2.0, 3.0)).unwrap();
        assert_eq!(to_dvector::<f32>(&sums).unwrap(), DVector::from_column_slice(&[1.0, 3.0, 6.0]));
        let mut row = RowVector3::<f32>::zeros();
        exe.call_into(&RowVector3::new(1.0f32, 1.0, 5.0), &mut row).unwrap();
        assert_eq!(row, RowVector3::new(1.0, 2.0, 7.0));
        let matrix = DMatrix::from_row_slice(2, 2, &[1.0f32, 2.0, 3.0, 4.0]);
        let mut column = DVector::<f32>::zeros(2);
        exe.call_into(&matrix.column(1), &mut column).unwrap();
        assert_eq!(column, DVector::from_column_slice(&[2.0, 6.0]));
        let error = exe.call::<Array>(&matrix).unwrap_err().to_string();
        assert!(error.contains("'x'") && error.contains("tensor<2x2xf32>"), "{error}");
        let error = exe.call_into(&Vector2::new(1.0f32, 2.0), &mut Vector3::<f32>::zeros()).unwrap_err();
        assert!(error.to_string().contains("not tensor<3xf32>"), "{error}");
    }
}

#[test]
fn conversions_report_missing_types() {
    let array = Array::from_slice(&[2, 2], &[1.0f32; 4]).unwrap();
    let said = |error: ArrayError| error.to_string();
    let expected = "expected an array with one axis, for a vector, found an array with extents [2, 2]";
    assert_eq!(said(to_dvector::<f32>(&array).unwrap_err()), expected);
    assert_eq!(said(to_dmatrix::<f64>(&array).unwrap_err()), "expected elements of type f64, found f32");
    let expected = "expected an array with rows, columns and 3 channels, for an image of RGB, found an array with extents [2, 2]";
    assert_eq!(said(to_image::<Rgb<f32>>(&array).unwrap_err()), expected);
    let cube = Array::from_slice(&[2, 2, 2], &[1u8; 8]).unwrap();
    let expected = "expected an array with rows and columns, for an image of one channel, found an array with extents [2, 2, 2]";
    assert_eq!(said(to_image::<Luma<u8>>(&cube).unwrap_err()), expected);
    let expected =
        "expected an array with rows and columns, for a matrix, found an array with extents [2, 2, 2]";
    assert_eq!(said(to_dmatrix::<u8>(&cube).unwrap_err()), expected);
    assert_eq!(said(to_image::<Luma<f32>>(&cube).unwrap_err()), "expected elements of type f32, found u8");
}

#[test]
fn images_are_rows_columns_and_channels() {
    for device in devices() {
        // The negative, and the green channel as an image of floats.
        let exe = compiled(&device, |p| {
            let image = p.input::<u8>("image", (p.dim("h"), p.dim("w"), 3));
            let green = image.index(-1, 1).cast(Elem::F32) / 200.0;
            (255u8 - &image, green)
        });
        let image = RgbImage::from_fn(4, 2, |x, y| Rgb([x as u8 * 10, y as u8 * 100, 255]));
        let (negative, green): (Array, Array) = exe.call(&image).unwrap();
        let negative = to_image::<Rgb<u8>>(&negative).unwrap();
        assert_eq!((negative.dimensions(), negative[(3, 1)]), ((4, 2), Rgb([225, 155, 0])));
        assert_eq!(to_image::<Luma<f32>>(&green).unwrap()[(2, 1)], Luma([0.5]));
        let (mut turned, mut floats) = (RgbImage::new(4, 2), ImageBuffer::<Luma<f32>, Vec<f32>>::new(4, 2));
        exe.call_into(&image, (&mut turned, &mut floats)).unwrap();
        assert_eq!((&turned, floats[(0, 1)]), (&negative, Luma([0.5])));
        // A buffer may be longer than its image.
        let long =
            ImageBuffer::<Rgb<u8>, Vec<u8>>::from_raw(4, 2, [image.as_raw().clone(), vec![9; 5]].concat())
                .unwrap();
        let (same, _): (Array, Array) = exe.call(&long).unwrap();
        assert_eq!(to_image::<Rgb<u8>>(&same).unwrap(), negative);
        let gray = GrayImage::new(4, 2);
        let error = exe.call::<Vec<Array>>(&gray).unwrap_err().to_string();
        assert!(error.contains("'image'") && error.contains("tensor<2x4xu8>"), "{error}");
    }
}

#[test]
fn images_come_back_as_they_were() {
    let gray = GrayImage::from_fn(3, 2, |x, y| Luma([x as u8 + 10 * y as u8]));
    let array = from_image(&gray).unwrap();
    assert_eq!((array.extents(), array.as_slice::<u8>().unwrap()), (&[2, 3][..], &[0, 1, 2, 10, 11, 12][..]));
    assert_eq!(to_image::<Luma<u8>>(&array).unwrap(), gray);
    let floats = Rgb32FImage::from_fn(2, 3, |x, y| Rgb([x as f32, y as f32, 0.5]));
    assert_eq!(to_image::<Rgb<f32>>(&from_image(&floats).unwrap()).unwrap(), floats);
    let deep = ImageBuffer::<Rgba<u16>, Vec<u16>>::from_pixel(1, 2, Rgba([1, 2, 3, 65535]));
    assert_eq!(to_image::<Rgba<u16>>(&from_image(&deep).unwrap()).unwrap(), deep);
    let none = from_image(&RgbImage::new(0, 5)).unwrap();
    assert_eq!((none.extents(), to_image::<Rgb<u8>>(&none).unwrap().dimensions()), (&[5, 0, 3][..], (0, 5)));
}
