// SPDX-License-Identifier: GPL-2.0
// Names of Rust functions: generics, traits, closures.
use std::collections::BTreeMap;
use std::hint::black_box;

trait Work {
    fn work(&self, times: u64) -> u64;
}

struct Pair<T>(T, T);

impl Work for Pair<u64> {
    #[inline(never)]
    fn work(&self, times: u64) -> u64 {
        (0..times).fold(self.0, |sum, i| black_box(sum.wrapping_mul(31) ^ i ^ self.1))
    }
}

#[inline(never)]
fn fill<T: Copy + Into<u64>>(map: &mut BTreeMap<u64, u64>, values: &[T]) {
    for value in values {
        *map.entry((*value).into() % 1009).or_insert(0) += 1;
    }
}

fn main() {
    let values: Vec<u32> = (0..20000u32).map(|i| i.wrapping_mul(2654435761)).collect();
    let mut map = BTreeMap::new();
    for round in 0..40 {
        fill(&mut map, &values);
        black_box(Pair(round, 7).work(100000));
    }
    println!("{}", map.len());
}
