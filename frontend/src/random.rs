//! Random numbers from a generator that is a value: the result depends on seed, draw and position only.
//!
//! Each draw hashes the positions of its elements with two words, which depend on the seed and the count of
//! draws so far; the hash is [`Tensor::pcg`]. There is no hidden state: a loop carries a generator like any
//! other value, elements are computed in any order and on any number of threads, and all devices give the
//! same results.

use crate::layout::count;
use crate::trace::error::Site;
use crate::trace::handles::{HandleState, Kind};
use crate::trace::state::Shared;
use crate::trace::tracer::Tracer;
use crate::trace::values::Values;
use crate::types::dim::Shape;
use crate::types::elem::{Elem, Element};
use crate::types::tensor::{Arg, Operand, Tensor};
use std::rc::Rc;
use tf_ir::extent::Extent;

/// The difference of the two words: 2³² over the golden ratio.
const GOLDEN: u32 = 0x9E37_79B9;

/// A generator of random numbers, made by [`Tracer::random`].
///
/// Each draw advances the generator, each time that the drawing code runs: a loop whose body draws carries
/// the generator, and after a conditional the generator has made the draws of the executed branch. Each point
/// of a [`Tracer::compute`] or a [`Tracer::scatter`], each term of a fold and each slice of a
/// [`Tracer::vmap`] has a separate generator, forked by its index; for the outer generator this is a single
/// draw. A generator is also a value, which a loop may carry explicitly, or a function may return.
///
/// ```
/// # use tf_frontend::Program;
/// let program = Program::trace("walk", |p| {
///     let n = p.dim("n");
///     let x = p.input::<f32>("x", [n]);
///     let start = (x, p.random(p.scalar::<u64>("seed")));
///     let (x, _) = p.for_(0, 100, start, |_, (x, mut random)| {
///         let step = random.normal::<f32>([n]);
///         (x + step, random)
///     });
///     x
/// });
/// assert!(program.is_ok());
/// ```
pub struct Random {
    /// The seed and the count of draws so far.
    state: Rc<HandleState>,
}

/// A separate generator that would draw the same values.
impl Clone for Random {
    fn clone(&self) -> Random {
        let shared = &self.state.shared;
        let values = self.state.values(self.state.at).unwrap_or_else(|_| vec![Tensor::poison(shared); 2]);
        Random { state: HandleState::new(shared, self.state.at, GENERATOR, values) }
    }
}

const GENERATOR: Kind = Kind { name: "a generator", fork: Some((for_points, after_points)) };

/// A seed for each point, and no draws so far.
fn for_points(shared: &Rc<Shared>, values: &[Tensor], point: Option<Tensor>) -> Vec<Tensor> {
    let (seed, draws) = (&values[0], &values[1]);
    // This stream differs from that of `Random::fork`, which points may have used.
    let stream = ((draws.pcg() ^ seed).pcg() ^ GOLDEN).pcg();
    let seed = match point {
        Some(point) => forked(&stream, &point),
        None => stream,
    };
    vec![seed, Tracer { shared: shared.clone() }.constant(0u32)]
}

/// The points count as one draw.
fn after_points(values: &[Tensor]) -> Vec<Tensor> {
    vec![values[0].clone(), &values[1] + 1u32]
}

/// Derives the seed of an index from a stream.
fn forked(stream: &Tensor, index: &Tensor) -> Tensor {
    ((index + stream).pcg() ^ (stream + GOLDEN)).pcg()
}

impl Tracer {
    /// A generator from an integer seed. Equal seeds give equal results.
    #[track_caller]
    pub fn random(&self, seed: impl Operand) -> Random {
        let at = Site::caller();
        let seed = Tensor::from_arg(&self.shared, at, seed.arg());
        let seed = seed.library(at, || match seed.elem() {
            elem if !elem.is_int() || seed.rank() > 0 => {
                seed.failed(at, format!("a seed is one integer, not {seed:?}"))
            }
            _ => {
                let seed = if seed.elem() == Elem::Index { seed.to::<i64>() } else { seed.clone() };
                let (low, high) = (seed.to::<u64>().to::<u32>(), (seed.to::<u64>() >> 32u64).to::<u32>());
                low ^ high.pcg()
            }
        });
        Random::made(&self.shared, at, seed)
    }
}

