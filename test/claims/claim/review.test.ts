import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Claim, ResponseConflict } from '#claims/claim/claim.ts';
import { moveClaim } from '#claims/claim/claim-change.ts';
import { contractPolicy } from '#claims/responses/claim-acknowledgment/status-policy.ts';
import { postUnmatchedPayments } from '#claims/responses/remittance/unmatched-payments.ts';
import { changeActions, findClaims } from '#store/claims/claims/claims.ts';
import { unmatchedPaymentPorts } from '#store/claims/responses/remittances.ts';
import { responseProcessors } from '#store/claims/responses/response-processors.ts';
import type { StatusDraft } from '#x12/277ca/write-claim-acknowledgments.ts';
import type { RemittanceInput } from '#x12/835/write-remittances.ts';
import { guide837p } from '#x12/guides/837p.ts';
import { acknowledge } from '#x12/outbound/acknowledge.ts';
import { stc } from '../../fixtures/x12/acknowledgment.ts';
import { type LocalStores, startLocalStores } from '../local-stores.ts';
import {
  answering,
  file277,
  newestNumber,
  rejection,
  status,
} from '../responses/claim-acknowledgment/payer-statuses.ts';
import { type SentBatch, send, visit } from '../responses/engine/sent-batch.ts';
import {
  adjusted,
  file835,
  paidLine,
  payment,
  remit,
  remittancesMade,
  reversal,
} from '../responses/remittance/payer-remittances.ts';
import { auditOf } from '../stored.ts';

let stores: LocalStores;

beforeAll(async () => {
  stores = await startLocalStores();
});
afterAll(() => stores.stop());

const settings = () => ({
  profiles: new Map(),
  processors: responseProcessors(stores.claims, { policyOf: () => contractPolicy }),
  onClaimsStored: (ids: readonly string[]) => postUnmatchedPayments(unmatchedPaymentPorts(stores), ids),
});

const remitted = (...remittances: readonly RemittanceInput[]) =>
  stores.drop(`paid-${remittancesMade()}.835`, file835(...remittances), settings());

/** A 277CA of the payer, newer than all earlier ones. */
let days = 0;
async function stated(...statuses: readonly StatusDraft[]) {
  const day = new Date(Date.UTC(2026, 3, 1 + days++)).toISOString().slice(0, 10);
  const draft = answering(statuses, { processed: day, received: day });
  const bytes = file277([draft], new Date(`${day}T08:00:00Z`));
  return stores.drop(`status-${newestNumber()}.277`, bytes, settings());
}

let control = 900;

/** A 999 that accepts the batch, rejects it, or leaves out its set. */
async function acknowledged({ bytes }: SentBatch, verdict: 'accepted' | 'refused' | 'unclear') {
  const sent = bytes.toString();
  const asked = verdict === 'refused' ? sent.replace('***11:B', '***11:Q') : sent;
  const { files } = await acknowledge(Buffer.from(asked), {
    guides: [guide837p],
    moment: new Date('2026-03-15T18:20:00Z'),
    controlNumber: ++control,
    ta1: 'never',
  });
  const text = Buffer.concat(files.map((file) => file.bytes)).toString();
  const unclear = text
    .replace(/AK2\*837\*\d+\*[^~]*~IK5\*A~/, '')
    .replace('AK9*A*1*1*1~', 'AK9*P*1*1*0~')
    .replace(/\bSE\*\d+/, 'SE*4');
  return stores.drop(`ack-${control}.999`, verdict === 'unclear' ? unclear : text, settings());
}

const all = ({ claims }: SentBatch): Promise<readonly Claim[]> =>
  findClaims(
    stores.claims,
    claims.map(({ id }) => id),
  );

async function only(sent: SentBatch): Promise<Claim> {
  const [claim] = await all(sent);
  if (claim === undefined) throw new Error('The claim is not stored');
  return claim;
}

const sentOne = (number: string): Promise<SentBatch> => send(stores, [visit(number)]);
const events = async (sent: SentBatch) =>
  (await auditOf(stores, (await only(sent)).id)).map(({ event_type }) => event_type);
const openKinds = ({ conflicts }: Claim): ResponseConflict['kind'][] =>
  conflicts.filter(({ open }) => open).map(({ kind }) => kind);

/** A payment that does not balance. */
const unbalanced = (number: string) => payment(number, [], { paid: 10_000 });

