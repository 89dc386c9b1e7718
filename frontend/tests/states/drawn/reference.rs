//! The results of programs, by plain Rust on integers, and mistakes that a compiler might make.

use super::program::{Index, LENGTH, Points, Repeat, Statement, draws};
use std::collections::BTreeMap;

/// A mistake with the state of handles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// Each run of a loop's body begins with the state before the loop.
    EachRunAnew,
    /// After a loop, handles are as before it.
    LoopForgets,
    /// After a branch, handles are as before it.
    BranchForgets,
    /// A branch begins with the state after the previous branch.
    BranchesInARow,
    /// The draws of a loop's condition are repeated.
    ConditionForgets,
    /// All points draw the same values.
    OneForAllPoints,
    /// The generator outside is not advanced by what points draw.
    PointsDrawNothing,
    /// The next point sees the changes of a point.
    CopiesShared,
}

pub const FAULTS: [Fault; 8] = [
    Fault::EachRunAnew,
    Fault::LoopForgets,
    Fault::BranchForgets,
    Fault::BranchesInARow,
    Fault::ConditionForgets,
    Fault::OneForAllPoints,
    Fault::PointsDrawNothing,
    Fault::CopiesShared,
];

const GOLDEN: u32 = 0x9E37_79B9;

fn pcg(x: u32) -> u32 {
    let state = x.wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
    let word = ((state >> ((state >> 28) + 4)) ^ state).wrapping_mul(277_803_737);
    (word >> 22) ^ word
}

pub fn mix(x: u32, other: u32) -> u32 {
    (x ^ other).wrapping_mul(747_796_405).wrapping_add(12_345)
}

#[derive(Clone, Copy)]
struct Generator {
    seed: u32,
    draws: u32,
}

impl Generator {
    fn new(seed: u32) -> Generator {
        // The upper half of a seed of 64 bits is 0.
        Generator { seed: seed ^ pcg(0), draws: 0 }
    }

    fn stream(self) -> u32 {
        pcg(pcg(self.draws) ^ self.seed)
    }

    fn next(&mut self) -> u32 {
        let first = self.stream();
        let second = pcg(first.wrapping_add(GOLDEN) ^ self.seed);
        self.draws += 1;
        pcg(pcg(first) ^ second)
    }

    fn forked(stream: u32, index: u32) -> Generator {
        let seed = pcg(pcg(index.wrapping_add(stream)) ^ stream.wrapping_add(GOLDEN));
        Generator { seed, draws: 0 }
    }

    fn of_point(self, index: Option<u32>) -> Generator {
        let stream = pcg(self.stream() ^ GOLDEN);
        match index {
            Some(index) => Generator::forked(stream, index),
            None => Generator { seed: stream, draws: 0 },
        }
    }
}

#[derive(Clone, Default)]
struct State {
    generators: BTreeMap<usize, Generator>,
    arrays: BTreeMap<usize, [u32; LENGTH]>,
}

struct Machine {
    fault: Option<Fault>,
    state: State,
    in_scalars: bool,
}

/// The answer of a program for an argument.
pub fn run(program: &[Statement], x: u32, fault: Option<Fault>) -> u32 {
    let mut machine = Machine { fault, state: State::default(), in_scalars: false };
    machine.run(program, x)
}

fn place(index: Index, x: u32) -> usize {
    match index {
        Index::Known(index) => index,
        Index::Computed => x as usize % LENGTH,
    }
}

impl Machine {
    fn has(&self, fault: Fault) -> bool {
        self.fault == Some(fault)
    }

    fn run(&mut self, body: &[Statement], x: u32) -> u32 {
        body.iter().fold(x, |x, statement| self.step(statement, x))
    }

    fn draw(&mut self, generator: usize) -> u32 {
        self.state.generators.get_mut(&generator).expect("it is made before").next()
    }

    fn step(&mut self, statement: &Statement, x: u32) -> u32 {
        match statement {
            Statement::Draw(generator) => mix(x, self.draw(*generator)),
            Statement::Fork(generator, index) => {
                mix(x, Generator::forked(self.state.generators[generator].stream(), *index).next())
            }
            Statement::Read(array, index) => mix(x, self.state.arrays[array][place(*index, x)]),
            Statement::Write(array, index) => {
                let elements = self.state.arrays.get_mut(array).expect("it is made before");
                elements[place(*index, x)] = x;
                mix(x, 1)
            }
            Statement::Seed(generator, seed) => {
                self.state.generators.insert(*generator, Generator::new(*seed));
                x
            }
            Statement::Array(array) => {
                self.state.arrays.insert(*array, [x, x.wrapping_add(1), x.wrapping_add(2)]);
                x
            }
            Statement::Loop(repeat, body) => self.repeat(repeat, body, x),
            Statement::Choose(branches) => self.choose(branches, x),
            Statement::Points(points, body) => self.points(*points, body, x),
            Statement::Again(body) => self.run(body, x),
        }
    }

