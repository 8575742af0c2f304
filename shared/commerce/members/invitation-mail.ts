import { oneLine } from '../messages/escape.ts';
import type { IssuedInvitation } from './invitation.ts';

interface InvitationMail {
  readonly subject: string;
  readonly text: string;
}

/**
 * The e-mail of an invitation, the only place that shows its token. With `webUrl`, the address of the web app, it has a link that
 * accepts.
 */
export function invitationMail(
  { invitation, token }: IssuedInvitation,
  brandName: string,
  webUrl: string | undefined,
): InvitationMail {
  const brand = oneLine(brandName);
  const { role, valid_until } = invitation;
  const [day = '', time = ''] = valid_until.split('T');
  return {
    subject: `Invitation to ${brand}`,
    text: [
      `You are invited to join ${brand} as ${role}.`,
      '',
      ...(webUrl === undefined
        ? ['Sign in and accept with this invitation code:']
        : [
            'Open this link, sign in, and you are a member:',
            '',
            `${webUrl}/invitations/accept?token=${token}`,
            '',
            'Or sign in and enter this invitation code:',
          ]),
      '',
      token,
      '',
      `The code is valid until ${day}, ${time.slice(0, 'HH:MM'.length)} UTC, and can be used once.`,
      'Ignore this e-mail if you do not know the sender.',
      '',
    ].join('\n'),
  };
}
