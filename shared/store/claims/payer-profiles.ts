import * as z from 'zod';
import type { PayerProfile } from '#x12/837p/payer-profile.ts';
import { parsePayerProfile } from '#x12/837p/payer-profile-json.ts';
import { payerConfigsOf } from '../claims-keys.ts';
import { inRange, queryAll } from '../items.ts';
import type { Table } from '../table.ts';

const configItem = z.object({ payer_id: z.string(), transaction: z.string(), profile: z.unknown() });

/** The 837P profiles of the payers that have one, by payer id. */
export async function readPayerProfiles(table: Table): Promise<ReadonlyMap<string, PayerProfile>> {
  const profiles = new Map<string, PayerProfile>();
  for await (const items of queryAll(table, inRange(payerConfigsOf()))) {
    for (const item of items) {
      const { payer_id, transaction, profile } = configItem.parse(item);
      if (transaction === '837P' && profile !== undefined) profiles.set(payer_id, parsePayerProfile(profile));
    }
  }
  return profiles;
}
