import { ApiError } from '#contract/errors.ts';
import { type Reply, tagOf, versionTag } from '../reply/replies.ts';
import {
  type EntityTag,
  type Exchange,
  listHeaderOf,
  type Preconditions,
  type TagCondition,
} from './exchange.ts';

/**
 * Reads `If-Match` and `If-None-Match` of endpoints whose resources have an `ETag`.
 *
 * @throws ApiError validation_failed for a value that is not `*` or a list of entity tags
 */
export function readPreconditions(exchange: Exchange): void {
  if (!exchange.endpoint.versioned) return;
  const { event } = exchange;
  exchange.preconditions = {
    ifMatch: conditionIn('If-Match', listHeaderOf(event, 'if-match')),
    ifNoneMatch: conditionIn('If-None-Match', listHeaderOf(event, 'if-none-match')),
  };
}

/**
 * Whether the preconditions allow a change of this version (RFC 9110 sections 13.1.1 and 13.1.2). If-Match compares
 * strongly, so a weak tag never matches. If-None-Match compares weakly.
 */
export function allowsChange({ ifMatch, ifNoneMatch }: Preconditions, version: number): boolean {
  const tag = tagOf(version);
  const isCurrent = ifMatch === undefined || matches(versionsIn(ifMatch), tag, 'strong');
  return isCurrent && !(ifNoneMatch !== undefined && matches(versionsIn(ifNoneMatch), tag, 'weak'));
}

/**
 * The reply to a conditional GET or HEAD: 304 without a body if `If-None-Match` contains the current tag.
 *
 * @throws ApiError precondition_failed if `If-Match` does not contain it
 */
export function conditionalReply({ event, preconditions }: Exchange, reply: Reply): Reply {
  const tag = reply.headers['ETag'];
  const isRead = event.httpMethod === 'GET' || event.httpMethod === 'HEAD';
  if (!isRead || preconditions === undefined || reply.status !== 200 || tag === undefined) return reply;
  const { ifMatch, ifNoneMatch } = preconditions;
  const isSeen = ifMatch === undefined || matches(versionsIn(ifMatch), versionTag(tag), 'strong');
  if (!isSeen) throw new ApiError('precondition_failed');
  if (ifNoneMatch === undefined || !matches(ifNoneMatch, tag, 'weak')) return reply;
  return { status: 304, headers: reply.headers };
}

const versionsIn = (condition: TagCondition): TagCondition =>
  condition === '*' ? condition : condition.map(({ weak, opaque }) => ({ weak, opaque: versionTag(opaque) }));

const matches = (condition: TagCondition, tag: string, comparison: 'strong' | 'weak'): boolean =>
  condition === '*' ||
  condition.some(({ weak, opaque }) => opaque === tag && (comparison === 'weak' || !weak));

function conditionIn(header: string, value: string | undefined): TagCondition | undefined {
  if (value === undefined) return undefined;
  const tags = value.trim() === '*' ? '*' : tagsIn(value);
  if (tags !== undefined && tags.length > 0) return tags;
  throw new ApiError('validation_failed', {
    details: [
      {
        path: ['header', header],
        message: `${header} must be * or a list of entity tags in double quotes`,
        code: 'invalid_format',
      },
    ],
  });
}

/** The tags of a list; undefined for any other text. Elements may be empty (RFC 9110 section 5.6.1.2). */
function tagsIn(value: string): EntityTag[] | undefined {
  const tags: EntityTag[] = [];
  const element = /[ \t]*(?:(W\/)?("[\x21\x23-\x7e\x80-\uffff]*")[ \t]*)?(?:,|$)/y;
  while (element.lastIndex < value.length) {
    const found = element.exec(value);
    if (found === null) return undefined;
    if (found[2] !== undefined) tags.push({ weak: found[1] !== undefined, opaque: found[2] });
  }
  return tags;
}
