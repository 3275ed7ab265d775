import { expect } from 'chai';
import { type ClientRig, oidOf, repository, startClientRig } from './rigs/client-rig.js';
import { refusal } from './rigs/scripted-server.js';

const oid = oidOf('a');

describe("the client's downloads", () => {
  let rig: ClientRig;
  before(async () => {
    rig = await startClientRig();
  });
  after(() => rig.close());
  beforeEach(() => rig.forget());

  it('ask for all, for what is behind a byte, or for what lies before another one', async () => {
    const url = `${rig.server.baseUrl}/storage/object`;
    for (const [begin, end] of [[0], [10], [0, 4], [10, 14]] as const) {
      const content = end === undefined ? 'abcd' : 'ab';
      rig.server.script = [
        (response) =>
          response.writeHead(206, { 'content-range': `bytes ${begin}-${begin + content.length - 1}/99` }).end(content),
      ];
      const { beginsAt, body } = (await rig.open().downloads.open(url, begin, { end }))._unsafeUnwrap();
      expect(beginsAt).to.equal(begin);
      for await (const _ of body);
    }
    expect(rig.server.seen.map(({ headers }) => headers.range)).to.deep.equal([
      undefined,
      'bytes=10-',
      'bytes=0-3',
      'bytes=10-13',
    ]);
  });

  it('get the range of block names that was asked for, or nothing where there are none', async () => {
    const { downloads } = rig.open();
    const get = () => downloads.blockNames(repository, oid, { range: { begin: 32, end: 36 } });
    rig.server.script = [(response) => response.writeHead(206, { 'content-range': 'bytes 32-35/99' }).end('abcd')];
    expect(Buffer.from((await get())._unsafeUnwrap() ?? []).toString()).to.equal('abcd');
    expect(rig.server.seen[0]?.headers).to.include({ range: 'bytes=32-35' });
    expect(rig.server.seen[0]?.url).to.match(new RegExp(`/objects/${oid}/blocks$`));
    rig.server.script = [refusal(404, 'not_found')];
    expect((await get())._unsafeUnwrap()).to.equal(undefined);
    for (const [contentRange, body] of [
      ['bytes 33-36/99', 'abcd'],
      ['bytes 32-35/99', 'abc'],
    ] as const) {
      rig.server.script = [(response) => response.writeHead(206, { 'content-range': contentRange }).end(body)];
      expect((await get())._unsafeUnwrapErr().code).to.equal('malformed_answer');
    }
  });
});
