import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { findAcknowledgment } from '#claims/acknowledgments/records.ts';
import type { StoredImplementationAcknowledgment } from '#claims/acknowledgments/stored-acknowledgment.ts';
import { contractPolicy } from '#claims/claim-acknowledgments/status-policy.ts';
import { findAcceptances } from '#claims/claims/batch-records.ts';
import type { Claim } from '#claims/claims/claim.ts';
import { amendClaim } from '#claims/claims/claim-change.ts';
import { changeActions, findClaims } from '#claims/claims/records.ts';
import { responseProcessors } from '#claims/files/processor-store.ts';
import { listFileResponses } from '#claims/files/records.ts';
import { type LocalStores, startLocalStores } from '#test/claims/local-stores.ts';
import { type Happening, happened } from '#test/claims/move-stored-claim.ts';
import { type SentBatch, send, visit } from '#test/claims/responses/engine/sent-batch.ts';
import { auditOf, laneFigures } from '#test/claims/stored.ts';
import { guide837p } from '#x12/guides/837p.ts';
import { acknowledge } from '#x12/outbound/acknowledge.ts';

let stores: LocalStores;

beforeAll(async () => {
  stores = await startLocalStores();
});
afterAll(() => stores.stop());

const settings = () => ({
  processors: responseProcessors(stores.claims, { policyOf: () => contractPolicy }),
});
const drop = (name: string, bytes: string | Uint8Array) => stores.drop(name, bytes, settings());

/** The 999 of a receiver for a file, written by the engine itself. */
async function answerTo(bytes: Buffer | string, controlNumber: number): Promise<string> {
  const { files } = await acknowledge(Buffer.from(bytes), {
    guides: [guide837p],
    moment: new Date('2026-03-15T18:20:00Z'),
    controlNumber,
    ta1: 'never',
  });
  return Buffer.concat(files.map((file) => file.bytes)).toString();
}

async function current({ claims }: SentBatch): Promise<Record<string, Claim>> {
  const found = await findClaims(
    stores.claims,
    claims.map(({ id }) => id),
  );
  return Object.fromEntries(found.map((claim) => [claim.patient_control_number, claim]));
}

const isAccepted = async ({ batch }: SentBatch) =>
  (await findAcceptances(stores.claims, [batch.id])).has(batch.id);

const events = async (claim: Claim | undefined) =>
  (await auditOf(stores, claim?.id ?? '')).map(({ event_type }) => event_type);

async function answersOf(fileId: string): Promise<readonly StoredImplementationAcknowledgment[]> {
  const ids = await listFileResponses(stores.claims, fileId, '999');
  const found = await Promise.all(
    ids.map((id) => findAcknowledgment<StoredImplementationAcknowledgment>(stores.claims, id)),
  );
  return found.flatMap((answer) => answer ?? []);
}

/** Moves a claim as a response of its payer does. */
async function answerAsPayer(sent: SentBatch, number: string, what: Happening) {
  const claim = (await current(sent))[number];
  const [change] = claim === undefined ? [] : happened(claim, what);
  if (change === undefined) throw new Error('The claim does not move');
  await stores.audit.append([change.entry], changeActions([change]));
}

