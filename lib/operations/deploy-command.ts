import { parseArgs } from 'node:util';
import * as z from 'zod';
import { type DeploymentSettings, parseSettings, settingNames } from '../settings/settings.ts';
import { changeSettingsFile, hasSettingsFile, readSettingsFile } from '../settings/settings-file.ts';
import { type AwsLocation, adviceFor } from './account-limits.ts';
import { DeployedStack } from './deployed-stack.ts';

type Variables = Readonly<Record<string, string | undefined>>;
type GivenSettings = Readonly<Record<string, string>>;

/** The first person of an installation. */
export interface FirstOwner {
  readonly email: string;
  readonly stackPrefix: string;
  readonly place: AwsLocation;
}

export interface DeployCommand {
  readonly arguments: readonly string[];
  readonly environment: Variables;
  readonly directory: string;
  /** Runs `cdk` with these arguments and returns its exit code. */
  readonly cdk: (arguments_: readonly string[]) => Promise<number>;
  readonly write: (line: string) => void;
  /** Asks a person; undefined without a terminal. Returns undefined if the person cancels. */
  readonly ask: ((question: string) => Promise<string | undefined>) | undefined;
  /**
   * Gives the first owner a sign-in, and sends the invitation. Completes what an earlier run left out.
   *
   * @returns `known` if the person has signed in before, and needs no invitation
   */
  readonly invite: (owner: FirstOwner) => Promise<'invited' | 'known'>;
}

/**
 * Runs `npm run deploy`, which is `cdk deploy --all` with these additions: it asks for the first owner of a new
 * installation, bootstraps the account, removes the rest of a failed first deployment, refuses to deploy without the
 * settings of the last deployment, says which limits of the account are too low, protects the Data stack against deletion
 * once it exists, and invites the first owner. The next run continues after a failure in any of these steps.
 *
 * @returns the exit code of the CDK, or 1 if it did not run
 */
export async function runDeployCommand(command: DeployCommand): Promise<number> {
  const { directory, environment, write } = command;
  const given = readDeployArguments(command.arguments, environment);
  const { place, settings: own } = given;
  const file = { ...readSettingsFile(directory, environment) };
  const stack = new DeployedStack(`${parseSettings({ ...file, ...own }).stackPrefix}-Data`, place);
  const before = await stack.state();
  const isFirst = before.kind !== 'live';
  if (isFirst) {
    const answer = await firstAnswer(command, given, stack);
    if (answer === 'cancelled') return refuse(write);
    Object.assign(file, answer);
  }
  const chosen = { ...file, ...own };
  const settings = parseSettings(chosen);
  const owner = ownerOf(settings, place);
  if (before.kind === 'failed-creation') await clear(stack, before, write);
  if (before.kind === 'live') {
    const { leftOut, unknown } = missingSettings(before.outputs['DeployedSettings'], Object.keys(chosen));
    if (unknown.length > 0) write(`Unknown settings of a later version: ${unknown.join(', ')}.`);
    if (leftOut.length > 0) {
      return refuse(
        write,
        `Settings of the last deployment are missing: ${leftOut.join(', ')}. ` +
          'Put them into granary.json. To change one, give its new value, which may be empty, with -c name=value.',
      );
    }
  }
  const advice = await adviceFor({ settings, place, isFirst });
  for (const { text } of advice) write(text);
  if (advice.some(({ refused }) => refused)) return refuse(write);
  if (isFirst) {
    const exitCode = await bootstrap(command, given);
    if (exitCode !== 0) return exitCode;
  }
  const protection = chosen['terminationProtection'] ?? (isFirst ? undefined : 'on');
  const exitCode = await command.cdk([
    'deploy',
    '--all',
    ...command.arguments,
    ...(protection !== undefined && own['terminationProtection'] === undefined
      ? ['--context', `terminationProtection=${protection}`]
      : []),
    ...(owner !== undefined && given.approval === undefined && !(await servesBoth(owner))
      ? ['--require-approval', 'never']
      : []),
  ]);
  if (chosen['terminationProtection'] !== 'off') await protect(stack, write);
  if (owner !== undefined) {
    if (exitCode === 0) await welcome(command, owner);
    else write(`${owner.email} is not invited yet. Fix the cause, then run npm run deploy again.`);
  }
  return exitCode;
}

