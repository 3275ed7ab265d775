/** One line of git's raw format. Paths are as many characters as bytes, each of which is 1 to 255. */
export interface RawChange {
  readonly path: string;
  /** Where it was before, for what was renamed. */
  readonly fromPath: string | undefined;
  /** Of what was there before and of what is there now, in octal; `000000` for what was not or is not. */
  readonly fromMode: string;
  readonly mode: string;
  /** Undefined when nothing is there any more. */
  readonly id: string | undefined;
  /** How much is the same, in percent, for what was renamed. */
  readonly similarity: number | undefined;
}

export type RawEvent =
  | { readonly kind: 'commit'; readonly id: string }
  | { readonly kind: 'change'; readonly change: RawChange }
  /** The line that was asked for with `endLine`. */
  | { readonly kind: 'end' };

export const folderMode = '040000';
export const submoduleMode = '160000';
const absentMode = '000000';

const isFile = (mode: string): boolean => mode !== absentMode && mode !== folderMode;

/** Whether a file, a link or a submodule comes, or goes. */
export const isAddedFile = ({ fromMode, mode }: RawChange): boolean => isFile(mode) && !isFile(fromMode);
export const isRemovedFile = ({ fromMode, mode }: RawChange): boolean => isFile(fromMode) && !isFile(mode);

/** Git repeats on its output what is no commit, when it has printed all before. */
export const endLine = '-\n';

/** Understands `git diff-tree --stdin --raw -z --no-abbrev`, in whatever pieces it comes. */
export const createRawParser = (): ((piece: Buffer) => readonly RawEvent[]) => {
  let rest = '';
  return (piece) => {
    const text = rest + piece.toString('latin1');
    const events: RawEvent[] = [];
    let at = 0;
    for (;;) {
      const found = eventAt(text, at);
      if (found === undefined) break;
      events.push(found.event);
      at = found.end;
    }
    rest = text.slice(at);
    return events;
  };
};

interface Found {
  readonly event: RawEvent;
  readonly end: number;
}

/** Two ids of SHA-256, and what is around them. */
const mostHead = 2 * 64 + 2;

const eventAt = (text: string, at: number): Found | undefined => {
  if (text.startsWith(endLine, at)) return { event: { kind: 'end' }, end: at + endLine.length };
  if (text.startsWith(':', at)) {
    const headEnd = text.indexOf('\0', at);
    return headEnd < 0 ? undefined : changeAt(text, at, headEnd);
  }
  // With -z commits end as paths do, and pairs of trees as lines do.
  const [head] = /^[0-9a-f ]+[\0\n]/.exec(text.slice(at, at + mostHead)) ?? [];
  return head === undefined ? undefined : { event: { kind: 'commit', id: head.slice(0, -1) }, end: at + head.length };
};

const nothing = /^0+$/;

/** `:old mode, new mode, old id, new id, status`, and one path or two. */
const changeAt = (text: string, at: number, headEnd: number): Found | undefined => {
  const [fromMode = '', mode = '', , id = '', status = ''] = text.slice(at + 1, headEnd).split(' ');
  const isMoved = status.startsWith('R') || status.startsWith('C');
  const firstEnd = text.indexOf('\0', headEnd + 1);
  const lastEnd = isMoved && firstEnd >= 0 ? text.indexOf('\0', firstEnd + 1) : firstEnd;
  if (lastEnd < 0) return undefined;
  const first = text.slice(headEnd + 1, firstEnd);
  const change: RawChange = {
    path: isMoved ? text.slice(firstEnd + 1, lastEnd) : first,
    fromPath: isMoved ? first : undefined,
    fromMode,
    mode,
    id: nothing.test(id) ? undefined : id,
    similarity: isMoved ? Number(status.slice(1)) : undefined,
  };
  return { event: { kind: 'change', change }, end: lastEnd + 1 };
};
