import type { Application } from '@svc/core';
import { maxPageLimit, type Page, type PageRequest, withoutUnprintable } from '@svc/core/model';
import type { Command } from 'commander';
import { err, ok, type Result, ResultAsync } from 'neverthrow';
import type { CommandLineHost, OperatorError } from './command-line-host.js';

/** How the lines of a list are made. */
export interface Listing<T> {
  /** What a person reads, in columns: those of one width first. */
  readonly columns: (item: T) => readonly string[];
  /** What programs read, under the names that the HTTP API has for it; what is undefined is absent. */
  readonly fields: (item: T) => Readonly<Record<string, unknown>>;
}

export interface ListOptions {
  readonly json?: boolean;
}

/** Adds the option that every list has. */
export const withJson = (command: Command): Command => command.option('--json', 'one JSON object a line');

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Names come from users, and a terminal obeys control characters. */
const lineOf = <T>({ columns, fields }: Listing<T>, item: T, { json = false }: ListOptions): string =>
  json
    ? withoutUnprintable(JSON.stringify(fields(item)), escaped)
    : columns(item)
        .map((text) => withoutUnprintable(text, () => '?'))
        .join('  ')
        .trimEnd();

const forEachItem = async <T, E>(
  list: (page: PageRequest) => ResultAsync<Page<T>, E>,
  use: (item: T) => void,
): Promise<Result<void, E>> => {
  let cursor: string | undefined;
  do {
    const page: Result<Page<T>, E> = await list({ limit: maxPageLimit, cursor });
    if (page.isErr()) return err(page.error);
    for (const item of page.value.items) use(item);
    cursor = page.value.nextCursor;
  } while (cursor !== undefined);
  return ok(undefined);
};

/** Says every item of a list, page by page, one a line. */
export const sayAll = <T, E extends OperatorError>(
  { operate, say }: CommandLineHost,
  list: (operator: Application['operator'], page: PageRequest) => ResultAsync<Page<T>, E>,
  listing: Listing<T>,
  options: ListOptions,
  describe: (error: E) => string,
): Promise<void> =>
  operate(
    (operator) =>
      new ResultAsync(
        forEachItem(
          (page) => list(operator, page),
          (item) => say(lineOf(listing, item, options)),
        ),
      ),
    describe,
  );

/** The date of an instant, in UTC. */
export const dateOf = (instant: number): string => new Date(instant).toISOString().slice(0, 10);

/** The instant as the HTTP API writes it. */
export const timeOf = (instant: number): string => new Date(instant).toISOString();
