//! Programs as data, and random ones.

/// The effect of a statement on the value `x` of a program, and on handles, which are identified by indices.
#[derive(Clone, Debug)]
pub enum Statement {
    /// Mixes the next draw of a generator into x.
    Draw(usize),
    /// Mixes a draw of the generator that a generator has for an index.
    Fork(usize, u32),
    /// Mixes an element of an array in.
    Read(usize, Index),
    /// Makes x an element of an array.
    Write(usize, Index),
    /// Makes a generator with a seed.
    Seed(usize, u32),
    /// Makes an array of x and the integers after it.
    Array(usize),
    /// Repeats statements, x being carried.
    Loop(Repeat, Vec<Statement>),
    /// Runs one of these, by x.
    Choose(Vec<Vec<Statement>>),
    /// Statements for each point of something; what x is at each of them is mixed in afterwards.
    Points(Points, Vec<Statement>),
    /// Statements that derivatives would run again.
    Again(Vec<Statement>),
}

/// Which element of an array.
#[derive(Clone, Copy, Debug)]
pub enum Index {
    Known(usize),
    /// x modulo the length.
    Computed,
}

/// How often a body runs.
#[derive(Clone, Debug)]
pub enum Repeat {
    Times(u32),
    /// Until a draw of this generator, at least this often and at most once more: the condition draws.
    Drawn(usize, u32),
    /// Up to that often; before the statements, the loop is left where x is a multiple of 4.
    Left(u32),
    /// That often; where x is even, the statements are left out.
    Skipping(u32),
    /// That often, with a copy of a generator that the loop is told to carry, from which a draw is mixed in
    /// at the end.
    Carrying(usize, u32),
}

/// What code runs for.
#[derive(Clone, Copy, Debug)]
pub enum Points {
    /// The points of a compute of this shape.
    Compute(u32, u32),
    /// The points of a scatter.
    Scatter(u32),
    /// The terms of a fold.
    Fold(u32),
    /// Slices.
    Map(u32),
}

pub const LENGTH: usize = 3;

/// Pseudo-random values.
pub struct Dice(pub u64);

impl Dice {
    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % n
    }

    fn number(&mut self) -> u32 {
        self.below(1000) as u32
    }
}

/// What statements may use.
#[derive(Clone, Default)]
struct Scope {
    generators: Vec<usize>,
    /// Generators that may only be forked here, and such as may only be drawn from.
    forked: Vec<usize>,
    drawn: Vec<usize>,
    arrays: Vec<usize>,
    /// Arrays that may be changed here: those of others are read by more than one point.
    writable: Vec<usize>,
    /// Arrays made since the innermost loop or map of points began.
    own: Vec<usize>,
    /// In code for points, and in such code without tensors.
    in_points: bool,
    in_scalars: bool,
    depth: usize,
}

struct Writer<'a> {
    dice: &'a mut Dice,
    handles: usize,
    /// How many more statements there may be.
    budget: usize,
}

/// A random program: it begins with two generators and two arrays.
pub fn random(seed: u64) -> Vec<Statement> {
    let mut dice = Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) + 1);
    let mut writer = Writer { dice: &mut dice, handles: 4, budget: 14 };
    let start = vec![Statement::Seed(0, 7), Statement::Seed(1, 8), Statement::Array(2), Statement::Array(3)];
    let mut scope = Scope {
        generators: vec![0, 1],
        forked: vec![0, 1],
        drawn: vec![0, 1],
        arrays: vec![2, 3],
        writable: vec![2, 3],
        own: vec![2, 3],
        ..Scope::default()
    };
    let body = writer.statements(&mut scope, 4);
    // All live handles are part of the answer.
    let mut end: Vec<Statement> = scope.generators.iter().map(|g| Statement::Draw(*g)).collect();
    end.extend(scope.arrays.iter().flat_map(|a| (0..LENGTH).map(|i| Statement::Read(*a, Index::Known(i)))));
    [start, body, end].concat()
}

