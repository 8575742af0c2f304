import { type ApiData, api } from '#web/api/api.ts';
import { Button } from '#web/components/button.tsx';
import { Notice } from '#web/components/notice.tsx';
import { useAction } from '#web/data/action.ts';
import { texts } from '#web/text/texts.ts';
import { adminReason } from '../access/access.ts';

/** Tests the connection to the clearinghouse, for administrators. */
export function ConnectionButton({
  onResult,
}: {
  readonly onResult: (result: ApiData<'POST /api/clearhouse/test-connection'>) => void;
}) {
  const { run, isRunning } = useAction(async () =>
    onResult(await api('POST /api/clearhouse/test-connection')),
  );
  return (
    <Button icon="swap" busy={isRunning} reason={adminReason()} reasonAs="tip" onClick={() => void run()}>
      {texts.submit.testConnection}
    </Button>
  );
}

/** The result of a test in words. */
export function ConnectionNotice({
  result,
}: {
  readonly result: ApiData<'POST /api/clearhouse/test-connection'>;
}) {
  const words = texts.submit.connection;
  const { ok, transport, duration_ms, code = 'internal', message = '', host_key } = result;
  if (ok)
    return <Notice tone="good" isNew title={transport === 'stub' ? words.stub : words.ok(duration_ms)} />;
  return (
    <Notice tone="danger" isNew title={words.failed}>
      <p>{transportErrorText({ code, message })}</p>
      {host_key !== undefined && <p>{words.hostKey(host_key)}</p>}
    </Notice>
  );
}

/** A failure of the connection in the language of the person; an unknown code shows the words of the service. */
export function transportErrorText({
  code,
  message,
}: {
  readonly code: string;
  readonly message: string;
}): string {
  const known: Readonly<Record<string, string>> = texts.submit.connectionErrors;
  return known[code] ?? message;
}
