import { beforeAll, describe, expect, test } from '@jest/globals';
import { workers } from '#contract/commerce/work.ts';
import { concurrencyOf, functionSettings, parseSettings } from '#lib/settings/settings.ts';
import { logicalIdOf } from '../../deployed-endpoint.ts';
import {
  resourcesOfType,
  type Stacks,
  synthesizedStacks,
  type TemplateResources,
  templateText,
} from '../../synthesis/template.ts';

/** Stacks with default settings, and the test payer. */
let app: Stacks;
/** Stacks of a larger customer, with a customer-managed key. */
let large: Stacks;
let resources: TemplateResources;
beforeAll(async () => {
  app = await synthesizedStacks('certificateInZone');
  large = await synthesizedStacks('certificate');
  resources = app('Claims').resources;
});

const queues = (of: TemplateResources = resources) => resourcesOfType(of, 'AWS::SQS::Queue');
const queue = (id: string, of: TemplateResources = resources) => {
  const found = queues(of).find(([name]) => name.startsWith(id));
  if (found === undefined) throw new Error(`There is no queue ${id}`);
  return found[1].Properties;
};
const work = [
  ['IntakeInboxQueue', 'claims/ingest-file', 5],
  // The test payer waits for submissions.
  ['IntakeStagingQueue', 'claims/answer-as-payer', 20],
] as const;

describe('event source queues', () => {
  test.each(work)('%s hides a message for six times the time-out of %s', (id, name, _) => {
    expect(queue(id)['VisibilityTimeout']).toBe(6 * functionSettings(name).timeoutSeconds);
  });

  test.each(work)(
    '%s moves a message of %s to the dead-letter queue after %d attempts',
    (id, _, attempts) => {
      expect(queue(id)).toMatchObject({
        RedrivePolicy: {
          deadLetterTargetArn: { 'Fn::GetAtt': [expect.stringMatching(/^DeadLetters/), 'Arn'] },
          maxReceiveCount: attempts,
        },
      });
      expect(Number(queue(id)['MessageRetentionPeriod'])).toBeLessThan(
        Number(queue('DeadLetters')['MessageRetentionPeriod']),
      );
    },
  );

  test('every queue is encrypted, by SQS or with the customer-managed key', () => {
    for (const [, { Properties }] of queues()) expect(Properties['SqsManagedSseEnabled']).toBe(true);
    const theirs = large('Claims').resources;
    for (const id of ['DeadLetters', 'IntakeInboxQueue']) {
      expect(templateText(queue(id, theirs)['KmsMasterKeyId'])).toContain('Granary-Data:ExportsOutput');
    }
  });

  test('the customer-managed key lets S3 of this account only send to the queues', () => {
    const data = large('Data').resources;
    const statements = resourcesOfType(data, 'AWS::KMS::Key').flatMap(([, { Properties }]) => {
      const { Statement } = Properties['KeyPolicy'] as { Statement: { Principal: { Service?: unknown } }[] };
      return Statement.filter(({ Principal }) => Principal.Service === 's3.amazonaws.com');
    });
    expect(statements).toEqual([
      expect.objectContaining({
        Action: ['kms:Decrypt', 'kms:GenerateDataKey'],
        Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
      }),
    ]);
  });
});

