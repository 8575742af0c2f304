import {
  AdminAddUserToGroupCommand,
  AdminCreateUserCommand,
  AdminGetUserCommand,
  type AttributeType,
  CognitoIdentityProviderClient,
  UsernameExistsException,
} from '@aws-sdk/client-cognito-identity-provider';
import * as z from 'zod';
import { namedRoles } from '#contract/role-names.ts';
import { webAddressAttribute } from '#contract/stack-outputs.ts';
import { declareCommand } from './command.ts';
import { userPoolOf } from './stacks.ts';

const roles = z
  .string()
  .transform((text) => text.split(','))
  .pipe(z.array(z.enum(namedRoles)));

/** Adds a person to the user pool and to the groups of the roles. Cognito sends the invitation. */
export const inviteCommand = declareCommand(
  'invite',
  z.strictObject({ email: z.email().max(128), roles: roles.default([]) }),
  async ({ email, roles }, session) => {
    const { UserPoolId, WebAppUrl } = await userPoolOf(session);
    const pool = { client: new CognitoIdentityProviderClient(), UserPoolId };
    const { subject, invited } = await createPerson(pool, email, WebAppUrl);
    for (const GroupName of roles) {
      await pool.client.send(new AdminAddUserToGroupCommand({ UserPoolId, Username: email, GroupName }));
    }
    session.print(invited ? `Invited    ${email}` : `Known      ${email}, who has signed in before`);
    session.print(`Subject    ${subject}`);
    if (roles.length > 0) session.print(`Added to   ${roles.join(', ')}`);
    session.print(`Web app    ${WebAppUrl}`);
    return { json: { email, subject, invited, added_roles: roles, web_app: WebAppUrl } };
  },
);

interface Pool {
  readonly client: CognitoIdentityProviderClient;
  readonly UserPoolId: string;
}

/** Invites a person, also again with a new password if the person has not signed in yet. */
async function createPerson({ client, UserPoolId }: Pool, email: string, webAddress: string) {
  const person = { UserPoolId, Username: email };
  const invitation = { ...person, DesiredDeliveryMediums: ['EMAIL' as const] };
  const UserAttributes = [
    { Name: 'email', Value: email },
    { Name: 'email_verified', Value: 'true' },
    { Name: `custom:${webAddressAttribute}`, Value: webAddress },
  ];
  try {
    const { User } = await client.send(new AdminCreateUserCommand({ ...invitation, UserAttributes }));
    return { subject: subjectIn(User?.Attributes), invited: true };
  } catch (error) {
    if (!(error instanceof UsernameExistsException)) throw error;
  }
  const found = await client.send(new AdminGetUserCommand(person));
  const isWaiting = found.UserStatus === 'FORCE_CHANGE_PASSWORD';
  if (isWaiting) await client.send(new AdminCreateUserCommand({ ...invitation, MessageAction: 'RESEND' }));
  return { subject: subjectIn(found.UserAttributes), invited: isWaiting };
}

const subjectIn = (attributes: readonly AttributeType[] = []): string =>
  attributes.find(({ Name }) => Name === 'sub')?.Value ?? '';
