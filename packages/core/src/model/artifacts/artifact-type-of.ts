import type { ArtifactType } from './artifact-type.js';
import { decidingEnding } from './file-endings.js';
import { typeOfHead } from './magic-bytes.js';

/** How much of an object's beginning is looked at. */
export const headBytes = 512;

export interface ArtifactClues {
  readonly name: string | undefined;
  /** The object's first bytes, up to `headBytes` of them; undefined when they are not known. */
  readonly head: Uint8Array | undefined;
}

/** What a name alone says; undefined when its ending says nothing. */
export const artifactTypeOfName = (name: string | undefined): ArtifactType | undefined =>
  name === undefined ? undefined : decidingEnding(name);
/**
 * The type of an object: by the ending of its name, which says more than bytes do (a PyTorch model is a zip archive by its bytes), else by how its bytes
 * begin, else `other`.
 */
export const artifactTypeOf = ({ name, head }: ArtifactClues): ArtifactType =>
  artifactTypeOfName(name) ?? (head === undefined ? undefined : typeOfHead(head)) ?? 'other';
