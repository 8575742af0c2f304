import { existsSync, globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { writeCurrentSources } from './clients/generator/current-sources.ts';
import { longTests, soakTests } from './test/long-tests.ts';
import { chromiumPath } from './test/web/stack/chromium.ts';

const root = fileURLToPath(new URL('.', import.meta.url));

// Tests call the APIs through the typed clients.
await writeCurrentSources();

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

const missing = [...longTests, ...soakTests].filter((file) => !existsSync(`${root}${file}`));
if (missing.length > 0) throw new Error(`test/long-tests.ts names ${missing.join(', ')}, which is not there`);

/** Whether a test file has a long form, for `npm run soak`. */
const hasLongForm = (file) =>
  soakTests.includes(file) ||
  /import .*\bsized\b.* from '.*soak\.ts'|from '.\/tampered-chain\.ts'/.test(
    readFileSync(`${root}${file}`, 'utf8'),
  );

/** The test files of a pattern that the command runs: `npm run test:long`, `npm run soak`, or `npm test`. A named file always runs. */
function filesOf(pattern) {
  const files = globSync(pattern, { cwd: root });
  const named = (file) => process.argv.slice(2).some((argument) => file.startsWith(argument));
  const isRun =
    process.env.GRANARY_SOAK === '1'
      ? hasLongForm
      : (file) =>
          named(file) ||
          (!soakTests.includes(file) && longTests.includes(file) === (process.env.GRANARY_LONG === '1'));
  return files.filter(isRun).map((file) => `<rootDir>/${file}`);
}

/** Tests in a real browser; none where there is no browser, which test/web/stack/browser.test.ts records. */
const browserTests =
  chromiumPath() === undefined ? ['<rootDir>/no-browser'] : filesOf('test/web/**/*.test.ts');

/** @type {import('jest').Config} */
export default {
  testSequencer: '<rootDir>/test/sequencer.js',
  reporters: ['default', '<rootDir>/test/left-out-reporter.ts'],
  // One more than the cores of a small machine: many tests wait for time-outs, caches and processes.
  maxWorkers: 3,
  // Modules of earlier test files are never freed, and collecting garbage among them costs more than a new worker.
  workerIdleMemoryLimit: '500MB',
  // Generous: the cores are shared with engines and functions that are processes too, and a machine may be slow. No test times itself.
  testTimeout: 300_000,
  projects: [
    {
      ...everyProject,
      displayName: 'parts',
      testMatch: filesOf('test/**/*.test.ts'),
      testPathIgnorePatterns: [
        '/node_modules/',
        '<rootDir>/test/http/',
        '<rootDir>/test/web/(?!modules/|stack/)',
      ],
    },
    {
      ...everyProject,
      displayName: 'http',
      testMatch: filesOf('test/http/**/*.test.ts'),
      globalSetup: '<rootDir>/test/http/stack/local-stack.ts',
      globalTeardown: '<rootDir>/test/http/stack/local-stack-teardown.ts',
    },
    {
      ...everyProject,
      displayName: 'web',
      testMatch: browserTests,
      testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/web/(modules|stack)/'],
      globalSetup: '<rootDir>/test/web/stack/web-stack.ts',
      globalTeardown: '<rootDir>/test/web/stack/web-stack-teardown.ts',
    },
  ],
};
