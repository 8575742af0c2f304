import {
  type Codec,
  date,
  type Fields,
  hidden,
  list,
  number,
  optional,
  or,
  record,
  required,
  text,
} from '../../values/json-codec.ts';
import type {
  Address,
  BillingProvider,
  Contact,
  ContactNumber,
  Party,
  Patient,
  Payer,
  Person,
  Reference,
  Subscriber,
} from '../model/party.ts';

const address = record<Address>({
  line1: optional(text),
  line2: optional(text),
  city: optional(text),
  state: optional(text),
  zip: optional(text),
  country: optional(text),
  subdivision: optional(text),
});

export const referenceCodec: Codec<Reference> = record<Reference>({
  qualifier: required(text),
  value: required(text),
  payerId: optional(text),
});

const contact = record<Contact>({
  name: optional(text),
  numbers: or(list(record<ContactNumber>({ qualifier: required(text), number: required(text) })), []),
});

/**
 * A party; its role, what it is and the kind of its id need not be said where they follow: the role from the place,
 * a person from a first name, the kind of id from the role.
 */
export function partyCodec(role: string, idQualifier: string | undefined): Codec<Party> {
  return withUsualValues(record<Party>(partyFields(role)), idQualifier);
}

export function partyFields(role: string): Fields<Party> {
  return {
    position: hidden,
    role: or(text, role),
    entityType: or(text, ''),
    lastName: optional(text),
    firstName: optional(text),
    middleName: optional(text),
    suffix: optional(text),
    idQualifier: optional(text),
    id: optional(text),
    address: optional(address),
    taxonomy: optional(text),
    references: or(list(referenceCodec), []),
    contacts: or(list(contact), []),
  };
}

export function withUsualValues<P extends Party>(codec: Codec<P>, idQualifier: string | undefined): Codec<P> {
  return {
    toJson: codec.toJson,
    fromJson: (json, at) => {
      const party = codec.fromJson(json, at);
      if (party === undefined) return undefined;
      const isPerson = party.firstName !== undefined;
      return {
        ...party,
        entityType: party.entityType || (isPerson ? '1' : '2'),
        ...(party.id !== undefined && { idQualifier: party.idQualifier ?? idQualifier }),
      };
    },
  };
}

function personFields(role: string): Fields<Person> {
  return {
    ...partyFields(role),
    birthDate: optional(date),
    gender: optional(text),
    deathDate: optional(date),
    weight: optional(number),
    pregnant: optional(text),
    propertyCasualtyClaimNumber: optional(text),
  };
}

const billingProvider: Codec<BillingProvider> = withUsualValues(
  record<BillingProvider>({
    ...partyFields('85'),
    levelPosition: hidden,
    taxIdQualifier: optional(text),
    taxId: optional(text),
    currency: optional(text),
    payTo: optional(partyCodec('87', undefined)),
    payToPlan: optional(partyCodec('PE', 'PI')),
  }),
  'XX',
);

/** A tax id is that of an employer unless it says otherwise. */
export const billingProviderCodec: Codec<BillingProvider> = {
  toJson: billingProvider.toJson,
  fromJson: (json, at) => {
    const provider = billingProvider.fromJson(json, at);
    if (provider?.taxId === undefined) return provider;
    return { ...provider, taxIdQualifier: provider.taxIdQualifier ?? 'EI' };
  },
};

const payer: Codec<Payer> = withUsualValues(
  record<Payer>({ ...partyFields('PR'), billingProviderIds: or(list(referenceCodec), []) }),
  'PI',
);

export const subscriberCodec: Codec<Subscriber> = withUsualValues(
  record<Subscriber>({
    ...personFields('IL'),
    levelPosition: hidden,
    payerSequence: optional(text),
    relationship: optional(text),
    groupNumber: optional(text),
    groupName: optional(text),
    insuranceType: optional(text),
    claimFiling: optional(text),
    payer: optional(payer),
  }),
  'MI',
);

export const patientCodec: Codec<Patient> = withUsualValues(
  record<Patient>({ ...personFields('QC'), levelPosition: hidden, relationship: optional(text) }),
  undefined,
);
