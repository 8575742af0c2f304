import { availableParallelism } from 'node:os';
import type { Deployment } from '../cloudformation/deployment.ts';
import { AsyncInvocations } from '../lambda/events/async-invocations.ts';
import { readEventSources } from '../lambda/events/event-source-config.ts';
import { EventSources } from '../lambda/events/event-sources.ts';
import { readFunctions } from '../lambda/function-config.ts';
import { Functions } from '../lambda/functions.ts';
import type { Queues } from '../sqs/queues.ts';
import type { DataFolder } from '../state/data-folder.ts';
import type { LocalOptions } from './local-options.ts';

interface LambdaServiceOptions {
  readonly options: LocalOptions;
  readonly deployment: Deployment;
  readonly folder: DataFolder;
  readonly queues: Queues;
  readonly region: string;
  readonly variables: () => Readonly<Record<string, string>>;
  readonly localize: (value: string) => string;
  readonly log: (line: string) => void;
}

export type LambdaService = ReturnType<typeof openLambda>;

/** Two instances per processor keep it busy; more would only take time to start on a small machine. */
const defaultInstances = Math.min(8, 2 * availableParallelism());

/**
 * Processes of functions, unless the caller sets another number. A further one adds 80 MB to the resident memory, of which it
 * shares 50 MB with the others.
 */
const defaultProcesses = 6;

/** Long enough for the next click, and short enough for most functions of a schedule to end before its next minute. */
const defaultIdleMilliseconds = 20_000;

/** Reads the functions of the templates and their asynchronous events. Starts no function. */
export function openLambda({
  options,
  deployment,
  folder,
  queues,
  region,
  variables,
  localize,
  log,
}: LambdaServiceOptions) {
  const maxInstances = options.maxInstances ?? defaultInstances;
  const configs = readFunctions(deployment);
  const functions = new Functions(configs, {
    folder,
    region,
    maxInstances,
    idleMilliseconds: options.idleMilliseconds ?? defaultIdleMilliseconds,
    maxProcesses: options.maxProcesses ?? defaultProcesses,
    concurrentExecutions: options.concurrentExecutions,
    codeReady: options.codeReady,
    sharedVariables: variables,
    localize,
    onLog: options.onInvocation ?? (() => {}),
  });
  /** Delivers an event of Lambda, S3 or a schedule to a queue, or to the asynchronous events of a function. */
  const deliver = (arn: string, payload: string, id?: string): void => {
    const queue = queues.find(arn);
    if (queue !== undefined) queues.send(queue, payload, id);
    else if (functions.find(arn) !== undefined) asyncInvocations.accept(arn, payload, id);
    else log(`Dropped an event for ${arn}: the templates have no such function or queue.`);
  };
  const shared = {
    concurrency: maxInstances,
    retryMilliseconds: options.asyncRetryMilliseconds ?? [1_000, 2_000],
    log,
  };
  const asyncInvocations = new AsyncInvocations(deployment, folder, { ...shared, functions, deliver });
  /** Call this after custom resources have run. Throws StartError for a mapping that does not run here. */
  const openEventSources = () =>
    new EventSources(readEventSources(deployment, functions, queues), { ...shared, queues, region });
  return { functions, asyncInvocations, openEventSources, deliver };
}
