import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readEntitlement } from '#commerce/billing/entitlement-records.ts';
import {
  batchDoneActions,
  batches,
  recipientChange,
  recipients,
  recipientsAmong,
  recordOutcome,
  releaseSend,
  reopenBatchActions,
  reserveAddress,
  reserveSend,
} from '#commerce/campaigns/recipient-records.ts';
import type { StoredRecipient } from '#commerce/campaigns/recipients.ts';
import {
  campaignChange,
  campaignInsertion,
  checkSends,
  freeSends,
  newRunAction,
  pageAction,
  reservationActions,
  runs,
} from '#commerce/campaigns/records.ts';
import { moveCampaign } from '#commerce/campaigns/rules.ts';
import { ConditionFailed, retryOnConflict } from '#persistence/conflict.ts';
import { type TransactAction, transact } from '#store/dynamodb/table.ts';
import { type CommerceService, startCommerceService } from '../functions/commerce-service.ts';
import { aCampaign, newBrandId } from '../store/commerce/samples.ts';

const started_at = '2026-11-22T08:00:00.000Z';

let service: CommerceService;
beforeAll(async () => {
  service = await startCommerceService();
});
afterAll(() => service.stop());

const write = (actions: readonly TransactAction[]) => transact(service.table, actions);

async function begun() {
  const campaign_id = randomUUID();
  await write([newRunAction({ campaign_id, brand_id: randomUUID(), started_at })]);
  return campaign_id;
}
const found = async (campaignId: string, contactId: string): Promise<StoredRecipient> => {
  const recipient = await recipients.find({ campaign_id: campaignId, contact_id: contactId });
  if (recipient === undefined) throw new Error('There is no recipient');
  return recipient;
};
async function queued(campaign_id: string) {
  const contact_id = randomUUID();
  await write([recipients.insert({ campaign_id, contact_id, batch: 0, status: 'queued' })]);
  return found(campaign_id, contact_id);
}

describe('a recipient', () => {
  test('exists once for each contact of a campaign', async () => {
    const recipient = await queued(randomUUID());
    await expect(write([recipients.insert(recipient)])).rejects.toThrow(ConditionFailed);
  });

  test('is reserved by one of many runs, and only that run records the outcome', async () => {
    const recipient = await queued(randomUUID());
    const runs = Array.from({ length: 8 }, () => randomUUID());
    const reserved = await Promise.all(runs.map((run) => reserveSend(recipient, run)));
    expect(reserved.filter(Boolean)).toHaveLength(1);
    const recorded = await Promise.all(
      runs.map((run) => recordOutcome(recipient, { status: 'sent', provider_id: run }, run)),
    );
    expect(recorded).toEqual(reserved);
  });

  test('is taken over only from the run that was interrupted', async () => {
    const recipient = await queued(randomUUID());
    await reserveSend(recipient, 'first');
    expect(await reserveSend(recipient, 'second', 'other')).toBe(false);
    expect(await reserveSend(recipient, 'second', 'first')).toBe(true);
    expect(await recordOutcome(recipient, { status: 'sent' }, 'first')).toBe(false);
    expect(await releaseSend(recipient, 'second')).toBe(true);
    expect(await found(recipient.campaign_id, recipient.contact_id)).toEqual(recipient);
  });

  test('has its address alone, also in the run after a killed one', async () => {
    const campaign = { id: randomUUID() };
    const address = randomUUID();
    const contacts = Array.from({ length: 8 }, () => randomUUID());
    const run = () => Promise.all(contacts.map((contact) => reserveAddress(campaign, address, contact)));
    const reserved = await run();
    expect(reserved.filter(Boolean)).toHaveLength(1);
    expect(await run()).toEqual(reserved);
    expect(await reserveAddress(campaign, randomUUID(), contacts[0] ?? '')).toBe(true);
  });

  test('is listed by its state', async () => {
    const campaignId = randomUUID();
    const [one, two] = [await queued(campaignId), await queued(campaignId)];
    await recordOutcome(one, { status: 'skipped', reason: 'withdrawn' }, undefined);
    const idsIn = ({ data }: { readonly data: readonly StoredRecipient[] }) =>
      data.map(({ contact_id }) => contact_id);
    const inState = async (state: string) =>
      idsIn(await recipients.pageBy('gsi1', { campaign_id: campaignId, state }, { limit: 10 }));
    expect(await inState('skipped')).toEqual([one.contact_id]);
    expect(await inState('sent')).toEqual([]);
    expect(idsIn(await recipients.page({ campaign_id: campaignId }, { limit: 10 }))).toEqual(
      [one.contact_id, two.contact_id].sort(),
    );
  });
});

