import { publishedPackage } from '../../.config/published-package.ts';

// The built pages lie beside what this makes, in `dist/pages`, and are found from it. Vite builds them afterwards, since this empties `dist`.
export default publishedPackage({ index: 'src/index.ts' }, [], true);
