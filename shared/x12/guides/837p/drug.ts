import { composite, type LoopSpec, segment } from '../../guide/guide.ts';
import { reference837p, situationalLoop } from './segments.ts';

const identification = `N350 R235=EN,EO,HI,N4,ON,UK,UP R234!V095${' N235 N234'.repeat(14)}`;
const unit = `R355=F2,GR,ME,ML,UN!V095${' N1018 N649 N355'.repeat(4)} N1018 N649`;
const unitOfMeasure = composite('R', 'C001', unit, { name: 'Composite Unit of Measure', edit: 'V095' });
const quantity = ['N687 N236 N212 R380!V095', unitOfMeasure, 'N648 N649 N782 N639 N499 N289'];

/** Loop 2410: the drug or product that the service line bills. */
export const drugLoop: LoopSpec = situationalLoop('2410', 'Drug Identification', 1, [
  segment('LIN', 'Drug Identification', 'R', 1, identification),
  segment('CTP', 'Drug Quantity', 'R', 1, quantity, { edit: 'V095' }),
  reference837p('Prescription or Compound Drug Association Number', 1, 'VY,XZ'),
]);
