import { runGit } from '@svc/test-services/run-git';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { changeTreeBytes, hashGitObject, type TreeChange } from '../../../src/formats/git-objects/index.js';
import { portableHasher } from '../../../src/formats/hashing/portable-hasher.js';
import { type GitId, gitObjectFormats } from '../../../src/model/git-index/git-id.js';
import { gitPathOfBytes } from '../../../src/model/git-index/git-path.js';
import { fileModes, folderMode } from '../../../src/model/git-index/path-entry.js';
import { trusted } from '../../../src/model/values/brand.js';

describe('the bytes of Git objects', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'git-objects-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const pathOf = (text: string) => {
    const path = gitPathOfBytes(Buffer.from(text, 'latin1'));
    if (path === undefined) throw new Error(`${text} is a path`);
    return path;
  };

  for (const format of gitObjectFormats) {
    it(`are what git mktree makes of ${format} trees, after any changes`, () => {
      runGit(folder, ['init', '-q', `--object-format=${format}`]);
      const idBytes = format === 'sha1' ? 20 : 32;
      const names = ['a', 'a-b', 'a.b', 'a0', 'ab', 'b', '\xc3\xa9', '\xff\x01', '~', 'z z'];
      const tree = new Map<string, TreeChange>();
      let bytes = new Uint8Array();
      let seed = 7;
      const random = (below: number): number => {
        seed = (seed * 48_271) % 2_147_483_647;
        return seed % below;
      };
      const trees: string[] = [];
      const ids: string[] = [];
      for (let round = 0; round < 40; round += 1) {
        const chosen = names.filter(() => random(3) === 0);
        const changes = chosen.map((name): TreeChange => {
          const mode = fileModes[random(fileModes.length)] ?? folderMode;
          const id = trusted<GitId>(
            random(16)
              .toString(16)
              .repeat(idBytes * 2),
          );
          return { name: pathOf(name), entry: random(3) === 0 ? undefined : { mode, id } };
        });
        for (const change of changes) {
          if (change.entry === undefined) tree.delete(change.name);
          else tree.set(change.name, change);
        }
        bytes = Uint8Array.from(changeTreeBytes(bytes, changes, idBytes));
        const lines = [...tree.values()].map(({ name, entry }) => {
          const type = entry?.mode === folderMode ? 'tree' : entry?.mode === 0o160000 ? 'commit' : 'blob';
          return `${entry?.mode.toString(8).padStart(6, '0')} ${type} ${entry?.id}\t${name}\0`;
        });
        trees.push(`${lines.join('')}\0`);
        ids.push(hashGitObject(portableHasher, format, 'tree', bytes));
      }
      const made = runGit(folder, ['mktree', '-z', '--missing', '--batch'], { input: trees.join('') });
      expect(ids).to.deep.equal(made.trim().split('\n'));
    });
  }

  it('of a commit are hashed as git hashes them', () => {
    const raw = Buffer.from('tree 4b825dc642cb6eb9a060e54bf8d69288fbee4904\nauthor A <a@example.org> 0 +0000\n\nfirst\n');
    const made = runGit(folder, ['hash-object', '-t', 'commit', '--stdin', '--literally'], { input: raw.toString('latin1') });
    expect(`${hashGitObject(portableHasher, 'sha1', 'commit', raw)}\n`).to.equal(made);
  });
});
