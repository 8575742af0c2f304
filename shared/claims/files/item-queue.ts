import type { Claim } from '#claims/claims/claim.ts';
import type { ClaimChange } from '#claims/claims/claim-change.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { ClaimChangeSequence } from '../claims/change-sequence.ts';
import { claimsWrite } from '../claims/read-chains.ts';
import type { ResponseStore } from './claim-lookup.ts';
import type { FileRun } from './file-run.ts';
import type { ResponseRecord, ResponseWrite } from './response-write.ts';

export interface ItemOutcome<Result> {
  readonly result: Result;
  readonly isMatched: boolean;
  readonly changes?: readonly ClaimChange[];
  /** Claims that decided about the changes and must not have changed meanwhile. */
  readonly read?: readonly Claim[];
  readonly writes?: readonly ResponseWrite[];
}

/** Limits of one transaction, and how many items are matched with one lookup. */
export interface ItemLimits {
  readonly items: number;
  readonly weight: number;
  readonly size: number;
  readonly matchedTogether: number;
}

export interface ItemRules<Response extends ResponseRecord, Item, Match, Result> {
  readonly responses: ResponseStore<Response>;
  readonly limits: ItemLimits;
  /** Finds the claims that items are about: one match for each item, in their order. */
  match(items: readonly Item[]): Promise<readonly Match[]>;
  /** Actions that the item needs in a transaction, at most; those for audit entries aside, which items share. */
  weigh(match: Match): number;
  /** Characters that the item needs in a transaction, where that may be too many. */
  sizeOf?(item: Item): number;
  /**
   * Decides the effect of an item; pure. `current` returns a claim as earlier items leave it; `place` counts the items of
   * the response from 0.
   */
  decide(match: Match, current: (claim: Claim) => Claim, place: number): ItemOutcome<Result>;
  /** The response with the results added to its counts. */
  tally(response: Response, results: readonly Result[]): Response;
  /** Stores the results of the items from `first` on. */
  resultWrites?(first: number, results: readonly Result[]): readonly ResponseWrite[];
}

/** Where the items of a queue are: in the response, and in the file. */
export interface ItemPlaces<Item> {
  /** Items of the response before the first of the queue. */
  readonly before: number;
  /** Units of the file that each item counts for. */
  readonly unitsPerItem: 0 | 1;
  /** Byte up to which the file is applied with the item; `applied` counts the items of the response so far. */
  positionAfter(item: Item, applied: number): number;
}

/** What a queue needs of the run over a file. */
export type ItemRun = Pick<FileRun, 'actor' | 'now' | 'commit' | 'setPosition'>;

const attempts = 8;

/**
 * Applies the items of a response in their order, chunk by chunk. A chunk is one transaction: claims, audit entries,
 * results and the progress of response and file. One chunk stays in the queue, so that the claims of the next items are
 * looked up while it is written, and the file is read on meanwhile.
 */
export class ItemQueue<Response extends ResponseRecord, Item, Match, Result> {
  /** The response as the last chunk has left it. */
  response: Response;
  private readonly run: ItemRun;
  private readonly rules: ItemRules<Response, Item, Match, Result>;
  private readonly places: ItemPlaces<Item>;
  private first: number;
  private unmatched: Item[] = [];
  private readonly waiting: { readonly item: Item; readonly match: Promise<Match> }[] = [];
  /** The chunk that is being written. */
  private applying: Promise<void> = Promise.resolve();

  constructor(
    run: ItemRun,
    rules: ItemRules<Response, Item, Match, Result>,
    response: Response,
    places: ItemPlaces<Item>,
  ) {
    this.run = run;
    this.rules = rules;
    this.response = response;
    this.places = places;
    this.first = places.before;
  }

  /** Passes over the next item, which an earlier run has applied. */
  skip(): void {
    this.first++;
  }

  async add(item: Item): Promise<void> {
    const { items, matchedTogether } = this.rules.limits;
    this.unmatched.push(item);
    if (this.unmatched.length < matchedTogether) return;
    this.matchAhead();
    while (this.waiting.length > items) await this.applyNext();
  }

  async finish(): Promise<Response> {
    this.matchAhead();
    while (this.waiting.length > 0) await this.applyNext();
    await this.applying;
    return this.response;
  }

  private matchAhead(): void {
    const items = this.unmatched;
    this.unmatched = [];
    const found = this.rules.match(items);
    for (const [n, item] of items.entries()) {
      const match = found.then((matches) => matches[n] as Match);
      // A failed lookup is reported where its match is awaited.
      match.catch(() => {});
      this.waiting.push({ item, match });
    }
  }

  /** Begins to write the next chunk after the one before it. */
  private async applyNext(): Promise<void> {
    const { run, places } = this;
    const { first, items, matches } = await this.takeChunk();
    this.first += items.length;
    await this.applying;
    const last = items.at(-1);
    if (last !== undefined) run.setPosition(places.positionAfter(last, this.first));
    this.applying = this.apply(first, items, matches);
    // A failure is reported with the next chunk, or at the end.
    this.applying.catch(() => {});
  }

  private async takeChunk() {
    const { rules, waiting, first } = this;
    const { limits, sizeOf } = rules;
    const matches: Match[] = [];
    let weight = 0;
    let size = 0;
    for (const { item, match } of waiting.slice(0, limits.items)) {
      const found = await match;
      weight += rules.weigh(found);
      size += sizeOf?.(item) ?? 0;
      if (matches.length > 0 && (weight > limits.weight || size > limits.size)) break;
      matches.push(found);
    }
    return { first, matches, items: waiting.splice(0, matches.length).map(({ item }) => item) };
  }

  /** Matches hold for the first attempt only: after a conflict, claims and response are read again. */
  private async apply(first: number, items: readonly Item[], matches: readonly Match[]): Promise<void> {
    const { rules } = this;
    const units = items.length * this.places.unitsPerItem;
    let ahead: readonly Match[] | undefined = matches;
    await retryOnConflict(async () => {
      if (ahead === undefined)
        this.response = (await rules.responses.find(this.response.id)) ?? this.response;
      const { response } = this;
      if (response.state === 'applied' || response.applied >= first + items.length) {
        if (units > 0) await this.run.commit(response.kind, { units, entries: [], writes: [] });
        return;
      }
      // Another file with the same response may have applied some of these items.
      const done = Math.max(0, response.applied - first);
      const known = ahead ?? (await rules.match(items));
      ahead = undefined;
      this.response = await this.write(first + done, known.slice(done), units);
    }, attempts);
  }

  private async write(first: number, matches: readonly Match[], units: number): Promise<Response> {
    const { run, rules, response } = this;
    const sequence = new ClaimChangeSequence();
    const outcomes = matches.map((match, n) => {
      const outcome = rules.decide(match, (claim) => sequence.current(claim), first + n);
      for (const change of outcome.changes ?? []) sequence.add(change);
      return outcome;
    });
    const results = outcomes.map(({ result }) => result);
    const matched = outcomes.filter(({ isMatched }) => isMatched).length;
    const after = { ...rules.tally(response, results), applied: first + matches.length };
    await run.commit(response.kind, {
      units,
      counts: { matched, unmatched: matches.length - matched },
      entries: sequence.entries,
      writes: [
        claimsWrite(
          outcomes.flatMap(({ read = [] }) => read),
          sequence.changes,
        ),
        ...outcomes.flatMap(({ writes = [] }) => writes),
        { kind: 'response', response: after, replaces: { applied: response.applied } },
        ...(rules.resultWrites?.(first, results) ?? []),
      ],
    });
    return after;
  }
}
