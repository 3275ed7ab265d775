import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { recipe } from './recipe.js';

const root = new URL('../../../../', import.meta.url);

const documents = ['README.md', ...['docs/', 'docs/guides/', 'packages/', 'examples/'].flatMap((folder) => markdownIn(folder))];

function markdownIn(folder: string): readonly string[] {
  return readdirSync(new URL(folder, root), { withFileTypes: true }).flatMap((entry) => {
    if (entry.isFile()) return entry.name.endsWith('.md') ? [`${folder}${entry.name}`] : [];
    return readdirSync(new URL(`${folder}${entry.name}/`, root)).includes('README.md')
      ? [`${folder}${entry.name}/README.md`]
      : [];
  });
}

/** The lines that a document has people type, those that go on in the next one put together. */
const commandsOf = (document: string): readonly string[] =>
  [...readFileSync(new URL(document, root), 'utf8').matchAll(/^```sh\n([^]*?)^```$/gm)].flatMap(([, block = '']) =>
    block.replaceAll('\\\n', '').split('\n'),
  );

/** That of most machines with Linux, and that of macOS. */
const shells = { bash: ['--norc', '-euo', 'pipefail', '-c'], zsh: ['-f', '-euo', 'pipefail', '-c'] };

const secret = 'what-nobody-else-may-read';

/** Says what everybody on the machine can read of it, and what it was given to read. */
const tattlingCurl = `#!/bin/sh
for each; do
  echo "argument $each"
  case $each in @/*) echo "read $(cat "\${each#@}")" ;; /*) echo "read $(cat "$each")" ;; esac
done
[ -t 0 ] || echo "read $(cat)"
`;

describe('what the documents have people type', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'svc-terminals-'));
    writeFileSync(join(folder, 'curl'), tattlingCurl);
    chmodSync(join(folder, 'curl'), 0o755);
    writeFileSync(join(folder, '.env'), `ADMIN_TOKEN=${secret}\n`);
  });
  after(() => rmSync(folder, { recursive: true }));

  const run = (shell: keyof typeof shells, command: string, variables: Readonly<Record<string, string>> = {}) =>
    spawnSync(shell, [...shells[shell], command], {
      cwd: folder,
      encoding: 'utf8',
      input: `${secret}\n`,
      env: { PATH: [folder, process.env['PATH'] ?? ''].join(delimiter), ...variables },
    });

  for (const shell of ['bash', 'zsh'] as const) {
    it(`asks for what nobody shall see, in ${shell}`, () => {
      const questions = documents.flatMap(commandsOf).filter((line) => /\bread -/.test(line));
      expect(questions).to.have.length.above(8);
      for (const question of new Set(questions)) {
        const [, variable = ''] = /(\w+)$/.exec(question) ?? [];
        const { stdout, stderr } = run(shell, `${question}\necho "=\${${variable}}"`);
        expect(`${stdout}${stderr}`, question).to.match(new RegExp(`^[\\w ]+:\n=${secret}\n$`));
      }
    });

    it(`hands curl no secret that others on the machine can read, in ${shell}`, () => {
      const secrets = /\$(?:CREDENTIAL|TOKEN)\b|ADMIN_TOKEN=/;
      const commands = documents.flatMap(commandsOf).filter((line) => /\bcurl /.test(line) && secrets.test(line));
      expect(commands).to.have.length.above(5);
      for (const command of new Set(commands)) {
        const called = command.startsWith('post()') ? `${command}\npost /path '{"secret_access_key": "${secret}"}'` : command;
        const { stdout, stderr } = run(shell, called, { SVC: 'http://svc.test', CREDENTIAL: secret, TOKEN: secret });
        const lines = stdout.split('\n');
        expect(stderr, command).to.equal('');
        expect(lines.filter((line) => line.startsWith('argument ')).join('\n'), command).not.to.contain(secret);
        expect(lines.filter((line) => line.startsWith('read ')).join('\n'), command).to.contain(secret);
        if (command.startsWith('post()'))
          expect(stdout)
            .to.match(/^read Authorization: Bearer .*$/m)
            .and.to.match(/^read \{"secret_/m);
      }
    });
  }

  it('keeps secrets in files that nobody else can read at any moment', () => {
    const kept = { '.env': '## To try it out with Docker', '.netrc': '## Continuous integration' };
    for (const [name, heading] of Object.entries(kept)) {
      const file = join(folder, name);
      rmSync(file, { force: true });
      const block = recipe(heading).find((each) => each.includes(name)) ?? '';
      const lines = block.split('\n').filter((line) => line.includes(name) && !line.includes('curl'));
      for (const line of lines) {
        const variables = { HOME: folder, SVC: 'https://svc.test:8443', CI_TOKEN: secret };
        expect(run('bash', `umask 022\n${line}`, variables).stderr, line).to.equal('');
        if (existsSync(file) && statSync(file).size > 0) expect((statSync(file).mode & 0o777).toString(8), line).to.equal('600');
      }
      expect(readFileSync(file, 'utf8'), name).to.match(/^(?:ADMIN_TOKEN=|machine svc\.test login token password )\S+$/m);
    }
  });
});
