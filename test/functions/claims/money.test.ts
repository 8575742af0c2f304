import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  getBankLine,
  importBankFile,
  listBankLines,
  listDeposits,
  listLedger,
  listProviderBalances,
} from '#claims/money/contract.ts';
import { send, visit } from '#test/claims/responses/engine/sent-batch.ts';
import {
  adjusted,
  payee,
  payment,
  remit,
  reversal,
} from '#test/claims/responses/remittance/payer-remittances.ts';
import { auditOf, everyAuditEntry } from '#test/claims/stored.ts';
import { payerEnvelope, remittanceOf, transfer } from '#test/fixtures/x12/remittance.ts';
import { writeRemittances } from '#x12/835/write-remittances.ts';
import { call, expectContract, nextNumber, stores, useStores, x12 } from './responses/service.ts';

useStores();

/** Applies a remittance, and returns its id. */
async function receive(remittance: Parameters<typeof writeRemittances>[0][number]): Promise<string> {
  const text = writeRemittances([remittance], { ...payerEnvelope, interchangeNumber: nextNumber() });
  const { status, body } = await call('parse-remittance', x12(text.toString()));
  expect(status).toBe(200);
  return body.data.remittances[0].id;
}

const importCsv = (csv: string, query: Record<string, string> = {}) =>
  call('import-bank-file', { text: csv, headers: { 'Content-Type': 'text/csv' }, query });

const lines = async (query: Record<string, string> = {}) =>
  (await call('list-bank-lines', { query: { limit: '200', ...query } })).body.data;

const depositOf = async (id: string) =>
  (await call('list-deposits', { query: { limit: '200' } })).body.data.find(
    (one: { remittance_id: string }) => one.remittance_id === id,
  );

/** Figures by state, without empty ones, and the same counted from the lists. */
async function figures() {
  const { body } = await call('get-reconciliation');
  const counted = {
    bank_lines: countedBy(await lines()),
    deposits: countedBy((await call('list-deposits', { query: { limit: '200' } })).body.data),
  };
  return { stated: body.data, counted };
}

function countedBy(rows: readonly { state: string; amount: number }[]) {
  const sums: Record<string, { count: number; amount: number }> = {};
  for (const { state, amount } of rows) {
    const { count, amount: sum } = sums[state] ?? { count: 0, amount: 0 };
    sums[state] = { count: count + 1, amount: Math.round((sum + amount) * 100) / 100 };
  }
  return sums;
}

async function expectExactFigures(): Promise<void> {
  const { stated, counted } = await figures();
  for (const kind of ['bank_lines', 'deposits'] as const) {
    for (const [state, figure] of Object.entries(stated[kind])) {
      expect({ state, ...(figure as object) }).toEqual({
        state,
        count: 0,
        amount: 0,
        ...counted[kind][state],
      });
    }
  }
}

const paid = (cents: number, trace: string, date = '2026-03-20') => {
  const claim = { ...payment(`BANK-${trace}`, adjusted(['CO', '45', 17_550 - cents])) };
  return remit([claim], { payment: { ...transfer, amount: cents, date, trace } });
};

