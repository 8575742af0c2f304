import { codeSource, codes } from '../guide/code-list.ts';

/** CLP02, data element 1029 as 005010X221A1 uses it. */
export const claimPaymentStatus = codeSource(
  'Claim status (CLP02)',
  `
  1 processed as primary | 2 processed as secondary | 3 processed as tertiary | 4 denied |
  19 processed as primary, forwarded to another payer |
  20 processed as secondary, forwarded to another payer |
  21 processed as tertiary, forwarded to another payer | 22 reversal of a previous payment |
  23 not our claim, forwarded to another payer | 25 predetermination, pricing only, no payment
`,
);

/** CLP06, data element 1032 as 005010X221A1 uses it. */
export const claimFilingIndicators835 = codes(
  ...['12', '13', '14', '15', '16', '17', 'AM', 'CH', 'DS', 'HM', 'LM', 'MA', 'MB', 'MC', 'OF', 'TV', 'VA'],
  ...['WC', 'ZZ'],
);

/** Filing indicators of the 837P that payers send in CLP06, although the 835 does not list them. */
export const commonFilingIndicator = codes('11', 'BL', 'CI', 'FI');

/** CAS01. */
export const adjustmentGroup = codeSource(
  'Claim adjustment group',
  `
  CO contractual obligation: may not be billed to the patient | OA other adjustment: neither side owes it |
  PI payer initiated reduction: no contract behind it |
  PR patient responsibility: may be billed to the patient
`,
);

/** BPR01, data element 305. */
export const paymentHandling = codeSource(
  'Payment handling (BPR01)',
  `
  C payment with remittance | D payment only | H notification only | I remittance information only |
  P prenotification | U payment and remittance are sent separately | X handling chosen by the receiver
`,
);

/** BPR04, data element 591. */
export const paymentMethod = codeSource(
  'Payment method (BPR04)',
  `
  ACH automated clearing house | BOP financial institution option | CHK check | FWT federal wire |
  NON no payment
`,
);

/** AMT01 of claims and lines, data element 522 as 005010X221A1 uses it. */
export const supplementalAmount = codeSource(
  'Supplemental amount (AMT01)',
  `
  AU coverage amount | B6 allowed amount | D8 discount | DY per diem limit | F5 amount paid by the patient |
  I interest | KH reduction for late filing | NL negative ledger balance | T tax | T2 total before taxes |
  ZK federal payment mandate, category 1 | ZL federal payment mandate, category 2 |
  ZM federal payment mandate, category 3 | ZN federal payment mandate, category 4 |
  ZO federal payment mandate, category 5
`,
);

export const supplementalQuantity = codeSource(
  'Supplemental quantity (QTY01)',
  `
  CA covered | CD co-insured | LA lifetime reserve, actual | LE lifetime reserve, estimated |
  NE not covered, estimated | NR blood units not replaced | OU outlier days | PS prescription | VS visits |
  ZK federal payment mandate, category 1 | ZL federal payment mandate, category 2 |
  ZM federal payment mandate, category 3 | ZN federal payment mandate, category 4 |
  ZO federal payment mandate, category 5
`,
);
