import { retryOnConflict } from '#persistence/conflict.ts';
import type { FileListener } from '#x12/engine/consumer.ts';
import type { ResponseKind } from './claim-lookup.ts';
import type { FileConsumer, FileRun, ResponseProcessor } from './file-run.ts';

export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/** The parts of a response, in the order of the file. `offset` is the first byte of the response. */
export interface ResponseParts<Header, Item, Summary> {
  begin(header: Header, offset: number): void;
  item(item: Item): void;
  end(summary: Summary): void;
}

export interface ResponseReading<Header, Item, Summary> {
  readonly kind: ResponseKind;
  /** What the progress of a file counts: whole responses, or their items. */
  readonly unit: 'response' | 'item';
  /** Listens to the file and passes the parts of its sound responses on. */
  listen(run: FileRun, parts: ResponseParts<Header, Item, Summary>): FileListener;
  /**
   * Finds the response, or stores it when it was never received before. From then on its id belongs to this content.
   *
   * @returns undefined for a response that cannot be applied; `open` has reported why
   */
  open(run: FileRun, header: Header): Promise<OpenResponse<Item, Summary> | undefined>;
}

export interface OpenResponse<Item, Summary> {
  /** @param isApplied an earlier run has applied the item */
  take(item: Item, isApplied: boolean): Promise<void>;
  /** Applies the rest. `range` is where the response is in its file. */
  close(summary: Summary, range: ByteRange): Promise<void>;
}

/** Processes the responses of one kind in a file: finds or stores each, and applies its items while they are read. */
export const responseProcessor = <Header, Item, Summary>(
  reading: ResponseReading<Header, Item, Summary>,
): ResponseProcessor => ({ kind: reading.kind, open: (run) => new ResponseConsumer(run, reading) });

type Part<Header, Item, Summary> =
  | { readonly type: 'begin'; readonly header: Header; readonly offset: number }
  | { readonly type: 'item'; readonly item: Item }
  | { readonly type: 'end'; readonly summary: Summary };

class ResponseConsumer<Header, Item, Summary> implements FileConsumer {
  readonly listener: FileListener;
  private readonly run: FileRun;
  private readonly reading: ResponseReading<Header, Item, Summary>;
  private parts: Part<Header, Item, Summary>[] = [];
  private open: OpenResponse<Item, Summary> | undefined;
  private from = 0;
  private read = 0;
  /** Units that earlier runs have applied and that are still to come. */
  private skip: number;

  constructor(run: FileRun, reading: ResponseReading<Header, Item, Summary>) {
    this.run = run;
    this.reading = reading;
    this.skip = run.unitsApplied(reading.kind);
    this.listener = reading.listen(run, {
      begin: (header, offset) => this.parts.push({ type: 'begin', header, offset }),
      item: (item) => this.parts.push({ type: 'item', item }),
      end: (summary) => this.parts.push({ type: 'end', summary }),
    });
  }

  async drain(read: number): Promise<void> {
    this.read = read;
    const { parts } = this;
    this.parts = [];
    for (const [index, part] of parts.entries()) {
      const next = parts[index + 1];
      await this.take(part, next?.type === 'begin' ? next.offset : read);
    }
  }

  finish(): Promise<void> {
    return this.drain(this.read);
  }

  /** @param to first byte after the part */
  private async take(part: Part<Header, Item, Summary>, to: number): Promise<void> {
    const { run, reading } = this;
    switch (part.type) {
      case 'begin':
        this.from = part.offset;
        this.open = this.skips('response')
          ? undefined
          : await retryOnConflict(() => reading.open(run, part.header));
        return;
      case 'item':
        // Items of a refused response are not counted: its id belongs to other content in every run.
        if (this.open !== undefined) await this.open.take(part.item, this.skips('item'));
        return;
      case 'end':
        await this.open?.close(part.summary, { from: this.from, to });
        this.open = undefined;
    }
  }

  private skips(unit: 'response' | 'item'): boolean {
    return this.reading.unit === unit && this.skip-- > 0;
  }
}
