import { expect } from 'chai';
import { nodeHeight, nodeWidth, placeGraph } from '../app/lineage/graph-layout.js';
import type { Edge, Graph } from '../app/lineage/graph-model.js';

const node = (id: string) => ({ kind: 'artifact' as const, id, repository_id: 'r' });

const edge = (from: string, to: string): Edge => ({
  id: `${from}-${to}`,
  repository_id: 'r',
  type: 'derived_from',
  from: node(from),
  to: node(to),
  created_by: 'u',
  created_at: '2026-01-01T00:00:00.000Z',
});

const graph = (ids: string, ...edges: readonly Edge[]): Graph => ({ nodes: [...ids].map(node), edges: [...edges], cycles: [] });

const xOf = (placed: ReturnType<typeof placeGraph>, id: string): number =>
  placed.nodes.find((each) => each.node.id === id)?.x ?? NaN;

describe('placeGraph', () => {
  it('has time go to the right: what something came from stands on its left', () => {
    const placed = placeGraph(graph('abc', edge('b', 'a'), edge('c', 'b')));
    expect(xOf(placed, 'a')).to.be.below(xOf(placed, 'b'));
    expect(xOf(placed, 'b')).to.be.below(xOf(placed, 'c'));
    expect(placed.edges.map(({ points }) => points.length > 1)).to.deep.equal([true, true]);
  });

  it('draws each node inside of the picture, and none over another', () => {
    const { nodes, width, height } = placeGraph(graph('abcd', edge('b', 'a'), edge('c', 'a'), edge('d', 'a')));
    for (const { x, y } of nodes) {
      expect(x - nodeWidth / 2).to.be.at.least(0);
      expect(x + nodeWidth / 2).to.be.at.most(width);
      expect(y + nodeHeight / 2).to.be.at.most(height);
    }
    const places = nodes
      .slice(1)
      .map(({ y }) => y)
      .toSorted((one, other) => one - other);
    expect((places[1] ?? 0) - (places[0] ?? 0)).to.be.at.least(nodeHeight);
  });

  it('takes circles, several edges between two, and ends that the caller may not see', () => {
    const hidden: Edge = { ...edge('a', 'b'), id: 'hidden', to: { hidden: true } };
    const again: Edge = { ...edge('b', 'a'), id: 'again', type: 'replaces' };
    const placed = placeGraph(graph('ab', edge('a', 'b'), edge('b', 'a'), again, hidden, edge('a', 'elsewhere')));
    expect(placed.edges.map((each) => each.edge.id)).to.deep.equal(['a-b', 'b-a', 'again']);
  });
});
