import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import type { Claim } from '#claims/claims/claim.ts';
import { claimFrom } from '#claims/claims/stored-claim-records.ts';
import { entriesOf } from '#store/audit/stored-entries.ts';
import type { Table } from '#store/dynamodb/table.ts';
import type { Practice } from './practice.ts';

/** An item of the table, with any attributes. */
export type RawItem = Readonly<ReturnType<typeof JSON.parse>>;

/** The items of the claims table by kind, from one scan. Amounts are cents. */
export interface RawRecords {
  readonly claims: readonly RawItem[];
  readonly remittances: readonly RawItem[];
  readonly deposits: readonly RawItem[];
  readonly bankLines: readonly RawItem[];
  readonly files: readonly RawItem[];
  readonly submissions: readonly RawItem[];
  /** Claims that were sent with each submission. A claim that was sent again is in several. */
  readonly submittedClaims: readonly RawItem[];
  readonly acknowledgments: readonly RawItem[];
  readonly audit: readonly RawItem[];
}

export async function readRaw({ stores }: Practice): Promise<RawRecords> {
  const items = await scan(stores.claims);
  const audit = await scan(stores.auditTable);
  const kind = (sk: string, prefix: string) =>
    items.filter((item) => item.sk === sk && String(item.pk).startsWith(prefix));
  return {
    claims: kind('CLAIM', 'CLAIM#').map(claimFrom),
    remittances: kind('REMITTANCE', 'REMITTANCE#'),
    deposits: kind('DEPOSIT', 'REMITTANCE#'),
    bankLines: kind('LINE', 'BANKLINE#'),
    files: kind('FILE', 'FILE#'),
    submissions: kind('SUBMISSION', 'SUBMISSION#'),
    submittedClaims: items
      .filter(({ pk, sk }) => pk.startsWith('SUBMISSION#') && sk.startsWith('CLAIMS#'))
      .flatMap(({ pk, claims }) => claims.map(({ claim_id }: RawItem) => ({ pk, claim_id }))),
    acknowledgments: kind('ACK', 'ACK#'),
    audit: audit.filter(({ sk }) => sk !== 'HEAD').flatMap(entriesOf),
  };
}

/** The claims with the types of the service. */
export const readClaims = async ({ stores }: Practice): Promise<readonly Claim[]> =>
  (await scan(stores.claims))
    .filter(({ pk, sk }) => sk === 'CLAIM' && String(pk).startsWith('CLAIM#'))
    .map(claimFrom);

/** Figures of reports as they are stored. */
export async function cohortItems({ stores }: Practice): Promise<readonly RawItem[]> {
  const items = await scan(stores.claims);
  return items.filter(({ pk }) => pk === 'COHORTS').toSorted((a, b) => (a.sk < b.sk ? -1 : 1));
}

async function scan({ client, name }: Table): Promise<readonly RawItem[]> {
  const items: RawItem[] = [];
  for (let start: RawItem | undefined; ; ) {
    const page = await client.send(
      new ScanCommand({ TableName: name, ExclusiveStartKey: start, ConsistentRead: true }),
    );
    items.push(...(page.Items ?? []));
    start = page.LastEvaluatedKey;
    if (start === undefined) return items;
  }
}
