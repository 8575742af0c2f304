import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { claimsEndpoints } from '#contract/claims/index.ts';
import { commerceEndpoints } from '#contract/commerce/index.ts';
import {
  browserOrigins,
  defaultThrottle,
  functionSettings,
  parseSettings,
  throttleOverrides,
} from '#lib/settings/settings.ts';
import { readSettingsFile } from '#lib/settings/settings-file.ts';
import { overriddenAssembly } from '../synthesis/assemblies.ts';
import { scratch } from '../synthesis/scratch.ts';

const certificateArn = 'arn:aws:acm:eu-west-1:111122223333:certificate/1-2-3';

describe('context settings', () => {
  test('are those of a production deployment by default', () => {
    expect(parseSettings({})).toEqual({
      encryption: 'aws-owned',
      corsOrigin: '*',
      imagesUrl: '',
      imagesDistribution: '',
      identity: 'external',
      issuer: '',
      audience: '',
      brandsClaim: 'granary_brands',
      claimsRolesClaim: 'granary_claims_roles',
      providersClaim: 'granary_billing_npis',
      operatorClaim: 'granary_operator',
      roleNames: '',
      checkpointRetentionDays: 2192,
      deletionWaitDays: 30,
      testPayer: 'off',
      backgroundConcurrency: 8,
      dashboards: 'off',
      payments: 'off',
      clearinghouse: 'off',
      stagingDirectory: '',
      currency: 'USD',
      alarmEmail: '',
      ownerEmail: '',
      environment: 'production',
      stackPrefix: 'Granary',
      domainName: '',
      certificateArn: '',
      hostedZoneId: '',
      hostedZoneName: '',
      executeApiEndpoint: 'on',
      terminationProtection: 'off',
      unsubscribedBrands: 'unlimited',
      senderEmail: '',
      emailRate: 1,
      smsOrigination: '',
      smsRate: 1,
      webClientId: '',
      webScope: 'openid profile offline_access',
      webAudience: '',
      webTokenUse: 'access_token',
      webOrigins: '',
      webDomainName: '',
      webCertificateArn: '',
    });
  });

  test('ignores settings of the CDK itself', () => {
    const cdk = { 'aws:cdk:bundling-stacks': ['**'], '@aws-cdk/core:target-partitions': ['aws'] };
    expect(parseSettings({ ...cdk, environment: 'staging' })).toMatchObject({ environment: 'staging' });
  });

  test('names an unknown setting and lists the known ones', () => {
    expect(() => parseSettings({ encription: 'customer-managed' })).toThrow(
      /unknown: encription \(known: encryption, corsOrigin, .*stackPrefix.*, identity, issuer, audience.*\)/,
    );
  });

  test.each([
    ['encryption', 'none'],
    ['imagesUrl', 'https://images.example/'],
    ['imagesDistribution', 'arn:aws:cloudfront'],
    ['corsOrigin', 'app.example'],
    ['corsOrigin', 'https://app.example/path'],
    ['corsOrigin', "https://app.example', evil"],
    ['issuer', 'http://issuer.example'],
    ['issuer', 'issuer.example'],
    ['roleNames', 'Billing Team'],
    ['roleNames', 'Billing Team=boss'],
    ['claimsRolesClaim', ''],
    ['environment', 'Production 1'],
    ['stackPrefix', '1st'],
    ['identity', 'auth0'],
    ['testPayer', 'yes'],
    ['alarmEmail', 'operations'],
    ['checkpointRetentionDays', '0'],
    ['deletionWaitDays', '0'],
    ['domainName', 'https://api.example.com'],
    ['domainName', 'Api.example.com'],
    ['domainName', 'localhost'],
    ['certificateArn', 'arn:aws:iam::111122223333:server-certificate/old'],
    ['hostedZoneId', '/hostedzone/Z0123456789ABC'],
    ['hostedZoneName', 'example.com.'],
    ['executeApiEndpoint', 'no'],
    ['terminationProtection', 'true'],
    ['backgroundConcurrency', '7'],
    ['backgroundConcurrency', '1001'],
    ['backgroundConcurrency', 'many'],
    ['dashboards', 'yes'],
    ['payments', 'stripe'],
    ['clearinghouse', 'sftp'],
    ['webClientId', 'a client'],
    ['webScope', 'profile'],
    ['webTokenUse', 'refresh_token'],
    ['webOrigins', 'https://login.example.com/path'],
    ['webOrigins', 'http://login.example.com'],
    ['webOrigins', "https://login.example.com 'unsafe-inline'"],
    ['webDomainName', 'https://app.example.com'],
    ['webCertificateArn', certificateArn],
  ])('%s=%s is refused by name', (name, value) => {
    expect(() => parseSettings({ audience: 'granary', [name]: value })).toThrow(`${name}: `);
  });

  test('refuses an issuer without an audience', () => {
    expect(() => parseSettings({ issuer: 'https://id.example' })).toThrow('audience: An issuer needs');
  });

  test.each([
    { issuer: 'https://id.example', audience: 'granary', webClientId: 'granary-web' },
    { brandsClaim: 'brands', claimsRolesClaim: 'roles', operatorClaim: 'roles', providersClaim: 'npis' },
    { roleNames: 'Billing Team=biller', webScope: 'openid', webTokenUse: 'id_token', webAudience: 'granary' },
    { webOrigins: 'https://login.example.com' },
  ])('a user pool takes no settings of another provider: %j', (settings) => {
    for (const name of Object.keys(settings)) {
      expect(() => parseSettings({ identity: 'cognito', ...settings })).toThrow(
        `${name}: Not possible with identity=cognito`,
      );
    }
  });

  test('a user pool takes no stack prefix that Cognito refuses in a domain', () => {
    expect(() => parseSettings({ identity: 'cognito', stackPrefix: 'Dawson' })).toThrow(
      'stackPrefix: Cognito',
    );
    expect(parseSettings({ stackPrefix: 'Dawson' })).toMatchObject({ stackPrefix: 'Dawson' });
  });

  const domainName = 'api.example.com';
  const zone = { hostedZoneId: 'Z0123456789ABC', hostedZoneName: 'example.com' };

  test.each([
    [
      { domainName },
      'certificateArn: A domainName needs a certificateArn, or hostedZoneId and hostedZoneName',
    ],
    [{ certificateArn }, 'domainName: Required with certificateArn'],
    [zone, 'domainName: Required with hostedZoneId'],
    [{ domainName, hostedZoneId: zone.hostedZoneId }, 'hostedZoneName: Required with hostedZoneId'],
    [{ domainName, certificateArn, hostedZoneName: 'example.com' }, 'hostedZoneId: Required with'],
    [{ ...zone, domainName: 'api.example.org' }, 'domainName: Not in the hosted zone example.com'],
    [{ ...zone, domainName: 'apiexample.com' }, 'domainName: Not in the hosted zone example.com'],
    [{ executeApiEndpoint: 'off' }, 'domainName: Required when executeApiEndpoint is off'],
  ])('half a custom domain is refused by name: %j', (settings, message) => {
    expect(() => parseSettings(settings)).toThrow(message);
  });

  test.each([
    { domainName, certificateArn },
    { domainName, ...zone },
    { domainName, certificateArn, ...zone },
    { domainName: 'example.com', ...zone, executeApiEndpoint: 'off' },
  ])('a whole custom domain is accepted: %j', (settings) => {
    expect(parseSettings(settings)).toMatchObject(settings);
  });

  const signIn = { issuer: 'https://id.example', audience: 'granary', webClientId: 'granary-web' };
  const host = {
    webDomainName: 'app.example.com',
    webCertificateArn: 'arn:aws:acm:us-east-1:111122223333:certificate/1-2-3',
  };

  test.each([
    [{ webClientId: 'granary-web' }, 'issuer: Required with webClientId'],
    [{ webOrigins: 'https://login.example.com' }, 'webClientId: Required with webOrigins'],
    [host, 'webClientId: Required with webDomainName'],
    [{ ...signIn, webDomainName: host.webDomainName }, 'webCertificateArn: Required with webDomainName'],
    [
      { ...signIn, webCertificateArn: host.webCertificateArn },
      'webDomainName: Required with webCertificateArn',
    ],
  ])('half a web app is refused by name: %j', (settings, message) => {
    expect(() => parseSettings(settings)).toThrow(message);
  });

  test.each([
    signIn,
    { ...signIn, ...host },
    { ...signIn, ...host, ...zone },
    { ...signIn, webOrigins: 'https://a.example, https://b.example:8443' },
    { identity: 'cognito', ...host },
  ])('a whole web app is accepted: %j', (settings) => {
    expect(parseSettings(settings)).toMatchObject(settings);
  });

  test.each([
    [{}, ['*']],
    [signIn, ['*']],
    [
      { identity: 'cognito', corsOrigin: 'https://a.example' },
      ['https://a.example', 'https://*.cloudfront.net'],
    ],
    [{ corsOrigin: 'https://shop.example' }, ['https://shop.example']],
    [{ ...signIn, corsOrigin: 'https://shop.example' }, ['https://shop.example', 'https://*.cloudfront.net']],
    [{ ...signIn, ...host, corsOrigin: 'https://app.example.com' }, ['https://app.example.com']],
  ])('with %j, uploads may come from %j', (settings, origins) => {
    expect(browserOrigins(parseSettings(settings))).toEqual(origins);
  });

  test.each(['https://id.example/tenant', 'http://127.0.0.1:4000', 'http://localhost:4000'])(
    'issuer %s is accepted',
    (issuer) => {
      expect(parseSettings({ issuer, audience: 'granary' })).toMatchObject({ issuer });
    },
  );
});

