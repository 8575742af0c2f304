import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { officeVisit } from '#test/fixtures/x12/claim.ts';
import { claimFileJson } from '#test/fixtures/x12/random-claim.ts';
import { sized } from '#test/soak.ts';
import { readClaims, readClaimsSync } from '#x12/837p/build/read-claims.ts';
import { claimToJson } from '#x12/837p/json/claim.ts';
import { claimFileFromJson } from '#x12/837p/json/claim-file.ts';
import { streamClaims, writeClaims } from '#x12/837p/write/claims.ts';

const moment = new Date('2026-03-15T18:00:00Z');
const head = {
  envelope: { sender: 'SENDER', receiver: 'RECEIVER' },
  transaction: {
    batch_id: 'B1',
    submitter: { last_name: 'S', id: 'S1' },
    receiver: { last_name: 'R', id: 'R1' },
  },
};
const sharedTransaction = {
  purpose: '00',
  batch_id: 'B1',
  date: '2026-03-15',
  time: '1800',
  kind: 'CH',
  submitter: { role: '41', entity_type: '2', last_name: 'S', id_qualifier: '46', id: 'S1' },
  receiver: { role: '40', entity_type: '2', last_name: 'R', id_qualifier: '46', id: 'R1' },
};

/** Sorts a subscriber's own claims before those of dependents, as every file does. */
function byContent(claims: readonly unknown[]): string[] {
  return claims.map((claim) => JSON.stringify(claim, Object.keys(flattened(claim)).sort())).sort();
}

function flattened(value: unknown, keys: Record<string, true> = {}): Record<string, true> {
  if (typeof value !== 'object' || value === null) return keys;
  for (const [key, part] of Object.entries(value)) {
    keys[key] = true;
    flattened(part, keys);
  }
  return keys;
}

describe('837P round trip', () => {
  test('preserves any claims through JSON, writing, reading and JSON', () => {
    fc.assert(
      fc.property(claimFileJson, (claims) => {
        const file = claimFileFromJson({ ...head, claims }, moment);
        const written = writeClaims(file.claims, file.envelope);
        const read = [...readClaimsSync(written)].map(claimToJson);
        const expected = claims.map((claim) => ({
          ...claim,
          transaction: sharedTransaction,
          lines: claim.lines.map((line, i) => ({ number: i + 1, ...line })),
        }));
        expect(byContent(read)).toEqual(byContent(expected));
      }),
      { seed: 837, numRuns: sized('random 837P files by way of JSON', { short: 20, soak: 500 }) },
    );
  }, 600_000);

  test('writes the same file again from a file that it wrote', () => {
    fc.assert(
      fc.property(claimFileJson, (claims) => {
        const file = claimFileFromJson({ ...head, claims }, moment);
        const once = writeClaims(file.claims, file.envelope);
        const twice = writeClaims(readClaimsSync(once), file.envelope);
        expect(twice.toString()).toBe(once.toString());
      }),
      { seed: 838, numRuns: sized('random 837P files', { short: 12, soak: 300 }) },
    );
  }, 600_000);

  test('reads chunks and writes streams with the same result as whole files', async () => {
    const claims = Array.from({ length: 250 }, (_, i) => ({ ...officeVisit, patientControlNumber: `P${i}` }));
    const envelope = {
      senderQualifier: 'ZZ',
      sender: 'S',
      receiverQualifier: 'ZZ',
      receiver: 'R',
      moment,
      interchangeNumber: 1,
      groupNumber: 1,
      usage: 'T',
    } as const;
    const delimiters = { element: '*', component: ':', repetition: '^', terminator: '~' };
    const pieces: Buffer[] = [];
    for await (const piece of streamClaims(claims, envelope, { delimiters })) pieces.push(piece);
    expect(pieces.length).toBeGreaterThan(2);
    expect(Buffer.concat(pieces).toString()).toBe(writeClaims(claims, envelope).toString());

    const numbers: string[] = [];
    for await (const claim of readClaims(pieces)) numbers.push(claim.patientControlNumber);
    expect(numbers).toEqual(claims.map(({ patientControlNumber }) => patientControlNumber));
  });
});
