/** The caller's own credentials matter only where an engine of theirs is used; ours checks none. */
export function credentialsOf(
  environment: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  const sessionToken = environment['AWS_SESSION_TOKEN'];
  return {
    AWS_ACCESS_KEY_ID: environment['AWS_ACCESS_KEY_ID'] || 'local',
    AWS_SECRET_ACCESS_KEY: environment['AWS_SECRET_ACCESS_KEY'] || 'local',
    ...(sessionToken && { AWS_SESSION_TOKEN: sessionToken }),
  };
}

/** The standard variables that lead SDK clients to the local services. */
export function endpointVariables(endpoints: {
  readonly dynamodb: string;
  readonly s3: string;
  readonly controlPlaneUrl: string;
}): Readonly<Record<string, string>> {
  const { controlPlaneUrl } = endpoints;
  return {
    AWS_ENDPOINT_URL_DYNAMODB: endpoints.dynamodb,
    AWS_ENDPOINT_URL_S3: endpoints.s3,
    AWS_ENDPOINT_URL_API_GATEWAY: controlPlaneUrl,
    AWS_ENDPOINT_URL_KMS: controlPlaneUrl,
    AWS_ENDPOINT_URL_LAMBDA: controlPlaneUrl,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: controlPlaneUrl,
    AWS_ENDPOINT_URL_SQS: controlPlaneUrl,
    AWS_ENDPOINT_URL_SSM: controlPlaneUrl,
  };
}
