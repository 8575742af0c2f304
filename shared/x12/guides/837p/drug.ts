import { codes } from '../../guide/code-list.ts';
import { composite, element, type LoopSpec, loop, notUsed, segment } from '../../guide/guide.ts';
import { notUsedElements, referenceSegment, strayReference } from './segments.ts';

/** Loop 2410: the drug or product that the service line bills. */
export const drugLoop: LoopSpec = loop(
  '2410',
  'Drug Identification',
  'S',
  1,
  [
    segment('LIN', 'Drug Identification', 'R', 1, [
      notUsed(350),
      element('R', 235, { codes: codes('EN', 'EO', 'HI', 'N4', 'ON', 'UK', 'UP') }),
      element('R', 234, { edit: 'V095' }),
      ...notUsedElements(28, [235, 234]),
    ]),
    segment(
      'CTP',
      'Drug Quantity',
      'R',
      1,
      [
        notUsed(687),
        notUsed(236),
        notUsed(212),
        element('R', 380, { edit: 'V095' }),
        composite(
          'R',
          'C001',
          [
            element('R', 355, { codes: codes('F2', 'GR', 'ME', 'ML', 'UN'), edit: 'V095' }),
            ...notUsedElements(14, [1018, 649, 355]),
          ],
          { name: 'Composite Unit of Measure', edit: 'V095' },
        ),
        notUsed(648),
        notUsed(649),
        notUsed(782),
        notUsed(639),
        notUsed(499),
        notUsed(289),
      ],
      { edit: 'V095' },
    ),
    referenceSegment('Prescription or Compound Drug Association Number', 1, ['VY', 'XZ']),
  ],
  strayReference,
);
