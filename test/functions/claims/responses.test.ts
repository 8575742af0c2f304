import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { getClaim } from '#contract/claims/claims.ts';
import {
  getClaimAcknowledgment,
  getImplementationAcknowledgment,
  listClaimAcknowledgments,
  listImplementationAcknowledgments,
} from '#contract/claims/responses/acknowledgments.ts';
import {
  parseClaimAcknowledgment,
  parseImplementationAcknowledgment,
  parseRemittance,
} from '#contract/claims/responses/parse.ts';
import { getRemittance, listRemittances } from '#contract/claims/responses/remittances.ts';
import { findClaims } from '#store/claims/claims/claims.ts';
import { type StatusDraft, writeClaimAcknowledgments } from '#x12/277ca/write-claim-acknowledgments.ts';
import { writeRemittances } from '#x12/835/write-remittances.ts';
import { guide837p } from '#x12/guides/837p.ts';
import { acknowledge } from '#x12/outbound/acknowledge.ts';
import { type Answer, functionsOn, type Request } from '../../claims/invoke.ts';
import { type LocalStores, startLocalStores } from '../../claims/local-stores.ts';
import { type SentBatch, send, visit } from '../../claims/responses/engine/sent-batch.ts';
import { auditOf } from '../../claims/stored.ts';
import { acknowledgmentOf, status, stc } from '../../fixtures/x12/acknowledgment.ts';
import { line, payerEnvelope, remittanceOf, transfer } from '../../fixtures/x12/remittance.ts';
import { handMade } from '../../fixtures/x12/spec-277ca.ts';
import { claimBody } from './claim-body.ts';

let stores: LocalStores;
let call: (name: string, request?: Request) => Promise<Answer>;

beforeAll(async () => {
  stores = await startLocalStores({ migrated: true });
  call = functionsOn(stores);
});
afterAll(() => stores.stop());

const x12 = (text: string | Buffer, type = 'text/plain'): Request => ({
  text: text.toString(),
  headers: { 'Content-Type': type },
});

/** A reply has exactly what the contract says. */
function expectContract(declaration: { readonly responses: object }, { status: code, body }: Answer) {
  const { schema } = (declaration.responses as Record<number, { schema: import('zod').ZodType }>)[code] ?? {};
  expect(schema?.safeParse(body)).toMatchObject({ success: true });
}

let number = 300;

async function answer999(sent: SentBatch, spoil: (text: string) => string = (text) => text): Promise<string> {
  const { files } = await acknowledge(Buffer.from(spoil(sent.bytes.toString())), {
    guides: [guide837p],
    moment: new Date('2026-03-15T18:20:00Z'),
    controlNumber: ++number,
    ta1: 'never',
  });
  return Buffer.concat(files.map((file) => file.bytes)).toString();
}

const answer277 = (...statuses: readonly StatusDraft[]) =>
  writeClaimAcknowledgments([acknowledgmentOf(statuses)], {
    ...payerEnvelope,
    interchangeNumber: ++number,
  }).toString();

const rejection = (trace: string) =>
  status({ numbers: { trace }, statuses: [stc('A7', '562', { amount: 17_550 })] });

function answer835(trace: string): string {
  const lines = [12_550, 5_000].map((charge, n) =>
    line({
      charge,
      paid: charge,
      adjustments: [],
      lineControlNumber: `L${n + 1}`,
      remarks: [{ qualifier: 'HE', value: 'N130' }],
    }),
  );
  const payment = { ...transfer, amount: 17_550, trace: `EFT${++number}` };
  const claim = {
    patientControlNumber: trace,
    statusCode: '1',
    charge: 17_550,
    paid: 17_550,
    filingIndicator: 'MC',
    payerControlNumber: `ICN-${trace}`,
    lines,
  };
  const payee = { name: 'CLINIC', idQualifier: 'XX', id: '1234567893', address: {} };
  return writeRemittances([remittanceOf([claim], { payment, payee })], {
    ...payerEnvelope,
    interchangeNumber: number,
  }).toString();
}

const laneOf = async ({ claims }: SentBatch) =>
  (
    await findClaims(
      stores.claims,
      claims.map(({ id }) => id),
    )
  ).map(({ lane }) => lane);

