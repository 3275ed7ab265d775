import type { ChunkProfile, FastCdcProfile, FixedProfile, ProfileName } from './profile.js';

const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

const fastCdc = (name: FastCdcProfile['name'], averageKibibytes: number): FastCdcProfile => ({
  kind: 'fastcdc',
  name,
  minBytes: (averageKibibytes * kibibyte) / 8,
  averageBytes: averageKibibytes * kibibyte,
  maxBytes: averageKibibytes * kibibyte * 4,
  normalization: 2,
});

const fixed = (name: FixedProfile['name'], maxBytes: number): FixedProfile => ({ kind: 'fixed', name, maxBytes });

/** The profiles by their names (spec 1). */
export const profiles = {
  'fastcdc-16k': fastCdc('fastcdc-16k', 16),
  'fastcdc-64k': fastCdc('fastcdc-64k', 64),
  'fastcdc-128k': fastCdc('fastcdc-128k', 128),
  'fixed-256k': fixed('fixed-256k', 256 * kibibyte),
  'fixed-512k': fixed('fixed-512k', 512 * kibibyte),
  'fixed-1m': fixed('fixed-1m', mebibyte),
} as const satisfies Record<ProfileName, ChunkProfile>;

/** What the profile `auto` stands for, by the size of the file (spec 1). */
export const profileForSize = (sizeBytes: number): FastCdcProfile => {
  if (sizeBytes < 128 * mebibyte) return profiles['fastcdc-16k'];
  return sizeBytes < 512 * mebibyte ? profiles['fastcdc-64k'] : profiles['fastcdc-128k'];
};
