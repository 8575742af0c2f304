import type { Reply } from '#clients/typescript/src/runtime/reply.ts';
import { Button } from '#web/components/button.tsx';
import { useAction } from '#web/data/action.ts';
import { saveFile } from '#web/data/csv-file.ts';
import { texts } from '#web/text/texts.ts';

/** One page of a list as CSV. */
export type CsvPage = (cursor: string | undefined) => { withReply(): Promise<Reply<string>> };

/** Saves all pages of a list as one CSV file. `name` must not name a patient, because it is the name of the file. */
export function CsvButton({ name, page }: { readonly name: string; readonly page: CsvPage }) {
  const { run, isRunning } = useAction(async () => {
    saveFile(`${name}.csv`, new Blob(await allPages(page), { type: 'text/csv;charset=utf-8' }));
  });
  return (
    <Button icon="download" busy={isRunning} onClick={() => void run()}>
      {texts.figures.csv}
    </Button>
  );
}

/** Only the first page has the line of names, so pages can be joined. */
async function allPages(page: CsvPage): Promise<string[]> {
  const parts: string[] = [];
  let cursor: string | undefined;
  do {
    const { data, headers } = await page(cursor).withReply();
    parts.push(data);
    cursor = nextCursor(headers.get('link'));
  } while (cursor !== undefined);
  return parts;
}

function nextCursor(link: string | null): string | undefined {
  const address = /<([^>]*)>; rel="next"/.exec(link ?? '')?.[1];
  if (address === undefined) return undefined;
  return new URL(address, window.location.origin).searchParams.get('cursor') ?? undefined;
}