describe('POST /api/parse-999', () => {
  const refuse = (text: string) => text.replace('***11:B', '***11:Q');

  test.each([
    'text/plain',
    'application/edi-x12',
    'application/EDI-X12; charset=utf-8',
    'application/x-www-form-urlencoded',
    'application/json',
  ])('X12 text as %s', async (type) => {
    const sent = await send(stores, [visit(`P9-${++number}`)]);
    const reply = await call('parse-implementation-acknowledgment', x12(await answer999(sent, refuse), type));
    expect(reply.status).toBe(200);
    expectContract(parseImplementationAcknowledgment, reply);
    expect(reply.body.data).toMatchObject({
      state: 'applied',
      reasons: [],
      acknowledgments: [
        {
          kind: '999',
          code: 'R',
          verdict: 'rejected',
          claim_counts: { rejected: 1, causes: 1 },
          sets: [
            { code: 'R', segments: [{ segment: 'CLM', error: { code: '8', text: expect.any(String) } }] },
          ],
          claims: [{ claim_id: sent.claims[0]?.id, verdict: 'rejected', role: 'cause', lane: 'rejected' }],
          next_cursor: null,
        },
      ],
    });
    expect(await laneOf(sent)).toEqual(['rejected']);
    const entry = (await auditOf(stores, sent.claims[0]?.id ?? '')).at(-1);
    expect(entry).toMatchObject({ event_type: 'claim.rejected', actor: 'test' });
  });

  test('JSON with the text, and JSON with the key of an object in the inbox', async () => {
    const one = await send(stores, [visit('PJ-1')]);
    const content = await answer999(one);
    const reply = await call('parse-implementation-acknowledgment', { body: { content } });
    expect(reply.body.data.acknowledgments).toMatchObject([
      { verdict: 'accepted', batch_ids: [one.batch.id] },
    ]);
    const other = await send(stores, [visit('PJ-2')]);
    await stores.put('inbox/from payer/answer.999', await answer999(other));
    const request = { body: { key: 'inbox/from payer/answer.999' } };
    const byKey = await call('parse-implementation-acknowledgment', request);
    expect(byKey.body.data).toMatchObject({ state: 'applied', acknowledgments: [{ verdict: 'accepted' }] });
    expect(await laneOf(other)).toEqual(['accepted']);
    expect(await stores.keys('inbox/')).toEqual([]);
    // The inbox may have been faster: what it made of the object is answered.
    const again = await call('parse-implementation-acknowledgment', request);
    expect(again.body.data).toEqual(byKey.body.data);
  });

  test('the same content again answers what it did the first time, and changes nothing', async () => {
    const sent = await send(stores, [visit('PS-1')]);
    const text = await answer999(sent, refuse);
    const first = await call('parse-implementation-acknowledgment', x12(text));
    const second = await call('parse-implementation-acknowledgment', x12(text));
    expect(second.body.data).toEqual(first.body.data);
    const entries = await auditOf(stores, sent.claims[0]?.id ?? '');
    expect(entries.filter(({ event_type }) => event_type === 'claim.rejected')).toHaveLength(1);
  });

  test('a repeated request with an idempotency key gets the stored reply', async () => {
    const sent = await send(stores, [visit('PI-1')]);
    const request = x12(await answer999(sent));
    const headers = { ...request.headers, 'Idempotency-Key': 'parse-1' };
    const first = await call('parse-implementation-acknowledgment', { ...request, headers });
    const second = await call('parse-implementation-acknowledgment', { ...request, headers });
    expect(second.headers['Idempotent-Replayed']).toBe('true');
    expect(second.body).toEqual(first.body);
  });

  test.each([
    ['another kind of file', () => answer277(rejection('NONE')), 422, 'wrong_file_kind'],
    ['no X12 at all', () => 'Dear sirs', 422, 'wrong_file_kind'],
    ['nothing', () => '  ', 400, 'body_required'],
    ['more than a request may have', () => 'ISA*'.padEnd(4_300_000, '0'), 413, 'payload_too_large'],
  ])('%s is refused, and nothing is stored', async (_, text, code, error) => {
    const before = (await call('list-files')).body.data.length;
    const reply = await call('parse-implementation-acknowledgment', x12(text()));
    expect([reply.status, reply.body.code]).toEqual([code, error]);
    expect((await call('list-files')).body.data).toHaveLength(before);
  });

  test.each([
    ['neither', {}],
    ['both', { key: 'inbox/a', content: 'ISA' }],
    ['a key outside of the inbox', { key: 'archive/2026/a.x12' }],
  ])('JSON with %s is not valid', async (_, body) => {
    const reply = await call('parse-implementation-acknowledgment', { body });
    expect([reply.status, reply.body.code]).toEqual([400, 'validation_failed']);
  });

  test('an object that is not there', async () => {
    const reply = await call('parse-implementation-acknowledgment', { body: { key: 'inbox/none.999' } });
    expect([reply.status, reply.body.code]).toEqual([404, 'not_found']);
  });

  test('a picture is no X12', async () => {
    const reply = await call('parse-implementation-acknowledgment', x12('PNG', 'image/png'));
    expect([reply.status, reply.body.code]).toEqual([415, 'unsupported_media_type']);
  });

  test('an auditor may not', async () => {
    const reply = await call('parse-implementation-acknowledgment', { ...x12('ISA'), roles: ['auditor'] });
    expect([reply.status, reply.body.code]).toEqual([403, 'forbidden']);
  });
});

