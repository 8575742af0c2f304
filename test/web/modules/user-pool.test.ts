import { globSync, readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { APIGatewayProxyEvent, APIGatewayRequestAuthorizerEvent, Context } from 'aws-lambda';
import * as z from 'zod';
import { inviteOwner } from '../../../bin/operator/run.ts';
import { poolClient, startUserPool, type UserPool } from '../../auth/user-pool.ts';
import { operatorInProcess } from '../../bin/operator/process.ts';
import {
  type OperatorServices,
  startOperatorServices,
  userPoolOutputs,
} from '../../bin/operator/services.ts';
import { assemblyDirectory } from '../../lib/synthesis/assemblies.ts';
import {
  resourcesOfType,
  type Stacks,
  synthesizedStacks,
  templateText,
} from '../../lib/synthesis/template.ts';

// The settings identity=cognito, as the templates have them, with a user pool on this machine in place of Cognito.
const address = 'https://farm.example';
const email = 'ana@farm.example';

let services: OperatorServices;
let pool: UserPool;
/** Source of the function that writes the invitations. */
let invitationSource: string;
/** Addresses that the app has sent the browser to. */
const visited: URL[] = [];

beforeAll(async () => {
  const stacks = await synthesizedStacks('web');
  services = await startOperatorServices([
    'Granary-Commerce',
    'Granary-Claims',
    'Granary-Data',
    'Granary-Web',
  ]);
  const groups = resourcesOfType(stacks('Data').resources, 'AWS::Cognito::UserPoolGroup');
  pool = await startUserPool(
    userPoolOutputs.UserPoolId,
    groups.map(([, { Properties }]) => String(Properties['GroupName'])),
    { app: clientOf(stacks), other: { ...clientOf(stacks), AllowedOAuthScopes: ['openid', 'email'] } },
  );
  Object.assign(process.env, {
    ...tokenVariables(stacks),
    COMMERCE_TABLE: services.table.name,
    CLAIMS_TABLE: 'Granary-Data-ClaimsTable01234567',
    PEOPLE_KEY: 'key-of-people',
    GATEWAY_KEY_PREFIX: 'key',
    POWERTOOLS_LOG_LEVEL: 'SILENT',
    POWERTOOLS_METRICS_DISABLED: 'true',
    ...services.environment,
    AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: pool.address,
  });
  openBrowser(await appConfig());
  const [source] = resourcesOfType(stacks('Data').resources, 'AWS::Lambda::Function').flatMap(
    ([, { Properties }]) => Object(Properties['Code']).ZipFile ?? [],
  );
  invitationSource = source;
});
afterAll(async () => {
  await pool?.stop();
  await services?.stop();
});

/** The client of the web app, with the address of the app in place of CloudFront's. */
function clientOf(stacks: Stacks) {
  const [[, client] = []] = resourcesOfType(stacks('Web').resources, 'AWS::Cognito::UserPoolClient');
  const text = (values: unknown) =>
    z
      .array(z.unknown())
      .parse(values)
      .map((value) => templateText(value).replace(/<\w+\.DomainName>/, new URL(address).host));
  const { CallbackURLs, LogoutURLs, ...rest } = client?.Properties ?? {};
  return poolClient.parse({ ...rest, CallbackURLs: text(CallbackURLs), LogoutURLs: text(LogoutURLs) });
}

/** Variables of the authorizers, which are the same in both services, with the issuer on this machine. */
function tokenVariables(stacks: Stacks): Readonly<Record<string, string>> {
  const [commerce, claims] = ['Commerce', 'Claims'].map((id) => {
    const functions = resourcesOfType(stacks(id).resources, 'AWS::Lambda::Function');
    const [variables] = functions.flatMap(([, { Properties }]) => {
      const found: Readonly<Record<string, unknown>> = Object(Object(Properties['Environment']).Variables);
      return 'TOKEN_ISSUER' in found ? [found] : [];
    });
    const tokens = Object.entries(variables ?? {}).filter(([name]) => name.startsWith('TOKEN_'));
    return Object.fromEntries(tokens.map(([name, value]) => [name, templateText(value)]));
  });
  expect(commerce).toEqual(claims);
  expect(commerce?.['TOKEN_ISSUER']).toMatch(
    /^https:\/\/cognito-idp\.<AWS::Region>\.amazonaws\.com\/<Granary-Data:ExportsOutputRefPeople\w+>$/,
  );
  return { ...commerce, TOKEN_ISSUER: pool.issuer };
}

/** `/config.json` as the deployment writes it, with the issuer and the client on this machine. */
async function appConfig(): Promise<object> {
  const [file = ''] = globSync(`${await assemblyDirectory('web')}/asset.*/config.json`);
  return { ...JSON.parse(readFileSync(file, 'utf8')), issuer: pool.issuer, clientId: 'app' };
}

/** What the app uses of a browser. */
function openBrowser(config: object): void {
  const stored = new Map<string, string>();
  const send = globalThis.fetch;
  Object.assign(globalThis, {
    window: {
      location: { origin: address, assign: (to: URL | string) => visited.push(new URL(to)) },
    },
    sessionStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    },
    fetch: (...[input, init]: Parameters<typeof fetch>) =>
      input === '/config.json' ? Promise.resolve(Response.json(config)) : send(input, init),
  });
}

