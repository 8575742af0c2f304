import type { Position } from '../../reader/segment.ts';
import type {
  BillingProvider,
  ClaimParty,
  DestinationPayer,
  PartyAddress,
  PartyContact,
  Patient,
  QualifiedReference,
  Subscriber,
} from './party.ts';

/**
 * The typed results while they are being filled. Every field is there from the start, so all records of a class
 * share one hidden class; empty lists are one shared, frozen array, replaced by the first entry.
 */

export type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** The shared empty list; frozen, so that it cannot be appended to by mistake. */
export const none: never[] = [];
Object.freeze(none);

/** Appends to a list that may still be the shared empty one; answers the list to keep. */
export function appended<T>(list: T[], value: T): T[] {
  if (list === none) return [value];
  list.push(value);
  return list;
}

export class PartyRecord implements ClaimParty {
  position: Position | undefined = undefined;
  role = '';
  entityType = '';
  lastName: string | undefined = undefined;
  firstName: string | undefined = undefined;
  middleName: string | undefined = undefined;
  suffix: string | undefined = undefined;
  idQualifier: string | undefined = undefined;
  id: string | undefined = undefined;
  address: Writable<PartyAddress> | undefined = undefined;
  taxonomy: string | undefined = undefined;
  references: QualifiedReference[] = none;
  contacts: PartyContact[] = none;
}

export class BillingProviderRecord extends PartyRecord implements BillingProvider {
  levelPosition: Position | undefined = undefined;
  taxIdQualifier: string | undefined = undefined;
  taxId: string | undefined = undefined;
  currency: string | undefined = undefined;
  payTo: PartyRecord | undefined = undefined;
  payToPlan: PartyRecord | undefined = undefined;
}

export class PersonRecord extends PartyRecord {
  levelPosition: Position | undefined = undefined;
  birthDate: string | undefined = undefined;
  gender: string | undefined = undefined;
  deathDate: string | undefined = undefined;
  weight: number | undefined = undefined;
  pregnant: string | undefined = undefined;
  propertyCasualtyClaimNumber: string | undefined = undefined;
  relationship: string | undefined = undefined;
}

export class SubscriberRecord extends PersonRecord implements Subscriber {
  payerSequence: string | undefined = undefined;
  groupNumber: string | undefined = undefined;
  groupName: string | undefined = undefined;
  insuranceType: string | undefined = undefined;
  claimFiling: string | undefined = undefined;
  payer: PayerRecord | undefined = undefined;
}

export class PayerRecord extends PartyRecord implements DestinationPayer {
  billingProviderIds: QualifiedReference[] = none;
}

export class PatientRecord extends PersonRecord implements Patient {}
