import { publishedPackage } from '../../.config/published-package.ts';

export default publishedPackage({
  index: 'src/index.ts',
  'chunking/index': 'src/formats/chunking/index.ts',
  'memory/index': 'src/memory/index.ts',
  'model/index': 'src/model/index.ts',
  'packs/index': 'src/formats/packs/index.ts',
  'ports/index': 'src/ports/index.ts',
  'verify/index': 'src/formats/verify/index.ts',
});
