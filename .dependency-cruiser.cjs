/**
 * The rooms of the sources and the rooms that each may import besides itself. docs/architecture.md shows the same table,
 * and test/docs/pages.test.ts compares the two.
 */
const rooms = {
  bin: ['clients', 'lib', 'shared'],
  clients: ['lib', 'shared/contract'],
  'clients/typescript': [],
  lib: ['shared/contract'],
  'lib/local': ['lib', 'shared/contract', 'shared/x12'],
  functions: ['shared'],
  'shared/contract': ['shared/x12'],
  'shared/persistence': [],
  'shared/calendar': [],
  'shared/x12': ['shared/calendar'],
  'shared/auth': ['shared/contract'],
  'shared/audit': ['shared/contract', 'shared/persistence'],
  'shared/commerce': ['shared/calendar', 'shared/contract', 'shared/persistence'],
  'shared/claims': ['shared/audit', 'shared/calendar', 'shared/contract', 'shared/persistence', 'shared/x12'],
  'shared/store/dynamodb': ['shared/contract', 'shared/persistence'],
  'shared/store/s3': ['shared/contract', 'shared/persistence', 'shared/store/dynamodb'],
  'shared/store/requests': ['shared/contract', 'shared/persistence', 'shared/store/dynamodb'],
  'shared/store/adapters': [
    'shared/audit',
    'shared/claims',
    'shared/commerce',
    'shared/contract',
    'shared/persistence',
    'shared/store/dynamodb',
  ],
  'shared/store/audit': ['shared/audit', 'shared/contract', 'shared/persistence', 'shared/store'],
  'shared/store/records': ['shared/contract', 'shared/persistence', 'shared/store/dynamodb'],
  'shared/store/commerce': [
    'shared/calendar',
    'shared/commerce',
    'shared/contract',
    'shared/persistence',
    'shared/store/adapters',
    'shared/store/dynamodb',
    'shared/store/records',
  ],
  'shared/store/claims': [
    'shared/audit',
    'shared/claims',
    'shared/contract',
    'shared/persistence',
    'shared/store',
    'shared/x12',
  ],
  'shared/observability': ['shared/audit'],
  'shared/events': ['shared/observability', 'shared/persistence', 'shared/store'],
  'shared/work': [
    'shared/commerce',
    'shared/contract',
    'shared/events',
    'shared/observability',
    'shared/persistence',
    'shared/store',
  ],
  'shared/http': [
    'shared/auth',
    'shared/commerce',
    'shared/contract',
    'shared/observability',
    'shared/persistence',
    'shared/store',
  ],
  web: [
    'clients/typescript/src/runtime',
    'shared/calendar',
    'shared/claims',
    'shared/commerce',
    'shared/contract',
    'shared/x12',
  ],
};

/** Libraries that only some rooms may import. */
const libraries = {
  '@aws-sdk/': ['bin', 'lib', 'shared/store'],
  '@middy/': ['shared/http'],
  '@aws-lambda-powertools/': ['shared/observability'],
  preact: ['web'],
  uplot: ['web'],
};

/**
 * Files of a capability, such as shared/commerce/stops, that belong to other rooms than its rules: what it declares belongs to the
 * contract, and what it stores to the store.
 */
const capability = '^shared/(commerce|claims)/[^/]+';
const declarations = `${capability}/(contract|examples|order|[a-z-]+-(fields|reply))[.]ts$`;
const stored = `${capability}/(([a-z-]*-|)(keys|records|store|work)|reading|preparing|writing)[.]ts$`;
const worked = `${capability}/([a-z-]*-|)work[.]ts$`;
const everything = '^(bin|clients|lib|functions|shared|test|web)/';

/** What records and work of a capability import. */
const storeRooms = ['audit', 'calendar', 'claims', 'commerce', 'contract', 'persistence', 'store', 'x12'].map(
  (room) => `shared/${room}`,
);

const inside = (room) => `^${room}/`;
const nested = (room) => Object.keys(rooms).filter((other) => other.startsWith(`${room}/`));

const importRule = (room, allowed) => ({
  name: `room ${room}`,
  severity: 'error',
  from: { path: inside(room), pathNot: [...nested(room).map(inside), declarations, stored] },
  to: {
    // Whoever may import the contract may import the contracts of capabilities.
    path: [room, ...allowed].includes('shared/contract') ? `(?!${declarations})${everything}` : everything,
    pathNot: [room, ...allowed].map(inside),
  },
});

const ruleOfFiles = (name, from, allowed) => ({
  name,
  severity: 'error',
  from: { path: from },
  to: { path: everything, pathNot: allowed },
});

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    { name: 'not-resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    ...Object.entries(rooms).map(([room, allowed]) => importRule(room, allowed)),
    ruleOfFiles('declarations of a capability', declarations, [
      declarations,
      ...['shared/contract', 'shared/x12'].map(inside),
    ]),
    {
      ...ruleOfFiles('records of a capability', stored, storeRooms.map(inside)),
      from: { path: stored, pathNot: worked },
    },
    ruleOfFiles(
      'work of a capability',
      worked,
      [...storeRooms, 'shared/events', 'shared/observability', 'shared/work'].map(inside),
    ),
    {
      name: 'rules and web app without records',
      severity: 'error',
      from: { path: '^(shared/(calendar|claims|commerce|contract|x12)|web)/', pathNot: stored },
      to: { path: stored },
    },
    // A room inside another one is not part of what the outer room's name allows itself to import.
    {
      name: 'infrastructure without the local runtime',
      severity: 'error',
      from: { path: inside('lib'), pathNot: inside('lib/local') },
      to: { path: inside('lib/local') },
    },
    {
      name: 'web app without Node',
      severity: 'error',
      from: { path: inside('web/src') },
      to: { dependencyTypes: ['core'] },
    },
    ...Object.entries(libraries).map(([library, users]) => ({
      name: `library ${library}`,
      severity: 'error',
      from: { path: '^(bin|clients|lib|functions|shared|web)/', pathNot: users.map(inside) },
      to: { path: `^(node_modules/)?${library}` },
    })),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // It sees type imports too. The compiler's own parser is not offered by TypeScript 7.
    parser: 'swc',
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
