import { keywordOf } from '#commerce/campaigns/sms.ts';
import { type ProviderEvent, readProviderEvent } from '#commerce/messages/provider-event.ts';
import { metrics } from '#observability/logger.ts';
import { isWritten } from '#persistence/conflict.ts';
import {
  consentActions,
  contactIdOfAddress,
  liftSuppressionAction,
  suppressionAction,
} from '#store/commerce/campaigns/contacts.ts';
import { brandsInThread } from '#store/commerce/campaigns/sms-threads.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { isBrandClosed } from '#store/commerce/leaving/closed-brand.ts';
import { transact } from '#store/dynamodb/table.ts';
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
 * STOP holds for every brand that has sent to the phone, because the brands share the number. START takes it back. HELP and
 * all other replies change nothing; the number itself answers HELP.
 */
async function applyReply(phone: string, text: string, run: WorkRun): Promise<void> {
  const keyword = keywordOf(text);
  if (keyword === undefined || keyword === 'help') return;
  for await (const brandId of brandsInThread(commerceTable, phone)) {
    const now = run.now();
    const suppression =
      keyword === 'stop'
        ? suppressionAction({ brandId, channel: 'sms', address: phone, reason: 'stop', now })
        : liftSuppressionAction(brandId, 'sms', phone);
    const contactId = await contactIdOfAddress(commerceTable, brandId, 'sms', phone);
    const consent =
      contactId === undefined
        ? []
        : consentActions({
            brandId,
            contactId,
            channel: 'sms',
            status: keyword === 'stop' ? 'withdrawn' : 'granted',
            source: `${keyword}_message`,
            id: run.newId(),
            now,
          });
    // Without its contact, which may be erased meanwhile, the address is suppressed all the same.
    if (!(await isWritten(transact(commerceTable, [suppression, ...consent]))))
      await transact(commerceTable, [suppression]);
  }
}
