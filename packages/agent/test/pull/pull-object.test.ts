import { execFile } from 'node:child_process';
import { chmod, lstat, mkdir, open, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Oid } from '@svc/core';
import { isContentName, type MapName } from '@svc/core/model';
import { encodeChunkMap, encodeManifest, parseChunkMap, parseManifest } from '@svc/core/packs';
import { expect } from 'chai';
import { pullObject } from '../../src/pull/pull-object.js';
import { maxWindowBytes } from '../../src/pull/windows.js';
import { pushFile } from '../../src/push/push-file.js';
import { oidOf } from '../../src/verify/hash-file.js';
import { verifyStored } from '../../src/verify/verify-stored.js';
import { problemIn } from '../rigs/problem-in.js';
import { sha256, startTransferRig, type TransferRig } from '../rigs/transfers.js';

const mebibyte = 1024 * 1024;
const packBytes = 300_000;

/** What the service answers to a request for a file of the tree, with the file's bytes changed. */
type Change = (bytes: Buffer, path: string) => Buffer | undefined;

const withoutMaps = (file: Buffer): Buffer => Buffer.from(file.toString().replace(/"maps":.*$/, '"maps":[]}'));

const mapNameOf = (name: string): MapName => {
  if (!isContentName<MapName>(name)) throw new Error(`${name} names nothing`);
  return name;
};

