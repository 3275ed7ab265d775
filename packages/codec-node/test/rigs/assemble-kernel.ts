import { readFile } from 'node:fs/promises';
import wabt from 'wabt';

const source = new URL('../../src/kernel/kernel.wat', import.meta.url);
const features = { simd: true, threads: true, bulk_memory: true };

/** The text of `src/kernel/kernel-bytes.ts`, from the assembly beside it. */
export const assembleKernel = async (): Promise<string> => {
  const assembler = await wabt();
  const parsed = assembler.parseWat('kernel.wat', await readFile(source, 'utf8'), features);
  const base64 = Buffer.from(parsed.toBinary({}).buffer).toString('base64');
  parsed.destroy();
  const lines = base64.match(/.{1,120}/g) ?? [];
  return [
    '/** The WebAssembly module that `npm run assemble` makes of kernel.wat. */',
    'export const kernelBytes = Buffer.from(',
    ...lines.map((line, index) => `  ${index > 0 ? '  ' : ''}'${line}'${index < lines.length - 1 ? ' +' : ','}`),
    "  'base64',",
    ');',
    '',
  ].join('\n');
};
