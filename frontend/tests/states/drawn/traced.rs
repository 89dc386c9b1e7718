//! Programs in the eDSL, with handles that no region is told to carry.

use super::program::{Index, LENGTH, Points, Repeat, Statement};
use std::cell::RefCell;
use std::collections::BTreeMap;
use tf_frontend::{Combine, Local, Program, Random, Tensor, TraceError, Tracer};

/// The handles, by index.
struct Handles<'p> {
    p: &'p Tracer,
    generators: RefCell<BTreeMap<usize, Random>>,
    arrays: RefCell<BTreeMap<usize, Local>>,
}

/// The program, from one integer to another.
pub fn trace(statements: &[Statement]) -> Result<Program, TraceError> {
    Program::trace("main", |p| {
        let handles = Handles { p, generators: RefCell::default(), arrays: RefCell::default() };
        let x = handles.run(statements, p.input::<u32>("x", [1]).at([0]));
        p.full([1], x)
    })
}

fn mix(x: &Tensor, other: impl tf_frontend::Operand) -> Tensor {
    (x ^ other) * 747_796_405u32 + 12_345u32
}

fn is_multiple(x: &Tensor, of: u32) -> Tensor {
    (x & (of - 1)).eq(0u32)
}

impl Handles<'_> {
    fn run(&self, body: &[Statement], x: Tensor) -> Tensor {
        body.iter().fold(x, |x, statement| self.step(statement, x))
    }

    fn draw(&self, generator: usize) -> Tensor {
        self.generators.borrow_mut().get_mut(&generator).expect("it is made before").bits(())
    }

    fn step(&self, statement: &Statement, x: Tensor) -> Tensor {
        let p = self.p;
        match statement {
            Statement::Draw(generator) => mix(&x, self.draw(*generator)),
            Statement::Fork(generator, index) => {
                let mut fork = self.generators.borrow()[generator].fork(*index);
                mix(&x, fork.bits(()))
            }
            Statement::Read(array, index) => {
                let arrays = self.arrays.borrow();
                mix(
                    &x,
                    match index {
                        Index::Known(index) => arrays[array].get(*index),
                        Index::Computed => arrays[array].get(&x % LENGTH as u32),
                    },
                )
            }
            Statement::Write(array, index) => {
                let mut arrays = self.arrays.borrow_mut();
                let array = arrays.get_mut(array).expect("it is made before");
                match index {
                    Index::Known(index) => array.set(*index, &x),
                    Index::Computed => array.set(&x % LENGTH as u32, &x),
                }
                mix(&x, 1u32)
            }
            Statement::Seed(generator, seed) => {
                self.generators.borrow_mut().insert(*generator, p.random(*seed));
                x
            }
            Statement::Array(array) => {
                let made = p.local([x.clone(), &x + 1u32, &x + 2u32]);
                self.arrays.borrow_mut().insert(*array, made);
                x
            }
            Statement::Loop(repeat, body) => self.repeat(repeat, body, x),
            Statement::Choose(branches) if branches.len() == 2 => p.if_(
                is_multiple(&x, 2),
                || self.run(&branches[0], x.clone()),
                || self.run(&branches[1], x.clone()),
            ),
            Statement::Choose(branches) => {
                let number = &x % branches.len() as u32;
                p.switch(number.to::<i64>(), branches.len(), |i| self.run(&branches[i], x.clone()))
            }
            Statement::Points(points, body) => self.points(*points, body, x),
            Statement::Again(body) => p.checkpoint(x, |x| self.run(body, x)),
        }
    }

    fn repeat(&self, repeat: &Repeat, body: &[Statement], x: Tensor) -> Tensor {
        let p = self.p;
        let run = |k: Tensor, x: &Tensor| self.run(body, mix(x, k.to::<u32>()));
        match repeat {
            Repeat::Times(n) => p.for_(0, *n, x, |k, x| run(k, &x)),
            Repeat::Drawn(generator, n) => {
                let goes_on = |k: &Tensor| k.lt(*n + (self.draw(*generator) & 1u32));
                let (_, x) =
                    p.while_((p.constant(0u32), x), |(k, _)| goes_on(&k), |(k, x)| (&k + 1u32, run(k, &x)));
                x
            }
            Repeat::Left(n) => p.for_with(0, *n, x, |l, k, x| {
                l.break_if(is_multiple(&x, 4), &x);
                run(k, &x)
            }),
            Repeat::Skipping(n) => {
                let (_, x) = p.while_with(
                    (p.constant(0u32), x),
                    |(k, _)| k.lt(*n),
                    |l, (k, x)| {
                        l.continue_if(is_multiple(&x, 2), (&k + 1u32, mix(&x, 5u32)));
                        (&k + 1u32, run(k, &x))
                    },
                );
                x
            }
            Repeat::Carrying(generator, n) => {
                let outer = self.generators.borrow()[generator].clone();
                let (x, carried) = p.for_(0, *n, (x, outer), |k, (x, random)| {
                    let outer = self.generators.borrow_mut().insert(*generator, random);
                    let x = run(k, &x);
                    let random = match outer {
                        Some(outer) => self.generators.borrow_mut().insert(*generator, outer),
                        None => None,
                    };
                    (x, random.expect("it was put there"))
                });
                let mut carried = carried;
                mix(&x, carried.bits(()))
            }
        }
    }

    fn points(&self, points: Points, body: &[Statement], x: Tensor) -> Tensor {
        let p = self.p;
        let inside = |index: Tensor| self.run(body, mix(&x, index));
        let found = match points {
            Points::Fold(n) => {
                return p.fold(0, n, Combine::Sum, |k| inside(k.to::<u32>()));
            }
            Points::Compute(n, m) => {
                p.compute((n, m), |[i, j]| inside((i * m as usize + j).to::<u32>())).reshape([n * m])
            }
            Points::Map(n) => p.vmap(p.arange::<u32>(n), inside),
            Points::Scatter(n) => {
                let [made] = p.scatter([n], [(p.zeros::<u32>([n]), Combine::Sum)], |[i], [target]| {
                    let x = inside(i.to::<u32>());
                    target.put([i], x);
                });
                made
            }
        };
        let count = match points {
            Points::Compute(n, m) => n * m,
            Points::Scatter(n) | Points::Fold(n) | Points::Map(n) => n,
        };
        (0..count).fold(x, |x, i| mix(&x, found.at([i])))
    }
}
