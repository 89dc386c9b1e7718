//! The data of an extent: a sorted sum of products of atoms.

use super::{ExtentError, MAX_DEPTH, MAX_SIZE, Symbol};
use rustc_hash::FxHasher;
use smallvec::SmallVec;
use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// An integer expression over named extents, always in normal form: `2*n + 1`, `n floordiv 4 + max(m, 3)`.
///
/// The value is a polynomial with integer coefficients over [`Atom`]s. Two extents with the same normal form
/// are `==`; [`Extent::prove_eq`] decides whether they *must* be equal. Cloning is a reference count; hashing
/// reads a stored hash; order and hash depend on the content alone.
#[derive(Clone)]
pub struct Extent(Arc<Node>);

/// The shared part of an extent.
struct Node {
    hash: u64,
    size: u32,
    depth: u32,
    terms: Box<[Term]>,
}

/// An integer multiple of a product of atoms.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Term {
    pub(super) monomial: Monomial,
    pub(super) coefficient: i64,
}

/// A factor of a term other than an integer.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Atom {
    /// A named extent, ≥ 0.
    Symbol(Symbol),
    /// The extent divided by a constant > 1, rounded towards −∞.
    FloorDiv(Extent, i64),
    /// The least of two or more extents.
    Min(Arc<[Extent]>),
    /// The greatest of two or more extents.
    Max(Arc<[Extent]>),
}

/// A product of atoms, sorted; a power is a repetition. The constant term has the empty product.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Monomial(pub(super) SmallVec<[Atom; 2]>);

impl Monomial {
    pub(super) fn of(atom: Atom) -> Self {
        Self(SmallVec::from_iter([atom]))
    }

    pub(super) fn is_one(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn times(&self, other: &Monomial) -> Monomial {
        let mut factors: SmallVec<[Atom; 2]> = self.0.iter().chain(&other.0).cloned().collect();
        factors.sort();
        Monomial(factors)
    }

    /// The exponent of `atom`.
    pub(super) fn power_of(&self, atom: &Atom) -> usize {
        self.0.iter().filter(|a| *a == atom).count()
    }

    /// The product without one occurrence of `atom`.
    pub(super) fn without(&self, atom: &Atom) -> Monomial {
        let mut rest = self.clone();
        if let Some(at) = rest.0.iter().position(|a| a == atom) {
            rest.0.remove(at);
        }
        rest
    }

    /// `self / other`, if every factor of `other` is one of `self`.
    pub(super) fn divide(&self, other: &Monomial) -> Option<Monomial> {
        let mut rest = self.clone();
        for atom in &other.0 {
            let at = rest.0.iter().position(|a| a == atom)?;
            rest.0.remove(at);
        }
        Some(rest)
    }
}

/// Higher degrees first, then lexicographic: compatible with multiplication, the constant term last.
impl Ord for Monomial {
    fn cmp(&self, other: &Self) -> Ordering {
        other.0.len().cmp(&self.0.len()).then_with(|| self.0.cmp(&other.0))
    }
}

impl PartialOrd for Monomial {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Term {
    /// The integer factor; never 0.
    pub fn coefficient(&self) -> i64 {
        self.coefficient
    }

    /// The term without its coefficient, as an extent.
    pub fn monomial(&self) -> Extent {
        let alone = Term { monomial: self.monomial.clone(), coefficient: 1 };
        Extent::from_sorted(vec![alone]).expect("a part of an extent is within its limits")
    }

    /// The other factors, sorted, a power as a repetition; empty for the constant term.
    pub fn factors(&self) -> &[Atom] {
        &self.monomial.0
    }
}

impl Atom {
    fn size(&self) -> u32 {
        match self {
            Atom::Symbol(_) => 1,
            Atom::FloorDiv(x, _) => x.size().saturating_add(1),
            Atom::Min(args) | Atom::Max(args) => {
                args.iter().fold(1, |n: u32, arg| n.saturating_add(arg.size()))
            }
        }
    }

    /// Levels of division, minimum and maximum.
    pub(super) fn depth(&self) -> u32 {
        match self {
            Atom::Symbol(_) => 0,
            Atom::FloorDiv(x, _) => x.0.depth + 1,
            Atom::Min(args) | Atom::Max(args) => 1 + args.iter().map(|a| a.0.depth).max().unwrap_or(0),
        }
    }

    /// The operands of the atom; none for a symbol.
    pub fn operands(&self) -> &[Extent] {
        match self {
            Atom::Symbol(_) => &[],
            Atom::FloorDiv(x, _) => std::slice::from_ref(x),
            Atom::Min(args) | Atom::Max(args) => args,
        }
    }
}

impl Extent {
    /// Wraps terms that are sorted, distinct and nonzero.
    pub(super) fn from_sorted(terms: Vec<Term>) -> Result<Extent, ExtentError> {
        debug_assert!(terms.windows(2).all(|w| w[0].monomial < w[1].monomial));
        debug_assert!(terms.iter().all(|t| t.coefficient != 0));
        let atoms = || terms.iter().flat_map(|t| t.monomial.0.iter());
        let size = atoms()
            .fold(terms.len().try_into().unwrap_or(u32::MAX), |n: u32, atom| n.saturating_add(atom.size()));
        let depth = atoms().map(Atom::depth).max().unwrap_or(0);
        if size > MAX_SIZE {
            return Err(ExtentError::TooLarge);
        }
        if depth > MAX_DEPTH {
            return Err(ExtentError::TooDeep);
        }
        Ok(Self::wrap(terms, size, depth))
    }

