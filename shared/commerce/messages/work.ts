import { unsubscribeEnvironment } from '#contract/environment.ts';
import { metrics } from '#observability/logger.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import type { Providers } from '#store/adapters/message-providers.ts';
import { unsubscribeKey } from '#store/adapters/unsubscribe-key.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { wakeForWork } from '#store/commerce/work/outbox.ts';
import { type TransactAction, transact } from '#store/dynamodb/table.ts';
import type { GiveUp, WorkHandler, WorkOutcome, WorkRun } from '#work/run-work.ts';
import { brands, isBrandClosed } from '../brands/records.ts';
import { settleRecipient } from '../campaigns/recipient-records.ts';
import { htmlOfText } from './html-text.ts';
import { type ProviderEvent, type ProviderMessage, readProviderEvent } from './message.ts';
import {
  brandsInThread,
  changeMessage,
  findMessage,
  messageWork,
  messaging,
  type NewMessage,
  publicUrl,
  queueMessage,
  recordSmsThread,
  type StoredMessage,
} from './records.ts';
import { isAnsweredByNumber, meaningOf } from './replies.ts';
import { stopConfirmation } from './sending.ts';
import {
  agree,
  delivered,
  hasComplaint,
  optInKind,
  type Place,
  placeOfAddress,
  readSilence,
  silenceActions,
  silenceAddress,
  silenced,
} from './silence-records.ts';

/** Applies one event of a provider. Idempotent, because events arrive at least once and in any order. */
export async function receiveEvent(body: unknown, run: WorkRun): Promise<void> {
  const event = readProviderEvent(body);
  metrics.addMetric(`message_events_${event.kind}`, 'Count', 1);
  if (event.kind === 'message') await applyMessageEvent(event, run);
  if (event.kind === 'reply') {
    const { UNSUBSCRIBE_SECRET } = unsubscribeEnvironment.parse(process.env);
    const key = await unsubscribeKey(UNSUBSCRIBE_SECRET);
    if (key !== undefined) await applyReply(event.phone, event.text, key, run);
  }
}

type MessageEvent = Extract<ProviderEvent, { readonly kind: 'message' }>;

async function applyMessageEvent(event: MessageEvent, run: WorkRun): Promise<void> {
  const { tags, channel, sentAt, suppress } = event;
  const { brand_id, campaign_id, contact_id } = tags;
  if (brand_id !== undefined && (await isBrandClosed(commerceTable, brand_id))) return;
  if (brand_id !== undefined) {
    for (const { address, reason } of suppress) {
      await retryOnConflict(async () =>
        write(await noActions(await placeOfAddress(brand_id, channel, address), reason, run)),
      );
    }
    if (event.state === 'delivered' && sentAt !== undefined) {
      for (const address of event.addresses ?? []) {
        await retryOnConflict(async () => {
          const before = await readSilence(await placeOfAddress(brand_id, channel, address));
          await write(silenceActions(before, delivered(before, sentAt)));
        });
      }
    }
  }
  if (campaign_id !== undefined && contact_id !== undefined)
    await settleRecipient(campaign_id, contact_id, event, run.now());
}

/** A bounce is no answer of a person: consents stay. */
async function noActions(place: Place, reason: 'bounce' | 'complaint', run: WorkRun) {
  if (reason === 'complaint')
    return silenceAddress(place, { reason, source: reason, now: run.now(), newId: run.newId });
  const before = await readSilence(place);
  return silenceActions(before, silenced(before, { reason, now: run.now() }));
}

const write = async (actions: readonly TransactAction[]): Promise<void> => {
  if (actions.length > 0) await transact(commerceTable, actions);
};

/**
 * A request to stop holds for every brand that has sent to the phone, because the brands share the number. START takes it back.
 * HELP and all other replies change nothing. The number itself answers its keywords. One message confirms any other request to
 * stop (47 CFR 64.1200(a)(12)), unless the phone has stopped before.
 *
 * @param key of the deployment
 */
