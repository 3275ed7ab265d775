interface FigureProps {
  readonly label: string;
  readonly text: string;
  /** Whether it is one that must not be. */
  readonly isBad?: boolean;
}

/** A number under what it says, in a list of class `figures`. */
export const Figure = ({ label, text, isBad = false }: FigureProps) => (
  <div>
    <dt>{label}</dt>
    <dd {...(isBad ? { class: 'bad' } : {})}>{text}</dd>
  </div>
);
