import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
import { regionsWithout, rolesOfDeployment } from '#lib/operations/account-limits.ts';
import { measuredSteps, runCostCommand } from '#lib/operations/cost/cost-command.ts';
import { listPrices } from '#lib/operations/cost/list-prices.ts';
import { type DeployCommand, runDeployCommand } from '#lib/operations/deploy-command.ts';
import { chosenSettings, parseSettings } from '#lib/settings/settings.ts';
import { readSettingsFile } from '#lib/settings/settings-file.ts';
import { type DynamoEngine, startDynamoEngine } from '../../store/dynamodb/dynamo-engine.ts';
import { resourcesOfType, synthesizedStacks } from '../synthesis/template.ts';

const root = path.resolve(import.meta.dirname, '../../..');

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

  /** What the stand-ins of the other services say about the account. */
  const usualAccount = {
    executions: 1000,
    roles: 50,
    apiKeys: 1,
    production: true,
    emailRate: 14,
    smsTier: 'PRODUCTION',
    denied: '',
  };
  let account = usualAccount;

  /** Serves the calls that read limits of the account: Lambda, IAM, API Gateway, SES and text messages. */
  async function startAccount() {
    const server = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
      const [reply = () => '{}'] = Object.entries(accountReplies).flatMap(([path, one]) =>
        pathname.startsWith(path) ? [one] : [],
      );
      request.resume();
      if (account.denied !== '' && pathname.startsWith(account.denied)) {
        response.statusCode = 403;
        response.end(errorXml('AccessDenied', 'No permission'));
        return;
      }
      response.end(reply());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    return { endpoint: `http://127.0.0.1:${port}`, stop: () => server.close() };
  }

  const accountReplies: Readonly<Record<string, () => string>> = {
    '/2016-08-19/account-settings': () =>
      JSON.stringify({ AccountLimit: { ConcurrentExecutions: account.executions } }),
    '/iam': () =>
      `<GetAccountSummaryResponse><GetAccountSummaryResult><SummaryMap>${[
        ['Roles', account.roles],
        ['RolesQuota', 1000],
      ]
        .map(([key, value]) => `<entry><key>${key}</key><value>${value}</value></entry>`)
        .join('')}</SummaryMap></GetAccountSummaryResult></GetAccountSummaryResponse>`,
    '/apikeys': () =>
      JSON.stringify({ item: Array.from({ length: account.apiKeys }, (_, n) => ({ id: `${n}` })) }),
    '/v2/email/account': () =>
      JSON.stringify({
        ProductionAccessEnabled: account.production,
        SendQuota: { MaxSendRate: account.emailRate },
      }),
    '/sms': () => JSON.stringify({ AccountAttributes: [{ Name: 'ACCOUNT_TIER', Value: account.smsTier }] }),
  };

  let cloudFormation: Awaited<ReturnType<typeof startCloudFormation>>;
  let services: Awaited<ReturnType<typeof startAccount>>;
  let engine: DynamoEngine;
  let dynamoDb: DynamoDBClient;
  let directory: string;
  let written: string[];
  let ran: (readonly string[])[];

  beforeAll(async () => {
    cloudFormation = await startCloudFormation();
    services = await startAccount();
    engine = await startDynamoEngine();
    Object.assign(process.env, {
      AWS_ENDPOINT_URL_CLOUDFORMATION: cloudFormation.endpoint,
      AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint,
      AWS_ENDPOINT_URL_LAMBDA: services.endpoint,
      AWS_ENDPOINT_URL_IAM: `${services.endpoint}/iam`,
      AWS_ENDPOINT_URL_API_GATEWAY: services.endpoint,
      AWS_ENDPOINT_URL_SESV2: services.endpoint,
      AWS_ENDPOINT_URL_PINPOINT_SMS_VOICE_V2: `${services.endpoint}/sms`,
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
      AWS_REGION: 'us-east-1',
    });
    dynamoDb = new DynamoDBClient({});
  });

  afterAll(async () => {
    cloudFormation.stop();
    services.stop();
    await engine.stop();
  });

  beforeEach(() => {
    directory = mkdtempSync(path.join(tmpdir(), 'granary-deploy-'));
    cloudFormation.stacks.clear();
    cloudFormation.stacks.set('CDKToolkit', live());
    account = usualAccount;
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
      ask: undefined,
      invite: refuseToInvite,
    });

  const refuseToInvite = () => Promise.reject(new Error('Nobody is to be invited'));

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

  describe('limits of the account', () => {
    const withMailbox = ['-c', 'alarmEmail=operations@example.com'];
    const senders = ['-c', 'senderEmail=farm@example.com', '-c', 'smsOrigination=phone-1'];

    test('that suffice are not mentioned', async () => {
      expect(await deploy([...withMailbox, ...senders])).toBe(0);
      expect(written).toEqual([]);
      expect(ran).toHaveLength(1);
    });

    test.each([
      [
        { executions: 10 },
        withMailbox,
        'Lambda runs 10 functions of this account at a time. Before production, raise',
      ],
      [
        { executions: 10 },
        [...withMailbox, '-c', 'backgroundConcurrency=9'],
        'lower backgroundConcurrency (9).',
      ],
      [{ roles: 950 - rolesOfDeployment }, withMailbox, `has ${950 - rolesOfDeployment} of 1000 IAM roles`],
      [{ apiKeys: 9100 }, withMailbox, '9100 of 10000 API keys of the region are in use'],
      [{ production: false }, [...withMailbox, ...senders], 'SES is in its sandbox'],
      [
        {},
        [...withMailbox, ...senders, '-c', 'emailRate=20'],
        'SES sends 14 e-mails a second; lower emailRate (20)',
      ],
      [{ smsTier: 'SANDBOX' }, [...withMailbox, ...senders], 'SMS is in its sandbox'],
      [{ denied: '/iam' }, withMailbox, 'Not checked: number of IAM roles (AccessDenied'],
      [{}, [], 'Alarms notify nobody: set alarmEmail'],
    ])('with %j and %j, says what to raise before it deploys', async (limits, arguments_, text) => {
      account = { ...usualAccount, ...limits };
      let before: readonly string[] = [];
      const exitCode = await deploy(arguments_, () => {
        before = [...written];
        return 0;
      });
      expect(exitCode).toBe(0);
      expect(before.filter((line) => line.includes(text))).toHaveLength(1);
      expect(before.length).toBeLessThanOrEqual(2);
    });

    test('stop a first deployment that would exceed the quota of roles, and no update', async () => {
      account = { ...usualAccount, roles: 1001 - rolesOfDeployment };
      expect(await deploy(withMailbox)).toBe(1);
      expect(ran).toEqual([]);
      expect(written.at(-1)).toBe('Nothing was deployed.');
      cloudFormation.stacks.set('Granary-Data', live());
      expect(await deploy(withMailbox)).toBe(0);
    });

    test('stop a deployment into a region without the service of a setting', async () => {
      const region = regionsWithout.smsOrigination[0];
      expect(await deploy([...withMailbox, ...senders, '--region', region])).toBe(1);
      expect(written.join()).toContain(`smsOrigination needs a service that ${region} does not have.`);
      expect(await deploy([...withMailbox, '--region', region])).toBe(0);
    });

    test.each(Object.entries(regionsWithout))(
      'docs/deploy.md lists the regions without %s',
      (setting, regions) => {
        const page = readFileSync(path.join(root, 'docs/deploy.md'), 'utf8');
        const row = new RegExp(`^\\| .*\`${setting}\`.* \\| all but (.*) \\|$`, 'm').exec(page)?.[1];
        expect(row?.split(', ')).toEqual(regions.map((one) => `\`${one}\``));
      },
    );

    test('count the roles of the templates', async () => {
      const app = await synthesizedStacks('web');
      const roles = ['Data', 'Commerce', 'Claims', 'Web'].flatMap((id) =>
        resourcesOfType(app(id).resources, 'AWS::IAM::Role'),
      );
      expect(rolesOfDeployment).toBeGreaterThanOrEqual(roles.length);
      expect(rolesOfDeployment - roles.length).toBeLessThan(20);
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

  describe('the first day', () => {
    const email = 'ana@example.com';
    const granaryJson = () => JSON.parse(readFileSync(path.join(directory, 'granary.json'), 'utf8'));

    /** Addresses in the order in which the stacks are deployed. */
    const outputs = {
      Data: {},
      Commerce: { CommerceApiUrl: 'https://commerce.example/live' },
      Claims: { ClaimsApiUrl: 'https://claims.example/live' },
      Web: { WebAppUrl: 'https://d1.cloudfront.example' },
    } as const;

    type Step = 'bootstrap' | keyof typeof outputs | 'before the e-mail' | 'after the e-mail';

    /** Everything that happens outside of the command, in order. */
    let happened: string[];

    beforeEach(() => {
      cloudFormation.stacks.clear();
      happened = [];
    });

    /** The CDK and the user pool of an account, until one step fails. */
    const accountUntil = (failing: Step | undefined): Pick<DeployCommand, 'cdk' | 'invite'> => ({
      cdk: async ([command = '', ...options]) => {
        happened.push([command, ...options].join(' '));
        if (command === 'bootstrap') return create('CDKToolkit', {}, failing === 'bootstrap');
        for (const [name, own] of Object.entries(outputs)) {
          const settings = chosenSettings(parseSettings(readSettingsFile(directory, {})));
          const DeployedSettings = JSON.stringify(settings);
          if (create(`Granary-${name}`, { ...own, DeployedSettings }, failing === name) === 1) return 1;
        }
        return 0;
      },
      invite: async (owner) => {
        expect(owner).toMatchObject({ email, stackPrefix: 'Granary' });
        if (failing === 'before the e-mail') throw new Error('Cognito is not reachable');
        happened.push(`e-mail to ${email}`);
        if (failing === 'after the e-mail') throw new Error('Cognito is not reachable');
        return 'invited';
      },
    });

    function create(name: string, own: Readonly<Record<string, string>>, fails: boolean): 0 | 1 {
      if (stack(name)?.status === 'CREATE_COMPLETE') return 0;
      const status = fails ? 'ROLLBACK_COMPLETE' : 'CREATE_COMPLETE';
      cloudFormation.stacks.set(name, live({ status, outputs: own }));
      return fails ? 1 : 0;
    }

    /** A person at a terminal who gives these answers. */
    const person = (...answers: readonly (string | undefined)[]): DeployCommand['ask'] => {
      const left = answers.values();
      return async (question) => {
        happened.push('question');
        expect(readFileSync(path.join(root, 'docs/deploy.md'), 'utf8')).toContain(`\n${question.trim()}\n`);
        const { done, value } = left.next();
        if (done === true) throw new Error('Asked too often');
        return value;
      };
    };

    const run = (
      arguments_: readonly string[],
      ask: DeployCommand['ask'],
      failing?: Step,
      environment: DeployCommand['environment'] = {},
    ) =>
      runDeployCommand({
        arguments: arguments_,
        environment,
        directory,
        write: (line) => written.push(line),
        ask,
        ...accountUntil(failing),
      });

    test('leads with one answer to the web app, and to an invitation', async () => {
      expect(await run(['--region', 'eu-west-1'], person(` ${email} `))).toBe(0);
      expect(happened).toEqual([
        'question',
        'bootstrap --region eu-west-1',
        'deploy --all --region eu-west-1 --require-approval never',
        `e-mail to ${email}`,
      ]);
      expect(written).toEqual([
        'First deployment of Granary, into eu-west-1. docs/deploy.md describes what it creates.',
        'Wrote granary.json.',
        'Bootstrapping the account: creating the stack CDKToolkit.',
        'The Data stack is protected against deletion.',
        'Web app       https://d1.cloudfront.example',
        'Commerce API  https://commerce.example/live',
        'Claims API    https://claims.example/live',
        `Sent the invitation to ${email}.`,
        'Commit granary.json: the next deployments need its settings.',
      ]);
      expect(granaryJson()).toEqual({ identity: 'cognito', alarmEmail: email });
      const page = readFileSync(path.join(root, 'docs/deploy.md'), 'utf8');
      expect(page).toContain(written.slice(-2).join('\n'));
    });

    const steps: readonly Step[] = [
      'bootstrap',
      'Data',
      'Commerce',
      'Claims',
      'Web',
      'before the e-mail',
      'after the e-mail',
    ];

    test.each(steps)('continues after a failure: %s', async (failing) => {
      const failed = await run([], person(email), failing).catch((error: Error) => error.message);
      expect(failed).toEqual(failing.endsWith('e-mail') ? 'Cognito is not reachable' : 1);
      expect(written.at(-1)).toContain('run npm run deploy again.');
      expect(granaryJson()).toMatchObject({ ownerEmail: email });

      expect(await run([], person(email))).toBe(0);
      expect(happened.filter((one) => one === 'question')).toHaveLength(1);
      expect(happened.filter((one) => one.startsWith('bootstrap'))).toHaveLength(
        failing === 'bootstrap' ? 2 : 1,
      );
      expect(happened.filter((one) => one === `e-mail to ${email}`)).toHaveLength(
        failing === 'after the e-mail' ? 2 : 1,
      );
      expect(granaryJson()).toEqual({ identity: 'cognito', alarmEmail: email });

      // A later deployment asks for approval again, and invites nobody.
      happened = [];
      expect(await run([], person())).toBe(0);
      expect(happened).toEqual(['deploy --all --context terminationProtection=on']);
    });

    test.each([
      [[], undefined],
      [['--require-approval', 'never'], person(email)],
      [['-c', 'ownerEmail='], person(email)],
      [['-c', 'issuer=https://login.example.com', '-c', 'audience=granary'], person(email)],
      [['-c', 'identity=cognito'], person(email)],
      [[], person('')],
    ])('deploys with %j and without an owner as the CDK does', async (arguments_, ask) => {
      expect(await run(arguments_, ask)).toBe(0);
      expect(happened.at(-1)).toBe(['deploy --all', ...arguments_].join(' '));
      expect(happened.includes('question')).toBe(arguments_.length === 0 && ask !== undefined);
      expect(() => granaryJson()).toThrow('ENOENT');
    });

    test('needs no terminal: an option gives the answer', async () => {
      const options = ['-c', `ownerEmail=${email}`, '-c', 'alarmEmail=alarms@example.com'];
      expect(await run([...options, '--require-approval', 'never'], undefined)).toBe(0);
      expect(happened).toEqual([
        `bootstrap --context ownerEmail=${email} --context alarmEmail=alarms@example.com`,
        `deploy --all ${options.join(' ')} --require-approval never`,
        `e-mail to ${email}`,
      ]);
      expect(granaryJson()).toEqual({ identity: 'cognito', alarmEmail: 'alarms@example.com' });
    });

    test('asks again after a typing error, and stops if the person cancels', async () => {
      expect(await run([], person('ana@', undefined))).toBe(1);
      expect(happened).toEqual(['question', 'question']);
      expect(written.slice(-2)).toEqual(['Not an e-mail address.', 'Nothing was deployed.']);
      expect(() => granaryJson()).toThrow('ENOENT');
    });

    test('asks nothing if there is a settings file or a deployment', async () => {
      const file = path.join(directory, 'staging.json');
      const settings = { identity: 'cognito', backgroundConcurrency: 9, ownerEmail: email };
      writeFileSync(file, JSON.stringify(settings));
      expect(await run([], person(), undefined, { GRANARY_SETTINGS: 'staging.json' })).toBe(0);
      expect(happened).toContain(`e-mail to ${email}`);
      expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
        identity: 'cognito',
        backgroundConcurrency: 9,
      });
      cloudFormation.stacks.set('Granary-Data', live());
      expect(await run([], person())).toBe(0);
      expect(happened).not.toContain('question');
    });

    test('refuses an owner whom no user pool would know', async () => {
      writeFileSync(path.join(directory, 'granary.json'), '{ "environment": "staging" }');
      await expect(run(['-c', `ownerEmail=${email}`], undefined)).rejects.toThrow('needs identity=cognito');
      expect(happened).toEqual([]);
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
  const sum = (parts: Readonly<Record<string, number>>) =>
    Object.values(parts).reduce((all, one) => all + one, 0);

  test('multiplies the measured units of each step with the list price', () => {
    const cost = costOf('--claims-per-day', '1000', '--claims-per-file', '1000');
    const units = measuredSteps.reduce((all, { writeUnits }) => all + writeUnits, 0);
    expect(cost.usage.writeUnits).toBeGreaterThan(30_000 * units);
    expect(cost.usage.writeUnits).toBeLessThan(30_000 * units + 10_000);
    expect(cost.dollars.writeUnits).toBeCloseTo(
      (cost.usage.writeUnits * listPrices.perMillionWriteUnitsInfrequent) / 1e6,
    );
    expect(cost.totalFixed).toBeCloseTo(sum(cost.fixed));
    expect(cost.total).toBeCloseTo(cost.totalFixed + sum(cost.dollars));
    expect(cost.perThousandClaims).toBeCloseTo(cost.total / 30);
    expect(cost.assumptions).not.toEqual([]);
  });

  test('twice the claims cost twice as much, smaller files more, and longer storage more', () => {
    const volumeOf = (...args: string[]) => {
      const { metrics: _, ...dollars } = costOf('--requests-per-day', '0', ...args).dollars;
      return sum(dollars);
    };
    const files = ['--claims-per-file', '500'];
    const one = volumeOf('--claims-per-day', '5000', ...files);
    expect(volumeOf('--claims-per-day', '10000', ...files)).toBeCloseTo(2 * one);
    expect(volumeOf('--claims-per-day', '5000', '--claims-per-file', '1')).toBeGreaterThan(one);
    expect(volumeOf('--claims-per-day', '5000', ...files, '--months-kept', '0')).toBeLessThan(one);
  });

  test('an idle deployment costs less than 5 dollars a month, and 10,000 claims a day less than 30', () => {
    const idle = costOf('--claims-per-day', '0', '--requests-per-day', '0');
    expect(idle.total).toBe(idle.totalFixed);
    expect(idle.total).toBeLessThan(5);
    expect(costOf('--claims-per-day', '10000').total).toBeLessThan(30);
  });

  /** Each line of a bill in docs/scale.md is the product of the numbers in its text. Lines of one name are added. */
  test.each([
    ['An idle month', ['--claims-per-day', '0', '--requests-per-day', '0']],
    ['A month of 10,000 claims a day', ['--claims-per-day', '10000']],
  ])('agrees with the bill by hand: %s', (title, args) => {
    const page = readFileSync(path.join(root, 'docs/scale.md'), 'utf8');
    const [, table = ''] =
      new RegExp(`^### ${title}\\n([\\s\\S]*?)(?=^#|(?![\\s\\S]))`, 'm').exec(page) ?? [];
    const lines = [...table.matchAll(/^\| ([A-Z][^|]*?) \| ([^|]*\d[^|]*?) \| ([\d.]+) \|$/gm)];
    expect(lines.length).toBeGreaterThan(7);
    const byHand = new Map<string, number>();
    for (const [, name = '', text = '', dollars] of lines) {
      const numbers = [...text.matchAll(/\d[\d,]*(\.\d+)?/g)].map(([one]) => Number(one.replaceAll(',', '')));
      const product = numbers.reduce((all, one) => all * one, 1);
      expect([name, text, product.toFixed(2)]).toEqual([name, text, dollars]);
      byHand.set(name, (byHand.get(name) ?? 0) + product);
    }
    const total = [...byHand.values()].reduce((all, one) => all + one, 0);
    const printed = new Map(
      [...run(...args).output.matchAll(/^([A-Z].{31})[ \d,]{14}([ \d.]{10})$/gm)].map(
        ([, name = '', dollars]) => [name.trim(), Number(dollars)],
      ),
    );
    expect(total).toBeCloseTo(printed.get('Total') ?? 0, 1);
    for (const [name, dollars] of byHand)
      expect([name, printed.get(name)]).toEqual([name, Number(dollars.toFixed(2))]);
    expect(table).toContain(`| Total | | ${total.toFixed(2)} |`);
  });

  test('prints a table with its assumptions', () => {
    const { status, output, errors } = run('--claims-per-day', '10000');
    expect({ status, errors }).toEqual({ status: 0, errors: '' });
    expect(output).toContain('10,000 claims a day in files of 100');
    expect(output).toMatch(/^DynamoDB write units +[\d,]+ +\d+\.\d\d$/m);
    expect(output).toMatch(/^Fixed +\d\.\d\d$/m);
    expect(output).toMatch(/^Total +\d+\.\d\d$/m);
    expect(output).toContain('Assumptions:');
  });

  test.each([
    [[], '--claims-per-day is missing'],
    [['--claims-per-day', 'many'], '--claims-per-day takes a whole number from 0 to 1000000000, not "many"'],
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