describe('a 999 of a sent batch', () => {
  test('accepts every claim of an accepted batch', async () => {
    const sent = await send(stores, [visit('OK-1'), visit('OK-2')]);
    const file = await drop('ok.999', await answerTo(sent.bytes, 501));
    expect(file).toMatchObject({ state: 'applied', kinds: ['999'], counts: { matched: 2, unmatched: 0 } });
    // The acceptance is one record and one entry of the batch.
    const claims = await current(sent);
    expect(claims['OK-1']).toMatchObject({ lane: 'submitted', version: sent.claims[0]?.version });
    expect(await events(claims['OK-2'])).toEqual(['claim.received', 'clearhouse.submitted']);
    const [answer] = await answersOf(file.id);
    expect(answer).toMatchObject({
      state: 'applied',
      code: 'A',
      match: { by: 'partners' },
      batch_ids: [sent.batch.id],
      claim_counts: { accepted: 2, rejected: 0 },
    });
    const ids = sent.claims.map(({ id }) => `${id}\n`).join('');
    expect(await auditOf(stores, sent.batch.id)).toMatchObject([
      {
        ...{ event_type: 'batch.acknowledged', entity_type: 'batch' },
        payload: {
          acknowledgment_id: answer?.id,
          claims: 2,
          claims_sha256: createHash('sha256').update(ids).digest('hex'),
        },
      },
    ]);
    const acceptances = (await findAcceptances(stores.claims, [sent.batch.id])).get(sent.batch.id);
    expect(acceptances).toMatchObject({ accepted_by: [{ id: answer?.id, received_at: file.received_at }] });
  });

  test('rejects the set of a claim with an error: the claim is the cause, the others are collateral', async () => {
    const drafts = ['R-1', 'R-2', 'R-3', 'R-4'].map((number) => visit(number));
    const sent = await send(stores, drafts, { claimsPerSet: 3 });
    // The receiver finds an invalid place of service in the second claim.
    const spoilt = sent.bytes.toString().replace('CLM*R-2*175.5***11:B', 'CLM*R-2*175.5***11:Q');
    expect(spoilt).not.toBe(sent.bytes.toString());
    const file = await drop('refused.999', await answerTo(spoilt, 502));
    const claims = await current(sent);
    expect(Object.values(claims).map(({ lane }) => lane)).toEqual([
      'rejected',
      'rejected',
      'rejected',
      'submitted',
    ]);
    expect(claims['R-2']).toMatchObject({ rejected_as: 'cause', rejected_at: file.received_at });
    expect(claims['R-2']?.rejected_reason).toMatch(
      /^999: rejected: CLM at \d+ in 2300: 8 segment has element errors/,
    );
    expect(claims['R-1']).toMatchObject({ rejected_as: 'collateral' });
    expect(claims['R-1']?.rejected_reason).toContain('the claim itself has no error');
    // Spec, "Events": claim.rejected once per matched claim.
    for (const number of ['R-1', 'R-2', 'R-3']) {
      expect((await events(claims[number])).filter((event) => event === 'claim.rejected')).toHaveLength(1);
    }
    expect(await events(claims['R-4'])).not.toContain('claim.rejected');
    const [answer] = await answersOf(file.id);
    expect(answer).toMatchObject({ code: 'P', claim_counts: { accepted: 1, rejected: 3, causes: 1 } });
  });

  test('writes codes and positions to the audit log, but no values', async () => {
    const sent = await send(stores, [visit('AUD-1')]);
    const spoilt = sent.bytes.toString().replace('DMG*D8*19840602', 'DMG*D8*19841302');
    await drop('audit.999', await answerTo(spoilt, 503));
    const claims = await current(sent);
    const entry = (await auditOf(stores, claims['AUD-1']?.id ?? '')).at(-1);
    expect(entry).toMatchObject({
      event_type: 'claim.rejected',
      actor: expect.stringMatching(/^file:/),
      payload: { acknowledgment: '999', from: 'submitted', to: 'rejected', role: 'cause', set: '0001' },
    });
    expect(entry?.payload_json).not.toMatch(/MARLOW|TESSA|19841302|MAUD/);
  });

  test('rejects all claims of a rejected group', async () => {
    const drafts = ['G-1', 'G-2', 'G-3'].map((number) => visit(number));
    const sent = await send(stores, drafts, { claimsPerSet: 2 });
    const { groupNumber } = sent.envelope;
    const bytes = await answerTo(sent.bytes, 504);
    const refused = bytes
      .replaceAll(/AK2\*837\*\d+\*[^~]*~IK5\*A~/g, '')
      .replace(/AK9\*A\*2\*2\*2~/, 'AK9*R*2*2*0*2~')
      .replace(/\bSE\*\d+/, 'SE*4');
    expect(refused).toContain(`AK1*HC*${groupNumber}*005010X222A1~AK9*R*2*2*0*2~`);
    await drop('group.999', refused);
    const claims = await current(sent);
    expect(Object.values(claims).map(({ lane }) => lane)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(claims['G-3']?.rejected_reason).toContain('group 2 version not supported');
  });

  test('changes nothing when it is received again, also in another file', async () => {
    const sent = await send(stores, [visit('SAME-1')]);
    const spoilt = sent.bytes.toString().replace('CLM*SAME-1*175.5***11:B', 'CLM*SAME-1*175.5***11:Q');
    const bytes = await answerTo(spoilt, 505);
    const first = await drop('same.999', bytes);
    const before = await current(sent);
    expect(await drop('same again.999', bytes)).toMatchObject({ state: 'duplicate', duplicate_of: first.id });
    const wrapped = await drop('same in lines.999', bytes.replaceAll('~', '~\r\n'));
    expect(wrapped.state).toBe('applied');
    expect(await current(sent)).toEqual(before);
    expect(await answersOf(wrapped.id)).toEqual(await answersOf(first.id));
    expect((await events(before['SAME-1'])).filter((event) => event === 'claim.rejected')).toHaveLength(1);
  });

  test('is stored as unmatched without a batch', async () => {
    const sent = await send(stores, [visit('LOST-1')]);
    const bytes = (await answerTo(sent.bytes, 506)).replace(
      `AK1*HC*${sent.envelope.groupNumber}*`,
      'AK1*HC*999999*',
    );
    const file = await drop('lost.999', bytes);
    expect(file.state).toBe('applied');
    const [answer] = await answersOf(file.id);
    expect(answer).toMatchObject({ match: { by: 'none' }, batch_ids: [], state: 'applied' });
    expect((await current(sent))['LOST-1']?.lane).toBe('submitted');
  });

  test.each([
    ['ISA06', (text: string) => text.replace(/^(ISA(?:\*[^*]*){5}\*)[^*]{15}/, '$1STRANGER       ')],
    ['ISA08', (text: string) => text.replace(/^(ISA(?:\*[^*]*){7}\*)[^*]{15}/, '$1STRANGER       ')],
    ['GS02', (text: string) => text.replace(/(~GS\*FA\*)[^*]*/, '$1STRANGER')],
    ['GS03', (text: string) => text.replace(/(~GS\*FA\*[^*]*\*)[^*]*/, '$1STRANGER')],
  ])('is applied with the number of a batch and another %s, which it notes', async (element, change) => {
    const sent = await send(stores, [visit(`FOREIGN-${element}`)]);
    const bytes = await answerTo(sent.bytes, 530);
    const foreign = change(bytes);
    expect(foreign).not.toBe(bytes);
    const file = await drop(`foreign-${element}.999`, foreign);
    expect(await answersOf(file.id)).toMatchObject([
      {
        ...{ match: { by: 'number' }, batch_ids: [sent.batch.id] },
        findings: [{ code: 'partners_differ', message: expect.stringContaining(element) }],
      },
    ]);
    expect(await isAccepted(sent)).toBe(true);
  });

  test('matches the newest batch without a 999 when a group number was used twice, then no batch', async () => {
    const envelope = { groupNumber: 77, interchangeNumber: 77 };
    const at = (minute: number) => new Date(Date.UTC(2026, 2, 15, 10, minute));
    const older = await send(stores, [visit('TWICE-1')], { envelope, at: at(1) });
    const newer = await send(stores, [visit('TWICE-2')], { envelope, at: at(2) });
    await drop('twice1.999', await answerTo(newer.bytes, 507));
    expect([await isAccepted(newer), await isAccepted(older)]).toEqual([true, false]);
    await drop('twice2.999', await answerTo(older.bytes, 508));
    expect(await isAccepted(older)).toBe(true);
    const third = await drop('twice3.999', await answerTo(older.bytes, 509));
    expect(await answersOf(third.id)).toMatchObject([{ match: { by: 'ambiguous' }, batch_ids: [] }]);
    expect((await current(older))['TWICE-1']?.lane).toBe('submitted');
    // A rejection that matches both belongs to one of them.
    const spoilt = older.bytes.toString().replace('***11:B', '***11:Q');
    const fourth = await drop('twice4.999', await answerTo(spoilt, 510));
    expect(await answersOf(fourth.id)).toMatchObject([
      { match: { by: 'ambiguous' }, claim_counts: { unknown: 2, rejected: 0 } },
    ]);
    for (const claim of [(await current(older))['TWICE-1'], (await current(newer))['TWICE-2']]) {
      const text = '999: the rejection matches 2 batches';
      expect(claim).toMatchObject({ lane: 'review', conflicts: [{ kind: 'ambiguous', open: true, text }] });
    }
  });

  test('puts claims in review when a partial acceptance does not mention their set', async () => {
    const sent = await send(stores, [visit('Q-1')]);
    const bytes = (await answerTo(sent.bytes, 510))
      .replace(/AK2\*837\*\d+\*[^~]*~IK5\*A~/, '')
      .replace('AK9*A*1*1*1~', 'AK9*P*1*1*0~')
      .replace(/\bSE\*\d+/, 'SE*4');
    await drop('unclear.999', bytes);
    const claims = await current(sent);
    expect(claims['Q-1']).toMatchObject({ lane: 'review', conflicts: [{ kind: 'classification' }] });
    expect(await events(claims['Q-1'])).toContain('claim.review');
    await drop('clear.999', await answerTo(sent.bytes, 512));
    expect((await current(sent))['Q-1']).toMatchObject({ lane: 'submitted', conflicts: [] });
  });

  test('that is unclear does not move claims that the payer has responded to', async () => {
    const numbers = ['AFTER-1', 'AFTER-2', 'AFTER-3', 'AFTER-4'];
    const sent = await send(
      stores,
      numbers.map((number) => visit(number)),
    );
    await answerAsPayer(sent, 'AFTER-1', 'accepted');
    await answerAsPayer(sent, 'AFTER-2', 'paid');
    await answerAsPayer(sent, 'AFTER-3', 'pended');
    const lanesAfter = async () => Object.values(await current(sent)).map(({ lane }) => lane);
    const accepted = await answerTo(sent.bytes, 520);
    const unclear = accepted
      .replace(/AK2\*837\*\d+\*[^~]*~IK5\*A~/, '')
      .replace('AK9*A*1*1*1~', 'AK9*P*1*1*0~')
      .replace(/\bSE\*\d+/, 'SE*4');
    await drop('after-unclear.999', unclear);
    expect(await lanesAfter()).toEqual(['accepted', 'paid', 'pending', 'review']);
    const spoilt = sent.bytes.toString().replace('CLM*AFTER-1*175.5***11:B', 'CLM*AFTER-1*175.5***11:Q');
    await drop('after-refused.999', await answerTo(spoilt, 521));
    // A rejection overrides an acceptance (spec, "States and transitions").
    expect(await lanesAfter()).toEqual(['rejected', 'paid', 'rejected', 'rejected']);
    const claims = await current(sent);
    expect(claims['AFTER-2']?.conflicts).toEqual([]);
    // Spec, "Events": claim.rejected once per matched claim.
    for (const number of numbers) expect(await events(claims[number])).toContain('claim.rejected');
  });

  test('does not move an overdue claim that waits for its 835', async () => {
    const sent = await send(stores, [visit('AFTER-5')]);
    await answerAsPayer(sent, 'AFTER-5', 'pended');
    await answerAsPayer(sent, 'AFTER-5', 'overdue');
    await drop('after-overdue.999', await answerTo(sent.bytes, 522));
    expect((await current(sent))['AFTER-5']?.lane).toBe('pending');
  });

  test('does not change claims that were sent again', async () => {
    const first = await send(stores, [visit('AGAIN-1')]);
    const claim = first.claims[0];
    if (claim === undefined) throw new Error('No claim');
    const resentAt = '2026-03-16T08:00:00.000Z';
    const change = amendClaim(
      claim,
      'clearhouse.submitted',
      { actor: 'test', now: new Date() },
      { batch_id: 'another', sent: [...(claim.sent ?? []), { batch: 'another', sent_at: resentAt }] },
    );
    await stores.audit.append([change.entry], changeActions([change]));
    const spoilt = first.bytes.toString().replace('***11:B', '***11:Q');
    const file = await drop('old.999', await answerTo(spoilt, 511));
    expect((await current(first))['AGAIN-1']?.lane).toBe('submitted');
    expect(await answersOf(file.id)).toMatchObject([{ claim_counts: { rejected: 0, superseded: 1 } }]);
  });
});

test('keeps the figures of the lanes equal to the claims', async () => {
  const figures = await laneFigures(stores);
  const total = Object.values(figures).reduce((sum, { count }) => sum + count, 0);
  expect(total).toBe(25);
  expect(figures['rejected']).toEqual({ count: 11, cents: 11 * 17_550 });
});
