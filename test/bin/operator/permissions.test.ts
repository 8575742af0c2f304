import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type AuditEntry, entryHash } from '#audit/entries/entry.ts';
import { verifyChain } from '#audit/verification/verify-chain.ts';
import { chainSource } from '#store/audit/audit-source.ts';
import { openTable } from '#store/dynamodb/table.ts';
import { allOf } from '../../audit/export/exported-chain.ts';
import { compiledCode } from '../../compiled-code.ts';
import { headVariants, tamperWith } from '../../http/audit/tampering.ts';
import { type OperatorRun, operatorInProcess } from './process.ts';
import { type OperatorServices, startOperatorServices } from './services.ts';

/** The policy of docs/operator.md, and each command with only these permissions. */
const document = readFileSync(resolve(import.meta.dirname, '../../../docs/operator.md'), 'utf8');
const [, policyText = ''] = /```json\n(.*?)```/s.exec(document) ?? [];
const policy = JSON.parse(policyText.replaceAll('REGION', 'eu-west-1').replaceAll('ACCOUNT', '000000000000'));

interface Statement {
  readonly Sid: string;
  readonly Action: string | readonly string[];
  readonly Resource: string | readonly string[];
}
const statements: readonly Statement[] = policy.Statement;

interface Step {
  readonly policy: string;
  readonly args: readonly string[];
}
type Outcome = Step & OperatorRun;

let services: OperatorServices;
beforeAll(async () => {
  services = await startOperatorServices(['Granary-Commerce', 'Granary-Claims']);
});
afterAll(() => services?.stop());

const list = (value: string | readonly string[]) => [value].flat();

/** The role that the local runtime enforces, without these actions. */
const roleWithout = (left: { readonly sid: string; readonly action: string } | undefined) => ({
  arn: 'arn:aws:iam::000000000000:user/operator',
  region: 'eu-west-1',
  account: '000000000000',
  partitionKeys: {},
  secrets: {},
  statements: statements.map(({ Sid, Action, Resource }) => ({
    Sid,
    Effect: 'Allow',
    Action: list(Action).filter((action) => Sid !== left?.sid || action !== left.action),
    Resource: list(Resource),
    Condition: {},
  })),
});

/** Runs the steps in a process that checks each request against the role of its step. */
function underRoles(roles: Readonly<Record<string, object>>, steps: readonly Step[]): Promise<Outcome[]> {
  const program = resolve(import.meta.dirname, 'role-process.mjs');
  const child = spawn(process.execPath, [program, JSON.stringify(steps)], {
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: '/nonexistent',
      ...compiledCode,
      ...services.environment,
      // The guard finds the control plane here.
      AWS_ENDPOINT_URL_LAMBDA: services.environment['AWS_ENDPOINT_URL'] ?? '',
      OPERATOR_ROLES: JSON.stringify(roles),
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let out = '';
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk;
  });
  return new Promise((done) => child.on('close', () => done(JSON.parse(out))));
}