    /// Sums terms in any order, with repetitions.
    pub(super) fn from_terms(
        terms: impl IntoIterator<Item = (Monomial, i128)>,
    ) -> Result<Extent, ExtentError> {
        let mut all: Vec<(Monomial, i128)> = terms.into_iter().collect();
        all.sort_by(|a, b| a.0.cmp(&b.0));
        let mut sums: Vec<(Monomial, i128)> = Vec::with_capacity(all.len());
        for (monomial, value) in all {
            match sums.last_mut() {
                Some((last, sum)) if *last == monomial => {
                    *sum = sum.checked_add(value).ok_or(ExtentError::Overflow)?;
                }
                _ => sums.push((monomial, value)),
            }
        }
        let terms = sums.into_iter().filter(|(_, sum)| *sum != 0).map(|(monomial, sum)| {
            let coefficient = i64::try_from(sum).map_err(|_| ExtentError::Overflow)?;
            Ok(Term { monomial, coefficient })
        });
        Self::from_sorted(terms.collect::<Result<_, _>>()?)
    }

    fn wrap(terms: Vec<Term>, size: u32, depth: u32) -> Extent {
        let mut hasher = FxHasher::default();
        terms.hash(&mut hasher);
        Extent(Arc::new(Node { hash: hasher.finish(), size, depth, terms: terms.into() }))
    }

    /// A constant.
    pub fn constant(value: i64) -> Extent {
        let terms = match value {
            0 => vec![],
            coefficient => vec![Term { monomial: Monomial::default(), coefficient }],
        };
        Self::wrap(terms, 1, 0)
    }

    /// The symbol of the given name.
    ///
    /// # Errors
    /// [`ExtentError::InvalidName`] if the name is not an identifier.
    pub fn symbol(name: &str) -> Result<Extent, ExtentError> {
        Ok(Self::from(Symbol::new(name)?))
    }

    /// One atom, known to be in normal form.
    pub(super) fn from_atom(atom: Atom) -> Result<Extent, ExtentError> {
        Self::from_sorted(vec![Term { monomial: Monomial::of(atom), coefficient: 1 }])
    }

    /// The terms of the sum, in order; the constant term, if any, is last.
    pub fn terms(&self) -> &[Term] {
        &self.0.terms
    }

    /// The number of parts of the expression, at most [`MAX_SIZE`].
    pub fn size(&self) -> u32 {
        self.0.size
    }

    /// The value, if it is a constant.
    pub fn as_const(&self) -> Option<i64> {
        match self.terms() {
            [] => Some(0),
            [term] if term.monomial.is_one() => Some(term.coefficient),
            _ => None,
        }
    }

    /// The symbol, if the extent is nothing else.
    pub fn as_symbol(&self) -> Option<&Symbol> {
        match self.as_atom() {
            Some(Atom::Symbol(symbol)) => Some(symbol),
            _ => None,
        }
    }

    /// The atom, if the extent is one with coefficient 1.
    pub fn as_atom(&self) -> Option<&Atom> {
        match self.terms() {
            [Term { monomial, coefficient: 1 }] if monomial.0.len() == 1 => Some(&monomial.0[0]),
            _ => None,
        }
    }

    /// The factors that are in every term, each once; constants are not included.
    pub fn common_factors(&self) -> Vec<Extent> {
        let [first, rest @ ..] = self.terms() else { return Vec::new() };
        let mut shared: Vec<&Atom> =
            first.factors().iter().filter(|a| rest.iter().all(|t| t.factors().contains(a))).collect();
        shared.dedup();
        // An atom of a term is at most as large as the term.
        shared.into_iter().filter_map(|atom| Self::from_atom(atom.clone()).ok()).collect()
    }

    /// The constant term.
    pub(super) fn constant_term(&self) -> i64 {
        self.terms().last().filter(|t| t.monomial.is_one()).map_or(0, |t| t.coefficient)
    }

    /// The terms other than the constant.
    pub(super) fn variable_terms(&self) -> &[Term] {
        match self.terms() {
            [rest @ .., last] if last.monomial.is_one() => rest,
            all => all,
        }
    }

    /// The symbols that occur, at any depth, in order.
    pub fn symbols(&self) -> BTreeSet<Symbol> {
        let mut found = BTreeSet::new();
        self.visit_symbols(&mut |symbol| {
            if !found.contains(symbol) {
                found.insert(symbol.clone());
            }
        });
        found
    }

    /// Visits the symbols that occur, at any depth, as often as they occur.
    pub fn visit_symbols<'e>(&'e self, visit: &mut impl FnMut(&'e Symbol)) {
        for atom in self.terms().iter().flat_map(Term::factors) {
            match atom {
                Atom::Symbol(symbol) => visit(symbol),
                _ => atom.operands().iter().for_each(|x| x.visit_symbols(visit)),
            }
        }
    }

    /// True if the symbol occurs at any depth.
    pub fn uses(&self, symbol: &Symbol) -> bool {
        self.terms().iter().flat_map(Term::factors).any(|atom| match atom {
            Atom::Symbol(s) => s == symbol,
            _ => atom.operands().iter().any(|x| x.uses(symbol)),
        })
    }
}

impl From<i64> for Extent {
    fn from(value: i64) -> Self {
        Self::constant(value)
    }
}

impl From<Symbol> for Extent {
    fn from(symbol: Symbol) -> Self {
        let term = Term { monomial: Monomial::of(Atom::Symbol(symbol)), coefficient: 1 };
        Self::wrap(vec![term], 2, 0)
    }
}

impl PartialEq for Extent {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || (self.0.hash == other.0.hash && self.0.terms == other.0.terms)
    }
}

impl Eq for Extent {}

impl Ord for Extent {
    fn cmp(&self, other: &Self) -> Ordering {
        if Arc::ptr_eq(&self.0, &other.0) { Ordering::Equal } else { self.0.terms.cmp(&other.0.terms) }
    }
}

impl PartialOrd for Extent {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Hash for Extent {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0.hash);
    }
}
