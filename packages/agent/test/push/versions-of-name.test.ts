import { expect } from 'chai';
import { createVersionsOfName } from '../../src/push/versions-of-name.js';
import { pushFile } from '../../src/push/push-file.js';
import { startTransferRig, type TransferRig } from '../rigs/transfers.js';

describe('what the service has by the name of a file', () => {
  let rig: TransferRig;
  beforeEach(async () => {
    rig = await startTransferRig('objects with a name');
  });
  afterEach(() => rig.close());

  const push = async (name: string): Promise<string> => {
    const { oid } = await pushFile(rig.context, await rig.file('file', rig.random.bytes(1000)), { name });
    rig.service.clock.advance(1000);
    return oid;
  };

  const found = async (name: string | undefined): Promise<readonly string[]> => {
    const oids: string[] = [];
    for await (const oid of createVersionsOfName(rig.context)(name)()) oids.push(oid);
    return oids;
  };

  it('are the objects that are called the same, the newest first, and no others', async () => {
    const first = await push('models/weights.bin');
    await push('models/weights.bin.old');
    await push('MODELS/weights.bin');
    const second = await push('models/weights.bin');
    expect(await found('models/weights.bin')).to.deep.equal([second, first]);
    expect(await found('weights.bin')).to.deep.equal([]);
  });

  it('is asked for with one question about the repository', async () => {
    const versionsOfName = createVersionsOfName(rig.context);
    const before = rig.service.requests.length;
    for (const name of ['one', 'two']) for await (const oid of versionsOfName(name)()) expect.fail(oid);
    expect(rig.service.requests.length - before).to.equal(3);
  });

  it('is nothing where the file has no name, and nobody is asked', async () => {
    expect(await found(undefined)).to.deep.equal([]);
    expect(rig.service.requests.filter((request) => request.startsWith('GET'))).to.deep.equal([]);
  });

  it('is nothing where the service does not say', async () => {
    await push('weights.bin');
    for (const path of ['/artifacts', rig.service.repositoryId]) {
      rig.service.intercept = ({ url = '' }, response) => {
        if (!url.replace(/\?.*/, '').endsWith(path)) return false;
        response.writeHead(403).end();
        return true;
      };
      expect(await found('weights.bin')).to.deep.equal([]);
    }
  });
});
