//! tensorforge-bench
