import {
  AllowedMethods,
  type BehaviorOptions,
  CachePolicy,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  OriginProtocolPolicy,
  OriginRequestPolicy,
  OriginSslPolicy,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { Duration } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { linkFunction } from './edge-functions.ts';

/** Address of an API: `https://` + host + prefix. */
export interface ApiLocation {
  readonly host: string;
  /** Stage or base path: `/live`, `/commerce`. */
  readonly prefix: string;
}

/** An API behind the distribution of the web app, at the same paths. */
export class ApiOrigin extends Construct {
  readonly behavior: BehaviorOptions;

  /** @param functionName name of the function at the edge, unique in the account */
  constructor(scope: Construct, id: string, { host, prefix }: ApiLocation, functionName: string) {
    super(scope, id);
    const links = new EdgeFunction(this, 'Links', {
      functionName,
      code: FunctionCode.fromInline(linkFunction(prefix)),
      runtime: FunctionRuntime.JS_2_0,
      comment: `Removes ${prefix} from links of responses`,
    });
    this.behavior = {
      origin: new HttpOrigin(host, {
        originPath: prefix,
        protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
        originSslProtocols: [OriginSslPolicy.TLS_V1_2],
        // API Gateway responds after 29 seconds at the latest.
        readTimeout: Duration.seconds(30),
      }),
      allowedMethods: AllowedMethods.ALLOW_ALL,
      // Responses belong to one caller.
      cachePolicy: CachePolicy.CACHING_DISABLED,
      // API Gateway finds the API by `Host`.
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      compress: true,
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      functionAssociations: [{ function: links, eventType: FunctionEventType.VIEWER_RESPONSE }],
    };
  }
}
