import type { Day } from '#calendar/days.ts';
import type { Analytics, Interval } from '#commerce/reports/analytics-reply.ts';
import { api } from '#web/api/api.ts';

/** Name of a kind of figures. */
export type FiguresName = Analytics['figures'];

/** The figures of one kind. */
export type FiguresOf<Name extends FiguresName> = Extract<Analytics, { readonly figures: Name }>;

/** An amount of the sales of a period. */
export type SalesAmount = Exclude<
  keyof FiguresOf<'revenue'>['series'][number],
  'date' | 'start' | 'end' | 'order_count' | 'cancelled_count' | 'average_order'
>;

/** Days of a request, in the brand's time zone, and the length of its buckets. */
export interface FiguresPeriod {
  readonly from: Day;
  readonly to: Day;
  readonly interval: Interval;
}

/** Reads figures of one kind. `limit` is the maximum number of products or fields. */
export async function readFigures<Name extends FiguresName>(
  figures: Name,
  brandId: string,
  period: FiguresPeriod,
  limit?: number,
): Promise<FiguresOf<Name>> {
  const data = await api('GET /api/v1/analytics/{figures}', {
    figures,
    brand_id: brandId,
    ...period,
    ...(limit !== undefined && { limit }),
  });
  if (isOf(data, figures)) return data;
  throw new TypeError(`Expected figures of ${figures}`);
}

const isOf = <Name extends FiguresName>(data: Analytics, name: Name): data is FiguresOf<Name> =>
  data.figures === name;
