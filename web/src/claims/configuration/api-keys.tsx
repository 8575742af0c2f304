import { useState } from 'preact/hooks';
import type { ClaimsApiKey } from '#claims/api-keys/contract.ts';
import { type ApiData, type ApiInput, api } from '#web/api/api.ts';
import { Badge } from '#web/components/badge.tsx';
import { Button, CopyButton } from '#web/components/button.tsx';
import { contractRules } from '#web/components/contract-rules.ts';
import { DataTable } from '#web/components/data-table.tsx';
import { confirm, Dialog } from '#web/components/dialog.tsx';
import { Form, SelectField, TextField } from '#web/components/fields.tsx';
import { Notice } from '#web/components/notice.tsx';
import { Section } from '#web/components/page.tsx';
import { Empty, Failure, Loading } from '#web/components/states.tsx';
import { useAction } from '#web/data/action.ts';
import { usePages } from '#web/data/query.ts';
import { isAdmin } from '#web/session/session.ts';
import { formatDateOf } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';

/** The API keys of programs: list, create with the secret shown once, revoke. */
export function ApiKeys() {
  if (!isAdmin()) return <Empty icon="lock" title={texts.configuration.keys.closed} />;
  return <KeyList />;
}

function KeyList() {
  const [isCreating, setCreating] = useState(false);
  const words = texts.configuration.keys;
  const keys = usePages<ClaimsApiKey>(
    'configuration/keys',
    (cursor) => api('GET /api/admin/api-keys', { limit: 100, ...(cursor !== undefined && { cursor }) }),
    { keep: false },
  );
  const revoke = useAction(
    async (id: string) => {
      await api('DELETE /api/admin/api-keys/{id}', { id });
      await keys.refresh();
    },
    { done: words.done.revoked },
  );
  const ask = async ({ id, name }: ClaimsApiKey) => {
    const question = {
      title: words.revokeTitle(name),
      text: words.revokeText,
      action: words.revoke,
      danger: true,
    };
    if (await confirm(question)) await revoke.run(id);
  };
  return (
    <Section
      title={words.title}
      note={words.note}
      actions={
        <Button icon="plus" onClick={() => setCreating(true)}>
          {words.create}
        </Button>
      }
    >
      {keys.isLoading && <Loading rows={4} />}
      {keys.error !== undefined && <Failure error={keys.error} onRetry={() => void keys.refresh()} />}
      {!keys.isLoading && keys.error === undefined && keys.rows.length === 0 && (
        <Empty icon="key" title={words.empty} text={words.emptyText} />
      )}
      {keys.rows.length > 0 && (
        <DataTable<ClaimsApiKey>
          label={words.title}
          rows={keys.rows}
          rowKey={({ id }) => id}
          columns={[
            { id: 'name', label: words.name, cell: ({ name }) => name },
            { id: 'role', label: words.role, cell: ({ role }) => words.roleNames[role] },
            {
              id: 'npis',
              label: words.npis,
              cell: ({ billing_npis }) => billing_npis?.join(', ') ?? words.allProviders,
            },
            { id: 'prefix', label: words.prefix, cell: ({ prefix }) => <code>{prefix}…</code> },
            { id: 'created', label: words.created, cell: ({ created_at }) => formatDateOf(created_at) },
            {
              id: 'state',
              label: words.state,
              cell: (key) =>
                key.revoked_at === undefined ? (
                  <Badge tone="good">{words.active}</Badge>
                ) : (
                  <Badge>{words.revoked(formatDateOf(key.revoked_at))}</Badge>
                ),
            },
            {
              id: 'revoke',
              label: words.revoke,
              cell: (key) =>
                key.revoked_at === undefined && (
                  <Button
                    small
                    kind="quiet"
                    icon="trash"
                    busy={revoke.isRunning}
                    onClick={() => void ask(key)}
                  >
                    {words.revoke}
                  </Button>
                ),
            },
          ]}
        />
      )}
      {keys.hasMore && <Button onClick={() => void keys.loadMore()}>{texts.list.loadMore}</Button>}
      {isCreating && (
        <CreateKeyDialog onCreated={() => void keys.refresh()} onClose={() => setCreating(false)} />
      )}
    </Section>
  );
}

type Role = ApiInput<'POST /api/admin/api-keys'>['role'];

/** Creates a key and shows its secret once. */
function CreateKeyDialog(props: { readonly onCreated: () => void; readonly onClose: () => void }) {
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>('biller');
  const [npis, setNpis] = useState('');
  const [created, setCreated] = useState<ApiData<'POST /api/admin/api-keys'>>();
  const words = texts.configuration.keys;
  const create = useAction(
    async () => {
      const billing_npis = npis.split(/[\s,;]+/).filter((npi) => npi !== '');
      setCreated(
        await api('POST /api/admin/api-keys', {
          name,
          role,
          ...(billing_npis.length > 0 && { billing_npis }),
        }),
      );
      props.onCreated();
    },
    { done: words.done.created },
  );
  return (
    <Dialog
      title={words.create}
      onClose={props.onClose}
      actions={
        created === undefined ? (
          <>
            <Button onClick={props.onClose}>{texts.states.cancel}</Button>
            <Button kind="primary" type="submit" form="create-key" busy={create.isRunning}>
              {words.create}
            </Button>
          </>
        ) : (
          <Button kind="primary" onClick={props.onClose}>
            {texts.states.close}
          </Button>
        )
      }
    >
      {created === undefined ? (
        <Form
          rules={contractRules('POST /api/admin/api-keys')}
          id="create-key"
          error={create.error}
          onSubmit={() => create.run()}
        >
          <TextField label={words.name} name="name" value={name} onChange={setName} required autoFocus />
          <SelectField<Role>
            label={words.role}
            name="role"
            value={role}
            onChange={setRole}
            options={(['biller', 'auditor', 'admin'] as const).map((value) => ({
              value,
              label: words.roles[value],
            }))}
          />
          <TextField
            label={words.npis}
            name="billing_npis"
            hint={words.npisHint}
            optional
            code
            inputmode="numeric"
            value={npis}
            onChange={setNpis}
          />
        </Form>
      ) : (
        created.secret !== undefined && (
          <Notice tone="warning" isNew title={words.secretTitle}>
            <p>
              <code>{created.secret}</code> <CopyButton text={created.secret}>{words.copy}</CopyButton>
            </p>
            <p>{words.secretText}</p>
          </Notice>
        )
      )}
    </Dialog>
  );
}
