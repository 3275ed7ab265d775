import { publishedPackage } from '../../.config/published-package.ts';

export default publishedPackage({
  index: 'src/index.ts',
  'shared-rate-limit/index': 'src/shared-rate-limit/index.ts',
});
