import { defineConfig, type Options } from 'tsup';

/** Where `.scripts/build.mjs` has had the declarations of this package's sources written. */
const declarations = process.env['SVC_DECLARATIONS'] ?? '';

/**
 * Modules alone, which not everything that loads CommonJS can require, such as Jest: our CommonJS holds them itself. jose is none of these: it checks
 * signatures, and who needs a newer one shall not have to wait for us.
 */
const heldByCommonJs = ['@noble/hashes', 'chai'];

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
    noExternal: heldByCommonJs,
    esbuildOptions: (options, { format }) => {
      if (format === 'esm') options.external = [...(options.external ?? []), ...heldByCommonJs];
      // Left as it is it would load the modules of our packages beside their CommonJS, and Jest refuses it.
      else options.supported = { ...options.supported, 'dynamic-import': false };
    },
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