describe('A claim in review with an open payment', () => {
  test('stays in review after a late 999 or 277CA', async () => {
    const sent = await sentOne('HOLD-1');
    await remitted(remit([unbalanced('HOLD-1')]));
    expect(await only(sent)).toMatchObject({ lane: 'review', lane_before: 'submitted' });
    await acknowledged(sent, 'accepted');
    expect(await only(sent)).toMatchObject({ lane: 'review', acknowledged_by_999_id: expect.any(String) });
    await stated(status('HOLD-1'));
    expect(await only(sent)).toMatchObject({ lane: 'review', payer_status_code: 'A2:20' });
    await stated(status('HOLD-1', { statuses: [stc('A9', '1')] }));
    await stated(rejection('HOLD-1'));
    await acknowledged(sent, 'refused');
    const claim = await only(sent);
    expect(claim).toMatchObject({
      lane: 'review',
      payer_rejected_status_code: 'A7:562',
      rejected_by_999_id: expect.any(String),
    });
    expect(openKinds(claim)).toEqual(['unbalanced']);
    expect((await events(sent)).slice(2)).toEqual([
      'claim.review',
      ...['claim.acknowledged', 'claim.acknowledged', 'claim.acknowledged'],
      ...['claim.payer_rejected', 'claim.rejected'],
    ]);
  });

  test('leaves review by a remittance that balances', async () => {
    const sent = await sentOne('HOLD-2');
    await remitted(remit([unbalanced('HOLD-2')]));
    const file = await remitted(remit([payment('HOLD-2')]));
    const claim = await only(sent);
    expect(file.state).toBe('applied');
    expect(claim).toMatchObject({ lane: 'paid', paid: 17_550 });
    expect(claim.conflicts).toMatchObject([{ kind: 'unbalanced', resolved_by: claim.remittance_id }]);
    expect(openKinds(claim)).toEqual([]);
  });

  test('stays in review for an ambiguous payment even if it is paid', async () => {
    const sent = await sentOne('HOLD-3');
    const claim = await only(sent);
    const conflict: ResponseConflict = {
      kind: 'ambiguous',
      response: '835',
      source_id: 'r0',
      found_at: claim.updated_at,
      text: '835: the payment matches 2 claims',
      open: true,
    };
    await put(claim, { conflicts: [conflict] });
    await remitted(remit([payment('HOLD-3')]));
    expect(await only(sent)).toMatchObject({ lane: 'review', lane_before: 'paid', paid: 17_550 });
    expect((await events(sent)).at(-1)).toBe('claim.paid');
  });
});

/** Puts a claim in review with these fields, as a response does. */
async function put(claim: Claim, patch: Pick<Claim, 'conflicts'>): Promise<void> {
  const change = moveClaim(claim, 'questioned', { actor: 'test', now: new Date() }, patch);
  if (change) await stores.audit.append([change.entry], changeActions([change]));
}

describe('A conflict', () => {
  test('of a 277CA is resolved by the next unambiguous 277CA, not by a 999', async () => {
    const sent = await sentOne('CLEAR-1');
    await stated(status('CLEAR-1', { statuses: [stc('A3', '21', { amount: 17_550 })] }));
    await acknowledged(sent, 'accepted');
    await acknowledged(sent, 'refused');
    expect(await only(sent)).toMatchObject({ lane: 'review' });
    await stated(status('CLEAR-1', { statuses: [stc('A8', '187')] }));
    expect(openKinds(await only(sent))).toEqual(['classification']);
    await stated(rejection('CLEAR-1'));
    const claim = await only(sent);
    expect(claim.lane).toBe('payer_rejected');
    expect(openKinds(claim)).toEqual([]);
  });

  test('of a 999 without the set is resolved by a 999 with the set', async () => {
    const sent = await sentOne('CLEAR-2');
    await acknowledged(sent, 'unclear');
    expect(await only(sent)).toMatchObject({ lane: 'review' });
    await acknowledged(sent, 'accepted');
    expect(await only(sent)).toMatchObject({ lane: 'accepted', conflicts: [{ kind: 'answers' }] });
  });

  test('of an ambiguous rejection is resolved by a status that names the claim', async () => {
    const sent = await send(stores, [visit('CLEAR-3'), visit('CLEAR-4')]);
    await stated(rejection('CLEAR-3', { numbers: { trace: 'CLEAR-3', ref1K: 'CLEAR-4' } }));
    await acknowledged(sent, 'accepted');
    expect((await all(sent)).map(({ lane }) => lane)).toEqual(['review', 'review']);
    await stated(status('CLEAR-3'), rejection('CLEAR-4'));
    expect((await all(sent)).map(({ lane }) => lane)).toEqual(['accepted', 'payer_rejected']);
  });
});

