import * as z from 'zod';
import type { Worker } from './commerce/work.ts';
import { roleNames } from './role-names.ts';

const optional = z
  .string()
  .optional()
  .transform((value) => (value === '' ? undefined : value));

/** Variables of the functions that send or render messages. Without a sender, a channel cannot be used. */
export const sendersEnvironment = z.object({
  /** Address of a verified identity of SES. */
  SENDER_EMAIL: optional,
  /** Id or ARN of a phone number or pool of AWS End User Messaging SMS. */
  SMS_ORIGINATION: optional,
  /** Address of the web app, for links in e-mails; absent without a domain of the app. */
  WEB_URL: optional,
});

export const messagingEnvironment = z.object({
  ...sendersEnvironment.shape,
  SES_CONFIGURATION_SET: optional,
  SMS_CONFIGURATION_SET: optional,
  /** Messages a second of each channel, over all runs. */
  EMAIL_RATE: z.coerce.number().positive().default(1),
  SMS_RATE: z.coerce.number().positive().default(1),
  /** Secret that signs unsubscribe links; absent without a sender. */
  UNSUBSCRIBE_SECRET: optional,
  /** Base URL of the API, for links in messages. */
  PUBLIC_URL: z.string().min(1),
  /** Only the local runtime sets `repeat`: its providers ignore a message id that they have taken before. */
  INTERRUPTED_SENDS: z.enum(['report', 'repeat']).default('report'),
});

export type MessagingEnvironment = z.input<typeof messagingEnvironment>;

const everyFunction = {
  /** Package version, which health returns. */
  GRANARY_VERSION: z.string().default('1.0.0'),
  /** Name of the environment, e.g. `production`. */
  GRANARY_ENVIRONMENT: z.string().default('production'),
  POWERTOOLS_SERVICE_NAME: z.string().default('granary'),
  /** Allowed browser origin, or `*`. */
  CORS_ORIGIN: z.string().default('*'),
};

export const plainEnvironment = z.object(everyFunction);

export const commerceEnvironment = z.object({
  ...everyFunction,
  COMMERCE_TABLE: z.string().min(1),
  /** Currency of new brands that choose none. */
  DEFAULT_CURRENCY: z.string().default('USD'),
  /** Whether the limits of its plan apply to a brand that never subscribed. */
  UNSUBSCRIBED_BRANDS: z.enum(['unlimited', 'limited']).default('unlimited'),
  /** Days between the request to delete a brand and its deletion. */
  DELETION_WAIT_DAYS: z.coerce.number().int().min(7).default(30),
  /** Address of a CDN in front of the images of products; empty for the addresses of the API. */
  IMAGES_URL: z.string().default(''),
  ...sendersEnvironment.shape,
});

/** Functions with files of products: images, and CSV imports. */
export const mediaEnvironment = z.object({ ...everyFunction, MEDIA_BUCKET: z.string().min(1) });

/** Functions that show prices. */
export const pricesEnvironment = z.object({ ...everyFunction, DEFAULT_CURRENCY: z.string().default('USD') });

/** Tag of each gateway key of a brand. Its value is the installation, and the permission to delete keys requires it. */
export const installationTag = 'granary:installation';

/** Functions that create and delete gateway keys. */
export const gatewayKeysEnvironment = z.object({
  ...commerceEnvironment.shape,
  /** Prefix of the names of the installation's stacks. */
  INSTALLATION: z.string().min(1),
  USAGE_PLAN_STARTER: z.string().min(1),
  USAGE_PLAN_FARM: z.string().min(1),
  USAGE_PLAN_ENTERPRISE: z.string().min(1),
});

export const claimsEnvironment = z.object({
  ...everyFunction,
  CLAIMS_TABLE: z.string().min(1),
  AUDIT_TABLE: z.string().min(1),
  /** Secret with the key of the hashes by which names and member ids are found. */
  SEARCH_KEY_SECRET: z.string().min(1),
});

export const filesEnvironment = z.object({ ...claimsEnvironment.shape, X12_BUCKET: z.string().min(1) });

export const clearinghouseEnvironment = z.object({
  ...filesEnvironment.shape,
  /** Directory for copies of staged files; only in the local runtime. */
  STAGING_DIRECTORY: z.string().min(1).optional(),
  /** Secret that holds the private key for the clearinghouse's SFTP server; absent without the setting. */
  CLEARINGHOUSE_KEY_SECRET: optional,
});

/** Functions that verify, sign or export the audit log. */
export const auditEnvironment = z.object({
  ...claimsEnvironment.shape,
  CHECKPOINT_BUCKET: z.string().min(1),
  /** KMS key that signs checkpoints: ECC_NIST_P256. */
  CHECKPOINT_KEY: z.string().min(1),
  EXPORT_BUCKET: z.string().min(1),
});

