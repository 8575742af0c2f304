import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { findClaim } from '#claims/claims/records.ts';
import { moveStoredClaim } from '../../../claims/move-stored-claim.ts';
import { auditOf, everyAuditEntry } from '../../../claims/stored.ts';
import { reserveFor } from '../../../claims/submissions/submission-fixture.ts';
import { claimBody } from '../claim-body.ts';
import { call, lanesOf, preview, ready, run, stores, useStores } from './service.ts';

useStores();

describe('Hold, unhold, dismiss and restore', () => {
  test('hold ready claims out of submissions, with one audit entry each', async () => {
    const ids = await ready(3);
    const [held = '', , draft = ''] = ids;
    await moveStoredClaim(stores, draft, 'held');
    const before = await everyAuditEntry(stores);
    const shown = await preview({ kind: 'hold', reason: 'Waits for QUILLFEATHER' }, [...ids, randomUUID()]);
    expect(shown.map(({ outcome, to, reason }: Record<string, string>) => [outcome, to, reason])).toEqual([
      ['change', 'held', undefined],
      ['change', 'held', undefined],
      ['skip', undefined, 'wrong_lane'],
      ['skip', undefined, 'not_found'],
    ]);
    expect(await everyAuditEntry(stores)).toHaveLength(before.length);
    const finished = await run(
      { kind: 'hold', reason: 'Waits for QUILLFEATHER' },
      { claim_ids: [...ids, ids[0]] },
    );
    expect(finished).toMatchObject({
      status: 200,
      body: {
        data: { state: 'done', selected: 3, done: 2, skipped: 1, skipped_by_reason: { wrong_lane: 1 } },
      },
    });
    expect(await lanesOf(ids)).toEqual(['held', 'held', 'draft']);
    expect(await findClaim(stores.claims, held)).toMatchObject({ lane_reason: 'Waits for QUILLFEATHER' });
    const entries = (await everyAuditEntry(stores)).slice(before.length);
    expect(entries).toHaveLength(2);
    for (const entry of entries) {
      expect(entry).toMatchObject({
        event_type: 'claim.held',
        actor: 'test',
        payload: { bulk_run_id: finished.body.data.id, operation: 'hold', from: 'ready', to: 'held' },
      });
      expect(entry.payload_json).not.toContain('QUILLFEATHER');
    }
    expect(await call('submit-claims', { body: { claim_ids: [held] } })).toMatchObject({
      status: 409,
      body: { code: 'claims_not_ready' },
    });
    expect((await run({ kind: 'unhold' }, { claim_ids: [held] })).body.data).toMatchObject({ done: 1 });
    expect(await lanesOf([held])).toEqual(['ready']);
    expect(await findClaim(stores.claims, held)).not.toHaveProperty('lane_reason');
  });

  test('does not hold a claim that is being sent', async () => {
    const [id = ''] = await ready(1);
    await reserveFor(stores, 'now', [id]);
    expect((await run({ kind: 'hold' }, { claim_ids: [id] })).body.data.skipped_by_reason).toEqual({
      being_sent: 1,
    });
    expect(await lanesOf([id])).toEqual(['ready']);
  });

  test('keep a dismissed draft out of the lanes until a person takes it back', async () => {
    const [id = ''] = await ready(1, { diagnoses: [] });
    const [sent = ''] = await ready(1);
    await moveStoredClaim(stores, sent, 'submitted', { submission_id: randomUUID() });
    expect((await run({ kind: 'dismiss' }, { claim_ids: [id] })).status).toBe(400);
    const finished = await run({ kind: 'dismiss', reason: 'Entered twice' }, { claim_ids: [id, sent] });
    expect(finished.body.data).toMatchObject({ done: 1, skipped_by_reason: { was_sent: 1 } });
    expect(await findClaim(stores.claims, id)).toMatchObject({
      lane: 'dismissed',
      lane_reason: 'Entered twice',
    });
    const lanes = await call('list-lanes');
    expect(lanes.body.data.map(({ lane }: { lane: string }) => lane)).not.toContain('dismissed');
    const listed = await call('list-claims', { query: { lane: 'dismissed' } });
    expect(listed.body.data).toMatchObject([{ id }]);
    expect((await run({ kind: 'restore' }, { claim_ids: [id] })).body.data).toMatchObject({ done: 1 });
    expect(await lanesOf([id])).toEqual(['draft']);
    expect((await auditOf(stores, id)).map(({ event_type }) => event_type)).toEqual([
      'claim.received',
      'claim.dismissed',
      'claim.restored',
    ]);
  });

  test.each(['rejected', 'payer_rejected', 'denied'] as const)(
    'leave a claim that is %s at that, until a person or a further response takes it up again',
    async (lane) => {
      const ids = await ready(2);
      for (const id of ids) {
        await moveStoredClaim(stores, id, 'submitted');
        await moveStoredClaim(stores, id, lane);
      }
      const [taken = '', answered = ''] = ids;
      const before = await findClaim(stores.claims, taken);
      expect(
        (await run({ kind: 'dismiss', reason: 'Not worth it' }, { claim_ids: ids })).body.data.done,
      ).toBe(2);
      expect(await findClaim(stores.claims, taken)).toMatchObject({
        ...{ lane: 'dismissed', lane_before: lane, lane_reason: 'Not worth it' },
      });
      expect((await call('edit-claim', { path: { id: taken }, body: { content: {} } })).body.code).toBe(
        'not_editable',
      );
      await run({ kind: 'restore' }, { claim_ids: [taken] });
      const { lane_since, updated_at, version, facts, ...rest } =
        (await findClaim(stores.claims, taken)) ?? {};
      expect(before).toMatchObject(rest);
      expect(lane_since).not.toBe(before?.lane_since);
      // A member of the chain that changes nothing leaves both as they are.
      await moveStoredClaim(stores, answered, 'paid');
      expect(await lanesOf(ids)).toEqual([lane, 'paid']);
      expect(await findClaim(stores.claims, answered)).not.toHaveProperty('lane_reason');
    },
  );

  test('question a restored claim that was entered again meanwhile', async () => {
    const [id = ''] = await ready(1);
    await run({ kind: 'hold' }, { claim_ids: [id] });
    await run({ kind: 'dismiss', reason: 'Wrong' }, { claim_ids: [id] });
    const { patient_control_number: pcn = '' } = (await findClaim(stores.claims, id)) ?? {};
    const { body } = await call('create-claim', { body: claimBody(pcn) });
    expect(body.data).toMatchObject({ lane: 'ready', duplicates: [] });
    await run({ kind: 'restore' }, { claim_ids: [id] });
    expect(await findClaim(stores.claims, id)).toMatchObject({
      lane: 'review',
      duplicates: [{ claim_id: body.data.id }],
    });
  });
});

