import { createSmtpMailer } from '@svc/mail-smtp';
import { parseSender, parseSmtpUrl } from '@svc/mail-smtp/settings';
import { expect } from 'chai';

describe('the URL of an SMTP server', () => {
  for (const [url, expected] of [
    ['smtp://mail.example.org', { host: 'mail.example.org', port: 587, security: 'starttls', credentials: undefined }],
    ['smtps://mail.example.org/', { host: 'mail.example.org', port: 465, security: 'tls', credentials: undefined }],
    ['smtp://localhost:25', { host: 'localhost', port: 25, security: 'starttls', credentials: undefined }],
    ['smtp://[::1]:2525', { host: '::1', port: 2525, security: 'starttls', credentials: undefined }],
    [
      'smtps://me%40example.org:a%2Fb%3A%40c@192.0.2.1:466',
      { host: '192.0.2.1', port: 466, security: 'tls', credentials: { user: 'me@example.org', password: 'a/b:@c' } },
    ],
  ] as const) {
    it(`is understood as ${url}`, () => {
      expect(parseSmtpUrl(url)).to.deep.equal(expected);
    });
  }

  for (const url of [
    'mail.example.org',
    'mail.example.org:587',
    'https://mail.example.org',
    'smtp:mail.example.org',
    'smtp://',
    'smtp://:587',
    'smtp://mail.example.org:0',
    'smtp://mail.example.org:99999',
    'smtp://mail.example.org/inbox',
    'smtp://mail.example.org?logger=true',
    'smtp://mail.example.org#x',
    'smtp://user@mail.example.org',
    'smtp://:password@mail.example.org',
    'smtp://user:100%@mail.example.org',
    'smtp://user:a%0D%0Ab@mail.example.org',
    'smtp://mail%0D%0A.example.org',
    'smtp://a b',
  ]) {
    it(`is not ${url}`, () => {
      expect(parseSmtpUrl(url)).to.equal(undefined);
    });
  }
});

describe('a sender', () => {
  for (const [text, expected] of [
    ['mail@example.org', { name: '', address: 'mail@example.org' }],
    ['<mail@example.org>', { name: '', address: 'mail@example.org' }],
    ['Example Mail <mail@example.org>', { name: 'Example Mail', address: 'mail@example.org' }],
    ['"Example, Inc. (EU)" <mail@example.org>', { name: 'Example, Inc. (EU)', address: 'mail@example.org' }],
    [' Zoë 鍵 <mail@example.org> ', { name: 'Zoë 鍵', address: 'mail@example.org' }],
  ] as const) {
    it(`can be ${text}`, () => {
      expect(parseSender(text)).to.deep.equal(expected);
    });
  }

  for (const text of [
    '',
    'Example',
    'a@example.org, b@example.org',
    'Example <a@example.org>, b@example.org',
    'Example <>',
    'a\r\nBcc: eve@example.org <mail@example.org>',
    'Example <mail@example.org\r\nBcc: eve@example.org>',
    `${'x'.repeat(101)} <mail@example.org>`,
  ]) {
    it(`cannot be ${JSON.stringify(text)}`, () => {
      expect(parseSender(text)).to.equal(undefined);
    });
  }
});

describe('a mailer that cannot be made', () => {
  it('says which option is wrong, and does not quote it', () => {
    const url = 'smtp://mailer:correct-horse@mail.example.org/inbox';
    const problemOf = (options: { readonly url: string; readonly from: string }) => {
      const made = createSmtpMailer(options);
      return made.isErr() ? made.error : undefined;
    };
    expect(problemOf({ url, from: 'mail@example.org' })?.option).to.equal('url');
    expect(JSON.stringify(problemOf({ url, from: 'mail@example.org' }))).to.not.include('correct-horse');
    expect(problemOf({ url: 'smtp://mail.example.org', from: 'nobody' })).to.deep.equal({
      option: 'from',
      problem: 'must be an e-mail address, alone or as in: Example <mail@example.org>',
    });
  });
});
