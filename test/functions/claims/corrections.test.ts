import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { move } from '#claims/move.ts';
import { changeActions, findClaim } from '#store/claims/claims.ts';
import { submissionStore } from '#store/claims/submissions.ts';
import { type Answer, functionsOn, type Request } from '../../claims/invoke.ts';
import { type LocalStores, startLocalStores } from '../../claims/local-stores.ts';
import { auditOf } from '../../claims/stored.ts';
import { claimBody } from './claim-body.ts';

let stores: LocalStores;
let call: (name: string, request?: Request) => Promise<Answer>;

beforeAll(async () => {
  stores = await startLocalStores({ migrated: true });
  call = functionsOn(stores);
});
afterAll(() => stores.stop());

/** The payer tells its number for a claim, as a remittance does. */
async function paid(id: string, payer_control_number: string): Promise<void> {
  for (const trigger of ['submitted', 'paid'] as const) {
    const claim = await findClaim(stores.claims, id);
    const facts = { actor: 'test', now: new Date() };
    const change = claim && move(claim, trigger, facts, trigger === 'paid' ? { payer_control_number } : {});
    if (change) await stores.audit.append([change.entry], changeActions([change]));
  }
}

describe('Corrections and voids', () => {
  test("a correction takes the payer's number from the last remittance", async () => {
    const { body } = await call('create-claim', { body: claimBody('FIX1') });
    await paid(body.data.id, 'ICN-FIX1');
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
    expect(original.body.data.timeline.map(({ event }: { event: string }) => event)).toEqual([
      'claim.received',
      'clearhouse.submitted',
      'claim.paid',
      'claim.corrected',
    ]);
  });

  test('without naming the claim, it is found by its number', async () => {
    const { body } = await call('create-claim', { body: claimBody('FIX2') });
    await paid(body.data.id, 'ICN-FIX2');
    const made = await call('create-claim', { body: claimBody('FIX2', { frequency: '7' }) });
    expect(made.body.data).toMatchObject({ original_claim_number: 'ICN-FIX2', corrects: body.data.id });
  });

  test('a void is made of the claim itself', async () => {
    const { body } = await call('create-claim', { body: claimBody('VOID1') });
    const path = { id: body.data.id };
    expect(await call('void-claim', { path, body: {} })).toMatchObject({
      status: 422,
      body: { code: 'no_payer_claim_number' },
    });
    await paid(body.data.id, 'ICN-VOID1');
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

  test('a claim is voided once, whichever way it is asked for', async () => {
    const { body } = await call('create-claim', { body: claimBody('VOID2') });
    await paid(body.data.id, 'ICN-VOID2');
    const asClaim = { body: claimBody('VOID2', { frequency: '8', corrects: body.data.id }) };
    expect((await call('create-claim', asClaim)).status).toBe(201);
    const again = { status: 409, body: { code: 'not_correctable' } };
    expect(await call('create-claim', asClaim)).toMatchObject(again);
    expect(await call('void-claim', { path: { id: body.data.id }, body: {} })).toMatchObject(again);
  });

  test('a claim that the payer never had is replaced by a new one', async () => {
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

  test('a claim that a submission has is not replaced: its bytes go out, and the new one would too', async () => {
    const { body } = await call('create-claim', { body: claimBody('BUSY1') });
    const { id } = body.data;
    const { reserve, giveBack } = submissionStore(stores.claims, stores.audit);
    expect(await reserve('submission', [id])).toEqual([]);
    const replacing = { body: claimBody('BUSY1', { corrects: id, total_charge: 1 }) };
    expect(await call('create-claim', replacing)).toMatchObject({
      status: 409,
      body: { code: 'not_correctable' },
    });
    expect((await findClaim(stores.claims, id))?.lane).toBe('ready');
    await giveBack('submission', [id]);
    expect((await call('create-claim', replacing)).status).toBe(201);
  });

  test('of a replacement and a submission at the same moment one comes through', async () => {
    const outcomes = [];
    for (let n = 0; n < 8; n++) {
      const { body } = await call('create-claim', { body: claimBody(`SAME${n}`) });
      const { id } = body.data;
      const { reserve } = submissionStore(stores.claims, stores.audit);
      const [replaced, missing] = await Promise.all([
        call('create-claim', { body: claimBody(`SAME${n}`, { corrects: id, total_charge: 1 }) }),
        new Promise((resolve) => setTimeout(resolve, 4 * n)).then(() => reserve(`submission-${n}`, [id])),
      ]);
      outcomes.push([replaced.status === 201, missing.length === 0]);
    }
    expect(outcomes.filter(([isReplaced, isReserved]) => isReplaced === isReserved)).toEqual([]);
  });

  test('a claim in review that the payer paid for is not replaced', async () => {
    const asked = await call('create-claim', { body: claimBody('ASKED') });
    await paid(asked.body.data.id, 'ICN-ASKED');
    const claim = await findClaim(stores.claims, asked.body.data.id);
    const facts = { actor: 'test', now: new Date() };
    const change = claim && move({ ...claim, remittance_id: crypto.randomUUID() }, 'questioned', facts);
    await stores.audit.append(change ? [change.entry] : [], change ? changeActions([change]) : []);
    expect(
      await call('create-claim', { body: claimBody('ASKED', { corrects: asked.body.data.id }) }),
    ).toMatchObject({ status: 409, body: { code: 'not_correctable' } });
  });

  test('what cannot be corrected says so', async () => {
    const unknown = claimBody('NONE', { frequency: '7', corrects: crypto.randomUUID() });
    expect(await call('create-claim', { body: unknown })).toMatchObject({
      status: 422,
      body: { code: 'unknown_claim' },
    });
    const { body } = await call('create-claim', { body: claimBody('PAID1') });
    await paid(body.data.id, 'ICN-PAID1');
    const again = claimBody('PAID1', { corrects: body.data.id });
    expect(await call('create-claim', { body: again })).toMatchObject({
      status: 409,
      body: { code: 'not_correctable' },
    });
  });
});

describe('What ended a claim', () => {
  test('is neither voided nor corrected', async () => {
    const { body } = await call('create-claim', { body: claimBody('END1') });
    await paid(body.data.id, 'ICN-END1');
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
