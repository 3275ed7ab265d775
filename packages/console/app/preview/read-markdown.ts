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

const canBeDrawn = (tokens: readonly Token[]): boolean => {
  let count = 0;
  let level = tokens;
  for (let depth = 0; level.length > 0; depth += 1) {
    count += level.length;
    if (depth > deepest || count > mostTokens) return false;
    level = level.flatMap(below);
  }
  return true;
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
 * What a Markdown text consists of; undefined where that is more than a page can draw, or than the parser can read. Some texts take it minutes: it belongs
 * into a worker.
 */
export const readMarkdown = (text: string): readonly Token[] | undefined => {
  const tokens = lexed(text);
  return tokens !== undefined && canBeDrawn(tokens) ? tokens : undefined;
};
