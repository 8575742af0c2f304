import { useEffect } from 'preact/hooks';
import { location } from '#web/app/router.ts';
import { Page } from '#web/components/page.tsx';
import { Failure, Loading } from '#web/components/states.tsx';
import { texts } from '#web/text/texts.ts';
import { InvitationForm, useAcceptance } from './invitation-form.tsx';

/** The frame around the page changes with the first role, which shows the page anew. A token serves once. */
const sentTokens = new Set<string>();

/** Accepts the invitation of the link in an e-mail, or asks for the code in it, and opens the farm. */
export default function InvitationPage() {
  const { invitation } = texts.session;
  const token = location.value.query.get('token');
  const accept = useAcceptance();
  useEffect(() => {
    if (token === null || sentTokens.has(token)) return;
    sentTokens.add(token);
    void accept.run(token);
  }, [token]);
  return (
    <Page title={invitation.title} narrow>
      {token === null && <InvitationForm />}
      {accept.error !== undefined && (
        <Failure error={accept.error} onRetry={() => token !== null && void accept.run(token)} />
      )}
      {accept.isRunning && <Loading label={invitation.joining} />}
    </Page>
  );
}
