import { lanePartitions } from '#claims/claims/claim-keys.ts';
import { lastVisit } from '#claims/clearhouse/exchange-store.ts';
import { findUnfinishedSubmissions } from '#claims/clearhouse/records.ts';
import { isUnfinished } from '#claims/clearhouse/submission.ts';
import { currentConfiguration } from '#claims/configuration/records.ts';
import { fileStatePartition } from '#claims/files/file-keys.ts';
import { unmatchedKindPartition, unmatchedPartition } from '#claims/files/response-keys.ts';
import { depositStatePartition } from '#claims/money/money-keys.ts';
import { beginJob } from '#store/claims/job-marks.ts';
import { idOfTimeKey } from '#store/claims/key-parts.ts';
import type { ClaimsTables } from '#store/claims/write-change.ts';
import type { Item } from '#store/dynamodb/items.ts';
import { type ItemRange, queryItems } from '#store/dynamodb/query-page.ts';
import type { Table } from '#store/dynamodb/table.ts';
import type { AlertCondition } from './contract.ts';
import type { DeliveryPorts } from './deliver-alert.ts';
import {
  clearAlertState,
  findAlertState,
  raiseAlert,
  readAlertRules,
  readDueAlerts,
  releaseAlert,
  saveAlert,
  takeAlert,
} from './records.ts';
import { type EvaluationPorts, type Measure, maxAlertIds } from './rules.ts';

/** Index entries that one measure examines. Beyond, an alert states "at least". */
const maxExamined = 10_000;

/** Counts the records that a condition is about; eventually consistent. */
export function measure(table: Table, condition: AlertCondition, now: Date): Promise<Measure> {
  switch (condition.kind) {
    case 'rejected_claims': {
      const from = before(now, condition.hours * 3_600_000);
      const ranges = condition.lanes
        .flatMap(lanePartitions)
        .map((pk) => ({ index: 'gsi1', pk, from }) as const);
      return count(table, ranges, claimAmount(condition.payer_id));
    }
    case 'overdue_claims':
      return count(
        table,
        lanePartitions('overdue').map((pk) => ({ index: 'gsi1', pk }) as const),
        claimAmount(condition.payer_id),
      );
    case 'quarantined_files': {
      const from = before(now, condition.hours * 3_600_000);
      return count(table, [{ index: 'gsi2', pk: fileStatePartition('quarantined'), from }], () => 'counted');
    }
    case 'unmatched_items': {
      const to = before(now, condition.older_than_days * day);
      const { item_kind: kind } = condition;
      const range =
        kind === undefined
          ? ({ index: 'gsi1', pk: unmatchedPartition('open'), to } as const)
          : ({ index: 'gsi2', pk: unmatchedKindPartition('open', kind), to } as const);
      return count(table, [range], () => 'counted');
    }
    case 'unreconciled_deposits': {
      // Deposits are listed by their day.
      const to = `${before(now, (condition.older_than_days + 1) * day).slice(0, 10)}~`;
      const range = { index: 'gsi2', pk: depositStatePartition('expected'), to } as const;
      return count(table, [range], ({ amount }) => Number(amount), 'remittance_id');
    }
    case 'clearinghouse':
      return clearinghouse(table, before(now, condition.older_than_minutes * 60_000));
  }
}

const day = 86_400_000;

const before = (now: Date, milliseconds: number): string =>
  new Date(now.getTime() - milliseconds).toISOString();

/** The amount in cents that an item counts for; undefined for an item that does not count. */
type AmountOf = (item: Item) => number | 'counted' | undefined;

const claimAmount =
  (payerId: string | undefined): AmountOf =>
  ({ payer_id, total_charge }) =>
    payerId === undefined || payer_id === payerId ? Number(total_charge) : undefined;

async function count(
  table: Table,
  ranges: readonly ItemRange[],
  amountOf: AmountOf,
  idField = 'id',
): Promise<Measure> {
  let [found, examined] = [0, 0];
  let cents: number | undefined;
  let newest: string | undefined;
  const ids: string[] = [];
  for (const range of ranges) {
    for await (const item of queryItems(table, range, { pageSize: 1000 })) {
      if (++examined > maxExamined) return { ...measured(found, cents, ids, newest), isTruncated: true };
      const amount = amountOf(item);
      if (amount === undefined) continue;
      found++;
      const key = String(item[`${range.index}sk`]);
      if (newest === undefined || key > newest) newest = key;
      if (amount !== 'counted') cents = (cents ?? 0) + amount;
      // A claim has its id in its keys only.
      if (ids.length < maxAlertIds) ids.push(String(item[idField] ?? idOfTimeKey(key)));
    }
  }
  return measured(found, cents, ids, newest);
}

const measured = (
  found: number,
  cents: number | undefined,
  ids: readonly string[],
  newest: string | undefined,
): Measure => ({
  count: found,
  ...(cents !== undefined && { cents }),
  ids,
  ...(newest !== undefined && { newest }),
  isTruncated: false,
});

async function clearinghouse(table: Table, olderThan: string): Promise<Measure> {
  const [submissions, visit] = await Promise.all([findUnfinishedSubmissions(table), lastVisit(table)]);
  const held = submissions.filter(
    (submission) => isUnfinished(submission) && submission.created_at <= olderThan,
  );
  const ids = held.map(({ id }) => id);
  const newest = held
    .map(({ created_at }) => created_at)
    .toSorted()
    .at(-1);
  return {
    count: held.length,
    cents: held.reduce((sum, { total_charge }) => sum + total_charge, 0),
    ids: ids.slice(0, maxAlertIds),
    ...(newest !== undefined && { newest }),
    isTruncated: false,
    ...(visit?.error !== undefined && { failing: visit.error.code }),
  };
}

export const evaluationPorts = async (
  tables: ClaimsTables,
  onFailure: EvaluationPorts['onFailure'],
): Promise<EvaluationPorts> => ({
  readRules: () => readAlertRules(tables.claims),
  readState: (ruleId) => findAlertState(tables.claims, ruleId),
  measure: (condition, now) => measure(tables.claims, condition, now),
  raise: (rule, before, raised) => raiseAlert(tables, rule, before, raised),
  clear: (ruleId, before) => clearAlertState(tables.claims, ruleId, before),
  timeZone: (await currentConfiguration(tables.claims)).clearinghouse.file_name.time_zone,
  now: () => new Date(),
  onFailure,
});

export const deliveryPorts = (
  tables: ClaimsTables,
  sending: Pick<DeliveryPorts, 'send' | 'nextAttempt'>,
): DeliveryPorts => ({
  readDue: (now) => readDueAlerts(tables.claims, now),
  take: (id, now) => takeAlert(tables.claims, id, { now, run: crypto.randomUUID() }),
  save: (alert, isLast) => saveAlert(tables, alert, isLast),
  release: (alert) => releaseAlert(tables.claims, alert),
  ...sending,
  now: () => new Date(),
  pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
});

/** Begins the evaluation that is due; false if the last one began less than five minutes ago. */
export const beginEvaluation = (table: Table, now: Date): Promise<boolean> => beginJob(table, 'alerts', now);
