/** Addresses of which none is public: loopback, private networks, metadata services, broadcast, documentation. */
const addresses = [
  '127.0.0.1',
  '127.0.0.2',
  '127.255.255.254',
  '0.0.0.0',
  '10.0.0.1',
  '10.255.255.255',
  '100.64.0.1',
  '100.100.100.200',
  '168.63.129.16',
  '169.254.169.254',
  '169.254.170.2',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.192',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.0.1',
  '192.168.255.255',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
];

const hex = (number: number, digits = 0): string => number.toString(16).padStart(digits, '0');

/** How one IPv4 address is spelled by those who hope that a filter reads it otherwise than the machine. */
const spellingsOf = (address: string): readonly string[] => {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
  const number = ((a * 256 + b) * 256 + c) * 256 + d;
  const [high, low] = [hex(a * 256 + b), hex(c * 256 + d)];
  const fullwidth = (text: string) => text.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
  return [
    address,
    `${address}.`,
    String(number),
    `0x${hex(number)}`,
    `0X${hex(number, 8).toUpperCase()}`,
    `0${number.toString(8)}`,
    [a, b, c, d].map((byte) => `0x${hex(byte)}`).join('.'),
    [a, b, c, d].map((byte) => `0${byte.toString(8)}`).join('.'),
    [a, b, c, d].map((byte) => `000${byte.toString(8)}`).join('.'),
    `${a}.${b}.${c * 256 + d}`,
    `${a}.${(b * 256 + c) * 256 + d}`,
    `0x${hex(a)}.0${b.toString(8)}.${c}.${d}`,
    fullwidth(address),
    `${a}\u3002${b}\uff0e${c}\uff61${d}`,
    address.replace(/\d/, (digit) => `%3${digit}`),
    `[::ffff:${address}]`,
    `[::ffff:${high}:${low}]`,
    `[0:0:0:0:0:ffff:${address}]`,
    `[::${address}]`,
    `[64:ff9b::${address}]`,
    `[2002:${high}:${low}::1]`,
    `[2001:0:4136:e378:8000:63bf:${hex(0xffff ^ (a * 256 + b))}:${hex(0xffff ^ (c * 256 + d))}]`,
  ];
};

const otherHosts = [
  '[::]',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[0000::0001]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[fe80::1]',
  '[fec0::1]',
  '[ff02::1]',
  '[100::1]',
  '[2001:db8::1]',
  '[2001:10::1]',
  '[3fff::1]',
  '[5f00::1]',
  '[64:ff9b:1::1]',
  '127.1',
  '127.0.1',
  '0',
  '0x0',
  '0x7f.1',
  '017700000001',
  'localhost',
  'localhost.',
  'LOCALHOST',
  'LocalHost',
  'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ',
  'loca\u00adlhost',
  'private.test',
  'mixed.test',
  'mixed-families.test',
  'mapped.test',
  'zone.test',
  'nonsense.test',
];

/** Texts whose host is in dispute between parsers, or that would be spoken to in another way. */
const disputed = (port: number): readonly string[] => [
  `http://public.test@127.0.0.1:${port}/`,
  `http://127.0.0.1:${port}@127.0.0.1:${port}/`,
  `http://public.test:80@127.0.0.1:${port}/`,
  `http://public.test%40127.0.0.1:${port}/`,
  `http://127.0.0.1:${port}\\@public.test/`,
  `http:127.0.0.1:${port}/`,
  `http:\\\\127.0.0.1:${port}\\`,
  `http:////127.0.0.1:${port}/`,
  `http:/\t/127.0.\n0.1:${port}/`,
  ` http://127.0.0.1:${port}/ `,
  `HTTP://127.0.0.1:${port}/`,
  `https://127.0.0.1:${port}/`,
  `https://[::1]:${port}/`,
  `https://localhost:${port}/`,
];

/** More than 300 ways to name a place that is not public, as URLs with the port. */
export const forbiddenUrls = (port: number): readonly string[] => [
  ...new Set([
    ...addresses.flatMap(spellingsOf).map((host) => `http://${host}:${port}/latest/meta-data/`),
    ...otherHosts.map((host) => `http://${host}:${port}/`),
    ...disputed(port),
  ]),
];

/** Texts that are refused for what they are, whatever the host. */
export const refusedTexts: readonly string[] = [
  '',
  'public.test',
  '//public.test/',
  '/etc/passwd',
  'ftp://public.test/',
  'file:///etc/passwd',
  'gopher://public.test/',
  'unix:/var/run/docker.sock',
  'http+unix://%2Fvar%2Frun%2Fdocker.sock/',
  'javascript:alert(1)',
  'data:text/plain,hello',
  'ws://public.test/',
  'http://',
  'http://user@public.test/',
  'http://user:password@public.test/',
  'http://:password@public.test/',
  'http://public.test:0/',
  'http://public.test:22/',
  'http://public.test:25/',
  'http://public.test:65536/',
  'http://[fe80::1%25eth0]/',
  'http://1.2.3.4.5/',
  'http://256.256.256.256/',
];
