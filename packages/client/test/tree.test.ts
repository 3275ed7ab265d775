import { type ChunkName, manifestPath, packPath } from '@svc/core/model';
import { expect } from 'chai';
import { type ClientRig, nameOf, oidOf, repository, startClientRig } from './rigs/client-rig.js';
import { json, refusal } from './rigs/scripted-server.js';

describe("the client's chunk tree", () => {
  let rig: ClientRig;
  before(async () => {
    rig = await startClientRig();
  });
  after(() => rig.close());
  beforeEach(() => rig.forget());

  const path = packPath(nameOf('a'));

  it('tells an absent file from a present one, and a manifest that nobody vouches for', async () => {
    rig.server.script = [
      refusal(404, 'not_found'),
      (response) => response.writeHead(200, { 'content-length': 12, 'x-svc-state': 'unverified' }).end(),
      (response) => response.writeHead(200, { 'content-length': 12 }).end(),
    ];
    const client = rig.open();
    expect((await client.tree.head(repository, path))._unsafeUnwrap()).to.equal(undefined);
    expect((await client.tree.head(repository, path))._unsafeUnwrap()).to.deep.equal({ sizeBytes: 12, isVerified: false });
    expect((await client.tree.head(repository, path))._unsafeUnwrap()).to.deep.equal({ sizeBytes: 12, isVerified: true });
  });

  it('asks for the first byte of a file of which the answer does not say how long it is, as behind a proxy', async () => {
    const client = rig.open();
    const head = async () => (await client.tree.head(repository, path)).unwrapOr('no answer');
    const untold = [{}, { 'content-length': 12, 'content-encoding': 'gzip' }];
    for (const headers of untold) {
      for (const [status, contentRange, told] of [
        [206, 'bytes 0-0/99', { sizeBytes: 99, isVerified: false }],
        [416, 'bytes */0', { sizeBytes: 0, isVerified: false }],
        [206, 'bytes 0-0/*', 'no answer'],
        [404, '', undefined],
      ] as const) {
        rig.server.script = [
          (response) => response.writeHead(200, headers).end(),
          (response) => response.writeHead(status, { 'content-range': contentRange, 'x-svc-state': 'unverified' }).end(),
        ];
        expect(await head(), contentRange).to.deep.equal(told);
        expect(rig.server.seen.at(-1)?.headers.range).to.equal('bytes=0-0');
      }
    }
  });

  it('takes a range for what was asked only when it is that', async () => {
    const client = rig.open();
    const get = () => client.tree.get(repository, path, { range: { begin: 10, end: 14 }, maxBytes: 4 });
    rig.server.script = [(response) => response.writeHead(206, { 'content-range': 'bytes 10-13/99' }).end('abcd')];
    expect(Buffer.from((await get())._unsafeUnwrap()?.bytes ?? []).toString()).to.equal('abcd');
    expect(rig.server.seen[0]?.headers.range).to.equal('bytes=10-13');
    for (const [contentRange, body] of [
      ['bytes 11-14/99', 'abcd'],
      ['bytes 10-13/99', 'abc'],
      ['bytes 10-13/99', 'abcde'],
    ] as const) {
      rig.server.script = [(response) => response.writeHead(206, { 'content-range': contentRange }).end(body)];
      expect((await get())._unsafeUnwrapErr().code).to.equal('malformed_answer');
    }
    rig.server.script = [(response) => response.writeHead(200).end('abcd')];
    expect((await get())._unsafeUnwrapErr().code).to.equal('malformed_answer');
  });

  describe('asked for several ranges', () => {
    const ranges = [
      { begin: 10, end: 14 },
      { begin: 20, end: 22 },
    ];
    const several = 'multipart/byteranges; boundary=b';
    const part = (range: string, bytes: string): string => `--b\r\nContent-Range: bytes ${range}/99\r\n\r\n${bytes}\r\n`;
    const body = `${part('10-13', 'abcd')}${part('20-21', 'ef')}--b--\r\n`;

    it('says where each of them begins, in memory of its caller', async () => {
      rig.server.script = [
        (response) => response.writeHead(206, { 'content-type': several, 'content-length': body.length }).end(body),
      ];
      const memory = new Uint8Array(1000);
      const newMemory = (sizeBytes: number) => memory.subarray(0, sizeBytes);
      const found = (await rig.open().tree.getRanges(repository, path, { ranges, newMemory }))._unsafeUnwrap();
      if (found === undefined || found === 'one_by_one') throw new Error('there are none');
      expect(rig.server.seen[0]?.headers).to.include({ range: 'bytes=10-13,20-21', accept: 'multipart/byteranges, */*' });
      expect(found.bytes.buffer).to.equal(memory.buffer);
      const texts = found.begins.map((at, index) => Buffer.from(found.bytes).toString('latin1', at, at + (index === 0 ? 4 : 2)));
      expect(texts).to.deep.equal(['abcd', 'ef']);
    });

    it('says that there is no such file', async () => {
      rig.server.script = [refusal(404, 'not_found')];
      expect((await rig.open().tree.getRanges(repository, path, { ranges }))._unsafeUnwrap()).to.equal(undefined);
    });

    for (const [what, status, headers, answer] of [
      ['all bytes', 200, {}, 'x'.repeat(99)],
      ['one range', 206, { 'content-range': 'bytes 10-21/99' }, 'x'.repeat(12)],
      ['other ranges', 206, { 'content-type': several }, `${part('10-13', 'abcd')}${part('20-22', 'efg')}--b--`],
    ] as const) {
      it(`asks a service that answers ${what} for several no more`, async () => {
        const client = rig.open();
        rig.server.script = [(response) => response.writeHead(status, headers).end(answer)];
        expect((await client.tree.getRanges(repository, path, { ranges }))._unsafeUnwrap()).to.equal('one_by_one');
        const asked = rig.server.seen.length;
        expect((await client.tree.getRanges(repository, path, { ranges }))._unsafeUnwrap()).to.equal('one_by_one');
        expect(rig.server.seen.length).to.equal(asked);
      });
    }

    for (const [what, asked, status, of = path] of [
      ['one range', [{ begin: 10, end: 14 }], 206],
      ['none', [], 200],
      ['ranges that go back', ranges.toReversed(), 200],
      ['ranges that overlap', [...ranges, { begin: 21, end: 23 }], 200],
      ['an empty range', [...ranges, { begin: 30, end: 30 }], 200],
      ['a range behind the end', [...ranges, { begin: 98, end: 100 }], 200],
      ['ranges that are all behind the end', ranges, 416],
      ['too many ranges', Array.from({ length: 129 }, (_, index) => ({ begin: index, end: index + 1 })), 200],
      ['ranges of a file that is no pack', ranges, 200, manifestPath(oidOf('a'))],
    ] as const) {
      it(`goes on asking for several where it has asked for ${what}`, async () => {
        const client = rig.open();
        const answer = 'x'.repeat(status === 200 ? 99 : 0);
        rig.server.script = [
          (response) => response.writeHead(status, { 'content-length': answer.length }).end(answer),
          (response) => response.writeHead(206, { 'content-type': several }).end(body),
        ];
        expect((await client.tree.getRanges(repository, of, { ranges: asked }))._unsafeUnwrap()).to.equal('one_by_one');
        expect((await client.tree.getRanges(repository, path, { ranges }))._unsafeUnwrap()).to.have.property('begins');
      });
    }

    it('reads no more than they take', async () => {
      const long = 'x'.repeat(10_000);
      rig.server.script = [
        (response) => response.writeHead(206, { 'content-type': several, 'content-length': long.length }).end(long),
      ];
      const { code } = (await rig.open().tree.getRanges(repository, path, { ranges }))._unsafeUnwrapErr();
      expect(code).to.equal('malformed_answer');
    });
  });

  it('reads no more than it wants', async () => {
    const client = rig.open();
    rig.server.script = [(response) => response.writeHead(200).end(Buffer.alloc(1000))];
    expect((await client.tree.get(repository, path, { maxBytes: 999 }))._unsafeUnwrapErr().code).to.equal('malformed_answer');
    expect((await client.tree.get(repository, path, { maxBytes: 1000 }))._unsafeUnwrap()?.bytes.byteLength).to.equal(1000);
  });

  it('looks chunks up by numbers', async () => {
    const names = [nameOf<ChunkName>('1'), nameOf<ChunkName>('2')];
    rig.server.script = [
      json(200, {
        packs: ['b'.repeat(64)],
        chunks: [[1, 0, 8, 10, 20, 4]],
        sizes: [5],
        objects: [{ oid: oidOf('c'), size: 7 }],
      }),
    ];
    const oids = [oidOf('c'), oidOf('d')];
    const found = (await rig.open().tree.lookUp(repository, { names, sizes: [5, 6], oids }))._unsafeUnwrap();
    expect([...found.chunks.values()]).to.deep.equal([
      { name: names[1], pack: 'b'.repeat(64), offset: 8, storedBytes: 10, rawBytes: 20, encoding: 4 },
    ]);
    expect([...found.knownSizes]).to.deep.equal([5]);
    expect([...found.objectSizes]).to.deep.equal([[oidOf('c'), 7]]);
    expect(JSON.parse(rig.server.seen[0]?.body.toString() ?? '')).to.deep.equal({ chunks: names, sizes: [5, 6], oids });
  });

  for (const row of [
    [2, 0, 8, 10, 20, 4],
    [1, 1, 8, 10, 20, 4],
    [1, 0, -8, 10, 20, 4],
    [1, 0, 8, 10, 20, 3],
    [1, 0, 8, 10],
    'x',
  ]) {
    it(`refuses a look-up's answer with the row ${JSON.stringify(row)}`, async () => {
      rig.server.script = [json(200, { packs: ['b'.repeat(64)], chunks: [row], sizes: [], objects: [] })];
      const names = [nameOf<ChunkName>('1'), nameOf<ChunkName>('2')];
      expect((await rig.open().tree.lookUp(repository, { names }))._unsafeUnwrapErr().code).to.equal('malformed_answer');
    });
  }

  it('finalizes with files in base64', async () => {
    rig.server.script = [json(200, { generation: 1, objects: 0 })];
    const bytes = Uint8Array.from({ length: 256 }, (_, at) => 255 - at);
    const path = manifestPath(oidOf('c'));
    (await rig.open().tree.finalize(repository, [], { files: [{ path, bytes }] }))._unsafeUnwrap();
    const content = Buffer.from(bytes).toString('base64');
    const sent: unknown = JSON.parse(rig.server.seen[0]?.body.toString() ?? '');
    expect(sent).to.deep.equal({ objects: [], files: [{ path, content }] });
  });

  it('finalizes with counters under the names of the wire', async () => {
    rig.server.script = [json(200, { generation: 3, objects: 1, pending: ['c'.repeat(64)] })];
    const stats = { durationMs: 5, newChunks: 2 };
    const done = (await rig.open().tree.finalize(repository, [{ oid: oidOf('c'), sizeBytes: 9 }], { stats }))._unsafeUnwrap();
    expect(done).to.deep.equal({ generation: 3, objects: 1, pending: [oidOf('c')] });
    expect(JSON.parse(rig.server.seen[0]?.body.toString() ?? '')).to.deep.equal({
      objects: [{ oid: oidOf('c'), size: 9 }],
      stats: { kind: 'push', duration_ms: 5, new_chunks: 2 },
    });
  });
});
