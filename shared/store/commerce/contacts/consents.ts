import type { Channel, Consent } from '#commerce/contacts/contract.ts';
import type { TransactAction } from '../../dynamodb/table.ts';
import { contactKey } from './contact-keys.ts';
import { historyAction } from './history.ts';

interface ConsentChange {
  readonly brandId: string;
  readonly contactId: string;
  readonly channel: Channel;
  readonly status: Consent['status'];
  /** Such as `unsubscribe_link`, `stop_message`, `import` or the name of a form. */
  readonly source: string;
  readonly text_version?: string | undefined;
  /** Id of the entry in the history: a UUID of version 7. */
  readonly id: string;
  readonly now: Date;
  readonly author?: string;
}

/**
 * Actions that record a consent and its history, for the transaction of the cause. They need no read. The first fails if the
 * contact does not exist.
 */
export function consentActions(change: ConsentChange): readonly TransactAction[] {
  const { brandId, contactId, channel, status, source, text_version, now } = change;
  const at = now.toISOString();
  const versionOfText = text_version === undefined ? {} : { text_version };
  return [
    {
      Update: {
        Key: { ...contactKey(brandId, contactId) },
        UpdateExpression: 'SET #consent = :consent, updated_at = :at ADD version :one',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeNames: { '#consent': `consent_${channel}` },
        ExpressionAttributeValues: {
          ':consent': { status, source, ...versionOfText, at },
          ':at': at,
          ':one': 1,
        },
      },
    },
    consentEntry(change),
  ];
}

/** The action that adds a consent to the history of its contact. */
export function consentEntry(change: ConsentChange): TransactAction {
  const { brandId, contactId, channel, status, source, text_version, id, now, author } = change;
  const facts = {
    channel,
    status,
    source,
    ...(text_version !== undefined && { text_version }),
    ...(author !== undefined && { author }),
  };
  return historyAction({ brandId, contactId, id, kind: 'consent', at: now.toISOString(), facts });
}
