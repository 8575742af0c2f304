import { availableParallelism, totalmem } from 'node:os';
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

interface LambdaService {
  readonly functions: Functions;
  readonly asyncInvocations: AsyncInvocations;
  /** Once custom resources have run. Throws StartError for what does not run here. */
  readonly openEventSources: () => EventSources;
  /** What Lambda, S3 and the schedules hand on: to a function's queue of events, or to a queue. */
  readonly deliver: (targetArn: string, payload: string, id?: string) => void;
}

/** Two instances a processor keep it busy; on a small machine more of them only take time to start. */
const defaultInstances = Math.min(8, 2 * availableParallelism());

/**
 * Room for one instance of each function, so that a client that calls all endpoints in turn finds each one warm; less
 * where memory is short.
 */
const defaultProcesses = Math.max(32, Math.min(128, Math.floor(totalmem() / 134_217_728)));

/** The functions of the templates and their asynchronous events. Nothing runs before it is called. */
export function openLambda(compute: LambdaServiceOptions): LambdaService {
  const { options, deployment, folder, queues, region, log } = compute;
  const maxInstances = options.maxInstances ?? defaultInstances;
  const functions = new Functions(readFunctions(deployment, folder), {
    folder,
    region,
    maxInstances,
    idleMilliseconds: options.idleMilliseconds ?? 120_000,
    maxProcesses: options.maxProcesses ?? defaultProcesses,
    concurrentExecutions: options.concurrentExecutions,
    shared: compute.variables,
    localize: compute.localize,
    onLog: options.onInvocation ?? (() => {}),
  });
  const deliver: LambdaService['deliver'] = (arn, payload, id) => {
    const queue = queues.find(arn);
    if (queue !== undefined) queues.send(queue, payload, { ...(id !== undefined && { id }) });
    else if (functions.find(arn) !== undefined) asyncInvocations.accept(arn, payload, id);
    else log(`An event for ${arn} was dropped: the templates hold no such function or queue.`);
  };
  const retryMilliseconds = options.asyncRetryMilliseconds ?? [1_000, 2_000];
  const asyncInvocations = new AsyncInvocations(deployment, folder, {
    functions,
    retryMilliseconds,
    concurrency: maxInstances,
    deliver,
    log,
  });
  const openEventSources = () =>
    new EventSources(readEventSources(deployment, functions, queues), {
      queues,
      region,
      concurrency: maxInstances,
      retryMilliseconds,
      log,
    });
  return { functions, asyncInvocations, openEventSources, deliver };
}