function refuse(write: DeployCommand['write'], ...reasons: readonly string[]): 1 {
  write(['Nothing was deployed.', ...reasons].join(' '));
  return 1;
}

interface GivenArguments {
  readonly settings: GivenSettings;
  readonly place: AwsLocation;
  /** When the CDK asks for approval; its default if undefined. */
  readonly approval: string | undefined;
  readonly toolkitStack: string | undefined;
}

/** Reads settings (`-c name=value`) and the options that this command needs itself, and ignores all other arguments. */
export function readDeployArguments(arguments_: readonly string[], environment: Variables): GivenArguments {
  const { values } = parseArgs({
    args: [...arguments_],
    strict: false,
    allowPositionals: true,
    options: {
      context: { type: 'string', short: 'c', multiple: true },
      profile: { type: 'string' },
      region: { type: 'string' },
      'require-approval': { type: 'string' },
      'toolkit-stack-name': { type: 'string' },
    },
  });
  const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);
  const context = (values.context ?? []).filter((one) => typeof one === 'string');
  const profile = textOf(values.profile);
  // The SDK does not read AWS_DEFAULT_REGION; the CDK and the AWS CLI do.
  const region =
    textOf(values.region) ?? (environment['AWS_REGION'] || environment['AWS_DEFAULT_REGION'] || undefined);
  return {
    settings: Object.fromEntries(
      context.map((one) => one.split(/=(.*)/s, 2)).map(([name = '', value = '']) => [name, value]),
    ),
    place: { ...(profile !== undefined && { profile }), ...(region !== undefined && { region }) },
    approval: textOf(values['require-approval']),
    toolkitStack: textOf(values['toolkit-stack-name']),
  };
}

/**
 * Writes the settings of a new installation, after its only question: the e-mail address of the first owner. Asks nothing
 * if there are settings of the sign-in or a settings file already, or nobody to ask.
 *
 * @returns the settings, without any if there is to be no owner
 */
async function firstAnswer(
  { directory, environment, ask, write }: DeployCommand,
  { settings: own, approval }: GivenArguments,
  stack: DeployedStack,
): Promise<GivenSettings | 'cancelled'> {
  if (hasSettingsFile(directory, environment) || 'issuer' in own || 'identity' in own) return {};
  let email = own['ownerEmail'];
  if (email === undefined && ask !== undefined && approval !== 'never') {
    write(
      `First deployment of Granary, into ${await stack.region()}. docs/deploy.md describes what it creates.`,
    );
    email = await askForAddress(ask, write);
    if (email === undefined) return 'cancelled';
  }
  if (!email) return {};
  const answer = { identity: 'cognito', alarmEmail: own['alarmEmail'] ?? email, ownerEmail: email };
  const name = changeSettingsFile(directory, environment, answer);
  write(`Wrote ${name}.`);
  return answer;
}

async function askForAddress(
  ask: NonNullable<DeployCommand['ask']>,
  write: DeployCommand['write'],
): Promise<string | undefined> {
  for (;;) {
    const answer = (
      await ask('E-mail address of the first owner, also for alarms (empty: API keys only): ')
    )?.trim();
    if (answer === undefined || answer === '' || z.email().safeParse(answer).success) return answer;
    write('Not an e-mail address.');
  }
}

/** Runs `cdk bootstrap` if the account and region lack it. Returns its exit code, or 0 if it did not run. */
async function bootstrap({ cdk, write }: DeployCommand, given: GivenArguments): Promise<number> {
  const { settings, place, toolkitStack = 'CDKToolkit' } = given;
  // A pipeline's role may not be allowed to see this stack. The CDK then reports what is missing.
  const toolkit = await new DeployedStack(toolkitStack, place).state().catch(() => undefined);
  if (toolkit?.kind !== 'absent' && toolkit?.kind !== 'failed-creation') return 0;
  write(`Bootstrapping the account: creating the stack ${toolkitStack}.`);
  const exitCode = await cdk([
    'bootstrap',
    ...Object.entries({
      profile: place.profile,
      region: place.region,
      'toolkit-stack-name': given.toolkitStack,
    })
      .filter(([, value]) => value !== undefined)
      .flatMap(([name, value = '']) => [`--${name}`, value]),
    ...Object.entries(settings).flatMap(([name, value]) => ['--context', `${name}=${value}`]),
  ]);
  if (exitCode !== 0) write('The account is not bootstrapped. Fix the cause, then run npm run deploy again.');
  return exitCode;
}

