/**
 * Stands in for `@aws-sdk/credential-provider-node` in every bundle. Lambda only ever hands credentials over in
 * the environment; the files, SSO, IMDS, process and web identity providers are 130 kB that never run there.
 */
export const defaultProvider = () => async () => {
  const {
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_SESSION_TOKEN: sessionToken,
  } = process.env;
  if (!accessKeyId || !secretAccessKey) throw new Error('The environment holds no AWS credentials');
  return { accessKeyId, secretAccessKey, ...(sessionToken ? { sessionToken } : {}) };
};
