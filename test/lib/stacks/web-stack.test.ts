import { beforeAll, describe, expect, test } from '@jest/globals';
import { Match } from 'aws-cdk-lib/assertions';
import * as z from 'zod';
import { resourcesOfType, type Stacks, synthesizedStacks, templateText } from '../synthesis/template.ts';

let standard: Stacks;
let web: Stacks;
let certified: Stacks;
let zoned: Stacks;

beforeAll(async () => {
  standard = await synthesizedStacks('defaults');
  web = await synthesizedStacks('web');
  certified = await synthesizedStacks('certificate');
  zoned = await synthesizedStacks('certificateInZone');
});

const outputSchema = z.record(z.string(), z.object({ Value: z.unknown() }));

const outputsOf = (app: Stacks): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(outputSchema.parse(app('Web').template.toJSON().Outputs ?? {})).map(
      ([name, { Value }]) => [name, templateText(Value)],
    ),
  );

const distribution = z.object({
  DistributionConfig: z.looseObject({
    CacheBehaviors: z.array(z.looseObject({ PathPattern: z.string(), TargetOriginId: z.string() })),
    Origins: z.array(
      z.looseObject({
        Id: z.string(),
        DomainName: z.unknown(),
        OriginPath: z.unknown().optional(),
        CustomOriginConfig: z.unknown().optional(),
      }),
    ),
  }),
});

/** Address, without `https://`, of the origin of each path. */
function originsOf(app: Stacks): Record<string, string> {
  const [[, { Properties }] = ['', { Properties: {} }]] = resourcesOfType(
    app('Web').resources,
    'AWS::CloudFront::Distribution',
  );
  const { CacheBehaviors, Origins } = distribution.parse(Properties).DistributionConfig;
  return Object.fromEntries(
    CacheBehaviors.map(({ PathPattern, TargetOriginId }) => {
      const origin = Origins.find(({ Id }) => Id === TargetOriginId);
      return [PathPattern, `${templateText(origin?.DomainName)}${origin?.OriginPath ?? ''}`];
    }),
  );
}

test('there is no Web stack without sign-in, and no change of other stacks', () => {
  expect(() => standard('Web')).toThrow('There is no stack Web');
  expect(JSON.stringify(standard('Commerce').template.toJSON())).not.toContain('cloudfront');
});

describe('the distribution', () => {
  test('sends the paths of each API to it, in order, at its stage', () => {
    expect(Object.entries(originsOf(web))).toEqual([
      [
        '/api/v1',
        expect.stringMatching(/^<.*Commerce.*>\.execute-api\.<AWS::Region>\.<AWS::URLSuffix>\/live$/),
      ],
      ['/api/v1/*', expect.stringMatching(/^<.*Commerce.*>\.execute-api\..*\/live$/)],
      ['/api/*', expect.stringMatching(/^<.*Claims.*>\.execute-api\..*\/live$/)],
    ]);
  });

  test('uses the custom domain of the APIs where there is one', () => {
    expect(originsOf(certified)).toEqual({
      '/api/v1': 'api.example.com/commerce',
      '/api/v1/*': 'api.example.com/commerce',
      '/api/*': 'api.example.com/claims',
    });
  });

  test('forwards all of a request but Host to the APIs, and caches nothing of them', () => {
    web('Web').template.hasResourceProperties('AWS::CloudFront::Distribution', {
      DistributionConfig: {
        CacheBehaviors: ['/api/v1', '/api/v1/*', '/api/*'].map((PathPattern) =>
          Match.objectLike({
            PathPattern,
            AllowedMethods: ['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'POST', 'DELETE'],
            // Managed-CachingDisabled and Managed-AllViewerExceptHostHeader.
            CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
            OriginRequestPolicyId: 'b689b0a8-53d0-40ab-baf2-68738e2966ac',
            Compress: true,
            ViewerProtocolPolicy: 'https-only',
          }),
        ),
        Origins: Match.arrayWith([
          Match.objectLike({
            CustomOriginConfig: { OriginProtocolPolicy: 'https-only', OriginSSLProtocols: ['TLSv1.2'] },
          }),
        ]),
      },
    });
  });

  test('responds in TLS 1.2 or later under the own host name', () => {
    certified('Web').template.hasResourceProperties('AWS::CloudFront::Distribution', {
      DistributionConfig: {
        Aliases: ['app.example.com'],
        ViewerCertificate: { MinimumProtocolVersion: 'TLSv1.2_2021', SslSupportMethod: 'sni-only' },
        HttpVersion: 'http2and3',
      },
    });
  });
});

describe('the files', () => {
  test('are in a private bucket that only this distribution reads', () => {
    const { template } = web('Web');
    template.hasResourceProperties('AWS::S3::Bucket', {
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        RestrictPublicBuckets: true,
      },
      LoggingConfiguration: { LogFilePrefix: 'SiteBucket/' },
    });
    template.hasResourceProperties('AWS::CloudFront::OriginAccessControl', {
      OriginAccessControlConfig: { SigningBehavior: 'always', SigningProtocol: 'sigv4' },
    });
    template.hasResourceProperties('AWS::S3::BucketPolicy', {
      PolicyDocument: {
        Statement: Match.arrayWith([
          Match.objectLike({
            Action: 's3:GetObject',
            Effect: 'Allow',
            Principal: { Service: 'cloudfront.amazonaws.com' },
            Condition: { StringEquals: { 'AWS:SourceArn': Match.anyValue() } },
          }),
        ]),
      },
    });
  });

  test('are immutable if hashed, and deployed before the pages that name them', () => {
    const deployments = resourcesOfType(web('Web').resources, 'Custom::CDKBucketDeployment');
    const [hashed, others] = ['assets', undefined].map((folder) =>
      deployments.find(([, { Properties }]) => Properties['DestinationBucketKeyPrefix'] === folder),
    );
    expect(hashed?.[1].Properties).toMatchObject({
      Prune: false,
      SystemMetadata: { 'cache-control': 'public, max-age=31536000, immutable' },
    });
    expect(others?.[1].Properties).toMatchObject({
      Prune: false,
      SystemMetadata: { 'cache-control': 'no-cache' },
    });
    expect(others?.[1].DependsOn).toContain(hashed?.[0]);
  });

  test('come with a policy that names the issuer, the buckets of uploads and no unsafe source', () => {
    const policyOf = (app: Stacks) => {
      const [policy] = resourcesOfType(app('Web').resources, 'AWS::CloudFront::ResponseHeadersPolicy');
      const { ContentSecurityPolicy } = z
        .object({
          ResponseHeadersPolicyConfig: z.object({
            SecurityHeadersConfig: z.object({
              ContentSecurityPolicy: z.object({ ContentSecurityPolicy: z.unknown() }),
            }),
          }),
        })
        .parse(policy?.[1].Properties).ResponseHeadersPolicyConfig.SecurityHeadersConfig;
      return templateText(ContentSecurityPolicy.ContentSecurityPolicy);
    };
    const opening = (provider: string) =>
      new RegExp(
        `^default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: https://<.*MediaBucket.*>; connect-src 'self' ${provider} https://<.*MediaBucket.*> https://<.*X12Bucket.*>; `,
      );
    expect(policyOf(zoned)).toMatch(opening('https://login\\.example\\.com'));
    expect(policyOf(web)).toMatch(
      opening(
        'https://cognito-idp\\.<AWS::Region>\\.amazonaws\\.com https://granary-<AWS::AccountId>\\.auth\\.<AWS::Region>\\.amazoncognito\\.com',
      ),
    );
    expect(policyOf(certified)).toContain('https://granary.auth.eu-west-1.amazoncognito.com');
    expect(policyOf(certified)).toContain('https://images.example.com');
    expect(policyOf(web)).not.toMatch(/unsafe|\*/);
  });

  test('come with HSTS and the other security headers', () => {
    web('Web').template.hasResourceProperties('AWS::CloudFront::ResponseHeadersPolicy', {
      ResponseHeadersPolicyConfig: {
        SecurityHeadersConfig: {
          StrictTransportSecurity: {
            AccessControlMaxAgeSec: 63_072_000,
            IncludeSubdomains: true,
            Override: true,
          },
          ContentTypeOptions: { Override: true },
          FrameOptions: { FrameOption: 'DENY', Override: true },
          ReferrerPolicy: { ReferrerPolicy: 'strict-origin-when-cross-origin', Override: true },
        },
        CustomHeadersConfig: {
          Items: Match.arrayWith([
            Match.objectLike({ Header: 'Cross-Origin-Opener-Policy', Value: 'same-origin' }),
          ]),
        },
      },
    });
  });
});

