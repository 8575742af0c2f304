import { outpatientFields } from '../837p/model/supplement.ts';
import { amount, code, type Described, date, decimal, record, text } from '../description/field.ts';
import { inSegment, noted, optional, required, segmentRecord } from '../description/places.ts';
import type { Position } from '../reader/segment.ts';

/**
 * Sums of an institution's claims (TS3, TS2) and of one claim (MIA, MOA). `about` is the name of a number by 005010X221A1; of a
 * number that 5010 no longer uses, by 004010X091A1.
 */

const summaryFields = {
  provider: required(1, text(50)),
  facilityType: required(2, code(2)),
  fiscalPeriod: optional(3, date),
  claims: optional(4, decimal),
  charge: required(5, amount),
  covered: optional(6, amount, { about: 'Total covered charge' }),
  noncovered: optional(7, amount, { about: 'Total noncovered charge' }),
  denied: optional(8, amount, { about: 'Total denied charge' }),
  providerPayment: optional(9, amount, { about: 'Total provider payment' }),
  interest: optional(10, amount, { about: 'Total interest amount' }),
  contractualAdjustment: optional(11, amount, { about: 'Total contractual adjustment' }),
  grammRudmanReduction: optional(12, amount, { about: 'Total Gramm-Rudman reduction' }),
  mspPayer: optional(13, amount, { about: 'Total MSP payer amount' }),
  bloodDeductible: optional(14, amount, { about: 'Total blood deductible' }),
  nonLabCharge: optional(15, amount, { about: 'Total non-lab charge' }),
  coinsurance: optional(16, amount, { about: 'Total coinsurance amount' }),
  hcpcsReportable: optional(17, amount, { about: 'Total HCPCS reportable charge' }),
  hcpcsPayable: optional(18, amount, { about: 'Total HCPCS payable amount' }),
  deductible: optional(19, amount, { about: 'Total deductible amount' }),
  professionalComponent: optional(20, amount, { about: 'Total professional component amount' }),
  mspPatientLiability: optional(21, amount, { about: 'Total MSP patient liability met' }),
  patientReimbursement: optional(22, amount, { about: 'Total patient reimbursement' }),
  pipClaims: optional(23, decimal, { about: 'Total PIP claim count' }),
  pipAdjustment: optional(24, amount, { about: 'Total PIP adjustment amount' }),
};

/** TS3. */
export interface ProviderSummary extends Described<typeof summaryFields> {}

export const providerSummary = record<ProviderSummary>(summaryFields);

const supplementalFields = {
  drg: optional(1, amount, { about: 'Total DRG amount' }),
  federalSpecific: optional(2, amount, { about: 'Total federal specific amount' }),
  hospitalSpecific: optional(3, amount, { about: 'Total hospital specific amount' }),
  disproportionateShare: optional(4, amount, { about: 'Total disproportionate share amount' }),
  capital: optional(5, amount, { about: 'Total capital amount' }),
  indirectMedicalEducation: optional(6, amount, { about: 'Total indirect medical education amount' }),
  outlierDays: optional(7, decimal, { about: 'Total outlier day count' }),
  dayOutlier: optional(8, amount, { about: 'Total day outlier amount' }),
  costOutlier: optional(9, amount, { about: 'Total cost outlier amount' }),
  averageStay: optional(10, decimal, { about: 'Average DRG length of stay' }),
  discharges: optional(11, decimal, { about: 'Total discharge count' }),
  costReportDays: optional(12, decimal, { about: 'Total cost report day count' }),
  coveredDays: optional(13, decimal, { about: 'Total covered day count' }),
  noncoveredDays: optional(14, decimal, { about: 'Total noncovered day count' }),
  mspPassThrough: optional(15, amount, { about: 'Total MSP pass-through amount' }),
  averageDrgWeight: optional(16, decimal, { about: 'Average DRG weight' }),
  capitalFederal: optional(17, amount, { about: 'Total PPS capital FSP DRG amount' }),
  capitalHospital: optional(18, amount, { about: 'Total PPS capital HSP DRG amount' }),
  capitalDisproportionateShare: optional(19, amount, { about: 'Total PPS DSH DRG amount' }),
};

/** TS2. */
export interface SupplementalSummary extends Described<typeof supplementalFields> {}

export const supplementalSummary = record<SupplementalSummary>(supplementalFields);

const headerFields = {
  ...inSegment('LX', { assigned: required(1, text(6)) }),
  summary: segmentRecord('TS3', providerSummary),
  supplemental: segmentRecord('TS2', supplementalSummary),
  position: noted<Position>(),
};

/** Loop 2000: LX, and the sums for the claims below it. */
export interface ClaimHeader extends Described<typeof headerFields> {}

export const claimHeader = record<ClaimHeader>(headerFields);

const inpatientFields = {
  coveredDays: optional(1, decimal, { about: 'Covered days or visits' }),
  drgAmount: optional(4, amount, { about: 'DRG amount' }),
  operatingOutlier: optional(2, amount, { about: 'PPS operating outlier amount' }),
  lifetimePsychiatricDays: optional(3, decimal, { about: 'Lifetime psychiatric days' }),
  disproportionateShare: optional(6, amount, { about: 'Disproportionate share amount' }),
  mspPassThrough: optional(7, amount, { about: 'MSP pass-through amount' }),
  capital: optional(8, amount, { about: 'PPS capital amount' }),
  capitalFederal: optional(9, amount, { about: 'PPS capital FSP DRG amount' }),
  capitalHospital: optional(10, amount, { about: 'PPS capital HSP DRG amount' }),
  capitalDisproportionateShare: optional(11, amount, { about: 'PPS capital DSH DRG amount' }),
  oldCapital: optional(12, amount, { about: 'Old capital amount' }),
  capitalIndirectTeaching: optional(13, amount, { about: 'PPS capital IME amount' }),
  operatingHospital: optional(14, amount, { about: 'PPS operating hospital specific DRG amount' }),
  costReportDays: optional(15, decimal, { about: 'Cost report day count' }),
  operatingFederal: optional(16, amount, { about: 'PPS operating federal specific DRG amount' }),
  capitalOutlier: optional(17, amount, { about: 'PPS capital outlier amount' }),
  indirectTeaching: optional(18, amount, { about: 'Indirect teaching amount' }),
  nonPayableProfessionalAmount: optional(19, amount, { about: 'Nonpayable professional component amount' }),
  capitalException: optional(24, amount, { about: 'PPS capital exception amount' }),
};

/** MIA without its remark codes. */
export interface InpatientPayment extends Described<typeof inpatientFields> {}

export const inpatient = record<InpatientPayment>(inpatientFields);

const { remarks: _, ...amountsOfOutpatient } = outpatientFields;

/** MOA without its remark codes. */
export interface OutpatientPayment extends Described<typeof amountsOfOutpatient> {}

export const outpatient = record<OutpatientPayment>(amountsOfOutpatient);
