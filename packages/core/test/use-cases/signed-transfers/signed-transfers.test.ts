import { expect } from 'chai';
import { ok } from 'neverthrow';
import { DAY_MS, GIB, HOUR_MS, type ObjectKey, SECOND_MS, stagingKey, trusted } from '../../../src/model/values/index.js';
import { pushTexts } from '../../builders/push-texts.js';
import { bodyOf } from '../../builders/tree.js';
import { bytesOf, createWorld, errorOf, objectOf, oidOf, valueOf, withRepository, type World } from '../../builders/world.js';

const signed = (href: string) => {
  const { pathname, searchParams } = new URL(href);
  return [pathname.slice('/storage/'.length), Object.fromEntries(searchParams)] as const;
};

const setting = async () => {
  const world = createWorld('free');
  const made = await withRepository(world);
  const { application } = world;
  const upload = (href: string, text: string) => {
    const grant = valueOf(application.authorize.signedUpload(...signed(href)));
    return application.signedTransfers.receive(grant, bodyOf(bytesOf(text)));
  };
  const open = (href: string) => application.signedTransfers.open(valueOf(application.authorize.signedDownload(...signed(href))));
  const remove = async () =>
    valueOf(await application.repositories.remove(await world.grant(made.owner, made.repository.id, 'repository.admin')));
  const session = valueOf(await application.uploads.open(made.push, {})).session;
  const uploadUrl = async (text: string): Promise<string> => {
    const [answer] = valueOf(
      await application.uploads.authorize(made.push, { sessionId: session.id, objects: [objectOf(text)] }),
    );
    if (answer === undefined || !('uploadUrl' in answer)) throw new Error('no URL');
    return answer.uploadUrl;
  };
  const staged = (text: string): ObjectKey => stagingKey(made.repository.namespace, session.id, oidOf(text));
  return { world, ...made, upload, open, remove, session, uploadUrl, staged };
};

const isThere = async (world: World, key: ObjectKey): Promise<boolean> => (await world.blobs.head(key)).isOk();

