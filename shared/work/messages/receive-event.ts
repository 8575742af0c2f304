import { isAnsweredByNumber, meaningOf } from '#commerce/campaigns/replies.ts';
import { stopConfirmation } from '#commerce/campaigns/sms.ts';
import { contactIdOfAddress } from '#commerce/contacts/records.ts';
import { type ProviderEvent, readProviderEvent } from '#commerce/messages/provider-event.ts';
import { metrics } from '#observability/logger.ts';
import { isWritten } from '#persistence/conflict.ts';
import {
  consentActions,
  isSuppressed,
  liftSuppressionAction,
  suppressionAction,
  suppressionId,
} from '#store/commerce/campaigns/contacts.ts';
import { brandsInThread } from '#store/commerce/campaigns/sms-threads.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { isBrandClosed } from '#store/commerce/leaving/closed-brand.ts';
import { messageWork, type NewMessage, queueMessage } from '#store/commerce/messages/queue-message.ts';
import { wakeForWork } from '#store/commerce/work/wake.ts';
import { type TransactAction, transact } from '#store/dynamodb/table.ts';
import type { WorkRun } from '../run-work.ts';
import { settleRecipient } from './settle-recipient.ts';

/** Applies one event of a provider. Idempotent, because events arrive at least once and in any order. */
export async function receiveEvent(body: unknown, run: WorkRun): Promise<void> {
  const event = readProviderEvent(body);
  metrics.addMetric(`message_events_${event.kind}`, 'Count', 1);
  if (event.kind === 'message') await applyMessageEvent(event, run);
  if (event.kind === 'reply') await applyReply(event.phone, event.text, run);
}

type MessageEvent = Extract<ProviderEvent, { readonly kind: 'message' }>;

async function applyMessageEvent(event: MessageEvent, run: WorkRun): Promise<void> {
  const { tags, channel, suppress } = event;
  const { brand_id, campaign_id, contact_id } = tags;
  if (brand_id !== undefined && (await isBrandClosed(commerceTable, brand_id))) return;
  if (brand_id !== undefined) {
    for (const { address, reason } of suppress) {
      const suppression = { brandId: brand_id, channel, address, reason, now: run.now() } as const;
      await transact(commerceTable, [suppressionAction(suppression)]);
    }
  }
  if (campaign_id !== undefined && contact_id !== undefined)
    await settleRecipient(campaign_id, contact_id, event, run);
}

/**
 * A request to stop holds for every brand that has sent to the phone, because the brands share the number. START takes it back.
 * HELP and all other replies change nothing. The number itself answers its keywords. One message confirms any other request to
 * stop (47 CFR 64.1200(a)(12)), unless the phone has stopped before.
 */
async function applyReply(phone: string, text: string, run: WorkRun): Promise<void> {
  const meaning = meaningOf(text);
  if (meaning === undefined || meaning === 'help') return;
  const brandIds = await Array.fromAsync(brandsInThread(commerceTable, phone));
  const earlier = await Promise.all(brandIds.map((id) => isSuppressed(commerceTable, id, 'sms', phone)));
  const confirms = meaning === 'stop' && !isAnsweredByNumber(text) && !earlier.includes(true);
  for (const [place, brandId] of brandIds.entries()) {
    const change = { brandId, phone, meaning, now: run.now() };
    await storeReply(change, place === 0 && confirms ? confirmationOf(change) : undefined, run);
  }
}

interface ReplyChange {
  readonly brandId: string;
  readonly phone: string;
  readonly meaning: 'stop' | 'start';
  readonly now: Date;
}

const confirmationOf = ({ brandId, phone, now }: ReplyChange): NewMessage => ({
  // Two replies at once are confirmed once.
  id: `stop.${suppressionId(brandId, 'sms', phone)}.${now.toISOString().slice(0, 10)}`,
  brand_id: brandId,
  channel: 'sms',
  to: phone,
  kind: stopConfirmation.kind,
  text: stopConfirmation.text,
});

async function storeReply(change: ReplyChange, confirmation: NewMessage | undefined, run: WorkRun) {
  const { brandId, phone, meaning, now } = change;
  const suppression =
    meaning === 'stop'
      ? suppressionAction({ brandId, channel: 'sms', address: phone, reason: 'stop', now })
      : liftSuppressionAction(brandId, 'sms', phone);
  const contactId = await contactIdOfAddress(brandId, 'sms', phone);
  const consent = contactId === undefined ? [] : consentOf(change, contactId, run);
  const store = (others: readonly TransactAction[]) => transact(commerceTable, [suppression, ...others]);
  if (confirmation !== undefined) {
    const queued = queueMessage(confirmation, now);
    if ((await isWritten(store([...consent, ...queued]))) || (await isWritten(store(queued)))) {
      await wakeForWork(messageWork(confirmation), now, now);
      return;
    }
  }
  // Without its contact, which may be erased meanwhile, the address is suppressed all the same.
  if (!(await isWritten(store(consent)))) await store([]);
}

/** The actions that record a reply in the consents of the contact with the phone. */
const consentOf = (
  { brandId, meaning, now }: ReplyChange,
  contactId: string,
  run: WorkRun,
): readonly TransactAction[] =>
  consentActions({
    brandId,
    contactId,
    channel: 'sms',
    status: meaning === 'stop' ? 'withdrawn' : 'granted',
    source: `${meaning}_message`,
    id: run.newId(),
    now,
  });
