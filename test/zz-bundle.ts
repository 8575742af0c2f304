import { bundleFunctions } from '#lib/bundle.ts';
import { mkdirSync, rmSync, readdirSync } from 'node:fs';
rmSync('/tmp/k1/fn', { recursive: true, force: true });
mkdirSync('/tmp/k1/fn/claims', { recursive: true });
await bundleFunctions({ outdir: '/tmp/k1/bundles' });
console.log(readdirSync('/tmp/k1/bundles/claims').join(' '));
process.exit();
