import { useId, useState } from 'preact/hooks';
import { Media } from '../preview/media.js';
import { usePreview } from '../preview/preview-bytes.js';
import { previewKind } from '../preview/preview-kind.js';
import { placeOf, shownName } from '../files/place.js';
import { Loaded } from '../ui/loaded.js';
import type { Change } from './changes.js';
import { formerPath } from './former-path.js';

/** The type of an image that both sides have; undefined of everything else. */
export const imageTypeOf = ({ path, path_base64: bytes, before, after }: Change): string | undefined => {
  const kind = previewKind(shownName(path, bytes));
  return kind.kind === 'image' && before?.is_stored === true && after?.is_stored === true ? kind.type : undefined;
};

interface ImageSwipeProps {
  readonly repository: string;
  readonly oldRef: string;
  readonly newRef: string;
  readonly change: Change;
  readonly type: string;
}

/** Two versions of an image on top of each other, with a slider that uncovers the new one. */
export const ImageSwipe = ({ repository, oldRef, newRef, change, type }: ImageSwipeProps) => {
  const id = useId();
  const [percent, setPercent] = useState(50);
  const name = shownName(change.path, change.path_base64);
  const before = usePreview(repository, placeOf(oldRef, formerPath(change)));
  const after = usePreview(repository, placeOf(newRef, change));
  return (
    <div class="stack">
      <div class="line">
        <label for={id}>Before</label>
        <input
          id={id}
          class="swipe-slider"
          type="range"
          min={0}
          max={100}
          value={percent}
          aria-label={`How much of the new ${name} is shown`}
          onInput={(event) => setPercent(event.currentTarget.valueAsNumber)}
        />
        <span>After</span>
      </div>
      <Loaded query={before}>
        {(old) => (
          <Loaded query={after}>
            {(current) => (
              <div class="swipe">
                <Media name={`${name}, before`} bytes={old} type={type} kind="image" />
                <div class="swipe-top" style={{ clipPath: `inset(0 ${String(100 - percent)}% 0 0)` }}>
                  <Media name={`${name}, after`} bytes={current} type={type} kind="image" />
                </div>
              </div>
            )}
          </Loaded>
        )}
      </Loaded>
    </div>
  );
};
