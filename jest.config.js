import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('.', import.meta.url));

const everyProject = {
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: { parser: { syntax: 'typescript' }, target: 'es2024' },
        module: { type: 'es6' },
        sourceMaps: 'inline',
      },
    ],
  },
  modulePathIgnorePatterns: ['<rootDir>/cdk.out', '<rootDir>/.granary', '<rootDir>/.cache'],
};

/** The test files of a pattern; in `npm run soak` those of them that have a long form. */
function filesOf(pattern) {
  if (process.env.GRANARY_SOAK !== '1') return [`<rootDir>/${pattern}`];
  return globSync(pattern, { cwd: root })
    .filter((file) =>
      /import .*\bsized\b.* from '.*soak\.ts'|from '.\/tampered-chain\.ts'/.test(
        readFileSync(`${root}${file}`, 'utf8'),
      ),
    )
    .map((file) => `<rootDir>/${file}`);
}

/** @type {import('jest').Config} */
export default {
  testSequencer: '<rootDir>/test/sequencer.js',
  reporters: ['default', '<rootDir>/test/left-out-reporter.ts'],
  // One more than the cores of a small machine: many tests wait for time-outs, caches and processes.
  maxWorkers: 3,
  // Modules of earlier test files are never freed, and collecting garbage among them costs more than a new worker.
  workerIdleMemoryLimit: '500MB',
  // Generous: the cores are shared with engines and functions that are processes too, and DynamoDB Local is slow.
  testTimeout: 120_000,
  projects: [
    {
      ...everyProject,
      displayName: 'parts',
      testMatch: filesOf('test/**/*.test.ts'),
      testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/http/'],
    },
    {
      ...everyProject,
      displayName: 'http',
      testMatch: filesOf('test/http/**/*.test.ts'),
      globalSetup: '<rootDir>/test/http/stack/local-stack.ts',
      globalTeardown: '<rootDir>/test/http/stack/local-stack-teardown.ts',
    },
  ],
};
