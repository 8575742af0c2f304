import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path, { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import * as z from 'zod';
import { claimsEndpoints } from '#contract/claims/index.ts';
import { commerceEndpoints } from '#contract/commerce/index.ts';
import { partitions } from '#contract/partitions.ts';
import { parseSettings, settingNames } from '#lib/settings/settings.ts';
import { coloradoMedicaid } from '#x12/837p/profile/payer-profile.ts';
import { parsePayerProfile, payerProfileToJson } from '#x12/837p/profile/payer-profile-json.ts';
import { stateRules } from '#x12/837p/profile/state-rules.ts';
import { synthesizedStacks } from '../lib/synthesis/template.ts';

describe('architecture', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const page = readFileSync(`${root}docs/architecture.md`, 'utf8');

  const patterns = z
    .union([z.string(), z.array(z.string())])
    .optional()
    .transform((found) => [found ?? []].flat());
  const rule = z.object({
    name: z.string(),
    from: z.object({ pathNot: patterns }),
    to: z.object({ path: z.string().optional(), pathNot: patterns }),
  });
  const config: unknown = createRequire(import.meta.url)(`${root}.dependency-cruiser.cjs`);
  const rules = z.object({ forbidden: z.array(rule) }).parse(config).forbidden;

  /** The rules with this prefix in their names: name → folders that the rule allows. */
  const enforced = (prefix: string, allowedIn: 'from' | 'to') =>
    Object.fromEntries(
      rules
        .filter(({ name }) => name.startsWith(prefix))
        .map((found) => [
          found.name.slice(prefix.length),
          found[allowedIn].pathNot.map((pattern) => pattern.slice(1, -1)).sort(),
        ]),
    );

  /** The table under a heading: code in the first column → code in the last column. */
  function stated(heading: string): Record<string, string[]> {
    const section = page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
    const rows = section.split('\n').filter((line) => line.startsWith('| `'));
    return Object.fromEntries(
      rows.map((row) => {
        const cells = row.split('|').slice(1, -1);
        const codeIn = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
        return [codeIn(cells[0])[0], codeIn(cells.at(-1))];
      }),
    );
  }

  test('the table of rooms states exactly the enforced imports', () => {
    const rooms = Object.entries(stated('Rooms')).map(([room, allowed]) => [room, [room, ...allowed].sort()]);
    expect(Object.fromEntries(rooms)).toEqual(enforced('room ', 'to'));
  });

  test('the table of libraries states exactly the rooms that may use them', () => {
    const libraries = Object.entries(stated('Libraries')).map(([name, users]) => [name, users.sort()]);
    expect(Object.fromEntries(libraries)).toEqual(enforced('library ', 'from'));
  });
});

