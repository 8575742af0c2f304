import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type LeftOut, leftOutLines } from './left-out.ts';
import { longTests } from './long-tests.ts';

interface RunResults {
  readonly testResults: readonly { readonly testFilePath: string; readonly numPendingTests: number }[];
}

/** Reporter of jest that ends a run with a list of omitted tests and reasons. */
export default class LeftOutReporter {
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'granary-left-out-'));
  readonly #list = path.join(this.#folder, 'left-out.ndjson');
  readonly #isFiltered: boolean;

  constructor(globalConfig: { readonly testNamePattern?: string | undefined }) {
    process.env['GRANARY_LEFT_OUT'] = this.#list;
    this.#isFiltered = Boolean(globalConfig.testNamePattern);
  }

  onRunComplete(_contexts: unknown, { testResults }: RunResults): void {
    const entries = readEntries(this.#list);
    rmSync(this.#folder, { recursive: true, force: true });
    const skipped = testResults.filter(({ numPendingTests }) => numPendingTests > 0);
    const lines = leftOutLines(
      entries,
      this.#isFiltered
        ? []
        : skipped.map(({ testFilePath, numPendingTests }) => ({
            file: testFilePath,
            count: numPendingTests,
          })),
    );
    const { GRANARY_LONG: isLong, GRANARY_SOAK: isSoak } = process.env;
    if (isLong === undefined && isSoak === undefined)
      lines.push(`Left to npm run test:long: ${longTests.length} files (test/long-tests.ts)`);
    if (lines.length > 0) process.stderr.write(`\n${lines.join('\n')}\n`);
  }
}

function readEntries(list: string): LeftOut[] {
  try {
    return readFileSync(list, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
  } catch {
    return [];
  }
}
