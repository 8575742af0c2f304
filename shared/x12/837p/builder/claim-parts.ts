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