describe('reconciliation with the bank', () => {
  const ids: Record<string, string> = {};
  const csv = [
    'Date,Amount,Description,Reference',
    '03/21/2026,150.00,HCCLAIMPMT,EFT-1',
    '03/21/2026,99.99,HCCLAIMPMT,EFT-2',
    '03/23/2026,120.00,CHECK DEPOSIT,',
    '03/23/2026,130.00,CHECK DEPOSIT,',
    '03/24/2026,25.00,COPAY MARLOW TESSA,',
    'never,1.00,BAD,',
  ].join('\n');

  beforeAll(async () => {
    ids['1'] = await receive(paid(15_000, 'EFT-1'));
    ids['2'] = await receive(paid(10_000, 'EFT-2'));
    ids['3'] = await receive(paid(12_000, 'CHK-3'));
    ids['4a'] = await receive(paid(13_000, 'CHK-4a'));
    ids['4b'] = await receive(paid(13_000, 'CHK-4b'));
  });

  test('matches by trace, reports differences and candidates, and lists bad lines', async () => {
    expect(await depositOf(ids['1'] ?? '')).toMatchObject({ state: 'expected', amount: 150, trace: 'EFT-1' });
    const dry = await importCsv(csv, { dry_run: 'true' });
    expect([dry.status, dry.body.data.dry_run, await lines()]).toEqual([200, true, []]);
    const reply = await importCsv(csv);
    expect(reply.status).toBe(201);
    expectContract(importBankFile, reply);
    expect(reply.body.data).toMatchObject({
      ...{ complete: true, lines: 6, new_lines: 5, known_lines: 0, bad_lines: 1 },
      faults: [{ line: 7, column: 'date' }],
    });
    const states = (await lines()).map(({ amount, state, remittance_ids }: never) => [
      amount,
      state,
      remittance_ids,
    ]);
    expect(states).toEqual(
      expect.arrayContaining([
        [150, 'matched', [ids['1']]],
        [99.99, 'amount_differs', [ids['2']]],
        [120, 'matched', [ids['3']]],
        [130, 'several_candidates', []],
        [25, 'unmatched', []],
      ]),
    );
    expect(await depositOf(ids['2'] ?? '')).toMatchObject({ state: 'amount_differs', difference: -0.01 });
    expect(await auditOf(stores, ids['1'] ?? '')).toMatchObject([
      { event_type: 'remittance.received' },
      { event_type: 'remittance.reconciled', payload: { amount: 150, by: 'trace', state: 'matched' } },
    ]);
    await expectExactFigures();
  });

  test('the same file again, and an overlapping one, change nothing', async () => {
    const before = (await everyAuditEntry(stores)).length;
    const again = await importCsv(csv);
    expect([again.status, again.body.data.new_lines]).toEqual([200, 5]);
    expect((await everyAuditEntry(stores)).length).toBe(before);
    const overlap = await importCsv(`${csv.split('\n').slice(0, 4).join('\n')}\n03/30/2026,-9.95,FEE,\n`);
    expect(overlap.body.data).toMatchObject({ new_lines: 1, known_lines: 3 });
    expect(await lines()).toHaveLength(6);
    await expectExactFigures();
  });

  test('a remittance that arrives after its bank line matches it', async () => {
    await importCsv('Date,Amount,Reference\n2026-03-25,77.00,EFT-LATE\n2026-03-25,78.00,\n');
    const late = await receive(paid(7_700, 'EFT-LATE'));
    const untraced = await receive(paid(7_800, 'CHK-LATE'));
    expect(await depositOf(late)).toMatchObject({ state: 'matched', matched_by: 'trace' });
    expect(await depositOf(untraced)).toMatchObject({ state: 'matched', matched_by: 'amount_and_date' });
    await expectExactFigures();
  });

  test('a person matches, accepts a difference and unmatches, with a reason that the audit log has as a hash', async () => {
    const [open] = await lines({ state: 'several_candidates' });
    const path = { id: open.id };
    const shown = await call('get-bank-line', { path });
    expectContract(getBankLine, shown);
    expect(shown.body.data.candidates).toMatchObject([
      { deposit: { amount: 130 }, why: ['amount', 'date'] },
      { deposit: { amount: 130 }, why: ['amount', 'date'] },
    ]);
    const body = { remittance_ids: [ids['4b']], reason: 'Check 4b of TESSA MARLOW' };
    const [first, second] = await Promise.all([
      call('match-bank-line', { path, body }),
      call('match-bank-line', { path, body: { ...body, remittance_ids: [ids['4a']] } }),
    ]);
    expect([first.status, second.status].sort()).toEqual([200, 409]);
    const lost = first.status === 409 ? first : second;
    expect(['conflict', 'already_reconciled']).toContain(lost.body.code);
    const stale = { path, body, headers: { 'If-Match': '"v1"' } };
    expect((await call('match-bank-line', stale)).body.code).toBe('precondition_failed');
    const taken = await call('match-bank-line', { path, body });
    expect([taken.status, taken.body.code]).toEqual([409, 'already_reconciled']);
    const undone = await call('unmatch-bank-line', { path, body: { reason: 'Wrong check' } });
    expect(undone.body.data).toMatchObject({ state: 'unmatched', remittance_ids: [] });
    const nothing = await call('unmatch-bank-line', { path, body: { reason: 'Again' } });
    expect([nothing.status, nothing.body.code]).toEqual([409, 'not_reconciled']);
    expect((await call('match-bank-line', { path, body })).body.data).toMatchObject({ state: 'matched' });
    const [differs] = await lines({ state: 'amount_differs' });
    const accepted = await call('match-bank-line', {
      path: { id: differs.id },
      body: { remittance_ids: [ids['2']], accept_difference: true, reason: 'Bank fee' },
    });
    expect(accepted.body.data).toMatchObject({ state: 'matched', difference: -0.01, reason: 'Bank fee' });
    const unknown = { remittance_ids: [crypto.randomUUID()], reason: 'None' };
    expect((await call('match-bank-line', { path: { id: differs.id }, body: unknown })).body.code).toBe(
      'unknown_remittance',
    );
    expect((await call('get-bank-line', { path: { id: crypto.randomUUID() } })).status).toBe(404);
    const log = JSON.stringify(await everyAuditEntry(stores));
    expect(log).not.toMatch(/MARLOW|Bank fee|COPAY/);
    expect(log).toContain('reason_sha256');
    await expectExactFigures();
  });

  test('lists are CSV with guarded cells, and a page has a link to the next', async () => {
    await importCsv('Date,Amount,Description\n2026-04-01,5.00,"=HYPERLINK(""x"")"\n');
    const csvPage = await call('list-bank-lines', { query: { format: 'csv', limit: '1' } });
    expect(csvPage.headers['Content-Type']).toBe('text/csv; charset=utf-8');
    expect(csvPage.headers['Link']).toMatch(/rel="next"/);
    const [header, row] = csvPage.text.split('\r\n');
    expect(header).toMatch(/^id,state,account,date,amount,trace,description,/);
    expect(row).toContain(`"'=HYPERLINK(""x"")"`);
    const deposits = await call('list-deposits', { headers: { Accept: 'text/csv' } });
    expect(deposits.text.split('\r\n')).toHaveLength(9);
    expectContract(listDeposits, await call('list-deposits', { query: { state: 'matched' } }));
    expectContract(listBankLines, await call('list-bank-lines', { query: { date_from: '2026-03-25' } }));
  });
});

