import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import * as z from 'zod';
import { currencyCode } from '#contract/regional-fields.ts';
import { checkSignInSettings, hasWebApp, hostName, signInSettings } from './sign-in-settings.ts';

const optional = (pattern: RegExp, expected: string) =>
  z
    .string()
    .refine((value) => value === '' || pattern.test(value), expected)
    .default('');

/** Settings of the custom domain. An empty value counts as a missing setting. */
const domainSettings = {
  /** Host name of both APIs, which are `/commerce` and `/claims` below it. */
  domainName: optional(hostName, 'Expected a host name in lower case such as api.example.com'),
  /** Certificate for the host name, in the region of the deployment; created in the hosted zone if absent. */
  certificateArn: optional(
    /^arn:aws[a-z-]*:acm:[a-z0-9-]+:\d{12}:certificate\/[\w-]+$/,
    'Expected the ARN of a certificate of ACM',
  ),
  /** Route 53 hosted zone for the alias records of the host name. */
  hostedZoneId: optional(/^Z[A-Z0-9]{1,31}$/, 'Expected the id of a hosted zone such as Z0123456789ABC'),
  hostedZoneName: optional(hostName, 'Expected the name of the hosted zone such as example.com'),
  /** `off`: API Gateway responds with 403 under the addresses that it assigns itself. */
  executeApiEndpoint: z.enum(['on', 'off']).default('on'),
} as const;

/** A hosted zone can also be that of the web app. */
type DomainSettings = z.output<z.ZodObject<typeof domainSettings>> & { readonly webDomainName: string };

function checkDomainSettings(settings: DomainSettings, report: z.core.$RefinementCtx): void {
  const { domainName, certificateArn, hostedZoneId, hostedZoneName, executeApiEndpoint } = settings;
  const requireSetting = (name: keyof DomainSettings, message: string) =>
    report.addIssue({ code: 'custom', path: [name], message, input: settings });
  if (hostedZoneId !== '' && hostedZoneName === '')
    requireSetting('hostedZoneName', 'Required with hostedZoneId');
  if (hostedZoneName !== '' && hostedZoneId === '')
    requireSetting('hostedZoneId', 'Required with hostedZoneName');
  if (domainName === '') {
    if (certificateArn !== '') requireSetting('domainName', 'Required with certificateArn');
    if (hostedZoneId !== '' && settings.webDomainName === '') {
      requireSetting('domainName', 'Required with hostedZoneId');
    }
    if (executeApiEndpoint === 'off') {
      requireSetting(
        'domainName',
        'Required when executeApiEndpoint is off; otherwise the APIs have no address',
      );
    }
    return;
  }
  if (certificateArn === '' && hostedZoneId === '') {
    requireSetting(
      'certificateArn',
      'A domainName needs a certificateArn, or hostedZoneId and hostedZoneName',
    );
  }
  if (hostedZoneName !== '' && domainName !== hostedZoneName && !domainName.endsWith(`.${hostedZoneName}`)) {
    requireSetting('domainName', `Not in the hosted zone ${hostedZoneName}`);
  }
}

