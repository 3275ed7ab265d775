export { sharedBytesOf } from './compare-bytes.js';
export { compareTensors } from './compare-tensors.js';
export { createPieceList, type Pieces, type TwoPieces } from './pieces.js';
export { readTensorFile } from './read-tensor-file.js';
export type { TensorFile, TensorFileProblem } from './tensor-file.js';
