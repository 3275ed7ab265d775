import { describeEmbedding } from '../../embed-in-koa/test/embedding-cases.js';

describeEmbedding('the Express example', new URL('../src/index.ts', import.meta.url));
