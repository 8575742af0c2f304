import type { ChildSpec, LoopSpec, SegmentSpec } from '../../guide/guide.ts';
import { guide837p } from '../../guides/837p.ts';
import { checkAttachment, checkClaimInformation, checkCliaNumber } from './claim.ts';
import type { ClaimSetCheck } from './claim-set-check.ts';
import { checkAdjustment } from './coverage.ts';
import { checkBillingNpi, checkPayTo } from './hierarchy.ts';
import { checkModifierGaps } from './line.ts';
import {
  checkBillingCity,
  checkCity,
  checkDemographics,
  checkSiteCity,
  checkStreet,
  checkTaxId,
  checkTaxonomy,
  nameCheck,
  type SegmentCheck,
} from './party.ts';

/** Checks by path of a segment, and by id of a loop that ends. */

const cityChecks: Readonly<Record<string, SegmentCheck>> = {
  '2010AA': checkBillingCity,
  '2310C': checkSiteCity,
  '2420C': checkSiteCity,
};

export const segmentChecks: Readonly<Record<string, SegmentCheck>> = {
  ...everyLoop('NM1', (_, segment) => nameCheck(segment)),
  ...everyLoop('N4', (loop) => cityChecks[loop.id] ?? checkCity),
  ...everyLoop('DMG', () => checkDemographics),
  ...everyLoop('PRV', () => checkTaxonomy),
  ...everyLoop('PWK', () => checkAttachment),
  ...everyLoop('CAS', () => checkAdjustment),
  '2010AA/N3': checkStreet,
  '2010AA/REF-EI': checkTaxId,
  '2300/CLM': checkClaimInformation,
  '2300/REF-X4': checkCliaNumber,
  '2400/REF-X4': checkCliaNumber,
  '2400/REF-F4': checkCliaNumber,
  '2400/SV1': checkModifierGaps,
};

export const loopChecks: Readonly<Record<string, (check: ClaimSetCheck) => void>> = {
  '2010AB': checkPayTo,
  '2010BB': checkBillingNpi,
};

function everyLoop(
  key: string,
  check: (loop: LoopSpec, segment: SegmentSpec) => SegmentCheck,
): Record<string, SegmentCheck> {
  return Object.fromEntries(
    loopsOf(guide837p.children).flatMap((loop) =>
      loop.children.flatMap((child) =>
        child.kind === 'segment' && child.key === key ? [[`${loop.id}/${key}`, check(loop, child)]] : [],
      ),
    ),
  );
}

function loopsOf(children: readonly ChildSpec[]): LoopSpec[] {
  return children.flatMap((child) => (child.kind === 'loop' ? [child, ...loopsOf(child.children)] : []));
}
