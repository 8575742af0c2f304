import { useState } from 'preact/hooks';
import type { ClaimVersion } from '#claims/edits/contract.ts';
import { api } from '#web/api/api.ts';
import { actorName } from '#web/claims/people.ts';
import { Button } from '#web/components/button.tsx';
import { DataTable } from '#web/components/data-table.tsx';
import { Section } from '#web/components/page.tsx';
import { Failure, Loading } from '#web/components/states.tsx';
import { usePages, useQuery } from '#web/data/query.ts';
import { formatDateTime } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import type { X12Texts } from '#web/text/x12-texts.ts';
import { fieldName, fieldValue } from '../code/field-name.ts';
import { useX12Texts } from '../code/x12-texts.ts';
import { isObject, type Json } from '../edit/content-tree.ts';
import { type Difference, differences } from '../edit/merge-patch.ts';

/** Every content that a claim had, newest first, with the differences to the version before. */
export function ClaimVersions({ claimId, version }: { readonly claimId: string; readonly version: number }) {
  const versions = usePages<ClaimVersion>(
    `versions ${claimId} ${version}`,
    (cursor) =>
      api('GET /api/claims/{id}/versions', { id: claimId, ...(cursor !== undefined && { cursor }) }),
    { keep: false },
  );
  const words = texts.claim.versions;
  return (
    <Section
      title={texts.claim.sections.versions}
      kind="card"
      note={!versions.isLoading && versions.rows.length === 1 ? words.only : undefined}
    >
      {versions.isLoading && <Loading rows={1} />}
      {versions.error !== undefined && <Failure error={versions.error} onRetry={versions.refresh} />}
      <ul class="claim-versions">
        {versions.rows.map((one, place) => (
          <VersionItem
            key={one.version}
            claimId={claimId}
            version={one}
            before={versions.rows[place + 1]?.version}
          />
        ))}
      </ul>
    </Section>
  );
}

function VersionItem({
  claimId,
  version,
  before,
}: {
  readonly claimId: string;
  readonly version: ClaimVersion;
  readonly before: number | undefined;
}) {
  const [isOpen, setOpen] = useState(false);
  const words = texts.claim.versions;
  const title = version.event === 'claim.received' ? words.original : words.edited(version.changes.length);
  return (
    <li class="claim-version">
      <p>
        {title}
        {version.bulk_run_id !== undefined && ` · ${words.bulk}`}
      </p>
      <p class="claim-quiet">
        <time dateTime={version.at}>{formatDateTime(version.at)}</time>
        {!version.actor.startsWith('file:') && ` · ${actorName(version.actor)}`}
      </p>
      {before !== undefined && (
        <Button kind="quiet" small expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? words.hide : words.show}
        </Button>
      )}
      {isOpen && before !== undefined && (
        <VersionDifferences claimId={claimId} before={before} after={version.version} />
      )}
    </li>
  );
}

function VersionDifferences(props: {
  readonly claimId: string;
  readonly before: number;
  readonly after: number;
}) {
  const { claimId, before, after } = props;
  const codes = useX12Texts();
  const words = texts.claim.versions;
  const { data, error, refresh } = useQuery(
    `versions ${claimId} ${before} to ${after}`,
    async () => {
      const [earlier, later] = await Promise.all(
        [before, after].map((version) =>
          api('GET /api/claims/{id}/versions/{version}', { id: claimId, version: String(version) }),
        ),
      );
      // The submission writes `transaction`; it is no part of an edit.
      return differences(jsonOf(earlier?.content), jsonOf(later?.content)).filter(
        ({ path }) => !path.startsWith('/transaction'),
      );
    },
    { keep: false },
  );
  if (data === undefined)
    return error === undefined ? <Loading rows={2} /> : <Failure error={error} onRetry={refresh} />;
  return (
    <DataTable<Difference>
      label={texts.claim.sections.versions}
      rows={data}
      rowKey={({ path }) => path}
      columns={[
        { id: 'field', label: words.field, cell: ({ path }) => fieldName(path) },
        {
          id: 'before',
          label: words.before,
          cell: ({ path, before: value }) => valueText(path, value, codes),
        },
        { id: 'after', label: words.after, cell: ({ path, after: value }) => valueText(path, value, codes) },
      ]}
    />
  );
}

/** The content of the API is JSON by contract. */
const jsonOf = (content: unknown): Json => (isObject(content) ? content : {});

function valueText(path: string, value: Json | undefined, codes: X12Texts | undefined): string {
  if (value === undefined || value === null || value === '') return texts.claim.versions.none;
  return typeof value === 'object' ? JSON.stringify(value) : fieldValue(path, String(value), codes);
}
