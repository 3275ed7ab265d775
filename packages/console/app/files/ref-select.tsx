import { chosenRef } from './ref-of-branch.js';
import type { Refs } from './refs.js';

interface RefSelectProps {
  readonly refs: Refs;
  /** Undefined: the default branch. */
  readonly value: string | undefined;
  readonly onChange: (ref: string) => void;
  readonly id?: string;
}

/** A choice of a branch or a tag; a commit that the address names is one more. */
export const RefSelect = ({ refs, value, onChange, id }: RefSelectProps) => {
  const { branches, tags } = refs;
  const chosen = chosenRef(refs, value);
  const isListed = branches.some(({ ref }) => ref === chosen) || tags.includes(chosen);
  return (
    <select {...(id !== undefined && { id })} value={chosen} onChange={(event) => onChange(event.currentTarget.value)}>
      {isListed ? null : <option value={chosen}>{chosen}</option>}
      <optgroup label="Branches">
        {branches.map(({ name, ref }) => (
          <option key={name} value={ref}>
            {name}
          </option>
        ))}
      </optgroup>
      {tags.length === 0 ? null : (
        <optgroup label="Releases">
          {tags.map((tag) => (
            <option key={tag} value={tag}>
              {tag}
            </option>
          ))}
        </optgroup>
      )}
    </select>
  );
};
