/** By what a branch is asked for: its name, unless a tag has the same one, which the service looks for first, as git does. */
export const refOfBranch = (name: string, tags: readonly string[]): string => (tags.includes(name) ? `refs/heads/${name}` : name);
