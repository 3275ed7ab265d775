import type { Brand } from '../values/brand.js';

/** How a Git repository names its objects. */
export const gitObjectFormats = ['sha1', 'sha256'] as const;
export type GitObjectFormat = (typeof gitObjectFormats)[number];

/** The name of a Git object in lower-case hex: 40 digits of SHA-1, or 64 of SHA-256. */
export type GitId = Brand<string, 'GitId'>;

const patterns: Readonly<Record<GitObjectFormat, RegExp>> = { sha1: /^[0-9a-f]{40}$/, sha256: /^[0-9a-f]{64}$/ };

export const isGitId = (text: string, format: GitObjectFormat): text is GitId => patterns[format].test(text);

export const gitIdLength: Readonly<Record<GitObjectFormat, number>> = { sha1: 40, sha256: 64 };
