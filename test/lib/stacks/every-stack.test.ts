import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from '@jest/globals';
import * as z from 'zod';
import {
  resourcesOfType,
  type Stacks,
  type SynthesizedStack,
  synthesizedStacks,
  type TemplateResource,
  type TemplateResources,
} from '../synthesis/template.ts';
import { type TestedSettings, testedSettings } from '../synthesis/tested-settings.ts';

describe('first deployment', () => {
  const stacks: Record<string, TemplateResources> = {};

  beforeAll(async () => {
    const app = await synthesizedStacks('hostedZone');
    for (const id of ['Data', 'Commerce', 'Claims']) stacks[id] = app(id).resources;
  });

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

    test('creates tables and people last, because their deletion protection stops a rollback', () => {
      const resources = stacks['Data'] ?? {};
      const others = ['Bucket', 'Secret', 'Account'].flatMap((part) =>
        Object.entries(resources)
          .filter(([, { Type }]) => Type.endsWith(`::${part}`))
          .map(([id]) => id),
      );
      const tables = resourcesOfType(resources, 'AWS::DynamoDB::Table');
      const pools = resourcesOfType(resources, 'AWS::Cognito::UserPool');
      expect([tables.length, pools.length]).toEqual([3, 1]);
      for (const [, table] of [...tables, ...pools]) {
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
});

describe('room for more', () => {
  let stacks: Stacks;
  beforeAll(async () => {
    stacks = await synthesizedStacks('certificate');
  });

  /** CloudFormation takes 500 resources and 1,000,000 bytes a template; every parent and every nested stack is one. */
  describe.each(['Data', 'Commerce', 'Claims'])('the templates of %s leave room for more endpoints', (id) => {
    test('none holds more than 300 resources', () => {
      expect([...stacks(id).sizes].filter(([, { resources }]) => resources > 300)).toEqual([]);
    });

    test('none is larger than 600 kB', () => {
      expect([...stacks(id).sizes].filter(([, { bytes }]) => bytes > 600_000)).toEqual([]);
    });
  });

  // Quotas: 300 resources an API; https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html has the rest.
  test.each(['Commerce', 'Claims'])(
    'API Gateway gets few calls for %s, and none from nested stacks',
    (id) => {
      const { definition, resources, ownIds } = stacks(id);
      const calls = Object.entries(resources).filter(([, { Type }]) => Type.startsWith('AWS::ApiGateway::'));
      expect(calls.length).toBeLessThan(20);
      expect(calls.filter(([own]) => !ownIds.includes(own))).toEqual([]);
      const [[, stage] = []] = resourcesOfType(resources, 'AWS::ApiGateway::Stage');
      expect(Object(stage?.Properties['MethodSettings']).length).toBeLessThan(9);
      const paths = Object.keys(definition.paths).flatMap((path) =>
        path.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/')),
      );
      expect(new Set(paths).size).toBeLessThan(200);
    },
  );

  /** Types of resources that hold data, or that clients, brands or runs in progress depend on. */
  const kept = [
    'AWS::ApiGateway::ApiKey',
    'AWS::ApiGateway::RestApi',
    'AWS::ApiGateway::Stage',
    'AWS::ApiGateway::UsagePlan',
    'AWS::ApiGateway::UsagePlanKey',
    'AWS::CloudFront::Distribution',
    'AWS::Cognito::UserPool',
    'AWS::Cognito::UserPoolDomain',
    'AWS::DynamoDB::Table',
    'AWS::KMS::Key',
    'AWS::S3::Bucket',
    'AWS::SQS::Queue',
    'AWS::SecretsManager::Secret',
  ];

  // CloudFormation replaces a resource whose logical id or stack changes.
  test.each([
    [
      'Data',
      [
        'AccessLogBucketDA470295',
        'AuditTableB07F8EEB',
        'CheckpointBucketDFE4871A',
        'CheckpointKey6ED5B60F',
        'ClaimsTableD23EAB22',
        'ClearinghouseKeyD4E177BB',
        'CommerceTable6CC80189',
        'MediaBucketBCBB02BA',
        'PaymentKeysFF0DE8B8',
        'PeopleDomain2764DEB8',
        'PeopleE38C8D03',
        'SearchKeyC844E5EA',
        'UnsubscribeKeyAE156D09',
        'X12Bucket643DA320',
      ],
    ],
    [
      'Commerce',
      [
        'RestApi79D61EE8',
        'RestApiDeploymentStagelive2E578AB7',
        'RestEnterprisePlanDAD56A3A',
        'RestFarmPlan79111D59',
        'RestPeopleKeyE7449792',
        'RestPeoplePlanE45CF01E',
        'RestPeoplePlanUsagePlanKeyResourceCommerceRestPeopleKey0AAD6B414CA16151',
        'RestStarterPlanC8538DA5',
        'WorkDeadLetters7D6F983C',
        'WorkFailures0FF54317',
        'WorkQueue1CAC4D2F',
      ],
    ],
    [
      'Claims',
      [
        'DeadLettersBBF8BAAB',
        'Failures8A3E1A2F',
        'IntakeInboxQueue9AFA2187',
        'RestAdminKeyBA04F02A',
        'RestApi79D61EE8',
        'RestApiDeploymentStagelive2E578AB7',
        'RestAuditorKeyE0B92035',
        'RestBillerKeyF327FD34',
        'RestNoRoleKey6F7432B3',
        'RestRolePlan33248705',
        'RestRolePlanUsagePlanKeyResourceClaimsRestAdminKey4DFD85147C9BC4FD',
        'RestRolePlanUsagePlanKeyResourceClaimsRestAuditorKey5096234CEB509A07',
        'RestRolePlanUsagePlanKeyResourceClaimsRestBillerKeyDDCA30A9ABC986B4',
        'RestRolePlanUsagePlanKeyResourceClaimsRestNoRoleKey54783E57DDE12DEC',
      ],
    ],
    // Bookmarks and the redirect address of sign-in name the distribution.
    ['Web', ['AccessLogBucketDA470295', 'Distribution830FAC52', 'SiteBucket397A1860']],
  ])(
    'an update of %s replaces no table, bucket, key, queue, API, plan, distribution or user pool',
    async (id, ids) => {
      const { resources, ownIds } = (await synthesizedStacks('web'))(id);
      expect(ownIds.filter((own) => kept.includes(resources[own]?.Type ?? '')).sort()).toEqual(ids);
    },
  );
});

describe('what outlives its stack', () => {
  const stackIds = ['Data', 'Domain', 'Commerce', 'Claims', 'Web'];
  const isKept = ({ DeletionPolicy }: TemplateResource) => DeletionPolicy?.startsWith('Retain') === true;
  let kept: [stack: string, id: string, resource: TemplateResource][];
  let resources: [stack: string, id: string, resource: TemplateResource][];
  beforeAll(async () => {
    // One has a key of the customer, the other one a user pool.
    const apps = [await synthesizedStacks('certificate'), await synthesizedStacks('hostedZone')];
    const all = apps.flatMap((stacks) =>
      stackIds.flatMap((stack) =>
        Object.entries(stacks(stack).resources).map(
          ([id, one]) => [`${stack} ${id}`, [stack, id, one]] as const,
        ),
      ),
    );
    resources = Array.from(new Map(all).values(), ([stack, id, one]) => [stack, id, one]);
    kept = resources.filter(([, , resource]) => isKept(resource));
  });

  test('is all that holds data, and each bucket with its policy', () => {
    const holdsData = /^AWS::(Cognito::UserPool|DynamoDB::Table|KMS::Key|S3::Bucket|SecretsManager::Secret)$/;
    const lost = resources.filter(([, , one]) => holdsData.test(one.Type) && !isKept(one));
    expect(lost.map(([, id]) => id)).toEqual([]);
    const bucketsOf = (of: typeof resources, type: string) =>
      of.filter(([, , { Type }]) => Type === `AWS::S3::${type}`);
    const policies = bucketsOf(kept, 'BucketPolicy').map(([stack, , { Properties }]) => [
      stack,
      Object(Properties['Bucket']).Ref,
    ]);
    expect(bucketsOf(resources, 'Bucket').length).toBeGreaterThan(5);
    expect(policies.toSorted()).toEqual(
      bucketsOf(resources, 'Bucket')
        .map(([stack, id]) => [stack, id])
        .toSorted(),
    );
  });

  test('is what docs/operate.md removes, by its logical id', () => {
    const page = readFileSync(new URL('../../../docs/operate.md', import.meta.url), 'utf8');
    const rows = (page.split('\n## Tear down\n')[1]?.split('\n## ')[0] ?? '').split('\n');
    const named = rows.flatMap((row) => {
      const [, stack = '', names = ''] = row.split('|').map((cell) => cell.trim());
      return stackIds.includes(stack)
        ? [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => `${stack} ${name}`)
        : [];
    });
    const own = kept
      .filter(([, , { Type }]) => !Type.endsWith('Policy'))
      .map(([stack, id]) => `${stack} ${id.replace(/[0-9A-F]{8}$/, '')}`);
    expect(named.toSorted()).toEqual(own.toSorted());
  });
});

interface Installation {
  readonly settings: TestedSettings;
  readonly region: string;
}

describe('several installations in one account', () => {
  /** Types and properties whose names only a parent has to tell apart, and names of fields. */
  const withinParent =
    /^AWS::(ApiGateway::(Authorizer|Deployment|GatewayResponse|Method|Stage)|Cognito::UserPool(Group|ResourceServer))$|EventDestination$|^(Attribute|Display|Metric|Policy)Name$/;
  /** Types whose names are the same in every region. */
  const global = /^AWS::(CloudFront|CloudWatch::Dashboard|IAM|Route53|S3)\b/;
  /** Properties that hold a name without being called one. */
  const furtherNames = ['AWS::ApiGateway::ApiKey Value', 'AWS::Cognito::UserPoolDomain Domain'];
  const properties = z.record(z.string(), z.unknown());

  const namesIn = (stack: SynthesizedStack, region: string): string[] => {
    /** With its region resolved. CloudFormation generates a name for a resource that a reference names. */
    const nameIn = (value: unknown) => {
      const text = JSON.stringify(value).replaceAll('{"Ref":"AWS::Region"}', `"${region}"`);
      return /"(Ref|Fn::GetAtt)":/.test(text)
        ? `generated in ${region} by ${stack.stackName}: ${text}`
        : text;
    };
    const named = (type: string, of: object, depth = 0): string[] =>
      Object.entries(of).flatMap(([property, value]) => {
        if (withinParent.test(type) || withinParent.test(property)) return [];
        if (/(^|[a-z])Name$/.test(property) || furtherNames.includes(`${type} ${property}`))
          return [`${global.test(type) ? 'everywhere' : region}: ${type} ${property} ${nameIn(value)}`];
        const inner = properties.safeParse(value);
        return inner.success && depth === 0 ? named(type, inner.data, 1) : [];
      });
    const outputs = z
      .record(z.string(), z.object({ Export: z.object({ Name: z.unknown() }).optional() }))
      .parse(stack.template.toJSON().Outputs ?? {});
    return [
      `${region}: stack ${stack.stackName}`,
      ...Object.values(stack.resources).flatMap(({ Type, Properties }) => named(Type, Properties)),
      ...Object.values(outputs).flatMap(({ Export }) =>
        Export ? [`${region}: export ${nameIn(Export.Name)}`] : [],
      ),
    ];
  };

  const namesOf = async ({ settings, region }: Installation) => {
    const stacks = await synthesizedStacks(settings);
    return ['Data', 'Commerce', 'Claims', 'Web'].flatMap((id) => namesIn(stacks(id), region));
  };

  test.each<readonly [string, Installation, Installation]>([
    [
      'of two prefixes in one region',
      { settings: 'web', region: 'eu-west-1' },
      { settings: 'hostedZone', region: 'eu-west-1' },
    ],
    [
      'of one prefix in two regions',
      { settings: 'web', region: 'eu-west-1' },
      { settings: 'web', region: 'us-east-1' },
    ],
  ])('%s share no name', async (_, first, second) => {
    const [one, other] = [await namesOf(first), await namesOf(second)];
    for (const type of [
      'CloudFront::Function',
      'OriginAccess',
      'HeadersPolicy',
      'Dashboard',
      'ApiKey',
      'UserPoolDomain',
      'export',
    ])
      for (const names of [one, other])
        expect([type, names.some((name) => name.includes(type))]).toEqual([type, true]);
    expect(one.filter((name) => other.includes(name))).toEqual([]);
  });
});

describe('migrations are the last step of a deployment', () => {
  /** Ids of the resources that CloudFormation changes before this one. */
  function before(resources: TemplateResources, id: string): ReadonlySet<string> {
    const found = new Set<string>();
    const next = [id];
    for (let one = next.pop(); one !== undefined; one = next.pop()) {
      const resource = resources[one];
      const properties = JSON.stringify(resource?.Properties ?? {});
      const named = [...properties.matchAll(/"(?:Ref|Fn::GetAtt)":\[?"([^"]+)"/g)].map(
        ([, name = '']) => name,
      );
      for (const other of [...(resource?.DependsOn ?? []), ...named]) {
        if (!found.has(other)) next.push(other);
        found.add(other);
      }
    }
    return found;
  }

  const settings = Object.keys(testedSettings) as TestedSettings[];
  test.each(settings)('with the settings %s, everything that can fail comes before them', async (name) => {
    const stacks = await synthesizedStacks(name);
    const migrations = ['Data', 'Commerce', 'Claims'].flatMap((id) =>
      Object.entries(stacks(id).resources).flatMap(([migration, { Type }]) =>
        Type.endsWith('Schema') ? [{ migration, ...stacks(id) }] : [],
      ),
    );
    expect(migrations.map(({ stackName }) => stackName.replace(/.*-/, ''))).toEqual(['Claims']);
    for (const { migration, resources, ownIds } of migrations) {
      const earlier = before(resources, migration);
      expect(ownIds.filter((id) => !earlier.has(id))).toEqual([migration]);
    }
  });
});
