import { beforeAll, describe, expect, test } from '@jest/globals';
import { commerceEndpoints } from '#contract/commerce/index.ts';
import { workers } from '#contract/commerce/work.ts';
import type { EndpointDeclaration, MediaUse } from '#contract/endpoint.ts';
import { brandRecords } from '#contract/partitions.ts';
import { pascalCase } from '#lib/constructs/commerce/work-queues.ts';
import { deployedEndpoint, logicalIdOf, resourceAt } from '../../deployed-endpoint.ts';
import {
  resourcesOfType,
  type SynthesizedStack,
  synthesizedStacks,
  type TemplateResource,
  type TemplateResources,
  templateText,
} from '../../synthesis/template.ts';
import { permissionsOf as allPowersOf, tablePermissions } from './permissions.ts';

let stack: SynthesizedStack;
let resources: TemplateResources;
let encrypted: SynthesizedStack;

beforeAll(async () => {
  stack = (await synthesizedStacks('web'))('Commerce');
  resources = stack.resources;
  encrypted = (await synthesizedStacks('certificate'))('Commerce');
});

/** The permissions of each role, because several tests compare those of all roles. */
const knownPowers = new WeakMap<TemplateResource, readonly string[]>();

function powersOf(role: TemplateResource): readonly string[] {
  const known = knownPowers.get(role) ?? allPowersOf(role, nameOf);
  knownPowers.set(role, known);
  return known;
}

const nameOf = (arn: string) =>
  arn
    .replace(/^<Granary-Data:ExportsOutputFnGetAttCommerceTable[^>]*>/, 'table')
    .replace(/^<Granary-Data:ExportsOutputFnGetAttMediaBucket[^>]*>/, 'media')
    .replace(/^<Granary-Data:ExportsOutputFnGetAttKey[^>]*>/, 'key')
    .replace(/^<Granary-Data:ExportsOutputRefPaymentKeys[^>]*>/, 'payment keys')
    .replace(/^<Granary-Data:ExportsOutputRefUnsubscribeKey[^>]*>/, 'unsubscribe key')
    .replace(/^<\w+Log\w+\.Arn>$/, 'own log')
    .replace(/^<WorkQueue\w{8}\.Arn>$/, 'work queue')
    .replace(/^<(\w+)Function\w{8}\.Arn>$/, 'function $1')
    .replace(/^arn:<AWS::Partition>:([\w-]+):<AWS::Region>:<AWS::AccountId>:/, '$1 ')
    .replace(/<(Messages[A-Z][a-z]+)\w+>$/, '$1')
    .replace(/^arn:<AWS::Partition>:apigateway:<AWS::Region>::/, '')
    .replace(/<Rest(\w+)Plan\w+>/, (_, plan: string) => plan.toLowerCase());

/** All roles except that of the CDK's function for notifications of a bucket, which only CloudFormation calls. */
const functionRoles = () =>
  resourcesOfType(resources, 'AWS::IAM::Role').filter(([id]) => !id.startsWith('BucketNotificationsHandler'));

const log = ['logs:CreateLogStream own log', 'logs:PutLogEvents own log'];
const traces = ['xray:PutTelemetryRecords *', 'xray:PutTraceSegments *'];
const managingKeys = [
  'apigateway:GET /apikeys',
  'apigateway:POST /apikeys',
  'apigateway:PUT /tags/arn%3A<AWS::Partition>%3Aapigateway%3A<AWS::Region>%3A%3A%2Fapikeys%2F*',
  ...['starter', 'farm', 'enterprise'].flatMap((plan) => [
    `apigateway:POST /usageplans/${plan}/keys`,
    `apigateway:GET /usageplans/${plan}/keys/*`,
  ]),
];

