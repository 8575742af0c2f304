import { useState } from 'preact/hooks';
import type { WebhookEndpoint } from '#commerce/webhooks/contract.ts';
import { type ApiInput, api } from '#web/api/api.ts';
import { Button } from '#web/components/button.tsx';
import { contractRules } from '#web/components/contract-rules.ts';
import { Dialog } from '#web/components/dialog.tsx';
import { CheckField, Form, TextField } from '#web/components/fields.tsx';
import { Failure, Loading } from '#web/components/states.tsx';
import { toast } from '#web/components/toasts.tsx';
import { useAction } from '#web/data/action.ts';
import { useQuery } from '#web/data/query.ts';
import { useBrand } from '#web/session/session.ts';
import { texts } from '#web/text/texts.ts';

/** Creates or changes an endpoint. A new one has a signing secret, which is handed to `onSaved`. */
export function EndpointDialog({
  endpoint,
  onClose,
  onSaved,
}: {
  readonly endpoint: WebhookEndpoint | undefined;
  readonly onClose: () => void;
  readonly onSaved: (secret?: string) => void;
}) {
  const { id: brand_id } = useBrand();
  const types = useQuery('webhooks/event-types', () => api('GET /api/v1/event-types'));
  const [url, setUrl] = useState(endpoint?.url ?? '');
  const [description, setDescription] = useState(endpoint?.description ?? '');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    new Set(endpoint?.event_types ?? ['order.created']),
  );
  const words = texts.webhooks;
  const offered = (types.data ?? []).map(({ type }) => type).filter(isSubscribable);
  const save = useAction(async () => {
    const event_types = offered.filter((type) => chosen.has(type));
    const content = { url, event_types, ...(description !== '' && { description }) };
    if (endpoint === undefined) {
      onSaved((await api('POST /api/v1/webhook-endpoints', { brand_id, ...content })).secret);
    } else {
      const { id, status } = endpoint;
      await api('PUT /api/v1/webhook-endpoints/{id}', { id, status, ...content }, { ifMatch: endpoint });
      toast({ text: words.saved, tone: 'good' });
      onSaved();
    }
  });
  const title = endpoint === undefined ? words.create : words.editTitle;
  return (
    <Dialog title={title} onClose={onClose}>
      <Form
        rules={contractRules('POST /api/v1/webhook-endpoints')}
        label={title}
        error={save.error}
        onSubmit={() => save.run()}
        actions={
          <Button
            kind="primary"
            type="submit"
            busy={save.isRunning}
            reason={types.data === undefined ? texts.states.loading : undefined}
          >
            {words.submit}
          </Button>
        }
      >
        <TextField
          label={words.url}
          name="url"
          type="url"
          hint={words.urlHint}
          required
          autoFocus
          value={url}
          onChange={setUrl}
        />
        <TextField
          label={words.description}
          name="description"
          optional
          maxLength={255}
          value={description}
          onChange={setDescription}
        />
        <fieldset class="webhook-events">
          <legend>{words.chooseEvents}</legend>
          {types.isLoading && <Loading rows={4} />}
          {types.data === undefined && types.error !== undefined && (
            <Failure error={types.error} onRetry={() => void types.refresh()} />
          )}
          {offered.map((type) => (
            <CheckField
              key={type}
              label={type}
              value={chosen.has(type)}
              onChange={(isChosen) => setChosen((before) => withMember(before, type, isChosen))}
            />
          ))}
        </fieldset>
      </Form>
    </Dialog>
  );
}

function withMember(set: ReadonlySet<string>, member: string, isMember: boolean): ReadonlySet<string> {
  const next = new Set(set);
  if (isMember) next.add(member);
  else next.delete(member);
  return next;
}

/** An event that an endpoint can subscribe to. */
type EventType = NonNullable<ApiInput<'POST /api/v1/webhook-endpoints'>['event_types']>[number];

/** Test events are sent to an endpoint by hand, and nobody subscribes to them. */
export const isSubscribable = (type: string): type is EventType => type !== 'webhook_endpoint.test';
