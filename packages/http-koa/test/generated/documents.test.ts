import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { createUrlSigner } from '@svc/core';
import { type ObjectKey, trusted } from '@svc/core/model';
import { expect } from 'chai';
import { openApiDocument } from '../../src/endpoint/openapi.js';
import { endpoints } from '../../src/endpoints/index.js';
import { listAt, textAt, valueAt } from '../support/request.js';
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

  describe('the description', () => {
    const document = openApiDocument(endpoints);
    const resolved = (value: unknown): unknown => {
      const reference = valueAt(value, '$ref');
      return typeof reference === 'string' ? valueAt(document, reference.replace('#/', '').replaceAll('/', '.')) : value;
    };
    const entriesOf = (value: unknown): readonly (readonly [string, unknown])[] =>
      typeof value === 'object' && value !== null ? Object.entries(value) : [];
    const operations = entriesOf(document['paths']).flatMap(([path, item]) =>
      entriesOf(item).map(([method, operation]) => ({ name: `${method} ${path}`, operation })),
    );
    const responsesOf = (operation: unknown): readonly (readonly [string, unknown])[] =>
      entriesOf(valueAt(operation, 'responses')).map(([status, response]) => [status, resolved(response)]);

    it('has an answer for errors that no row declares, such as 405 with Allow', () => {
      expect(operations).to.have.length(endpoints.length);
      for (const { name, operation } of operations) {
        const [, other] = responsesOf(operation).find(([status]) => status === 'default') ?? [];
        expect(valueAt(other, 'headers.Allow'), name).to.not.equal(undefined);
        expect(JSON.stringify(valueAt(other, 'content')), name).to.match(/schemas\/(?:Lfs)?Error"/);
      }
    });

    it('names the header fields that clients act on', () => {
      const expected: Readonly<Record<string, string>> = { 401: 'WWW-Authenticate', 429: 'Retry-After', 503: 'Retry-After' };
      for (const { name, operation } of operations) {
        for (const [status, response] of responsesOf(operation)) {
          const headers = entriesOf(valueAt(response, 'headers')).map(([name]) => name);
          expect(headers, `${name} ${status}`).to.include('X-Request-Id');
          const header = expected[status];
          if (header !== undefined) expect(headers, `${name} ${status}`).to.include(header);
        }
      }
    });

    it('names every parameter of a signed URL', () => {
      const linkKeys = [{ id: 'k1', secret: new Uint8Array(32) }];
      const signer = createUrlSigner({ baseUrl: 'https://files.example.test', linkKeys });
      const key = trusted<ObjectKey>('repositories/x');
      const links = {
        put: signer.upload({ key, sizeBytes: 1, expiresAt: 0 }).href,
        get: signer.download({ key, expiresAt: 0 }).href,
      };
      for (const [method, link] of Object.entries(links)) {
        const operation = operations.find(({ name }) => name === `${method} /storage/{wildcard}`)?.operation;
        const parameters = listAt(operation, 'parameters').filter((parameter) => valueAt(parameter, 'in') === 'query');
        const names = [...parameters.map((parameter) => textAt(parameter, 'name')), 'signature'];
        expect(names.sort(), method).to.deep.equal([...new URL(link).searchParams.keys()].sort());
      }
    });
  });

  it('every row is described under its own name', () => {
    const document = JSON.stringify(openApiDocument(endpoints));
    for (const { name } of endpoints) expect(document).to.include(`"operationId":"${name}"`);
    expect(new Set(endpoints.map(({ name }) => name)).size).to.equal(endpoints.length);
  });
});
