import type { AlertCondition, AlertRule } from '#contract/claims/alerts/records.ts';
import { Conflict } from '#persistence/conflict.ts';
import { type Measure, reachesThreshold } from './measure.ts';
import { type AlertState, isWindowFree, type RaisedAlert, raisedAlert } from './raise-alert.ts';

export interface EvaluationPorts {
  /** All rules; strongly consistent. */
  readRules(): Promise<readonly AlertRule[]>;
  readState(ruleId: string): Promise<AlertState | undefined>;
  measure(condition: AlertCondition, now: Date): Promise<Measure>;
  /**
   * Stores the alert, the state and the audit entry in one transaction, if rule and state are unchanged.
   *
   * @throws Conflict
   */
  raise(rule: AlertRule, before: AlertState | undefined, raised: RaisedAlert): Promise<void>;
  /**
   * Records that the threshold of a rule is no longer reached.
   *
   * @throws Conflict
   */
  clear(ruleId: string, before: AlertState): Promise<void>;
  readonly timeZone: string;
  now(): Date;
  /** Reports a rule that could not be evaluated. */
  onFailure(error: unknown, ruleId: string): void;
}

export interface Evaluation {
  readonly evaluated: number;
  readonly raised: number;
  readonly failed: number;
}

/** Evaluates the rules whose window is free. A rule that fails does not stop the others. */
export async function evaluateRules(ports: EvaluationPorts, outOfTime: () => boolean): Promise<Evaluation> {
  let [evaluated, raised, failed] = [0, 0, 0];
  for (const rule of await ports.readRules()) {
    if (outOfTime()) break;
    try {
      const result = await evaluateRule(rule, ports);
      if (result !== 'closed') evaluated++;
      if (result === 'raised') raised++;
    } catch (error) {
      // Another run has raised the alert, or the rule has changed: the next run decides again.
      if (error instanceof Conflict) continue;
      failed++;
      ports.onFailure(error, rule.id);
    }
  }
  return { evaluated, raised, failed };
}

async function evaluateRule(rule: AlertRule, ports: EvaluationPorts): Promise<'closed' | 'quiet' | 'raised'> {
  const moment = { now: ports.now(), timeZone: ports.timeZone };
  if (rule.paused) return 'closed';
  const before = await ports.readState(rule.id);
  if (!isWindowFree(rule, before, moment)) return 'closed';
  const measure = await ports.measure(rule.condition, moment.now);
  const decision = raisedAlert(rule, before, measure, moment);
  if (decision === undefined) {
    if (before?.active && !reachesThreshold(rule.condition, measure)) await ports.clear(rule.id, before);
    return 'quiet';
  }
  await ports.raise(rule, before, decision);
  return 'raised';
}