const onMedia: Readonly<Record<MediaUse, readonly string[]>> = {
  'product-imports': ['s3:PutObject media/product-imports/*'],
  'image-uploads': ['s3:PutObject media/product-uploads/*'],
  'image-links': [
    's3:GetObject media/product-images/*',
    's3:GetObjectVersion media/product-images/*',
    's3:ListBucket media',
  ],
  'brand-exports': [
    's3:GetObject media/brand-exports/*',
    's3:GetObjectVersion media/brand-exports/*',
    's3:ListBucket media',
  ],
};

const wakes = ['sqs:SendMessage work queue'];

/** Workers may write the whole table except this. */
const spares = ['silences'] as const;

/** Permissions that the declaration of an endpoint implies. */
const needsOf = (endpoint: EndpointDeclaration) =>
  [
    ...log,
    ...traces,
    ...tablePermissions(endpoint, 'table'),
    ...(endpoint.media ?? []).flatMap((use) => onMedia[use]),
    ...(endpoint.uses?.includes('payment-keys') ? ['secretsmanager:GetSecretValue payment keys'] : []),
    ...(endpoint.readsUnsubscribeKey ? ['secretsmanager:GetSecretValue unsubscribe key'] : []),
    ...(endpoint.wakesWorkers ? wakes : []),
  ].sort();