test('the documented policy covers every command, and each of its actions is needed', async () => {
  const made = async (...args: string[]) =>
    JSON.parse((await operatorInProcess([...args, '--json'], services.environment)).out);
  const left = statements
    .flatMap(({ Sid, Action }) => list(Action).map((action) => ({ sid: Sid, action })))
    // Without it the head of the audit chain cannot be read, which is tried for ten seconds.
    .filter(({ sid, action }) => sid !== 'AuditEntries' || action !== 'dynamodb:GetItem');
  const names = ['all', ...left.map(({ sid, action }) => `without ${sid} ${action}`)];
  const roles = Object.fromEntries(names.map((name, index) => [name, roleWithout(left[index - 1])]));
  const steps: Step[] = [];
  for (const name of names) {
    const { brand, key } = await made('first-key', 'commerce', '--brand', name);
    const claimsKey = (await made('first-key', 'claims')).key;
    const other = (await made('brand', 'create', '--name', 'Linked already')).brand;
    const [gatewayKey] = services.gateway.keys.all().filter((one) => one.name.includes(brand.id));
    services.gateway.keys.removeFromPlan(gatewayKey?.id ?? '', services.gateway.planIds.starter);
    const commands = [
      ['first-key', 'commerce', '--brand', 'A'],
      ['first-key', 'claims'],
      ['brand', 'key', '--brand', other.id, '--role', 'viewer'],
      ['keys', 'list'],
      ['relink', '--brand', brand.id],
      ['rebuild-figures', '--brand', other.id],
      ['restore-audit-head'],
      ['revoke', '--key', key.id],
      ['revoke', '--key', claimsKey.id],
    ];
    steps.push(...commands.map((args) => ({ policy: name, args })));
  }
  const outcomes = await underRoles(roles, steps);
  const refusals = (name: string) => outcomes.filter(({ policy, code }) => policy === name && code !== 0);
  expect(refusals('all')).toEqual([]);
  const notNeeded = names.filter((name) => name !== 'all' && refusals(name).length === 0);
  // The command asks API Gateway whether a key is in its plan only after a 409.
  expect(notNeeded).toEqual(['without KeysOfPlans apigateway:GET']);
});

describe('restore-audit-head', () => {
  const operator = (...args: string[]) => operatorInProcess(args, services.environment);
  const auditTable = () => openTable('Granary-Data-AuditTable01234567');

  /** The newest entries, newest first. */
  async function newest(): Promise<[AuditEntry, AuditEntry, AuditEntry]> {
    const source = chainSource(auditTable(), 'main');
    const pages = await allOf(source.rows(1, (await source.head())?.sequence ?? 0));
    const entries = pages.flat().flatMap(({ entry }) => entry ?? []);
    return entries.toReversed().slice(0, 3) as [AuditEntry, AuditEntry, AuditEntry];
  }

  // An entry beyond the head has to be removed first.
  test.each(headVariants.filter(([name]) => name !== 'followed by an entry'))(
    'lets changes go on after a head that was %s',
    async (name, variant) => {
      for (let n = 0; n < 3; n++) expect(await operator('first-key', 'claims')).toMatchObject({ code: 0 });
      const entries = await newest();
      const { row, change } = variant(entries);
      await tamperWith(auditTable(), row, change);
      // Reading an unreadable head is tried for ten seconds.
      if (name !== 'unreadable') {
        const refused = await operator('first-key', 'claims');
        expect(refused.code).toBe(1);
        expect(refused.error).toContain('The audit chain continues beyond its head');
      }
      const last = entries[0].id;
      const restored = await operator('restore-audit-head', '--by', 'ana');
      expect(restored).toEqual({ code: 0, out: `Head       entry ${last}, restored\n`, error: '' });
      expect(await operator('restore-audit-head')).toMatchObject({
        out: `Head       entry ${last + 1}, as before\n`,
      });
      const [recorded] = await newest();
      expect(recorded).toMatchObject({
        id: last + 1,
        event_type: 'audit.head_restored',
        actor: 'operator:ana',
      });
      expect(await operator('first-key', 'claims')).toMatchObject({ code: 0 });
      const verified = await verifyChain(chainSource(auditTable(), 'main'), { witness: new Map() });
      expect(verified).toMatchObject({ ok: true, checked: last + 2 });
    },
    60_000,
  );

  test('refuses an entry that does not verify, and reports a row that follows the head', async () => {
    const [last] = await newest();
    const { hash: _, ...forged } = { ...last, id: last.id + 1 };
    const undo = await tamperWith(auditTable(), forged.id, () => ({ ...forged, hash: entryHash(forged) }));
    const refused = await operator('restore-audit-head');
    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(refused.error).toContain(`Entry ${forged.id} does not verify (broken_link)`);
    const reported = await operator('restore-audit-head', '--last', String(last.id));
    expect(reported.code).toBe(1);
    expect(reported.out).toContain(`Head       entry ${last.id}, as before\nA row follows the head`);
    await undo();
    expect(await operator('first-key', 'claims')).toMatchObject({ code: 0 });
  });
});
