import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { Clock } from '../clock/clock-routes.ts';
import type { DeployedResource, Deployment } from '../cloudformation/deployment.ts';
import type { DataFolder } from '../state/data-folder.ts';
import { DurableMap } from '../state/durable-map.ts';

const ruleSchema = z.object({
  ScheduleExpression: z.string().optional(),
  State: z.string().default('ENABLED'),
  Targets: z
    .array(z.strictObject({ Id: z.string(), Arn: z.string(), RetryPolicy: z.unknown().optional() }))
    .default([]),
});

type ScheduledRule = ReturnType<typeof readRule>[number];

interface SchedulesOptions {
  readonly folder: DataFolder;
  readonly account: string;
  readonly region: string;
  readonly clock: Clock;
  readonly deliver: (targetArn: string, payload: string) => void;
}

/** Node's timers wait 24 days at most. */
const maxTimerMilliseconds = 2_000_000_000;

/** Runs the scheduled EventBridge rules of the templates. Throws StartError for an unsupported schedule. */
export class Schedules {
  readonly #rules: readonly ScheduledRule[];
  readonly #options: SchedulesOptions;
  /** Time of the last run of each rule, in milliseconds, so that a restart does not restart a long interval. */
  readonly #lastRuns: DurableMap<number>;
  readonly #timers = new Map<ScheduledRule, NodeJS.Timeout>();

  constructor(deployment: Deployment, options: SchedulesOptions) {
    this.#options = options;
    this.#rules = deployment.resources('AWS::Events::Rule').flatMap(readRule);
    this.#lastRuns = DurableMap.open(options.folder.file('state', 'schedules.ndjson'), z.number());
  }

  start(): void {
    const { clock } = this.#options;
    for (const rule of this.#rules) {
      if (!this.#lastRuns.has(rule.id)) this.#lastRuns.set(rule.id, clock.now());
      this.#waitFor(rule);
    }
    clock.onAdvance(() => this.#catchUp());
  }

  /** Runs each rule that the clock has passed, once. */
  #catchUp(): void {
    const { clock } = this.#options;
    for (const [rule, timer] of this.#timers) {
      if (clock.now() < this.#dueTimeOf(rule)) continue;
      clearTimeout(timer);
      this.#run(rule);
      this.#waitFor(rule);
    }
  }

  #dueTimeOf({ id, intervalMilliseconds }: ScheduledRule): number {
    return (this.#lastRuns.get(id) ?? this.#options.clock.now()) + intervalMilliseconds;
  }

  stop(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#lastRuns.close();
  }

  #waitFor(rule: ScheduledRule): void {
    const { clock } = this.#options;
    const due = this.#dueTimeOf(rule);
    // A run that fell due while nothing ran waits until the start is over.
    const wait = Math.min(Math.max(due - clock.now(), 1_000), maxTimerMilliseconds);
    const timer = setTimeout(() => {
      if (clock.now() >= due) this.#run(rule);
      this.#waitFor(rule);
    }, wait);
    this.#timers.set(rule, timer);
  }

  #run({ id, arn, targetArns }: ScheduledRule): void {
    const { account, region, clock, deliver } = this.#options;
    this.#lastRuns.set(id, clock.now());
    for (const targetArn of targetArns) {
      const event = {
        version: '0',
        id: randomUUID(),
        'detail-type': 'Scheduled Event',
        source: 'aws.events',
        account,
        time: new Date(clock.now()).toISOString().replace(/\.\d+/, ''),
        region,
        resources: [arn],
        detail: {},
      };
      deliver(targetArn, JSON.stringify(event));
    }
  }
}

const unitMilliseconds: Readonly<Record<string, number>> = {
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
};

function readRule(resource: DeployedResource) {
  const { ScheduleExpression: expression, State, Targets } = resource.read(ruleSchema);
  if (expression === undefined || State === 'DISABLED') return [];
  const [, value, unit = ''] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression) ?? [];
  const intervalMilliseconds = Number(value) * (unitMilliseconds[unit] ?? 0);
  if (!(intervalMilliseconds > 0)) {
    throw resource.refusal('ScheduleExpression', `the local runtime supports rate(…), not ${expression}`);
  }
  return [
    {
      id: `${resource.stack}/${resource.logicalId}`,
      arn: resource.attribute('Arn'),
      intervalMilliseconds,
      targetArns: Targets.map(({ Arn }) => Arn),
    },
  ];
}
