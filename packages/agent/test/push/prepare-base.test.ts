import { isOid, type Oid } from '@svc/core';
import { expect } from 'chai';
import { valueOf } from '../../src/api-outcome.js';
import { pushFile } from '../../src/push/push-file.js';
import type { PreviousVersions } from '../../src/push/previous-versions.js';
import { sha256, startTransferRig, type TransferRig } from '../rigs/transfers.js';

const sizeBytes = 5 * 1024 * 1024;
const convert = 'POST objects/convert';

const oidOf = (bytes: Uint8Array): Oid => {
  const oid = sha256(bytes);
  return isOid(oid) ? oid : expect.fail('it is an oid');
};

const these = (...oids: readonly Oid[]): PreviousVersions =>
  async function* () {
    yield* oids;
  };

describe('a file whose last version the service has whole', () => {
  let rig: TransferRig;
  let first: Uint8Array;
  let second: Uint8Array;
  before(async () => {
    rig = await startTransferRig('a file whose last version is whole');
  });
  after(() => rig.close());
  beforeEach(async () => {
    first = rig.random.bytes(sizeBytes);
    second = Buffer.concat([first.subarray(0, sizeBytes / 2), rig.random.bytes(1000), first.subarray(sizeBytes / 2)]);
    await sendWhole(first);
    rig.service.requests.length = 0;
  });
  afterEach(() => {
    rig.service.intercept = undefined;
  });

  const sendWhole = async (bytes: Uint8Array): Promise<void> => {
    const { client, repositoryId } = rig.context;
    const object = { oid: oidOf(bytes), sizeBytes: bytes.byteLength };
    const request = { operation: 'upload', transfers: ['basic'], objects: [object] } as const;
    const [entry] = (await valueOf(client.lfs.batch(repositoryId, request))).entries;
    if (entry?.action === undefined || entry.verify === undefined) expect.fail('it is new');
    await valueOf(client.lfs.upload(entry.action, bytes));
    await valueOf(client.lfs.verify(entry.verify, object));
  };

  const push = async (previous: PreviousVersions, context = rig.context) =>
    pushFile(context, await rig.file('second', second), { previous });

  /** The job of the service, at once when something waits for it. */
  const converting = () =>
    rig.service.application.tree.onConversionRequested(() => void rig.service.application.maintenance.convertObjects());

  it('waits until that is cut, and sends what changed', async () => {
    const end = converting();
    const unknown = oidOf(rig.random.bytes(9));
    const report = await push(these(unknown, oidOf(first), unknown));
    end();
    expect(report.oid).to.equal(oidOf(second));
    expect(report.sentBytes).to.be.below(sizeBytes / 5);
    expect(report.newChunks).to.be.below(9);
  });

  it('is waited for in the sight of people', async () => {
    const end = converting();
    const shown: (readonly [done: number, total: number])[] = [];
    await push(these(oidOf(first)), {
      ...rig.context,
      onProgress: ({ doneBytes, totalBytes }) => shown.push([doneBytes, totalBytes]),
    });
    end();
    expect(shown[0]).to.deep.equal([0, second.byteLength]);
  });

  it('is asked for once where it lies in chunks, and twice where it has nothing of the new one', async () => {
    const { oid } = await pushFile(rig.context, await rig.file('chunked', rig.random.bytes(sizeBytes)));
    await push(these(oid));
    expect(rig.service.count(convert)).to.equal(1);
    second = rig.random.bytes(sizeBytes);
    expect((await push(these(oidOf(first)))).sentBytes).to.be.at.least(sizeBytes);
    expect(rig.service.count(convert)).to.equal(3);
  });

  it('is sent as it is when the service does not know the question', async () => {
    rig.service.intercept = (request, response) => {
      if (request.url?.endsWith('/objects/convert') !== true) return false;
      response.writeHead(405).end();
      return true;
    };
    const report = await push(these(oidOf(first)));
    expect([report.oid, report.sentBytes >= sizeBytes]).to.deep.equal([oidOf(second), true]);
  });

  it('is sent as it is when nobody cuts that in time', async () => {
    const { now } = performance;
    let hours = 0;
    performance.now = () => now.call(performance) + hours * 3_600_000;
    rig.service.intercept = (request) => {
      if (request.url?.endsWith('/objects/convert') === true && rig.service.count(convert) > 3) hours = 1;
      return false;
    };
    try {
      const report = await push(these(oidOf(first)));
      expect([report.oid, report.sentBytes >= sizeBytes]).to.deep.equal([oidOf(second), true]);
      expect(rig.service.count(convert)).to.be.at.least(4);
    } finally {
      performance.now = now;
    }
  });
});
