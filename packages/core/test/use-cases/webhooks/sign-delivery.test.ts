import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { portableHasher } from '../../../src/formats/hashing/portable-hasher.js';
import { type DeliveryId, trusted } from '../../../src/model/values/index.js';
import { signedHeaders } from '../../../src/use-cases/webhooks/sign-delivery.js';

const document = readFileSync(fileURLToPath(new URL('../../../../../docs/webhooks.md', import.meta.url)), 'utf8');
const shown = (pattern: RegExp): string => pattern.exec(document)?.[1] ?? expect.fail(`the document has no ${pattern.source}`);
const secret = shown(/secret `(whsec_[^`]+)`/);
const body = shown(/body `(\{[^`]+\})`/);
const delivery = { id: trusted<DeliveryId>(shown(/secret `.*id `([^`]+)`/)), eventType: 'repository.push', body } as const;
const now = Number(shown(/timestamp `(\d+)`/)) * 1000;

describe('signedHeaders', () => {
  it('gives the vector of the document', () => {
    const headers = signedHeaders(portableHasher, secret, delivery, now + 999);
    expect(headers['X-SVC-Signature']).to.equal(shown(/X-SVC-Signature: (sha256=[0-9a-f]{64})\n/));
    expect(headers['webhook-signature']).to.equal(shown(/webhook-signature: (v1,[^<\n]{44})\n/));
    expect(headers['webhook-timestamp']).to.equal('1767225600');
  });

  it('signs the bytes of the text, of any script', () => {
    const text = '{"name":"Modèle 🚀 \\u0000"}';
    const { 'X-SVC-Signature': signature } = signedHeaders(portableHasher, secret, { ...delivery, body: text }, now);
    expect(signature).to.equal(`sha256=${createHmac('sha256', secret).update(Buffer.from(text)).digest('hex')}`);
  });

  it('is checked by the examples for Node and for the shell', () => {
    const signature = signedHeaders(portableHasher, secret, delivery, now)['X-SVC-Signature'] ?? '';
    const folder = mkdtempSync(join(tmpdir(), 'svc-webhook-'));
    try {
      writeFileSync(join(folder, 'genuine.mjs'), shown(/```js\n([^]*?)```/));
      writeFileSync(join(folder, 'body.json'), body);
      const ask = `import { isGenuine } from './genuine.mjs';
        const [secret, body, signature] = process.argv.slice(-3);
        const given = [signature, signature.replace(/.$/, 'x'), '', undefined];
        console.log(given.map((text) => isGenuine(secret, Buffer.from(body), text)).join());`;
      writeFileSync(join(folder, 'ask.mjs'), ask);
      const answer = execFileSync(process.execPath, ['ask.mjs', secret, body, signature], { cwd: folder, encoding: 'utf8' });
      expect(answer).to.equal('true,false,false,false\n');
      const script = `${shown(/```sh\n([^]*?)```/)}\nprintf %s "$expected"`;
      const env = { PATH: process.env['PATH'] ?? '', SECRET: secret };
      expect(execFileSync('sh', ['-c', script], { cwd: folder, env, encoding: 'utf8' })).to.equal(signature);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
