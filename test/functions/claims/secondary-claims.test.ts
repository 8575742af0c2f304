import { describe, expect, test } from '@jest/globals';
import { createSecondaryClaim } from '#claims/secondary/contract.ts';
import type { ClaimPayment } from '#x12/835/model.ts';
import type { WriterInput } from '#x12/writer/writer.ts';
import { moveStoredClaim } from '../../claims/move-stored-claim.ts';
import {
  adjusted,
  paidLine,
  payment,
  remit,
  reversal,
} from '../../claims/responses/remittance/payer-remittances.ts';
import { auditOf } from '../../claims/stored.ts';
import { claimBody } from './claim-body.ts';
import { call, expectContract, stores, useStores } from './responses/service.ts';
import { claimOf, remitted, untilConflict } from './unmatched/worklist.ts';

useStores();

const second = {
  payer_sequence: 'S',
  relationship: '18',
  claim_filing: 'CI',
  group_number: 'GROUP-2',
  benefits_assigned: 'Y',
  release_of_information: 'Y',
  subscriber: { last_name: 'SPECIMEN', first_name: 'PAT', id: 'SECOND-1', entity_type: '1' },
  payer: { last_name: 'PLAINS HEALTH', id: '60054' },
};

/** The first payer, so that the second is a configured one. */
const primaryPayer = { last_name: 'MOUNTAIN MUTUAL', id: 'MM001' };

function primaryBody(pcn: string, more: object = {}) {
  const body = claimBody(pcn, { other_coverages: [second], ...more });
  return { ...body, subscriber: { ...body.subscriber, payer: primaryPayer } };
}

/** 100.50 charged: 60.00 paid, 20.50 contractual, 20.00 of the patient. */
const share = adjusted(['CO', '45', 2_050], ['PR', '2', 2_000]);

function adjudicated(pcn: string, over: Partial<WriterInput<ClaimPayment>> = {}, adjustments = share) {
  const sum = adjustments.reduce((total, { amount }) => total + amount, 0);
  const paid = 10_050 - sum;
  const line = {
    ...paidLine(10_050, paid, '99213', '1', adjustments),
    serviceDate: '2026-02-10',
  };
  return { ...payment(pcn), charge: 10_050, paid, lines: [line], ...over };
}

/** A claim that its payer has adjudicated. */
async function primary(pcn: string, paid = adjudicated(pcn), more: object = {}): Promise<string> {
  const { body } = await call('create-claim', { body: primaryBody(pcn, more) });
  await moveStoredClaim(stores, body.data.id, 'cleared');
  await moveStoredClaim(stores, body.data.id, 'submitted', { submission_id: crypto.randomUUID() });
  await remitted(remit([paid]));
  return body.data.id;
}

const secondary = (id: string, body: object = {}) => call('create-secondary-claim', { path: { id }, body });

