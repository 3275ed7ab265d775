import { run } from './run.mjs';
import { publishedPackages } from './workspaces.mjs';

// Declarations of a package name the built declarations of its dependencies, hence one after the other.
for (const { folder } of publishedPackages()) await run('npm', ['run', '--silent', 'build'], folder);
