/** What a command or a server says, as it would to a terminal. */
export interface Recorder {
  write(text: string): void;
  text(): string;
}

export const recorder = (): Recorder => {
  let said = '';
  return { write: (text) => void (said += text), text: () => said };
};