describe('the client of the user pool', () => {
  test('is public, for the code flow at the address of the app, with short and revocable tokens', () => {
    web('Web').template.hasResourceProperties('AWS::Cognito::UserPoolClient', {
      AllowedOAuthFlows: ['code'],
      AllowedOAuthScopes: ['openid', 'profile', 'email', 'granary/api'],
      CallbackURLs: [{ 'Fn::Join': Match.anyValue() }],
      ExplicitAuthFlows: ['ALLOW_USER_SRP_AUTH'],
      GenerateSecret: Match.absent(),
      AccessTokenValidity: 15,
      EnableTokenRevocation: true,
      RefreshTokenRotation: { Feature: 'ENABLED', RetryGracePeriodSeconds: 60 },
      PreventUserExistenceErrors: 'ENABLED',
    });
    web('Web').template.resourceCountIs('AWS::Cognito::ManagedLoginBranding', 1);
  });

  test('is not there with another provider', () => {
    zoned('Web').template.resourceCountIs('AWS::Cognito::UserPoolClient', 0);
  });
});

describe('the address', () => {
  test('is one of CloudFront without a host name', () => {
    expect(outputsOf(web)).toEqual({
      WebAppUrl: expect.stringMatching(/^https:\/\/<Distribution\w+\.DomainName>$/),
    });
  });

  test('is the host name, with the target of its record as an output', () => {
    expect(outputsOf(certified)).toEqual({
      WebAppUrl: 'https://app.example.com',
      WebAppTarget: expect.stringMatching(/^<Distribution\w+\.DomainName>$/),
    });
  });

  test('has alias records in the hosted zone', () => {
    expect(outputsOf(zoned)).toEqual({ WebAppUrl: 'https://app.example.com' });
    for (const Type of ['A', 'AAAA']) {
      zoned('Web').template.hasResourceProperties('AWS::Route53::RecordSet', {
        Type,
        Name: 'app.example.com.',
      });
    }
  });

  test('may send uploads to the buckets', () => {
    for (const id of ['MediaBucketBCBB02BA', 'X12Bucket643DA320']) {
      expect(certified('Data').resources[id]?.Properties['CorsConfiguration']).toMatchObject({
        CorsRules: [{ AllowedMethods: ['PUT', 'GET', 'HEAD'], AllowedOrigins: ['https://app.example.com'] }],
      });
    }
  });
});

test('the stack is deployed after the APIs and can be deleted without them', () => {
  expect(web('Web').dependencies).toEqual(['Claims', 'Commerce', 'Data']);
  expect(web('Commerce').dependencies).toEqual(['Data']);
});
