//! Where code is kept for later sessions.

/// Keeps bytes by keys. Whatever goes wrong with it is a miss: code is made again, slower and right.
pub trait CodeStore: Send + Sync + std::fmt::Debug {
    /// What was kept for a key, as it was.
    fn find(&self, key: &[u8]) -> Option<Vec<u8>>;

    /// Keeps bytes for a key, if there is room.
    fn keep(&self, key: &[u8], bytes: &[u8]);
}
