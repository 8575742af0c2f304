import { isLater, type StoredRecipient } from '#commerce/campaigns/recipient.ts';
import type { ProviderEvent } from '#commerce/messages/provider-event.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { readBatch, reviseBatchAction, settledBatchCheck } from '#store/commerce/campaigns/batches.ts';
import { readRecipient, recipientChange } from '#store/commerce/campaigns/recipients.ts';
import { figuresAction } from '#store/commerce/campaigns/runs.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { type TransactAction, transact } from '#store/dynamodb/table.ts';
import type { WorkRun } from '../run-work.ts';

type MessageEvent = Extract<ProviderEvent, { readonly kind: 'message' }>;

/**
 * Applies an event to a recipient of a campaign. Events may arrive in any order and more than once. Every event of a message
 * shows that the provider has taken it, which settles an unknown one.
 */
export function settleRecipient(
  campaignId: string,
  contactId: string,
  event: MessageEvent,
  run: WorkRun,
): Promise<void> {
  return retryOnConflict(async () => {
    const recipient = await readRecipient(commerceTable, campaignId, contactId);
    if (recipient === undefined) return;
    const { state, reason } = event;
    const delivery =
      state === 'sent' || !isLater(state, recipient.delivery) ? undefined : { delivery: state, reason };
    const counted = delivery === undefined ? [] : [figuresAction(campaignId, { [delivery.delivery]: 1 })];
    const evidence = await evidenceOf(recipient, run);
    if (evidence === undefined && delivery === undefined) return;
    await transact(commerceTable, [
      recipientChange(recipient, { ...evidence?.change, ...delivery }),
      ...(evidence?.actions ?? []),
      // A transaction has one action for each item.
      ...(evidence?.figures === undefined
        ? counted
        : [figuresAction(campaignId, { ...evidence.figures, ...(delivery && { [delivery.delivery]: 1 }) })]),
    ]);
  });
}

interface Evidence {
  readonly change: Partial<StoredRecipient>;
  readonly actions: readonly TransactAction[];
  readonly figures?: Readonly<Record<string, number>>;
}

/** What it means for an unfinished send that the provider has taken the message. */
async function evidenceOf(recipient: StoredRecipient, run: WorkRun): Promise<Evidence | undefined> {
  const { status, seen, campaign_id, batch: number } = recipient;
  if (status === 'sending') return seen === true ? undefined : { change: { seen: true }, actions: [] };
  if (status !== 'unknown') return undefined;
  const batch = await readBatch(commerceTable, campaign_id, number);
  if (batch === undefined) return undefined;
  const change = { status: 'sent', sent_at: run.now().toISOString() } as const;
  // A batch that is not done counts its recipients when it ends.
  return batch.done
    ? { change, actions: [settledBatchCheck(batch)], figures: { unknown: -1, sent: 1 } }
    : { change, actions: [reviseBatchAction(batch)] };
}
