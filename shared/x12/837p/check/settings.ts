import type { CodeTables } from '../../checks/medical-code.ts';
import type { PayerProfile } from '../profile/payer-profile.ts';

/** Earlier claims and files known to the caller. The functions run while a file is read, so they are synchronous. */
export interface ClaimHistory {
  /** Whether this BHT03 was sent before. */
  readonly hasBatch?: (batchId: string) => boolean;
  /** Whether a claim of this number was sent before with frequency 1 and is still open. */
  readonly hasOpenClaim?: (patientControlNumber: string) => boolean;
  /**
   * Whether an open claim has the same content: `key` is payer, provider, member, birth date and, for each line,
   * dates, procedure, modifiers and charge, joined by `|`. Hash it before storing, it holds patient data.
   */
  readonly hasSameClaim?: (key: string) => boolean;
  /** Whether this trading partner sent a file of this name before. */
  readonly hasFile?: (name: string) => boolean;
}

export interface CheckSettings {
  /** Now; the payer's day and, for the file name, its time are taken from it. */
  readonly now: Date;
  /** State rules R200 to R210 are checked when a profile is given. */
  readonly profile?: PayerProfile | undefined;
  /** Name of the file for R209 and R210, without folders. */
  readonly fileName?: string | undefined;
  readonly tables?: CodeTables | undefined;
  readonly history?: ClaimHistory | undefined;
  /** The file is a sample: made-up identifiers are warnings, as in a test interchange (ISA15 T). */
  readonly sample?: boolean | undefined;
}
