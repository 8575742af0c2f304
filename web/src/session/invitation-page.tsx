import { useEffect } from 'preact/hooks';
import { commerce } from '#web/api/commerce-client.ts';
import { location, navigate } from '#web/app/router.ts';
import { Button } from '#web/components/button.tsx';
import { Page } from '#web/components/page.tsx';
import { Empty, Failure, Loading } from '#web/components/states.tsx';
import { toast } from '#web/components/toasts.tsx';
import { useAction } from '#web/data/action.ts';
import { texts } from '#web/text/texts.ts';
import { chooseBrand, session } from './session.ts';
import { reloadSession } from './start-session.ts';

/** The frame around the page changes with the first role, which shows the page anew. A token serves once. */
const sentTokens = new Set<string>();

/** Accepts the invitation of the link in an e-mail, and opens the farm. */
export default function InvitationPage() {
  const { invitation } = texts.session;
  const token = location.value.query.get('token');
  const accept = useAction(async (sent: string) => {
    const { brand_id } = await commerce.members.acceptInvitation({ token: sent });
    await reloadSession();
    chooseBrand(brand_id);
    navigate('/', { replace: true });
    const name = session.peek()?.brands.find(({ id }) => id === brand_id)?.name ?? '';
    toast({ text: invitation.done(name), tone: 'good' });
  });
  useEffect(() => {
    if (token === null || sentTokens.has(token)) return;
    sentTokens.add(token);
    void accept.run(token);
  }, [token]);
  return (
    <Page title={invitation.title} narrow>
      {token === null && (
        <Empty
          icon="link"
          title={invitation.missing}
          action={<Button onClick={() => navigate('/')}>{invitation.open}</Button>}
        />
      )}
      {accept.error !== undefined && (
        <Failure error={accept.error} onRetry={() => token !== null && void accept.run(token)} />
      )}
      {accept.isRunning && <Loading label={invitation.joining} />}
    </Page>
  );
}
