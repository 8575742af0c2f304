import type { CreateClaimInput } from '#clients/typescript/src/claims/index.ts';
import { claims } from '../browser/browser.ts';

/** A stored claim. */
export interface PreparedClaim {
  readonly id: string;
  readonly number: string;
  readonly lastName: string;
}

/** Stores a claim for the preconfigured payer. Without a diagnosis it is a draft, otherwise it is ready. */
export async function prepareClaim({
  prefix = 'PA',
  diagnosis,
  lastName = newName(),
  payer = medicaid,
}: {
  readonly prefix?: string;
  readonly diagnosis?: string;
  readonly lastName?: string;
  /** Tests that submit everything for a payer use a separate payer. */
  readonly payer?: Payer;
}): Promise<PreparedClaim> {
  const number = newNumber(prefix);
  const { id } = await claims().claims.create(contentOf(number, lastName, diagnosis, payer));
  return { id, number, lastName };
}

/** A patient control number that no other test uses. `prefix` chooses the behavior of the test payer. */
export const newNumber = (prefix: string): string =>
  `${prefix}${String(Math.floor(Math.random() * 1e9)).padStart(9, '0')}`;

/** A last name of letters that no other test uses. */
const newName = (): string =>
  `OAK${Array.from({ length: 9 }, () => String.fromCharCode(65 + Math.floor(Math.random() * 26))).join('')}`;

interface Payer {
  readonly id: string;
  readonly name: string;
  /** SBR09 */
  readonly claimFiling: string;
}

const medicaid: Payer = { id: 'CO_TXIX', name: 'COLORADO MEDICAL ASSISTANCE PROGRAM', claimFiling: 'MC' };

/** The preconfigured commercial payer. */
export const commercial: Payer = { id: '60054', name: 'PLAINS HEALTH', claimFiling: 'CI' };

const contentOf = (
  number: string,
  lastName: string,
  diagnosis: string | undefined,
  payer: Payer,
): CreateClaimInput => ({
  patient_control_number: number,
  total_charge: 125,
  place_of_service: '11',
  frequency: '1',
  provider_signature: 'Y',
  accept_assignment: 'A',
  benefits_assigned: 'Y',
  release_of_information: 'Y',
  billing_provider: {
    last_name: 'SAMPLE CLINIC',
    id: '1234567893',
    tax_id: '841234567',
    taxonomy: '207Q00000X',
    address: { line1: '100 MAIN STREET', city: 'DENVER', state: 'CO', zip: '802031234' },
  },
  subscriber: {
    last_name: lastName,
    first_name: 'IVY',
    id: `E${number.slice(-6)}`,
    birth_date: '1981-04-01',
    gender: 'F',
    payer_sequence: 'P',
    relationship: '18',
    claim_filing: payer.claimFiling,
    payer: { last_name: payer.name, id: payer.id },
    address: { line1: '1 ELM STREET', city: 'DENVER', state: 'CO', zip: '80203' },
  },
  ...(diagnosis !== undefined && { diagnoses: [{ qualifier: 'ABK', code: diagnosis }] }),
  lines: [
    {
      procedure: { code: '99213' },
      charge: 125,
      unit: 'UN',
      quantity: 1,
      diagnosis_pointers: [1],
      service_date: new Date(Date.now() - 7 * 86_400_000).toISOString().slice(0, 10),
      control_number: '1',
    },
  ],
});
