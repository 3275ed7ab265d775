import { Figure } from '../ui/figure.js';
import { countText } from '../ui/format.js';
import { type Sample, sumOf } from './samples.js';

interface MeasuredFigureProps {
  readonly samples: readonly Sample[];
  readonly name: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly label: string;
  /** How the number is written; as a count when absent. */
  readonly text?: (value: number) => string;
  /** Whether anything but 0 calls for somebody. */
  readonly mustBeZero?: boolean;
}

/** A sum of what is measured under one name; absent where nothing is. */
export const MeasuredFigure = ({ samples, name, labels, label, text = countText, mustBeZero = false }: MeasuredFigureProps) => {
  const value = sumOf(samples, name, labels);
  return value === undefined ? null : <Figure label={label} text={text(value)} isBad={mustBeZero && value > 0} />;
};
