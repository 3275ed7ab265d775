import { MIB } from '../../model/values/index.js';

/** What is read of the beginning of a file. Safetensors allows 100 MB; headers of real files have a hundredth of it, GGUF with the largest vocabularies half. */
export const maxTensorHeaderBytes = 32 * MIB;
/** The largest models have some ten thousands. */
export const maxTensors = 100_000;
/** In characters, of GGUF in bytes, which allows 64. */
export const maxTensorNameLength = 1024;
/** GGUF allows 4. */
export const maxTensorDimensions = 16;
