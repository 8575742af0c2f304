import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { amendClaim, moveClaim } from '#claims/claim/claim-change.ts';
import { replacementTargets } from '#claims/claim/replacement.ts';
import { changeActions, findClaim, findClaims } from '#store/claims/claims/claims.ts';
import { submissionStore } from '#store/claims/submissions/submissions.ts';
import { transact } from '#store/dynamodb/table.ts';
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
    const change =
      claim && moveClaim(claim, trigger, facts, trigger === 'paid' ? { payer_control_number } : {});
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
    const { reserve, releaseReservations: giveBack } = submissionStore(stores.claims, stores.audit);
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
    const change = claim && moveClaim({ ...claim, remittance_id: crypto.randomUUID() }, 'questioned', facts);
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

  test.each(['7', '8'])(
    'frequency %s for another payer is refused: the number is not its own',
    async (frequency) => {
      const pcn = `OTHER${frequency}`;
      const { body } = await call('create-claim', { body: claimBody(pcn) });
      await paid(body.data.id, `ICN-${pcn}`);
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
    },
  );
});

test('a claim without a payer is voided too', async () => {
  const { payer, ...subscriber } = claimBody('NOPAYER').subscriber;
  const { body } = await call('create-claim', { body: claimBody('NOPAYER', { subscriber }) });
  const claim = await findClaim(stores.claims, body.data.id);
  const facts = { actor: 'test', now: new Date() };
  const change = claim && moveClaim(claim, 'paid', facts, { payer_control_number: 'ICN-NOPAYER' });
  if (change) await stores.audit.append([change.entry], changeActions([change]));
  expect(await call('void-claim', { path: { id: body.data.id }, body: {} })).toMatchObject({ status: 201 });
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

describe('One open correction or void of a claim', () => {
  const numbered = (pcn: string, frequency: string, more: object = {}) => ({
    body: claimBody(pcn, { frequency, references: { original_claim_number: `ICN-${pcn}` }, ...more }),
  });

  /** A claim that the payer has paid. */
  async function paidClaim(pcn: string): Promise<string> {
    const { body } = await call('create-claim', { body: claimBody(pcn) });
    await paid(body.data.id, `ICN-${pcn}`);
    return body.data.id;
  }

  test.each(['7', '8', '1'])(
    'beside a correction one of frequency %s is 409 with its id',
    async (frequency) => {
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
    },
  );

  test('a void beside a correction, and a correction beside a void, are 409 with its id', async () => {
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

  test('the original need not be known here', async () => {
    expect((await call('create-claim', numbered('FAR1', '7'))).status).toBe(201);
    expect((await call('create-claim', numbered('FAR1', '7'))).status).toBe(409);
  });

  test('of many at the same moment one is created, the others are 409 with its id', async () => {
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

  test('a claim that changes all the time is a conflict', async () => {
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
      // The void that came through in spite of all is one that others may follow.
      const made = answers.at(-1)?.body.data;
      if (made) await refuse(made.id);
    } while (answers.at(-1)?.body.code !== 'conflict');
    isOver = true;
    await Promise.all(changing);
    expect(answers.at(-1)).toMatchObject({ status: 409, body: { code: 'conflict' } });
  });

  /** The payer refuses a claim that was sent. */
  async function refuse(id: string): Promise<void> {
    for (const trigger of ['submitted', 'payer_rejected'] as const) {
      const claim = await findClaim(stores.claims, id);
      const change = claim && moveClaim(claim, trigger, { actor: 'test', now: new Date() });
      if (change) await stores.audit.append([change.entry], changeActions([change]));
    }
  }

  test('one that was not sent yet gives its place to another that names it', async () => {
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
    // One that was sent keeps it until the payer has answered.
    await paid(second.body.data.id, 'ICN-PLACE-2');
    expect((await call('create-claim', numbered('PLACE', '7', { corrects }))).status).toBe(201);
  });

  test('one that was sent, and one that was refused', async () => {
    const corrects = await paidClaim('REFUSED');
    const first = await call('create-claim', numbered('REFUSED', '7', { corrects }));
    const { id } = first.body.data;
    const step = async (trigger: 'submitted' | 'payer_rejected') => {
      const claim = await findClaim(stores.claims, id);
      const patch = { submission_id: crypto.randomUUID() };
      const change = claim && moveClaim(claim, trigger, { actor: 'test', now: new Date() }, patch);
      if (change) await stores.audit.append([change.entry], changeActions([change]));
    };
    await step('submitted');
    for (const named of [corrects, id]) {
      const again = await call('create-claim', numbered('REFUSED', '7', { corrects: named }));
      expect(again.status).toBe(409);
      expect(again.body.error).toContain(id);
    }
    await step('payer_rejected');
    const second = await call('create-claim', numbered('REFUSED', '7', { corrects: id }));
    expect(second.body.data).toMatchObject({ lane: 'ready', corrects });
    expect((await findClaim(stores.claims, id))?.lane).toBe('closed');
  });

  test('a claim whose place another has taken names that one', async () => {
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

  test('of two that are ready, whichever way they became so, one goes out', async () => {
    const first = await call('create-claim', numbered('BOTH', '7'));
    const { id } = first.body.data;
    const { body } = await call('create-claim', { body: claimBody('BOTH2') });
    const stored = await findClaim(stores.claims, body.data.id);
    if (stored === undefined) throw new Error('The claim is not stored');
    // As an earlier version, or a second look at a draft, could leave it.
    const facts = { actor: 'test', now: new Date() };
    const patch = { frequency: '7', original_claim_number: 'ICN-BOTH' };
    const change = amendClaim(stored, 'claim.acknowledged', facts, patch);
    await stores.audit.append([change.entry], changeActions([change]));
    const claims = await findClaims(stores.claims, [id, body.data.id]);
    const { reserve } = submissionStore(stores.claims, stores.audit);
    const replaced = replacementTargets(claims);
    expect(await reserve('together', [id, body.data.id], replaced)).toEqual([body.data.id]);
    expect(await reserve('alone', [body.data.id], replaced)).toEqual([body.data.id]);
    expect(await reserve('first', [id], replaced)).toEqual([]);
  });

  test('one that waits in review is not released while another is open', async () => {
    const first = await call('create-claim', numbered('WAIT', '7'));
    const made = await call('create-claim', { body: claimBody('WAIT2') });
    const stored = await findClaim(stores.claims, made.body.data.id);
    if (stored === undefined) throw new Error('The claim is not stored');
    const facts = { actor: 'test', now: new Date() };
    const patch = { frequency: '7', original_claim_number: 'ICN-WAIT' };
    const change = moveClaim(stored, 'questioned', facts, patch);
    if (change) await stores.audit.append([change.entry], changeActions([change]));
    const path = { id: made.body.data.id };
    const refused = await call('release-claim', { path, body: {} });
    expect(refused).toMatchObject({ status: 409, body: { code: 'not_correctable' } });
    expect(refused.body.error).toContain(first.body.data.id);
    await paid(first.body.data.id, 'ICN-WAIT-2');
    expect(await call('release-claim', { path, body: {} })).toMatchObject({
      status: 200,
      body: { data: { lane: 'ready' } },
    });
  });
});