async function applyReply(phone: string, text: string, key: string, run: WorkRun): Promise<void> {
  const meaning = meaningOf(text);
  if (meaning === undefined || meaning === 'help') return;
  const brandIds = await Array.fromAsync(brandsInThread(phone, key));
  const earlier = await Promise.all(brandIds.map((id) => hasStopped(id, phone)));
  const confirms = meaning === 'stop' && !isAnsweredByNumber(text) && !earlier.includes(true);
  for (const [number, brandId] of brandIds.entries()) {
    const place = await placeOfAddress(brandId, 'sms', phone);
    const now = run.now();
    const occasion = { now, newId: run.newId };
    const confirmation = number === 0 && confirms ? confirmationOf(place, phone, now) : undefined;
    await retryOnConflict(async () => {
      const answer =
        meaning === 'stop'
          ? await silenceAddress(place, { ...occasion, reason: 'stop', source: 'stop_message' })
          : await agree(place, { ...occasion, proof: 'start' });
      // Two replies at once are confirmed once.
      const isNew = confirmation !== undefined && (await findMessage(brandId, confirmation.id)) === undefined;
      await write([...answer, ...(isNew ? queueMessage(confirmation, now) : [])]);
    });
    if (confirmation !== undefined) await wakeForWork(messageWork(confirmation), now, now);
  }
}

const hasStopped = async (brandId: string, phone: string): Promise<boolean> =>
  (await readSilence(await placeOfAddress(brandId, 'sms', phone))).reasons.some(
    ({ reason }) => reason === 'stop',
  );

const confirmationOf = ({ brandId, id }: Place, phone: string, now: Date): NewMessage => ({
  id: `stop.${id}.${now.toISOString().slice(0, 10)}`,
  brand_id: brandId,
  channel: 'sms',
  to: phone,
  kind: stopConfirmation.kind,
  text: stopConfirmation.text,
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
    if (brand_id !== undefined && (await isRefused(brand_id, message))) {
      await changeMessage(message, { status: 'failed', failure: 'suppressed' });
      return 'done';
    }
    const outgoing = await providerMessage(message, providers.publicUrl);
    const reserved = { ...message, status: 'sending', run: lease.run } as const;
    if (!(await changeMessage(message, { status: 'sending', run: lease.run }))) return 'done';
    // A reply to any text message can end those of the brand.
    const key = await unsubscribeKey(providers.unsubscribeSecret);
    if (brand_id !== undefined && message.channel === 'sms' && key !== undefined)
      await recordSmsThread(message.to, brand_id, key, run.now());
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

/**
 * Whether a message must not be sent: its address is silent. A confirmation of STOP passes, and the request for a new consent passes
 * all but a complaint.
 */
async function isRefused(brandId: string, { kind, channel, to }: StoredMessage): Promise<boolean> {
  if (kind === stopConfirmation.kind) return false;
  const silence = await readSilence(await placeOfAddress(brandId, channel, to));
  return kind === optInKind ? hasComplaint(silence) : silence.reasons.length > 0;
}

const isOpen = ({ status }: StoredMessage): boolean => status === 'queued' || status === 'sending';

const ended = async (write: Promise<boolean>): Promise<WorkOutcome> => {
  await write;
  return 'done';
};

/** Tags of a provider have letters, digits, `-`, `_` and `.` only. */
const tagOf = (id: string): string => id.replaceAll(/[^\w.-]/g, '_').slice(0, 200);

async function providerMessage(message: StoredMessage, url: string): Promise<ProviderMessage> {
  const { channel, to, brand_id, kind } = message;
  const stored = message.text ?? '';
  const text = kind === optInKind ? stored.replaceAll(publicUrl, url) : stored;
  if (channel === 'sms') return { channel, to, text, traffic: 'service' };
  const [brand, settings] =
    brand_id === undefined
      ? []
      : await Promise.all([brands.find({ brand_id }), messaging.find({ brand_id })]);
  return {
    channel,
    to,
    from_name: settings?.from_name ?? brand?.name ?? 'Granary',
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
