import { localDay, wallClock } from '#calendar/time-zone.ts';
import type { AlertRule } from '#contract/claims/alerts/records.ts';
import { deterministicId } from '../deterministic-id.ts';
import { type Alert, newAlert } from './alert.ts';
import { type Measure, reachesThreshold } from './measure.ts';

/** The windows that a rule has used. Each raised alert replaces it, under the condition that it is unchanged. */
export interface AlertState {
  /** Version of the rule that it belongs to. */
  readonly rule_version: number;
  /** Alerts that the version has raised. */
  readonly raised: number;
  readonly raised_at: string;
  /** Day of the last alert in the time zone of the practice. */
  readonly day: string;
  /** What the last alert counted. */
  readonly counted: Pick<Measure, 'count' | 'newest' | 'failing'>;
  /** False after an evaluation in which the threshold was not reached. */
  readonly active: boolean;
}

/** An alert with the state of its rule after it. */
export interface RaisedAlert {
  readonly alert: Alert;
  readonly state: AlertState;
}

interface Moment {
  readonly now: Date;
  readonly timeZone: string;
}

/** Whether the rule may alert now: its window is free, and it is not paused. */
export function isWindowFree(
  { schedule, paused, version }: AlertRule,
  state: AlertState | undefined,
  { now, timeZone }: Moment,
): boolean {
  if (paused) return false;
  const last = state?.rule_version === version ? state : undefined;
  if (schedule.mode === 'daily') {
    return hourIn(timeZone, now) >= schedule.hour && last?.day !== localDay(now, timeZone);
  }
  return last === undefined || Date.parse(last.raised_at) + schedule.window_minutes * 60_000 <= now.getTime();
}

/**
 * Decides about a rule whose window is free. While its threshold stays reached, an immediate rule alerts again only for new
 * records. Two runs that decide at the same time make the same id, and one of them fails.
 */
export function raisedAlert(
  rule: AlertRule,
  before: AlertState | undefined,
  measure: Measure,
  { now, timeZone }: Moment,
): RaisedAlert | undefined {
  if (!reachesThreshold(rule.condition, measure)) return undefined;
  const last = before?.rule_version === rule.version ? before : undefined;
  if (rule.schedule.mode === 'immediate' && last?.active && !hasMore(measure, last.counted)) return undefined;
  const raised = (last?.raised ?? 0) + 1;
  const id = deterministicId('alert', rule.id, rule.version, raised);
  return {
    alert: newAlert(rule, measure, { id, now, test: false }),
    state: {
      ...{ rule_version: rule.version, raised, raised_at: now.toISOString() },
      ...{ day: localDay(now, timeZone), counted: countedBy(measure), active: true },
    },
  };
}

const countedBy = ({ count, newest, failing }: Measure): AlertState['counted'] => ({
  count,
  ...(newest !== undefined && { newest }),
  ...(failing !== undefined && { failing }),
});

/** Whether a measure has records that the last alert did not count. A record that leaves the period is no reason to alert. */
const hasMore = (
  { count, newest = '', failing, isTruncated }: Measure,
  last: AlertState['counted'],
): boolean =>
  isTruncated ||
  count > last.count ||
  newest > (last.newest ?? '') ||
  (failing !== undefined && failing !== last.failing);

const hourIn = (timeZone: string, now: Date): number => wallClock(now, timeZone).getUTCHours();
