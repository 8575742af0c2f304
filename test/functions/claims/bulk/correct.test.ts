import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { findClaim, findClaims } from '#claims/claims/records.ts';
import { moveStoredClaim, payStoredClaim } from '../../../claims/move-stored-claim.ts';
import { auditOf } from '../../../claims/stored.ts';
import { claimBody } from '../claim-body.ts';
import { call, lanesOf, preview, ready, resultsOf, run, stores, useStores } from './service.ts';

useStores();

describe('Correction by a rule', () => {
  test('sets fields of drafts and ready claims, checks them again, and keeps a version', async () => {
    const { payer, ...subscriber } = claimBody('X').subscriber;
    const [draft = '', fine = ''] = [
      ...(await ready(1, { subscriber: { ...subscriber, payer: { ...payer, id: 'NOBODY' } } })),
      ...(await ready(1)),
    ];
    expect(await lanesOf([draft])).toEqual(['draft']);
    const operation = { kind: 'correct', set: { payer_id: '60054', place_of_service: '22' } };
    const shown = await preview(operation, [draft, fine]);
    expect(shown).toMatchObject([
      {
        outcome: 'change',
        from: 'draft',
        errors: 0,
        changes: [
          { path: '/subscriber/payer/id', before: 'NOBODY', after: '60054' },
          { path: '/place_of_service', before: '11', after: '22' },
        ],
      },
      { outcome: 'change', from: 'ready', to: 'ready', changes: [{ path: '/place_of_service' }] },
    ]);
    const finished = await run(operation, { claim_ids: [draft, fine] });
    expect(finished.body.data).toMatchObject({ done: 2, skipped: 0 });
    expect(await findClaim(stores.claims, draft)).toMatchObject({
      payer_id: '60054',
      place_of_service: '22',
      content_version: 2,
    });
    const versions = await call('list-claim-versions', { path: { id: fine } });
    expect(versions.body.data[0]).toMatchObject({
      version: 2,
      bulk_run_id: finished.body.data.id,
      changes: [{ path: '/place_of_service' }],
    });
    expect((await auditOf(stores, fine)).at(-1)).toMatchObject({
      event_type: 'claim.edited',
      payload: { bulk_run_id: finished.body.data.id, changes: ['/place_of_service'] },
    });
    const again = await run(operation, { claim_ids: [draft, fine] });
    expect(again.body.data.skipped_by_reason).toEqual({ no_change: 2 });
  });

  test('skips claims that were sent, or corrects them on request', async () => {
    const [rejected = '', paid = '', waiting = ''] = await ready(3);
    await moveStoredClaim(stores, rejected, 'submitted', { submission_id: randomUUID() });
    await moveStoredClaim(stores, rejected, 'payer_rejected');
    await payStoredClaim(stores, paid, 'ICN-BULK');
    await moveStoredClaim(stores, waiting, 'submitted', { submission_id: randomUUID() });
    const claim_ids = [rejected, paid, waiting];
    const set = { billing_taxonomy: '208D00000X' };
    expect((await run({ kind: 'correct', set }, { claim_ids })).body.data.skipped_by_reason).toEqual({
      was_sent: 3,
    });
    const shown = await preview({ kind: 'correct', set, sent: 'correct' }, claim_ids);
    expect(shown[0]).toMatchObject({ creates_correction: true });
    const finished = await run({ kind: 'correct', set, sent: 'correct' }, { claim_ids });
    expect(finished.body.data).toMatchObject({ done: 2, skipped_by_reason: { no_payer_claim_number: 1 } });
    const { data } = await resultsOf(finished.body.data.id);
    const made = await findClaims(
      stores.claims,
      data.flatMap(({ new_claim_id: id = [] }) => id),
    );
    expect(made).toMatchObject([
      { frequency: '1', corrects: rejected },
      { frequency: '7', corrects: paid, original_claim_number: 'ICN-BULK' },
    ]);
  });

  test('takes only the fields of the rule', async () => {
    const [id = ''] = await ready(1);
    for (const set of [{}, { total_charge: 1 }, { rendering_npi: '12' }]) {
      expect((await run({ kind: 'correct', set }, { claim_ids: [id] })).status).toBe(400);
    }
    const set = { rendering_npi: '1881068062' };
    expect((await run({ kind: 'correct', set }, { claim_ids: [id] })).body.data.skipped_by_reason).toEqual({
      not_editable: 1,
    });
    expect((await run({ kind: 'hold' }, { filter: {} })).status).toBe(400);
  });
});
