//! Sorts: of the library, and by kernels: by digits (radix), and by a network of comparisons (bitonic).
//!
//! `cargo run --release -p tensorforge-examples --example sort -- --n 1000000 --device simt-compiled --by
//! radix`

use common::{Options, Random, seconds, timed};
use tensorforge::{Array, Element, Program, Session, Tensor, TraceError, Tracer};

/// A function that sorts a vector: it returns the order of the elements, as indices in u32.
pub type Sorter = fn(&Tracer, &Tensor) -> Tensor;

/// The elements of `x: [n]` in ascending order, NaN last, and their former indices; the sort is stable.
pub fn program<T: Element>(sorter: Sorter) -> Result<Program, TraceError> {
    Program::trace("sort", |p| {
        let x = p.input::<T>("x", [p.dim("n")]);
        let order = sorter(p, &x);
        (x.take(0, &order), order)
    })
}

/// The library's sort.
pub fn library(_: &Tracer, x: &Tensor) -> Tensor {
    x.argsort(0).to::<u32>()
}

/// Integers in u32 whose order is that of the elements: −0 and 0 are equal, and NaN comes last.
fn keys(x: &Tensor) -> Tensor {
    let high = 1u32 << 31;
    match x.elem() {
        tensorforge::Elem::UInt(_) => x.to::<u32>(),
        tensorforge::Elem::Int(_) => x.to::<i32>().bitcast::<u32>() ^ high,
        _ => {
            let bits = x.eq(0.0).select(0.0f32, x).bitcast::<u32>();
            let turned = bits.ge(high).select(!&bits, &bits ^ high);
            x.is_nan().select(u32::MAX, turned)
        }
    }
}

/// Threads of a block, one for each element of the tile that it sorts by a digit.
const TILE: i64 = 256;
/// Values of a digit of four bits.
const DIGITS: i64 = 16;
const WARP: i64 = 32;

/// Sorts the keys by one digit after the other, the lowest first. For each, blocks sort their tiles in shared
/// memory and count their digits; prefix sums of the counts give the start of a block's elements of each
/// digit; then the elements are scattered there.
pub fn radix(p: &Tracer, x: &Tensor) -> Tensor {
    let (n, keys) = (x.extent(0), keys(x));
    let places = p.iota::<u32>([n], 0);
    let (_, order) = p.for_(0, 8, (keys, places), |pass, (keys, places)| {
        let shift = pass.to::<u32>() * 4u32;
        let (keys, places, counts) = by_digit(p, &keys, &places, &shift);
        let blocks = counts.extent(1);
        let ends = counts.reshape([blocks * DIGITS]).cumsum(0).reshape((DIGITS, blocks));
        scattered(p, [&keys, &places], &shift, [&counts, &(ends - &counts)])
    });
    order
}

/// Each block's elements in the order of their digits, and how many of each digit it has, `[digits, blocks]`.
fn by_digit(p: &Tracer, keys: &Tensor, places: &Tensor, shift: &Tensor) -> (Tensor, Tensor, Tensor) {
    let n = keys.extent(0);
    let blocks = n.ceil_div(TILE);
    p.kernel(blocks, TILE, |k| {
        k.name("radix_tiles");
        let (keys, places, shift) = (k.read(keys), k.read(places), k.given(shift));
        let sorted = (k.write::<u32>([n]), k.write::<u32>([n]));
        let counts = k.write::<i32>((DIGITS, blocks));
        let [key, place] = [(); 2].map(|()| k.shared::<u32>([TILE]));
        let (zeros, totals) = (k.shared::<i32>([TILE / WARP]), k.shared::<i32>([DIGITS]));
        let (thread, i) = (k.thread_id(0), k.index(0));
        let inside = i.lt(n);
        // Beyond the end, keys have the greatest digit: they stay after those of the array, because the sort
        // is stable.
        let mut held =
            (k.if_(&inside, || keys.at(&i), || u32::MAX), k.if_(&inside, || places.at(&i), || 0u32));
        k.fill_shared(&totals, 0);
        k.barrier();
        let digit = |key: &Tensor| ((key >> &shift) & 15u32).to::<i64>();
        k.when(&inside, || drop(totals.atomic_add(digit(&held.0), 1)));
        for bit in 0..4u32 {
            // Elements whose bit is 0 come first, in their order; the others follow.
            let low = ((&held.0 >> (&shift + bit)) & 1u32).eq(0u32);
            let votes = k.ballot(&low);
            let before =
                (&votes & ((p.value(1u32) << k.lane_id().to::<u32>()) - 1u32)).count_ones().to::<i32>();
            k.when(k.lane_id().eq(0), || zeros.set(k.warp_id(), votes.count_ones().to::<i32>()));
            k.barrier();
            let warp = k.warp_id();
            let (ahead, all) = k.for_(0, TILE / WARP, (0i32, 0i32), |w, (ahead, all)| {
                let some = zeros.at(&w);
                (&ahead + w.lt(&warp).select(&some, 0), all + some)
            });
            let rank = ahead + before;
            let to = low.select(&rank, all + thread.to::<i32>() - &rank).to::<i64>();
            key.set(&to, &held.0);
            place.set(&to, &held.1);
            k.barrier();
            held = (key.at(&thread), place.at(&thread));
            k.barrier();
        }
        k.when(&inside, || {
            sorted.0.set(&i, &held.0);
            sorted.1.set(&i, &held.1);
        });
        k.when(thread.lt(DIGITS), || counts.set([&thread, &k.block_id(0)], totals.at(&thread)));
        (sorted.0, sorted.1, counts)
    })
}

