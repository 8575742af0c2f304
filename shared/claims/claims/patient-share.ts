import type * as z from 'zod';
import type { patientResponsibilityByReason } from './claim-fields.ts';

/** Patient responsibility by reason, integer cents. */
export type PatientShare = Readonly<z.output<typeof patientResponsibilityByReason>>;

export const noShare = { deductible: 0, coinsurance: 0, copay: 0, other: 0 } satisfies PatientShare;

export const shareOfClaim = ({
  patient_responsibility_by = noShare,
}: {
  readonly patient_responsibility_by?: PatientShare | undefined;
}): PatientShare => patient_responsibility_by;

export const plusShare = (a: PatientShare, b: PatientShare): PatientShare => ({
  deductible: a.deductible + b.deductible,
  coinsurance: a.coinsurance + b.coinsurance,
  copay: a.copay + b.copay,
  other: a.other + b.other,
});

const minusShare = (a: PatientShare, b: PatientShare): PatientShare => ({
  deductible: a.deductible - b.deductible,
  coinsurance: a.coinsurance - b.coinsurance,
  copay: a.copay - b.copay,
  other: a.other - b.other,
});

export const isEqualShare = (a: PatientShare, b: PatientShare): boolean =>
  Object.values(minusShare(a, b)).every((cents) => cents === 0);

export const totalOf = ({ deductible, coinsurance, copay, other }: PatientShare): number =>
  deductible + coinsurance + copay + other;

/** The share as the API shows it, in decimals. */
export const shareJson = ({ deductible, coinsurance, copay, other }: PatientShare) => ({
  deductible: deductible / 100,
  coinsurance: coinsurance / 100,
  copay: copay / 100,
  other: other / 100,
});
