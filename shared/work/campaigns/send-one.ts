import { sendableFrom } from '#commerce/campaigns/quiet-hours.ts';
import { campaignMessageId, type StoredRecipient } from '#commerce/campaigns/recipient.ts';
import { missingIn, renderEmail, renderSms, valuesFor } from '#commerce/campaigns/render.ts';
import { maxSmsLength } from '#commerce/campaigns/sms.ts';
import type { ProviderMessage } from '#commerce/messages/message.ts';
import type { BlockReason } from '#commerce/messages/outcome.ts';
import { metrics } from '#observability/logger.ts';
import { sendability } from '#store/commerce/campaigns/contacts.ts';
import { recordOutcome, releaseSend, reserveSend } from '#store/commerce/campaigns/recipients.ts';
import { recordSmsThread } from '#store/commerce/campaigns/sms-threads.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import type { Providers } from '#store/commerce/messages/providers.ts';
import type { WorkRun } from '../run-work.ts';
import type { Mailing } from './mailing.ts';

/** What a send means for the rest of its batch. */
export type AfterSend =
  | { readonly next: 'continue' }
  /** This recipient waits, the others do not. */
  | { readonly next: 'defer'; readonly until: Date }
  /** All recipients wait. */
  | { readonly next: 'hold'; readonly until: Date }
  | { readonly next: 'block'; readonly reason: BlockReason };

const goOn: AfterSend = { next: 'continue' };

interface Sending {
  readonly mailing: Mailing;
  readonly providers: Providers;
  /** Identifies this run of the batch. */
  readonly runId: string;
  readonly run: WorkRun;
  readonly pace: () => Promise<void>;
}

/**
 * Sends to one recipient. The send is reserved before the call of the provider and recorded after it, so a recipient has at
 * most one message, whatever is killed. A send that an earlier run began and did not record is settled first.
 */
export async function sendOne(recipient: StoredRecipient, sending: Sending): Promise<AfterSend> {
  const { status, run: earlier } = recipient;
  const { providers, runId } = sending;
  if (status === 'sending' && earlier !== runId) {
    if (recipient.seen === true || providers.interrupted === 'report')
      return record(recipient, interruptedOutcome(recipient, sending.run.now()), earlier);
  }
  const { campaign } = sending.mailing;
  const reach = await sendability(commerceTable, campaign.brand_id, recipient.contact_id, campaign.type);
  const takenOver = status === 'sending' ? earlier : undefined;
  if (!reach.ok) return record(recipient, { status: 'skipped', reason: reach.reason }, takenOver);
  const made = messageFor(recipient.contact_id, reach, sending.mailing);
  if ('skip' in made) return record(recipient, { status: 'skipped', reason: made.skip }, takenOver);
  const from = sendTime(reach.contact, sending);
  if (from > sending.run.now()) return { next: 'defer', until: from };
  if (!(await reserveSend(commerceTable, recipient, runId, takenOver))) return goOn;
  await sending.pace();
  return call(recipient, made, sending);
}

/** What is known of a send that was reserved and not recorded: sent if an event of the provider has named it. */
export function interruptedOutcome({ seen }: StoredRecipient, now: Date) {
  if (seen === true) return { status: 'sent', sent_at: now.toISOString() } as const;
  metrics.addMetric('messages_unknown', 'Count', 1);
  return { status: 'unknown' } as const;
}

type Made = { readonly message: ProviderMessage; readonly segments?: number } | { readonly skip: string };

type Reached = Extract<Awaited<ReturnType<typeof sendability>>, { readonly ok: true }>;

/** The contact may be the one that the recipient was merged into. The link names the recipient. */
function messageFor(recipientId: string, { contact, address }: Reached, mailing: Mailing): Made {
  const { campaign, templates, sender, settings } = mailing;
  const url = mailing.unsubscribeUrl(recipientId);
  const values = valuesFor(contact, sender, url);
  if (missingIn(campaign.type, templates, values).length > 0) return { skip: 'missing_field' };
  if (campaign.type === 'sms') {
    const { text, segments } = renderSms(templates, values);
    if (text.length > maxSmsLength) return { skip: 'too_long' };
    return { message: { channel: 'sms', to: address, text, traffic: 'marketing' }, segments };
  }
  return {
    message: {
      channel: 'email',
      to: address,
      from_name: sender.brand_name,
      reply_to: settings.reply_to,
      unsubscribe_url: url,
      ...renderEmail(templates, values),
    },
  };
}

/** Text messages wait for the end of the quiet hours of the contact. */
const sendTime = ({ time_zone }: Reached['contact'], { mailing, run }: Sending): Date =>
  mailing.campaign.type === 'sms'
    ? sendableFrom(run.now(), mailing.settings.quiet_hours, time_zone ?? mailing.timeZone)
    : run.now();

async function call(
  recipient: StoredRecipient,
  { message, segments }: Exclude<Made, { readonly skip: string }>,
  sending: Sending,
): Promise<AfterSend> {
  const { mailing, providers, runId, run } = sending;
  const { id: campaign_id, brand_id } = mailing.campaign;
  const { contact_id } = recipient;
  if (message.channel === 'sms') await recordSmsThread(commerceTable, message.to, brand_id, run.now());
  const tags = { message_id: campaignMessageId(campaign_id, contact_id), brand_id, campaign_id, contact_id };
  const answer = await providers.send(message, tags);
  metrics.addMetric(`messages_${answer.outcome}`, 'Count', 1);
  switch (answer.outcome) {
    case 'accepted': {
      const { provider_id } = answer;
      const sent = { status: 'sent', provider_id, sent_at: nowOf(sending), segments } as const;
      return record(recipient, sent, runId);
    }
    case 'refused':
      return record(recipient, { status: 'failed', reason: answer.reason }, runId);
    case 'uncertain':
      if (providers.interrupted === 'report') return record(recipient, { status: 'unknown' }, runId);
      await releaseSend(commerceTable, recipient, runId);
      return { next: 'hold', until: later(run, 5) };
    case 'later':
      await releaseSend(commerceTable, recipient, runId);
      return { next: 'hold', until: later(run, answer.seconds) };
    case 'blocked':
      await releaseSend(commerceTable, recipient, runId);
      return { next: 'block', reason: answer.reason };
  }
}

async function record(
  recipient: StoredRecipient,
  outcome: Parameters<typeof recordOutcome>[2],
  held: string | undefined,
): Promise<AfterSend> {
  // False: an event of the provider has settled the recipient meanwhile.
  await recordOutcome(commerceTable, recipient, outcome, held);
  return goOn;
}

const nowOf = ({ run }: Sending): string => run.now().toISOString();
const later = (run: WorkRun, seconds: number): Date => new Date(run.now().getTime() + seconds * 1000);
