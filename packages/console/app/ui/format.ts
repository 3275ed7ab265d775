const units = ['bytes', 'kB', 'MB', 'GB', 'TB', 'PB'] as const;

/** A size as people read it, in powers of 1000 as disks are sold by: `1.2 GB`. */
export const bytesText = (bytes: number): string => {
  if (bytes === 1) return '1 byte';
  const power = Math.min(units.length - 1, bytes < 1000 ? 0 : Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** power;
  return `${power === 0 ? String(value) : value.toFixed(value < 10 ? 1 : 0)} ${units[power] ?? ''}`;
};

const whole = new Intl.NumberFormat('en');

export const countText = (count: number): string => whole.format(count);

/** `1 file`, `2 files`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${countText(count)} ${count === 1 ? one : many}`;

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const steps: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** `3 days ago`. */
export const agoText = (timestamp: string, now = Date.now()): string => {
  const seconds = (new Date(timestamp).getTime() - now) / 1000;
  for (const [unit, length] of steps) {
    if (Math.abs(seconds) >= length) return relative.format(Math.trunc(seconds / length), unit);
  }
  return 'just now';
};

/** `3 minutes`. */
export const durationText = (seconds: number): string => {
  const [unit, length] = steps.find(([, stepSeconds]) => seconds >= stepSeconds) ?? ['second', 1];
  const count = Math.floor(seconds / length);
  return new Intl.NumberFormat('en', { style: 'unit', unit, unitDisplay: 'long' }).format(count);
};

// Made once: to make one takes longer than all else that a row of a list needs.
const moment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

export const momentText = (timestamp: string): string => moment.format(new Date(timestamp));

/** A commit's id as Git shortens it. */
export const shortId = (id: string): string => id.slice(0, 10);
