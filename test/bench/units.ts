// `npm run bench -- units` measures the capacity units of a claim over its life.

import { DynamoDBClient, paginateScan } from '@aws-sdk/client-dynamodb';
import { auditIndexes, auditIndexKeys } from '#claims/audit/index-fields.ts';
import { currentBundles } from '#lib/bundling/bundle.ts';
import { type LocalStores, startLocalStores } from '../claims/local-stores.ts';
import { startCapacityMeter, type WriteDetail } from './capacity-meter.ts';
import { runClaims } from './claims-run.ts';
import type { Row } from './comparison.ts';
import { sizeOfItem } from './written-items.ts';
import { generateClaimFileOfCount } from './x12/claim-file.ts';

const help = `npm run bench -- units [--claims N] [--kinds] [--short]

Takes a file of N (2,000) claims through the inbox, to the clearinghouse and back as 999, 277CA and 835. Prints the capacity units of
each step for one claim, as DynamoDB reports them (ReturnConsumedCapacity), by table and index. --kinds adds the kinds of items and
the partitions that were written most. --short takes 500 claims.`;

const seed = 20_260_116;

/** Write units of a claim over its life, at most. */
const goal = 40;

export async function bench(args: readonly string[]): Promise<readonly Row[]> {
  if (args.includes('--help')) {
    console.log(help);
    return [];
  }
  const claims = Number(args[args.indexOf('--claims') + 1]) || (args.includes('--short') ? 500 : 2000);
  // Keeps the process alive; the engine's child process does not.
  const alive = setInterval(() => {}, 1000);
  await currentBundles();
  const text = [...generateClaimFileOfCount(claims, seed, new Date())].join('');
  const stores = await startLocalStores({ migrated: true });
  const indexKeys = Object.fromEntries(
    Object.entries(auditIndexKeys).map(([field, [key]]) => [
      auditIndexes[field as keyof typeof auditIndexes],
      key,
    ]),
  );
  const meter = await startCapacityMeter(stores.environment['AWS_ENDPOINT_URL_DYNAMODB'] ?? '', {
    ...indexKeys,
    gsi1: 'gsi1pk',
    gsi2: 'gsi2pk',
    gsi3: 'gsi3pk',
  });
  const environment = { ...stores.environment, AWS_ENDPOINT_URL_DYNAMODB: meter.endpoint };
  const steps: (readonly [string, WriteDetail])[] = [];
  await runClaims({ ...stores, environment }, text, claims, async ({ name }) => {
    steps.push([name, meter.takeDetail()]);
  });
  const tables = [
    [stores.claims.name, 'claims'],
    [stores.auditTable.name, 'audit'],
  ] as const;
  const nameOf = (place: string) => tables.reduce((text, [name, short]) => text.replace(name, short), place);
  printPlaces(steps, claims, nameOf);
  const stored = await storedBytes(stores, indexKeys);
  const [all, own] = [stored.all, stored.withoutIndexes].map((bytes) => Math.round(bytes / claims));
  console.log(`\nStored bytes of a claim: ${all}, and ${own} without indexes, as in backups`);
  if (args.includes('--kinds')) for (const step of steps) printKinds(step, claims, nameOf);
  await meter.stop();
  await stores.stop();
  clearInterval(alive);
  const figure = steps.reduce((sum, [, { writeUnits }]) => sum + writeUnits, 0) / claims;
  return [
    { what: 'write units of a claim over its life', figure, unit: 'units', other: 'goal', otherFigure: goal },
  ];
}

/** Overhead of DynamoDB for each item of a table and of an index, bytes. */
const itemOverhead = 100;

/** Billed bytes of both tables, with and without their indexes. */
async function storedBytes(
  { claims, auditTable }: Pick<LocalStores, 'claims' | 'auditTable'>,
  auditKeys: Readonly<Record<string, string>>,
): Promise<{ readonly all: number; readonly withoutIndexes: number }> {
  const client = new DynamoDBClient();
  let [all, withoutIndexes] = [0, 0];
  for (const [name, keys, isWhole] of [
    [claims.name, ['gsi1pk', 'gsi2pk', 'gsi3pk'], true],
    [auditTable.name, Object.values(auditKeys), false],
  ] as const) {
    for await (const { Items = [] } of paginateScan({ client }, { TableName: name })) {
      for (const item of Items) {
        const size = sizeOfItem(item);
        const listed = keys.filter((key) => item[key] !== undefined).length;
        // Indexes of the audit table have keys only, of which there are four.
        withoutIndexes += size + itemOverhead;
        all += size + itemOverhead + listed * (itemOverhead + (isWhole ? size : keysBytes));
      }
    }
  }
  client.destroy();
  return { all, withoutIndexes };
}

const keysBytes = 120;

type Step = readonly [string, WriteDetail];
type Named = (place: string) => string;

/** Steps in rows, tables and indexes in columns. */
function printPlaces(steps: readonly Step[], claims: number, nameOf: Named): void {
  const places = [...new Set(steps.flatMap(([, { places }]) => [...places.keys()]))].sort();
  console.log(`| units per claim | write | ${places.map(nameOf).join(' | ')} | read | requests |`);
  console.log(`|---|${'---:|'.repeat(places.length + 3)}`);
  const rows = steps.map(([name, detail]) => [
    name,
    detail.writeUnits,
    ...places.map((place) => detail.places.get(place) ?? 0),
    detail.readUnits,
    detail.requests,
  ]);
  const sum = (rows[0] ?? []).map((_, column) =>
    column === 0 ? 'all' : rows.reduce((all, row) => all + Number(row[column]), 0),
  );
  for (const [name, ...figures] of [...rows, sum])
    console.log(`| ${name} | ${figures.map((one) => (Number(one) / claims).toFixed(2)).join(' | ')} |`);
}

const shown = 14;

function printKinds([name, detail]: Step, claims: number, nameOf: Named): void {
  console.log(`\n${name}: kinds of items, units of a claim (writes of a claim, bytes of a put)`);
  const kinds = [...detail.kinds].toSorted(([, a], [, b]) => b.units - a.units).slice(0, shown);
  for (const [kind, { units, writes, bytes }] of kinds) {
    const share = `${(writes / claims).toFixed(2)}, ${(bytes / writes).toFixed(0)} bytes`;
    console.log(`  ${(units / claims).toFixed(2)}  ${kind}  (${share})`);
  }
  for (const [title, sums] of [
    ['in indexes', detail.indexKinds],
    ['partitions', detail.partitions],
  ] as const) {
    console.log(` ${title}`);
    for (const [one, units] of [...sums].toSorted(([, a], [, b]) => b - a).slice(0, shown))
      console.log(`  ${(units / claims).toFixed(2)}  ${nameOf(one)}`);
  }
}
