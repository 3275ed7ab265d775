import { expect } from 'chai';
import {
  encodeManifest,
  type Manifest,
  type ManifestProblem,
  manifestProblems,
  maxManifestBytes,
  parseManifest,
} from '../../../src/formats/packs/index.js';
import { manifestOf, nameOf, seededTest } from './samples.js';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const oid = nameOf();
const name = nameOf();
const map = `{"name":"${name}","size":20,"chunks":2}`;
const base = `{"version":1,"oid":"${oid}","size":40,"profile":"fixed-1m","maps":[${map},${map}]}`;
const withText = (from: string | RegExp, to: string): string => {
  const text = base.replace(from, to);
  if (text === base) throw new Error(`nothing to replace: ${String(from)}`);
  return text;
};

const refused: Record<ManifestProblem, readonly (string | Uint8Array)[]> = {
  too_long: [new Uint8Array(maxManifestBytes + 1).fill(0x20)],
  malformed: [
    '',
    'null',
    '[]',
    '{',
    '"',
    '{"version"',
    `${base}x`,
    `${base}${base}`,
    `\u{feff}${base}`,
    base.slice(0, -1),
    base.slice(0, -2),
    withText(',"oid"', ',,"oid"'),
    withText('}]}', '},]}'),
    withText('}]}', '}],}'),
    withText('"maps":[', '"maps":{'),
    withText('"version"', "'version'"),
    withText('"version"', '"v\\u0065rsion"'),
    withText('"size":40', '"size":40.0'),
    withText('"size":40', '"size":4e1'),
    withText('"size":40', '"size":0x28'),
    withText('"oid"', '"\u0000"'),
    withText('"oid"', '"ö"'),
    withText('"oid"', `"${'o'.repeat(65)}"`),
    '['.repeat(10_000),
    '{"maps":'.repeat(10_000),
    Uint8Array.of(0xff, 0xfe),
    Uint8Array.of(0x7b, 0x22, 0xc3, 0x28, 0x22),
  ],
  unknown_member: [
    withText('"version":1', '"version":1,"__proto__":{"polluted":1}'),
    withText('"oid"', '"constructor"'),
    withText('"oid"', '""'),
    withText('"oid"', '"OID"'),
    withText('"chunks"', '"chunk"'),
    withText('"size":20', '"toString":1,"size":20'),
  ],
  repeated_member: [withText('"version":1', '"version":1,"version":1'), withText('"size":20', '"size":20,"size":20')],
  missing_member: [
    '{}',
    ' { } ',
    withText('"version":1,', ''),
    withText(/,"maps".*/, '}'),
    withText(',"chunks":2', ''),
    withText(map, '{}'),
  ],
  unknown_version: ['2', '0', '"1"', 'null', '-1', '01'].map((version) => withText('"version":1', `"version":${version}`)),
  wrong_oid: [
    `"${oid.slice(1)}"`,
    `"${oid}0"`,
    `"${oid.toUpperCase()}"`,
    `"${oid.slice(1)}g"`,
    'null',
    '1',
    '{}',
    `"\\u0061${oid.slice(1)}"`,
  ].map((text) => withText(`"${oid}"`, text)),
  wrong_size: [
    '-0',
    '-1',
    '.5',
    '"40"',
    'null',
    '040',
    '9007199254740992',
    '99999999999999999999',
    '1'.repeat(500),
    'NaN',
    '{}',
  ].map((text) => withText('"size":40', `"size":${text}`)),
  unknown_profile: ['"auto"', '""', '"fixed-1M"', '"constructor"', '"__proto__"', '"toString"', '1'].map((text) =>
    withText('"fixed-1m"', text),
  ),
  too_many_maps: [withText(map, new Array<string>(120_001).fill(map).join())],
  wrong_map_name: [`"${name.slice(1)}"`, `"../${name.slice(3)}"`, 'null', '[]'].map((text) => withText(`"${name}"`, text)),
  wrong_map_size: ['1', '0', '-1', '2097153', '"20"', '9007199254740992'].map((text) => withText('"size":20', `"size":${text}`)),
  wrong_map_chunks: ['0', '4097', '-1', '"2"', 'null'].map((text) => withText('"chunks":2', `"chunks":${text}`)),
  sizes_do_not_add_up: [withText('"size":40', '"size":41'), withText('"size":40', '"size":0'), withText(`${map},`, '')],
};

/** The same manifest as another writer might put it: other order, other white space. */
const loosely = ({ oid: id, sizeBytes, profile, maps }: Manifest): string =>
  JSON.stringify(
    {
      profile,
      maps: maps.map((entry) => ({ chunks: entry.chunkCount, size: entry.sizeBytes, name: entry.name })),
      size: sizeBytes,
      oid: id,
      version: 1,
    },
    undefined,
    '\t',
  ).replaceAll('\n', '\r\n ');

describe('parseManifest', () => {
  for (const problem of manifestProblems) {
    it(`names ${problem}`, () => {
      expect(refused[problem]).to.not.be.empty;
      for (const text of refused[problem]) {
        const result = parseManifest(typeof text === 'string' ? bytesOf(text) : text);
        expect(result._unsafeUnwrapErr(), String(text).slice(0, 300)).to.deep.equal({
          kind: 'format_error',
          format: 'manifest',
          problem,
        });
      }
    });
  }

  seededTest('takes members in any order and any white space between them', (random) => {
    for (let round = 0; round < 100; round += 1) {
      const manifest = manifestOf(random, random.integer(5));
      const read = parseManifest(bytesOf(`\n ${loosely(manifest)}\t`))._unsafeUnwrap();
      expect(read).to.deep.equal(manifest);
      expect(JSON.parse(new TextDecoder().decode(encodeManifest(read)))).to.deep.equal(JSON.parse(loosely(manifest)));
    }
  });

  it('takes a size of 2^53-1 as a number, though no maps add up to it', () => {
    const result = parseManifest(bytesOf(withText('"size":40', '"size":9007199254740991')));
    expect(result._unsafeUnwrapErr().problem).to.equal('sizes_do_not_add_up');
  });

  it('leaves the language as it was', () => {
    expect(Object.keys(Object.prototype)).to.deep.equal([]);
    expect(Reflect.get({}, 'polluted')).to.equal(undefined);
  });
});
