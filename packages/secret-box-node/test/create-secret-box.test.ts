import { rounds } from '@svc/test-services/rounds';
import { randomBytes } from 'node:crypto';
import { runCases, secretBoxCases } from '@svc/conformance';
import { expect } from 'chai';
import { createSecretBox } from '../src/create-secret-box.js';

const makeHarness = async () => {
  const secrets = new Map<string, Uint8Array>();
  const secretOf = (name: string): Uint8Array => {
    const secret = secrets.get(name) ?? randomBytes(32);
    secrets.set(name, secret);
    return secret;
  };
  return {
    open: async (names: readonly string[]) => createSecretBox({ keys: names.map((id) => ({ id, secret: secretOf(id) })) }),
    close: async () => {},
  };
};

const sealings = rounds({ property: 'each sealing has a nonce of its own', test: 10_000, proof: 100_000 });

describe('the secret box of Node', () => {
  runCases(describe, it, secretBoxCases, makeHarness);

  it(`seals under ${sealings} different nonces`, async () => {
    const box = createSecretBox({ keys: [{ id: 'k1', secret: randomBytes(32) }] });
    const nonces = new Set<string>();
    for (let count = 0; count < sealings; count += 1) nonces.add((await box.seal('', '')).slice('v1.k1.'.length).slice(0, 16));
    expect(nonces.size).to.equal(sealings);
  });

  it('opens a text of its format that was sealed before', async () => {
    const box = createSecretBox({ keys: [{ id: 'k1', secret: new Uint8Array(32).fill(7) }] });
    expect(await box.open('v1.k1.GoD_mgbMY2RIMWcZqLqRMvT3XZbp98dwXiah4Ci-b7naMg', 'row/1')).to.equal('golden');
  });

  it('does not open what another secret under the same key id has sealed', async () => {
    const [one, other] = [1, 2].map((byte) => createSecretBox({ keys: [{ id: 'k1', secret: new Uint8Array(32).fill(byte) }] }));
    const sealed = (await one?.seal('secret', 'row')) ?? expect.fail('there is a box');
    expect(await other?.open(sealed, 'row')).to.equal(undefined);
  });

  it('refuses keys of another length, ids that a sealed text cannot hold, an id that is there twice, and no key', () => {
    const good = { id: 'k1', secret: randomBytes(32) };
    const refused = [
      [],
      [good, good],
      [{ id: 'k1', secret: randomBytes(31) }],
      [{ id: 'k1', secret: randomBytes(33) }],
      [good, { id: 'k2', secret: randomBytes(16) }],
      ...['', 'a.b', 'a b', 'é', 'k'.repeat(33)].map((id) => [{ ...good, id }]),
    ];
    for (const keys of refused) expect(() => createSecretBox({ keys })).to.throw(/^invariant: /);
  });

  it('keeps a copy of its keys', async () => {
    const secret = randomBytes(32);
    const box = createSecretBox({ keys: [{ id: 'k1', secret }] });
    const sealed = await box.seal('secret', 'row');
    secret.fill(0);
    expect(await box.open(sealed, 'row')).to.equal('secret');
  });

  it('refuses a secret that is no well-formed text instead of losing a part of it', async () => {
    const box = createSecretBox({ keys: [{ id: 'k1', secret: randomBytes(32) }] });
    const refused = await box.seal('a\ud800', 'row').then(
      () => 'sealed',
      (fault: unknown) => String(fault),
    );
    expect(refused).to.include('well-formed');
  });
});
