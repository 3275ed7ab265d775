import { expect } from 'chai';
import { ok } from 'neverthrow';
import { trusted, type ObjectKey } from '../../../src/model/values/index.js';
import { Abandoned } from '../../../src/concurrency/fair-queue.js';
import { createVerifications, type Promoted } from '../../../src/steps/verification/verifications.js';
import { createWorld, withRepository } from '../../builders/world.js';

describe('staged bytes whose turn does not come', () => {
  it('are spent while they wait, and not when nobody wants them any more', async () => {
    const { ports } = createWorld();
    const { push } = await withRepository(createWorld());
    const verified = push.repository;
    const verifications = createVerifications({ ...ports, settings: { ...ports.settings, verifiedBytesPerHour: 100 } });
    let letGo: (promoted: Promoted) => void = () => undefined;
    const gate = new Promise<Promoted>((resolve) => (letGo = resolve));
    const promote = (name: string, sizeBytes: number, signal?: AbortSignal) =>
      verifications.promote(verified, { key: trusted<ObjectKey>(name), sizeBytes }, () => gate, signal);
    const running = Array.from({ length: 16 }, (_, at) => promote(`${at}`, 1));
    const leaving = new AbortController();
    const waiting = promote('last', 1000, leaving.signal).catch((fault: unknown) => fault);
    expect(verifications.isSpent(verified.organizationId)).to.equal(true);
    leaving.abort();
    expect(await waiting).to.be.instanceOf(Abandoned);
    expect(verifications.isSpent(verified.organizationId)).to.equal(false);
    letGo(ok());
    for (const each of running) expect((await each).isOk()).to.equal(true);
  });
});
