import type { ArtifactReference, ArtifactTimeline, ExplainedArtifact, ListedArtifacts } from '@svc/core';
import {
  type Artifact,
  type ArtifactDetail,
  artifactSorts,
  artifactTypes,
  defaultPageLimit,
  maxCountedNames,
  maxObjectNameLength,
  maxPageLimit,
  type RepositoryId,
} from '@svc/core/model';
import { z } from 'zod';
import {
  keepingCommit,
  keepingCommitView,
  keepingRef,
  keepingRefView,
  keepingSnapshot,
  keepingSnapshotView,
  keepingUpload,
  keepingUploadView,
  sharingObject,
  sharingObjectView,
} from './artifact-references.js';
import { count, optionalTimestampOf, timestamp, uuid } from './fields.js';
import { id } from './id.js';
import { instantParameter, microTimestamp, microTimestampOf } from './micro-timestamp.js';
import { integerParameter } from './parameters.js';

const layouts = ['whole', 'chunks'] as const satisfies readonly Artifact['layout'][];

export const artifactSchema = z.strictObject({
  repository: z.strictObject({ id: uuid, slug: z.string(), name: z.string() }),
  oid: z.string(),
  name: z.string().optional(),
  type: z.enum(artifactTypes),
  size: count,
  physical_size: count,
  layout: z.enum(layouts),
  downloads: count,
  last_downloaded_at: timestamp.optional(),
  created_at: microTimestamp,
});

/** Spec 4.4. */
export const artifactsReply = z.strictObject({
  artifacts: z.array(artifactSchema),
  total: count,
  total_is_lower_bound: z
    .literal(true)
    .optional()
    .meta({
      description: `There are more: with q at most ${maxCountedNames} are counted`,
    }),
  next_before: microTimestamp.optional(),
});

export const artifactsQuery = z.object({
  repo: id<RepositoryId>().optional(),
  type: z.enum(artifactTypes).optional(),
  q: z.string().max(maxObjectNameLength).optional().meta({ description: 'Part of a name, without regard to case' }),
  sort: z.enum(artifactSorts).default('recent'),
  limit: integerParameter({ minimum: 1, maximum: maxPageLimit, default: defaultPageLimit }),
  before: instantParameter.optional(),
});

const artifactView = (artifact: Artifact): z.input<typeof artifactSchema> => ({
  repository: artifact.repository,
  oid: artifact.oid,
  name: artifact.name,
  type: artifact.type,
  size: artifact.sizeBytes,
  physical_size: artifact.physicalBytes,
  layout: artifact.layout,
  downloads: artifact.downloads,
  last_downloaded_at: optionalTimestampOf(artifact.lastDownloadedAt),
  created_at: microTimestampOf(artifact.registeredAt),
});

export const artifactsView = ({
  artifacts,
  total,
  hasUncounted,
  nextBefore,
}: ListedArtifacts): z.input<typeof artifactsReply> => ({
  artifacts: artifacts.map(artifactView),
  total,
  total_is_lower_bound: hasUncounted ? true : undefined,
  next_before: nextBefore === undefined ? undefined : microTimestampOf(nextBefore),
});

const chunkFields = { count, average_bytes: count };
const chunksMeta = {
  description: 'Of the manifest that the object was verified by, where there is one and its chunks were counted',
};

const detailSchema = artifactSchema.extend({
  uploaded_by: z.strictObject({ id: uuid, name: z.string().optional() }),
  chunks: z.strictObject(chunkFields).optional().meta(chunksMeta),
});

const explainedSchema = detailSchema.extend({
  chunks: z
    .strictObject({
      ...chunkFields,
      shared_with: z
        .array(sharingObject)
        .optional()
        .meta({ description: 'The first of what `sharing` lists; absent where storage does not answer now' }),
    })
    .optional()
    .meta(chunksMeta),
  kept_by: z
    .strictObject({
      refs: z.array(keepingRef),
      commits: z.array(keepingCommit),
      uploads: z.array(keepingUpload),
      snapshots: z.array(keepingSnapshot),
      has_more: z.boolean(),
    })
    .meta({ description: 'The first of each kind that `references` lists' }),
});

/** Spec 4.9. */
export const artifactReply = z.strictObject({ artifact: explainedSchema });

const artifactDetailView = (detail: ArtifactDetail): z.input<typeof detailSchema> => {
  const { uploader, chunkCount, sizeBytes } = detail;
  const averageBytes = Math.round(sizeBytes / Math.max(1, chunkCount ?? 0));
  return {
    ...artifactView(detail),
    uploaded_by: uploader,
    chunks: chunkCount === undefined ? undefined : { count: chunkCount, average_bytes: averageBytes },
  };
};

const ofKind =
  <Kind extends ArtifactReference['kind']>(kind: Kind) =>
  (reference: ArtifactReference): reference is Extract<ArtifactReference, { readonly kind: Kind }> =>
    reference.kind === kind;

export const explainedArtifactView = (artifact: ExplainedArtifact): z.input<typeof explainedSchema> => {
  const { chunks, ...detail } = artifactDetailView(artifact);
  const { references, more } = artifact.keptBy;
  return {
    ...detail,
    chunks: chunks && { ...chunks, shared_with: artifact.sharedWith?.map(sharingObjectView) },
    kept_by: {
      refs: references.filter(ofKind('ref')).map(keepingRefView),
      commits: references.filter(ofKind('commit')).map(keepingCommitView),
      uploads: references.filter(ofKind('upload')).map(keepingUploadView),
      snapshots: references.filter(ofKind('snapshot')).map(keepingSnapshotView),
      has_more: more.length > 0,
    },
  };
};

export const timelineQuery = artifactsQuery.pick({ limit: true, before: true });
export const timelineReply = z.strictObject({
  timeline: z.array(detailSchema).meta({ description: 'The objects that were given the name of this one, newest first' }),
  next_before: microTimestamp.optional(),
});

export const timelineView = ({ versions, nextBefore }: ArtifactTimeline): z.input<typeof timelineReply> => ({
  timeline: versions.map(artifactDetailView),
  next_before: nextBefore === undefined ? undefined : microTimestampOf(nextBefore),
});