describe('POST /api/parse-277ca', () => {
  test('statuses and unscoped statuses, with what they did', async () => {
    const sent = await send(stores, [visit('Q-1')]);
    const reply = await call(
      'parse-claim-acknowledgment',
      x12(answer277(rejection('Q-1'), rejection('Q-NONE'))),
    );
    expect(reply.status).toBe(200);
    expectContract(parseClaimAcknowledgment, reply);
    expect(reply.body.data).toMatchObject({
      state: 'applied',
      statuses: [
        {
          patient_control_number: 'Q-1',
          category: 'A7',
          amount: 175.5,
          service_date: '2025-02-01',
          classification: 'rejected',
          match: { result: 'matched', claim_id: sent.claims[0]?.id },
          outcome: 'moved',
          lane: 'payer_rejected',
          statuses: [{ reasons: [{ category_text: 'rejected for invalid information' }] }],
        },
        { patient_control_number: 'Q-NONE', match: { result: 'unmatched' } },
      ],
      unscoped_statuses: [{ level: '21', category: 'A1', totals: { rejected: 2, rejected_amount: 351 } }],
      acknowledgments: [{ counts: { statuses: 2, matched: 1, unmatched: 1, rejected: 2 } }],
    });
    const claim = await call('get-claim', { path: { id: sent.claims[0]?.id ?? '' } });
    expect(claim.body.data).toMatchObject({
      lane: 'payer_rejected',
      payer_rejected_status_code: 'A7:562',
      payer_rejected_by_277ca_id: reply.body.data.acknowledgments[0].id,
    });
    const events = claim.body.data.timeline.map(({ event }: { event: string }) => event);
    expect(events).toContain('claim.payer_rejected');
  });

  test('stored, listed and read page by page', async () => {
    const numbers = Array.from({ length: 45 }, (_, n) => `PAGE-${n}`);
    const made = await call('parse-claim-acknowledgment', x12(answer277(...numbers.map(rejection))));
    const { id } = made.body.data.acknowledgments[0];
    const list = await call('list-claim-acknowledgments', { query: { limit: '1' }, roles: ['auditor'] });
    expectContract(listClaimAcknowledgments, list);
    expect(list.body.data).toMatchObject([{ id }]);
    const next = await call('list-claim-acknowledgments', {
      query: { cursor: list.body.pagination.next_cursor },
    });
    expect(next.body.data).toMatchObject([{ counts: { statuses: 2 } }]);
    const seen: string[] = [];
    for (let cursor: string | undefined, more = true; more; ) {
      const query: Record<string, string> = { limit: '17', ...(cursor && { cursor }) };
      const page = await call('get-claim-acknowledgment', { path: { id }, query, roles: ['auditor'] });
      expectContract(getClaimAcknowledgment, page);
      seen.push(
        ...page.body.data.statuses.map(
          (one: { patient_control_number: string }) => one.patient_control_number,
        ),
      );
      cursor = page.body.data.next_cursor ?? undefined;
      more = cursor !== undefined;
    }
    expect(seen).toEqual(numbers);
  });

  test('ids of other kinds and cursors of other lists open nothing', async () => {
    const list = await call('list-claim-acknowledgments', { query: { limit: '1' } });
    const id = list.body.data[0].id;
    expect((await call('get-implementation-acknowledgment', { path: { id } })).status).toBe(404);
    expect((await call('get-remittance', { path: { id } })).status).toBe(404);
    const cursor = list.body.pagination.next_cursor;
    const reply = await call('get-claim-acknowledgment', { path: { id }, query: { cursor } });
    expect([reply.status, reply.body.code]).toEqual([400, 'invalid_cursor']);
  });
});