impl Random {
    fn made(shared: &Rc<Shared>, at: Site, seed: Tensor) -> Random {
        let draws = Tracer { shared: shared.clone() }.constant(0u32);
        Random { state: HandleState::new(shared, shared.place_of(at), GENERATOR, vec![seed, draws]) }
    }

    fn failed(&self, at: Site, message: impl Into<String>) -> Tensor {
        let shared = &self.state.shared;
        Tensor::of(shared, Err(shared.fail(at, message)))
    }

    /// The next draw: 32 random bits per element, as u32.
    #[track_caller]
    pub fn bits(&mut self, shape: impl Shape) -> Tensor {
        let at = Site::caller();
        let shared = self.state.shared.clone();
        let Ok(shape) = shared.shape_of(at, shape) else { return Tensor::poison(&shared) };
        self.draw(at, &shape)
    }

    fn draw(&mut self, at: Site, shape: &[Extent]) -> Tensor {
        let shared = self.state.shared.clone();
        if shared.in_compute() && !shape.is_empty() {
            let message = "a random tensor cannot be drawn in scalar code: draw scalars there, of the shape \
                           (), or draw the tensor outside";
            return self.failed(at, message);
        }
        let made = self.state.values(at).and_then(|values| {
            let next = shared.library(at, || &values[1] + 1u32);
            self.state.set(at, 1, next)?;
            Ok(shared.library(at, || drawn(at, &values, shape)))
        });
        made.unwrap_or_else(|_| Tensor::poison(&shared))
    }

    /// The generator of an index: different indices give different values. In scalar code, an outer generator
    /// has a separate state for each point; this generator depends on the index only: `random.fork(&i)`.
    #[track_caller]
    pub fn fork(&self, index: impl Operand) -> Random {
        let at = Site::caller();
        let shared = &self.state.shared;
        let index = Tensor::from_arg(shared, at, index.arg());
        let seed = self.state.common(at).map(|values| {
            shared.library(at, || {
                let place = if index.elem() == Elem::Index { index.to::<i64>() } else { index };
                forked(&(values[1].pcg() ^ &values[0]).pcg(), &place.to::<u32>())
            })
        });
        Random::made(shared, at, seed.unwrap_or_else(|_| Tensor::poison(shared)))
    }

    /// Uniformly distributed values in `0 .. 1`, excluding 1, with as many random bits as the type's
    /// significand has.
    #[track_caller]
    pub fn uniform<T: Element>(&mut self, shape: impl Shape) -> Tensor {
        self.uniform_of(T::ELEM, shape)
    }

    /// As [`Random::uniform`], of an element type that is known when the program is traced.
    #[track_caller]
    pub fn uniform_of(&mut self, elem: Elem, shape: impl Shape) -> Tensor {
        let at = Site::caller();
        let shared = self.state.shared.clone();
        let Ok(shape) = shared.shape_of(at, shape) else { return Tensor::poison(&shared) };
        self.unit(at, &shape, elem)
    }

    fn unit(&mut self, at: Site, shape: &[Extent], elem: Elem) -> Tensor {
        let digits: u32 = match elem {
            Elem::F16 => 11,
            Elem::BF16 => 8,
            Elem::F32 => 24,
            Elem::F64 => 53,
            _ => return self.failed(at, format!("uniform values need a float element type, not {elem}")),
        };
        let bits = if elem == Elem::F64 { self.wide(at, shape) } else { self.draw(at, shape) };
        let width = bits.elem().bits();
        bits.library(at, || (&bits >> (width - digits)).cast(elem) * 0.5f64.powi(digits as i32))
    }

    /// 64 random bits per element: two draws.
    fn wide(&mut self, at: Site, shape: &[Extent]) -> Tensor {
        let (high, low) = (self.draw(at, shape), self.draw(at, shape));
        high.library(at, || (high.to::<u64>() << 32u64) | low.to::<u64>())
    }

    /// Normally distributed values with mean 0 and variance 1 (Box and Muller's method).
    #[track_caller]
    pub fn normal<T: Element>(&mut self, shape: impl Shape) -> Tensor {
        self.normal_of(T::ELEM, shape)
    }

