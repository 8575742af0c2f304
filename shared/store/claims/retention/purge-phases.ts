import { isHeldClaim } from '#claims/retention/legal-hold.ts';
import type { PurgeOutcome, PurgePhase, PurgePorts } from '#claims/retention/purge.ts';
import type { Purge } from '#contract/claims/retention.ts';
import { transact } from '../../dynamodb/table.ts';
import type { ClaimsStores } from '../files/intake-ports.ts';
import { walkClaims } from '../reports/walk-claims.ts';
import { protectedRecords } from './protected-records.ts';
import { purgeBulkRuns } from './purge-bulk-runs.ts';
import { finishPurgedClaims, purgeClaim } from './purge-claim.ts';
import type { PurgeContext } from './purge-context.ts';
import { batchPurger, purgeFiles, purgeSubmissions } from './purge-files.ts';
import { purgeBankFiles, purgeBankLines, purgeLedger } from './purge-money.ts';
import { purgeObjects } from './purge-objects.ts';
import { purgeAcknowledgments, purgeRemittances } from './purge-responses.ts';
import { readHeldNames, storePurge } from './settings.ts';

/** The ports of a purge with its phases, with the legal holds as they are now. */
export async function purgePorts(
  stores: ClaimsStores,
  purge: Purge,
  isTimeUp: () => boolean,
): Promise<PurgePorts> {
  const names = await readHeldNames(stores.claims);
  const context = { stores, purge, kept: await protectedRecords(stores.claims, names) };
  return {
    phases: phasesOf(context),
    store: (after, entries) =>
      storePurge(stores, after, entries, (actions) => transact(stores.claims, actions)),
    isTimeUp,
    now: () => new Date(),
  };
}

/** Claims first, because their batches are found by them; objects last, because files name them. */
const phasesOf = (context: PurgeContext): readonly PurgePhase[] => [
  { kind: 'claims', run: () => purgeClaims(context) },
  { kind: 'remittances', run: () => purgeRemittances(context) },
  { kind: 'acknowledgments', run: () => purgeAcknowledgments(context) },
  { kind: 'submissions', run: () => purgeSubmissions(context) },
  { kind: 'bulk_runs', run: () => purgeBulkRuns(context) },
  { kind: 'files', run: () => purgeFiles(context) },
  { kind: 'bank_lines', run: () => purgeBankLines(context) },
  { kind: 'bank_files', run: () => purgeBankFiles(context) },
  { kind: 'ledger_entries', run: () => purgeLedger(context) },
  { kind: 'objects', run: () => purgeObjects(context) },
];

async function* purgeClaims(context: PurgeContext): AsyncGenerator<PurgeOutcome> {
  const { stores, purge, kept } = context;
  if (!purge.dry_run) await finishPurgedClaims(stores.claims);
  const purgeBatches = batchPurger(context);
  for await (const page of walkClaims(stores.claims, purge.cutoff)) {
    for (const claim of page) {
      if (claim.updated_at >= purge.cutoff) continue;
      const isHeld = isHeldClaim(kept.names, claim);
      if (isHeld || purge.dry_run) {
        yield isHeld ? 'held' : 'purged';
        continue;
      }
      // Before the claim, by which an interrupted purge finds them again.
      await purgeBatches(claim);
      yield (await purgeClaim(stores, claim, purge)) ? 'purged' : 'held';
    }
  }
}
