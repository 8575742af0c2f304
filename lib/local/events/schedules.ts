import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { DeployedResource, Deployment } from '../cloudformation/deployment.ts';
import { StartError } from '../start-error.ts';
import type { DataFolder } from '../state/data-folder.ts';
import { DurableMap } from '../state/durable-map.ts';
import { parseSchedule, type Schedule } from './cron.ts';

const ruleSchema = z.object({
  ScheduleExpression: z.string().optional(),
  State: z.string().default('ENABLED'),
  Targets: z.array(z.object({ Arn: z.string(), Input: z.string().optional() })).default([]),
});
const scheduleSchema = z.object({
  ScheduleExpression: z.string(),
  ScheduleExpressionTimezone: z.string().default('UTC'),
  State: z.string().default('ENABLED'),
  Target: z.object({ Arn: z.string(), Input: z.string().optional() }),
});

interface Timed {
  readonly id: string;
  readonly arn: string;
  readonly schedule: Schedule;
  readonly targets: readonly { readonly arn: string; readonly input: string | undefined }[];
}

export interface SchedulesOptions {
  readonly folder: DataFolder;
  readonly account: string;
  readonly region: string;
  readonly deliver: (targetArn: string, payload: string) => void;
}

/** Runs scheduled rules (EventBridge) and schedules (EventBridge Scheduler) of the templates. */
export class Schedules {
  readonly #timed: readonly Timed[];
  readonly #options: SchedulesOptions;
  /** When each last ran, in milliseconds, so that a long interval does not begin anew with each start. */
  readonly #lastRuns: DurableMap<number>;
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(deployment: Deployment, options: SchedulesOptions) {
    this.#options = options;
    this.#lastRuns = DurableMap.open(options.folder.file('state', 'schedules.ndjson'), z.number());
    this.#timed = [
      ...deployment.resources('AWS::Events::Rule').flatMap(readRule),
      ...deployment.resources('AWS::Scheduler::Schedule').flatMap(readSchedule),
    ];
  }

  start(): void {
    for (const timed of this.#timed) {
      const { schedule, id } = timed;
      if (schedule.kind === 'rate') this.#every(timed, schedule.milliseconds);
      if (schedule.kind === 'at' && schedule.moment > Date.now()) {
        this.#later(schedule.moment - Date.now(), () => this.#run(timed));
      }
      if (schedule.kind === 'rate' && !this.#lastRuns.has(id)) this.#lastRuns.set(id, Date.now());
    }
    if (this.#timed.some(({ schedule }) => schedule.kind === 'cron')) this.#atNextMinute();
  }

  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#lastRuns.close();
  }

  #every(timed: Timed, milliseconds: number): void {
    const last = this.#lastRuns.get(timed.id) ?? Date.now();
    // What became due while nothing ran comes soon, but not in the middle of the start.
    this.#later(Math.max(last + milliseconds - Date.now(), 1_000), () => {
      this.#run(timed);
      this.#every(timed, milliseconds);
    });
  }

  #atNextMinute(): void {
    this.#later(60_000 - (Date.now() % 60_000), () => {
      const now = new Date();
      for (const timed of this.#timed) {
        if (timed.schedule.kind === 'cron' && timed.schedule.matches(now)) this.#run(timed);
      }
      this.#atNextMinute();
    });
  }

  #later(milliseconds: number, run: () => void): void {
    // Node's timers cannot wait longer than 24 days.
    const wait = Math.min(milliseconds, 2_000_000_000);
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      if (wait < milliseconds) this.#later(milliseconds - wait, run);
      else run();
    }, wait);
    this.#timers.add(timer);
  }

  #run({ id, arn, targets }: Timed): void {
    this.#lastRuns.set(id, Date.now());
    const { account, region } = this.#options;
    const time = new Date().toISOString().replace(/\.\d+/, '');
    for (const target of targets) {
      const event = {
        version: '0',
        id: randomUUID(),
        'detail-type': 'Scheduled Event',
        source: arn.includes(':scheduler:') ? 'aws.scheduler' : 'aws.events',
        account,
        time,
        region,
        resources: [arn],
        detail: {},
      };
      const input = target.input?.replaceAll('<aws.scheduler.scheduled-time>', time);
      this.#options.deliver(target.arn, input ?? JSON.stringify(event));
    }
  }
}

function readRule(resource: DeployedResource): readonly Timed[] {
  const { ScheduleExpression, State, Targets } = resource.read(ruleSchema);
  if (ScheduleExpression === undefined || State === 'DISABLED') return [];
  const targets = Targets.map(({ Arn, Input }) => ({ arn: Arn, input: Input }));
  return [timedOf(resource, ScheduleExpression, 'UTC', targets)];
}

function readSchedule(resource: DeployedResource): readonly Timed[] {
  const { ScheduleExpression, ScheduleExpressionTimezone, State, Target } = resource.read(scheduleSchema);
  if (State === 'DISABLED') return [];
  const targets = [{ arn: Target.Arn, input: Target.Input }];
  return [timedOf(resource, ScheduleExpression, ScheduleExpressionTimezone, targets)];
}

function timedOf(
  resource: DeployedResource,
  expression: string,
  timeZone: string,
  targets: Timed['targets'],
): Timed {
  const schedule = parseSchedule(expression, timeZone);
  if (schedule === undefined) {
    throw new StartError(
      `Stack ${resource.stack}, resource ${resource.logicalId}, property ScheduleExpression: ${expression} is not understood.`,
    );
  }
  const arn = resource.attribute('Arn');
  return { id: `${resource.stack}/${resource.logicalId}`, arn, schedule, targets };
}
