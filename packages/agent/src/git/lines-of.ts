/** The lines of what git prints or reads, without empty ones. */
export const linesOf = (text: string): readonly string[] => text.split('\n').filter((line) => line !== '');
