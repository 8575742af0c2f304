import { codes } from '../../guide/code-list.ts';
import { composite, type LoopSpec, loop, segment, unused, use } from '../../guide/guide.ts';
import { reference, strayReference, unusedRun } from './segments.ts';

/** Loop 2410: the drug or product that the service line bills. */
export const drug: LoopSpec = loop(
  '2410',
  'Drug Identification',
  'S',
  1,
  [
    segment('LIN', 'Drug Identification', 'R', 1, [
      unused(350),
      use('R', 235, { codes: codes('EN', 'EO', 'HI', 'N4', 'ON', 'UK', 'UP') }),
      use('R', 234, { edit: 'V095' }),
      ...unusedRun(28, [235, 234]),
    ]),
    segment(
      'CTP',
      'Drug Quantity',
      'R',
      1,
      [
        unused(687),
        unused(236),
        unused(212),
        use('R', 380, { edit: 'V095' }),
        composite(
          'R',
          'C001',
          [
            use('R', 355, { codes: codes('F2', 'GR', 'ME', 'ML', 'UN'), edit: 'V095' }),
            ...unusedRun(14, [1018, 649, 355]),
          ],
          { name: 'Composite Unit of Measure', edit: 'V095' },
        ),
        unused(648),
        unused(649),
        unused(782),
        unused(639),
        unused(499),
        unused(289),
      ],
      { edit: 'V095' },
    ),
    reference('Prescription or Compound Drug Association Number', 1, ['VY', 'XZ']),
  ],
  strayReference,
);
