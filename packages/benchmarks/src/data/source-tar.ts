import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { pack } from 'tar-stream';
import { seededRandom, type SeededRandom } from './random.js';

const vocabularySize = 20_000;
const keywords = ['const', 'return', 'if', 'else', 'for', 'await', 'import', 'export', 'function', 'this', 'new', 'null', '=>', '===', '&&', '+'];

/** Words as programs have them: few are frequent, most are rare. */
const makeVocabulary = (random: SeededRandom): readonly string[] => {
  const syllables = Array.from({ length: 300 }, () => {
    const letters = 'etaoinshrdlucmfwypvbgk';
    return Array.from({ length: 2 + random.below(2) }, () => letters.charAt(random.below(letters.length))).join('');
  });
  const syllable = (): string => syllables[random.below(syllables.length)] ?? '';
  return Array.from({ length: vocabularySize }, () => Array.from({ length: 1 + random.below(4) }, syllable).join(''));
};

/** A file speaks mostly of its folder's subject: of words that lie near each other in the vocabulary. */
const makeLine = (vocabulary: readonly string[], subject: number, random: SeededRandom): string => {
  const word = (): string => {
    if (random.below(3) === 0) return keywords[random.below(keywords.length)] ?? '';
    const topic = random.below(12) === 0 ? random.below(vocabularySize) : subject;
    return vocabulary[(topic + Math.floor(80 * random.fraction() ** 3)) % vocabularySize] ?? '';
  };
  const words = Array.from({ length: 2 + random.below(7) }, word);
  const indent = '  '.repeat(random.below(5));
  return `${indent}${words.join(random.below(4) === 0 ? '.' : ' ')}${random.below(3) === 0 ? ' {' : ';'}\n`;
};

const makeFile = (vocabulary: readonly string[], subject: number, random: SeededRandom): string => {
  const lines = 20 + Math.floor(700 * random.fraction() ** 2);
  return Array.from({ length: lines }, () => makeLine(vocabulary, subject, random)).join('');
};

/** A twentieth of the files has a new line in the middle; one in two hundred is gone. */
const edited = (text: string, at: number, random: SeededRandom): string | undefined => {
  const fate = random.below(1000);
  if (fate < 5) return undefined;
  if (fate >= 55) return text;
  const middle = text.indexOf('\n', text.length >> 1) + 1;
  return `${text.slice(0, middle)}// changed in file ${at}\n${text.slice(middle)}`;
};

export interface SourceTar {
  readonly sizeBytes: number;
  readonly seed: number;
  /** From 1 on. Each other version of the same seed changes a line in 5 % of the files of the first one, leaves 0.5 % out and adds 0.5 %. */
  readonly version: number;
}

const filesPerFolder = 64;

/** Writes a tar of source text of about the size. Each file comes from a seed of its own, so that a version repeats another without keeping it. */
export const writeSourceTar = async (path: string, { sizeBytes, seed, version }: SourceTar): Promise<void> => {
  const vocabulary = makeVocabulary(seededRandom(seed));
  const archive = pack();
  const out = archive.pipe(createWriteStream(path));
  const add = async (name: string, text: string): Promise<void> => {
    const entry = archive.entry({ name, mtime: new Date(0), size: Buffer.byteLength(text) });
    entry.end(text);
    await finished(entry);
  };
  let writtenBytes = 0;
  for (let at = 0; writtenBytes < sizeBytes; at += 1) {
    const folder = Math.floor(at / filesPerFolder);
    const subject = seededRandom(seed + 1 + folder).below(vocabularySize);
    const text = makeFile(vocabulary, subject, seededRandom(seed + 1_000_000 + at));
    writtenBytes += text.length;
    const random = seededRandom(seed + 1_000_000 * version + at);
    const kept = version === 1 ? text : edited(text, at, random);
    if (kept !== undefined) await add(`src/${folder}/${at}.ts`, kept);
    if (version > 1 && random.below(200) === 0) await add(`src/${folder}/${at}-new.ts`, makeFile(vocabulary, subject, random));
  }
  archive.finalize();
  await finished(out);
};
