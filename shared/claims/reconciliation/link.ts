import { createHash } from 'node:crypto';
import type { EntryDraft } from '#audit/entries/chain.ts';
import type { Change } from '../change.ts';
import { type BankLine, type Deposit, expectsMoney } from './bank-line.ts';

interface Decision {
  readonly by: NonNullable<BankLine['matched_by']>;
  readonly actor: string;
  readonly now: Date;
  readonly reason?: string;
  /** The difference is accepted, so the line is matched. */
  readonly accepted?: boolean;
}

/** Links a line with deposits. They are `matched`, or `amount_differs` if the sums differ. */
export function linked(
  line: BankLine,
  deposits: readonly Deposit[],
  { by, actor, now, reason, accepted = false }: Decision,
): { readonly line: BankLine; readonly change: Change } {
  const difference = line.amount - deposits.reduce((sum, { amount }) => sum + amount, 0);
  const state = difference === 0 || accepted ? 'matched' : 'amount_differs';
  const decision = {
    matched_by: by,
    ...(difference !== 0 && { difference }),
    ...(reason !== undefined && { reason }),
    ...{ decided_by: actor, decided_at: now.toISOString() },
  };
  const after: BankLine = {
    ...undecided(line),
    ...decision,
    state,
    version: line.version + 1,
    remittance_ids: deposits.map(({ remittance_id }) => remittance_id),
  };
  const changes = deposits.map((before) => ({
    before,
    after: {
      ...undecided(before),
      ...decision,
      state,
      version: before.version + 1,
      bank_line_id: line.id,
    } satisfies Deposit,
  }));
  return {
    line: after,
    change: {
      entries: changes.map((change) => entryOf('remittance.reconciled', change.after, after, actor, reason)),
      writes: [
        { kind: 'bank-lines', changes: [{ before: line, after }] },
        { kind: 'deposits', changes },
      ],
    },
  };
}

/** Undoes the link of a line. Its deposits are expected again and never matched with it automatically. */
export function unlinked(
  line: BankLine,
  deposits: readonly Deposit[],
  { actor, now, reason }: { readonly actor: string; readonly now: Date; readonly reason: string },
): { readonly line: BankLine; readonly change: Change } {
  const decision = { reason, decided_by: actor, decided_at: now.toISOString() };
  const ids = deposits.map(({ remittance_id }) => remittance_id);
  const after: BankLine = {
    ...undecided(line),
    ...decision,
    state: 'unmatched',
    version: line.version + 1,
    remittance_ids: [],
    refused: [...new Set([...(line.refused ?? []), ...ids])].slice(-maxRefused),
  };
  const changes = deposits.map((before) => {
    const { bank_line_id, ...rest } = undecided(before);
    const state = expectsMoney(before) ? 'expected' : 'not_expected';
    return { before, after: { ...rest, ...decision, state, version: before.version + 1 } as Deposit };
  });
  return {
    line: after,
    change: {
      entries: changes.map(({ before }) => entryOf('remittance.unreconciled', before, line, actor, reason)),
      writes: [
        { kind: 'bank-lines', changes: [{ before: line, after }] },
        { kind: 'deposits', changes },
      ],
    },
  };
}

const maxRefused = 200;

function undecided<Record extends BankLine | Deposit>(record: Record): Record {
  const { matched_by, difference, reason, decided_by, decided_at, ...rest } = record;
  return rest as Record;
}

/** Ids and amounts. A reason may name a patient, so the entry has its hash only. */
const entryOf = (
  event_type: string,
  deposit: Deposit,
  line: BankLine,
  actor: string,
  reason: string | undefined,
): EntryDraft => ({
  event_type,
  entity_type: 'remittance',
  entity_id: deposit.remittance_id,
  actor,
  payload: {
    bank_line_id: line.id,
    amount: deposit.amount / 100,
    bank_amount: line.amount / 100,
    state: line.state,
    ...(line.matched_by !== undefined && { by: line.matched_by }),
    ...(line.difference !== undefined && { difference: line.difference / 100 }),
    ...(reason !== undefined && { reason_sha256: createHash('sha256').update(reason).digest('hex') }),
  },
});
