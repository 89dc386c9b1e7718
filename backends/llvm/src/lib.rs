//! tensorforge-llvm
