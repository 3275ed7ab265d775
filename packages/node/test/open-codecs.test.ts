import { foreignError } from '@svc/test-services/foreign-error';
import { runSources } from '@svc/test-services/run-sources';
import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { isNotInstalled } from '../src/open-codecs.js';

const source = fileURLToPath(new URL('../src', import.meta.url));
const packages = fileURLToPath(new URL('../..', import.meta.url));
const flags = [...runSources, '--input-type=module', '--eval'];

/** What the codec of a copy of this package says to a compressed chunk, again and again, beside which `prepare` installs `@svc/codec-node`, or not. */
const decodeWith = async (prepare: (modules: string) => Promise<void>, times = 1): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'svc-node-'));
  try {
    const modules = join(folder, 'node_modules/@svc');
    await mkdir(modules, { recursive: true });
    await cp(source, join(folder, 'src'), { recursive: true });
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
    await symlink(join(packages, 'core'), join(modules, 'core'));
    await prepare(modules);
    const script = `
      import { openCodecs } from './src/open-codecs.ts';
      const chunk = { encoding: 1, bytes: Buffer.from('damaged'), rawBytes: 100, name: undefined };
      for (let time = 0; time < ${times}; time += 1) {
        try {
          const { codec, backgroundCodec } = await openCodecs();
          await backgroundCodec.decodeAll([chunk]);
          console.log((await codec.decodeAll([chunk]))[0]);
        } catch (fault) {
          console.log(fault.message);
        }
      }
    `;
    return (await promisify(execFile)(process.execPath, [...flags, script], { cwd: folder })).stdout.trim();
  } finally {
    await rm(folder, { recursive: true });
  }
};

describe('openCodecs', () => {
  it('takes @svc/codec-node, which knows a damaged chunk, where it is installed', async () => {
    const install = (modules: string) => symlink(join(packages, 'codec-node'), join(modules, 'codec-node'));
    expect(await decodeWith(install)).to.equal('undefined');
  });

  it('takes the portable codec, which throws at a compressed chunk, where it is not installed', async () => {
    expect(await decodeWith(() => Promise.resolve())).to.contain('give portableCodec one');
  });

  it('takes a package for one that is not installed also where require does not find it, and in another realm, as under Jest', () => {
    const absent = (message: string) => isNotInstalled(foreignError(message, { code: 'MODULE_NOT_FOUND' }));
    expect(absent("Cannot find module '@svc/codec-node'\nRequire stack:\n- /app/node_modules/@svc/node/dist/index.cjs")).to.equal(
      true,
    );
    expect(absent("Cannot find module 'other'\nRequire stack:\n- /app/node_modules/@svc/codec-node/dist/index.cjs")).to.equal(
      false,
    );
  });

  it('does not go on without a package that is installed and broken', async () => {
    const install = async (modules: string): Promise<void> => {
      const broken = join(modules, 'codec-node');
      await mkdir(broken);
      await writeFile(join(broken, 'package.json'), '{ "name": "@svc/codec-node", "type": "module", "main": "index.js" }');
      await writeFile(join(broken, 'index.js'), "import '@svc/not-there';");
    };
    expect(await decodeWith(install)).to.contain('@svc/not-there');
  });

  it('opens them anew where the first time failed', async () => {
    const install = async (modules: string): Promise<void> => {
      const late = join(modules, 'codec-node');
      await mkdir(late);
      await symlink(join(packages, 'codec-node'), join(modules, 'right'));
      await writeFile(join(late, 'package.json'), '{ "name": "@svc/codec-node", "type": "module", "main": "index.js" }');
      await writeFile(
        join(late, 'index.js'),
        `import { createNodeCodec as create } from '@svc/right';
        export { createCodecPool } from '@svc/right';
        let isThere = false;
        export const createNodeCodec = () => {
          if (isThere) return create();
          isThere = true;
          throw new Error('not there yet');
        };`,
      );
    };
    expect(await decodeWith(install, 2)).to.equal('not there yet\nundefined');
  });
});
