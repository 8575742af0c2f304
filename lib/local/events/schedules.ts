import { randomUUID } from 'node:crypto';
import * as z from 'zod';
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
    for (const rule of this.#rules) {
      if (!this.#lastRuns.has(rule.id)) this.#lastRuns.set(rule.id, Date.now());
      this.#waitFor(rule);
    }
  }

  stop(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#lastRuns.close();
  }

  #waitFor(rule: ScheduledRule): void {
    const due = (this.#lastRuns.get(rule.id) ?? Date.now()) + rule.intervalMilliseconds;
    // A run that fell due while nothing ran waits until the start is over.
    const wait = Math.min(Math.max(due - Date.now(), 1_000), maxTimerMilliseconds);
    const timer = setTimeout(() => {
      if (Date.now() >= due) this.#run(rule);
      this.#waitFor(rule);
    }, wait);
    this.#timers.set(rule, timer);
  }

  #run({ id, arn, targetArns }: ScheduledRule): void {
    this.#lastRuns.set(id, Date.now());
    const { account, region, deliver } = this.#options;
    for (const targetArn of targetArns) {
      const event = {
        version: '0',
        id: randomUUID(),
        'detail-type': 'Scheduled Event',
        source: 'aws.events',
        account,
        time: new Date().toISOString().replace(/\.\d+/, ''),
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