describe('999 and TA1 that are stored', () => {
  test('are listed newest first, and read with their claims page by page', async () => {
    const sent = await send(
      stores,
      Array.from({ length: 30 }, (_, n) => visit(`LIST-${n}`)),
    );
    await call('parse-implementation-acknowledgment', x12(await answer999(sent)));
    const list = await call('list-implementation-acknowledgments', { roles: ['auditor'] });
    expectContract(listImplementationAcknowledgments, list);
    const [newest] = list.body.data;
    expect(newest).toMatchObject({ claim_counts: { accepted: 30 }, batch_ids: [sent.batch.id] });
    const first = await call('get-implementation-acknowledgment', {
      path: { id: newest.id },
      query: { limit: '28' },
    });
    expectContract(getImplementationAcknowledgment, first);
    expect(first.body.data.claims).toHaveLength(28);
    const rest = await call('get-implementation-acknowledgment', {
      path: { id: newest.id },
      query: { cursor: first.body.data.next_cursor },
    });
    expect(rest.body.data.claims).toMatchObject([
      { patient_control_number: 'LIST-28' },
      { patient_control_number: 'LIST-29' },
    ]);
    expect(rest.body.data.next_cursor).toBeNull();
  });
});

describe('a 277CA in the shape of the spec', () => {
  test.each([
    ['STC before REF', ['STC*A7:562*20260316*U*175.5', 'REF*1K*SPEC-1']],
    ['REF before STC', ['REF*1K*SPEC-2', 'STC*A7:562*20260316*U*175.5']],
  ])('%s, and a status that belongs to no patient', async (_, segments) => {
    const pcn = segments.join().match(/SPEC-\d/)?.[0] ?? '';
    const sent = await send(stores, [visit(pcn)]);
    const person = 'NM1*QC*1*FERN*OLIVE****MI*A1';
    const levels = [
      ...['HL*4*3*22*0', person, ...segments],
      ...['HL*5*3*22*0', 'NM1*IL*1*FERN*OLIVE****MI*A1', 'STC*A7:562*20260316*U'],
    ];
    const bytes = handMade(levels, { number: ++number });
    const reply = await call('parse-claim-acknowledgment', x12(bytes.toString().replaceAll('~', '~\r\n')));
    expectContract(parseClaimAcknowledgment, reply);
    expect(reply.body.data).toMatchObject({
      statuses: [{ patient_control_number: pcn, match: { claim_id: sent.claims[0]?.id, by: 'REF*1K' } }],
      unscoped_statuses: [{ level: '21' }, { level: '22', category: 'A7', classification: 'rejected' }],
    });
    const claim = await call('get-claim', { path: { id: sent.claims[0]?.id ?? '' } });
    expect(claim.body.data).toMatchObject({ lane: 'payer_rejected', payer_rejected_status_code: 'A7:562' });
  });
});

