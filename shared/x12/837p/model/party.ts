import type { Position } from '../../reader/segment.ts';

/** N3 and N4. */
export interface PartyAddress {
  readonly line1?: string | undefined;
  readonly line2?: string | undefined;
  readonly city?: string | undefined;
  readonly state?: string | undefined;
  readonly zip?: string | undefined;
  readonly country?: string | undefined;
  readonly subdivision?: string | undefined;
}

/** A REF that stays a list because its qualifier is the meaning: secondary numbers of a party or payer. */
export interface QualifiedReference {
  readonly qualifier: string;
  readonly value: string;
  /** REF04: the id of the other payer whose number this is. */
  readonly payerId?: string | undefined;
}

/** PER: a name and up to three ways to reach it. */
export interface PartyContact {
  readonly name?: string | undefined;
  readonly numbers: readonly ContactNumber[];
}

export interface ContactNumber {
  /** TE telephone, EM e-mail, FX fax, EX extension. */
  readonly qualifier: string;
  readonly number: string;
}

/** Whoever an NM1 loop names: a person, an organization or, without a name, a place or a number. */
export interface ClaimParty {
  /** Of the NM1 segment; absent in a claim that was not read from a file. */
  readonly position?: Position | undefined;
  /** NM101. */
  readonly role: string;
  /** NM102: 1 person, 2 organization. */
  readonly entityType: string;
  /** Last name of a person, or the name of an organization. */
  readonly lastName?: string | undefined;
  readonly firstName?: string | undefined;
  readonly middleName?: string | undefined;
  readonly suffix?: string | undefined;
  /** NM108: XX NPI, MI member id, PI payer id, XV plan id, 46 trading partner id. */
  readonly idQualifier?: string | undefined;
  readonly id?: string | undefined;
  readonly address?: PartyAddress | undefined;
  /** PRV03 of the same loop (2000A for the billing provider). */
  readonly taxonomy?: string | undefined;
  readonly references: readonly QualifiedReference[];
  readonly contacts: readonly PartyContact[];
}

/** Loops 2000A, 2010AA, 2010AB, 2010AC. */
export interface BillingProvider extends ClaimParty {
  /** Of the HL segment of loop 2000A. */
  readonly levelPosition?: Position | undefined;
  /** EI employer id or SY social security number. */
  readonly taxIdQualifier?: string | undefined;
  readonly taxId?: string | undefined;
  /** CUR02. */
  readonly currency?: string | undefined;
  /** Loop 2010AB; has an address and no name. */
  readonly payTo?: ClaimParty | undefined;
  /** Loop 2010AC. */
  readonly payToPlan?: ClaimParty | undefined;
}

/** What 2000B and 2000C tell of a person: DMG and PAT. */
export interface ClaimPerson extends ClaimParty {
  readonly birthDate?: string | undefined;
  /** F, M or U. */
  readonly gender?: string | undefined;
  readonly deathDate?: string | undefined;
  /** Pounds. */
  readonly weight?: number | undefined;
  /** PAT09 Y. */
  readonly pregnant?: string | undefined;
  /** REF*Y4. */
  readonly propertyCasualtyClaimNumber?: string | undefined;
}

/** Loops 2000B, 2010BA, 2010BB. */
export interface Subscriber extends ClaimPerson {
  /** Of the HL segment of loop 2000B. */
  readonly levelPosition?: Position | undefined;
  /** SBR01: P primary, S secondary, T tertiary … */
  readonly payerSequence?: string | undefined;
  /** SBR02: 18 when the subscriber is the patient. */
  readonly relationship?: string | undefined;
  readonly groupNumber?: string | undefined;
  readonly groupName?: string | undefined;
  /** SBR05, why Medicare is secondary. */
  readonly insuranceType?: string | undefined;
  /** SBR09. */
  readonly claimFiling?: string | undefined;
  readonly payer?: DestinationPayer | undefined;
}

/** Loop 2010BB. */
export interface DestinationPayer extends ClaimParty {
  /** REF G2 and LU: the payer's own numbers for the billing provider. */
  readonly billingProviderIds: readonly QualifiedReference[];
}

/** Loops 2000C, 2010CA: a patient who is not the subscriber. */
export interface Patient extends ClaimPerson {
  /** Of the HL segment of loop 2000C. */
  readonly levelPosition?: Position | undefined;
  /** PAT01. */
  readonly relationship?: string | undefined;
}
