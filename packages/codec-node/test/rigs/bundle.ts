import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'tsup';
import { inlineWorker } from '../../../../.config/inline-worker.mjs';

const packageFolder = fileURLToPath(new URL('../..', import.meta.url));

export interface Bundle {
  readonly file: string;
  remove(): Promise<void>;
}

/** One file out of a program that imports this package, made as the builds make theirs. It lies where its native packages are found. */
export const bundle = async (program: string, format: 'esm' | 'cjs'): Promise<Bundle> => {
  const folder = await mkdtemp(join(packageFolder, 'test/.bundle-'));
  await writeFile(join(folder, 'program.ts'), program);
  await build({
    config: false,
    entry: { program: join(folder, 'program.ts') },
    outDir: join(folder, 'out'),
    format: [format],
    outExtension: () => ({ js: format === 'esm' ? '.mjs' : '.cjs' }),
    target: 'node20',
    platform: 'node',
    silent: true,
    skipNodeModulesBundle: true,
    noExternal: [/^@svc\//],
    esbuildPlugins: [inlineWorker],
    esbuildOptions: (options) => {
      options.conditions = ['source'];
    },
  });
  return {
    file: join(folder, 'out', format === 'esm' ? 'program.mjs' : 'program.cjs'),
    remove: () => rm(folder, { recursive: true }),
  };
};
