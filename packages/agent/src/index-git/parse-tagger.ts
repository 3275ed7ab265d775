import { type GitSignature, parseGitSignature } from '@svc/core/model';

export interface Tagger extends Omit<GitSignature, 'at'> {
  /** In seconds since 1970; undefined where the tag does not say. */
  readonly at: number | undefined;
}

/** Reads `Name <email> seconds zone` as the service does in commits. */
export const parseTagger = (line: string): Tagger => {
  const signature = parseGitSignature(line);
  const hasTime = /<.*>\s*-?\d[^>]*$/.test(line);
  return { ...signature, at: hasTime ? signature.at : undefined };
};
