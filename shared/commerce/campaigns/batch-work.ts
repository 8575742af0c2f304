import { brands } from '#commerce/brands/records.ts';
import { history } from '#commerce/contacts/history-records.ts';
import { metrics } from '#observability/logger.ts';
import { isWritten } from '#persistence/conflict.ts';
import type { Providers } from '#store/adapters/message-providers.ts';
import { unsubscribeKey } from '#store/adapters/unsubscribe-key.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { wakeForWork } from '#store/commerce/work/outbox.ts';
import { type TransactAction, transact } from '#store/dynamodb/table.ts';
import type { WorkHandler, WorkOutcome, WorkRun } from '#work/run-work.ts';
import type { MessagingSettings } from '../messages/contract.ts';
import { unsubscribeToken } from '../messages/link-token.ts';
import type { BlockReason, ProviderMessage } from '../messages/message.ts';
import { messaging, recordSmsThread } from '../messages/records.ts';
import { maxSmsLength, sendableFrom } from '../messages/sending.ts';
import { mayReceive } from '../messages/silence-records.ts';
import type { Campaign } from './contract.ts';
import {
  type Batch,
  batchDoneActions,
  batches,
  batchKeyOf,
  batchWork,
  nextOpenBatch,
  recipientsAmong,
  recordOutcome,
  releaseSend,
  reserveAddress,
  reserveSend,
} from './recipient-records.ts';
import { campaignMessageId, isOpen, type StoredRecipient, unsentOf } from './recipients.ts';
import { campaigns, campaignWork, freeSends, runs } from './records.ts';
import {
  type CampaignTemplates,
  campaignTemplates,
  missingIn,
  renderEmail,
  renderSms,
  type Sender,
  valuesFor,
} from './render.ts';
import { pauseFor } from './work.ts';

/** Sends of one batch that wait for the provider at a time. */
const sendsAtOnce = 8;

/** Time for a call of the provider and its record. */
const marginMilliseconds = 15_000;

/**
 * Sends one batch of a campaign. A killed run leaves recipients reserved, and the next run settles them. A batch of a paused
 * campaign ends without an outcome and is scheduled again when the campaign goes on.
 */
export const sendCampaignBatch =
  (providers: Providers): WorkHandler<'send-campaign-batch'> =>
  async ({ payload, lease }, run) => {
    const { brand_id, campaign_id, batch: number } = payload;
    const [campaign, batch] = await Promise.all([
      campaigns.find({ brand_id, id: campaign_id }),
      batches.find({ campaign_id, batch: number }),
    ]);
    if (campaign === undefined || batch === undefined || batch.done) return 'done';
    if (campaign.status === 'cancelled') return cancelBatch(campaign, batch, providers, run);
    if (campaign.status !== 'sending') return 'done';
    const mailing = await openMailing(campaign, providers);
    if (mailing === undefined) return 'done';
    const open = (await recipientsOf(batch)).filter(isOpen);
    const pace = paceOf(providers.rates[campaign.type] / providers.runsAtOnce);
    const after = await sendAll(open, run, (recipient) =>
      sendOne(recipient, { mailing, providers, runId: lease.run, run, pace }),
    );
    if (after.next === 'block') {
      await pauseFor(campaign, 'sender_blocked', run);
      return 'done';
    }
    const ended = await endBatch(campaign, batch, providers, run);
    return ended ? 'done' : { again: after.next === 'continue' ? pace.next(run.now()) : after.until };
  };

/** Ends the batch of a cancelled campaign. Sends that an earlier run began are settled, all others are cancelled. */
async function cancelBatch(
  campaign: Campaign,
  batch: Batch,
  providers: Providers,
  run: WorkRun,
): Promise<WorkOutcome> {
  for (const recipient of (await recipientsOf(batch)).filter(isOpen)) {
    if (isOver(run)) return { again: run.now() };
    if (recipient.status === 'queued') await recordOutcome(recipient, { status: 'cancelled' }, undefined);
    else await recordOutcome(recipient, interruptedOutcome(recipient, run.now()), recipient.run);
  }
  return (await endBatch(campaign, batch, providers, run)) ? 'done' : { again: run.now() };
}

const recipientsOf = (batch: Batch): Promise<readonly StoredRecipient[]> =>
  recipientsAmong(batch.campaign_id, batch.contact_ids);

