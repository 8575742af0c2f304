import type { Clock } from '../clock/clock-routes.ts';

/**
 * Returns the standard variables that lead SDK clients to the local services. The caller's own credentials matter only
 * for the caller's own engines; the local services do not check credentials.
 */
export function sdkVariables(
  environment: Readonly<Record<string, string | undefined>>,
  endpoints: { readonly dynamodb: string; readonly s3: string; readonly controlPlane: string },
): Readonly<Record<string, string>> {
  const { dynamodb, s3, controlPlane } = endpoints;
  const sessionToken = environment['AWS_SESSION_TOKEN'];
  return {
    AWS_ACCESS_KEY_ID: environment['AWS_ACCESS_KEY_ID'] || 'local',
    AWS_SECRET_ACCESS_KEY: environment['AWS_SECRET_ACCESS_KEY'] || 'local',
    ...(sessionToken && { AWS_SESSION_TOKEN: sessionToken }),
    AWS_REGION: environment['AWS_REGION'] || 'us-east-1',
    AWS_ENDPOINT_URL_DYNAMODB: dynamodb,
    AWS_ENDPOINT_URL_S3: s3,
    ...Object.fromEntries(otherServices.map((service) => [`AWS_ENDPOINT_URL_${service}`, controlPlane])),
  };
}

const otherServices = [
  'API_GATEWAY',
  'CLOUDFORMATION',
  'KMS',
  'LAMBDA',
  'PINPOINT_SMS_VOICE_V2',
  'SECRETS_MANAGER',
  'SESV2',
  'SQS',
];

/** Returns the variables that only functions on this machine have. No template sets them. */
export const localVariables = (
  clock: Clock,
  { payments, web }: { readonly payments: string; readonly web: string | undefined },
): Readonly<Record<string, string>> => ({
  LOCAL_CLOCK_FILE: clock.file,
  // Webhook endpoints of a developer are on this machine, without TLS.
  LOCAL_WEBHOOK_TARGETS: 'loopback',
  // The local outbox ignores a message id that it has taken before.
  INTERRUPTED_SENDS: 'repeat',
  LOCAL_PAYMENTS_URL: payments,
  // The web app is served at the address of the APIs; links of invitations lead there.
  ...(web !== undefined && { WEB_URL: web }),
});
