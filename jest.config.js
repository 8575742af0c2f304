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

/** @type {import('jest').Config} */
export default {
  maxWorkers: 2,
  // Generous: the cores are shared with engines and functions that are processes too, and DynamoDB Local is slow.
  testTimeout: 120_000,
  projects: [
    {
      ...everyProject,
      displayName: 'parts',
      testMatch: ['<rootDir>/test/**/*.test.ts'],
      testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/http/'],
    },
    {
      ...everyProject,
      displayName: 'http',
      testMatch: ['<rootDir>/test/http/**/*.test.ts'],
      globalSetup: '<rootDir>/test/http/local-stack.ts',
      globalTeardown: '<rootDir>/test/http/local-stack-teardown.ts',
    },
  ],
};
