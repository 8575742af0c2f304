import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { changeOf } from '#claims/change.ts';
import { amendClaim } from '#claims/claims/claim-change.ts';
import { changeActions, findClaim, findClaims } from '#claims/claims/records.ts';
import { submissionStore } from '#claims/clearhouse/records.ts';
import { replacementTargets } from '#claims/edits/replacement.ts';
import { writeChange } from '#store/claims/write-change.ts';
import { transact } from '#store/dynamodb/table.ts';
import { type Answer, functionsOn, type Request } from '../../claims/invoke.ts';
import { type LocalStores, startLocalStores } from '../../claims/local-stores.ts';
import { moveStoredClaim, payStoredClaim } from '../../claims/move-stored-claim.ts';
import { claimBody } from './claim-body.ts';

let stores: LocalStores;
let call: (name: string, request?: Request) => Promise<Answer>;

beforeAll(async () => {
  stores = await startLocalStores({ migrated: true });
  call = functionsOn(stores);
});
afterAll(() => stores.stop());

describe('One open correction or void of a claim', () => {
  const numbered = (pcn: string, frequency: string, more: object = {}) => ({
    body: claimBody(pcn, { frequency, references: { original_claim_number: `ICN-${pcn}` }, ...more }),
  });

  /** A claim that the payer has paid. */
  async function paidClaim(pcn: string): Promise<string> {
    const { body } = await call('create-claim', { body: claimBody(pcn) });
    await payStoredClaim(stores, body.data.id, `ICN-${pcn}`);
    return body.data.id;
  }

  test.each(['7', '8', '1'])('refuses frequency %s with the id of an open correction', async (frequency) => {
    const pcn = `OPEN${frequency}`;
    const corrects = await paidClaim(pcn);
    const first = await call('create-claim', numbered(pcn, '7', { corrects }));
    expect(first.status).toBe(201);
    const second = await call('create-claim', numbered(pcn, frequency, { corrects }));
    expect(second).toMatchObject({
      status: 409,
      body: { code: 'not_correctable', details: [{ path: ['claims', first.body.data.id] }] },
    });
    expect(second.body.error).toContain(first.body.data.id);
  });

  test('refuses a void beside a correction, and a correction beside a void', async () => {
    const corrected = await paidClaim('BESIDE1');
    const correction = await call('create-claim', numbered('BESIDE1', '7', { corrects: corrected }));
    const voided = await call('void-claim', { path: { id: corrected }, body: {} });
    expect(voided).toMatchObject({ status: 409 });
    expect(voided.body.error).toContain(correction.body.data.id);
    const other = await paidClaim('BESIDE2');
    const cancellation = await call('void-claim', { path: { id: other }, body: {} });
    const late = await call('create-claim', numbered('BESIDE2', '7', { corrects: other }));
    expect(late.status).toBe(409);
    expect(late.body.error).toContain(cancellation.body.data.id);
  });

  test('refuses a second correction of a claim that Granary does not have', async () => {
    expect((await call('create-claim', numbered('FAR1', '7'))).status).toBe(201);
    expect((await call('create-claim', numbered('FAR1', '7'))).status).toBe(409);
  });

  test('creates one of many simultaneous corrections and voids, and names it in the other responses', async () => {
    const corrects = await paidClaim('MOMENT');
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        n % 3 === 2
          ? call('void-claim', { path: { id: corrects }, body: {} })
          : call('create-claim', numbered('MOMENT', '7', { corrects })),
      ),
    );
    const made = answers.filter(({ status }) => status === 201);
    expect(made).toHaveLength(1);
    for (const { status, body } of answers.filter((answer) => answer !== made[0])) {
      expect(status).toBe(409);
      expect(body.error).toContain(made[0]?.body.data.id);
    }
  });

  test('responds with conflict if the claim changes during every attempt', async () => {
    const id = await paidClaim('BUSY2');
    let isOver = false;
    const change = async () => {
      while (!isOver) {
        const claim = await findClaim(stores.claims, id);
        const facts = { actor: 'test', now: new Date() };
        const changes = claim ? [amendClaim(claim, 'claim.acknowledged', facts, {})] : [];
        await transact(stores.claims, changeActions(changes)).catch(() => {});
      }
    };
    const changing = [change(), change(), change()];
    const answers = [];
    do {
      answers.push(await call('void-claim', { path: { id }, body: {} }));
      // If a void succeeds nevertheless, the payer refuses it, so that another one may follow.
      const made = answers.at(-1)?.body.data;
      if (made) await refuse(made.id);
    } while (answers.at(-1)?.body.code !== 'conflict');
    isOver = true;
    await Promise.all(changing);
    expect(answers.at(-1)).toMatchObject({ status: 409, body: { code: 'conflict' } });
  });

  /** Rejects a sent claim, as its payer does. */
  async function refuse(id: string): Promise<void> {
    await moveStoredClaim(stores, id, 'submitted');
    await moveStoredClaim(stores, id, 'payer_rejected');
  }

  test('replaces an unsent correction with another one that names it', async () => {
    const corrects = await paidClaim('PLACE');
    const first = await call('create-claim', numbered('PLACE', '7', { corrects }));
    const { id } = first.body.data;
    const second = await call('create-claim', numbered('PLACE', '7', { corrects: id }));
    expect(second.body.data).toMatchObject({ lane: 'ready', corrects, original_claim_number: 'ICN-PLACE' });
    expect(await findClaim(stores.claims, id)).toMatchObject({
      lane: 'closed',
      corrected_by: second.body.data.id,
    });
    expect(await findClaim(stores.claims, corrects)).toMatchObject({ corrected_by: second.body.data.id });
    // A sent correction stays open until the payer responds.
    await moveStoredClaim(stores, second.body.data.id, 'submitted');
    expect((await call('create-claim', numbered('PLACE', '7', { corrects }))).status).toBe(409);
    await moveStoredClaim(stores, second.body.data.id, 'denied');
    expect((await call('create-claim', numbered('PLACE', '7', { corrects }))).status).toBe(201);
  });

  test('refuses to replace a sent correction until the payer rejects it', async () => {
    const corrects = await paidClaim('REFUSED');
    const first = await call('create-claim', numbered('REFUSED', '7', { corrects }));
    const { id } = first.body.data;
    const sent = { submission_id: crypto.randomUUID() };
    await moveStoredClaim(stores, id, 'submitted', sent);
    for (const target of [corrects, id]) {
      const again = await call('create-claim', numbered('REFUSED', '7', { corrects: target }));
      expect(again.status).toBe(409);
      expect(again.body.error).toContain(id);
    }
    await moveStoredClaim(stores, id, 'payer_rejected', sent);
    const second = await call('create-claim', numbered('REFUSED', '7', { corrects: id }));
    expect(second.body.data).toMatchObject({ lane: 'ready', corrects });
    expect((await findClaim(stores.claims, id))?.lane).toBe('closed');
  });

  test('names the claim that replaced another one', async () => {
    const { body } = await call('create-claim', { body: claimBody('TAKEN', { total_charge: 1 }) });
    const corrects = body.data.id;
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => call('create-claim', { body: claimBody('TAKEN', { corrects }) })),
    );
    const made = answers.filter(({ status }) => status === 201);
    expect(made).toHaveLength(1);
    for (const answer of answers.filter((one) => one !== made[0])) {
      expect(answer.status).toBe(409);
      expect(answer.body.error).toContain(made[0]?.body.data.id);
    }
  });

  test('reserves one of two ready corrections for submission', async () => {
    const first = await call('create-claim', numbered('BOTH', '7'));
    const { id } = first.body.data;
    const { body } = await call('create-claim', { body: claimBody('BOTH2') });
    const stored = await findClaim(stores.claims, body.data.id);
    if (stored === undefined) throw new Error('The claim is not stored');
    // A second check of a draft could leave this state.
    const facts = { actor: 'test', now: new Date() };
    const patch = { frequency: '7', original_claim_number: 'ICN-BOTH' };
    const change = amendClaim(stored, 'claim.acknowledged', facts, patch);
    await writeChange(stores, changeOf([change]));
    const claims = await findClaims(stores.claims, [id, body.data.id]);
    const { reserve } = submissionStore(stores.claims, stores.audit);
    const replaced = replacementTargets(claims);
    expect(await reserve('together', claims, replaced)).toEqual([body.data.id]);
    expect(await reserve('alone', claims.slice(1), replaced)).toEqual([body.data.id]);
    expect(await reserve('first', claims.slice(0, 1), replaced)).toEqual([]);
  });

  test('does not release a correction from review while another one is open', async () => {
    const first = await call('create-claim', numbered('WAIT', '7'));
    const made = await call('create-claim', { body: claimBody('WAIT2') });
    const patch = { frequency: '7', original_claim_number: 'ICN-WAIT' };
    await moveStoredClaim(stores, made.body.data.id, 'questioned', patch);
    const path = { id: made.body.data.id };
    const refused = await call('release-claim', { path, body: {} });
    expect(refused).toMatchObject({ status: 409, body: { code: 'not_correctable' } });
    expect(refused.body.error).toContain(first.body.data.id);
    await payStoredClaim(stores, first.body.data.id, 'ICN-WAIT-2');
    expect(await call('release-claim', { path, body: {} })).toMatchObject({
      status: 200,
      body: { data: { lane: 'ready' } },
    });
  });
});
