import { inlineWorker } from '../../.config/inline-worker.ts';
import { publishedPackage } from '../../.config/published-package.ts';

export default publishedPackage(undefined, [inlineWorker]);
