// `npm run synth` writes the templates to cdk.out and checks them. Settings come from granary.json; `-- -c name=value`
// overrides them. With --check, as in `npm run check`, it checks each combination of lib/settings/checked-settings.ts
// instead, without the settings file, and keeps no templates.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Bundler } from '#lib/bundling/bundle.ts';
import { deployableBundles } from '#lib/bundling/deployable-bundles.ts';
import { currentWebApp } from '#lib/bundling/web-app.ts';
import { createApp } from '#lib/granary-app.ts';
import { type NagFinding, synthesizeWithChecks } from '#lib/nag/checks.ts';
import { checkedSettings } from '#lib/settings/checked-settings.ts';
import { ignoreClosedOutput } from './closed-output.ts';
import { readSynthArguments, synthUsage } from './synth-arguments.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

ignoreClosedOutput();
try {
  const { check, help, settings, defaults } = readSynthArguments(process.argv.slice(2), root, process.env);
  if (help) process.stdout.write(synthUsage);
  else if (check) await synthesizeChecked(settings);
  else
    report(
      await synthesized('cdk.out', await deployableBundles(), 'copied', settings, defaults),
      'in cdk.out',
    );
} catch (error) {
  process.stderr.write(`synth: ${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}

async function synthesizeChecked(context: Record<string, unknown>) {
  // Findings do not depend on the bundles.
  const bundles = new Bundler().makeDirectories();
  for (const [label, settings] of Object.entries(checkedSettings)) {
    const outdir = await mkdtemp(path.join(tmpdir(), 'granary-synth-'));
    report(await synthesized(outdir, bundles, 'in place', { ...context, ...settings }), `with ${label}`);
    await rm(outdir, { recursive: true });
  }
}

async function synthesized(
  outdir: string,
  bundles: string,
  assets: 'copied' | 'in place',
  settings: Record<string, unknown>,
  defaults = {},
) {
  const webApp = await currentWebApp();
  const app = createApp({
    outdir,
    bundles,
    assets,
    webApp,
    context: settings,
    defaults,
    validation: 'reported',
  });
  const { directory, findings } = synthesizeWithChecks(app);
  const stacks = app.node.children.map(({ node }) => node.id);
  const counts = stacks.map(async (stack) => {
    const template = await readFile(path.join(directory, `${stack}.template.json`), 'utf8');
    return `${stack}: ${Object.keys(JSON.parse(template).Resources).length} resources`;
  });
  return { counts: await Promise.all(counts), findings };
}

function report({ counts, findings }: { counts: string[]; findings: NagFinding[] }, what: string) {
  console.log(`${counts.join(', ')}, ${findings.length} findings without a reason (${what})`);
  for (const { severity, rule, description, constructs } of findings) {
    console.log(`\n${severity} ${rule}\n  ${description}\n  ${constructs.join('\n  ')}`);
  }
  if (findings.length > 0) process.exitCode = 1;
}
