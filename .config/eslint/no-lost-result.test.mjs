import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { ESLint } from 'eslint';
import { parser } from 'typescript-eslint';
import noLostResult from './no-lost-result.mjs';

describe('no-lost-result', () => {
  it('reports every dropped Result of the fixture and none of those that are used', async () => {
    const folder = fileURLToPath(new URL('fixture', import.meta.url));
    const eslint = new ESLint({
      cwd: folder,
      overrideConfigFile: true,
      overrideConfig: {
        files: ['*.ts'],
        languageOptions: { parser, parserOptions: { project: 'tsconfig.json', tsconfigRootDir: folder } },
        plugins: { svc: { rules: { 'no-lost-result': noLostResult } } },
        rules: { 'svc/no-lost-result': 'error' },
      },
    });
    const [report] = await eslint.lintFiles(['results.ts']);
    const marked = readFileSync(`${folder}/results.ts`, 'utf8')
      .split('\n')
      .flatMap((line, index) => (line.endsWith('// lost') ? [index + 1] : []));
    expect(marked).to.have.length.above(8);
    expect(report.messages.map((message) => message.line)).to.deep.equal(marked);
  });
});
