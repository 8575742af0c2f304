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
  testTimeout: 30_000,
  modulePathIgnorePatterns: ['<rootDir>/cdk.out', '<rootDir>/.granary', '<rootDir>/.cache'],
};

/** @type {import('jest').Config} */
export default {
  maxWorkers: 2,
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
