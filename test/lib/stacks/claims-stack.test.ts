import { beforeAll, describe, expect, test } from '@jest/globals';
import { Match, type Template } from 'aws-cdk-lib/assertions';
import { claimsEndpoints } from '#contract/claims/index.ts';
import { claimsPlan } from '#contract/plans.ts';
import { claimsUsesOf } from '#lib/constructs/access/claims-access.ts';
import { permissionsFor, resourceName } from '../constructs/access/claims-permissions.ts';
import { permissionsOf } from '../constructs/access/permissions.ts';
import { deployedEndpoint, logicalIdOf, resourceAt } from '../deployed-endpoint.ts';
import {
  resourcesOfType,
  type SynthesizedStack,
  synthesizedStacks,
  type TemplateResources,
  templateText,
} from '../synthesis/template.ts';

let stack: SynthesizedStack;
let template: Template;
let resources: TemplateResources;
beforeAll(async () => {
  stack = (await synthesizedStacks('web'))('Claims');
  ({ template, resources } = stack);
});

describe('every endpoint of the contract', () => {
  test.each(claimsEndpoints)('$name has the environment variables of its schema', (endpoint) => {
    const { Environment } = deployedEndpoint(stack, endpoint).function.Properties;
    const isPlain = endpoint.data === 'none' && endpoint.uses === undefined;
    const imported = (name: string) => ({ 'Fn::ImportValue': expect.stringContaining(name) });
    expect(Environment).toMatchObject({
      Variables: {
        POWERTOOLS_SERVICE_NAME: 'claims',
        ...(isPlain
          ? {}
          : {
              CLAIMS_TABLE: imported('RefClaimsTable'),
              AUDIT_TABLE: imported('RefAuditTable'),
              CHECKPOINT_BUCKET: imported('RefCheckpointBucket'),
              CHECKPOINT_KEY: imported('RefCheckpointKey'),
              EXPORT_BUCKET: imported('RefX12Bucket'),
              X12_BUCKET: imported('RefX12Bucket'),
              AUDIT_RUN_QUEUE: { Ref: expect.stringMatching(/^IntakeInboxQueue/) },
            }),
      },
    });
  });
});

describe('a function has the permissions of its endpoint only', () => {
  test.each(claimsEndpoints)('$name', (endpoint) => {
    const { role } = deployedEndpoint(stack, endpoint);
    expect(permissionsOf(role, resourceName)).toEqual(permissionsFor(endpoint, claimsUsesOf(endpoint)));
  });

  test('no function can update or delete entries or delete checkpoints', () => {
    const own = resourcesOfType(resources, 'AWS::IAM::Role').filter(
      ([, { Properties }]) => 'Policies' in Properties,
    );
    const permissions = own.flatMap(([, role]) => permissionsOf(role, resourceName));
    expect(
      permissions.filter((permission) => permission.startsWith('dynamodb:PutItem audit if')),
    ).not.toEqual([]);
    expect(
      permissions.filter((permission) =>
        /(Update|Delete|BatchWrite|PartiQL)\w* audit|PutItem audit(?! if dynamodb:EnclosingOperation)|s3:Bypass|s3:Delete\w* checkpoints/.test(
          permission,
        ),
      ),
    ).toEqual([]);
  });
});

test('outputs for the operator have plain names', () => {
  template.hasOutput('FailuresUrl', {});
  template.hasOutput('DeadLettersUrl', {});
  template.hasOutput('AlarmsTopicArn', {});
});

describe('callers', () => {
  test('one plan has a key for each role and one for callers without a role', () => {
    const values = resourcesOfType(resources, 'AWS::ApiGateway::ApiKey').map(
      ([, { Properties }]) => Properties['Value'],
    );
    expect(values.sort()).toEqual(
      ['admin', 'auditor', 'biller', 'no-role'].map((name) => `Granary-Claims-meter-${name}`),
    );
    template.resourceCountIs('AWS::ApiGateway::UsagePlanKey', 4);
    template.hasResourceProperties('AWS::ApiGateway::UsagePlan', {
      Throttle: { RateLimit: claimsPlan.ratePerSecond, BurstLimit: claimsPlan.burst },
      Quota: { Limit: claimsPlan.monthlyQuota, Period: 'MONTH' },
    });
  });

  test('the authorizer reads the claims table only', () => {
    template.hasResourceProperties('AWS::Lambda::Function', {
      Environment: { Variables: Match.objectLike({ GATEWAY_KEY_PREFIX: 'Granary-Claims-meter' }) },
    });
    const [[, authorizer] = []] = resourcesOfType(resources, 'AWS::Lambda::Function').filter(([id]) =>
      id.startsWith('Authorizer'),
    );
    const role = resourceAt(resources, logicalIdOf(authorizer?.Properties['Role']));
    expect(permissionsOf(role, resourceName)).toEqual(permissionsFor({ data: 'read' }, []));
    expect(templateText(authorizer?.Properties['Role'])).toContain('Authorizer');
  });
});
