import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { configuredVerifier } from '#auth/bearer-token.ts';
import { commerceAuthorizerEnvironment } from '#contract/environment.ts';
import { startIssuer, type TestIssuer } from './issuer.ts';

const farm = '7f0d9a52-7f0e-4f0a-9d55-0f6f7a0c1d11';
const creamery = 'b4a3c1de-52b4-4d2e-8a55-9b1f0c6a2e22';

let plain: TestIssuer;
let slashed: TestIssuer;
beforeAll(async () => {
  [plain, slashed] = await Promise.all([startIssuer(), startIssuer('/')]);
});
afterAll(async () => {
  await Promise.all([plain.stop(), slashed.stop()]);
});

/** Returns the holder that the authorizer finds in a token under these settings, and the reasons of a refusal. */
async function verify(token: string, settings: Readonly<Record<string, string>>) {
  const refusals: string[] = [];
  const environment = commerceAuthorizerEnvironment.parse({
    COMMERCE_TABLE: 't',
    PEOPLE_KEY: 'k',
    ...settings,
  });
  const verifier = configuredVerifier(environment, (reason) => refusals.push(reason));
  const holder = await verifier?.(token);
  return { holder, refusals };
}

describe('tokens as identity providers issue them', () => {
  test('Amazon Cognito access token: client_id instead of aud, groups as an array', async () => {
    const token = await plain.sign({
      sub: '0a1b2c3d-aaaa-bbbb-cccc-1234567890ab',
      'cognito:groups': ['granary-billers', 'newsletter'],
      client_id: '6u7s4example0client',
      token_use: 'access',
      scope: 'aws.cognito.signin.user.admin openid',
      username: 'ana',
    });
    const { holder } = await verify(token, {
      TOKEN_ISSUER: plain.address,
      TOKEN_AUDIENCE: '6u7s4example0client',
      TOKEN_CLAIMS_ROLES_CLAIM: 'cognito:groups',
      TOKEN_OPERATOR_CLAIM: 'cognito:groups',
      TOKEN_ROLE_NAMES: 'granary-billers=biller, granary-operators=operator',
    });
    expect(holder).toEqual({
      subject: '0a1b2c3d-aaaa-bbbb-cccc-1234567890ab',
      brands: {},
      claimsRoles: ['biller'],
      operator: false,
    });
  });

  test('Amazon Cognito ID token: aud, and custom attributes that are text', async () => {
    const token = await plain.sign({
      sub: 'cognito-user',
      aud: '6u7s4example0client',
      token_use: 'id',
      'custom:granary_brands': JSON.stringify({ [farm]: 'owner' }),
      'custom:granary_roles': '["auditor"]',
      'custom:granary_operator': 'true',
    });
    const { holder } = await verify(token, {
      TOKEN_ISSUER: plain.address,
      TOKEN_AUDIENCE: '6u7s4example0client',
      TOKEN_BRANDS_CLAIM: 'custom:granary_brands',
      TOKEN_CLAIMS_ROLES_CLAIM: 'custom:granary_roles',
      TOKEN_OPERATOR_CLAIM: 'custom:granary_operator',
    });
    expect(holder).toMatchObject({ brands: { [farm]: 'owner' }, claimsRoles: ['auditor'], operator: true });
  });

  test.each(['with', 'without'])('Auth0 access token, issuer configured %s its slash', async (how) => {
    const token = await slashed.sign(
      {
        sub: 'auth0|64f0c0ffee',
        aud: ['https://granary.example/api', 'https://tenant.example/userinfo'],
        azp: 'spa-client',
        scope: 'openid profile',
        'https://granary.example/roles': ['biller', 'auditor'],
        'https://granary.example/brands': { [farm.toUpperCase()]: 'manager' },
      },
      { typ: 'at+jwt' },
    );
    const { holder } = await verify(token, {
      TOKEN_ISSUER: how === 'with' ? `${slashed.address}/` : slashed.address,
      TOKEN_AUDIENCE: 'https://granary.example/api',
      TOKEN_CLAIMS_ROLES_CLAIM: 'https://granary.example/roles',
      TOKEN_BRANDS_CLAIM: 'https://granary.example/brands',
    });
    expect(holder).toEqual({
      subject: 'auth0|64f0c0ffee',
      brands: { [farm]: 'manager' },
      claimsRoles: ['biller', 'auditor'],
      operator: false,
    });
  });

  const entraToken = {
    sub: 'AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaQ',
    oid: '690222be-ff1a-4d56-abd1-7e4f7d38e474',
    tid: '9122040d-6c67-4c5b-b112-36a304b66dad',
    scp: 'access_as_user',
    roles: ['Granary.Admin', 'Granary.Operator', 'Payroll.Read'],
  };
  const entraSettings = {
    TOKEN_AUDIENCE: '3d0a7c9e-1111-2222-3333-444455556666, api://3d0a7c9e-1111-2222-3333-444455556666',
    TOKEN_CLAIMS_ROLES_CLAIM: 'roles',
    TOKEN_OPERATOR_CLAIM: 'roles',
    TOKEN_ROLE_NAMES: 'Granary.Admin=admin,Granary.Operator=operator',
  };

  test('Microsoft Entra ID v2.0: aud is the client id, app roles as an array', async () => {
    const token = await plain.sign({
      ...entraToken,
      aud: '3d0a7c9e-1111-2222-3333-444455556666',
      ver: '2.0',
    });
    const { holder } = await verify(token, { ...entraSettings, TOKEN_ISSUER: plain.address });
    expect(holder).toMatchObject({ claimsRoles: ['admin'], operator: true });
  });

  test('Microsoft Entra ID v1.0: another issuer with a trailing slash, aud is the application URI', async () => {
    const claims = { ...entraToken, aud: 'api://3d0a7c9e-1111-2222-3333-444455556666', ver: '1.0' };
    const ofV1 = await slashed.sign(claims);
    const { holder } = await verify(ofV1, { ...entraSettings, TOKEN_ISSUER: `${slashed.address}/` });
    expect(holder).toMatchObject({ claimsRoles: ['admin'], operator: true });

    const iss = `https://sts.windows.net/${entraToken.tid}/`;
    const atV2 = await verify(await plain.sign({ ...claims, iss }), {
      ...entraSettings,
      TOKEN_ISSUER: plain.address,
    });
    expect(atV2).toEqual({ holder: undefined, refusals: ['iss'] });
  });

  test('Keycloak access token: realm roles inside an object, brands as id:role', async () => {
    const token = await plain.sign({
      sub: 'f:realm:ana',
      typ: 'Bearer',
      azp: 'granary-web',
      aud: ['granary-api', 'account'],
      realm_access: { roles: ['offline_access', 'default-roles-farm', 'biller'] },
      resource_access: { 'granary.api': { roles: ['operator'] }, account: { roles: ['view-profile'] } },
      brands: [`${farm}:owner`, `${creamery}:viewer`, 'not-a-brand:owner', `${creamery}:emperor`],
    });
    const { holder } = await verify(token, {
      TOKEN_ISSUER: plain.address,
      TOKEN_AUDIENCE: 'granary-api',
      TOKEN_CLAIMS_ROLES_CLAIM: 'realm_access.roles',
      TOKEN_OPERATOR_CLAIM: 'resource_access.granary.api.roles',
      TOKEN_BRANDS_CLAIM: 'brands',
    });
    expect(holder).toEqual({
      subject: 'f:realm:ana',
      brands: { [farm]: 'owner', [creamery]: 'viewer' },
      claimsRoles: ['biller'],
      operator: true,
    });
  });

  test.each([
    ['separated by spaces', 'openid biller auditor'],
    ['separated by commas', 'biller,auditor'],
  ])('roles in one text %s', async (_, roles) => {
    const token = await plain.sign({ sub: 's', aud: 'granary', roles });
    const settings = {
      TOKEN_ISSUER: plain.address,
      TOKEN_AUDIENCE: 'granary',
      TOKEN_CLAIMS_ROLES_CLAIM: 'roles',
    };
    expect((await verify(token, settings)).holder?.claimsRoles).toEqual(['biller', 'auditor']);
  });

  test('one role as text whose name contains a space', async () => {
    const token = await plain.sign({ sub: 's', aud: 'granary', department: 'Billing Team' });
    const settings = {
      TOKEN_ISSUER: plain.address,
      TOKEN_AUDIENCE: 'granary',
      TOKEN_CLAIMS_ROLES_CLAIM: 'department',
      TOKEN_ROLE_NAMES: 'Billing Team=biller',
    };
    expect((await verify(token, settings)).holder?.claimsRoles).toEqual(['biller']);
  });

  test("the provider's names replace Granary's names, so another application's admin is not an admin", async () => {
    const token = await plain.sign({ sub: 's', aud: 'granary', roles: ['admin', 'Claims Audit'] });
    const settings = {
      TOKEN_ISSUER: plain.address,
      TOKEN_AUDIENCE: 'granary',
      TOKEN_CLAIMS_ROLES_CLAIM: 'roles',
      TOKEN_ROLE_NAMES: 'Claims Audit=auditor',
    };
    expect((await verify(token, settings)).holder?.claimsRoles).toEqual(['auditor']);
  });

  test.each([
    ['a number', 7],
    ['an object', { biller: true }],
    ['damaged JSON', '["biller"'],
    ['an array without text', [1, null, { role: 'biller' }]],
    ['nothing', null],
  ])('a role claim that is %s grants nothing', async (_, roles) => {
    const token = await plain.sign({
      sub: 's',
      aud: 'granary',
      granary_claims_roles: roles,
      granary_brands: roles,
    });
    const settings = { TOKEN_ISSUER: plain.address, TOKEN_AUDIENCE: 'granary' };
    expect((await verify(token, settings)).holder).toEqual({
      subject: 's',
      brands: {},
      claimsRoles: [],
      operator: false,
    });
  });
});

