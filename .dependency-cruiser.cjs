// The arrows of the house (docs/architecture.md): bin → lib → shared/contract, functions → shared, and inside
// shared the domain knows no SDK, no middleware and no logger.
const domain = '^shared/(commerce|claims|x12|audit)/';
const sdk = '^(node_modules/)?(@aws-sdk|@smithy|@aws-lambda-powertools|@middy)/';

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    { name: 'not-resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    { name: 'domain-is-pure', severity: 'error', from: { path: domain }, to: { path: sdk } },
    {
      name: 'domain-knows-only-domain',
      severity: 'error',
      from: { path: domain },
      to: { path: '^(shared/(http|auth)|functions|lib|bin)/' },
    },
    {
      name: 'sdk-only-in-store',
      comment:
        'Named adapters (gateway keys, mail, payments, SFTP, signing) live in shared/store beside the tables.',
      severity: 'error',
      from: { path: '^(functions|shared)/', pathNot: '^shared/store/' },
      to: { path: '^(node_modules/)?@aws-sdk/' },
    },
    {
      name: 'x12-stands-alone',
      severity: 'error',
      from: { path: '^shared/x12/' },
      to: { path: '^(shared/(?!x12/)|functions|lib|bin)' },
    },
    {
      name: 'shared-below-all',
      severity: 'error',
      from: { path: '^shared/' },
      to: { path: '^(functions|lib|bin)/' },
    },
    {
      name: 'functions-only-use-shared',
      severity: 'error',
      from: { path: '^functions/' },
      to: { path: '^(lib|bin)/' },
    },
    {
      name: 'infrastructure-knows-no-rule',
      severity: 'error',
      from: { path: '^lib/', pathNot: '^lib/local/' },
      to: { path: '^(functions|bin)/|^shared/(?!contract/)' },
    },
    {
      name: 'nothing-imports-tests',
      severity: 'error',
      from: { path: '^(bin|lib|functions|shared)/' },
      to: { path: '^test/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
