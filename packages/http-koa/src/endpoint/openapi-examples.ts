/** An answer with a body of JSON. */
export interface RecordedAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** What was really sent to an endpoint, and answered. */
export interface RecordedExample {
  /** Undefined where no JSON was sent. */
  readonly request: unknown;
  /** One of each status. */
  readonly answers: readonly RecordedAnswer[];
}

/** By the name of the endpoint. */
export type Examples = ReadonlyMap<string, RecordedExample>;

export const noExamples: Examples = new Map();

/** `example` beside a schema, where there is one. */
export const exampleOf = (value: unknown): { readonly example?: unknown } => (value === undefined ? {} : { example: value });

/** The body that an endpoint has answered with a status; undefined where none is known. */
export const answerExample = (examples: Examples, name: string, status: number): unknown =>
  examples.get(name)?.answers.find((answer) => answer.status === status)?.body;

const isAtTop = (body: unknown): boolean => typeof body === 'object' && body !== null && 'message' in body;

/** The error that any endpoint has answered with a status; undefined where none is known. */
export const errorExample = (examples: Examples, status: number, isLfs: boolean): unknown =>
  [...examples.values()]
    .flatMap(({ answers }) => answers)
    .find((answer) => answer.status === status && isAtTop(answer.body) === isLfs)?.body;
