import { type CsvColumns, membersOf } from '#contract/csv.ts';
import type { BulkFilter, BulkOperation, BulkResultJson, BulkRunJson } from './contract.ts';

/** A bulk run as it is stored between its steps. */
export interface BulkRun extends Readonly<Omit<BulkRunJson, 'processed' | 'operation' | 'filter'>> {
  readonly operation: BulkOperation;
  readonly filter?: BulkFilter;
  /** Number of selected claims that have a result. */
  readonly position: number;
  /** Billing providers to which the person who started it is limited; absent for all. */
  readonly billing_npis?: readonly string[];
  /** Background runs that began since the last one with an answer, the one in progress included. */
  readonly lost?: number;
  /** While selecting: where the list of the filter continues; absent at its start. */
  readonly cursor?: string;
}

export type BulkResult = Readonly<BulkResultJson>;

/** The progress of a run. Condition: the run is where it was read. */
export interface BulkProgressWrite {
  readonly kind: 'bulk-progress';
  readonly before: BulkRun;
  readonly after: BulkRun;
  readonly results?: readonly BulkResult[];
  readonly selected?: readonly string[];
}

export const isUnfinished = ({ state }: Pick<BulkRun, 'state'>): boolean =>
  state === 'selecting' || state === 'running';

interface NewRun {
  readonly id: string;
  readonly operation: BulkOperation;
  readonly filter?: BulkFilter;
  readonly named: number;
  readonly billingNpis?: readonly string[] | undefined;
  readonly actor: string;
  readonly now: Date;
}

/** @param wanted.named number of claims that the request names; 0 with a filter */
export function newBulkRun({ id, operation, filter, named, billingNpis, actor, now }: NewRun): BulkRun {
  const at = now.toISOString();
  return {
    id,
    state: filter === undefined ? 'running' : 'selecting',
    operation,
    ...(filter && { filter }),
    ...(billingNpis && { billing_npis: billingNpis }),
    started_at: at,
    started_by: actor,
    updated_at: at,
    finished_at: null,
    selected: named,
    position: 0,
    done: 0,
    skipped: 0,
    skipped_by_reason: {},
    is_truncated: false,
  };
}

/** The run after these results; done with the last one. */
export function runAfter(run: BulkRun, results: readonly BulkResult[], now: Date): BulkRun {
  const skipped = results.filter((result) => result.outcome === 'skipped');
  const reasons = { ...run.skipped_by_reason };
  for (const { reason = '' } of skipped) reasons[reason] = (reasons[reason] ?? 0) + 1;
  const position = run.position + results.length;
  const isDone = position >= run.selected;
  return {
    ...run,
    position,
    done: run.done + results.length - skipped.length,
    skipped: run.skipped + skipped.length,
    skipped_by_reason: reasons,
    updated_at: now.toISOString(),
    ...(isDone && { state: 'done', finished_at: now.toISOString() }),
  };
}

/** Claims that a filter found, added to the selection. */
export interface SelectedPart {
  readonly ids: readonly string[];
  readonly cursor: string | null;
}

/** The run after a page of its filter. */
export function runAfterSelection(
  run: BulkRun,
  { ids, cursor }: SelectedPart,
  { now, max }: { readonly now: Date; readonly max: number },
): BulkRun {
  const { cursor: _, ...rest } = run;
  const selected = run.selected + ids.length;
  const isFull = selected >= max;
  const base = { ...rest, selected, updated_at: now.toISOString() };
  if (cursor !== null && !isFull) return { ...base, cursor };
  const state = selected === 0 ? 'done' : 'running';
  return {
    ...base,
    state,
    is_truncated: cursor !== null,
    ...(state === 'done' && { finished_at: now.toISOString() }),
  };
}

/** The run as it ends before its last claim. */
export const endedRun = (
  run: BulkRun,
  end: { readonly state: 'canceled' } | { readonly state: 'failed'; readonly reason: 'interrupted' },
  now: Date,
): BulkRun => ({ ...run, ...end, updated_at: now.toISOString(), finished_at: now.toISOString() });

/** A bulk run as the API shows it. */
export function bulkRunJson({
  position,
  cursor,
  billing_npis,
  lost,
  operation,
  filter,
  ...run
}: BulkRun): BulkRunJson {
  const { id, state, ...rest } = run;
  return { id, state, operation, ...(filter && { filter }), ...rest, processed: position };
}

export const bulkRunsCsv: CsvColumns<BulkRunJson> = {
  name: 'bulk-runs',
  columns: [
    ...membersOf<BulkRunJson>('id', 'state'),
    ['operation', ({ operation }) => operation.kind],
    ...membersOf<BulkRunJson>(
      'started_at',
      'started_by',
      'finished_at',
      'selected',
      'processed',
      'done',
      'skipped',
    ),
  ],
};

export const bulkResultsCsv: CsvColumns<BulkResultJson> = {
  name: 'bulk-results',
  columns: membersOf<BulkResultJson>(
    'claim_id',
    'patient_control_number',
    'outcome',
    'from',
    'to',
    'reason',
    'message',
    'new_claim_id',
    'at',
  ),
};
