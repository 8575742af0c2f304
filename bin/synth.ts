// `npm run synth`: writes the templates to cdk.out and checks them. `-- -c name=value` sets a context setting.
// `npm run check` runs it with --check: nothing is kept, and both kinds of encryption are checked.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { currentBundles } from '#lib/current-bundles.ts';
import { createApp } from '#lib/granary-app.ts';
import { type Finding, synthesizeWithChecks } from '#lib/nag.ts';

const { values } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    context: { type: 'string', short: 'c', multiple: true, default: [] },
  },
});
const context = Object.fromEntries(values.context.map((setting) => setting.split(/=(.*)/s, 2)));

await currentBundles();
if (values.check) {
  for (const encryption of ['aws-owned', 'customer-managed']) {
    const outdir = await mkdtemp(path.join(tmpdir(), 'granary-synth-'));
    report(await synthesized(outdir, { ...context, encryption }), `with ${encryption} encryption`);
    await rm(outdir, { recursive: true });
  }
} else {
  report(await synthesized('cdk.out', context), 'in cdk.out');
}

async function synthesized(outdir: string, settings: Record<string, unknown>) {
  const app = createApp({ outdir, context: settings, validation: 'reported' });
  const { directory, findings } = synthesizeWithChecks(app);
  const stacks = app.node.children.map(({ node }) => node.id);
  const counts = stacks.map(async (stack) => {
    const template = await readFile(path.join(directory, `${stack}.template.json`), 'utf8');
    return `${stack}: ${Object.keys(JSON.parse(template).Resources).length} resources`;
  });
  return { counts: await Promise.all(counts), findings };
}

function report({ counts, findings }: { counts: string[]; findings: Finding[] }, what: string) {
  console.log(`${counts.join(', ')}, ${findings.length} unexplained findings (${what})`);
  for (const { severity, rule, description, constructs } of findings) {
    console.log(`\n${severity} ${rule}\n  ${description}\n  ${constructs.join('\n  ')}`);
  }
  if (findings.length > 0) process.exitCode = 1;
}
