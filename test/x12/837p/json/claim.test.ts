import { describe, expect, test } from '@jest/globals';
import { readClaimsSync } from '#x12/837p/build/read-claims.ts';
import { claimFileFromJson } from '#x12/837p/json/claim-file.ts';
import { writeClaims } from '#x12/837p/write/claims.ts';
import { JsonInputError } from '#x12/values/json-codec.ts';

const moment = new Date('2026-03-15T18:00:00Z');

const claim = {
  billing_provider: {
    last_name: 'VALLEY CLINIC',
    id: '1234567893',
    tax_id: '841234567',
    address: { line1: '100 CLINIC WAY', city: 'DENVER', state: 'CO', zip: '802031234' },
  },
  subscriber: {
    last_name: 'MARLOW',
    first_name: 'TESSA',
    id: 'A123456',
    payer_sequence: 'P',
    relationship: '18',
    claim_filing: 'MC',
    payer: { last_name: 'PLAINS HEALTH', id: '60054' },
  },
  patient_control_number: 'PCN-1',
  total_charge: '125.50',
  lines: [
    { procedure: { code: '99213' }, charge: '125.50', unit: 'UN', quantity: 1, service_date: '2026-03-02' },
  ],
};

const file = {
  envelope: { sender: 'S', receiver: 'R' },
  transaction: { batch_id: 'B1' },
  claims: [claim],
};

function issuesOf(json: unknown): string[] {
  try {
    claimFileFromJson(json, moment);
  } catch (error) {
    if (error instanceof JsonInputError)
      return error.issues.map(({ path, message }) => `${path}: ${message}`);
    throw error;
  }
  return [];
}

describe('claims as JSON', () => {
  test('fills in the fields that follow from others', () => {
    const { envelope, claims } = claimFileFromJson(file, moment);
    expect(envelope).toMatchObject({ senderQualifier: 'ZZ', usage: 'T', interchangeNumber: 1, moment });
    expect(claims[0]).toMatchObject({
      transaction: { purpose: '00', kind: 'CH', date: '2026-03-15', time: '1800' },
      billingProvider: { role: '85', entityType: '2', idQualifier: 'XX', taxIdQualifier: 'EI' },
      subscriber: {
        role: 'IL',
        entityType: '1',
        idQualifier: 'MI',
        payer: { role: 'PR', entityType: '2', idQualifier: 'PI' },
      },
      totalCharge: 12550,
      lines: [{ procedure: { qualifier: 'HC', code: '99213', modifiers: [] }, charge: 12550 }],
    });
  });

  test('writes equal parties once', () => {
    const copy = JSON.parse(JSON.stringify({ ...claim, patient_control_number: 'PCN-2' }));
    const { envelope, claims } = claimFileFromJson({ ...file, claims: [claim, copy] }, moment);
    const text = writeClaims(claims, envelope).toString();
    expect(text.match(/NM1\*85/g)).toHaveLength(1);
    expect(text.match(/NM1\*IL/g)).toHaveLength(1);
    expect([...readClaimsSync(Buffer.from(text))]).toHaveLength(2);
  });

  test.each([
    [
      { ...file, claims: [{ ...claim, total_charge: 125.5 }] },
      'claims[0].total_charge: must be an amount as a string, such as "12.50"',
    ],
    [
      { ...file, claims: [{ ...claim, total_charge: '1.234' }] },
      'claims[0].total_charge: must be an amount as a string, such as "12.50"',
    ],
    [
      { ...file, claims: [{ ...claim, dates: { accident: '2026-02-30' } }] },
      'claims[0].dates.accident: must be a date, YYYY-MM-DD',
    ],
    [{ ...file, claims: [{ ...claim, lines: [{}] }] }, 'claims[0].lines[0].procedure: is missing'],
    [
      { ...file, claims: [{ ...claim, patientControlNumber: 'X' }] },
      'claims[0].patientControlNumber: is unknown',
    ],
    [
      { ...file, claims: [{ ...claim, position: { index: 1, offset: 0 } }] },
      'claims[0].position: is not allowed',
    ],
    [{ ...file, claims: 'none' }, 'claims: must be a list'],
    [{ envelope: file.envelope, claims: [claim] }, 'claims[0].transaction: is missing'],
    [{ ...file, envelope: { sender: 'S' } }, 'envelope.receiver: is missing'],
    [{ ...file, envelope: { ...file.envelope, usage: 'X' } }, 'envelope.usage: must be one of T, P'],
    [null, ': must be an object'],
  ])('reports the fault (%#)', (json, issue) => {
    expect(issuesOf(json)).toContain(issue);
  });

  test('reports all errors at once', () => {
    const json = { ...file, claims: [{ ...claim, total_charge: 1, frequency: 1, subscriber: undefined }] };
    expect(issuesOf(json)).toHaveLength(3);
  });
});
