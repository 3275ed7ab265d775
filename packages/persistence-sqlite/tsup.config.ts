import { publishedPackage } from '../../.config/published-package.ts';

export default publishedPackage(undefined, [], true, ['better-sqlite3-node-api']);
