/**
 * What must never reach a log, wherever the line comes from: secrets of the service, whatever follows an authorization scheme, JSON Web Tokens, and the
 * query of any URL, for the query of a signed one is a credential, and the password in the URL of a database or of a mail server. Each pattern is linear in the line.
 * Lines are JSON: what stands behind a line break or a tab of a text stands behind a letter there, as in `\nsvc_pat_...`, and begins a word all the same.
 */
const secrets: readonly (readonly [RegExp, string])[] = [
  [/(?:\b|(?<=\\[bfnrt]))svc_[a-z]+_[0-9A-Za-z]+/g, '[secret]'],
  [/(?:\b|(?<=\\[bfnrt]))(?:[sr]k_(?:test|live)|whsec)_[0-9A-Za-z+/=_-]+/g, '[secret]'],
  [/(?:\b|(?<=\\[bfnrt]))(?:Bearer|Basic)(?:\s|\\[bfnrt])+[^\s"'\\,]+/gi, '[credential]'],
  [/(?:\b|(?<=\\[bfnrt]))eyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g, '[token]'],
  [/((?:\b|(?<=\\[bfnrt]))(?:postgres(?:ql)?|smtps?):\/\/[^\s:@/"'\\]*):[^\s@"'\\]*@/gi, '$1:[secret]@'],
  [/((?:\b|(?<=\\[bfnrt]))https?:\/\/[^\s"'?\\]+)\?[^\s"'\\]*/g, '$1?[query]'],
  [/(?:\b|(?<=\\[bfnrt]))(signature|token|secret|password)=[^\s"'&\\]+/gi, '$1:[secret]'],
];

/** No pattern is found in a line without any of these, and a request's line has none. */
const traces = /[_=\\]|\s\S|eyJ|:\/\//;

export const withoutSecrets = (line: string): string =>
  traces.test(line) ? secrets.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), line) : line;

/** An id or an oid, or too short for a secret. */
const harmlessSegment = /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{64}|.{0,24})$/;

/** The path of a request, in which somebody may have sent a secret by mistake: a credential, or a key that has no form of its own. */
export const pathWithoutSecrets = (path: string): string =>
  path
    .split('/')
    .map((segment) => (harmlessSegment.test(segment) ? segment : '[long]'))
    .join('/');
