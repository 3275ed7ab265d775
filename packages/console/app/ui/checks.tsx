import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';

interface ChecksProps<Choice extends string> {
  readonly legend: string;
  readonly name: string;
  readonly choices: readonly Choice[];
  /** The one that is ticked at first. */
  readonly first: Choice;
  readonly children: (choice: Choice) => ComponentChildren;
}

/** Boxes of one name, of which one has to be ticked and several may be. */
export const Checks = <Choice extends string>({ legend, name, choices, first, children }: ChecksProps<Choice>) => {
  const set = useRef<HTMLFieldSetElement>(null);
  // A browser knows of each box alone that it is required: of some together the first one says so.
  const validate = (): void => {
    const boxes = [...(set.current?.querySelectorAll('input') ?? [])];
    boxes[0]?.setCustomValidity(boxes.some(({ checked }) => checked) ? '' : 'Tick at least one of these.');
  };
  return (
    <fieldset class="checks" ref={set} onChange={validate}>
      <legend>{legend}</legend>
      {choices.map((choice) => (
        <label key={choice}>
          <input type="checkbox" name={name} value={choice} defaultChecked={choice === first} />
          {children(choice)}
        </label>
      ))}
    </fieldset>
  );
};
