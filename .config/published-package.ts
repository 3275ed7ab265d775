import { defineConfig, type Options } from 'tsup';

/** Where `.scripts/build.mjs` has had the declarations of this package's sources written. */
const declarations = process.env['SVC_DECLARATIONS'] ?? '';

/**
 * How every published package is built: ESM, CommonJS and declarations for both, from the named entries. `shims`: whether `import.meta` is there in
 * CommonJS, too, for packages that find files of theirs. `optionalPackages`: those of `optionalDependencies`, which tsup would make a part of the bundle.
 */
export const publishedPackage = (
  entry: Record<string, string> = { index: 'src/index.ts' },
  esbuildPlugins: Options['esbuildPlugins'] = [],
  shims = false,
  optionalPackages: Options['external'] = [],
) =>
  defineConfig({
    entry,
    format: ['esm', 'cjs'],
    target: 'node20',
    platform: 'node',
    sourcemap: true,
    clean: true,
    silent: true,
    external: optionalPackages,
    esbuildPlugins,
    shims,
    // tsup sets `baseUrl`, which TypeScript 6 deprecates; without the `source` condition declarations name the built packages.
    dts: {
      entry: Object.fromEntries(
        Object.entries(entry).map(([name, source]) => [name, `${declarations}/${source.replace(/\.ts$/, '.d.ts')}`]),
      ),
      compilerOptions: { ignoreDeprecations: '6.0', customConditions: [] },
    },
  });