describe('POST /api/claims/{id}/secondary', () => {
  test('fills the coordination of benefits, waits for review, and is ready after it', async () => {
    const id = await primary('SEC-1');
    const made = await secondary(id);
    expectContract(createSecondaryClaim, made);
    expect(made.status).toBe(201);
    const { data } = made.body;
    expect(data.findings.filter(({ severity }: { severity: string }) => severity === 'error')).toEqual([]);
    expect(data).toMatchObject({
      ...{ lane: 'review', patient_control_number: 'SEC-1-S', payer_id: '60054', member_id: 'SECOND-1' },
      ...{ primary_claim_id: id, primary_payment_number: 1, total_charge: 100.5, frequency: '1' },
      conflicts: [{ kind: 'secondary', open: true }],
      duplicates: [],
    });
    const { remittance_id } = await claimOf(id);
    expect(data.primary_remittance_id).toBe(remittance_id);
    expect(data.content).toMatchObject({
      subscriber: { payer_sequence: 'S', group_number: 'GROUP-2', birth_date: '1980-01-01', gender: 'F' },
      other_coverages: [
        {
          payer_sequence: 'P',
          payer_paid: 60,
          subscriber: { id: 'MSEC-1' },
          payer: { id: 'MM001', claim_control_number: 'ICN-SEC-1' },
        },
      ],
      lines: [
        {
          adjudications: [
            {
              ...{ payer_id: 'MM001', paid: 60, quantity: 1, adjudication_date: '2026-03-20' },
              remaining_liability: 20,
              procedure: { code: '99213' },
              adjustments: [
                { group: 'CO', reason: '45', amount: 20.5 },
                { group: 'PR', reason: '2', amount: 20 },
              ],
            },
          ],
        },
      ],
    });
    expect(data.content.other_coverages).toHaveLength(1);
    expect(data.content.other_coverages[0]).not.toHaveProperty('remaining_liability');
    expect(data.content.references ?? {}).not.toHaveProperty('original_claim_number');
    expect(await claimOf(id)).toMatchObject({ lane: 'paid', secondary_claim_id: data.id });
    expect((await auditOf(stores, id)).map(({ event_type }) => event_type)).toContain(
      'claim.secondary_created',
    );
    const again = await secondary(id);
    expect([again.status, again.body.data.id]).toEqual([200, data.id]);
    // A check of all claims leaves the review to a person.
    await call('check-claims-again', { body: {} });
    expect((await claimOf(data.id)).lane).toBe('review');
    const released = await call('release-claim', { path: { id: data.id }, body: {} });
    expect(released.body.data).toMatchObject({ lane: 'ready', conflicts: [{ resolved_by: 'test' }] });
  });

  test('shows no secondary claim that an edit has given to another billing provider', async () => {
    const id = await primary('SEC-MOVED');
    const { data } = (await secondary(id)).body;
    const moved = { ...data.content.billing_provider, id: '1245319599' };
    const edited = await call('edit-claim', {
      path: { id: data.id },
      body: { content: { billing_provider: moved } },
    });
    expect(edited).toMatchObject({ status: 200, body: { data: { billing_npi: '1245319599' } } });
    const limited = { path: { id }, body: {}, billingNpis: ['1234567893'] };
    expect(await call('create-secondary-claim', limited)).toMatchObject({
      status: 403,
      body: { code: 'provider_scope' },
    });
    expect((await secondary(id)).status).toBe(200);
  });

  test('dates the adjudication of a later transfer by its production', async () => {
    const { body } = await call('create-claim', { body: primaryBody('SEC-SOON') });
    await moveStoredClaim(stores, body.data.id, 'submitted', { submission_id: crypto.randomUUID() });
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    await remitted(remit([adjudicated('SEC-SOON')], { date: tomorrow, productionDate: '2026-03-18' }));
    const { data } = (await secondary(body.data.id)).body;
    expect(data.lane).toBe('review');
    const [adjudication] = data.content.lines[0].adjudications;
    expect(adjudication.adjudication_date).toBe('2026-03-18');
  });

  test('is created once by many callers', async () => {
    const id = await primary('SEC-RACE');
    const answers = await Promise.all(Array.from({ length: 5 }, () => secondary(id)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 201]);
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
  });

  test('responds with conflict if the claim changes during every attempt', async () => {
    const id = await primary('SEC-BUSY');
    let answer = await untilConflict(id, () => secondary(id));
    for (; answer.body.code !== 'conflict'; answer = await untilConflict(id, () => secondary(id))) {
      // It has succeeded nevertheless: a closed claim is no longer the one of the adjudication.
      const { data } = answer.body;
      await moveStoredClaim(stores, data.id, 'replaced');
    }
    expect(answer.status).toBe(409);
  });

  test('takes payer and subscriber from the request', async () => {
    const id = await primary('SEC-OWN', adjudicated('SEC-OWN'), { other_coverages: [] });
    expect((await secondary(id)).body.code).toBe('no_other_coverage');
    const { subscriber } = claimBody('SEC-OWN');
    const own = { ...subscriber, id: 'OWN-2', payer_sequence: 'S' };
    const made = await secondary(id, { subscriber: own, patient_control_number: 'OWN-NUMBER' });
    expect(made.body.data).toMatchObject({
      ...{ lane: 'review', payer_id: '60054', member_id: 'OWN-2', patient_control_number: 'OWN-NUMBER' },
    });
  });

  test('keeps a claim as a draft whose adjudication does not balance', async () => {
    const [line] = adjudicated('SEC-OFF').lines ?? [];
    const adjustments = adjusted(['PR', '2', 2_000]);
    const lines = line === undefined ? [] : [{ ...line, adjustments }];
    const id = await primary('SEC-OFF', adjudicated('SEC-OFF', { lines }));
    const { conflicts } = await claimOf(id);
    const itemId = conflicts[0].unmatched_item_id;
    await call('attach-unmatched', {
      path: { id: itemId },
      body: { claim_id: id, reason: 'verified_on_eob' },
    });
    const made = await secondary(id);
    expect(made.body.data.lane).toBe('draft');
    expect(made.body.data.findings.map((finding: { id: string }) => finding.id)).toContain('V103');
  });

  test('adjudicates the claim as a whole if the remittance has no lines', async () => {
    const id = await primary('SEC-WHOLE', adjudicated('SEC-WHOLE', { lines: [], adjustments: share }));
    const { data } = (await secondary(id)).body;
    expect(data.lane).toBe('review');
    expect(data.content.other_coverages[0]).toMatchObject({
      payer_paid: 60,
      adjustments: [{ reason: '45' }, { reason: '2' }],
      payer: { adjudication_date: '2026-03-20' },
    });
    expect(data.content.lines[0].adjudications ?? []).toEqual([]);
  });
});

