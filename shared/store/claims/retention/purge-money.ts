import { type BankLine, traceTokens } from '#claims/reconciliation/bank-line.ts';
import type { PurgeOutcome } from '#claims/retention/purge.ts';
import { purgedEntry } from '#claims/retention/purge.ts';
import { deleteItems } from '../../dynamodb/delete-items.ts';
import { recordOf } from '../../dynamodb/items.ts';
import { queryItems } from '../../dynamodb/query-page.ts';
import {
  allLedgerAccounts,
  bankAmountKey,
  bankFileKey,
  bankFilesPartition,
  bankLineKey,
  bankLinesPartition,
  bankTraceKey,
  ledgerPartition,
} from '../keys/money-keys.ts';
import { removalFigures } from '../money/money-actions.ts';
import { expired, keyOf, type PurgeContext, removeRecord } from './purge-context.ts';

/** Bank lines, by their date. A line of a held remittance stays. */
export async function* purgeBankLines(context: PurgeContext): AsyncGenerator<PurgeOutcome> {
  const { stores, purge, kept } = context;
  const range = { index: 'gsi1', pk: bankLinesPartition, to: `${purge.cutoff.slice(0, 10)}~` } as const;
  for await (const item of queryItems(stores.claims, range)) {
    const line = recordOf<BankLine>(item);
    if (line.imported_at >= purge.cutoff) continue;
    if (kept.names.everything || line.remittance_ids.some((id) => kept.ids.has(id))) {
      yield 'held';
      continue;
    }
    if (!purge.dry_run) {
      const { id, amount, date } = line;
      const pointers = [
        bankAmountKey(amount, date, id),
        ...traceTokens(line).map((token) => bankTraceKey(token, id)),
      ];
      const entry = purgedEntry(purge, 'bank_line', id);
      await removeRecord(context, bankLineKey(id), pointers, [entry], removalFigures('bank-line', line));
    }
    yield 'purged';
  }
}

export async function* purgeBankFiles(context: PurgeContext): AsyncGenerator<PurgeOutcome> {
  const { stores, purge, kept } = context;
  const range = { index: 'gsi1', pk: bankFilesPartition, ...expired(purge) } as const;
  for await (const item of queryItems(stores.claims, range)) {
    const { id } = recordOf<{ readonly id: string }>(item);
    if (kept.names.everything) {
      yield 'held';
      continue;
    }
    if (!purge.dry_run)
      await removeRecord(context, bankFileKey(id), [], [purgedEntry(purge, 'bank_file', id)]);
    yield 'purged';
  }
}

/** Entries of the ledger, because their references name claims. The balances of the accounts stay. */
export async function* purgeLedger(context: PurgeContext): AsyncGenerator<PurgeOutcome> {
  const { stores, purge, kept } = context;
  for await (const account of queryItems(stores.claims, { pk: allLedgerAccounts.pk })) {
    const { payer_id, provider } = recordOf<{ readonly payer_id: string; readonly provider: string }>(
      account,
    );
    for await (const item of queryItems(stores.claims, { pk: ledgerPartition(payer_id, provider) })) {
      const entry = recordOf<{ readonly posted_at: string; readonly remittance_id: string }>(item);
      // Entries are in the order of their posting.
      if (entry.posted_at >= purge.cutoff) break;
      if (kept.names.everything || kept.ids.has(entry.remittance_id)) {
        yield 'held';
        continue;
      }
      if (!purge.dry_run) await deleteItems(stores.claims, [keyOf(item)]);
      yield 'purged';
    }
  }
}
