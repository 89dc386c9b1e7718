//! A convolutional network learns to tell ten patterns apart, from images as large as MNIST's.
//!
//! `cargo run --release -p tensorforge-examples --example convnet -- --steps 200`

use common::{Options, Random, seconds, timed};
use tensorforge::nn::{Adam, Conv, Dense, Moments, softmax_cross_entropy};
use tensorforge::{
    Args, Array, ArrayError, Inputs, Padding, Program, Results, Session, Tensor, TraceError, Values,
};

/// Patterns to tell apart.
pub const CLASSES: usize = 10;

/// Two convolutions, each followed by pooling, and a dense layer. The extents are those of images of 28×28
/// or, small, of 8×8.
#[derive(Values, Inputs, Args, Results)]
pub struct Model<T = Tensor> {
    /// First convolution: 5×5 windows, one channel to 8.
    #[input(f32, 5, 5, 1, 8)]
    pub kernel1: T,
    /// Biases of its channels.
    #[input(f32, 8)]
    pub bias1: T,
    /// Second convolution: 5×5 windows, 8 channels to 16.
    #[input(f32, 5, 5, 8, 16)]
    pub kernel2: T,
    /// Biases of its channels.
    #[input(f32, 16)]
    pub bias2: T,
    /// Dense layer: features to classes.
    #[input(f32, features, 10)]
    pub weight: T,
    /// Biases of the scores of the classes.
    #[input(f32, 10)]
    pub bias: T,
}

/// Results of training: the loss, or that of each step, and a model: gradients, or trained parameters.
#[derive(Results)]
pub struct Learnt<T = Tensor> {
    /// Mean cross-entropy, or that of each step.
    pub loss: T,
    /// Gradients, or trained parameters.
    #[input]
    pub model: Model<T>,
}

impl Model {
    /// Scores of the classes, `[n, 10]`, for images `[n, size, size, 1]`.
    pub fn scores(&self, images: &Tensor, size: i64) -> Tensor {
        let first = Conv { kernel: self.kernel1.clone(), bias: self.bias1.clone() };
        let second = Conv { kernel: self.kernel2.clone(), bias: self.bias2.clone() };
        let last = Dense { weight: self.weight.clone(), bias: self.bias.clone() };
        let (unit, window) = ([1, 1], [2, 2]);
        let x = first.apply(images, &unit, Padding::Same).relu().max_pool(&window, &window, Padding::Valid);
        let x = second.apply(&x, &unit, Padding::Same).relu().max_pool(&window, &window, Padding::Valid);
        let n = images.extent(0);
        last.apply(&x.reshape((n, size / 4 * (size / 4) * 16)))
    }
}

/// The number of features for images of `size`² pixels after two poolings.
pub fn features(size: usize) -> usize {
    (size / 4) * (size / 4) * 16
}

fn start_values(size: usize, seed: u64) -> Vec<(Vec<usize>, Vec<f32>)> {
    let mut random = Random::new(seed);
    let features = features(size);
    let mut layer = |shape: &[usize], inputs: usize| {
        let width = (2.0 / inputs as f32).sqrt();
        let n: usize = shape.iter().product();
        (shape.to_vec(), (0..n).map(|_| width * random.normal()).collect::<Vec<f32>>())
    };
    let [a, b, c] = [layer(&[5, 5, 1, 8], 25), layer(&[5, 5, 8, 16], 200), layer(&[features, 10], features)];
    let none = |n: usize| (vec![n], vec![0.0; n]);
    vec![a, none(8), b, none(16), c, none(10)]
}

/// Random parameters.
pub fn start(size: usize, seed: u64) -> Result<Model<Array>, ArrayError> {
    let arrays = start_values(size, seed).into_iter().map(|(shape, data)| Array::from_slice(&shape, &data));
    let arrays: Vec<Array> = arrays.collect::<Result<_, _>>()?;
    let [kernel1, bias1, kernel2, bias2, weight, bias] =
        <[Array; 6]>::try_from(arrays).unwrap_or_else(|_| unreachable!("there are six parameters"));
    Ok(Model { kernel1, bias1, kernel2, bias2, weight, bias })
}

/// Noisy images of ten stripe patterns, and their labels.
pub fn data(n: usize, size: usize, seed: u64) -> Result<(Array, Array), ArrayError> {
    let mut random = Random::new(seed);
    let (mut images, mut labels) = (Vec::new(), Vec::new());
    for _ in 0..n {
        let label = (random.uniform() * CLASSES as f32) as usize % CLASSES;
        let angle = std::f32::consts::PI * label as f32 / CLASSES as f32;
        let (sin, cos) = angle.sin_cos();
        let phase = std::f32::consts::TAU * random.uniform();
        for y in 0..size {
            for x in 0..size {
                let along = (x as f32 * cos + y as f32 * sin) * 0.9;
                images.push(0.5 + 0.5 * (along + phase).sin() + 0.3 * random.normal());
            }
        }
        labels.push(label as i32);
    }
    Ok((Array::from_slice(&[n, size, size, 1], &images)?, Array::from_slice(&[n], &labels)?))
}

