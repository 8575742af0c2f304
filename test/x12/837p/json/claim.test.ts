import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import fc from 'fast-check';
import { claimFileJson } from '#test/fixtures/x12/random-claim.ts';
import { sized } from '#test/soak.ts';
import { readClaimsSync } from '#x12/837p/build/read-claims.ts';
import { claimFileFromJson } from '#x12/837p/json/claim-file.ts';
import { claimFileSchema } from '#x12/837p/json/claim-file-schema.ts';
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

describe('the JSON Schema of claims', () => {
  const root = resolve(import.meta.dirname, '../../../..');
  const ajv = new Ajv2020({ strict: false });
  formats.default(ajv);
  const isValid = ajv.compile(claimFileSchema());
  const example = () => JSON.parse(readFileSync(resolve(root, 'docs/x12-claims.json'), 'utf8'));

  /** The example with generated claims. */
  const files = claimFileJson.map((claims) => JSON.parse(JSON.stringify({ ...example(), claims })));

  const numRuns = sized('random claim files and their JSON Schema', { short: 25, soak: 500 });

  const isAccepted = (json: unknown): boolean => {
    try {
      claimFileFromJson(json, new Date());
      return true;
    } catch {
      return false;
    }
  };

  test('accepts the example of the docs and every generated file', () => {
    expect(isValid(example())).toBe(true);
    fc.assert(
      fc.property(files, (json) => {
        expect(isValid(json)).toBe(true);
      }),
      { numRuns },
    );
  });

  test('agrees with the reader about every changed value', () => {
    const strange = fc.constantFrom(null, 7, '', 'x', true, [], {}, '2025-02-30', '1.005', ['x'], [7]);
    const changes = fc.array(fc.tuple(fc.nat(), strange), { minLength: 20, maxLength: 20 });
    fc.assert(
      fc.property(files, changes, (file, all) => {
        for (const [n, value] of all) {
          const json = structuredClone(file);
          const places = placesIn(json);
          const place = places[n % places.length];
          if (place === undefined) return;
          place.set(value);
          // The reader takes null for an absent value, and knows the days of a month.
          if (value === null || value === '2025-02-30') continue;
          expect([place.path, isValid(json)]).toEqual([place.path, isAccepted(json)]);
        }
      }),
      { numRuns },
    );
  });

  test('refuses a missing part and an unknown name', () => {
    const { envelope: _, ...incomplete } = example();
    expect(isValid(incomplete)).toBe(false);
    expect(isValid({ ...example(), claim: [] })).toBe(false);
  });

  interface Place {
    readonly path: string;
    set(value: unknown): void;
  }

  /** Every member and item of a JSON value. */
  function placesIn(json: unknown, path = ''): readonly Place[] {
    if (typeof json !== 'object' || json === null) return [];
    return Object.entries(json).flatMap(([key, part]) => [
      { path: `${path}.${key}`, set: (value: unknown) => Object.assign(json, { [key]: value }) },
      ...placesIn(part, `${path}.${key}`),
    ]);
  }
});
