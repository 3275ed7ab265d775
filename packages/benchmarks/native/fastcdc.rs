//! FastCDC as a compiled program, for comparison: the published algorithm with the pairwise steps that make it fast, over a file held in memory.
//! Arguments: the file, the gear table (256 little-endian u64), min, average and max in bytes, the two masks in hex, and how many passes.
//! Prints the best pass in MB/s, the number of chunks and a checksum of the cut points.

use std::time::Instant;

struct Profile {
    min: usize,
    average: usize,
    max: usize,
    small: u64,
    large: u64,
}

fn cut(bytes: &[u8], gear: &[u64; 256], doubled: &[u64; 256], profile: &Profile) -> usize {
    let longest = bytes.len().min(profile.max);
    if longest <= profile.min {
        return longest;
    }
    let center = profile.average.min(longest) / 2;
    let (small, large) = (profile.small, profile.large);
    let mut hash: u64 = 0;
    let mut pair = profile.min / 2;
    while pair < center {
        let at = pair * 2;
        hash = (hash << 2).wrapping_add(doubled[bytes[at] as usize]);
        if hash & (small << 1) == 0 {
            return at;
        }
        hash = hash.wrapping_add(gear[bytes[at + 1] as usize]);
        if hash & small == 0 {
            return at + 1;
        }
        pair += 1;
    }
    while pair < longest / 2 {
        let at = pair * 2;
        hash = (hash << 2).wrapping_add(doubled[bytes[at] as usize]);
        if hash & (large << 1) == 0 {
            return at;
        }
        hash = hash.wrapping_add(gear[bytes[at + 1] as usize]);
        if hash & large == 0 {
            return at + 1;
        }
        pair += 1;
    }
    longest
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let number = |at: usize| arguments[at].parse::<usize>().expect("a number");
    let mask = |at: usize| u64::from_str_radix(&arguments[at], 16).expect("a mask");
    let bytes = std::fs::read(&arguments[1]).expect("the file");
    let table = std::fs::read(&arguments[2]).expect("the gear table");
    let mut gear = [0u64; 256];
    let mut doubled = [0u64; 256];
    for (entry, eight) in table.chunks_exact(8).enumerate() {
        gear[entry] = u64::from_le_bytes(eight.try_into().expect("eight bytes"));
        doubled[entry] = gear[entry] << 1;
    }
    let profile = Profile { min: number(3), average: number(4), max: number(5), small: mask(6), large: mask(7) };
    let mut best = f64::INFINITY;
    let mut chunks = 0u64;
    let mut checksum = 0u32;
    for _ in 0..number(8) {
        let begun = Instant::now();
        let mut at = 0;
        chunks = 0;
        checksum = 0;
        while at < bytes.len() {
            at += cut(&bytes[at..], &gear, &doubled, &profile);
            chunks += 1;
            checksum = checksum.rotate_left(5) ^ (at as u32);
        }
        best = best.min(begun.elapsed().as_secs_f64());
    }
    println!("{{\"megabytesPerSecond\":{},\"chunks\":{},\"checksum\":{}}}", bytes.len() as f64 / 1e6 / best, chunks, checksum);
}
