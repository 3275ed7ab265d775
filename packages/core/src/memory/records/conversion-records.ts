import type { ConversionCandidate, ConversionTotals } from '../../model/conversions/conversion.js';
import { invariant } from '../../model/app-error.js';
import { reclaimableBytesOf } from '../../model/objects/quarantined-object.js';
import type { StoredObject } from '../../model/objects/stored-object.js';
import type { Instant, Oid, RepositoryId } from '../../model/values/index.js';
import type {
  ClaimedConversions,
  ConversionPosition,
  ConversionQueries,
  ConversionRecords,
} from '../../ports/records/conversion-records.js';
import { dueOf } from '../due.js';
import { compareText } from '../page-by-key.js';
import { keyOf } from '../table.js';
import type { DraftTables, ReadableTables } from '../tables.js';

const compare = (left: ConversionPosition, right: ConversionPosition): number =>
  compareText(left.repositoryId, right.repositoryId) || compareText(left.oid, right.oid);

const nothing: ConversionTotals = Object.freeze({
  objects: 0,
  formerBytes: 0,
  addedBytes: 0,
  restoredObjects: 0,
  restoredBytes: 0,
});

type ObjectRow = NonNullable<ReturnType<ReadableTables['objects']['get']>>;

const candidateOf = (tables: ReadableTables, { repositoryId, object, manifestSha256 }: ObjectRow): ConversionCandidate => ({
  repositoryId,
  object,
  manifestSha256,
  lastDownloadedAt: tables.objectDownloads.get(keyOf(repositoryId, object.oid))?.lastDownloadedAt,
  deduplicate: tables.repositories.get(repositoryId)?.deduplicate,
});

export const conversionQueries = (tables: ReadableTables): ConversionQueries => ({
  listCandidates: async (organizationId, after, { minBytes, now }, limit) =>
    tables.objects
      .where(({ repositoryId, object: { oid, layout, sizeBytes } }) => {
        const isOfIt = tables.repositories.get(repositoryId)?.organizationId === organizationId;
        const dueAt = tables.conversionTrials.get(keyOf(repositoryId, oid))?.trial.dueAt ?? now;
        const isWhole = layout === 'whole' && sizeBytes >= minBytes;
        return isOfIt && isWhole && dueAt <= now && (after === undefined || compare({ repositoryId, oid }, after) > 0);
      })
      .toSorted((left, right) =>
        compare(
          { repositoryId: left.repositoryId, oid: left.object.oid },
          { repositoryId: right.repositoryId, oid: right.object.oid },
        ),
      )
      .slice(0, limit)
      .map((row) => candidateOf(tables, row)),
  findCandidate: async (repositoryId, oid) => {
    const row = tables.objects.get(keyOf(repositoryId, oid));
    return row?.object.layout === 'whole' ? candidateOf(tables, row) : undefined;
  },
  listConverted: async (organizationId, { downloadedSince, now }, limit) =>
    tables.convertedObjects
      .where(
        ({ repositoryId, dueAt }) => tables.repositories.get(repositoryId)?.organizationId === organizationId && dueAt <= now,
      )
      .toSorted((left, right) => left.dueAt - right.dueAt || compare(left, right))
      .flatMap(({ repositoryId, oid, countedSince, downloadsBefore }) => {
        const row = tables.objects.get(keyOf(repositoryId, oid));
        const counted = tables.objectDownloads.get(keyOf(repositoryId, oid));
        if (row?.manifestSha256 === undefined || counted === undefined || counted.lastDownloadedAt <= downloadedSince) return [];
        const { object, manifestSha256 } = row;
        const { deduplicate } = tables.repositories.get(repositoryId) ?? {};
        const { lastDownloadedAt } = counted;
        const downloads = counted.downloads - downloadsBefore;
        return [{ repositoryId, object, manifestSha256, lastDownloadedAt, deduplicate, countedSince, downloads }];
      })
      .slice(0, limit),
  findSampled: async (repositoryId, names) => {
    const wanted = new Set(names);
    const found = tables.conversionTrials
      .where((row) => row.repositoryId === repositoryId)
      .toSorted((left, right) => compareText(right.oid, left.oid))
      .flatMap(({ oid, trial }) => trial.sample.filter((name) => wanted.has(name)).map((name) => [name, oid] as const));
    return new Map(found);
  },
  totals: async (repositoryId) => tables.conversionTotals.get(repositoryId) ?? nothing,
  possible: async (repositoryId) => {
    const worth = tables.conversionTrials.where((row) => row.repositoryId === repositoryId && row.trial.savedBytes > 0);
    return { objects: worth.length, savedBytes: worth.reduce((sum, { trial }) => sum + trial.savedBytes, 0) };
  },
});

/** Forgets what looks at an object have found. */
const forgetTrial = (tables: DraftTables, repositoryId: RepositoryId, oid: Oid): void =>
  tables.conversionTrials.remove(keyOf(repositoryId, oid));

/** What conversions know of an object that leaves storage, or lies there in another way from now on. */
export const forgetConversion = (tables: DraftTables, repositoryId: RepositoryId, oid: Oid): void => {
  forgetTrial(tables, repositoryId, oid);
  tables.convertedObjects.remove(keyOf(repositoryId, oid));
};