describe('an object that is pulled', () => {
  let rig: TransferRig;
  let bytes: Uint8Array;
  let oid: Oid;
  let folder: string;
  let destination: string;
  before(async () => {
    rig = await startTransferRig('an object that is pulled');
    bytes = rig.random.bytes(2 * mebibyte);
    ({ oid } = await pushFile(rig.context, await rig.file('source', bytes), { packBytes }));
  });
  after(() => rig.close());
  beforeEach(async () => {
    folder = await rig.newFolder();
    destination = join(folder, 'file');
  });
  afterEach(() => {
    rig.service.intercept = undefined;
  });

  const expectWhole = async (): Promise<void> => {
    expect(Buffer.compare(await readFile(destination), bytes)).to.equal(0);
    expect(await readdir(folder)).to.deep.equal(['file']);
  };

  const expectNothing = async (): Promise<void> => {
    expect(await readdir(folder)).to.deep.equal([]);
  };

  /** Reads files of the tree for a hostile service that stands in between. */
  const readTree = async (path: string): Promise<Buffer> => {
    const url = `${rig.service.baseUrl}/api/v1/repositories/${rig.service.repositoryId}/lfs/${path}`;
    const answer = await fetch(url, { headers: { authorization: `Bearer ${rig.service.token}`, 'x-honest': 'yes' } });
    expect(answer.status).to.equal(200);
    return Buffer.from(await answer.arrayBuffer());
  };

  const tamper = (change: Change): void => {
    rig.service.intercept = (request: IncomingMessage, response: ServerResponse) => {
      const path = (request.url ?? '').split('/lfs/')[1] ?? '';
      if (request.method !== 'GET' || request.headers['x-honest'] !== undefined || !/^(?:assets|chunks)\//.test(path))
        return false;
      void readTree(path).then((file) => {
        const changed = change(file, path) ?? file;
        const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
        if (range === null) return response.writeHead(200, { 'content-length': changed.byteLength }).end(changed);
        const part = changed.subarray(Number(range[1]), Number(range[2]) + 1);
        const contentRange = `bytes ${range[1] ?? ''}-${range[2] ?? ''}/${changed.byteLength}`;
        return response.writeHead(206, { 'content-length': part.byteLength, 'content-range': contentRange }).end(part);
      });
      return true;
    };
  };

  const breakWhole = (): void => {
    const before = rig.service.intercept;
    rig.service.intercept = (request, response) => {
      if (request.url?.endsWith('/downloads/authorize') !== true) return before?.(request, response) === true;
      response.writeHead(404, { 'content-type': 'application/json' });
      response.end('{"error":{"code":"not_found","message":"gone","request_id":"r"}}');
      return true;
    };
  };

  it('is written, verified and reported', async () => {
    const report = await pullObject(rig.context, oid, destination);
    expect(report).to.include({ oid, path: destination, sizeBytes: bytes.byteLength, via: 'chunks' });
    await expectWhole();
    const last = rig.service.requests.at(-1);
    expect(last).to.equal('POST transfers');
  });

  it('is known in its whole size from the first of its progress on, in chunks and in one piece, and where it is only read', async () => {
    const told = new Set<number>();
    const context = await rig.open({ onProgress: ({ totalBytes }) => told.add(totalBytes) });
    await pullObject(context, oid, destination);
    await pullObject(context, oid, join(folder, 'whole'), { whole: {} });
    await verifyStored(context, oid);
    expect([...told]).to.deep.equal([bytes.byteLength]);
  });

  describe('that takes more windows than are in memory at a time', () => {
    // More than 64 MiB, in three packs.
    const manyWindows = 18 * maxWindowBytes;
    let many: Oid;
    before(async () => {
      const source = await rig.file('many windows', rig.random.bytes(manyWindows));
      ({ oid: many } = await pushFile(rig.context, source));
    });

    it('is put together from bytes that came once', async () => {
      const report = await pullObject(rig.context, many, destination);
      expect(report).to.include({ oid: many, sizeBytes: manyWindows, via: 'chunks' });
      expect(sha256(await readFile(destination))).to.equal(many);
      expect(report.receivedBytes).to.be.within(manyWindows, manyWindows * 1.01);
    });

    it('is refused when a later pack is damaged for good', async () => {
      const packs = new Set<string>();
      tamper((file, path) => {
        if (!path.startsWith('chunks/packs/')) return undefined;
        packs.add(path);
        if (packs.size < 2) return undefined;
        const damaged = Buffer.from(file);
        damaged[1000] = (damaged[1000] ?? 0) ^ 1;
        return damaged;
      });
      const problem = await problemIn(pullObject(rig.context, many, destination));
      expect(problem.message).to.include('is damaged');
      await expectNothing();
    });
  });

  it('does not depend on its report', async () => {
    rig.service.intercept = (request, response) => {
      if (request.url?.endsWith('/transfers') !== true) return false;
      response.writeHead(500).end();
      return true;
    };
    await pullObject(rig.context, oid, destination);
    await expectWhole();
  });

  for (const [what, make] of [
    ['a pipe', (path: string) => promisify(execFile)('mkfifo', [path])],
    ['a link to a device', (path: string) => symlink('/dev/full', path)],
    ['a link to a folder', (path: string) => symlink('/dev', path)],
  ] as const) {
    it(`leaves ${what} at its destination as it is, before anything is fetched`, async () => {
      await make(destination);
      const before = await lstat(destination);
      rig.service.requests.length = 0;
      const { message } = await problemIn(pullObject(rig.context, oid, destination));
      expect(message).to.match(/ is (no ordinary file|a folder)$/);
      expect(rig.service.requests).to.deep.equal([]);
      expect(await lstat(destination)).to.include({ mode: before.mode, ino: before.ino });
      expect(await readdir(folder)).to.deep.equal(['file']);
    });
  }

  it('leaves a link to what a process has open as it is, such as /dev/stdout, also when that is an ordinary file', async () => {
    const output = await open(await rig.file('output', Buffer.from('lines')));
    const link = join(rig.folder, 'stdout');
    try {
      await symlink(`/proc/self/fd/${output.fd}`, link);
      await symlink('../stdout', destination);
      for (const path of [link, destination]) {
        expect((await problemIn(pullObject(rig.context, oid, path))).message).to.match(/ is no ordinary file$/);
        expect((await lstat(path)).isSymbolicLink()).to.equal(true);
      }
      expect(await output.readFile('utf8')).to.equal('lines');
    } finally {
      await output.close();
      await rm(link, { force: true });
    }
  });

  for (const name of ['x'.repeat(255), `${'\u{1F600}'.repeat(63)}abc`]) {
    it(`may have a name as long as ${name.slice(0, 2)}..., 255 bytes`, async () => {
      await pullObject(rig.context, oid, join(folder, name));
      expect(await readdir(folder)).to.deep.equal([name]);
    });
  }

  it('needs no right to read the folder that it is written to', async () => {
    // Root has every right, so it becomes somebody else for as long as this takes.
    const becomeUser = (id: number): void => process.seteuid?.(id);
    const own = process.geteuid?.() ?? 1;
    await chmod(rig.folder, 0o711);
    await chmod(folder, 0o333);
    if (own === 0) becomeUser(65_534);
    try {
      expect((await pullObject(rig.context, oid, destination)).path).to.equal(destination);
    } finally {
      becomeUser(own);
      await chmod(folder, 0o755);
    }
    await expectWhole();
  });

  it('names its destination when that cannot be written', async () => {
    destination = join(folder, 'nowhere', 'file');
    const { message } = await problemIn(pullObject(rig.context, oid, destination));
    expect(message).to.equal(`${destination} cannot be written (ENOENT)`);
  });

  it('replaces a symbolic link at its destination and never what it points to', async () => {
    const victim = await rig.file('victim', Buffer.from('precious'));
    await symlink(victim, destination);
    await pullObject(rig.context, oid, destination);
    expect((await lstat(destination)).isSymbolicLink()).to.equal(false);
    expect(await readFile(victim, 'utf8')).to.equal('precious');
    await expectWhole();
  });

  it('leaves what is there alone when it fails', async () => {
    await writeFile(destination, 'old');
    tamper((file, path) => (path.startsWith('chunks/packs/') ? Buffer.alloc(file.byteLength) : undefined));
    const problem = await problemIn(pullObject(rig.context, oid, destination));
    expect(problem.message).to.match(/^the pack [0-9a-f]{64} is damaged/);
    expect(await readFile(destination, 'utf8')).to.equal('old');
    expect(await readdir(folder)).to.deep.equal(['file']);
  });

  it('is not written over a folder', async () => {
    await mkdir(destination);
    expect((await problemIn(pullObject(rig.context, oid, destination))).message).to.include('is a folder');
  });

  it('is told of in one line when the destination cannot be written', async () => {
    const problem = await problemIn(pullObject(rig.context, oid, join(folder, 'missing', 'file')));
    expect(problem.message).to.include('cannot be written (ENOENT)');
  });

  it('outlives a block that is damaged once on its way', async () => {
    let damaged = 0;
    tamper((file, path) => {
      if (!path.startsWith('chunks/packs/') || damaged > 0) return undefined;
      damaged += 1;
      file[1000] = (file[1000] ?? 0) ^ 1;
      return file;
    });
    expect((await pullObject(rig.context, oid, destination)).via).to.equal('chunks');
    expect(damaged).to.equal(1);
    await expectWhole();
  });

  it('asks once more for a block that is damaged, however many of its chunks are', async () => {
    const asked = new Map<string, number>();
    tamper((file, path) => {
      if (!path.startsWith('chunks/packs/')) return undefined;
      const times = (asked.get(path) ?? 0) + 1;
      asked.set(path, times);
      return times === 1 ? Buffer.alloc(file.byteLength) : undefined;
    });
    await pullObject(rig.context, oid, destination);
    expect(new Set(asked.values())).to.deep.equal(new Set([2]));
    await expectWhole();
  });

  it('is refused after one bit of a pack was damaged for good', async () => {
    tamper((file, path) => {
      if (path.startsWith('chunks/packs/')) file[1000] = (file[1000] ?? 0) ^ 1;
      return file;
    });
    expect((await problemIn(pullObject(rig.context, oid, destination))).message).to.include('is damaged');
    await expectNothing();
  });

  const hostile: readonly (readonly [string, Change])[] = [
    ['manifest that is cut off', (file, path) => (path.startsWith('assets/') ? file.subarray(0, 100) : undefined)],
    [
      'manifest of another object',
      (file, path) => (path.startsWith('assets/') ? Buffer.from(file.toString().replace(oid, 'a'.repeat(64))) : undefined),
    ],
    ['manifest that leaves a map out', (file, path) => (path.startsWith('assets/') ? withoutMaps(file) : undefined)],
    ['manifest that is endless', (_file, path) => (path.startsWith('assets/') ? Buffer.alloc(17 * mebibyte, '{') : undefined)],
    ['map with other bytes', (file, path) => (path.startsWith('chunks/maps/') ? file.fill(1, file.byteLength - 1) : undefined)],
    ['map that is longer than any map', (_file, path) => (path.startsWith('chunks/maps/') ? Buffer.alloc(mebibyte) : undefined)],
    ['pack that is too short', (file, path) => (path.startsWith('chunks/packs/') ? file.subarray(0, 20) : undefined)],
  ];

  for (const [what, change] of hostile) {
    it(`is refused with a ${what}, where it cannot come whole either`, async () => {
      tamper(change);
      breakWhole();
      await problemIn(pullObject(rig.context, oid, destination));
      await expectNothing();
    });
  }

  for (const [what, change] of hostile.slice(0, 3)) {
    it(`comes whole past a ${what}`, async () => {
      tamper(change);
      expect((await pullObject(rig.context, oid, destination)).via).to.equal('whole');
      await expectWhole();
    });
  }

  it('comes whole past a manifest that swaps two chunks', async () => {
    const swapped = new Map<string, Buffer>();
    const manifestPath = `assets/${oid}/manifest.json`;
    const manifest = parseManifest(await readTree(manifestPath))._unsafeUnwrap();
    const [map] = manifest.maps;
    if (map === undefined) throw new Error('the object has a map');
    const chunks = [...parseChunkMap(await readTree(`chunks/maps/${map.name}`))._unsafeUnwrap()];
    const encoded = encodeChunkMap(chunks.reverse());
    const name = rig.context.codec.blake3Hex(encoded);
    swapped.set(`chunks/maps/${name}`, Buffer.from(encoded));
    swapped.set(
      manifestPath,
      Buffer.from(encodeManifest({ ...manifest, maps: [{ ...map, name: mapNameOf(name) }, ...manifest.maps.slice(1)] })),
    );
    rig.service.intercept = (request, response) => {
      const file = swapped.get((request.url ?? '').split('/lfs/')[1] ?? '');
      if (file === undefined) return false;
      response.writeHead(200, { 'content-length': file.byteLength }).end(file);
      return true;
    };
    expect((await pullObject(rig.context, oid, destination)).via).to.equal('whole');
    await expectWhole();
  });

  it('goes on where a whole download broke off', async () => {
    const ranges: (string | undefined)[] = [];
    rig.service.intercept = (request, response) => {
      if (request.url?.includes('/assets/') === true) {
        response.writeHead(404).end();
        return true;
      }
      if (request.url?.includes(oid) !== true || request.method !== 'GET') return false;
      ranges.push(request.headers.range);
      expect(request.headers.authorization).to.equal(undefined);
      const begin = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
      const part = Buffer.from(bytes.subarray(begin, begin + 900_000));
      const range = begin === 0 ? {} : { 'content-range': `bytes ${begin}-${bytes.byteLength - 1}/${bytes.byteLength}` };
      response.writeHead(begin === 0 ? 200 : 206, { 'content-length': bytes.byteLength - begin, ...range });
      response.write(part, () => {
        if (begin + part.byteLength < bytes.byteLength) response.destroy();
        else response.end();
      });
      return true;
    };
    expect((await pullObject(rig.context, oid, destination)).via).to.equal('whole');
    expect(ranges.length).to.be.greaterThan(2);
    await expectWhole();
  });

  it('is refused when it comes whole with other bytes', async () => {
    rig.service.intercept = (request, response) => {
      if (request.url?.includes('/assets/') === true) {
        response.writeHead(404).end();
        return true;
      }
      if (request.url?.includes(oid) !== true || request.method !== 'GET') return false;
      response.end(Buffer.alloc(bytes.byteLength));
      return true;
    };
    expect((await problemIn(pullObject(rig.context, oid, destination))).message).to.include('another SHA-256');
    expect((await problemIn(verifyStored(rig.context, oid))).message).to.include('another SHA-256');
    await expectNothing();
  });

  it('that the repository does not have is a 404', async () => {
    const missing = oidOf(sha256(Buffer.from('missing')));
    expect(await problemIn(pullObject(rig.context, missing, destination))).to.include({ status: 404 });
    await expectNothing();
  });

  it('leaves nothing behind when it is ended', async () => {
    const end = new AbortController();
    const context = await rig.open({ signal: end.signal });
    rig.service.intercept = (request) => {
      if (request.url?.includes('/packs/') === true) end.abort();
      return false;
    };
    expect((await problemIn(pullObject(context, oid, destination))).kind).to.equal('aborted');
    await expectNothing();
  });
});
