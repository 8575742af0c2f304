import { mediaTypesOf } from '#contract/endpoint.ts';
import { ApiError } from '#contract/errors.ts';
import { type Exchange, listHeaderOf } from './exchange.ts';

/**
 * Chooses the media type of the reply (RFC 9110 section 12.5.1): the one with the greatest weight in `Accept`. Among
 * equals the first that the endpoint offers wins, which is JSON wherever it has JSON.
 *
 * @throws ApiError not_acceptable for a client that accepts none of the types
 */
export function checkAccept(exchange: Exchange): void {
  const offered = mediaTypesOf(exchange.endpoint);
  const [preferred = 'application/json'] = offered;
  exchange.mediaType = preferred;
  const accept = listHeaderOf(exchange.event, 'accept');
  if (!accept) return;
  const ranges = accept.split(',').map(rangeOf);
  const weighed = offered.map((type) => ({ type, weight: weightOf(type, ranges) }));
  const greatest = Math.max(...weighed.map(({ weight }) => weight));
  const taken = weighed.find(({ weight }) => weight > 0 && weight === greatest);
  if (taken === undefined) {
    const message = `Responses are ${offered.join(' or ')} only; change the Accept header`;
    throw new ApiError('not_acceptable', { message });
  }
  exchange.mediaType = taken.type;
}

interface MediaRange {
  readonly name: string;
  /** From 0, which means "not acceptable", to 1 (RFC 9110 section 12.4.2). */
  readonly weight: number;
}

/** A range without a weight, or with one that is not a number of RFC 9110, weighs 1. */
function rangeOf(range: string): MediaRange {
  const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => weightForm.test(parameter));
  return { name, weight: weight === undefined ? 1 : Number(weight.slice('q='.length)) };
}

const weightForm = /^q=(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;

/** The most specific range that covers a type decides about it, wherever it is in the header. */
function weightOf(type: string, ranges: readonly MediaRange[]): number {
  for (const covers of fromExactToAny) {
    const weights = ranges.filter(({ name }) => covers(name, type)).map(({ weight }) => weight);
    if (weights.length > 0) return Math.max(...weights);
  }
  return 0;
}

const fromExactToAny: readonly ((range: string, type: string) => boolean)[] = [
  (range, type) => range === type,
  (range, type) => type === 'application/json' && /^application\/[\w.-]+\+json$/.test(range),
  (range, type) => range === `${type.split('/')[0]}/*`,
  (range) => range === '*/*',
];
