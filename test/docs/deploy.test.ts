import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import * as z from 'zod';
import { parseSettings, settingNames } from '#lib/settings/settings.ts';
import { synthesizedStacks } from '../lib/synthesis/template.ts';

const page = readFileSync(new URL('../../docs/deploy.md', import.meta.url), 'utf8');

/** Names in the first column of the table that begins with this heading. */
function namesIn(heading: string): readonly string[] {
  const table = page.split(`| ${heading} |`)[1]?.split('\n\n')[0] ?? '';
  return table.split('\n').flatMap((row) => {
    const [, first = ''] = row.split('|');
    return [...first.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
  });
}

describe('docs/deploy.md', () => {
  test('explains every setting of a deployment', () => {
    const local = ['stagingDirectory'];
    expect([...namesIn('setting')].sort()).toEqual(
      settingNames.filter((name) => !local.includes(name)).toSorted(),
    );
  });

  test('explains every output', async () => {
    const stacks = await synthesizedStacks('certificate');
    const outputs = ['Data', 'Domain', 'Commerce', 'Claims', 'Web'].flatMap((stack) =>
      Object.keys(stacks(stack).template.toJSON().Outputs ?? {}),
    );
    const plain = new Set(outputs.filter((name) => !name.startsWith('Exports')));
    expect([...namesIn('output')].sort()).toEqual([...plain].sort());
  }, 180_000);

  test('uses scripts that exist', () => {
    const { scripts } = z
      .object({ scripts: z.record(z.string(), z.string()) })
      .parse(JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')));
    const used = new Set([...page.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name));
    expect([...used].filter((name) => !(name in scripts))).toEqual([]);
  });

  test('its sample settings can be deployed', () => {
    const sample = /```json\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
    expect(parseSettings(JSON.parse(sample))).toMatchObject({ domainName: 'api.example.com' });
  });
});
