/**
 * Replaces `@aws-sdk/credential-provider-node` in every bundle. Lambda passes credentials in the environment only; the
 * providers for files, SSO, IMDS, processes and web identity are 130 kB that never run there.
 */
export const defaultProvider = () => async () => {
  const {
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_SESSION_TOKEN: sessionToken,
  } = process.env;
  if (!accessKeyId || !secretAccessKey) throw new Error('The environment has no AWS credentials');
  return { accessKeyId, secretAccessKey, ...(sessionToken ? { sessionToken } : {}) };
};
