interface FromToProps {
  readonly from: string;
  readonly to: string;
}

/** What became of what, from left to right whichever way each is written. */
export const FromTo = ({ from, to }: FromToProps) => (
  <>
    <bdi>{from}</bdi> → <bdi>{to}</bdi>
  </>
);
