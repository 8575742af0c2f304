import { codes } from '../guide/code-list.ts';
import { type GuideSpec, type LoopSpec, loop, segment, unbounded, unused, use } from '../guide/guide.ts';
import {
  claimEntities,
  hierarchy,
  providerEntities,
  receiverEntities,
  status,
  trace,
} from './277ca/levels.ts';
import { amount, name, period, procedure, quantity, reference } from './shapes.ts';

const day = codes('D8');
const dayOrRange = codes('D8', 'RD8');
const leafOrParent = codes('0', '1');

const serviceLine: LoopSpec = loop('2220D', 'Service Line Information', 'S', unbounded, [
  segment('SVC', 'Service Line Information', 'R', 1, [
    procedure('R', ['AD', 'ER', 'HC', 'HP', 'IV', 'N4', 'NU', 'WK']),
    use('R', 782),
    unused(782),
    use('S', 234),
    unused(380),
    unused(234),
    use('S', 380),
  ]),
  // The guide allows one STC a line; senders repeat it, and a second one hurts nobody.
  status('Service Line Level Status Information', {
    usage: 'R',
    entities: claimEntities,
    date: 'R',
    amount: 'N',
    message: 'N',
  }),
  reference('REF-FJ', 'Service Line Item Identification', 1, ['FJ']),
  reference('REF-XZ', 'Pharmacy Prescription Number', 1, ['XZ']),
  period('DTP-472', 'Service Line Date', 'S', dayOrRange),
]);

const claimStatus: LoopSpec = loop('2200D', 'Claim Status Tracking Number', 'S', unbounded, [
  trace('Claim Status Tracking Number', '2'),
  status('Claim Level Status Information', {
    usage: 'R',
    entities: claimEntities,
    date: 'R',
    amount: 'R',
    message: 'S',
  }),
  reference('REF-1K', 'Payer Claim Control Number', 1, ['1K']),
  reference('REF-D9', 'Claim Identifier Number for Clearinghouses', 1, ['D9']),
  reference('REF-BLT', 'Institutional Bill Type Identification', 1, ['BLT']),
  // REF*EJ belongs to the 277 response (X212); the service contract reads a tax id from it, so it is let in.
  reference('REF-EJ', 'Patient Account Number', 1, ['EJ']),
  period('DTP-472', 'Claim Level Service Date', 'R', dayOrRange),
  serviceLine,
]);

const patientName = name('NM1', 'Patient Name', ['QC'], {
  usage: 'R',
  types: ['1'],
  lastName: 'R',
  prefix: 'S',
  id: 'R',
  idQualifiers: ['II', 'MI'],
});

/** HL04 is not used at the patient level; senders fill it, so it is let in. */
const patient: LoopSpec = loop('2000D', 'Patient Level', 'S', unbounded, [
  hierarchy('Patient Level', 'PT', 'R', 'S', leafOrParent),
  loop('2100D', 'Patient Name', 'R', 1, [patientName]),
  claimStatus,
]);

// HL 22 and 23 belong to the 277 response (X212), not to the acknowledgment: not used here, and reported. They are
// described so that the statuses they carry are read all the same.
const foreignLevel = (id: string, title: string, level: string, below: readonly LoopSpec[]): LoopSpec =>
  loop(id, title, 'N', unbounded, [
    hierarchy(title, level, 'S', 'S', leafOrParent),
    segment('NM1', `${title} Name`, 'S', unbounded, nameElements),
    segment('TRN', 'Trace', 'S', unbounded, [use('R', 481), use('R', 127), use('S', 509), use('S', 127)], {
      position: anyPlace,
    }),
    { ...status('Status Information', foreignStatus), position: anyPlace },
    segment('REF', 'Reference', 'S', unbounded, [use('R', 128), use('R', 127)], { position: anyPlace }),
    segment('DTP', 'Date', 'S', unbounded, [use('R', 374), use('R', 1250), use('R', 1251)], {
      position: anyPlace,
    }),
    ...below,
  ]);

const anyPlace = 3;
const foreignStatus = { usage: 'S', entities: claimEntities, date: 'S', amount: 'S', message: 'S' } as const;
const nameElements = [
  use('R', 98),
  use('R', 1065),
  ...[1035, 1036, 1037, 1038, 1039, 66, 67].map((ref) => use('S', ref)),
];

