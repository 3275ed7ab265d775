/** One line of a bench's table: names of columns and what stands in them. */
export type Row = Readonly<Record<string, string | number>>;

/** What a bench is meant to reach. */
export interface Goal {
  readonly what: string;
  readonly figure: number;
  readonly goal: string;
  readonly met: boolean;
}

export interface Outcome {
  readonly rows: readonly Row[];
  readonly goals: readonly Goal[];
}

/** Measures one thing against its peers, all in the same run. */
export interface Bench {
  readonly name: string;
  readonly about: string;
  run(): Promise<Outcome>;
}

/** A ratio or a figure to two or three digits: more of them are noise. */
export const rounded = (figure: number): number => Number(figure.toPrecision(3));

export const atLeast = (what: string, figure: number, least: number): Goal => ({
  what,
  figure: rounded(figure),
  goal: `at least ${least}`,
  met: figure >= least,
});

export const below = (what: string, figure: number, limit: number): Goal => ({
  what,
  figure: rounded(figure),
  goal: `below ${limit}`,
  met: figure < limit,
});

export const atMost = (what: string, figure: number, limit: number): Goal => ({
  what,
  figure: rounded(figure),
  goal: `at most ${limit}`,
  met: figure <= limit,
});
