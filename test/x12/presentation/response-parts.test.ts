import { describe, expect, test } from '@jest/globals';
import { acknowledgmentFile, acknowledgmentOf, status, stc } from '#test/fixtures/x12/acknowledgment.ts';
import { claim, line, remittanceFile, remittanceOf } from '#test/fixtures/x12/remittance.ts';
import { readClaimAcknowledgmentsSync } from '#x12/277ca/read-claim-acknowledgments.ts';
import { lineEquation } from '#x12/835/balance.ts';
import { readRemittancesSync } from '#x12/835/read-remittances.ts';
import {
  statusInformationJson,
  statusLineJson,
  statusNumbersJson,
  statusTotalsJson,
  unscopedPartsJson,
} from '#x12/presentation/claim-status-parts.ts';
import {
  adjustmentJson,
  equationJson,
  paymentJson,
  providerAdjustmentJson,
  remarkJson,
  servicePaymentJson,
  serviceRemarkJson,
} from '#x12/presentation/remittance-parts.ts';

const decimal = (cents: number): number => cents / 100;
const stored = (cents: number): number => cents;

describe('parts of a remittance', () => {
  const [, payment] = [...readRemittancesSync(remittanceFile(remittanceOf([claim({ lines: [line()] })])))];
  if (payment?.kind !== 'claim') throw new Error('no claim payment');
  const [service] = payment.claim.lines;
  if (service === undefined) throw new Error('no service line');

  test("render amounts in the caller's format", () => {
    expect(paymentJson(payment.remittance.payment, stored)).toMatchObject({ amount: 8_000, trace: 'EFT1' });
    expect(servicePaymentJson(service, decimal)).toMatchObject({ charge: 100, paid: 80, units: 1 });
    expect(equationJson(lineEquation(service, payment.claim), decimal)).toMatchObject({
      terms: [{ name: 'SVC02', amount: 100 }, { amount: -15 }, { amount: -5 }],
      difference: 0,
    });
  });

  test('have the texts of codes', () => {
    const adjustment = { group: 'CO', reason: '45', amount: 1_500, quantity: undefined };
    expect(adjustmentJson(adjustment, decimal)).toMatchObject({
      amount: 15,
      text: expect.stringContaining('fee schedule'),
    });
    expect(remarkJson('N30').text).toEqual(expect.any(String));
    expect(serviceRemarkJson({ qualifier: 'HE', value: 'N30' }).text).toEqual(expect.any(String));
    expect(serviceRemarkJson({ qualifier: 'RX', value: '65' }).text).toBeUndefined();
    const recovery = { provider: '1', fiscalPeriod: undefined, reason: 'WO', reference: 'ICN0', amount: 5 };
    const position = { index: 1, offset: 0 };
    expect(providerAdjustmentJson({ ...recovery, position }, stored)).toMatchObject({
      amount: 5,
      text: expect.any(String),
    });
  });
});

describe('parts of a claim acknowledgment', () => {
  const events = [
    ...readClaimAcknowledgmentsSync(
      acknowledgmentFile(acknowledgmentOf([status({ statuses: [stc('A7', '562', { action: 'U' })] })])),
    ),
  ];

  test("have amounts in the caller's format and the texts of codes", () => {
    const [found] = events.flatMap((event) => (event.kind === 'status' ? [event.status] : []));
    const [information] = found?.statuses ?? [];
    if (found === undefined || information === undefined) throw new Error('no status');
    expect(statusNumbersJson(found)).toMatchObject({ trn02: found.numbers.trace });
    expect(statusInformationJson(information, decimal)).toMatchObject({
      amount: (information.amount ?? 0) / 100,
      reasons: [{ category: 'A7', category_text: expect.any(String), code: '562', text: expect.any(String) }],
    });
    for (const one of found.lines) expect(statusLineJson(one, stored)).toMatchObject({ charge: one.charge });
  });

  test('have totals and unscoped statuses', () => {
    const [unscoped] = events.flatMap((event) => (event.kind === 'unscoped' ? [event.unscoped] : []));
    if (unscoped === undefined) throw new Error('no unscoped status');
    expect(unscopedPartsJson(unscoped, stored)).toMatchObject({ level: '21', category: 'A1' });
    expect(statusTotalsJson({ ...unscoped.totals, acceptedAmount: 1_250 }, decimal).accepted_amount).toBe(
      12.5,
    );
  });
});
