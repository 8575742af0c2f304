import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { type Worker, workers } from '#contract/commerce/work.ts';
import { queueVariable } from '#contract/environment.ts';
import { sendStatements } from '../access/queue-access.ts';
import { EventSourceQueue } from '../queues/event-source-queue.ts';
import { DeadLetterQueue, FailureQueue } from '../queues/retained-queues.ts';

/** One queue for each worker. Their messages hold ids, and the table holds the work, so a lost message loses nothing. */
export class WorkQueues extends Construct {
  readonly deadLetters: IQueue;
  readonly failures: IQueue;
  private readonly key: IKey | undefined;
  private readonly byWorker: ReadonlyMap<Worker, IQueue>;

  constructor(scope: Construct, id: string, { key }: { readonly key: IKey | undefined }) {
    super(scope, id);
    this.key = key;
    this.deadLetters = new DeadLetterQueue(this, 'DeadLetters', key);
    this.failures = new FailureQueue(this, 'Failures');
    this.byWorker = new Map(
      workers.map((worker) => [
        worker,
        new EventSourceQueue(this, `${pascalCase(worker)}Queue`, {
          functionName: `commerce/${worker}`,
          deadLetters: this.deadLetters,
          key,
        }),
      ]),
    );
  }

  of(worker: Worker): IQueue {
    const queue = this.byWorker.get(worker);
    if (queue === undefined) throw new Error(`There is no queue of ${worker}`);
    return queue;
  }

  /** The variables by which a function finds the queues of these workers. */
  variables(woken: readonly Worker[]): Readonly<Record<string, string>> {
    return Object.fromEntries(woken.map((worker) => [queueVariable(worker), this.of(worker).queueUrl]));
  }

  /** The permissions to wake these workers. */
  statements(woken: readonly Worker[]): PolicyStatement[] {
    return woken.flatMap((worker) => sendStatements(this.of(worker), this.key, `Wake${pascalCase(worker)}`));
  }
}

export const pascalCase = (name: string) =>
  name.replace(/(^|-)([a-z])/g, (_, _separator, letter: string) => letter.toUpperCase());
