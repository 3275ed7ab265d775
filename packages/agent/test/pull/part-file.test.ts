import { constants } from 'node:fs';
import { chmod, link, lstat, mkdtemp, readdir, readFile, readlink, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect } from 'chai';
import { byteFileSystem, type FileSystem, pathOfText } from '../../src/file-system.js';
import { openPartFile, type PartFile } from '../../src/pull/part-file.js';
import { createFaultyFileSystem, type FaultyFileSystem } from '../rigs/faulty-file-system.js';
import { problemIn } from '../rigs/problem-in.js';

const mebibyte = 1024 * 1024;
const bytes = Buffer.from('the new bytes');

describe('a part file', () => {
  let scratch: string;
  let folder: string;
  let destination: string;
  let fileSystem: FaultyFileSystem;
  beforeEach(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'svc-part-file-'));
    folder = await mkdtemp(join(scratch, 'folder-'));
    destination = join(folder, 'file');
    fileSystem = createFaultyFileSystem(folder);
  });
  afterEach(async () => {
    expect(fileSystem.openFiles, 'files that are open').to.equal(0);
    await rm(scratch, { recursive: true, force: true });
  });

  /** What a pull does with it. */
  const write = async (fill: (file: PartFile) => Promise<void>): Promise<void> => {
    const file = await openPartFile(fileSystem, destination);
    try {
      await fill(file);
      await file.publish();
    } finally {
      await file.discard();
    }
  };

  const writeBytes = (): Promise<void> => write((file) => file.append([bytes]));

  it('has its bytes on the disk before it has its name, and its name on the disk before it is published', async () => {
    await writeBytes();
    const from = fileSystem.steps.indexOf('open *.part');
    expect(fileSystem.steps.slice(from)).to.deep.equal([
      'open *.part',
      'write *.part',
      'sync *.part',
      'rename *.part file',
      'open folder',
      'sync folder',
    ]);
  });

  it('takes the place of a link wherever that leads, where it may, and takes nothing away before that', async () => {
    for (const target of [scratch, 'nowhere']) {
      await symlink(target, destination);
      const file = await openPartFile(fileSystem, destination, { replacesAny: true });
      await file.append([bytes]);
      expect(await readlink(destination)).to.equal(target);
      await file.discard();
      expect(await readlink(destination)).to.equal(target);
      const next = await openPartFile(fileSystem, destination, { replacesAny: true });
      await next.append([bytes]);
      await next.publish();
      expect((await lstat(destination)).isFile()).to.equal(true);
      await rm(destination);
    }
    expect((await problemIn(openPartFile(fileSystem, folder, { replacesAny: true }))).message).to.match(/ is a folder$/);
  });

  it('has a name that ends in no middle of a character, also where the path has as many characters as bytes', async () => {
    for (const begin of ['', 'a', 'ab', 'abc']) {
      for (const character of ['é', '→', '🙂']) {
        let path = '';
        const opening: FileSystem = { ...byteFileSystem, open: (given) => Promise.reject(new Error((path = given))) };
        await problemIn(openPartFile(opening, pathOfText(join(folder, begin + character.repeat(60)))));
        expect(Buffer.from(basename(path), 'latin1').toString()).to.match(/^[a-c]{0,3}[é→🙂]+\.[0-9a-f]{12}\.part$/u);
      }
    }
  });

  it('is on the disk from time to time while it grows, and once more at its end', async () => {
    const piece = Buffer.alloc(8 * mebibyte);
    let flushed = 0;
    let written = 0;
    fileSystem.before('datasync *.part', () => {
      flushed += 1;
      expect(written).to.be.at.least(32 * mebibyte);
    });
    await write(async (file) => {
      for (let count = 0; count < 5; count += 1) {
        written += piece.byteLength;
        await file.append([piece]);
      }
    });
    expect(flushed).to.equal(1);
    expect(fileSystem.steps.indexOf('sync *.part')).to.be.greaterThan(fileSystem.steps.indexOf('datasync *.part'));
    expect(fileSystem.steps.indexOf('sync *.part')).to.be.lessThan(fileSystem.steps.indexOf('rename *.part file'));
  });

  it('is not published after an early flush has failed, although all that comes later goes well', async () => {
    await writeFile(destination, 'old');
    fileSystem.fail('datasync *.part', 'EIO');
    const piece = Buffer.alloc(33 * mebibyte);
    const { message } = await problemIn(
      write(async (file) => {
        await file.append([piece]);
        // Beginning anew does not make the disk a better one: what it has lost it tells once.
        await file.truncate();
        await file.append([bytes]);
      }),
    );
    expect(message).to.equal(`${destination} cannot be written (EIO)`);
    expect(fileSystem.steps).not.to.include('rename *.part file');
    expect(await readdir(folder)).to.deep.equal(['file']);
    expect(await readFile(destination, 'utf8')).to.equal('old');
  });

  it('is removed, and what it was given up for is told, also where the system has something against closing it', async () => {
    const closing: FileSystem = {
      ...fileSystem,
      open: async (path, flags, mode) => {
        const file = await fileSystem.open(path, flags, mode);
        const close = async (): Promise<void> => {
          await file.close();
          throw Object.assign(new Error('planned by a test'), { code: 'EDQUOT' });
        };
        return { ...file, close };
      },
    };
    const file = await openPartFile(closing, destination);
    await file.append([bytes]);
    await file.discard();
    expect(await readdir(folder)).to.deep.equal([]);
  });

  it('is read back and written over at any place before it is published', async () => {
    await write(async (file) => {
      await file.append([bytes]);
      const read = Buffer.alloc(3);
      await file.stored.read(read, 4);
      expect(read.toString()).to.equal('new');
      await file.stored.write(Buffer.from('NEW'), 4);
      await file.append([bytes]);
    });
    expect(await readFile(destination, 'utf8')).to.equal('the NEW bytesthe new bytes');
    const place = fileSystem.steps.lastIndexOf('write *.part');
    expect(fileSystem.steps.indexOf('sync *.part')).to.be.greaterThan(place);
  });

  it('says whether it could not be read back, or not be written over', async () => {
    const back = (file: PartFile) => file.stored.read(Buffer.alloc(bytes.byteLength + 1), 0);
    const over = (file: PartFile) => file.stored.write(bytes, 0);
    const [short, read, written] = [back, back, over].map((act, at) => async () => {
      if (at > 0) fileSystem.fail(at === 1 ? 'read *.part' : 'write *.part', 'ENXIO');
      return (await problemIn(write(act))).message;
    });
    expect(await short?.()).to.equal(`${destination} cannot be read back (EIO)`);
    expect(await read?.()).to.equal(`${destination} cannot be read back (ENXIO)`);
    expect(await written?.()).to.equal(`${destination} cannot be written (ENXIO)`);
    expect(await readdir(folder)).to.deep.equal([]);
  });

  for (const code of ['EIO', 'ENOSPC', 'EDQUOT']) {
    it(`whose synchronization fails with ${code} never gets its name`, async () => {
      await writeFile(destination, 'old');
      fileSystem.fail('sync *.part', code);
      expect((await problemIn(writeBytes())).message).to.equal(`${destination} cannot be written (${code})`);
      expect(await readdir(folder)).to.deep.equal(['file']);
      expect(await readFile(destination, 'utf8')).to.equal('old');
    });

    it(`is not told of as written when its folder cannot be synchronized: ${code}`, async () => {
      fileSystem.fail('sync folder', code);
      expect((await problemIn(writeBytes())).message).to.equal(`${destination} cannot be written (${code})`);
    });
  }

  for (const code of ['EACCES', 'EPERM', 'EINVAL', 'ENOTSUP', 'EISDIR']) {
    for (const step of ['open folder', 'sync folder']) {
      it(`needs no synchronization of a folder where there is none: ${step}, ${code}`, async () => {
        fileSystem.fail(step, code);
        await writeBytes();
        expect(await readFile(destination)).to.deep.equal(bytes);
      });
    }
  }

  it('leaves the file that was there, or the whole new one, and nothing else when any call fails', async () => {
    let ended = false;
    for (let number = 0; !ended; number += 1) {
      await writeFile(destination, 'old');
      fileSystem = createFaultyFileSystem(folder);
      fileSystem.fail(number, 'EIO');
      const outcome = await writeBytes().then(
        () => 'published',
        () => 'failed',
      );
      const isNamed = fileSystem.steps.includes('rename *.part file');
      if (outcome === 'published') expect(fileSystem.steps).to.include('sync folder');
      expect(await readdir(folder), `call ${number}`).to.deep.equal(['file']);
      expect(await readFile(destination, 'utf8'), `call ${number}`).to.equal(isNamed ? bytes.toString() : 'old');
      expect(fileSystem.openFiles).to.equal(0);
      ended = fileSystem.calls <= number;
    }
  });

  it('takes no place of what has come to be there meanwhile, unless it may', async () => {
    for (const make of [() => writeFile(destination, 'other'), () => symlink('nowhere', destination)]) {
      const file = await openPartFile(fileSystem, destination, { mayReplace: false });
      try {
        await file.append([bytes]);
        await make();
        expect(await problemIn(file.publish())).to.include({
          message: `${destination} has come to be there meanwhile`,
          isInTheWay: true,
        });
      } finally {
        await file.discard();
      }
      expect(await readdir(folder)).to.deep.equal(['file']);
      expect(await readFile(destination, 'utf8').catch(() => 'link')).to.be.oneOf(['other', 'link']);
      await writeBytes();
      expect(await readFile(destination)).to.deep.equal(bytes);
      await rm(destination);
    }
  });

  describe('in whose place somebody has put', () => {
    let victim: string;
    beforeEach(async () => {
      victim = join(scratch, 'victim');
      await writeFile(victim, 'precious');
    });

    const planted: Readonly<Record<string, (path: string) => Promise<void>>> = {
      'a symbolic link to a file': (path) => symlink(victim, path),
      'a symbolic link to nothing': (path) => symlink(join(scratch, 'nothing'), path),
      'a hard link': (path) => link(victim, path),
      'a file': (path) => writeFile(path, 'planted'),
    };

    for (const [what, plant] of Object.entries(planted)) {
      it(`${what} is refused, and nothing is written through it`, async () => {
        fileSystem.before('open *.part', (path) => plant(path));
        expect((await problemIn(writeBytes())).message).to.equal(`${destination} cannot be written (EEXIST)`);
        expect(await readFile(victim, 'utf8')).to.equal('precious');
        expect(await readdir(scratch)).to.have.length(2);
        expect(await readdir(folder)).not.to.include('file');
      });
    }

    it('a symbolic link, is opened in a way that follows none, also where a system does not take a new file for granted', async () => {
      let seen = 0;
      fileSystem.before('open *.part', (_path, flags) => {
        seen = flags;
      });
      await writeBytes();
      expect(seen & constants.O_NOFOLLOW).to.equal(constants.O_NOFOLLOW);
      expect(seen & constants.O_EXCL).to.equal(constants.O_EXCL);
    });

    it('a link at the destination, meanwhile, that one is replaced and not followed', async () => {
      fileSystem.before('rename *.part file', () => symlink(victim, destination));
      await writeBytes();
      expect(await readFile(victim, 'utf8')).to.equal('precious');
      expect(await readFile(destination)).to.deep.equal(bytes);
      expect((await stat(victim)).nlink).to.equal(1);
    });
  });

  for (const [before, isExecutable, after] of [
    [0o600, false, 0o600],
    [0o640, false, 0o640],
    [0o604, false, 0o604],
    [0o755, false, 0o644],
    [0o400, true, 0o700],
  ] as const) {
    it(`shuts out whom the file shuts out that it replaces: ${before.toString(8)} becomes ${after.toString(8)}`, async () => {
      await writeFile(destination, 'what was there');
      await chmod(destination, before);
      const umask = process.umask(0o022);
      try {
        const file = await openPartFile(fileSystem, destination, { isExecutable });
        await file.publish();
        await file.discard();
      } finally {
        process.umask(umask);
      }
      expect((await stat(destination)).mode & 0o777).to.equal(after);
    });
  }

  it('has another name each time, so that two at once do not meet', async () => {
    const names = new Set<string>();
    fileSystem.before('open *.part', (path) => {
      names.add(path);
    });
    const files = await Promise.all([1, 2, 3].map(() => openPartFile(fileSystem, destination)));
    expect(names.size).to.equal(3);
    for (const file of files) await file.discard();
    expect(await readdir(folder)).to.deep.equal([]);
  });
});
