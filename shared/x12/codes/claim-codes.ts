import { type CodeList, codeSource } from '../guide/code-list.ts';

/** Code lists of the CLM segment (TR3 005010X222A1, loop 2300). */

/** X12 1362, CLM11. */
export const relatedCauses: CodeList = codeSource(
  'related causes',
  'AA Auto accident | EM Employment | OA Other accident',
);

/** X12 1325, CLM05-3 and CLP09. */
export const claimFrequency: CodeList = codeSource(
  'claim frequency',
  '1 original | 7 replacement of a prior claim | 8 void of a prior claim',
);

/** X12 1366, CLM12. */
export const specialPrograms: CodeList = codeSource(
  'special program',
  `
  02 Physically handicapped children | 03 Special federal funding | 05 Disability |
  09 Second opinion or surgery
`,
);

/** X12 1514, CLM20. */
export const delayReasons: CodeList = codeSource(
  'delay reason',
  `
  1 Proof of eligibility unknown or unavailable | 2 Litigation | 3 Authorization delays |
  4 Delay in certifying provider | 5 Delay in supplying billing forms |
  6 Delay in delivery of custom-made appliances | 7 Third party processing delay |
  8 Delay in eligibility determination |
  9 Original claim rejected for a reason unrelated to the filing limit |
  10 Administration delay in the prior approval process | 11 Other | 15 Natural disaster
`,
);

/** X12 1032 as the 837P uses it in SBR09 (TR3 005010X222A1, loops 2000B and 2320). */
export const claimFilingIndicators837p: CodeList = codeSource(
  'claim filing indicator',
  `
  11 Other non-federal programs | 12 Preferred provider organization | 13 Point of service |
  14 Exclusive provider organization | 15 Indemnity insurance |
  16 Health maintenance organization, Medicare risk | 17 Dental maintenance organization |
  AM Automobile medical | BL Blue Cross/Blue Shield | CH TRICARE | CI Commercial insurance | DS Disability |
  FI Federal employees program | HM Health maintenance organization | LM Liability medical |
  MA Medicare part A | MB Medicare part B | MC Medicaid | OF Other federal program | TV Title V |
  VA Veterans affairs plan | WC Workers' compensation | ZZ Mutually defined
`,
);
