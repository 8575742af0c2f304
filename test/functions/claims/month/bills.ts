import { claimFileFromJson } from '#x12/837p/json/claim-file.ts';
import { writeClaims } from '#x12/837p/write/claims.ts';
import type { Dice } from '../../../http/commerce/year/dice.ts';

/** What happens to a claim in the month. */
export type Story =
  | 'paid'
  | 'copay'
  | 'denied'
  | 'denied_corrected'
  | 'underpaid'
  | 'reversed'
  | 'reversed_corrected'
  | 'without_diagnosis'
  | 'wrong_payer'
  | 'dismissed'
  | 'held'
  | 'held_for_a_day'
  | 'refused'
  | 'rejected'
  | 'secondary'
  | 'unbalanced'
  | 'in_unbalanced_remittance'
  | 'misspelled'
  | 'twin'
  | 'paid_twice'
  | 'silent'
  | 'entered_twice'
  | 'appealed'
  | 'crossover'
  | 'encounter'
  | 'equal_payments'
  | 'paid_corrected'
  | 'refused_duplicate'
  | 'reissued'
  | 'rejected_before_payment'
  | 'rejected_after_payment'
  | 'split'
  | 'split_later'
  | 'voided'
  | 'zero_payment';

const share: Readonly<Record<Story, number>> = {
  ...{ paid: 11, copay: 2, denied: 2, denied_corrected: 1, underpaid: 3, reversed: 1, reversed_corrected: 2 },
  ...{ without_diagnosis: 2, wrong_payer: 1, dismissed: 1, held: 1, held_for_a_day: 1, refused: 1 },
  ...{ rejected: 2, secondary: 2, unbalanced: 1, in_unbalanced_remittance: 2, misspelled: 1, twin: 1 },
  ...{
    paid_twice: 1,
    silent: 2,
    entered_twice: 1,
    appealed: 1,
    crossover: 2,
    encounter: 1,
    equal_payments: 1,
  },
  ...{ paid_corrected: 1, refused_duplicate: 1, reissued: 1, rejected_before_payment: 1 },
  ...{ rejected_after_payment: 1, split: 2, split_later: 1, voided: 1, zero_payment: 2 },
};
const stories = Object.entries(share).flatMap(([story, count]) => Array(count).fill(story) as Story[]);

export const payers = { state: 'CO_TXIX', plains: '60054' } as const;

/** The three sites of the configuration. */
export const sites = [
  { npi: '1234567893', zip: '802031234', name: 'VALLEY CLINIC' },
  { npi: '1245319599', zip: '803021111', name: 'VALLEY CLINIC NORTH' },
  { npi: '1679576722', zip: '810032222', name: 'VALLEY CLINIC SOUTH' },
] as const;
export type Site = (typeof sites)[number];

/** A claim as the practice has it on its desk. Amounts are cents. */
export interface Bill {
  readonly story: Story;
  readonly site: Site;
  readonly payer: string;
  readonly person: { readonly last: string; readonly first: string; readonly member: string };
  readonly day: string;
  readonly lines: readonly { readonly code: string; readonly charge: number }[];
  readonly charge: number;
  /** Patient control number; a corrected claim may get another one. */
  number: string;
  /** Claim in the service that is worked on now. */
  id: string;
}

const lastNames = ['ALDERMAN', 'BARROWAY', 'CASTELLAN', 'DUNWORTHY', 'EASTERLING', 'FAIRWEATHER', 'GALLOWAY'];
const firstNames = ['ADA', 'BEN', 'CLEO', 'DORA', 'EZRA', 'FAYE', 'GUS', 'HOPE'];
const prefixes: Partial<Readonly<Record<Story, string>>> = { refused: 'R9', rejected: 'RC', silent: 'SI' };

/** Claims of members with a second payer, and claims that the plan rejects. */
const ofPlains: ReadonlySet<Story> = new Set([
  ...(['secondary', 'crossover', 'wrong_payer', 'zero_payment'] as const),
  ...(['rejected_before_payment', 'rejected_after_payment'] as const),
]);

export const dayFromNow = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

export const sum = (amounts: readonly number[]): number => amounts.reduce((total, one) => total + one, 0);

/** The claims of the month: every story in the first 58, spread over sites and payers. */
export function newBills(dice: Dice, count: number): Bill[] {
  return Array.from({ length: count }, (_, n) => newBill(dice, n));
}

