import { BatchWriteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { chunksOf } from '#claims/chunks.ts';
import { type Claim, noFindings } from '#claims/claims/claim.ts';
import { claimReceived } from '#claims/claims/claim-change.ts';
import { laneFiguresKey } from '#claims/claims/claim-keys.ts';
import { changeActions, newClaimActions } from '#claims/claims/records.ts';
import { recordClaimMonth } from '#claims/claims/stored-claim-records.ts';
import { submissionClaimsKey, submissionKey } from '#claims/clearhouse/submission-keys.ts';
import { fileKey } from '#claims/files/file-keys.ts';
import { packJson } from '#claims/packed-json.ts';
import type { SearchKey } from '#claims/search/keyed-hashes.ts';
import { searchActions } from '#claims/search/search-entry-records.ts';
import type { Table } from '#store/dynamodb/table.ts';
import { npi, Random } from './x12/random.ts';

const random = new Random(20_261_122);
const providers = [npi(random), npi(random), npi(random)] as const;
const payers = ['60054', '87726', '62308', 'CO_TXIX', 'SKCO0', '61101', '00590', 'RARE'] as const;
const syllables = [
  'AL',
  'BER',
  'CON',
  'DER',
  'ENS',
  'FOR',
  'GAR',
  'HOL',
  'KEN',
  'LAN',
  'MOR',
  'TON',
] as const;
/** None in which the schedule of the stack would find them overdue. */
const lanes = ['paid', 'paid', 'paid', 'paid', 'underpaid', 'held', 'denied', 'draft'] as const;

/** Stores claims of two years, three providers and eight payers with their records, without transactions. */
export async function storeClaims(table: Table, key: SearchKey, count: number): Promise<readonly Claim[]> {
  const claims = Array.from({ length: count }, (_, n) => newClaim(n, count));
  for (const month of new Set(claims.map(({ received_at }) => received_at.slice(0, 7)))) {
    await recordClaimMonth(table, `${month}-01T00:00:00.000Z`);
  }
  const content = packJson({ claim: {}, findings: [] });
  const batches = chunksOf(claims, 4).values();
  const writer = async () => {
    for (const some of batches) {
      const changes = some.map((claim) => claimReceived(claim, { actor: 'bench', now: new Date() }));
      const actions = [
        ...changes.flatMap((change) => changeActions([change])),
        ...some.flatMap((claim) =>
          newClaimActions({ kind: 'new-claim', claim, content, ordinal: 0, ownsContent: false }),
        ),
        ...searchActions(changes, key),
      ];
      const items = actions.flatMap((action) =>
        'Put' in action ? [{ PutRequest: { Item: action.Put.Item } }] : [],
      );
      await table.client.send(new BatchWriteCommand({ RequestItems: { [table.name]: items } }));
    }
  };
  await Promise.all(Array.from({ length: 8 }, writer));
  await storeSurroundings(table, claims);
  return claims;
}

const place = { kind: 'file', interchange: '1', group: '1', set: '0001', segment: 1, offset: 0 } as const;

/** The claims of a day came in one file, and left in one submission. */
const idOfDay = (version: string, day: number): string =>
  `00000000-0000-${version}-8000-${String(day).padStart(12, '0')}`;

export const submissionOf = ({ submission_id = '' }: Claim): string => submission_id;

/** Files and submissions as far as searches read them, and the counts of lanes. */
async function storeSurroundings({ client, name }: Table, claims: readonly Claim[]): Promise<void> {
  const put = (Item: object) => client.send(new PutCommand({ TableName: name, Item: { ...Item } }));
  for (const own of Map.groupBy(claims, submissionOf).values()) {
    const [first, last] = [own[0], own.at(-1)];
    if (first?.source.kind !== 'file' || last === undefined) continue;
    const { submission_id: id = '', source } = first;
    const times = own.map(({ received_at }) => received_at).toSorted();
    const counts = { charge: 0 };
    await put({ ...fileKey(source.file_id), counts, received_at: times[0], finished_at: times.at(-1) });
    await put({ ...submissionKey(id), id, state: 'recorded' });
    await put({ ...submissionClaimsKey(id, 0), claims: own.map((claim) => ({ claim_id: claim.id })) });
  }
  for (const [lane, own] of Map.groupBy(claims, (claim) => claim.lane)) {
    await put({ ...laneFiguresKey(lane), count: own.length, cents: 0 });
  }
}

function newClaim(n: number, count: number): Claim {
  const day = Math.floor((n * 700) / count);
  const received_at = new Date(Date.UTC(2025, 0, 20 + day, 9, 0, n % 60, n % 1000)).toISOString();
  const service = new Date(Date.UTC(2025, 0, 20 + day - random.int(1, 19)));
  // Nobody works on Independence Day.
  const isHoliday = service.toISOString().slice(5, 10) === '07-04';
  const service_from = (isHoliday ? new Date(service.getTime() - 86_400_000) : service)
    .toISOString()
    .slice(0, 10);
  const last = random.pick(syllables) + random.pick(syllables) + random.pick(syllables);
  const first = random.pick(['PAT', 'ANN', 'JOSE', 'MEI', 'OLA', 'TIM', 'UMA', 'ZOE']);
  return {
    id: crypto.randomUUID(),
    version: 1,
    patient_control_number: `PA${String(n).padStart(7, '0')}`,
    payer_id: random.chance(0.001) ? 'RARE' : random.pick(payers.slice(0, 7) as ['60054']),
    payer_name: 'PAYER OF THE BENCHMARK',
    billing_npi: random.pick(providers),
    tax_id: '841234567',
    member_id: `M${random.int(1, count / 5)}`,
    patient_name: `${last}, ${first}`,
    ...(random.chance(0.3) && { member_name: `${last}, ${random.pick(['ALEX', 'CHRIS', 'LEE'])}` }),
    frequency: '1',
    place_of_service: '11',
    total_charge: random.int(20, 2000) * 100 + random.pick([0, 25, 50]),
    line_count: 2,
    service_from,
    service_to: service_from,
    lane: random.pick(lanes),
    lane_since: received_at,
    received_at,
    updated_at: received_at,
    submission_id: idOfDay('4000', day),
    source: { ...place, file_id: idOfDay('7000', day), ordinal: n + 1 },
    duplicates: [],
    conflicts: [],
    finding_counts: noFindings,
  };
}
