/** What can be wrong with the lengths and the encoding that a pack or a chunk map states of a chunk. */
export const chunkProblems = ['wrong_raw_length', 'wrong_stored_length', 'unknown_encoding'] as const;
export type ChunkProblem = (typeof chunkProblems)[number];

export const packProblems = [
  'too_short',
  'too_long',
  'wrong_magic',
  'wrong_footer_length',
  'wrong_end_magic',
  'reserved_not_zero',
  'no_chunks',
  'too_many_chunks',
  'wrong_index_length',
  'index_out_of_range',
  ...chunkProblems,
  'repeated_chunk',
  'lengths_do_not_add_up',
] as const;
export type PackProblem = (typeof packProblems)[number];

export const chunkMapProblems = [
  'too_short',
  'too_long',
  'wrong_magic',
  'no_chunks',
  'too_many_chunks',
  'wrong_pack_count',
  'wrong_length',
  'repeated_pack',
  'pack_out_of_range',
  'pack_out_of_order',
  'unused_pack',
  'offset_out_of_range',
  ...chunkProblems,
] as const;
export type ChunkMapProblem = (typeof chunkMapProblems)[number];

export const manifestProblems = [
  'too_long',
  'malformed',
  'unknown_member',
  'repeated_member',
  'missing_member',
  'unknown_version',
  'wrong_oid',
  'wrong_size',
  'unknown_profile',
  'too_many_maps',
  'wrong_map_name',
  'wrong_map_size',
  'wrong_map_chunks',
  'sizes_do_not_add_up',
] as const;
export type ManifestProblem = (typeof manifestProblems)[number];

/** Bytes that are not what they claim to be, and the first thing that was found wrong with them. */
export type FormatError =
  | { readonly kind: 'format_error'; readonly format: 'pack'; readonly problem: PackProblem }
  | { readonly kind: 'format_error'; readonly format: 'chunk_map'; readonly problem: ChunkMapProblem }
  | { readonly kind: 'format_error'; readonly format: 'manifest'; readonly problem: ManifestProblem };

export const packError = (problem: PackProblem): FormatError => ({ kind: 'format_error', format: 'pack', problem });
export const chunkMapError = (problem: ChunkMapProblem): FormatError => ({ kind: 'format_error', format: 'chunk_map', problem });
export const manifestError = (problem: ManifestProblem): FormatError => ({ kind: 'format_error', format: 'manifest', problem });
