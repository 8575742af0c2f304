import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import type { StoredRecipient } from '#commerce/campaigns/recipient.ts';
import { ConditionFailed } from '#persistence/conflict.ts';
import {
  batchDoneActions,
  newBatchAction,
  readBatch,
  reopenBatchActions,
} from '#store/commerce/campaigns/batches.ts';
import {
  newRecipientAction,
  readRecipient,
  readRecipients,
  readRecipientsById,
  recipientChange,
  recordOutcome,
  releaseSend,
  reserveAddress,
  reserveSend,
} from '#store/commerce/campaigns/recipients.ts';
import { newRunAction, pageAction, readRun } from '#store/commerce/campaigns/runs.ts';
import { type Table, transact } from '#store/dynamodb/table.ts';

const started_at = '2026-11-22T08:00:00.000Z';

export function campaignsSuite(table: () => Table): void {
  async function begun() {
    const campaign_id = randomUUID();
    await transact(table(), [newRunAction({ campaign_id, brand_id: randomUUID(), started_at })]);
    return campaign_id;
  }
  const found = async (campaignId: string, contactId: string): Promise<StoredRecipient> => {
    const recipient = await readRecipient(table(), campaignId, contactId);
    if (recipient === undefined) throw new Error('There is no recipient');
    return recipient;
  };
  async function queued(campaign_id: string) {
    const contact_id = randomUUID();
    await transact(table(), [newRecipientAction({ campaign_id, contact_id, batch: 0, status: 'queued' })]);
    return found(campaign_id, contact_id);
  }

  describe('a recipient', () => {
    test('exists once for each contact of a campaign', async () => {
      const recipient = await queued(randomUUID());
      await expect(transact(table(), [newRecipientAction(recipient)])).rejects.toThrow(ConditionFailed);
    });

    test('is reserved by one of many runs, and only that run records the outcome', async () => {
      const recipient = await queued(randomUUID());
      const runs = Array.from({ length: 8 }, () => randomUUID());
      const reserved = await Promise.all(runs.map((run) => reserveSend(table(), recipient, run)));
      expect(reserved.filter(Boolean)).toHaveLength(1);
      const recorded = await Promise.all(
        runs.map((run) => recordOutcome(table(), recipient, { status: 'sent', provider_id: run }, run)),
      );
      expect(recorded).toEqual(reserved);
    });

    test('is taken over only from the run that was interrupted', async () => {
      const recipient = await queued(randomUUID());
      await reserveSend(table(), recipient, 'first');
      expect(await reserveSend(table(), recipient, 'second', 'other')).toBe(false);
      expect(await reserveSend(table(), recipient, 'second', 'first')).toBe(true);
      expect(await recordOutcome(table(), recipient, { status: 'sent' }, 'first')).toBe(false);
      expect(await releaseSend(table(), recipient, 'second')).toBe(true);
      expect(await found(recipient.campaign_id, recipient.contact_id)).toEqual(recipient);
    });

    test('has its address alone, also in the run after a killed one', async () => {
      const campaign = { id: randomUUID(), brand_id: randomUUID(), type: 'sms' as const };
      const reserve = (address: string, contact: string) =>
        reserveAddress(table(), campaign, address, contact);
      const contacts = Array.from({ length: 8 }, () => randomUUID());
      const reserved = await Promise.all(contacts.map((contact) => reserve('+13035550142', contact)));
      expect(reserved.filter(Boolean)).toHaveLength(1);
      const again = await Promise.all(contacts.map((contact) => reserve('303 555 0142', contact)));
      expect(again).toEqual(reserved);
      expect(await reserve('+13035550143', contacts[0] ?? '')).toBe(true);
    });

    test('is listed by its state', async () => {
      const campaignId = randomUUID();
      const [one, two] = [await queued(campaignId), await queued(campaignId)];
      await recordOutcome(table(), one, { status: 'skipped', reason: 'withdrawn' }, undefined);
      const list = (state?: 'skipped' | 'sent') =>
        readRecipients(table(), { campaignId, state, limit: 10 }, ({ contact_id }) => contact_id);
      expect((await list('skipped')).data).toEqual([one.contact_id]);
      expect((await list('sent')).data).toEqual([]);
      expect((await list()).data).toEqual([one.contact_id, two.contact_id].sort());
    });
  });

  describe('a batch', () => {
    test('adds its figures once, and takes them back when unknown messages are sent again', async () => {
      const campaign_id = await begun();
      const recipients = [await queued(campaign_id), await queued(campaign_id)];
      const contact_ids = recipients.map(({ contact_id }) => contact_id);
      await transact(table(), [newBatchAction({ campaign_id, batch: 0, contact_ids })]);
      const [sent, unknown] = recipients;
      if (sent === undefined || unknown === undefined) throw new Error('There are two');
      for (const [recipient, status] of [
        [sent, 'sent'],
        [unknown, 'unknown'],
      ] as const) {
        await reserveSend(table(), recipient, 'run');
        await recordOutcome(table(), recipient, { status }, 'run');
      }
      const end = async () => {
        const batch = await readBatch(table(), campaign_id, 0);
        const all = await readRecipientsById(table(), campaign_id, contact_ids);
        if (batch !== undefined) await transact(table(), batchDoneActions(batch, all));
      };
      await end();
      await expect(end()).rejects.toThrow(ConditionFailed);
      expect(await readRun(table(), campaign_id)).toMatchObject({
        batches_done: 1,
        figures: { settled: 2, sent: 1, unknown: 1 },
      });
      const batch = await readBatch(table(), campaign_id, 0);
      if (batch === undefined) throw new Error('There is no batch');
      const all = await readRecipientsById(table(), campaign_id, contact_ids);
      const again = recipientChange(await found(campaign_id, unknown.contact_id), {
        status: 'queued',
        run: undefined,
      });
      await transact(table(), [...reopenBatchActions(batch, all), again]);
      expect(await readRun(table(), campaign_id)).toMatchObject({
        batches_done: 0,
        figures: { settled: 0, sent: 0, unknown: 0 },
      });
      await recordOutcome(table(), unknown, { status: 'sent' }, undefined);
      await end();
      expect(await readRun(table(), campaign_id)).toMatchObject({
        batches_done: 1,
        figures: { settled: 2, sent: 2, unknown: 0 },
      });
    });

    test('of the audience is stored by one of two runs', async () => {
      const campaign_id = await begun();
      const run = await readRun(table(), campaign_id);
      if (run === undefined) throw new Error('There is no run');
      const page = {
        position: { source: 0, after: 'a' },
        complete: false,
        recipients: 2,
        skipped: { withdrawn: 1 },
      };
      await transact(table(), [pageAction(run, page)]);
      await expect(transact(table(), [pageAction(run, page)])).rejects.toThrow(ConditionFailed);
      expect(await readRun(table(), campaign_id)).toMatchObject({
        batches: 1,
        figures: { recipients: 2, skipped: 1, skipped_withdrawn: 1 },
      });
      await expect(transact(table(), [newRunAction({ ...run, started_at })])).rejects.toThrow(
        ConditionFailed,
      );
    });
  });
}
