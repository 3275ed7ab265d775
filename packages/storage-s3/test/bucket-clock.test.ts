import { trusted, type ObjectKey } from '@svc/core/model';
import { expect } from 'chai';
import { createBucketClock } from '../src/bucket-clock.js';
import { probeCapabilities } from '../src/probe-capabilities.js';
import { createS3BlobStore } from '../src/s3-blob-store.js';
import { type Meddle, startProxy } from './connector/rigs/meddling-proxy.js';
import { withStandIn } from './rigs/stand-in-scene.js';
import { namespace, valueOf } from './rigs/values.js';
import { onMachineThatIsWrongBy } from './rigs/wrong-clock.js';

const minute = 60_000;

describe('the clock of a bucket', () => {
  it('is taken for ours as long as it differs by less than a minute', () => {
    const told: number[] = [];
    const clock = createBucketClock(Date.now, (seconds) => told.push(seconds));
    for (const aheadMs of [0, -900, 59_000, -59_000]) clock.hear(aheadMs, 5);
    expect(clock.aheadMs()).to.equal(0);
    expect(told).to.deep.equal([]);
  });

  it('is told once for each change', () => {
    const told: number[] = [];
    const clock = createBucketClock(
      () => 1000 * minute,
      (seconds) => told.push(seconds),
    );
    const hear = (aheadMs: number): void => clock.hear(1000 * minute + aheadMs - Date.now(), 5);
    for (const aheadMs of [20 * minute, 20 * minute + 900, 20 * minute - 900, -5 * minute, 0, 900]) hear(aheadMs);
    expect(told).to.deep.equal([1200, -300, 0]);
    expect(clock.aheadMs()).to.equal(0);
  });

  it('is not read from an answer that has no date, or that was waited for for long', () => {
    const clock = createBucketClock(() => 0);
    clock.hear(0, 5);
    clock.hear(20 * minute, 20_000);
    expect(clock.aheadMs()).to.equal(0);
  });

  for (const wrongMs of [-20 * minute, 20 * minute]) {
    it(`is the one that URLs are signed by where ours is wrong by ${wrongMs / minute} minutes`, () =>
      onMachineThatIsWrongBy(wrongMs, (wall) =>
        withStandIn({ mode: 'strict', clock: wall }, {}, async ({ options }) => {
          expect(valueOf(await probeCapabilities(options)).lengthEnforced).to.equal(true);
          const told: number[] = [];
          const store = createS3BlobStore({ ...options, onClocksDiffer: (seconds) => told.push(seconds) });
          valueOf(await store.check());
          const signer = valueOf(await store.signer(namespace));
          const key = trusted<ObjectKey>(`${namespace}/some`);
          const { href } = signer.download({ key, expiresAt: Date.now() + minute });
          expect((await fetch(href)).status).to.equal(404);
          // A minute for the bucket as for us, though the Date of its answers is up to a second old.
          expect(Number(new URL(href).searchParams.get('X-Amz-Expires'))).to.be.within(60, 61);
          valueOf(await store.check());
          expect(told.map((seconds) => Math.round(seconds / 60))).to.deep.equal([-wrongMs / minute]);
          store.close();
        }),
      ));
  }

  it('is known before a bucket is asked for what it must refuse, so that it does not refuse it for its time', () =>
    onMachineThatIsWrongBy(-20 * minute, (wall) =>
      withStandIn({ mode: 'lying', lies: ['checksums'], clock: wall }, {}, async ({ options }) => {
        expect(valueOf(await probeCapabilities(options)).checksumEnforced).to.equal(false);
      }),
    ));

  it('bounds a URL by the end of its temporary credentials there', () =>
    onMachineThatIsWrongBy(-20 * minute, (wall) =>
      withStandIn({ mode: 'strict', clock: wall }, {}, async ({ options, server }) => {
        const expiration = new Date(wall() + 30 * minute);
        const store = createS3BlobStore({ ...options, credentials: { ...server, expiration } });
        valueOf(await store.check());
        const signer = valueOf(await store.signer(namespace));
        const { href } = signer.download({ key: trusted<ObjectKey>(`${namespace}/some`), expiresAt: Date.now() + 40 * minute });
        expect(Number(new URL(href).searchParams.get('X-Amz-Expires'))).to.be.within(1700, 1801);
        store.close();
      }),
    ));

  it('is not read from an answer that tells a time which no year has, so that the next request can be signed', () =>
    withStandIn({ mode: 'strict' }, {}, async ({ options, server }) => {
      const endOfTimes = '+275760-09-13T00:00:00Z';
      const answers: Readonly<Record<string, Meddle>> = {
        'as its date': (_request, response) => {
          response.writeHead(404, { date: endOfTimes }).end();
          return true;
        },
        'in an error': (_request, response) => {
          const told = `<Error><Code>RequestTimeTooSkewed</Code><ServerTime>${endOfTimes}</ServerTime></Error>`;
          response.writeHead(403, { 'content-type': 'application/xml' }).end(told);
          return true;
        },
      };
      for (const [how, answer] of Object.entries(answers)) {
        let isMeddling = true;
        const proxy = await startProxy(server.endpoint, (...exchange) => isMeddling && answer(...exchange));
        const store = createS3BlobStore({ ...options, endpoint: proxy.endpoint });
        expect((await store.check()).isErr(), how).to.equal(true);
        isMeddling = false;
        valueOf(await store.check());
        store.close();
        await proxy.close();
      }
    }));
});