/// Scatters the elements of sorted tiles to their final positions: `starts` has the first position of each
/// digit and block.
fn scattered(
    p: &Tracer,
    [keys, places]: [&Tensor; 2],
    shift: &Tensor,
    [counts, starts]: [&Tensor; 2],
) -> (Tensor, Tensor) {
    let n = keys.extent(0);
    p.kernel(n.ceil_div(TILE), TILE, |k| {
        k.name("radix_places");
        let (keys, places, shift) = (k.read(keys), k.read(places), k.given(shift));
        let (counts, starts) = (k.read(counts), k.read(starts));
        let to = (k.write::<u32>([n]), k.write::<u32>([n]));
        // The offset of a digit: its start in the whole array minus its start in the tile.
        let offsets = k.shared::<i32>([DIGITS]);
        let (thread, block, i) = (k.thread_id(0), k.block_id(0), k.index(0));
        k.when(thread.lt(DIGITS), || {
            let smaller = k.for_(0, &thread, 0i32, |digit, sum| sum + counts.at([&digit, &block]));
            offsets.set(&thread, starts.at([&thread, &block]) - smaller);
        });
        k.barrier();
        k.when(i.lt(n), || {
            let (key, place) = (keys.at(&i), places.at(&i));
            let digit = ((&key >> &shift) & 15u32).to::<i64>();
            let at = (offsets.at(&digit) + thread.to::<i32>()).to::<i64>();
            to.0.set(&at, key);
            to.1.set(&at, place);
        });
        to
    })
}

/// How many elements the network sorts in shared memory, two by each thread.
const SPAN: i64 = 512;

/// Sorts by a bitonic network: keys and indices are packed into one integer, so that no two are equal. For
/// any length: elements beyond the end count as greater than all, and no step moves them.
pub fn bitonic(p: &Tracer, x: &Tensor) -> Tensor {
    let n = x.extent(0);
    let packed = (keys(x).to::<u64>() << 32u64) | p.iota::<u64>([n], 0);
    let spans = sorted_spans(p, &packed);
    let length = p.value(n);
    let (sorted, _) = p.while_(
        (spans, p.value(2 * SPAN).to::<i64>()),
        |(_, size)| size.lt(2 * length.to::<i64>()),
        |(data, size)| {
            let half = &size / 2;
            let data = compared(p, &data, &half, true);
            let (data, _) = p.while_(
                (data, &half / 2),
                |(_, distance)| distance.ge(SPAN),
                |(data, distance)| (compared(p, &data, &distance, false), &distance / 2),
            );
            (finished_spans(p, &data), size * 2)
        },
    );
    (sorted & u64::from(u32::MAX)).to::<u32>()
}

