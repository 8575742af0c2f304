import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { SubmissionPorts } from '#claims/submissions/ports.ts';
import { submit } from '#claims/submissions/request/submit.ts';
import { resumeSubmissions } from '#claims/submissions/run/resume-submissions.ts';
import { type OutgoingFile, TransportFailed } from '#claims/submissions/submission.ts';
import type { Clearinghouse } from '#contract/claims/configuration/records.ts';
import { bundleFunctions } from '#lib/bundling/bundle.ts';
import { connectSftp } from '#store/adapters/sftp.ts';
import { findClaims, findClaimsByPcn } from '#store/claims/claims/claims.ts';
import { exchangeFiles } from '#store/claims/submissions/exchange.ts';
import { findUnfinishedSubmissions } from '#store/claims/submissions/submission-lists.ts';
import { submissionPorts } from '#store/claims/submissions/submission-ports.ts';
import { leaveOut } from '../../soak.ts';
import { claimFileText } from '../claim-text.ts';
import { type LocalStores, startLocalStores } from '../local-stores.ts';
import { everyAuditEntry } from '../stored.ts';
import { CutOff, cutOffAt } from './cut-off.ts';
import { missingServer, type SftpServer, startSftpServer } from './sftp-server.ts';

if (missingServer !== undefined) leaveOut('SFTP', missingServer);

const run = promisify(execFile);

let server: SftpServer;

const file: OutgoingFile = {
  payer_id: 'CO_TXIX',
  file_name: 'tp12345678-837P-20260315120000000-1of1.x12',
  bytes: Buffer.from('ISA*00*'.repeat(1000)),
};

const uploaded = () => readdirSync(server.uploads).toSorted();
const failure = (code: string) => expect.objectContaining({ name: 'TransportFailed', code });

async function connected<T>(
  use: (connection: Awaited<ReturnType<typeof connectSftp>>) => Promise<T>,
): Promise<T> {
  const connection = await connectSftp(server.settings, server.privateKey);
  try {
    return await use(connection);
  } finally {
    await connection.close();
  }
}

