import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  CreateTableCommand,
  DynamoDBClient,
  ListTablesCommand,
  PutItemCommand,
} from '@aws-sdk/client-dynamodb';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { measuredSteps, runCostCommand } from '#lib/operations/cost/cost-command.ts';
import { listPrices } from '#lib/operations/cost/list-prices.ts';
import { runDeployCommand } from '#lib/operations/deploy-command.ts';
import { type DynamoEngine, startDynamoEngine } from '../../store/dynamodb/dynamo-engine.ts';

describe('deploy command', () => {
  /** A stack of the stand-in. */
  interface KnownStack {
    status: string;
    isProtected: boolean;
    outputs: Readonly<Record<string, string>>;
    resources: readonly { readonly type: string; readonly name: string; readonly status: string }[];
  }

  /** Serves the three CloudFormation calls that a deployment needs, because CloudFormation runs only on AWS. */
  async function startCloudFormation() {
    const stacks = new Map<string, KnownStack>();
    const server = createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      const asked = new URLSearchParams(body);
      const name = asked.get('StackName') ?? '';
      const stack = stacks.get(name);
      response.setHeader('Content-Type', 'text/xml');
      if (stack === undefined) {
        response.statusCode = 400;
        response.end(errorXml('ValidationError', `Stack with id ${name} does not exist`));
        return;
      }
      const action = asked.get('Action') ?? '';
      if (action === 'UpdateTerminationProtection') {
        stack.isProtected = asked.get('EnableTerminationProtection') === 'true';
      }
      response.end(
        `<${action}Response><${action}Result>${results[action]?.(name, stack) ?? ''}</${action}Result></${action}Response>`,
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    return { stacks, endpoint: `http://127.0.0.1:${port}`, stop: () => server.close() };
  }

  const results: Readonly<Record<string, (name: string, stack: KnownStack) => string>> = {
    DescribeStacks: (name, { status, isProtected, outputs }) =>
      `<Stacks><member><StackName>${name}</StackName><CreationTime>2026-01-01T00:00:00Z</CreationTime>
     <StackStatus>${status}</StackStatus><EnableTerminationProtection>${isProtected}</EnableTerminationProtection>
     <Outputs>${Object.entries(outputs)
       .map(
         ([key, value]) =>
           `<member><OutputKey>${key}</OutputKey><OutputValue>${escaped(value)}</OutputValue></member>`,
       )
       .join('')}</Outputs></member></Stacks>`,
    ListStackResources: (_, { resources }) =>
      `<StackResourceSummaries>${resources
        .map(
          ({ type, name, status }) =>
            `<member><LogicalResourceId>x</LogicalResourceId><ResourceType>${type}</ResourceType>
           <PhysicalResourceId>${name}</PhysicalResourceId><ResourceStatus>${status}</ResourceStatus>
           <LastUpdatedTimestamp>2026-01-01T00:00:00Z</LastUpdatedTimestamp></member>`,
        )
        .join('')}</StackResourceSummaries>`,
    UpdateTerminationProtection: (name) => `<StackId>${name}</StackId>`,
  };

  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

  const errorXml = (code: string, message: string) =>
    `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error></ErrorResponse>`;

  let cloudFormation: Awaited<ReturnType<typeof startCloudFormation>>;
  let engine: DynamoEngine;
  let dynamoDb: DynamoDBClient;
  let directory: string;
  let written: string[];
  let ran: (readonly string[])[];

  beforeAll(async () => {
    cloudFormation = await startCloudFormation();
    engine = await startDynamoEngine();
    Object.assign(process.env, {
      AWS_ENDPOINT_URL_CLOUDFORMATION: cloudFormation.endpoint,
      AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint,
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
      AWS_REGION: 'us-east-1',
    });
    dynamoDb = new DynamoDBClient({});
  });

  afterAll(async () => {
    cloudFormation.stop();
    await engine.stop();
  });

  beforeEach(() => {
    directory = mkdtempSync(path.join(tmpdir(), 'granary-deploy-'));
    cloudFormation.stacks.clear();
    written = [];
    ran = [];
  });

  afterEach(() => rmSync(directory, { recursive: true }));

  const live = (more: Partial<KnownStack> = {}): KnownStack => ({
    status: 'UPDATE_COMPLETE',
    isProtected: false,
    outputs: {},
    resources: [],
    ...more,
  });

  /** `npm run deploy -- …`, where `cdk deploy` has this outcome. */
  const deploy = (arguments_: readonly string[], outcome: () => number = () => 0) =>
    runDeployCommand({
      arguments: arguments_,
      environment: {},
      directory,
      cdk: async (given) => {
        ran.push(given);
        return outcome();
      },
      write: (line) => written.push(line),
    });

  const stack = (name = 'Granary-Data') => cloudFormation.stacks.get(name);

  describe('protection against deletion', () => {
    test('does not protect a first deployment before it succeeds', async () => {
      const exitCode = await deploy(['--require-approval', 'never'], () => {
        cloudFormation.stacks.set('Granary-Data', live({ status: 'CREATE_COMPLETE' }));
        return 0;
      });
      expect(exitCode).toBe(0);
      expect(ran).toEqual([['deploy', '--all', '--require-approval', 'never']]);
      expect(stack()?.isProtected).toBe(true);
    });

    test('does not protect a failed deployment, and returns its exit code', async () => {
      const exitCode = await deploy([], () => {
        cloudFormation.stacks.set('Granary-Data', live({ status: 'ROLLBACK_COMPLETE' }));
        return 1;
      });
      expect(exitCode).toBe(1);
      expect(stack()?.isProtected).toBe(false);
    });

    test('protects the Data stack although another stack failed', async () => {
      await deploy([], () => {
        cloudFormation.stacks.set('Granary-Data', live({ status: 'CREATE_COMPLETE' }));
        return 1;
      });
      expect(stack()?.isProtected).toBe(true);
    });

    test('keeps the protection on in later deployments', async () => {
      cloudFormation.stacks.set('Harvest-Data', live({ isProtected: true }));
      await deploy(['-c', 'stackPrefix=Harvest']);
      expect(ran).toEqual([
        ['deploy', '--all', '-c', 'stackPrefix=Harvest', '--context', 'terminationProtection=on'],
      ]);
      expect(stack('Harvest-Data')?.isProtected).toBe(true);
    });

    test('stays off if the settings turn it off', async () => {
      cloudFormation.stacks.set('Granary-Data', live());
      await deploy(['--context', 'terminationProtection=off']);
      expect(ran).toEqual([['deploy', '--all', '--context', 'terminationProtection=off']]);
      expect(stack()?.isProtected).toBe(false);
    });
  });

  describe('settings of the last deployment', () => {
    const outputs = { DeployedSettings: '{"encryption":"customer-managed","domainName":"api.example.com"}' };

    test('stop the deployment if they are missing', async () => {
      cloudFormation.stacks.set('Granary-Data', live({ outputs }));
      expect(await deploy([])).toBe(1);
      expect(ran).toEqual([]);
      expect(written.join()).toContain('encryption=customer-managed, domainName=api.example.com');
    });

    test('come from the file or the command line, and can be changed there, also to their default', async () => {
      cloudFormation.stacks.set('Granary-Data', live({ outputs }));
      writeFileSync(path.join(directory, 'granary.json'), '{ "encryption": "customer-managed" }');
      expect(await deploy(['-c', 'domainName='])).toBe(0);
      expect(ran).toHaveLength(1);
    });

    test('deploys over a version without that output', async () => {
      cloudFormation.stacks.set('Granary-Data', live());
      expect(await deploy([])).toBe(0);
    });

    test('unknown to this version do not stop the deployment', async () => {
      const newer = { DeployedSettings: '{"settingOfALaterVersion":"x"}' };
      cloudFormation.stacks.set('Granary-Data', live({ outputs: newer }));
      expect(await deploy([])).toBe(0);
      expect(written.join()).toContain('settingOfALaterVersion=x');
    });

    test('refuses an unknown setting before any call of AWS', async () => {
      await expect(deploy(['-c', 'encription=x'])).rejects.toThrow('unknown: encription');
    });
  });

  describe('a first deployment that failed', () => {
    const resources = [
      { type: 'AWS::DynamoDB::Table', name: 'table-deleted-by-hand', status: 'DELETE_FAILED' },
      { type: 'AWS::DynamoDB::Table', name: 'empty-table', status: 'DELETE_FAILED' },
      { type: 'AWS::DynamoDB::Table', name: 'used-table', status: 'DELETE_FAILED' },
      { type: 'AWS::S3::Bucket', name: 'a-bucket', status: 'DELETE_FAILED' },
      { type: 'AWS::S3::Bucket', name: 'deleted-bucket', status: 'DELETE_COMPLETE' },
    ];

    beforeAll(async () => {
      for (const TableName of ['empty-table', 'used-table']) {
        await dynamoDb.send(
          new CreateTableCommand({
            TableName,
            KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
            AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
            BillingMode: 'PAY_PER_REQUEST',
            DeletionProtectionEnabled: true,
          }),
        );
      }
      await dynamoDb.send(new PutItemCommand({ TableName: 'used-table', Item: { pk: { S: '1' } } }));
    });

    test('is unprotected, so that the CDK can replace it', async () => {
      cloudFormation.stacks.set(
        'Granary-Data',
        live({ status: 'ROLLBACK_COMPLETE', isProtected: true, resources }),
      );
      await deploy([], () => 1);
      expect(stack()?.isProtected).toBe(false);
      expect((await dynamoDb.send(new ListTablesCommand({}))).TableNames).toContain('empty-table');
    });

    test('whose rollback failed: deletes empty protected tables, lists other resources', async () => {
      cloudFormation.stacks.set('Granary-Data', live({ status: 'ROLLBACK_FAILED', resources }));
      await deploy([]);
      expect((await dynamoDb.send(new ListTablesCommand({}))).TableNames).toEqual(['used-table']);
      expect(written.join('\n')).toContain('Deleted the empty table empty-table.');
      expect(written.join('\n')).toContain('Not deleted: AWS::DynamoDB::Table used-table');
      expect(written.join('\n')).toContain('Not deleted: AWS::S3::Bucket a-bucket');
      expect(written.join('\n')).not.toContain('deleted-bucket');
      expect(written.join('\n')).not.toContain('table-deleted-by-hand');
      expect(ran).toHaveLength(1);
    });
  });
});

function run(...args: string[]) {
  let [output, errors] = ['', ''];
  const status = runCostCommand(
    args,
    (text) => {
      output += text;
    },
    (text) => {
      errors += text;
    },
  );
  return { status, output, errors };
}

const costOf = (...args: string[]) => JSON.parse(run(...args, '--json').output);

describe('npm run cost', () => {
  test('multiplies the measured units of each step with the list price', () => {
    const cost = costOf('--claims-per-day', '1000', '--claims-per-file', '1000');
    const units = measuredSteps.reduce((sum, { writeUnits }) => sum + writeUnits, 0);
    expect(cost.usage.writeUnits).toBeGreaterThan(30_000 * units);
    expect(cost.usage.writeUnits).toBeLessThan(30_000 * units + 10_000);
    expect(cost.dollars.writeUnits).toBeCloseTo(
      (cost.usage.writeUnits * listPrices.perMillionWriteUnits) / 1e6,
    );
    const parts: number[] = Object.values(cost.dollars);
    expect(cost.total).toBeCloseTo(parts.reduce((sum, one) => sum + one, 0));
    expect(cost.perThousandClaims).toBeCloseTo(cost.total / 30);
    expect(cost.assumptions).not.toEqual([]);
  });

  test('twice the claims cost twice as much, smaller files more, and longer storage more', () => {
    const files = ['--claims-per-file', '500', '--requests-per-day', '0'];
    const one = costOf('--claims-per-day', '5000', ...files);
    expect(costOf('--claims-per-day', '10000', ...files).total).toBeCloseTo(2 * one.total);
    expect(
      costOf('--claims-per-day', '5000', '--requests-per-day', '0', '--claims-per-file', '1').total,
    ).toBeGreaterThan(one.total);
    expect(costOf('--claims-per-day', '5000', ...files, '--months-kept', '0').total).toBeLessThan(one.total);
  });

  test('prints a table with its assumptions', () => {
    const { status, output, errors } = run('--claims-per-day', '10000');
    expect({ status, errors }).toEqual({ status: 0, errors: '' });
    expect(output).toContain('10,000 claims a day in files of 100');
    expect(output).toMatch(/^DynamoDB write units +[\d,]+ +\d+\.\d\d$/m);
    expect(output).toMatch(/^Total +\d+\.\d\d$/m);
    expect(output).toContain('Assumptions:');
  });

  test.each([
    [[], '--claims-per-day is missing'],
    [['--claims-per-day', '0'], '--claims-per-day takes a whole number from 1 to 1000000000, not "0"'],
    [['--claims-per-day', 'many'], 'not "many"'],
    [['--claims-per-day', '1e3'], 'not "1e3"'],
    [['--claims-per-day=-5'], 'not "-5"'],
    [['--claims-per-day', '10', '--claims-per-file', '0'], '--claims-per-file takes a whole number'],
    [['--claims', '10'], "Unknown option '--claims'"],
  ])('refuses %j', (args, message) => {
    const { status, output, errors } = run(...args);
    expect({ status, output }).toEqual({ status: 2, output: '' });
    expect(errors).toContain(message);
    expect(errors).toContain('npm run --silent cost -- --claims-per-day N');
  });
});
