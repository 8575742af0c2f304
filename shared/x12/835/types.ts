import type { Position } from '../reader/segment.ts';

/** Typed 835. Amounts are integer cents, dates `YYYY-MM-DD`. Absent values are undefined, absent lists empty. */

export interface Remittance {
  readonly payment: Payment;
  readonly payer: RemittancePayer;
  readonly payee: RemittancePayee;
  /** REF*EV and REF*F2 of the header. */
  readonly references: readonly ReferenceNumber[];
  /** DTM*405: cut-off date. */
  readonly productionDate: string | undefined;
  /** CUR02; undefined for US dollars. */
  readonly currency: string | undefined;
  readonly position: Position;
}

/** BPR and TRN. */
export interface Payment {
  /** BPR01, for example I remittance only, H notification only. */
  readonly handling: string;
  readonly amount: number;
  /** BPR03: C credit, D debit. */
  readonly direction: string;
  /** BPR04: ACH, CHK, FWT, BOP, NON. */
  readonly method: string;
  /** BPR05. */
  readonly format: string | undefined;
  /** BPR16: check issue or transfer date. */
  readonly date: string | undefined;
  readonly sender: BankAccount;
  readonly receiver: BankAccount;
  /** TRN02: check number or trace of the transfer. */
  readonly trace: string;
  /** TRN03: 1 and the tax id of the payer. */
  readonly originator: string;
  readonly tracePosition: Position;
  readonly position: Position;
}

export interface BankAccount {
  readonly bankQualifier: string | undefined;
  readonly bank: string | undefined;
  readonly accountQualifier: string | undefined;
  readonly account: string | undefined;
}

export interface RemittancePayee {
  readonly name: string;
  /** XX NPI, FI tax id, XV plan id. */
  readonly idQualifier: string | undefined;
  readonly id: string | undefined;
  readonly address: RemittanceAddress;
  readonly references: readonly ReferenceNumber[];
  readonly position: Position;
}

export interface RemittancePayer extends RemittancePayee {
  readonly contacts: readonly PayerContact[];
}

export interface RemittanceAddress {
  readonly lines: readonly string[];
  readonly city: string | undefined;
  readonly state: string | undefined;
  readonly postalCode: string | undefined;
  readonly country: string | undefined;
}

export interface ReferenceNumber {
  readonly qualifier: string;
  readonly value: string;
}

export interface PayerContact {
  /** PER01: CX business, BL technical, IC web site. */
  readonly function: string;
  readonly name: string | undefined;
  readonly numbers: readonly ReferenceNumber[];
}

export interface PaymentParty {
  readonly entity: string;
  /** 1 person, 2 organization. */
  readonly type: string;
  readonly lastName: string | undefined;
  readonly firstName: string | undefined;
  readonly middleName: string | undefined;
  readonly suffix: string | undefined;
  readonly idQualifier: string | undefined;
  readonly id: string | undefined;
}

/** One triplet of a CAS. */
export interface PaymentAdjustment {
  /** CO, OA, PI, PR. */
  readonly group: string;
  readonly reason: string;
  readonly amount: number;
  readonly quantity: number | undefined;
}

export interface QualifiedAmount {
  readonly qualifier: string;
  readonly amount: number;
}

interface QualifiedQuantity {
  readonly qualifier: string;
  readonly quantity: number;
}

/** Loop 2000: LX, and the sums of TS3 and TS2 for the claims below it. */
export interface ClaimHeader {
  /** LX01. */
  readonly assigned: string;
  readonly summary: ProviderSummary | undefined;
  /** TS2: amounts and counts by element number. */
  readonly supplemental: readonly ElementQuantity[];
  readonly position: Position;
}

/** TS3. */
export interface ProviderSummary {
  readonly provider: string;
  readonly facilityType: string;
  readonly fiscalPeriod: string | undefined;
  readonly claims: number | undefined;
  readonly charge: number;
  /** TS306 and up, by element number. */
  readonly amounts: readonly ElementQuantity[];
}

/** A number by its element number. */
export interface ElementQuantity {
  readonly element: number;
  readonly value: number;
}

