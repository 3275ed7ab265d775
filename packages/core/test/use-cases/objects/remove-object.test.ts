import { expect } from 'chai';
import { ok, type Result } from 'neverthrow';
import { unavailable } from '../../../src/model/app-error.js';
import { createConvertedWorld, versions } from '../../builders/converting.js';
import { errorOf, oidOf, valueOf } from '../../builders/world.js';

const [first] = versions;

describe('the removal of an object', () => {
  it('waits, with nothing written, while the whole bytes are being removed that it had before it was converted', async () => {
    const { world, application, repository, admin, convert, layouts, usage } = await createConvertedWorld();
    await convert();
    valueOf(
      await world.unitOfWork.transact(async ({ quarantine }): Promise<Result<void, never>> => {
        const [whole] = (await quarantine.find(repository.id, [oidOf(first)])).values();
        await quarantine.update(whole ?? expect.fail('it is there'), { state: 'deleting', dueAt: world.clock.now() });
        return ok();
      }),
    );
    const before = await usage();
    const found = async () => valueOf(await world.unitOfWork.read(({ repositories }) => repositories.find(repository.id)));
    const former = await found();
    const removed = await application.objects.remove(admin, { oid: oidOf(first), isForced: false });
    expect(errorOf(removed)).to.deep.equal(unavailable('storage', 5));
    expect(await layouts()).to.deep.equal(['chunks', 'chunks']);
    expect([await usage(), await found()]).to.deep.equal([before, former]);
  });
});
