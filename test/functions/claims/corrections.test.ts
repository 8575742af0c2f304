import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { findClaim, findClaims } from '#claims/claims/records.ts';
import { submissionStore } from '#claims/clearhouse/records.ts';
import { type Answer, functionsOn, type Request } from '../../claims/invoke.ts';
import { type LocalStores, startLocalStores } from '../../claims/local-stores.ts';
import { moveStoredClaim, payStoredClaim } from '../../claims/move-stored-claim.ts';
import { auditOf } from '../../claims/stored.ts';
import { openSubmission, reserveFor } from '../../claims/submissions/submission-fixture.ts';
import { claimBody } from './claim-body.ts';

let stores: LocalStores;
let call: (name: string, request?: Request) => Promise<Answer>;

beforeAll(async () => {
  stores = await startLocalStores({ migrated: true });
  call = functionsOn(stores);
});
afterAll(() => stores.stop());

describe('Corrections and voids', () => {
  test('takes the payer claim control number of a correction from the last remittance', async () => {
    const { body } = await call('create-claim', { body: claimBody('FIX1') });
    await payStoredClaim(stores, body.data.id, 'ICN-FIX1');
    const made = await call('create-claim', {
      body: claimBody('FIX1', { frequency: '7', corrects: body.data.id }),
    });
    expect(made.status).toBe(201);
    expect(made.body.data).toMatchObject({
      lane: 'ready',
      frequency: '7',
      original_claim_number: 'ICN-FIX1',
      corrects: body.data.id,
      duplicates: [],
    });
    const original = await call('get-claim', { path: { id: body.data.id } });
    expect(original.body.data).toMatchObject({ lane: 'paid', corrected_by: made.body.data.id });
    const events = original.body.data.timeline.map(({ event }: { event: string }) => event);
    expect(events.filter((event: string) => event !== 'payment')).toEqual([
      'claim.received',
      'clearhouse.submitted',
      'claim.paid',
      'claim.corrected',
    ]);
  });

  test('finds the original of a correction by its patient control number', async () => {
    const { body } = await call('create-claim', { body: claimBody('FIX2') });
    await payStoredClaim(stores, body.data.id, 'ICN-FIX2');
    const made = await call('create-claim', { body: claimBody('FIX2', { frequency: '7' }) });
    expect(made.body.data).toMatchObject({ original_claim_number: 'ICN-FIX2', corrects: body.data.id });
  });

  test('creates a void from the content of the claim', async () => {
    const { body } = await call('create-claim', { body: claimBody('VOID1') });
    const path = { id: body.data.id };
    expect(await call('void-claim', { path, body: {} })).toMatchObject({
      status: 422,
      body: { code: 'no_payer_claim_number' },
    });
    await payStoredClaim(stores, body.data.id, 'ICN-VOID1');
    const made = await call('void-claim', { path, body: {} });
    expect(made.status).toBe(201);
    expect(made.body.data).toMatchObject({
      frequency: '8',
      lane: 'ready',
      original_claim_number: 'ICN-VOID1',
      total_charge: 100.5,
      content: { references: { original_claim_number: 'ICN-VOID1' } },
    });
    expect((await call('get-claim', { path })).body.data.voided_by).toBe(made.body.data.id);
    expect(await call('void-claim', { path, body: {} })).toMatchObject({
      status: 409,
      body: { code: 'not_correctable' },
    });
  });

  test('voids a claim once, through either endpoint', async () => {
    const { body } = await call('create-claim', { body: claimBody('VOID2') });
    await payStoredClaim(stores, body.data.id, 'ICN-VOID2');
    const asClaim = { body: claimBody('VOID2', { frequency: '8', corrects: body.data.id }) };
    expect((await call('create-claim', asClaim)).status).toBe(201);
    const again = { status: 409, body: { code: 'not_correctable' } };
    expect(await call('create-claim', asClaim)).toMatchObject(again);
    expect(await call('void-claim', { path: { id: body.data.id }, body: {} })).toMatchObject(again);
  });

  test('replaces a claim that the payer never had', async () => {
    const { body } = await call('create-claim', { body: claimBody('DRAFT1', { total_charge: 1 }) });
    expect(body.data.lane).toBe('draft');
    const made = await call('create-claim', { body: claimBody('DRAFT1', { corrects: body.data.id }) });
    expect(made.body.data).toMatchObject({
      lane: 'ready',
      frequency: '1',
      duplicates: [],
      corrects: body.data.id,
    });
    expect((await call('get-claim', { path: { id: body.data.id } })).body.data.lane).toBe('closed');
    expect((await auditOf(stores, body.data.id)).at(-1)).toMatchObject({ event_type: 'claim.corrected' });
  });

  test('does not replace a claim that a submission has reserved', async () => {
    const { body } = await call('create-claim', { body: claimBody('BUSY1') });
    const { id } = body.data;
    const end = await reserveFor(stores, 'submission', [id]);
    const replacing = { body: claimBody('BUSY1', { corrects: id, total_charge: 1 }) };
    expect(await call('create-claim', replacing)).toMatchObject({
      status: 409,
      body: { code: 'not_correctable' },
    });
    expect((await findClaim(stores.claims, id))?.lane).toBe('ready');
    await end('abandoned');
    expect((await call('create-claim', replacing)).status).toBe(201);
  });

  test('lets either a replacement or a submission succeed when they race', async () => {
    const outcomes = [];
    for (let n = 0; n < 8; n++) {
      const { body } = await call('create-claim', { body: claimBody(`SAME${n}`) });
      const { id } = body.data;
      const { reserve, create } = submissionStore(stores.claims, stores.audit);
      await create(openSubmission(`submission-${n}`), []);
      const claims = await findClaims(stores.claims, [id]);
      const [replaced, missing] = await Promise.all([
        call('create-claim', { body: claimBody(`SAME${n}`, { corrects: id, total_charge: 1 }) }),
        new Promise((resolve) => setTimeout(resolve, 4 * n)).then(() => reserve(`submission-${n}`, claims)),
      ]);
      outcomes.push([replaced.status === 201, missing.length === 0]);
    }
    expect(outcomes.filter(([isReplaced, isReserved]) => isReplaced === isReserved)).toEqual([]);
  });

  test('does not replace a claim in review that the payer paid', async () => {
    const asked = await call('create-claim', { body: claimBody('ASKED') });
    await payStoredClaim(stores, asked.body.data.id, 'ICN-ASKED');
    await moveStoredClaim(stores, asked.body.data.id, 'questioned', { remittance_id: crypto.randomUUID() });
    expect(
      await call('create-claim', { body: claimBody('ASKED', { corrects: asked.body.data.id }) }),
    ).toMatchObject({ status: 409, body: { code: 'not_correctable' } });
  });

  test('refuses to correct an unknown claim, or to replace a paid one', async () => {
    const unknown = claimBody('NONE', { frequency: '7', corrects: crypto.randomUUID() });
    expect(await call('create-claim', { body: unknown })).toMatchObject({
      status: 422,
      body: { code: 'unknown_claim' },
    });
    const { body } = await call('create-claim', { body: claimBody('PAID1') });
    await payStoredClaim(stores, body.data.id, 'ICN-PAID1');
    const again = claimBody('PAID1', { corrects: body.data.id });
    expect(await call('create-claim', { body: again })).toMatchObject({
      status: 409,
      body: { code: 'not_correctable' },
    });
  });

  test.each(['7', '8'])('refuses frequency %s for another payer', async (frequency) => {
    const pcn = `OTHER${frequency}`;
    const { body } = await call('create-claim', { body: claimBody(pcn) });
    await payStoredClaim(stores, body.data.id, `ICN-${pcn}`);
    const { subscriber } = claimBody(pcn);
    const other = { ...subscriber, payer: { last_name: 'STATE', id: 'CO_TXIX' } };
    const correction = claimBody(pcn, { frequency, corrects: body.data.id, subscriber: other });
    expect(await call('create-claim', { body: correction })).toMatchObject({
      status: 409,
      body: {
        code: 'not_correctable',
        details: [{ path: ['body', 'subscriber', 'payer', 'id'], code: 'other_payer' }],
      },
    });
    const original = await call('get-claim', { path: { id: body.data.id } });
    expect(original.body.data).toMatchObject({ lane: 'paid' });
    expect(original.body.data).not.toHaveProperty('corrected_by');
  });
});

test('voids a claim without a payer', async () => {
  const { payer, ...subscriber } = claimBody('NOPAYER').subscriber;
  const { body } = await call('create-claim', { body: claimBody('NOPAYER', { subscriber }) });
  await moveStoredClaim(stores, body.data.id, 'paid', { payer_control_number: 'ICN-NOPAYER' });
  expect(await call('void-claim', { path: { id: body.data.id }, body: {} })).toMatchObject({ status: 201 });
});

describe('A void', () => {
  test('is neither voided nor corrected', async () => {
    const { body } = await call('create-claim', { body: claimBody('END1') });
    await payStoredClaim(stores, body.data.id, 'ICN-END1');
    const made = await call('void-claim', { path: { id: body.data.id }, body: {} });
    expect(made.status).toBe(201);
    const path = { id: made.body.data.id };
    expect(await call('void-claim', { path, body: {} })).toMatchObject({
      status: 409,
      body: { code: 'not_correctable' },
    });
    const correction = claimBody('END1', { frequency: '7', corrects: path.id });
    const refused = await call('create-claim', {
      body: { ...correction, references: { original_claim_number: 'ICN-END1' } },
    });
    expect(refused).toMatchObject({ status: 409, body: { code: 'not_correctable' } });
  });
});
