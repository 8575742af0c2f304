import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { newInvitation } from '#commerce/members/invitation.ts';
import { invitationMail } from '#commerce/members/invitation-mail.ts';

const issued = newInvitation(
  { brand_id: randomUUID(), email: 'emma@example.com', role: 'viewer' },
  {
    id: randomUUID(),
    invitedBy: 'ana',
    now: new Date('2026-11-23T12:00:00Z'),
    random: new Uint8Array(32).fill(7),
  },
);

test('the e-mail of an invitation has its code on one line', () => {
  const { text } = invitationMail(issued, 'Meadow Farm', undefined);
  expect(text.split('\n')).toContain(issued.token);
  expect(text).not.toContain('http');
});

test('with the address of the web app, the e-mail has a link that accepts, and the code', () => {
  const { text } = invitationMail(issued, 'Meadow Farm', 'https://app.example.com');
  expect(text.split('\n')).toEqual(
    expect.arrayContaining([
      `https://app.example.com/invitations/accept?token=${issued.token}`,
      issued.token,
    ]),
  );
});

test('a line break in the name of a brand adds no line to the e-mail', () => {
  const { subject, text } = invitationMail(issued, 'Meadow\r\nBcc: x', undefined);
  expect(subject).not.toMatch(/[\r\n]/);
  expect(text).not.toMatch(/^Bcc/m);
});
