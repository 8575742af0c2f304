import { StoreRejection } from '#persistence/store-rejection.ts';

export function failureText(error: unknown): string {
  if (error instanceof StoreRejection) {
    // Messages of the store quote no names, so the cause is appended for the operator.
    const cause = error.cause === undefined ? '' : failureText(error.cause);
    return [error.message, cause].filter(Boolean).join(': ') || 'The data store rejected the request.';
  }
  if (!(error instanceof Error)) return String(error);
  return credentialSentence(error) ?? accessSentence(error) ?? networkSentence(error) ?? error.message;
}

const credentialErrors: Readonly<Record<string, string>> = {
  CredentialsProviderError: 'No AWS credentials were found',
  TokenProviderError: 'No valid AWS sign-in was found',
  ExpiredToken: 'The AWS credentials have expired',
  ExpiredTokenException: 'The AWS credentials have expired',
  InvalidClientTokenId: 'AWS does not know the credentials',
  UnrecognizedClientException: 'AWS does not know the credentials',
  SignatureDoesNotMatch: 'AWS does not accept the secret access key',
};

function credentialSentence({ name, message }: Error): string | undefined {
  if (message === 'Region is missing') {
    return 'No AWS region is set; set AWS_REGION, --region, or the region of the profile.';
  }
  const found = credentialErrors[name];
  return found && `${found}; sign in as for the AWS CLI, or set AWS_PROFILE or --profile.`;
}

/** Extracts action and resource from `… is not authorized to perform: dynamodb:Scan on resource: arn…`. */
function accessSentence({ name, message }: Error): string | undefined {
  if (!/^AccessDenied|^NotAuthorized|^Unauthorized/.test(name)) return undefined;
  const [, action, resource] = /perform: (\S+)(?: on resource: (\S+))?/.exec(message) ?? [];
  if (action === undefined) return `Access denied: ${message}`;
  const place = resource === undefined ? '' : ` on ${resource}`;
  return `Access denied: ${action}${place} is missing; docs/operator.md lists the permissions.`;
}

const networkCodes = ['ENOTFOUND', 'ECONNREFUSED', 'ECONNRESET', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH'];

function networkSentence(error: Error): string | undefined {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  if (code !== 'TimeoutError' && !networkCodes.includes(code)) return undefined;
  const host = 'hostname' in error ? ` (${error.hostname})` : '';
  return `The service cannot be reached: ${code}${host}. Check the network, the region and AWS_ENDPOINT_URL.`;
}