impl Writer<'_> {
    fn statements(&mut self, scope: &mut Scope, most: usize) -> Vec<Statement> {
        let count = 1 + self.dice.below(most);
        let mut all = Vec::new();
        for _ in 0..count {
            if self.budget == 0 {
                break;
            }
            self.budget -= 1;
            all.push(self.statement(scope));
        }
        all
    }

    fn pick(&mut self, from: &[usize]) -> Option<usize> {
        (!from.is_empty()).then(|| from[self.dice.below(from.len())])
    }

    fn index(&mut self) -> Index {
        match self.dice.below(3) {
            0 => Index::Computed,
            _ => Index::Known(self.dice.below(LENGTH)),
        }
    }

    fn statement(&mut self, scope: &mut Scope) -> Statement {
        let deep = scope.depth >= 4;
        match self.dice.below(if deep { 7 } else { 15 }) {
            0 | 1 => self.draw(scope),
            2 => match self.pick(&scope.forked) {
                Some(generator) => Statement::Fork(generator, self.dice.number()),
                None => self.draw(scope),
            },
            3 => self.read(scope),
            4 | 5 => self.write(scope),
            6 => self.made(scope),
            7..=9 => self.repeat(scope),
            10 | 11 => self.choose(scope),
            12..=13 => self.points(scope),
            _ => {
                let mut inner = Scope { depth: scope.depth + 1, own: Vec::new(), ..scope.clone() };
                Statement::Again(self.statements(&mut inner, 3))
            }
        }
    }

    fn draw(&mut self, scope: &mut Scope) -> Statement {
        match self.pick(&scope.drawn) {
            Some(generator) => Statement::Draw(generator),
            None => self.read(scope),
        }
    }

    fn read(&mut self, scope: &mut Scope) -> Statement {
        match self.pick(&scope.arrays) {
            Some(array) => Statement::Read(array, self.index()),
            None => self.made(scope),
        }
    }

    fn write(&mut self, scope: &mut Scope) -> Statement {
        match self.pick(&scope.writable) {
            Some(array) => Statement::Write(array, self.index()),
            None => self.made(scope),
        }
    }

    fn made(&mut self, scope: &mut Scope) -> Statement {
        let handle = self.handles;
        self.handles += 1;
        if self.dice.below(2) == 0 {
            scope.generators.push(handle);
            scope.drawn.push(handle);
            scope.forked.push(handle);
            return Statement::Seed(handle, self.dice.number());
        }
        scope.arrays.push(handle);
        scope.writable.push(handle);
        scope.own.push(handle);
        Statement::Array(handle)
    }

    fn repeat(&mut self, scope: &mut Scope) -> Statement {
        // An array that points change a copy of is not read again, which a loop around would do.
        let mut inner = Scope { depth: scope.depth + 1, own: Vec::new(), ..scope.clone() };
        let times = 1 + self.dice.below(3) as u32;
        let repeat = match (self.dice.below(6), self.pick(&scope.drawn)) {
            (0, Some(generator)) => Repeat::Drawn(generator, times),
            (1, _) => Repeat::Left(times),
            (2, _) => Repeat::Skipping(times),
            (3, Some(generator)) => Repeat::Carrying(generator, times),
            _ => Repeat::Times(times),
        };
        Statement::Loop(repeat, self.statements(&mut inner, 4))
    }

    fn choose(&mut self, scope: &mut Scope) -> Statement {
        let count = 2 + self.dice.below(2);
        let mut branch = || {
            // Of what two branches lose, each may have lost something else.
            let mut inner = Scope { depth: scope.depth + 1, own: Vec::new(), ..scope.clone() };
            self.statements(&mut inner, 3)
        };
        Statement::Choose((0..count).map(|_| branch()).collect())
    }

    fn points(&mut self, scope: &mut Scope) -> Statement {
        let n = 2 + self.dice.below(3) as u32;
        let points = match (scope.in_scalars, self.dice.below(4)) {
            (true, _) | (_, 0) => Points::Fold(n),
            (_, 1) => Points::Map(n),
            (_, 2) => Points::Scatter(n),
            _ => Points::Compute(n, 1 + self.dice.below(2) as u32),
        };
        let is_tensors = matches!(points, Points::Map(_));
        let (forked, drawn): (Vec<usize>, Vec<usize>) =
            scope.drawn.iter().partition(|_| !scope.in_points && self.dice.below(4) == 0);
        // Points change copies, which are theirs: the array is not read afterwards.
        let lost: Vec<usize> = scope.own.iter().copied().filter(|_| self.dice.below(2) == 0).collect();
        let mut inner = Scope {
            generators: Vec::new(),
            forked,
            drawn,
            arrays: scope.arrays.clone(),
            writable: lost.clone(),
            own: Vec::new(),
            in_points: true,
            in_scalars: scope.in_scalars || !is_tensors,
            depth: scope.depth + 1,
        };
        let mut body = self.statements(&mut inner, 4);
        if let Some(array) = lost.first() {
            // What one point leaves would be seen by the next.
            let index = self.index();
            body.insert(0, Statement::Read(*array, index));
            body.push(Statement::Write(*array, index));
        }
        for all in [&mut scope.arrays, &mut scope.writable, &mut scope.own] {
            all.retain(|array| !lost.contains(array));
        }
        Statement::Points(points, body)
    }
}

/// Whether statements have to be transformed before the interpreter can run them.
pub fn has_transforms(body: &[Statement]) -> bool {
    body.iter().any(|statement| match statement {
        Statement::Again(_) | Statement::Points(Points::Map(_), _) => true,
        Statement::Loop(_, body) | Statement::Points(_, body) => has_transforms(body),
        Statement::Choose(branches) => branches.iter().any(|body| has_transforms(body)),
        _ => false,
    })
}

/// Whether statements, or those in them, draw from a generator.
pub fn draws(body: &[Statement], generator: usize) -> bool {
    body.iter().any(|statement| match statement {
        Statement::Draw(g) => *g == generator,
        Statement::Loop(Repeat::Drawn(g, _) | Repeat::Carrying(g, _), body) => {
            *g == generator || draws(body, generator)
        }
        Statement::Loop(_, body) | Statement::Points(_, body) | Statement::Again(body) => {
            draws(body, generator)
        }
        Statement::Choose(branches) => branches.iter().any(|body| draws(body, generator)),
        _ => false,
    })
}
