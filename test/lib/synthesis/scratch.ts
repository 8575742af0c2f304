import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll } from '@jest/globals';

/** A directory of the test file that imports this, removed after its tests. */
export const scratch = mkdtempSync(path.join(tmpdir(), 'granary-stacks-'));
afterAll(() => rmSync(scratch, { recursive: true }));
