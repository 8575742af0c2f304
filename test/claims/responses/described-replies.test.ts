import { describe, expect, test } from '@jest/globals';
import { claimStatusJson } from '#claims/claim-acknowledgments/claim-acknowledgment-json.ts';
import { claimStatus } from '#claims/claim-acknowledgments/contract.ts';
import { statusResult } from '#claims/claim-acknowledgments/stored-claim-acknowledgment.ts';
import { remittanceClaim } from '#claims/remittances/contract.ts';
import { acknowledgmentFile, acknowledgmentOf, rejected } from '#test/fixtures/x12/acknowledgment.ts';
import { lineStatus } from '#x12/277ca/model.ts';
import { readClaimAcknowledgmentsSync } from '#x12/277ca/read-claim-acknowledgments.ts';
import { claimPayment, line as paymentLine } from '#x12/835/model.ts';
import type { AnyField, RecordSpec, Scalar } from '#x12/description/field.ts';
import { snakeCase } from '#x12/values/json-codec.ts';

/** An element that is described reaches the store and the replies, or is in a list of deliberate omissions. */

/** A value of every field of a record that a file can hold. */
const sampleOf = (spec: RecordSpec<object>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(spec.fields).flatMap(([name, field]) =>
      field.kind === 'memory' ? [] : [[name, sampleValue(field)]],
    ),
  );

function sampleValue(field: Exclude<AnyField, { kind: 'memory' }>): unknown {
  const one = 'record' in field ? sampleOf(field.record) : sampleScalar(field.scalar);
  return field.kind.endsWith('list') ? [one] : one;
}

function sampleScalar({ type }: Scalar<unknown>): unknown {
  if (type === 'date') return '2025-02-01';
  return type === 'text' || type === 'code' ? 'A1' : 150;
}

const namesIn = (spec: RecordSpec<object>): string[] => Object.keys(sampleOf(spec)).map(snakeCase);

describe('a line of a 277CA', () => {
  const [read] = [...readClaimAcknowledgmentsSync(acknowledgmentFile(acknowledgmentOf([rejected])))].flatMap(
    (event) => (event.kind === 'status' ? [event.status] : []),
  );
  const [line] = read?.serviceLines ?? [];
  if (read === undefined || line === undefined) throw new Error('no line');
  const sample = sampleOf(lineStatus);
  const stored = statusResult(
    { ...read, serviceLines: [{ ...line, ...sample }] },
    { result: 'unmatched' },
    { outcome: 'unmatched' },
  );

  test('is stored with every element', () => {
    expect(stored.service_lines).toEqual([sample]);
  });

  test('has every element in replies, as their schema declares it', () => {
    const json = claimStatusJson(stored);
    expect(Object.keys(json.service_lines[0] ?? {})).toEqual(namesIn(lineStatus));
    expect(json.service_lines).toMatchObject([{ charge: 1.5, units: 150, statuses: [{ amount: 1.5 }] }]);
    expect(claimStatus.parse(json)).toEqual(json);
  });
});

describe('the schema of a payment has every element but those left out on purpose', () => {
  const serviceLine = remittanceClaim.shape.service_lines.element;
  const parties = [
    ...['patient', 'insured', 'corrected_insured', 'other_subscriber', 'contacts'],
    ...['rendering_provider', 'crossover_carrier', 'corrected_priority_payer'],
  ];
  const institutional = ['drg', 'drg_weight', 'discharge_fraction', 'inpatient', 'outpatient'];
  // Qualified lists that no rule of the service reads.
  const qualified = ['references', 'amounts', 'quantities'];

  test.each([
    [
      'a claim',
      { spec: claimPayment, shape: remittanceClaim.shape },
      // The lines are `service_lines`.
      [
        ...parties,
        ...institutional,
        ...qualified,
        'facility_type',
        'coverage_expiration',
        'received',
        'lines',
      ],
    ],
    ['a line', { spec: paymentLine, shape: serviceLine.shape }, [...qualified, 'billed_units']],
  ])('of %s', (_, { spec, shape }, omitted) => {
    expect(
      namesIn(spec)
        .filter((name) => !(name in shape))
        .toSorted(),
    ).toEqual(omitted.toSorted());
  });
});
