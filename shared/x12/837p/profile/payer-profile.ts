import type { Severity } from '../../findings/finding.ts';

/**
 * Requirements of one payer for 837P files beyond the implementation guide: the values and limits of rules R200 to
 * R210. Plain data, so a deployment can keep it in JSON (see parsePayerProfile).
 */
export interface PayerProfile {
  readonly id: string;
  readonly name: string;
  /** IANA zone in which the payer counts days and writes file times. */
  readonly timeZone: string;
  /** Decides which ISA15 is valid; without it, both are. */
  readonly environment?: 'production' | 'test' | undefined;
  readonly receiver: {
    /** ISA05 and ISA07. */
    readonly qualifier: string;
    /** ISA08, GS03 and NM109 of 1000B. */
    readonly id: string;
    /** NM103 of 1000B. */
    readonly name: string;
  };
  /** ISA06, GS02, NM109 of 1000A and the number in the file name; without it, they must only agree. */
  readonly tradingPartnerId?: string | undefined;
  /** BHT06. */
  readonly transactionTypes: readonly string[];
  readonly maximumClaims: number;
  /** Loop 2010BB. */
  readonly payer: { readonly idQualifier: string; readonly id: string };
  readonly claimFiling: {
    readonly codes: readonly string[];
    /** Codes of Medicare, accepted when this payer is not the first or a 2320 carries the same code. */
    readonly crossover: readonly string[];
  };
  readonly member: {
    readonly idQualifier: string;
    /** Regular expression for the whole member id. */
    readonly idPattern: string;
  };
  readonly frequencies: readonly string[];
  /** Days from the first service to today. */
  readonly timelyFiling: { readonly days: number; readonly warnFrom: number };
  readonly refuses: { readonly attachments: boolean; readonly facilityAtBillingAddress: boolean };
  /** Enrolled billing providers; empty means that they are not known here. */
  readonly providers: readonly EnrolledProvider[];
  readonly fileName: {
    readonly prefix: string;
    readonly transactionType: string;
    readonly part: string;
    readonly extension: string;
    /** How far ahead of now the time in the name may be. */
    readonly minutesAhead: number;
  };
  readonly expects: PayerExpectations;
  /** Changes to the rule texts, by id. */
  readonly rules: Partial<Readonly<Record<StateRuleId, RuleChange>>>;
}

/** One NPI at one site. */
export interface EnrolledProvider {
  readonly npi: string;
  readonly taxId: string;
  /** Nine digits. */
  readonly zip: string;
  readonly taxonomies: readonly string[];
}

/** Switches for edits that apply to some payers only. Procedure lists take codes and ranges: `70010-79999`. */
export interface PayerExpectations {
  /** V040. */
  readonly renderingProvider: boolean;
  /** V026 as a warning. */
  readonly fiveDigitZip: boolean;
  /** V071. */
  readonly priorAuthorization: readonly string[];
  /** V097. */
  readonly orderingProvider: readonly string[];
  /** V098: any of these modifiers with place of service 02 or 10; empty for none. */
  readonly telehealthModifiers: readonly string[];
}

/** See state-rules.ts. */
export type StateRuleId =
  | 'R200'
  | 'R201'
  | 'R202'
  | 'R203'
  | 'R204'
  | 'R205'
  | 'R206'
  | 'R207'
  | 'R208'
  | 'R209'
  | 'R210';

export interface RuleChange {
  readonly enabled?: boolean;
  readonly severity?: Severity;
  readonly title?: string;
  readonly message?: string;
  readonly basis?: string;
}

/** The state Medicaid program of Colorado (HCPF), the default profile. */
export const coloradoMedicaid: PayerProfile = {
  id: 'CO_TXIX',
  name: 'Health First Colorado',
  timeZone: 'America/Denver',
  receiver: { qualifier: 'ZZ', id: 'COMEDASSISTPROG', name: 'COLORADO MEDICAL ASSISTANCE PROGRAM' },
  transactionTypes: ['CH', 'RP'],
  maximumClaims: 5000,
  payer: { idQualifier: 'PI', id: 'CO_TXIX' },
  claimFiling: { codes: ['MC'], crossover: ['16', 'MA', 'MB'] },
  member: { idQualifier: 'MI', idPattern: '[A-Z]\\d{6}' },
  frequencies: ['1', '7', '8'],
  timelyFiling: { days: 365, warnFrom: 330 },
  refuses: { attachments: true, facilityAtBillingAddress: true },
  providers: [],
  fileName: { prefix: 'tp', transactionType: '837P', part: '1of1', extension: 'x12', minutesAhead: 5 },
  expects: {
    renderingProvider: false,
    fiveDigitZip: false,
    priorAuthorization: [],
    orderingProvider: [],
    telehealthModifiers: [],
  },
  rules: {},
};
