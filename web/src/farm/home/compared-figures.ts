import { type Query, useQuery } from '#web/data/query.ts';
import { type FiguresName, type FiguresOf, readFigures } from '../analytics/figures.ts';
import type { ComparedPeriods } from './chart-period.ts';

/** Figures of a period and, if they are compared, of the period before. */
export interface ComparedFigures<Name extends FiguresName> {
  readonly current: FiguresOf<Name>;
  readonly before: FiguresOf<Name> | undefined;
}

/** What every chart gets. */
export interface ChartProps {
  readonly periods: ComparedPeriods;
  readonly isCompared: boolean;
}

/** Reads the figures of a chart. */
export function useComparedFigures<Name extends FiguresName>(
  name: Name,
  brandId: string,
  { periods: { current, before }, isCompared }: ChartProps,
): Query<ComparedFigures<Name>> {
  const key = `home/${name}?from=${current.from}&to=${current.to}&by=${current.interval}&compare=${isCompared}`;
  const read = async () => {
    const [now, earlier] = await Promise.all([
      readFigures(name, brandId, current),
      isCompared ? readFigures(name, brandId, before) : undefined,
    ]);
    return { current: now, before: earlier };
  };
  return useQuery(key, read, { awaited: false });
}

/** The change as a ratio: 0.25 is a quarter more; undefined if there is nothing to compare with. */
export const ratioOf = (current: number, before: number | undefined): number | undefined =>
  before === undefined || before === 0 ? undefined : current / before - 1;
