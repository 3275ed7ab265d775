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