describe('tokens that are refused', () => {
  const settings = () => ({ TOKEN_ISSUER: plain.address, TOKEN_AUDIENCE: 'granary' });

  test.each([
    ['made for another audience', { aud: 'payroll' }, 'aud'],
    ['for another audience, although the client is ours', { aud: 'account', client_id: 'granary' }, 'aud'],
    ['without audience and client', {}, 'aud'],
    ['with our audience as a scope, which clients of other providers choose', { scope: 'granary' }, 'aud'],
    ['of Amazon Cognito without a scope of ours', { token_use: 'access', scope: 'openid' }, 'aud'],
    ['of another issuer', { aud: 'granary', iss: 'https://elsewhere.example' }, 'iss'],
    ['expired', { aud: 'granary', exp: 1_700_000_000 }, 'exp'],
    ['not valid yet', { aud: 'granary', nbf: 4_000_000_000 }, 'nbf'],
    ['with an empty subject', { aud: 'granary', sub: '' }, 'sub'],
  ])('%s', async (_, claims, reason) => {
    const { holder, refusals } = await verify(await plain.sign({ sub: 's', ...claims }), settings());
    expect(holder).toBeUndefined();
    expect(refusals).toEqual([reason]);
  });

  test('a logout token, which the same provider signs for the same audience', async () => {
    const token = await plain.sign({ sub: 's', aud: 'granary' }, { typ: 'logout+jwt' });
    expect(await verify(token, settings())).toEqual({ holder: undefined, refusals: ['typ'] });
  });

  test('a token of another provider with the same key id', async () => {
    const token = await slashed.sign({ iss: plain.address, sub: 's', aud: 'granary' });
    const { refusals } = await verify(token, settings());
    expect(refusals).toEqual(['ERR_JWS_SIGNATURE_VERIFICATION_FAILED']);
  });

  test('text that is not a token', async () => {
    expect((await verify('abc', settings())).refusals).toEqual(['ERR_JWS_INVALID']);
  });

  test('a discovery document about another issuer is an error of the operator, not of the caller', async () => {
    const token = await plain.sign({ sub: 's', aud: 'granary' });
    const elsewhere = plain.address.replace('/realm', '/other');
    await expect(verify(token, { TOKEN_ISSUER: elsewhere, TOKEN_AUDIENCE: 'granary' })).rejects.toThrow(
      /issuer is/,
    );
  });
});
