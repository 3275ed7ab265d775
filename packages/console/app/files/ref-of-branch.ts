/** By what a branch is asked for: its name, unless a tag has the same one, which the service looks for first, as git does. */
export const refOfBranch = (name: string, tags: readonly string[]): string => (tags.includes(name) ? `refs/heads/${name}` : name);

interface Offered {
  readonly branches: readonly { readonly name: string; readonly ref: string; readonly isDefault: boolean }[];
  readonly tags: readonly string[];
}

/** Which of the offered refs an address means, also by its whole name; the default branch where it names none. */
export const chosenRef = ({ branches, tags }: Offered, asked: string | undefined): string => {
  const branch = branches.find(({ name, isDefault }) => (asked === undefined ? isDefault : asked === `refs/heads/${name}`));
  return branch?.ref ?? tags.find((name) => asked === `refs/tags/${name}`) ?? asked ?? '';
};
