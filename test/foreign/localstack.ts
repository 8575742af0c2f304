import { spawn } from 'node:child_process';
import { mkdirSync, openSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { availableEngines } from '#lib/local/dynamodb/dynamodb-engine.ts';
import { onFreePort } from '#lib/local/dynamodb/free-port.ts';
import { installedTool } from '../fuzz/python-tool.ts';
import { leaveOut } from '../soak.ts';
import { type DynamoEngine, startedEngine } from '../store/dynamodb/dynamo-engine.ts';

const root = resolve(import.meta.dirname, '../..');

/** Python of LocalStack; undefined where it cannot be had, with the reason in the list of the run. */
export function localStackPython(): string | undefined {
  const tool = {
    name: 'localstack',
    // Later releases of both lack what this LocalStack uses, which it does not say.
    requirement: ['localstack-core[runtime]==4.14.0', 'cbor2<5.8', 'pyopenssl<26'],
    python: 13,
    command: 'python',
  };
  try {
    const program = installedTool(tool);
    if (program === undefined) leaveOut('Foreign stack', 'Python 3.13 with venv is not installed');
    return program;
  } catch {
    leaveOut('Foreign stack', `pip cannot install ${tool.requirement[0]}`);
    return undefined;
  }
}

interface ForeignEngine {
  /** Endpoint of all services of AWS. */
  readonly endpoint: string;
  /** Endpoint of the DynamoDB engine behind it. */
  readonly dynamodb: string;
  stop(): Promise<void>;
}

/**
 * Starts LocalStack with the bridges of bridges.py, and DynamoDB Local where there is a Java for it, else the embedded engine.
 *
 * @param folder gets logs and data
 */
export async function startLocalStack(python: string, folder: string): Promise<ForeignEngine> {
  for (const name of ['functions', 'root']) mkdirSync(join(folder, name), { recursive: true });
  const log = openSync(join(folder, 'localstack.log'), 'a');
  const dynamodb = await startDynamoDb();
  const start = (port: number) => {
    const host = `127.0.0.1:${port}`;
    const engine = spawn(python, [join(import.meta.dirname, 'bridges.py')], {
      cwd: folder,
      stdio: ['ignore', log, log],
      env: {
        PATH: process.env['PATH'],
        HOME: folder,
        FOREIGN_DYNAMODB: dynamodb.endpoint,
        FOREIGN_NODE: process.execPath,
        FOREIGN_BOOTSTRAP: join(root, 'lib/local/lambda/instances/bootstrap.mjs'),
        FOREIGN_FOLDER: join(folder, 'functions'),
        FILESYSTEM_ROOT: join(folder, 'root'),
        GATEWAY_LISTEN: host,
        // The other one needs a package more.
        GATEWAY_SERVER: 'hypercorn',
        LOCALSTACK_HOST: host,
        SQS_ENDPOINT_STRATEGY: 'path',
        LAMBDA_KEEPALIVE_MS: '45000',
        DISABLE_EVENTS: '1',
        SKIP_SSL_CERT_DOWNLOAD: '1',
      },
    });
    return startedEngine(engine, `http://${host}`);
  };
  const localStack = await onFreePort(start);
  return {
    endpoint: localStack.endpoint,
    dynamodb: dynamodb.endpoint,
    stop: async () => {
      await localStack.stop();
      await dynamodb.stop();
    },
  };
}

function startDynamoDb(): Promise<DynamoEngine> {
  const engine = availableEngines(process.env).at(-1);
  if (engine === undefined) throw new Error('There is no DynamoDB engine');
  return onFreePort((port) => {
    const [program, ...flags] = engine.command({ host: '127.0.0.1', port });
    return startedEngine(spawn(program, flags, { stdio: 'ignore' }), `http://127.0.0.1:${port}`);
  });
}
