import type { Day } from '#calendar/days.ts';
import type { Interval } from '#contract/commerce/analytics.ts';

/** What a report is about. */
export interface ReportRequest {
  readonly brandId: string;
  readonly timeZone: string;
  readonly from: Day;
  readonly to: Day;
  readonly interval: Interval;
  /** Shows progress of reports that read orders. */
  readonly onProgress: (orders: number) => void;
}
