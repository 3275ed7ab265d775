import { publishedPackage } from '../../.config/published-package.ts';

export default publishedPackage({ index: 'src/index.ts', settings: 'src/settings.ts' });
