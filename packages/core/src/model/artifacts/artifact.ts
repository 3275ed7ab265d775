import type { ObjectLayout, StoredObject } from '../objects/stored-object.js';
import type { Instant, RepositoryId, Slug, UserId } from '../values/index.js';

/** Microseconds since 1970-01-01T00:00:00Z, an integer. */
export type InstantMicros = number;

/** Far beyond any date, and with room above it for as many objects as there will ever be. */
const latest: InstantMicros = Number.MAX_SAFE_INTEGER - 2 ** 40;

export const microsOf = (at: Instant): InstantMicros => Math.min(at * 1000, latest);

/** A registered object, as the organization's list shows it. */
export interface Artifact extends Pick<StoredObject, 'oid' | 'sizeBytes' | 'physicalBytes' | 'name' | 'type'> {
  readonly repository: { readonly id: RepositoryId; readonly slug: Slug; readonly name: string };
  readonly layout: ObjectLayout;
  readonly downloads: number;
  readonly lastDownloadedAt: Instant | undefined;
  /** No two objects of an organization have the same: of those that are registered at once each has the next microsecond. */
  readonly registeredAt: InstantMicros;
}

/** All that is written down of one. */
export interface ArtifactDetail extends Artifact {
  /** Who registered it first; undefined in the place of the name when the user is not there any more. */
  readonly uploader: { readonly id: UserId; readonly name: string | undefined };
  /** Of the manifest that is frozen for it; undefined without one, and of those that were frozen before chunks were counted. */
  readonly chunkCount: number | undefined;
}

export const artifactSorts = ['recent', 'size', 'downloads', 'name'] as const;
/** `recent`: newest first. `size`, `downloads`: most first. `name`: by `nameKeyOf`, those without a name last. Ties: newest first. */
export type ArtifactSort = (typeof artifactSorts)[number];

/** Artifacts that are found by a part of their name are counted up to here. */
export const maxCountedNames = 1000;

/** Of a name, what lists compare of it. */
const maxNameKeyLength = 400;

/** The first half of a character, whose second one was cut off. */
const halfAtEnd = /[\uD800-\uDBFF]$/;

/** A text without what names are compared without: case, and how a character is put together. */
export const foldedName = (text: string): string => text.normalize('NFC').toLowerCase();

/** By what names are compared and searched: without case, and of a long one the beginning. */
export const nameKeyOf = (name: string): string => foldedName(name).slice(0, maxNameKeyLength).replace(halfAtEnd, '');
