import { api } from '#web/api/api.ts';
import { Button } from '#web/components/button.tsx';
import { Menu } from '#web/components/menu.tsx';
import { useAction } from '#web/data/action.ts';
import { saveFile } from '#web/data/csv-file.ts';
import { texts } from '#web/text/texts.ts';

/** Saves the explanation of benefits of a remittance as PDF or as a page. */
export function EobMenu({ remittanceId }: { readonly remittanceId: string }) {
  const { run } = useAction(async (format: 'pdf' | 'html') => saveEob(remittanceId, format));
  const words = texts.remittances.detail;
  return (
    <Menu
      kind="secondary"
      icon="download"
      items={[
        { label: words.eobPdf, icon: 'download', onSelect: () => void run('pdf') },
        { label: words.eobHtml, icon: 'file', onSelect: () => void run('html') },
      ]}
    >
      {words.eob}
    </Menu>
  );
}

/** Saves the explanation of benefits of one claim, for a letter to the patient. */
export function EobButton({
  remittanceId,
  claim,
}: {
  readonly remittanceId: string;
  readonly claim: number;
}) {
  const { run, isRunning } = useAction(async () => saveEob(remittanceId, 'pdf', claim));
  return (
    <Button
      kind="quiet"
      small
      icon="download"
      label={texts.remittances.detail.eobClaim}
      busy={isRunning}
      onClick={() => void run()}
    />
  );
}

/** A long remittance has several pages; each becomes a file. Names of files contain ids only. */
async function saveEob(id: string, format: 'pdf' | 'html', claim?: number): Promise<void> {
  let cursor: string | undefined;
  let page = 1;
  do {
    const input = {
      id,
      format,
      limit: 100,
      ...(claim !== undefined && { claim }),
      ...(cursor !== undefined && { cursor }),
    };
    const accept = format === 'pdf' ? 'application/pdf' : 'text/html';
    const reply = await api('GET /api/remittances/{id}/eob', input, { accept }).withReply();
    const type = format === 'pdf' ? accept : `${accept};charset=utf-8`;
    saveFile(`eob-${id}${page > 1 ? `-${page}` : ''}.${format}`, new Blob([reply.data], { type }));
    const next = /<([^>]*)>; rel="next"/.exec(reply.headers.get('link') ?? '')?.[1];
    cursor = next && (new URL(next, window.location.origin).searchParams.get('cursor') ?? undefined);
    page += 1;
  } while (cursor !== undefined);
}
