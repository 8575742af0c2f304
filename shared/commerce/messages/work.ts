import { contactIdOfAddress } from '#commerce/contacts/records.ts';
import { metrics } from '#observability/logger.ts';
import { isWritten } from '#persistence/conflict.ts';
import type { Providers } from '#store/adapters/message-providers.ts';
import { findBrand } from '#store/commerce/brands.ts';
import {
  consentActions,
  isSuppressed,
  liftSuppressionAction,
  suppressionAction,
  suppressionId,
} from '#store/commerce/campaigns/contacts.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { isBrandClosed } from '#store/commerce/leaving/closed-brand.ts';
import { wakeForWork } from '#store/commerce/work/wake.ts';
import { type TransactAction, transact } from '#store/dynamodb/table.ts';
import type { GiveUp, WorkHandler, WorkOutcome, WorkRun } from '#work/run-work.ts';
import { settleRecipient } from '../campaigns/recipient-records.ts';
import { htmlOfText } from './html-text.ts';
import type { ProviderMessage } from './message.ts';
import { type ProviderEvent, readProviderEvent } from './provider-event.ts';
import {
  brandsInThread,
  changeMessage,
  findMessage,
  messageWork,
  messaging,
  type NewMessage,
  queueMessage,
  recordSmsThread,
  type StoredMessage,
} from './records.ts';
import { isAnsweredByNumber, meaningOf } from './replies.ts';
import { stopConfirmation } from './sms.ts';

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
    await settleRecipient(campaign_id, contact_id, event, run.now());
}

/**
 * A request to stop holds for every brand that has sent to the phone, because the brands share the number. START takes it back.
 * HELP and all other replies change nothing. The number itself answers its keywords. One message confirms any other request to
 * stop (47 CFR 64.1200(a)(12)), unless the phone has stopped before.
 */
async function applyReply(phone: string, text: string, run: WorkRun): Promise<void> {
  const meaning = meaningOf(text);
  if (meaning === undefined || meaning === 'help') return;
  const brandIds = await Array.fromAsync(brandsInThread(phone));
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

/** Sends one queued message, at most once. */
export const sendMessage =
  (providers: Providers): WorkHandler<'send-message'> =>
  async ({ payload, lease }, run) => {
    const { brand_id, message_id } = payload;
    const message = await findMessage(brand_id, message_id);
    if (message === undefined || !isOpen(message)) return 'done';
    if (message.status === 'sending' && providers.interrupted === 'report') {
      await changeMessage(message, { status: 'unknown' });
      return 'done';
    }
    if (
      brand_id !== undefined &&
      message.kind !== stopConfirmation.kind &&
      (await isSuppressed(commerceTable, brand_id, message.channel, message.to))
    ) {
      await changeMessage(message, { status: 'failed', failure: 'suppressed' });
      return 'done';
    }
    const outgoing = await providerMessage(message);
    const reserved = { ...message, status: 'sending', run: lease.run } as const;
    if (!(await changeMessage(message, { status: 'sending', run: lease.run }))) return 'done';
    // A reply to any text message can end those of the brand.
    if (brand_id !== undefined && message.channel === 'sms')
      await recordSmsThread(message.to, brand_id, run.now());
    const tags = { message_id: `${brand_id ?? 'platform'}.${tagOf(message_id)}`, brand_id };
    const answer = await providers.send(outgoing, tags);
    metrics.addMetric(`messages_${answer.outcome}`, 'Count', 1);
    switch (answer.outcome) {
      case 'accepted':
        return ended(changeMessage(reserved, { status: 'sent', provider_id: answer.provider_id }));
      case 'refused':
        return ended(changeMessage(reserved, { status: 'failed', failure: answer.reason }));
      case 'uncertain':
        if (providers.interrupted === 'report') return ended(changeMessage(reserved, { status: 'unknown' }));
        await changeMessage(reserved, { status: 'queued' });
        throw new Error('The provider did not answer');
      case 'later':
        await changeMessage(reserved, { status: 'queued' });
        return { again: new Date(run.now().getTime() + answer.seconds * 1000) };
      case 'blocked':
        await changeMessage(reserved, { status: 'queued' });
        // Repeats with back-off and raises the alarm of background work.
        throw new Error(`The provider does not take messages: ${answer.reason}`);
    }
  };

const isOpen = ({ status }: StoredMessage): boolean => status === 'queued' || status === 'sending';

const ended = async (write: Promise<boolean>): Promise<WorkOutcome> => {
  await write;
  return 'done';
};

/** Tags of a provider have letters, digits, `-`, `_` and `.` only. */
const tagOf = (id: string): string => id.replaceAll(/[^\w.-]/g, '_').slice(0, 200);

async function providerMessage(message: StoredMessage): Promise<ProviderMessage> {
  const { channel, to, text = '', brand_id } = message;
  if (channel === 'sms') return { channel, to, text, traffic: 'service' };
  const [record, settings] =
    brand_id === undefined
      ? []
      : await Promise.all([findBrand(commerceTable, brand_id), messaging.find({ brand_id })]);
  return {
    channel,
    to,
    from_name: settings?.from_name ?? record?.brand.name ?? 'Granary',
    reply_to: settings?.reply_to,
    subject: message.subject ?? '',
    html: message.html ?? htmlOfText(text),
    text,
  };
}

/** A message whose runs end without an answer fails, or may have been sent. */
export const giveUpMessage: GiveUp<'send-message'> = async ({ payload }) => {
  const message = await findMessage(payload.brand_id, payload.message_id);
  if (message === undefined || !isOpen(message)) return 'done';
  const status = message.status === 'sending' ? 'unknown' : 'failed';
  return ended(changeMessage(message, { status, failure: 'interrupted' }));
};
