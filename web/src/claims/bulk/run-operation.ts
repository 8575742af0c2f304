import type { BulkOperation, BulkRun } from '#claims/bulk/contract.ts';
import { api } from '#web/api/api.ts';
import { toast } from '#web/components/toasts.tsx';
import { refreshAll } from '#web/data/query.ts';
import { texts } from '#web/text/texts.ts';

/** Milliseconds between two looks at a run that goes on in the background. */
const pause = 1_000;

/**
 * Runs an operation on named claims, and waits for the end of the run.
 *
 * @throws ApiError of the start; a failed look at the progress is repeated
 */
export async function runOperation(operation: BulkOperation, ids: readonly string[]): Promise<BulkRun> {
  let run = await api('POST /api/bulk-runs', { operation, selection: { claim_ids: [...ids] } });
  while (run.state === 'selecting' || run.state === 'running') {
    await new Promise((resolve) => setTimeout(resolve, pause));
    run = await api('GET /api/bulk-runs/{id}', { id: run.id }).catch(() => run);
  }
  return run;
}

/** The ids of the claims that a run changed. */
export async function changedBy({ id }: Pick<BulkRun, 'id'>): Promise<readonly string[]> {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await api('GET /api/bulk-runs/{id}/claims', {
      ...{ id, outcome: 'done' as const, limit: 100 },
      ...(cursor !== undefined && { cursor }),
    });
    ids.push(...page.data.map(({ claim_id }) => claim_id));
    cursor = page.pagination.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return ids;
}

/** Says how many claims a run changed and skipped, with what takes it back. */
export function reportRun({ done, skipped }: BulkRun, undo?: () => Promise<void>): void {
  const words = texts.board.bulk;
  const detail = skipped > 0 ? words.skipped(skipped) : undefined;
  const takeBack = async (): Promise<void> => {
    await undo?.().then(refreshClaims, () => toast({ text: words.notUndone, tone: 'danger' }));
  };
  toast({ text: words.changed(done), detail, ...(undo && done > 0 && { undo: () => void takeBack() }) });
}

/** Reads again what shows claims. */
export function refreshClaims(): void {
  for (const prefix of ['claim ', 'claims', 'lanes', 'worklist', 'denials', 'versions ']) refreshAll(prefix);
}
