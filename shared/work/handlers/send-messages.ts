import { htmlOfText } from '#commerce/messages/html-text.ts';
import type { ProviderMessage } from '#commerce/messages/message.ts';
import type { Campaign } from '#contract/commerce/campaigns.ts';
import { metrics } from '#observability/logger.ts';
import { findBrand } from '#store/commerce/brands.ts';
import { isSuppressed } from '#store/commerce/campaigns/contacts.ts';
import { readMessagingSettings } from '#store/commerce/campaigns/messaging-settings.ts';
import { type CampaignRun, readRun } from '#store/commerce/campaigns/runs.ts';
import { readCampaign } from '#store/commerce/campaigns.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import type { Providers } from '#store/commerce/messages/providers.ts';
import { changeMessage, findMessage, type StoredMessage } from '#store/commerce/messages/queue-message.ts';
import { doBatchTask } from '../campaigns/batch-tasks.ts';
import { changeStatus, failCampaign } from '../campaigns/change-status.ts';
import { readWholeAudience } from '../campaigns/read-audience.ts';
import { reserveSends } from '../campaigns/reserve-sends.ts';
import { sendCampaignBatch } from '../campaigns/send-batch.ts';
import { startScheduled } from '../campaigns/start.ts';
import type { WorkHandler, WorkHandlers, WorkOutcome, WorkRun } from '../run-work.ts';

/** The handlers of the worker `send-messages`, by kind. */
export const sendMessagesHandlers = (providers: Providers): WorkHandlers<'send-messages'> => ({
  'send-campaign': sendCampaign,
  'send-campaign-batch': sendCampaignBatch(providers),
  'send-message': sendMessage(providers),
});

/** Starts a campaign at its time, reads its audience, reserves its messages, starts its batches, and ends it after the last. */
const sendCampaign: WorkHandler<'send-campaign'> = async ({ payload }, run) => {
  const campaign = await readCampaign(commerceTable, payload.brand_id, payload.campaign_id);
  switch (campaign?.status) {
    case 'scheduled':
      // A brand under deletion sends nothing new.
      if ((await findBrand(commerceTable, payload.brand_id))?.brand.deletion !== undefined) {
        await failCampaign(campaign, ['scheduled'], 'brand_closing', run);
        return 'done';
      }
      return startScheduled(campaign, run);
    case 'sending':
      return goOn(campaign, run);
    case 'cancelled':
      // Its batches end without sending.
      return (await doTask(campaign, run)) === 'stopped' ? { again: run.now() } : 'done';
    default:
      return 'done';
  }
};

async function goOn(campaign: Campaign, run: WorkRun): Promise<WorkOutcome> {
  if ((await readWholeAudience(campaign, run)) === 'stopped') return { again: run.now() };
  if ((await reserveSends(campaign, run)) === 'stopped') return { again: run.now() };
  if ((await doTask(campaign, run)) === 'stopped') return { again: run.now() };
  const state = await readRun(commerceTable, campaign.id);
  // Every batch that ends schedules this work again.
  if (state !== undefined && state.batches_done === state.batches) await end(campaign, state, run);
  return 'done';
}

async function doTask(campaign: Campaign, run: WorkRun): Promise<'done' | 'stopped'> {
  const state = await readRun(commerceTable, campaign.id);
  return state?.task === undefined ? 'done' : doBatchTask(campaign, state.task, run);
}

async function end(campaign: Campaign, { figures }: CampaignRun, run: WorkRun): Promise<void> {
  if (!figures['recipients']) {
    await failCampaign(campaign, ['sending'], 'no_recipients', run);
    return;
  }
  await changeStatus(
    campaign,
    {
      from: ['sending'],
      status: 'sent',
      eventOf: ({ id, type, updated_at }) => ({
        type: 'campaign.sent',
        data: { id, type, recipient_count: figures['sent'] ?? 0, sent_at: updated_at },
      }),
    },
    run,
  );
}

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
      (await isSuppressed(commerceTable, brand_id, message.channel, message.to))
    ) {
      await changeMessage(commerceTable, message, { status: 'failed', failure: 'suppressed' });
      return 'done';
    }
    const outgoing = await providerMessage(message);
    const reserved = { ...message, status: 'sending', run: lease.run } as const;
    if (!(await changeMessage(commerceTable, message, { status: 'sending', run: lease.run }))) return 'done';
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