    /// As [`Random::normal`], of an element type that is known when the program is traced.
    #[track_caller]
    pub fn normal_of(&mut self, elem: Elem, shape: impl Shape) -> Tensor {
        let at = Site::caller();
        let shared = self.state.shared.clone();
        let Ok(shape) = shared.shape_of(at, shape) else { return Tensor::poison(&shared) };
        if !elem.is_float() {
            return self.failed(at, format!("normal values need a float element type, not {elem}"));
        }
        // Short floats have too few values near 0 for the tails.
        let wide = if elem == Elem::F64 { Elem::F64 } else { Elem::F32 };
        let (a, b) = (self.unit(at, &shape, wide), self.unit(at, &shape, wide));
        a.library(at, || {
            let radius = ((1.0f32 - &a).log() * -2.0).sqrt();
            (radius * (b * std::f64::consts::TAU).cos()).cast(elem)
        })
    }

    /// Integers from `low` up to, but excluding, `high`, with equal probabilities up to 2⁻³² (64-bit types:
    /// 2⁻⁶⁴) times their count. NumPy's `randint`.
    #[track_caller]
    pub fn randint<T: Element>(&mut self, low: i64, high: i64, shape: impl Shape) -> Tensor {
        self.randint_of(T::ELEM, low, high, shape)
    }

    /// As [`Random::randint`], of an element type that is known when the program is traced.
    #[track_caller]
    pub fn randint_of(&mut self, elem: Elem, low: i64, high: i64, shape: impl Shape) -> Tensor {
        let at = Site::caller();
        let shared = self.state.shared.clone();
        let Ok(shape) = shared.shape_of(at, shape) else { return Tensor::poison(&shared) };
        let range = i128::from(high) - i128::from(low);
        let fits = |n: i128| crate::Number::Int(n, Elem::Int(64)).to_scalar(elem).is_some();
        if !elem.is_int() || range < 1 || !fits(low.into()) || !fits(i128::from(high) - 1) {
            let message = format!(
                "randint needs an integer type and a range that is not empty and fits it, not {elem} from \
                 {low} to {high}"
            );
            return self.failed(at, message);
        }
        let range = range as u64;
        let offset = match u32::try_from(range) {
            Ok(_) => {
                let bits = self.draw(at, &shape);
                bits.library(at, || (bits.to::<u64>() * range) >> 32u64)
            }
            Err(_) => {
                let bits = self.wide(at, &shape);
                bits.library(at, || bits.clone() % range)
            }
        };
        // In 64 bits, sums and casts wrap to the correct result.
        offset.library(at, || (offset.to::<i64>() + low).cast(elem))
    }

    /// True with the given probability, else false.
    #[track_caller]
    pub fn bernoulli(&mut self, probability: impl Operand, shape: impl Shape) -> Tensor {
        let at = Site::caller();
        let shared = self.state.shared.clone();
        let Ok(shape) = shared.shape_of(at, shape) else { return Tensor::poison(&shared) };
        let unit = self.unit(at, &shape, Elem::F32);
        unit.lt(probability)
    }
}

/// The random bits of a draw, from the seed and the draw's index.
fn drawn(at: Site, values: &[Tensor], shape: &[Extent]) -> Tensor {
    let (seed, draws) = (&values[0], &values[1]);
    let first = (draws.pcg() ^ seed).pcg();
    let second = ((&first + GOLDEN) ^ seed).pcg();
    let place = match (shape.is_empty(), count(shape)) {
        (true, _) => return ((first + 0u32).pcg() ^ second).pcg(),
        (_, None) => return seed.failed(at, "the element count is too large an expression"),
        (_, Some(count)) => {
            let dims: Vec<crate::Dim<'_>> = shape.iter().map(|e| seed.dim_of(e)).collect();
            Tracer { shared: seed.shared.clone() }.arange::<u32>(seed.dim_of(&count)).reshape(dims)
        }
    };
    ((place + first).pcg() ^ second).pcg()
}

impl Values for Random {
    type Traced = Random;

    fn collect(&self, out: &mut Vec<Arg>) {
        let shared = &self.state.shared;
        match self.state.values(self.state.at) {
            Ok(values) => values.collect(out),
            Err(_) => out.extend([(); 2].map(|()| Tensor::poison(shared).arg())),
        }
    }

    fn rebuild(&self, next: &mut dyn FnMut() -> Tensor) -> Random {
        let values = vec![next(), next()];
        Random { state: HandleState::new(&self.state.shared, self.state.at, GENERATOR, values) }
    }
}
