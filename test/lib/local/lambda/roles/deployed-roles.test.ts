import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import * as z from 'zod';
import { claimsEndpoints } from '#contract/claims/index.ts';
import { purgedRecords } from '#contract/claims/retention.ts';
import { commerceEndpoints } from '#contract/commerce/index.ts';
import { type LocalRuntime, startLocal } from '#lib/local/runtime/runtime.ts';
import { sdkVariables } from '#lib/local/runtime/sdk-variables.ts';
import { synthesizeInProcess } from '#lib/local/templates/synthesis.ts';
import { compiledCode } from '../../../../compiled-code.ts';
import { deployedFunctions } from '../../../synthesis/stub-functions.ts';
import type { GranaryOptions } from '../../fixture/granary-process.ts';
import { claimsRules, commerceRules, expectedOf, type Needs } from '../../fixture/role-attempts.ts';
import { newFolder, removeFolder } from '../../fixture/runtime.ts';

const probeProgram = fileURLToPath(new URL('../../fixture/role-probe-process.mjs', import.meta.url));
const program = fileURLToPath(new URL('../../fixture/granary-process.ts', import.meta.url));
const scratch = newFolder();

/** This function's role additionally allows everything. */
const powerful = 'ListLanes';

let runtime: LocalRuntime;
let probe: ChildProcess;

beforeAll(async () => {
  const bundles = stubsInPlaceOf(deployedFunctions);
  runtime = await startLocal({
    dataFolder: join(scratch, 'data'),
    environment: {},
    synthesize: async (settings) => {
      const options: GranaryOptions = { ...settings, bundles };
      const result = await synthesizeInProcess(program, options);
      globSync(join(result.assemblyDirectory, 'Claims*.template.json')).forEach(allowEverything);
      return result;
    },
  });
  const { endpoints, controlPlane } = runtime;
  probe = fork(probeProgram, {
    env: { ...process.env, ...compiledCode, ...sdkVariables({}, { ...endpoints, controlPlane }) },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}, 240_000);
afterAll(async () => {
  probe?.disconnect();
  await runtime?.stop();
  removeFolder(scratch);
});

/** Writes a function that does nothing for each of the names. CloudFormation reads the id of a custom resource. */
function stubsInPlaceOf(names: readonly string[]): string {
  const bundles = join(scratch, 'bundles');
  for (const name of names) {
    mkdirSync(join(bundles, name), { recursive: true });
    const source = "export const handler = async () => ({ PhysicalResourceId: 'stub' });";
    writeFileSync(join(bundles, name, 'index.mjs'), source);
  }
  return bundles;
}

const statements = z.array(z.unknown());
const templateSchema = z.looseObject({
  Resources: z.record(
    z.string(),
    z.looseObject({
      Properties: z
        .looseObject({
          Policies: z
            .array(z.looseObject({ PolicyDocument: z.looseObject({ Statement: statements }) }))
            .optional(),
        })
        .optional(),
    }),
  ),
});

function allowEverything(file: string): void {
  const template = templateSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  for (const [id, { Properties }] of Object.entries(template.Resources)) {
    const document = id.startsWith(`${powerful}FunctionRole`) && Properties?.Policies?.[0]?.PolicyDocument;
    if (document) document.Statement.push({ Effect: 'Allow', Action: 'dynamodb:*', Resource: '*' });
  }
  writeFileSync(file, JSON.stringify(template));
}

/** Makes the attempts with the role of a function and returns their outcomes. */
async function tried(service: Service, id: string, attempts: readonly object[]): Promise<unknown> {
  const prefix = `Granary-${service === 'commerce' ? 'Commerce' : 'Claims'}-`;
  const pool = runtime.functions
    .all()
    .find(({ config }) => config.constructId === `${id}Function` && config.name.startsWith(prefix));
  const role = pool?.config.role();
  if (role === undefined) throw new Error(`${id} has no role`);
  probe.send({ role, attempts });
  const [outcomes] = await once(probe, 'message');
  return outcomes;
}

type Service = 'commerce' | 'claims';

const rulesOf = (service: Service) =>
  service === 'commerce'
    ? commerceRules(runtime.tables['commerce'] ?? '')
    : claimsRules(runtime.tables['claims'] ?? '', runtime.tables['audit'] ?? '');

const pascalCase = (name: string) =>
  name.replace(/(^|-)([a-z])/g, (_, _dash, letter) => letter.toUpperCase());

const functions: (Needs & { readonly service: Service; readonly id: string })[] = [
  ...[...commerceEndpoints, ...claimsEndpoints].map((endpoint) => ({
    ...endpoint,
    id: pascalCase(endpoint.name),
  })),
  { service: 'commerce', id: 'Authorizer', data: 'read' },
  { service: 'claims', id: 'Authorizer', data: 'read' },
  {
    service: 'claims',
    id: 'IntakeIngestFile',
    data: 'write',
    deletes: ['unmatched-payments'],
    uses: ['audit-append'],
  },
  {
    service: 'claims',
    id: 'SchedulesExchangeFiles',
    data: 'write',
    uses: ['audit-append'],
  },
  {
    service: 'claims',
    id: 'SchedulesMarkOverdue',
    data: 'write',
    deletes: ['unmatched-payments'],
    uses: ['audit-append'],
  },
  {
    service: 'claims',
    id: 'PurgeRecords',
    data: 'write',
    deletes: purgedRecords,
    writesInBatches: purgedRecords,
    uses: ['audit-append'],
  },
  {
    service: 'claims',
    id: 'BulkCarryOnBulkRun',
    data: 'write',
    deletes: ['claim-contents', 'search-entries'],
    uses: ['audit-append'],
  },
  { service: 'claims', id: 'AuditSignCheckpoint', data: 'none' },
  { service: 'claims', id: 'AuditCarryOnAuditRun', data: 'write' },
  {
    service: 'claims',
    id: 'MigrationMigrateSchema',
    data: 'write',
    writesInBatches: ['configuration'],
    uses: ['audit-append'],
  },
];

describe('with the role of its template', () => {
  test.each(functions.filter(({ id }) => id !== powerful))(
    '$service $id writes only what its declaration allows',
    async ({ service, id, ...needs }) => {
      const rules = rulesOf(service);
      expect(await tried(service, id, rules)).toEqual(expectedOf(rules, needs));
    },
  );

  test('a role that is allowed everything cannot change credentials or entries', async () => {
    const outcomes = await tried('claims', powerful, rulesOf('claims'));
    const allowed = Object.entries(Object(outcomes)).filter(([, outcome]) => outcome === 'done');
    expect(allowed.map(([name]) => name)).toEqual([
      'put a claim',
      'delete a claim',
      'delete a reservation',
      'put configuration in a batch',
      'put claims in a batch',
      'put another item in a transaction',
      'put an entry in a transaction',
    ]);
  });
});