describe('provider-level balances', () => {
  const plb = (reason: string, amount: number) => ({
    ...{ provider: payee.id, fiscalPeriod: '2026-12-31', reason, reference: `REF-${reason}`, amount },
  });

  test('keep a running balance of payer and provider', async () => {
    const first = payment('PLB-1');
    await send(stores, [visit('PLB-1'), visit('PLB-2')]);
    await receive(remit([first], { payment: { ...transfer, amount: 17_550, trace: 'PLB-A' } }));
    // The payer takes the payment back and carries the debt forward.
    const forward = { ...transfer, amount: 0, method: 'NON', trace: 'PLB-B' };
    const owed = await receive(
      remittanceOf([reversal(first)], { payment: forward, payee, providerAdjustments: [plb('FB', -17_550)] }),
    );
    expect(await depositOf(owed)).toMatchObject({ state: 'not_expected', amount: 0 });
    const balances = await call('list-provider-balances');
    expectContract(listProviderBalances, balances);
    const [balance] = balances.body.data;
    expect(balance).toMatchObject({
      provider: payee.id,
      ...{ balance: -175.5, forwarding_balance: 175.5, recouped: 0, entries: 1 },
    });
    const collected = { ...transfer, amount: 17_550 - 10_550, trace: 'PLB-C' };
    const adjustments = [plb('FB', 10_000), plb('WO', 500), plb('L6', -50), plb('E3', 100)];
    await receive(
      remittanceOf([payment('PLB-2')], { payment: collected, payee, providerAdjustments: adjustments }),
    );
    const { payer_id, provider } = balance;
    const query = { payer_id, provider };
    const ledger = await call('list-ledger', { query });
    expectContract(listLedger, ledger);
    expect(ledger.body.data).toMatchObject([
      { amount: 105.5, balance: -70, balanced: true, adjustments: [{ reason: 'FB' }, {}, {}, {}] },
      { amount: -175.5, balance: -175.5, adjustments: [{ kind: 'forwarding_balance', reference: 'REF-FB' }] },
    ]);
    expect((await call('list-provider-balances')).body.data).toMatchObject([
      { balance: -70, forwarding_balance: 75.5, recouped: 5, withheld: 1, interest: -0.5, entries: 2 },
    ]);
    const csv = await call('list-ledger', { query: { ...query, format: 'csv' } });
    expect(csv.text.split('\r\n')).toHaveLength(7);
  });
});
