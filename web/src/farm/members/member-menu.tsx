import type { Member } from '#contract/commerce/members.ts';
import { memberRoles as roles } from '#contract/commerce/members.ts';
import { api } from '#web/api/api.ts';
import { confirm } from '#web/components/dialog.tsx';
import { Menu } from '#web/components/menu.tsx';
import { toast } from '#web/components/toasts.tsx';
import { useAction } from '#web/data/action.ts';
import { isOwner, session, useBrand } from '#web/session/session.ts';
import { texts } from '#web/text/texts.ts';
import { personOf } from './person-of.ts';

/** What an owner can do with a member: another role, ownership, removal. */
export function MemberMenu({
  member,
  onChanged,
}: {
  readonly member: Member;
  readonly onChanged: () => void;
}) {
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
