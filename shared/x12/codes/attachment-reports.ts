import { type CodeList, codeSource } from '../guide/code-list.ts';

/** X12 755, PWK01 of loops 2300 and 2400. */
export const attachmentReports: CodeList = codeSource(
  'attachment report type',
  `
  10 Continued treatment | 11 Chemical analysis | 13 Certified test report |
  15 Justification for admission | 21 Recovery plan |
  03 Report justifying treatment beyond utilization guidelines | 04 Drugs administered |
  05 Treatment diagnosis | 06 Initial assessment | 07 Functional goals | 08 Plan of treatment |
  09 Progress report | A3 Allergies or sensitivities document | A4 Autopsy report |
  AM Ambulance certification | AS Admission summary | B2 Prescription | B3 Physician order |
  B4 Referral form | BR Benchmark testing results | BS Baseline | BT Blanket test results |
  CB Chiropractic justification | CK Consent form | CT Certification | D2 Drug profile document |
  DA Dental models | DB Durable medical equipment prescription | DG Diagnostic report |
  DJ Discharge monitoring report | DS Discharge summary | EB Explanation of benefits |
  HC Health certificate | HR Health clinic records | I5 Immunization record |
  IR State school immunization records | LA Laboratory results | M1 Medical record attachment | MT Models |
  NN Nursing notes | OB Operative note | OC Oxygen content averaging report |
  OD Orders and treatments document | OE Objective physical examination | OX Oxygen therapy certification |
  OZ Support data for claim | P4 Pathology report | P5 Patient medical history document |
  PE Parenteral or enteral certification | PN Physical therapy notes |
  PO Prosthetics or orthotic certification | PQ Paramedical results | PY Physician's report |
  PZ Physical therapy certification | RB Radiology films | RR Radiology reports |
  RT Report of tests and analysis | RX Renewable oxygen content averaging report | SG Symptoms document |
  V5 Death notification | XP Photographs
`,
);
