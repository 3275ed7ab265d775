interface MoreButtonProps {
  /** Fetches what comes after; undefined where there is nothing. */
  readonly more: (() => void) | undefined;
  readonly label?: string;
}

/** At the foot of a list that is longer than what is shown. */
export const MoreButton = ({ more, label = 'Show more' }: MoreButtonProps) =>
  more === undefined ? null : (
    <p class="file-foot">
      <button type="button" class="button" onClick={more}>
        {label}
      </button>
    </p>
  );
