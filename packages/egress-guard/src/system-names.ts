import { readFileSync } from 'node:fs';

/** Where this machine is told of names: the hosts file, and what its resolver asks and how (resolv.conf(5)). */
export interface SystemNames {
  readonly hosts: () => string;
  readonly resolvConf: () => string;
}

const textOf = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // A machine without the file is told of nothing there.
    return '';
  }
};

const windowsHosts = `${process.env['SystemRoot'] ?? 'C:\\Windows'}\\System32\\drivers\\etc\\hosts`;

/** Read anew each time, so that a change is heard of. */
export const systemNames: SystemNames = {
  hosts: () => textOf(process.platform === 'win32' ? windowsHosts : '/etc/hosts'),
  resolvConf: () => textOf('/etc/resolv.conf'),
};

/** Without comments and the blanks around it, by words. */
const linesOf = (text: string): readonly (readonly string[])[] =>
  text.split('\n').map((line) =>
    line
      .replace(/[#;].*/, '')
      .trim()
      .split(/\s+/),
  );

const withoutDot = (name: string): string => name.toLowerCase().replace(/\.$/, '');

/** The addresses that a hosts file has for the name, in its order. */
export const addressesInHosts = (hosts: string, name: string): readonly string[] => {
  const wanted = withoutDot(name);
  return linesOf(hosts).flatMap(([address = '', ...names]) => (names.some((one) => withoutDot(one) === wanted) ? [address] : []));
};

const maxSearched = 6;

/** Under which names the name servers are asked for one, in order: below each search domain, too, and as it is first where it has enough dots. */
export const askedNames = (resolvConf: string, name: string): readonly string[] => {
  if (name.endsWith('.')) return [name];
  let domains: readonly string[] = [];
  let enoughDots = 1;
  for (const [keyword, ...words] of linesOf(resolvConf)) {
    if (keyword === 'search' || keyword === 'domain') domains = words.slice(0, maxSearched);
    if (keyword === 'options')
      enoughDots = Number(/^ndots:(\d+)$/.exec(words.find((word) => word.startsWith('ndots:')) ?? '')?.[1] ?? enoughDots);
  }
  const searched = domains.filter((domain) => domain !== '.').map((domain) => `${name}.${domain}`);
  return name.split('.').length - 1 >= enoughDots ? [name, ...searched] : [...searched, name];
};