(missingServer === undefined ? describe : describe.skip)('With a real OpenSSH server', () => {
  beforeAll(async () => {
    server = await startSftpServer();
  });
  afterAll(() => server?.stop());
  afterEach(async () => {
    for (const folder of [server.uploads, server.responses]) {
      for (const name of readdirSync(folder)) rmSync(path.join(folder, name));
    }
  });

  describe('a connection', () => {
    test('is made with the pinned host key and finds both directories', async () => {
      await expect(connected((connection) => connection.check())).resolves.toBeUndefined();
    });

    test('is refused by us when the host key is another, before anything of ours is told', async () => {
      const settings = { ...server.settings, host_key: server.otherHostKey };
      await expect(connectSftp(settings, server.privateKey)).rejects.toEqual(failure('host_key_refused'));
    });

    test('is refused by the server for a key that it does not know', async () => {
      await expect(connectSftp(server.settings, server.otherKey)).rejects.toEqual(failure('not_authorized'));
    });

    test('fails by name with a key that is none, a directory that is not there and a server that is not', async () => {
      await expect(connectSftp(server.settings, 'secret')).rejects.toEqual(failure('private_key_missing'));
      const nowhere = { ...server.settings, upload_directory: '/nowhere' };
      const connection = await connectSftp(nowhere, server.privateKey);
      await expect(connection.check()).rejects.toEqual(failure('directory_missing'));
      await connection.close();
      const closed = { ...server.settings, port: 1 };
      await expect(connectSftp(closed, server.privateKey)).rejects.toEqual(failure('connection_refused'));
    });

    test('is made in a bundle as well, which is how functions are deployed', async () => {
      const outdir = mkdtempSync(path.join(tmpdir(), 'granary-bundle-'));
      await bundleFunctions({ functionsDirectory: path.resolve('test/fixtures/functions'), outdir });
      const bundle = pathToFileURL(path.join(outdir, 'connect-sftp', 'index.mjs')).href;
      const input = JSON.stringify([server.settings, server.privateKey]);
      const script = `const { handler } = await import(${JSON.stringify(bundle)}); console.log(await handler(${input}));`;
      const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script]);
      rmSync(outdir, { recursive: true });
      expect(stdout.trim()).toBe('connected');
    });

    test('tells nothing of host, user or path in its errors', async () => {
      const nowhere = { ...server.settings, upload_directory: '/nowhere' };
      const connection = await connectSftp(nowhere, server.privateKey);
      const error = await connection.upload(file).catch((reason: unknown) => reason);
      await connection.close();
      expect(error).toBeInstanceOf(TransportFailed);
      expect(String(error)).not.toMatch(/nowhere|127\.0\.0\.1|tp12345678/);
    });
  });

  describe('an upload', () => {
    test('has its real name only when all of it is there', async () => {
      await connected(async (connection) => {
        await connection.upload(file);
        expect(uploaded()).toEqual([`${file.file_name}.part`]);
        await connection.release(file);
      });
      expect(uploaded()).toEqual([file.file_name]);
      expect(readFileSync(path.join(server.uploads, file.file_name))).toEqual(file.bytes);
    });

    test('that was cut off in the middle is made again, whole', async () => {
      writeFileSync(path.join(server.uploads, `${file.file_name}.part`), 'x'.repeat(100_000));
      await connected(async (connection) => {
        await connection.upload(file);
        await connection.release(file);
      });
      expect(statSync(path.join(server.uploads, file.file_name)).size).toBe(file.bytes.length);
    });

    test('that has its name already, and was taken away by the receiver, is not repeated', async () => {
      await connected(async (connection) => {
        await connection.upload(file);
        await connection.release(file);
        rmSync(path.join(server.uploads, file.file_name));
        await connection.release(file);
      });
      expect(uploaded()).toEqual([]);
    });

    test('fails when the server dies in the middle, leaves no file under its real name, and succeeds later', async () => {
      const large = { ...file, bytes: Buffer.alloc(64 * 1024 * 1024, 'A') };
      const connection = await connectSftp(server.settings, server.privateKey);
      const part = path.join(server.uploads, `${file.file_name}.part`);
      const upload = connection.upload(large);
      upload.catch(() => {});
      while (!existsSync(part) || statSync(part).size === 0)
        await new Promise((resolve) => setTimeout(resolve, 1));
      await server.kill();
      await expect(upload).rejects.toEqual(failure('interrupted'));
      await connection.close();
      expect(statSync(part).size).toBeLessThan(large.bytes.length);
      expect(uploaded()).toEqual([`${file.file_name}.part`]);

      await expect(connectSftp(server.settings, server.privateKey)).rejects.toEqual(
        failure('connection_refused'),
      );
      await server.start();
      await connected(async (again) => {
        await again.upload(large);
        await again.release(large);
      });
      expect(uploaded()).toEqual([file.file_name]);
      expect(statSync(path.join(server.uploads, file.file_name)).size).toBe(large.bytes.length);
    });
  });

  describe('the claims service', () => {
    let stores: LocalStores;
    let number = 900;
    beforeAll(async () => {
      stores = await startLocalStores({ migrated: true });
    });
    afterAll(() => stores?.stop());

    const clearhouseOf = ({
      clearinghouse: clearhouse,
    }: SubmissionPorts['configuration']): Clearinghouse => ({
      ...clearhouse,
      transport: 'sftp',
      sftp: server.settings,
    });

    /** The key comes from the test; all else is as in the function. */
    async function portsAt(time: string): Promise<SubmissionPorts> {
      const ports = await submissionPorts(stores, {
        lease: 60_000,
        keySecret: 'clearinghouse-key',
        stagingDirectory: undefined,
        newId: () => crypto.randomUUID(),
      });
      return {
        ...ports,
        configuration: { ...ports.configuration, clearinghouse: clearhouseOf(ports.configuration) },
        openTransport: () => connectSftp(server.settings, server.privateKey),
        now: () => new Date(time),
      };
    }
    const day = (second: number) =>
      new Date(Date.parse('2026-03-15T18:00:00Z') + second * 1000).toISOString();
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

    test('sends claims, and waits with them while the server is away', async () => {
      const id = await readyClaim('SFTP1');
      await server.kill();
      const { submissions } = await submit(
        { kind: 'claims', ids: [id] },
        'key:biller',
        await portsAt(day(1)),
      );
      expect(submissions[0]).toMatchObject({
        state: 'prepared',
        attempts: 1,
        last_error: { code: 'connection_refused' },
      });
      expect(await timesRecorded(id)).toBe(0);
      await server.start();
      // A failure gives the submission free at once.
      const [resumed] = await resumeSubmissions(
        await findUnfinishedSubmissions(stores.claims),
        await portsAt(day(2)),
      );
      expect(resumed).toMatchObject({ state: 'recorded', transport: 'sftp' });
      expect(uploaded()).toEqual([resumed?.file_name]);
      expect(await timesRecorded(id)).toBe(1);
    });

    test('cut off anywhere sends once, also when the receiver takes files away at once', async () => {
      let ended = false;
      let places = 0;
      for (; !ended; places++) {
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
    }, 120_000);

    test('asks only the place that a file was uploaded to whether it has its name', async () => {
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

      // The configuration names another directory now, where no temporary name is or ever was.
      const elsewhere = { ...server.settings, upload_directory: server.responses };
      const moved = await resumeSubmissions(await findUnfinishedSubmissions(stores.claims), {
        ...ports,
        openTransport: () => connectSftp(elsewhere, server.privateKey),
      });
      expect(moved).toMatchObject([{ state: 'uploaded', last_error: { code: 'moved' } }]);
      expect(await timesRecorded(id)).toBe(0);

      // Or its disk is away.
      renameSync(server.uploads, `${server.uploads}-away`);
      const away = await resumeSubmissions(await findUnfinishedSubmissions(stores.claims), ports);
      expect(away).toMatchObject([{ state: 'uploaded', last_error: { code: 'directory_missing' } }]);
      renameSync(`${server.uploads}-away`, server.uploads);

      const [resumed] = await resumeSubmissions(await findUnfinishedSubmissions(stores.claims), ports);
      expect(resumed).toMatchObject({ state: 'recorded' });
      expect(uploaded()).toEqual([resumed?.file_name]);
      expect(await timesRecorded(id)).toBe(1);
    });

    test('a file that does not get its name for a day holds responses back no longer', async () => {
      const id = await readyClaim('STUCK1');
      const ports = await portsAt(day(300));
      const stuck: SubmissionPorts['openTransport'] = async (submission) => {
        const transport = await ports.openTransport(submission);
        return Object.assign(transport, { release: () => Promise.reject(new TransportFailed('refused')) });
      };
      await submit({ kind: 'claims', ids: [id] }, 'key:biller', { ...ports, openTransport: stuck });
      writeFileSync(path.join(server.responses, 'held.x12'), 'ISA*4');
      const visitAt = async (time: string) =>
        exchangeFiles(stores, { ...(await portsAt(time)), openTransport: stuck }, () =>
          connectSftp(server.settings, server.privateKey),
        );
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

    test('takes responses into the inbox, each once, when they have stopped growing', async () => {
      const visit = async () =>
        exchangeFiles(stores, await portsAt(later), () => connectSftp(server.settings, server.privateKey));
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
      // Nothing is removed there, unless the configuration asks for it.
      expect(readdirSync(server.responses).toSorted()).toEqual(['a_999.x12', 'b.x12.part']);
      renameSync(path.join(server.responses, 'b.x12.part'), path.join(server.responses, 'b.x12'));
      expect(await visit()).toMatchObject({ visit: { waiting: 1 } });
      expect(await visit()).toMatchObject({ visit: { taken: 1 } });
    });

    test('removes responses from the server only where it is told to, and after they are in the inbox', async () => {
      const ports = await portsAt(later);
      const { clearinghouse: clearhouse } = ports.configuration;
      const removing = {
        ...ports,
        configuration: {
          ...ports.configuration,
          clearhouse: { ...clearhouse, sftp: { ...server.settings, delete_after_pickup: true } },
        },
      };
      const visit = () =>
        exchangeFiles(stores, removing, () => connectSftp(server.settings, server.privateKey));
      writeFileSync(path.join(server.responses, 'gone.x12'), 'ISA*2');
      await visit();
      expect(readdirSync(server.responses)).toEqual(['gone.x12']);
      expect(await visit()).toMatchObject({ visit: { taken: 1 } });
      expect(readdirSync(server.responses)).toEqual([]);
      expect(await stores.read('inbox/clearinghouse/gone.x12')).toBe('ISA*2');
    });
  });
});
