const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte', 'petabyte'] as const;

const formatOf = (unit: (typeof units)[number]): Intl.NumberFormat =>
  new Intl.NumberFormat('en', {
    style: 'unit',
    unit,
    unitDisplay: unit === 'byte' ? 'long' : 'short',
    maximumSignificantDigits: 3,
    useGrouping: false,
  });

/** A size for people, in decimal units as disks and networks are sold: `37 kB`, `1.53 MB`. Results for programs are in bytes. */
export const sizeText = (bytes: number): string => {
  let value = bytes;
  let at = 0;
  // 999.5 of a unit would be shown as 1000 of it.
  while (value >= 999.5 && at < units.length - 1) {
    value /= 1000;
    at += 1;
  }
  return formatOf(units[at] ?? 'byte').format(value);
};

/** A time for people: `0.4 s`, `11.3 s`, `3 min 20 s`. */
export const secondsText = (seconds: number): string => {
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours > 0 ? `${hours} h ${minutes} min` : `${minutes} min ${whole % 60} s`;
};
