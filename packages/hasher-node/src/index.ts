export { nodeHasher } from './node-hasher.js';