describe('signed URLs that the service serves', () => {
  it('lead nowhere from the moment at which their repository is deleted', async () => {
    const { world, push, upload, open, remove, uploadUrl, staged } = await setting();
    await pushTexts(world, push, 'model');
    const [download] = valueOf(await world.application.downloads.authorize(push, { oids: [oidOf('model')] }));
    const href = download !== undefined && 'downloadUrl' in download ? download.downloadUrl : '';
    const url = await uploadUrl('staged');
    valueOf(await open(href));
    valueOf(await upload(url, 'staged'));
    await remove();
    expect(errorOf(await open(href))).to.deep.equal({ kind: 'not_found' });
    expect(errorOf(await upload(url, 'staged'))).to.deep.equal({ kind: 'not_found' });
    expect(await isThere(world, staged('staged')), 'until its grace is over').to.equal(true);
  });

  it('leave nothing of a body that was on its way when the repository was deleted', async () => {
    const { world, upload, remove, uploadUrl, staged } = await setting();
    const url = await uploadUrl('staged');
    const { write } = world.managed;
    world.managed.write = (key, body, sizeBytes) => write(key, body, sizeBytes).andTee(() => remove());
    expect(errorOf(await upload(url, 'staged'))).to.deep.equal({ kind: 'not_found' });
    expect(await isThere(world, staged('staged'))).to.equal(false);
  });

  it('take in what the repository has verified already, and keep none of it', async () => {
    const { world, push, upload, session, uploadUrl, staged } = await setting();
    const url = await uploadUrl('model');
    valueOf(await upload(url, 'model'));
    valueOf(await world.application.uploads.complete(push, { sessionId: session.id, ...objectOf('model') }));
    valueOf(await upload(url, 'model'));
    expect(await isThere(world, staged('model'))).to.equal(false);
    valueOf(await world.application.uploads.finalize(push, { sessionId: session.id }));
    valueOf(await upload(url, 'model'));
    expect(await isThere(world, staged('model'))).to.equal(false);
    const short = valueOf(world.application.authorize.signedUpload(...signed(url)));
    const body = { ...bodyOf(bytesOf('mod')), declaredBytes: 5 };
    expect(errorOf(await world.application.signedTransfers.receive(short, body))).to.include({ kind: 'bad_request' });
  });

  it('take no bytes of a session that was finalized without them', async () => {
    const { world, push, upload, session, uploadUrl } = await setting();
    const url = await uploadUrl('late');
    valueOf(await world.application.uploads.finalize(push, { sessionId: session.id }));
    expect(errorOf(await upload(url, 'late'))).to.deep.equal({ kind: 'not_found' });
  });

  it('hold room once more for a body that took so long that its room was given up, or keep none of it', async () => {
    for (const othersBytes of [0, 10 * GIB]) {
      const { world, push, upload, organization, repository } = await setting();
      const batch = valueOf(await world.application.lfs.batchUpload(push, [objectOf('slow')]));
      const [entry] = batch.entries;
      const href = entry?.kind === 'upload' ? entry.request.href : '';
      const { write } = world.managed;
      world.managed.write = (key, body, sizeBytes) => {
        world.managed.write = write;
        world.clock.advance(HOUR_MS);
        return world.application.maintenance
          .sweep()
          .andThen(() =>
            world.unitOfWork.transact(async (records) =>
              ok(await records.usage.reserve(organization.id, othersBytes, undefined)),
            ),
          )
          .andThen(() => write(key, body, sizeBytes));
      };
      const answer = await upload(href, 'slow');
      const usage = valueOf(await world.unitOfWork.read((queries) => queries.usage.ofOrganization(organization.id)));
      const staged = [];
      for await (const { sizeBytes } of world.managed.list(trusted(repository.namespace))) staged.push(sizeBytes);
      if (othersBytes > 0) {
        expect(errorOf(answer)).to.include({ kind: 'quota_exceeded', reason: 'storage_quota' });
        expect(staged).to.deep.equal([]);
      } else {
        valueOf(answer);
        expect(usage.reservedBytes).to.equal(4);
        expect(staged).to.deep.equal([4]);
      }
    }
  });

  it('take a body for Git LFS that comes until its session is swept, and have it verified, and keep none of a later one', async () => {
    for (const tookMs of [7 * HOUR_MS, 6 * HOUR_MS + 2 * DAY_MS]) {
      const { world, push, upload, organization, repository } = await setting();
      const { application, clock, managed } = world;
      const [entry] = valueOf(await application.lfs.batchUpload(push, [objectOf('slow')])).entries;
      const { write } = managed;
      managed.write = (key, body, sizeBytes) => {
        clock.advance(tookMs);
        return application.maintenance.sweep().andThen(() => write(key, body, sizeBytes));
      };
      const answer = await upload(entry?.kind === 'upload' ? entry.request.href : '', 'slow');
      if (tookMs > DAY_MS) expect(errorOf(answer)).to.deep.equal({ kind: 'not_found' });
      else valueOf(answer);
      clock.advance(2 * SECOND_MS);
      expect(valueOf(await application.lfs.verifyNextStaged())).to.equal(tookMs < DAY_MS);
      const sizes = await world.unitOfWork.read(({ objects }) => objects.findSizes(repository.id, [oidOf('slow')]));
      expect(valueOf(sizes).has(oidOf('slow'))).to.equal(tookMs < DAY_MS);
      const usage = valueOf(await world.unitOfWork.read((queries) => queries.usage.ofOrganization(organization.id)));
      expect(usage).to.deep.equal({ usedBytes: tookMs < DAY_MS ? 4 : 0, reservedBytes: 0, reclaimableBytes: 0, byosBytes: 0 });
      const kept = [];
      for await (const { key } of managed.list(trusted(repository.namespace))) kept.push(key);
      expect(kept).to.have.length(tookMs < DAY_MS ? 1 : 0);
    }
  });
});
