/** An edge by the keys of the nodes that it joins. */
export interface KeyedEdge<Id> {
  readonly id: Id;
  readonly from: string;
  readonly to: string;
}

type EdgesFrom<Id> = ReadonlyMap<string, readonly KeyedEdge<Id>[]>;

const edgesFrom = <Id>(edges: readonly KeyedEdge<Id>[]): EdgesFrom<Id> => {
  const from = new Map<string, KeyedEdge<Id>[]>();
  for (const edge of edges) {
    const known = from.get(edge.from);
    if (known === undefined) from.set(edge.from, [edge]);
    else known.push(edge);
  }
  return from;
};

/** The shortest way along edges from a node back to itself; undefined where there is none. */
const shortestWayBack = <Id>(
  from: EdgesFrom<Id>,
  start: string,
  without: ReadonlySet<string>,
): readonly KeyedEdge<Id>[] | undefined => {
  const reachedBy = new Map<string, KeyedEdge<Id>>();
  const ahead = [start];
  for (const node of ahead) {
    for (const edge of from.get(node) ?? []) {
      if (without.has(edge.to) || reachedBy.has(edge.to)) continue;
      reachedBy.set(edge.to, edge);
      if (edge.to !== start) {
        ahead.push(edge.to);
        continue;
      }
      const way: KeyedEdge<Id>[] = [edge];
      for (let before = reachedBy.get(edge.from); before !== undefined && way[0]?.from !== start;) {
        way.unshift(before);
        before = reachedBy.get(before.from);
      }
      return way;
    }
  }
  return undefined;
};

/**
 * Cycles among edges, each as the edges of one way around. Of cycles that share a node one is told; once it is broken, the next answer tells another.
 * Takes as long as nodes times edges, of which there are few.
 */
export const findCycles = <Id>(edges: readonly KeyedEdge<Id>[]): readonly (readonly Id[])[] => {
  const from = edgesFrom(edges);
  const cycles: (readonly Id[])[] = [];
  /** Of cycles that were told, and nodes on none. */
  const done = new Set<string>();
  for (const start of from.keys()) {
    if (done.has(start)) continue;
    const way = shortestWayBack(from, start, done);
    done.add(start);
    if (way === undefined) continue;
    for (const edge of way) done.add(edge.from);
    cycles.push(way.map(({ id }) => id));
  }
  return cycles;
};
