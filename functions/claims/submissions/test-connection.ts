import { testConnection } from '#claims/clearhouse/contract.ts';
import { openSftp } from '#claims/clearhouse/submission-store.ts';
import { TransportFailed } from '#claims/clearhouse/transport.ts';
import { currentConfiguration } from '#claims/configuration/records.ts';
import { clearinghouseEnvironment } from '#contract/environment.ts';
import { claimsEndpoint, ok } from '#http/endpoint/claims-endpoint.ts';
import { claimsTable } from '#store/claims/claims-table.ts';

const { CLEARINGHOUSE_KEY_SECRET: keySecret } = clearinghouseEnvironment.parse(process.env);

export const handler = claimsEndpoint(testConnection, async ({ now }) => {
  const { clearinghouse } = await currentConfiguration(claimsTable);
  const { transport } = clearinghouse;
  const reply = (outcome: object) => ok({ ...outcome, transport, duration_ms: Date.now() - now.getTime() });
  if (transport === 'stub') return reply({ ok: true });
  try {
    const connection = await openSftp(clearinghouse, keySecret);
    try {
      await connection.check();
    } finally {
      await connection.close();
    }
    return reply({ ok: true });
  } catch (error) {
    if (!(error instanceof TransportFailed)) throw error;
    const { code, message, hostKey } = error;
    return reply({ ok: false, code, message, ...(hostKey !== undefined && { host_key: hostKey }) });
  }
});
