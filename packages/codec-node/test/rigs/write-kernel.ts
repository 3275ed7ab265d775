import { writeFile } from 'node:fs/promises';
import { assembleKernel } from './assemble-kernel.js';

await writeFile(new URL('../../src/kernel/kernel-bytes.ts', import.meta.url), await assembleKernel());