/// One step in memory: the lesser of two elements is moved to the front. They are `distance` apart, or, in a
/// `turn`, symmetric about the middle of `2 · distance` elements, which merges two ascending sequences into
/// one.
fn compared(p: &Tracer, data: &Tensor, distance: &Tensor, turn: bool) -> Tensor {
    let n = data.extent(0);
    p.kernel((n + 1).ceil_div(2 * TILE) * 2, TILE, |k| {
        k.name(if turn { "bitonic_turn" } else { "bitonic_step" });
        let (data, distance) = (k.change(data), k.given(distance));
        let t = k.index(0).to::<i64>();
        let (group, within) = (&t / &distance, &t % &distance);
        let first = &group * &distance * 2 + &within;
        let second = match turn {
            true => (group + 1) * &distance * 2 - 1 - within,
            false => &first + &distance,
        };
        k.when(second.lt(p.value(n).to::<i64>()), || {
            let (a, b) = (data.at(&first), data.at(&second));
            k.when(a.gt(&b), || {
                data.set(&first, &b);
                data.set(&second, &a);
            });
        });
        data
    })
}

/// The steps within spans, by blocks that keep theirs in shared memory.
fn spans(p: &Tracer, data: &Tensor, name: &str, steps: &[(i64, bool)]) -> Tensor {
    let n = data.extent(0);
    p.kernel(n.ceil_div(SPAN), SPAN / 2, |k| {
        k.name(name);
        let data = k.change(data);
        let tile = k.shared::<u64>([SPAN]);
        let (thread, first) = (k.thread_id(0), k.block_id(0) * SPAN);
        for half in [0, SPAN / 2] {
            let (at, to) = (&first + &thread + half, &thread + half);
            tile.set(&to, k.if_(at.lt(n), || data.at(&at), || u64::MAX));
        }
        for (distance, turn) in steps {
            k.barrier();
            let (group, within) = (&thread / *distance, &thread % *distance);
            let low = &group * (2 * distance) + &within;
            let high = match turn {
                true => (group + 1) * (2 * distance) - 1 - within,
                false => &low + *distance,
            };
            let (a, b) = (tile.at(&low), tile.at(&high));
            tile.set(&low, a.min(&b));
            tile.set(&high, a.max(&b));
        }
        k.barrier();
        for half in [0, SPAN / 2] {
            let (at, from) = (&first + &thread + half, &thread + half);
            k.when(at.lt(n), || data.set(&at, tile.at(&from)));
        }
        data
    })
}

/// Each span sorted.
fn sorted_spans(p: &Tracer, data: &Tensor) -> Tensor {
    let halves = |from: i64| std::iter::successors(Some(from), |d| Some(d / 2)).take_while(|d| *d > 0);
    let doubled = std::iter::successors(Some(1), |d| Some(2 * d)).take_while(|d| *d < SPAN);
    let steps: Vec<(i64, bool)> =
        doubled.flat_map(|d| [(d, true)].into_iter().chain(halves(d / 2).map(|d| (d, false)))).collect();
    spans(p, data, "bitonic_spans", &steps)
}

/// The remaining steps of each span once its elements are in it.
fn finished_spans(p: &Tracer, data: &Tensor) -> Tensor {
    let steps: Vec<(i64, bool)> = std::iter::successors(Some(SPAN / 2), |d| Some(d / 2))
        .take_while(|d| *d > 0)
        .map(|d| (d, false))
        .collect();
    spans(p, data, "bitonic_rest", &steps)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let options = Options::without_picture(
        "sort",
        "sorts floats",
        &[("n", "1048576", "elements"), ("by", "library", "how: library, radix, bitonic")],
    );
    let by: String = options.get("by");
    let sorter: Sorter = match by.as_str() {
        "library" => library,
        "radix" => radix,
        "bitonic" => bitonic,
        _ => return Err(format!("--by is library, radix or bitonic, not '{by}'").into()),
    };
    let n: usize = options.get("n");
    let mut random = Random::new(options.get("seed"));
    let x: Vec<f32> = (0..n).map(|_| random.normal()).collect();
    let exe = Session::new()?.compile(&program::<f32>(sorter)?, options.device())?;
    let (made, time) = timed(|| exe.call::<(Array, Array)>((&Array::from_slice(&[n], &x)?,)));
    let (sorted, _) = made?;
    assert!(sorted.as_slice::<f32>()?.is_sorted(), "the elements come in order");
    println!("{n} elements on {} by {by}: {}", options.device(), seconds(time));
    Ok(())
}
