import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  resourcesOfType,
  synthesizedStacks,
  type TemplateResource,
  type TemplateResources,
} from '../synthesis/template.ts';

const stacks: Record<string, TemplateResources> = {};

beforeAll(async () => {
  const app = await synthesizedStacks('certificate');
  for (const id of ['Data', 'Commerce', 'Claims']) stacks[id] = app(id).resources;
}, 180_000);

const everything = () =>
  Object.entries(stacks).flatMap(([stack, resources]) =>
    Object.entries(resources).map(([id, resource]): [string, TemplateResource] => [
      `${stack}/${id}`,
      resource,
    ]),
  );

describe('a first deployment that fails', () => {
  test('retains nothing: a rollback deletes the resources that are retained later', () => {
    const retained = everything().filter(([, { DeletionPolicy }]) => DeletionPolicy?.startsWith('Retain'));
    expect(retained.length).toBeGreaterThan(10);
    for (const [id, { DeletionPolicy, UpdateReplacePolicy }] of retained) {
      expect([id, DeletionPolicy, UpdateReplacePolicy]).toEqual([id, 'RetainExceptOnCreate', 'Retain']);
    }
  });

  test('names no retained resource, so that a second deployment has no conflict', () => {
    const names = ['TableName', 'BucketName', 'Name', 'LogGroupName', 'QueueName', 'RoleName', 'AliasName'];
    const withNames = everything()
      .filter(([, { DeletionPolicy }]) => DeletionPolicy?.startsWith('Retain'))
      .filter(([, { Properties }]) => names.some((name) => name in Properties));
    expect(withNames.map(([id]) => id)).toEqual([]);
  });

  test('creates tables last, because their deletion protection stops a rollback', () => {
    const resources = stacks['Data'] ?? {};
    const others = ['Bucket', 'Secret', 'Account'].flatMap((part) =>
      Object.entries(resources)
        .filter(([, { Type }]) => Type.endsWith(`::${part}`))
        .map(([id]) => id),
    );
    const tables = resourcesOfType(resources, 'AWS::DynamoDB::Table');
    expect(tables).toHaveLength(3);
    for (const [, table] of tables) {
      // The bucket of access logs comes before the buckets that log into it.
      const waits = others.filter((id) => !id.startsWith('AccessLogBucket'));
      expect(table.DependsOn).toEqual(expect.arrayContaining(waits));
    }
  });
});

describe('API Gateway refuses parallel changes with 409', () => {
  /** True if these resources are created one after the other: each but the first waits for another one. */
  const chained = (resources: TemplateResources, type: string) => {
    const ids = resourcesOfType(resources, type).map(([id]) => id);
    const waits = resourcesOfType(resources, type).map(([, { DependsOn }]) =>
      DependsOn.filter((id) => ids.includes(id)),
    );
    const next = waits.flat();
    return {
      several: ids.length > 1,
      first: waits.filter((one) => one.length === 0).length,
      // Two that wait for the same one would run in parallel.
      distinct: new Set(next).size === next.length,
    };
  };

  test('commerce creates usage plans one after the other', () => {
    const plans = chained(stacks['Commerce'] ?? {}, 'AWS::ApiGateway::UsagePlan');
    expect(plans).toEqual({ several: true, first: 1, distinct: true });
  });

  test.each(['AWS::ApiGateway::UsagePlanKey', 'AWS::ApiGateway::ApiKey'])(
    'claims creates %s one after the other',
    (type) => {
      expect(chained(stacks['Claims'] ?? {}, type)).toEqual({ several: true, first: 1, distinct: true });
    },
  );

  test('claims has one usage plan', () => {
    expect(resourcesOfType(stacks['Claims'] ?? {}, 'AWS::ApiGateway::UsagePlan')).toHaveLength(1);
  });
});
