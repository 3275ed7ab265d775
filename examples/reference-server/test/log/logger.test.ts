import { expect } from 'chai';
import { createLogger } from '../../src/log/logger.js';

const linesOf = (write: (log: ReturnType<typeof createLogger>) => void): readonly string[] => {
  const lines: string[] = [];
  write(createLogger('info', { write: (line) => lines.push(line) }));
  return lines;
};

const secret = 'svc_pat_0123456789ABCDEFGHIJabcdefghij012345';
const jwt = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhZGEifQ.c2lnbmF0dXJl';
const signed = 'https://svc.example.org/storage/staging/s/1?expires=1&signature=abcdef';

describe('createLogger', () => {
  it('writes one JSON object per line, with the time and the name of the level', () => {
    const [line = '', ...more] = linesOf((log) => log.info({ requestId: 'r1' }, 'request'));
    expect(more).to.deep.equal([]);
    expect(JSON.parse(line)).to.include({ level: 'info', requestId: 'r1', msg: 'request' });
    expect(line)
      .to.match(/"time":"\d{4}-\d\d-\d\dT[\d:.]+Z"/)
      .and.match(/\n$/);
  });

  it('leaves out what is below its level', () => {
    expect(linesOf((log) => log.debug('request'))).to.deep.equal([]);
  });

  const writers: readonly (readonly [string, (log: ReturnType<typeof createLogger>) => void])[] = [
    ['the authorization of a request', (log) => log.info({ headers: { authorization: secret } })],
    [
      'the headers of a nested request',
      (log) => log.info({ request: { headers: { authorization: 'opaque-secret', cookie: 'opaque-secret' } } }),
    ],
    ['a token in a message', (log) => log.info(`no such token: ${secret}`)],
    ['a token in a field', (log) => log.info({ credential: secret })],
    ['a bearer credential', (log) => log.info(`authorization: Bearer opaque-secret`)],
    ['a basic credential', (log) => log.info({ tried: 'Basic b3BhcXVlLXNlY3JldA==' })],
    ['an identity provider’s token', (log) => log.info({ token: jwt }, `refused ${jwt}`)],
    ['the query of a signed URL', (log) => log.info({ href: signed }, `PUT ${signed} failed`)],
    ['the query of a signed path', (log) => log.info(`PUT ${new URL(signed).pathname}${new URL(signed).search} failed`)],
    ['the password in the URL of a database', (log) => log.warn({ tried: 'postgres://svc:opaque-secret@db:5432/svc' })],
    ['the password in the URL of a mail server', (log) => log.warn({ tried: 'smtps://mailer:opaque-secret@mail.example.org' })],
    ['a key or a signing secret of Stripe', (log) => log.info({ a: 'whsec_opaque-secret' }, 'sk_live_opaque-secret')],
    ['what an error says', (log) => log.error({ err: new Error(`cannot fetch ${signed} with ${secret}`) })],
    [
      'what the cause of an error says',
      (log) => log.error({ err: new Error('failed', { cause: new Error(`token=opaque-secret`) }) }),
    ],
  ];
  for (const [title, write] of writers) {
    it(`does not write down ${title}`, () => {
      const text = linesOf(write).join('');
      expect(text).not.to.equal('');
      for (const part of [secret, jwt, 'opaque-secret', 'b3BhcXVl', 'abcdef', 'signature=']) expect(text).not.to.contain(part);
    });
  }

  it('keeps lines JSON, whatever it has taken out of them', () => {
    const text = linesOf((log) => log.info({ a: `Bearer ${secret}`, b: `"${signed}"`, c: `'${jwt}'` }, `token=${secret}`));
    const parsed: unknown = JSON.parse(text.join(''));
    expect(parsed).to.be.an('object');
  });
});
