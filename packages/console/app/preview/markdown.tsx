import { lexer, type Token, type Tokens } from 'marked';
import type { ComponentChildren, JSX } from 'preact';
import { decodeEntities } from './entities.js';

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

const isOf = <T extends Tokens.Generic>(token: Token, type: T['type']): token is T => token.type === type;

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
  if (isOf<Tokens.Heading>(token, 'heading')) return <Heading depth={token.depth}>{inside(token.tokens)}</Heading>;
  if (isOf<Tokens.Paragraph>(token, 'paragraph')) return <p>{inside(token.tokens)}</p>;
  if (isOf<Tokens.Blockquote>(token, 'blockquote')) return <blockquote>{inside(token.tokens)}</blockquote>;
  if (isOf<Tokens.List>(token, 'list')) return list(token);
  if (isOf<Tokens.Table>(token, 'table')) return table(token);
  if (isOf<Tokens.Link>(token, 'link')) return link(token);
  if (isOf<Tokens.Image>(token, 'image')) return <em>{token.text === '' ? token.href : decodeEntities(token.text)}</em>;
  if (isOf<Tokens.Strong>(token, 'strong')) return <strong>{inside(token.tokens)}</strong>;
  if (isOf<Tokens.Em>(token, 'em')) return <em>{inside(token.tokens)}</em>;
  if (isOf<Tokens.Del>(token, 'del')) return <del>{inside(token.tokens)}</del>;
  if (isOf<Tokens.Codespan>(token, 'codespan')) return <code>{token.text}</code>;
  if (isOf<Tokens.Code>(token, 'code')) return <pre tabIndex={0}>{token.text}</pre>;
  if (token.type === 'hr') return <hr />;
  if (token.type === 'br') return <br />;
  if (token.type === 'space' || token.type === 'def') return null;
  if ('tokens' in token) return inside(token.tokens);
  return isOf<Tokens.Text>(token, 'text') ? decodeEntities(token.text) : textIn(token);
};

export const Markdown = ({ text }: { readonly text: string }) => <div class="markdown">{lexer(text).map(shown)}</div>;