describe('A claim that was paid or denied', () => {
  const deniedLines = [
    paidLine(12_550, 0, '99213', 'L1', adjusted(['CO', '50', 12_550])),
    paidLine(5_000, 0, '94010', 'L2', adjusted(['CO', '50', 5_000])),
  ];

  test('is not moved by a 999 or 277CA', async () => {
    const lanes = ['paid', 'underpaid', 'denied'] as const;
    const numbers = lanes.map((lane) => `DONE-${lane}`);
    const sent = await send(
      stores,
      numbers.map((number) => visit(number)),
    );
    await remitted(
      remit([
        payment('DONE-paid'),
        payment('DONE-underpaid', adjusted(['CO', '151', 1_250])),
        payment('DONE-denied', [], { paid: 0, lines: deniedLines }),
      ]),
    );
    expect((await all(sent)).map(({ lane }) => lane)).toEqual(lanes);
    await stated(...numbers.map((pcn) => status(pcn)));
    await stated(...numbers.map((pcn) => status(pcn, { statuses: [stc('A9', '1')] })));
    await stated(...numbers.map((pcn) => status(pcn, { statuses: [stc('A3', '21')] })));
    await stated(...numbers.map((pcn) => status(pcn, { statuses: [stc('F2', '1', { action: 'U' })] })));
    await stated(...numbers.map((pcn) => rejection(pcn)));
    await acknowledged(sent, 'accepted');
    await acknowledged(sent, 'refused');
    await acknowledged(sent, 'unclear');
    for (const [n, claim] of (await all(sent)).entries()) {
      expect(claim).toMatchObject({ lane: lanes[n], payer_rejected_status_code: 'A7:562' });
      expect(openKinds(claim)).toEqual([]);
      expect(claim.conflicts.map(({ kind }) => kind)).toEqual([
        ...['classification', 'classification', 'answers', 'answers', 'answers'],
      ]);
      const events = (await auditOf(stores, claim.id)).map(({ event_type }) => event_type);
      expect(events).toEqual(expect.arrayContaining(['claim.payer_rejected', 'claim.rejected']));
    }
  });

  test('keeps `denied` behind review despite any 999 or 277CA', async () => {
    const sent = await sentOne('DENY-1');
    await remitted(remit([payment('DENY-1', [], { paid: 0, lines: deniedLines })]));
    await remitted(remit([unbalanced('DENY-1')]));
    await stated(status('DENY-1'));
    await stated(status('DENY-1', { statuses: [stc('A3', '21')] }));
    await stated(rejection('DENY-1'));
    await acknowledged(sent, 'accepted');
    await acknowledged(sent, 'refused');
    await acknowledged(sent, 'unclear');
    const claim = await only(sent);
    expect(claim).toMatchObject({ lane: 'review', lane_before: 'denied' });
    expect(openKinds(claim)).toEqual(['unbalanced']);
    expect(claim.conflicts.map(({ kind }) => kind)).toEqual([
      ...['unbalanced', 'classification', 'answers', 'answers', 'answers'],
    ]);
  });

  test('stays paid when an ambiguous rejection moves another claim to review', async () => {
    const sent = await send(stores, [visit('HALF-1'), visit('HALF-2')]);
    await remitted(remit([payment('HALF-1')]));
    await stated(rejection('HALF-1', { numbers: { trace: 'HALF-1', ref1K: 'HALF-2' } }));
    expect((await all(sent)).map(({ lane }) => lane)).toEqual(['paid', 'review']);
  });

  test('is moved by acknowledgments again after a reversal', async () => {
    const sent = await sentOne('BACK-1');
    await remitted(remit([payment('BACK-1')]));
    await remitted(remit([reversal(payment('BACK-1'))], { date: '2026-03-21' }));
    expect(await only(sent)).toMatchObject({ lane: 'pending', paid: 0 });
    await stated(rejection('BACK-1'));
    expect((await only(sent)).lane).toBe('payer_rejected');
  });
});
