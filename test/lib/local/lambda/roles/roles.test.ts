import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { claimsEndpoints } from '#contract/claims/index.ts';
import { type BackgroundDeclaration, claimsBackground } from '#contract/claims/service.ts';
import { commerceEndpoints } from '#contract/commerce/index.ts';
import { readAssembly } from '#lib/local/cloudformation/assembly.ts';
import { Deployment } from '#lib/local/cloudformation/deployment.ts';
import { neededPermissions } from '#lib/local/lambda/roles/needed-permissions.mjs';
import { type Role, readRole } from '#lib/local/lambda/roles/role.ts';
import { firstMissing } from '#lib/local/lambda/roles/role-decision.mjs';
import { entryKey, headKey } from '#store/audit/audit-keys.ts';
import { assemblyDirectory } from '../../../synthesis/assemblies.ts';
import {
  type Attempt,
  claimsRules,
  commerceRules,
  expectedOf,
  type Needs,
  requestOf,
  waysToWrite,
} from '../../fixture/role-attempts.ts';
import { type Fixture, startFixture } from '../../fixture/runtime.ts';

describe('roles', () => {
  let fixture: Fixture;

  beforeAll(async () => {
    fixture = await startFixture({});
  });
  afterAll(() => fixture?.stop());

  test('a function may do only what its role allows', async () => {
    const reach = fixture.runtime.functions
      .all()
      .find(({ config }) => config.constructId === 'ReachFunction');
    const outcome = await reach?.invoke('{}');
    const refused = 'AccessDeniedException 403';
    expect(outcome?.ok && JSON.parse(outcome.payload)).toEqual({
      'put allowed': 'ok',
      'put of another': refused,
      'put denied': refused,
      'transaction allowed': 'ok',
      'transaction with another': refused,
      get: 'ok',
      'batch get': refused,
      'query of the index': 'ok',
      'object put': 'ok',
      'object read': 'ok',
      // A role judges a key as it is, and not as a path.
      'object with dots put': 'ok',
      'object with dots read': 'ok',
      'other folder with dots': refused,
      'object copied': 'ok',
      'copy of another': refused,
      'other folder': refused,
      // A role that may not list a bucket cannot detect a missing object.
      'absent object': 'AccessDenied 403',
      'absent object, looked at': expect.stringMatching(/ 403$/),
      list: refused,
      sign: 'ok',
      'sign otherwise': refused,
      'secret by ARN': 'ok',
      'secret by name': 'ok',
      'another secret': refused,
      'public key': refused,
    });
  });
});