describe('permissions to send to a queue', () => {
  const statementsOf = (id: string) =>
    resourcesOfType(resources, 'AWS::SQS::QueuePolicy')
      .filter(([, { Properties }]) => logicalIdOf((Properties['Queues'] as unknown[])[0]).startsWith(id))
      .flatMap(([, { Properties }]) => (Properties['PolicyDocument'] as { Statement: object[] }).Statement);
  const onlyTls = expect.objectContaining({
    Effect: 'Deny',
    Action: 'sqs:*',
    Condition: { Bool: { 'aws:SecureTransport': 'false' } },
  });

  test.each(['IntakeInboxQueue', 'IntakeStagingQueue'])(
    'S3 can send to %s from one bucket of this account',
    (id) => {
      expect(statementsOf(id)).toEqual([
        onlyTls,
        expect.objectContaining({
          Effect: 'Allow',
          Principal: { Service: 's3.amazonaws.com' },
          Action: 'sqs:SendMessage',
          Condition: {
            ArnEquals: { 'aws:SourceArn': expect.objectContaining({ 'Fn::Join': expect.anything() }) },
            StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } },
          },
        }),
      ]);
    },
  );

  test.each(['Failures', 'DeadLetters'])('no service can send to %s', (id) => {
    expect(statementsOf(id)).toEqual([onlyTls]);
  });

  test('sets notifications after S3 is allowed to send', () => {
    const [[, notifications] = []] = resourcesOfType(resources, 'Custom::S3BucketNotifications');
    const policies = resourcesOfType(resources, 'AWS::SQS::QueuePolicy')
      .map(([id]) => id)
      .filter((id) => id.startsWith('Intake'));
    expect(policies).toHaveLength(2);
    expect(notifications?.DependsOn).toEqual(expect.arrayContaining(policies));
  });
});

describe('concurrency', () => {
  const concurrency = (of: TemplateResources) =>
    Object.fromEntries(
      resourcesOfType(of, 'AWS::Lambda::EventSourceMapping').map(([, { Properties }]) => [
        templateText(Properties['EventSourceArn']).replace(/[A-F\d]{8}\.Arn>|</g, ''),
        Properties['ScalingConfig'],
      ]),
    );

  /** Executions that the queues of both services may take at a time, without those of the test payer. */
  const executions = (stacks: Stacks) =>
    ['Claims', 'Commerce'].flatMap((id) =>
      Object.entries(concurrency(stacks(id).resources)).map(([queueId, scaling]) =>
        // The function of the queue may wait for another one.
        queueId === 'IntakeStagingQueue' ? 0 : 2 * Number(Object(scaling).MaximumConcurrency),
      ),
    );

  test('by default, the queues of both services leave two of the ten executions of a new account', () => {
    expect(concurrency(resources)).toEqual({
      IntakeInboxQueue: { MaximumConcurrency: 2 },
      IntakeStagingQueue: { MaximumConcurrency: 2 },
    });
    expect(executions(app).reduce((sum, one) => sum + one, 0)).toBe(8);
  });

  test('-c backgroundConcurrency is the total of all queues, of which the inbox gets most', () => {
    expect(executions(large).reduce((sum, one) => sum + one, 0)).toBe(26);
    expect(concurrency(large('Claims').resources)).toEqual({
      IntakeInboxQueue: { MaximumConcurrency: 9 },
      IntakeStagingQueue: { MaximumConcurrency: 2 },
    });
  });

  test('no total takes more than it says, and each takes all of it but one', () => {
    for (let backgroundConcurrency = 8; backgroundConcurrency <= 1000; backgroundConcurrency++) {
      const { work, inbox } = concurrencyOf(parseSettings({ backgroundConcurrency }));
      const left = backgroundConcurrency - 2 * (work + inbox);
      expect([0, 1]).toContain(left);
      expect(Math.min(work, inbox)).toBeGreaterThanOrEqual(2);
    }
  });

  test('a worker ends before the function that waits for it', () => {
    const { timeoutSeconds } = functionSettings('commerce/dispatch-events');
    const longer = workers.filter(
      (worker) => functionSettings(`commerce/${worker}`).timeoutSeconds >= timeoutSeconds,
    );
    // It starts `export-brands` without waiting.
    expect(longer).toEqual(['dispatch-events', 'export-brands']);
  });

  test.each(['Claims', 'Commerce'])(
    'no function of %s reserves concurrency, which a new account refuses',
    (stack) => {
      const all = resourcesOfType(app(stack).resources, 'AWS::Lambda::Function');
      expect(all.filter(([, { Properties }]) => 'ReservedConcurrentExecutions' in Properties)).toEqual([]);
    },
  );
});
