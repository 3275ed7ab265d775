import { getDefaults, Lexer, type Token, Tokenizer, type Tokens } from 'marked';
import { isTokenOf } from './is-token-of.js';

/** What a page can draw, and more than anybody reads. */
const mostTokens = 100_000;
const deepest = 100;

/** Each row of a table is filled up to the width of its first one: few characters can ask for billions of cells. */
const mostCells = 50_000;

class BoundedTokenizer extends Tokenizer {
  override table(source: string): Tokens.Table | undefined {
    const [first = '', second = ''] = source.split('\n', 2);
    if (!second.includes('-')) return undefined;
    const end = source.search(/\n[ \t]*\n/);
    const lines = (end === -1 ? source : source.slice(0, end)).split('\n').length;
    return first.split('|').length * lines > mostCells ? undefined : super.table(source);
  }
}

const below = (token: Token): readonly Token[] => {
  if (isTokenOf<Tokens.List>(token, 'list')) return token.items;
  if (isTokenOf<Tokens.Table>(token, 'table')) return [token.header, ...token.rows].flat().flatMap(({ tokens }) => tokens);
  return ('tokens' in token ? token.tokens : undefined) ?? [];
};

/** How many tokens there are; undefined where they are more than the page has room for, or too deep. */
const countDrawn = (tokens: readonly Token[], room: number): number | undefined => {
  let count = 0;
  let level = tokens;
  for (let depth = 0; level.length > 0; depth += 1) {
    count += level.length;
    if (depth > deepest || count > room) return undefined;
    level = level.flatMap(below);
  }
  return count;
};

/** Undefined of what takes the parser more stack than there is: one such text says nothing of the others of a notebook. */
const lexed = (text: string): readonly Token[] | undefined => {
  try {
    return new Lexer({ ...getDefaults(), tokenizer: new BoundedTokenizer() }).lex(text);
  } catch {
    return undefined;
  }
};

/**
 * What the Markdown texts of one page consist of; undefined of each that is more than the page can draw besides those before it, or than the parser can read.
 * Some texts take it minutes: it belongs into a worker.
 */
export const readMarkdown = (texts: readonly string[]): readonly (readonly Token[] | undefined)[] => {
  let room = mostTokens;
  return texts.map((text) => {
    const tokens = lexed(text);
    const count = tokens && countDrawn(tokens, room);
    if (count === undefined) return undefined;
    room -= count;
    return tokens;
  });
};
