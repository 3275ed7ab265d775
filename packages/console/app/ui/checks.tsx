import type { ComponentChildren } from 'preact';

interface ChecksProps<Choice extends string> {
  readonly legend: string;
  readonly name: string;
  readonly choices: readonly Choice[];
  /** The one that is ticked at first. */
  readonly first: Choice;
  readonly children: (choice: Choice) => ComponentChildren;
}

/** Boxes of one name, of which several may be ticked. */
export const Checks = <Choice extends string>({ legend, name, choices, first, children }: ChecksProps<Choice>) => (
  <fieldset class="checks">
    <legend>{legend}</legend>
    {choices.map((choice) => (
      <label key={choice}>
        <input type="checkbox" name={name} value={choice} defaultChecked={choice === first} />
        {children(choice)}
      </label>
    ))}
  </fieldset>
);
