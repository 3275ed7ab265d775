import { publishedPackage } from '../../.config/published-package.ts';

// The pages are Vite's: they lie beside what this makes, in `dist/pages`, and stay there while it is made anew.
export default publishedPackage();
