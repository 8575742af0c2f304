import { TransportFailed } from '#claims/submissions/submission.ts';
import { testConnection } from '#contract/claims/clearhouse.ts';
import { endpoint, ok } from '#http/claims-endpoint.ts';
import { claimsTable } from '#store/claims/claims-table.ts';
import { currentConfiguration } from '#store/claims/configuration/current-configuration.ts';
import { openServer } from '#store/claims/submissions/clearinghouse-server.ts';

export const handler = endpoint(testConnection, async ({ now }) => {
  const { clearhouse } = await currentConfiguration(claimsTable);
  const { transport } = clearhouse;
  const tried = (outcome: object) => ok({ ...outcome, transport, duration_ms: Date.now() - now.getTime() });
  if (transport === 'stub') return tried({ ok: true });
  try {
    const connection = await openServer(clearhouse);
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
