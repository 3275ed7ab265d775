import { useLocation } from 'preact-iso';
import { useState } from 'preact/hooks';
import { paths } from '../paths.js';
import type { RepositoryTabProps } from '../repositories/repository-page.js';
import { Card } from '../ui/card.js';
import { Empty } from '../ui/empty.js';
import { Loaded } from '../ui/loaded.js';
import { EdgeForm } from './edge-form.js';
import { EdgeList } from './edge-list.js';
import { useGraph } from './graph.js';
import type { LineageNode } from './graph-model.js';
import { GraphPicture } from './graph-picture.js';
import { AreNodesNamed, mostNamed, NodeName } from './node-name.js';

/** The node that the address names. */
const useStart = (): LineageNode | undefined => {
  const { kind, id } = useLocation().query;
  if (id === undefined || (kind !== 'artifact' && kind !== 'commit' && kind !== 'release')) return undefined;
  return { kind, id };
};

const About = ({ repository, start }: { readonly repository: string; readonly start: LineageNode | undefined }) =>
  start === undefined ? (
    <p class="quiet">What models, data and releases came from, as far as somebody has said so.</p>
  ) : (
    <div class="line">
      <p>
        Around{' '}
        <strong>
          <NodeName repository={repository} node={{ ...start, repository_id: repository }} />
        </strong>
        , up to three steps away.
      </p>
      <a href={paths.lineage(repository)}>Show everything</a>
    </div>
  );

/** What came from what: a picture, and the same as a list. */
export const LineageTab = ({ repository: { id }, may }: RepositoryTabProps) => {
  const start = useStart();
  const query = useGraph(id, start);
  const [isAdding, setAdding] = useState(false);
  const mayChange = may('repository.update');
  return (
    <div class="stack">
      <div class="line apart">
        <About repository={id} start={start} />
        {!isAdding && mayChange ? (
          <button type="button" class="button main-action" onClick={() => setAdding(true)}>
            Add an edge
          </button>
        ) : null}
      </div>
      {isAdding ? <EdgeForm repository={id} start={start} close={() => setAdding(false)} /> : null}
      <Loaded query={query}>
        {(graph) =>
          graph.edges.length === 0 ? (
            <section class="card">
              <Empty
                title={start === undefined ? 'Nobody has said what came from what' : 'Nothing is known of where this came from'}
              >
                <p>
                  {mayChange
                    ? 'Add an edge here, or have the job that trains a model say it over the API.'
                    : 'Somebody who may change the repository says it here, or the job that trains a model over the API.'}
                </p>
              </Empty>
            </section>
          ) : (
            <AreNodesNamed.Provider value={graph.nodes.length <= mostNamed}>
              <section class="card" aria-label="Picture">
                <GraphPicture repository={id} graph={graph} start={start} />
                {graph.truncated === true || graph.next_cursor !== undefined ? (
                  <p class="file-foot">There is more than this. Follow a node to see what is around it.</p>
                ) : null}
              </section>
              {graph.cycles.length === 0 ? null : (
                <p class="notice bad">
                  Some of this came from itself: follow the edges below{mayChange ? ', and remove the one that is wrong' : ''}.
                </p>
              )}
              <Card title="The same as a list">
                <EdgeList repository={id} edges={graph.edges} mayRemove={mayChange} />
              </Card>
            </AreNodesNamed.Provider>
          )
        }
      </Loaded>
    </div>
  );
};
