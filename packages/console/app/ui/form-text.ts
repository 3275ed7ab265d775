/** What was typed into a field of a form. */
export const formText = (form: HTMLFormElement, name: string): string => {
  const value = new FormData(form).get(name);
  return typeof value === 'string' ? value.trim() : '';
};

/** Which of the boxes of one name were ticked. */
export const formChoices = <Choice extends string>(form: HTMLFormElement, name: string, choices: readonly Choice[]): Choice[] => {
  const ticked = new FormData(form).getAll(name);
  return choices.filter((choice) => ticked.includes(choice));
};

/**
 * What fields of a form say now, of those alone that say something else than what they were drawn with: what somebody else has changed meanwhile stays as
 * they left it. A text of several lines is compared as browsers have it, whose lines end in a line feed alone.
 */
export const changedTexts = <Name extends string>(
  form: HTMLFormElement,
  drawn: Readonly<Record<Name, string>>,
  names: readonly Name[],
): Partial<Record<Name, string>> => {
  const changed: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const text = formText(form, name);
    if (text !== drawn[name].replaceAll(/\r\n?/g, '\n').trim()) changed[name] = text;
  }
  return changed;
};
