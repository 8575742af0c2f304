import type { Page } from 'playwright-core';
import { claimFileFromJson } from '#x12/837p/json/claim-file.ts';
import { writeClaims } from '#x12/837p/write/claims.ts';

/** An invented claim. The first two characters of its number choose the behavior of the test payer (docs/clearinghouse.md). */
export interface InventedClaim {
  readonly number: string;
  readonly lastName: string;
  readonly firstName?: string;
  readonly charge?: string;
  /** Another diagnosis than J069, such as one that does not exist. */
  readonly diagnosis?: string;
}

/** An 837P of invented claims for the preconfigured payer, with services a week before `now`. */
export function claimFile(claims: readonly InventedClaim[], now: Date = new Date()): Uint8Array {
  const day = new Date(now.getTime() - 7 * 86_400_000).toISOString().slice(0, 10);
  const file = claimFileFromJson(
    { ...frame, claims: claims.map((claim, place) => claimOf(claim, place, day)) },
    now,
  );
  return writeClaims(file.claims, file.envelope);
}

const frame = {
  envelope: { sender: '12345678', receiver: 'COMEDASSISTPROG' },
  transaction: {
    batch_id: 'WEB1',
    submitter: {
      entity_type: '2',
      last_name: 'SAMPLE CLINIC',
      id: '12345678',
      contacts: [{ name: 'BILLING', numbers: [{ qualifier: 'TE', number: '3035550100' }] }],
    },
    receiver: { entity_type: '2', last_name: 'COLORADO MEDICAL ASSISTANCE PROGRAM', id: 'COMEDASSISTPROG' },
  },
};

const claimOf = (
  { number, lastName, firstName = 'IVY', charge = '125.00', diagnosis = 'J069' }: InventedClaim,
  place: number,
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
    last_name: lastName,
    first_name: firstName,
    id: `S${number.slice(-6).padStart(6, '0')}`,
    payer_sequence: 'P',
    relationship: '18',
    claim_filing: 'MC',
    birth_date: `19${80 + (place % 20)}-04-01`,
    gender: 'F',
    address: { line1: `${place + 1} ELM STREET`, city: 'DENVER', state: 'CO', zip: '80203' },
    payer: { entity_type: '2', last_name: 'COLORADO MEDICAL ASSISTANCE PROGRAM', id: 'CO_TXIX' },
  },
  diagnoses: [{ qualifier: 'ABK', code: diagnosis }],
  lines: [
    {
      number: 1,
      procedure: { qualifier: 'HC', code: '99213' },
      charge,
      unit: 'UN',
      quantity: 1,
      diagnosis_pointers: [1],
      service_date: day,
      control_number: `${number}L1`,
    },
  ],
});

/** Drops a file on the page, as from the desktop of the device. */
export async function dropFile(page: Page, name: string, content: Uint8Array): Promise<void> {
  const text = Buffer.from(content).toString('latin1');
  await page.evaluate(
    ([fileName, fileText]) => {
      const data = new DataTransfer();
      data.items.add(new File([fileText], fileName, { type: 'text/plain' }));
      for (const type of ['dragenter', 'dragover', 'drop'])
        window.dispatchEvent(new DragEvent(type, { dataTransfer: data, cancelable: true }));
    },
    [name, text] as const,
  );
}