/** Protects the Data stack if it exists, even after a failed deployment, because it may hold data. */
async function protect(stack: DeployedStack, write: DeployCommand['write']): Promise<void> {
  const after = await stack.state();
  if (after.kind !== 'live' || after.isProtected) return;
  await stack.protect(true);
  write('The Data stack is protected against deletion.');
}

/**
 * Removes the rest of a failed creation. The CDK deletes the failed stack, but not if it is protected, and not its
 * protected tables, which stopped the rollback. A stack in this state was never in use.
 */
async function clear(
  stack: DeployedStack,
  { status, isProtected }: { readonly status: string; readonly isProtected: boolean },
  write: DeployCommand['write'],
): Promise<void> {
  write(`The first deployment of the Data stack failed (${status}); deploying it again.`);
  if (isProtected) await stack.protect(false);
  if (status !== 'ROLLBACK_FAILED') return;
  for (const { type, name } of await stack.retainedResources()) {
    const outcome = type === 'AWS::DynamoDB::Table' ? await stack.deleteEmptyTable(name) : 'kept';
    if (outcome === 'deleted') write(`Deleted the empty table ${name}.`);
    if (outcome === 'kept') write(`Not deleted: ${type} ${name}; see docs/deploy.md.`);
  }
}

/** Returns the owner that the settings name; undefined if they name none, or an earlier run has invited the owner. */
function ownerOf({ ownerEmail, identity, stackPrefix }: DeploymentSettings, place: AwsLocation) {
  if (ownerEmail === '') return undefined;
  if (identity !== 'cognito') throw new Error('The setting ownerEmail needs identity=cognito.');
  return { email: ownerEmail, stackPrefix, place };
}

/** Whether both services were deployed before, so that the CDK asks for approval as usual. */
async function servesBoth({ stackPrefix, place }: FirstOwner): Promise<boolean> {
  const states = ['Commerce', 'Claims'].map((name) =>
    new DeployedStack(`${stackPrefix}-${name}`, place).state(),
  );
  return (await Promise.all(states)).every(({ kind }) => kind === 'live');
}

const addresses = [
  { stack: 'Web', output: 'WebAppUrl', label: 'Web app' },
  { stack: 'Commerce', output: 'CommerceApiUrl', label: 'Commerce API' },
  { stack: 'Claims', output: 'ClaimsApiUrl', label: 'Claims API' },
] as const;

/** Prints the addresses of a new installation, invites its owner, and removes the owner from the settings file. */
async function welcome(command: DeployCommand, owner: FirstOwner): Promise<void> {
  const { directory, environment, invite, write } = command;
  const { email, stackPrefix, place } = owner;
  for (const { stack, output, label } of addresses) {
    const state = await new DeployedStack(`${stackPrefix}-${stack}`, place).state();
    if (state.kind === 'live') write(`${label.padEnd(14)}${state.outputs[output]}`);
  }
  const outcome = await invite(owner).catch((error: unknown) => {
    write(`Deployed, but ${email} is not invited yet. Fix the cause, then run npm run deploy again.`);
    throw error;
  });
  write(
    outcome === 'invited'
      ? `Sent the invitation to ${email}.`
      : `${email} has signed in before and needs no invitation.`,
  );
  if ('ownerEmail' in readSettingsFile(directory, environment)) {
    const name = changeSettingsFile(directory, environment, { ownerEmail: undefined });
    write(`Commit ${name}: the next deployments need its settings.`);
  }
}

const deployedSchema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));

/**
 * Returns the settings of the last deployment that this one leaves out, each as `name=value`. A forgotten setting would
 * fall back to its default, which removes the custom domain or the customer-managed key. `unknown`: settings that only a
 * later version has.
 *
 * @param deployed output DeployedSettings of the Data stack; undefined if the deployment has none
 * @param given names of the settings of this deployment
 */
function missingSettings(deployed: string | undefined, given: readonly string[]) {
  const settings = deployed === undefined ? {} : deployedSchema.parse(JSON.parse(deployed));
  const missing = Object.entries(settings).filter(([name]) => !given.includes(name));
  const texts = (known: boolean) =>
    missing
      .filter(([name]) => settingNames.includes(name) === known)
      .map(([name, value]) => `${name}=${value}`);
  return { leftOut: texts(true), unknown: texts(false) };
}
