import { expect } from 'chai';
import { type Answer, read } from '../client/exchange.js';
import { objectNamed } from '../client/test-object.js';
import { errorAnswer, sessionAnswer } from '../client/wire.js';
import { type ByteServer, startByteServer } from './byte-server.js';

const gib = 1024 ** 3;
const limit = 10 * gib;
const claims = 200;

const claim = (name: string, size: number) => ({ oid: objectNamed(name, 32).oid, size });

describe('the storage quota of a plan with a hard limit', () => {
  let bytes: ByteServer;
  before(async () => {
    bytes = await startByteServer({ DEFAULT_PLAN: 'free' });
  });
  after(() => bytes.close());

  const expectExactly = (answers: readonly Answer[], count: number, current: number): void => {
    const refused = answers.filter(({ status }) => status !== 200);
    for (const answer of refused) {
      const { details } = read(answer, 402, errorAnswer).error;
      expect(details).to.deep.equal({ reason: 'storage_quota', limit, current });
    }
    expect(answers.length - refused.length).to.equal(count);
  };

  it(`lets exactly as many of ${claims} claims of 1 GiB through as fit`, async () => {
    const repository = await bytes.newRepository();
    const { session } = read(await repository.open(), 201, sessionAnswer);
    const answers = await Promise.all(
      Array.from({ length: claims }, (_, at) => repository.authorize(session.id, [claim(`claim ${at}`, gib)])),
    );
    expectExactly(answers, 10, limit);
  });

  it('counts sessions and Git LFS together, to the last byte', async () => {
    const repository = await bytes.newRepository();
    const { session } = read(await repository.open(), 201, sessionAnswer);
    const either = (at: number, size: number): Promise<Answer> =>
      at % 2 === 0
        ? repository.authorize(session.id, [claim(`${size}/${at}`, size)])
        : repository.batch('upload', [claim(`${size}/${at}`, size)]);

    const large = await Promise.all(Array.from({ length: claims }, (_, at) => either(at, gib - 1)));
    expectExactly(large, 10, limit - 10);
    const small = await Promise.all(Array.from({ length: claims }, (_, at) => either(at, 1)));
    expectExactly(small, 10, limit);
    expect((await either(0, 0)).status).to.equal(200);
  });

  it('claims an object once, however often it is asked for', async () => {
    const repository = await bytes.newRepository();
    const { session } = read(await repository.open(), 201, sessionAnswer);
    const same = claim('the same', 4 * gib);
    const answers = await Promise.all(Array.from({ length: claims }, () => repository.authorize(session.id, [same])));
    expectExactly(answers, claims, 0);
    expectExactly([await repository.batch('upload', [claim('beside it', 5 * gib)])], 1, 0);
    expectExactly([await repository.authorize(session.id, [claim('one too many', gib + 1)])], 0, 9 * gib);
    expectExactly([await repository.authorize(session.id, [claim('the rest', gib)])], 1, 0);
  });

  it('refuses a claim of several objects as a whole', async () => {
    const repository = await bytes.newRepository();
    const { session } = read(await repository.open(), 201, sessionAnswer);
    const three = [claim('a', 4 * gib), claim('b', 4 * gib), claim('c', 4 * gib)];
    expectExactly([await repository.authorize(session.id, three), await repository.batch('upload', three)], 0, 0);
    expectExactly([await repository.authorize(session.id, three.slice(0, 2))], 1, 0);
  });

  it('counts what a finalized session has asked for and not sent for as long as it may come', async () => {
    const repository = await bytes.newRepository();
    const { session } = read(await repository.open(), 201, sessionAnswer);
    expectExactly([await repository.authorize(session.id, [claim('x', 5 * gib), claim('y', 5 * gib)])], 1, 0);
    expectExactly([await repository.batch('upload', [claim('z', 1)])], 0, limit);
    expect((await repository.finalize(session.id)).status).to.equal(200);
    const next = read(await repository.open(), 201, sessionAnswer).session;
    expectExactly([await repository.authorize(next.id, [claim('z', 1)])], 0, limit);
  });
});
