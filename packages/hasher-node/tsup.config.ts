import { publishedPackage } from '../../.config/published-package.ts';

export default publishedPackage();