describe('settings of functions and methods', () => {
  test.each([...commerceEndpoints, ...claimsEndpoints])(
    '$service/$name times out before the 29 seconds of API Gateway',
    ({ service, name }) => {
      expect(functionSettings(`${service}/${name}`).timeoutSeconds).toBeLessThan(29);
    },
  );

  test.each(commerceEndpoints)(
    'the throttle of $name allows the burst of an Enterprise brand',
    (endpoint) => {
      const { burst } = throttleOverrides[`commerce/${endpoint.name}`] ?? defaultThrottle;
      // API Gateway itself creates at most 5 keys per second, so brands are the exception.
      expect(burst).toBeGreaterThanOrEqual(endpoint.name === 'create-brand' ? 25 : 400);
    },
  );
});

const write = (text: string, name = 'granary.json') => writeFileSync(path.join(scratch, name), text);

describe('the settings file', () => {
  test('returns no settings without a file', () => {
    expect(readSettingsFile(path.join(scratch, 'nowhere'), {})).toEqual({});
  });

  test('returns texts, as from the command line', () => {
    write('{ "encryption": "customer-managed", "checkpointRetentionDays": 3650 }');
    const settings = readSettingsFile(scratch, {});
    expect(settings).toEqual({ encryption: 'customer-managed', checkpointRetentionDays: '3650' });
    expect(parseSettings(settings)).toMatchObject({ checkpointRetentionDays: 3650 });
  });

  test('GRANARY_SETTINGS names another file', () => {
    write('{ "environment": "staging" }', 'staging.json');
    expect(readSettingsFile(scratch, { GRANARY_SETTINGS: 'staging.json' })).toEqual({
      environment: 'staging',
    });
    expect(() => readSettingsFile(scratch, { GRANARY_SETTINGS: 'missing.json' })).toThrow(
      'GRANARY_SETTINGS names missing.json, which does not exist.',
    );
  });

  test.each([
    ['{ "encryption": ', /^granary\.json is invalid: .*JSON/],
    ['["encryption"]', 'granary.json is invalid: Expected one JSON object of settings'],
    ['{ "issuer": ["a", "b"] }', 'granary.json is invalid: issuer: Expected text, a number or a boolean'],
    ['{ "encription": "x" }', 'granary.json is invalid: unknown: encription (known: encryption, '],
    ['{ "@aws-cdk/core:x": true }', 'granary.json is invalid: unknown: @aws-cdk/core:x'],
  ])('%s is refused with its name', (text, message) => {
    write(text);
    expect(() => readSettingsFile(scratch, {})).toThrow(message);
  });

  test('the command line overrides it', async () => {
    const text = readFileSync(path.join(await overriddenAssembly(), 'Data.template.json'), 'utf8');
    expect(text).toContain('testing');
    expect(text).not.toContain('staging');
  });
});