describe('a caution', () => {
  test('refuses a claim that was denied for a cause to correct, until it is accepted', async () => {
    const denied = adjudicated('SEC-DENIED', { paid: 0 }, adjusted(['CO', '16', 10_050]));
    const id = await primary('SEC-DENIED', denied);
    const refused = await secondary(id);
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'secondary_cautions', details: [{ code: 'denied_for_correction' }] },
    });
    const accepted = await secondary(id, { accept: ['denied_for_correction'] });
    expect(accepted.body.data).toMatchObject({
      lane: 'review',
      conflicts: expect.arrayContaining([expect.objectContaining({ text: expect.stringContaining('16') })]),
    });
  });

  test.each(['19', '20', '21'])(
    'warns of a duplicate if the payer forwarded the claim (CLP02 %s)',
    async (statusCode) => {
      const pcn = `SEC-X${statusCode}`;
      const id = await primary(pcn, adjudicated(pcn, { statusCode }));
      expect((await secondary(id)).body.details).toMatchObject([{ code: 'forwarded' }]);
      expect((await secondary(id, { accept: ['forwarded'] })).status).toBe(201);
    },
  );

  test('says that nothing is left to pay', async () => {
    const id = await primary('SEC-NONE', adjudicated('SEC-NONE', {}, adjusted(['CO', '45', 2_050])));
    expect((await secondary(id)).body.details).toMatchObject([{ code: 'nothing_left' }]);
  });

  test('is no way around a missing adjudication', async () => {
    const { body } = await call('create-claim', { body: primaryBody('SEC-OPEN') });
    expect((await secondary(body.data.id)).body.code).toBe('not_adjudicated');
    expect((await secondary(crypto.randomUUID())).status).toBe(404);
    const asAuditor = { path: { id: body.data.id }, body: {}, roles: ['auditor' as const] };
    expect((await call('create-secondary-claim', asAuditor)).status).toBe(403);
  });
});

describe('a reversal of the adjudication', () => {
  test('marks the claim for the next payer, and the correction replaces it', async () => {
    const id = await primary('SEC-REV');
    const first = (await secondary(id)).body.data.id;
    await call('release-claim', { path: { id: first }, body: {} });
    await remitted(remit([reversal(adjudicated('SEC-REV'))], { date: '2026-04-02' }));
    expect(await claimOf(first)).toMatchObject({
      lane: 'review',
      conflicts: [{}, { kind: 'primary_reversed', open: true }],
    });
    expect((await secondary(id)).body.code).toBe('not_adjudicated');
    const corrected = adjudicated('SEC-REV', {}, adjusted(['CO', '45', 3_050], ['PR', '2', 1_000]));
    await remitted(remit([corrected], { date: '2026-04-03' }));
    const made = await secondary(id);
    expect(made.status).toBe(201);
    expect(made.body.data.content).toMatchObject({
      other_coverages: [{ payer_paid: 60 }],
      lines: [{ adjudications: [{ remaining_liability: 10 }] }],
    });
    expect(await claimOf(first)).toMatchObject({ lane: 'closed', corrected_by: made.body.data.id });
    // It states the decision after the reversal, so nothing of it is in doubt once it is sent.
    const { id: next } = made.body.data;
    await call('release-claim', { path: { id: next }, body: {} });
    await moveStoredClaim(stores, next, 'submitted', { submission_id: crypto.randomUUID() });
    expect(await claimOf(next)).toMatchObject({ lane: 'submitted', conflicts: [{ kind: 'secondary' }] });
  });

  test('keeps a sent claim, which a person corrects or voids', async () => {
    const id = await primary('SEC-SENT');
    const first = (await secondary(id)).body.data.id;
    await call('release-claim', { path: { id: first }, body: {} });
    await moveStoredClaim(stores, first, 'submitted', { submission_id: crypto.randomUUID() });
    const taken = adjudicated('SEC-SENT');
    await remitted(
      remit([reversal(taken), adjudicated('SEC-SENT', {}, adjusted(['PR', '2', 3_000]))], {
        date: '2026-04-02',
      }),
    );
    expect(await claimOf(first)).toMatchObject({ lane: 'review', lane_before: 'submitted' });
    const refused = await secondary(id);
    expect(refused).toMatchObject({ status: 409, body: { code: 'not_correctable' } });
    expect(refused.body.error).toContain(first);
  });
});
