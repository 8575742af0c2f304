import { X12Error } from '../../findings/x12-error.ts';
import type { WritableClaim } from '../write/claims.ts';

/** A claim for {@link buildClaim}: three parts, and any field of a claim that replaces a default. */
export interface ClaimParts
  extends Partial<Omit<WritableClaim, 'transaction' | 'billingProvider' | 'subscriber' | 'lines'>> {
  readonly billingProvider: ProviderParts;
  /** The insured person, who is the patient unless `patient` is given. */
  readonly subscriber: SubscriberParts;
  readonly services: readonly [ServiceParts, ...ServiceParts[]];
}

/** The provider that bills: an organization, or a person with `firstName`. */
export interface ProviderParts extends Partial<WritableClaim['billingProvider']> {
  readonly npi: string;
  /** EIN, unless `taxIdQualifier` is SY. */
  readonly taxId: string;
  readonly name: string;
  /** Its ZIP code has nine digits. */
  readonly address: NonNullable<WritableClaim['billingProvider']['address']>;
}

export interface SubscriberParts extends Partial<Omit<WritableClaim['subscriber'], 'payer'>> {
  readonly memberId: string;
  readonly lastName: string;
  readonly firstName: string;
  /** ISO date. */
  readonly birthDate: string;
  readonly gender: string;
  readonly address: NonNullable<WritableClaim['subscriber']['address']>;
  readonly payer: { readonly id: string; readonly name: string };
}

type Line = NonNullable<WritableClaim['lines']>[number];

export interface ServiceParts extends Partial<Omit<Line, 'procedure' | 'diagnosisPointers'>> {
  /** CPT or HCPCS code, with modifiers after hyphens: `99213-25`. */
  readonly procedure: string;
  /** Cents. */
  readonly charge: number;
  /** ISO date. */
  readonly date: string;
  /** One to four ICD-10-CM codes, the most important first; dots are dropped. */
  readonly diagnoses: readonly string[];
}

/** A claim that {@link buildFile} puts into a file. */
export type BuiltClaim = Omit<WritableClaim, 'transaction'>;

const maxDiagnoses = 12;
const maxPointers = 4;

/**
 * Builds a claim from provider, subscriber and services. The rest has the defaults of a first claim of an office visit:
 * place of service 11, frequency 1, signatures on file, assignment accepted, primary coverage of filing indicator ZZ, and
 * a random patient control number. The charge is the sum of the services. Throws X12Error `not_writable` for more than 12
 * diagnoses of a claim, or none or more than four of a service.
 */
export function buildClaim(parts: ClaimParts): BuiltClaim {
  const { billingProvider, subscriber, services, ...rest } = parts;
  const diagnoses = [...new Set(services.flatMap((service) => codesOf(service)))];
  if (diagnoses.length > maxDiagnoses)
    throw new X12Error('not_writable', `A claim holds ${maxDiagnoses} diagnoses; divide the services`);
  return {
    patientControlNumber: randomControlNumber(),
    totalCharge: services.reduce((sum, { charge }) => sum + charge, 0),
    placeOfService: '11',
    frequency: '1',
    providerSignature: 'Y',
    acceptAssignment: 'A',
    benefitsAssigned: 'Y',
    releaseOfInformation: 'Y',
    diagnoses: diagnoses.map((code, n) => ({ qualifier: n === 0 ? 'ABK' : 'ABF', code })),
    ...rest,
    billingProvider: provider(billingProvider),
    subscriber: insured(subscriber, rest.patient === undefined),
    lines: services.map((service, n) => line(service, n, diagnoses)),
  };
}

function provider({ npi, name, ...rest }: ProviderParts): BuiltClaim['billingProvider'] {
  return {
    role: '85',
    entityType: rest.firstName === undefined ? '2' : '1',
    lastName: name,
    idQualifier: 'XX',
    id: npi,
    taxIdQualifier: 'EI',
    ...rest,
  };
}

function insured(
  { memberId, payer, ...rest }: SubscriberParts,
  isPatient: boolean,
): BuiltClaim['subscriber'] {
  return {
    role: 'IL',
    entityType: '1',
    idQualifier: 'MI',
    id: memberId,
    payerSequence: 'P',
    ...(isPatient && { relationship: '18' }),
    claimFiling: 'ZZ',
    ...rest,
    payer: { role: 'PR', entityType: '2', lastName: payer.name, idQualifier: 'PI', id: payer.id },
  };
}

function line(service: ServiceParts, place: number, diagnoses: readonly string[]) {
  const { procedure, charge, date, diagnoses: _, ...rest } = service;
  const [code = '', ...modifiers] = procedure.split('-');
  return {
    unit: 'UN',
    quantity: 1,
    controlNumber: `L${place + 1}`,
    serviceDate: date,
    charge,
    ...rest,
    procedure: { qualifier: 'HC', code, modifiers },
    diagnosisPointers: codesOf(service).map((diagnosis) => diagnoses.indexOf(diagnosis) + 1),
  };
}

function codesOf({ procedure, diagnoses }: ServiceParts): readonly string[] {
  const codes = [...new Set(diagnoses.map((code) => code.replaceAll('.', '').toUpperCase()))];
  if (codes.length > 0 && codes.length <= maxPointers) return codes;
  throw new X12Error(
    'not_writable',
    `Service ${procedure.slice(0, 5)} has ${codes.length} diagnoses; give it 1 to ${maxPointers}`,
  );
}

/** Twenty letters and digits, the most that every payer returns. */
const randomControlNumber = () => crypto.randomUUID().replaceAll('-', '').slice(0, 20).toUpperCase();
