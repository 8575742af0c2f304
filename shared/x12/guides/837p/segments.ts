import {
  composite,
  type LoopSpec,
  loop,
  type SegmentSpec,
  type StraySpec,
  type Usage,
} from '../../guide/guide.ts';
import { type ReferenceOptions, referenceSegment } from '../shapes.ts';

/** Notation of the loops and references of the 837P. */

interface LoopOptions {
  readonly usage?: Usage;
  readonly max?: number;
  readonly edit?: string;
  readonly strays?: readonly StraySpec[];
}

/** A loop, by default situational and single. A REF with a qualifier that the loop does not have is V069. */
export function loop837p(
  id: string,
  name: string,
  { usage = 'S', max = 1, edit, strays = [] }: LoopOptions,
  children: LoopSpec['children'],
): LoopSpec {
  const hasReferences = children.some((child) => child.kind === 'segment' && child.id === 'REF');
  const all = hasReferences ? [...strays, { id: 'REF', edit: 'V069' }] : strays;
  return loop(id, name, usage, max, children, { edit, strays: all });
}

/** A situational loop. */
export function situationalLoop(
  id: string,
  name: string,
  max: number,
  children: LoopSpec['children'],
): LoopSpec {
  return loop837p(id, name, { max }, children);
}

/** REF. V069 reports its faults unless `edit` names another. */
export function reference837p(
  name: string,
  max: number,
  qualifiers: string,
  options: ReferenceOptions = {},
): SegmentSpec {
  return referenceSegment(name, max, qualifiers, { edit: 'V069', ...options });
}

/** Option of a REF whose REF04 names the payer (2U) that assigned the number. */
export const forPayer: ReferenceOptions = {
  payer: composite('S', 'C040', 'R128=2U R127 N128 N127 N128 N127'),
};
