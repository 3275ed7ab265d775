import { expect } from 'chai';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runAgent } from '../rigs/agent-process.js';
import { indexedRefs } from '../rigs/indexed-refs.js';
import { makeScratchHome, type ScratchHome } from '../rigs/scratch-home.js';
import { storeWhole } from '../rigs/store-whole.js';
import { startTransferRig, type TransferRig } from '../rigs/transfers.js';

describe('svc index of pointers with another size than the stored object has', () => {
  let rig: TransferRig;
  let scratch: ScratchHome;
  let oid: string;
  const bytes = Buffer.from('weights');
  beforeEach(async () => {
    rig = await startTransferRig('wrong pointers');
    scratch = await makeScratchHome();
    oid = await storeWhole(rig.context, bytes);
  });
  afterEach(async () => {
    await rig.close();
    await scratch.remove();
  });

  const pointer = (size: number): string => `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize ${size}\n`;
  const commit = async (files: Readonly<Record<string, string>>): Promise<string> => {
    for (const [path, text] of Object.entries(files)) await writeFile(join(scratch.clone, path), text);
    const person = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com'];
    await scratch.git(['add', '--all']);
    await scratch.git([...person, 'commit', '--quiet', '--message', 'a commit']);
    return (await scratch.git(['rev-parse', 'HEAD'])).stdout.trim();
  };
  const index = async (...args: readonly string[]): Promise<string> => {
    const env = { SVC_URL: rig.service.baseUrl, SVC_REPOSITORY: rig.service.repositoryId, SVC_TOKEN: rig.service.token };
    const { code, stdout, stderr } = await runAgent(scratch, ['index', '--local', ...args], { env });
    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
    return stdout;
  };
  const inRoot = async (name: string): Promise<unknown> => {
    const { baseUrl, repositoryId, token } = rig.service;
    const headers = { authorization: `Bearer ${token}` };
    const answer: unknown = await (await fetch(`${baseUrl}/api/v1/repositories/${repositoryId}/tree`, { headers })).json();
    const entries: unknown = Reflect.get(Object(answer), 'entries');
    return Array.isArray(entries) ? entries.find((entry: unknown) => Reflect.get(Object(entry), 'name') === name) : undefined;
  };

  it('indexes them as the text that they are, and says so in one line', async () => {
    const text = pointer(bytes.byteLength + 1);
    const tip = await commit({ README: 'read', model: text });
    const lines = (await index()).split('\n');
    expect(lines.filter((line) => line.includes(oid))).to.deep.equal([
      `1 LFS pointer indexed as plain text, for the sizes in them are not those of the objects: ${oid}, of 7 bytes and not 8`,
    ]);
    expect((await indexedRefs(rig.service)).map((line) => line.split(' ')[1])).to.deep.equal([tip]);
    const model = await inRoot('model');
    expect(model).to.include({ size: text.length, is_stored: true });
    expect(model).to.not.have.property('oid', oid);
  });

  it('stores them as files with --all-files where an earlier run has indexed them and stored nothing', async () => {
    await commit({ model: pointer(bytes.byteLength + 1), right: pointer(bytes.byteLength) });
    await index('--no-store-files');
    expect(await inRoot('model')).to.include({ is_stored: false });
    expect(await index('--all-files')).to.contain('1 LFS pointer indexed as plain text');
    expect(await inRoot('model')).to.include({ is_stored: true });
    expect(await inRoot('right')).to.include({ size: bytes.byteLength, oid });
    expect(await index('--all-files')).to.contain('(0 new)');
  });

  it('indexes a right pointer in their place as a pointer', async () => {
    await commit({ model: pointer(bytes.byteLength + 1) });
    await index();
    await commit({ model: pointer(bytes.byteLength) });
    expect(await index()).to.not.contain('plain text');
    expect(await inRoot('model')).to.include({ size: bytes.byteLength, oid });
  });

  it('indexes more of them than one answer names', async () => {
    await commit(Object.fromEntries(Array.from({ length: 201 }, (_, at) => [`model-${at}`, pointer(100 + at)])));
    const told: unknown = JSON.parse(await index('--json'));
    expect(told).to.have.property('plain_pointers').with.lengthOf(201);
    expect(
      rig.service.requests.filter((request) => request.endsWith('/tree') && request.startsWith('POST')).length,
    ).to.be.lessThan(8);
  });
});
