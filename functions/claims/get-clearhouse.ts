import { getClearhouse } from '#contract/claims/clearhouse.ts';
import { endpoint, ok } from '#http/claims-endpoint.ts';
import { currentConfiguration } from '#store/claims/current-configuration.ts';
import { claimsTable } from '#store/claims-table.ts';

export const handler = endpoint(getClearhouse, async () => {
  const { sftp, ...clearhouse } = (await currentConfiguration(claimsTable)).clearhouse;
  if (sftp === undefined) return ok(clearhouse);
  const { private_key_secret, ...shown } = sftp;
  return ok({ ...clearhouse, sftp: shown });
});
