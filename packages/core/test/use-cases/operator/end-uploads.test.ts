import { expect } from 'chai';
import { DAY_MS } from '../../../src/model/values/index.js';
import { pushTexts, uploadTexts } from '../../builders/push-texts.js';
import { createWorld, errorOf, objectOf, valueOf, withRepository } from '../../builders/world.js';

describe('endUploads of the operator', () => {
  it('aborts every open session, of clients and of Git LFS, and leaves what is registered', async () => {
    const world = createWorld();
    const { push, organization } = await withRepository(world);
    const { operator, uploads, lfs, maintenance } = world.application;
    await pushTexts(world, push, 'registered');
    const completed = await uploadTexts(world, push, 'completed');
    const { session: declared } = valueOf(await uploads.open(push, {}));
    valueOf(await uploads.authorize(push, { sessionId: declared.id, objects: [objectOf('declared')] }));
    valueOf(await lfs.batchUpload(push, [objectOf('of lfs')]));

    expect(valueOf(await operator.endUploads())).to.equal(3);
    expect(valueOf(await operator.endUploads())).to.equal(0);
    for (const sessionId of [completed, declared.id]) {
      expect(errorOf(await uploads.finalize(push, { sessionId }))).to.include({ reason: 'session_aborted' });
    }
    const usage = () => world.unitOfWork.read((queries) => queries.usage.ofOrganization(organization.id));
    expect(valueOf(await usage())).to.include({ usedBytes: 10, reservedBytes: 0, reclaimableBytes: 9 + 8 + 6 });
    world.clock.advance(3 * DAY_MS);
    valueOf(await maintenance.sweep());
    expect(valueOf(await usage())).to.include({ usedBytes: 10, reservedBytes: 0, reclaimableBytes: 0 });
  });
});
