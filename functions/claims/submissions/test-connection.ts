import { TransportFailed } from '#claims/submissions/submission.ts';
import { testConnection } from '#contract/claims/clearinghouse/clearinghouse.ts';
import { claimsEndpoint, ok } from '#http/endpoint/claims-endpoint.ts';
import { claimsTable } from '#store/claims/claims-table.ts';
import { currentConfiguration } from '#store/claims/configuration/current-configuration.ts';
import { openClearinghouseServer } from '#store/claims/submissions/clearinghouse-server.ts';

export const handler = claimsEndpoint(testConnection, async ({ now }) => {
  const { clearinghouse: clearhouse } = await currentConfiguration(claimsTable);
  const { transport } = clearhouse;
  const tried = (outcome: object) => ok({ ...outcome, transport, duration_ms: Date.now() - now.getTime() });
  if (transport === 'stub') return tried({ ok: true });
  try {
    const connection = await openClearinghouseServer(clearhouse);
    try {
      await connection.check();
    } finally {
      await connection.close();
    }
    return tried({ ok: true });
  } catch (error) {
    if (!(error instanceof TransportFailed)) throw error;
    const { code, message, hostKey } = error;
    return tried({ ok: false, code, message, ...(hostKey !== undefined && { host_key: hostKey }) });
  }
});
