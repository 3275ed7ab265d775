/**
 * What must never reach a log, whoever wrote the line: secrets of the service, whatever follows an authorization scheme, JSON Web Tokens, and the
 * query of any URL, for the query of a signed one is a credential, and the password in the URL of a database. Each pattern is linear in the line.
 */
const secrets: readonly (readonly [RegExp, string])[] = [
  [/\bsvc_[a-z]+_[0-9A-Za-z]+/g, '[secret]'],
  [/\b(?:Bearer|Basic)\s+[^\s"'\\,]+/gi, '[credential]'],
  [/\beyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g, '[token]'],
  [/(\bpostgres(?:ql)?:\/\/[^\s:@/"'\\]*):[^\s@"'\\]*@/gi, '$1:[secret]@'],
  [/(\bhttps?:\/\/[^\s"'?\\]+)\?[^\s"'\\]*/g, '$1?[query]'],
  [/\b(signature|token|secret|password)=[^\s"'&\\]+/gi, '$1:[secret]'],
];

export const withoutSecrets = (line: string): string =>
  secrets.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), line);
