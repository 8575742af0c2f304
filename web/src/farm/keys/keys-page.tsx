import { useMemo, useState } from 'preact/hooks';
import type { ApiKey } from '#commerce/api-keys/contract.ts';
import { api } from '#web/api/api.ts';
import { Badge } from '#web/components/badge.tsx';
import { Button } from '#web/components/button.tsx';
import { contractRules } from '#web/components/contract-rules.ts';
import { confirm, Dialog } from '#web/components/dialog.tsx';
import { ChoiceField, DateField, Form, TextField } from '#web/components/fields.tsx';
import { type Column, List } from '#web/components/list.tsx';
import { Menu, type MenuItem } from '#web/components/menu.tsx';
import { Page } from '#web/components/page.tsx';
import { Empty } from '#web/components/states.tsx';
import { toast } from '#web/components/toasts.tsx';
import { useAction } from '#web/data/action.ts';
import { usePages } from '#web/data/query.ts';
import { useBrand } from '#web/session/session.ts';
import { formatDateOf, formatDateTime, formatNumber } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { SecretDialog } from './secret-dialog.tsx';
import './keys.css';

/** The keys with which programs use the API, with their last use. */
export default function KeysPage() {
  const { id } = useBrand();
  const keys = usePages('keys', (cursor) =>
    api('GET /api/v1/api-keys', { brand_id: id, ...(cursor !== undefined && { cursor }) }),
  );
  const [isCreating, setCreating] = useState(false);
  const [secret, setSecret] = useState<string>();
  const [shown, setShown] = useState<ApiKey>();
  const words = texts.keys;
  const rotate = useAction(async (key: ApiKey) => {
    const question = { title: words.rotateTitle(key.name), text: words.rotateText, action: words.rotate };
    if (!(await confirm(question))) return;
    setSecret((await api('POST /api/v1/api-keys/{id}/rotation', { id: key.id, overlap_hours: 24 })).secret);
    await keys.refresh();
  });
  const revoke = useAction(async (key: ApiKey) => {
    const title = words.revokeTitle(key.name);
    if (!(await confirm({ title, text: words.revokeText, action: words.revoke, danger: true }))) return;
    await api('DELETE /api/v1/api-keys/{id}', { id: key.id });
    toast({ text: words.isRevoked });
    await keys.refresh();
  });
  const columns = useMemo(
    () =>
      columnsOf({
        show: setShown,
        rotate: (key) => void rotate.run(key),
        revoke: (key) => void revoke.run(key),
      }),
    [id],
  );
  const active = keys.rows.filter((key) => stateOf(key) === 'active').length;
  const create = (
    <Button kind="primary" icon="plus" onClick={() => setCreating(true)}>
      {words.create}
    </Button>
  );
  return (
    <Page
      title={words.title}
      answer={
        keys.readAt !== undefined && (active === 1 ? words.answerOne : words.answer(formatNumber(active)))
      }
      primary={create}
    >
      <List
        label={words.list}
        rows={keys.rows}
        columns={columns}
        rowKey={(key) => key.id}
        rowLabel={({ name }) => name}
        hasMore={keys.hasMore}
        onMore={() => void keys.loadMore()}
        isLoading={keys.isLoading}
        error={keys.error}
        onRetry={() => void keys.refresh()}
        empty={<Empty icon="key" title={words.emptyTitle} text={words.emptyText} />}
      />
      {isCreating && (
        <NewKeyDialog
          onClose={() => setCreating(false)}
          onCreated={(created) => {
            setCreating(false);
            setSecret(created);
            void keys.refresh();
          }}
        />
      )}
      {shown !== undefined && (
        <Dialog title={words.scopesOf(shown.name)} onClose={() => setShown(undefined)}>
          <ul>
            {shown.scopes?.map((scope) => (
              <li key={scope}>
                <code>{scope}</code>
              </li>
            ))}
          </ul>
        </Dialog>
      )}
      {secret !== undefined && <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />}
    </Page>
  );
}

function stateOf({ revoked_at, expires_at }: ApiKey): 'active' | 'revoked' | 'expired' {
  if (revoked_at !== undefined) return 'revoked';
  return expires_at !== undefined && expires_at < new Date().toISOString() ? 'expired' : 'active';
}

/** A row and a card have room for one scope. */
function scopesText({ scopes }: ApiKey): string {
  if (scopes === undefined) return texts.keys.allScopes;
  return scopes.length === 1 ? String(scopes[0]) : texts.keys.scopeCount(formatNumber(scopes.length));
}

