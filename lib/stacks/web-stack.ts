import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  CachePolicy,
  Distribution,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HttpVersion,
  S3OriginAccessControl,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { AaaaRecord, ARecord, HostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets';
import type { Bucket, IBucket } from 'aws-cdk-lib/aws-s3';
import { Aws, CfnOutput, Stack, type StackProps } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { type People, WebAppClient } from '../constructs/storage/people.ts';
import { AccessLogBucket } from '../constructs/storage/private-bucket.ts';
import { type ApiLocation, ApiOrigin } from '../constructs/web/api-origin.ts';
import { AppFiles, SiteBucket, type WebAppConfig } from '../constructs/web/app-files.ts';
import { AppHeaders } from '../constructs/web/app-headers.ts';
import { pageFunction } from '../constructs/web/edge-functions.ts';
import type { WebHosts } from '../constructs/web/response-headers.ts';
import { suppress } from '../nag/suppressions.ts';
import type { DeploymentSettings } from '../settings/settings.ts';
import { originsIn } from '../settings/sign-in-settings.ts';

interface WebStackProps extends StackProps {
  readonly context: DeploymentSettings;
  /** Directory of the built app. */
  readonly webApp: string;
  readonly commerce: ApiLocation;
  readonly claims: ApiLocation;
  /** Buckets that take uploads of the app; the first one also shows images. */
  readonly buckets: readonly [media: Bucket, x12: Bucket];
  /** Undefined with an external identity provider. */
  readonly people: People | undefined;
}

/**
 * The web app: its files in a private bucket, and a CloudFront distribution that serves them and both APIs at one address.
 * It holds no data and can be deleted at any time.
 */
export class WebStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    { context, webApp, commerce, claims, buckets, people, ...props }: WebStackProps,
  ) {
    super(scope, id, props);
    const bucket = new SiteBucket(this, 'SiteBucket', new AccessLogBucket(this, 'AccessLogBucket'));
    const pages = new EdgeFunction(this, 'Pages', {
      functionName: edgeName(this, 'pages'),
      code: FunctionCode.fromInline(pageFunction),
      runtime: FunctionRuntime.JS_2_0,
      comment: 'Shows index.html for the pages of the app',
    });
    const commerceBehavior = new ApiOrigin(this, 'Commerce', commerce, edgeName(this, 'commerce')).behavior;
    const distribution = new Distribution(this, 'Distribution', {
      comment: `${this.stackName}: web app and APIs`,
      defaultRootObject: 'index.html',
      httpVersion: HttpVersion.HTTP2_AND_3,
      minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
      ...(context.webDomainName !== '' && {
        domainNames: [context.webDomainName],
        certificate: Certificate.fromCertificateArn(this, 'Certificate', context.webCertificateArn),
      }),
      defaultBehavior: {
        // The CDK's own types disagree about an optional property.
        origin: S3BucketOrigin.withOriginAccessControl(bucket as IBucket, {
          originAccessControl: new S3OriginAccessControl(this, 'SiteAccess', {
            originAccessControlName: edgeName(this, 'site'),
          }),
        }),
        cachePolicy: CachePolicy.CACHING_OPTIMIZED,
        compress: true,
        viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
        responseHeadersPolicy: new AppHeaders(this, 'Headers', {
          name: edgeName(this, 'app'),
          hosts: hostsOf(context, buckets),
        }),
        functionAssociations: [{ function: pages, eventType: FunctionEventType.VIEWER_REQUEST }],
      },
      // The first pattern that matches decides.
      additionalBehaviors: {
        '/api/v1': commerceBehavior,
        '/api/v1/*': commerceBehavior,
        '/api/*': new ApiOrigin(this, 'Claims', claims, edgeName(this, 'claims')).behavior,
      },
    });
    suppress(distribution, 'distribution');
    if (context.webDomainName === '') suppress(distribution, 'distribution-without-domain');
    const host = context.webDomainName || distribution.distributionDomainName;
    this.addAddress(context, distribution, host);
    const clientId = people
      ? new WebAppClient(this, 'Client', { people, address: `https://${host}` }).userPoolClientId
      : context.webClientId;
    new AppFiles(this, 'Files', { bucket, directory: webApp, config: configOf(context, clientId) });
  }

  /** Alias records in the hosted zone if the host name is in it; otherwise the target as an output. */
  private addAddress(context: DeploymentSettings, distribution: Distribution, host: string): void {
    const { webDomainName, hostedZoneId, hostedZoneName } = context;
    this.addOutput('WebAppUrl', `https://${host}`, 'Address of the web app');
    if (webDomainName === '') return;
    if (hostedZoneId !== '' && isBelow(webDomainName, hostedZoneName)) {
      const records = {
        zone: HostedZone.fromHostedZoneAttributes(this, 'Zone', { hostedZoneId, zoneName: hostedZoneName }),
        recordName: `${webDomainName}.`,
        target: RecordTarget.fromAlias(new CloudFrontTarget(distribution)),
      };
      new ARecord(this, 'Ipv4', records);
      new AaaaRecord(this, 'Ipv6', records);
      return;
    }
    this.addOutput(
      'WebAppTarget',
      distribution.distributionDomainName,
      `Point ${webDomainName} here, with a CNAME record or an alias`,
    );
  }

  private addOutput(name: string, value: string, description: string): void {
    new CfnOutput(this, `${name}Output`, { value, description }).overrideLogicalId(name);
  }
}

/**
 * Name of a resource of CloudFront, unique over all installations of an account: CloudFront has one set of names for all
 * regions, and the names that the CDK makes are the same in each stack.
 */
const edgeName = (stack: Stack, end: string): string => `${stack.stackName}-${Aws.REGION}-${end}`;

const isBelow = (name: string, zone: string): boolean => name === zone || name.endsWith(`.${zone}`);

const configOf = (context: DeploymentSettings, clientId: string): WebAppConfig => ({
  issuer: context.issuer,
  clientId,
  scope: context.webScope,
  tokenUse: context.webTokenUse,
  ...(context.webAudience !== '' && { audience: context.webAudience }),
});

function hostsOf(context: DeploymentSettings, buckets: WebStackProps['buckets']): WebHosts {
  const [media, x12] = buckets.map((bucket) => `https://${bucket.bucketRegionalDomainName}`);
  const uploads = [media, x12].filter((host) => host !== undefined);
  return {
    connect: [originOf(context.issuer), ...originsIn(context.webOrigins), ...uploads],
    images: [
      ...(media === undefined ? [] : [media]),
      ...(context.imagesUrl === '' ? [] : [new URL(context.imagesUrl).origin]),
    ],
  };
}

/** The origin of an address that may contain values known only at deployment. */
const originOf = (address: string): string => address.split('/', 3).join('/');