describe('a function has the permissions of its endpoint only', () => {
  test.each(commerceEndpoints)('$name', (endpoint) => {
    expect(powersOf(deployedEndpoint(stack, endpoint).role)).toEqual(needsOf(endpoint));
  });

  test('authorizer: reads the table, and records the use of keys', () => {
    const [[, authorizer] = []] = resourcesOfType(resources, 'AWS::Lambda::Function').filter(([id]) =>
      id.startsWith('Authorizer'),
    );
    const role = resourceAt(resources, logicalIdOf(authorizer?.Properties['Role']));
    expect(powersOf(role)).toEqual(
      [...log, ...traces, ...tablePermissions({ data: 'read', updates: ['key-uses'] }, 'table')].sort(),
    );
  });

  test.each([
    [
      'DispatchEvents',
      { data: 'write', deletes: ['outbox'], spares, readsSecrets: ['address-keys'] },
      [
        ...['ChangeMessageVisibility', 'DeleteMessage', 'GetQueueAttributes', 'ReceiveMessage'].map(
          (action) => `sqs:${action} work queue`,
        ),
        ...workers
          .filter((worker) => worker !== 'dispatch-events')
          .map((worker) => `lambda:InvokeFunction function ${pascalCase(worker)}`),
        ...wakes,
      ],
    ],
    ['DoWork', { data: 'write', deletes: ['work', 'contacts'], readsSecrets: ['address-keys'] }, wakes],
    [
      'SendWebhooks',
      { data: 'write', deletes: ['work', 'webhook-queue'], spares, readsSecrets: ['webhook-secrets'] },
      wakes,
    ],
    [
      'SettleBilling',
      { data: 'write', deletes: ['work'], spares },
      [...wakes, ...managingKeys, 'secretsmanager:GetSecretValue payment keys'],
    ],
    [
      'ErasePeople',
      {
        data: 'write',
        deletes: ['work', 'contacts', 'contact-history', 'referrals'],
        spares,
        readsSecrets: ['address-keys'],
      },
      wakes,
    ],
    [
      'ExportBrands',
      { data: 'write', deletes: ['work'], spares },
      [
        ...wakes,
        ...['brand-exports', 'product-images'].flatMap((folder) => [
          `s3:GetObject media/${folder}/*`,
          `s3:GetObjectVersion media/${folder}/*`,
        ]),
        's3:PutObject media/brand-exports/*',
        's3:DeleteObject media/brand-exports/*',
        's3:DeleteObjectVersion media/brand-exports/*',
        's3:ListBucketVersions media',
        's3:ListBucket media',
      ],
    ],
    [
      'EraseBrands',
      {
        data: 'write',
        deletes: ['work'],
        writesInBatches: brandRecords,
        managesCredentials: ['api-keys', 'memberships', 'webhook-secrets', 'address-keys'],
      },
      [
        ...wakes,
        'apigateway:GET /apikeys',
        'apigateway:DELETE /apikeys/* if aws:ResourceTag/granary:installation StringEquals Granary',
        'secretsmanager:GetSecretValue payment keys',
        ...['product-imports', 'product-uploads', 'product-images', 'brand-exports'].flatMap((folder) => [
          `s3:DeleteObject media/${folder}/*`,
          `s3:DeleteObjectVersion media/${folder}/*`,
        ]),
        's3:ListBucketVersions media',
      ],
    ],
    ['FindWork', { data: 'read', updates: ['work'] }, wakes],
    [
      'ProcessUploads',
      { data: 'write', deletes: ['work', 'products'], spares },
      [
        ...wakes,
        's3:GetObject media/product-imports/*',
        's3:GetObjectVersion media/product-imports/*',
        's3:ListBucket media',
      ],
    ],
    [
      'ProcessImages',
      { data: 'write', deletes: ['work'], spares },
      [
        ...wakes,
        's3:GetObject media/product-uploads/*',
        's3:GetObjectVersion media/product-uploads/*',
        's3:ListBucket media',
        's3:PutObject media/product-images/*',
        's3:DeleteObject media/product-uploads/*',
        's3:DeleteObject media/product-images/*',
      ],
    ],
    [
      'ReceiveMessageEvents',
      { data: 'write', deletes: ['silences'], readsSecrets: ['address-keys'] },
      [...wakes, 'secretsmanager:GetSecretValue unsubscribe key'],
    ],
    [
      'SendMessages',
      { data: 'write', deletes: ['work'], spares, readsSecrets: ['address-keys'] },
      [
        ...wakes,
        'secretsmanager:GetSecretValue unsubscribe key',
        'ses:SendEmail ses configuration-set/MessagesEmail',
        'ses:SendEmail ses identity/example.com',
        'ses:SendEmail ses identity/farm@example.com',
        'sms-voice:SendTextMessage sms-voice configuration-set/MessagesSms',
        'sms-voice:SendTextMessage sms-voice phone-number/phone-0123456789abcdef',
      ],
    ],
  ] as const)('the worker %s has the permissions of its handlers only', (id, needs, onQueues) => {
    const powers = functionRoles()
      .filter(([name]) => name.startsWith(id))
      .flatMap(([, role]) => powersOf(role));
    const failures = powers.filter((power) => power.includes('WorkFailures'));
    expect(failures).toHaveLength(1);
    expect(powers.filter((power) => !failures.includes(power))).toEqual(
      [...log, ...traces, ...tablePermissions(needs, 'table'), ...onQueues].sort(),
    );
  });

  // The test above derives permissions from the contract. These rows hold for any contract.
  test.each([
    ['health', /dynamodb|apigateway/],
    ['get-order', /^dynamodb:(Put|Update|Delete|ConditionCheck)/m],
    ['list-products', /^dynamodb:(Delete|ConditionCheck)|^dynamodb:(Put|Update)Item table$/m],
    ['create-order', /apigateway|^dynamodb:(Delete|BatchWrite|PartiQL)/m],
    ['create-campaign', /^dynamodb:(Delete|BatchWrite|PartiQL)/m],
    ['update-product', /^dynamodb:DeleteItem table(?! if .* PRODUCTS#\*$)/m],
    ['patch-product', /^dynamodb:DeleteItem table(?! if .* PRODUCTS#\*$)/m],
    ['delete-product', /^dynamodb:DeleteItem table(?! if .* PRODUCTS#\*$)/m],
    ['update-order-status', /^dynamodb:DeleteItem table(?! if .* ROLLUP#\*$)/m],
    ['create-api-key', /^dynamodb:(Delete|BatchWrite|PartiQL)/m],
    ['create-brand', /apigateway/],
    ['delete-stop', /^dynamodb:(Put|Update|Delete)Item table(?! if .* (RATE#\*,)?STOPS#\*$)/m],
  ])('%s can never %s', (name, forbidden) => {
    const endpoint = commerceEndpoints.find((candidate) => candidate.name === name);
    if (!endpoint) throw new Error(`The contract has no ${name}`);
    expect(powersOf(deployedEndpoint(stack, endpoint).role).join('\n')).not.toMatch(forbidden);
  });
});

test('every function that writes declares its records', () => {
  const silent = commerceEndpoints.filter(
    ({ data, writes }) => (data === 'write') !== (writes !== undefined),
  );
  expect(silent.map(({ name }) => name)).toEqual([]);
});

describe('credentials', () => {
  const manages = (kept: RegExp) =>
    commerceEndpoints
      .filter(({ data }) => data !== 'none')
      .filter(
        (endpoint) =>
          !powersOf(deployedEndpoint(stack, endpoint).role).some(
            (power) => power.startsWith('deny dynamodb:PutItem table if') && kept.test(power),
          ),
      )
      .map(({ name }) => name);

  test('only functions that manage API keys can write them', () => {
    expect(manages(/APIKEY#\*,APIKEYS,APIKEYS#\*/).sort()).toEqual([
      'create-api-key',
      'revoke-api-key',
      'rotate-api-key',
    ]);
  });

  test('only functions that issue, rotate or delete webhook secrets can write them', () => {
    expect(manages(/WEBHOOKSECRET#\*/).sort()).toEqual([
      'create-webhook-endpoint',
      'delete-webhook-endpoint',
      'rotate-webhook-secret',
    ]);
  });

  test('of all other functions only the sender of webhooks and the eraser of brands can read webhook secrets', () => {
    const readers = functionRoles()
      .filter(([, role]) => powersOf(role).includes('dynamodb:GetItem table'))
      .filter(
        ([, role]) =>
          !powersOf(role).some((power) => /^deny dynamodb:GetItem table if .*WEBHOOKSECRET/.test(power)),
      )
      .map(([id]) => id.replace(/(Function)?Role\w{8}$/, ''));
    expect(readers.sort()).toEqual([
      'CreateWebhookEndpoint',
      'DeleteWebhookEndpoint',
      'EraseBrands',
      'RotateWebhookSecret',
      'SendWebhooks',
    ]);
  });

  test('only functions of members and invitations, and create-brand, can write memberships', () => {
    expect(manages(/MEMBER#\*/).sort()).toEqual([
      'accept-invitation',
      'create-brand',
      'create-invitation',
      'leave-brand',
      'remove-member',
      'resend-invitation',
      'revoke-invitation',
      'transfer-ownership',
      'update-member',
    ]);
  });
});

describe('silences', () => {
  const key = 'SILENCES#*';
  const isAbout = (power: string) => !power.includes(' if ') || power.includes(key);

  /** The functions whose roles allow one of these actions on silences, and do not deny it. */
  const able = (...actions: readonly string[]) =>
    functionRoles()
      .filter(([, role]) => {
        const powers = powersOf(role).filter(isAbout);
        return actions.some((action) => {
          const isIn = (start: string) =>
            powers.some((power) => power.startsWith(`${start}dynamodb:${action} table`));
          return isIn('') && !isIn('deny ');
        });
      })
      .map(([id]) => id.replace(/(Function)?Role\w{8}$/, ''))
      .sort();

  test('only a no, a yes and what providers report can write them, and the erasure of a person', () => {
    expect(able('PutItem', 'UpdateItem')).toEqual([
      'ConfirmOptIn',
      'CreateSuppression',
      'DeleteSuppression',
      'DoWork',
      'EraseBrands',
      'EraseContact',
      'ReceiveMessageEvents',
      'RecordConsent',
      'Unsubscribe',
    ]);
  });

  test('only a confirmed request, a person of the brand, a reply and a delivery can end them, and the end of the brand', () => {
    expect(able('DeleteItem', 'BatchWriteItem')).toEqual([
      'ConfirmOptIn',
      'DeleteSuppression',
      'EraseBrands',
      'ReceiveMessageEvents',
    ]);
  });
});

describe('roles', () => {
  test('each function has its own role', () => {
    const roles = resourcesOfType(resources, 'AWS::Lambda::Function').map(([, { Properties }]) =>
      logicalIdOf(Properties['Role']),
    );
    expect(new Set(roles).size).toBe(commerceEndpoints.length + workers.length + 3);
  });

  test('roles have inline policies only', () => {
    const policies = resourcesOfType(resources, 'AWS::IAM::Policy').map(([id]) => id);
    expect(
      policies.filter((id) => !id.startsWith('MediaIntakeMediaBucketNotificationsHandlerPolicy')),
    ).toEqual([]);
    expect(resourcesOfType(resources, 'AWS::IAM::ManagedPolicy')).toEqual([]);
    for (const [, { Properties }] of functionRoles()) {
      expect(Properties).not.toHaveProperty('ManagedPolicyArns');
    }
  });

  test('allows no wildcard action, and only traces on all resources', () => {
    const powers = functionRoles().flatMap(([, role]) => powersOf(role));
    expect(powers.length).toBeGreaterThan(100);
    expect(powers.filter((power) => /^(deny )?[^ ]*\*/.test(power))).toEqual([]);
    expect(new Set(powers.filter((power) => /^(deny )?[^ ]+ \*/.test(power)))).toEqual(new Set(traces));
  });
});

describe('-c encryption=customer-managed', () => {
  const viaDynamo = ' if kms:ViaService StringEquals dynamodb.<AWS::Region>.amazonaws.com';
  const keyPowers = (endpoint: EndpointDeclaration) =>
    powersOf(deployedEndpoint(encrypted, endpoint).role).filter((power) => power.startsWith('kms:'));

  test.each(commerceEndpoints)(
    '$name can use the key only as far as it uses the table and queues',
    (endpoint) => {
      const writes =
        endpoint.data === 'write' || endpoint.limiter !== undefined || endpoint.recordsActivity === true;
      const actions = ['Decrypt', 'DescribeKey'].concat(
        writes
          ? ['Encrypt', 'GenerateDataKey', 'GenerateDataKeyWithoutPlaintext', 'ReEncryptFrom', 'ReEncryptTo']
          : [],
      );
      const sending = endpoint.wakesWorkers ? ['Decrypt', 'GenerateDataKey'] : [];
      const storing = (endpoint.media ?? []).map((use) =>
        use === 'image-links' || use === 'brand-exports' ? 'Decrypt' : 'GenerateDataKey',
      );
      const onTable = endpoint.data === 'none' ? [] : actions;
      const isSecretRead = endpoint.readsUnsubscribeKey || endpoint.uses?.includes('payment-keys');
      const expected = [
        ...onTable.map((action) => `kms:${action} key${viaDynamo}`),
        ...storing.map((action) => `kms:${action} key${viaDynamo.replace('dynamodb', 's3')}`),
        ...sending.map((action) => `kms:${action} key${viaDynamo.replace('dynamodb', 'sqs')}`),
        ...(isSecretRead ? [`kms:Decrypt key${viaDynamo.replace('dynamodb', 'secretsmanager')}`] : []),
      ].sort();
      expect(keyPowers(endpoint)).toEqual(expected);
    },
  );

  test('every log is encrypted with the key', () => {
    for (const [, { Properties }] of resourcesOfType(encrypted.resources, 'AWS::Logs::LogGroup')) {
      expect(templateText(Properties['KmsKeyId'])).toMatch(/^<Granary-Data:ExportsOutputFnGetAttKey/);
    }
  });
});
