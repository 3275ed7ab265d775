import { publishedPackage } from '../../.config/published-package.ts';

export default publishedPackage(undefined, [], false, ['better-sqlite3-node-api']);
