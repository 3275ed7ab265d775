/** The fields of a request in Stripe's spelling: `line_items[0][price]`. */
export type Form = ReadonlyMap<string, string>;

export const formOf = (text: string): Form => new Map(new URLSearchParams(text));

export const fieldOf = (form: Form, name: string): string => {
  const value = form.get(name);
  if (value === undefined) throw new Error(`the request has no ${name}`);
  return value;
};