const isOver = (run: WorkRun): boolean => run.isTimeUp() || run.remainingMilliseconds() < marginMilliseconds;

/** Sends to the recipients, some at a time, until one of them stops the batch or the time is up. */
async function sendAll(
  recipients: readonly StoredRecipient[],
  run: WorkRun,
  send: (recipient: StoredRecipient) => Promise<AfterSend>,
): Promise<AfterSend> {
  const waiting = recipients.values();
  let stop: AfterSend | undefined;
  let deferred: Date | undefined;
  const sender = async () => {
    for (const recipient of waiting) {
      if (stop !== undefined || isOver(run)) return;
      const after = await send(recipient);
      if (after.next === 'hold' || after.next === 'block') stop ??= after;
      if (after.next === 'defer' && (deferred === undefined || after.until < deferred))
        deferred = after.until;
    }
  };
  await Promise.all(Array.from({ length: sendsAtOnce }, sender));
  if (stop !== undefined) return stop;
  return deferred === undefined ? { next: 'continue' } : { next: 'defer', until: deferred };
}

/**
 * Ends the batch if all of its recipients have an outcome: figures, unsent messages of the allowance, and the next batch or
 * the end of the campaign, in one transaction.
 *
 * @returns false if recipients are still open
 */
async function endBatch(
  campaign: Campaign,
  { campaign_id, batch: number }: Batch,
  { runsAtOnce }: Providers,
  run: WorkRun,
): Promise<boolean> {
  for (;;) {
    // The batch is read before its recipients: a change of them in between raises its revision.
    const batch = await batches.find({ campaign_id, batch: number });
    if (batch === undefined || batch.done) return true;
    const recipients = await recipientsOf(batch);
    if (recipients.some(isOpen)) return false;
    const state = await runs.find({ campaign_id });
    if (state === undefined) return true;
    const next = await nextOpenBatch(campaign_id, {
      from: number + runsAtOnce,
      step: runsAtOnce,
      ...state,
    });
    const ended = await isWritten(
      transact(commerceTable, [
        ...batchDoneActions(batch, recipients),
        ...(await freeSends(state, unsentOf(recipients))),
        next === undefined ? campaignWork(campaign, run.now()) : batchWork(campaign, next, run.now()),
        ...recipients.flatMap((recipient) => receivedActions(campaign, recipient)),
      ]),
    );
    if (!ended) continue;
    const work =
      next === undefined ? ({ kind: 'send-campaign', key: campaign_id } as const) : batchKeyOf(next);
    await wakeForWork(work, run.now(), run.now());
    return true;
  }
}

/** The campaign in the history of a contact that it was sent to. Its id is that of the campaign, so it is there once. */
const receivedActions = (
  { id, brand_id }: Campaign,
  { status, contact_id, sent_at: at }: StoredRecipient,
): readonly TransactAction[] =>
  status === 'sent' && at !== undefined
    ? [history.put({ id, brand_id, contact_id, kind: 'campaign', reference: id, at })]
    : [];

/** What a send means for the rest of its batch. */
type AfterSend =
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
  readonly pace: Pace;
}

/**
 * Sends to one recipient. The send is reserved before the call of the provider and recorded after it, so a recipient has at
 * most one message, whatever is killed. A send that an earlier run began and did not record is settled first.
 */
async function sendOne(recipient: StoredRecipient, sending: Sending): Promise<AfterSend> {
  const { status, run: earlier } = recipient;
  const { providers, runId } = sending;
  if (status === 'sending' && earlier !== runId) {
    if (recipient.seen === true || providers.interrupted === 'report')
      return record(recipient, interruptedOutcome(recipient, sending.run.now()), earlier);
  }
  const { campaign } = sending.mailing;
  const reach = await mayReceive(campaign.brand_id, recipient.contact_id, campaign.type);
  const takenOver = status === 'sending' ? earlier : undefined;
  if (!reach.ok) return record(recipient, { status: 'skipped', reason: reach.reason }, takenOver);
  const made = messageFor(reach, sending.mailing);
  if ('skip' in made) return record(recipient, { status: 'skipped', reason: made.skip }, takenOver);
  const from = sendTime(reach.contact, sending);
  if (from > sending.run.now()) return { next: 'defer', until: from };
  if (!(await reserveAddress(campaign, reach.addressId, recipient.contact_id)))
    return record(recipient, { status: 'skipped', reason: 'same_address' }, takenOver);
  if (!(await reserveSend(recipient, runId, takenOver))) return goOn;
  await sending.pace.wait();
  return call(recipient, made, sending);
}