describe('Release', () => {
  test('releases claims from review, and names what keeps the others there', async () => {
    const [id = ''] = await ready(1);
    const { patient_control_number: pcn = '' } = (await findClaim(stores.claims, id)) ?? {};
    const twin = (await call('create-claim', { body: claimBody(pcn) })).body.data;
    expect(twin.lane).toBe('review');
    const [sent = ''] = await ready(1);
    await moveStoredClaim(stores, sent, 'submitted', { submission_id: randomUUID() });
    await moveStoredClaim(stores, sent, 'questioned');
    const finished = await run({ kind: 'release' }, { claim_ids: [twin.id, sent, id] });
    expect(finished.body.data).toMatchObject({
      done: 1,
      skipped_by_reason: { not_in_review: 1, wrong_lane: 1 },
    });
    expect(await lanesOf([twin.id, sent])).toEqual(['ready', 'review']);
    expect((await run({ kind: 'release', lane: 'pending' }, { claim_ids: [sent] })).body.data.done).toBe(1);
    expect(await lanesOf([sent])).toEqual(['pending']);
  });
});

describe('Follow-up', () => {
  test('gives claims to a person with one entry each, in the name of the caller, and back', async () => {
    const ids = await ready(3);
    await call('set-follow-up', { path: { id: ids[0] ?? '' }, body: { assignee: 'test' } });
    const finished = await run({ kind: 'follow_up', assignee: 'me', follow_up_on: null }, { claim_ids: ids });
    expect(finished.body.data).toMatchObject({ done: 2, skipped_by_reason: { no_change: 1 } });
    const assigned = await Promise.all(ids.map((id) => findClaim(stores.claims, id)));
    expect(assigned.map((claim) => claim?.assignee)).toEqual(['test', 'test', 'test']);
    const entries = (await auditOf(stores, ids[2] ?? '')).filter(
      (one) => one.event_type === 'claim.follow_up',
    );
    expect(entries).toMatchObject([{ payload: { bulk_run_id: finished.body.data.id, assignee: 'test' } }]);
    await run({ kind: 'follow_up', assignee: null, follow_up_on: '2027-01-04' }, { claim_ids: ids });
    expect(await findClaim(stores.claims, ids[1] ?? '')).toMatchObject({ follow_up_on: '2027-01-04' });
    expect(await findClaim(stores.claims, ids[1] ?? '')).not.toHaveProperty('assignee');
  });

  test('writes one note on each claim, whose text stays out of the audit log', async () => {
    const ids = await ready(2);
    const begun = await run({ kind: 'note', text: 'Called QUILLFEATHER' }, { claim_ids: ids });
    expect(begun.body.data).toMatchObject({ state: 'done', done: 2 });
    for (const id of ids) {
      const { body } = await call('list-notes', { path: { id } });
      expect(body.data).toMatchObject([{ claim_id: id, by: 'test', text: 'Called QUILLFEATHER' }]);
      expect(JSON.stringify(await auditOf(stores, id))).not.toContain('QUILLFEATHER');
    }
  });
});
