import { api } from '#web/api/api.ts';
import { Button } from '#web/components/button.tsx';
import { DataTable } from '#web/components/data-table.tsx';
import { Section } from '#web/components/page.tsx';
import { toast } from '#web/components/toasts.tsx';
import { useAction } from '#web/data/action.ts';
import { usePages } from '#web/data/query.ts';
import { useBrand } from '#web/session/session.ts';
import { formatDate } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';

/** The invitations that nobody has accepted yet; nothing where there is none. */
export function Invitations() {
  const { id } = useBrand();
  const invitations = usePages('members/invitations', (cursor) =>
    api('GET /api/v1/invitations', { brand_id: id, ...(cursor !== undefined && { cursor }) }),
  );
  const words = texts.members;
  const resend = useAction(async (invitation: string, email: string) => {
    await api('POST /api/v1/invitations/{id}/resend', { id: invitation });
    toast({ text: words.sent(email), tone: 'good' });
    await invitations.refresh();
  });
  const revoke = useAction(async (invitation: string) => {
    await api('DELETE /api/v1/invitations/{id}', { id: invitation });
    invitations.update((rows) => rows.filter((row) => row.id !== invitation));
    toast({ text: words.revoked });
  });
  if (invitations.rows.length === 0) return null;
  return (
    <Section title={words.invitations}>
      <DataTable
        label={words.invitations}
        rows={invitations.rows}
        rowKey={(one) => one.id}
        columns={[
          { id: 'email', label: words.email, cell: ({ email }) => email },
          { id: 'role', label: words.role, cell: ({ role }) => words.roles[role] },
          { id: 'until', label: words.validUntil, cell: ({ valid_until }) => formatDate(valid_until) },
          {
            id: 'actions',
            label: texts.states.moreActions,
            align: 'end',
            cell: ({ id: invitation, email }) => (
              <>
                <Button kind="quiet" small onClick={() => void resend.run(invitation, email)}>
                  {words.resend}
                </Button>
                <Button kind="quiet" small onClick={() => void revoke.run(invitation)}>
                  {words.revoke}
                </Button>
              </>
            ),
          },
        ]}
      />
    </Section>
  );
}