/** Opens the address that the app has left for. Returns where the browser is afterwards. */
async function followed(): Promise<URL> {
  const response = await fetch(visited.pop() ?? '', { redirect: 'manual' });
  expect(response.status).toBe(302);
  return new URL(response.headers.get('location') ?? '');
}

const app = async () => ({
  ...(await import('#web/session/oidc.ts')),
  ...(await import('#web/session/tokens.ts')),
});

/** Signs in as the app does and returns its tokens. */
async function signIn(person = email) {
  const { startSignIn, completeSignIn, currentTokens } = await app();
  pool.browser.email = person;
  await startSignIn('/orders');
  const back = await followed();
  expect(back.href.split('?')[0]).toBe(`${address}/sign-in/return`);
  expect(await completeSignIn(back.searchParams)).toBe('/orders');
  return currentTokens();
}

/** What both services say of the bearer of a token; undefined where the authorizer refuses it. */
async function access(token = '') {
  const services = [
    [
      await import('../../../functions/commerce/service/authorizer.ts'),
      await import('../../../functions/commerce/service/get-caller.ts'),
    ],
    [
      await import('../../../functions/claims/service/authorizer.ts'),
      await import('../../../functions/claims/service/get-caller.ts'),
    ],
  ] as const;
  const [commerce, claims] = await Promise.all(
    services.map(async ([authorizer, caller]) => {
      const event = {
        type: 'REQUEST',
        methodArn: 'arn:aws:execute-api:eu-west-1:000000000000:api/live/GET/me',
        headers: { authorization: `Bearer ${token}` },
      } as unknown as APIGatewayRequestAuthorizerEvent;
      const allowed = await authorizer.handler(event).catch((error: Error) => {
        expect(error.message).toBe('Unauthorized');
      });
      if (!allowed) return undefined;
      const { body } = await caller.handler(requestOf(allowed.context), context);
      return JSON.parse(body);
    }),
  );
  return { commerce: commerce?.data ?? commerce, claims: claims?.data ?? claims };
}

const requestOf = (authorizer: unknown) =>
  ({
    httpMethod: 'GET',
    path: '/me',
    headers: {},
    body: null,
    requestContext: { requestId: 'request', authorizer },
  }) as unknown as APIGatewayProxyEvent;

const context = { awsRequestId: 'request', functionName: 'me' } as Context;

const invite = async (...args: string[]) =>
  JSON.parse((await operatorInProcess(['invite', '--email', email, ...args, '--json'], {})).out);

/** What the function of the pool puts in place of a message. */
async function written(triggerSource: string, userAttributes: object = {}): Promise<unknown> {
  const placeholders = { usernameParameter: '{username}', codeParameter: '{####}' };
  const event = { triggerSource, request: { userAttributes, ...placeholders }, response: {} };
  const answer = await runInNewContext(`${invitationSource}; exports.handler(event)`, {
    exports: {},
    process: { env: { WEB_ADDRESS: '' } },
    event,
  });
  return answer.response;
}

