import { useMemo, useState } from 'preact/hooks';
import type { Member } from '#contract/commerce/members.ts';
import { api } from '#web/api/api.ts';
import { Badge } from '#web/components/badge.tsx';
import { Button } from '#web/components/button.tsx';
import { type Column, List } from '#web/components/list.tsx';
import { Page, Section } from '#web/components/page.tsx';
import { Empty } from '#web/components/states.tsx';
import { usePages } from '#web/data/query.ts';
import { isOwner, session, useBrand } from '#web/session/session.ts';
import { formatDate, formatNumber } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { Invitations } from './invitations.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { LeaveButton } from './leave-button.tsx';
import { MemberMenu } from './member-menu.tsx';
import { personOf } from './person-of.ts';

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
    { id: 'joined', label: words.joined, width: '160px', cell: ({ joined_at }) => formatDate(joined_at) },
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
