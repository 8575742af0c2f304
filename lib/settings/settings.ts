import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import * as z from 'zod';
import { roleNames } from '#contract/role-names.ts';
import { checkDomainSettings, domainSettings } from './domain-settings.ts';

/**
 * Size of one function. None reserves concurrency: an account has to keep 10 unreserved executions, and a new account
 * has no more than these 10.
 */
export interface FunctionSettings {
  readonly memoryMegabytes: number;
  /** Below API Gateway's own 29 seconds, so that the function's answer, not the gateway's, ends a slow request. */
  readonly timeoutSeconds: number;
}

/** Token bucket of a method: refill per second and size. */
export interface Throttle {
  readonly ratePerSecond: number;
  readonly burst: number;
}

const everyFunction: FunctionSettings = { memoryMegabytes: 1024, timeoutSeconds: 15 };

const functionOverrides: { readonly [name: string]: Partial<FunctionSettings> } = {
  'commerce/authorizer': { timeoutSeconds: 10 },
  'commerce/get-report': { timeoutSeconds: 25 },
  'claims/authorizer': { timeoutSeconds: 10 },
  'claims/verify-audit-log': { memoryMegabytes: 1769, timeoutSeconds: 28 },
  'claims/create-checkpoint': { memoryMegabytes: 1769, timeoutSeconds: 28 },
  'claims/sign-checkpoint': { memoryMegabytes: 1769, timeoutSeconds: 900 },
  'claims/carry-on-audit-run': { memoryMegabytes: 1769, timeoutSeconds: 900 },
  // One whole processor; its memory stays below 300 MB whatever the size of the file. What does not end in this time
  // continues behind the files that wait, and a run that dies is repeated after six times this time.
  'claims/ingest-file': { memoryMegabytes: 1769, timeoutSeconds: 300 },
  'claims/parse-implementation-acknowledgment': { memoryMegabytes: 1769, timeoutSeconds: 28 },
  'claims/parse-claim-acknowledgment': { memoryMegabytes: 1769, timeoutSeconds: 28 },
  'claims/parse-remittance': { memoryMegabytes: 1769, timeoutSeconds: 28 },
  // Below the lease on a submission, so that nobody else carries it on while this function still may.
  'claims/submit-claims': { memoryMegabytes: 1769, timeoutSeconds: 28 },
  'claims/reload-config': { timeoutSeconds: 28 },
  'claims/test-connection': { timeoutSeconds: 28 },
  'claims/check-claims-again': { memoryMegabytes: 1769, timeoutSeconds: 28 },
  'claims/exchange-files': { timeoutSeconds: 240 },
  'claims/mark-overdue': { timeoutSeconds: 840 },
  'claims/answer-as-payer': { timeoutSeconds: 120 },
  'claims/migrate-schema': { timeoutSeconds: 900 },
};

const throttles = {
  read: { ratePerSecond: 2000, burst: 4000 },
  write: { ratePerSecond: 1000, burst: 2000 },
} as const satisfies Record<string, Throttle>;

const throttleOverrides: { readonly [name: string]: Throttle } = {
  // Each campaign fans out to many messages later on.
  'commerce/create-campaign': { ratePerSecond: 100, burst: 500 },
  // API Gateway creates at most 5 API keys per second in an account, and each brand gets one.
  'commerce/create-brand': { ratePerSecond: 5, burst: 25 },
  // Each reads a whole chain.
  'claims/verify-audit-log': { ratePerSecond: 5, burst: 10 },
  'claims/create-checkpoint': { ratePerSecond: 5, burst: 10 },
  'claims/start-verification': { ratePerSecond: 5, burst: 10 },
  'claims/export-audit-log': { ratePerSecond: 5, burst: 10 },
};

/** The smallest number of runs at a time that Lambda takes for a queue. */
export const minConcurrency = 2;

export const logRetention = {
  functions: RetentionDays.THREE_MONTHS,
  access: RetentionDays.ONE_YEAR,
} as const;

/** Settings of the function `name`, e.g. `commerce/create-order`. */
export const functionSettings = (name: string): FunctionSettings => ({
  ...everyFunction,
  ...functionOverrides[name],
});

/** Gateway throttle of an endpoint over all its callers: a shield, far above the limiters that we count. */
export const endpointThrottle = (name: string, method: string): Throttle =>
  throttleOverrides[name] ?? (method === 'GET' ? throttles.read : throttles.write);

const isOrigin = (value: string) => URL.canParse(value) && new URL(value).origin === value;

/** Plain HTTP is for the development issuer, which lives on the developer's own machine. */
const isIssuer = (value: string) => {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname } = new URL(value);
  return protocol === 'https:' || (protocol === 'http:' && ['127.0.0.1', 'localhost'].includes(hostname));
};

