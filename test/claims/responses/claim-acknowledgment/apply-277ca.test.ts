import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Claim } from '#claims/claim/claim.ts';
import type { StatusPolicy } from '#claims/responses/claim-acknowledgment/status-policy.ts';
import type {
  StatusResult,
  StoredClaimAcknowledgment,
} from '#claims/responses/claim-acknowledgment/stored-acknowledgment.ts';
import { findClaims, findClaimsByPcn } from '#store/claims/claims/claims.ts';
import { listFileResponses } from '#store/claims/files/file-responses.ts';
import { findAcknowledgment, readResults } from '#store/claims/responses/acknowledgments.ts';
import { responseProcessors } from '#store/claims/responses/response-processors.ts';
import type { StatusDraft } from '#x12/277ca/write-claim-acknowledgments.ts';
import { stc } from '../../../fixtures/x12/acknowledgment.ts';
import { type LocalStores, startLocalStores } from '../../local-stores.ts';
import { auditOf, claimEvents, everyAuditEntry, laneFigures } from '../../stored.ts';
import { dropCutOff } from '../engine/cut-off.ts';
import { type SentBatch, send, visit } from '../engine/sent-batch.ts';
import { answering, file277, newestNumber, rejection, status } from './payer-statuses.ts';

let stores: LocalStores;

beforeAll(async () => {
  stores = await startLocalStores();
});
afterAll(() => stores.stop());

const settings = (reading: StatusPolicy['reading'] = 'contract') => ({
  profiles: new Map(),
  processors: responseProcessors(stores.claims, { policyOf: () => ({ reading }) }),
  onClaimsStored: async () => {},
});

const drop = (bytes: Uint8Array, reading?: StatusPolicy['reading']) =>
  stores.drop(`answer-${newestNumber()}.277`, bytes, settings(reading));

async function current({ claims }: SentBatch): Promise<Record<string, Claim>> {
  const found = await findClaims(
    stores.claims,
    claims.map(({ id }) => id),
  );
  return Object.fromEntries(found.map((claim) => [claim.patient_control_number, claim]));
}

async function answersOf(fileId: string): Promise<readonly StoredClaimAcknowledgment[]> {
  const ids = await listFileResponses(stores.claims, fileId, '277CA');
  const found = await Promise.all(
    ids.map((id) => findAcknowledgment<StoredClaimAcknowledgment>(stores.claims, id)),
  );
  return found.flatMap((answer) => answer ?? []);
}

const statusesOf = async (fileId: string) => {
  const [answer] = await answersOf(fileId);
  return answer === undefined ? [] : await readResults<StatusResult>(stores.claims, answer.id, 0, 1000);
};

const events = async (claim: Claim | undefined) =>
  (await auditOf(stores, claim?.id ?? '')).map(({ event_type }) => event_type);

