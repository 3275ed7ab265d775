import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect } from 'chai';
import { openApiDocument } from '../../src/endpoint/openapi.js';
import { endpoints } from '../../src/endpoints/index.js';
import { generatedDocuments } from './documents.js';

describe('generated documents', () => {
  for (const { url, text } of generatedDocuments) {
    it(`${url.pathname.replace(/.*\/docs\//, 'docs/')} is what the rows say (npm run generate --workspace @svc/http-koa)`, () => {
      expect(readFileSync(url, 'utf8')).to.equal(text);
    });
  }

  it('the description is valid OpenAPI 3.1', async () => {
    const result = await new Validator().validate({ ...openApiDocument(endpoints) });
    expect(result.errors ?? []).to.deep.equal([]);
    expect(result.valid).to.equal(true);
  });

  it('every row is described under its own name', () => {
    const document = JSON.stringify(openApiDocument(endpoints));
    for (const { name } of endpoints) expect(document).to.include(`"operationId":"${name}"`);
    expect(new Set(endpoints.map(({ name }) => name)).size).to.equal(endpoints.length);
  });
});
