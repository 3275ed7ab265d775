import { isOid, type Oid } from '@svc/core';
import { type RepositoryId, type StoredObject, trusted, type UserId } from '@svc/core/model';
import { expect } from 'chai';
import { ok } from 'neverthrow';
import { z } from 'zod';
import { eachDatabase } from '../support/each-database.js';
import type { Answer } from '../support/request.js';
import { startService, type TestService } from '../support/service.js';
import { createWorld, sha256, type TestUser, type World } from '../support/world.js';

const lfsHeaders = { 'content-type': 'application/vnd.git-lfs+json' };

/** Spec 8. */
const maxBodyBytes = 1024 * 1024;

const oidOf = (text: string): Oid => {
  const oid = sha256(text);
  if (!isOid(oid)) throw new Error('a digest is an oid');
  return oid;
};

/** As many objects as fit into one body. */
const fullBody = <B>(prefix: string, bodyOf: (objects: readonly { readonly oid: Oid; readonly size: number }[]) => B) => {
  const single = JSON.stringify(bodyOf([{ oid: oidOf(''), size: 1 }])).length;
  const entry = JSON.stringify({ oid: oidOf(''), size: 1 }).length + 1;
  const count = Math.floor((maxBodyBytes - single) / entry) + 1;
  const objects = Array.from({ length: count }, (_, number) => ({ oid: oidOf(`${prefix} ${number}`), size: 1 }));
  const body = JSON.stringify(bodyOf(objects));
  expect(body.length).to.be.within(maxBodyBytes - entry, maxBodyBytes);
  return { objects, body };
};

const batchAnswer = z.object({
  objects: z.array(
    z.object({
      oid: z.string(),
      size: z.number(),
      actions: z.record(z.string(), z.object({ href: z.string() })).optional(),
    }),
  ),
});
const uploadsAnswer = z.object({ objects: z.array(z.object({ oid: z.string(), upload_url: z.string() })) });
const downloadsAnswer = z.object({ objects: z.array(z.object({ oid: z.string(), download_url: z.string() })) });

const read = <T>({ status, text, json }: Answer, schema: z.ZodType<T>): T => {
  expect(status, text.slice(0, 300)).to.equal(200);
  return schema.parse(json);
};

for (const [name, open] of Object.entries(eachDatabase)) {
  describe(`requests that fill a body with objects, ${name}`, () => {
    let service: TestService;
    let world: World;
    let owner: TestUser;
    let repository: string;

    before(async () => {
      service = await startService({ open });
      world = createWorld(service);
      owner = await world.user('owner');
      repository = await world.repository(owner, await world.organization(owner, 'Acme'), { name: 'Models' });
    });
    after(() => service.close());

    const post = (path: string, body: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
      world.call('POST', `/repositories/${repository}${path}`, {
        token: owner.token,
        headers: { 'content-type': 'application/json', ...headers },
        body,
      });
    const batch = (operation: 'download' | 'upload') => (objects: readonly unknown[]) => ({ operation, objects });

    it('get an upload URL of Git LFS for each, in order, and the same again', async () => {
      const { objects, body } = fullBody('up', batch('upload'));
      expect(objects.length).to.be.above(12_000);
      for (const _ of [1, 2]) {
        const answer = read(await post('/lfs/objects/batch', body, lfsHeaders), batchAnswer);
        expect(answer.objects.map(({ oid }) => oid)).to.deep.equal(objects.map(({ oid }) => oid));
        expect(answer.objects.every(({ actions }) => actions?.['upload'] !== undefined)).to.equal(true);
      }
    });

    it('get an upload URL of a session for each, in order', async () => {
      const { objects, body } = fullBody('session', (each) => ({ objects: each }));
      const opened = await post('/uploads', '{}');
      expect(opened.status, opened.text).to.equal(201);
      const { session } = z.object({ session: z.object({ id: z.string() }) }).parse(opened.json);
      const answer = read(await post(`/uploads/${session.id}/objects`, body), uploadsAnswer);
      expect(answer.objects.map(({ oid }) => oid)).to.deep.equal(objects.map(({ oid }) => oid));
    });

    it('get a download URL for each that is there, in order', async () => {
      const { objects, body } = fullBody('down', batch('download'));
      const createdAt = service.clock.now();
      const stored = objects.map(({ oid, size }): StoredObject => ({
        oid,
        sizeBytes: size,
        physicalBytes: size,
        layout: 'whole',
        name: undefined,
        type: 'other',
        uploadedBy: trusted<UserId>(owner.id),
        createdAt,
      }));
      const added = await service.ports.unitOfWork.transact(async (records) => {
        await records.objects.add(trusted<RepositoryId>(repository), stored);
        return ok();
      });
      expect(added.isOk()).to.equal(true);
      const answer = read(await post('/lfs/objects/batch', body, lfsHeaders), batchAnswer);
      expect(answer.objects.map(({ oid }) => oid)).to.deep.equal(objects.map(({ oid }) => oid));
      expect(answer.objects.every(({ actions }) => actions?.['download'] !== undefined)).to.equal(true);
      const authorize = JSON.stringify({ objects: objects.map(({ oid }) => ({ oid })) });
      const urls = read(await post('/downloads/authorize', authorize), downloadsAnswer);
      expect(urls.objects.map(({ oid }) => oid)).to.deep.equal(objects.map(({ oid }) => oid));
    });
  });
}
