import { type CodeList, codeSource } from '../guide/code-list.ts';

/** X12 1032 as the 837P uses it in SBR09 (TR3 005010X222A1, loops 2000B and 2320). */
export const claimFilingIndicators837p: CodeList = codeSource('claim filing indicator', {
  '11': 'Other non-federal programs',
  '12': 'Preferred provider organization',
  '13': 'Point of service',
  '14': 'Exclusive provider organization',
  '15': 'Indemnity insurance',
  '16': 'Health maintenance organization, Medicare risk',
  '17': 'Dental maintenance organization',
  AM: 'Automobile medical',
  BL: 'Blue Cross/Blue Shield',
  CH: 'TRICARE',
  CI: 'Commercial insurance',
  DS: 'Disability',
  FI: 'Federal employees program',
  HM: 'Health maintenance organization',
  LM: 'Liability medical',
  MA: 'Medicare part A',
  MB: 'Medicare part B',
  MC: 'Medicaid',
  OF: 'Other federal program',
  TV: 'Title V',
  VA: 'Veterans affairs plan',
  WC: "Workers' compensation",
  ZZ: 'Mutually defined',
});
