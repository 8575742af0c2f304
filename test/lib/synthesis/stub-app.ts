import { mkdtempSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll } from '@jest/globals';
import type { App } from 'aws-cdk-lib/core';
import { createApp } from '#lib/granary-app.ts';
import { stubBundles, stubWebApp } from './assemblies.ts';

/** A directory of the test file that imports this, removed after its tests. */
export const scratch = mkdtempSync(path.join(tmpdir(), 'granary-stacks-'));
afterAll(() => rm(scratch, { recursive: true }));

/** An app with stub functions that is not synthesized yet, for tests that need its constructs. */
export async function stubApp(
  validation: 'reported' | 'off' = 'off',
  context: Readonly<Record<string, string>> = {},
): Promise<App> {
  const outdir = await mkdtemp(path.join(scratch, 'assembly-'));
  const [bundles, webApp] = [await stubBundles(), await stubWebApp()];
  return createApp({ outdir, bundles, webApp, context, validation });
}
