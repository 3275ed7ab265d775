export { hooksOf } from './hooks.js';
export { encodeChunkMap } from './chunk-map.js';
export {
  type ChunkMapProblem,
  chunkMapProblems,
  type ChunkProblem,
  type FormatError,
  type ManifestProblem,
  manifestProblems,
  type PackProblem,
  packProblems,
} from './format-error.js';
export * from './limits.js';
export { encodeManifest, type Manifest, type ManifestMap } from './manifest.js';
export { createPackWriter, type FinishedPack, type PackChunk, type PackEntry, type PackWriter } from './pack-writer.js';
export { parseChunkMap } from './parse-chunk-map.js';
export { createMapList, type MapList } from './map-list.js';
export { type ManifestFacts, type MapSink, parseManifest, parseManifestInSlices } from './parse-manifest.js';
export type { PackIndex } from './pack-index.js';
export { hasPackMagic, openPackIndex, type PackFooter, parsePack, parsePackFooter, parsePackIndex } from './parse-pack.js';
export { createSegmenter, type Segmenter } from './segmenter.js';
