import {
  type Codec,
  type CodecFields,
  defaultedField,
  jsonDate,
  jsonList,
  jsonNumber,
  jsonRecord,
  jsonText,
  memoryOnlyField,
  optionalField,
  requiredField,
} from '../../values/json-codec.ts';
import type {
  BillingProvider,
  ClaimParty,
  ClaimPerson,
  ContactNumber,
  DestinationPayer,
  PartyAddress,
  PartyContact,
  Patient,
  QualifiedReference,
  Subscriber,
} from '../model/party.ts';

const address = jsonRecord<PartyAddress>({
  line1: optionalField(jsonText),
  line2: optionalField(jsonText),
  city: optionalField(jsonText),
  state: optionalField(jsonText),
  zip: optionalField(jsonText),
  country: optionalField(jsonText),
  subdivision: optionalField(jsonText),
});

export const referenceCodec: Codec<QualifiedReference> = jsonRecord<QualifiedReference>({
  qualifier: requiredField(jsonText),
  value: requiredField(jsonText),
  payerId: optionalField(jsonText),
});

const contact = jsonRecord<PartyContact>({
  name: optionalField(jsonText),
  numbers: defaultedField(
    jsonList(
      jsonRecord<ContactNumber>({ qualifier: requiredField(jsonText), number: requiredField(jsonText) }),
    ),
    [],
  ),
});

/**
 * A party; its role, what it is and the kind of its id need not be said where they follow: the role from the place,
 * a person from a first name, the kind of id from the role.
 */
export function partyCodec(role: string, idQualifier: string | undefined): Codec<ClaimParty> {
  return withUsualValues(jsonRecord<ClaimParty>(partyFields(role)), idQualifier);
}

export function partyFields(role: string): CodecFields<ClaimParty> {
  return {
    position: memoryOnlyField,
    role: defaultedField(jsonText, role),
    entityType: defaultedField(jsonText, ''),
    lastName: optionalField(jsonText),
    firstName: optionalField(jsonText),
    middleName: optionalField(jsonText),
    suffix: optionalField(jsonText),
    idQualifier: optionalField(jsonText),
    id: optionalField(jsonText),
    address: optionalField(address),
    taxonomy: optionalField(jsonText),
    references: defaultedField(jsonList(referenceCodec), []),
    contacts: defaultedField(jsonList(contact), []),
  };
}

export function withUsualValues<P extends ClaimParty>(
  codec: Codec<P>,
  idQualifier: string | undefined,
): Codec<P> {
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

function personFields(role: string): CodecFields<ClaimPerson> {
  return {
    ...partyFields(role),
    birthDate: optionalField(jsonDate),
    gender: optionalField(jsonText),
    deathDate: optionalField(jsonDate),
    weight: optionalField(jsonNumber),
    pregnant: optionalField(jsonText),
    propertyCasualtyClaimNumber: optionalField(jsonText),
  };
}

const billingProvider: Codec<BillingProvider> = withUsualValues(
  jsonRecord<BillingProvider>({
    ...partyFields('85'),
    levelPosition: memoryOnlyField,
    taxIdQualifier: optionalField(jsonText),
    taxId: optionalField(jsonText),
    currency: optionalField(jsonText),
    payTo: optionalField(partyCodec('87', undefined)),
    payToPlan: optionalField(partyCodec('PE', 'PI')),
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

const payer: Codec<DestinationPayer> = withUsualValues(
  jsonRecord<DestinationPayer>({
    ...partyFields('PR'),
    billingProviderIds: defaultedField(jsonList(referenceCodec), []),
  }),
  'PI',
);

export const subscriberCodec: Codec<Subscriber> = withUsualValues(
  jsonRecord<Subscriber>({
    ...personFields('IL'),
    levelPosition: memoryOnlyField,
    payerSequence: optionalField(jsonText),
    relationship: optionalField(jsonText),
    groupNumber: optionalField(jsonText),
    groupName: optionalField(jsonText),
    insuranceType: optionalField(jsonText),
    claimFiling: optionalField(jsonText),
    payer: optionalField(payer),
  }),
  'MI',
);

export const patientCodec: Codec<Patient> = withUsualValues(
  jsonRecord<Patient>({
    ...personFields('QC'),
    levelPosition: memoryOnlyField,
    relationship: optionalField(jsonText),
  }),
  undefined,
);
