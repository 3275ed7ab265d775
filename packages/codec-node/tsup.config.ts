import { inlineWorker } from '../../.config/inline-worker.mjs';
import { publishedPackage } from '../../.config/published-package.ts';

export default publishedPackage(undefined, [inlineWorker], false, ['zstd-napi']);
