import { expect } from 'chai';
import type { Mail } from '@svc/core/ports';
import type { Case } from '../run-cases.js';
import type { MailerHarness } from './mailer-harness.js';

const mail: Mail = {
  to: 'ada@example.com',
  subject: 'You are invited',
  text: 'Come in: https://svc.example/door?token=a_b',
  html: '<p>Come in: <a href="https://svc.example/door?token=a_b">door</a></p>',
};

const delivery: readonly Case<MailerHarness>[] = [
  {
    title: 'a mail arrives at its address with subject, text and HTML',
    run: async ({ mailer, received }) => {
      expect((await mailer.send(mail)).isOk()).to.equal(true);
      const { to, ...content } = mail;
      expect(await received()).to.deep.equal([{ recipients: [to], ...content }]);
    },
  },
  {
    title: 'text of any script and lines of any length arrive as they were',
    run: async ({ mailer, received }) => {
      const long = 'x'.repeat(5000);
      const subject = 'Einladung für Zoë: 鍵 🔑';
      const text = `Grüße\n.\n..\n\nFrom here: ${long}\nμ 鍵 🔑`;
      const html = `<p>Grüße &amp; 鍵 🔑</p>\n<p>${long}</p>`;
      expect((await mailer.send({ ...mail, subject, text, html })).isOk()).to.equal(true);
      expect(await received()).to.deep.equal([{ recipients: [mail.to], subject, text, html }]);
    },
  },
  {
    title: 'mails that are sent one after the other arrive in that order, each at its own address',
    run: async ({ mailer, received }) => {
      const addresses = ['a@example.com', 'b@example.com', 'a@example.com'];
      for (const to of addresses) expect((await mailer.send({ ...mail, to })).isOk()).to.equal(true);
      expect((await received()).flatMap(({ recipients }) => recipients)).to.deep.equal(addresses);
    },
  },
  {
    title: 'mails that are sent at once all arrive',
    run: async ({ mailer, received }) => {
      const addresses = Array.from({ length: 20 }, (_, index) => `user${String(index).padStart(2, '0')}@example.com`);
      const sent = await Promise.all(addresses.map((to) => mailer.send({ ...mail, to })));
      expect(sent.every((result) => result.isOk())).to.equal(true);
      expect((await received()).flatMap(({ recipients }) => recipients).toSorted()).to.deep.equal(addresses);
    },
  },
];

const hostile: readonly Case<MailerHarness>[] = [
  {
    title: 'a line break in the subject is a space, and begins neither a header nor the body',
    run: async ({ mailer, received }) => {
      for (const lineBreak of ['\r\n', '\n', '\r', '\r\n\r\n']) {
        const subject = `Hello${lineBreak}Bcc: eve@example.com${lineBreak}Subject: other`;
        expect((await mailer.send({ ...mail, subject })).isOk()).to.equal(true);
      }
      const arrived = await received();
      expect(arrived.flatMap(({ recipients }) => recipients)).to.deep.equal(arrived.map(() => mail.to));
      expect(arrived.map(({ text }) => text)).to.deep.equal(arrived.map(() => mail.text));
      const read = arrived.map(({ subject }) => subject.replaceAll(/ +/g, ' '));
      expect(read).to.deep.equal(arrived.map(() => 'Hello Bcc: eve@example.com Subject: other'));
    },
  },
  {
    title: 'a subject that looks encoded is what its reader sees, and not what it would be decoded to',
    run: async ({ mailer, received }) => {
      const encoded = '=?utf-8?Q?=0D=0ABcc:_eve@example.com?= invites you';
      const subjects = [encoded, `${encoded} to ${'=?UTF-8?B?8J+UkQ==?= '.repeat(20)}end`, `${encoded} to ${'🔑'.repeat(60)}`];
      for (const subject of subjects) expect((await mailer.send({ ...mail, subject })).isOk()).to.equal(true);
      expect((await received()).map(({ subject }) => subject)).to.deep.equal(subjects);
    },
  },
  {
    title: 'an address that is more than one reaches nobody else',
    run: async ({ mailer, received }) => {
      const attempts = [
        'ada@example.com\r\nBcc: eve@example.com',
        'ada@example.com>\r\nRCPT TO:<eve@example.com',
        'ada@example.com, eve@example.com',
        'Eve <eve@example.com>, ada@example.com',
        'x,eve@example.com',
      ];
      for (const to of attempts) {
        const result = await mailer.send({ ...mail, to });
        if (result.isErr()) expect(result.error).to.deep.equal({ kind: 'mail_refused' });
      }
      expect((await received()).flatMap(({ recipients }) => recipients)).to.not.include('eve@example.com');
    },
  },
];

const refusal: readonly Case<MailerHarness>[] = [
  {
    title: 'a mail that the server does not take is refused, and the next one goes',
    run: async ({ mailer, received, refuse }) => {
      await refuse('gone@example.com');
      const refused = await mailer.send({ ...mail, to: 'gone@example.com' });
      expect(refused.isErr() && refused.error).to.deep.equal({ kind: 'mail_refused' });
      expect((await mailer.send(mail)).isOk()).to.equal(true);
      expect((await received()).flatMap(({ recipients }) => recipients)).to.deep.equal([mail.to]);
    },
  },
];

const outage: readonly Case<MailerHarness>[] = [
  {
    title: 'a mail that no server takes over is unavailable, and says nothing of the mail',
    run: async ({ mailer, breakDown }) => {
      await breakDown();
      const result = await mailer.send(mail);
      expect(result.isErr() && result.error).to.deep.include({ kind: 'unavailable', part: 'mail' });
      expect(JSON.stringify(result)).to.not.include('token');
    },
  },
];

/** The law of the `Mailer` port. */
export const mailerCases: Readonly<Record<string, readonly Case<MailerHarness>[]>> = {
  'a mailer: delivery': delivery,
  'a mailer: hostile content': hostile,
  'a mailer: a refusal': refusal,
  'a mailer: an outage': outage,
};
