import type { Mail } from '../../ports/mailer.js';

/** What a mail says; every text is plain, also a user's. */
export interface MailContent {
  readonly subject: string;
  /** Each without line breaks of its own. */
  readonly paragraphs: readonly string[];
  /** Stands between the first paragraph and the others. */
  readonly link?: { readonly label: string; readonly url: string } | undefined;
}

const maxSubjectLength = 200;

const oneLine = (text: string): string => text.replace(/[\p{Control}\p{Line_Separator}\p{Paragraph_Separator}]+/gu, ' ').trim();

/** At most `length` characters of the text, which are cut between characters and end in an ellipsis when some are left out. */
export const clipped = (text: string, length: number): string => {
  const characters = [...oneLine(text)];
  return characters.length <= length ? characters.join('') : `${characters.slice(0, length - 1).join('')}…`;
};

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text as HTML shows it, between tags and in quoted attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? character);

const textOf = ({ paragraphs: [first = '', ...others], link }: MailContent): string =>
  [first, ...(link === undefined ? [] : [`${link.label}:\n${link.url}`]), ...others].map((part) => `${part}\n`).join('\n');

const htmlOf = ({ paragraphs: [first = '', ...others], link }: MailContent): string => {
  const linked = link && `<a href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a><br>${escapeHtml(link.url)}`;
  const parts = [escapeHtml(first), ...(linked === undefined ? [] : [linked]), ...others.map(escapeHtml)];
  return ['<!doctype html>', '<meta charset="utf-8">', ...parts.map((part) => `<p>${part}</p>`), ''].join('\n');
};

/** The mail to one address that says this, in plain text and the same in HTML. */
export const composeMail = (to: string, content: MailContent): Mail => {
  const plain = { ...content, paragraphs: content.paragraphs.map(oneLine) };
  return { to, subject: clipped(content.subject, maxSubjectLength / 2), text: textOf(plain), html: htmlOf(plain) };
};
