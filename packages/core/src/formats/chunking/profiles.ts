import type { ChunkProfile, FastCdcProfile, FixedProfile, ProfileName } from './profile.js';

const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

/**
 * The masks change at three quarters of the nominal size and differ by two bits each way; the shortest chunk is a quarter, the longest four times the
 * nominal size. Chosen out of nineteen combinations, by a mean near the nominal size and little that is new in a second version, measured on 256 MiB of
 * random bytes (second version: a million bytes in front, 1 % of the 4 KiB blocks replaced) and on 104 MB of source text as in a tar (5 % of the files
 * changed by a line). The mean chunk against the nominal size and the share of the second version that is new, beside the crate's defaults (masks change
 * at the nominal size and differ by one bit):
 *
 * | nominal | random: mean | new   | defaults    | text: mean | new   | defaults    |
 * |---------|--------------|-------|-------------|------------|-------|-------------|
 * | 16 KiB  | 0.94         | 0.070 | 1.21, 0.078 | 1.01       | 0.135 | 1.36, 0.176 |
 * | 64 KiB  | 0.93         | 0.177 | 1.21, 0.235 | 1.02       | 0.342 | 1.38, 0.419 |
 * | 128 KiB | 0.93         | 0.295 | 1.18, 0.374 | 1.02       | 0.485 | 1.42, 0.576 |
 *
 * Other random bytes, not used for the choice: 0.066, 0.185, 0.301 new for 0.081, 0.229, 0.390. Nearly all of it is won by
 * chunks of the size that their profile names, which those of the defaults exceed.
 */
const fastCdc = (name: FastCdcProfile['name'], nominalBytes: number): FastCdcProfile => ({
  kind: 'fastcdc',
  name,
  minBytes: nominalBytes / 4,
  averageBytes: (nominalBytes * 3) / 4,
  maxBytes: nominalBytes * 4,
  normalization: 2,
});

const fixed = (name: FixedProfile['name'], maxBytes: number): FixedProfile => ({ kind: 'fixed', name, maxBytes });

/** The profiles by their names (spec 1). */
export const profiles = {
  'fastcdc-16k': fastCdc('fastcdc-16k', 16 * kibibyte),
  'fastcdc-64k': fastCdc('fastcdc-64k', 64 * kibibyte),
  'fastcdc-128k': fastCdc('fastcdc-128k', 128 * kibibyte),
  'fixed-256k': fixed('fixed-256k', 256 * kibibyte),
  'fixed-512k': fixed('fixed-512k', 512 * kibibyte),
  'fixed-1m': fixed('fixed-1m', mebibyte),
} as const satisfies Record<ProfileName, ChunkProfile>;

/** What the profile `auto` stands for, by the size of the file (spec 1). */
export const profileForSize = (sizeBytes: number): FastCdcProfile => {
  if (sizeBytes < 128 * mebibyte) return profiles['fastcdc-16k'];
  return sizeBytes < 512 * mebibyte ? profiles['fastcdc-64k'] : profiles['fastcdc-128k'];
};