/** Loop 2100 with its 2110s. */
export interface ClaimPayment {
  /** False when the set ends inside the claim without SE. */
  readonly isComplete?: boolean | undefined;
  /** From 1 in the transaction set. */
  readonly number: number;
  /** Loop 2000 of the claim, one object for all its claims. */
  readonly header: ClaimHeader | undefined;
  readonly patientControlNumber: string;
  /** CLP02: 1 primary … 22 reversal. */
  readonly statusCode: string;
  readonly charge: number;
  readonly paid: number;
  readonly patientResponsibility: number | undefined;
  readonly filingIndicator: string;
  /** CLP07, which REF*F8 of a replacement or void repeats. */
  readonly payerControlNumber: string;
  readonly facilityType: string | undefined;
  readonly frequency: string | undefined;
  readonly drg: string | undefined;
  readonly drgWeight: number | undefined;
  readonly dischargeFraction: number | undefined;
  readonly adjustments: readonly PaymentAdjustment[];
  readonly patient: PaymentParty | undefined;
  readonly insured: PaymentParty | undefined;
  /** NM1*74; an id under qualifier C is the corrected member id. */
  readonly correctedInsured: PaymentParty | undefined;
  readonly renderingProvider: PaymentParty | undefined;
  readonly crossoverCarrier: PaymentParty | undefined;
  readonly correctedPriorityPayer: PaymentParty | undefined;
  readonly otherSubscriber: PaymentParty | undefined;
  readonly inpatient: InpatientPayment | undefined;
  readonly outpatient: OutpatientPayment | undefined;
  /** Remark codes of MIA and MOA. */
  readonly remarks: readonly string[];
  readonly references: readonly ReferenceNumber[];
  readonly statementFrom: string | undefined;
  readonly statementTo: string | undefined;
  readonly coverageExpiration: string | undefined;
  readonly received: string | undefined;
  readonly contacts: readonly PayerContact[];
  readonly amounts: readonly QualifiedAmount[];
  readonly quantities: readonly QualifiedQuantity[];
  readonly lines: readonly ServicePayment[];
  readonly position: Position;
}

/** MIA without its remark codes. */
export interface InpatientPayment {
  readonly coveredDays: number | undefined;
  readonly drgAmount: number | undefined;
  readonly amounts: readonly ElementAmount[];
}

/** MOA without its remark codes. */
export interface OutpatientPayment {
  readonly reimbursementRate: number | undefined;
  readonly payableAmount: number | undefined;
  readonly amounts: readonly ElementAmount[];
}

/** An amount by its element number. */
export interface ElementAmount {
  readonly element: number;
  readonly amount: number;
}

export interface PaidProcedure {
  /** HC procedure, N4 drug, NU revenue … */
  readonly qualifier: string;
  readonly code: string;
  readonly modifiers: readonly string[];
}

/** Loop 2110. */
export interface ServicePayment {
  /** From 1 in the claim. */
  readonly number: number;
  readonly procedure: PaidProcedure;
  readonly charge: number;
  readonly paid: number;
  readonly revenueCode: string | undefined;
  /** SVC05, default 1. */
  readonly unitsPaid: number;
  /** SVC06: the billed procedure, when the payer changed it. */
  readonly billedProcedure: PaidProcedure | undefined;
  readonly billedUnits: number | undefined;
  readonly serviceFrom: string | undefined;
  readonly serviceTo: string | undefined;
  readonly adjustments: readonly PaymentAdjustment[];
  /** REF*6R: line item control number of the 837. */
  readonly lineControlNumber: string | undefined;
  readonly references: readonly ReferenceNumber[];
  readonly amounts: readonly QualifiedAmount[];
  readonly quantities: readonly QualifiedQuantity[];
  /** LQ: HE remark code, RX reject code of the pharmacy standard. */
  readonly remarks: readonly ReferenceNumber[];
  readonly position: Position;
}

/** One pair of a PLB. A positive amount reduces the payment. */
export interface ProviderAdjustment {
  readonly provider: string;
  /** PLB02: end of the fiscal period. */
  readonly fiscalPeriod: string | undefined;
  readonly reason: string;
  readonly reference: string | undefined;
  readonly amount: number;
  readonly position: Position;
}
