//! tensorforge
