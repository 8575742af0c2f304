import { element, type LoopSpec, loop, type SegmentSpec, segment } from '../../guide/guide.ts';
import {
  amountSegment,
  dateTimeSegment,
  elementList,
  procedureComposite,
  quantitySegment,
  referenceSegment,
} from '../shapes.ts';

/**
 * CAS: a group code and up to six triplets of reason, amount and quantity. Reason codes are dated, so the claim checks
 * them at its service date.
 */
export function adjustmentSegment(name: string): SegmentSpec {
  const elements = elementList(`R1033=CO,OA,PI,PR R1034 R782 S380${' S1034 S782 S380'.repeat(5)}`);
  const rules: string[] = [];
  for (let reason = 5; reason <= 17; reason += 3) {
    const [first, second, third] = [reason, reason + 1, reason + 2].map((n) => String(n).padStart(2, '0'));
    rules.push(`L${first}${second}${third}`, `C${second}${first}`, `C${third}${first}`);
  }
  return segment('CAS', name, 'S', 99, elements, { rules });
}

export const servicePaymentLoop: LoopSpec = loop('2110', 'Service Payment Information', 'S', 999, [
  segment('SVC', 'Service Payment Information', 'R', 1, [
    procedureComposite('R', 'AD,ER,HC,HP,IV,N4,N6,NU,UI,WK'),
    ...elementList('R782 R782 S234 S380'),
    procedureComposite('S', 'AD,ER,HC,HP,IV,N4,NU,WK', 'S'),
    element('S', 380),
  ]),
  dateTimeSegment('DTM', 'Service Date', 2, '150 151 472'),
  adjustmentSegment('Service Adjustment'),
  referenceSegment('REF', 'Service Identification', 8, '1S APC BB E9 G1 G3 LU RB'),
  referenceSegment('REF-6R', 'Line Item Control Number', 1, '6R'),
  referenceSegment(
    'REF-provider',
    'Rendering Provider Information',
    10,
    '0B 1A 1B 1C 1D 1G 1H 1J D3 G2 HPI SY TJ',
  ),
  referenceSegment('REF-0K', 'Healthcare Policy Identification', 5, '0K'),
  amountSegment('AMT', 'Service Supplemental Amount', 9, 'B6 KH T T2 ZK ZL ZM ZN ZO'),
  quantitySegment('QTY', 'Service Supplemental Quantity', 6, 'ZK ZL ZM ZN ZO'),
  segment('LQ', 'Health Care Remark Codes', 'S', 99, elementList('R1270=HE,RX R1271'), { rules: ['C0102'] }),
]);