const subscriber = foreignLevel('2000S', 'Subscriber Level', '22', [
  foreignLevel('2000E', 'Dependent Level', '23', []),
  patient,
]);

const provider: LoopSpec = loop('2000C', 'Billing Provider of Service Level', 'S', unbounded, [
  hierarchy('Billing Provider of Service Level', '19', 'R', 'R', leafOrParent),
  loop('2100C', 'Billing Provider Name', 'R', unbounded, [
    name('NM1', 'Billing Provider Name', ['85'], {
      usage: 'R',
      types: ['1', '2'],
      lastName: 'R',
      prefix: 'S',
      id: 'R',
      idQualifiers: ['FI', 'SV', 'XX'],
    }),
  ]),
  loop('2200C', 'Provider of Service Information Trace Identifier', 'S', 1, [
    trace('Provider of Service Information Trace Identifier', '1'),
    // Required by open maps; the published samples of the guide leave it out.
    status('Billing Provider Status Information', {
      usage: 'S',
      entities: providerEntities,
      date: 'N',
      amount: 'R',
      message: 'N',
    }),
    reference('REF', 'Provider Secondary Identifier', 3, ['0B', '1G', 'G2', 'LU', 'SY', 'TJ']),
    quantity('QTY-QA', 'Total Accepted Quantity', 1, ['QA']),
    quantity('QTY-QC', 'Total Rejected Quantity', 1, ['QC']),
    amount('AMT-YU', 'Total Accepted Amount', 1, ['YU']),
    amount('AMT-YY', 'Total Rejected Amount', 1, ['YY']),
  ]),
  patient,
  subscriber,
]);

const receiver: LoopSpec = loop('2000B', 'Information Receiver Level', 'R', 1, [
  hierarchy('Information Receiver Level', '21', 'R', 'R', leafOrParent),
  loop('2100B', 'Information Receiver Name', 'R', 1, [
    name('NM1', 'Information Receiver Name', ['41'], {
      usage: 'R',
      types: ['1', '2'],
      lastName: 'R',
      suffix: 'N',
      id: 'R',
      idQualifiers: ['46'],
    }),
  ]),
  loop('2200B', 'Information Receiver Trace Identifier', 'R', 1, [
    trace('Information Receiver Trace Identifier', '2'),
    status('Information Receiver Status Information', {
      usage: 'R',
      entities: receiverEntities,
      date: 'R',
      amount: 'R',
      message: 'N',
    }),
    quantity('QTY-90', 'Total Accepted Quantity', 1, ['90']),
    quantity('QTY-AA', 'Total Rejected Quantity', 1, ['AA']),
    amount('AMT-YU', 'Total Accepted Amount', 1, ['YU']),
    amount('AMT-YY', 'Total Rejected Amount', 1, ['YY']),
  ]),
  provider,
]);

const source: LoopSpec = loop('2000A', 'Information Source Level', 'R', unbounded, [
  hierarchy('Information Source Level', '20', 'N', 'R', codes('1')),
  loop('2100A', 'Information Source Name', 'R', 1, [
    name('NM1', 'Information Source Name', ['AY', 'PR'], {
      usage: 'R',
      types: ['2'],
      lastName: 'R',
      firstName: 'N',
      middleName: 'N',
      suffix: 'N',
      id: 'R',
      idQualifiers: ['46', 'FI', 'PI', 'XV'],
    }),
  ]),
  loop('2200A', 'Transmission Receipt Control Identifier', 'R', unbounded, [
    trace('Transmission Receipt Control Identifier', '1'),
    period('DTP-050', 'Information Source Receipt Date', 'R', day),
    period('DTP-009', 'Information Source Process Date', 'R', day),
  ]),
  receiver,
]);

/** Health Care Claim Acknowledgment, 005010X214. */
export const guide277ca: GuideSpec = {
  name: '277CA',
  set: '277',
  functionalId: 'HN',
  version: '005010X214',
  accepts: ['005010X214'],
  hasImplementationReference: true,
  claimNumber: { path: '2200D/TRN', element: 2 },
  children: [
    segment('BHT', 'Beginning of Hierarchical Transaction', 'R', 1, [
      use('R', 1005, { codes: codes('0085') }),
      use('R', 353, { codes: codes('08') }),
      use('R', 127),
      use('R', 373),
      use('R', 337),
      use('R', 640, { codes: codes('TH') }),
    ]),
    source,
  ],
};
