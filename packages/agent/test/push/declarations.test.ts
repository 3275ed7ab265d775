import { expect } from 'chai';
import { pullObject } from '../../src/pull/pull-object.js';
import { pushFile } from '../../src/push/push-file.js';
import { startTransferRig, type TransferRig } from '../rigs/transfers.js';

const mebibyte = 1024 * 1024;
const packBytes = 300_000;
const declarations = 'POST objects/announce';

describe('a push of several packs', () => {
  let rig: TransferRig;
  beforeEach(async () => {
    rig = await startTransferRig('a push of several packs');
  });
  afterEach(() => rig.close());

  it('declares what has arrived, so that little is left to verify at the end', async () => {
    const path = await rig.file('large', rig.random.bytes(3 * mebibyte));
    const { oid } = await pushFile(rig.context, path, { packBytes });
    expect(rig.service.count(declarations)).to.be.within(2, 11);
    expect((await pullObject(rig.context, oid, `${rig.folder}/back`)).oid).to.equal(oid);
  });

  it('does without, where the service knows nothing of it or has no room', async () => {
    for (const [status, body] of [
      [404, { error: { code: 'not_found', message: 'unknown', request_id: 'r' } }],
      [200, { proving: false }],
    ] as const) {
      const path = await rig.file(`large ${status}`, rig.random.bytes(3 * mebibyte));
      rig.service.requests.length = 0;
      rig.service.intercept = (request, response) => {
        if (request.url?.endsWith('/objects/announce') !== true) return false;
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(JSON.stringify(body));
        return true;
      };
      const { oid } = await pushFile(rig.context, path, { packBytes });
      expect(rig.service.count(declarations)).to.equal(1);
      expect((await pullObject(rig.context, oid, `${rig.folder}/back ${status}`)).oid).to.equal(oid);
    }
  });

  it('declares nothing of a small one', async () => {
    await pushFile(rig.context, await rig.file('small', rig.random.bytes(2 * packBytes - 1)), { packBytes });
    expect(rig.service.count(declarations)).to.equal(0);
  });
});