function newBill(dice: Dice, n: number): Bill {
  const story = stories[n % stories.length] ?? 'paid';
  const site = sites[Math.floor(dice.next() * sites.length)] ?? sites[0];
  const isPlains = ofPlains.has(story) || dice.chance(0.5);
  const lines = ['99213', '94010'].map((code) => ({ code, charge: 5000 + dice.below(25_000) }));
  const number = `${prefixes[story] ?? 'PA'}${String(10_001 + n)}`;
  return {
    ...{ story, site, lines, number, id: '' },
    payer: isPlains ? payers.plains : payers.state,
    person: { last: dice.pick(lastNames), first: dice.pick(firstNames), member: `A${String(500_000 + n)}` },
    day: dayFromNow(-1 - dice.below(dice.chance(0.8) ? 28 : 95)),
    charge: sum(lines.map(({ charge }) => charge)),
  };
}

/** The body of `POST /api/claims`, with the fault of its story. */
export function bodyOf(bill: Bill) {
  const { site, person, story } = bill;
  const isPlains = bill.payer === payers.plains;
  const isFaulty = story === 'without_diagnosis' || story === 'dismissed';
  const payer = story === 'wrong_payer' ? 'OLDPAYER1' : bill.payer;
  return {
    patient_control_number: bill.number,
    total_charge: bill.charge / 100,
    place_of_service: '11',
    frequency: '1',
    provider_signature: 'Y',
    accept_assignment: 'A',
    benefits_assigned: 'Y',
    release_of_information: 'Y',
    billing_provider: {
      ...{
        entity_type: '2',
        last_name: site.name,
        id: site.npi,
        tax_id: '841234567',
        taxonomy: '207Q00000X',
      },
      address: { line1: '100 MAIN STREET', city: 'DENVER', state: 'CO', zip: site.zip },
    },
    subscriber: {
      ...{ entity_type: '1', last_name: person.last, first_name: person.first, id: person.member },
      ...{ payer_sequence: 'P', relationship: '18', claim_filing: isPlains ? 'CI' : 'MC' },
      ...{ birth_date: '1980-01-01', gender: 'F' },
      address: { line1: '1 HOME STREET', city: 'DENVER', state: 'CO', zip: '80203' },
      payer: { entity_type: '2', last_name: isPlains ? 'PLAINS HEALTH' : 'HEALTH FIRST', id: payer },
    },
    ...(story === 'secondary' && { other_coverages: [secondCoverage(bill)] }),
    ...(!isFaulty && { diagnoses }),
    lines: bill.lines.map(({ code, charge }, index) => ({
      procedure: { qualifier: 'HC', code },
      ...{ charge: charge / 100, unit: 'UN', quantity: 1, diagnosis_pointers: [1], service_date: bill.day },
      control_number: `L${index + 1}`,
    })),
  };
}

export const diagnoses = [{ qualifier: 'ABK', code: 'J069' }];

const secondCoverage = ({ person }: Bill) => ({
  ...{ payer_sequence: 'S', relationship: '18', claim_filing: 'MC' },
  ...{ benefits_assigned: 'Y', release_of_information: 'Y' },
  subscriber: { entity_type: '1', last_name: person.last, first_name: person.first, id: person.member },
  payer: { entity_type: '2', last_name: 'HEALTH FIRST', id: payers.state },
});

/** An 837P of one set, as the practice management system of a site sends it. */
export function claimFile(bills: readonly Bill[], number: number): Buffer {
  const party = { entity_type: '2', id_qualifier: '46' };
  const { envelope, claims } = claimFileFromJson(
    {
      envelope: {
        sender: '12345678',
        receiver: 'COMEDASSISTPROG',
        interchange_number: number,
        group_number: number,
      },
      transaction: {
        batch_id: `B${number}`,
        submitter: {
          ...{ ...party, last_name: 'VALLEY CLINIC', id: '12345678' },
          contacts: [{ name: 'BILLING', numbers: [{ qualifier: 'TE', number: '3035550100' }] }],
        },
        receiver: { ...party, last_name: 'COLORADO MEDICAL ASSISTANCE PROGRAM', id: 'COMEDASSISTPROG' },
      },
      claims: bills.map((bill) => inFile(bill)),
    },
    new Date(),
  );
  return writeClaims(claims, envelope);
}

/** Lines of a file are numbered, and amounts are texts. */
function inFile(bill: Bill) {
  const { total_charge, lines, ...claim } = bodyOf(bill);
  const numbered = lines.map((line, index) => ({
    ...line,
    number: index + 1,
    charge: line.charge.toFixed(2),
  }));
  return { ...claim, total_charge: total_charge.toFixed(2), lines: numbered };
}
