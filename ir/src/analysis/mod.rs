//! Analyses of bodies: dominance, structural equivalence, traversal.

pub mod dominance;
pub mod equivalence;
pub mod walk;
