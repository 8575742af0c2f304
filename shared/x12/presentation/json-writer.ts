/**
 * Writes a JSON document of any size in pieces, with each item of an array on its own line. {@link take} returns the text
 * since its last call.
 */
export class JsonWriter {
  private text = '';
  /** Open objects and arrays. */
  private readonly open: { close: string; hasEntry: boolean }[] = [];

  /** Begins an object: an item of the open array, or a member of the open object. */
  beginObject(key?: string): void {
    this.begin('{', '}', key);
  }

  beginArray(key?: string): void {
    this.begin('[', ']', key);
  }

  end(): void {
    const level = this.open.pop();
    if (level === undefined) throw new RangeError('No object or array is open');
    if (level.close === ']' && level.hasEntry) this.text += '\n';
    this.text += level.close;
    if (this.open.length === 0) this.text += '\n';
  }

  /** Ends what is open, until this many objects and arrays are. */
  endTo(depth: number): void {
    while (this.open.length > depth) this.end();
  }

  /** Adds members to the open object, without undefined ones. */
  members(values: Readonly<Record<string, unknown>>): void {
    for (const [key, value] of Object.entries(values)) {
      if (value === undefined) continue;
      this.separate(key);
      this.text += JSON.stringify(value);
    }
  }

  /** Adds an item to the open array. */
  item(value: unknown): void {
    this.separate();
    this.text += JSON.stringify(value);
  }

  take(): string {
    const { text } = this;
    this.text = '';
    return text;
  }

  private begin(mark: string, close: string, key?: string): void {
    if (this.open.length > 0) this.separate(key);
    this.text += mark;
    this.open.push({ close, hasEntry: false });
  }

  private separate(key?: string): void {
    const level = this.open.at(-1);
    if (level === undefined) throw new RangeError('No object or array is open');
    if (level.hasEntry) this.text += ',';
    level.hasEntry = true;
    this.text += key === undefined ? '\n' : `${JSON.stringify(key)}:`;
  }
}
