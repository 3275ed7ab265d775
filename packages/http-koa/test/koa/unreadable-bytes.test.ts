import { once } from 'node:events';
import { connect } from 'node:net';
import type { BlobReading, Ports } from '@svc/core/ports';
import { BlobUnreadable, outage, unavailable } from '@svc/core/model';
import { waitUntil } from '@svc/test-services/wait-until';
import { expect } from 'chai';
import { startAcme } from '../support/acme.js';
import { send, textAt } from '../support/request.js';

const MiB = 1024 * 1024;

/** Gives so many bytes of each blob, and then fails, while `isBroken` says so. */
const breakingAfter =
  (bytes: number, isBroken: () => boolean) =>
  (ports: Ports): Ports => {
    const breaking = (reading: BlobReading): BlobReading => ({
      sizeBytes: reading.sizeBytes,
      body: (async function* () {
        if (bytes > 0) yield new Uint8Array(bytes);
        await Promise.resolve();
        throw new BlobUnreadable(unavailable('storage'));
      })(),
    });
    const read: Ports['blobs']['read'] = (key, span) =>
      ports.blobs.read(key, span).map((reading) => (isBroken() ? breaking(reading) : reading));
    return { ...ports, blobs: { ...ports.blobs, read } };
  };

const withDownload = async (ports: (ports: Ports) => Ports) => {
  const { service, world, owner, organization } = await startAcme({ ports });
  const repository = await world.repository(owner, organization, { name: 'Models' });
  const oid = await world.object(owner, repository, Buffer.alloc(8 * MiB, 'x'));
  const body = { objects: [{ oid }] };
  const { json } = await world.call('POST', `/repositories/${repository}/downloads/authorize`, { token: owner.token, body });
  const { pathname, search } = new URL(textAt(json, 'objects.0.download_url'));
  return { service, path: pathname + search };
};

describe('bytes that the storage does not give', () => {
  it('are 503 where the first of them is lacking', async () => {
    let isBroken = false;
    const { service, path } = await withDownload(breakingAfter(0, () => isBroken));
    isBroken = true;
    const refused = await send(service.baseUrl, 'GET', path);
    expect(refused.status).to.equal(503);
    expect(textAt(refused.json, 'error.code')).to.equal('unavailable');
    isBroken = false;
    expect((await send(service.baseUrl, 'GET', path)).status).to.equal(200);
    await service.close();
  });

  it('end the answer early where a later one is lacking, which is no bug, and no reader who left', async () => {
    let isBroken = false;
    const { service, path } = await withDownload(breakingAfter(MiB, () => isBroken));
    isBroken = true;
    const [outcome] = await Promise.allSettled([send(service.baseUrl, 'GET', path)]);
    expect(outcome.status).to.equal('rejected');
    await waitUntil('it is on record', () => service.answered.some(({ isComplete }) => !isComplete));
    expect(service.answered.at(-1)).to.include({ status: 200, isComplete: false });
    await service.close();
  });

  it('are 503 with what is known of it, wherever else they are needed', async () => {
    const { service, world, owner } = await startAcme({
      application: (application) => ({
        ...application,
        users: {
          ...application.users,
          me: () => {
            throw new BlobUnreadable(outage('storage', 'storage_full'));
          },
        },
      }),
    });
    const answer = await world.call('GET', '/users/me', { token: owner.token });
    expect(answer.status).to.equal(503);
    expect(textAt(answer.json, 'error.details.reason')).to.equal('storage_full');
    await service.close();
  });
});

describe('a reader who leaves', () => {
  it('is on record with 499, whatever the answer would have been', async () => {
    const { service, path } = await withDownload((ports) => ports);
    const socket = connect(service.port, '127.0.0.1', () => socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`));
    await once(socket, 'data');
    socket.destroy();
    await waitUntil('it is on record', () => service.answered.some(({ isComplete }) => !isComplete));
    expect(service.answered.at(-1)).to.include({ status: 499, isComplete: false });
    await service.close();
  });
});
