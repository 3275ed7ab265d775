export const artifactTypes = ['model', 'dataset', 'media', 'archive', 'other'] as const;
/** What an object is good for (spec 4.4). */
export type ArtifactType = (typeof artifactTypes)[number];
