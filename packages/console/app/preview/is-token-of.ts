import type { Token, Tokens } from 'marked';

/** Tokens of the parser are told apart by their types. */
export const isTokenOf = <T extends Tokens.Generic>(token: Token, type: T['type']): token is T => token.type === type;
