import { HeadersFrameOption, HeadersReferrerPolicy, ResponseHeadersPolicy } from 'aws-cdk-lib/aws-cloudfront';
import { Duration } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import {
  contentSecurityPolicy,
  furtherHeaders,
  transportSecuritySeconds,
  type WebHosts,
} from './response-headers.ts';

interface AppHeadersProps {
  /** Name of the policy, unique in the account. */
  readonly name: string;
  readonly hosts: WebHosts;
}

/** The security headers of every file of the web app, as the local stack sends them, with HSTS. */
export class AppHeaders extends ResponseHeadersPolicy {
  constructor(scope: Construct, id: string, { name, hosts }: AppHeadersProps) {
    super(scope, id, {
      responseHeadersPolicyName: name,
      comment: 'Security headers of the web app',
      securityHeadersBehavior: {
        contentSecurityPolicy: { contentSecurityPolicy: contentSecurityPolicy(hosts), override: true },
        contentTypeOptions: { override: true },
        frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
        referrerPolicy: {
          referrerPolicy: HeadersReferrerPolicy.STRICT_ORIGIN_WHEN_CROSS_ORIGIN,
          override: true,
        },
        strictTransportSecurity: {
          accessControlMaxAge: Duration.seconds(transportSecuritySeconds),
          includeSubdomains: true,
          override: true,
        },
      },
      customHeadersBehavior: {
        customHeaders: Object.entries(furtherHeaders).map(([header, value]) => ({
          header,
          value,
          override: true,
        })),
      },
    });
  }
}