const claimName = z.string().min(1).max(255);

function checkRoleNames(text: string, context: z.core.$RefinementCtx<string>): void {
  for (const { message } of roleNames.safeParse(text).error?.issues ?? []) context.addIssue(message);
}

const contextSchema = z
  .strictObject({
    /** Who holds the encryption key of everything stored. */
    encryption: z.enum(['aws-owned', 'customer-managed']).default('aws-owned'),
    corsOrigin: z
      .string()
      .refine(
        (value) => value === '*' || isOrigin(value),
        'Expected * or an origin such as https://app.example',
      )
      .default('*'),
    issuer: z
      .string()
      .refine((value) => value === '' || isIssuer(value), 'Expected an https URL')
      .default(''),
    /** Audiences that the issuer's tokens may be made for, between spaces or commas. */
    audience: z.string().default(''),
    /** Claims of the issuer's tokens; a name with dots may be a path into objects. */
    brandsClaim: claimName.default('granary_brands'),
    claimsRolesClaim: claimName.default('granary_claims_roles'),
    operatorClaim: claimName.default('granary_operator'),
    /** The issuer's own names of roles, e.g. `Billing Team=biller,Compliance=auditor`. */
    roleNames: z.string().max(1000).superRefine(checkRoleNames).default(''),
    /** How long nobody can remove a signed checkpoint; HIPAA asks for six years (45 CFR 164.316). */
    checkpointRetentionDays: z.coerce.number().int().min(1).max(36_500).default(2192),
    /** Answers what the stub transport stages as a payer would: for trying everything without one. */
    testPayer: z.enum(['off', 'on']).default('off'),
    /** Files of the inbox that are worked on at a time; a new account has 10 executions for everything. */
    inboxConcurrency: z.coerce.number().int().min(minConcurrency).max(1000).default(minConcurrency),
    /** Directory that the stub transport copies into as well; only where functions run on a machine of one's own. */
    stagingDirectory: z.string().default(''),
    /** Mailbox that alarms go to; without it they show in CloudWatch alone. */
    alarmEmail: z.union([z.literal(''), z.email()]).default(''),
    environment: z
      .string()
      .regex(/^[a-z][a-z0-9-]{0,30}$/, 'Expected lower-case letters, digits and hyphens')
      .default('production'),
    stackPrefix: z
      .string()
      .regex(/^[A-Za-z][A-Za-z0-9-]{0,30}$/, 'Expected letters, digits and hyphens')
      .default('Granary'),
    ...domainSettings,
    /**
     * Whether nobody can delete the Data stack. `npm run deploy` sets it once the stack exists: a protected stack
     * whose creation failed could not be replaced.
     */
    terminationProtection: z.enum(['off', 'on']).default('off'),
  })
  .refine(({ issuer, audience }) => issuer === '' || audience !== '', {
    path: ['audience'],
    message: 'An issuer needs an audience, or tokens made for other services would be accepted',
  })
  .superRefine(checkDomainSettings);

/** Names of all settings. */
export const settingNames: readonly string[] = Object.keys(contextSchema.shape);

/** The settings that differ from their defaults, without those that hold for one deployment or one machine alone. */
export function chosenSettings(settings: DeploymentSettings): Readonly<Record<string, unknown>> {
  const defaults: Readonly<Record<string, unknown>> = contextSchema.parse({});
  return Object.fromEntries(
    Object.entries(settings).filter(
      ([name, value]) =>
        value !== defaults[name] && !['terminationProtection', 'stagingDirectory'].includes(name),
    ),
  );
}

/** What an operator may choose per deployment, in granary.json or with `-c name=value`. */
export type DeploymentSettings = z.output<typeof contextSchema>;

/**
 * Reads our own settings out of the CDK context. Keys of the CDK itself (`aws:…`, `@aws-cdk/…`, look-ups) all
 * carry a colon or a slash, and are left alone.
 *
 * @throws Error that names each unknown or invalid setting
 */
export function parseSettings(context: { readonly [key: string]: unknown }): DeploymentSettings {
  const own = Object.fromEntries(Object.entries(context).filter(([key]) => !/[:/]/.test(key)));
  const parsed = contextSchema.safeParse(own);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) =>
    issue.code === 'unrecognized_keys'
      ? `unknown: ${issue.keys.join(', ')} (known: ${settingNames.join(', ')})`
      : `${issue.path.join('.')}: ${issue.message}`,
  );
  throw new Error(`Context settings cannot be used; ${faults.join('; ')}`);
}
