import type { Options } from 'tsup';

/** Puts the code of the codec pool's threads into a bundle, which has no file for them. */
export declare const inlineWorker: NonNullable<Options['esbuildPlugins']>[number];
