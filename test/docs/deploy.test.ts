import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import * as z from 'zod';
import { parseSettings, settingNames } from '#lib/settings/settings.ts';
import { stubApp, templateOf } from '../lib/synthesized-app.ts';

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
  test('explains every setting that a deployment may have', () => {
    const local = ['stagingDirectory'];
    expect([...namesIn('setting')].sort()).toEqual(
      settingNames.filter((name) => !local.includes(name)).toSorted(),
    );
  });

  test('explains every output', async () => {
    const app = await stubApp({
      domainName: 'api.example.com',
      certificateArn: 'arn:aws:acm:eu-west-1:111122223333:certificate/1-2-3',
    });
    const outputs = ['Data', 'Domain', 'Commerce', 'Claims'].flatMap((stack) =>
      Object.keys(templateOf(app, stack).toJSON().Outputs ?? {}),
    );
    const plain = new Set(outputs.filter((name) => !name.startsWith('Exports')));
    expect([...namesIn('output')].sort()).toEqual([...plain].sort());
  }, 180_000);

  test('names scripts that exist', () => {
    const { scripts } = z
      .object({ scripts: z.record(z.string(), z.string()) })
      .parse(JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')));
    const named = new Set([...page.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name));
    expect([...named].filter((name) => !(name in scripts))).toEqual([]);
  });

  test('its sample settings can be deployed', () => {
    const sample = /```json\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
    expect(parseSettings(JSON.parse(sample))).toMatchObject({ domainName: 'api.example.com' });
  });
});
