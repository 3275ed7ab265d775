import { publishedPackage } from '../../.config/published-package.ts';

export default publishedPackage({ index: 'src/index.ts', 'memory/index': 'src/memory/index.ts' });
