import { api } from '#web/api/api.ts';
import { Button } from '#web/components/button.tsx';
import { confirm } from '#web/components/dialog.tsx';
import { useAction } from '#web/data/action.ts';
import { useBrand } from '#web/session/session.ts';
import { texts } from '#web/text/texts.ts';

/** Ends the person's own membership. The app starts again, because the workplace is gone. */
export function LeaveButton() {
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