    fn repeat(&mut self, repeat: &Repeat, body: &[Statement], mut x: u32) -> u32 {
        let before = self.state.clone();
        let copied = match repeat {
            Repeat::Carrying(generator, _) => Some((*generator, self.state.generators[generator])),
            _ => None,
        };
        let mut k = 0;
        loop {
            if self.has(Fault::EachRunAnew) {
                self.state = before.clone();
            }
            let goes_on = match repeat {
                Repeat::Drawn(generator, n) => {
                    let kept = self.state.generators[generator];
                    let bit = self.draw(*generator) & 1;
                    if self.has(Fault::ConditionForgets) {
                        self.state.generators.insert(*generator, kept);
                    }
                    k < n + bit
                }
                Repeat::Times(n) | Repeat::Left(n) | Repeat::Skipping(n) | Repeat::Carrying(_, n) => k < *n,
            };
            // With a mistake, it might never end.
            if !goes_on || k > 4 {
                break;
            }
            x = match repeat {
                Repeat::Left(_) if x.is_multiple_of(4) => break,
                Repeat::Skipping(_) if x.is_multiple_of(2) => mix(x, 5),
                _ => self.run(body, mix(x, k)),
            };
            k += 1;
        }
        if self.has(Fault::LoopForgets) {
            self.state = before;
        }
        if let Some((generator, outside)) = copied {
            x = mix(x, self.draw(generator));
            self.state.generators.insert(generator, outside);
        }
        x
    }

    fn choose(&mut self, branches: &[Vec<Statement>], x: u32) -> u32 {
        let before = self.state.clone();
        let chosen = x as usize % branches.len();
        if self.has(Fault::BranchesInARow) {
            for branch in &branches[..chosen] {
                self.run(branch, x);
            }
        }
        let x = self.run(&branches[chosen], x);
        if self.has(Fault::BranchForgets) {
            self.state = before;
        }
        x
    }

    fn points(&mut self, points: Points, body: &[Statement], x: u32) -> u32 {
        if let (Points::Fold(_), false) = (points, self.in_scalars) {
            // A fold of tensors is the only point of a compute.
            return self.each(&[None], body, x, &mut |machine, body, x| machine.points_of(points, body, x))
                [0];
        }
        self.points_of(points, body, x)
    }

    fn points_of(&mut self, points: Points, body: &[Statement], x: u32) -> u32 {
        let count = match points {
            Points::Compute(n, m) => n * m,
            Points::Scatter(n) | Points::Fold(n) | Points::Map(n) => n,
        };
        let all: Vec<Option<u32>> = (0..count).map(Some).collect();
        let was = self.in_scalars;
        self.in_scalars = was || !matches!(points, Points::Map(_));
        let each = self.each(&all, body, x, &mut |machine, body, x| machine.run(body, x));
        self.in_scalars = was;
        match points {
            Points::Fold(_) => each.iter().fold(0, |sum: u32, x| sum.wrapping_add(*x)),
            _ => each.iter().fold(x, |x, found| mix(x, *found)),
        }
    }

    /// What code gives for each of these points.
    fn each(
        &mut self,
        points: &[Option<u32>],
        body: &[Statement],
        x: u32,
        run: &mut dyn FnMut(&mut Machine, &[Statement], u32) -> u32,
    ) -> Vec<u32> {
        let before = self.state.clone();
        let is_drawn = |generator: &usize| draws(body, *generator);
        let mut found = Vec::new();
        for point in points {
            let arrays = self.state.arrays.clone();
            self.state = before.clone();
            if self.has(Fault::CopiesShared) {
                self.state.arrays = arrays;
            }
            let index = if self.has(Fault::OneForAllPoints) { point.and(Some(0)) } else { *point };
            for (_, generator) in self.state.generators.iter_mut().filter(|(g, _)| is_drawn(g)) {
                *generator = generator.of_point(index);
            }
            let x = point.map_or(x, |point| mix(x, point));
            found.push(run(self, body, x));
        }
        self.state = before;
        if !self.has(Fault::PointsDrawNothing) {
            for (_, generator) in self.state.generators.iter_mut().filter(|(g, _)| is_drawn(g)) {
                generator.draws += 1;
            }
        }
        found
    }
}
