import type { PayerWithConfigs } from '#claims/configuration/contract.ts';
import { api } from '#web/api/api.ts';
import { type Query, sharedData, useQuery } from '#web/data/query.ts';
import { nameOfPayer } from './payer-name.ts';

const key = 'configuration/payers';
const readPayers = () => api('GET /api/config/payers');

/** The configured payers. */
export const usePayers = (): Query<readonly PayerWithConfigs[]> => useQuery(key, readPayers, { keep: false });

/** Returns a payer's one name on all pages, while they are rendered. `given` is the name in a file. */
export const payerName = (id: string | undefined, given?: string): string =>
  nameOfPayer(sharedData(key, readPayers) ?? [], id, given);
