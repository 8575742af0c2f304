import { beforeAll, describe, expect, test } from '@jest/globals';
import { Match } from 'aws-cdk-lib/assertions';
import { type Stacks, synthesizedStacks, templateText } from '../synthesis/template.ts';
import { testedSettings } from '../synthesis/tested-settings.ts';

const { domainName, certificateArn, hostedZoneId } = testedSettings.certificateInZone;

const outputOf = (app: Stacks, stack: string, name: string) =>
  templateText(app(stack).template.toJSON().Outputs[name]?.Value);

let standard: Stacks;
let certified: Stacks;
let zoned: Stacks;
let both: Stacks;

beforeAll(async () => {
  standard = await synthesizedStacks('defaults');
  certified = await synthesizedStacks('certificate');
  zoned = await synthesizedStacks('hostedZone');
  both = await synthesizedStacks('certificateInZone');
});

describe('without a custom domain', () => {
  test('there is no Domain stack, and addresses include the stage', () => {
    expect(() => standard('Domain')).toThrow('There is no stack Domain');
    for (const stack of ['Commerce', 'Claims']) {
      expect(outputOf(standard, stack, `${stack}ApiUrl`)).toMatch(
        /^https:\/\/<RestApi\w+>\.execute-api\.<AWS::Region>\.<AWS::URLSuffix>\/<RestApiDeploymentStagelive\w+>$/,
      );
      standard(stack).template.resourceCountIs('AWS::ApiGateway::BasePathMapping', 0);
    }
  });
});

describe('with a custom domain', () => {
  test('with a certificate: regional, TLS 1.2, target as an output', () => {
    const template = certified('Domain').template;
    template.hasResourceProperties('AWS::ApiGateway::DomainName', {
      DomainName: domainName,
      RegionalCertificateArn: certificateArn,
      EndpointConfiguration: { Types: ['REGIONAL'] },
      SecurityPolicy: 'TLS_1_2',
    });
    expect(Object.keys(certified('Domain').resources)).toHaveLength(1);
    expect(outputOf(certified, 'Domain', 'DomainTarget')).toMatch(/^<DomainName\w+\.RegionalDomainName>$/);
  });

  test('with a hosted zone: a validated certificate and both alias records', () => {
    const template = zoned('Domain').template;
    template.hasResourceProperties('AWS::CertificateManager::Certificate', {
      DomainName: domainName,
      DomainValidationOptions: [{ DomainName: domainName, HostedZoneId: hostedZoneId }],
      ValidationMethod: 'DNS',
    });
    for (const Type of ['A', 'AAAA']) {
      template.hasResourceProperties('AWS::Route53::RecordSet', {
        Type,
        Name: `${domainName}.`,
        HostedZoneId: hostedZoneId,
      });
    }
    expect(template.findOutputs('*')).toEqual({});
  });

  test('with both: the existing certificate', () => {
    const template = both('Domain').template;
    template.resourceCountIs('AWS::CertificateManager::Certificate', 0);
    template.resourceCountIs('AWS::Route53::RecordSet', 2);
  });

  test('each API maps itself to the domain, depends on it, and imports nothing from it', () => {
    for (const [stack, basePath] of [
      ['Commerce', 'commerce'],
      ['Claims', 'claims'],
    ] as const) {
      const template = certified(stack).template;
      template.hasResourceProperties('AWS::ApiGateway::BasePathMapping', {
        DomainName: domainName,
        BasePath: basePath,
        Stage: { Ref: Match.stringLikeRegexp('^RestApiDeploymentStagelive') },
      });
      expect(outputOf(certified, stack, `${stack}ApiUrl`)).toBe(`https://${domainName}/${basePath}`);
    }
    expect(certified('Domain').template.toJSON().Outputs).not.toHaveProperty('Export');
    for (const [stack, dependencies] of [
      ['Data', []],
      ['Domain', []],
      ['Commerce', ['Data', 'Domain']],
      ['Claims', ['Data', 'Domain']],
    ] as const) {
      expect(certified(stack).dependencies).toEqual(dependencies);
    }
  });

  test.each([
    ['on', () => both],
    ['off', () => zoned],
  ] as const)('executeApiEndpoint=%s', (value, app) => {
    for (const stack of ['Commerce', 'Claims']) {
      expect(app()(stack).definition['x-amazon-apigateway-endpoint-configuration']).toEqual({
        disableExecuteApiEndpoint: value === 'off',
      });
    }
  });
});

describe('outputs have plain names', () => {
  test('of each stack', () => {
    const names = (stack: string) =>
      Object.keys(standard(stack).template.toJSON().Outputs).filter((name) => !name.startsWith('Exports'));
    expect(names('Data').sort()).toEqual([
      'AuditTableName',
      'CheckpointBucketName',
      'ClaimsTableName',
      'CommerceTableName',
      'DeployedSettings',
      'InboxBucketName',
      'MediaBucketName',
    ]);
    expect(names('Commerce')).toEqual(expect.arrayContaining(['CommerceApiUrl', 'CommerceFirstKeyCommand']));
    expect(names('Claims')).toEqual(
      expect.arrayContaining(['AlarmsTopicArn', 'ClaimsApiUrl', 'ClaimsFirstKeyCommand', 'FailuresUrl']),
    );
    // A generated name ends in eight digits of a hash.
    for (const name of [...names('Commerce'), ...names('Claims')]) expect(name).not.toMatch(/[0-9A-F]{8}$/);
  });

  test('the first-key commands include another stack prefix', () => {
    expect(outputOf(standard, 'Commerce', 'CommerceFirstKeyCommand')).toBe(
      'npm run operator -- first-key commerce --brand "NAME"',
    );
    expect(outputOf(zoned, 'Commerce', 'CommerceFirstKeyCommand')).toBe(
      'npm run operator -- first-key commerce --brand "NAME" --stack-prefix Harvest',
    );
    expect(outputOf(zoned, 'Claims', 'ClaimsFirstKeyCommand')).toBe(
      'npm run operator -- first-key claims --stack-prefix Harvest',
    );
  });

  test('the settings of the deployment that differ from their defaults', () => {
    const settingsOf = (app: Stacks) => JSON.parse(outputOf(app, 'Data', 'DeployedSettings'));
    expect(settingsOf(standard)).toEqual({});
    expect(settingsOf(certified)).toEqual({
      ...testedSettings.certificate,
      checkpointRetentionDays: 3650,
      deletionWaitDays: 14,
      backgroundConcurrency: 26,
      emailRate: 14,
      smsRate: 5,
    });
    // Protection and the first owner are settings of one deployment.
    const { terminationProtection, ...kept } = testedSettings.certificateInZone;
    expect(settingsOf(both)).toEqual(kept);
    expect(settingsOf(zoned)).not.toHaveProperty('ownerEmail');
  });
});
