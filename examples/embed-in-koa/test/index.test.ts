import { describeEmbedding } from './embedding-cases.js';

describeEmbedding('the Koa example', new URL('../src/index.ts', import.meta.url));