describe('a person whom an operator invites', () => {
  test('signs in to the web app and has the roles of the groups in both services', async () => {
    const { subject } = await invite('--roles', 'biller,operator');
    expect(pool.invitations).toMatchObject([
      { email, attributes: { sub: subject, email_verified: 'true', 'custom:web_address': address } },
    ]);
    expect(await written('CustomMessage_AdminCreateUser', pool.invitations[0]?.attributes)).toEqual({
      emailSubject: 'Your invitation to Granary',
      emailMessage: expect.stringMatching(
        /<a href="https:\/\/farm\.example">https:\/\/farm\.example<\/a>.* as \{username\} .* \{####\} /,
      ),
    });
    // A group of another application.
    pool.people.get(email)?.groups.add('newsletter');
    const tokens = await signIn();
    expect(await access(tokens?.token)).toMatchObject({
      commerce: { subject, credential: 'bearer', operator: true, brands: {} },
      claims: { subject, roles: ['biller'] },
    });
  });

  test.each([
    ['CustomMessage_ForgotPassword', { 'custom:web_address': address }],
    ['CustomMessage_AdminCreateUser', {}],
    ['CustomMessage_AdminCreateUser', { 'custom:web_address': 'https://farm.example"><b>' }],
  ])('gets the message of Cognito for %s with %j', async (trigger, attributes) => {
    expect(await written(trigger, attributes)).toEqual({});
  });

  test('keeps a removed role until the token is renewed, and loses it then', async () => {
    const { renewTokens, currentTokens } = await app();
    const { groups } = pool.people.get(email) ?? {};
    groups?.delete('biller');
    groups?.delete('operator');
    expect((await access(currentTokens()?.token)).claims.roles).toEqual(['biller']);
    const { refreshToken } = currentTokens() ?? {};
    expect(await renewTokens()).toBe(true);
    expect(currentTokens()?.refreshToken).not.toBe(refreshToken);
    const { commerce, claims } = await access(currentTokens()?.token);
    expect([commerce.operator, claims.roles]).toEqual([false, []]);
  });

  test('ends the session at the pool too, and comes back to the app', async () => {
    const { leaveProvider, currentTokens, startSignIn, completeSignIn } = await app();
    await leaveProvider(currentTokens()?.idToken);
    expect((await followed()).href).toBe(`${address}/sign-in`);
    await startSignIn('/', { silently: true });
    await expect(completeSignIn((await followed()).searchParams)).rejects.toThrow('login_required');
  });

  test('has no renewed token after the removal from the pool', async () => {
    await signIn();
    pool.people.delete(email);
    const { renewTokens } = await app();
    expect(await renewTokens()).toBe(false);
  });
});

describe('a token of the same pool is refused by both services', () => {
  const refused = { commerce: undefined, claims: undefined };

  test('if it is an ID token, or made for a client without the scope of the APIs', async () => {
    await invite('--roles', 'admin');
    const tokens = await signIn();
    expect((await access(tokens?.token)).claims.roles).toEqual(['admin']);
    expect(await access(tokens?.idToken)).toEqual(refused);
    expect(await access(await tokenOfOtherClient())).toEqual(refused);
  });

  /** An access token for another application, which cannot request the scope of the APIs. */
  async function tokenOfOtherClient(): Promise<string> {
    const at = (scope: string) =>
      fetch(
        `${pool.address}/oauth2/authorize?${new URLSearchParams({
          client_id: 'other',
          redirect_uri: `${address}/sign-in/return`,
          scope,
          code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
          code_challenge_method: 'S256',
        })}`,
        { redirect: 'manual' },
      ).then((response) => new URL(response.headers.get('location') ?? '').searchParams);
    expect((await at('openid granary/api')).get('error_description')).toBe('invalid_scope');
    const response = await fetch(`${pool.address}/oauth2/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: 'other',
        code: (await at('openid email')).get('code') ?? '',
        redirect_uri: `${address}/sign-in/return`,
        code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
      }),
    });
    return z.object({ access_token: z.string() }).parse(await response.json()).access_token;
  }
});

describe('the first owner, whom npm run deploy invites', () => {
  const owner = { email: 'owner@farm.example', stackPrefix: 'Granary', place: {} };
  const inviteFirst = (more: object = {}) => inviteOwner({ ...owner, ...more }, process.env);

  test('may do everything in both services, and is invited until the first sign-in', async () => {
    expect([await inviteFirst(), await inviteFirst()]).toEqual(['invited', 'invited']);
    const tokens = await signIn(owner.email);
    expect(await access(tokens?.token)).toMatchObject({
      commerce: { operator: true },
      claims: { roles: ['admin'] },
    });
    expect(await inviteFirst()).toBe('known');
  });

  test('is not invited without a user pool', async () => {
    await expect(inviteFirst({ stackPrefix: 'Empty' })).rejects.toThrow('lacks output UserPoolId');
  });
});

describe('operator invite', () => {
  const text = async (...args: string[]) => operatorInProcess(['invite', '--email', ...args], {});

  test('repeats the invitation of a person who has not signed in, and only adds roles to another', async () => {
    const before = pool.invitations.length;
    const first = await text('bo@farm.example');
    expect(first).toMatchObject({ code: 0, error: '' });
    expect(first.out).toMatch(
      /^Invited {4}bo@farm\.example\nSubject {4}[\da-f-]{36}\nWeb app {4}https:\/\/farm\.example\n$/,
    );
    expect((await text('bo@farm.example')).out).toBe(first.out);
    expect(pool.invitations).toHaveLength(before + 2);
    const known = await text(email, '--roles', 'auditor');
    expect(known.out).toMatch(
      /^Known {6}ana@farm\.example, who has signed in before\n.*\nAdded to {3}auditor\n/,
    );
    expect(pool.invitations).toHaveLength(before + 2);
    expect([...(pool.people.get(email)?.groups ?? [])]).toEqual(['admin', 'auditor']);
  });

  test('refuses an unknown role', async () => {
    const { code, error } = await text(email, '--roles', 'admin,boss');
    expect([code, error.split('\n')[0]]).toEqual([2, expect.stringMatching(/^operator: --roles\.1: /)]);
  });

  test('says which setting a deployment without a user pool lacks', async () => {
    const { code, error } = await text(email, '--stack-prefix', 'Empty');
    expect([code, error]).toEqual([
      1,
      'operator: Stack Empty-Data lacks output UserPoolId; deploy with the setting identity=cognito.\n',
    ]);
  });
});
