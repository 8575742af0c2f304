import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect } from '@jest/globals';
import { ChainAppender } from '#audit/append/appender.ts';
import { chainStore } from '#store/audit/audit-chain.ts';
import { openTable, type Table } from '#store/dynamodb/table.ts';
import { appendAll } from '../../audit/append-all.ts';
import { type ApiResponse, get } from '../stack/api-client.ts';
import { type LocalProcess, newFolder, removeFolder, startLocalProcess } from '../stack/local-process.ts';

/** Starts a stack for the tests of a file, which tamper with its audit log, and appends entries to the log. */
export function auditStack(appended: number) {
  const folder = newFolder();
  let local: LocalProcess;
  let table: Table;
  const caller = (role: 'auditor' | 'admin') => ({
    key: local.stack.claimsApiKeys[role],
    baseUrl: local.stack.baseUrl,
  });
  beforeAll(async () => {
    local = await startLocalProcess({ dataFolder: folder });
    const { endpoints, tables } = local.stack;
    process.env['AWS_ENDPOINT_URL_DYNAMODB'] = endpoints.dynamodb;
    process.env['AWS_ENDPOINT_URL_S3'] = endpoints.s3;
    process.env['AWS_REGION'] ??= 'us-east-1';
    process.env['AWS_ACCESS_KEY_ID'] ??= 'local';
    process.env['AWS_SECRET_ACCESS_KEY'] ??= 'local';
    table = openTable(tables['audit'] ?? '');
    const appender = new ChainAppender(chainStore(table, table, 'main'));
    await appendAll(
      appender,
      Array.from({ length: appended }, (_, n) => ({
        entries: [
          {
            event_type: n % 2 ? 'claim.rejected' : 'claim.payer_rejected',
            entity_type: 'claim',
            entity_id: `claim-${n % 10}`,
            actor: n < 100 ? 'early' : 'late',
            payload: { n },
          },
        ],
        actions: [],
      })),
    );
  }, 600_000);
  afterAll(async () => {
    await local?.stop();
    removeFolder(folder);
  });
  return {
    auditor: () => caller('auditor'),
    admin: () => caller('admin'),
    table: () => table,
    stack: () => local.stack,
    /** Polls a run until it has ended. */
    ended: async (started: ApiResponse): Promise<ApiResponse> => {
      expect(started.status).toBe(202);
      const location = started.headers.get('location') ?? '';
      for (;;) {
        const response = await get(location, caller('auditor'));
        if (response.body.data?.state !== 'running') return response;
        await delay(100);
      }
    },
  };
}