describe('claims scope', () => {
  const page = readFileSync(new URL('../../docs/claims-scope.md', import.meta.url), 'utf8');

  /** Rows of the table of decisions: names of endpoints → decision. */
  const decisions = page.split('\n').flatMap((row) => {
    const [, endpoints = '', decision = '', reason = ''] = row.split('|').map((cell) => cell.trim());
    if (!endpoints.startsWith('`')) return [];
    expect(reason).not.toBe('');
    return [...endpoints.matchAll(/`([^`]+)`/g)].map(([, name = '']) => ({ name, decision }));
  });

  const limitable = claimsEndpoints.filter(({ access }) => access.kind === 'claims');

  test('the table decides each endpoint of claims once', () => {
    expect(decisions.map(({ name }) => name).sort()).toEqual(limitable.map(({ name }) => name).sort());
  });

  test('the table states what the declarations enforce', () => {
    const stated = decisions.map(({ name, decision }) => [name, decision === 'refused']);
    const refused = new Map(limitable.map(({ name, scoped = false }) => [name, !scoped]));
    expect(stated).toEqual(decisions.map(({ name }) => [name, refused.get(name)]));
    expect(new Set(decisions.map(({ decision }) => decision))).toEqual(
      new Set(['filtered', 'allowed', 'refused']),
    );
  });
});

describe('contributing', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const page = readFileSync(`${root}CONTRIBUTING.md`, 'utf8');

  /** Paths in code; `<service>` stands for any name. */
  const paths = [...page.matchAll(/`((?:bin|docs|functions|lib|shared|test)\/[^`\s]+)`/g)].map(
    ([, path = '']) => path,
  );

  test.each([...new Set(paths)])('%s exists', (path) => {
    expect(globSync(path.replaceAll(/<\w+>/g, '*'), { cwd: root })).not.toEqual([]);
  });

  test('the fields of the 837P example have types', () => {
    const [, fields = ''] = /^```ts\n(.*?)^```/ms.exec(page) ?? [];
    expect(fields).toContain("inSegment('PWK-CT'");
    const folder = mkdtempSync(path.join(tmpdir(), 'granary-example-'));
    const description = `${root}shared/x12/description`;
    const file = path.join(folder, 'example.ts');
    try {
      writeFileSync(
        file,
        `import { inSegment, optional } from '${description}/places.ts';
       import { code, text } from '${description}/field.ts';
       export const fields = { ${fields} };`,
      );
      const strict = '--noEmit --strict --skipLibCheck --ignoreConfig --module nodenext --target es2024';
      const options = [...strict.split(' '), '--allowImportingTsExtensions', '--types', 'node'];
      const { stdout } = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', ...options, file], {
        cwd: root,
        encoding: 'utf8',
      });
      expect(stdout).toBe('');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

const read = (name: string) => readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8');

describe('pages about deployment', () => {
  /** Names in the first column of the table of a page that begins with this heading. */
  function namesIn(page: string, heading: string): readonly string[] {
    const table = read(page).split(`| ${heading} |`)[1]?.split('\n\n')[0] ?? '';
    return table.split('\n').flatMap((row) => {
      const [, first = ''] = row.split('|');
      return [...first.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
    });
  }

  test('explain every setting', () => {
    const local = ['stagingDirectory'];
    expect([...namesIn('configure.md', 'setting')].sort()).toEqual(
      settingNames.filter((name) => !local.includes(name)).toSorted(),
    );
  });

  test('explain every output', async () => {
    const [certificate, web] = [await synthesizedStacks('certificate'), await synthesizedStacks('web')];
    const stacks = ['Data', 'Domain', 'Commerce', 'Claims', 'Web'].map((id) => certificate(id));
    const outputs = [...stacks, web('Data')].flatMap(({ template }) =>
      Object.keys(template.toJSON().Outputs ?? {}),
    );
    const plain = new Set(outputs.filter((name) => !name.startsWith('Exports')));
    expect([...namesIn('operate.md', 'output')].sort()).toEqual([...plain].sort());
  });

  test.each(['configure.md', 'pipeline.md'])('the sample settings of %s can be deployed', (page) => {
    const samples = [...read(page).matchAll(/```json\n([\s\S]*?)```/g)].map(([, json = '']) => json);
    expect(samples.length).toBeGreaterThan(0);
    for (const json of samples) parseSettings(JSON.parse(json));
  });

  test('fit into one sitting on the first day', () => {
    expect(read('deploy.md').split(/\s+/).length).toBeLessThan(1800);
  });

  test('lead to sections that exist', () => {
    const pages = globSync('*.md', { cwd: fileURLToPath(new URL('../../docs', import.meta.url)) });
    const broken = pages.flatMap((page) =>
      [...read(page).matchAll(/\]\(([\w-]+\.md)?#([^)]+)\)/g)].flatMap(([, target = page, anchor = '']) => {
        const headings = [...read(target).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
          heading
            .toLowerCase()
            .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
            .replaceAll(' ', '-'),
        );
        return headings.includes(anchor) ? [] : [`${page}: ${target}#${anchor}`];
      }),
    );
    expect(broken).toEqual([]);
  });
});

describe('docs/pipeline.md', () => {
  const blocks = [...read('pipeline.md').matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text = '']) => text);
  const [template, workflow] = blocks.map((text): unknown =>
    parse(text.replaceAll(/!(Ref|Sub|GetAtt) /g, '')),
  );

  const permissions = z.object({ 'id-token': z.literal('write').optional() });
  const { on, jobs } = z
    .object({
      on: z.object({ push: z.object({ branches: z.tuple([z.string()]) }) }),
      jobs: z.record(
        z.string(),
        z.object({
          needs: z.string().optional(),
          environment: z.string().optional(),
          permissions: permissions.optional(),
          steps: z.array(
            z.object({
              run: z.string().optional(),
              with: z.object({ 'role-to-assume': z.string().optional() }).optional(),
            }),
          ),
        }),
      ),
    })
    .parse(workflow);

  const subject = 'token.actions.githubusercontent.com:sub';
  const trust = z.object({
    Statement: z.tuple([
      z.object({ Condition: z.object({ StringEquals: z.object({ [subject]: z.string() }) }) }),
    ]),
  });
  const role = z.object({ Properties: z.object({ AssumeRolePolicyDocument: trust }) });
  const { Resources } = z
    .object({ Resources: z.object({ DiffRole: role, DeployRole: role }) })
    .parse(template);

  const trusted = (name: keyof typeof Resources, environment: string) =>
    Resources[name].Properties.AssumeRolePolicyDocument.Statement[0].Condition.StringEquals[subject]
      .replace(`\${Repository}`, 'owner/name')
      .replace(`\${Environment}`, environment);

  test('a role trusts each job that asks AWS for credentials, and no other', () => {
    for (const { environment, permissions, steps } of Object.values(jobs)) {
      const roles = steps.flatMap((step) => step.with?.['role-to-assume'] ?? []);
      expect(roles).toHaveLength(permissions?.['id-token'] === 'write' ? 1 : 0);
      if (roles.length === 0) continue;
      const claimed = environment
        ? `repo:owner/name:environment:${environment}`
        : `repo:owner/name:ref:refs/heads/${on.push.branches[0]}`;
      const name = roles[0]?.includes('DIFF_ROLE') ? 'DiffRole' : 'DeployRole';
      expect(claimed).toBe(trusted(name, environment ?? ''));
    }
  });

  test('production is deployed after staging and the diff, in an environment that can ask for approval', () => {
    expect(Object.values(jobs).map(({ needs }) => needs)).toEqual([undefined, 'check', 'staging', 'diff']);
    const deploying = Object.entries(jobs).filter(([, { steps }]) =>
      steps.some(({ run }) => run === 'npm run deploy -- --require-approval never'),
    );
    expect(deploying.map(([name, { environment }]) => [name, environment])).toEqual([
      ['staging', 'staging'],
      ['production', 'production'],
    ]);
  });
});

describe('docs/security.md', () => {
  const page = readFileSync(new URL('../../docs/security.md', import.meta.url), 'utf8');
  const rows = page.split('\n').filter((line) => line.startsWith('| '));
  const endpoints = [...commerceEndpoints, ...claimsEndpoints];

  /** The page calls the endpoints that parse a file by their paths. */
  const nameOf = ({ name, path }: { readonly name: string; readonly path: string }) =>
    path.startsWith('/api/parse-') ? path.slice('/api/'.length) : name;

  test.each(endpoints.filter(({ deletes }) => deletes))('lists what $service $name deletes', (endpoint) => {
    const patterns = endpoint.deletes?.flatMap((records) => partitions[records]) ?? [];
    const row = rows.find(
      (line) => line.includes(`\`${nameOf(endpoint)}\``) && line.includes(endpoint.service),
    );
    for (const pattern of patterns) expect(row).toContain(`\`${pattern}\``);
  });

  test.each(endpoints.filter(({ managesCredentials }) => managesCredentials))(
    'lists which credentials $service $name writes',
    ({ name, managesCredentials }) => {
      const patterns = managesCredentials?.flatMap((records) => partitions[records]) ?? [];
      const denied = rows.filter((line) => line.includes('deny on') && line.includes(`\`${name}\``));
      for (const pattern of patterns) expect(denied.join('\n')).toContain(`\`${pattern}\``);
    },
  );

  test.each(endpoints.filter(({ writesInBatches }) => writesInBatches))(
    'lists that $name writes in batches',
    ({ name }) => {
      expect(rows.find((line) => line.includes('BatchWriteItem'))).toContain(`\`${name}\``);
    },
  );
});

describe('docs/x12-payer-profile.md', () => {
  const page = readFileSync(resolve(import.meta.dirname, '../../docs/x12-payer-profile.md'), 'utf8');

  test('has the same table of rules as the code', () => {
    const rows = [...page.matchAll(/^\| (R\d+) \| (.*?) \| (.*?) \| (.*?)\|$/gm)].map((row) =>
      row.slice(1).map((cell) => cell.trim()),
    );
    expect(rows).toEqual(
      stateRules.map(({ id, title, check, replaces }) => [id, title, check, replaces.join(', ')]),
    );
  });

  test('has an example that is a valid profile', () => {
    const [, json = ''] = /```json\n(.*?)```/s.exec(page) ?? [];
    expect(parsePayerProfile(JSON.parse(json))).toMatchObject({
      id: 'CO_TXIX',
      environment: 'production',
      expects: { orderingProvider: ['70010-79999', '80047-89398'], telehealthModifiers: [] },
      rules: { R204: { severity: 'warning' }, R210: { enabled: false } },
    });
  });

  test('documents every field', () => {
    const json = payerProfileToJson({ ...coloradoMedicaid, environment: 'test', tradingPartnerId: '1' });
    const fields = Object.keys(JSON.parse(JSON.stringify(json)));
    expect(fields.filter((field) => !page.includes(`\`${field}\``))).toEqual([]);
  });
});
