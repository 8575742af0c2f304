/**
 * Contents that replace files of libraries in every bundle, by the end of their paths. Lambda has the region in the
 * environment, no shared config files and no instance metadata; Node has SHA-1, SHA-256, MD5 and CRC-32; no client retries
 * adaptively or has another mode of defaults; no request is signed for all regions; no bucket is of S3 Express; the user agent
 * lists no features; and JSON has no cycles, which the memoizer of zod is for.
 */
export const unusedLibraryFiles: Readonly<Record<string, string>> = {
  '@smithy/core/dist-es/submodules/checksum/sha256/Sha256Js.js': `
    export class Sha256Js { constructor() { throw new Error('Bundles use the SHA-256 of Node'); } }`,
  '@smithy/core/dist-es/submodules/checksum/md5/Md5Js.js': `
    export class Md5Js { constructor() { throw new Error('Bundles use the MD5 of Node'); } }`,
  '@smithy/core/dist-es/submodules/checksum/crc32/Crc32Js.js': `
    export class Crc32Js { constructor() { throw new Error('Bundles use the CRC-32 of Node'); } }`,
  '@aws-sdk/checksums/dist-es/submodules/sha/sha1/Sha1Js.js': `
    export class Sha1Js { constructor() { throw new Error('Bundles use the SHA-1 of Node'); } }`,
  '@aws-sdk/signature-v4-multi-region/dist-es/SignatureV4MultiRegion.js': `
    import { SignatureV4SignWithCredentials } from './SignatureV4SignWithCredentials';
    export class SignatureV4MultiRegion extends SignatureV4SignWithCredentials {}`,
  '@aws-sdk/middleware-sdk-s3/dist-es/submodules/s3/middleware-s3-express/classes/S3ExpressIdentityProviderImpl.js': `
    export class S3ExpressIdentityProviderImpl {
      getS3ExpressIdentity() { throw new Error('Bundles do not include the sessions of S3 Express'); }
    }`,
  '@smithy/core/dist-es/submodules/retry/util-retry/AdaptiveRetryStrategy.js': `
    export class AdaptiveRetryStrategy {
      constructor() { throw new Error('Bundles do not include the adaptive retry mode; unset AWS_RETRY_MODE'); }
    }`,
  '@smithy/core/dist-es/submodules/config/config-resolver/regionConfig/getInstanceMetadataRegion.js': `
    export const getInstanceMetadataRegion = async () => undefined;`,
  '@smithy/core/dist-es/submodules/config/node-config-provider/fromSharedConfigFiles.js': `
    import { CredentialsProviderError } from '../property-provider/CredentialsProviderError';
    export const fromSharedConfigFiles = () => async () => {
      throw new CredentialsProviderError('Functions have no shared config files');
    };`,
  '@smithy/core/dist-es/submodules/config/defaults-mode/resolveDefaultsModeConfig.js': `
    export const resolveDefaultsModeConfig = () => async () => 'legacy';`,
  '@aws-sdk/core/dist-es/submodules/client/emitWarningIfUnsupportedVersion.js': `
    export const state = { warningEmitted: true };
    export const emitWarningIfUnsupportedVersion = () => {};`,
  '@aws-sdk/core/dist-es/submodules/client/middleware-user-agent/check-features.js': `
    export const checkFeatures = async () => {};`,
  'zod/v4/core/memoizer.js': `
    export class $ZodCyclicError extends Error {}
    export const isRecursiveSchema = () => false;
    export const isBackEdge = () => false;
    export const memoizer = () => undefined;`,
};
