import type { Use } from './capacity/limits.ts';
import type { FigureReport } from './figures.ts';

/**
 * Returns a report as text: requests, units, hottest partitions and refusals.
 *
 * @param claims number of claims for the units per claim
 */
export function figureText(report: FigureReport, claims: number): string {
  const { requests, repeatedBySdk, retriesPerTransaction, uses, hottest, throttles, differences } = report;
  const sum = (kind: Use['kind']) =>
    uses.filter((use) => use.kind === kind).reduce((all, { units }) => all + units, 0);
  const perClaim = (units: number) => (units / claims).toFixed(1);
  return [
    `write units per claim: ${perClaim(sum('write'))}, read units per claim: ${perClaim(sum('read'))}`,
    `retries per stored transaction: ${retriesPerTransaction.toFixed(2)}, repeated by the SDK: ${repeatedBySdk}`,
    '',
    '| requests | outcomes |',
    '|---|---|',
    ...Object.entries(requests).map(([operation, outcomes]) => {
      const texts = Object.entries(outcomes).map(([outcome, count]) => `${outcome} ${count}`);
      return `| ${operation} | ${texts.join(', ')} |`;
    }),
    '',
    '| place | units | per claim | peak of a second |',
    '|---|---:|---:|---:|',
    ...uses.map((use) => row(use, perClaim(use.units))),
    '',
    '| hottest partition | units | per claim | peak of a second |',
    '|---|---:|---:|---:|',
    ...hottest.map((use) => row(use, perClaim(use.units))),
    '',
    `throttles: ${Object.entries(throttles)
      .map(([place, count]) => `${withoutId(place)} ${count}`)
      .join(', ')}`,
    ...differences,
  ].join('\n');
}

function row({ table, index, partition, kind, units, peak }: Use, perClaim: string): string {
  const place = [withoutId(table), index, partition].filter((part) => part !== undefined).join(' ');
  return `| ${place} ${kind} | ${units.toFixed(0)} | ${perClaim} | ${peak.toFixed(0)} |`;
}

/** Tables of tests have a random id in their names. */
const withoutId = (text: string): string => text.replace(/-[0-9a-f]{8}-[0-9a-f-]{27}/, '');
