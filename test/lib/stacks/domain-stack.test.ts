import { beforeAll, describe, expect, test } from '@jest/globals';
import { Match } from 'aws-cdk-lib/assertions';
import type { App } from 'aws-cdk-lib/core';
import { resourcesOf, stubApp, templateOf, templateText } from '../synthesized-app.ts';

const domainName = 'api.example.com';
const certificateArn = 'arn:aws:acm:eu-west-1:111122223333:certificate/1-2-3';
const zone = { hostedZoneId: 'Z0123456789ABC', hostedZoneName: 'example.com' };

const outputOf = (app: App, stack: string, name: string) =>
  templateText(templateOf(app, stack).toJSON().Outputs[name]?.Value);

let standard: App;
let certified: App;
let zoned: App;
let both: App;

beforeAll(async () => {
  standard = await stubApp();
  certified = await stubApp({ domainName, certificateArn, encryption: 'customer-managed' });
  zoned = await stubApp({ domainName, ...zone, executeApiEndpoint: 'off', stackPrefix: 'Harvest' });
  both = await stubApp({ domainName, certificateArn, ...zone, terminationProtection: 'on' });
}, 180_000);

describe('without a custom domain', () => {
  test('there is no stack for it, and addresses include the stage', () => {
    expect(standard.node.tryFindChild('Domain')).toBeUndefined();
    for (const stack of ['Commerce', 'Claims']) {
      expect(outputOf(standard, stack, `${stack}ApiUrl`)).toMatch(
        /^https:\/\/<RestApi\w+>\.execute-api\.<AWS::Region>\.<AWS::URLSuffix>\/<RestApiDeploymentStagelive\w+>$/,
      );
      templateOf(standard, stack).resourceCountIs('AWS::ApiGateway::BasePathMapping', 0);
    }
  });
});

describe('with a custom domain', () => {
  test('and a certificate: regional, TLS 1.2, and an output of what the name has to point to', () => {
    const template = templateOf(certified, 'Domain');
    template.hasResourceProperties('AWS::ApiGateway::DomainName', {
      DomainName: domainName,
      RegionalCertificateArn: certificateArn,
      EndpointConfiguration: { Types: ['REGIONAL'] },
      SecurityPolicy: 'TLS_1_2',
    });
    expect(Object.keys(resourcesOf(template))).toHaveLength(1);
    expect(outputOf(certified, 'Domain', 'DomainTarget')).toMatch(/^<DomainName\w+\.RegionalDomainName>$/);
  });

  test('and a hosted zone: a validated certificate, and both alias records', () => {
    const template = templateOf(zoned, 'Domain');
    template.hasResourceProperties('AWS::CertificateManager::Certificate', {
      DomainName: domainName,
      DomainValidationOptions: [{ DomainName: domainName, HostedZoneId: zone.hostedZoneId }],
      ValidationMethod: 'DNS',
    });
    for (const Type of ['A', 'AAAA']) {
      template.hasResourceProperties('AWS::Route53::RecordSet', {
        Type,
        Name: `${domainName}.`,
        HostedZoneId: zone.hostedZoneId,
      });
    }
    expect(template.findOutputs('*')).toEqual({});
  });

  test('and both: the certificate that is there', () => {
    const template = templateOf(both, 'Domain');
    template.resourceCountIs('AWS::CertificateManager::Certificate', 0);
    template.resourceCountIs('AWS::Route53::RecordSet', 2);
  });

  test('each API maps itself, waits for the domain alone, and shares nothing that keeps the domain from changing', () => {
    for (const [stack, basePath] of [
      ['Commerce', 'commerce'],
      ['Claims', 'claims'],
    ] as const) {
      const template = templateOf(certified, stack);
      template.hasResourceProperties('AWS::ApiGateway::BasePathMapping', {
        DomainName: domainName,
        BasePath: basePath,
        Stage: { Ref: Match.stringLikeRegexp('^RestApiDeploymentStagelive') },
      });
      expect(outputOf(certified, stack, `${stack}ApiUrl`)).toBe(`https://${domainName}/${basePath}`);
    }
    expect(templateOf(certified, 'Domain').toJSON().Outputs).not.toHaveProperty('Export');
    const dependencies = certified
      .synth()
      .stacks.map(({ id, dependencies: on }) => [
        id,
        on.flatMap((one) => (one.manifest.type === 'aws:cloudformation:stack' ? [one.id] : [])).sort(),
      ]);
    expect(Object.fromEntries(dependencies)).toEqual({
      Data: [],
      Domain: [],
      Commerce: ['Data', 'Domain'],
      Claims: ['Data', 'Domain'],
    });
  });

  test.each([
    ['on', () => both],
    ['off', () => zoned],
  ] as const)('executeApiEndpoint=%s', (value, app) => {
    for (const stack of ['Commerce', 'Claims']) {
      const [api] = Object.values(templateOf(app(), stack).findResources('AWS::ApiGateway::RestApi'));
      expect(api?.['Properties'].DisableExecuteApiEndpoint ?? false).toBe(value === 'off');
    }
  });
});

describe('outputs have plain names', () => {
  test('of each stack', () => {
    const names = (stack: string) =>
      Object.keys(templateOf(standard, stack).toJSON().Outputs).filter((name) => !name.startsWith('Exports'));
    expect(names('Data').sort()).toEqual([
      'AuditTableName',
      'CheckpointBucketName',
      'ClaimsTableName',
      'ClearinghouseKeyName',
      'CommerceTableName',
      'DeployedSettings',
      'InboxBucketName',
    ]);
    expect(names('Commerce')).toEqual(expect.arrayContaining(['CommerceApiUrl', 'CommerceFirstKeyCommand']));
    expect(names('Claims')).toEqual(
      expect.arrayContaining(['AlarmsTopicArn', 'ClaimsApiUrl', 'ClaimsFirstKeyCommand', 'FailuresUrl']),
    );
    // A generated name ends in eight digits of a hash.
    for (const name of [...names('Commerce'), ...names('Claims')]) expect(name).not.toMatch(/[0-9A-F]{8}$/);
  });

  test('the first-key commands name the stacks where they have another prefix', () => {
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

  test('the settings of the deployment, as far as they differ from the default', () => {
    const settingsOf = (app: App) => JSON.parse(outputOf(app, 'Data', 'DeployedSettings'));
    expect(settingsOf(standard)).toEqual({});
    expect(settingsOf(certified)).toEqual({ encryption: 'customer-managed', domainName, certificateArn });
    expect(settingsOf(both)).toEqual({ domainName, certificateArn, ...zone });
  });
});
