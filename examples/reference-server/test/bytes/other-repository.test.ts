import { expect } from 'chai';
import { type Answer, read, textOf } from '../client/exchange.js';
import type { RepositoryClient } from '../client/repository-client.js';
import { objectNamed, type TestObject } from '../client/test-object.js';
import { downloadsAnswer, sessionAnswer } from '../client/wire.js';
import { type ByteServer, startByteServer } from './byte-server.js';
import { expectRefusedByVerification } from './refused-put.js';
import { upload, uploadPaths } from './upload-path.js';

/** An answer with everything replaced that differs from request to request anyway. */
const comparable = ({ status, headers, bytes }: Answer, oid: string) => {
  const { date: _date, 'x-request-id': _requestId, ...rest } = headers;
  const key = `${oid.slice(0, 2)}/${oid.slice(2, 4)}/${oid}`;
  const text = textOf({ status, headers, bytes })
    .replaceAll(key, '<key>')
    .replaceAll(oid, '<oid>')
    .replaceAll(/"request_id":"[^"]*"/g, '"request_id":"<id>"')
    .replaceAll(/signature=[0-9a-f]+/gi, 'signature=<mac>')
    .replaceAll(/expires=\d+|X-Amz-Date=\w+/gi, 'expires=<time>')
    .replaceAll(/"x-amz-checksum-sha256":"[^"]*"/g, '"x-amz-checksum-sha256":"<checksum>"')
    .replaceAll(/"expires_at":"[^"]*"/g, '"expires_at":"<time>"');
  return { status, headers: rest, text };
};

describe('an object of another repository', () => {
  let bytes: ByteServer;
  let mine: RepositoryClient;
  let theirs: RepositoryClient;
  const foreign = objectNamed('foreign', 5000);
  const unknown = objectNamed('unknown', 5000);
  before(async () => {
    bytes = await startByteServer();
    mine = await bytes.newRepository();
    theirs = await bytes.newRepository();
    for (const path of uploadPaths) await upload(path, theirs, objectNamed(`by ${path.name}`, 5000));
    await upload(uploadPaths[0] ?? expect.fail('there is a path'), theirs, foreign);
  });
  after(() => bytes.close());

  const expectSame = async (act: (object: TestObject) => Promise<Answer>): Promise<Answer> => {
    const [first, second] = [await act(foreign), await act(unknown)];
    expect(comparable(first, foreign.oid)).to.deep.equal(comparable(second, unknown.oid));
    return first;
  };

  it('is answered by both batches, byte for byte, like one that nobody has', async () => {
    await expectSame((object) => mine.batch('download', [object]));
    await expectSame((object) => mine.batch('upload', [object]));
    expect((await mine.entry('upload', foreign)).actions).to.have.keys('upload', 'verify');
    expect((await mine.entry('download', foreign)).error?.code).to.equal(404);
  });

  it('is authorized, completed and downloaded, byte for byte, like one that nobody has', async () => {
    const { session } = read(await mine.open(), 201, sessionAnswer);
    await expectSame((object) => mine.authorize(session.id, [object]));
    expect((await expectSame((object) => mine.complete(session.id, object))).status).to.equal(409);
    const { id, api } = mine;
    const downloads = await expectSame(({ oid }) =>
      api.call('POST', `/repositories/${id}/downloads/authorize`, { objects: [{ oid }] }),
    );
    expect(read(downloads, 200, downloadsAnswer).objects[0]?.error?.code).to.equal('not_found');
  });

  it('is not there for a verify link, nor for a complete outside of a session that has it', async () => {
    const verify = async (object: TestObject) =>
      mine.verify((await mine.entry('upload', object)).actions?.verify?.href ?? '', object);
    expect((await expectSame(verify)).status).to.equal(404);
    const { session } = read(await mine.open(), 201, sessionAnswer);
    expect((await expectSame((object) => mine.complete(session.id, object))).status).to.equal(404);
  });

  it("is out of reach of another repository's session and verify link", async () => {
    const { session } = read(await theirs.open(), 201, sessionAnswer);
    expect((await mine.authorize(session.id, [foreign])).status).to.equal(404);
    expect((await mine.finalize(session.id)).status).to.equal(404);
    const verify = (await theirs.entry('upload', unknown)).actions?.verify?.href ?? '';
    expect((await mine.verify(verify.replace(theirs.id, mine.id), unknown)).status).to.equal(403);
    expect(await mine.objects()).to.deep.equal([]);
  });

  it('stays when the other repository gets wrong bytes under its name', async () => {
    for (const path of uploadPaths) {
      const begun = await path.begin(mine, foreign);
      await expectRefusedByVerification(path, begun, Buffer.alloc(foreign.size));
      await theirs.expectDownload(foreign);
    }
  });
});
