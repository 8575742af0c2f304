import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import * as z from 'zod';

/** A client as in a template. */
export const poolClient = z.object({
  AllowedOAuthScopes: z.array(z.string()),
  CallbackURLs: z.array(z.string()),
  LogoutURLs: z.array(z.string()),
  AccessTokenValidity: z.number(),
});
type PoolClient = z.output<typeof poolClient>;

interface Person {
  readonly sub: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly groups: Set<string>;
  status: 'FORCE_CHANGE_PASSWORD' | 'CONFIRMED';
}

/** A sign-in: what its tokens say besides the time. */
interface SignIn {
  readonly person: Person;
  readonly client: string;
  readonly scope: string;
  readonly nonce: string | null;
  readonly authenticatedAt: number;
}

interface Code extends SignIn {
  readonly challenge: string;
  readonly redirectUri: string;
}

/** An Amazon Cognito user pool on this machine, as far as sign-in and invitations need it. */
export type UserPool = Awaited<ReturnType<typeof startUserPool>>;

/**
 * Starts a user pool with these groups and clients. It speaks what Cognito speaks: discovery, keys, `/oauth2/authorize`,
 * `/oauth2/token` and `/logout` of the domain, and operations of administrators by X-Amz-Target.
 */
export async function startUserPool(
  id: string,
  groups: readonly string[],
  clients: Readonly<Record<string, PoolClient>>,
) {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid: 'pool-key', use: 'sig', alg: 'RS256' };
  const people = new Map<string, Person>();
  const invitations: { email: string; attributes: Readonly<Record<string, string>> }[] = [];
  const codes = new Map<string, Code>();
  const refreshable = new Map<string, SignIn>();
  /** The person whom the pages of managed login know. */
  const browser: { email: string | undefined } = { email: undefined };

  const server = createServer(async (request, response) => {
    const { status, headers = {}, body } = await respond(request);
    const text = body === undefined ? '' : JSON.stringify(body);
    response
      .writeHead(status, { 'Content-Type': 'application/json', Connection: 'close', ...headers })
      .end(text);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('No port');
  const address = `http://127.0.0.1:${bound.port}`;
  const issuer = `${address}/${id}`;

  async function respond(request: IncomingMessage): Promise<Answer> {
    const text = (await buffer(request)).toString();
    const [, operation] = String(request.headers['x-amz-target'] ?? '').split('.');
    if (operation) return administer(operation, z.looseObject(adminInput).parse(JSON.parse(text)));
    const url = new URL(request.url ?? '/', address);
    switch (url.pathname) {
      case `/${id}/.well-known/openid-configuration`:
        return { status: 200, body: discovery(address, issuer) };
      case `/${id}/.well-known/jwks.json`:
        return { status: 200, body: { keys: [jwk] } };
      case '/oauth2/authorize':
        return authorize(url.searchParams);
      case '/oauth2/token':
        return exchange(new URLSearchParams(text));
      case '/logout':
        return logout(url.searchParams);
      default:
        return { status: 404, body: { error: 'Not found' } };
    }
  }

  function authorize(query: URLSearchParams): Answer {
    const value = (name: string) => query.get(name) ?? '';
    const client = clients[value('client_id')];
    // Without both, Cognito shows an error of its own.
    if (!client?.CallbackURLs.includes(value('redirect_uri')))
      return { status: 400, body: { error: 'page' } };
    const back = (parameters: Readonly<Record<string, string>>): Answer =>
      redirect(value('redirect_uri'), { ...parameters, state: value('state') });
    if (
      !value('scope')
        .split(' ')
        .every((scope) => client.AllowedOAuthScopes.includes(scope))
    )
      return back({ error: 'invalid_request', error_description: 'invalid_scope' });
    const person = people.get(browser.email ?? '');
    if (!person) return back({ error: 'login_required' });
    // The pages have people replace the password of the invitation.
    person.status = 'CONFIRMED';
    const code = randomUUID();
    codes.set(code, {
      person,
      client: value('client_id'),
      scope: value('scope'),
      nonce: query.get('nonce'),
      authenticatedAt: seconds(),
      challenge: value('code_challenge_method') === 'S256' ? value('code_challenge') : '',
      redirectUri: value('redirect_uri'),
    });
    return back({ code });
  }

  async function exchange(form: URLSearchParams): Promise<Answer> {
    const refused = { status: 400, body: { error: 'invalid_grant' } };
    const value = (name: string) => form.get(name) ?? '';
    const given = value(value('grant_type') === 'refresh_token' ? 'refresh_token' : 'code');
    const code = codes.get(given);
    const signIn = code ?? refreshable.get(given);
    codes.delete(given);
    refreshable.delete(given);
    if (signIn?.client !== value('client_id')) return refused;
    if (
      code &&
      (code.redirectUri !== value('redirect_uri') || code.challenge !== digest(value('code_verifier')))
    )
      return refused;
    // A disabled or deleted person has no tokens any more.
    if (![...people.values()].includes(signIn.person)) return refused;
    const refresh_token = randomUUID();
    refreshable.set(refresh_token, signIn);
    return { status: 200, body: { ...(await tokensOf(signIn)), refresh_token, token_type: 'Bearer' } };
  }

  async function tokensOf({ person, client, scope, nonce, authenticatedAt }: SignIn) {
    const minutes = clients[client]?.AccessTokenValidity ?? 60;
    const shared = {
      sub: person.sub,
      ...(person.groups.size > 0 && { 'cognito:groups': [...person.groups] }),
      iss: issuer,
      origin_jti: randomUUID(),
      event_id: randomUUID(),
      auth_time: authenticatedAt,
      exp: seconds() + minutes * 60,
      jti: randomUUID(),
    };
    const sign = (claims: Readonly<Record<string, unknown>>) =>
      new SignJWT({ ...shared, ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: 'pool-key' })
        .setIssuedAt()
        .sign(privateKey);
    return {
      access_token: await sign({
        client_id: client,
        token_use: 'access',
        scope,
        version: 2,
        username: person.sub,
      }),
      id_token: await sign({
        aud: client,
        token_use: 'id',
        'cognito:username': person.sub,
        ...person.attributes,
        ...(nonce !== null && { nonce }),
      }),
      expires_in: minutes * 60,
    };
  }

  function logout(query: URLSearchParams): Answer {
    const to = query.get('logout_uri') ?? '';
    if (!clients[query.get('client_id') ?? '']?.LogoutURLs.includes(to))
      return { status: 400, body: { error: 'page' } };
    browser.email = undefined;
    return redirect(to, {});
  }

  /** Operations of the SDK's client, with their errors. */
  function administer(operation: string, input: AdminInput): Answer {
    const failed = (type: string) => ({ status: 400, body: { __type: type, message: type } });
    const person = people.get(input.Username);
    if (input.UserPoolId !== id) return failed('ResourceNotFoundException');
    if (operation === 'AdminCreateUser') {
      const isRepeated = input.MessageAction === 'RESEND';
      if (person && !isRepeated) return failed('UsernameExistsException');
      const made = person ?? {
        sub: randomUUID(),
        attributes: Object.fromEntries(input.UserAttributes.map(({ Name, Value }) => [Name, Value])),
        groups: new Set<string>(),
        status: 'FORCE_CHANGE_PASSWORD' as const,
      };
      people.set(input.Username, made);
      invitations.push({ email: input.Username, attributes: { ...made.attributes, sub: made.sub } });
      return { status: 200, body: { User: { Username: made.sub, Attributes: attributesOf(made) } } };
    }
    if (!person) return failed('UserNotFoundException');
    switch (operation) {
      case 'AdminGetUser':
        return {
          status: 200,
          body: { Username: person.sub, UserStatus: person.status, UserAttributes: attributesOf(person) },
        };
      case 'AdminAddUserToGroup':
        if (!groups.includes(input.GroupName)) return failed('ResourceNotFoundException');
        person.groups.add(input.GroupName);
        return { status: 200, body: {} };
      default:
        return failed('UnknownOperationException');
    }
  }

  return {
    issuer,
    address,
    browser,
    people,
    /** E-mails that Cognito would have sent. */
    invitations,
    stop: async () => {
      server.close();
      await once(server, 'close');
    },
  };
}

interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
}

