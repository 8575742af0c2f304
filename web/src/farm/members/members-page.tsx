import { useMemo, useState } from 'preact/hooks';
import { type Member, memberRoles as roles } from '#commerce/members/contract.ts';
import { api } from '#web/api/api.ts';
import { Badge } from '#web/components/badge.tsx';
import { Button } from '#web/components/button.tsx';
import { contractRules } from '#web/components/contract-rules.ts';
import { DataTable } from '#web/components/data-table.tsx';
import { confirm, Dialog } from '#web/components/dialog.tsx';
import { ChoiceField, Form, TextField } from '#web/components/fields.tsx';
import { type Column, List } from '#web/components/list.tsx';
import { Menu } from '#web/components/menu.tsx';
import { Page, Section } from '#web/components/page.tsx';
import { Empty } from '#web/components/states.tsx';
import { toast } from '#web/components/toasts.tsx';
import { useAction } from '#web/data/action.ts';
import { refreshAll, usePages } from '#web/data/query.ts';
import { isOwner, session, useBrand } from '#web/session/session.ts';
import { formatDateOf, formatNumber } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';

/** Who has access to the brand, with which role, and who is invited. */
export default function MembersPage() {
  const { id } = useBrand();
  const members = usePages('members/list', (cursor) =>
    api('GET /api/v1/members', { brand_id: id, ...(cursor !== undefined && { cursor }) }),
  );
  const [isInviting, setInviting] = useState(false);
  const columns = useMemo(() => columnsOf(() => void members.refresh()), [id]);
  const words = texts.members;
  const count = members.rows.length;
  const invite = (
    <Button
      kind="primary"
      icon="plus"
      reason={isOwner() ? undefined : words.ownersOnly}
      onClick={() => setInviting(true)}
    >
      {words.invite}
    </Button>
  );
  return (
    <Page
      title={words.title}
      answer={
        members.readAt !== undefined && (count === 1 ? words.answerOne : words.answer(formatNumber(count)))
      }
      primary={invite}
      actions={<LeaveButton />}
    >
      <Section title={words.list} titleHidden>
        <List
          label={words.list}
          rows={members.rows}
          columns={columns}
          rowKey={(member) => member.id}
          rowLabel={personOf}
          hasMore={members.hasMore}
          onMore={() => void members.loadMore()}
          isLoading={members.isLoading}
          error={members.error}
          onRetry={() => void members.refresh()}
          empty={<Empty icon="people" title={words.emptyTitle} text={words.emptyText} />}
        />
      </Section>
      {isOwner() && <Invitations />}
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </Page>
  );
}

function columnsOf(onChanged: () => void): readonly Column<Member>[] {
  const words = texts.members;
  return [
    {
      id: 'person',
      label: words.person,
      width: '2fr',
      card: 'title',
      cell: (member) => (
        <>
          {personOf(member)}{' '}
          {member.subject === session.value?.person.id && <Badge tone="info">{words.you}</Badge>}
        </>
      ),
    },
    { id: 'role', label: words.role, width: '140px', cell: ({ role }) => words.roles[role] },
    { id: 'joined', label: words.joined, width: '160px', cell: ({ joined_at }) => formatDateOf(joined_at) },
    {
      id: 'actions',
      label: texts.states.moreActions,
      isLabelUnseen: true,
      width: '56px',
      card: 'value',
      cell: (member) => <MemberMenu member={member} onChanged={onChanged} />,
    },
  ];
}

/** Ends the person's own membership. The app starts again, because the workplace is gone. */
function LeaveButton() {
  const { id, name } = useBrand();
  const words = texts.members;
  const leave = useAction(async () => {
    const question = {
      title: words.leaveTitle(name),
      text: words.leaveText,
      action: words.leave,
      danger: true,
    };
    if (!(await confirm(question))) return;
    await api('POST /api/v1/members/leave', { brand_id: id });
    window.location.assign('/');
  });
  return (
    <Button kind="quiet" busy={leave.isRunning} onClick={() => void leave.run()}>
      {words.leave}
    </Button>
  );
}

/** The invitations that nobody has accepted yet; nothing where there is none. */
function Invitations() {
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
          { id: 'until', label: words.validUntil, cell: ({ valid_until }) => formatDateOf(valid_until) },
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

type Role = 'owner' | 'manager' | 'viewer';

/** Sends an invitation with a role to an address. */
function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const { id } = useBrand();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('manager');
  const words = texts.members;
  const send = useAction(async () => {
    await api('POST /api/v1/invitations', { brand_id: id, email, role });
    refreshAll('members/invitations');
    toast({ text: words.sent(email), tone: 'good' });
    onClose();
  });
  return (
    <Dialog title={words.inviteTitle} onClose={onClose}>
      <Form
        rules={contractRules('POST /api/v1/invitations')}
        label={words.inviteTitle}
        error={send.error}
        onSubmit={() => send.run()}
        actions={
          <Button kind="primary" type="submit" busy={send.isRunning}>
            {words.send}
          </Button>
        }
      >
        <TextField
          label={words.email}
          name="email"
          type="email"
          autocomplete="off"
          required
          autoFocus
          value={email}
          onChange={setEmail}
        />
        <ChoiceField
          label={words.role}
          name="role"
          value={role}
          options={(['viewer', 'manager', 'owner'] as const).map((value) => ({
            value,
            label: words.roles[value],
            hint: words.roleHints[value],
          }))}
          onChange={setRole}
        />
      </Form>
    </Dialog>
  );
}

/** What an owner can do with a member: another role, ownership, removal. */
function MemberMenu({ member, onChanged }: { readonly member: Member; readonly onChanged: () => void }) {
  const { id } = useBrand();
  const words = texts.members;
  const person = personOf(member);
  const change = useAction(async (role: Member['role']) => {
    await api('PATCH /api/v1/members/{id}', { id: member.id, role });
    toast({ text: words.roleChanged, tone: 'good' });
    onChanged();
  });
  const remove = useAction(async () => {
    const question = {
      title: words.removeTitle(person),
      text: words.removeText,
      action: words.remove,
      danger: true,
    };
    if (!(await confirm(question))) return;
    await api('DELETE /api/v1/members/{id}', { id: member.id });
    toast({ text: words.removed });
    onChanged();
  });
  const transfer = useAction(async () => {
    const question = { title: words.transferTitle(person), text: words.transferText, action: words.transfer };
    if (!(await confirm(question))) return;
    await api('POST /api/v1/members/transfer', { brand_id: id, member_id: member.id });
    toast({ text: words.transferred, tone: 'good' });
    onChanged();
  });
  const reason = isOwner() ? undefined : words.ownersOnly;
  const isSelf = member.subject === session.value?.person.id;
  return (
    <Menu
      label={texts.states.moreActions}
      items={[
        ...roles
          .filter((role) => role !== member.role)
          .map((role) => ({
            label: words.changeRole(words.roles[role]),
            reason,
            onSelect: () => void change.run(role),
          })),
        ...(isSelf ? [] : [{ label: words.transfer, reason, onSelect: () => void transfer.run() }]),
        { label: words.remove, danger: true, reason, onSelect: () => void remove.run() },
      ]}
    />
  );
}

/** The name of a member: the address if it is known, else the id at the identity provider. */
const personOf = ({ email, subject }: Member): string => email ?? subject;