const countAnew = (tables: DraftTables, repositoryId: RepositoryId, former: StoredObject, latter: StoredObject): void => {
  const usage = tables.repositoryUsages.get(repositoryId);
  invariant(usage !== undefined, 'every repository has a usage');
  const physicalBytes = usage.physicalBytes + reclaimableBytesOf(latter) - reclaimableBytesOf(former);
  tables.repositoryUsages.put(repositoryId, { ...usage, physicalBytes });
};

export const conversionRecords = (tables: DraftTables): ConversionRecords => {
  const claimedRow = ({ organizationId, holder, attempt }: ClaimedConversions) => {
    const row = tables.conversionTurns.get(organizationId);
    return row?.holder === holder && row.attempts === attempt ? row : undefined;
  };
  const moveTurn = (
    claim: ClaimedConversions,
    until: Instant,
    after: ConversionPosition | null | undefined,
    change: { readonly holder?: undefined } = {},
  ): boolean => {
    const row = claimedRow(claim);
    if (row === undefined) return false;
    const next = after === undefined ? row.after : (after ?? undefined);
    tables.conversionTurns.put(claim.organizationId, { ...row, dueAt: until, after: next, ...change });
    return true;
  };
  return {
    ...conversionQueries(tables),
    claim: async (holder, now, until, beyond) => {
      const [next] = dueOf(
        tables.conversionTurns.where(() => true),
        now,
        beyond,
      ).toSorted((left, right) => left.dueAt - right.dueAt || compareText(left.organizationId, right.organizationId));
      if (next === undefined) return undefined;
      const { organizationId, after } = next;
      const attempt = next.attempts + 1;
      tables.conversionTurns.put(organizationId, { ...next, dueAt: until, holder, attempts: attempt });
      return { organizationId, holder, attempt, after };
    },
    move: async (claim, until, after) => moveTurn(claim, until, after),
    release: async (claim, until, after) => moveTurn(claim, until, after, { holder: undefined }),
    wake: async (organizationId, now) => {
      const row = tables.conversionTurns.get(organizationId);
      if (row === undefined || row.holder !== undefined || row.dueAt <= now) return;
      tables.conversionTurns.put(organizationId, { ...row, dueAt: now });
    },
    hasten: async (organizationId) => {
      const row = tables.conversionTurns.get(organizationId);
      if (row !== undefined) tables.conversionTurns.put(organizationId, { ...row, dueAt: 0, after: undefined });
    },
    noteTrial: async (repositoryId, oid, trial) => {
      invariant(tables.objects.get(keyOf(repositoryId, oid)) !== undefined, 'a registered object is looked at');
      tables.conversionTrials.put(keyOf(repositoryId, oid), { repositoryId, oid, trial });
    },
    lookAgain: async (repositoryId, oids) => {
      for (const key of oids.map((oid) => keyOf(repositoryId, oid))) {
        const row = tables.conversionTrials.get(key);
        if (row !== undefined) tables.conversionTrials.put(key, { ...row, trial: { ...row.trial, dueAt: 0 } });
      }
    },
    changeLayout: async (repositoryId, oid, { layout, physicalBytes, manifestSha256, chunkCount }) => {
      const key = keyOf(repositoryId, oid);
      const row = tables.objects.get(key);
      if (row === undefined) return undefined;
      const object = { ...row.object, layout, physicalBytes };
      tables.objects.put(key, { ...row, object, manifestSha256, chunkCount });
      countAnew(tables, repositoryId, row.object, object);
      forgetConversion(tables, repositoryId, oid);
      return row.object;
    },
    countDownloads: async (repositoryId, oid, since) => {
      const downloadsBefore = tables.objectDownloads.get(keyOf(repositoryId, oid))?.downloads ?? 0;
      const row = { repositoryId, oid, countedSince: since, downloadsBefore, dueAt: since };
      tables.convertedObjects.put(keyOf(repositoryId, oid), row);
    },
    putOff: async (repositoryId, oid, dueAt) => {
      const row = tables.convertedObjects.get(keyOf(repositoryId, oid));
      if (row !== undefined) tables.convertedObjects.put(keyOf(repositoryId, oid), { ...row, dueAt });
    },
    countRestored: async (repositoryId, bytes) => {
      const counted = tables.conversionTotals.get(repositoryId) ?? nothing;
      const { restoredObjects, restoredBytes } = counted;
      const restored = { restoredObjects: restoredObjects + 1, restoredBytes: restoredBytes + bytes };
      tables.conversionTotals.put(repositoryId, { ...counted, ...restored });
    },
    countConverted: async (repositoryId, { formerBytes, addedBytes }) => {
      const counted = tables.conversionTotals.get(repositoryId) ?? nothing;
      tables.conversionTotals.put(repositoryId, {
        ...counted,
        objects: counted.objects + 1,
        formerBytes: counted.formerBytes + formerBytes,
        addedBytes: counted.addedBytes + addedBytes,
      });
    },
  };
};
