/** One line of what a server measures. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const sampleLine = /^([A-Za-z_:][\w:]*)(?:\{(.*)\})? (\S+)/;
const labelPair = /(\w+)="((?:[^"\\]|\\.)*)"/g;

const unescaped = (text: string): string =>
  text.replace(/\\(.)/g, (_, character: string) => (character === 'n' ? '\n' : character));

/** The text that Prometheus reads, line by line; comments and what is no number are passed over. */
export const readSamples = (text: string): readonly Sample[] =>
  text.split('\n').flatMap((line) => {
    const [whole, name = '', labels = '', value = ''] = sampleLine.exec(line) ?? [];
    if (whole === undefined || Number.isNaN(Number(value))) return [];
    const pairs = [...labels.matchAll(labelPair)].map(([, key = '', escaped = '']) => [key, unescaped(escaped)] as const);
    return [{ name, labels: Object.fromEntries(pairs), value: Number(value) }];
  });

/** Those of one name, with these labels among theirs. */
export const samplesOf = (
  samples: readonly Sample[],
  name: string,
  labels: Readonly<Record<string, string>> = {},
): readonly Sample[] =>
  samples.filter(
    (sample) => sample.name === name && Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
  );

/** Their sum, 0 where none has these labels; undefined where nothing of the name is measured at all. */
export const sumOf = (
  samples: readonly Sample[],
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number | undefined => {
  if (!samples.some((sample) => sample.name === name)) return undefined;
  return samplesOf(samples, name, labels).reduce((sum, { value }) => sum + value, 0);
};
