import { type LoopSpec, loop, segment } from '../../guide/guide.ts';
import {
  adjustmentSegment,
  amountSegment,
  dateTimeSegment,
  procedureComposite,
  quantitySegment,
  referenceSegment,
} from '../shapes.ts';

export const servicePaymentLoop: LoopSpec = loop('2110', 'Service Payment Information', 'S', 999, [
  segment('SVC', 'Service Payment Information', 'R', 1, [
    procedureComposite('R', 'AD,ER,HC,HP,IV,N4,N6,NU,UI,WK'),
    'R782 R782 S234 S380',
    procedureComposite('S', 'AD,ER,HC,HP,IV,N4,NU,WK', 'S'),
    'S380',
  ]),
  dateTimeSegment('Service Date', 2, '150,151,472', 'DTM'),
  // Reason codes are dated, so the claim checks compare them with the service date.
  adjustmentSegment('Service Adjustment', 99, 'CO,OA,PI,PR'),
  referenceSegment('Service Identification', 8, '1S,APC,BB,E9,G1,G3,LU,RB', { key: 'REF' }),
  referenceSegment('Line Item Control Number', 1, '6R'),
  referenceSegment('Rendering Provider Information', 10, '0B,1A,1B,1C,1D,1G,1H,1J,D3,G2,HPI,SY,TJ', {
    key: 'REF-provider',
  }),
  referenceSegment('Healthcare Policy Identification', 5, '0K'),
  amountSegment('Service Supplemental Amount', 9, 'B6,KH,T,T2,ZK,ZL,ZM,ZN,ZO', 'AMT'),
  quantitySegment('Service Supplemental Quantity', 6, 'ZK,ZL,ZM,ZN,ZO', 'QTY'),
  segment('LQ', 'Health Care Remark Codes', 'S', 99, 'R1270=HE,RX R1271', { rules: ['C0102'] }),
]);