describe('277CA', () => {
  test('accepts and rejects claims, with the fields of the spec', async () => {
    const sent = await send(stores, [visit('S-1'), visit('S-2')]);
    const message = 'NPI OF MARLOW TESSA NOT ON FILE';
    const draft = answering([
      status('S-1', { numbers: { trace: 'S-1', ref1K: 'ICN-1' } }),
      rejection('S-2', {
        statuses: [
          stc('A7', '562', {
            reasons: [{ category: 'A7', code: '562', entity: '85' }],
            amount: 17_550,
            date: '2026-03-16',
            message,
          }),
        ],
      }),
    ]);
    const file = await drop(file277([draft]));
    expect(file).toMatchObject({ state: 'applied', kinds: ['277CA'], counts: { matched: 2, unmatched: 0 } });
    const claims = await current(sent);
    const [answer] = await answersOf(file.id);
    expect(claims['S-1']).toMatchObject({
      lane: 'accepted',
      payer_control_number: 'ICN-1',
      payer_status_code: 'A2:20',
      payer_status_at: '2026-03-16T12:00:00.000Z',
      payer_status_by_277ca_id: answer?.id,
    });
    expect(claims['S-2']).toMatchObject({
      lane: 'payer_rejected',
      payer_rejected_at: '2026-03-16T12:00:00.000Z',
      payer_rejected_status_code: 'A7:562',
      payer_rejected_by_277ca_id: answer?.id,
    });
    expect(claims['S-2']?.payer_rejected_reason).toMatch(
      /^A7 rejected for invalid information: 562 .*\(85\); NPI OF/,
    );
    const entry = (await auditOf(stores, claims['S-2']?.id ?? '')).at(-1);
    expect(entry).toMatchObject({
      event_type: 'claim.payer_rejected',
      payload: { code: 'A7:562', classification: 'rejected', from: 'submitted', to: 'payer_rejected' },
    });
    expect(entry?.payload_json).not.toContain('MARLOW');
    expect(answer).toMatchObject({
      state: 'applied',
      batch: 'BATCH-1',
      batch_ids: [expect.any(String)],
      counts: { statuses: 2, matched: 2, accepted: 1, rejected: 1, conflicts: 0 },
    });
    expect(await statusesOf(file.id)).toMatchObject([
      {
        patient_control_number: 'S-1',
        payer_control_number: 'ICN-1',
        category: 'A2',
        amount: 17_550,
        service_date: '2026-03-02',
        classification: 'accepted',
        match: { result: 'matched', by: 'TRN02', claim_id: claims['S-1']?.id },
        outcome: 'moved',
        lane: 'accepted',
      },
      { patient_control_number: 'S-2', classification: 'rejected', outcome: 'moved', lane: 'payer_rejected' },
    ]);
  });

  test('a file in the way of the contract: the number in REF*1K, the tax id in REF*EJ', async () => {
    const sent = await send(stores, [visit('K-1')]);
    const file = await drop(
      file277([
        answering([rejection('NONE', { numbers: { trace: '0', ref1K: 'K-1', refEJ: '841234567' } })]),
      ]),
    );
    expect((await current(sent))['K-1']).toMatchObject({ lane: 'payer_rejected' });
    expect((await current(sent))['K-1']?.payer_control_number).toBeUndefined();
    expect(await statusesOf(file.id)).toMatchObject([
      { patient_control_number: 'K-1', tax_id: '841234567', match: { by: 'REF*1K' } },
    ]);
  });

  test('a rejection whose numbers name different claims puts both in review', async () => {
    const sent = await send(stores, [visit('AMB-1'), visit('AMB-2')]);
    const file = await drop(
      file277([answering([rejection('AMB-1', { numbers: { trace: 'AMB-1', ref1K: 'AMB-2' } })])]),
    );
    const claims = await current(sent);
    for (const number of ['AMB-1', 'AMB-2']) {
      expect(claims[number]).toMatchObject({
        lane: 'review',
        lane_before: 'submitted',
        conflicts: [{ kind: 'ambiguous', response: '277CA', open: true }],
      });
      expect(claims[number]?.payer_rejected_at).toBeUndefined();
    }
    expect(await statusesOf(file.id)).toMatchObject([
      { outcome: 'ambiguous', match: { claim_ids: [claims['AMB-2']?.id, claims['AMB-1']?.id] } },
    ]);
    expect(await answersOf(file.id)).toMatchObject([{ counts: { ambiguous: 1, matched: 0 } }]);
  });

  test('a status of an unknown claim is reported as unmatched', async () => {
    const file = await drop(
      file277([
        answering([
          rejection('NOBODY-1', { numbers: { trace: 'NOBODY-1', ref1K: 'NOBODY-2' } }),
          rejection('NOBODY-3'),
        ]),
      ]),
    );
    expect(file.counts).toMatchObject({ matched: 0, unmatched: 2 });
    expect(await statusesOf(file.id)).toMatchObject([
      { patient_control_number: 'NOBODY-2', match: { result: 'unmatched' } },
      { patient_control_number: 'NOBODY-3', match: { result: 'unmatched' } },
    ]);
  });

  test('where the contract and the standard differ, the claim is put before somebody', async () => {
    const sent = await send(stores, [visit('C-1'), visit('C-2')]);
    const a3 = [stc('A3', '21', { amount: 17_550 })];
    await drop(
      file277([
        answering([status('C-1', { statuses: a3 }), status('C-2', { statuses: [stc('A8', '187')] })]),
      ]),
    );
    const claims = await current(sent);
    expect(claims['C-1']).toMatchObject({
      lane: 'review',
      conflicts: [
        { kind: 'classification', text: 'A3:21: accepted by the contract, rejected by the standard' },
      ],
    });
    expect(claims['C-1']?.payer_rejected_at).toBeUndefined();
    expect(claims['C-2']).toMatchObject({ lane: 'review' });
    expect(await events(claims['C-2'])).toContain('claim.review');
  });

  test('a payer that is read by the standard: the same statuses are rejections', async () => {
    const sent = await send(stores, [visit('D-1')]);
    await drop(file277([answering([status('D-1', { statuses: [stc('A3', '21')] })])]), 'standard');
    const claims = await current(sent);
    expect(claims['D-1']).toMatchObject({
      lane: 'payer_rejected',
      payer_rejected_status_code: 'A3:21',
      conflicts: [{ kind: 'classification' }],
    });
    const mixed = status('D-1', { statuses: [stc('A7', '562'), stc('A2', '20')] });
    await drop(file277([answering([mixed])]), 'standard');
    expect((await current(sent))['D-1']).toMatchObject({
      lane: 'payer_rejected',
      payer_rejected_status_code: 'A7:562',
      payer_status_code: 'A2:20',
    });
  });

  test('the last STC wins; a rejection before it is a conflict', async () => {
    const sent = await send(stores, [visit('L-1'), visit('L-2')]);
    const acceptance = stc('A2', '20', { amount: 17_550 });
    const refusal = stc('A7', '562', { amount: 17_550 });
    await drop(
      file277([
        answering([
          status('L-1', { statuses: [acceptance, refusal] }),
          status('L-2', { statuses: [refusal, acceptance] }),
        ]),
      ]),
    );
    const claims = await current(sent);
    expect(claims['L-1']).toMatchObject({ lane: 'payer_rejected', payer_status_code: 'A7:562' });
    expect(claims['L-2']).toMatchObject({ lane: 'review', payer_status_code: 'A2:20' });
  });

  test('an older answer does not undo a newer one, a receipt undoes nothing', async () => {
    const sent = await send(stores, [visit('N-1')]);
    const on = (day: string, one: StatusDraft) =>
      file277([answering([one], { processed: day, received: day })], new Date(`${day}T08:00:00Z`));
    await drop(on('2026-03-18', rejection('N-1')));
    const older = await drop(on('2026-03-17', status('N-1')));
    expect((await current(sent))['N-1']?.lane).toBe('payer_rejected');
    expect(await statusesOf(older.id)).toMatchObject([{ outcome: 'superseded' }]);
    // What changes nothing has no entry in the audit log: the timeline shows its event.
    expect(await claimEvents(stores, sent.claims[0]?.id ?? '')).toMatchObject([
      { kind: 'acknowledgment', detail: { type: '277CA', code: 'A2:20', outcome: 'superseded' } },
    ]);
    await drop(on('2026-03-19', status('N-1', { statuses: [stc('A1', '19', { amount: 17_550 })] })));
    expect((await current(sent))['N-1']?.lane).toBe('payer_rejected');
    // The payer has thought better of it.
    await drop(on('2026-03-20', status('N-1')));
    expect((await current(sent))['N-1']).toMatchObject({ lane: 'accepted', payer_status_code: 'A2:20' });
  });

  test('a receipt that rejects is not passed over for the acceptance before it', async () => {
    const sent = await send(stores, [visit('RU-1'), visit('RU-2')]);
    await drop(file277([answering([status('RU-1'), status('RU-2')])]));
    const receipt = { amount: 17_550, date: '2026-03-17' };
    await drop(
      file277(
        [
          answering(
            [
              status('RU-1', { statuses: [stc('A1', '19', { ...receipt, action: 'U' })] }),
              status('RU-2', { statuses: [stc('A7', '562', receipt), stc('A1', '19', receipt)] }),
            ],
            { processed: '2026-03-17' },
          ),
        ],
        new Date('2026-03-17T12:00:00Z'),
      ),
    );
    const claims = await current(sent);
    expect(claims['RU-1']).toMatchObject({ lane: 'review', conflicts: [{ kind: 'classification' }] });
    expect(claims['RU-2']).toMatchObject({ lane: 'review', conflicts: [{ kind: 'classification' }] });
  });

  test('of two answers of one day that were written in the night after it the later one counts', async () => {
    const sent = await send(stores, [visit('NIGHT-1')]);
    await drop(file277([answering([rejection('NIGHT-1')])], new Date('2026-03-17T05:00:00Z')));
    await drop(file277([answering([status('NIGHT-1')])], new Date('2026-03-17T01:00:00Z')));
    expect((await current(sent))['NIGHT-1']).toMatchObject({
      lane: 'payer_rejected',
      payer_rejected_at: '2026-03-16T23:59:59.999Z',
    });
  });

  test.each([
    ['of the payer that sends it', (id: string) => id === 'COMEDASSISTPROG'],
    ['of the payer of the claim, where somebody else sends it', (id: string) => id !== 'COMEDASSISTPROG'],
  ])('payer_rejected_at is UTC; the file has the zone %s', async (what, isPayer) => {
    const number = `ZONE-${what.length}`;
    const sent = await send(stores, [visit(number)]);
    const policyOf = (id: string) =>
      ({
        reading: 'contract',
        timeZone: isPayer(id) && id !== '12345678' ? 'America/Denver' : undefined,
      }) as const;
    await stores.drop(`${number}.277`, file277([answering([rejection(number)])]), {
      ...settings(),
      processors: responseProcessors(stores.claims, { policyOf }),
    });
    // GS05 is 12:00. In March, Denver is six hours behind UTC.
    expect((await current(sent))[number]).toMatchObject({
      lane: 'payer_rejected',
      payer_rejected_at: '2026-03-16T18:00:00.000Z',
      payer_status_at: '2026-03-16T18:00:00.000Z',
    });
  });

  test('a rejection that only the lines of a claim tell has its reason', async () => {
    const sent = await send(stores, [visit('LINES-1')]);
    const line = { qualifier: 'HC', procedure: '99213', charge: 12_550, serviceFrom: '2026-03-02' };
    const statuses = [stc('A7', '454', { amount: undefined, date: '2026-03-16' })];
    await drop(file277([answering([status('LINES-1', { statuses: [], lines: [{ ...line, statuses }] })])]));
    expect((await current(sent))['LINES-1']).toMatchObject({
      lane: 'payer_rejected',
      payer_rejected_status_code: 'A7:454',
      payer_rejected_reason: expect.stringMatching(/^A7 .+: 454 ./),
    });
  });

  test('claims that were never sent from here are reached too', async () => {
    const bytes = (await send(stores, [visit('X-1')])).bytes;
    expect(bytes.length).toBeGreaterThan(0);
    const text = bytes.toString().replaceAll('X-1', 'X-2').replaceAll('MX-2', 'MX-3');
    await stores.drop('elsewhere.x12', text.replace('*T*:', '*P*:'), settings());
    await drop(file277([answering([rejection('X-2')])]));
    const [claim] = await findClaimsByPcn(stores.claims, 'X-2');
    expect(claim).toMatchObject({ lane: 'payer_rejected' });
  });

  test('several patients and several providers in one file, each unscoped status in its list', async () => {
    const sent = await send(stores, [visit('U-1')]);
    const file = await drop(
      file277([
        answering([status('U-1')], {
          providers: [
            {
              provider: { entity: '85', name: 'CLINIC', idQualifier: 'XX', id: '1234567893' },
              statuses: [stc('A1', '19', { reasons: [{ category: 'A1', code: '19', entity: '85' }] })],
              claims: [status('U-1')],
            },
          ],
        }),
      ]),
    );
    const [answer] = await answersOf(file.id);
    expect(answer?.counts.unscoped).toBe(2);
    expect(answer?.unscoped_statuses).toMatchObject([
      { level: '21', category: 'A1' },
      { level: '19', category: 'A1', about: { id: '1234567893' } },
    ]);
    expect((await current(sent))['U-1']?.lane).toBe('accepted');
  });

  test('a rejected batch without a list of claims reaches all of them', async () => {
    const transaction = { ...visit('B-0').transaction, batchId: 'BATCH-WHOLE' };
    const sent = await send(stores, [visit('B-1', { transaction }), visit('B-2', { transaction })]);
    const whole = answering([], {
      batch: 'BATCH-WHOLE',
      statuses: [stc('A7', '24', { reasons: [{ category: 'A7', code: '24', entity: '41' }] })],
      providers: [],
    });
    const file = await drop(file277([whole]));
    const claims = await current(sent);
    expect(Object.values(claims).map(({ lane }) => lane)).toEqual(['payer_rejected', 'payer_rejected']);
    expect(await answersOf(file.id)).toMatchObject([{ counts: { statuses: 0, fanned_out: 2, unscoped: 1 } }]);
  });

  test('a rejected billing provider reaches its claims in the batch, an accepted batch nobody', async () => {
    const transaction = { ...visit('P-0').transaction, batchId: 'BATCH-PROVIDER' };
    const other = { ...visit('P-0').billingProvider, id: '1245319599' };
    const sent = await send(stores, [
      visit('P-1', { transaction }),
      visit('P-2', { transaction, billingProvider: other }),
    ]);
    const file = await drop(
      file277([
        answering([], {
          batch: 'BATCH-PROVIDER',
          providers: [
            {
              provider: { entity: '85', name: 'CLINIC', idQualifier: 'XX', id: '1245319599' },
              statuses: [stc('A7', '24', { reasons: [{ category: 'A7', code: '24', entity: '85' }] })],
              claims: [],
            },
          ],
        }),
      ]),
    );
    const claims = await current(sent);
    expect([claims['P-1']?.lane, claims['P-2']?.lane]).toEqual(['submitted', 'payer_rejected']);
    expect(await answersOf(file.id)).toMatchObject([{ counts: { fanned_out: 1, unscoped: 2 } }]);
  });

  test('a second batch under the same source, against the guide, is answered too', async () => {
    const inBatch = (batchId: string) => ({ transaction: { ...visit('SRC-0').transaction, batchId } });
    const one = await send(stores, [visit('SRC-1', inBatch('SRC-A'))]);
    const two = await send(stores, [visit('SRC-2', inBatch('SRC-B')), visit('SRC-3', inBatch('SRC-B'))]);
    const second =
      'HL*5*1*21*0~NM1*41*2*GRANARY*****46*12345678~TRN*2*SRC-B~STC*A7:24:41*20260316*U*351~QTY*AA*2~AMT*YY*351~';
    const text = file277([answering([status('SRC-1')], { batch: 'SRC-A' })]).toString();
    const bytes = text.replace(/SE\*(\d+)/, (_, count) => `${second}SE*${Number(count) + 6}`);
    const file = await drop(Buffer.from(bytes));
    expect(Object.values(await current(one)).map(({ lane }) => lane)).toEqual(['accepted']);
    expect(Object.values(await current(two)).map(({ lane }) => lane)).toEqual([
      'payer_rejected',
      'payer_rejected',
    ]);
    const answers = (await answersOf(file.id)).toSorted((a, b) =>
      (a.batch ?? '').localeCompare(b.batch ?? ''),
    );
    expect(answers).toMatchObject([
      { batch: 'SRC-A', counts: { statuses: 1, unscoped: 1, fanned_out: 0 } },
      { batch: 'SRC-B', counts: { statuses: 0, unscoped: 1, fanned_out: 2 } },
    ]);
  });

  test('several rejections above the claims reject each of them once', async () => {
    const transaction = { ...visit('TWICE-0').transaction, batchId: 'TWICE' };
    const sent = await send(stores, [visit('TWICE-1', { transaction }), visit('TWICE-2', { transaction })]);
    const provider = { entity: '85', name: 'CLINIC', idQualifier: 'XX', id: '1234567893' };
    const told = (code: string, entity: string) => ({
      ...stc('A7', code, { amount: 35_100, date: '2026-03-16' }),
      reasons: [{ category: 'A7', code, entity }],
    });
    const file = await drop(
      file277([
        answering([], {
          batch: 'TWICE',
          statuses: [told('24', '41'), told('496', '41')],
          providers: [{ provider, claims: [], statuses: [told('25', '85')] }],
        }),
      ]),
    );
    const claims = await current(sent);
    for (const number of ['TWICE-1', 'TWICE-2']) {
      expect(claims[number]).toMatchObject({ lane: 'payer_rejected', payer_rejected_status_code: 'A7:25' });
      const rejections = (await events(claims[number])).filter((event) => event === 'claim.payer_rejected');
      expect(rejections).toHaveLength(1);
    }
    expect(await answersOf(file.id)).toMatchObject([{ counts: { unscoped: 3, fanned_out: 2 } }]);
  });

  test('two statuses of one claim in one file are applied in their order', async () => {
    const sent = await send(stores, [visit('W-1')]);
    const pending = status('W-1', { statuses: [stc('A9', '1')] });
    await drop(file277([answering([status('W-1'), pending, rejection('W-1')])]));
    const claim = (await current(sent))['W-1'];
    expect(claim).toMatchObject({ lane: 'payer_rejected', version: 5 });
    expect((await events(claim)).slice(2)).toEqual([
      'claim.accepted',
      'claim.pending',
      'claim.payer_rejected',
    ]);
  });

  test('the same 277CA in another file changes nothing; with other statuses it is refused', async () => {
    const sent = await send(stores, [visit('I-1'), visit('I-2')]);
    const bytes = file277([answering([rejection('I-1')])]);
    await drop(bytes);
    const before = await current(sent);
    const again = await drop(Buffer.from(bytes.toString().replaceAll('~', '~\n')));
    expect(again.state).toBe('applied');
    expect(await answersOf(again.id)).toMatchObject([{ state: 'applied', counts: { matched: 1 } }]);
    expect(await current(sent)).toEqual(before);
    const other = await drop(Buffer.from(bytes.toString().replace('TRN*2*I-1', 'TRN*2*I-2')));
    expect(other).toMatchObject({
      state: 'quarantined',
      reasons: [{ code: 'differs_from_earlier', segment: 'ST', byte_offset: bytes.indexOf('ST*277') }],
    });
    expect((await current(sent))['I-2']?.lane).toBe('submitted');
  });

  test('the same numbers with more statuses are refused, and nothing is stuck', async () => {
    const sent = await send(stores, [visit('MORE-1'), visit('MORE-2')]);
    const totals = { totals: { rejected: 2 } };
    await drop(file277([answering([rejection('MORE-1')], totals)]));
    const more = answering([rejection('MORE-1'), rejection('MORE-2')], totals);
    const file = await drop(file277([more], undefined, newestNumber()));
    expect(file).toMatchObject({ state: 'quarantined', reasons: [{ code: 'differs_from_earlier' }] });
    expect((await current(sent))['MORE-2']?.lane).toBe('submitted');
  });

  test('sets that are refused in their hundreds are told in quarantine, the first of them in the record', async () => {
    const many = (suffix: string) =>
      Array.from({ length: 220 }, (_, n) =>
        answering([rejection(`REF${n}${suffix}`)], { reference: `R${n}` }),
      );
    await drop(file277(many('A')));
    const file = await drop(file277(many('B'), undefined, newestNumber()));
    expect(file.state).toBe('quarantined');
    expect(file.reasons).toHaveLength(200);
    const told = JSON.parse(await stores.read(`${file.quarantine_key}.reason.json`));
    expect(told.reasons).toHaveLength(220);
  });

  test('statuses with many lines are applied, whatever an item can hold', async () => {
    const sent = await send(stores, [visit('MANY-1'), visit('MANY-2'), visit('MANY-3')]);
    const linesOf = (count: number) =>
      Array.from({ length: count }, () => ({
        qualifier: 'HC',
        procedure: '99213',
        charge: 12_550,
        statuses: [stc('A7', '454', { amount: undefined, message: randomBytes(130).toString('hex') })],
        lineControlNumber: randomBytes(15).toString('hex'),
        serviceFrom: '2026-03-02',
      }));
    const others = Array.from({ length: 30 }, (_, n) => rejection(`MANY-X${n}`, { lines: linesOf(99) }));
    const file = await drop(
      file277([
        answering([
          rejection('MANY-1'),
          ...others,
          rejection('MANY-2', { lines: linesOf(5000) }),
          rejection('MANY-3'),
        ]),
      ]),
    );
    expect(file).toMatchObject({ state: 'applied', counts: { matched: 3, unmatched: 30 } });
    expect(Object.values(await current(sent)).map(({ lane }) => lane)).toEqual([
      'payer_rejected',
      'payer_rejected',
      'payer_rejected',
    ]);
    const stored = await statusesOf(file.id);
    expect(stored.map(({ service_lines }) => service_lines.length)).toEqual([
      0,
      ...others.map(() => 99),
      0,
      0,
    ]);
  });

  test('cut off after each write, every status is applied once', async () => {
    const drafts = Array.from({ length: 50 }, (_, n) => visit(`CUT-${n}`));
    const sent = await send(stores, drafts);
    const before = await laneFigures(stores);
    const statuses = drafts.map(({ patientControlNumber }, n) =>
      n % 2 === 0 ? rejection(patientControlNumber) : status(patientControlNumber),
    );
    const runs = await dropCutOff(stores, 'cut.277', file277([answering(statuses)]), settings());
    expect(runs).toBeGreaterThan(4);
    const ids = new Set(sent.claims.map(({ id }) => id));
    const entries = (await everyAuditEntry(stores)).filter(({ entity_id }) => ids.has(entity_id));
    const count = (type: string) => entries.filter(({ event_type }) => event_type === type).length;
    expect([count('claim.payer_rejected'), count('claim.accepted')]).toEqual([25, 25]);
    const after = await laneFigures(stores);
    expect((after['payer_rejected']?.count ?? 0) - (before['payer_rejected']?.count ?? 0)).toBe(25);
    expect((after['submitted']?.count ?? 0) - (before['submitted']?.count ?? 0)).toBe(-50);
  });
});