const isAddress = (value: string) =>
  URL.canParse(value) && new URL(value).protocol === 'https:' && !/[?#]|\/$/.test(value);

/** Settings of a CDN in front of the images of products. */
const imageSettings = {
  /** Address under which the CDN has the folder product-images/; empty to show images by redirects of the API. */
  imagesUrl: z
    .string()
    .refine((value) => value === '' || isAddress(value), 'Expected an https URL without a slash at the end')
    .default(''),
  /** Id of the CloudFront distribution that may read images; empty for none. */
  imagesDistribution: z
    .string()
    .regex(/^$|^[A-Z0-9]{10,32}$/, 'Expected the id of a distribution, such as E2QWRUHAPOMQZL')
    .default(''),
} as const;

/** Settings of outgoing messages. */
const messagingSettings = {
  /** Address of the sender of all e-mail, of an identity that is verified in SES; empty to send none. */
  senderEmail: z.union([z.literal(''), z.email()]).default(''),
  /** E-mails a second; the quota of the account in SES. */
  emailRate: z.coerce.number().positive().max(10_000).default(1),
  /** Id of the phone number or pool of AWS End User Messaging SMS that sends all text messages; empty to send none. */
  smsOrigination: z
    .string()
    .regex(/^$|^(phone|pool)-[\w-]{1,80}$/, 'Expected the id of a phone number or pool, such as pool-0123')
    .default(''),
  /** Parts of text messages a second of that number or pool. */
  smsRate: z.coerce.number().positive().max(1000).default(1),
} as const;

/** Size of a function. No function reserves concurrency, because a new account has 10 executions and none to spare. */
export interface FunctionSettings {
  readonly memoryMegabytes: number;
  /** Below the 29 seconds of API Gateway, so that a slow request ends with a response of the function. */
  readonly timeoutSeconds: number;
}

/** Token bucket of a method: refill rate and size. */
export interface Throttle {
  readonly ratePerSecond: number;
  readonly burst: number;
}

const everyFunction: FunctionSettings = { memoryMegabytes: 1024, timeoutSeconds: 15 };

const functionOverrides: { readonly [name: string]: Partial<FunctionSettings> } = {
  'commerce/authorizer': { timeoutSeconds: 10 },
  'commerce/get-report': { timeoutSeconds: 25 },
  // Five years of days, or every customer of a brand.
  'commerce/get-analytics': { memoryMegabytes: 1769, timeoutSeconds: 25 },
  // Waits for the worker of a message, so it has more time than any of them but `export-brands`, for which it does not wait.
  'commerce/dispatch-events': { timeoutSeconds: 300 },
  // Long work ends before the limit and continues in another run, so that it does not hold up the messages of other workers.
  'commerce/do-work': { memoryMegabytes: 1769, timeoutSeconds: 60 },
  // Eight times the time-out of a delivery.
  'commerce/send-webhooks': { timeoutSeconds: 120 },
  // Long imports continue in another run.
  'commerce/process-uploads': { memoryMegabytes: 1769, timeoutSeconds: 60 },
  // One whole vCPU. An image of 50 million pixels takes 0.6 to 2 seconds and 180 to 550 MB; a time-out leaves room for a
  // slow processor.
  'commerce/process-images': { memoryMegabytes: 1769, timeoutSeconds: 60 },
  // As long as a batch needs at a low rate.
  'commerce/send-messages': { timeoutSeconds: 120 },
  'commerce/receive-message-events': { timeoutSeconds: 60 },
  // Reads all orders and referrals of a brand.
  'commerce/erase-people': { timeoutSeconds: 270 },
  // A killed assembly of an archive begins again, so it has the longest time that Lambda gives.
  'commerce/export-brands': { memoryMegabytes: 1769, timeoutSeconds: 900 },
  'commerce/erase-brands': { timeoutSeconds: 270 },
  // Asks the payment provider and API Gateway, which may be slow.
  'commerce/settle-billing': { timeoutSeconds: 120 },
  // Up to three requests of the payment provider, each with its retries.
  'commerce/create-checkout': { timeoutSeconds: 28 },
  'commerce/change-subscription': { timeoutSeconds: 28 },
  'commerce/set-add-on': { timeoutSeconds: 28 },
  'commerce/remove-add-on': { timeoutSeconds: 28 },
  'commerce/preview-add-ons': { timeoutSeconds: 28 },
  // Below the interval of its schedule.
  'commerce/find-work': { timeoutSeconds: 50 },
  'claims/authorizer': { timeoutSeconds: 10 },
  'claims/verify-audit-log': { memoryMegabytes: 1769, timeoutSeconds: 28 },
  'claims/create-checkpoint': { memoryMegabytes: 1769, timeoutSeconds: 28 },
  'claims/sign-checkpoint': { memoryMegabytes: 1769, timeoutSeconds: 900 },
  // A long run continues with the next message. Below the time of `ingest-file`, which waits for a run.
  'claims/carry-on-audit-run': { memoryMegabytes: 1769, timeoutSeconds: 270 },
  // One whole vCPU; files of any size need less than 300 MB. A run that does not finish in this time continues after the
  // waiting files.
  'claims/ingest-file': { memoryMegabytes: 1769, timeoutSeconds: 300 },
  'claims/parse-implementation-acknowledgment': { memoryMegabytes: 1769, timeoutSeconds: 28 },
  'claims/parse-claim-acknowledgment': { memoryMegabytes: 1769, timeoutSeconds: 28 },
  'claims/parse-remittance': { memoryMegabytes: 1769, timeoutSeconds: 28 },
  'claims/submit-claims': { memoryMegabytes: 1769, timeoutSeconds: 28 },
  // Checks the claim and, with `resubmit`, submits it.
  'claims/edit-claim': { memoryMegabytes: 1769, timeoutSeconds: 28 },
  'claims/start-bulk-run': { memoryMegabytes: 1769, timeoutSeconds: 28 },
  'claims/preview-bulk-run': { memoryMegabytes: 1769, timeoutSeconds: 28 },
  'claims/carry-on-bulk-run': { memoryMegabytes: 1769, timeoutSeconds: 270 },
  'claims/reload-config': { timeoutSeconds: 28 },
  'claims/test-connection': { timeoutSeconds: 28 },
  'claims/check-claims-again': { memoryMegabytes: 1769, timeoutSeconds: 28 },
  'claims/start-purge': { memoryMegabytes: 1769, timeoutSeconds: 28 },
  'claims/purge-records': { memoryMegabytes: 1769, timeoutSeconds: 840 },
  'claims/import-bank-file': { memoryMegabytes: 1769, timeoutSeconds: 28 },
  'claims/get-unmatched': { memoryMegabytes: 1769, timeoutSeconds: 15 },
  'claims/attach-unmatched': { memoryMegabytes: 1769, timeoutSeconds: 28 },
  'claims/post-remittance': { memoryMegabytes: 1769, timeoutSeconds: 28 },
  'claims/take-back-remittance': { memoryMegabytes: 1769, timeoutSeconds: 28 },
  'claims/raise-alerts': { timeoutSeconds: 120 },
  'claims/exchange-files': { timeoutSeconds: 240 },
  'claims/mark-overdue': { timeoutSeconds: 840 },
  'claims/answer-as-payer': { timeoutSeconds: 120 },
  'claims/migrate-schema': { timeoutSeconds: 900 },
};

/** Throttle of a method over all callers. It protects the service and is far above our own limiters. */
export const defaultThrottle: Throttle = { ratePerSecond: 2000, burst: 4000 };

/**
 * Throttles of exceptional endpoints, by service and name. Each is a setting of the stage in addition to the default, and
 * API Gateway takes such settings one by one.
 */
export const throttleOverrides: { readonly [name: string]: Throttle } = {
  // Each campaign sends many messages.
  'commerce/create-campaign': { ratePerSecond: 100, burst: 500 },
  // Each brand gets an API key, and API Gateway creates at most 5 of them per second in an account.
  'commerce/create-brand': { ratePerSecond: 5, burst: 25 },
  // Each reads the whole chain.
  'claims/verify-audit-log': { ratePerSecond: 5, burst: 10 },
  'claims/create-checkpoint': { ratePerSecond: 5, burst: 10 },
  'claims/start-verification': { ratePerSecond: 5, burst: 10 },
  'claims/export-audit-log': { ratePerSecond: 5, burst: 10 },
};

/** Minimum of Lambda for the parallel runs of a queue. */
const minConcurrency = 2;

/** Executions that a message may take: the function of the queue may wait for another one. */
const executionsPerMessage = 2;

/** Executions of the queues of both services at their minimum. */
const minBackground = 2 * minConcurrency * executionsPerMessage;

/** Messages in progress at a time, by queue. */
export interface Concurrency {
  /** Work of the commerce workers. */
  readonly work: number;
  /** Files of the inbox, and runs over claims or the audit log. */
  readonly inbox: number;
  /** Files for the test payer, which is beyond the total: it is for trying everything. */
  readonly testPayer: number;
}

/**
 * Divides the executions of background work among the queues: each gets the minimum of Lambda, and the inbox three quarters of
 * the rest.
 */
export function concurrencyOf({ backgroundConcurrency }: DeploymentSettings): Concurrency {
  const messages = Math.floor((backgroundConcurrency - minBackground) / executionsPerMessage);
  const work = Math.floor(messages / 4);
  return { work: minConcurrency + work, inbox: minConcurrency + messages - work, testPayer: minConcurrency };
}

export const logRetention = {
  functions: RetentionDays.THREE_MONTHS,
  access: RetentionDays.ONE_YEAR,
} as const;

export const functionSettings = (name: string): FunctionSettings => ({
  ...everyFunction,
  ...functionOverrides[name],
});

const isOrigin = (value: string) => URL.canParse(value) && new URL(value).origin === value;

const contextSchema = z
  .strictObject({
    /** Owner of the key that encrypts stored data. */
    encryption: z.enum(['aws-owned', 'customer-managed']).default('aws-owned'),
    corsOrigin: z
      .string()
      .refine(
        (value) => value === '*' || isOrigin(value),
        'Expected * or an origin such as https://app.example',
      )
      .default('*'),
    /** Retention of signed checkpoints under Object Lock. HIPAA requires six years (45 CFR 164.316). */
    checkpointRetentionDays: z.coerce.number().int().min(1).max(36_500).default(2192),
    /** Responds to staged files as a payer would, to try everything without a payer. */
    testPayer: z.enum(['off', 'on']).default('off'),
    /** Executions of all queues at a time. A new account has 10 for all functions. */
    backgroundConcurrency: z.coerce.number().int().min(minBackground).max(1000).default(minBackground),
    /** Directory that the stub transport also copies to; only for functions on a local machine. */
    stagingDirectory: z.string().default(''),
    /** ISO 4217 code of the plans' prices, and of brands that choose none. */
    currency: currencyCode.default('USD'),
    /** Whether the limits of its plan apply to a brand that never subscribed. */
    unsubscribedBrands: z.enum(['unlimited', 'limited']).default('unlimited'),
    /** Days between the request to delete a brand and its deletion. Everything that expires by itself is gone by then. */
    deletionWaitDays: z.coerce.number().int().min(7).max(365).default(30),
    /** A dashboard in CloudWatch for each service. AWS bills each by the month. */
    dashboards: z.enum(['off', 'on']).default('off'),
    /** The secret for the keys of the payment provider, and so billing. */
    payments: z.enum(['off', 'on']).default('off'),
    /** The secret for the key to the SFTP server of a clearinghouse, and an alarm for failed visits. */
    clearinghouse: z.enum(['off', 'on']).default('off'),
    /** Mailbox for alarms; empty to show them in CloudWatch only. */
    alarmEmail: z.union([z.literal(''), z.email()]).default(''),
    /** First person of a new installation. `npm run deploy` invites the person, then removes the setting from its file. */
    ownerEmail: z.union([z.literal(''), z.email()]).default(''),
    environment: z
      .string()
      .regex(/^[a-z][a-z0-9-]{0,30}$/, 'Expected lower-case letters, digits and hyphens')
      .default('production'),
    stackPrefix: z
      .string()
      .regex(/^[A-Za-z][A-Za-z0-9-]{0,30}$/, 'Expected letters, digits and hyphens')
      .default('Granary'),
    ...domainSettings,
    ...messagingSettings,
    ...imageSettings,
    ...signInSettings,
    /**
     * Termination protection of the Data stack. `npm run deploy` turns it on once the stack exists, because a protected
     * stack whose creation failed could not be replaced.
     */
    terminationProtection: z.enum(['off', 'on']).default('off'),
  })
  .superRefine(checkDomainSettings)
  .superRefine(checkSignInSettings);

export const settingNames: readonly string[] = Object.keys(contextSchema.shape);

/** Returns the settings that differ from their defaults, without those of one deployment or one machine. */
export function chosenSettings(settings: DeploymentSettings): Readonly<Record<string, unknown>> {
  const defaults: Readonly<Record<string, unknown>> = contextSchema.parse({});
  return Object.fromEntries(
    Object.entries(settings).filter(
      ([name, value]) =>
        value !== defaults[name] &&
        !['ownerEmail', 'terminationProtection', 'stagingDirectory'].includes(name),
    ),
  );
}

/** The settings of a deployment, from granary.json or `-c name=value`. */
export type DeploymentSettings = z.output<typeof contextSchema>;

/**
 * Reads our settings from the context of the CDK. Keys of the CDK itself (`aws:…`, `@aws-cdk/…`, look-ups) contain a colon
 * or a slash and are ignored.
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
  throw new Error(`The settings are invalid: ${faults.join('; ')}`);
}

/** Whether messages to people have a sender. */
export const sendsMessages = ({ senderEmail, smsOrigination }: DeploymentSettings): boolean =>
  senderEmail !== '' || smsOrigination !== '';

/** Origins of browsers that may upload to the buckets: the web app's own and that of other applications. */
export function browserOrigins(settings: DeploymentSettings): string[] {
  const { corsOrigin, webDomainName } = settings;
  if (corsOrigin === '*' || !hasWebApp(settings)) return [corsOrigin];
  const webOrigin = webDomainName === '' ? 'https://*.cloudfront.net' : `https://${webDomainName}`;
  return [...new Set([corsOrigin, webOrigin])];
}

export const tokenEnvironment = (settings: DeploymentSettings) => ({
  TOKEN_ISSUER: settings.issuer,
  TOKEN_AUDIENCE: settings.audience,
  TOKEN_BRANDS_CLAIM: settings.brandsClaim,
  TOKEN_CLAIMS_ROLES_CLAIM: settings.claimsRolesClaim,
  TOKEN_PROVIDERS_CLAIM: settings.providersClaim,
  TOKEN_OPERATOR_CLAIM: settings.operatorClaim,
  TOKEN_ROLE_NAMES: settings.roleNames,
});
