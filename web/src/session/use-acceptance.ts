import { api } from '#web/api/api.ts';
import { navigate } from '#web/app/router.ts';
import { toast } from '#web/components/toasts.tsx';
import { useAction } from '#web/data/action.ts';
import { texts } from '#web/text/texts.ts';
import { chooseBrand, session } from './session.ts';
import { reloadSession } from './start-session.ts';

/** Accepts an invitation by its token, and opens the farm. */
export const useAcceptance = () =>
  useAction(async (token: string) => {
    const { brand_id } = await api('POST /api/v1/invitations/accept', { token });
    await reloadSession();
    chooseBrand(brand_id);
    navigate('/', { replace: true });
    const name = session.peek()?.brands.find(({ id }) => id === brand_id)?.name ?? '';
    toast({ text: texts.session.invitation.done(name), tone: 'good' });
  });
