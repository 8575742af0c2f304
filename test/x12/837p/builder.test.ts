import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readClaimsSync } from '#x12/837p/build/read-claims.ts';
import { buildClaim } from '#x12/837p/builder/build-claim.ts';
import { buildFile } from '#x12/837p/builder/build-file.ts';
import type { ClaimParts } from '#x12/837p/builder/claim-parts.ts';
import { writeClaims } from '#x12/837p/write/claims.ts';
import { validateSync } from '#x12/engine/validate.ts';

const now = new Date('2025-03-02T09:00:00Z');
const service = { procedure: '99213', charge: 12_550, date: '2025-02-20', diagnoses: ['J44.9'] };
const parts = {
  billingProvider: {
    npi: '1234567893',
    taxId: '841234567',
    name: 'VALLEY CLINIC',
    address: { line1: '100 CLINIC WAY', city: 'DENVER', state: 'CO', zip: '802031234' },
  },
  subscriber: {
    memberId: 'A123456',
    lastName: 'FERN',
    firstName: 'OLIVE',
    birthDate: '1980-04-01',
    gender: 'F',
    address: { line1: '2 ELM ST', city: 'DENVER', state: 'CO', zip: '80202' },
    payer: { id: '60054', name: 'PLAINS HEALTH' },
  },
  services: [service],
} satisfies ClaimParts;

const file = (...claims: readonly ClaimParts[]) => {
  const { claims: built, envelope } = buildFile({
    submitter: { id: '12345678', name: 'VALLEY BILLING', phone: '3035550100' },
    receiver: { id: '60054', name: 'PLAINS HEALTH' },
    claims: claims.map(buildClaim),
    controlNumber: 7,
    moment: now,
  });
  return writeClaims(built, envelope, { lineEnd: '\n' });
};
const findings = (bytes: Uint8Array) => [...validateSync(bytes, { now })].map(({ id }) => id);

test('three parts make a claim without findings', () => {
  const bytes = file(parts);
  expect(findings(bytes)).toEqual([]);
  const [claim] = readClaimsSync(bytes);
  expect(claim?.patientControlNumber).toMatch(/^[0-9A-F]{20}$/);
  expect(claim).toMatchObject({ totalCharge: 12_550, placeOfService: '11', frequency: '1' });
});

test('a field that is given replaces its default', () => {
  const [claim] = readClaimsSync(file({ ...parts, patientControlNumber: 'PCN1', placeOfService: '02' }));
  expect(claim).toMatchObject({ patientControlNumber: 'PCN1', placeOfService: '02' });
});

test('a provider with a first name is a person, and its social security number can be its tax id', () => {
  const billingProvider = { ...parts.billingProvider, firstName: 'RUTH', taxIdQualifier: 'SY' };
  const bytes = file({ ...parts, billingProvider });
  expect(findings(bytes)).toEqual([]);
  expect(bytes.toString()).toContain('NM1*85*1*VALLEY CLINIC*RUTH*');
});

test('a patient who is not the subscriber has a level below the subscriber', () => {
  const patient = {
    ...{ role: 'QC', entityType: '1', lastName: 'FERN', firstName: 'IVY', relationship: '19' },
    ...{ birthDate: '2015-05-05', gender: 'F', address: parts.subscriber.address },
  };
  const bytes = file({ ...parts, patient });
  expect(findings(bytes)).toEqual([]);
  expect(bytes.toString()).toContain('SBR*P********ZZ~');
});

test('claims of one provider and one subscriber share their levels, in whatever order they come', () => {
  const other = { ...parts, subscriber: { ...parts.subscriber, memberId: 'B7', firstName: 'MAX' } };
  const named = (one: ClaimParts, patientControlNumber: string) => ({ ...one, patientControlNumber });
  const text = file(named(parts, 'A1'), named(other, 'B1'), named(parts, 'A2')).toString();
  expect(text.match(/^HL\*/gm)).toHaveLength(3);
  expect(text.match(/^CLM\*\w+/gm)).toEqual(['CLM*A1', 'CLM*A2', 'CLM*B1']);
});

test('the sum, the diagnoses and their pointers follow from the services', () => {
  const codes = fc.uniqueArray(fc.constantFrom('J449', 'E119', 'I10', 'R05', 'J069'), {
    minLength: 1,
    maxLength: 4,
  });
  const services = fc.array(fc.record({ charge: fc.integer({ min: 1, max: 99_999_999 }), codes }), {
    minLength: 1,
    maxLength: 20,
  });
  fc.assert(
    fc.property(services, (drafts) => {
      const [first, ...others] = drafts.map(({ charge, codes: diagnoses }) => ({
        ...service,
        charge,
        diagnoses,
      }));
      if (first === undefined) return;
      const [claim] = readClaimsSync(file({ ...parts, services: [first, ...others] }));
      expect(claim?.totalCharge).toBe(drafts.reduce((sum, { charge }) => sum + charge, 0));
      const pointed = claim?.lines.map(({ diagnosisPointers }) =>
        diagnosisPointers.map((pointer) => claim.diagnoses[pointer - 1]?.code),
      );
      expect(pointed).toEqual(drafts.map((draft) => draft.codes));
    }),
    { numRuns: 50 },
  );
});

test.each([
  { diagnoses: [], message: 'Service 99213 has 0 diagnoses; give it 1 to 4' },
  { diagnoses: ['A1', 'A2', 'A3', 'A4', 'A5'], message: 'Service 99213 has 5 diagnoses; give it 1 to 4' },
])('a service with $diagnoses is refused', ({ diagnoses, message }) => {
  const refused = () => buildClaim({ ...parts, services: [{ ...service, diagnoses }] });
  expect(refused).toThrow(expect.objectContaining({ code: 'not_writable', message }));
});

test('more than twelve diagnoses of a claim are refused', () => {
  const lines = Array.from({ length: 13 }, (_, n) => ({ ...service, diagnoses: [`J${100 + n}`] }));
  expect(() => buildClaim({ ...parts, services: [service, ...lines] })).toThrow('divide the services');
});