describe('POST /api/parse-835', () => {
  test('remittances with their balance and claims', async () => {
    const sent = await send(stores, [visit('M-1')]);
    const reply = await call('parse-remittance', x12(answer835('M-1')));
    expect(reply.status).toBe(200);
    expectContract(parseRemittance, reply);
    expect(reply.body.data.remittances).toMatchObject([
      {
        payment: { amount: 175.5, date: '2025-03-10' },
        balance: { balanced: true, transaction: { computed: 175.5, stated: 175.5 } },
        counts: { matched: 1, paid: 1 },
        claims: [
          {
            patient_control_number: 'M-1',
            status_text: 'processed as primary',
            paid: 175.5,
            outcome: 'paid',
            lane: 'paid',
            match: { result: 'matched', claim_id: sent.claims[0]?.id },
            service_lines: [
              {
                charge: 125.5,
                matched_by: 'REF*6R',
                billed_line: 1,
                remarks: [{ code: 'N130', text: expect.any(String) }],
              },
              { billed_line: 2 },
            ],
          },
        ],
      },
    ]);
    const claim = await call('get-claim', { path: { id: sent.claims[0]?.id ?? '' } });
    expect(claim.body.data).toMatchObject({ lane: 'paid', paid: 175.5, payer_control_number: 'ICN-M-1' });
    const { id } = reply.body.data.remittances[0];
    const list = await call('list-remittances', {
      query: { payer_id: transfer.originator },
      roles: ['auditor'],
    });
    expectContract(listRemittances, list);
    expect(list.body.data).toMatchObject([{ id, claim_count: 1 }]);
    expect((await call('list-remittances', { query: { payer_id: 'NOBODY' } })).body.data).toEqual([]);
    expect(
      (await call('list-remittances', { query: { received_to: '2020-01-01T00:00:00Z' } })).body.data,
    ).toEqual([]);
    const detail = await call('get-remittance', { path: { id }, roles: ['auditor'] });
    expectContract(getRemittance, detail);
    expect(detail.body.data).toEqual(reply.body.data.remittances[0]);
    expect((await call('get-remittance', { path: { id: sent.claims[0]?.id ?? '' } })).status).toBe(404);
  });

  test('a claim that is paid twice: review, both remittances and the credit balance', async () => {
    const sent = await send(stores, [visit('M-TWICE')]);
    const path = { id: sent.claims[0]?.id ?? '' };
    const ids = [];
    for (let n = 0; n < 2; n++) {
      const { body } = await call('parse-remittance', x12(answer835('M-TWICE')));
      ids.push(body.data.remittances[0].id);
    }
    const claim = await call('get-claim', { path });
    expectContract(getClaim, claim);
    expect(claim.body.data).toMatchObject({
      ...{ lane: 'review', lane_before: 'paid', paid: 351, credit_balance: 175.5 },
      conflicts: [{ kind: 'overpaid', response: '835', source_id: ids[1], remittance_ids: ids, open: true }],
    });
    expect(claim.body.data).not.toHaveProperty('payments');
    const replaced = await call('create-claim', { body: claimBody('M-TWICE', { corrects: path.id }) });
    expect(replaced).toMatchObject({ status: 409, body: { code: 'not_correctable' } });
    const lanes = await call('list-lanes');
    const review = lanes.body.data.find(({ lane }: { lane: string }) => lane === 'review');
    expect(review.claims).toMatchObject([{ id: path.id, credit_balance: 175.5 }]);
    const released = await call('release-claim', { path, query: { lane: 'paid' }, body: {} });
    expect(released.body.data).toMatchObject({
      ...{ lane: 'paid', credit_balance: 175.5 },
      conflicts: [{ kind: 'overpaid', resolved_by: 'test' }],
    });
    expect(released.body.data.conflicts[0]).not.toHaveProperty('open');
  });

  test('a claim that is not known yet waits', async () => {
    const reply = await call('parse-remittance', x12(answer835('M-LATER')));
    expect(reply.body.data.remittances).toMatchObject([
      { counts: { unmatched: 1 }, claims: [{ match: { result: 'unmatched' } }] },
    ]);
  });
});

test('what the inbox function drops in is applied with the configuration that holds', async () => {
  const sent = await send(stores, [visit('BOX-1')]);
  await stores.put('inbox/box.277', answer277(rejection('BOX-1')));
  const { handler } = await import('../../../functions/claims/files/ingest-file.ts');
  await handler({ Records: [{ s3: { object: { key: 'inbox/box.277' } } }] } as never);
  expect(await laneOf(sent)).toEqual(['payer_rejected']);
});

test('the schedule marks what is overdue', async () => {
  const sent = await send(stores, [visit('TICK-1')], { at: new Date(Date.now() - 2 * 3_600_000) });
  const { handler } = await import('../../../functions/claims/claims/mark-overdue.ts');
  await handler();
  expect(await laneOf(sent)).toEqual(['overdue']);
});
