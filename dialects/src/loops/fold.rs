//! folds
