import { APIGatewayClient, paginateGetApiKeys } from '@aws-sdk/client-api-gateway';
import { GetAccountSummaryCommand, IAMClient } from '@aws-sdk/client-iam';
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import {
  DescribeAccountAttributesCommand,
  PinpointSMSVoiceV2Client,
} from '@aws-sdk/client-pinpoint-sms-voice-v2';
import { GetAccountCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { claimsEndpoints } from '#contract/claims/index.ts';
import { commerceEndpoints } from '#contract/commerce/index.ts';
import { workers } from '#contract/commerce/work.ts';
import type { DeploymentSettings } from '../settings/settings.ts';

/** Profile and region of the account; those of the AWS CLI if absent. */
export interface AwsLocation {
  readonly profile?: string;
  readonly region?: string;
}

/** What a limit of the account means for the deployment. `refused`: the deployment would fail. */
interface Advice {
  readonly text: string;
  readonly refused?: true;
}

interface Deployment {
  readonly settings: DeploymentSettings;
  readonly place: AwsLocation;
  /** The first one creates all of its roles. */
  readonly isFirst: boolean;
}

/**
 * Regions of the partition `aws` without the service that a setting needs. `npm run lint:templates` compares them with those of
 * cfn-lint. All other resources exist in every region.
 */
export const regionsWithout = {
  senderEmail: [
    'ap-east-1',
    'ap-east-2',
    'ap-southeast-4',
    'ap-southeast-6',
    'ap-southeast-7',
    'eu-south-2',
    'mx-central-1',
  ],
  smsOrigination: ['ap-east-1', 'ap-southeast-5', 'ap-southeast-7'],
} as const satisfies { readonly [S in keyof DeploymentSettings]?: readonly string[] };

/** A role for each function, with room for those of the CDK, of CloudFormation's providers and of the account. */
export const rolesOfDeployment = commerceEndpoints.length + claimsEndpoints.length + workers.length + 25;

/** Keys of API Gateway in an account and region. AWS does not raise it. */
const maxApiKeys = 10_000;

const manyApiKeys = 8000;

/** Executions of a new account, below which AWS has reduced the usual quota. */
const usualExecutions = 1000;

/**
 * Compares the limits of the account with the deployment, before it starts. A limit that the caller may not read is reported
 * as unknown.
 */
export async function adviceFor(deployment: Deployment): Promise<readonly Advice[]> {
  const checks = {
    'concurrent executions of Lambda': executions,
    'number of IAM roles': roles,
    'number of API keys': apiKeys,
    'state of SES': email,
    'state of AWS End User Messaging SMS': textMessages,
  };
  const advice = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      try {
        return await check(deployment);
      } catch (error) {
        const reason = error instanceof Error ? error.name : 'unknown';
        return [{ text: `Not checked: ${name} (${reason}).` }];
      }
    }),
  );
  return [...region(deployment), ...advice.flat(), ...silence(deployment)];
}

async function executions({ settings, place }: Deployment): Promise<Advice[]> {
  const { AccountLimit } = await new LambdaClient(place).send(new GetAccountSettingsCommand({}));
  const limit = AccountLimit?.ConcurrentExecutions ?? usualExecutions;
  const { backgroundConcurrency } = settings;
  const advice: Advice[] = [];
  if (limit < usualExecutions) {
    advice.push({
      text:
        `Lambda runs ${limit} functions of this account at a time. Before production, raise the quota: aws service-quotas ` +
        `request-service-quota-increase --service-code lambda --quota-code L-B99A9384 --desired-value ${usualExecutions}`,
    });
  }
  if (backgroundConcurrency > limit - 2) {
    advice.push({
      text: `Background work may take all ${limit} executions of the account; lower backgroundConcurrency (${backgroundConcurrency}).`,
    });
  }
  return advice;
}

async function roles({ place, isFirst }: Deployment): Promise<Advice[]> {
  const { SummaryMap = {} } = await new IAMClient(place).send(new GetAccountSummaryCommand({}));
  const { Roles: used = 0, RolesQuota: quota = 1000 } = SummaryMap;
  const needed = isFirst ? rolesOfDeployment : 0;
  if (used + needed <= quota * 0.9) return [];
  const text =
    `The account has ${used} of ${quota} IAM roles, and the deployment adds about ${needed}. Raise the quota: aws ` +
    `service-quotas request-service-quota-increase --service-code iam --quota-code L-FE177D64 --desired-value ${quota + 1000}`;
  return [used + needed > quota ? { text, refused: true } : { text }];
}

async function apiKeys({ place }: Deployment): Promise<Advice[]> {
  const pages = paginateGetApiKeys({ client: new APIGatewayClient(place), pageSize: 500 }, {});
  let used = 0;
  for await (const { items = [] } of pages) used += items.length;
  if (used < manyApiKeys) return [];
  return [
    {
      text: `${used} of ${maxApiKeys} API keys of the region are in use, and each brand takes one. AWS does not raise this quota; use another account for more brands.`,
    },
  ];
}

async function email({ settings, place }: Deployment): Promise<Advice[]> {
  if (settings.senderEmail === '') return [];
  const { ProductionAccessEnabled, SendQuota } = await new SESv2Client(place).send(new GetAccountCommand({}));
  if (ProductionAccessEnabled !== true) {
    return [
      {
        text: 'SES is in its sandbox and sends to verified addresses only. Request production access in its console.',
      },
    ];
  }
  const rate = SendQuota?.MaxSendRate ?? settings.emailRate;
  return settings.emailRate > rate
    ? [
        {
          text: `SES sends ${rate} e-mails a second; lower emailRate (${settings.emailRate}), or raise the quota.`,
        },
      ]
    : [];
}

async function textMessages({ settings, place }: Deployment): Promise<Advice[]> {
  if (settings.smsOrigination === '') return [];
  const client = new PinpointSMSVoiceV2Client(place);
  const { AccountAttributes = [] } = await client.send(new DescribeAccountAttributesCommand({}));
  const tier = AccountAttributes.find(({ Name }) => Name === 'ACCOUNT_TIER')?.Value;
  return tier === 'SANDBOX'
    ? [
        {
          text: 'AWS End User Messaging SMS is in its sandbox and sends to verified numbers only. Request production access in its console.',
        },
      ]
    : [];
}

function region({ settings, place }: Deployment): Advice[] {
  return (['senderEmail', 'smsOrigination'] as const)
    .filter((one) => settings[one] !== '' && regionsWithout[one].some((name) => name === place.region))
    .map((one) => ({ text: `${one} needs a service that ${place.region} does not have.`, refused: true }));
}

function silence({ settings }: Deployment): Advice[] {
  return settings.alarmEmail === ''
    ? [
        {
          text: 'Alarms notify nobody: set alarmEmail, or subscribe to the topics in the outputs AlarmsTopicArn.',
        },
      ]
    : [];
}
