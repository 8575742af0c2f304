import { payerProfiles } from '#claims/configuration/configuration.ts';
import type { PayerProfile } from '#x12/837p/profile/payer-profile.ts';
import type { Table } from '../../dynamodb/table.ts';
import { currentConfiguration } from './current-configuration.ts';

/** The 837P profiles of the payers that have one, by payer id. */
export async function readPayerProfiles(table: Table): Promise<ReadonlyMap<string, PayerProfile>> {
  return payerProfiles(await currentConfiguration(table));
}
