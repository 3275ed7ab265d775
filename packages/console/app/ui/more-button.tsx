import type { NextPage } from '../api/next-page.js';
import { BusyButton } from './busy-button.js';
import { Problem } from './problem.js';

interface MoreButtonProps {
  /** What comes after; undefined where there is nothing. */
  readonly more: NextPage | undefined;
  readonly label?: string;
}

/** At the foot of a list that is longer than what is shown. */
export const MoreButton = ({ more, label = 'Show more' }: MoreButtonProps) =>
  more === undefined ? null : (
    <>
      {more.fault === undefined ? null : (
        <div class="card-body">
          <Problem fault={more.fault} />
        </div>
      )}
      <p class="file-foot">
        <BusyButton class="button" isBusy={more.fetch === undefined} onAct={more.fetch}>
          {label}
        </BusyButton>
      </p>
    </>
  );