describe('with the role of its template', () => {
  /** roles.test.ts shows that the local runtime refuses what these decisions refuse. */
  let deployment: Deployment;
  beforeAll(async () => {
    const place = { region: 'us-east-1', account: '000000000000', controlPlaneUrl: 'http://127.0.0.1' };
    deployment = new Deployment(readAssembly(await assemblyDirectory('defaults')), place);
  });

  /** Returns the role of a function. */
  function roleOf(service: Service, id: string): Role {
    const stack = service === 'commerce' ? 'Granary-Commerce' : 'Granary-Claims';
    const ofService = deployment
      .resources('AWS::Lambda::Function')
      .filter((one) => one.stack.startsWith(stack));
    // The id of a background function begins with that of its construct.
    const found =
      ofService.find(({ constructId }) => constructId === `${id}Function`) ??
      ofService.find(({ constructId }) => constructId.endsWith(`${id}Function`));
    const role = found && readRole(deployment, found);
    if (role === undefined) throw new Error(`${id} has no role`);
    return role;
  }

  /** Decides about the attempts as IAM does, and returns the outcomes by name. */
  const decided = (role: Role, attempts: readonly Attempt[]): Readonly<Record<string, string>> =>
    Object.fromEntries(
      attempts.map((attempt) => {
        const missing = firstMissing(
          role.statements,
          neededPermissions('dynamodb', requestOf(attempt), role),
        );
        return [attempt.name, missing === undefined ? 'done' : 'AccessDeniedException'];
      }),
    );

  type Service = 'commerce' | 'claims';

  const tableNamed = (id: string) =>
    deployment.resources('AWS::DynamoDB::Table').find(({ constructId }) => constructId === id)?.ref ?? '';

  const rulesOf = (service: Service) =>
    service === 'commerce'
      ? commerceRules(tableNamed('CommerceTable'))
      : claimsRules(tableNamed('ClaimsTable'), tableNamed('AuditTable'));

  const pascalCase = (name: string) =>
    name.replace(/(^|-)([a-z])/g, (_, _dash, letter) => letter.toUpperCase());

  /** Of the templates with the default settings, which have no test payer. */
  const background: readonly (readonly [string, BackgroundDeclaration])[] = Object.entries(
    claimsBackground,
  ).filter(([name]) => name !== 'answer-as-payer');

  const functions: (Needs & { readonly service: Service; readonly id: string })[] = [
    ...[...commerceEndpoints, ...claimsEndpoints].map((endpoint) => ({
      ...endpoint,
      id: pascalCase(endpoint.name),
    })),
    { service: 'commerce', id: 'Authorizer', data: 'read' },
    { service: 'claims', id: 'Authorizer', data: 'read' },
    ...background.map(([name, needs]) => ({ ...needs, service: 'claims' as const, id: pascalCase(name) })),
  ];

  test.each(functions)(
    '$service $id writes only what its declaration allows',
    ({ service, id, ...needs }) => {
      const rules = rulesOf(service);
      expect(decided(roleOf(service, id), rules)).toEqual(expectedOf(rules, needs));
    },
  );

  test('a role that is allowed everything cannot change credentials or entries', () => {
    const { statements, ...role } = roleOf('claims', 'ListLanes');
    const everything = {
      Effect: 'Allow' as const,
      Action: ['dynamodb:*'],
      Resource: ['*'],
      Condition: {},
    };
    const outcomes = decided({ ...role, statements: [...statements, everything] }, rulesOf('claims'));
    const allowed = Object.entries(outcomes).filter(([, outcome]) => outcome === 'done');
    expect(allowed.map(([name]) => name)).toEqual([
      'put a claim',
      'delete a claim',
      'delete a reservation',
      'put configuration in a batch',
      'put claims in a batch',
      'put an entry in a transaction',
    ]);
  });

  test('the functions that declare to append, and no others, write the audit table: its chain, by puts in transactions', () => {
    const audit = tableNamed('AuditTable');
    const kinds = {
      'the head': headKey('main'),
      'an entry': entryKey('main', 1),
      'an entry of a later block': entryKey('main', 1_000_000),
      'the head of another chain': headKey('main2'),
      'an entry of another chain': entryKey('other', 1),
      'another item': { pk: 'CLAIM#c', sk: 'CLAIM' },
    };
    const attempts = Object.entries(kinds).flatMap(([kind, { pk, sk }]) =>
      waysToWrite.map((how): Attempt => ({ name: `${how}: ${kind}`, how, table: audit, key: [pk, sk] })),
    );
    const writers = deployment.resources('AWS::Lambda::Function').flatMap((one) => {
      const role = readRole(deployment, one);
      if (role === undefined) throw new Error(`${one.constructId} has no role`);
      const allowed = Object.entries(decided(role, attempts)).filter(([, outcome]) => outcome === 'done');
      return allowed.length === 0 ? [] : [[role.arn, allowed.map(([name]) => name)] as const];
    });
    const appending = functions.filter(({ uses }) => uses?.includes('audit-append'));
    const names = appending.map(({ service, id }) => roleOf(service, id).arn);
    expect(writers.map(([arn]) => arn).sort()).toEqual(names.sort());
    for (const [, allowed] of writers) {
      expect(allowed).toEqual([
        'transaction: the head',
        'transaction: an entry',
        'transaction: an entry of a later block',
      ]);
    }
  });
});
