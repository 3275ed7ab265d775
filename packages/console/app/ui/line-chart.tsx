import { bytesText } from './format.js';

interface DayValue {
  readonly date: string;
  readonly bytes: number;
}

const [width, height] = [900, 160];

/** A line through values, and the ground below it, in a box of `width` by `height`. */
const lineOf = (values: readonly number[]): string => {
  const top = Math.max(1, ...values);
  const step = width / Math.max(1, values.length - 1);
  return values
    .map((value, at) => `${at === 0 ? 'M' : 'L'}${(at * step).toFixed(1)} ${(height - (value / top) * height).toFixed(1)}`)
    .join('');
};

/** Bytes day by day. `what` says of what, as the beginning of a sentence. */
export const LineChart = ({ what, days }: { readonly what: string; readonly days: readonly DayValue[] }) => {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return <p class="quiet">The first figure comes tomorrow.</p>;
  const values = days.map(({ bytes }) => bytes);
  const line = lineOf(values);
  const text = `${what} from ${first.date} to ${last.date}: from ${bytesText(first.bytes)} to ${bytesText(last.bytes)}`;
  return (
    <figure class="chart">
      <svg viewBox={`0 -4 ${String(width)} ${String(height + 8)}`} role="img" aria-label={text} preserveAspectRatio="none">
        <path class="chart-ground" d={`${line}L${String(width)} ${String(height)}L0 ${String(height)}Z`} />
        <path class="chart-line" d={line} />
      </svg>
      <figcaption class="line apart quiet small">
        <span>{first.date}</span>
        <span>at most {bytesText(Math.max(...values))}</span>
        <span>{last.date}</span>
      </figcaption>
    </figure>
  );
};
