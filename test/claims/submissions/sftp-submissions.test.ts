import { readdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { findClaims, findClaimsByPcn } from '#claims/claims/records.ts';
import { exchangeFiles } from '#claims/clearhouse/exchange-files.ts';
import { exchangePorts } from '#claims/clearhouse/exchange-store.ts';
import { findUnfinishedSubmissions } from '#claims/clearhouse/records.ts';
import { resumeSubmissions } from '#claims/clearhouse/resume-submissions.ts';
import type { SubmissionPorts } from '#claims/clearhouse/submission-ports.ts';
import { submissionPorts } from '#claims/clearhouse/submission-store.ts';
import { submit } from '#claims/clearhouse/submit.ts';
import { TransportFailed } from '#claims/clearhouse/transport.ts';
import type { Clearinghouse } from '#claims/configuration/contract.ts';
import { connectSftp } from '#store/adapters/sftp.ts';
import { claimFileText } from '#test/claims/claim-text.ts';
import { type LocalStores, startLocalStores } from '#test/claims/local-stores.ts';
import { everyAuditEntry } from '#test/claims/stored.ts';
import { leaveOut, sized } from '#test/soak.ts';
import { CutOff, cutOffAt } from './cut-off.ts';
import { missingServer, type SftpServer, startSftpServer } from './sftp-server.ts';

if (missingServer !== undefined) leaveOut('Submissions over SFTP', missingServer);

const step = sized('places at which a run over SFTP is interrupted, one in', { short: 5, soak: 1 });

(missingServer === undefined ? describe : describe.skip)('Submissions to a real OpenSSH server', () => {
  let server: SftpServer;
  let stores: LocalStores;
  let number = 900;
  beforeAll(async () => {
    server = await startSftpServer();
    stores = await startLocalStores({ migrated: true });
  });
  afterAll(async () => {
    await server?.stop();
    await stores?.stop();
  });
  afterEach(() => {
    for (const folder of [server.uploads, server.responses]) {
      for (const name of readdirSync(folder)) rmSync(path.join(folder, name));
    }
  });
  const uploaded = () => readdirSync(server.uploads).toSorted();
  const visitWith = (ports: SubmissionPorts) =>
    exchangeFiles({
      ...exchangePorts(stores, ports, () => connectSftp(server.settings, server.privateKey)),
      ...{ beginVisit: async () => true, pause: async () => {} },
    });

  async function portsAt(time: string): Promise<SubmissionPorts> {
    const ports = await submissionPorts(stores, {
      keySecret: 'clearinghouse-key',
      stagingDirectory: undefined,
      newId: () => crypto.randomUUID(),
    });
    const { configuration } = ports;
    const clearinghouse: Clearinghouse = {
      ...configuration.clearinghouse,
      transport: 'sftp',
      sftp: server.settings,
    };
    return {
      ...ports,
      configuration: { ...configuration, clearinghouse },
      openTransport: () => connectSftp(server.settings, server.privateKey),
      now: () => new Date(time),
    };
  }
  const day = (second: number) => new Date(Date.parse('2026-03-15T18:00:00Z') + second * 1000).toISOString();
  const later = '2026-03-15T20:00:00.000Z';

  async function readyClaim(pcn: string): Promise<string> {
    await stores.drop(`${pcn}.837`, claimFileText({ number: number++, claims: [{ pcn }] }));
    const [claim] = await findClaimsByPcn(stores.claims, pcn);
    return claim?.id ?? '';
  }
  const timesRecorded = async (id: string) =>
    (await everyAuditEntry(stores)).filter(
      ({ event_type, entity_id }) => event_type === 'clearhouse.submitted' && entity_id === id,
    ).length;

  test('wait while the server is down', async () => {
    const id = await readyClaim('SFTP1');
    await server.kill();
    const { submissions } = await submit({ kind: 'claims', ids: [id] }, 'key:biller', await portsAt(day(1)));
    expect(submissions[0]).toMatchObject({
      state: 'prepared',
      attempts: 1,
      last_error: { code: 'connection_refused' },
    });
    expect(await timesRecorded(id)).toBe(0);
    await server.start();
    // The failure has ended the lease.
    const [resumed] = await resumeSubmissions(
      await findUnfinishedSubmissions(stores.claims),
      await portsAt(day(2)),
    );
    expect(resumed).toMatchObject({ state: 'recorded', transport: 'sftp' });
    expect(uploaded()).toEqual([resumed?.file_name]);
    expect(await timesRecorded(id)).toBe(1);
  });

  test('are sent once, wherever a run is interrupted, even if the receiver removes files at once', async () => {
    let ended = false;
    let places = 0;
    for (; !ended; places += step) {
      const id = await readyClaim(`SFTPCUT${places}`);
      try {
        await submit(
          { kind: 'claims', ids: [id] },
          'key:biller',
          cutOffAt(await portsAt(day(10 + places)), places),
        );
        ended = true;
      } catch (error) {
        if (!(error instanceof CutOff)) throw error;
      }
      const first = uploaded().filter((name) => name.endsWith('.x12'));
      for (const name of first) rmSync(path.join(server.uploads, name));
      await resumeSubmissions(await findUnfinishedSubmissions(stores.claims), await portsAt(later));
      const second = uploaded();
      for (const name of second) rmSync(path.join(server.uploads, name));
      const [claim] = await findClaims(stores.claims, [id]);
      const isSent = claim?.lane === 'submitted';
      expect([...first, ...second]).toHaveLength(isSent ? 1 : 0);
      expect(await timesRecorded(id)).toBe(isSent ? 1 : 0);
      expect(await findUnfinishedSubmissions(stores.claims)).toEqual([]);
    }
    expect(places).toBeGreaterThan(25);
  });

  test('are checked only at the destination of their upload', async () => {
    const id = await readyClaim('MOVED1');
    const ports = await portsAt(day(200));
    const openTransport: SubmissionPorts['openTransport'] = async (submission) => {
      const transport = await ports.openTransport(submission);
      const release = () => Promise.reject(new TransportFailed('interrupted'));
      return {
        place: transport.place,
        upload: (one) => transport.upload(one),
        close: () => transport.close(),
        release,
      };
    };
    const broken = await submit({ kind: 'claims', ids: [id] }, 'key:biller', { ...ports, openTransport });
    expect(broken.submissions).toMatchObject([{ state: 'uploaded', last_error: { code: 'interrupted' } }]);

    // The configuration now names a directory that never had the temporary file.
    const elsewhere = { ...server.settings, upload_directory: server.responses };
    const moved = await resumeSubmissions(await findUnfinishedSubmissions(stores.claims), {
      ...ports,
      openTransport: () => connectSftp(elsewhere, server.privateKey),
    });
    expect(moved).toMatchObject([{ state: 'uploaded', last_error: { code: 'moved' } }]);
    expect(await timesRecorded(id)).toBe(0);

    // The directory of the upload is missing.
    renameSync(server.uploads, `${server.uploads}-away`);
    const away = await resumeSubmissions(await findUnfinishedSubmissions(stores.claims), ports);
    expect(away).toMatchObject([{ state: 'uploaded', last_error: { code: 'directory_missing' } }]);
    renameSync(`${server.uploads}-away`, server.uploads);

    const [resumed] = await resumeSubmissions(await findUnfinishedSubmissions(stores.claims), ports);
    expect(resumed).toMatchObject({ state: 'recorded' });
    expect(uploaded()).toEqual([resumed?.file_name]);
    expect(await timesRecorded(id)).toBe(1);
  });

  test('that keep their temporary name for a day no longer stop responses', async () => {
    const id = await readyClaim('STUCK1');
    const ports = await portsAt(day(300));
    const stuck: SubmissionPorts['openTransport'] = async (submission) => {
      const transport = await ports.openTransport(submission);
      return Object.assign(transport, { release: () => Promise.reject(new TransportFailed('refused')) });
    };
    await submit({ kind: 'claims', ids: [id] }, 'key:biller', { ...ports, openTransport: stuck });
    writeFileSync(path.join(server.responses, 'held.x12'), 'ISA*4');
    const visitAt = async (time: string) => visitWith({ ...(await portsAt(time)), openTransport: stuck });
    expect(await visitAt(later)).toEqual({
      resumed: [expect.objectContaining({ state: 'uploaded' })],
      failures: [],
    });
    expect(await visitAt('2026-03-16T18:10:00.000Z')).toMatchObject({ visit: { waiting: 1 } });
    rmSync(path.join(server.responses, 'held.x12'));
    const [resumed] = await resumeSubmissions(await findUnfinishedSubmissions(stores.claims), ports);
    expect(resumed).toMatchObject({ state: 'recorded' });
    expect(await timesRecorded(id)).toBe(1);
  });

  test('collect unchanged responses afterwards, each once', async () => {
    const visit = async () => visitWith(await portsAt(later));
    const put = (name: string, text: string, at: number) => {
      writeFileSync(path.join(server.responses, name), text);
      utimesSync(path.join(server.responses, name), at, at);
    };
    put('a_999.x12', 'ISA*1', 1_000_000);
    put('b.x12.part', 'ISA*', 1_000_000);
    expect(await visit()).toMatchObject({ visit: { taken: 0, waiting: 1 } });
    put('a_999.x12', 'ISA*1*grown', 1_000_060);
    expect(await visit()).toMatchObject({ visit: { taken: 0, waiting: 1 } });
    expect(await visit()).toMatchObject({ visit: { taken: 1, waiting: 0 } });
    expect(await visit()).toMatchObject({ visit: { taken: 0, waiting: 0 } });
    const keys = await stores.keys('inbox/clearinghouse/');
    expect(keys).toEqual(['inbox/clearinghouse/a_999.x12']);
    expect(await stores.read('inbox/clearinghouse/a_999.x12')).toBe('ISA*1*grown');
    // Responses stay on the server unless the configuration removes them.
    expect(readdirSync(server.responses).toSorted()).toEqual(['a_999.x12', 'b.x12.part']);
    renameSync(path.join(server.responses, 'b.x12.part'), path.join(server.responses, 'b.x12'));
    expect(await visit()).toMatchObject({ visit: { waiting: 1 } });
    expect(await visit()).toMatchObject({ visit: { taken: 1 } });
  });

  test('remove collected responses with delete_after_pickup', async () => {
    const ports = await portsAt(later);
    const { clearinghouse } = ports.configuration;
    const removing = {
      ...ports,
      configuration: {
        ...ports.configuration,
        clearinghouse: { ...clearinghouse, sftp: { ...server.settings, delete_after_pickup: true } },
      },
    };
    const visit = () => visitWith(removing);
    writeFileSync(path.join(server.responses, 'gone.x12'), 'ISA*2');
    await visit();
    expect(readdirSync(server.responses)).toEqual(['gone.x12']);
    expect(await visit()).toMatchObject({ visit: { taken: 1 } });
    expect(readdirSync(server.responses)).toEqual([]);
    expect(await stores.read('inbox/clearinghouse/gone.x12')).toBe('ISA*2');
  });
});
