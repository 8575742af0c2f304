import { sendCampaignBatch } from '#commerce/campaigns/batch-work.ts';
import { stopConfirmation } from '#commerce/campaigns/sms.ts';
import { giveUpCampaign, sendCampaign } from '#commerce/campaigns/work.ts';
import { htmlOfText } from '#commerce/messages/html-text.ts';
import type { ProviderMessage } from '#commerce/messages/message.ts';
import { metrics } from '#observability/logger.ts';
import { findBrand } from '#store/commerce/brands.ts';
import { readMessagingSettings } from '#store/commerce/campaigns/messaging-settings.ts';
import { recordSmsThread } from '#store/commerce/campaigns/sms-threads.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { isSuppressed } from '#store/commerce/contacts/suppressions.ts';
import type { Providers } from '#store/commerce/messages/providers.ts';
import { changeMessage, findMessage, type StoredMessage } from '#store/commerce/messages/queue-message.ts';
import type { GiveUp, GiveUps, WorkHandler, WorkHandlers, WorkOutcome } from '../run-work.ts';

/** The handlers of the worker `send-messages`, by kind. */
export const sendMessagesHandlers = (providers: Providers): WorkHandlers<'send-messages'> => ({
  'send-campaign': sendCampaign(providers),
  'send-campaign-batch': sendCampaignBatch(providers),
  'send-message': sendMessage(providers),
});

const giveUpMessage: GiveUp<'send-message'> = async ({ payload }) => {
  const message = await findMessage(commerceTable, payload.brand_id, payload.message_id);
  if (message === undefined || !isOpen(message)) return 'done';
  const status = message.status === 'sending' ? 'unknown' : 'failed';
  return ended(changeMessage(commerceTable, message, { status, failure: 'interrupted' }));
};

export const sendMessagesGiveUps: GiveUps<'send-messages'> = {
  'send-campaign': giveUpCampaign,
  'send-campaign-batch': giveUpCampaign,
  'send-message': giveUpMessage,
};

/** Sends one queued message, at most once. */
const sendMessage =
  (providers: Providers): WorkHandler<'send-message'> =>
  async ({ payload, lease }, run) => {
    const { brand_id, message_id } = payload;
    const message = await findMessage(commerceTable, brand_id, message_id);
    if (message === undefined || !isOpen(message)) return 'done';
    if (message.status === 'sending' && providers.interrupted === 'report') {
      await changeMessage(commerceTable, message, { status: 'unknown' });
      return 'done';
    }
    if (
      brand_id !== undefined &&
      message.kind !== stopConfirmation.kind &&
      (await isSuppressed(commerceTable, brand_id, message.channel, message.to))
    ) {
      await changeMessage(commerceTable, message, { status: 'failed', failure: 'suppressed' });
      return 'done';
    }
    const outgoing = await providerMessage(message);
    const reserved = { ...message, status: 'sending', run: lease.run } as const;
    if (!(await changeMessage(commerceTable, message, { status: 'sending', run: lease.run }))) return 'done';
    // A reply to any text message can end those of the brand.
    if (brand_id !== undefined && message.channel === 'sms')
      await recordSmsThread(commerceTable, message.to, brand_id, run.now());
    const tags = { message_id: `${brand_id ?? 'platform'}.${tagOf(message_id)}`, brand_id };
    const answer = await providers.send(outgoing, tags);
    metrics.addMetric(`messages_${answer.outcome}`, 'Count', 1);
    switch (answer.outcome) {
      case 'accepted':
        return ended(
          changeMessage(commerceTable, reserved, { status: 'sent', provider_id: answer.provider_id }),
        );
      case 'refused':
        return ended(changeMessage(commerceTable, reserved, { status: 'failed', failure: answer.reason }));
      case 'uncertain':
        if (providers.interrupted === 'report')
          return ended(changeMessage(commerceTable, reserved, { status: 'unknown' }));
        await changeMessage(commerceTable, reserved, { status: 'queued' });
        throw new Error('The provider did not answer');
      case 'later':
        await changeMessage(commerceTable, reserved, { status: 'queued' });
        return { again: new Date(run.now().getTime() + answer.seconds * 1000) };
      case 'blocked':
        await changeMessage(commerceTable, reserved, { status: 'queued' });
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
      : await Promise.all([
          findBrand(commerceTable, brand_id),
          readMessagingSettings(commerceTable, brand_id),
        ]);
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