describe('a batch', () => {
  test('adds its figures once, and takes them back when unknown messages are sent again', async () => {
    const campaign_id = await begun();
    const both = [await queued(campaign_id), await queued(campaign_id)];
    const contact_ids = both.map(({ contact_id }) => contact_id);
    await write([batches.insert({ campaign_id, batch: 0, contact_ids, done: false, revision: 0 })]);
    const [sent, unknown] = both;
    if (sent === undefined || unknown === undefined) throw new Error('There are two');
    for (const [recipient, status] of [
      [sent, 'sent'],
      [unknown, 'unknown'],
    ] as const) {
      await reserveSend(recipient, 'run');
      await recordOutcome(recipient, { status }, 'run');
    }
    const end = async () => {
      const batch = await batches.find({ campaign_id, batch: 0 });
      const all = await recipientsAmong(campaign_id, contact_ids);
      if (batch !== undefined) await write(batchDoneActions(batch, all));
    };
    await end();
    await expect(end()).rejects.toThrow(ConditionFailed);
    expect(await runs.find({ campaign_id })).toMatchObject({
      batches_done: 1,
      figures: { settled: 2, sent: 1, unknown: 1 },
    });
    const batch = await batches.find({ campaign_id, batch: 0 });
    if (batch === undefined) throw new Error('There is no batch');
    const all = await recipientsAmong(campaign_id, contact_ids);
    const again = recipientChange(await found(campaign_id, unknown.contact_id), {
      status: 'queued',
      run: undefined,
    });
    await write([...reopenBatchActions(batch, all), again]);
    expect(await runs.find({ campaign_id })).toMatchObject({
      batches_done: 0,
      figures: { settled: 0, sent: 0, unknown: 0 },
    });
    await recordOutcome(unknown, { status: 'sent' }, undefined);
    await end();
    expect(await runs.find({ campaign_id })).toMatchObject({
      batches_done: 1,
      figures: { settled: 2, sent: 2, unknown: 0 },
    });
  });

  test('of the audience is stored by one of two runs', async () => {
    const campaign_id = await begun();
    const run = await runs.find({ campaign_id });
    if (run === undefined) throw new Error('There is no run');
    const page = {
      position: { source: 0, after: 'a' },
      complete: false,
      recipients: 2,
      skipped: { withdrawn: 1 },
    };
    await write([pageAction(run, page)]);
    await expect(write([pageAction(run, page)])).rejects.toThrow(ConditionFailed);
    expect(await runs.find({ campaign_id })).toMatchObject({
      batches: 1,
      figures: { recipients: 2, skipped: 1, skipped_withdrawn: 1 },
    });
    await expect(write([newRunAction({ campaign_id, brand_id: run.brand_id, started_at })])).rejects.toThrow(
      ConditionFailed,
    );
  });
});

describe('the allowance of messages', () => {
  const now = new Date('2026-06-15T12:00:00Z');
  const nextMonth = new Date('2026-07-01T00:00:00Z');
  const payment_required = expect.objectContaining({ code: 'payment_required' });
  let before: string | undefined;
  beforeAll(() => {
    before = process.env['UNSUBSCRIBED_BRANDS'];
    process.env['UNSUBSCRIBED_BRANDS'] = 'limited';
  });
  afterAll(() => {
    if (before === undefined) delete process.env['UNSUBSCRIBED_BRANDS'];
    else process.env['UNSUBSCRIBED_BRANDS'] = before;
  });

  const sendsOf = async (brand: string, at = now) =>
    (await readEntitlement(brand, 'campaign_sends', at)).used;

  async function readAudience(brand: string, recipients: number) {
    const draft = aCampaign(brand, {}, now);
    await write(campaignInsertion(draft));
    const campaign = moveCampaign(draft, { status: 'sending', now });
    const campaign_id = campaign.id;
    await write([
      ...campaignChange(draft, campaign, now),
      newRunAction({ campaign_id, brand_id: brand, started_at: now.toISOString() }),
    ]);
    const run = await runOf(campaign_id);
    await write([pageAction(run, { position: { source: 1 }, complete: true, recipients, skipped: {} })]);
    return { campaign, run: await runOf(campaign_id) };
  }
  const runOf = async (id: string) => {
    const run = await runs.find({ campaign_id: id });
    if (run === undefined) throw new Error('There is no run');
    return run;
  };
  const reserve = ({ campaign, run }: Awaited<ReturnType<typeof readAudience>>) =>
    retryOnConflict(async () => write(await reservationActions(campaign, run, now)));

  test('messages are taken for a whole campaign or not at all, once, and given back in their month', async () => {
    const brand = newBrandId();
    const two = await Promise.all([readAudience(brand, 1_200), readAudience(brand, 1_200)]);
    const outcomes = await Promise.allSettled(two.map(reserve));
    expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([
      { status: 'rejected', reason: payment_required },
    ]);
    expect(await sendsOf(brand)).toBe(1_200);
    const both = await Promise.all(two.map(({ campaign }) => runOf(campaign.id)));
    const [sent] = both.filter(({ sends_reserved_at: at }) => at !== undefined);
    const [waiting] = both.filter(({ sends_reserved_at: at }) => at === undefined);
    const reserved = two.find(({ campaign }) => campaign.id === sent?.campaign_id);
    const refused = two.find(({ campaign }) => campaign.id === waiting?.campaign_id);
    if (sent === undefined || reserved === undefined || refused === undefined) throw new Error('One each');
    expect(sent).toMatchObject({ task: 'restart' });
    await expect(write(await reservationActions(reserved.campaign, sent, nextMonth))).rejects.toThrow(
      ConditionFailed,
    );
    const paused = moveCampaign(refused.campaign, { status: 'paused', reason: 'sends_used_up', now });
    await write(campaignChange(refused.campaign, paused, now));
    await expect(checkSends(paused, now)).rejects.toEqual(payment_required);
    await checkSends(paused, nextMonth);
    await write(await freeSends(sent, 400));
    expect(await sendsOf(brand)).toBe(800);
    expect(await sendsOf(brand, nextMonth)).toBe(0);
    await checkSends(paused, now);
    // No longer being sent.
    const actions = await reservationActions(refused.campaign, refused.run, now);
    await expect(write(actions)).rejects.toThrow(ConditionFailed);
    expect(await freeSends(refused.run, 400)).toEqual([]);
  });
});