const adminInput = {
  UserPoolId: z.string(),
  Username: z.string(),
  GroupName: z.string().default(''),
  MessageAction: z.string().optional(),
  UserAttributes: z.array(z.object({ Name: z.string(), Value: z.string() })).default([]),
};
type AdminInput = z.output<z.ZodObject<typeof adminInput>>;

const seconds = () => Math.floor(Date.now() / 1000);

const digest = (text: string) => createHash('sha256').update(text).digest('base64url');

const attributesOf = ({ sub, attributes }: Person) =>
  Object.entries({ sub, ...attributes }).map(([Name, Value]) => ({ Name, Value }));

function redirect(to: string, parameters: Readonly<Record<string, string>>): Answer {
  const url = new URL(to);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return { status: 302, headers: { Location: url.href } };
}

/** The discovery document of a user pool with a domain. */
const discovery = (domain: string, issuer: string) => ({
  authorization_endpoint: `${domain}/oauth2/authorize`,
  end_session_endpoint: `${domain}/logout`,
  id_token_signing_alg_values_supported: ['RS256'],
  issuer,
  jwks_uri: `${issuer}/.well-known/jwks.json`,
  response_types_supported: ['code', 'token'],
  revocation_endpoint: `${domain}/oauth2/revoke`,
  scopes_supported: ['openid', 'email', 'phone', 'profile'],
  subject_types_supported: ['public'],
  token_endpoint: `${domain}/oauth2/token`,
  token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
  userinfo_endpoint: `${domain}/oauth2/userInfo`,
});
