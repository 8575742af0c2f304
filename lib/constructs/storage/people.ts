import {
  AccountRecovery,
  CfnManagedLoginBranding,
  FeaturePlan,
  ManagedLoginVersion,
  Mfa,
  OAuthScope,
  ResourceServerScope,
  StringAttribute,
  UserPool,
  UserPoolClient,
  UserPoolClientIdentityProvider,
  UserPoolDomain,
  UserPoolGroup,
  UserPoolOperation,
} from 'aws-cdk-lib/aws-cognito';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Aws, CfnOutput, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { namedRoles } from '#contract/role-names.ts';
import { identityOutputs, webAddressAttribute } from '#contract/stack-outputs.ts';
import { suppress } from '../../nag/suppressions.ts';
import type { DeploymentSettings } from '../../settings/settings.ts';
import { ServiceFunction } from '../service-function.ts';

/** Scope of the access tokens that the APIs accept. Only the client of the web app can request it. */
const apiScope = 'granary/api';

interface PeopleProps {
  readonly context: DeploymentSettings;
  readonly key: IKey | undefined;
}

/**
 * The people of a deployment without an identity provider of its own: a user pool with a group for each role and the pages of
 * managed login. Only operators add people. The pool outlives its stack, because memberships of brands name its subjects.
 */
export class People extends UserPool {
  /** What both APIs and the web app need of the pool, in place of the settings of an external provider. */
  readonly settings: Partial<DeploymentSettings>;

  constructor(scope: Construct, id: string, { context, key }: PeopleProps) {
    super(scope, id, {
      userPoolName: `${Stack.of(scope).stackName}-${Aws.REGION}`,
      // The cheapest plan with managed login: free up to 10,000 people a month.
      featurePlan: FeaturePlan.ESSENTIALS,
      selfSignUpEnabled: false,
      signInAliases: { email: true },
      signInCaseSensitive: false,
      standardAttributes: { email: { required: true, mutable: true } },
      customAttributes: { [webAddressAttribute]: new StringAttribute({ mutable: true }) },
      autoVerify: { email: true },
      keepOriginal: { email: true },
      accountRecovery: AccountRecovery.EMAIL_ONLY,
      mfa: Mfa.REQUIRED,
      mfaSecondFactor: { otp: true, sms: false },
      passwordPolicy: {
        minLength: 12,
        requireLowercase: true,
        requireUppercase: true,
        requireDigits: true,
        requireSymbols: true,
      },
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    suppress(this, 'people');
    for (const role of namedRoles) {
      const group = new UserPoolGroup(this, role, { userPool: this, groupName: role });
      // A deleted group loses its people.
      group.applyRemovalPolicy(RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE);
    }
    this.addResourceServer('Apis', {
      identifier: 'granary',
      scopes: [new ResourceServerScope({ scopeName: 'api', scopeDescription: 'Both APIs of Granary' })],
    });
    const domainPrefix = `${context.stackPrefix.toLowerCase()}-${Aws.ACCOUNT_ID}`;
    new UserPoolDomain(this, 'Domain', {
      userPool: this,
      cognitoDomain: { domainPrefix },
      managedLoginVersion: ManagedLoginVersion.NEWER_MANAGED_LOGIN,
    });
    const invitation = new ServiceFunction(this, 'Invitation', {
      name: 'data/invitation',
      inline: invitationFunction,
      description: 'Writes the address of the web app into invitations',
      environment: { WEB_ADDRESS: context.webDomainName && `https://${context.webDomainName}` },
      key,
      statements: [],
    });
    this.addTrigger(UserPoolOperation.CUSTOM_MESSAGE, invitation.function);
    const output = new CfnOutput(this, 'Id', {
      value: this.userPoolId,
      description: identityOutputs.shape.UserPoolId.description ?? '',
    });
    output.overrideLogicalId('UserPoolId');
    this.settings = {
      issuer: `https://cognito-idp.${Aws.REGION}.amazonaws.com/${this.userPoolId}`,
      audience: apiScope,
      claimsRolesClaim: 'cognito:groups',
      operatorClaim: 'cognito:groups',
      webScope: `openid profile email ${apiScope}`,
      webOrigins: `https://${domainPrefix}.auth.${Aws.REGION}.amazoncognito.com`,
    };
  }
}

interface WebAppClientProps {
  readonly people: UserPool;
  /** Address of the web app, without a slash at the end. */
  readonly address: string;
}

/** The web app as a client of the user pool, with pages of managed login in their standard style. */
export class WebAppClient extends UserPoolClient {
  constructor(scope: Construct, id: string, { people, address }: WebAppClientProps) {
    super(scope, id, {
      userPool: people,
      oAuth: {
        flows: { authorizationCodeGrant: true },
        scopes: [OAuthScope.OPENID, OAuthScope.PROFILE, OAuthScope.EMAIL, OAuthScope.custom(apiScope)],
        callbackUrls: [`${address}/sign-in/return`],
        logoutUrls: [`${address}/sign-in`],
      },
      supportedIdentityProviders: [UserPoolClientIdentityProvider.COGNITO],
      // Without a flow of its own a client has those with refresh tokens, which exclude their rotation.
      authFlows: { userSrp: true },
      refreshTokenRotationGracePeriod: Duration.minutes(1),
      refreshTokenValidity: Duration.days(7),
      // A removed person or group is effective after this time.
      accessTokenValidity: Duration.minutes(15),
      idTokenValidity: Duration.minutes(15),
      preventUserExistenceErrors: true,
      enableTokenRevocation: true,
    });
    new CfnManagedLoginBranding(this, 'Pages', {
      userPoolId: people.userPoolId,
      clientId: this.userPoolClientId,
      useCognitoProvidedValues: true,
    });
  }
}

/**
 * Code of the function that Cognito calls for each message. The pool cannot know the address of the web app, which CloudFront
 * chooses and which needs the pool, so the person who invites puts it into an attribute.
 */
const invitationFunction = `exports.handler = async (event) => {
  const { userAttributes, usernameParameter, codeParameter } = event.request;
  const address = process.env.WEB_ADDRESS || userAttributes['custom:${webAddressAttribute}'] || '';
  if (event.triggerSource !== 'CustomMessage_AdminCreateUser' || !/^https:[^\\s"<>]+$/.test(address)) return event;
  event.response.emailSubject = 'Your invitation to Granary';
  event.response.emailMessage = [
    'You are invited to Granary.',
    '1. Open <a href="' + address + '">' + address + '</a>.',
    '2. Sign in as ' + usernameParameter + ' with the password ' + codeParameter + ' within seven days.',
    '3. Choose your own password, and set up an authenticator app.',
  ].join('<br>');
  return event;
};
`;
