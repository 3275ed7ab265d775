import { expect } from 'chai';
import { type ClientRig, oidOf, repository, startClientRig } from './rigs/client-rig.js';
import { json } from './rigs/scripted-server.js';

describe("the client's uploads", () => {
  let rig: ClientRig;
  before(async () => {
    rig = await startClientRig();
  });
  after(() => rig.close());
  beforeEach(() => rig.forget());

  it('reads which objects come in parts and which are stored already, asks for URLs of parts and for those that have arrived', async () => {
    const client = rig.open();
    const oid = oidOf('a');
    const path = `/api/v1/repositories/${repository}/uploads/s/objects`;
    rig.server.script = [
      json(200, {
        objects: [
          { oid, size: 9, storage_key: 'k', parts: { part_size: 4, count: 3 } },
          { oid, size: 9, storage_key: 'k', stored: true },
        ],
      }),
      json(200, { parts: [{ part_number: 3, size: 1, upload_url: 'https://store.test/3', expires_in: 900 }] }),
      json(200, { part_size: 4, count: 3, uploaded: [{ part_number: 1, size: 4 }] }),
      json(200, { part_size: 0, count: 3, uploaded: [] }),
    ];
    const authorized = await client.uploads.authorize(repository, 's', [{ oid, sizeBytes: 9 }]);
    expect(authorized._unsafeUnwrap()).to.deep.equal([
      { kind: 'parts', oid, partBytes: 4, count: 3 },
      { kind: 'stored', oid },
    ]);
    expect((await client.uploads.presignParts(repository, 's', oid, [3]))._unsafeUnwrap()).to.deep.equal([
      { partNumber: 3, sizeBytes: 1, uploadUrl: 'https://store.test/3', expiresInSeconds: 900 },
    ]);
    expect((await client.uploads.listParts(repository, 's', oid))._unsafeUnwrap()).to.deep.equal({
      partBytes: 4,
      count: 3,
      uploaded: [{ partNumber: 1, sizeBytes: 4 }],
    });
    expect((await client.uploads.listParts(repository, 's', oid))._unsafeUnwrapErr().code).to.equal('malformed_answer');
    expect(rig.server.seen.map(({ method, url }) => [method, url])).to.deep.equal([
      ['POST', path],
      ['POST', `${path}/${oid}/parts`],
      ['GET', `${path}/${oid}/parts`],
      ['GET', `${path}/${oid}/parts`],
    ]);
    expect(rig.server.seen[1]?.body.toString()).to.equal('{"part_numbers":[3]}');
  });
});
