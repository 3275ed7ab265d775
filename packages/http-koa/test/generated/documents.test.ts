import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { createUrlSigner } from '@svc/core';
import { type ObjectKey, trusted } from '@svc/core/model';
import { expect } from 'chai';
import { z } from 'zod';
import { errorCodes } from '../../src/endpoint/error-code.js';
import { fieldReasons, reasonMessages } from '../../src/endpoint/error-message.js';
import { openApiDocument } from '../../src/endpoint/openapi.js';
import { endpoints } from '../../src/endpoints/index.js';
import { listAt, textAt, valueAt } from '../support/request.js';
import { problemOf } from '../support/described-answers.js';
import { generatedDocuments } from './documents.js';

const keyed = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;

describe('generated documents', () => {
  it('are what the rows, and a run of real requests, say (npm run generate --workspace @svc/http-koa)', async () => {
    for (const { url, text } of await generatedDocuments()) expect(readFileSync(url, 'utf8'), url.pathname).to.equal(text);
  });

  it('the description is valid OpenAPI 3.1', async () => {
    const result = await new Validator().validate({ ...openApiDocument(endpoints) });
    expect(result.errors ?? []).to.deep.equal([]);
    expect(result.valid).to.equal(true);
  });

  describe('the description', () => {
    const document = openApiDocument(endpoints);
    const resolved = (value: unknown): unknown => {
      const reference = valueAt(value, '$ref');
      if (typeof reference !== 'string') return value;
      return reference.slice(2).split('/').reduce<unknown>(keyed, document);
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

    it('names with each status the one code that the service answers then, and each reason with some endpoint', () => {
      const reasons = new Set<unknown>();
      for (const { name, operation } of operations) {
        for (const [status, response] of responsesOf(operation)) {
          const content = entriesOf(valueAt(response, 'content')).map(([, media]) => resolved(valueAt(media, 'schema')));
          const [error] = content.map((schema) => valueAt(schema, 'properties.error.properties'));
          if (error === undefined || status === 'default') continue;
          const codes = entriesOf(errorCodes).filter(([, facts]) => valueAt(facts, 'status') === Number(status));
          const told = valueAt(error, 'code.const') ?? valueAt(error, 'code.enum.0');
          expect([told], `${name} ${status}`).to.deep.equal(codes.map(([code]) => code));
          const own = valueAt(error, 'details.properties.reason');
          for (const reason of [valueAt(own, 'const') ?? valueAt(own, 'enum') ?? []].flat()) reasons.add(reason);
        }
      }
      const known = new Set([...Object.values(reasonMessages), fieldReasons].flatMap((messages) => Object.keys(messages)));
      expect([...reasons].sort()).to.deep.equal([...known].sort());
    });

    it('names the header fields of bytes, and what a range or a condition on them is answered with', () => {
      const tree = '/api/v1/repositories/{repoID}/lfs/{path}';
      const described = (name: string, status: number): readonly string[] =>
        entriesOf(valueAt(operations.find((one) => one.name === name)?.operation, `responses.${status}.headers`)).map(
          ([header]) => header,
        );
      const all = ['X-Request-Id', 'Content-Length', 'Accept-Ranges', 'ETag'];
      expect(described(`get ${tree}`, 200)).to.have.members([...all, 'X-SVC-State']);
      expect(described(`head ${tree}`, 200)).to.have.members([...all, 'X-SVC-State']);
      expect(described(`get ${tree}`, 206)).to.have.members([...all, 'X-SVC-State', 'Content-Range']);
      expect(described('get /storage/{wildcard}', 206)).to.have.members([...all, 'Content-Range']);
      const get = operations.find(({ name }) => name === `get ${tree}`)?.operation;
      const headers = listAt(get, 'parameters').filter((parameter) => valueAt(parameter, 'in') === 'header');
      expect(headers.map((header) => valueAt(header, 'name'))).to.deep.equal(['Range', 'If-Range', 'If-Match', 'If-None-Match']);
      expect(responsesOf(get).map(([status]) => status)).to.include.members(['206', '304', '412', '416']);
    });

    it('demands the parameters of a query without which the service answers 400, and no others', () => {
      for (const endpoint of endpoints) {
        if (endpoint.query === undefined) continue;
        const refused = z.safeParse(endpoint.query, {}).error?.issues.map(({ path }) => path.join('.')) ?? [];
        const { operation } = operations.find(({ operation: one }) => valueAt(one, 'operationId') === endpoint.name) ?? {};
        const demanded = listAt(operation, 'parameters').filter(
          (parameter) => valueAt(parameter, 'in') === 'query' && valueAt(parameter, 'required') === true,
        );
        expect(
          demanded.map((parameter) => textAt(parameter, 'name')),
          endpoint.name,
        ).to.deep.equal(refused);
      }
    });

    it('says what parameters mean, also those that come as text and stand for something else', () => {
      const meanings: Readonly<Record<string, readonly [parameter: string, meaning: string]>> = {
        'lineage.read': ['depth', 'How many edges away from the start'],
        'browsing.tree': ['recursive', 'Files at any depth, and no folders'],
        'objects.remove': ['force', 'Also an object that branches and tags reach'],
      };
      for (const [name, [parameter, meaning]] of Object.entries(meanings)) {
        const { operation } = operations.find(({ operation: one }) => valueAt(one, 'operationId') === name) ?? {};
        const described = listAt(operation, 'parameters').find((one) => valueAt(one, 'name') === parameter);
        expect(valueAt(described, 'schema.description'), name).to.equal(meaning);
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

  describe('the examples of the description', () => {
    const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
    const file: unknown = JSON.parse(readFileSync(new URL('../../../../docs/http/openapi.json', import.meta.url), 'utf8'));

    /** Every place that has a schema, with its example if it has one. */
    const places = (
      value: unknown,
      pointer: readonly string[] = [],
    ): readonly { pointer: readonly string[]; example: unknown }[] => {
      if (!isObject(value)) return [];
      if ('schema' in value) return [{ pointer, example: 'example' in value ? value.example : undefined }];
      return Object.entries(value).flatMap(([key, inner]) => places(inner, [...pointer, key]));
    };

    it('are each what its schema says', () => {
      const examples = places(file).filter(({ example }) => example !== undefined);
      expect(examples.length).to.be.above(140);
      for (const { pointer, example } of examples) {
        expect(problemOf([...pointer, 'schema'], example), pointer.join(' ')).to.equal(undefined);
      }
    });

    it('stand with every body of JSON that a request of ours needs, and that a success is answered with', () => {
      const isNeeded = (pointer: readonly string[]): boolean => {
        const body = pointer.slice(0, 4).reduce(keyed, file);
        return keyed(body, 'required') === true && JSON.stringify(keyed(pointer.reduce(keyed, file), 'schema')) !== '{}';
      };
      const without = places(valueAt(file, 'paths'), ['paths'])
        .filter(({ pointer, example }) => example === undefined && pointer.at(-1)?.endsWith('json') === true)
        .filter(({ pointer }) => (pointer[3] === 'requestBody' && isNeeded(pointer)) || pointer[4]?.startsWith('2') === true)
        .map(({ pointer }) => pointer.slice(1, 5).join(' '));
      expect(without).to.deep.equal([]);
    });
  });

  it('every row is described under its own name', () => {
    const document = JSON.stringify(openApiDocument(endpoints));
    for (const { name } of endpoints) expect(document).to.include(`"operationId":"${name}"`);
    expect(new Set(endpoints.map(({ name }) => name)).size).to.equal(endpoints.length);
  });
});
