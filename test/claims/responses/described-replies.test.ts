import { describe, expect, test } from '@jest/globals';
import { claimStatusJson } from '#claims/claim-acknowledgments/claim-acknowledgment-json.ts';
import { claimAcknowledgment, claimStatus } from '#claims/claim-acknowledgments/contract.ts';
import {
  acknowledgmentFacts,
  statusResult,
} from '#claims/claim-acknowledgments/stored-claim-acknowledgment.ts';
import { packJson } from '#claims/packed-json.ts';
import { remittanceClaim, shownLine, shownPayment } from '#claims/remittances/contract.ts';
import { paymentJson } from '#claims/remittances/remittance-json.ts';
import { acknowledgmentFile, acknowledgmentOf, rejected } from '#test/fixtures/x12/acknowledgment.ts';
import { ClaimAcknowledgmentReader } from '#x12/277ca/claim-acknowledgment-set.ts';
import {
  acknowledgmentContent,
  type ClaimAcknowledgment,
  type ClaimStatus,
  claimContent,
  lineStatus,
} from '#x12/277ca/model.ts';
import { claimPayment, line } from '#x12/835/model.ts';
import type { AnyField, RecordSpec, Scalar } from '#x12/description/field.ts';
import type { SetContext } from '#x12/engine/consumer.ts';
import { X12Engine } from '#x12/engine/engine.ts';
import { feedSync } from '#x12/engine/source.ts';
import { guide277ca } from '#x12/guides/277ca.ts';
import { snakeCase } from '#x12/values/json-codec.ts';

/** An element that is described reaches the store and the replies, or is in a list of deliberate omissions. */

/** A value of every field of a record that a file can hold. */
const sampleOf = (spec: RecordSpec<object>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(spec.fields).flatMap(([name, field]) =>
      field.kind === 'memory' ? [] : [[name, sampleValue(field)]],
    ),
  );

/** The members under the names of the store and of replies. */
const renamed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(renamed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [snakeCase(name), renamed(one)]));
};

function sampleValue(field: Exclude<AnyField, { kind: 'memory' }>): unknown {
  const one = 'record' in field ? sampleOf(field.record) : sampleScalar(field.scalar);
  return field.kind.endsWith('list') ? [one] : one;
}

function sampleScalar({ type }: Scalar<unknown>): unknown {
  if (type === 'date') return '2025-02-01';
  return type === 'text' || type === 'code' ? 'A1' : 150;
}

const namesIn = (spec: RecordSpec<object>): string[] => Object.keys(sampleOf(spec)).map(snakeCase);

describe('a 277CA', () => {
  const contexts: SetContext[] = [];
  const statuses: ClaimStatus[] = [];
  const headers: ClaimAcknowledgment[] = [];
  const reader = new ClaimAcknowledgmentReader({
    acknowledgment: (one) => headers.push(one),
    status: (one) => statuses.push(one),
  });
  const set = (context: SetContext) => {
    contexts.push(context);
    return reader.set(context);
  };
  const engine = new X12Engine({ guides: [guide277ca], listeners: [{ set }] });
  for (const _ of feedSync(acknowledgmentFile(acknowledgmentOf([rejected])), engine));
  const [[context], [status], [header]] = [contexts, statuses, headers];
  if (!context || !status || !header) throw new Error('no status');

  const sample = sampleOf(claimContent);
  const { patient: _, ...claim } = sample;
  const stored = statusResult({ ...status, ...sample }, { result: 'unmatched' }, { outcome: 'unmatched' });
  const { receiver: submitter, ...above } = sampleOf(acknowledgmentContent);
  const facts = acknowledgmentFacts(context, { ...header, ...above, receiver: Object(submitter) });

  test('is stored with every element of a claim but the name of its patient', () => {
    expect(stored).toMatchObject(Object(renamed(claim)));
    expect(stored).not.toHaveProperty('patient');
  });

  test('has every element of a claim in replies, as their schema declares it', () => {
    const json = claimStatusJson(stored);
    expect(Object.keys(json)).toEqual(expect.arrayContaining(Object.keys(claim).map(snakeCase)));
    expect(Object.keys(json.service_lines[0] ?? {})).toEqual(namesIn(lineStatus));
    expect(json.service_lines).toMatchObject([{ charge: 1.5, units: 150, statuses: [{ amount: 1.5 }] }]);
    expect(claimStatus.parse(json)).toEqual(json);
  });

  test('is stored with every element above its claims, which the schema of replies has', () => {
    expect(facts).toMatchObject(Object(renamed({ ...above, submitter })));
    const names = Object.keys(claimAcknowledgment.shape);
    expect(names).toEqual(expect.arrayContaining(Object.keys(above).map(snakeCase)));
    const { source, totals } = claimAcknowledgment.shape;
    expect([source.parse(facts.source), totals.parse(facts.totals)]).toEqual([facts.source, facts.totals]);
  });
});

test('a payment of an 835 has every element that replies show, as their schema declares it', () => {
  const payment = { ...sampleOf(claimPayment), lines: [{ ...sampleOf(line), number: 1 }] };
  const json = paymentJson({
    ...{ remittance_id: 'R', number: 1, key: 'K', patient_control_number: 'A1', payer_control_number: 'A1' },
    ...{ status_code: 'A1', charge: 150, paid: 150 },
    content: packJson(payment),
  });
  expect(Object.keys(json)).toEqual(expect.arrayContaining(namesIn(shownPayment)));
  expect(Object.keys(json.service_lines[0] ?? {})).toEqual(expect.arrayContaining(namesIn(shownLine)));
  expect(json).toMatchObject({ charge: 1.5, service_lines: [{ charge: 1.5, units: 150 }] });
  expect(json.service_lines[0]).not.toHaveProperty('references');
  expect(remittanceClaim.parse(json)).toEqual(json);
});