/// The mean loss of a batch and its derivatives by all parameters.
pub fn gradients(size: usize) -> Result<Program, TraceError> {
    Program::trace("gradients", |p| {
        let model: Model = p.inputs("model");
        let n = p.dim("n");
        let images = p.input::<f32>("images", (n, size, size, 1));
        let labels = p.input::<i32>("labels", [n]);
        let model = Model { weight: model.weight.with_shape((features(size), 10)), ..model };
        p.value_and_grad(&model, |model| loss(&model, &images, &labels, size))
    })
}

fn loss(model: &Model, images: &Tensor, labels: &Tensor, size: usize) -> Tensor {
    softmax_cross_entropy(&model.scores(images, size as i64), labels).mean(..)
}

/// `steps` steps of Adam in one call, each on the next batch of 64 images: the parameters, and the losses,
/// `[steps]`.
pub fn train(size: usize, batch: usize, rate: f64) -> Result<Program, TraceError> {
    let adam = Adam { rate, ..Adam::default() };
    Program::trace("train", |p| {
        let model: Model = p.inputs("model");
        let (n, steps) = (p.dim("n"), p.dim("steps"));
        let images = p.input::<f32>("images", (n, size, size, 1));
        let labels = p.input::<i32>("labels", [n]);
        // Its length is the number of steps.
        let losses = p.input::<f32>("losses", [steps]);
        let model = Model { weight: model.weight.with_shape((features(size), 10)), ..model };
        let start = (adam.start(p, &model), losses, model);
        let (_, losses, model) =
            p.for_(0, steps, start, |step, (state, losses, model): (Moments, Tensor, Model)| {
                let first = (step.to::<i64>() * batch as i64).modulo(p.value(n).to::<i64>());
                let rows = (first + p.arange::<i64>(batch)).modulo(p.value(n).to::<i64>());
                let (images, labels) = (images.at([&rows]), labels.at([&rows]));
                let (value, gradient) =
                    p.value_and_grad(&model, |model| loss(&model, &images, &labels, size));
                let losses = losses.set_at([step.to::<i64>()], value);
                let (model, state) = adam.step(&model, gradient, state);
                (state, losses, model)
            });
        (losses, model)
    })
}

/// The share of images whose greatest score is that of their label.
pub fn accuracy(size: usize) -> Result<Program, TraceError> {
    Program::trace("accuracy", |p| {
        let model: Model = p.inputs("model");
        let n = p.dim("n");
        let images = p.input::<f32>("images", (n, size, size, 1));
        let labels = p.input::<i32>("labels", [n]);
        let model = Model { weight: model.weight.with_shape((features(size), 10)), ..model };
        model.scores(&images, size as i64).argmax(1).to::<i32>().eq(labels).mean(..)
    })
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let options = Options::without_picture(
        "convnet",
        "a convolutional network that tells ten patterns apart",
        &[
            ("size", "28", "pixels per side, a multiple of 4"),
            ("images", "4096", "images to learn from"),
            ("batch", "64", "images of a step"),
            ("steps", "200", "steps"),
            ("rate", "0.002", "length of a step"),
        ],
    );
    let (size, n, steps): (usize, usize, usize) =
        (options.get("size"), options.get("images"), options.get("steps"));
    let seed: u64 = options.get("seed");
    let session = Session::new()?;
    let program = train(size, options.get("batch"), options.get("rate"))?;
    let trainer = session.compile(&program, options.device())?;
    let (images, labels) = data(n, size, seed)?;
    let model = start(size, seed + 1)?;
    let none = Array::from_slice(&[steps], &vec![0.0f32; steps])?;
    let (done, time) = timed(|| trainer.call::<Learnt<Array>>((&model, &images, &labels, &none)));
    let Learnt { loss: losses, model } = done?;
    let losses = losses.as_slice::<f32>()?;
    println!("{steps} steps on {}: {} a step", trainer.device(), seconds(time / steps.max(1) as f64));
    for (i, loss) in losses.iter().enumerate().filter(|(i, _)| i % 20 == 0 || i + 1 == losses.len()) {
        println!("step {i:4}: loss {loss:.4}");
    }
    let (images, labels) = data(1000, size, seed + 2)?;
    let judge = session.compile(&accuracy(size)?, options.device())?;
    let share: Array = judge.call((&model, &images, &labels))?;
    println!("{:.1} % of 1000 new images are classified correctly", 100.0 * share.as_slice::<f32>()?[0]);
    Ok(())
}
