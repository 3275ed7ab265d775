import type { Token, Tokens } from 'marked';
import type { ComponentChildren, JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { Loading } from '../ui/loading.js';
import { useOverflow } from '../ui/use-overflow.js';
import { decodeEntities } from './entities.js';
import { isTokenOf } from './is-token-of.js';
import { useMarkdown } from './use-markdown.js';

/*
 * Markdown as elements of the page, made one by one from what the parser names: there is no HTML in between, so none of the text can become any. HTML in
 * the text is shown as the text that it is, and links lead to http, https and mail alone.
 */

const safeSchemes: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:']);

const safeHref = (written: string): string | undefined => {
  // Before it is judged: an entity may stand for a part of the scheme.
  const href = decodeEntities(written);
  if (!URL.canParse(href)) return undefined;
  return safeSchemes.has(new URL(href).protocol) ? href : undefined;
};

const Heading = ({ depth, children }: { readonly depth: number; readonly children: ComponentChildren }): JSX.Element =>
  // The page has an h1 and the file an h2 already.
  depth <= 2 ? <h3>{children}</h3> : <h4>{children}</h4>;

const inside = (tokens: readonly Token[] | undefined): ComponentChildren => tokens?.map(shown) ?? null;

const table = (token: Tokens.Table): ComponentChildren => (
  <div class="table-scroll">
    <table class="table">
      <thead>
        <tr>
          {token.header.map((cell) => (
            <th scope="col">{inside(cell.tokens)}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {token.rows.map((row) => (
          <tr>
            {row.map((cell) => (
              <td>{inside(cell.tokens)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

const link = ({ href, tokens, text }: Tokens.Link): ComponentChildren => {
  const safe = safeHref(href);
  const children = tokens.length === 0 ? decodeEntities(text) : inside(tokens);
  return safe === undefined ? (
    <span>{children}</span>
  ) : (
    <a href={safe} rel="noopener noreferrer" target="_blank">
      {children}
    </a>
  );
};

const list = (token: Tokens.List): ComponentChildren => {
  const items = token.items.map((item) => <li>{inside(item.tokens)}</li>);
  if (!token.ordered) return <ul>{items}</ul>;
  return token.start === '' || token.start === 1 ? <ol>{items}</ol> : <ol start={token.start}>{items}</ol>;
};

/** What has no form of its own is shown as it is written: HTML, above all. */
const textIn = (token: Token): string => ('text' in token && typeof token.text === 'string' ? token.text : token.raw);

const shown = (token: Token): ComponentChildren => {
  if (isTokenOf<Tokens.Heading>(token, 'heading')) return <Heading depth={token.depth}>{inside(token.tokens)}</Heading>;
  if (isTokenOf<Tokens.Paragraph>(token, 'paragraph')) return <p>{inside(token.tokens)}</p>;
  if (isTokenOf<Tokens.Blockquote>(token, 'blockquote')) return <blockquote>{inside(token.tokens)}</blockquote>;
  if (isTokenOf<Tokens.List>(token, 'list')) return list(token);
  if (isTokenOf<Tokens.Table>(token, 'table')) return table(token);
  if (isTokenOf<Tokens.Link>(token, 'link')) return link(token);
  if (isTokenOf<Tokens.Image>(token, 'image')) return <em>{token.text === '' ? token.href : decodeEntities(token.text)}</em>;
  if (isTokenOf<Tokens.Strong>(token, 'strong')) return <strong>{inside(token.tokens)}</strong>;
  if (isTokenOf<Tokens.Em>(token, 'em')) return <em>{inside(token.tokens)}</em>;
  if (isTokenOf<Tokens.Del>(token, 'del')) return <del>{inside(token.tokens)}</del>;
  if (isTokenOf<Tokens.Codespan>(token, 'codespan')) return <code>{token.text}</code>;
  if (isTokenOf<Tokens.Code>(token, 'code')) return <pre tabIndex={0}>{token.text}</pre>;
  if (token.type === 'hr') return <hr />;
  if (token.type === 'br') return <br />;
  if (token.type === 'space' || token.type === 'def') return null;
  if ('tokens' in token) return inside(token.tokens);
  return isTokenOf<Tokens.Text>(token, 'text') ? decodeEntities(token.text) : textIn(token);
};

interface MarkdownTextProps {
  readonly text: string;
  /** Undefined where the text is too much for the parser, or for a page. */
  readonly tokens: readonly Token[] | undefined;
}

/** A text that was read. What is wider than its place is scrolled, by the keyboard too. */
export const MarkdownText = ({ text, tokens }: MarkdownTextProps) => {
  const { place, isOverflowing } = useOverflow<HTMLDivElement>();
  return (
    <div class="markdown" ref={place} {...(isOverflowing ? { tabIndex: 0, role: 'group', 'aria-label': 'Wide text' } : {})}>
      {tokens?.map(shown) ?? (
        <>
          <p class="quiet small">This Markdown cannot be laid out. This is its text.</p>
          <pre tabIndex={0}>{text}</pre>
        </>
      )}
    </div>
  );
};

export const Markdown = ({ text }: { readonly text: string }) => {
  const texts = useMemo(() => [text], [text]);
  const read = useMarkdown(texts);
  return read === undefined ? <Loading /> : <MarkdownText text={text} tokens={read[0]} />;
};
