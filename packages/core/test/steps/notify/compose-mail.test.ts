import { expect } from 'chai';
import { clipped, composeMail, escapeHtml } from '../../../src/steps/notify/compose-mail.js';

describe('composeMail', () => {
  it('says the same in plain text and in HTML', () => {
    const link = { label: 'Open', url: 'https://svc.test/x?a=1&b=2' };
    const mail = composeMail('ada@example.org', { subject: 'Hello', paragraphs: ['One.', 'Two.'], link });
    expect(mail).to.deep.equal({
      to: 'ada@example.org',
      subject: 'Hello',
      text: 'One.\n\nOpen:\nhttps://svc.test/x?a=1&b=2\n\nTwo.\n',
      html: [
        '<!doctype html>',
        '<meta charset="utf-8">',
        '<p>One.</p>',
        '<p><a href="https://svc.test/x?a=1&amp;b=2">Open</a><br>https://svc.test/x?a=1&amp;b=2</p>',
        '<p>Two.</p>',
        '',
      ].join('\n'),
    });
  });

  it('lets no text become a tag, an attribute or a line of its own', () => {
    const hostile = `<script>alert("x")</script>' & \r\nBcc: eve@example.org\u2028.`;
    const mail = composeMail('ada@example.org', {
      subject: hostile,
      paragraphs: [hostile],
      link: { label: hostile, url: hostile },
    });
    expect(mail.html).not.to.match(/<script|alert\("/);
    expect(mail.subject).not.to.match(/[\r\n\u2028]/);
    expect(mail.text.split('\n')[0]).to.include('Bcc');
    expect(escapeHtml(`<>&"'`)).to.equal('&lt;&gt;&amp;&quot;&#39;');
  });

  it('clips between characters', () => {
    expect(clipped('🔑'.repeat(5), 5)).to.equal('🔑'.repeat(5));
    expect(clipped('🔑'.repeat(6), 5)).to.equal(`${'🔑'.repeat(4)}…`);
    expect(composeMail('a@b.c', { subject: 'x'.repeat(500), paragraphs: [] }).subject.length).to.be.at.most(200);
  });
});