interface Actions {
  readonly show: (key: ApiKey) => void;
  readonly rotate: (key: ApiKey) => void;
  readonly revoke: (key: ApiKey) => void;
}

function columnsOf(actions: Actions): readonly Column<ApiKey>[] {
  const words = texts.keys;
  return [
    {
      id: 'name',
      label: words.name,
      width: '2fr',
      card: 'title',
      cell: ({ name, prefix }) => (
        <>
          <b>{name}</b> <code class="key-note">{prefix}…</code>
        </>
      ),
    },
    { id: 'role', label: words.role, width: '110px', cell: ({ role }) => texts.members.roles[role] },
    {
      id: 'scopes',
      label: words.scopes,
      width: '1fr',
      hideable: true,
      cell: scopesText,
    },
    {
      id: 'used',
      label: words.lastUsed,
      width: '170px',
      card: 'line',
      labelOnCard: true,
      cell: ({ last_used_at }) => (last_used_at === undefined ? words.never : formatDateTime(last_used_at)),
    },
    {
      id: 'expires',
      label: words.expires,
      width: '140px',
      hideable: true,
      card: 'none',
      cell: ({ expires_at }) => (expires_at === undefined ? words.noExpiry : formatDateOf(expires_at)),
    },
    {
      id: 'state',
      label: words.state,
      width: '110px',
      card: 'detail',
      cell: (key) => {
        const state = stateOf(key);
        return <Badge tone={state === 'active' ? 'good' : 'neutral'}>{words[state]}</Badge>;
      },
    },
    {
      id: 'actions',
      label: texts.states.moreActions,
      isLabelUnseen: true,
      width: '56px',
      card: 'value',
      cell: (key) => {
        const items = itemsOf(key, actions);
        return items.length > 0 && <Menu label={texts.states.moreActions} items={items} />;
      },
    },
  ];
}

function itemsOf(key: ApiKey, { show, rotate, revoke }: Actions): MenuItem[] {
  const words = texts.keys;
  const scopes = key.scopes && [{ label: words.showScopes, onSelect: () => show(key) }];
  const changes = stateOf(key) === 'active' && [
    { label: words.rotate, onSelect: () => rotate(key) },
    { label: words.revoke, danger: true, onSelect: () => revoke(key) },
  ];
  return [...(scopes || []), ...(changes || [])];
}

type Role = 'owner' | 'manager' | 'viewer';

/** Creates a key with a role, an end and scopes. */
function NewKeyDialog({
  onClose,
  onCreated,
}: {
  readonly onClose: () => void;
  readonly onCreated: (secret: string) => void;
}) {
  const { id } = useBrand();
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>('manager');
  const [expiry, setExpiry] = useState('');
  const [scopes, setScopes] = useState('');
  const words = texts.keys;
  const { roles, roleHints } = texts.members;
  const create = useAction(async () => {
    const wanted = scopes.split(/[\s,]+/).filter((scope) => scope !== '');
    const { secret = '' } = await api('POST /api/v1/api-keys', {
      brand_id: id,
      name,
      role,
      ...(expiry !== '' && { expires_at: new Date(`${expiry}T23:59:59`).toISOString() }),
      ...(wanted.length > 0 && { scopes: wanted }),
    });
    onCreated(secret);
  });
  return (
    <Dialog title={words.createTitle} onClose={onClose}>
      <Form
        rules={contractRules('POST /api/v1/api-keys')}
        label={words.createTitle}
        error={create.error}
        onSubmit={() => create.run()}
        actions={
          <Button kind="primary" type="submit" busy={create.isRunning}>
            {words.submit}
          </Button>
        }
      >
        <TextField
          label={words.name}
          name="name"
          hint={words.nameHint}
          required
          autoFocus
          maxLength={255}
          value={name}
          onChange={setName}
        />
        <ChoiceField
          label={words.role}
          name="role"
          value={role}
          options={(['viewer', 'manager', 'owner'] as const).map((value) => ({
            value,
            label: roles[value],
            hint: roleHints[value],
          }))}
          onChange={setRole}
        />
        <DateField label={words.expiry} name="expires_at" optional value={expiry} onChange={setExpiry} />
        <TextField
          label={words.scopes}
          name="scopes"
          hint={words.scopesHint}
          optional
          code
          value={scopes}
          onChange={setScopes}
        />
      </Form>
    </Dialog>
  );
}
