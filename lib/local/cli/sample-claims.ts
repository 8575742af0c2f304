import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { claimFileFromJson } from '#x12/837p/json/claim-file.ts';
import { writeClaims } from '#x12/837p/write/claims.ts';
import type { DataFolder } from '../state/data-folder.ts';

/** Writes `samples/claims.x12` into the data folder unless it exists. Returns its path. */
export function writeSampleClaims(folder: Pick<DataFolder, 'file'>): string {
  const file = folder.file('samples', 'claims.x12');
  if (existsSync(file)) return file;
  mkdirSync(path.dirname(file), { recursive: true });
  const temporary = `${file}.new`;
  writeFileSync(temporary, sampleClaims(new Date()));
  renameSync(temporary, file);
  return file;
}

/**
 * Builds an 837P for the preconfigured payer: seven claims of invented people, one for each behavior of the test payer
 * (docs/clearinghouse.md). The services were a week before `now`, the time of the interchange.
 */
function sampleClaims(now: Date): Uint8Array {
  const day = new Date(now.getTime() - 7 * 86_400_000).toISOString().slice(0, 10);
  const { envelope, claims } = claimFileFromJson(
    { ...claimFile, claims: patients.map((patient, index) => claimOf(patient, index, day)) },
    now,
  );
  return writeClaims(claims, envelope);
}

const claimFile = {
  envelope: { sender: '12345678', receiver: 'COMEDASSISTPROG' },
  transaction: {
    batch_id: 'SAMPLE1',
    submitter: {
      entity_type: '2',
      last_name: 'SAMPLE CLINIC',
      id: '12345678',
      contacts: [{ name: 'BILLING', numbers: [{ qualifier: 'TE', number: '3035550100' }] }],
    },
    receiver: { entity_type: '2', last_name: 'COLORADO MEDICAL ASSISTANCE PROGRAM', id: 'COMEDASSISTPROG' },
  },
};

/** The first two characters of the patient control number choose the behavior of the test payer. */
const patients = [
  { number: 'PA1001', name: ['FERN', 'OLIVE'], charge: '125.00', procedure: '99213' },
  { number: 'PA1002', name: ['ROWAN', 'IVY'], charge: '92.50', procedure: '99212' },
  { number: 'PP1003', name: ['MAPLE', 'HAZEL'], charge: '180.00', procedure: '99214' },
  { number: 'DN1004', name: ['ASPEN', 'LARCH'], charge: '75.00', procedure: '99211' },
  { number: 'RC1005', name: ['CEDAR', 'JUNIPER'], charge: '125.00', procedure: '99213' },
  { number: 'RV1006', name: ['ALDER', 'WILLOW'], charge: '240.00', procedure: '99215' },
  { number: 'SI1007', name: ['BIRCH', 'LINDEN'], charge: '92.50', procedure: '99212' },
] as const;

const claimOf = (
  { number, name, charge, procedure }: (typeof patients)[number],
  index: number,
  day: string,
) => ({
  patient_control_number: number,
  total_charge: charge,
  place_of_service: '11',
  frequency: '1',
  provider_signature: 'Y',
  accept_assignment: 'A',
  benefits_assigned: 'Y',
  release_of_information: 'Y',
  billing_provider: {
    entity_type: '2',
    last_name: 'SAMPLE CLINIC',
    id: '1234567893',
    tax_id: '841234567',
    taxonomy: '207Q00000X',
    address: { line1: '100 MAIN STREET', city: 'DENVER', state: 'CO', zip: '802031234' },
  },
  subscriber: {
    entity_type: '1',
    last_name: name[0],
    first_name: name[1],
    id: `S00000${index + 1}`,
    payer_sequence: 'P',
    relationship: '18',
    claim_filing: 'MC',
    birth_date: `198${index}-04-01`,
    gender: 'F',
    address: { line1: `${index + 1} ELM STREET`, city: 'DENVER', state: 'CO', zip: '80203' },
    payer: { entity_type: '2', last_name: 'COLORADO MEDICAL ASSISTANCE PROGRAM', id: 'CO_TXIX' },
  },
  diagnoses: [{ qualifier: 'ABK', code: 'J069' }],
  lines: [
    {
      number: 1,
      procedure: { qualifier: 'HC', code: procedure },
      charge,
      unit: 'UN',
      quantity: 1,
      diagnosis_pointers: [1],
      service_date: day,
      control_number: `${number}L1`,
    },
  ],
});
