import { type CodeList, codeSource } from '../../guide/code-list.ts';
import { element, elementIs, qualifiedSegment, type SegmentSpec, segment } from '../../guide/guide.ts';

/** Segments that loops 2300 and 2400 both have: PWK, CN1, K3, NTE, CR1, CRC, HCP. */

/** X12 755, PWK01 of loops 2300 and 2400. */
const attachmentReports: CodeList = codeSource(
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

export const attachmentSegment = paperwork(
  'Claim Supplemental Information',
  10,
  'R756=AA,BM,EL,EM,FT,FX N757 N98 S66=AC!V073 S67!V073',
);

/** Certificate of medical necessity for equipment: PWK of a line with other transmission codes. */
export const equipmentCertificate: SegmentSpec = {
  ...paperwork(
    'Durable Medical Equipment Certificate of Medical Necessity Indicator',
    1,
    'R756=AB,AD,AF,AG,NS N757 N98 N66 N67',
  ),
  key: 'PWK-CT',
  when: [elementIs(1, 'CT'), elementIs(2, 'AB', 'AD', 'AF', 'AG', 'NS')],
};

/** PWK with the elements PWK02 to PWK06. */
function paperwork(name: string, max: number, notation: string): SegmentSpec {
  const report = element('R', 755, { codes: attachmentReports });
  const elements = [report, `${notation} N352 NC002 N1525`];
  return segment('PWK', name, 'S', max, elements, { rules: ['P0506'] });
}

const contract = 'R1166=01,02,03,04,05,06,09 S782 S332 S127 S338 S799';
export const contractSegment = segment('CN1', 'Contract Information', 'S', 1, contract);

export const fixedFormat = segment('K3', 'File Information', 'S', 10, 'R449 N1333 NC001');

const transport = 'S355=LB S81 N1316 R1317=A,B,C,D,E R355=DH R380 N166 N166 S352 S352';
export const ambulanceTransport = segment('CR1', 'Ambulance Transport Information', 'S', 1, transport, {
  rules: ['P0102', 'P0506'],
});

const ambulanceConditions = '01,04,05,06,07,08,09,12';

/** CRC: conditions that apply (or do not) to the claim of loop 2300 or the line of loop 2400. */
const conditions = (name: string, max: number, elements: string): SegmentSpec =>
  qualifiedSegment('CRC', name, 'S', max, elements);

const ambulanceCertification = conditions(
  'Ambulance Certification',
  3,
  `R1136=07 R1073=N,Y R1321=${ambulanceConditions} S1321x4=${ambulanceConditions}`,
);

export const claimConditions: readonly SegmentSpec[] = [
  ambulanceCertification,
  conditions(
    'Patient Condition Information: Vision',
    3,
    'R1136=E1,E2,E3 R1073=N,Y R1321=L1,L2,L3,L4,L5 S1321x4=L1,L2,L3,L4,L5',
  ),
  conditions('Homebound Indicator', 1, 'R1136=75 R1073=Y R1321=IH N1321x4'),
  conditions('EPSDT Referral', 1, 'R1136=ZZ R1073=N,Y R1321=AV,NU,S2,ST S1321x2=AV,NU,S2,ST N1321x2'),
];

export const lineConditions: readonly SegmentSpec[] = [
  ambulanceCertification,
  conditions('Hospice Employee Indicator', 1, 'R1136=70 R1073=N,Y R1321=65 N1321x4'),
  conditions(
    'Condition Indicator/Durable Medical Equipment',
    1,
    'R1136=09 R1073=N,Y R1321=38,ZV S1321=38,ZV N1321x3',
  ),
];

export function noteSegment(name: string, purposes: string, key?: string): SegmentSpec {
  const elements = `R363=${purposes} R352<80`;
  return key === undefined
    ? segment('NTE', name, 'S', 1, elements)
    : qualifiedSegment('NTE', name, 'S', 1, elements, { key });
}

export const claimRepricing = repricing('Claim Pricing/Repricing Information', 'N234 N235 N234 N355 N380');

export const lineRepricing = repricing(
  'Line Pricing/Repricing Information',
  'N234 S235=ER,HC,IV,WK S234 S355=MJ,UN S380',
);

/** HCP. HCP08 to HCP12 hold the repriced service, which only a line has. */
function repricing(name: string, service: string): SegmentSpec {
  const methods = '00,01,02,03,04,05,06,07,08,09,10,11,12,13,14';
  const reasons = 'S901=T1,T2,T3,T4,T5,T6 S1526=1,2,3,4,5 S1527=1,2,3,4,5,6';
  const elements = `R1473=${methods} R782 S782 S127 S118 S127 S782 ${service} ${reasons}`;
  return segment('HCP', name, 'S', 1, elements, { rules: ['R0113', 'P0910', 'P1112'] });
}
