import { existsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { describe, expect, test } from '@jest/globals';
import { databaseFiles } from '#lib/local/dynamodb/dynamodb-engine.ts';
import { close, listen } from '#lib/local/http/http-server.ts';
import { StartError } from '#lib/local/start-error.ts';
import { endProcess, startFixtureProcess } from '../fixture/fixture-process.ts';
import { fixturesOfTests } from '../fixture/fixtures-of-tests.ts';
import { fixtureSynthesis, startFixture } from '../fixture/runtime.ts';

const { folderOfTest, start } = fixturesOfTests();

describe('a start fails with one sentence for', () => {
  test('another runtime on the folder', async () => {
    const folder = folderOfTest();
    const running = await startFixtureProcess(folder);
    await expect(startFixture({ dataFolder: folder })).rejects.toThrow(
      `Granary is already running on ${folder} (process ${running.child.pid}); stop it first or set GRANARY_DATA to another folder.`,
    );
    await endProcess(running, 'SIGTERM');
  });

  test('a port in use', async () => {
    const server = createServer();
    const port = Number(new URL(await listen(server, 0)).port);
    const failing = startFixture({ dataFolder: folderOfTest(), port });
    await expect(failing).rejects.toThrow(
      new StartError(
        `Port ${port} is in use; stop the program that uses it, or choose another port with --port or PORT.`,
      ),
    );
    await close(server, 0);
  });

  test('a damaged database, which --fresh removes', async () => {
    const folder = folderOfTest();
    const fixture = await start({ dataFolder: folder });
    await fixture.stop();
    const [database = ''] = Object.values(databaseFiles).filter((name) =>
      existsSync(`${folder}/dynamodb/${name}`),
    );
    writeFileSync(`${folder}/dynamodb/${database}`, 'not a database'.repeat(1_000));
    await expect(startFixture({ dataFolder: folder })).rejects.toThrow(
      /^The data folder is damaged: .*\/dynamodb\/.* is not a valid database\. Start with --fresh to recreate it\.$/,
    );
    const fresh = await start({ dataFolder: folder, fresh: true });
    expect((await fresh.call('/v1/misbehave/x')).status).toBe(200);
  });

  test('a damaged line in its state', async () => {
    const folder = folderOfTest();
    const fixture = await start({ dataFolder: folder });
    await fixture.stop();
    writeFileSync(`${folder}/state/secrets.ndjson`, '{"put":"a"\n{"put":"b","value":1}\n');
    await expect(startFixture({ dataFolder: folder })).rejects.toThrow(
      'The data folder is damaged: line 1 of secrets.ndjson cannot be read. Start with --fresh to recreate it.',
    );
  });

  test('a damaged local.json', async () => {
    const folder = folderOfTest();
    writeFileSync(`${folder}/local.json`, '{"baseUrl": "http://127');
    await expect(startFixture({ dataFolder: folder })).rejects.toThrow(
      `The data folder is damaged: ${folder}/local.json cannot be read. Delete that file or start with --fresh.`,
    );
  });

  test('a DynamoDB in the environment that does not respond', async () => {
    const environment = { AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:9' };
    await expect(startFixture({ dataFolder: folderOfTest(), environment })).rejects.toThrow(
      /^The tables cannot be prepared in the DynamoDB at http:\/\/127\.0\.0\.1:9: /,
    );
  });

  test('an app that cannot be synthesized', async () => {
    const failing = startFixture({
      dataFolder: folderOfTest(),
      synthesize: fixtureSynthesis({ broken: true }),
    });
    await expect(failing).rejects.toThrow(/^The app cannot be synthesized: .*broken on purpose/);
  });
});