/** Functions of runs, which `ingest-file` calls for the messages of the runs; only that function has the variables. */
export const runFunctionsEnvironment = z.object({
  AUDIT_RUN_FUNCTION: z.string().min(1),
  BULK_RUN_FUNCTION: z.string().min(1),
});

/** Functions that start bulk runs. */
export const bulkRunsEnvironment = z.object({ ...claimsEnvironment.shape, BULK_RUN_QUEUE: z.url() });

/** The function that raises and sends alerts. */
export const alertsEnvironment = z.object({
  ...claimsEnvironment.shape,
  SENDER_EMAIL: sendersEnvironment.shape.SENDER_EMAIL,
  /** Address of the API, for links in alerts. */
  PUBLIC_URL: z.string().default(''),
});

export const auditRunsEnvironment = z.object({ ...auditEnvironment.shape, AUDIT_RUN_QUEUE: z.url() });

/** Which targets webhooks may have. Only the local runtime sets the variable, so a deployed function allows public ones. */
export const webhookTargetRules = (environment: Readonly<Record<string, string | undefined>>) => ({
  local: environment['LOCAL_WEBHOOK_TARGETS'] === 'loopback',
});

/** Functions that call the payment provider. */
export const paymentsEnvironment = z.object({
  ...commerceEnvironment.shape,
  /** Secret with the API key and the webhook secret of the payment provider; absent without the setting. */
  PAYMENT_KEYS_SECRET: optional,
  /** Address of the local provider. Only the local runtime sets the variable. */
  LOCAL_PAYMENTS_URL: z.url().optional(),
});

/** The variable with the ARN of a worker's function, such as `FUNCTION_SEND_WEBHOOKS`. */
export const functionVariable = (worker: Worker) => `FUNCTION_${worker.toUpperCase().replaceAll('-', '_')}`;

/** Functions that verify unsubscribe links. */
export const unsubscribeEnvironment = z.object({ UNSUBSCRIBE_SECRET: optional });

/** Workers of commerce. */
export const turnsEnvironment = z.object({ BRAND_TURNS: z.coerce.number().int().min(1).default(1) });

export const workEnvironment = z.object({ ...everyFunction, WORK_QUEUE: z.url() });

/** Maximum seconds for which an authorizer caches a key, and the gateway key that meters its requests. */
export const maxCredentialCacheSeconds = 300;

/** Issuer of bearer tokens. Without an issuer, only API keys are valid. */
const tokens = {
  TOKEN_ISSUER: z.string().default(''),
  /** Accepted audiences, separated by spaces or commas. */
  TOKEN_AUDIENCE: z.string().default(''),
  /** Claims of the issuer's tokens; a name with dots may be a path into objects. */
  TOKEN_BRANDS_CLAIM: z.string().default('granary_brands'),
  TOKEN_CLAIMS_ROLES_CLAIM: z.string().default('granary_claims_roles'),
  TOKEN_PROVIDERS_CLAIM: z.string().default('granary_billing_npis'),
  TOKEN_OPERATOR_CLAIM: z.string().default('granary_operator'),
  /** The issuer's own names of roles, e.g. `Billing Team=biller`. */
  TOKEN_ROLE_NAMES: roleNames.prefault(''),
  /** Seconds for which an API key is cached, and thus may work after its revocation. */
  CREDENTIAL_CACHE_SECONDS: z.coerce.number().int().min(0).max(maxCredentialCacheSeconds).default(15),
};

export type TokenEnvironment = z.output<z.ZodObject<typeof tokens>>;

export const commerceAuthorizerEnvironment = z.object({
  ...commerceEnvironment.shape,
  /** Value of the gateway key that meters people's requests without a brand. */
  PEOPLE_KEY: z.string().min(1),
  ...tokens,
});

export const claimsAuthorizerEnvironment = z.object({
  ...everyFunction,
  CLAIMS_TABLE: z.string().min(1),
  /** Prefix of the gateway key values that meter each role. */
  GATEWAY_KEY_PREFIX: z.string().min(1),
  ...tokens,
});

export type ClearinghouseEnvironment = z.input<typeof clearinghouseEnvironment>;
export type BulkRunsEnvironment = z.input<typeof bulkRunsEnvironment>;
export type RunFunctionsEnvironment = z.input<typeof runFunctionsEnvironment>;
export type AuditRunsEnvironment = z.input<typeof auditRunsEnvironment>;
export type ClaimsAuthorizerEnvironment = z.input<typeof claimsAuthorizerEnvironment>;
export type CommerceEnvironment = z.input<typeof commerceEnvironment>;
export type PaymentsEnvironment = z.input<typeof paymentsEnvironment>;
export type GatewayKeysEnvironment = z.input<typeof gatewayKeysEnvironment>;
export type CommerceAuthorizerEnvironment = z.input<typeof commerceAuthorizerEnvironment>;
export type PlainEnvironment = z.input<typeof plainEnvironment>;
