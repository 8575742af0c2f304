import { DomainName, EndpointType, type IDomainName, SecurityPolicy } from 'aws-cdk-lib/aws-apigateway';
import { Certificate, CertificateValidation, type ICertificate } from 'aws-cdk-lib/aws-certificatemanager';
import { AaaaRecord, ARecord, HostedZone, type IHostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { ApiGatewayDomain } from 'aws-cdk-lib/aws-route53-targets';
import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import type { DeploymentSettings } from '../settings/settings.ts';

interface DomainStackProps extends StackProps {
  readonly context: DeploymentSettings;
}

/**
 * The custom domain of both APIs, its certificate and its records. It is a separate stack, because neither API may depend
 * on the other. The APIs map themselves to the domain by its name (api-address.ts), so this stack exports nothing and
 * can change freely.
 */
export class DomainStack extends Stack {
  constructor(scope: Construct, id: string, { context, ...props }: DomainStackProps) {
    super(scope, id, props);
    const zone = hostedZone(this, context);
    const domain = new DomainName(this, 'DomainName', {
      domainName: context.domainName,
      certificate: certificate(this, context, zone),
      endpointType: EndpointType.REGIONAL,
      securityPolicy: SecurityPolicy.TLS_1_2,
    });
    if (zone) {
      const records = {
        zone,
        recordName: `${context.domainName}.`,
        // The CDK's own types disagree about an optional property.
        target: RecordTarget.fromAlias(new ApiGatewayDomain(domain as IDomainName)),
      };
      new ARecord(this, 'Ipv4', records);
      new AaaaRecord(this, 'Ipv6', records);
    } else {
      const output = new CfnOutput(this, 'Target', {
        value: domain.domainNameAliasDomainName,
        description: `Point ${context.domainName} here, with a CNAME record or an alias`,
      });
      output.overrideLogicalId('DomainTarget');
    }
  }
}

const hostedZone = (scope: Construct, { hostedZoneId, hostedZoneName }: DeploymentSettings) =>
  hostedZoneId === ''
    ? undefined
    : HostedZone.fromHostedZoneAttributes(scope, 'Zone', { hostedZoneId, zoneName: hostedZoneName });

/** The operator's certificate, or a new one that is validated and renewed through the hosted zone. */
function certificate(
  scope: Construct,
  { domainName, certificateArn }: DeploymentSettings,
  zone: IHostedZone | undefined,
): ICertificate {
  return certificateArn === ''
    ? new Certificate(scope, 'Certificate', { domainName, validation: CertificateValidation.fromDns(zone) })
    : Certificate.fromCertificateArn(scope, 'Certificate', certificateArn);
}
