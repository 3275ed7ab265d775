import { safetensorsFile, type TensorToWrite } from '@svc/test-services/tensor-files';
import { expect } from 'chai';
import { bytesNamed, sha256 } from '../client/test-object.js';
import { createLfsWorld, type LfsWorld } from '../git-lfs/lfs-world.js';
import { createIndexedClone, type IndexedClone } from './indexed-clone.js';

const layer = (name: string, seed: string, bytes: number): TensorToWrite => ({
  name,
  dtype: 'U8',
  shape: [bytes],
  bytes: bytesNamed(seed, bytes),
});

const model = (head: string): Uint8Array =>
  safetensorsFile([layer('body', 'body', 400_000), layer('middle', 'middle', 400_000), layer('head', head, 600_000)]);

describe('svc diff', () => {
  let world: LfsWorld;
  let clone: IndexedClone;
  const [former, latter] = [model('head 1'), model('head 2')];
  before(async () => {
    world = await createLfsWorld({ RATE_LIMIT_RPS: '1000', RATE_LIMIT_BURST: '2000' });
    clone = await createIndexedClone(world, await world.newComputer(), await world.createToken());
    const { copy } = clone;
    await copy.commit({ 'models/a.bin': former, 'models/old.bin': bytesNamed('old', 5000), 'notes/x.txt': 'x' });
    await copy.git('tag', 'v1');
    // In chunks, without which only the headers of the two can be compared.
    const pushModel = async (): Promise<void> => {
      expect((await clone.svc('push', 'models/a.bin')).code).to.equal(0);
    };
    await pushModel();
    await copy.git('rm', '--quiet', 'models/old.bin');
    await copy.commit({ 'models/a.bin': latter, 'models/new.bin': bytesNamed('new', 1_534_000), 'notes/x.txt': 'xyz' });
    await copy.git('branch', 'a@b');
    await pushModel();
    await clone.publish();
  });
  after(() => world.close());

  const succeeds = async (...args: readonly string[]) => {
    const { code, stdout, stderr } = await clone.svc('diff', ...args);
    expect(code, stderr).to.equal(0);
    return { lines: stdout.split('\n').slice(0, -1), stderr };
  };

  it('tells of two commits which files differ, with their bytes before and after', async () => {
    const { lines, stderr } = await succeeds('v1', 'main');
    const padded = (text: string | number): string => String(text).padStart(15);
    expect(lines).to.have.members([
      `M ${padded(former.byteLength)} ${padded(latter.byteLength)}  models/a.bin`,
      `A ${padded('-')} ${padded(1_534_000)}  models/new.bin`,
      `D ${padded(5000)} ${padded('-')}  models/old.bin`,
      `M ${padded(1)} ${padded(3)}  notes/x.txt`,
    ]);
    expect(stderr).to.match(/^svc: 4 files differ between [0-9a-f]{10} and [0-9a-f]{10}: 1 added \(1.53 MB\), 2 modified /);
    expect(stderr).to.match(/, 1 removed \(5 kB\); [\d.]+ MB more in storage\n$/);
    expect((await succeeds('main', 'main')).stderr).to.match(/^svc: nothing differs between /);
  });

  it('keeps to a folder, compares with the default branch and takes refs with an @ then', async () => {
    const { lines } = await succeeds('v1', '--path', 'notes');
    expect(lines.map((line) => line.split('  ').at(-1))).to.deep.equal(['notes/x.txt']);
    const { code, stdout, stderr } = await clone.svcProcess('diff', 'v1', 'a@b', '--path', '.');
    expect(code, stderr).to.equal(0);
    expect(stdout.split('\n').slice(0, -1)).to.have.length(4);
  });

  it('gives programs an object a file, and the totals at the end', async () => {
    const { lines, stderr } = await succeeds('v1', 'main', '--json');
    expect(stderr).to.equal('');
    const objects = lines.map((line): unknown => JSON.parse(line));
    expect(objects).to.have.length(5);
    expect(objects.at(-1)).to.have.nested.property('totals.added.bytes', 1_534_000);
    expect(objects).to.deep.include.members([JSON.parse(lines[0] ?? '')]);
  });

  it('tells of two versions of a model which tensors changed, by paths and by oids', async () => {
    for (const versions of [
      ['models/a.bin@v1', 'models/a.bin@main'],
      [sha256(former), sha256(latter)],
    ]) {
      const { lines, stderr } = await succeeds(...versions);
      expect(
        lines.filter((line) => line.startsWith('changed')),
        lines.join('\n') + stderr,
      ).to.deep.equal([`changed            600000  head U8 [600000]`]);
      expect(lines.join('\n')).to.not.contain('body');
      expect(stderr).to.match(/^svc: other bytes: 1.4 MB -> 1.4 MB\nsvc: tensors of safetensors: .*1 changed \(600 kB\)/);
      expect((await succeeds(...versions, '--all')).lines.join('\n')).to.contain('body');
    }
  });

  it('says of other files whether they are the same', async () => {
    const other = await succeeds('notes/x.txt@v1', 'notes/x.txt@main');
    expect(other).to.deep.equal({ lines: [], stderr: 'svc: other bytes: 1 byte -> 3 bytes\n' });
    const same = await succeeds('models/a.bin@main', sha256(latter));
    expect(same.stderr).to.equal('svc: the same bytes: 1.4 MB\n');
  });

  it('says in one line what it cannot compare', async () => {
    for (const [args, line] of [
      [['v1', 'models/a.bin@main'], 'compare two refs, or two versions of a file as PATH@REF or oids'],
      [['none', 'main'], 'the index has no branch, tag or commit none'],
      [['models@v1', 'models@main'], 'models is no file; two refs and --path compare what is in a folder'],
      [['a'.repeat(64), sha256(latter)], 'is not stored'],
    ] as const) {
      const { code, stdout, stderr } = await clone.svc('diff', ...args);
      expect(stderr)
        .to.match(/^svc: [^\n]+\n$/)
        .and.contain(line);
      expect({ code, stdout }).to.deep.equal({ code: 1, stdout: '' });
    }
  });
});
