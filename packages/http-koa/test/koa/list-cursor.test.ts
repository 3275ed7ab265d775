import { expect } from 'chai';
import fc from 'fast-check';
import { propertiesOf } from '../../src/endpoint/json-schemas.js';
import { routeParts } from '../../src/endpoint/route.js';
import { endpoints } from '../../src/endpoints/index.js';
import { cursorOf, keyOf } from '../../src/koa/list-cursor.js';
import { fillers } from '../permission-matrix/demands.js';
import { type Acme, startAcme } from '../support/acme.js';
import { type Answer, send, valueAt } from '../support/request.js';
import { sha256 } from '../support/world.js';

type Endpoint = (typeof endpoints)[number];
type Schema = Endpoint['query'];

const names = (schema: Schema, name: string): boolean => propertiesOf(schema).some(([property]) => property === name);
const bodyOf = ({ body }: Endpoint): Schema => (body?.as === 'json' ? body.strict : undefined);
const answersCursor = ({ output }: Endpoint): boolean =>
  Object.values(output).some((schema) => typeof schema !== 'symbol' && names(schema, 'next_cursor'));

const lists = endpoints.filter(answersCursor);
const sortsOf = ({ query }: Endpoint): readonly string[] => {
  const sorts = propertiesOf(query).find(([name]) => name === 'sort')?.[1];
  const values = valueAt(sorts, 'enum');
  return Array.isArray(values) ? values.map(String) : [];
};

describe('the cursor of a list', () => {
  const key = fc.string({ unit: 'binary', maxLength: 100 }).filter((text) => !text.includes('\0'));

  it('stands for the key that it was made from, in letters that need no encoding', () => {
    fc.assert(
      fc.property(key, (text) => {
        const cursor = cursorOf('tokens.list', text);
        expect(cursor).to.match(/^[\w-]+$/);
        expect(keyOf('tokens.list', cursor)).to.equal(text);
      }),
    );
  });

  it('stands for nothing in another list or order, cut short, or with another letter in it', () => {
    fc.assert(
      fc.property(key, fc.nat(), (text, place) => {
        const cursor = cursorOf('objects.list size', text);
        const at = place % cursor.length;
        const other = cursor[at] === 'A' ? 'B' : 'A';
        for (const list of ['objects.list', 'objects.list recent', 'tokens.list'])
          expect(keyOf(list, cursor)).to.equal(undefined);
        for (const damaged of [cursor.slice(0, at), cursor.slice(at + 1), cursor.slice(0, at) + other + cursor.slice(at + 1)]) {
          expect(keyOf('objects.list size', damaged), damaged).to.equal(undefined);
        }
      }),
    );
  });

  it('stands for nothing when it is spelt another way, or holds U+0000', () => {
    const cursor = cursorOf('tokens.list', 'a~~?>key');
    expect(keyOf('tokens.list', cursor)).to.equal('a~~?>key');
    for (const text of [`${cursor}=`, `${cursor}A`, ` ${cursor}`, Buffer.from(cursor, 'base64url').toString('base64'), '']) {
      expect(keyOf('tokens.list', text), text).to.equal(undefined);
    }
    expect(keyOf('tokens.list', cursorOf('tokens.list', 'a\0b'))).to.equal(undefined);
  });
});

describe('every list', () => {
  let acme: Acme;
  let repository: string;
  before(async () => {
    acme = await startAcme();
    repository = await acme.world.repository(acme.owner, acme.organization, { name: 'Models' });
  });
  after(() => acme.service.close());

  const list = (endpoint: Endpoint, cursor: string, sort?: string): Promise<Answer> => {
    const { method, path } = routeParts(endpoint.route, endpoint.base ?? 'api');
    const filled = path
      .replace('{orgID}', acme.organization.id)
      .replace('{repoID}', repository)
      .replace('{other}', sha256('other'))
      .replace(/\{(\w+)\}/g, (_, name: string) => fillers[name] ?? 'eeeeeeee-0000-4000-8000-000000000000');
    const { token } = acme.owner;
    if (names(bodyOf(endpoint), 'cursor')) return send(acme.service.baseUrl, method, filled, { token, body: { cursor } });
    const query = new URLSearchParams({ cursor, ...needed[endpoint.name], ...(sort === undefined ? {} : { sort }) });
    return send(acme.service.baseUrl, method, `${filled}?${query.toString()}`, { token });
  };

  /** What is looked for after the cursor was read: the webhook of a delivery, an object, a commit. */
  const missing = ['{webhookID}', '/artifacts/{oid}/', '{sha}', '{snapshotID}'];

  /** Without which there is no list. */
  const needed: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    'browsing.versions': { path: 'weights.bin' },
    'browsing.compare': { base: 'main', head: 'main' },
  };

  const garbage = ['x', 'AAAA', '%', '0'.repeat(40), '0000000000000000key', 'f'.repeat(64), 'päth', 'a'.repeat(3500)];

  it('has a cursor in its query or its body', () => {
    expect(lists.length).to.be.greaterThan(15);
    for (const endpoint of lists) {
      expect(names(endpoint.query, 'cursor') || names(bodyOf(endpoint), 'cursor'), endpoint.name).to.equal(true);
    }
  });

  for (const endpoint of lists) {
    it(`refuses a cursor that it has not given: ${endpoint.name}`, async () => {
      for (const cursor of [...garbage, cursorOf('another.list', 'key'), cursorOf(`${endpoint.name} sideways`, 'key')]) {
        const { status, json, text } = await list(endpoint, cursor);
        expect([status, valueAt(json, 'error.details.field')], `${cursor}: ${text}`).to.deep.equal([400, 'cursor']);
        expect(valueAt(json, 'error.details.problem'), cursor).to.equal('malformed');
      }
    });

    const sorts = sortsOf(endpoint);
    it(`takes a cursor of its own: ${endpoint.name}`, async () => {
      const expected = missing.some((parameter) => endpoint.route.includes(parameter)) ? 404 : 200;
      if (sorts.length === 0) expect((await list(endpoint, cursorOf(endpoint.name, 'key'))).status).to.equal(expected);
      for (const sort of sorts) {
        for (const other of sorts) {
          const { status } = await list(endpoint, cursorOf(`${endpoint.name} ${sort}`, 'key'), other);
          expect(status, `${sort} by ${other}`).to.equal(sort === other ? expected : 400);
        }
      }
    });
  }
});
