import type { RecheckPorts } from '#claims/entry/recheck-claims.ts';
import { decodeCursor, encodeCursor } from '../../dynamodb/cursor.ts';
import { currentConfiguration } from '../configuration/configuration.ts';
import { submittableClaims } from '../submissions/submittable-claims.ts';
import { type ClaimsTables, writeChange } from '../write-change.ts';
import { queryClaims } from './claim-list.ts';

export const recheckPorts = async (
  tables: ClaimsTables,
  isTimeUp: () => boolean,
  pageSize = 100,
): Promise<RecheckPorts> => ({
  ...submittableClaims(tables.claims),
  configuration: await currentConfiguration(tables.claims),
  readLane: (lane, cursor) => queryClaims(tables.claims, { lane, limit: pageSize, cursor }),
  write: (change) => writeChange(tables, change),
  encodeCursor,
  decodeCursor,
  isTimeUp,
});
