import type { ClaimHeader, ElementQuantity } from '../835/types.ts';
import { placesOfService } from '../codes/place-of-service.ts';
import { type Block, facts, heading } from './block.ts';
import { type ElementNames, providerSummaryNames, supplementalNames } from './remittance-element-names.ts';
import { money, withText } from './shown-values.ts';

/** The sums of a provider (TS3 and TS2) before the claims they are of; no blocks without sums. */
export function claimHeaderBlocks({ assigned, summary, supplemental }: ClaimHeader): Block[] {
  if (summary === undefined && supplemental.length === 0) return [];
  return [
    heading(3, `Provider summary ${assigned}`),
    facts(
      ['Provider', summary?.provider],
      ['Place of service', withText(summary?.facilityType, placesOfService)],
      ['Fiscal period', summary?.fiscalPeriod],
      ['Claims', summary?.claims === undefined ? undefined : String(summary.claims)],
      ['Charge', money(summary?.charge)],
      ...quantityFacts('TS3', summary?.amounts ?? [], providerSummaryNames),
      ...quantityFacts('TS2', supplemental, supplementalNames),
    ),
  ];
}

function quantityFacts(
  segment: string,
  quantities: readonly ElementQuantity[],
  names: ElementNames,
): [string, string][] {
  return quantities.map(({ element, value }) => {
    const name = names[element] ?? `${segment}${String(element).padStart(2, '0')}`;
    const isPlain = /count|Average/.test(name);
    return [name, isPlain ? String(value) : value.toFixed(2)];
  });
}