/** What is known of a send that was reserved and not recorded: sent if an event of the provider has named it. */
function interruptedOutcome({ seen }: StoredRecipient, now: Date) {
  if (seen === true) return { status: 'sent', sent_at: now.toISOString() } as const;
  metrics.addMetric('messages_unknown', 'Count', 1);
  return { status: 'unknown' } as const;
}

type Made = { readonly message: ProviderMessage; readonly segments?: number } | { readonly skip: string };

type Reached = Extract<Awaited<ReturnType<typeof mayReceive>>, { readonly ok: true }>;

/** The link names the address, so that it works when the contact is erased. */
function messageFor({ contact, address, addressId }: Reached, mailing: Mailing): Made {
  const { campaign, templates, sender, settings } = mailing;
  const url = mailing.unsubscribeUrl(addressId);
  const values = valuesFor(contact, sender, url);
  if (missingIn(templates, values).length > 0) return { skip: 'missing_field' };
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
  if (message.channel === 'sms' && mailing.key !== undefined)
    await recordSmsThread(message.to, brand_id, mailing.key, run.now());
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
      await releaseSend(recipient, runId);
      return { next: 'hold', until: later(run, 5) };
    case 'later':
      await releaseSend(recipient, runId);
      return { next: 'hold', until: later(run, answer.seconds) };
    case 'blocked':
      await releaseSend(recipient, runId);
      return { next: 'block', reason: answer.reason };
  }
}

async function record(
  recipient: StoredRecipient,
  outcome: Parameters<typeof recordOutcome>[1],
  held: string | undefined,
): Promise<AfterSend> {
  // False: an event of the provider has settled the recipient meanwhile.
  await recordOutcome(recipient, outcome, held);
  return goOn;
}

const nowOf = ({ run }: Sending): string => run.now().toISOString();
const later = (run: WorkRun, seconds: number): Date => new Date(run.now().getTime() + seconds * 1000);

/** Everything that the messages of a campaign have in common. */
interface Mailing {
  readonly campaign: Campaign;
  readonly templates: CampaignTemplates;
  readonly sender: Sender;
  readonly settings: MessagingSettings;
  /** Of the brand. */
  readonly timeZone: string;
  unsubscribeUrl(addressId: string): string;
  /** Of the deployment, for its index of phones; absent without a sender. */
  readonly key: string | undefined;
}

/** @returns undefined if the brand is gone */
async function openMailing(campaign: Campaign, providers: Providers): Promise<Mailing | undefined> {
  const { id, brand_id, type } = campaign;
  const [brand, settings, key] = await Promise.all([
    brands.find({ brand_id }),
    messaging.find({ brand_id }),
    unsubscribeKey(providers.unsubscribeSecret),
  ]);
  if (brand === undefined) return undefined;
  return {
    campaign,
    templates: campaignTemplates(campaign),
    sender: { brand_name: settings.from_name ?? brand.name, settings },
    settings,
    timeZone: brand.time_zone,
    key,
    unsubscribeUrl: (address_id) => {
      // Without a sender there is no key, and the message is not sent.
      if (key === undefined) return '';
      const token = unsubscribeToken({ brand_id, address_id, campaign_id: id, channel: type }, key);
      return `${providers.publicUrl}/api/v1/unsubscribe/${token}`;
    },
  };
}

interface Pace {
  /** Returns when the next message may be sent, so that messages keep the rate. */
  wait(): Promise<void>;
  /** The time at which the next run may send. */
  next(now: Date): Date;
}

function paceOf(perSecond: number): Pace {
  const interval = 1000 / perSecond;
  let next = 0;
  return {
    async wait() {
      const now = performance.now();
      const at = Math.max(now, next);
      next = at + interval;
      // Timers are too coarse for shorter waits, and the rate holds on average.
      if (at - now >= 5) await new Promise((resolve) => setTimeout(resolve, at - now));
    },
    next: (now) => new Date(now.getTime() + Math.max(0, next - performance.now())),
  };
}
