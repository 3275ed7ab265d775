import { useLocation } from 'preact-iso';
import { useMemo } from 'preact/hooks';
import { paths } from '../paths.js';
import { bytesText } from '../ui/format.js';
import { edgeText, type Graph, type GraphNode, type LineageNode } from './graph-model.js';
import { nodeHeight, nodeWidth, type PlacedGraph, placeGraph } from './graph-layout.js';
import { kindText, useNodeName } from './node-name.js';

const longestName = 20;

const cut = (text: string): string => (text.length > longestName ? `${text.slice(0, longestName - 1)}…` : text);

interface NodeBoxProps {
  readonly repository: string;
  readonly placed: PlacedGraph['nodes'][number];
  readonly size: number | undefined;
  readonly isMissing: boolean;
  readonly isStart: boolean;
}

/** A node: a link to the graph around it. */
const NodeBox = ({ repository, placed: { node, x, y }, size, isMissing, isStart }: NodeBoxProps) => {
  const name = useNodeName(repository, node);
  const { route } = useLocation();
  const href = paths.lineage(node.repository_id, node);
  // The router hears of links of HTML alone.
  const follow = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    route(href);
  };
  const about = isMissing
    ? 'not stored'
    : size === undefined
      ? kindText[node.kind]
      : `${kindText[node.kind]}, ${bytesText(size)}`;
  return (
    <a
      class={isStart ? 'graph-node start' : 'graph-node'}
      href={href}
      onClick={follow}
      {...(isStart ? { 'aria-current': 'true' as const } : {})}
    >
      <rect x={x - nodeWidth / 2} y={y - nodeHeight / 2} width={nodeWidth} height={nodeHeight} rx={6} />
      <text class="graph-name" x={x} y={y - 3} text-anchor="middle">
        {cut(name)}
      </text>{' '}
      <text class="graph-about" x={x} y={y + 14} text-anchor="middle">
        {about}
      </text>
    </a>
  );
};

const lineOf = (points: PlacedGraph['edges'][number]['points']): string =>
  points.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');

const isSame = (start: LineageNode | undefined, node: GraphNode): boolean => start?.kind === node.kind && start.id === node.id;

interface GraphPictureProps {
  readonly repository: string;
  readonly graph: Graph;
  readonly start: LineageNode | undefined;
}

/** A length of the picture, of which the usual size of letters is 16: it grows with them. */
const remOf = (length: number): string => `${String(length / 16)}rem`;

/** The graph as a picture whose nodes are links. The list below says the same in words. */
export const GraphPicture = ({ repository, graph, start }: GraphPictureProps) => {
  const { width, height, nodes, edges } = useMemo(() => placeGraph(graph), [graph]);
  return (
    <div class="graph" tabIndex={0} role="region" aria-label="Graph">
      <svg
        width={remOf(width)}
        height={remOf(height)}
        viewBox={`0 0 ${String(width)} ${String(height)}`}
        role="group"
        aria-label="What came from what, from left to right"
      >
        <defs>
          <marker id="graph-arrow" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto">
            <path class="graph-tip" d="M0 0L8 4L0 8Z" />
          </marker>
        </defs>
        {edges.map(({ edge, points }) => (
          <path key={edge.id} class="graph-edge" d={lineOf(points)} marker-end="url(#graph-arrow)">
            <title>{edgeText[edge.type]}</title>
          </path>
        ))}
        {nodes.map((placed, at) => (
          <NodeBox
            key={placed.key}
            repository={repository}
            placed={placed}
            size={graph.nodes[at]?.size}
            isMissing={graph.nodes[at]?.missing === true}
            isStart={isSame(start, placed.node)}
          />
        ))}
      </svg>
    </div>
  );
};
