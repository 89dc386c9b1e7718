//! The convolutional network against NumPy in f64, whose derivatives are written by hand; on every device.

use crate::reference::{is_small, l2_error, on_each_device, reference, values};
use crate::subject::convnet::{self, Learnt, Model};
use tensorforge::{Array, Device, Session};

fn as_floats(labels: &Array) -> Array {
    let numbers: Vec<f32> = labels.as_slice::<i32>().unwrap().iter().map(|v| *v as f32).collect();
    Array::from_slice(&[numbers.len()], &numbers).unwrap()
}

fn parts(model: &Model<Array>) -> [&Array; 6] {
    [&model.kernel1, &model.bias1, &model.kernel2, &model.bias2, &model.weight, &model.bias]
}

#[test]
fn the_loss_and_every_gradient_are_those_of_numpy() {
    on_each_device(|session, device| {
        let (size, n) = if is_small(device) { (8, 2) } else { (28, 64) };
        let exe =
            session.compile(&convnet::gradients(size).unwrap(), device).unwrap_or_else(|e| panic!("{e}"));
        let (images, labels) = convnet::data(n, size, 3).unwrap();
        let model = convnet::start(size, 4).unwrap();
        let floats = as_floats(&labels);
        let inputs = [&parts(&model)[..], &[&images, &floats]].concat();
        let args = ["gradients".to_string(), size.to_string(), n.to_string()];
        let wanted = reference("convnet.py", &args, &inputs);
        let Learnt { loss, model: found }: Learnt<Array> =
            exe.call((&model, &images, &labels)).unwrap_or_else(|e| panic!("{device}: {e}"));
        let loss = f64::from(loss.as_slice::<f32>().unwrap()[0]);
        assert!((loss - wanted[0]).abs() < 1e-5 * wanted[0].abs(), "{device}: {loss}, not {}", wanted[0]);
        let mut at = 1;
        for (i, part) in parts(&found).into_iter().enumerate() {
            let part = values(std::slice::from_ref(part));
            let error = l2_error(&part, &wanted[at..at + part.len()]);
            assert!(error < 1e-3, "{device}: gradient {i} differs by {error}");
            at += part.len();
        }
        assert_eq!(at, wanted.len());
    });
}

#[test]
fn fifty_steps_lose_as_in_numpy() {
    let (session, size, n, batch, steps) = (Session::new().unwrap(), 28, 640, 64, 50);
    let exe = session.compile(&convnet::train(size, batch, 0.002).unwrap(), Device::cpu());
    let exe = exe.unwrap_or_else(|e| panic!("{e}"));
    let (images, labels) = convnet::data(n, size, 5).unwrap();
    let model = convnet::start(size, 6).unwrap();
    let floats = as_floats(&labels);
    let inputs = [&parts(&model)[..], &[&images, &floats]].concat();
    let args = ["train", "28", "640", "64", "50", "0.002"].map(str::to_string);
    let wanted = reference("convnet.py", &args, &inputs);
    let none = Array::from_slice(&[steps], &vec![0.0f32; steps]).unwrap();
    let Learnt { loss: losses, .. }: Learnt<Array> = exe.call((&model, &images, &labels, &none)).unwrap();
    for (step, (found, wanted)) in losses.as_slice::<f32>().unwrap().iter().zip(&wanted).enumerate() {
        let error = (f64::from(*found) - wanted).abs() / wanted.abs();
        assert!(error < 1e-2, "step {step}: loss {found}, not {wanted}");
    }
}

/// Convolutions, pooling and their derivatives are sums over what reaches an element: nothing is put
/// anywhere.
#[test]
fn gradients_come_without_puts() {
    let session = Session::new().unwrap();
    let text = convnet::gradients(28).unwrap().to_text();
    let expanded =
        session.run_pipeline(&text, "inline,func.func(autodiff)").unwrap_or_else(|e| panic!("{e}"));
    assert!(!expanded.contains("tensor.put") && !expanded.contains("accumulate"), "{expanded}");
}
